/* The body must be said to be JSON: forms of other sites cannot send this type without asking
 * first. */
#include "site/http/json_body.h"

#include <string.h>
#include <strings.h>

static bool is_json(const struct http_request *q)
{
    static const char type[] = "application/json";
    const char *said = http_header(q, "Content-Type");
    return said && strncasecmp(said, type, sizeof type - 1) == 0;
}

struct json_read *json_body_open(const struct http_request *q, struct http_answer *a)
{
    struct err why;
    if (!is_json(q)) {
        http_refuse(a, 415, "not-json: send application/json");
        return NULL;
    }
    struct json_read *json = json_read_open(q->body, q->body_len, &why);
    if (!json) http_refuse(a, 400, "json-invalid: {why:%s}", why.text);
    return json;
}

void json_body_refuse(struct http_answer *a)
{
    http_refuse(a, 400,
                "member-missing: a member is missing, or of another kind than it should be");
}
