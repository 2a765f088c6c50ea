/* Accounts: signing up, logging in and out, passwords, tokens. */
#include "league/people/account_name.h"
#include "league/people/look_alike.h"
#include "league/store/people/store_access.h"
#include "league/store/store.h"
#include "os/clock.h"
#include "site/http/json_body.h"
#include "site/people/hash_worker.h"
#include "site/people/visitor.h"

#include <stdio.h>
#include <string.h>

static const char token_mark[] = "tsn_"; /* so that one that got lost is known for what it is */

/* ---- answers ---- */

/* Whoever sits at the machine itself, while nobody organises the league. */
static bool may_be_first(const struct site *site, const struct http_request *q)
{
    return site->first_word[0] && http_is_local(q);
}

static void put_session(const struct site *site, const struct http_request *q, struct text *t,
                        const struct visitor *v)
{
    static const char *const signups[] = {
        [SIGNUP_CLOSED] = "closed", [SIGNUP_INVITATION] = "invitation", [SIGNUP_OPEN] = "open"};
    json_write_open(t, NULL, '{');
    if (v->is_known) {
        json_write_open(t, "account", '{');
        json_write_int(t, "id", v->account.id);
        json_write_str(t, "name", v->account.name);
        json_write_str(t, "role", store_role_name(v->account.role));
        json_write_close(t, '}');
    } else {
        json_write_null(t, "account");
    }
    json_write_str(t, "csrf", v->has_session ? v->csrf : NULL);
    json_write_str(t, "signup", signups[site->o.signup]);
    json_write_bool(t, "first", may_be_first(site, q));
    text_str(t, "}\n");
}

void api_session(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct visitor v;
    if (visitor_find(site, q, a, &v)) put_session(site, q, a->body, &v);
}

static void welcome(struct site *site, const struct http_request *q, struct http_answer *a,
                    const struct store_account *account)
{
    struct visitor v;
    http_set_header(a, "Cache-Control", "no-store");
    if (visitor_begin(site, q, a, account, &v)) put_session(site, q, a->body, &v);
}

/* ---- passwords take time ---- */

static void drop_job(void *job)
{
    hash_job_drop(job);
}

/* The job, once it is done; NULL: not yet, or refused. */
static struct hash_job *hash_later(struct site *site, const struct http_request *q,
                                   struct http_answer *a, const struct hash_work *work)
{
    if (!q->kept->thing)
        *q->kept = (struct http_kept){hash_worker_submit(site->hashes, work), drop_job};
    struct hash_job *job = q->kept->thing;
    if (!job) {
        http_set_header(a, "Retry-After", "2");
        http_refuse(a, 503,
                    "too-many-log-ins: too many want to come in at once; try again in a moment");
        return NULL;
    }
    if (hash_job_is_done(job)) return job;
    a->later = site->hashes;
    return NULL;
}

/* ---- limits ---- */

/* By the account where there is one: it has one number, however its name is written. */
static void write_key(const struct store_account *account, bool found, const char *name,
                      char key[STORE_NAME + 8])
{
    if (found)
        snprintf(key, STORE_NAME + 8, "id %lld", (long long)account->id);
    else
        snprintf(key, STORE_NAME + 8, "name %.*s", STORE_NAME - 1, name);
}

static bool refuse_tries(struct http_answer *a)
{
    http_set_header(a, "Retry-After", "600");
    http_refuse(a, 429, "too-many-tries: too many tries; wait ten minutes");
    return false;
}

/* Who tries. Guessing is limited by the network it comes from, for each account and in all; how
   often an account is tried from everywhere is limited far higher, or anybody could lock out its
   owner. A browser that has been logged in before (visitor_device) has tries of its own, which
   nobody else can use up. */
struct tries {
    char network[HTTP_ADDRESS], pair[HTTP_ADDRESS + STORE_NAME + 16], account[STORE_NAME + 8];
    char device[VISITOR_DEVICE + 8]; /* "": not known */
};

