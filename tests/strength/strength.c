/* The harness of strength.h. */
#include "tests/strength/strength.h"

#include "bots/search/threads.h"
#include "os/clock.h"
#include "os/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct strength_options opt = {.games = 20, .jobs = 1, .seed = 501, .alone_games = 6};
const struct strength *measured;

/* ---- a match ---- */

struct chair {
    const struct bot *bot;
    struct bot_budget budget;
    struct rng rng;
    void *memory;
    struct game_state *seen; /* NULL: nothing is hidden */
    struct game_action *action;
    int64_t left_us, longest_us;
};

static void sit(struct chair *c, const struct bot *bot, struct bot_budget budget, uint64_t seed)
{
    const struct game *game = measured->game;
    struct bot_choice choice = {bot, budget};
    *c = (struct chair){.bot = bot,
                        .budget = budget,
                        .rng = {seed},
                        .memory = memory_zeroed(bot_memory_size(&choice) + 1),
                        .seen = game->observe ? memory_zeroed(game->state_size) : NULL,
                        .action = memory_zeroed(game->action_size),
                        .left_us = opt.clock_ms * 1000};
}

static void stand_up(struct chair *c)
{
    free(c->memory);
    free(c->seen);
    free(c->action);
}

static void ask(struct chair *c, const struct game_state *state, int p,
                const struct chair chairs[2])
{
    struct bot_view view = {.game = measured->game,
                            .state = c->seen ? c->seen : state,
                            .self = {.player = p},
                            .rng = &c->rng,
                            .budget = c->budget};
    if (c->seen) measured->game->observe(state, p, c->seen);
    for (int i = 0; i < 2; i++) view.self.left_ms[i] = chairs[i].left_us / 1000;
    int64_t before_us = clock_us();
    c->bot->think(&view, c->memory, c->action);
    int64_t spent_us = clock_us() - before_us;
    c->left_us -= spent_us;
    if (spent_us > c->longest_us) c->longest_us = spent_us;
}

/* `before` is room for a state. */
static void play_turn(struct game_state *state, struct game_state *before, struct chair chair[2],
                      struct strength_outcome *out)
{
    const struct game *game = measured->game;
    struct game_reply reply[2];
    if (measured->count) memcpy(before, state, game->state_size);
    for (int p = 0; p < 2; p++) {
        ask(&chair[p], state, p, chair);
        bool is_late =
            chair[p].left_us < 0 ||
            (game->clock.turn_ms > 0 && chair[p].longest_us > game->clock.turn_ms * INT64_C(1000));
        out->late |= is_late << p;
        reply[p] = (struct game_reply){is_late ? REPLY_TIMEOUT : REPLY_ACTION, chair[p].action};
    }
    game->step(state, reply);
    for (int p = 0; p < 2; p++) {
        size_t len = strlen(out->note[p]);
        struct text note = text_on(out->note[p] + len, STRENGTH_NOTE - len);
        if (measured->note) measured->note(state, p, &note);
        if (measured->count) measured->count(before, state, p, out->number[p]);
    }
}

struct strength_outcome strength_play(const struct strength_match *m)
{
    const struct game *game = measured->game;
    struct game_state *state = memory_zeroed(game->state_size);
    struct game_state *before = memory_zeroed(game->state_size);
    struct game_setup setup = {.seed = m->seed, .options = m->setup};
    struct game_status status;
    struct chair chair[2];
    struct strength_outcome out = {0};
    char buf[200];
    struct text why = TEXT_ON(buf);
    if (!game->init(state, &setup, &why)) exit(1);
    for (int p = 0; p < 2; p++) sit(&chair[p], m->bot[p], m->budget[p], m->seed * 2 + (uint64_t)p);
    if (m->watch) m->watch(state, m->arg);
    while (game->actors(state)) {
        play_turn(state, before, chair, &out);
        if (m->watch) m->watch(state, m->arg);
    }
    game->status(state, &status);
    out.winner = status.winner < 0 ? -1 : status.winner > 0;
    out.turns = status.turn;
    for (int p = 0; p < 2; p++) {
        out.longest_ms[p] = (int32_t)(chair[p].longest_us / 1000);
        out.left_ms[p] = (int32_t)(chair[p].left_us / 1000);
        stand_up(&chair[p]);
    }
    free(before);
    free(state);
    return out;
}

