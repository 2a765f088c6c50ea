/* Whether a comma is due follows from the last byte that was written, so a writer needs no state
   beside its text. */
#include "base/json_write.h"

#include <string.h>

static void begin(struct text *t, const char *key)
{
    char last = t->len > 0 ? t->buf[t->len - 1] : '{';
    if (last != '{' && last != '[') text_char(t, ',');
    if (!key) return;
    text_json(t, key, strlen(key));
    text_char(t, ':');
}

void json_write_open(struct text *t, const char *key, char bracket)
{
    if (t->len > 0) begin(t, key);
    text_char(t, bracket);
}

void json_write_close(struct text *t, char bracket)
{
    text_char(t, bracket);
}

void json_write_str(struct text *t, const char *key, const char *value)
{
    begin(t, key);
    if (value)
        text_json(t, value, strlen(value));
    else
        text_str(t, "null");
}

void json_write_bytes(struct text *t, const char *key, const char *bytes, size_t len)
{
    begin(t, key);
    text_json(t, bytes, len);
}

void json_write_json(struct text *t, const char *key, const char *json)
{
    begin(t, key);
    text_str(t, *json ? json : "null");
}

void json_write_int(struct text *t, const char *key, int64_t value)
{
    begin(t, key);
    text_int(t, value);
}

void json_write_bool(struct text *t, const char *key, bool value)
{
    begin(t, key);
    text_str(t, value ? "true" : "false");
}

void json_write_null(struct text *t, const char *key)
{
    json_write_str(t, key, NULL);
}

void json_write_tenths(struct text *t, const char *key, int64_t tenths)
{
    int64_t size = tenths < 0 ? -tenths : tenths;
    begin(t, key);
    if (tenths < 0) text_char(t, '-');
    text_int(t, size / 10);
    text_char(t, '.');
    text_int(t, size % 10);
}

void json_write_hex(struct text *t, const char *key, uint64_t value)
{
    begin(t, key);
    text_char(t, '"');
    text_hex(t, value);
    text_char(t, '"');
}
