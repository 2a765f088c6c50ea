/* Journals as tables for people, or JSON. */
#include "cli/report/league_report.h"

#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/json_line.h"
#include "league/report/svg_report.h"
#include "referee/seat.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what the seats are called ---- */

enum { CELL = 21, LABEL = 128 };

/* What a seat called itself, or was given as a name, in its first match; "": nothing. */
static const char *name_of(const struct journal *j, int seat)
{
    for (int64_t i = 0; i < j->count; i++)
        for (int p = 0; p < 2; p++)
            if (j->matches[i].seat[p] == seat && j->matches[i].name[p][0])
                return j->matches[i].name[p];
    return "";
}

/* Its name, but a bot is known by its seat. */
static const char *short_label(const struct journal *j, int seat)
{
    const char *spec = j->seats[seat], *name = name_of(j, seat);
    bool is_bot = seat_spec_is_bot(spec) && strcmp(spec + 4, name) == 0;
    return *name && !is_bot ? name : spec;
}

/* Whether no other seat would be called the same by `label_of`. */
static bool is_own(const struct journal *j, int seat,
                   const char *(*label_of)(const struct journal *, int))
{
    for (int i = 0; i < j->seat_count; i++)
        if (i != seat && strcmp(label_of(j, i), label_of(j, seat)) == 0) return false;
    return true;
}

static const char *seat_label(const struct journal *j, int seat)
{
    return j->seats[seat];
}

/* A name that tells the seat from all others: its own, or else its command where that fits a table,
   or else its name and its number, which print_numbers() explains. */
static bool write_label(const struct journal *j, int seat, char out[LABEL])
{
    struct text t = text_on(out, LABEL - 8);
    const char *label = short_label(j, seat);
    bool is_clear = is_own(j, seat, short_label);
    if (!is_clear && is_own(j, seat, seat_label) && utf8_columns(j->seats[seat]) <= CELL) {
        label = j->seats[seat];
        is_clear = true;
    }
    text_line(&t, label, utf8_cut(label, strlen(label), LABEL - 9));
    if (!is_clear) snprintf(out + t.len, LABEL - t.len, " [%d]", seat + 1);
    return is_clear;
}

/* The journal with labels for seats; false when memory is short. To be freed by free_labels(). */
static bool with_labels(const struct journal *j, struct journal *out)
{
    *out = *j;
    out->seats = calloc((size_t)j->seat_count + 1, sizeof *out->seats);
    bool ok = out->seats != NULL;
    for (int i = 0; ok && i < j->seat_count; i++) {
        char label[LABEL];
        write_label(j, i, label);
        ok = (out->seats[i] = strdup(label)) != NULL;
    }
    return ok;
}

static void free_labels(struct journal *labelled)
{
    for (int i = 0; labelled->seats && i < labelled->seat_count; i++) free(labelled->seats[i]);
    free(labelled->seats);
}

static void print_numbers(const struct journal *j)
{
    char label[LABEL];
    for (int i = 0; i < j->seat_count; i++)
        if (!write_label(j, i, label)) printf("  [%d] %s\n", i + 1, j->seats[i]);
}

/* A label in a column of a table. */
static void print_cell(const char *label, int columns)
{
    char cut[LABEL];
    size_t len = strlen(label) < LABEL ? strlen(label) : LABEL - 1;
    do snprintf(cut, sizeof cut, "%.*s", (int)utf8_cut(label, strlen(label), len), label);
    while (utf8_columns(cut) > columns && len-- > 0);
    printf("%s%*s", cut, columns - utf8_columns(cut), "");
}

/* ---- two seats ---- */

static int64_t games_of(const struct tally *t)
{
    return t->wins + t->draws + t->losses;
}

static double percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

static void print_elo(const char *name, double elo, double low, double high)
{
    printf("%s %+.1f [%+.1f, %+.1f]", name, elo, low, high);
}

static void print_test(const struct sprt *sprt, const struct tally *t)
{
    static const char *const verdicts[] = {N_("goes on"), N_("H0 accepted"), N_("H1 accepted")};
    double lower, upper;
    sprt_bounds(sprt, &lower, &upper);
    printf(_("  SPRT (%s Elo %g against %g, alpha %g, beta %g): LLR %.2f of [%.2f, %.2f], %s\n"),
           sprt->normalized ? _("normalized") : _("logistic"), sprt->elo0, sprt->elo1, sprt->alpha,
           sprt->beta, sprt_llr(sprt, &t->pairs), lower, upper,
           _(verdicts[sprt_decide(sprt, &t->pairs)]));
}

