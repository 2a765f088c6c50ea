/* Contests by name, from the league or from the folder of files, as far as the visitor may see
   them. */
#include "site/api/contest_lookup.h"

#include "league/contest/timestamp.h"
#include "league/report/report_words.h"
#include "league/report/svg_report.h"
#include "league/store/contest/store_stage.h"
#include "os/file.h"
#include "site/people/account.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { PICTURE_MOST = 16 << 20 };

/* Who has the stage's token sees the contest, too: a projector logs in nowhere. */
static bool has_token(struct site *site, const struct http_request *q,
                      const struct store_contest *c, bool *has, struct err *err)
{
    const char *token = http_query(q, "stage");
    struct store_stage stage;
    *has = false;
    if (!token || !*token) return true;
    if (!store_stage(site->store, c->id, &stage, err)) return false;
    *has = stage.is_open && account_is_same(stage.token, token);
    return true;
}

static bool may_see(struct site *site, const struct http_request *q, const struct visitor *v,
                    const struct store_contest *c, bool *may, struct err *err)
{
    struct store_contestant self = {0};
    *may = !c->code[0] || (v->is_known && v->account.role == ROLE_ORGANISER);
    if (!*may && !has_token(site, q, c, may, err)) return false;
    if (*may || !v->is_known) return true;
    if (!store_contestant(site->store, c->id, v->account.id, &self, err)) return false;
    *may = self.has_joined;
    return true;
}

bool contest_lookup(struct site *site, const struct http_request *q, const char *name,
                    struct visitor *v, struct store_contest *out, bool *found,
                    struct http_answer *a)
{
    struct err err;
    bool may = false;
    *found = false;
    if (!visitor_find(site, q, a, v)) return false;
    if (!store_find_contest(site->store, name, out, found, &err) ||
        (*found && !may_see(site, q, v, out, &may, &err)))
        return site_store_failed(a, &err);
    *found = *found && may;
    return true;
}

bool contest_need(struct site *site, const struct http_request *q, const char *name,
                  struct visitor *v, struct store_contest *out, struct http_answer *a)
{
    bool found;
    if (!contest_lookup(site, q, name, v, out, &found, a)) return false;
    if (!found) http_refuse(a, 404, "no-contest: there is no contest {contest:%.80s}", name);
    return found;
}

bool contest_has_joined(struct site *site, int64_t account, const char *ladder,
                        struct http_answer *a)
{
    struct store_contest contest;
    struct store_contestant who;
    bool found;
    struct err err;
    if (!store_find_contest(site->store, ladder, &contest, &found, &err))
        return site_store_failed(a, &err);
    if (!found) return true;
    if (!store_contestant(site->store, contest.id, account, &who, &err))
        return site_store_failed(a, &err);
    if (who.has_joined && !who.has_withdrawn) return true;
    http_refuse(a, 409, "join-first: join the contest {contest:%s} first, on its page", ladder);
    return false;
}

bool contest_refuse_final(const struct store_contest *c, enum store_final why,
                          struct http_answer *a)
{
    char at[TIMESTAMP_ROOM];
    timestamp_write(why == FINAL_EARLY ? c->finals_opens : c->finals_closes, at);
    if (why == FINAL_NO_FINALIST)
        http_refuse(a, 409,
                    "no-finalist: you are not a finalist of {contest:%s}: only finalists submit "
                    "programs for the finals",
                    c->name);
    else if (why == FINAL_EARLY && c->finals_opens > 0 && c->opens <= c->now)
        http_refuse(a, 409,
                    "program-early: too early: programs for the finals of {contest:%s} are taken "
                    "from {from:%s} on",
                    c->name, at);
    else if (why == FINAL_LATE)
        http_refuse(a, 409,
                    "program-late: too late: programs for the finals of {contest:%s} were taken "
                    "until {until:%s}",
                    c->name, at);
    else
        http_refuse(a, 409, "ladder-closed: the ladder {ladder:%s} is closed", c->ladder_name);
    return false;
}

bool contest_is_insider(const struct http_request *q, const struct visitor *v)
{
    return v->is_known && v->account.role == ROLE_ORGANISER && !http_query(q, "stage");
}

enum contest_state contest_known_state(const struct store_contest *c, bool is_insider)
{
    bool is_known = is_insider || c->shown == STAGE_ALL;
    return c->state == CONTEST_OVER && !is_known ? CONTEST_FINALS : c->state;
}

struct finals *contest_open(struct site *site, const struct http_request *q,
                            const struct visitor *v, const struct store_contest *c,
                            struct http_answer *a)
{
    struct err err;
    struct finals *f = finals_open(
        site->store, c, contest_is_insider(q, v) ? FINALS_OF_ORGANISER : FINALS_OF_AUDIENCE, &err);
    if (f) return f;
    if (store_lost_db(site->store))
        site_store_failed(a, &err);
    else
        http_refuse(a, 500, "contest-unreadable: the contest cannot be read: {why:%p}",
                    err_value(&err));
    return NULL;
}

void contest_csv_cell(struct text *t, const char *s)
{
    text_char(t, '"');
    if (*s && strchr("=+-@\t\r", *s)) text_char(t, '\'');
    for (; *s; s++) {
        if (*s == '"') text_char(t, '"');
        text_char(t, *s);
    }
    text_char(t, '"');
}

void contest_csv_begin(const struct http_request *q, const char *name, const char *const *columns,
                       int count, struct http_answer *a)
{
    if (http_query(q, "lang")) text_str(a->body, "\xef\xbb\xbf");
    for (int i = 0; i < count; i++) {
        if (i > 0) text_char(a->body, ',');
        text_str(a->body, report_word(http_wants_japanese(q), columns[i]));
    }
    text_str(a->body, "\r\n");
    a->type = "text/csv; charset=utf-8";
    http_set_header(a, "Content-Disposition", "attachment; filename=\"%s.csv\"", name);
}

/* Pictures are drawn into files: this one is in memory only. */
static bool draw(const struct tournament *t, bool is_japanese, char **bytes, size_t *len,
                 struct err *err)
{
    char path[64];
    AUTO_CLOSE int fd = memfd_create("bracket", MFD_CLOEXEC);
    if (fd < 0) return err_sys(err, "memfd_create");
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return svg_report_tournament(t, is_japanese, path, err) &&
           file_read(path, PICTURE_MOST, bytes, len, err);
}

bool contest_draw(const struct http_request *q, const struct tournament *t, struct http_answer *a)
{
    struct err err;
    a->type = "image/svg+xml";
    if (draw(t, http_wants_japanese(q), &a->heap, &a->bytes_len, &err)) return true;
    a->type = "application/json";
    http_refuse_err(a, 500, &err);
    return false;
}
