#include "cli/match_flags.h"
#include "os/memory.h"

#include <stdio.h>
#include <stdlib.h>

static const char help[] =
    "Usage: taisen gen GAME [--seed N] [--setup KEY=VALUE]... [--map FILE] [--json]\n\n"
    "Prints the start of a game in its official format: what player 1 would be sent, or a map\n"
    "file where the game has maps.\n\n"
    "  --seed N            the seed (default: any)\n"
    "  --setup KEY=VALUE   an option of the game; may be given several times\n"
    "  --map FILE          a map to begin with\n"
    "  --json              the state as one JSON object instead\n"
    "  --help              this text\n";

enum { FLAG_JSON = FLAG_END, FLAG_HELP };

static const struct option options[] = {
    {"seed", required_argument, NULL, FLAG_SEED}, {"setup", required_argument, NULL, FLAG_SETUP},
    {"map", required_argument, NULL, FLAG_MAP},   {"json", no_argument, NULL, FLAG_JSON},
    {"help", no_argument, NULL, FLAG_HELP},       {NULL, 0, NULL, 0}};

static void write_start(const struct game *game, const struct game_state *state, bool json,
                        struct text *out)
{
    int64_t left_ms[2] = {game->clock.match_ms, game->clock.match_ms};
    if (json) {
        game->frame(state, out);
        text_char(out, '\n');
    } else if (game->start) {
        game->start(state, out);
    } else {
        game->greet(state, 0, out);
        game->prompt(state, 0, left_ms, out);
    }
}

static int print_start(const struct game *game, const struct match_flags *f, bool json)
{
    struct game_setup setup = {.seed = f->seed, .options = f->setup, .map = f->map};
    size_t size = 2 * (size_t)game->text_max + 2;
    char why_not[256];
    struct text why = TEXT_ON(why_not);
    struct game_state *state = memory_zeroed(game->state_size);
    char *buf = malloc(size);
    int status = STATUS_DONE;
    if (!state || !buf) {
        status = cli_fail("out of memory");
    } else if (!game->init(state, &setup, &why)) {
        status = cli_use("%s: %s", game->name, why_not);
    } else {
        struct text out = text_on(buf, size);
        write_start(game, state, json, &out);
        fwrite(out.buf, 1, out.len, stdout);
    }
    free(state);
    free(buf);
    return status;
}

static int run(int argc, char **argv, struct match_flags *flags)
{
    bool json = false;
    for (int id; (id = getopt_long(argc, argv, "", options, NULL)) >= 0;) {
        if (id == FLAG_HELP) return cli_help(help);
        if (id == '?') return cli_bad_option(argv);
        if (id == FLAG_JSON)
            json = true;
        else if (!match_flag(flags, id, optarg))
            return STATUS_USE;
    }
    if (argc - optind != 1) return cli_use("gen takes one game; `taisen gen --help` tells more");
    const struct game *game = cli_game(argv[optind]);
    if (!game) return STATUS_USE;
    if (!flags->has_seed) flags->seed = cli_any_seed();
    return print_start(game, flags, json);
}

int cmd_gen(int argc, char **argv)
{
    struct match_flags flags;
    match_flags_init(&flags);
    int status = run(argc, argv, &flags);
    match_flags_free(&flags);
    return status;
}
