#include "cli/told.h"

#include <jansson.h>
#include <string.h>

struct told *told_open(const char *bytes, size_t len)
{
    json_t *root = json_loadb(bytes, len, 0, NULL);
    if (json_is_object(root)) return (struct told *)root;
    json_decref(root);
    return NULL;
}

static json_t *member(const struct told *t, const char *key)
{
    return json_object_get((const json_t *)t, key);
}

void told_close(struct told *t)
{
    json_decref((json_t *)t);
}

int64_t told_int(const struct told *t, const char *key, int64_t otherwise)
{
    const json_t *value = member(t, key);
    return json_is_integer(value) ? json_integer_value(value) : otherwise;
}

double told_real(const struct told *t, const char *key)
{
    return json_number_value(member(t, key));
}

bool told_bool(const struct told *t, const char *key)
{
    return json_is_true(member(t, key));
}

void told_text(const struct told *t, const char *key, char out[TOLD_TEXT])
{
    const char *text = json_string_value(member(t, key));
    told_clean(text ? text : "", text ? strlen(text) : 0, out);
}

void told_clean(const char *bytes, size_t len, char out[TOLD_TEXT])
{
    size_t used = 0;
    for (size_t i = 0; i < len && used + 1 < TOLD_TEXT; i++) {
        unsigned char c = (unsigned char)bytes[i];
        out[used++] = c < 0x20 || c == 0x7f ? ' ' : (char)c;
    }
    out[used] = '\0';
}
