/* What form NFC is, utf8proc knows; which script a letter is of and what it looks like are tables
   of facts from Unicode's character data, as far as names need them. */
#include "league/people/look_alike.h"

#include "base/utf8.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

struct range {
    uint32_t first, last;
};

static bool is_in(const struct range *ranges, size_t count, uint32_t c)
{
    for (size_t i = 0; i < count; i++)
        if (c >= ranges[i].first && c <= ranges[i].last) return true;
    return false;
}

#define IS_IN(ranges, c) is_in(ranges, sizeof(ranges) / sizeof(ranges)[0], c)

/* ---- names that are clear ---- */

/* Accents for any letter. One with a letter that has it is gone in form NFC; the others are used to
   write all over a page. */
static bool is_loose_mark(uint32_t c)
{
    static const struct range ranges[] = {
        {0x300, 0x36f},   {0x483, 0x489},   {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff},
        {0x20d0, 0x20ff}, {0x302a, 0x302f}, {0x3099, 0x309a}, {0xfe20, 0xfe2f},
    };
    return IS_IN(ranges, c);
}

static bool is_nfc(const char *name)
{
    utf8proc_uint8_t *nfc = utf8proc_NFC((const utf8proc_uint8_t *)name);
    bool is_same = nfc && strcmp((const char *)nfc, name) == 0;
    free(nfc);
    return is_same;
}

/* Letters that are pictures of other letters: small, raised, in circles, for formulas. */
static bool is_ornament(uint32_t c)
{
    static const struct range ranges[] = {
        {0x2b0, 0x2ff},     {0x1d00, 0x1dbf}, {0x2070, 0x209f}, {0x2100, 0x214f},
        {0x2150, 0x218f},   {0x2460, 0x24ff}, {0x2c60, 0x2c7f}, {0xa4d0, 0xa4ff},
        {0xa720, 0xa7ff},   {0xab30, 0xab6f}, {0xfb00, 0xfb17}, {0x1d400, 0x1d7ff},
        {0x1f100, 0x1f1ff},
    };
    return IS_IN(ranges, c);
}

/* Scripts whose letters are taken for each other; 0: another one, or no letter. */
static unsigned script_of(uint32_t c)
{
    enum { LATIN = 1, GREEK = 2, CYRILLIC = 4, ARMENIAN = 8, CHEROKEE = 16, COPTIC = 32 };
    static const struct {
        struct range range;
        unsigned script;
    } scripts[] = {
        {{'A', 'Z'}, LATIN},          {{'a', 'z'}, LATIN},          {{0xc0, 0x2af}, LATIN},
        {{0x1e00, 0x1eff}, LATIN},    {{0xff21, 0xff3a}, LATIN},    {{0xff41, 0xff5a}, LATIN},
        {{0x370, 0x3e1}, GREEK},      {{0x1f00, 0x1fff}, GREEK},    {{0x3f0, 0x3ff}, GREEK},
        {{0x400, 0x52f}, CYRILLIC},   {{0x1c80, 0x1c8f}, CYRILLIC}, {{0x2de0, 0x2dff}, CYRILLIC},
        {{0xa640, 0xa69f}, CYRILLIC}, {{0x530, 0x58f}, ARMENIAN},   {{0x13a0, 0x13ff}, CHEROKEE},
        {{0xab70, 0xabbf}, CHEROKEE}, {{0x3e2, 0x3ef}, COPTIC},     {{0x2c80, 0x2cff}, COPTIC},
    };
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++)
        if (c >= scripts[i].range.first && c <= scripts[i].range.last) return scripts[i].script;
    return 0;
}

static bool refuse_accent(struct err *err)
{
    return err_code(err, "name-accent: the name of an account has an accent as a character of its "
                         "own; write the letter with it as one (Unicode NFC)");
}

bool look_alike_is_clear(const char *name, struct err *err)
{
    unsigned scripts = 0;
    if (!is_nfc(name)) return refuse_accent(err);
    for (const char *at = name; *at;) {
        uint32_t c = utf8_next(&at);
        if (is_loose_mark(c)) return refuse_accent(err);
        if (is_ornament(c))
            return err_code(
                err,
                "name-ornament: the name of an account has ordinary letters, not pictures of them");
        scripts |= script_of(c);
    }
    if ((scripts & (scripts - 1)) == 0) return true;
    return err_code(
        err, "name-look-alike: the name of an account mixes letters of scripts that look alike");
}

/* ---- what a name looks like ---- */

struct pair {
    uint32_t from, to;
};

