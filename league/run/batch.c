/* The plan is a function from a number to a match, so that resuming needs no more than the keys
   in the journal. */
#include "league/run/batch.h"

#include "league/run/match_runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One match of the plan. */
struct task {
    int32_t seat[2], round;
    bool is_done;
};

/* Both matches of a pair, as points of the first seat. */
struct round {
    int8_t matches, half_points;
};

/* A test that walks through whole pairs in the order of the plan, as far as they have come. */
struct trial {
    int64_t rounds; /* counted so far */
    struct stats_pairs pairs;
    enum sprt_verdict verdict;
};

static void add_to_round(struct round *rounds, const struct journal_match *m, int a);
static void walk_on(struct trial *t, const struct sprt *sprt, const struct round *rounds,
                    int64_t count);

struct batch {
    const struct batch_options *o;
    struct task *tasks;
    int64_t count, next, done;
    struct round *rounds; /* of the first two seats, for the test */
    struct trial trial;
    const struct journal *journal;
    const struct batch_watch *watch;
    struct record_of_seat {
        int64_t named, silent; /* matches in which it said its name, and in which it did not */
        unsigned told;         /* kinds of faults that were told */
    } * of_seat;
    int silent_seat; /* -1: none */
};

static const char *const faults[] = {"invalid", "timeout", "gone", "crash", "name"};
enum { FAULTS = sizeof faults / sizeof faults[0] };

/* ---- the plan ---- */

static void add_task(struct batch *b, int first, int second, int64_t round)
{
    b->tasks[b->count++] = (struct task){.seat = {first, second}, .round = (int32_t)round};
}

static int64_t pairing_count(const struct batch_options *o)
{
    int64_t n = o->seat_count;
    return o->gauntlet ? n - 1 : n * (n - 1) / 2;
}

static bool make_plan(struct batch *b, struct err *err)
{
    const struct batch_options *o = b->o;
    b->tasks = calloc((size_t)(pairing_count(o) * o->rounds * 2), sizeof *b->tasks);
    if (!b->tasks || !b->rounds || !b->of_seat) return err_set(err, "out of memory");
    for (int64_t round = 0; round < o->rounds; round++)
        for (int first = 0; first < (o->gauntlet ? 1 : o->seat_count - 1); first++)
            for (int second = first + 1; second < o->seat_count; second++) {
                add_task(b, first, second, round);
                add_task(b, second, first, round);
            }
    return true;
}

static void fill_task(const struct batch *b, const struct task *t, struct match_runner_task *out)
{
    const struct batch_options *o = b->o;
    out->round = t->round;
    out->seed = o->first_seed + (uint64_t)t->round;
    if (o->map_count > 0) out->map = o->maps[t->round % o->map_count];
    for (int p = 0; p < 2; p++) {
        out->seat[p] = t->seat[p];
        out->command[p] = o->seats[t->seat[p]];
    }
    snprintf(out->key, sizeof out->key, "%llu:%d:%d", (unsigned long long)out->seed, t->seat[0],
             t->seat[1]);
}

/* ---- playing ---- */

static enum match_runner_next next_task(void *arg, struct match_runner_task *task)
{
    struct batch *b = arg;
    if (b->trial.verdict != SPRT_GOES_ON) return MATCH_RUNNER_END;
    while (b->next < b->count && b->tasks[b->next].is_done) b->next++;
    if (b->next == b->count) return MATCH_RUNNER_WAIT;
    fill_task(b, &b->tasks[b->next++], task);
    return MATCH_RUNNER_PLAY;
}

/* A program that does not start, or is no player: a mistyped command, more often than not. What an
   earlier run found does not count: somebody may have mended it. */
static void note_names(struct batch *b, const struct journal_match *m)
{
    for (int p = 0; p < 2; p++) {
        struct record_of_seat *seat = &b->of_seat[m->seat[p]];
        bool is_silent = strcmp(m->fault[p], "name") == 0;
        seat->named += !is_silent;
        seat->silent += is_silent;
        if (seat->named == 0 && seat->silent == 2) b->silent_seat = m->seat[p];
    }
}

