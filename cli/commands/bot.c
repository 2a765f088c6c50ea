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
    if (!sock_connect(host, colon + 1, &fd, &err)) return cli_use("%s", err.text);
    if (bot_serve(game, choice, seed, fd, fd, &err)) return STATUS_DONE;
    return cli_use("bot:%s: %s", choice->bot->name, err.text);
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
    if (!bot_read(game, argv[optind + 1], &choice, &err)) return cli_use("%s", err.text);
    if (q.connect) return serve_over_tcp(game, &choice, q.seed, q.connect);
    if (bot_serve(game, &choice, q.seed, STDIN_FILENO, STDOUT_FILENO, &err)) return STATUS_DONE;
    return cli_use("bot:%s: %s", choice.bot->name, err.text);
}

static const struct cli_option options[] = {
    {"seed", "N", OPTION_SEED, .at = offsetof(struct request, seed),
     .help = "for the bot's own choices (default 0)",
     .help_ja = "ボット自身の乱数シード（既定 0）"},
    {"connect", "HOST:PORT", OPTION_TEXT, .at = offsetof(struct request, connect),
     .help = "connect to a server over TCP", .help_ja = "TCP でサーバーに接続"},
    {0}};

const struct command command_bot = {
    .name = "bot",
    .about = "run a built-in bot as a program on standard input and output",
    .about_ja = "内蔵ボットを標準入出力で動くプログラムとして実行",
    .usage = "GAME NAME [--seed N] [--connect HOST:PORT]",
    .text =
        "Runs a built-in bot as an ordinary program: it reads the game's protocol on standard "
        "input and answers on standard output, so that it can play on any arena. With --connect "
        "it is a client of a server that waits on that port. Bots that search take a budget per "
        "turn in their name: `master?ms=100` or `master?nodes=50000`.",
    .text_ja =
        "内蔵ボットを通常のプログラムとして実行します。ゲームのプロトコルを標準入力から読み、"
        "標準出力に応答するので、どの対戦場でも使えます。--connect を付けると、そのポートで"
        "待つサーバーのクライアントになります。master などのボットは、名前に 1 "
        "ターンの思考量を付けられます: "
        "`master?ms=100`、`master?nodes=50000`。",
    .suggest = "game bot",
    .options = options,
    .run = run};
