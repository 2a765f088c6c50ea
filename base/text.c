#include "base/text.h"

#include <assert.h>
#include <string.h>

struct text text_on(char *buf, size_t cap)
{
    assert(cap > 0);
    buf[0] = '\0';
    return (struct text){.buf = buf, .cap = cap, .len = 0, .cut = false};
}

void text_clear(struct text *t)
{
    t->len = 0;
    t->cut = false;
    t->buf[0] = '\0';
}

void text_bytes(struct text *t, const char *bytes, size_t len)
{
    size_t room = t->cap - 1 - t->len;
    if (len > room) {
        len = room;
        t->cut = true;
    }
    if (len > 0) memcpy(t->buf + t->len, bytes, len);
    t->len += len;
    t->buf[t->len] = '\0';
}

void text_str(struct text *t, const char *s)
{
    text_bytes(t, s, strlen(s));
}

void text_int(struct text *t, int64_t n)
{
    char digits[20];
    size_t at = sizeof digits;
    uint64_t rest = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (n < 0) digits[--at] = '-';
    text_bytes(t, digits + at, sizeof digits - at);
}

static const char hex_digits[] = "0123456789abcdef";

void text_hex(struct text *t, uint64_t n)
{
    for (int shift = 60; shift >= 0; shift -= 4) text_char(t, hex_digits[n >> shift & 15]);
}

/* Writes an ASCII character of a JSON string, escaped where JSON asks for it. */
static void json_ascii(struct text *t, unsigned char c)
{
    switch (c) {
    case '"': text_str(t, "\\\""); return;
    case '\\': text_str(t, "\\\\"); return;
    case '\n': text_str(t, "\\n"); return;
    case '\r': text_str(t, "\\r"); return;
    case '\t': text_str(t, "\\t"); return;
    default: break;
    }
    if (c >= 0x20 && c != 0x7f) {
        text_char(t, (char)c);
        return;
    }
    text_str(t, "\\u00");
    text_char(t, hex_digits[c >> 4]);
    text_char(t, hex_digits[c & 15]);
}

/* Bytes of the valid UTF-8 character at s (2 to 4), or 0 when there is none. */
static size_t utf8_length(const unsigned char *s, size_t len)
{
    size_t need = s[0] >= 0xc2 && s[0] <= 0xdf   ? 2
                  : s[0] >= 0xe0 && s[0] <= 0xef ? 3
                  : s[0] >= 0xf0 && s[0] <= 0xf4 ? 4
                                                 : 0;
    if (need == 0 || need > len) return 0;
    for (size_t i = 1; i < need; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    if (s[0] == 0xe0 && s[1] < 0xa0) return 0; /* longer than need be */
    if (s[0] == 0xed && s[1] > 0x9f) return 0; /* half of a surrogate pair */
    if (s[0] == 0xf0 && s[1] < 0x90) return 0;
    if (s[0] == 0xf4 && s[1] > 0x8f) return 0; /* above U+10FFFF */
    return need;
}

void text_json(struct text *t, const char *bytes, size_t len)
{
    const unsigned char *s = (const unsigned char *)bytes;
    text_char(t, '"');
    for (size_t i = 0; i < len;) {
        if (s[i] < 0x80) {
            json_ascii(t, s[i++]);
            continue;
        }
        size_t width = utf8_length(s + i, len - i);
        if (width > 0)
            text_bytes(t, bytes + i, width);
        else
            text_str(t, "\\ufffd");
        i += width > 0 ? width : 1;
    }
    text_char(t, '"');
}

void text_plain(struct text *t, const char *bytes, size_t len)
{
    const unsigned char *s = (const unsigned char *)bytes;
    for (size_t i = 0; i < len;) {
        bool is_shown = (s[i] >= 0x20 && s[i] < 0x7f) || s[i] == '\n' || s[i] == '\t';
        size_t width = is_shown ? 1 : s[i] < 0x80 ? 0 : utf8_length(s + i, len - i);
        text_bytes(t, width > 0 ? bytes + i : "?", width > 0 ? width : 1);
        i += width > 0 ? width : 1;
    }
}

void text_json_bytes(struct text *t, const char *bytes, size_t len)
{
    text_char(t, '"');
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c < 0x80) {
            json_ascii(t, c);
            continue;
        }
        text_str(t, "\\u00");
        text_char(t, hex_digits[c >> 4]);
        text_char(t, hex_digits[c & 15]);
    }
    text_char(t, '"');
}