/* ---- many at once ---- */

void strength_spread(int count, size_t size, void (*work)(int i, void *result, void *arg),
                     void (*take)(int i, const void *result, void *arg), void *arg)
{
    int pipe_fd[2];
    char result[4096];
    pid_t *child = memory_zeroed((size_t)opt.jobs * sizeof *child);
    if (pipe(pipe_fd) < 0) exit(1);
    fflush(stdout);
    for (int job = 0; job < opt.jobs; job++) {
        child[job] = fork();
        if (child[job] != 0) continue;
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
    for (int job = 0; job < opt.jobs; job++) waitpid(child[job], NULL, 0);
    free(child);
}

struct series {
    const struct bot *bot[2];
    struct bot_budget budget[2];
    int wins, draws, losses, late[2];
    int64_t turns, least_left_ms, number[2][STRENGTH_NUMBERS];
    int32_t longest_ms;
};

static uint64_t seed_of(int i)
{
    return (uint64_t)(opt.seed + (measured->sides_are_alike ? i : i / 2));
}

static void play_one(int i, void *result, void *arg)
{
    const struct series *s = arg;
    bool is_swapped = i & 1;
    struct strength_match m = {.bot = {s->bot[is_swapped], s->bot[!is_swapped]},
                               .budget = {s->budget[is_swapped], s->budget[!is_swapped]},
                               .seed = seed_of(i),
                               .setup = measured->setup};
    struct strength_outcome out = strength_play(&m);
    memcpy(result, &out, sizeof out);
}

static void take_one(int i, const void *result, void *arg)
{
    struct series *s = arg;
    struct strength_outcome out;
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
    for (int k = 0; k < 2; k++)
        for (int n = 0; n < STRENGTH_NUMBERS; n++) s->number[k][n] += out.number[first ^ k][n];
    if (out.left_ms[first] < s->least_left_ms) s->least_left_ms = out.left_ms[first];
    if (out.longest_ms[first] > s->longest_ms) s->longest_ms = out.longest_ms[first];
    if (!opt.is_loud) return;
    printf("  seed %lld %c  %s %s: %s | %s: %s  (%d turns)\n", (long long)seed_of(i),
           first ? 'R' : 'L',
           out.winner < 0        ? "draw"
           : out.winner == first ? "won "
                                 : "LOST",
           s->bot[0]->name, out.note[first], s->bot[1]->name, out.note[1 - first], out.turns);
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
    for (int k = 0; measured->numbers && measured->numbers[k]; k++)
        printf("    %s %.2f : %.2f", measured->numbers[k], (double)s->number[0][k] / n,
               (double)s->number[1][k] / n);
    if (measured->numbers) puts("");
    fflush(stdout);
}

int strength_series(const struct bot *a, struct bot_budget budget_a, const struct bot *b,
                    struct bot_budget budget_b)
{
    struct series s = {.bot = {a, b}, .budget = {budget_a, budget_b}, .least_left_ms = INT64_MAX};
    strength_spread(opt.games, sizeof(struct strength_outcome), play_one, take_one, &s);
    print_series(&s);
    return 2 * s.wins + s.draws;
}

struct bot_budget strength_budget(void)
{
    return (struct bot_budget){.nodes = opt.nodes, .ms = opt.ms, .threads = opt.threads};
}

/* ---- the command line ---- */

/* The master of another revision, where tests/heavy/strength was told to bring one. */
extern const struct bot bot_before __attribute__((weak));

static const struct bot *by_name(const char *name)
{
    if (strcmp(name, "before") == 0) return &bot_before;
    for (const struct strength_player *p = measured->players; p->name; p++)
        if (strcmp(p->name, name) == 0) return p->bot;
    return NULL;
}

static int usage(void)
{
    printf("Usage: tests/heavy/strength %s [TABLE | PLAYER:PLAYER]... [OPTION]...\n\nTables:",
           measured->game->name);
    for (const struct strength_table *t = measured->tables; t->name; t++) printf(" %s", t->name);
    printf(" (default: all but the last).\nPLAYER:PLAYER plays two of:");
    for (const struct strength_player *p = measured->players; p->name; p++) printf(" %s", p->name);
    printf(".\n\n"
           "  --games N         games of each pairing, sides swapped (default 20)\n"
           "  --alone N         seeds of the tables `alone`, `again` and `campaign` (default 6)\n"
           "  --clock FRACTION  of the %lld s of the game (default 0.1)\n"
           "  --nodes N         a turn for the first player, instead of the clock\n"
           "  --ms N            a turn for the first player\n"
           "  --threads N       for the first player (default 1)\n"
           "  --jobs N          processes (default 1)\n"
           "  --seed N          the first seed (default 501)\n"
           "  --loud            every game on a line\n",
           (long long)measured->game->clock.match_ms / 1000);
    return 2;
}

static bool read_option(const char *word, const char *value)
{
    if (strcmp(word, "--games") == 0)
        opt.games = atoi(value);
    else if (strcmp(word, "--alone") == 0)
        opt.alone_games = atoi(value);
    else if (strcmp(word, "--clock") == 0)
        opt.clock_ms = (int64_t)((double)measured->game->clock.match_ms * atof(value));
    else if (strcmp(word, "--nodes") == 0)
        opt.nodes = atoll(value);
    else if (strcmp(word, "--ms") == 0)
        opt.ms = atoll(value);
    else if (strcmp(word, "--threads") == 0)
        opt.threads = atoi(value);
    else if (strcmp(word, "--jobs") == 0)
        opt.jobs = atoi(value);
    else if (strcmp(word, "--seed") == 0)
        opt.seed = atoll(value);
    else
        return false;
    return true;
}

/* A table, or two players. */
static bool print_asked(const char *word)
{
    char name[64];
    const char *colon = strchr(word, ':');
    for (const struct strength_table *t = measured->tables; t->name; t++) {
        if (strcmp(t->name, word) != 0) continue;
        t->print();
        return true;
    }
    if (!colon || colon - word >= (long)sizeof name) return false;
    snprintf(name, sizeof name, "%.*s", (int)(colon - word), word);
    const struct bot *a = by_name(name), *b = by_name(colon + 1);
    if (!a || !b) return false;
    bool is_before = strcmp(colon + 1, "before") == 0; /* and is given as much as the first */
    strength_series(a, strength_budget(), b,
                    is_before ? strength_budget() : (struct bot_budget){0});
    return true;
}

int strength_main(const struct strength *m, int argc, char **argv)
{
    int asked = 0;
    measured = m;
    opt.clock_ms = m->game->clock.match_ms / 10;
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--", 2) != 0)
            argv[++asked] = argv[i];
        else if (strcmp(argv[i], "--loud") == 0)
            opt.is_loud = true;
        else if (i + 1 == argc || !read_option(argv[i], argv[i + 1]))
            return usage();
        else
            i++;
    }
    if (opt.threads < 0 || opt.threads > THREADS_MOST) return usage();
    if (opt.games < 1 || opt.jobs < 1 || opt.alone_games < 1 || opt.clock_ms < 1) return usage();
    for (int i = 1; i <= asked; i++)
        if (!print_asked(argv[i])) return usage();
    for (const struct strength_table *t = m->tables; asked == 0 && t[1].name; t++) t->print();
    return 0;
}
