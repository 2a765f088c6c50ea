#include "site/put.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void begin(struct text *t, const char *key)
{
    char last = t->len > 0 ? t->buf[t->len - 1] : '{';
    if (last != '{' && last != '[') text_char(t, ',');
    if (!key) return;
    text_json(t, key, strlen(key));
    text_char(t, ':');
}

void put_open(struct text *t, const char *key, char bracket)
{
    if (t->len > 0) begin(t, key);
    text_char(t, bracket);
}

void put_close(struct text *t, char bracket)
{
    text_char(t, bracket);
}

void put_str(struct text *t, const char *key, const char *value)
{
    begin(t, key);
    if (value)
        text_json(t, value, strlen(value));
    else
        text_str(t, "null");
}

void put_bytes(struct text *t, const char *key, const char *bytes, size_t len)
{
    begin(t, key);
    text_json(t, bytes, len);
}

void put_json(struct text *t, const char *key, const char *json)
{
    begin(t, key);
    text_str(t, *json ? json : "null");
}

void put_int(struct text *t, const char *key, int64_t value)
{
    begin(t, key);
    text_int(t, value);
}

void put_bool(struct text *t, const char *key, bool value)
{
    begin(t, key);
    text_str(t, value ? "true" : "false");
}

void put_null(struct text *t, const char *key)
{
    put_str(t, key, NULL);
}

void put_real(struct text *t, const char *key, double value)
{
    char digits[64];
    snprintf(digits, sizeof digits, "%.1f", isfinite(value) ? value : 0);
    begin(t, key);
    text_str(t, digits);
}

void put_hex(struct text *t, const char *key, uint64_t value)
{
    begin(t, key);
    text_char(t, '"');
    text_hex(t, value);
    text_char(t, '"');
}
