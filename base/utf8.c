/* One decoder for all: utf8_length() knows what is valid, everything else is built on it. */
#include "base/utf8.h"

static size_t length_by_lead(unsigned char lead)
{
    if (lead < 0x80) return 1;
    if (lead >= 0xc2 && lead <= 0xdf) return 2;
    if (lead >= 0xe0 && lead <= 0xef) return 3;
    return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

static bool is_continuation(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

size_t utf8_length(const char *bytes, size_t len)
{
    const unsigned char *s = (const unsigned char *)bytes;
    size_t need = len > 0 ? length_by_lead(s[0]) : 0;
    if (need == 0 || need > len) return 0;
    for (size_t i = 1; i < need; i++)
        if (!is_continuation(bytes[i])) return 0;
    if (s[0] == 0xe0 && s[1] < 0xa0) return 0; /* longer than need be */
    if (s[0] == 0xed && s[1] > 0x9f) return 0; /* half of a surrogate pair */
    if (s[0] == 0xf0 && s[1] < 0x90) return 0;
    if (s[0] == 0xf4 && s[1] > 0x8f) return 0; /* above U+10FFFF */
    return need;
}

size_t utf8_cut(const char *bytes, size_t len, size_t most)
{
    if (len <= most) return len;
    size_t end = most;
    for (int i = 0; i < 3 && end > 0 && is_continuation(bytes[end]); i++) end--;
    return end;
}

uint32_t utf8_next(const char **at)
{
    static const uint32_t lead_bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    const char *s = *at;
    size_t left = 0; /* strnlen() is not there in the browser */
    while (left < 4 && s[left]) left++;
    size_t len = utf8_length(s, left);
    if (len == 0) {
        ++*at;
        return 0xfffd;
    }
    uint32_t c = (unsigned char)s[0] & lead_bits[len];
    for (size_t i = 1; i < len; i++) c = c << 6 | ((unsigned char)s[i] & 0x3fU);
    *at += len;
    return c;
}

bool utf8_is_plain(const char *bytes, size_t len)
{
    for (size_t i = 0; i < len;) {
        unsigned char c = (unsigned char)bytes[i];
        size_t width = utf8_length(bytes + i, len - i);
        bool is_c1 = c == 0xc2 && width == 2 && (unsigned char)bytes[i + 1] < 0xa0;
        if (width == 0 || c < 0x20 || c == 0x7f || is_c1) return false;
        i += width;
    }
    return true;
}

/* Hangul Jamo, CJK and full-width forms, roughly: everything from U+1100 on that is no half-width
   letter, punctuation or symbol. */
static bool is_wide(uint32_t c)
{
    if (c < 0x1100 || (c >= 0x1160 && c < 0x2e80)) return false;
    return !(c >= 0xff61 && c <= 0xffdc) && !(c >= 0xfb00 && c < 0xfe30);
}

int utf8_columns(const char *text)
{
    int columns = 0;
    for (const char *at = text; *at;) columns += is_wide(utf8_next(&at)) ? 2 : 1;
    return columns;
}