/* The block of two seats. */
static void print_pairing(const struct journal *j, int a, int b, const struct sprt *sprt)
{
    struct tally t;
    struct stats_estimate e;
    batch_tally(j, a, b, sprt, &t);
    int64_t played = games_of(&t);
    if (played == 0) return;
    const int64_t *n = t.pairs.count;
    printf(words_count("%s against %s: %lld game\n", "%s against %s: %lld games\n",
                       (unsigned long)played),
           j->seats[a], j->seats[b], (long long)played);
    printf(_("  W-L-D %lld-%lld-%lld, score %.1f %%, draws %.1f %%\n"), (long long)t.wins,
           (long long)t.losses, (long long)t.draws,
           percent((double)t.wins + (double)t.draws / 2, (double)played),
           percent((double)t.draws, (double)played));
    if (stats_estimate(&t.pairs, &e)) {
        print_elo("  Elo", e.elo, e.elo_low, e.elo_high);
        print_elo(_(", normalized"), e.nelo, e.nelo_low, e.nelo_high);
        printf(_(" (95 %%), LOS %.1f %%\n"), 100 * e.los);
    }
    printf(_("  pairs [0, 1/2, 1, 3/2, 2 points]: %lld %lld %lld %lld %lld\n"), (long long)n[0],
           (long long)n[1], (long long)n[2], (long long)n[3], (long long)n[4]);
    if (sprt) print_test(sprt, &t);
    printf(
        _("  player 1 scores %.1f %%; crashes %lld : %lld, time losses %lld : %lld, invalid %lld : "
          "%lld; longest turn %lld ms : %lld ms\n"),
        percent((double)t.first_player_points / 2, (double)played), (long long)t.gone[0],
        (long long)t.gone[1], (long long)t.timeout[0], (long long)t.timeout[1],
        (long long)t.invalid[0], (long long)t.invalid[1], (long long)t.ms_max[0],
        (long long)t.ms_max[1]);
}

/* ---- the pool ---- */

enum { CYCLES_SHOWN = 10 };

/* All seats that have played, best first. */
struct pool {
    const struct journal *j;
    struct pool_meeting *meetings;
    struct pool_rating *ratings; /* by seat */
    int *order;                  /* seats */
    int *number;                 /* of two seats: their meeting + 1; 0: none */
    int meeting_count, count;
};

static bool pool_open(struct pool *p, const struct journal *j)
{
    size_t seats = (size_t)j->seat_count;
    *p = (struct pool){.j = j};
    p->meetings = batch_meetings(j, &p->meeting_count);
    p->ratings = calloc(seats, sizeof *p->ratings);
    p->order = calloc(seats, sizeof *p->order);
    p->number = calloc(seats * seats, sizeof *p->number);
    if (!p->meetings || !p->ratings || !p->order || !p->number ||
        !pool_rate(p->meetings, p->meeting_count, p->ratings, j->seat_count))
        return false;
    for (int i = 0; i < p->meeting_count; i++) {
        const struct pool_meeting *m = &p->meetings[i];
        p->number[m->a * j->seat_count + m->b] = p->number[m->b * j->seat_count + m->a] = i + 1;
    }
    for (int i = 0; i < j->seat_count; i++) {
        int k = p->count;
        if (p->ratings[i].games == 0) continue;
        for (; k > 0 && p->ratings[p->order[k - 1]].elo < p->ratings[i].elo; k--)
            p->order[k] = p->order[k - 1];
        p->order[k] = i;
        p->count++;
    }
    return true;
}

static void pool_close(struct pool *p)
{
    free(p->meetings);
    free(p->ratings);
    free(p->order);
    free(p->number);
}

/* What two seats have played; points are those of a. */
static struct pool_meeting meeting_of(const struct pool *p, int a, int b)
{
    int number = p->number[a * p->j->seat_count + b];
    if (number == 0) return (struct pool_meeting){.a = a, .b = b};
    struct pool_meeting m = p->meetings[number - 1];
    if (m.a == a) return m;
    return (struct pool_meeting){a, b, m.games, m.games - m.points};
}

/* More points than a fair coin gives in 39 of 40 cases; numbers are places in the order. */
static bool beats(void *arg, int a, int b)
{
    const struct pool *p = arg;
    struct pool_meeting m = meeting_of(p, p->order[a], p->order[b]);
    return m.games > 0 && m.points - m.games / 2 - 0.5 >= 1.959963984540054 * sqrt(m.games) / 2;
}