static void name_tries(const struct http_request *q, const struct store_account *account,
                       bool found, const char *name, struct tries *t)
{
    char device[VISITOR_DEVICE];
    *t = (struct tries){.device = ""};
    http_client_network(q, t->network);
    write_key(account, found, name, t->account);
    snprintf(t->pair, sizeof t->pair, "%s from %s", t->account, t->network);
    if (found && visitor_device(q, account, device))
        snprintf(t->device, sizeof t->device, "device %s", device);
}

/* Taken before the password is looked at, so that guessing at once does not help. */
static bool take_try(struct site *site, struct http_answer *a, const struct tries *t)
{
    int64_t now_us = clock_us();
    if (t->device[0]) return limit_take(&site->log_ins, t->device, now_us) || refuse_tries(a);
    return (limit_take(&site->addresses, t->network, now_us) &&
            limit_take(&site->log_ins, t->pair, now_us) &&
            limit_take(&site->accounts, t->account, now_us)) ||
           refuse_tries(a);
}

static void give_back_try(struct site *site, const struct tries *t)
{
    int64_t now_us = clock_us();
    if (t->device[0]) {
        limit_give_back(&site->log_ins, t->device, now_us);
        return;
    }
    limit_give_back(&site->addresses, t->network, now_us);
    limit_give_back(&site->log_ins, t->pair, now_us);
    limit_give_back(&site->accounts, t->account, now_us);
}

/* ---- what is asked ---- */

/* A change by somebody who need not be known yet; NULL, having refused. */
static struct json_read *open_change(const struct http_request *q, struct http_answer *a)
{
    if (!http_is_foreign(q)) return json_body_open(q, a);
    http_refuse(a, 403, "foreign-page: this did not come from a page of this site");
    return NULL;
}

/* Two texts of a change that is about both. */
static bool read_texts(const struct json_read *body, const char *first, const char **one,
                       const char *second, const char **other, struct http_answer *a)
{
    if (json_read_text(body, first, one) && json_read_text(body, second, other)) return true;
    json_body_refuse(a);
    return false;
}

/* ---- logging in and out ---- */

static void refuse_log_in(struct site *site, const struct http_request *q, struct http_answer *a,
                          const struct store_account *account)
{
    visitor_note(site, q, account ? account->id : 0, "refused", "");
    http_refuse(a, 401, "wrong-password: the name or the password is wrong");
}

static void log_in(struct site *site, const struct http_request *q, struct http_answer *a,
                   const char *name, const char *password)
{
    struct store_account account;
    struct err err;
    struct tries tries;
    bool found;
    if (!store_find_account(site->store, name, &account, &found, &err)) {
        site_store_failed(a, &err);
        return;
    }
    name_tries(q, &account, found, name, &tries);
    if (!q->kept->thing && !take_try(site, a, &tries)) return;
    struct hash_work work = {.hash = found ? account.password : NULL, .check = password};
    const struct hash_job *job = hash_later(site, q, a, &work);
    if (!job) return;
    if (!found || !hash_job_fits(job)) {
        refuse_log_in(site, q, a, found ? &account : NULL);
        return;
    }
    give_back_try(site, &tries);
    if (account.is_banned) {
        http_refuse(a, 403, "account-banned: this account is banned: {why:%s}", account.banned);
        return;
    }
    visitor_note(site, q, account.id, "login", "");
    welcome(site, q, a, &account);
}

void api_log_in(void *site, const struct http_request *q, struct http_answer *a)
{
    const char *name, *password;
    struct json_read *body = open_change(q, a);
    if (!body) return;
    if (read_texts(body, "name", &name, "password", &password, a))
        log_in(site, q, a, name, password);
    json_read_close(body);
}

void api_log_out(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct visitor v;
    if (!visitor_need_session(site, q, a, &v)) return;
    visitor_end(site, q, a);
    visitor_note(site, q, v.account.id, "logout", "");
    a->status = 204;
}

