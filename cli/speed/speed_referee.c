/*
 * What the referee itself costs: two bots that answer at once play `echo`, a game made for this,
 * whose rules and texts are next to nothing, for many turns. Beside it, in the same run, a bare
 * ping-pong of the same bytes over two pipes between two processes. Then real games between bots
 * that answer at once, each in a process of its own, from the first turn to the last: rules, texts
 * and referee together.
 */
#include "cli/speed/speed.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/proc.h"
#include "os/stop.h"
#include "referee/match.h"

#include <string.h>
#include <unistd.h>

enum { TURNS = 100000, SHORT_TURNS = 30, SHORT_MATCHES = 100, GAMES = 100 };

struct echo {
    uint64_t turn, turns;
};

static bool echo_init(struct game_state *state, const struct game_setup *setup, struct text *why)
{
    (void)why;
    *(struct echo *)state = (struct echo){.turns = setup->seed};
    return true;
}

static unsigned echo_actors(const struct game_state *state)
{
    const struct echo *e = (const struct echo *)state;
    return e->turn < e->turns ? 3 : 0;
}

static void echo_step(struct game_state *state, const struct game_reply reply[2])
{
    struct echo *e = (struct echo *)state;
    bool fine = reply[0].kind == REPLY_ACTION && reply[1].kind == REPLY_ACTION;
    e->turn = fine ? e->turn + 1 : e->turns;
}

static void echo_status(const struct game_state *state, struct game_status *s)
{
    const struct echo *e = (const struct echo *)state;
    *s = (struct game_status){.winner = -1, .reason = "turns", .turn = (int32_t)e->turn};
    s->over = e->turn >= e->turns;
}

static uint64_t echo_hash(const struct game_state *state)
{
    return ((const struct echo *)state)->turn;
}

static void echo_sample(const struct game_state *state, int p, struct rng *rng,
                        struct game_action *action)
{
    (void)state, (void)p, (void)rng;
    *(char *)action = 'x';
}

static void echo_say(const struct game_state *state, int p, const int64_t left_ms[2],
                     struct text *t)
{
    (void)state, (void)p, (void)left_ms;
    text_bytes(t, "x\n", 2);
}

static void echo_silent(const struct game_state *state, int p, struct text *t)
{
    (void)state, (void)p, (void)t;
}

static enum parse_result echo_parse(const struct game_state *state, int p, const char *buf,
                                    size_t len, struct game_action *action, size_t *used)
{
    (void)state, (void)p, (void)buf, (void)action;
    *used = 2;
    return len < 2 ? PARSE_MORE : PARSE_OK;
}

static void echo_format(const struct game_state *state, int p, const struct game_action *action,
                        struct text *t)
{
    (void)action;
    echo_say(state, p, NULL, t);
}

static enum parse_result echo_perceive(struct game_state *state, struct game_self *self,
                                       const char *buf, size_t len, size_t *used)
{
    self->player = 0;
    return echo_parse(state, 0, buf, len, NULL, used);
}

static const struct game echo = {.name = "echo",
                                 .title = "Echo",
                                 .version = 1,
                                 .state_size = sizeof(struct echo),
                                 .action_size = 8,
                                 .answer_max = 4096,
                                 .text_max = 64,
                                 .init = echo_init,
                                 .actors = echo_actors,
                                 .step = echo_step,
                                 .status = echo_status,
                                 .hash = echo_hash,
                                 .sample = echo_sample,
                                 .greet = echo_silent,
                                 .prompt = echo_say,
                                 .farewell = echo_silent,
                                 .parse = echo_parse,
                                 .format = echo_format,
                                 .perceive = echo_perceive};

static bool play(uint64_t turns)
{
    struct match_options o = {.game = &echo,
                              .setup = {.seed = turns},
                              .seat = {"bot:random", "bot:random"},
                              .clock = {.match_ms = 1000000, .turn_ms = 20000, .name_ms = 20000}};
    struct match_result result;
    struct err err;
    if (match_run(&o, NULL, 0, &result, &err)) return (uint64_t)result.status.turn == turns;
    fprintf(stderr, "%s\n", err.text);
    return false;
}

