/* inih tells neither lines nor empty sections and cuts long lines silently: the text is looked
   at before it, and its calls are matched with the lines found. */
#include "league/inifile.h"

#include "base/scan.h"

#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reading {
    struct scan rest;
    int line;
    const struct inifile_handler *h;
    struct err *err;
    bool has_failed;
};

static void fail(struct reading *r)
{
    r->has_failed = true;
}

/* The next line, which need not end with LF at the end of the text. */
static bool next_line(struct scan *rest, struct scan *line)
{
    if (scan_line(rest, line)) return true;
    *line = *rest;
    rest->at = rest->end;
    return line->at < line->end;
}

static bool is_section(const struct scan *line)
{
    return line->at < line->end && *line->at == '[';
}

static void begin_section(struct reading *r, const struct scan *line)
{
    char name[INIFILE_NAME];
    const char *end = memchr(line->at, ']', scan_left(line));
    size_t len = end ? (size_t)(end - line->at) - 1 : 0;
    if (!end) return; /* inih says that */
    if (len >= sizeof name) {
        err_code(r->err, "ini-section-long: the name of a section has at most {most:%d} bytes",
                 INIFILE_NAME - 1);
        fail(r);
        return;
    }
    memcpy(name, line->at + 1, len);
    name[len] = '\0';
    if (!r->h->section(r->h->arg, name, r->line, r->err)) fail(r);
}

/* For inih, which takes lines as from fgets(). After a failure there are no more lines. */
static char *give_line(char *buf, int size, void *stream)
{
    struct reading *r = stream;
    struct scan line;
    if (r->has_failed || !next_line(&r->rest, &line)) return NULL;
    r->line++;
    while (line.at < line.end && (*line.at == ' ' || *line.at == '\t')) line.at++;
    size_t len = scan_left(&line);
    if (len + 2 > (size_t)size || memchr(line.at, '\0', len)) {
        err_code(r->err, "ini-line-long: a line has at most {most:%d} bytes, and none of them is 0",
                 size - 2);
        fail(r);
        return NULL;
    }
    if (is_section(&line)) begin_section(r, &line);
    memcpy(buf, line.at, len);
    memcpy(buf + len, "\n", 2);
    return r->has_failed ? NULL : buf;
}

static int take_value(void *user, const char *section, const char *key, const char *value)
{
    struct reading *r = user;
    (void)section; /* cut by inih when it is long */
    if (r->has_failed) return 0;
    if (strlen(key) >= INIFILE_NAME)
        err_code(r->err, "ini-key-long: a key has at most {most:%d} bytes", INIFILE_NAME - 1);
    else if (r->h->value(r->h->arg, key, value, r->line, r->err))
        return 1;
    fail(r);
    return 0;
}

bool inifile_read(const char *text, size_t len, const char *path, const struct inifile_handler *h,
                  struct err *err)
{
    size_t mark = len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; /* of UTF-8 */
    struct reading r = {.rest = scan_on(text + mark, len - mark), .h = h, .err = err};
    int bad_line = ini_parse_stream(give_line, &r, take_value, &r);
    if (r.has_failed) return err_in_file(err, path, r.line);
    if (bad_line == 0) return true;
    if (bad_line < 0) return err_code(err, "no-memory: out of memory");
    err_code(err, "ini-line: neither `key = value` nor `[section]` nor a comment");
    return err_in_file(err, path, bad_line);
}

/* ---- values ---- */

bool inifile_int(const char *value, int64_t least, int64_t most, int64_t *n, struct err *err)
{
    struct scan s = scan_str(value);
    int64_t got = 0;
    bool ok = scan_int(&s, &got) && scan_blank(&s) && got >= least && got <= most;
    if (!ok)
        err_code(
            err,
            "ini-number: takes a whole number from {least:%lld} to {most:%lld}, not `{given:%s}`",
            (long long)least, (long long)most, value);
    *n = got;
    return ok;
}

bool inifile_small(const char *value, int least, int most, int *n, struct err *err)
{
    int64_t wide;
    if (!inifile_int(value, least, most, &wide, err)) return false;
    *n = (int)wide;
    return true;
}

bool inifile_yes(const char *value, bool *yes, struct err *err)
{
    *yes = strcmp(value, "yes") == 0;
    return *yes || strcmp(value, "no") == 0 ||
           err_code(err, "ini-yes: takes yes or no, not `{given:%s}`", value);
}

bool inifile_text(const char *value, char *out, size_t size, struct err *err)
{
    if (value[0] == '\0') return err_code(err, "ini-empty: has no value");
    if (strlen(value) >= size)
        return err_code(err, "ini-long: has at most {most:%zu} bytes", size - 1);
    strcpy(out, value);
    return true;
}

bool inifile_choice(const char *value, const char *const *words, int count, int *which,
                    struct err *err)
{
    char list[256] = "";
    for (*which = 0; *which < count; ++*which) {
        size_t len = strlen(list);
        if (strcmp(words[*which], value) == 0) return true;
        snprintf(list + len, sizeof list - len, "%s%s", *which == 0 ? "" : ", ", words[*which]);
    }
    return err_code(err, "ini-choice: is one of {words:%s}, not `{given:%s}`", list, value);
}

bool inifile_real(const char *value, double least, double most, double *n, struct err *err)
{
    char *end;
    double got = strtod(value, &end);
    bool ok = end != value && *end == '\0' && got >= least && got <= most; /* NaN is neither */
    if (!ok) {
        char from[32], to[32];
        snprintf(from, sizeof from, "%g", least);
        snprintf(to, sizeof to, "%g", most);
        err_code(err, "ini-real: takes a number from {least:%s} to {most:%s}, not `{given:%s}`",
                 from, to, value);
    }
    *n = got;
    return ok;
}
