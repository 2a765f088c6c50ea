#include "cli/db/db_report.h"

#include "cli/cli.h"
#include "cli/json_line.h"
#include "league/store/store_worker.h"

#include <stdio.h>
#include <string.h>

struct table {
    bool json;
    int rows;
    struct standing_formulas formulas;
};

/* ---- ladders ---- */

static void print_ladder(void *arg, const struct store_ladder *l)
{
    struct table *t = arg;
    if (t->json) {
        struct text *line = json_line();
        json_write_open(line, NULL, '{');
        json_write_str(line, "name", l->name);
        json_write_str(line, "game", l->game);
        json_write_str(line, "rating", rating_name(l->formula));
        json_write_str(line, "setup", l->setup);
        json_write_str(line, "settings", l->settings);
        json_write_bool(line, "open", l->is_open);
        json_line_print(line, '}');
        return;
    }
    cli_print_cell(l->name, 24, 1);
    printf("%-8s %-8s ", l->game, rating_name(l->formula));
    cli_print_cell(l->is_open ? _("open") : _("closed"), 7, 1);
    printf("%s%s%s\n", l->settings, l->setup[0] ? "  setup: " : "", l->setup);
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
    struct text *t = json_line();
    json_write_open(t, NULL, '{');
    json_write_int(t, "rank", rank);
    json_write_str(t, "name", p->name);
    json_write_str(t, "kind", p->kind);
    json_write_int(t, "version", p->number);
    json_line_fixed(t, "rating", g->rating.points, 2);
    json_line_fixed(t, "deviation", g->rating.deviation, 2);
    json_line_fixed(t, "also_rating", g->also.points, 2);
    json_line_fixed(t, "also_deviation", g->also.deviation, 2);
    json_write_int(t, "games", g->games);
    json_write_int(t, "wins", g->wins);
    json_write_int(t, "draws", g->draws);
    json_write_int(t, "losses", g->losses);
    json_write_int(t, "pending", p->pending);
    json_line_print(t, '}');
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
    printf("%4d  ", t->rows);
    cli_print_cell(p->name, 24, 1);
    printf("%-15s %-*s%7lld %6lld %6lld %6lld  v%lld\n", rating, *also ? ALSO_WIDTH : 0, also,
           (long long)g->games, (long long)g->wins, (long long)g->draws, (long long)g->losses,
           (long long)p->number);
}

static void print_heads(const char *also)
{
    fputs(_("rank  player                   rating          "), stdout);
    if (also) cli_print_cell(also, ALSO_WIDTH, 0);
    puts(_("  games    won  drawn   lost"));
}

bool report_standings(struct store *s, const struct store_ladder *ladder, bool json,
                      struct err *err)
{
    struct table t = {.json = json, .formulas = ladder_formulas(ladder->formula, ladder->settings)};
    bool has_also = t.formulas.also != RATING_NONE;
    if (!json) print_heads(has_also ? rating_name(t.formulas.also) : NULL);
    return store_standings(s, ladder->id, print_place, &t, err);
}

/* ---- matches ---- */

static void write_pair(struct text *t, const char *key, const char *first, const char *second)
{
    json_write_open(t, key, '[');
    json_write_str(t, NULL, first);
    json_write_str(t, NULL, second);
    json_write_close(t, ']');
}

static void write_result(struct text *t, const struct store_match *m)
{
    const struct journal_match *r = &m->result;
    if (r->winner < 0)
        json_write_null(t, "winner");
    else
        json_write_int(t, "winner", r->winner);
    json_write_str(t, "reason", r->reason);
    json_write_int(t, "turns", r->turns);
    json_line_ints(t, "score", r->score, 2);
    json_write_open(t, "rating", '[');
    for (int p = 0; p < 2; p++) json_line_fixed(t, NULL, m->after[p].points, 2);
    json_write_close(t, ']');
    write_pair(t, "faults", r->fault[0], r->fault[1]);
    json_write_str(t, "worker", m->worker);
}

static void print_match_json(const struct store_match *m)
{
    struct text *t = json_line();
    json_write_open(t, NULL, '{');
    json_write_int(t, "match", m->id);
    json_write_str(t, "key", m->key);
    json_write_str(t, "state", m->state);
    json_line_uint(t, "seed", m->seed);
    write_pair(t, "players", m->name[0], m->name[1]);
    if (strcmp(m->state, "done") == 0) write_result(t, m);
    if (strcmp(m->state, "void") == 0) json_write_str(t, "why", m->void_why);
    json_write_bool(t, "record", m->has_record);
    json_line_print(t, '}');
}

static void print_match(void *arg, const struct store_match *m)
{
    const struct table *t = arg;
    const struct journal_match *r = &m->result;
    if (t->json) {
        print_match_json(m);
        return;
    }
    printf("%8lld  ", (long long)m->id);
    cli_print_cell(m->name[0], 24, 1);
    cli_print_cell(m->name[1], 24, 1);
    if (strcmp(m->state, "done") != 0)
        printf("%s %s\n", term(m->state), m->void_why);
    else
        printf(_("%s  %s, %d turns, %lld : %lld\n"),
               r->winner < 0    ? "1/2"
               : r->winner == 0 ? "1-0"
                                : "0-1",
               term(r->reason), r->turns, (long long)r->score[0], (long long)r->score[1]);
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
        printf(_("%-32s %-24s seen %lld s ago\n"), w->name, w->machine, seconds);
        return;
    }
    struct text *line = json_line();
    json_write_open(line, NULL, '{');
    json_write_str(line, "name", w->name);
    json_write_str(line, "machine", w->machine);
    json_write_int(line, "seen_s", seconds);
    json_line_print(line, '}');
}

bool report_workers(struct store *s, bool json, struct err *err)
{
    struct table t = {.json = json};
    return store_workers(s, print_worker, &t, err);
}
