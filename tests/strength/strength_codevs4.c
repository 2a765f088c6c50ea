/* How strong the bots of CODE VS 4.0 are, as tables. */
#include "games/codevs4/codevs4.h"
#include "os/clock.h"
#include "os/memory.h"
#include "tests/strength/sparring_codevs4.h"
#include "tests/strength/strength.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern const struct bot bot_random, bot_codevs4_settler, bot_codevs4_gelb, bot_codevs4_grun,
    bot_codevs4_lila, bot_codevs4_rosa, bot_codevs4_schwarz, bot_codevs4_zinnober,
    bot_codevs4_silber, bot_codevs4_chokudAI, bot_codevs4_colunAI, bot_codevs4_campaign,
    bot_codevs4_amateur, bot_codevs4_expert, bot_codevs4_master;

static const struct bot_budget own = {0};

/* ---- the course of a stage ---- */

enum { MARKS = 6 };
static const int marks[MARKS] = {50, 60, 75, 100, 150, 200};

struct course {
    int32_t player; /* whose */
    int32_t result; /* half points */
    int32_t turns, late, opponent;
    int32_t hit;   /* turn of the first hit on the enemy's castle; 0: none */
    int32_t reach; /* turn in which who walks straight there from the start can hit it */
    int32_t mined[MARKS], earned[MARKS], workers[MARKS], villages[MARKS], soldiers[MARKS];
    int32_t earned_so_far, most_units;
    int64_t us;
};

/* What a side's workers earn where they stand now, and so earned in the turn just played. */
static int mined_by(const struct codevs4 *g, int p)
{
    int miners[CODEVS4_RESOURCES] = {0}, mined = 0;
    for (int i = 0; i < g->count; i++)
        for (int r = 0; r < g->resource_count; r++)
            if (g->unit[i].side == p && g->unit[i].type == CODEVS4_WORKER &&
                g->unit[i].y == g->resource[r].y && g->unit[i].x == g->resource[r].x)
                mined += miners[r]++ < CODEVS4_MINERS_MAX;
    return mined;
}

static int count_of(const struct codevs4 *g, int p, enum codevs4_type from, enum codevs4_type to)
{
    int count = 0;
    for (int i = 0; i < g->count; i++)
        count += g->unit[i].side == p && g->unit[i].type >= from && g->unit[i].type <= to;
    return count;
}

static bool is_castle_hurt(const struct codevs4 *g, int p)
{
    for (int i = 0; i < g->count; i++)
        if (g->unit[i].side == p && g->unit[i].type == CODEVS4_CASTLE)
            return g->unit[i].hp < codevs4_traits[CODEVS4_CASTLE].hp;
    return true;
}

/* Units are made where others stand and walk a cell a turn, so nobody is there sooner. */
static int first_reach(const struct codevs4 *g)
{
    const struct codevs4_unit *castle[2] = {g->unit, g->unit};
    for (int i = 0; i < g->count; i++)
        if (g->unit[i].type == CODEVS4_CASTLE) castle[g->unit[i].side] = &g->unit[i];
    int way = codevs4_distance(castle[0]->y, castle[0]->x, castle[1]->y, castle[1]->x);
    return way - codevs4_traits[CODEVS4_WORKER].range;
}

static void watch(const struct game_state *state, void *arg)
{
    const struct codevs4 *g = (const struct codevs4 *)state;
    struct course *c = arg;
    int p = c->player;
    if (g->count > c->most_units) c->most_units = g->count;
    if (!c->hit && is_castle_hurt(g, 1 - p)) c->hit = g->turn;
    if (g->turn == 0) {
        c->reach = first_reach(g);
        return;
    }
    int mined = mined_by(g, p);
    c->earned_so_far += mined + g->income[p];
    for (int m = 0; m < MARKS; m++) {
        if (g->turn != marks[m]) continue;
        c->mined[m] = mined;
        c->earned[m] = c->earned_so_far;
        c->workers[m] = count_of(g, p, CODEVS4_WORKER, CODEVS4_WORKER);
        c->villages[m] = count_of(g, p, CODEVS4_VILLAGE, CODEVS4_VILLAGE);
        c->soldiers[m] = count_of(g, p, CODEVS4_KNIGHT, CODEVS4_ASSASSIN);
    }
}

