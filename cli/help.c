/* Help texts from tables: columns as wide as they must be, lines broken where the language allows.
 */
#include "cli/help.h"

#include "base/utf8.h"
#include "cli/cli.h"
#include "os/words.h"

#include <string.h>

enum { COLUMNS = 96, GAP = 2, ASIDE = 2 };

/* ---- lines ---- */

/* Japanese may be broken between any two letters, but no line begins or ends with these. */
static bool is_wide(uint32_t c)
{
    return c >= 0x2E80;
}

static bool may_begin(uint32_t c)
{
    static const char never[] = "、。，．）」』！？ー・：；ぁぃぅぇぉっゃゅょァィゥェォッャュョ";
    for (const char *at = never; *at;)
        if (utf8_next(&at) == c) return false;
    return c != ')' && c != ',' && c != '.' && c != '`' && c != ']';
}

static bool may_end(uint32_t c)
{
    return c != 0x300C /* 「 */ && c != 0xFF08 /* （ */ && c != '(' && c != '`';
}

/* The next piece that stays on one line: a word with the blanks behind it, or a wide letter with
   whatever must stay with it. */
static size_t piece(const char *text, size_t *blanks)
{
    const char *at = text;
    *blanks = 0;
    while (*at && *at != ' ' && *at != '\n') {
        uint32_t c = utf8_next(&at);
        const char *peek = at;
        uint32_t next = *at ? utf8_next(&peek) : 0;
        if (next && next != ' ' && (is_wide(c) || is_wide(next)) && may_end(c) && may_begin(next))
            break;
    }
    while (at[*blanks] == ' ') ++*blanks;
    return (size_t)(at - text);
}

static int columns_of(const char *text, size_t len)
{
    char word[512];
    snprintf(word, sizeof word, "%.*s", (int)(len < sizeof word ? len : sizeof word - 1), text);
    return utf8_columns(word);
}

void help_wrap(FILE *out, const char *text, int column, int indent)
{
    size_t before = 0; /* blanks that are written only if something follows on this line */
    while (*text) {
        size_t blanks, len = piece(text, &blanks);
        int wide = columns_of(text, len);
        bool is_full = column + (int)before + wide > COLUMNS && column > indent;
        if (is_full) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
            before = 0;
        }
        fprintf(out, "%*s%.*s", (int)before, "", (int)len, text);
        column += (int)before + wide;
        before = blanks;
        text += len + blanks;
        if (*text != '\n') continue;
        text++;
        fprintf(out, *text == '\n' || !*text ? "\n" : "\n%*s", indent, "");
        column = indent;
        before = 0;
    }
    fputc('\n', out);
}

/* ---- tables ---- */

/* A name with what it takes, and what it is for in a column behind it. */
static void write_row(const char *name, const char *help, int wide)
{
    printf("%*s%s", ASIDE, "", name);
    int column = ASIDE + utf8_columns(name);
    printf("%*s", ASIDE + wide + GAP - column, "");
    help_wrap(stdout, help, ASIDE + wide + GAP, ASIDE + wide + GAP);
}

static const char *name_row(const struct cli_row *row, char out[128])
{
    snprintf(out, 128, "%s%s%s", row->name, row->arguments ? " " : "",
             row->arguments ? row->arguments : "");
    return out;
}

static void write_rows(const struct cli_row *rows)
{
    char name[128];
    int wide = 0;
    for (const struct cli_row *r = rows; r->name; r++) {
        int len = utf8_columns(name_row(r, name));
        wide = len > wide ? len : wide;
    }
    for (const struct cli_row *r = rows; r->name; r++)
        write_row(name_row(r, name), _(r->help), wide);
}

struct columns {
    bool is_written;
    int wide;
};

static void tell_option(void *arg, const struct cli_option *o, const struct cli_option *group)
{
    struct columns *c = arg;
    char name[128];
    (void)group;
    snprintf(name, sizeof name, "--%s%s%s", o->name, o->argument ? " " : "",
             o->argument ? o->argument : "");
    int len = utf8_columns(name);
    if (c->is_written)
        write_row(name, _(o->help), c->wide);
    else if (len > c->wide)
        c->wide = len;
}

static void write_options(const struct cli_option *table)
{
    struct columns c = {0};
    options_each(table, tell_option, &c);
    c.is_written = true;
    options_each(table, tell_option, &c);
}

static void write_usage(const struct command *c)
{
    const char *head = _("Usage: ");
    for (const char *at = c->usage;; at++) {
        size_t len = strcspn(at, "\n");
        if (at == c->usage)
            fputs(head, stdout);
        else
            printf("%*s", utf8_columns(head), "");
        printf("taisen %s%s%.*s\n", c->name, len ? " " : "", (int)len, at);
        at += len;
        if (!*at) break;
    }
    putchar('\n');
}

int help_command(const struct command *c)
{
    write_usage(c);
    help_wrap(stdout, _(c->text), 0, 0);
    if (c->rows) write_rows(c->rows);
    putchar('\n');
    write_options(c->options);
    if (!c->more) return STATUS_DONE;
    putchar('\n');
    help_wrap(stdout, _(c->more), 0, 0);
    return STATUS_DONE;
}

int help_all(void)
{
    puts(_("Usage: taisen COMMAND [ARGUMENTS]\n\n"
           "An arena for programs that play games. The commands:\n"));
    for (int i = 0; commands[i]; i++)
        if (!commands[i]->is_hidden) write_row(commands[i]->name, _(commands[i]->about), 13);
    puts(_("\n`taisen COMMAND --help` tells more. A first match:\n"));
    puts("  taisen play reborn bot:greedy bot:random");
    return STATUS_DONE;
}
