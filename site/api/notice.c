/* Notices: what somebody should hear of their programs. */
#include "league/store/people/store_notice.h"
#include "site/http/json_body.h"
#include "site/people/visitor.h"

enum { LIST = 50 };

static void put_notice(void *arg, const struct store_notice *n)
{
    struct text *t = arg;
    json_write_open(t, NULL, '{');
    json_write_int(t, "id", n->id);
    json_write_str(t, "kind", n->kind);
    if (n->match)
        json_write_int(t, "match", n->match);
    else
        json_write_null(t, "match");
    json_write_str(t, "text", n->text);
    json_write_int(t, "created", n->created);
    json_write_bool(t, "is_seen", n->is_seen);
    json_write_close(t, '}');
}

void api_notices(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct visitor v;
    struct err err;
    int64_t before, unseen;
    if (!visitor_need(site, q, a, &v)) return;
    if (!http_query_int(q, "before", 1, INT64_MAX, 0, &before)) {
        http_refuse(a, 400, "before-number: before is a whole number");
        return;
    }
    json_write_open(a->body, NULL, '{');
    json_write_open(a->body, "notices", '[');
    if (!store_notices(site->store, v.account.id, before, LIST, put_notice, a->body, &err) ||
        !store_count_notices(site->store, v.account.id, &unseen, &err)) {
        site_store_failed(a, &err);
        return;
    }
    json_write_close(a->body, ']');
    json_write_int(a->body, "unseen", unseen);
    text_str(a->body, "}\n");
}

/* {"last": ID}: all up to this one have been seen. */
void api_see_notices(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct visitor v;
    struct err err;
    int64_t last;
    if (!visitor_need_session(site, q, a, &v)) return;
    struct json_read *body = json_body_open(q, a);
    if (!body) return;
    if (!json_read_int(body, "last", 0, &last))
        json_body_refuse(a);
    else if (!store_see_notices(site->store, v.account.id, last, &err))
        site_store_failed(a, &err);
    else
        a->status = 204;
    json_read_close(body);
}