static int pong(void *arg)
{
    char byte[2];
    (void)arg;
    while (read(STDIN_FILENO, byte, 2) == 2 && write(STDOUT_FILENO, byte, 2) == 2) continue;
    return 0;
}

/* A bare exchange of the same two bytes: one write and one read, nothing else. */
static bool ping(int rounds, int64_t *cpu_us, int64_t *wall_us)
{
    struct proc p;
    struct proc_end end;
    struct err err;
    char byte[2] = "x\n";
    if (!proc_fork(&p, PROC_OWN_SESSION, pong, NULL, &err)) return false;
    struct pollfd fd = {.fd = p.out, .events = POLLIN};
    *cpu_us = -clock_cpu_us();
    *wall_us = -clock_us();
    for (int i = 0; i < rounds; i++) {
        if (write(p.in, byte, 2) != 2) break;
        stop_poll(&fd, 1, -1);
        if (read(p.out, byte, 2) != 2) break;
    }
    *cpu_us += clock_cpu_us();
    *wall_us += clock_us();
    proc_end(&p, 0, &end);
    return true;
}

/* ---- real games ---- */

struct span {
    int64_t first_us, last_us;
    int64_t answers;
};

static bool note_step(void *arg, const struct match_step *step, struct err *err)
{
    struct span *s = arg;
    (void)step;
    (void)err;
    s->last_us = clock_cpu_us();
    if (s->answers == 0) s->first_us = s->last_us;
    s->answers += 2;
    return true;
}

/* Without the start and the end of a match; the bots' own thinking is in processes of theirs. */
static bool measure_game(FILE *out, const char *name, const char *bot, int matches)
{
    int64_t cpu_us = 0, answers = 0;
    for (int i = 1; i <= matches; i++) {
        struct match_options o = {
            .game = game_find(name),
            .setup = {.seed = (uint64_t)i},
            .seat = {bot, bot},
            .clock = {.match_ms = 1000000, .turn_ms = 20000, .name_ms = 20000}};
        struct span span = {0};
        struct match_watch watch = {.arg = &span, .step = note_step};
        struct match_result result;
        struct err err;
        if (!match_run(&o, &watch, 1, &result, &err)) {
            fprintf(stderr, "%s\n", err.text);
            return false;
        }
        cpu_us += span.last_us - span.first_us;
        answers += span.answers - 2;
    }
    fprintf(out, "referee: %.2f us of its own CPU an answer in %s (%lld answers of %s)\n",
            (double)cpu_us / (double)answers, name, (long long)answers, bot);
    return true;
}

bool speed_referee(FILE *out)
{
    int64_t ping_cpu, ping_wall, cpu_us, wall_us, short_us, short_cpu;
    stop_watch();
    if (!ping(TURNS, &ping_cpu, &ping_wall)) return false;
    cpu_us = -clock_cpu_us();
    wall_us = -clock_us();
    if (!play(TURNS)) return false;
    cpu_us += clock_cpu_us();
    wall_us += clock_us();
    short_us = -clock_us();
    short_cpu = -clock_cpu_us();
    for (int i = 0; i < SHORT_MATCHES; i++)
        if (!play(SHORT_TURNS)) return false;
    short_us += clock_us();
    short_cpu += clock_cpu_us();
    fprintf(out,
            "referee: %.2f us of its own CPU an answer (bare ping-pong: %.2f us), ratio %.2f\n",
            (double)cpu_us / (2.0 * TURNS), (double)ping_cpu / TURNS,
            (double)cpu_us / 2 / (double)ping_cpu);
    fprintf(out, "referee: %.0f answers a second (bare ping-pong: %.0f)\n",
            2e6 * TURNS / (double)wall_us, 1e6 * TURNS / (double)ping_wall);
    fprintf(out,
            "referee: %.2f ms of its own CPU for a match of %d turns, start to result (wall clock: "
            "%.2f)\n",
            (double)short_cpu / 1000 / SHORT_MATCHES, SHORT_TURNS,
            (double)short_us / 1000 / SHORT_MATCHES);
    return measure_game(out, "codevs5", "bot:random", GAMES) &&
           measure_game(out, "reborn", "bot:random", GAMES);
}
