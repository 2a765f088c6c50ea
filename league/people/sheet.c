/* Spreadsheets save lists in many ways. All cells are cut out in place first, so that they are
   pointers into the text; then the first line and the first column are looked at: headings are
   words of a table, and running numbers go up. */
#include "league/people/sheet.h"

#include "os/file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { BYTES_MOST = 1 << 20, NUMBER_DIGITS = 3 };

/* ---- cells ---- */

/* A field in quotes, where a quote is doubled; the text is moved to the front in place. */
static char *take_quoted(char **rest, char comma)
{
    char *field = ++*rest, *out = field, stop[] = {comma, '\0'};
    while (**rest && (**rest != '"' || (*rest)[1] == '"')) {
        if (**rest == '"') ++*rest;
        *out++ = *(*rest)++;
    }
    *rest += strcspn(*rest, stop);
    if (**rest) ++*rest;
    *out = '\0';
    return field;
}

static const char wide_blank[] = "\xe3\x80\x80"; /* U+3000 */

static char *trim(char *field)
{
    for (;;) {
        field += strspn(field, " \t");
        if (strncmp(field, wide_blank, 3) != 0) break;
        field += 3;
    }
    for (size_t len = strlen(field); len > 0;) {
        bool is_wide = len >= 3 && strcmp(field + len - 3, wide_blank) == 0;
        if (!is_wide && !strchr(" \t\r", field[len - 1])) break;
        len -= is_wide ? 3 : 1;
        field[len] = '\0';
    }
    return field;
}

static char *take_cell(char **rest, char comma)
{
    char stop[] = {comma, '\0'};
    *rest += strspn(*rest, " ");
    if (**rest == '"') return trim(take_quoted(rest, comma));
    char *field = strsep(rest, stop);
    if (!*rest) *rest = field + strlen(field);
    return trim(field);
}

/* What stands between the cells: the first of the three in the text. */
static char comma_of(const char *text)
{
    size_t at = strcspn(text, ",;\t");
    return text[at] ? text[at] : ',';
}

static bool add_row(struct sheet *s, char *line, char comma, int number, struct err *err)
{
    struct sheet_row *row = &s->row[s->count];
    if (line[strspn(line, " \t\r,;")] == '\0') return true;
    if (s->count == SHEET_ROWS)
        return err_code(err, "class-long: there are more than {most:%d} names", SHEET_ROWS);
    row->line = number;
    for (int i = 0; i < SHEET_COLUMNS; i++) row->cell[i] = take_cell(&line, comma);
    s->count++;
    return true;
}

static bool read_rows(struct sheet *s, struct err *err)
{
    char comma = comma_of(s->bytes), *rest = s->bytes;
    for (int number = 1; rest; number++)
        if (!add_row(s, strsep(&rest, "\n"), comma, number, err)) return false;
    return true;
}

/* ---- which column is what ---- */

enum role { ROLE_NOTHING, ROLE_NUMBER, ROLE_ACCOUNT, ROLE_NAME, ROLE_MORE, ROLE_COUNT };

static enum role role_of(const char *heading)
{
    static const struct {
        const char *word;
        enum role role;
    } words[] = {
        {"no", ROLE_NUMBER},
        {"no.", ROLE_NUMBER},
        {"number", ROLE_NUMBER},
        {"#", ROLE_NUMBER},
        {"番号", ROLE_NUMBER},
        {"出席番号", ROLE_NUMBER},
        {"エントリー番号", ROLE_NUMBER},
        {"ゼッケン", ROLE_NUMBER},
        {"account", ROLE_ACCOUNT},
        {"user", ROLE_ACCOUNT},
        {"id", ROLE_ACCOUNT},
        {"アカウント", ROLE_ACCOUNT},
        {"アカウント名", ROLE_ACCOUNT},
        {"ユーザー名", ROLE_ACCOUNT},
        {"name", ROLE_NAME},
        {"player", ROLE_NAME},
        {"team", ROLE_NAME},
        {"名前", ROLE_NAME},
        {"氏名", ROLE_NAME},
        {"なまえ", ROLE_NAME},
        {"選手", ROLE_NAME},
        {"選手名", ROLE_NAME},
        {"チーム", ROLE_NAME},
        {"チーム名", ROLE_NAME},
        {"who", ROLE_MORE},
        {"school", ROLE_MORE},
        {"class", ROLE_MORE},
        {"学校", ROLE_MORE},
        {"学校名", ROLE_MORE},
        {"所属", ROLE_MORE},
        {"クラス", ROLE_MORE},
        {"組", ROLE_MORE},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcasecmp(heading, words[i].word) == 0) return words[i].role;
    return ROLE_NOTHING;
}

