/* Accounts that an organiser makes: a whole class in one go, and new passwords. */
#include "league/people/class_list.h"
#include "site/http/json_body.h"
#include "site/people/hash_worker.h"
#include "site/people/visitor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PUPILS_MOST = 300 }; /* each costs a hash; `taisen account class` takes more */

/* What is kept of a request while passwords are being hashed. */
struct making {
    struct class_list list;
    char (*password)[ACCOUNT_CARD];
    char (*hash)[ACCOUNT_SECRET];
    int done;
    struct hash_job *job;
};

static void free_making(void *thing)
{
    struct making *m = thing;
    if (m->job) hash_job_drop(m->job);
    class_list_free(&m->list);
    free(m->password);
    free(m->hash);
    free(m);
}

static struct making *new_making(int most)
{
    struct making *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->password = calloc((size_t)most, sizeof *m->password);
    m->hash = calloc((size_t)most, sizeof *m->hash);
    if (m->password && m->hash) return m;
    free_making(m);
    return NULL;
}

/* True when all are hashed; otherwise the answer comes later, or is a refusal. */
static bool hash_all(struct site *site, struct making *m, struct http_answer *a)
{
    while (m->done < m->list.count) {
        if (!m->job) {
            account_make_password(m->password[m->done]);
            m->job =
                hash_worker_submit(site->hashes, &(struct hash_work){.make = m->password[m->done]});
            if (!m->job) return a->later = site->hashes, false; /* others are in the queue */
        }
        if (!hash_job_is_done(m->job)) return a->later = site->hashes, false;
        snprintf(m->hash[m->done], ACCOUNT_SECRET, "%s", hash_job_made(m->job));
        hash_job_drop(m->job);
        m->job = NULL;
        if (!m->hash[m->done++][0])
            return http_refuse(a, 503, "no-memory: no memory to hash a password"), false;
    }
    return true;
}

/* ---- a class ---- */

/* All of them, or none. */
static bool add_all(struct store *s, void *arg, struct err *err)
{
    const struct making *m = arg;
    for (int i = 0; i < m->list.count; i++) {
        struct store_signup signup = {.name = m->list.pupil[i].name, .password = m->hash[i]};
        enum store_signed verdict;
        int64_t id;
        if (!store_add_account(s, &signup, &verdict, &id, err)) return false;
        if (verdict != SIGNED_UP)
            return err_code(err, "account-exists: there is an account {name:%s} already",
                            signup.name);
    }
    return true;
}

static void put_cards(struct text *t, const struct making *m)
{
    json_write_open(t, NULL, '{');
    json_write_open(t, "cards", '[');
    for (int i = 0; i < m->list.count; i++) {
        json_write_open(t, NULL, '{');
        json_write_str(t, "name", m->list.pupil[i].name);
        json_write_str(t, "who", m->list.pupil[i].who);
        json_write_str(t, "password", m->password[i]);
        json_write_close(t, '}');
    }
    text_str(t, "]}\n");
}

static struct making *read_list(const struct http_request *q, const char *text,
                                struct http_answer *a)
{
    struct making *m = new_making(PUPILS_MOST);
    char *bytes = strdup(text);
    struct err err;
    *q->kept = (struct http_kept){m, free_making};
    if (!m || !bytes) {
        free(bytes);
        http_refuse(a, 503, "no-memory: out of memory");
        return NULL;
    }
    if (!class_list_take(&m->list, bytes, strlen(text), &err)) {
        http_refuse_err(a, 422, &err);
        return NULL;
    }
    if (m->list.count <= PUPILS_MOST) return m;
    http_refuse(a, 422,
                "class-limit: at most {most:%d} at a time here; `taisen account class` takes more",
                PUPILS_MOST);
    return NULL;
}

static void make_class(struct site *site, const struct http_request *q, struct http_answer *a,
                       const struct visitor *v, const char *text)
{
    struct making *m = q->kept->thing ? q->kept->thing : read_list(q, text, a);
    char count[32];
    if (!m || !hash_all(site, m, a)) return;
    snprintf(count, sizeof count, "%d accounts", m->list.count);
    struct visitor_audited entry = {.kind = "class", .text = count, .work = add_all, .arg = m};
    if (!visitor_do(site, q, a, v, &entry)) return;
    a->status = 201;
    put_cards(a->body, m);
}

void api_desk_class(void *site, const struct http_request *q, struct http_answer *a)
{
    struct visitor v;
    const char *text;
    if (!visitor_need_organiser_session(site, q, a, &v)) return;
    struct json_read *body = json_body_open(q, a);
    if (!body) return;
    if (json_read_text(body, "list", &text))
        make_class(site, q, a, &v, text);
    else
        json_body_refuse(a);
    json_read_close(body);
}

/* ---- a new password ---- */

struct resetting {
    int64_t account;
    const char *hash;
};

static bool set_password(struct store *s, void *arg, struct err *err)
{
    const struct resetting *r = arg;
    return store_set_password(s, r->account, r->hash, err);
}

struct pupil {
    int64_t id;
    char name[STORE_NAME];
};

static void compare(void *arg, const struct store_account *account)
{
    struct pupil *p = arg;
    if (account->id == p->id) snprintf(p->name, sizeof p->name, "%s", account->name);
}

/* One pupil, whose account is there. */
static struct making *begin_reset(const struct http_request *q, const struct pupil *p,
                                  struct http_answer *a)
{
    struct making *m = new_making(1);
    char *name = strdup(p->name);
    *q->kept = (struct http_kept){m, free_making};
    if (!m || !name) {
        free(name);
        http_refuse(a, 503, "no-memory: out of memory");
        return NULL;
    }
    m->list.bytes = name;
    m->list.pupil[0] = (struct class_pupil){name, ""};
    m->list.count = 1;
    return m;
}

static void reset(struct site *site, const struct http_request *q, struct http_answer *a,
                  const struct visitor *v, const struct pupil *p)
{
    struct making *m = q->kept->thing ? q->kept->thing : begin_reset(q, p, a);
    if (!m || !hash_all(site, m, a)) return;
    struct resetting r = {p->id, m->hash[0]};
    struct visitor_audited entry = {
        .kind = "new-password", .text = p->name, .work = set_password, .arg = &r};
    if (!visitor_do(site, q, a, v, &entry)) return;
    remote_play_end_account(site->home, p->id);
    put_cards(a->body, m);
}

void api_desk_password(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct visitor v;
    struct pupil p = {0};
    struct err err;
    if (!visitor_need_organiser_session(site, q, a, &v) || !site_id(q->capture[0], &p.id, a))
        return;
    if (!store_accounts(site->store, compare, &p, &err))
        site_store_failed(a, &err);
    else if (!p.name[0])
        http_refuse(a, 404, "no-account: there is no such account");
    else
        reset(site, q, a, &v, &p);
}
