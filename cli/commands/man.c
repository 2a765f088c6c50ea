/*
 * `taisen man [PAGE]`: shows a page of the manual; and, for whoever changes options, brings the
 * pages up to date.
 *
 * The pages (docs/man) are written by hand but for what follows from the tables of all commands,
 * which stands between two comments:
 *
 *     .\" begin commands            (all of them, each with what it is for)
 *     .\" begin name COMMAND
 *     .\" begin synopsis COMMAND
 *     .\" begin actions COMMAND     (what one of its arguments may be)
 *     .\" begin options COMMAND
 *     .\" end
 *
 * With --lists a page comes on standard input and goes to standard output with those parts written
 * anew; a test sees to it that this changes nothing.
 */
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/share.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- mdoc ---- */

/* Text for a line of its own: nothing in it is a command of mdoc, every sentence begins a line. */
static void print_text(const char *text)
{
    bool at_start = true;
    for (; *text; text++) {
        if (at_start && (*text == '.' || *text == '\'')) fputs("\\&", stdout);
        at_start = false;
        if (*text == '`')
            fputs("\\(ga", stdout);
        else if (*text == '\\')
            fputs("\\e", stdout);
        else if (*text == '-' && (text[1] == '-' || (text[-1] == '-')))
            fputs("\\-", stdout);
        else if ((*text == '.' && text[1] == ' ' && isupper((unsigned char)text[2]))) {
            fputs(".\n", stdout);
            text++;
            at_start = true;
        } else
            putchar(*text);
    }
    putchar('\n');
}

static void print_sentence(const char *words, bool has_capital)
{
    char sentence[1024];
    size_t len = strlen(words);
    bool has_end = len > 0 && strchr(".?", words[len - 1]);
    snprintf(sentence, sizeof sentence, "%s%s", words, has_end ? "" : ".");
    if (has_capital) sentence[0] = (char)toupper((unsigned char)sentence[0]);
    print_text(sentence);
}

/* As the manual writes what an option takes: "HOST:PORT" is host:port. */
static void print_argument(const char *argument)
{
    for (; *argument; argument++) putchar(tolower((unsigned char)*argument));
}

/* Words that are typed keep their small letters. */
static bool begins_with_word(const struct cli_option *o)
{
    for (int i = 0; o->words && o->words[i]; i++)
        if (strncmp(o->help, o->words[i], strlen(o->words[i])) == 0) return true;
    return false;
}

static void print_option(const struct cli_option *o)
{
    printf(".It Fl -%s", o->name);
    if (o->argument) {
        fputs(" Ar ", stdout);
        print_argument(o->argument);
    }
    putchar('\n');
    print_sentence(o->help, !begins_with_word(o));
}

/* ---- the synopsis ---- */

/* A word of a usage line as mdoc: words in capitals are arguments. */
static void print_word(const char *word, size_t len)
{
    if (strncmp(word, "--", 2) == 0) {
        printf("Fl -%.*s", (int)len - 2, word + 2);
    } else if (isupper((unsigned char)word[0])) {
        fputs("Ar ", stdout);
        for (size_t i = 0; i < len; i++) putchar(tolower((unsigned char)word[i]));
    } else {
        printf("Cm %.*s", (int)len, word);
    }
}

/* "GAME [--list FILE]": what stands in brackets can be left out. */
static void print_usage_line(const char *line, size_t len)
{
    const char *end = line + len;
    while (line < end) {
        bool is_optional = *line == '[';
        const char *stop = is_optional ? memchr(line, ']', (size_t)(end - line)) : NULL;
        if (!stop) stop = line + strcspn(line, " \n");
        line += is_optional;
        fputs(is_optional ? ".Op" : ".", stdout);
        while (line < stop) {
            size_t word = strcspn(line, " ]\n");
            if (is_optional) putchar(' ');
            print_word(line, word);
            line += word + strspn(line + word, " ");
        }
        putchar('\n');
        while (line < end && strchr("]. ", *line)) line++;
    }
}

static void print_synopsis(const struct command *c)
{
    for (const char *at = c->usage;; at++) {
        size_t len = strcspn(at, "\n");
        printf(".Nm taisen\n.Cm %s\n", c->name);
        print_usage_line(at, len);
        at += len;
        if (!*at) break;
    }
}

/* ---- lists ---- */

static void print_name(const struct command *c)
{
    printf(".Nm taisen-%s\n.Nd ", c->name);
    print_text(c->about);
}

static void print_commands(void)
{
    puts(".Bl -tag -width Ds");
    for (int i = 0; commands[i]; i++) {
        if (commands[i]->is_hidden) continue;
        printf(".It Xr taisen-%s 1\n", commands[i]->name);
        print_sentence(commands[i]->about, true);
    }
    puts(".El");
}