static void note_result(struct batch *b, const struct journal_match *m)
{
    b->done++;
    if (!b->o->sprt) return;
    add_to_round(b->rounds, m, 0);
    walk_on(&b->trial, b->o->sprt, b->rounds, b->o->rounds);
}

static bool take_result(void *arg, const struct journal_match *m, struct err *err)
{
    struct batch *b = arg;
    note_result(b, m);
    note_names(b, m);
    struct batch_progress progress = {.done = b->done, .total = b->count, .journal = b->journal};
    if (b->watch->progress) b->watch->progress(b->watch->arg, &progress);
    if (b->silent_seat < 0) return true;
    return err_set(err, "`%.200s` never said its name; is the command right?",
                   b->o->seats[b->silent_seat]);
}

static void take_fault(void *arg, const struct journal_match *m, int p,
                       const struct match_end_side *end)
{
    struct batch *b = arg;
    struct record_of_seat *seat = &b->of_seat[m->seat[p]];
    for (int i = 0; i < FAULTS; i++) {
        if (strcmp(m->fault[p], faults[i]) != 0 || seat->told >> i & 1) continue;
        seat->told |= 1u << i;
        if (b->watch->fault) b->watch->fault(b->watch->arg, m, p, end);
    }
}

/* What an earlier run has played of this plan. */
static void take_journal(struct batch *b)
{
    for (int64_t i = 0; i < b->count; i++) {
        struct match_runner_task task;
        fill_task(b, &b->tasks[i], &task);
        const struct journal_match *m = journal_find(b->journal, task.key);
        b->tasks[i].is_done = m != NULL;
        if (m) note_result(b, m);
    }
}

static bool run(struct batch *b, struct match_runner_options *c, struct journal *journal,
                struct err *err)
{
    static char buf[1 << 16];
    struct text header = TEXT_ON(buf);
    struct match_runner_plan plan = {
        .arg = b, .next = next_task, .done = take_result, .fault = take_fault};
    struct match_runner runner;
    char more[64];
    snprintf(more, sizeof more, "\"first_seed\":\"%016llx\"", (unsigned long long)b->o->first_seed);
    match_runner_header(&header, c, more);
    if (header.cut) return err_set(err, "the commands of the seats are too long");
    c->header = header.buf;
    bool ok = match_runner_open(&runner, c, journal, err);
    if (ok) {
        take_journal(b);
        ok = match_runner_run(&runner, &plan, err);
    }
    match_runner_close(&runner);
    return ok;
}

enum batch_verdict batch_run(const struct batch_options *o, const struct batch_watch *watch,
                             struct journal *journal, struct err *err)
{
    struct round *rounds = calloc((size_t)o->rounds, sizeof *rounds);
    struct batch b = {.o = o,
                      .rounds = rounds,
                      .journal = journal,
                      .watch = watch,
                      .of_seat = calloc((size_t)o->seat_count, sizeof *b.of_seat),
                      .silent_seat = -1};
    struct match_runner_options runner = {.match = o->match,
                                          .seats = o->seats,
                                          .seat_count = o->seat_count,
                                          .names = o->names,
                                          .jobs = o->jobs,
                                          .keeps = o->keeps,
                                          .out = o->out,
                                          .resume = o->resume,
                                          .records = o->records,
                                          .keep_stderr = o->keep_stderr};
    *journal = (struct journal){0};
    bool ok = make_plan(&b, err) && run(&b, &runner, journal, err);
    free(b.tasks);
    free(b.of_seat);
    free(rounds);
    return ok ? BATCH_PLAYED : b.silent_seat >= 0 ? BATCH_SILENT : BATCH_FAILED;
}

/* ---- what a journal says ---- */

/* Half points of seat a in a match. */
static int half_points(const struct journal_match *m, int a)
{
    if (m->winner < 0) return 1;
    return m->seat[m->winner] == a ? 2 : 0;
}

static bool is_between(const struct journal_match *m, int a, int b)
{
    return (m->seat[0] == a && m->seat[1] == b) || (m->seat[0] == b && m->seat[1] == a);
}

