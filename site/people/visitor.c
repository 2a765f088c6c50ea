/* A cookie or a token leads to an account; a change that comes with a cookie must also carry the
   word that only our pages know. */
#include "site/people/visitor.h"

#include "league/store/people/store_access.h"
#include "league/store/store.h"
#include "os/random.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define COOKIE "taisen_session"
#define DEVICE_COOKIE "taisen_device"
static const int64_t LASTS_S = INT64_C(30) * 24 * 3600;
static const int64_t DEVICE_LASTS_S = INT64_C(366) * 24 * 3600;

/* ---- who asks ---- */

/* A cookie, or NULL; an empty one is none. */
static const char *cookie_of(const struct http_request *q)
{
    const char *cookie = http_cookie(q, COOKIE);
    return cookie && *cookie ? cookie : NULL;
}

static const char *bearer_of(const struct http_request *q)
{
    static const char scheme[] = "Bearer ";
    const char *said = http_header(q, "Authorization");
    bool is_ours = said && strncasecmp(said, scheme, sizeof scheme - 1) == 0;
    return is_ours ? said + sizeof scheme - 1 : NULL;
}

static void name_session(struct visitor *v, const char *cookie)
{
    v->is_known = v->has_session = true;
    account_hash_token(cookie, "session", v->session);
    account_hash_token(cookie, "csrf", v->csrf);
}

bool visitor_find(struct site *site, const struct http_request *q, struct http_answer *a,
                  struct visitor *v)
{
    const char *token = bearer_of(q), *cookie = cookie_of(q);
    char hash[ACCOUNT_HASH];
    struct err err;
    bool found = false, ok = true;
    *v = (struct visitor){.is_known = false};
    http_set_header(a, "Cache-Control", "no-store");
    if (token || cookie) {
        account_hash_token(token ? token : cookie, token ? "token" : "session", hash);
        ok = token ? store_token(site->store, hash, &v->account, &found, &err)
                   : store_session(site->store, hash, &v->account, &found, &err);
    }
    if (!ok) return site_store_failed(a, &err);
    v->is_known = found;
    if (found && !token) name_session(v, cookie);
    if (found || !token) return true;
    http_refuse(a, 401, "token-invalid: this token is not good, or not any more");
    return false;
}

bool visitor_need(struct site *site, const struct http_request *q, struct http_answer *a,
                  struct visitor *v)
{
    if (!visitor_find(site, q, a, v)) return false;
    if (!v->is_known) http_refuse(a, 401, "log-in-first: log in first");
    return v->is_known;
}

bool visitor_need_change(struct site *site, const struct http_request *q, struct http_answer *a,
                         struct visitor *v)
{
    const char *shown = http_header(q, "X-CSRF-Token");
    if (!visitor_need(site, q, a, v)) return false;
    if (!v->has_session) return true; /* browsers add no token by themselves */
    if (!http_is_foreign(q) && shown && account_is_same(shown, v->csrf)) return true;
    http_refuse(a, 403, "foreign-page: this did not come from a page of this site");
    return false;
}

bool visitor_need_session(struct site *site, const struct http_request *q, struct http_answer *a,
                          struct visitor *v)
{
    if (!visitor_need_change(site, q, a, v)) return false;
    if (!v->has_session) http_refuse(a, 403, "session-needed: log in: a token may not do this");
    return v->has_session;
}

static bool is_organiser(const struct visitor *v, struct http_answer *a)
{
    if (v->account.role == ROLE_ORGANISER) return true;
    http_refuse(a, 403, "organisers-only: this is for organisers");
    return false;
}

bool visitor_need_organiser(struct site *site, const struct http_request *q, struct http_answer *a,
                            struct visitor *v)
{
    return visitor_need(site, q, a, v) && is_organiser(v, a);
}

bool visitor_need_organiser_session(struct site *site, const struct http_request *q,
                                    struct http_answer *a, struct visitor *v)
{
    return visitor_need_session(site, q, a, v) && is_organiser(v, a);
}

/* ---- sessions ---- */