/* Points of the row against the column, of so many games. */
static void print_crosstable(struct pool *p)
{
    printf("%-24s", "");
    for (int b = 0; b < p->count; b++) printf(" %10d", b + 1);
    puts(_("      points"));
    for (int a = 0; a < p->count; a++) {
        const struct pool_rating *r = &p->ratings[p->order[a]];
        printf("%2d ", a + 1);
        print_cell(p->j->seats[p->order[a]], CELL);
        for (int b = 0; b < p->count; b++) {
            char cell[48] = "-";
            struct pool_meeting m = meeting_of(p, p->order[a], p->order[b]);
            if (m.games > 0)
                snprintf(cell, sizeof cell, "%g/%g%s", m.points, m.games,
                         beats(p, a, b) ? "*" : "");
            printf(" %10s", cell);
        }
        printf("  %g/%g (%.1f %%)\n", r->points, r->games, percent(r->points, r->games));
    }
    puts(_("  *: more than chance explains (95 %)"));
}

static void print_ratings(const struct pool *p)
{
    /* xgettext:no-c-format */
    puts(_("rank  seat                        Elo   95 % interval        games   score"));
    for (int i = 0; i < p->count; i++) {
        const struct pool_rating *r = &p->ratings[p->order[i]];
        printf("%4d  ", i + 1);
        print_cell(p->j->seats[p->order[i]], CELL + 3);
        printf(" %+7.1f   [%+7.1f, %+7.1f]  %6.0f  %5.1f %%\n", r->elo, r->low, r->high, r->games,
               percent(r->points, r->games));
    }
}

static void print_cycles(struct pool *p)
{
    int cycles[CYCLES_SHOWN][3], count = pool_cycles(p->count, beats, p, cycles, CYCLES_SHOWN);
    for (int i = 0; i < count && i < CYCLES_SHOWN; i++)
        printf(_("warning: not transitive: %s beats %s beats %s beats %s\n"),
               p->j->seats[p->order[cycles[i][0]]], p->j->seats[p->order[cycles[i][1]]],
               p->j->seats[p->order[cycles[i][2]]], p->j->seats[p->order[cycles[i][0]]]);
    if (count > CYCLES_SHOWN)
        printf(_("warning: and %d more such circles\n"), count - CYCLES_SHOWN);
}

/* Of more than two seats: ratings, who beat whom, and where one number cannot tell it all. */
static void print_pool(const struct journal *j)
{
    struct pool p;
    if (pool_open(&p, j)) {
        print_ratings(&p);
        print_crosstable(&p);
        print_cycles(&p);
    }
    pool_close(&p);
}

static void write_pool(struct text *t, const struct journal *j)
{
    struct pool p;
    int cycles[CYCLES_SHOWN][3], count = 0;
    json_write_open(t, "ratings", '[');
    bool ok = pool_open(&p, j);
    for (int i = 0; ok && i < p.count; i++) {
        const struct pool_rating *r = &p.ratings[p.order[i]];
        json_write_open(t, NULL, '{');
        json_write_int(t, "seat", p.order[i]);
        json_line_fixed(t, "elo", r->elo, 6);
        json_line_fixed(t, "low", r->low, 6);
        json_line_fixed(t, "high", r->high, 6);
        json_line_real(t, "games", r->games);
        json_line_real(t, "points", r->points);
        json_write_close(t, '}');
    }
    json_write_close(t, ']');
    json_write_open(t, "cycles", '[');
    if (ok) count = pool_cycles(p.count, beats, &p, cycles, CYCLES_SHOWN);
    for (int i = 0; i < count && i < CYCLES_SHOWN; i++) {
        json_write_open(t, NULL, '[');
        for (int k = 0; k < 3; k++) json_write_int(t, NULL, p.order[cycles[i][k]]);
        json_write_close(t, ']');
    }
    json_write_close(t, ']');
    pool_close(&p);
}

static bool draw(const struct journal *j, const char *path, struct err *err)
{
    struct pool p;
    char title[128];
    bool ok = pool_open(&p, j);
    struct svg_report_rating *rows = calloc((size_t)j->seat_count + 1, sizeof *rows);
    ok = ok && rows;
    if (!ok) err_set(err, "out of memory");
    for (int i = 0; ok && i < p.count; i++)
        rows[i] = (struct svg_report_rating){j->seats[p.order[i]], p.ratings[p.order[i]]};
    snprintf(title, sizeof title, _("%s: %lld games"), j->game, (long long)j->count);
    ok = ok && svg_report_ratings(rows, p.count, title, path, err);
    free(rows);
    pool_close(&p);
    return ok;
}