/* ---- campaigns ---- */

struct campaigns {
    const struct bot *bot;
    struct course *stage; /* of all seeds, one after the other */
};

/* Opponents begin afresh in each stage, so stages can be played one by one. */
static void play_stage(int i, void *result, void *arg)
{
    const struct campaigns *all = arg;
    uint64_t seed = (uint64_t)(opt.seed + i / CODEVS4_STAGES);
    int stage = i % CODEVS4_STAGES;
    struct course c = {.player = 0, .opponent = codevs4_opponent(seed * 2 + 1, stage)};
    char setup[64];
    snprintf(setup, sizeof setup, "campaign=1 first=%d stages=1", stage);
    struct strength_match m = {.bot = {all->bot, &bot_codevs4_campaign},
                               .budget = {strength_budget(), own},
                               .seed = seed,
                               .setup = setup,
                               .watch = watch,
                               .arg = &c};
    int64_t before_us = clock_us();
    struct strength_outcome out = strength_play(&m);
    c.us = clock_us() - before_us;
    c.result = out.winner < 0 ? 1 : out.winner == 0 ? 2 : 0;
    c.turns = out.turns;
    c.late = out.late & 1;
    memcpy(result, &c, sizeof c);
}

static void take_stage(int i, const void *result, void *arg)
{
    struct campaigns *all = arg;
    struct course *c = &all->stage[i];
    memcpy(c, result, sizeof *c);
    if (!opt.is_loud) return;
    printf("  seed %lld stage %2d %-9s %s in %3d, hit at %3d, mined %d %d %d\n",
           (long long)(opt.seed + i / CODEVS4_STAGES), i % CODEVS4_STAGES,
           codevs4_opponent_names[c->opponent],
           c->result == 2   ? "won "
           : c->result == 1 ? "draw"
                            : "LOST",
           c->turns, c->hit, c->mined[2], c->mined[3], c->mined[4]);
    fflush(stdout);
}

