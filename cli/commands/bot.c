#include "bots/serve.h"
#include "cli/cli.h"
#include "os/file.h"
#include "os/sock.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "Usage: taisen bot GAME NAME [--seed N] [--connect HOST:PORT]\n\n"
    "Runs a built-in bot as an ordinary program: it reads the game's protocol on standard input\n"
    "and answers on standard output, so that it can sit on any arena. With --connect it is a\n"
    "client of a server that waits on that port. Masters and their kind take a budget with the\n"
    "name: `master?ms=100` or `master?nodes=50000` a turn.\n\n"
    "  --seed N              for the bot's own choices (default 0)\n"
    "  --connect HOST:PORT   talk to a server over TCP\n"
    "  --help                this text\n";

enum { FLAG_SEED_OF_BOT = 256, FLAG_CONNECT, FLAG_HELP };

static const struct option options[] = {{"seed", required_argument, NULL, FLAG_SEED_OF_BOT},
                                        {"connect", required_argument, NULL, FLAG_CONNECT},
                                        {"help", no_argument, NULL, FLAG_HELP},
                                        {NULL, 0, NULL, 0}};

static int serve_over_tcp(const struct game *game, const struct bot_choice *choice, uint64_t seed,
                          const char *where)
{
    AUTO_CLOSE int fd = -1;
    char host[256];
    const char *colon = strrchr(where, ':');
    struct err err;
    if (!colon || colon - where >= (long)sizeof host)
        return cli_use("--connect takes HOST:PORT, not `%s`", where);
    snprintf(host, sizeof host, "%.*s", (int)(colon - where), where);
    if (!sock_connect(host, colon + 1, &fd, &err)) return cli_use("%s", err.text);
    if (bot_serve(game, choice, seed, fd, fd, &err)) return STATUS_DONE;
    return cli_use("bot:%s: %s", choice->bot->name, err.text);
}

int cmd_bot(int argc, char **argv)
{
    uint64_t seed = 0;
    const char *where = NULL;
    struct err err;
    for (int id; (id = getopt_long(argc, argv, "", options, NULL)) >= 0;) {
        if (id == FLAG_HELP) return cli_help(help);
        if (id == '?') return cli_bad_option(argv);
        if (id == FLAG_CONNECT)
            where = optarg;
        else if (!cli_seed(optarg, &seed))
            return STATUS_USE;
    }
    if (argc - optind != 2) return cli_use("bot takes a game and the name of a bot");
    const struct game *game = cli_game(argv[optind]);
    if (!game) return STATUS_USE;
    struct bot_choice choice;
    if (!bot_read(game, argv[optind + 1], &choice, &err)) return cli_use("%s", err.text);
    if (where) return serve_over_tcp(game, &choice, seed, where);
    if (bot_serve(game, &choice, seed, STDIN_FILENO, STDOUT_FILENO, &err)) return STATUS_DONE;
    return cli_use("bot:%s: %s", choice.bot->name, err.text);
}
