/* Notices: what somebody should hear of their programs. */
#include "league/store_words.h"
#include "site/ask.h"
#include "site/visitor.h"

enum { LIST = 50 };

static void put_notice(void *arg, const struct store_notice *n)
{
    struct text *t = arg;
    put_open(t, NULL, '{');
    put_int(t, "id", n->id);
    put_str(t, "kind", n->kind);
    if (n->match)
        put_int(t, "match", n->match);
    else
        put_null(t, "match");
    put_str(t, "text", n->text);
    put_int(t, "created", n->created);
    put_bool(t, "is_seen", n->is_seen);
    put_close(t, '}');
}

void api_notices(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct visitor v;
    struct err err;
    int64_t before, unseen;
    if (!visitor_need(site, q, a, &v)) return;
    if (!http_query_int(q, "before", 1, INT64_MAX, 0, &before)) {
        http_refuse(a, 400, "before is a whole number");
        return;
    }
    put_open(a->body, NULL, '{');
    put_open(a->body, "notices", '[');
    if (!store_notices(site->store, v.account.id, before, LIST, put_notice, a->body, &err) ||
        !store_count_notices(site->store, v.account.id, &unseen, &err)) {
        site_store_failed(a, &err);
        return;
    }
    put_close(a->body, ']');
    put_int(a->body, "unseen", unseen);
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
    struct ask *ask = ask_open(q, a);
    if (!ask) return;
    if (!ask_int(ask, "last", 0, &last))
        ask_refuse(a);
    else if (!store_see_notices(site->store, v.account.id, last, &err))
        site_store_failed(a, &err);
    else
        a->status = 204;
    ask_close(ask);
}