/* ---- signing up ---- */

static bool may_sign_up(struct site *site, const struct http_request *q, struct http_answer *a,
                        const struct store_signup *s, const char *password)
{
    char network[HTTP_ADDRESS];
    struct err err;
    http_client_network(q, network);
    if (site->o.signup == SIGNUP_CLOSED && !s->is_first)
        return http_refuse(a, 403, "no-sign-up: accounts are made by the organisers here"), false;
    if (s->invitation && !*s->invitation)
        return http_refuse(a, 403, "invitation-needed: an invitation is needed here"), false;
    if (!account_name_is_valid(s->name, &err) || !look_alike_is_clear(s->name, &err) ||
        !account_password_is_valid(password, &err))
        return http_refuse_err(a, 422, &err), false;
    return q->kept->thing || limit_take(&site->sign_ups, network, clock_us()) || refuse_tries(a);
}

static void add_account(struct site *site, const struct http_request *q, struct http_answer *a,
                        const struct store_signup *s)
{
    struct store_account account = {.role = s->role};
    enum store_signed verdict;
    struct err err;
    if (!store_add_account(site->store, s, &verdict, &account.id, &err)) {
        site_store_failed(a, &err);
    } else if (verdict == SIGNED_NAME_TAKEN) {
        http_refuse(
            a, 409,
            "name-taken: there is somebody of this name, or of one that looks like it, already");
    } else if (verdict == SIGNED_UNINVITED) {
        http_refuse(a, 403, "invitation-invalid: this invitation is not good, or not any more");
    } else if (verdict == SIGNED_NOT_FIRST) {
        account_wipe(site->first_word, sizeof site->first_word);
        http_refuse(a, 403, "organiser-exists: there is an organiser already");
    } else {
        if (s->is_first) account_wipe(site->first_word, sizeof site->first_word);
        snprintf(account.name, sizeof account.name, "%s", s->name);
        snprintf(account.password, sizeof account.password, "%s", s->password);
        visitor_note(site, q, account.id, "signup",
                     s->is_first ? "audit-first: the first organiser" : "");
        a->status = 201;
        welcome(site, q, a, &account);
    }
}

static void sign_up(struct site *site, const struct http_request *q, struct http_answer *a,
                    struct store_signup *s, const char *password)
{
    if (s->invitation && may_be_first(site, q) &&
        account_is_same(s->invitation, site->first_word)) {
        s->is_first = true;
        s->role = ROLE_ORGANISER;
    }
    if (site->o.signup == SIGNUP_OPEN || s->is_first) s->invitation = NULL;
    if (!may_sign_up(site, q, a, s, password)) return;
    const struct hash_job *job = hash_later(site, q, a, &(struct hash_work){.make = password});
    if (!job) return;
    s->password = hash_job_made(job);
    if (*s->password)
        add_account(site, q, a, s);
    else
        http_refuse(a, 503, "no-memory: no memory to hash a password");
}

void api_sign_up(void *site, const struct http_request *q, struct http_answer *a)
{
    struct store_signup s = {.role = ROLE_PLAYER};
    const char *password;
    struct json_read *body = open_change(q, a);
    if (!body) return;
    if (!json_read_text(body, "invitation", &s.invitation))
        json_body_refuse(a);
    else if (read_texts(body, "name", &s.name, "password", &password, a))
        sign_up(site, q, a, &s, password);
    json_read_close(body);
}

/* ---- another password ---- */

