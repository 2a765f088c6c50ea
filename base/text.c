/* Every writer goes through text_bytes() or text_char(), which alone know where the buffer ends. */
#include "base/text.h"
#include "base/utf8.h"

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
    assert(t->len < t->cap);
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

void text_json(struct text *t, const char *bytes, size_t len)
{
    const unsigned char *s = (const unsigned char *)bytes;
    text_char(t, '"');
    for (size_t i = 0; i < len;) {
        if (s[i] < 0x80) {
            json_ascii(t, s[i++]);
            continue;
        }
        size_t width = utf8_length(bytes + i, len - i);
        if (width > 0)
            text_bytes(t, bytes + i, width);
        else
            text_str(t, "\\ufffd");
        i += width > 0 ? width : 1;
    }
    text_char(t, '"');
}

/* Bytes that may be shown at the beginning of these; 0 when the first may not. */
static size_t shown_length(const char *bytes, size_t len)
{
    size_t width = utf8_length(bytes, len);
    return width > 0 && utf8_is_plain(bytes, width) ? width : 0;
}

static void write_shown(struct text *t, const char *bytes, size_t len, const char *also)
{
    for (size_t i = 0; i < len;) {
        bool is_allowed = bytes[i] != '\0' && strchr(also, bytes[i]);
        size_t width = is_allowed ? 1 : shown_length(bytes + i, len - i);
        size_t skipped = utf8_length(bytes + i, len - i);
        text_bytes(t, width > 0 ? bytes + i : "?", width > 0 ? width : 1);
        i += skipped > 0 ? skipped : 1;
    }
}

void text_plain(struct text *t, const char *bytes, size_t len)
{
    write_shown(t, bytes, len, "\n\t");
}

void text_line(struct text *t, const char *bytes, size_t len)
{
    write_shown(t, bytes, len, "");
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