static int64_t round_count(const struct journal *j)
{
    int64_t most = -1;
    for (int64_t i = 0; i < j->count; i++)
        if (j->matches[i].round > most) most = j->matches[i].round;
    return most + 1;
}

static void add_to_round(struct round *rounds, const struct journal_match *m, int a)
{
    rounds[m->round].matches++;
    rounds[m->round].half_points = (int8_t)(rounds[m->round].half_points + half_points(m, a));
}

/* Goes on through whole pairs, one after the other, until the test decides: so the verdict does not
   depend on the order in which matches happened to finish. */
static void walk_on(struct trial *t, const struct sprt *sprt, const struct round *rounds,
                    int64_t count)
{
    for (; t->verdict == SPRT_GOES_ON && t->rounds < count && rounds[t->rounds].matches == 2;
         t->rounds++) {
        t->pairs.count[rounds[t->rounds].half_points]++;
        t->verdict = sprt_decide(sprt, &t->pairs);
    }
}

/* The pairs of two seats by round; the caller frees it. */
static struct round *rounds_of(const struct journal *j, int a, int b, int64_t count)
{
    struct round *rounds = calloc((size_t)count + 1, sizeof *rounds);
    for (int64_t i = 0; rounds && i < j->count; i++) {
        const struct journal_match *m = &j->matches[i];
        if (is_between(m, a, b) && m->round >= 0) add_to_round(rounds, m, a);
    }
    return rounds;
}

static void count_faults(const struct journal_match *m, int a, struct tally *t)
{
    for (int p = 0; p < 2; p++) {
        int side = m->seat[p] == a ? 0 : 1;
        const char *fault = m->fault[p];
        t->gone[side] +=
            strcmp(fault, "gone") == 0 || strcmp(fault, "crash") == 0 || strcmp(fault, "name") == 0;
        t->timeout[side] += strcmp(fault, "timeout") == 0;
        t->invalid[side] += strcmp(fault, "invalid") == 0;
        if (m->ms_max[p] > t->ms_max[side]) t->ms_max[side] = m->ms_max[p];
    }
}

void batch_tally(const struct journal *j, int a, int b, const struct sprt *sprt, struct tally *t)
{
    struct trial trial = {.verdict = SPRT_GOES_ON};
    int64_t count = round_count(j);
    struct round *rounds = rounds_of(j, a, b, count);
    *t = (struct tally){0};
    if (sprt && rounds) walk_on(&trial, sprt, rounds, count);
    bool is_decided = trial.verdict != SPRT_GOES_ON;
    for (int64_t i = 0; rounds && i < (is_decided ? trial.rounds : count); i++)
        if (rounds[i].matches == 2) t->pairs.count[rounds[i].half_points]++;
    free(rounds);
    for (int64_t i = 0; i < j->count; i++) {
        const struct journal_match *m = &j->matches[i];
        if (!is_between(m, a, b) || (is_decided && m->round >= trial.rounds)) continue;
        int points = half_points(m, a);
        t->wins += points == 2;
        t->draws += points == 1;
        t->losses += points == 0;
        t->first_player_points += m->winner < 0 ? 1 : m->winner == 0 ? 2 : 0;
        count_faults(m, a, t);
    }
}

/* Each two seats have a place in a row of all pairs; what was never played is left out. */
struct pool_meeting *batch_meetings(const struct journal *j, int *count)
{
    int seats = j->seat_count;
    struct pool_meeting *all = calloc((size_t)seats * (size_t)seats + 1, sizeof *all);
    *count = 0;
    for (int64_t i = 0; all && i < j->count; i++) {
        int a = j->matches[i].seat[0], b = j->matches[i].seat[1];
        if (a == b) continue;
        struct pool_meeting *m = &all[a < b ? a * seats + b : b * seats + a];
        m->games++;
        m->points += half_points(&j->matches[i], a < b ? a : b) / 2.0;
    }
    for (int i = 0; all && i < seats * seats; i++) {
        if (all[i].games == 0) continue;
        all[*count] = all[i];
        all[*count].a = i / seats;
        all[(*count)++].b = i % seats;
    }
    return all;
}
