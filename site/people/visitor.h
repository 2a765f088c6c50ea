/*
 * visitor — who asks, and whether they may change something.
 *
 * A browser shows a cookie, a program an API token (`Authorization: Bearer TOKEN`). Browsers send
 * cookies along whoever made them ask: what is changed with a cookie must come from a page of this
 * site (Origin, Sec-Fetch-Site) and carry the word that only such a page can have read, as
 * X-CSRF-Token.
 */
#pragma once
#include "league/store/people/store_account.h"
#include "league/store/people/store_audit.h"
#include "league/store/store.h"
#include "site/site_internal.h"

struct visitor {
    bool is_known; /* the rest is nothing where it is false */
    bool has_session;
    struct store_account account;
    char session[ACCOUNT_HASH], csrf[ACCOUNT_HASH];
};

/* All return false, having refused. */
bool visitor_find(struct site *site, const struct http_request *q, struct http_answer *a,
                  struct visitor *v);
/* Somebody known. */
bool visitor_need(struct site *site, const struct http_request *q, struct http_answer *a,
                  struct visitor *v);
/* Somebody known who wants this change: with a token, or with a session and from our own page. */
bool visitor_need_change(struct site *site, const struct http_request *q, struct http_answer *a,
                         struct visitor *v);
/* Somebody with a session, who wants this change: a token does not open what makes tokens. */
bool visitor_need_session(struct site *site, const struct http_request *q, struct http_answer *a,
                          struct visitor *v);
/* An organiser: to look; and to change something, which takes a session. */
bool visitor_need_organiser(struct site *site, const struct http_request *q, struct http_answer *a,
                            struct visitor *v);
bool visitor_need_organiser_session(struct site *site, const struct http_request *q,
                                    struct http_answer *a, struct visitor *v);
/* Does the work and writes it down, both or neither. A failure that is not the store's is told
   with `status` and the reason. */
struct visitor_audited {
    const char *kind, *text;
    store_work_fn *work;
    void *arg;
    int status;
};
bool visitor_do(struct site *site, const struct http_request *q, struct http_answer *a,
                const struct visitor *v, const struct visitor_audited *entry);
/* Begins a session, whatever cookie was shown before, fills in the visitor, and makes the browser
   known to the account, whose hash of the password must be there. */
bool visitor_begin(struct site *site, const struct http_request *q, struct http_answer *a,
                   const struct store_account *account, struct visitor *v);
void visitor_end(struct site *site, const struct http_request *q, struct http_answer *a);
/* A browser that was logged in as somebody keeps a second cookie, which opens nothing: it says that
   this browser is known to the account, until its password changes. False: it is not. */
enum { VISITOR_DEVICE = 33 };
bool visitor_device(const struct http_request *q, const struct store_account *account,
                    char device[VISITOR_DEVICE]);
/* Writes down what was done; account: 0 where it is nobody's. */
void visitor_note(struct site *site, const struct http_request *q, int64_t account,
                  const char *kind, const char *text);
