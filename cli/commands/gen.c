/* `taisen gen`: the start of a game as its players would see it. */
#include "cli/commands.h"
#include "cli/match_flags.h"
#include "os/memory.h"

#include <stdio.h>
#include <stdlib.h>

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
    char why_not[SAID_BYTES];
    struct text why = TEXT_ON(why_not);
    struct game_state *state = memory_zeroed(game->state_size);
    char *buf = malloc(size);
    int status = STATUS_DONE;
    if (!state || !buf) {
        status = cli_fail("out of memory");
    } else if (!game->init(state, &setup, &why)) {
        status = cli_use("%s: %s", game->name, sentence_said(why_not));
    } else {
        struct text out = text_on(buf, size);
        write_start(game, state, json, &out);
        fwrite(out.buf, 1, out.len, stdout);
    }
    free(state);
    free(buf);
    return status;
}

struct request {
    struct match_flags flags;
    bool json;
};

static int generate(int argc, char **argv, struct request *q)
{
    int status;
    if (!options_read(&command_gen, argc, argv, q, &status)) return status;
    if (argc - optind != 1) return cli_use("gen takes one game; `taisen gen --help` tells more");
    const struct game *game = cli_game(argv[optind]);
    if (!game) return STATUS_USE;
    if (!q->flags.has_seed) q->flags.seed = cli_any_seed();
    return print_start(game, &q->flags, q->json);
}

static int run(int argc, char **argv)
{
    static struct request q;
    match_flags_init(&q.flags);
    int status = generate(argc, argv, &q);
    match_flags_free(&q.flags);
    return status;
}

#define AT(member) .at = offsetof(struct request, member)

static const struct cli_option options[] = {
    {.group = options_start, AT(flags)},
    {"json", NULL, OPTION_FLAG, AT(json), .help = N_("print the state as one JSON object instead")},
    {0}};

const struct command command_gen = {
    .name = "gen",
    .about = N_("print the start of a game in its official format"),
    .usage = "GAME [--seed N] [--setup KEY=VALUE]... [--map FILE] [--json]",
    .text =
        N_("Prints the start of a game in its official format: what player 1 would be sent, or a "
           "map file where the game has maps."),
    .suggest = "game",
    .options = options,
    .run = run};
