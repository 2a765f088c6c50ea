#include "bots/serve.h"
#include "cli/cli.h"

#include <unistd.h>

static const char help[] =
    "Usage: taisen bot GAME NAME [--seed N]\n\n"
    "Runs a built-in bot as an ordinary program: it reads the game's protocol on standard input\n"
    "and answers on standard output, so that it can sit on any arena.\n\n"
    "  --seed N   for the bot's own choices (default 0)\n"
    "  --help     this text\n";

enum { FLAG_SEED_OF_BOT = 256, FLAG_HELP };

static const struct option options[] = {{"seed", required_argument, NULL, FLAG_SEED_OF_BOT},
                                        {"help", no_argument, NULL, FLAG_HELP},
                                        {NULL, 0, NULL, 0}};

int cmd_bot(int argc, char **argv)
{
    uint64_t seed = 0;
    struct err err;
    for (int id; (id = getopt_long(argc, argv, "", options, NULL)) >= 0;) {
        if (id == FLAG_HELP) return cli_help(help);
        if (id == '?') return cli_bad_option(argv);
        if (!cli_seed(optarg, &seed)) return STATUS_USE;
    }
    if (argc - optind != 2) return cli_use("bot takes a game and the name of a bot");
    const struct game *game = cli_game(argv[optind]);
    if (!game) return STATUS_USE;
    const struct bot *bot = bot_find(game, argv[optind + 1]);
    if (!bot)
        return cli_use("no bot %s plays %s; `taisen bots %s` lists those that do", argv[optind + 1],
                       game->name, game->name);
    if (bot_serve(game, bot, seed, STDIN_FILENO, STDOUT_FILENO, &err)) return STATUS_DONE;
    return cli_use("bot:%s: %s", bot->name, err.text);
}