static void set_cookie(const struct site *site, const struct http_request *q, struct http_answer *a,
                       const char *value, int64_t age_s)
{
    bool is_secure = site->o.https || http_is_secure(q);
    http_set_header(a, "Set-Cookie", COOKIE "=%s; Path=/; Max-Age=%lld; HttpOnly; SameSite=Lax%s",
                    value, (long long)age_s, is_secure ? "; Secure" : "");
}

/* ---- browsers that are known ---- */

/* Made with the hash of the password, which nobody outside knows, and which changes with it. */
static void sign_device(const struct store_account *account, const char *device,
                        char out[ACCOUNT_HASH])
{
    char text[VISITOR_DEVICE + STORE_HASH + 32];
    snprintf(text, sizeof text, "%lld %s %s", (long long)account->id, device, account->password);
    account_hash_token(text, "device", out);
    account_wipe(text, sizeof text);
}

bool visitor_device(const struct http_request *q, const struct store_account *account,
                    char device[VISITOR_DEVICE])
{
    const char *cookie = http_cookie(q, DEVICE_COOKIE);
    char signature[ACCOUNT_HASH];
    if (!cookie || strlen(cookie) != VISITOR_DEVICE - 1 + ACCOUNT_HASH - 1) return false;
    memcpy(device, cookie, VISITOR_DEVICE - 1);
    device[VISITOR_DEVICE - 1] = '\0';
    sign_device(account, device, signature);
    return account_is_same(cookie + VISITOR_DEVICE - 1, signature);
}

static void make_known(const struct site *site, const struct http_request *q, struct http_answer *a,
                       const struct store_account *account)
{
    char device[VISITOR_DEVICE], signature[ACCOUNT_HASH];
    bool is_secure = site->o.https || http_is_secure(q);
    if (!visitor_device(q, account, device)) random_hex(device, VISITOR_DEVICE - 1);
    sign_device(account, device, signature);
    http_add_header(a, "Set-Cookie",
                    DEVICE_COOKIE "=%s%s; Path=/api/v1; Max-Age=%lld; HttpOnly;"
                                  " SameSite=Lax%s",
                    device, signature, (long long)DEVICE_LASTS_S, is_secure ? "; Secure" : "");
}

/* ---- their end ---- */

static void end_shown(struct site *site, const struct http_request *q)
{
    char hash[ACCOUNT_HASH];
    struct err ignored; /* it ends by itself */
    const char *cookie = cookie_of(q);
    if (!cookie) return;
    account_hash_token(cookie, "session", hash);
    store_end_session(site->store, hash, &ignored);
}

bool visitor_begin(struct site *site, const struct http_request *q, struct http_answer *a,
                   const struct store_account *account, struct visitor *v)
{
    char cookie[ACCOUNT_TOKEN];
    struct err err;
    *v = (struct visitor){.account = *account};
    account_make_token(cookie);
    name_session(v, cookie);
    end_shown(site, q);
    if (!store_begin_session(site->store, account->id, v->session, LASTS_S * 1000, &err))
        return site_store_failed(a, &err);
    set_cookie(site, q, a, cookie, LASTS_S);
    make_known(site, q, a, account);
    return true;
}

void visitor_end(struct site *site, const struct http_request *q, struct http_answer *a)
{
    end_shown(site, q);
    set_cookie(site, q, a, "", 0);
}

/* ---- what was done ---- */

void visitor_note(struct site *site, const struct http_request *q, int64_t account,
                  const char *kind, const char *text)
{
    char address[HTTP_ADDRESS];
    struct err ignored; /* it is done, written down or not */
    http_client(q, address);
    struct store_audit_entry entry = {
        .account = account, .address = address, .kind = kind, .text = text};
    store_add_audit(site->store, &entry, &ignored);
}

bool visitor_do(struct site *site, const struct http_request *q, struct http_answer *a,
                const struct visitor *v, const struct visitor_audited *d)
{
    char address[HTTP_ADDRESS];
    struct err err;
    http_client(q, address);
    struct store_audit_entry entry = {
        .account = v->account.id, .address = address, .kind = d->kind, .text = d->text};
    if (store_audited(site->store, &entry, d->work, d->arg, &err)) return true;
    if (store_lost_db(site->store)) return site_store_failed(a, &err);
    http_refuse_err(a, d->status ? d->status : 409, &err);
    return false;
}