/* After case is gone, but for capitals that look like something else than their small form. */
static const struct pair alike[] = {
    {'0', 'o'},
    {'1', 'l'},
    {'I', 'l'},
    {0x131, 'i'},
    {0x237, 'j'},
    /* Greek */
    {0x399, 'l'},
    {0x3b1, 'a'},
    {0x3b2, 'b'},
    {0x3b5, 'e'},
    {0x3b6, 'z'},
    {0x3b7, 'h'},
    {0x3b9, 'i'},
    {0x3ba, 'k'},
    {0x3bc, 'm'},
    {0x3bd, 'v'},
    {0x39d, 'n'},
    {0x3bf, 'o'},
    {0x3c1, 'p'},
    {0x3c4, 't'},
    {0x3c5, 'u'},
    {0x3a5, 'y'},
    {0x3c7, 'x'},
    {0x3c9, 'w'},
    {0x3f2, 'c'},
    {0x3f3, 'j'},
    {0x3b3, 'y'},
    /* Cyrillic */
    {0x406, 'l'},
    {0x4c0, 'l'},
    {0x4cf, 'l'},
    {0x430, 'a'},
    {0x432, 'b'},
    {0x433, 'r'},
    {0x435, 'e'},
    {0x437, '3'},
    {0x43a, 'k'},
    {0x43c, 'm'},
    {0x43d, 'h'},
    {0x43e, 'o'},
    {0x43f, 'n'},
    {0x440, 'p'},
    {0x441, 'c'},
    {0x442, 't'},
    {0x443, 'y'},
    {0x445, 'x'},
    {0x44c, 'b'},
    {0x455, 's'},
    {0x456, 'i'},
    {0x457, 0xef},
    {0x458, 'j'},
    {0x451, 0xeb},
    {0x475, 'v'},
    {0x4bb, 'h'},
    {0x501, 'd'},
    {0x51b, 'q'},
    {0x51d, 'w'},
    {0x4af, 'y'},
    /* Armenian */
    {0x578, 'n'},
    {0x57d, 'u'},
    {0x585, 'o'},
    {0x570, 'h'},
    {0x566, 'q'},
    {0x581, 'g'},
    /* dashes, and kana that look like Han or like each other */
    {0xad, '-'},
    {0x2010, '-'},
    {0x2011, '-'},
    {0x2012, '-'},
    {0x2013, '-'},
    {0x2014, 0x4e00},
    {0x2015, 0x4e00},
    {0x2212, '-'},
    {0x2500, 0x4e00},
    {0x30fc, 0x4e00},
    {0x30ab, 0x529b},
    {0x30a8, 0x5de5},
    {0x30bf, 0x5915},
    {0x30c8, 0x535c},
    {0x30cb, 0x4e8c},
    {0x30cf, 0x516b},
    {0x30ed, 0x53e3},
    {0x30e1, 0x4e44},
    {0x30ce, 0x4e3f},
    {0x30aa, 0x624d},
    {0x3078, 0x30d8},
    {0x3079, 0x30d9},
    {0x307a, 0x30da},
    {0x308a, 0x30ea},
    {0x3007, 'o'},
    {0x56d7, 0x53e3},
    {0x58eb, 0x571f},
    {0x672b, 0x672a},
};

/* Half-width katakana, U+FF66 on, as the wide ones. */
static const uint16_t narrow_kana[] = {
    0x30f2, 0x30a1, 0x30a3, 0x30a5, 0x30a7, 0x30a9, 0x30e3, 0x30e5, 0x30e7, 0x30c3, 0x30fc, 0x30a2,
    0x30a4, 0x30a6, 0x30a8, 0x30aa, 0x30ab, 0x30ad, 0x30af, 0x30b1, 0x30b3, 0x30b5, 0x30b7, 0x30b9,
    0x30bb, 0x30bd, 0x30bf, 0x30c1, 0x30c4, 0x30c6, 0x30c8, 0x30ca, 0x30cb, 0x30cc, 0x30cd, 0x30ce,
    0x30cf, 0x30d2, 0x30d5, 0x30d8, 0x30db, 0x30de, 0x30df, 0x30e0, 0x30e1, 0x30e2, 0x30e4, 0x30e6,
    0x30e8, 0x30e9, 0x30ea, 0x30eb, 0x30ec, 0x30ed, 0x30ef, 0x30f3,
};

static uint32_t widen(uint32_t c)
{
    if (c >= 0xff01 && c <= 0xff5e) return c - 0xff01 + '!';
    if (c >= 0xff66 && c < 0xff66 + sizeof narrow_kana / sizeof narrow_kana[0])
        return narrow_kana[c - 0xff66];
    return c;
}

static uint32_t find_alike(uint32_t c)
{
    for (size_t i = 0; i < sizeof alike / sizeof alike[0]; i++)
        if (alike[i].from == c) return alike[i].to;
    return c;
}

/* As far as the table knows the small letters. */
static uint32_t lower(uint32_t c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A' + 'a';
    if (c >= 0xc0 && c <= 0xde && c != 0xd7) return c + 0x20;
    if (c >= 0x100 && c <= 0x137) return c | 1;
    if (c >= 0x391 && c <= 0x3a9) return c + 0x20;
    if (c >= 0x400 && c <= 0x40f) return c + 0x50;
    if (c >= 0x410 && c <= 0x42f) return c + 0x20;
    if (c >= 0x460 && c <= 0x481) return c | 1;
    if (c >= 0x48a && c <= 0x4bf) return c | 1;
    if (c >= 0x4d0 && c <= 0x52f) return c | 1;
    if (c >= 0x531 && c <= 0x556) return c + 0x30;
    return c;
}

static char *put(char *out, uint32_t c)
{
    if (c < 0x80) {
        *out++ = (char)c;
    } else if (c < 0x800) {
        *out++ = (char)(0xc0 | c >> 6);
        *out++ = (char)(0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
        *out++ = (char)(0xe0 | c >> 12);
        *out++ = (char)(0x80 | (c >> 6 & 0x3f));
        *out++ = (char)(0x80 | (c & 0x3f));
    } else {
        *out++ = (char)(0xf0 | c >> 18);
        *out++ = (char)(0x80 | (c >> 12 & 0x3f));
        *out++ = (char)(0x80 | (c >> 6 & 0x3f));
        *out++ = (char)(0x80 | (c & 0x3f));
    }
    return out;
}

void look_alike_of(const char *name, char out[ACCOUNT_NAME])
{
    char *end = out;
    assert(strlen(name) < ACCOUNT_NAME);
    for (const char *at = name; *at;) { /* nothing becomes longer than it was */
        uint32_t c = widen(utf8_next(&at)), looks = find_alike(c);
        end = put(end, looks != c ? looks : find_alike(lower(c)));
    }
    *end = '\0';
    assert(end < out + ACCOUNT_NAME);
}
