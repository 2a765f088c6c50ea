#include "games/bench.h"
#include "cli/cli.h"
#include "cli/speed/speed.h"
#include "games/speed.h"
#include "os/clock.h"
#include "os/memory.h"

#include <stdio.h>
#include <stdlib.h>

static const char help[] =
    "Usage: taisen bench [--speed] [--json]\n\n"
    "Prints one number made from random games of all games: the fingerprint of the rules, the\n"
    "same in every build and on every machine.\n\n"
    "  --speed   measure how fast rules and referee are on this machine, too\n"
    "  --json    the number as a JSON object\n"
    "  --help    this text\n";

enum { FLAG_SPEED = 256, FLAG_JSON, FLAG_HELP };

static const struct option options[] = {{"speed", no_argument, NULL, FLAG_SPEED},
                                        {"json", no_argument, NULL, FLAG_JSON},
                                        {"help", no_argument, NULL, FLAG_HELP},
                                        {NULL, 0, NULL, 0}};

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
    for (int i = 0; game_speeds[i]; i++)
        if (!game_speeds[i]->measure(out)) return false;
    return speed_referee(out) && speed_cage(out);
}

int cmd_bench(int argc, char **argv)
{
    bool speed = false, json = false;
    uint64_t sum = 0;
    int64_t steps = 0, began_us = clock_us();
    for (int id; (id = getopt_long(argc, argv, "", options, NULL)) >= 0;) {
        if (id == FLAG_HELP) return cli_help(help);
        if (id == '?') return cli_bad_option(argv);
        if (id == FLAG_SPEED)
            speed = true;
        else
            json = true;
    }
    if (optind < argc) return cli_use("bench takes no arguments");
    for (int i = 0; i < game_count; i++)
        if (!bench_game(games[i], &sum, &steps)) return cli_fail("out of memory");
    if (json)
        printf("{\"bench\":\"%016llx\",\"steps\":%lld}\n", (unsigned long long)sum,
               (long long)steps);
    else
        printf("Bench: %016llx\n", (unsigned long long)sum);
    fprintf(stderr, "%lld steps in %.0f ms\n", (long long)steps,
            (double)(clock_us() - began_us) / 1000);
    if (speed && !measure_speed(stdout)) return STATUS_ARENA;
    return STATUS_DONE;
}