static void change_password(struct site *site, const struct http_request *q, struct http_answer *a,
                            const struct store_account *account, const struct hash_work *work)
{
    struct tries tries;
    struct err err;
    name_tries(q, account, true, account->name, &tries);
    if (!account_password_is_valid(work->make, &err)) {
        http_refuse_err(a, 422, &err);
        return;
    }
    if (!q->kept->thing && !take_try(site, a, &tries)) return;
    const struct hash_job *job = hash_later(site, q, a, work);
    if (!job) return;
    if (!hash_job_fits(job)) {
        refuse_log_in(site, q, a, account);
    } else if (!store_set_password(site->store, account->id, hash_job_made(job), &err)) {
        site_store_failed(a, &err);
    } else {
        struct store_account changed = *account;
        snprintf(changed.password, sizeof changed.password, "%s", hash_job_made(job));
        give_back_try(site, &tries);
        visitor_note(site, q, account->id, "password", "");
        remote_play_end_account(site->home, account->id);
        welcome(site, q, a, &changed);
    }
}

void api_password(void *site, const struct http_request *q, struct http_answer *a)
{
    struct visitor v;
    struct hash_work work = {.hash = v.account.password};
    if (!visitor_need_session(site, q, a, &v)) return;
    struct json_read *body = json_body_open(q, a);
    if (!body) return;
    if (read_texts(body, "old", &work.check, "new", &work.make, a))
        change_password(site, q, a, &v.account, &work);
    json_read_close(body);
}

/* ---- tokens ---- */

static void put_token(void *arg, const struct store_token *token)
{
    struct text *t = arg;
    json_write_open(t, NULL, '{');
    json_write_int(t, "id", token->id);
    json_write_str(t, "name", token->name);
    json_write_int(t, "created", token->created);
    json_write_int(t, "used", token->used);
    json_write_close(t, '}');
}

void api_tokens(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct visitor v;
    struct err err;
    if (!visitor_need(site, q, a, &v)) return;
    json_write_open(a->body, NULL, '{');
    json_write_open(a->body, "tokens", '[');
    if (!store_tokens(site->store, v.account.id, put_token, a->body, &err)) {
        site_store_failed(a, &err);
        return;
    }
    text_str(a->body, "]}\n");
}

static void add_token(struct site *site, const struct http_request *q, struct http_answer *a,
                      int64_t account, const char *name)
{
    char token[sizeof token_mark + ACCOUNT_TOKEN], secret[ACCOUNT_TOKEN], hash[ACCOUNT_HASH];
    int64_t id;
    bool added;
    struct err err;
    account_make_token(secret);
    snprintf(token, sizeof token, "%s%s", token_mark, secret);
    account_hash_token(token, "token", hash);
    if (!store_add_token(site->store, account, name, hash, &id, &added, &err)) {
        site_store_failed(a, &err);
    } else if (!added) {
        http_refuse(a, 409, "token-limit: there are {most:%d} tokens already; drop one",
                    STORE_TOKENS);
    } else {
        visitor_note(site, q, account, "token", name);
        a->status = 201;
        json_write_open(a->body, NULL, '{');
        json_write_int(a->body, "id", id);
        json_write_str(a->body, "name", name);
        json_write_str(a->body, "token", token);
        text_str(a->body, "}\n");
    }
}

void api_add_token(void *site, const struct http_request *q, struct http_answer *a)
{
    struct visitor v;
    const char *name;
    struct err err;
    if (!visitor_need_session(site, q, a, &v)) return;
    struct json_read *body = json_body_open(q, a);
    if (!body) return;
    if (!json_read_text(body, "name", &name))
        json_body_refuse(a);
    else if (!account_name_is_valid(name, &err))
        http_refuse(
            a, 422,
            "token-name: a token's name is like that of an account: letters, digits and - _ .");
    else
        add_token(site, q, a, v.account.id, name);
    json_read_close(body);
}

void api_drop_token(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct visitor v;
    struct err err;
    int64_t id;
    bool found;
    if (!visitor_need_session(site, q, a, &v) || !site_id(q->capture[0], &id, a)) return;
    if (!store_drop_token(site->store, v.account.id, id, &found, &err)) {
        site_store_failed(a, &err);
    } else if (!found) {
        http_refuse(a, 404, "no-token: you have no such token");
    } else {
        visitor_note(site, q, v.account.id, "token-dropped", q->capture[0]);
        a->status = 204;
    }
}
