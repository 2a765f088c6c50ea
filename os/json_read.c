/* The library's value under a name of our own: there is nothing else in it, so a struct json_read
   is a json_t, and only this file knows. */
#include "os/json_read.h"

#include <jansson.h>
#include <string.h>

static const json_t *member(const struct json_read *json, const char *key)
{
    return json_object_get((const json_t *)(const void *)json, key);
}

struct json_read *json_read_open(const char *bytes, size_t len, struct err *err)
{
    json_error_t why;
    json_t *json = json_loadb(bytes, len, JSON_REJECT_DUPLICATES, &why);
    if (!json) {
        err_set(err, "invalid JSON: line %d, %s", why.line, why.text);
        return NULL;
    }
    if (json_is_object(json)) return (struct json_read *)(void *)json;
    json_decref(json);
    err_set(err, "expected one JSON object");
    return NULL;
}

void json_read_close(struct json_read *json)
{
    json_decref((json_t *)(void *)json);
}

bool json_read_text(const struct json_read *json, const char *key, const char **out)
{
    const json_t *value = member(json, key);
    *out = "";
    if (!value || json_is_null(value)) return true;
    if (!json_is_string(value)) return false;
    *out = json_string_value(value);
    return strlen(*out) == json_string_length(value);
}

struct json_read *json_read_inner(const struct json_read *json, const char *key)
{
    json_t *value = json_object_get((const json_t *)(const void *)json, key);
    return json_is_object(value) ? (struct json_read *)(void *)json_incref(value) : NULL;
}

bool json_read_texts(const struct json_read *json, const char *key, const char **out, int most,
                     int *count)
{
    const json_t *list = member(json, key), *value;
    size_t i;
    *count = 0;
    if (!list || json_is_null(list)) return true;
    if (!json_is_array(list) || json_array_size(list) > (size_t)most) return false;
    json_array_foreach(list, i, value)
    {
        if (!json_is_string(value) || strlen(json_string_value(value)) != json_string_length(value))
            return false;
        out[(*count)++] = json_string_value(value);
    }
    return true;
}

bool json_read_int(const struct json_read *json, const char *key, int64_t otherwise, int64_t *out)
{
    const json_t *value = member(json, key);
    *out = otherwise;
    if (!value || json_is_null(value)) return true;
    if (!json_is_integer(value)) return false;
    *out = json_integer_value(value);
    return true;
}

double json_read_real(const struct json_read *json, const char *key)
{
    return json_number_value(member(json, key));
}

bool json_read_bool(const struct json_read *json, const char *key)
{
    return json_is_true(member(json, key));
}
