#include "site/ask.h"

#include <jansson.h>
#include <string.h>
#include <strings.h>

/* The library's value under our own name: there is nothing else in it. */
static const json_t *inside(const struct ask *ask)
{
    return (const json_t *)(const void *)ask;
}

/* Forms of other sites cannot send this type without asking first. */
static bool is_json(const struct http_request *q)
{
    static const char type[] = "application/json";
    const char *said = http_header(q, "Content-Type");
    return said && strncasecmp(said, type, sizeof type - 1) == 0;
}

struct ask *ask_open(const struct http_request *q, struct http_answer *a)
{
    json_error_t why;
    if (!is_json(q)) {
        http_refuse(a, 415, "send application/json");
        return NULL;
    }
    json_t *json = json_loadb(q->body, q->body_len, JSON_REJECT_DUPLICATES, &why);
    if (!json) {
        http_refuse(a, 400, "this is no JSON: line %d, %s", why.line, why.text);
        return NULL;
    }
    if (!json_is_object(json)) {
        json_decref(json);
        http_refuse(a, 400, "send one JSON object");
        return NULL;
    }
    return (struct ask *)(void *)json;
}

void ask_close(struct ask *ask)
{
    json_decref((json_t *)(void *)ask);
}

void ask_refuse(struct http_answer *a)
{
    http_refuse(a, 400, "a member is missing, or of another kind than it should be");
}

bool ask_text(const struct ask *ask, const char *key, const char **out)
{
    const json_t *value = json_object_get(inside(ask), key);
    *out = "";
    if (!value || json_is_null(value)) return true;
    if (!json_is_string(value)) return false;
    *out = json_string_value(value);
    return strlen(*out) == json_string_length(value);
}

bool ask_int(const struct ask *ask, const char *key, int64_t otherwise, int64_t *out)
{
    const json_t *value = json_object_get(inside(ask), key);
    *out = otherwise;
    if (!value || json_is_null(value)) return true;
    if (!json_is_integer(value)) return false;
    *out = json_integer_value(value);
    return true;
}
