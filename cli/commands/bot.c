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
    "client of a server that waits on that port.\n\n"
    "  --seed N              for the bot's own choices (default 0)\n"
    "  --connect HOST:PORT   talk to a server over TCP\n"
    "  --help                this text\n";

enum { FLAG_SEED_OF_BOT = 256, FLAG_CONNECT, FLAG_HELP };

static const struct option options[] = {{"seed", required_argument, NULL, FLAG_SEED_OF_BOT},
                                        {"connect", required_argument, NULL, FLAG_CONNECT},
                                        {"help", no_argument, NULL, FLAG_HELP},
                                        {NULL, 0, NULL, 0}};

static int serve_over_tcp(const struct game *game, const struct bot *bot, uint64_t seed,
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
    return bot_serve(game, bot, seed, fd, fd, &err) ? STATUS_DONE
                                                    : cli_use("bot:%s: %s", bot->name, err.text);
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
    const struct bot *bot = bot_find(game, argv[optind + 1]);
    if (!bot)
        return cli_use("no bot %s plays %s; `taisen bots %s` lists those that do", argv[optind + 1],
                       game->name, game->name);
    if (where) return serve_over_tcp(game, bot, seed, where);
    if (bot_serve(game, bot, seed, STDIN_FILENO, STDOUT_FILENO, &err)) return STATUS_DONE;
    return cli_use("bot:%s: %s", bot->name, err.text);
}
