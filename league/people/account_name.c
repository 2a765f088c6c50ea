/* A name is looked at character by character: what is not seen on a page, or makes a page show
   something else than what is there, is in a table of ranges. */
#include "league/people/account_name.h"

#include "base/utf8.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Characters that look like nothing, or turn the text around them; U+0080 .. U+FFFF in ranges. */
static bool is_unseen(uint32_t c)
{
    static const struct {
        uint32_t first, last;
    } unseen[] = {
        {0x80, 0xa0},     {0xad, 0xad},     {0x34f, 0x34f},   {0x61c, 0x61c},   {0x115f, 0x1160},
        {0x1680, 0x1680}, {0x17b4, 0x17b5}, {0x180b, 0x180f}, {0x2000, 0x200f}, {0x2028, 0x202f},
        {0x205f, 0x206f}, {0x2800, 0x2800}, {0x3000, 0x3000}, {0x3164, 0x3164}, {0xe000, 0xf8ff},
        {0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xfff0, 0xffff},
    };
    for (size_t i = 0; i < sizeof unseen / sizeof unseen[0]; i++)
        if (c >= unseen[i].first && c <= unseen[i].last) return true;
    return c >= 0xe0000;
}

static bool may_be_in_name(uint32_t c)
{
    if (c < 0x80) return isalnum((int)c) || c == '-' || c == '_' || c == '.';
    return !is_unseen(c);
}

bool account_name_is_valid(const char *name, struct err *err)
{
    size_t len = strlen(name);
    if (len == 0) return err_code(err, "name-empty: the name of an account must not be empty");
    if (len >= ACCOUNT_NAME)
        return err_code(err, "name-long: the name of an account is longer than {most:%d} bytes",
                        ACCOUNT_NAME - 1);
    if (!utf8_is_plain(name, len))
        return err_code(err, "name-not-text: the name of an account is not plain UTF-8 text");
    for (const char *at = name; *at;)
        if (!may_be_in_name(utf8_next(&at)))
            return err_code(
                err, "name-letters: the name of an account has letters, digits and - _ . only");
    return true;
}

void account_name_fold(const char *name, char out[ACCOUNT_NAME])
{
    snprintf(out, ACCOUNT_NAME, "%s", name);
    for (char *at = out; *at; at++)
        if (*at >= 'A' && *at <= 'Z') *at = (char)(*at - 'A' + 'a');
}
