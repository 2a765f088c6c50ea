/* Reads languages.list, a block of lines for each language; a list that is wrong is refused as a
   whole. */
#include "league/build/language.h"

#include "base/scan.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/folder.h"
#include "os/proc.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <regex.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILE_MOST = 1 << 16 };

#define AT(member) .offset = offsetof(struct language, member)
static const struct key {
    const char *name;
    size_t offset;
    bool is_optional; /* lists of others may not have it */
    bool is_expression;
} keys[] = {{"title", AT(title), .is_optional = false},
            {"needs", AT(needs), .is_optional = false},
            {"packages", AT(packages), .is_optional = false},
            {"main", AT(main), .is_optional = false},
            {"version", AT(version), .is_optional = true},
            {"build", AT(build), .is_optional = false},
            {"run", AT(run), .is_optional = false},
            {"uses", AT(uses), .is_optional = true, .is_expression = true},
            {"defines", AT(defines), .is_optional = true, .is_expression = true}};
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
        if (!keys[i].is_optional && !*((const char *)last + keys[i].offset))
            return err_set(err, "%s has no `%s`", last->name, keys[i].name);
    return true;
}

/* ---- the kit's library ---- */

static bool has(const char *source, const char *expression)
{
    regex_t compiled;
    if (!*expression || regcomp(&compiled, expression, REG_EXTENDED | REG_NOSUB | REG_NEWLINE) != 0)
        return false;
    bool found = regexec(&compiled, source, 0, NULL, 0) == 0;
    regfree(&compiled);
    return found;
}

bool language_needs_kit(const struct language *l, const char *source)
{
    return has(source, l->uses) && !has(source, l->defines);
}

/* Only what can be compiled is kept, with a memory that the expression's length bounds: the library
   copies what stands before + and {, and copies the copies where they are nested. */
static bool keep_expression(char *to, struct scan value, struct err *err)
{
    regex_t compiled;
    char why[128];
    if (!keep(to, value, err)) return false;
    if (strpbrk(to, "+{"))
        return err_set(err, "`%.100s`: + and { are not taken in these expressions; write xx*", to);
    int code = regcomp(&compiled, to, REG_EXTENDED | REG_NOSUB | REG_NEWLINE);
    if (code == 0) return regfree(&compiled), true;
    regerror(code, &compiled, why, sizeof why);
    return err_set(err, "`%.100s` is not a valid regular expression: %s", to, why);
}

/* ---- the list ---- */

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
    char *to = field(&l->language[l->count - 1], key);
    return key->is_expression ? keep_expression(to, line, err) : keep(to, line, err);
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

/* ---- versions ---- */

enum { SAID = 512 };

void language_find_version(const char *said, char version[LANGUAGE_VERSION])
{
    version[0] = '\0';
    for (const char *at = said; *at; at++) {
        size_t len = strspn(at, "0123456789._+");
        bool is_start = at == said || !isalnum((unsigned char)at[-1]) || strchr("vo", at[-1]);
        if (len == 0) continue;
        if (is_start && isdigit((unsigned char)*at) && memchr(at, '.', len)) {
            while (len > 1 && !isdigit((unsigned char)at[len - 1])) len--;
            snprintf(version, LANGUAGE_VERSION, "%.*s", (int)len, at);
            return;
        }
        at += len - 1;
    }
}

struct asking {
    struct proc proc;
    char said[SAID];
    size_t len;
};

static void ask(struct asking *a, const struct language *l, const char *folders)
{
    char command[3 * LANGUAGE_LINE + PATH_MAX];
    struct err ignored;
    a->proc = PROC_NONE;
    if (!l->version[0]) return;
    snprintf(command, sizeof command, "PATH='%s'; export PATH; exec 2>&1; %s", folders, l->version);
    if (!proc_start(&a->proc, command, &ignored)) a->proc = PROC_NONE;
}

/* False once there is nothing more to hear. */
static bool hear(struct asking *a)
{
    ssize_t got = read(a->proc.out, a->said + a->len, sizeof a->said - 1 - a->len);
    if (got > 0) a->len += (size_t)got;
    bool goes_on = got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
    return goes_on && a->len < sizeof a->said - 1;
}

static void hear_all(struct asking *all, int count, int64_t until_us)
{
    struct pollfd fds[LANGUAGES_MOST];
    int open = 0;
    for (int i = 0; i < count; i++) {
        fds[i] = (struct pollfd){.fd = all[i].proc.out, .events = POLLIN};
        open += fds[i].fd >= 0;
    }
    while (open > 0) {
        int64_t left_us = until_us - clock_us();
        if (left_us <= 0 || poll(fds, (nfds_t)count, (int)(left_us / 1000) + 1) < 0) return;
        for (int i = 0; i < count; i++) {
            if (fds[i].fd < 0 || !fds[i].revents || hear(&all[i])) continue;
            fds[i].fd = -1;
            open--;
        }
    }
}

void languages_versions(const struct languages *l, const char *folders, int64_t most_us,
                        char version[LANGUAGES_MOST][LANGUAGE_VERSION])
{
    static struct asking all[LANGUAGES_MOST];
    struct proc_end ignored;
    const char *own = getenv("PATH");
    if (!folders) folders = own ? own : "";
    memset(all, 0, sizeof all);
    for (int i = 0; i < l->count; i++) ask(&all[i], &l->language[i], folders);
    hear_all(all, l->count, clock_us() + most_us);
    for (int i = 0; i < l->count; i++) {
        if (all[i].proc.pid) proc_end(&all[i].proc, 0, &ignored);
        language_find_version(all[i].said, version[i]);
    }
}
