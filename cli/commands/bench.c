/* `taisen bench`: the fingerprint of all rules, and how fast they are. */
#include "games/bench.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/json_line.h"
#include "cli/speed/speed.h"
#include "games/speed.h"
#include "os/clock.h"
#include "os/memory.h"

#include <stdio.h>
#include <stdlib.h>

struct request {
    bool speed, json;
};

static bool bench_game(const struct game *game, uint64_t *sum, int64_t *steps)
{
    struct game_state *state = memory_zeroed(game->state_size);
    struct game_action *action[2] = {memory_zeroed(game->action_size),
                                     memory_zeroed(game->action_size)};
    bool ok = state && action[0] && action[1];
    if (ok) *sum = game_bench(game, state, action, *sum, steps);
    free(state);
    free(action[0]);
    free(action[1]);
    return ok;
}

static bool measure_speed(FILE *out)
{
    speed_floor(out);
    for (int i = 0; game_speeds[i]; i++)
        if (!game_speeds[i]->measure(out)) return false;
    return speed_referee(out) && speed_cage(out);
}

static int run(int argc, char **argv)
{
    struct request q = {0};
    uint64_t sum = 0;
    int64_t steps = 0, began_us = clock_us();
    int status;
    if (!options_read(&command_bench, argc, argv, &q, &status)) return status;
    if (optind < argc) return cli_use("bench takes no arguments");
    for (int i = 0; i < game_count; i++)
        if (!bench_game(games[i], &sum, &steps)) return cli_fail("out of memory");
    if (q.json) {
        struct text *t = json_line();
        json_write_open(t, NULL, '{');
        json_write_hex(t, "bench", sum);
        json_write_int(t, "steps", steps);
        json_line_print(t, '}');
    } else {
        printf("Bench: %016llx\n", (unsigned long long)sum);
    }
    fprintf(stderr, _("%lld steps in %.0f ms\n"), (long long)steps,
            (double)(clock_us() - began_us) / 1000);
    if (q.speed && !measure_speed(stdout)) return STATUS_ARENA;
    return STATUS_DONE;
}

static const struct cli_option options[] = {
    {"speed", NULL, OPTION_FLAG, .at = offsetof(struct request, speed),
     .help = N_("also measure how fast rules and referee are on this machine")},
    {"json", NULL, OPTION_FLAG, .at = offsetof(struct request, json),
     .help = N_("print the number as a JSON object")},
    {0}};

const struct command command_bench = {
    .name = "bench",
    .about = N_("print the fingerprint of the rules, or measure speed"),
    .usage = "[--speed] [--json]",
    .text =
        N_("Prints one number made from random games of all games: the fingerprint of the rules, "
           "the same in every build and on every machine."),
    .suggest = "",
    .options = options,
    .run = run};
