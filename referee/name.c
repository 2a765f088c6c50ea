/* Old clients send Shift_JIS: what is no UTF-8 is tried as CP932. */
#include "referee/name.h"

#include "base/text.h"
#include "base/utf8.h"

#include <iconv.h>
#include <stdbool.h>
#include <string.h>

static bool convert(const char *from, const char *bytes, size_t len, struct text *out)
{
    char buf[1024];
    char *in = (char *)(size_t)bytes,
         *to = buf; /* iconv() takes it without const, but only reads */
    size_t in_left = len, out_left = sizeof buf;
    iconv_t how = iconv_open("UTF-8", from);
    if (how == (iconv_t)-1) return false;
    bool ok = iconv(how, &in, &in_left, &to, &out_left) != (size_t)-1;
    iconv_close(how);
    if (ok) text_bytes(out, buf, (size_t)(to - buf));
    return ok;
}

void name_clean(const char *bytes, size_t len, char out[NAME_MAX_BYTES + 1])
{
    char buf[1024];
    struct text whole = TEXT_ON(buf), clean = text_on(out, NAME_MAX_BYTES + 1);
    len = utf8_cut(bytes, len, NAME_MAX_BYTES);
    if (!convert("UTF-8", bytes, len, &whole) && !convert("CP932", bytes, len, &whole))
        for (size_t i = 0; i < len; i++)
            text_char(&whole, (unsigned char)bytes[i] < 0x80 ? bytes[i] : '?');
    whole.len =
        utf8_cut(buf, whole.len, NAME_MAX_BYTES); /* Shift_JIS grows when it becomes UTF-8 */
    for (size_t i = 0; i < whole.len; i++)
        if ((unsigned char)buf[i] >= 0x20 && buf[i] != 0x7f) text_char(&clean, buf[i]);
}
