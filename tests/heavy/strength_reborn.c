/*
 * strength_reborn — how strong the bots of CODE VS Reborn are, as tables.
 *
 * Built by tests/heavy/strength with one call of the compiler and no library, so that it can be run
 * on a machine that has nothing else. Games are played in this process by the rules themselves,
 * with a clock for each side; --jobs processes play at once. Both sides are taken in turn on each
 * seed.
 */
#include "bots/reborn/plan.h"
#include "os/clock.h"
#include "os/memory.h"
#include "tests/heavy/sparring.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern const struct bot bot_random, bot_reborn_greedy, bot_reborn_master, bot_reborn_expert,
    bot_reborn_amateur;

static struct {
    int games, jobs;
    int64_t seed, clock_ms, nodes, ms, alone_games;
    bool is_loud;
} opt = {.games = 20, .jobs = 1, .seed = 501, .clock_ms = 18000, .alone_games = 6};

/* ---- a match ---- */

struct chair {
    const struct bot *bot;
    struct bot_budget budget;
    struct rng rng;
    void *memory;
    int64_t left_us, longest_us;
};

struct outcome {
    int32_t winner; /* 0, 1, -1 */
    int32_t late;   /* bit p: player p ran out of time */
    int32_t turns;
    int32_t longest_ms[2]; /* turn */
    int32_t left_ms[2];
    char chains[2][200]; /* turn:steps, of five steps or more */
};

static void sit(struct chair *c, const struct bot *bot, struct bot_budget budget, uint64_t seed)
{
    *c = (struct chair){.bot = bot,
                        .budget = budget,
                        .rng = {seed},
                        .memory = memory_zeroed(bot->memory_size + 1),
                        .left_us = opt.clock_ms * 1000};
}

static struct reborn_action ask(struct chair *c, const struct reborn *g, int p,
                                const struct chair chairs[2])
{
    struct reborn_action action = {0};
    struct bot_view view = {.game = &game_reborn,
                            .state = (const struct game_state *)g,
                            .self = {.player = p},
                            .rng = &c->rng,
                            .budget = c->budget};
    for (int i = 0; i < 2; i++) view.self.left_ms[i] = chairs[i].left_us / 1000;
    int64_t before_us = clock_us();
    c->bot->think(&view, c->memory, (struct game_action *)&action);
    int64_t spent_us = clock_us() - before_us;
    c->left_us -= spent_us;
    if (spent_us > c->longest_us) c->longest_us = spent_us;
    return action;
}

static void note_chain(char *text, size_t size, const struct reborn *g, int p)
{
    const struct reborn_last *last = &g->side[p].last;
    size_t len = strlen(text);
    if (last->blast > 0)
        snprintf(text + len, size - len, " %d:skill%d", g->turn - 1, last->blast);
    else if (last->chain >= 5)
        snprintf(text + len, size - len, " %d:%d", g->turn - 1, last->chain);
}

static struct outcome match(const struct bot *const bot[2], const struct bot_budget budget[2],
                            uint64_t seed)
{
    static struct reborn g;
    struct reborn_pack packs[REBORN_TURNS];
    struct chair chair[2];
    struct outcome out = {.winner = -1};
    reborn_deal(packs, seed, REBORN_MIX_TEXT);
    reborn_start(&g, packs, REBORN_TURNS, REBORN_TURNS);
    for (int p = 0; p < 2; p++) sit(&chair[p], bot[p], budget[p], seed * 2 + (uint64_t)p);
    while (g.ending == REBORN_RUNNING) {
        struct reborn_action action[2];
        struct game_reply reply[2];
        for (int p = 0; p < 2; p++) {
            action[p] = ask(&chair[p], &g, p, chair);
            bool is_late = chair[p].left_us < 0 || chair[p].longest_us > 20 * 1000 * 1000;
            out.late |= is_late << p;
            reply[p] = (struct game_reply){is_late ? REPLY_TIMEOUT : REPLY_ACTION,
                                           (const struct game_action *)&action[p]};
        }
        game_reborn.step((struct game_state *)&g, reply);
        for (int p = 0; p < 2; p++) note_chain(out.chains[p], sizeof out.chains[p], &g, p);
    }
    out.winner = g.winner < 0 ? -1 : g.winner == 1;
    out.turns = g.turn;
    for (int p = 0; p < 2; p++) {
        out.longest_ms[p] = (int32_t)(chair[p].longest_us / 1000);
        out.left_ms[p] = (int32_t)(chair[p].left_us / 1000);
        free(chair[p].memory);
    }
    return out;
}

/* ---- many at once ---- */