bool report_picture(const struct journal *j, const char *path, struct err *err)
{
    struct journal labelled;
    bool ok =
        with_labels(j, &labelled) ? draw(&labelled, path, err) : err_set(err, "out of memory");
    free_labels(&labelled);
    return ok;
}

static void write_estimate(struct text *t, const struct stats_estimate *e)
{
    json_line_fixed(t, "score", e->score, 6);
    json_line_fixed(t, "elo", e->elo, 6);
    json_line_fixed(t, "elo_low", e->elo_low, 6);
    json_line_fixed(t, "elo_high", e->elo_high, 6);
    json_line_fixed(t, "nelo", e->nelo, 6);
    json_line_fixed(t, "los", e->los, 6);
}

static void write_pairing(struct text *t, const struct journal *j, int a, int b,
                          const struct sprt *sprt)
{
    static const char *const verdicts[] = {NULL, "H0", "H1"};
    struct tally tally;
    struct stats_estimate e;
    batch_tally(j, a, b, sprt, &tally);
    json_write_open(t, NULL, '{');
    json_line_ints(t, "seats", (const int64_t[]){a, b}, 2);
    json_write_int(t, "wins", tally.wins);
    json_write_int(t, "losses", tally.losses);
    json_write_int(t, "draws", tally.draws);
    json_line_ints(t, "pairs", tally.pairs.count, 5);
    if (stats_estimate(&tally.pairs, &e)) write_estimate(t, &e);
    if (sprt) {
        json_line_fixed(t, "llr", sprt_llr(sprt, &tally.pairs), 6);
        json_write_str(t, "verdict", verdicts[sprt_decide(sprt, &tally.pairs)]);
    }
    json_line_ints(t, "crashes", tally.gone, 2);
    json_line_ints(t, "time_losses", tally.timeout, 2);
    json_line_ints(t, "invalid", tally.invalid, 2);
    json_line_ints(t, "ms_max", tally.ms_max, 2);
    json_write_close(t, '}');
}

static void print_json(const struct journal *j, const struct sprt *sprt)
{
    struct text *t = json_line();
    json_write_open(t, NULL, '{');
    json_write_str(t, "game", j->game);
    json_write_int(t, "games", j->count);
    json_write_hex(t, "hash", journal_hash(j));
    json_write_open(t, "seats", '[');
    for (int i = 0; i < j->seat_count; i++) json_write_str(t, NULL, j->seats[i]);
    json_write_close(t, ']');
    json_write_open(t, "names", '[');
    for (int i = 0; i < j->seat_count; i++) json_write_str(t, NULL, name_of(j, i));
    json_write_close(t, ']');
    json_write_open(t, "pairings", '[');
    for (int a = 0; a < j->seat_count; a++)
        for (int b = a + 1; b < j->seat_count; b++) write_pairing(t, j, a, b, sprt);
    json_write_close(t, ']');
    write_pool(t, j);
    json_line_print(t, '}');
}

static void print_words(const struct journal *j, const struct sprt *sprt)
{
    struct journal labelled;
    if (!with_labels(j, &labelled)) cli_fail("out of memory");
    for (int a = 0; labelled.seats && a < j->seat_count; a++)
        for (int b = a + 1; b < j->seat_count; b++) print_pairing(&labelled, a, b, sprt);
    if (labelled.seats && j->seat_count > 2) print_pool(&labelled);
    free_labels(&labelled);
    print_numbers(j);
}

void report_journal(const struct journal *j, const struct sprt *sprt, double hours, bool json)
{
    if (json) {
        print_json(j, sprt);
        return;
    }
    print_words(j, sprt);
    printf(_("%lld games, results %016llx"), (long long)j->count,
           (unsigned long long)journal_hash(j));
    if (hours > 0) printf(_(", %.0f games an hour"), (double)j->count / hours);
    putchar('\n');
}

void report_short(const struct journal *j, char *out, int size)
{
    struct tally t;
    struct stats_estimate e;
    batch_tally(j, 0, 1, NULL, &t);
    int len = snprintf(out, (size_t)size, "%lld-%lld-%lld", (long long)t.wins, (long long)t.losses,
                       (long long)t.draws);
    if (stats_estimate(&t.pairs, &e) && isfinite(e.elo) && len < size)
        snprintf(out + len, (size_t)(size - len), "  Elo %+.0f", e.elo);
}
