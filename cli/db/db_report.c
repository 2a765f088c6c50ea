#include "cli/db/db_report.h"

#include "cli/cli.h"
#include "league/store/store_worker.h"

#include <stdio.h>
#include <string.h>

struct table {
    bool json;
    int rows;
    struct standing_formulas formulas;
};

static void put_key(const char *key, const char *value)
{
    fputs(key, stdout);
    cli_print_json(value);
}

/* ---- ladders ---- */

static void print_ladder(void *arg, const struct store_ladder *l)
{
    struct table *t = arg;
    if (t->json) {
        put_key("{\"name\":", l->name);
        printf(",\"game\":\"%s\",\"rating\":\"%s\"", l->game, rating_name(l->formula));
        put_key(",\"setup\":", l->setup);
        put_key(",\"settings\":", l->settings);
        printf(",\"open\":%s}\n", l->is_open ? "true" : "false");
        return;
    }
    printf("%-24s %-8s %-8s %-7s %s%s%s\n", l->name, l->game, rating_name(l->formula),
           l->is_open ? "open" : "closed", l->settings, l->setup[0] ? "  setup: " : "", l->setup);
}

bool report_ladders(struct store *s, bool json, struct err *err)
{
    struct table t = {.json = json};
    return store_ladders(s, STORE_SEES_ALL, print_ladder, &t, err);
}

/* ---- standings ---- */

static void print_place_json(const struct store_place *p, int rank)
{
    const struct standing *g = &p->standing;
    printf("{\"rank\":%d", rank);
    put_key(",\"name\":", p->name);
    printf(",\"kind\":\"%s\",\"version\":%lld,\"rating\":%.2f,\"deviation\":%.2f,"
           "\"also_rating\":%.2f,\"also_deviation\":%.2f,\"games\":%lld,\"wins\":%lld,\"draws\":%"
           "lld,\"losses\":%lld,\"pending\":%lld}\n",
           p->kind, (long long)p->number, g->rating.points, g->rating.deviation, g->also.points,
           g->also.deviation, (long long)g->games, (long long)g->wins, (long long)g->draws,
           (long long)g->losses, (long long)p->pending);
}

enum { ALSO_WIDTH = 16 };

static void write_rating(char out[48], enum rating_formula formula, const struct rating *r)
{
    if (formula == RATING_NONE)
        snprintf(out, 48, "%6s", "-");
    else if (formula == RATING_CODEVS5)
        snprintf(out, 48, "%6.0f", r->points);
    else
        snprintf(out, 48, "%6.0f +- %-4.0f", r->points, 2 * r->deviation);
}

static void print_place(void *arg, const struct store_place *p)
{
    struct table *t = arg;
    const struct standing *g = &p->standing;
    char rating[48], also[48] = "";
    t->rows++;
    if (t->json) {
        print_place_json(p, t->rows);
        return;
    }
    write_rating(rating, t->formulas.first, &g->rating);
    if (t->formulas.also != RATING_NONE) write_rating(also, t->formulas.also, &g->also);
    printf("%4d  %-24s %-15s %-*s%7lld %6lld %6lld %6lld  v%lld\n", t->rows, p->name, rating,
           *also ? ALSO_WIDTH : 0, also, (long long)g->games, (long long)g->wins,
           (long long)g->draws, (long long)g->losses, (long long)p->number);
}

bool report_standings(struct store *s, const struct store_ladder *ladder, bool json,
                      struct err *err)
{
    struct table t = {.json = json, .formulas = ladder_formulas(ladder->formula, ladder->settings)};
    bool has_also = t.formulas.also != RATING_NONE;
    if (!json)
        printf("rank  %-24s %-15s %-*s%7s %6s %6s %6s\n", "player", "rating",
               has_also ? ALSO_WIDTH : 0, has_also ? rating_name(t.formulas.also) : "", "games",
               "won", "drawn", "lost");
    return store_standings(s, ladder->id, print_place, &t, err);
}

/* ---- matches ---- */

static void print_result_json(const struct store_match *m)
{
    const struct journal_match *r = &m->result;
    if (r->winner < 0)
        fputs(",\"winner\":null", stdout);
    else
        printf(",\"winner\":%d", r->winner);
    put_key(",\"reason\":", r->reason);
    printf(",\"turns\":%d,\"score\":[%lld,%lld],\"rating\":[%.2f,%.2f]", r->turns,
           (long long)r->score[0], (long long)r->score[1], m->after[0].points, m->after[1].points);
    put_key(",\"faults\":[", r->fault[0]);
    put_key(",", r->fault[1]);
    put_key("],\"worker\":", m->worker);
}

static void print_match_json(const struct store_match *m)
{
    printf("{\"match\":%lld", (long long)m->id);
    put_key(",\"key\":", m->key);
    printf(",\"state\":\"%s\",\"seed\":%llu", m->state, (unsigned long long)m->seed);
    put_key(",\"players\":[", m->name[0]);
    put_key(",", m->name[1]);
    fputs("]", stdout);
    if (strcmp(m->state, "done") == 0) print_result_json(m);
    if (strcmp(m->state, "void") == 0) put_key(",\"why\":", m->void_why);
    printf(",\"record\":%s}\n", m->has_record ? "true" : "false");
}

static void print_match(void *arg, const struct store_match *m)
{
    const struct table *t = arg;
    const struct journal_match *r = &m->result;
    if (t->json) {
        print_match_json(m);
        return;
    }
    printf("%8lld  %-24s %-24s ", (long long)m->id, m->name[0], m->name[1]);
    if (strcmp(m->state, "done") != 0)
        printf("%s %s\n", m->state, m->void_why);
    else
        printf("%s  %s, %d turns, %lld : %lld\n",
               r->winner < 0    ? "1/2"
               : r->winner == 0 ? "1-0"
                                : "0-1",
               r->reason, r->turns, (long long)r->score[0], (long long)r->score[1]);
}

bool report_matches(struct store *s, const struct store_which *which, bool json, struct err *err)
{
    struct table t = {.json = json};
    return store_matches(s, which, print_match, &t, err);
}

/* ---- workers ---- */

static void print_worker(void *arg, const struct store_worker *w)
{
    const struct table *t = arg;
    long long seconds = (long long)(w->now - w->seen) / 1000;
    if (!t->json) {
        printf("%-32s %-24s seen %lld s ago\n", w->name, w->machine, seconds);
        return;
    }
    put_key("{\"name\":", w->name);
    put_key(",\"machine\":", w->machine);
    printf(",\"seen_s\":%lld}\n", seconds);
}

bool report_workers(struct store *s, bool json, struct err *err)
{
    struct table t = {.json = json};
    return store_workers(s, print_worker, &t, err);
}