/* The column of each role, -1 where it has none; false: the row is no heading. */
static bool read_headings(const struct sheet_row *row, int column[ROLE_COUNT])
{
    for (int role = 0; role < ROLE_COUNT; role++) column[role] = -1;
    for (int i = SHEET_COLUMNS - 1; i >= 0; i--) column[role_of(row->cell[i])] = i;
    return column[ROLE_ACCOUNT] >= 0 || column[ROLE_NAME] >= 0 ||
           (column[ROLE_NUMBER] >= 0 && column[ROLE_MORE] >= 0);
}

/* A small number, in digits of ASCII or of full width; -1: none. Longer ones may be names of
   accounts. */
static int number_of(const char *text)
{
    int number = 0, digits = 0;
    for (; *text; digits++) {
        bool is_wide = strncmp(text, "\xef\xbc", 2) == 0 && (unsigned char)text[2] >= 0x90 &&
                       (unsigned char)text[2] <= 0x99;
        if (!is_wide && !isdigit((unsigned char)*text)) return -1;
        if (digits == NUMBER_DIGITS) return -1;
        number = 10 * number + (is_wide ? (unsigned char)text[2] - 0x90 : *text - '0');
        text += is_wide ? 3 : 1;
    }
    return digits > 0 ? number : -1;
}

/* Numbers that go up, with something behind each of them. */
static bool has_numbers(const struct sheet *s)
{
    int before = -1;
    for (int i = 0; i < s->count; i++) {
        int number = number_of(s->row[i].cell[0]);
        if (number <= before || !s->row[i].cell[1][0]) return false;
        before = number;
    }
    return s->count > 1;
}

static void drop_first(struct sheet *s)
{
    s->count--;
    memmove(s->row, s->row + 1, (size_t)s->count * sizeof s->row[0]);
}

static void name_columns(struct sheet *s, int name, int who)
{
    for (int i = 0; i < s->count; i++) {
        struct sheet_row *row = &s->row[i];
        row->name = row->cell[name];
        row->who = who >= 0 && who < SHEET_COLUMNS ? row->cell[who] : "";
    }
}

static void find_columns(struct sheet *s)
{
    int column[ROLE_COUNT];
    s->has_headings = s->count > 0 && read_headings(&s->row[0], column);
    if (s->has_headings) drop_first(s);
    bool knows_name = s->has_headings && (column[ROLE_ACCOUNT] >= 0 || column[ROLE_NAME] >= 0);
    s->has_numbers = knows_name ? column[ROLE_NUMBER] >= 0 : has_numbers(s);
    if (!knows_name)
        name_columns(s, s->has_numbers, s->has_numbers + 1);
    else if (column[ROLE_ACCOUNT] < 0)
        name_columns(s, column[ROLE_NAME], column[ROLE_MORE]);
    else
        name_columns(s, column[ROLE_ACCOUNT],
                     column[ROLE_NAME] >= 0 ? column[ROLE_NAME] : column[ROLE_MORE]);
}

/* ---- all of it ---- */

static bool read_all(struct sheet *s, size_t len, struct err *err)
{
    if (!charset_to_utf8(&s->bytes, &len, &s->charset, err)) return false;
    if (strlen(s->bytes) != len) return err_code(err, "class-not-text: it is no text");
    if (!read_rows(s, err)) return false;
    find_columns(s);
    return s->count > 0 || err_code(err, "class-empty: there is no name in it");
}

bool sheet_take(struct sheet *sheet, char *bytes, size_t len, struct err *err)
{
    memset(sheet, 0, sizeof *sheet);
    sheet->bytes = bytes;
    if (read_all(sheet, len, err)) return true;
    sheet_free(sheet);
    return false;
}

bool sheet_load(const char *path, char **bytes, size_t *len, struct err *err)
{
    return file_read(path, BYTES_MOST, bytes, len, err);
}

bool sheet_read(struct sheet *sheet, const char *path, struct err *err)
{
    char *bytes;
    size_t len;
    return sheet_load(path, &bytes, &len, err) && sheet_take(sheet, bytes, len, err);
}

void sheet_free(struct sheet *sheet)
{
    free(sheet->bytes);
    sheet->bytes = NULL;
    sheet->count = 0;
}