/* Runs work(i) for all i in `jobs` processes, and hands the results on in any order. */
static void spread(int count, size_t size, void (*work)(int i, void *result, void *arg),
                   void (*take)(int i, const void *result, void *arg), void *arg)
{
    int pipe_fd[2];
    char result[4096];
    if (pipe(pipe_fd) < 0) exit(1);
    fflush(stdout);
    for (int job = 0; job < opt.jobs; job++) {
        if (fork() != 0) continue;
        close(pipe_fd[0]);
        for (int i = job; i < count; i += opt.jobs) {
            memset(result, 0, sizeof result);
            memcpy(result, &i, sizeof i);
            work(i, result + 64, arg);
            if (write(pipe_fd[1], result, 64 + size) < 0) _exit(1);
        }
        _exit(0);
    }
    close(pipe_fd[1]);
    int i;
    while (read(pipe_fd[0], result, 64 + size) == (ssize_t)(64 + size)) {
        memcpy(&i, result, sizeof i);
        take(i, result + 64, arg);
    }
    close(pipe_fd[0]);
    while (wait(NULL) > 0) continue;
}

struct series {
    const struct bot *bot[2];
    struct bot_budget budget[2];
    int wins, draws, losses, late[2];
    int64_t turns, least_left_ms;
    int32_t longest_ms;
};

static void play_one(int i, void *result, void *arg)
{
    const struct series *s = arg;
    bool is_swapped = i & 1;
    const struct bot *bot[2] = {s->bot[is_swapped], s->bot[!is_swapped]};
    struct bot_budget budget[2] = {s->budget[is_swapped], s->budget[!is_swapped]};
    struct outcome out = match(bot, budget, (uint64_t)(opt.seed + i / 2));
    memcpy(result, &out, sizeof out);
}

static void take_one(int i, const void *result, void *arg)
{
    struct series *s = arg;
    struct outcome out;
    memcpy(&out, result, sizeof out);
    int first = i & 1;
    if (out.winner < 0)
        s->draws++;
    else if (out.winner == first)
        s->wins++;
    else
        s->losses++;
    for (int k = 0; k < 2; k++) s->late[k] += out.late >> (first ^ k) & 1;
    s->turns += out.turns;
    if (out.left_ms[first] < s->least_left_ms) s->least_left_ms = out.left_ms[first];
    if (out.longest_ms[first] > s->longest_ms) s->longest_ms = out.longest_ms[first];
    if (!opt.is_loud) return;
    printf("  seed %lld %c  %s %s: %s | %s: %s  (%d turns)\n", (long long)(opt.seed + i / 2),
           first ? 'R' : 'L',
           out.winner < 0        ? "draw"
           : out.winner == first ? "won "
                                 : "LOST",
           s->bot[0]->name, out.chains[first], s->bot[1]->name, out.chains[1 - first], out.turns);
    fflush(stdout);
}

/* Elo, with what 95 % of such series would lie within. */
static void print_series(const struct series *s)
{
    int n = s->wins + s->draws + s->losses;
    double p = (s->wins + 0.5 * s->draws) / n;
    double wide = 1.96 * sqrt((p * (1 - p) + 0.25 / n) / n);
    double low = fmax(p - wide, 0.5 / n), high = fmin(p + wide, 1 - 0.5 / n);
    double middle = fmin(fmax(p, 0.5 / n), 1 - 0.5 / n);
    printf(
        "%-8s - %-8s %4d : %-4d of %d (%d drawn)  %5.1f %%  Elo %+.0f [%+.0f, %+.0f]  %.0f turns",
        s->bot[0]->name, s->bot[1]->name, s->wins, s->losses, n, s->draws, 100 * p,
        -400 * log10(1 / middle - 1), -400 * log10(1 / low - 1), -400 * log10(1 / high - 1),
        (double)s->turns / n);
    printf("  late %d:%d, least left %lld ms, longest turn %d ms\n", s->late[0], s->late[1],
           (long long)s->least_left_ms, s->longest_ms);
    fflush(stdout);
}

static struct series play_series(const struct bot *a, struct bot_budget budget_a,
                                 const struct bot *b, struct bot_budget budget_b)
{
    struct series s = {.bot = {a, b}, .budget = {budget_a, budget_b}, .least_left_ms = INT64_MAX};
    spread(opt.games, sizeof(struct outcome), play_one, take_one, &s);
    print_series(&s);
    return s;
}

/* ---- the tables ---- */

static struct bot_budget asked_for(void)
{
    return (struct bot_budget){.nodes = opt.nodes, .ms = opt.ms};
}

static const struct bot_budget own = {0};

static void table_greedy(void)
{
    puts("# against the sparring partner that there was before");
    play_series(&bot_reborn_master, asked_for(), &bot_reborn_greedy, own);
}

