/* The organisers' desk: accounts, invitations, announcements, the queue, machines, and the log. */
#include "league/store/people/store_access.h"
#include "league/store/people/store_announcement.h"
#include "league/store/store.h"
#include "league/store/store_moderation.h"
#include "league/store/store_submit.h"
#include "league/store/store_worker.h"
#include "site/http/json_body.h"
#include "site/people/visitor.h"

#include <stdio.h>
#include <string.h>

#define NO_SUCH_MATCH "no-such-match: there is no such match"

enum { DEEDS_MOST = 200, DEEDS = 50, QUEUE_MOST = 200, USES_MOST = 100000 };

/* What a change is about. */
struct change {
    struct site *site;
    int64_t id, n;
    const char *text;
    bool yes;
    int64_t made;
    int status; /* of a refusal */
};

/* Does it and answers with nothing in it. */
static bool change(struct site *site, const struct http_request *q, struct http_answer *a,
                   const struct visitor *v, struct visitor_audited *entry)
{
    if (!visitor_do(site, q, a, v, entry)) return false;
    a->status = 204;
    return true;
}

/* ---- lists ---- */

typedef bool list_fn(struct site *site, const struct http_request *q, struct text *t,
                     struct err *err);

static void answer_list(struct site *site, const struct http_request *q, struct http_answer *a,
                        const char *key, list_fn *list)
{
    struct visitor v;
    struct err err;
    if (!visitor_need_organiser(site, q, a, &v)) return;
    json_write_open(a->body, NULL, '{');
    json_write_open(a->body, key, '[');
    if (!list(site, q, a->body, &err))
        site_store_failed(a, &err);
    else
        text_str(a->body, "]}\n");
}

/* ---- accounts ---- */

static void put_account(void *arg, const struct store_account *account)
{
    struct text *t = arg;
    json_write_open(t, NULL, '{');
    json_write_int(t, "id", account->id);
    json_write_str(t, "name", account->name);
    json_write_str(t, "role", store_role_name(account->role));
    json_write_str(t, "banned", account->is_banned ? account->banned : NULL);
    json_write_int(t, "created", account->created);
    json_write_close(t, '}');
}

static bool list_accounts(struct site *site, const struct http_request *q, struct text *t,
                          struct err *err)
{
    (void)q;
    return store_accounts(site->store, put_account, t, err);
}

void api_desk_accounts(void *site, const struct http_request *q, struct http_answer *a)
{
    answer_list(site, q, a, "accounts", list_accounts);
}

struct wanted {
    int64_t id;
    char name[STORE_NAME];
};

static void compare(void *arg, const struct store_account *account)
{
    struct wanted *w = arg;
    if (account->id == w->id) snprintf(w->name, sizeof w->name, "%s", account->name);
}

/* The account of the path, which is not the organiser's own: nobody locks themselves out. */
static bool find_other(struct site *site, const struct http_request *q, struct http_answer *a,
                       const struct visitor *v, struct wanted *w)
{
    struct err err;
    *w = (struct wanted){0};
    if (!site_id(q->capture[0], &w->id, a)) return false;
    if (!store_accounts(site->store, compare, w, &err)) return site_store_failed(a, &err);
    if (!w->name[0]) return http_refuse(a, 404, "no-account: there is no such account"), false;
    if (w->id != v->account.id) return true;
    http_refuse(a, 409, "own-account: this is your own account");
    return false;
}

static bool ban(struct store *s, void *arg, struct err *err)
{
    const struct change *c = arg;
    return store_ban(s, c->id, c->text, err);
}

void api_desk_ban(void *site, const struct http_request *q, struct http_answer *a)
{
    struct visitor v;
    struct wanted w;
    struct change c = {.site = site};
    if (!visitor_need_organiser_session(site, q, a, &v) || !find_other(site, q, a, &v, &w)) return;
    struct json_read *body = json_body_open(q, a);
    if (!body) return;
    c.id = w.id;
    if (json_read_text(body, "why", &c.text))
        change(site, q, a, &v,
               &(struct visitor_audited){
                   .kind = "ban", .text = w.name, .work = ban, .arg = &c, .status = 422});
    else
        json_body_refuse(a);
    json_read_close(body);
}

void api_desk_lift(void *site, const struct http_request *q, struct http_answer *a)
{
    struct visitor v;
    struct wanted w;
    if (!visitor_need_organiser_session(site, q, a, &v) || !find_other(site, q, a, &v, &w)) return;
    struct change c = {.id = w.id};
    change(site, q, a, &v,
           &(struct visitor_audited){.kind = "unban", .text = w.name, .work = ban, .arg = &c});
}

