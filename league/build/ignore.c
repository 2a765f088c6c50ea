/* A pattern is walked through once, with the set of all places in the path where what was read of
   it so far may end: so no pattern takes longer than its length times that of the path. */
#include "league/build/ignore.h"

#include "base/scan.h"

#include <string.h>

const char ignore_defaults[] = ".*\n"
                               "*~\n"
                               "*.o\n"
                               "*.class\n"
                               "*.exe\n"
                               "*.pyc\n"
                               "*.zip\n"
                               "*.jsonl\n"
                               "*.jsonl.zst\n"
                               "a.out\n"
                               "__pycache__/\n"
                               "node_modules/\n"
                               "venv/\n"
                               "build/\n"
                               "target/\n"
                               "bin/\n"
                               "obj/\n"
                               "records/\n"
                               "/player\n";

/* ---- one pattern ---- */

struct places {
    bool at[IGNORE_PATH + 1];
};

/* From each place to all behind it, up to the end of the part or of the path. */
static void spread(struct places *p, const char *path, bool over_slashes)
{
    bool is_open = false;
    for (size_t i = 0;; i++) {
        is_open = is_open || p->at[i];
        p->at[i] = is_open;
        if (!path[i]) return;
        if (path[i] == '/' && !over_slashes) is_open = false;
    }
}

/* From each place to the beginnings of all parts behind it. */
static void skip_folders(struct places *p, const char *path)
{
    bool is_open = false;
    for (size_t i = 0; path[i]; i++) {
        is_open = is_open || p->at[i];
        if (path[i] == '/' && is_open) p->at[i + 1] = true;
    }
}

/* Whether the class that begins behind `[` has this character; *end: behind its `]`. False, with
 *end NULL, when it does not end: then the `[` is a character like others. */
static bool class_has(const char *at, const char *stop, char c, const char **end)
{
    bool is_not = at < stop && (*at == '!' || *at == '^'), has = false;
    const char *first = at += is_not;
    for (; at < stop && (*at != ']' || at == first); at++) {
        if (at + 2 < stop && at[1] == '-' && at[2] != ']') {
            has = has || (at[0] <= c && c <= at[2]);
            at += 2;
        } else {
            has = has || *at == c;
        }
    }
    *end = at < stop ? at + 1 : NULL;
    return *end && has != is_not;
}

/* One character of the path: `?`, a class, or itself. Returns where the pattern goes on. */
static const char *step(struct places *p, const char *path, const char *at, const char *stop)
{
    const char *next = at + 1, *end = NULL;
    bool is_class = *at == '[', is_any = *at == '?';
    if (*at == '\\' && next < stop) at = next++;
    if (is_class) class_has(next, stop, 'x', &end);
    for (size_t i = strlen(path); i > 0; i--) {
        char c = path[i - 1];
        bool fits = is_any ? c != '/' : end ? c != '/' && class_has(next, stop, c, &end) : c == *at;
        p->at[i] = fits && p->at[i - 1];
    }
    p->at[0] = false;
    return end ? end : next;
}

static bool glob(const char *at, const char *stop, const char *path)
{
    struct places p = {.at = {true}};
    const char *start = at;
    size_t len = strlen(path);
    while (at < stop) {
        bool is_part = at == start || at[-1] == '/';
        size_t stars = 0;
        while (at + stars < stop && at[stars] == '*') stars++;
        if (stars == 0) {
            at = step(&p, path, at, stop);
        } else if (stars == 2 && is_part && at + 2 < stop && at[2] == '/') {
            skip_folders(&p, path);
            at += 3;
        } else {
            spread(&p, path, stars == 2 && is_part && at + 2 == stop);
            at += stars;
        }
    }
    return p.at[len];
}

/* ---- a line ---- */

static void trim(struct scan *line)
{
    while (line->at < line->end && (line->end[-1] == ' ' || line->end[-1] == '\r')) {
        if (line->end - line->at >= 2 && line->end[-2] == '\\') return;
        line->end--;
    }
}

static bool line_fits(struct scan line, const char *path, bool is_folder)
{
    bool folders_only = line.end[-1] == '/';
    line.end -= folders_only;
    if (line.at == line.end || (folders_only && !is_folder)) return false;
    bool is_tied = memchr(line.at, '/', (size_t)(line.end - line.at)) != NULL;
    if (*line.at == '/') line.at++;
    const char *last = strrchr(path, '/');
    return glob(line.at, line.end, is_tied || !last ? path : last + 1);
}

bool ignore_matches(const char *text, const char *path, bool is_folder, bool was)
{
    struct scan all = scan_str(text), line;
    if (strlen(path) > IGNORE_PATH) return was;
    while (scan_left(&all) > 0) {
        if (!scan_line(&all, &line)) line = all, all.at = all.end; /* the last one has no end */
        trim(&line);
        bool takes_back = scan_left(&line) > 0 && *line.at == '!';
        if (scan_left(&line) == 0 || *line.at == '#') continue;
        line.at += takes_back;
        if (scan_left(&line) > 0 && line_fits(line, path, is_folder)) was = !takes_back;
    }
    return was;
}