static void table_levels(void)
{
    puts("# each level against the one below");
    play_series(&bot_reborn_master, asked_for(), &bot_reborn_expert, own);
    play_series(&bot_reborn_expert, own, &bot_reborn_amateur, own);
    play_series(&bot_reborn_amateur, own, &bot_reborn_greedy, own);
}

static void table_sparring(void)
{
    puts("# against partners who play like contest programs and do not look at the opponent");
    play_series(&bot_reborn_master, asked_for(), &sparring_fast, own);
    play_series(&bot_reborn_master, asked_for(), &sparring_late, own);
    play_series(&bot_reborn_master, asked_for(), &sparring_skill, own);
    play_series(&bot_reborn_master, asked_for(), &sparring_harass, own);
}

static void table_strange(void)
{
    puts("# against strange opponents");
    play_series(&bot_reborn_master, asked_for(), &strange_spammer, own);
    play_series(&bot_reborn_master, asked_for(), &strange_bomber, own);
    play_series(&bot_reborn_master, asked_for(), &strange_staller, own);
    play_series(&bot_reborn_master, asked_for(), &strange_copier, own);
    play_series(&bot_reborn_master, asked_for(), &bot_random, own);
}

static void table_self(void)
{
    puts("# the master against itself with a quarter of the nodes");
    struct bot_budget less = {.nodes = opt.nodes ? opt.nodes / 4 + 1 : 20000};
    play_series(&bot_reborn_master, asked_for(), &bot_reborn_master, less);
}

/* The longest chain by a given turn when that turn is the aim from the start, as the clock allows.
 */
enum { AIMS = 5 };
static const int aims[AIMS] = {9, 11, 13, 15, 20};
static const double wanted[AIMS] = {12, 14, 17, 19, 21};

static int chain_by(struct planner *planner, uint64_t seed, int aim, int64_t *nodes)
{
    struct reborn_pack packs[REBORN_TURNS];
    struct reborn_field field = {0};
    struct plan_fire best = {0};
    struct reborn_result result = {0};
    int64_t left_us = opt.clock_ms * 1000;
    reborn_deal(packs, seed, REBORN_MIX_TEXT);
    for (int turn = 0; turn <= aim; turn++) {
        struct plan_task task = {
            .packs = packs + turn, .depth = aim - turn, .salt = (uint64_t)turn};
        struct plan_fire fire[PLAN_DEPTH + 1] = {{0}};
        int64_t start_us = clock_us(), share_us = left_us / 6;
        if (share_us > 15000000) share_us = 15000000;
        struct limit limit = opt.nodes ? limit_from(opt.nodes, INT64_MAX)
                                       : limit_from(INT64_MAX, start_us + share_us);
        mini_from(&field, &task.field);
        plan_search(planner, &task, &limit, fire);
        *nodes += limit.nodes;
        left_us -= clock_us() - start_us;
        if (fire[task.depth].chain > best.chain) best = fire[task.depth];
        int n = best.action[0];
        result = reborn_drop(&field, packs[turn], n / REBORN_ROTATIONS, n % REBORN_ROTATIONS);
        memmove(best.action, best.action + 1, PLAN_DEPTH);
    }
    return result.chain;
}

struct alone_result {
    int32_t chain;
    int64_t nodes, us;
};

struct alone_sum {
    double chain[AIMS];
    int64_t nodes, us;
    int by_seed[4096][AIMS];
};

static void alone_one(int i, void *result, void *arg)
{
    struct planner planner;
    struct alone_result r = {0};
    void *memory = memory_zeroed(PLANNER_SIZE(1 << 17));
    (void)arg;
    planner_open(&planner, 1 << 17, memory);
    int64_t start_us = clock_us();
    r.chain = chain_by(&planner, (uint64_t)(opt.seed + i / AIMS), aims[i % AIMS], &r.nodes);
    r.us = clock_us() - start_us;
    free(memory);
    memcpy(result, &r, sizeof r);
}

static void alone_take(int i, const void *result, void *arg)
{
    struct alone_sum *sum = arg;
    struct alone_result r;
    memcpy(&r, result, sizeof r);
    sum->chain[i % AIMS] += r.chain;
    sum->nodes += r.nodes;
    sum->us += r.us;
    if (i / AIMS < 4096) sum->by_seed[i / AIMS][i % AIMS] = r.chain;
}

static void table_alone(void)
{
    static struct alone_sum sum;
    puts("# alone: the longest chain by a turn that is the aim from the start");
    spread((int)opt.alone_games * AIMS, sizeof(struct alone_result), alone_one, alone_take, &sum);
    for (int s = 0; s < opt.alone_games && s < 4096 && opt.is_loud; s++) {
        printf("  seed %lld:", (long long)opt.seed + s);
        for (int k = 0; k < AIMS; k++) printf(" %d:%d", aims[k], sum.by_seed[s][k]);
        puts("");
    }
    for (int k = 0; k < AIMS; k++)
        printf("by turn %2d: %.2f steps (aim %.0f)\n", aims[k],
               sum.chain[k] / (double)opt.alone_games, wanted[k]);
    printf("%.2f million nodes a second on each core\n", (double)sum.nodes / (double)sum.us);
}