static bool set_role(struct store *s, void *arg, struct err *err)
{
    const struct change *c = arg;
    return store_set_role(s, c->id, c->yes ? ROLE_ORGANISER : ROLE_PLAYER, err);
}

void api_desk_role(void *site, const struct http_request *q, struct http_answer *a)
{
    struct visitor v;
    struct wanted w;
    const char *role;
    char text[SAID_BYTES];
    struct text said = TEXT_ON(text);
    if (!visitor_need_organiser_session(site, q, a, &v) || !find_other(site, q, a, &v, &w)) return;
    struct json_read *body = json_body_open(q, a);
    if (!body) return;
    bool is_text = json_read_text(body, "role", &role);
    struct change c = {.id = w.id, .yes = strcmp(role, "organiser") == 0};
    if (c.yes)
        said_write(&said, "audit-organiser: {name:%s}: organiser", w.name);
    else
        said_write(&said, "audit-player: {name:%s}: player", w.name);
    if (is_text && (c.yes || strcmp(role, "player") == 0))
        change(
            site, q, a, &v,
            &(struct visitor_audited){.kind = "role", .text = text, .work = set_role, .arg = &c});
    else
        http_refuse(a, 422, "role-unknown: a role is player or organiser");
    json_read_close(body);
}

/* What the path names by its number is taken away. */
static void drop(struct site *site, const struct http_request *q, struct http_answer *a,
                 const char *kind, store_work_fn *work)
{
    struct visitor v;
    struct change c = {0};
    if (!visitor_need_organiser_session(site, q, a, &v) || !site_id(q->capture[0], &c.id, a))
        return;
    change(site, q, a, &v,
           &(struct visitor_audited){
               .kind = kind, .text = q->capture[0], .work = work, .arg = &c, .status = 404});
}

/* ---- invitations ---- */

static void put_invitation(void *arg, const struct store_invitation *i)
{
    struct text *t = arg;
    json_write_open(t, NULL, '{');
    json_write_int(t, "id", i->id);
    json_write_str(t, "code", i->code);
    json_write_int(t, "uses", i->uses);
    json_write_int(t, "ends", i->ends);
    json_write_int(t, "created", i->created);
    json_write_close(t, '}');
}

static bool list_invitations(struct site *site, const struct http_request *q, struct text *t,
                             struct err *err)
{
    (void)q;
    return store_invitations(site->store, put_invitation, t, err);
}

void api_desk_invitations(void *site, const struct http_request *q, struct http_answer *a)
{
    answer_list(site, q, a, "invitations", list_invitations);
}

static bool invite(struct store *s, void *arg, struct err *err)
{
    struct change *c = arg;
    struct store_invitation i = {.code = c->text, .uses = c->n, .account = c->id};
    return store_invite(s, &i, &c->made, err);
}

static void add_invitation(struct site *site, const struct http_request *q, struct http_answer *a,
                           const struct visitor *v, struct change *c)
{
    char code[ACCOUNT_CARD];
    account_make_password(code);
    if (!*c->text) c->text = code;
    struct visitor_audited entry = {
        .kind = "invite", .text = c->text, .work = invite, .arg = c, .status = 422};
    if (!visitor_do(site, q, a, v, &entry)) return;
    a->status = 201;
    json_write_open(a->body, NULL, '{');
    json_write_int(a->body, "id", c->made);
    json_write_str(a->body, "code", c->text);
    text_str(a->body, "}\n");
}

void api_desk_invite(void *site, const struct http_request *q, struct http_answer *a)
{
    struct visitor v;
    struct change c = {0};
    if (!visitor_need_organiser_session(site, q, a, &v)) return;
    struct json_read *body = json_body_open(q, a);
    if (!body) return;
    c.id = v.account.id;
    if (!json_read_text(body, "code", &c.text) || !json_read_int(body, "uses", 1, &c.n))
        json_body_refuse(a);
    else if (c.n < 1 || c.n > USES_MOST)
        http_refuse(a, 422, "invitation-uses: an invitation is for 1 to {most:%d} people",
                    USES_MOST);
    else
        add_invitation(site, q, a, &v, &c);
    json_read_close(body);
}

static bool drop_invitation(struct store *s, void *arg, struct err *err)
{
    const struct change *c = arg;
    bool found;
    return store_drop_invitation(s, c->id, &found, err) &&
           (found || err_code(err, "no-such-invitation: there is no such invitation"));
}

