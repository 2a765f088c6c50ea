/* `taisen bot`: a built-in bot as an ordinary program, on pipes or over TCP. */
#include "bots/serve.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "os/file.h"
#include "os/sock.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct request {
    uint64_t seed;
    const char *connect;
};

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
    if (!sock_connect(host, colon + 1, &fd, &err)) return cli_use("%s", sentence(&err));
    if (bot_serve(game, choice, seed, fd, fd, &err)) return STATUS_DONE;
    return cli_use("bot:%s: %s", choice->bot->name, sentence(&err));
}

static int run(int argc, char **argv)
{
    struct request q = {0};
    struct err err;
    int status;
    if (!options_read(&command_bot, argc, argv, &q, &status)) return status;
    if (argc - optind != 2) return cli_use("bot takes a game and the name of a bot");
    const struct game *game = cli_game(argv[optind]);
    if (!game) return STATUS_USE;
    struct bot_choice choice;
    if (!bot_read(game, argv[optind + 1], &choice, &err)) return cli_use("%s", sentence(&err));
    if (q.connect) return serve_over_tcp(game, &choice, q.seed, q.connect);
    if (bot_serve(game, &choice, q.seed, STDIN_FILENO, STDOUT_FILENO, &err)) return STATUS_DONE;
    return cli_use("bot:%s: %s", choice.bot->name, sentence(&err));
}

static const struct cli_option options[] = {
    {"seed", "N", OPTION_SEED, .at = offsetof(struct request, seed),
     .help = N_("for the bot's own choices (default 0)")},
    {"connect", "HOST:PORT", OPTION_TEXT, .at = offsetof(struct request, connect),
     .help = N_("connect to a server over TCP")},
    {0}};

const struct command command_bot = {
    .name = "bot",
    .about = N_("run a built-in bot as a program on standard input and output"),
    .usage = "GAME NAME [--seed N] [--connect HOST:PORT]",
    .text =
        N_("Runs a built-in bot as an ordinary program: it reads the game's protocol on standard "
           "input and answers on standard output, so that it can play on any arena. With --connect "
           "it is a client of a server that waits on that port. Bots that search take a budget per "
           "turn in their name: `master?ms=100` or `master?nodes=50000`. Some can use several "
           "threads: `master?threads=4`."),
    .suggest = "game bot",
    .options = options,
    .run = run};
