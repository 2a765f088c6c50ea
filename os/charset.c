/* Excel in Japan saves CP932, "CSV UTF-8" begins with a byte order mark, and "Unicode text" is
   UTF-16. Text in CP932 is hardly ever valid UTF-8 by chance, so what is valid UTF-8 is taken for
   it. The C library's iconv has the tables. */
#include "os/charset.h"

#include "base/utf8.h"

#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>

static const char mark8[] = "\xef\xbb\xbf", low_first[] = "\xff\xfe", high_first[] = "\xfe\xff";

static bool begins_with(const char *bytes, size_t len, const char *with)
{
    return len >= strlen(with) && memcmp(bytes, with, strlen(with)) == 0;
}

static bool is_utf8(const char *bytes, size_t len)
{
    for (size_t i = 0, step; i < len; i += step)
        if ((step = utf8_length(bytes + i, len - i)) == 0) return false;
    return true;
}

enum charset charset_guess(const char *bytes, size_t len)
{
    if (begins_with(bytes, len, low_first) || begins_with(bytes, len, high_first))
        return CHARSET_UTF16;
    return is_utf8(bytes, len) ? CHARSET_UTF8 : CHARSET_CP932;
}

const char *charset_name(enum charset charset)
{
    static const char *const names[] = {"UTF-8", "UTF-16", "Shift_JIS (CP932)"};
    return names[charset];
}

/* *out is new; a character of two bytes becomes three at most, one byte (half-width kana) as well.
 */
static bool convert(iconv_t how, char *bytes, size_t len, char **out, size_t *out_len)
{
    size_t room = 3 * len + 1, left = room - 1;
    char *to = *out = malloc(room);
    if (!to) return false;
    bool ok = iconv(how, &bytes, &len, &to, &left) != (size_t)-1;
    *out_len = room - 1 - left;
    (*out)[*out_len] = '\0';
    if (!ok) free(*out);
    return ok;
}

static bool convert_from(const char *name, char **bytes, size_t *len, struct err *err)
{
    char *out;
    size_t out_len;
    iconv_t how = iconv_open("UTF-8", name);
    if (how == (iconv_t)-1) return err_sys(err, "this system cannot read %s", name);
    bool ok = convert(how, *bytes, *len, &out, &out_len);
    iconv_close(how);
    if (!ok)
        return err_code(
            err, "charset-unknown: it is neither UTF-8 nor Shift_JIS: save it as CSV (UTF-8)");
    free(*bytes);
    *bytes = out;
    *len = out_len;
    return true;
}

bool charset_to_utf8(char **bytes, size_t *len, enum charset *charset, struct err *err)
{
    *charset = charset_guess(*bytes, *len);
    if (*charset != CHARSET_UTF8 &&
        !convert_from(*charset == CHARSET_UTF16 ? "UTF-16" : "CP932", bytes, len, err))
        return false;
    if (!begins_with(*bytes, *len, mark8)) return true;
    *len -= strlen(mark8);
    memmove(*bytes, *bytes + strlen(mark8), *len + 1);
    return true;
}