void api_desk_uninvite(void *site, const struct http_request *q, struct http_answer *a)
{
    drop(site, q, a, "uninvite", drop_invitation);
}

/* ---- announcements ---- */

static void put_announcement(void *arg, const struct store_announcement *n)
{
    struct text *t = arg;
    json_write_open(t, NULL, '{');
    json_write_int(t, "id", n->id);
    json_write_str(t, "text", n->text);
    json_write_int(t, "ends", n->ends);
    json_write_int(t, "created", n->created);
    json_write_close(t, '}');
}

void api_announcements(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct err err;
    (void)q;
    json_write_open(a->body, NULL, '{');
    json_write_open(a->body, "announcements", '[');
    if (!store_announcements(site->store, put_announcement, a->body, &err))
        site_store_failed(a, &err);
    else
        text_str(a->body, "]}\n");
}

static bool announce(struct store *s, void *arg, struct err *err)
{
    struct change *c = arg;
    struct store_announcement n = {.account = c->id, .ends = c->n, .text = c->text};
    return store_announce(s, &n, &c->made, err);
}

void api_desk_announce(void *site, const struct http_request *q, struct http_answer *a)
{
    struct visitor v;
    struct change c = {0};
    if (!visitor_need_organiser_session(site, q, a, &v)) return;
    struct json_read *body = json_body_open(q, a);
    if (!body) return;
    c.id = v.account.id;
    if (!json_read_text(body, "text", &c.text) || !json_read_int(body, "ends", 0, &c.n) || c.n < 0)
        json_body_refuse(a);
    else if (visitor_do(site, q, a, &v,
                        &(struct visitor_audited){.kind = "announce",
                                                  .text = c.text,
                                                  .work = announce,
                                                  .arg = &c,
                                                  .status = 422})) {
        a->status = 201;
        json_write_open(a->body, NULL, '{');
        json_write_int(a->body, "id", c.made);
        text_str(a->body, "}\n");
    }
    json_read_close(body);
}

static bool drop_announcement(struct store *s, void *arg, struct err *err)
{
    const struct change *c = arg;
    bool found;
    return store_drop_announcement(s, c->id, &found, err) &&
           (found || err_code(err, "no-announcement: there is no such announcement"));
}

void api_desk_unannounce(void *site, const struct http_request *q, struct http_answer *a)
{
    drop(site, q, a, "unannounce", drop_announcement);
}

/* ---- the queue ---- */

static void put_waiting(void *arg, const struct store_waiting *w)
{
    struct text *t = arg;
    json_write_open(t, NULL, '{');
    json_write_int(t, "match", w->match);
    json_write_str(t, "ladder", w->ladder);
    json_write_str(t, "game", w->game);
    json_write_open(t, "players", '[');
    for (int p = 0; p < 2; p++) json_write_str(t, NULL, w->name[p]);
    json_write_close(t, ']');
    json_write_bool(t, "is_running", w->is_running);
    json_write_str(t, "worker", w->worker);
    json_write_int(t, "tries", w->tries);
    json_write_int(t, "created", w->created);
    json_write_close(t, '}');
}

static bool list_queue(struct site *site, const struct http_request *q, struct text *t,
                       struct err *err)
{
    (void)q;
    return store_queued(site->store, QUEUE_MOST, put_waiting, t, err);
}

void api_desk_queue(void *site, const struct http_request *q, struct http_answer *a)
{
    answer_list(site, q, a, "queue", list_queue);
}

static bool annul(struct store *s, void *arg, struct err *err)
{
    const struct change *c = arg;
    enum store_annulled verdict;
    if (!store_annul(s, c->id, c->text, &verdict, err)) return false;
    if (verdict == ANNUL_IS_VOID) return err_code(err, "match-void: the match is void already");
    return verdict == ANNULLED || err_code(err, NO_SUCH_MATCH);
}

void api_desk_annul(void *site, const struct http_request *q, struct http_answer *a)
{
    struct visitor v;
    struct change c = {0};
    char text[SAID_BYTES + STORE_TEXT];
    struct text said = TEXT_ON(text);
    if (!visitor_need_organiser_session(site, q, a, &v) || !site_id(q->capture[0], &c.id, a))
        return;
    struct json_read *body = json_body_open(q, a);
    if (!body) return;
    if (json_read_text(body, "why", &c.text)) {
        said_write(&said, "audit-match-why: match {match:%lld}: {why:%s}", (long long)c.id, c.text);
        change(site, q, a, &v,
               &(struct visitor_audited){.kind = "annul", .text = text, .work = annul, .arg = &c});
    } else {
        json_body_refuse(a);
    }
    json_read_close(body);
}

