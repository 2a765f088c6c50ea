/* `taisen sim`: a script of commands through the rules of a game. */
#include "cli/cli.h"
#include "cli/commands.h"
#include "games/script.h"
#include "os/file.h"

enum { SCRIPT_MAX = 1 << 28 };

struct request {
    bool inputs;
};

static int run(int argc, char **argv)
{
    struct request q = {0};
    AUTO_FREE char *script = NULL;
    size_t len;
    struct err err;
    int status;
    if (!options_read(&command_sim, argc, argv, &q, &status)) return status;
    if (argc - optind < 1 || argc - optind > 2) return cli_use("sim takes a game and a script");
    const struct game *game = cli_game(argv[optind]);
    if (!game) return STATUS_USE;
    const struct game_script *reader = game_script_find(game->name);
    if (!reader) return cli_use("there are no scripts for %s", game->name);
    const char *path = optind + 1 < argc ? argv[optind + 1] : "-";
    if (!file_read(path, SCRIPT_MAX, &script, &len, &err)) return cli_use("%s", sentence(&err));
    bool ok = reader->run(script, len, q.inputs, stdout, &err);
    return ok ? STATUS_DONE : cli_use("%s: %s", path, sentence(&err));
}

static const struct cli_option options[] = {
    {"inputs", NULL, OPTION_FLAG, .at = offsetof(struct request, inputs),
     .help = N_("each line also has in1 and in2: what both players are sent in that state")},
    {0}};

const struct command command_sim = {
    .name = "sim",
    .about = N_("run a script of commands through the rules of a game"),
    .usage = "GAME [FILE] [--inputs]",
    .text =
        N_("Runs a script of commands through the rules, without clocks and processes, and prints "
           "the state after each turn as one JSON object per line. Without FILE the script is read "
           "from standard input."),
    .suggest = "game file",
    .options = options,
    .run = run};
