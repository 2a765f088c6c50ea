/*
 * What a contest will be, before there is one: the text of its file is read as if it were added, as
 * many players as it has places for are put in, and the schedule is made of no results. So an
 * organiser sees the matches and the bracket that the same code will make on the day.
 */
#include "league/report/contest_json.h"
#include "site/http/json_body.h"
#include "site/people/visitor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct preview {
    struct contest contest;
    struct tournament tournament;
    struct journal journal; /* nothing is in it */
};

/* Finalists by their places: nobody knows their names yet. */
static bool seat_finalists(struct contest *c, struct err *err)
{
    char name[16];
    for (int i = 1; i <= c->ladder.finalists; i++) {
        snprintf(name, sizeof name, "#%d", i);
        if (!contest_seat(c, name, err)) return false;
    }
    return true;
}

/* The first phase has its fixtures; how many matches the others will have is known, too. */
static void put_plan(struct text *t, const struct contest *c)
{
    json_write_open(t, "plan", '[');
    for (int i = 0; i < c->phase_count; i++) {
        const struct contest_phase *p = &c->phase[i];
        json_write_open(t, NULL, '{');
        json_write_str(t, "name", p->name);
        json_write_str(t, "format", contest_format(p->rules.format));
        json_write_int(t, "players", p->entrants);
        json_write_int(t, "matches", schedule_matches(&p->rules, p->entrants));
        json_write_close(t, '}');
    }
    json_write_close(t, ']');
}

static bool put_preview(struct text *t, struct preview *p, struct err *err)
{
    const struct contest_ladder *l = &p->contest.ladder;
    if (!seat_finalists(&p->contest, err) ||
        !tournament_look(&p->tournament, &p->contest, &p->journal, err))
        return false;
    json_write_open(t, NULL, '{');
    json_write_str(t, "title", p->contest.name);
    json_write_int(t, "opens", l->opens);
    json_write_int(t, "closes", l->closes);
    json_write_int(t, "finalists", l->finalists);
    json_write_int(t, "most_games", tournament_games(&p->contest));
    put_plan(t, &p->contest);
    contest_json(t, &p->tournament, &p->journal);
    text_str(t, "}\n");
    tournament_free(&p->tournament);
    return true;
}

static void answer_preview(const char *text, struct http_answer *a)
{
    struct err err;
    struct preview *p = calloc(1, sizeof *p);
    if (!p) {
        http_refuse(a, 503, "no-memory: out of memory");
        return;
    }
    if (!contest_take(&p->contest, text, strlen(text), "line", &err)) {
        http_refuse_err(a, 422, &err);
    } else {
        if (!put_preview(a->body, p, &err)) http_refuse_err(a, 422, &err);
        contest_free(&p->contest);
    }
    free(p);
}

void api_desk_preview(void *site, const struct http_request *q, struct http_answer *a)
{
    struct visitor v;
    const char *text;
    if (!visitor_need_organiser_session(site, q, a, &v)) return;
    struct json_read *body = json_body_open(q, a);
    if (!body) return;
    if (json_read_text(body, "text", &text))
        answer_preview(text, a);
    else
        json_body_refuse(a);
    json_read_close(body);
}
