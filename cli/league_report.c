#include "cli/league_report.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
    static const char *const verdicts[] = {"goes on", "H0 accepted", "H1 accepted"};
    double lower, upper;
    sprt_bounds(sprt, &lower, &upper);
    printf("  SPRT (%s Elo %g against %g, alpha %g, beta %g): LLR %.2f of [%.2f, %.2f], %s\n",
           sprt->normalized ? "normalized" : "logistic", sprt->elo0, sprt->elo1, sprt->alpha,
           sprt->beta, sprt_llr(sprt, &t->pairs), lower, upper,
           verdicts[sprt_decide(sprt, &t->pairs)]);
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
    printf("%s against %s: %lld games\n", j->seats[a], j->seats[b], (long long)played);
    printf("  W-L-D %lld-%lld-%lld, score %.1f %%, draws %.1f %%\n", (long long)t.wins,
           (long long)t.losses, (long long)t.draws,
           percent((double)t.wins + (double)t.draws / 2, (double)played),
           percent((double)t.draws, (double)played));
    if (stats_estimate(&t.pairs, &e)) {
        print_elo("  Elo", e.elo, e.elo_low, e.elo_high);
        print_elo(", normalized", e.nelo, e.nelo_low, e.nelo_high);
        printf(" (95 %%), LOS %.1f %%\n", 100 * e.los);
    }
    printf("  pairs [0, 1/2, 1, 3/2, 2 points]: %lld %lld %lld %lld %lld\n", (long long)n[0],
           (long long)n[1], (long long)n[2], (long long)n[3], (long long)n[4]);
    if (sprt) print_test(sprt, &t);
    printf(
        "  player 1 scores %.1f %%; crashes %lld : %lld, time losses %lld : %lld, invalid %lld : "
        "%lld; longest turn %lld ms : %lld ms\n",
        percent((double)t.first_player_points / 2, (double)played), (long long)t.gone[0],
        (long long)t.gone[1], (long long)t.timeout[0], (long long)t.timeout[1],
        (long long)t.invalid[0], (long long)t.invalid[1], (long long)t.ms_max[0],
        (long long)t.ms_max[1]);
}

/* Points of the row against the column, of so many games. */
static void print_crosstable(const struct journal *j)
{
    struct tally t;
    printf("%-24s", "");
    for (int b = 0; b < j->seat_count; b++) printf(" %10d", b + 1);
    puts("      points");
    for (int a = 0; a < j->seat_count; a++) {
        double points = 0, played = 0;
        printf("%2d %-21.21s", a + 1, j->seats[a]);
        for (int b = 0; b < j->seat_count; b++) {
            char cell[48] = "-";
            batch_tally(j, a, b, NULL, &t);
            double own = (double)t.wins + (double)t.draws / 2;
            if (a != b && games_of(&t) > 0)
                snprintf(cell, sizeof cell, "%g/%lld", own, (long long)games_of(&t));
            if (a != b) points += own, played += (double)games_of(&t);
            printf(" %10s", cell);
        }
        printf("  %g/%g (%.1f %%)\n", points, played, percent(points, played));
    }
}

static void print_number(const char *key, double n)
{
    if (isfinite(n))
        printf(",\"%s\":%.6f", key, n);
    else
        printf(",\"%s\":null", key);
}

static void print_json_pairing(const struct journal *j, int a, int b, const struct sprt *sprt)
{
    struct tally t;
    struct stats_estimate e;
    batch_tally(j, a, b, sprt, &t);
    const int64_t *n = t.pairs.count;
    printf("{\"seats\":[%d,%d],\"wins\":%lld,\"losses\":%lld,\"draws\":%lld,\"pairs\":[%lld,%lld,%"
           "lld,%lld,%lld]",
           a, b, (long long)t.wins, (long long)t.losses, (long long)t.draws, (long long)n[0],
           (long long)n[1], (long long)n[2], (long long)n[3], (long long)n[4]);
    if (stats_estimate(&t.pairs, &e)) {
        print_number("score", e.score);
        print_number("elo", e.elo);
        print_number("elo_low", e.elo_low);
        print_number("elo_high", e.elo_high);
        print_number("nelo", e.nelo);
        print_number("los", e.los);
    }
    if (sprt) {
        static const char *const verdicts[] = {"null", "\"H0\"", "\"H1\""};
        print_number("llr", sprt_llr(sprt, &t.pairs));
        printf(",\"verdict\":%s", verdicts[sprt_decide(sprt, &t.pairs)]);
    }
    printf(",\"crashes\":[%lld,%lld],\"time_losses\":[%lld,%lld],\"invalid\":[%lld,%lld],\"ms_"
           "max\":[%lld,%lld]}",
           (long long)t.gone[0], (long long)t.gone[1], (long long)t.timeout[0],
           (long long)t.timeout[1], (long long)t.invalid[0], (long long)t.invalid[1],
           (long long)t.ms_max[0], (long long)t.ms_max[1]);
}

static void print_json(const struct journal *j, const struct sprt *sprt)
{
    char buf[8192];
    printf("{\"game\":\"%s\",\"games\":%lld,\"hash\":\"%016llx\",\"seats\":[", j->game,
           (long long)j->count, (unsigned long long)journal_hash(j));
    for (int i = 0; i < j->seat_count; i++) {
        struct text t = TEXT_ON(buf);
        text_json(&t, j->seats[i], strlen(j->seats[i]));
        printf("%s%s", i ? "," : "", buf);
    }
    fputs("],\"pairings\":[", stdout);
    bool first = true;
    for (int a = 0; a < j->seat_count; a++)
        for (int b = a + 1; b < j->seat_count; b++) {
            if (!first) putchar(',');
            first = false;
            print_json_pairing(j, a, b, sprt);
        }
    puts("]}");
}

void report_journal(const struct journal *j, const struct sprt *sprt, double hours, bool json)
{
    if (json) {
        print_json(j, sprt);
        return;
    }
    for (int a = 0; a < j->seat_count; a++)
        for (int b = a + 1; b < j->seat_count; b++) print_pairing(j, a, b, sprt);
    if (j->seat_count > 2) print_crosstable(j);
    printf("%lld games, results %016llx", (long long)j->count, (unsigned long long)journal_hash(j));
    if (hours > 0) printf(", %.0f games an hour", (double)j->count / hours);
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
