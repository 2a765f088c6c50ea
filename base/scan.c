/* A reader is two pointers. A number that does not fit, or has anything behind it, is no number:
   nothing is read by half. */
#include "base/scan.h"

#include <assert.h>
#include <string.h>

struct scan scan_on(const char *bytes, size_t len)
{
    return (struct scan){.at = bytes, .end = bytes + len};
}

struct scan scan_str(const char *s)
{
    return scan_on(s, strlen(s));
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

bool scan_line(struct scan *s, struct scan *line)
{
    assert(s->at <= s->end);
    if (s->at == s->end) return false;
    const char *lf = memchr(s->at, '\n', scan_left(s));
    if (!lf) return false;
    *line = (struct scan){.at = s->at, .end = lf};
    if (line->end > line->at && line->end[-1] == '\r') line->end--;
    s->at = lf + 1;
    return true;
}

bool scan_word(struct scan *s, struct scan *word)
{
    assert(s->at <= s->end);
    const char *from = s->at;
    while (from < s->end && is_blank(*from)) from++;
    if (from == s->end) return false;
    const char *to = from;
    while (to < s->end && !is_blank(*to)) to++;
    *word = (struct scan){.at = from, .end = to};
    s->at = to;
    return true;
}

static bool digits(const char *at, const char *end, uint64_t limit, uint64_t *n)
{
    uint64_t value = 0;
    if (at == end) return false;
    for (; at < end; at++) {
        if (*at < '0' || *at > '9') return false;
        uint64_t digit = (uint64_t)(*at - '0');
        if (value > (limit - digit) / 10) return false;
        value = value * 10 + digit;
    }
    *n = value;
    return true;
}

bool scan_uint(struct scan *s, uint64_t *n)
{
    struct scan rest = *s, word;
    if (!scan_word(&rest, &word) || !digits(word.at, word.end, UINT64_MAX, n)) return false;
    *s = rest;
    return true;
}

bool scan_int(struct scan *s, int64_t *n)
{
    struct scan rest = *s, word;
    if (!scan_word(&rest, &word)) return false;
    bool negative = *word.at == '-';
    uint64_t value;
    if (!digits(word.at + negative, word.end, INT64_MAX, &value)) return false;
    *n = negative ? -(int64_t)value : (int64_t)value;
    *s = rest;
    return true;
}

bool scan_blank(const struct scan *s)
{
    for (const char *at = s->at; at < s->end; at++)
        if (!is_blank(*at)) return false;
    return true;
}

bool scan_same(const struct scan *a, const struct scan *b)
{
    size_t len = scan_left(a);
    return scan_left(b) == len && (len == 0 || memcmp(a->at, b->at, len) == 0);
}

bool scan_equals(const struct scan *s, const char *word)
{
    struct scan other = scan_str(word);
    return scan_same(s, &other);
}