static int compare_ints(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Over the stages with the usual income; of those in which there is such a number. */
static int median(const struct course *stage, int seeds, size_t offset)
{
    int *all = memory_zeroed((size_t)seeds * CODEVS4_STAGES * sizeof *all), count = 0;
    for (int i = 0; i < seeds * CODEVS4_STAGES; i++) {
        int32_t value;
        memcpy(&value, (const char *)&stage[i] + offset, sizeof value);
        if (i % CODEVS4_STAGES < CODEVS4_ROUND_STAGES && value > 0) all[count++] = value;
    }
    qsort(all, (size_t)count, sizeof *all, compare_ints);
    int middle = count > 0 ? all[count / 2] : 0;
    free(all);
    return middle;
}

static void print_marks(const char *title, const struct course *stage, int seeds, size_t offset)
{
    printf("  %-10s", title);
    for (int m = 0; m < MARKS; m++)
        printf(" %d", median(stage, seeds, offset + (size_t)m * sizeof(int32_t)));
    puts("");
}

static void print_medians(const struct course *stage, int seeds)
{
    puts("medians of the stages 0-26, at turn 50, 60, 75, 100, 150, 200:");
    print_marks("workers", stage, seeds, offsetof(struct course, workers));
    print_marks("mined", stage, seeds, offsetof(struct course, mined));
    print_marks("earned", stage, seeds, offsetof(struct course, earned));
    print_marks("villages", stage, seeds, offsetof(struct course, villages));
    print_marks("soldiers", stage, seeds, offsetof(struct course, soldiers));
    printf("  first hit on the castle %d (nobody can before %d), end %d\n",
           median(stage, seeds, offsetof(struct course, hit)),
           median(stage, seeds, offsetof(struct course, reach)),
           median(stage, seeds, offsetof(struct course, turns)));
}

static void print_losses(const struct course *stage, int seeds)
{
    for (int o = 0; o < CODEVS4_OPPONENTS; o++) {
        int played = 0, won = 0;
        for (int i = 0; i < seeds * CODEVS4_STAGES; i++) {
            if (stage[i].opponent != o) continue;
            played++;
            won += stage[i].result == 2;
        }
        printf("  %s %d/%d", codevs4_opponent_names[o], won, played);
    }
    puts("");
}

static void print_campaign(const char *name, const struct bot *bot)
{
    int seeds = (int)opt.alone_games, total = 0;
    struct campaigns all = {bot,
                            memory_zeroed((size_t)seeds * CODEVS4_STAGES * sizeof(struct course))};
    printf("# campaigns of %s\n", name);
    strength_spread(seeds * CODEVS4_STAGES, sizeof(struct course), play_stage, take_stage, &all);
    for (int s = 0; s < seeds; s++) {
        int won = 0, points = 0, sum = 0, late = 0;
        int64_t us = 0;
        for (int i = s * CODEVS4_STAGES; i < (s + 1) * CODEVS4_STAGES; i++) {
            const struct course *c = &all.stage[i];
            won += c->result == 2;
            points += c->result;
            sum += c->result == 2 ? c->turns : c->result == 0 ? -c->turns : 0;
            late += c->late;
            us += c->us;
        }
        total += points;
        printf("seed %lld: %d of 41 stages won, %d of 82 points, turn sum %d, late %d, %.1f s\n",
               (long long)opt.seed + s, won, points, sum, late, (double)us / 1e6);
    }
    printf("%.1f points a campaign\n", (double)total / seeds);
    print_losses(all.stage, seeds);
    print_medians(all.stage, seeds);
    free(all.stage);
}

static void table_campaign(void)
{
    print_campaign("master", &bot_codevs4_master);
}

/* Two processes that do nothing but take the processor. */
static void table_busy(void)
{
    enum { BUSY = 2 };
    pid_t busy[BUSY];
    fflush(stdout);
    for (int i = 0; i < BUSY; i++) {
        busy[i] = fork();
        while (busy[i] == 0) continue;
    }
    print_campaign("master, beside two busy loops", &bot_codevs4_master);
    for (int i = 0; i < BUSY; i++) {
        if (busy[i] < 0) continue;
        kill(busy[i], SIGKILL);
        waitpid(busy[i], NULL, 0);
    }
}

static void table_campaign_all(void)
{
    print_campaign("expert", &bot_codevs4_expert);
    print_campaign("amateur", &bot_codevs4_amateur);
    print_campaign("settler", &bot_codevs4_settler);
}

/* ---- pairings ---- */

static void table_settler(void)
{
    puts("# against the best that there was before");
    strength_series(&bot_codevs4_master, strength_budget(), &bot_codevs4_settler, own);
}

static void table_levels(void)
{
    puts("# each level against the one below");
    strength_series(&bot_codevs4_master, strength_budget(), &bot_codevs4_expert, own);
    strength_series(&bot_codevs4_expert, own, &bot_codevs4_amateur, own);
    strength_series(&bot_codevs4_amateur, own, &bot_codevs4_settler, own);
}

static void table_sparring(void)
{
    puts("# against three styles");
    strength_series(&bot_codevs4_master, strength_budget(), &sparring_rush, own);
    strength_series(&bot_codevs4_master, strength_budget(), &sparring_fortress, own);
    strength_series(&bot_codevs4_master, strength_budget(), &sparring_economy, own);
}

/* ---- economy against a bound ---- */

static int way_from_castle(const struct codevs4 *g, int r)
{
    return codevs4_distance(g->resource[r].y, g->resource[r].x, g->unit[0].y, g->unit[0].x);
}

/* Places at cells to which a first worker can have walked. */
static int open_places(const struct codevs4 *g, int turn)
{
    int open = 0;
    for (int r = 0; r < g->resource_count; r++)
        if (way_from_castle(g, r) <= turn + 1) open += CODEVS4_MINERS_MAX;
    return open;
}

/*
 * What is earned by a turn at most, with all cells known, if the first village stands in the turn
 * `village`. Workers from the castle have to walk to the nearest cell, or wait for the village if
 * that is sooner; from then on a worker earns in the turn it is made. The village may be paid later
 * than it stands, and all others are free.
 */
static int bound_with(const struct codevs4 *g, int turns, int village, int nearest)
{
    int arrive[CODEVS4_TURNS + 1] = {0}, money = 0, earned = 0, workers = 0;
    arrive[nearest - 1] = CODEVS4_FIRST_WORKERS;
    for (int turn = 0; turn < turns; turn++) {
        if (turn == village) money -= codevs4_traits[CODEVS4_VILLAGE].cost;
        for (; money >= codevs4_traits[CODEVS4_WORKER].cost;
             money -= codevs4_traits[CODEVS4_WORKER].cost) {
            int walked = turn + nearest, at = walked < village ? walked : village;
            if (at < turn) at = turn;
            if (at <= CODEVS4_TURNS) arrive[at]++;
        }
        workers += arrive[turn];
        int open = open_places(g, turn);
        int income = CODEVS4_INCOME + (workers < open ? workers : open);
        money += income;
        earned += income;
    }
    return earned;
}

/* The best of all turns for the first village, and of none. */
static int bound_of(const struct codevs4 *g, int turns)
{
    int nearest = CODEVS4_TURNS, most = 0;
    for (int r = 0; r < g->resource_count; r++)
        if (way_from_castle(g, r) < nearest) nearest = way_from_castle(g, r);
    for (int village = nearest; village <= turns; village++) {
        int earned = bound_with(g, turns, village, nearest);
        if (earned > most) most = earned;
    }
    return most;
}

static void think_nothing(const struct bot_view *view, void *memory, struct game_action *out)
{
    (void)view;
    (void)memory;
    ((struct codevs4_action *)out)->count = 0;
}

static const struct bot nobody = {.name = "nobody", .game = "codevs4", .think = think_nothing};

struct alone {
    struct course course;
    int32_t bound[MARKS];
};

static void play_alone(int i, void *result, void *arg)
{
    static struct codevs4 start;
    struct alone alone = {.course = {.player = 0}};
    struct strength_match m = {.bot = {&bot_codevs4_master, &nobody},
                               .budget = {strength_budget(), own},
                               .seed = (uint64_t)(opt.seed + i),
                               .setup = measured->setup,
                               .watch = watch,
                               .arg = &alone.course};
    (void)arg;
    memset(&start, 0, sizeof start);
    start.seed = m.seed;
    codevs4_begin_stage(&start, 0);
    for (int k = 0; k < MARKS; k++) alone.bound[k] = bound_of(&start, marks[k]);
    alone.course.turns = strength_play(&m).turns;
    memcpy(result, &alone, sizeof alone);
}

struct alone_sum {
    int64_t earned[MARKS], bound[MARKS], mined[MARKS], hit, turns;
    int count[MARKS];
};

static void take_alone(int i, const void *result, void *arg)
{
    struct alone_sum *sum = arg;
    struct alone alone;
    (void)i;
    memcpy(&alone, result, sizeof alone);
    sum->hit += alone.course.hit;
    sum->turns += alone.course.turns;
    for (int k = 0; k < MARKS; k++) {
        if (alone.course.turns < marks[k]) continue;
        sum->count[k]++;
        sum->earned[k] += alone.course.earned[k];
        sum->mined[k] += alone.course.mined[k];
        sum->bound[k] += alone.bound[k];
    }
}

static void table_economy(void)
{
    struct alone_sum sum = {0};
    puts("# economy against nobody, and a bound that nobody can reach");
    strength_spread(opt.games, sizeof(struct alone), play_alone, take_alone, &sum);
    for (int k = 0; k < MARKS; k++) {
        if (sum.count[k] == 0) continue;
        printf("turn %3d: mined %.1f a turn, earned %.0f of %.0f (%.1f %%) in %d stages\n",
               marks[k], (double)sum.mined[k] / sum.count[k], (double)sum.earned[k] / sum.count[k],
               (double)sum.bound[k] / sum.count[k],
               100 * (double)sum.earned[k] / (double)sum.bound[k], sum.count[k]);
    }
    printf("first hit on the castle at %.1f, end at %.1f (means)\n", (double)sum.hit / opt.games,
           (double)sum.turns / opt.games);
}

/* ---- time ---- */

/* Turns of a master with 500 units of each side between the castles; it sees all that is near. */
static void table_time(void)
{
    enum { UNITS = 500, TURNS = 60 };
    static struct codevs4 g, seen;
    static struct codevs4_action action;
    struct rng rng = {(uint64_t)opt.seed};
    void *memory = memory_zeroed(bot_codevs4_master.memory_size);
    int64_t all_us = 0, longest_us = 0;
    g.seed = (uint64_t)opt.seed;
    g.stages = 1;
    codevs4_begin_stage(&g, 0);
    for (int i = 0; i < 2 * UNITS; i++) {
        enum codevs4_type type = (enum codevs4_type)rng_below(&rng, CODEVS4_CASTLE);
        int y = (int)rng_below(&rng, CODEVS4_SIZE), x = (int)rng_below(&rng, CODEVS4_SIZE);
        codevs4_add_unit(&g, i % 2, type, y, x);
    }
    for (g.turn = 0; g.turn < TURNS; g.turn++) {
        struct bot_view view = {.game = &game_codevs4,
                                .state = (const struct game_state *)&seen,
                                .self = {.left_ms = {opt.clock_ms, opt.clock_ms}},
                                .rng = &rng};
        game_codevs4.observe((const struct game_state *)&g, 0, (struct game_state *)&seen);
        int64_t before_us = clock_us();
        bot_codevs4_master.think(&view, memory, (struct game_action *)&action);
        int64_t us = clock_us() - before_us;
        all_us += us;
        if (us > longest_us) longest_us = us;
    }
    printf("# time with 1,000 units\n%.2f ms a turn, the longest %.2f ms\n",
           (double)all_us / TURNS / 1000, (double)longest_us / 1000);
    free(memory);
}

static const struct strength_table tables[] = {
    {"campaign", table_campaign}, {"settler", table_settler},     {"levels", table_levels},
    {"sparring", table_sparring}, {"economy", table_economy},     {"time", table_time},
    {"busy", table_busy},         {"others", table_campaign_all}, {0}};

static const struct strength_player players[] = {
    {"master", &bot_codevs4_master},   {"expert", &bot_codevs4_expert},
    {"amateur", &bot_codevs4_amateur}, {"settler", &bot_codevs4_settler},
    {"gelb", &bot_codevs4_gelb},       {"grun", &bot_codevs4_grun},
    {"lila", &bot_codevs4_lila},       {"rosa", &bot_codevs4_rosa},
    {"schwarz", &bot_codevs4_schwarz}, {"zinnober", &bot_codevs4_zinnober},
    {"silber", &bot_codevs4_silber},   {"chokudAI", &bot_codevs4_chokudAI},
    {"colunAI", &bot_codevs4_colunAI}, {"random", &bot_random},
    {"rush", &sparring_rush},          {"fortress", &sparring_fortress},
    {"economy", &sparring_economy},    {0}};

int main(int argc, char **argv)
{
    static const struct strength codevs4 = {
        .game = &game_codevs4, .players = players, .tables = tables, .setup = "stages=1"};
    return strength_main(&codevs4, argc, argv);
}