static void table_clock(void)
{
    puts("# no game lost on time");
    play_series(&bot_reborn_master, own, &bot_reborn_expert, own);
}

static const struct {
    const char *name;
    void (*print)(void);
} tables[] = {{"alone", table_alone},       {"greedy", table_greedy},   {"levels", table_levels},
              {"sparring", table_sparring}, {"strange", table_strange}, {"clock", table_clock},
              {"self", table_self}};

static const struct {
    const char *name;
    const struct bot *bot;
} everyone[] = {{"master", &bot_reborn_master},   {"expert", &bot_reborn_expert},
                {"amateur", &bot_reborn_amateur}, {"greedy", &bot_reborn_greedy},
                {"random", &bot_random},          {"fast", &sparring_fast},
                {"late", &sparring_late},         {"skill", &sparring_skill},
                {"harass", &sparring_harass},     {"spammer", &strange_spammer},
                {"bomber", &strange_bomber},      {"staller", &strange_staller},
                {"copier", &strange_copier}};

static const struct bot *by_name(const char *name)
{
    for (size_t i = 0; i < sizeof everyone / sizeof everyone[0]; i++)
        if (strcmp(everyone[i].name, name) == 0) return everyone[i].bot;
    return NULL;
}

static int usage(void)
{
    puts("Usage: tests/heavy/strength reborn [TABLE | PLAYER:PLAYER]... [OPTION]...\n\n"
         "Tables: alone greedy levels sparring strange clock self (default: all but self).\n"
         "PLAYER:PLAYER plays two of: master expert amateur greedy random fast late skill harass\n"
         "spammer bomber staller copier.\n\n"
         "  --games N        games of each pairing, sides swapped (default 20)\n"
         "  --alone N        seeds of the table `alone` (default 6)\n"
         "  --clock FRACTION of the 180 s of the game (default 0.1)\n"
         "  --nodes N        a turn for the first player, instead of the clock\n"
         "  --ms N           a turn for the first player\n"
         "  --jobs N         processes (default 1)\n"
         "  --seed N         the first seed (default 501)\n"
         "  --loud           every game on a line");
    return 2;
}

int main(int argc, char **argv)
{
    int asked = 0;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(word, "--loud") == 0) {
            opt.is_loud = true;
        } else if (strncmp(word, "--", 2) == 0 && *value) {
            i++;
            if (strcmp(word, "--games") == 0)
                opt.games = atoi(value);
            else if (strcmp(word, "--alone") == 0)
                opt.alone_games = atoi(value);
            else if (strcmp(word, "--clock") == 0)
                opt.clock_ms = (int64_t)(180000 * atof(value));
            else if (strcmp(word, "--nodes") == 0)
                opt.nodes = atoll(value);
            else if (strcmp(word, "--ms") == 0)
                opt.ms = atoll(value);
            else if (strcmp(word, "--jobs") == 0)
                opt.jobs = atoi(value);
            else if (strcmp(word, "--seed") == 0)
                opt.seed = atoll(value);
            else
                return usage();
        } else if (strncmp(word, "--", 2) == 0) {
            return usage();
        }
    }
    if (opt.games < 1 || opt.jobs < 1 || opt.alone_games < 1 || opt.clock_ms < 1) return usage();
    for (int i = 1; i < argc; i++) {
        char name[64];
        if (strcmp(argv[i], "--loud") == 0) continue;
        if (strncmp(argv[i], "--", 2) == 0) {
            i++;
            continue;
        }
        asked++;
        bool is_known = false;
        for (size_t k = 0; k < sizeof tables / sizeof tables[0]; k++) {
            if (strcmp(tables[k].name, argv[i]) != 0) continue;
            tables[k].print();
            is_known = true;
        }
        const char *colon = strchr(argv[i], ':');
        if (colon && colon - argv[i] < (long)sizeof name) {
            snprintf(name, sizeof name, "%.*s", (int)(colon - argv[i]), argv[i]);
            if (!by_name(name) || !by_name(colon + 1)) return usage();
            play_series(by_name(name), asked_for(), by_name(colon + 1), own);
            is_known = true;
        }
        if (!is_known) return usage();
    }
    for (size_t k = 0; asked == 0 && k + 1 < sizeof tables / sizeof tables[0]; k++)
        tables[k].print();
    return 0;
}
