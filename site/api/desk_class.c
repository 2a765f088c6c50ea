/* Accounts that an organiser makes: a whole class in one go, shown before and taken back after, and
   new passwords. A list comes as the bytes of its file. */
#include "league/people/class_list.h"
#include "league/store/people/store_class.h"
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
    int64_t number; /* of the list */
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
    struct making *m = arg;
    if (!store_next_list(s, &m->number, err)) return false;
    for (int i = 0; i < m->list.count; i++) {
        struct store_signup signup = {
            .name = m->list.pupil[i].name, .password = m->hash[i], .list = m->number};
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
    json_write_int(t, "list", m->number);
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

/* With a NUL behind them; the caller's. */
static char *copy_body(const struct http_request *q)
{
    char *bytes = malloc(q->body_len + 1);
    if (!bytes) return NULL;
    if (q->body_len > 0) memcpy(bytes, q->body, q->body_len);
    bytes[q->body_len] = '\0';
    return bytes;
}

static struct making *read_list(const struct http_request *q, struct http_answer *a)
{
    struct making *m = new_making(PUPILS_MOST);
    char *bytes = copy_body(q);
    struct err err;
    *q->kept = (struct http_kept){m, free_making};
    if (!m || !bytes) {
        free(bytes);
        http_refuse(a, 503, "no-memory: out of memory");
        return NULL;
    }
    if (!class_list_take(&m->list, bytes, q->body_len, &err)) {
        http_refuse_err(a, 422, &err);
        return NULL;
    }
    if (m->list.count <= PUPILS_MOST) return m;
    http_refuse(a, 422,
                "class-limit: at most {most:%d} at a time here; `taisen account class` takes more",
                PUPILS_MOST);
    return NULL;
}

void api_desk_class(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct visitor v;
    char count[SAID_BYTES];
    struct text said = TEXT_ON(count);
    if (!visitor_need_organiser_session(site, q, a, &v)) return;
    struct making *m = q->kept->thing ? q->kept->thing : read_list(q, a);
    if (!m || !hash_all(site, m, a)) return;
    said_write(&said, "audit-accounts: {n:%d} accounts", m->list.count);
    struct visitor_audited entry = {.kind = "class", .text = count, .work = add_all, .arg = m};
    if (!visitor_do(site, q, a, &v, &entry)) return;
    a->status = 201;
    put_cards(a->body, m);
}

/* ---- before: what would be made ---- */

struct reading {
    struct sheet sheet;
    struct class_list list;
};

/* What is odd about a row; no text: nothing. False when the store failed. */
static bool look_at_row(struct site *site, struct reading *r, const struct sheet_row *row,
                        struct err *odd, struct err *err)
{
    bool is_free;
    *odd = (struct err){.text = ""};
    if (!class_list_add(&r->list, row, odd)) return true;
    const char *name = r->list.pupil[r->list.count - 1].name;
    if (!store_name_is_free(site->store, name, &is_free, err)) return false;
    return is_free || !err_code(odd, "account-exists: there is an account {name:%s} already", name);
}

static bool put_rows(struct site *site, struct reading *r, struct text *t, struct err *err)
{
    for (int i = 0; i < r->sheet.count; i++) {
        const struct sheet_row *row = &r->sheet.row[i];
        struct err odd;
        int before = r->list.count;
        if (!look_at_row(site, r, row, &odd, err)) return false;
        bool is_added = r->list.count > before;
        json_write_open(t, NULL, '{');
        json_write_int(t, "line", row->line);
        json_write_str(t, "name", is_added ? r->list.pupil[before].name : row->name);
        json_write_str(t, "who", is_added ? r->list.pupil[before].who : row->who);
        err_write_member(t, "odd", odd.text[0] ? &odd : NULL);
        json_write_close(t, '}');
    }
    return true;
}

static void put_preview(struct site *site, struct reading *r, struct http_answer *a)
{
    struct err err;
    json_write_open(a->body, NULL, '{');
    json_write_str(a->body, "charset", charset_name(r->sheet.charset));
    json_write_bool(a->body, "has_headings", r->sheet.has_headings);
    json_write_bool(a->body, "has_numbers", r->sheet.has_numbers);
    json_write_int(a->body, "most", PUPILS_MOST);
    json_write_open(a->body, "rows", '[');
    if (put_rows(site, r, a->body, &err))
        text_str(a->body, "]}\n");
    else
        site_store_failed(a, &err);
}

void api_desk_class_preview(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct visitor v;
    struct err err;
    if (!visitor_need_organiser_session(arg, q, a, &v)) return;
    struct reading *r = calloc(1, sizeof *r);
    char *bytes = copy_body(q);
    if (!r || !bytes) {
        free(bytes);
        http_refuse(a, 503, "no-memory: out of memory");
    } else if (!sheet_take(&r->sheet, bytes, q->body_len, &err)) {
        http_refuse_err(a, 422, &err);
    } else {
        put_preview(arg, r, a);
        sheet_free(&r->sheet);
    }
    free(r);
}

/* ---- after: taking it back ---- */

static void put_list(void *arg, const struct store_list *list)
{
    struct text *t = arg;
    json_write_open(t, NULL, '{');
    json_write_int(t, "list", list->number);
    json_write_int(t, "count", list->count);
    json_write_int(t, "created", list->created);
    json_write_str(t, "first", list->first);
    json_write_str(t, "last", list->last);
    json_write_close(t, '}');
}

void api_desk_classes(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct visitor v;
    struct err err;
    if (!visitor_need_organiser(site, q, a, &v)) return;
    json_write_open(a->body, NULL, '{');
    json_write_open(a->body, "lists", '[');
    if (store_lists(site->store, put_list, a->body, &err))
        text_str(a->body, "]}\n");
    else
        site_store_failed(a, &err);
}

static bool remove_list(struct store *s, void *arg, struct err *err)
{
    int64_t count;
    return store_remove_list(s, *(const int64_t *)arg, &count, err);
}

void api_desk_class_undo(void *site, const struct http_request *q, struct http_answer *a)
{
    struct visitor v;
    int64_t number;
    if (!visitor_need_organiser_session(site, q, a, &v) || !site_id(q->capture[0], &number, a))
        return;
    struct visitor_audited entry = {
        .kind = "class-undone", .text = q->capture[0], .work = remove_list, .arg = &number};
    if (visitor_do(site, q, a, &v, &entry)) a->status = 204;
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
    *q->kept = (struct http_kept){m, free_making};
    if (!m) {
        http_refuse(a, 503, "no-memory: out of memory");
        return NULL;
    }
    m->list.pupil[0] = (struct class_pupil){.who = ""};
    snprintf(m->list.pupil[0].name, ACCOUNT_NAME, "%s", p->name);
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