static bool rerun(struct store *s, void *arg, struct err *err)
{
    const struct change *c = arg;
    bool found;
    return store_rerun(s, c->id, &found, err) && (found || err_code(err, NO_SUCH_MATCH));
}

void api_desk_rerun(void *site, const struct http_request *q, struct http_answer *a)
{
    struct visitor v;
    struct change c = {0};
    char text[SAID_BYTES];
    struct text said = TEXT_ON(text);
    if (!visitor_need_organiser_session(site, q, a, &v) || !site_id(q->capture[0], &c.id, a))
        return;
    said_write(&said, "audit-match: match {match:%lld}", (long long)c.id);
    change(site, q, a, &v,
           &(struct visitor_audited){.kind = "rerun", .text = text, .work = rerun, .arg = &c});
}

/* ---- programs that do not play ---- */

static void put_broken(void *arg, const struct store_submission *b)
{
    struct text *t = arg;
    json_write_open(t, NULL, '{');
    json_write_int(t, "id", b->id);
    json_write_str(t, "account", b->account_name);
    json_write_str(t, "ladder", b->ladder);
    json_write_str(t, "language", b->language);
    json_write_str(t, "why", b->why);
    json_write_json(t, "why_said", b->why_said);
    json_write_int(t, "finished", b->finished);
    json_write_close(t, '}');
}

static bool list_broken(struct site *site, const struct http_request *q, struct text *t,
                        struct err *err)
{
    (void)q;
    return store_broken(site->store, DEEDS, put_broken, t, err);
}

void api_desk_broken(void *site, const struct http_request *q, struct http_answer *a)
{
    answer_list(site, q, a, "broken", list_broken);
}

/* ---- machines and the audit log ---- */

static void put_worker(void *arg, const struct store_worker *w)
{
    struct text *t = arg;
    json_write_open(t, NULL, '{');
    json_write_str(t, "name", w->name);
    json_write_str(t, "machine", w->machine);
    json_write_int(t, "started", w->started);
    json_write_int(t, "seen", w->seen);
    json_write_int(t, "silent_ms", w->now > w->seen ? w->now - w->seen : 0);
    json_write_close(t, '}');
}

static bool list_workers(struct site *site, const struct http_request *q, struct text *t,
                         struct err *err)
{
    (void)q;
    return store_workers(site->store, put_worker, t, err);
}

void api_desk_workers(void *site, const struct http_request *q, struct http_answer *a)
{
    answer_list(site, q, a, "workers", list_workers);
}

/* Whether the text of such an entry is a message (base/said.h). Others hold what somebody typed,
   the name of a token say, and that may look like one. Entries of old versions have none. */
static bool has_message(const struct store_audit_entry *d)
{
    static const char *const kinds[] = {"annul",          "class", "disturbed", "forfeit",
                                        "forfeit-undone", "rerun", "role",      "signup"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(d->kind, kinds[i]) == 0) return strncmp(d->text, "audit-", 6) == 0;
    return false;
}

static void put_audit_text(struct text *t, const struct store_audit_entry *d)
{
    struct err said;
    if (has_message(d)) {
        err_said(&said, d->text);
        err_write_member(t, "text", &said);
    } else {
        json_write_str(t, "text", d->text);
        json_write_null(t, "text_said");
    }
}

static void put_audit(void *arg, const struct store_audit_entry *d)
{
    struct text *t = arg;
    json_write_open(t, NULL, '{');
    json_write_int(t, "id", d->id);
    json_write_int(t, "created", d->created);
    json_write_str(t, "name", *d->name ? d->name : NULL);
    json_write_str(t, "address", d->address);
    json_write_str(t, "kind", d->kind);
    put_audit_text(t, d);
    json_write_close(t, '}');
}

static bool list_audit(struct site *site, const struct http_request *q, struct text *t,
                       struct err *err)
{
    int64_t before, most;
    if (!http_query_int(q, "before", 1, INT64_MAX, 0, &before)) before = 0;
    if (!http_query_int(q, "limit", 1, DEEDS_MOST, DEEDS, &most)) most = DEEDS;
    return store_list_audit(site->store, before, most, put_audit, t, err);
}

void api_desk_audit(void *site, const struct http_request *q, struct http_answer *a)
{
    answer_list(site, q, a, "entries", list_audit);
}