/* "add-player LADDER NAME SEAT": an action is typed, "COMMAND" is not. */
static void print_actions(const struct command *c)
{
    puts(".Bl -tag -width Ds");
    for (const struct cli_row *r = c->rows; r && r->name; r++) {
        fputs(".It ", stdout);
        print_word(r->name, strlen(r->name));
        for (const char *at = r->arguments ? r->arguments : ""; *at; at += strspn(at, " ")) {
            size_t len = strcspn(at, " ");
            bool is_optional = *at == '[';
            fputs(is_optional ? " Op " : " ", stdout);
            print_word(at + is_optional, len - (is_optional ? 2 : 0));
            at += len;
        }
        putchar('\n');
        print_sentence(r->help, true);
    }
    puts(".El");
}

static void tell_option(void *arg, const struct cli_option *o, const struct cli_option *group)
{
    (void)arg, (void)group;
    print_option(o);
}

static void print_options(const struct command *c)
{
    puts(".Bl -tag -width Ds");
    options_each(c->options, tell_option, NULL);
    puts(".El");
}

static const struct {
    const char *name;
    void (*print)(const struct command *);
} lists[] = {{"name", print_name},
             {"synopsis", print_synopsis},
             {"actions", print_actions},
             {"options", print_options}};

static const struct command *find_command(const char *name)
{
    for (int i = 0; commands[i]; i++)
        if (strcmp(commands[i]->name, name) == 0) return commands[i];
    return NULL;
}

/* "options play". */
static bool print_list(const char *what)
{
    if (strcmp(what, "commands") == 0) return print_commands(), true;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        size_t len = strlen(lists[i].name);
        if (strncmp(what, lists[i].name, len) != 0 || what[len] != ' ') continue;
        const struct command *c = find_command(what + len + 1);
        if (c) lists[i].print(c);
        return c != NULL;
    }
    return false;
}

static int write_page(void)
{
    static const char begin[] = ".\\\" begin ", end[] = ".\\\" end\n";
    char *line = NULL;
    size_t room = 0;
    bool is_old = false, ok = true;
    while (ok && getline(&line, &room, stdin) >= 0) {
        if (strcmp(line, end) == 0) is_old = false;
        if (!is_old) fputs(line, stdout);
        if (strncmp(line, begin, strlen(begin)) != 0) continue;
        line[strcspn(line, "\n")] = '\0';
        ok = print_list(line + strlen(begin));
        is_old = true;
    }
    int status = ok ? STATUS_DONE : cli_use("man: no list `%s`", line);
    free(line);
    return status;
}

/* ---- a page ---- */

/* Those that are of no command. */
static const struct {
    const char *name, *file;
    char section;
} pages[] = {{"concepts", "taisen.7", '7'},
             {"record", "taisen-record.5", '5'},
             {"journal", "taisen-journal.5", '5'},
             {"contest", "taisen-contest.5", '5'}};

/* False where there is no such page. */
static bool name_page(const char *what, char file[64], char *section)
{
    *section = '1';
    for (size_t i = 0; what && i < sizeof pages / sizeof pages[0]; i++) {
        if (strcmp(what, pages[i].name) != 0) continue;
        *section = pages[i].section;
        return snprintf(file, 64, "%s", pages[i].file) < 64;
    }
    if (!what) return snprintf(file, 64, "taisen.1") < 64;
    const struct command *c = find_command(what);
    return c && !c->is_hidden && snprintf(file, 64, "taisen-%s.1", what) < 64;
}

static int show_page(const char *what)
{
    char file[64], path[PATH_MAX], section;
    if (!name_page(what, file, &section))
        return cli_use("man: no page `%s`; the name of a command (`taisen --help` lists them), "
                       "concepts, record, journal or contest",
                       what);
    if (!share_manual(file, section, path)) return cli_fail("man: %s is missing", path);
    execlp("man", "man", path, (char *)NULL);
    if (errno != ENOENT) return cli_fail("cannot start man: %s", strerror(errno));
    return cli_fail("man: the program man is missing (Debian's package man-db); the page is %s",
                    path);
}

struct request {
    bool lists;
};

static int run(int argc, char **argv)
{
    struct request r = {0};
    int status;
    if (!options_read(&command_man, argc, argv, &r, &status)) return status;
    if (argc - optind > (r.lists ? 0 : 1)) return cli_use("man takes the name of one page");
    return r.lists ? write_page() : show_page(argv[optind]);
}

static const struct cli_option options[] = {
    {.name = "lists", .kind = OPTION_FLAG, .at = offsetof(struct request, lists)}, {0}};

const struct command command_man = {
    .name = "man",
    .about = N_("show a page of the manual"),
    .usage = "[PAGE]",
    .text = N_("Shows a page of the manual. PAGE is the name of a command, or concepts, record, "
               "journal or contest; without it, the overview."),
    .suggest = "",
    .options = options,
    .run = run};
