/* Reads languages.list, a block of lines for each language; a list that is wrong is refused as a
   whole. */
#include "league/build/language.h"

#include "base/scan.h"
#include "os/file.h"
#include "os/folder.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MOST = 1 << 16 };

static const struct key {
    const char *name;
    size_t offset;
} keys[] = {
    {"title", offsetof(struct language, title)},       {"needs", offsetof(struct language, needs)},
    {"packages", offsetof(struct language, packages)}, {"main", offsetof(struct language, main)},
    {"build", offsetof(struct language, build)},       {"run", offsetof(struct language, run)}};
enum { KEY_COUNT = sizeof keys / sizeof keys[0] };

static const struct key *key_find(const struct scan *word)
{
    for (int i = 0; i < KEY_COUNT; i++)
        if (scan_equals(word, keys[i].name)) return &keys[i];
    return NULL;
}

static char *field(struct language *l, const struct key *key)
{
    return (char *)l + key->offset;
}

static bool keep(char *to, struct scan value, struct err *err)
{
    while (scan_left(&value) > 0 && (*value.at == ' ' || *value.at == '\t')) value.at++;
    if (scan_left(&value) == 0) return err_set(err, "a value is missing");
    if (scan_left(&value) >= LANGUAGE_LINE) return err_set(err, "a value is too long");
    if (*to) return err_set(err, "a value is given twice");
    memcpy(to, value.at, scan_left(&value));
    to[scan_left(&value)] = '\0';
    return true;
}

static bool is_whole(const struct languages *l, struct err *err)
{
    const struct language *last = l->count > 0 ? &l->language[l->count - 1] : NULL;
    for (int i = 0; last && i < KEY_COUNT; i++)
        if (!*((const char *)last + keys[i].offset))
            return err_set(err, "%s has no `%s`", last->name, keys[i].name);
    return true;
}

static bool begin_language(struct languages *l, struct scan name, struct err *err)
{
    if (!is_whole(l, err)) return false;
    if (l->count == LANGUAGES_MOST) return err_set(err, "there are too many languages");
    l->language[l->count] = (struct language){0};
    return keep(l->language[l->count++].name, name, err);
}

/* A line is a word and its value; `#` begins a comment, but only where the line does. */
static bool read_line(struct languages *l, struct scan line, struct err *err)
{
    struct scan word;
    if (!scan_word(&line, &word) || *word.at == '#') return true;
    if (scan_equals(&word, "language")) return begin_language(l, line, err);
    const struct key *key = key_find(&word);
    if (!key) return err_set(err, "`%.*s` is unknown", (int)scan_left(&word), word.at);
    if (l->count == 0) return err_set(err, "the first line must be a `language`");
    return keep(field(&l->language[l->count - 1], key), line, err);
}

bool languages_read(struct languages *l, const char *text, const char *path, struct err *err)
{
    struct scan s = scan_str(text), line;
    l->count = 0;
    for (int number = 1; scan_line(&s, &line); number++)
        if (!read_line(l, line, err)) return err_wrap(err, "%s, line %d", path, number);
    if (scan_left(&s) > 0) return err_set(err, "%s: the last line has no end", path);
    return is_whole(l, err) || err_wrap(err, "%s", path);
}

bool languages_load(struct languages *l, const char *path, struct err *err)
{
    AUTO_FREE char *text = NULL;
    size_t len;
    return file_read(path, FILE_MOST, &text, &len, err) && languages_read(l, text, path, err);
}

const struct language *languages_find(const struct languages *l, const char *name)
{
    for (int i = 0; i < l->count; i++)
        if (strcmp(l->language[i].name, name) == 0) return &l->language[i];
    return NULL;
}

bool language_lacks_on(const struct language *l, const char *folders, char program[LANGUAGE_LINE])
{
    struct scan needs = scan_str(l->needs), word;
    char path[PATH_MAX];
    while (scan_word(&needs, &word)) {
        snprintf(program, LANGUAGE_LINE, "%.*s", (int)scan_left(&word), word.at);
        if (!program_find_on(folders, program, path, sizeof path)) return true;
    }
    return false;
}

bool language_lacks(const struct language *l, char program[LANGUAGE_LINE])
{
    const char *folders = getenv("PATH");
    return language_lacks_on(l, folders ? folders : "", program);
}
