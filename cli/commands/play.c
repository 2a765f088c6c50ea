/* `taisen play`: one match, as cli/play.h plays it. */
#include "cli/play.h"
#include "cli/commands.h"

struct request {
    struct match_flags flags;
    struct play_style style;
};

static int play(int argc, char **argv, struct request *q)
{
    struct match_options match;
    int status;
    if (!options_read(&command_play, argc, argv, q, &status)) return status;
    if (argc - optind != 3)
        return cli_use("play takes a game and two seats; `taisen play --help` tells more");
    const struct game *game = cli_game(argv[optind]);
    if (!game) return STATUS_USE;
    if (!match_flags_apply(&q->flags, game, argv[optind + 1], argv[optind + 2], &match, &status))
        return status;
    return play_match(&match, &q->flags, &q->style);
}

static int run(int argc, char **argv)
{
    static struct request q;
    match_flags_init(&q.flags);
    int status = play(argc, argv, &q);
    match_flags_free(&q.flags);
    return status;
}

#define AT(member) .at = offsetof(struct request, member)

static const struct cli_option options[] = {
    {.group = options_match, AT(flags)},
    {.group = options_sandbox, AT(flags)},
    {"json", NULL, OPTION_FLAG, AT(style.json), .help = "print the result as one JSON object",
     .help_ja = "結果を 1 つの JSON オブジェクトで出力"},
    {"quiet", NULL, OPTION_FLAG, AT(style.quiet), .help = "no live line on a terminal",
     .help_ja = "端末に途中経過を表示しない"},
    {0}};

static const struct cli_row seats[] = {
    {"bot:NAME", .help = "a built-in player; `taisen bots` lists them",
     .help_ja = "内蔵ボット（一覧は `taisen bots`）"},
    {"tcp:PORT", .help = "a client that connects to this port (or tcp:HOST:PORT)",
     .help_ja = "このポートに接続するクライアント（または tcp:HOST:PORT）"},
    {"human", .help = "a person at this terminal, without a clock",
     .help_ja = "この端末の前の人（持ち時間なし）"},
    {"COMMAND", .help = "a program, in quotes when the command has several words",
     .help_ja = "プログラム。複数の語からなるコマンドは引用符で囲む"},
    {0}};

const struct command command_play = {
    .name = "play",
    .about = "play one match",
    .about_ja = "1 試合を対戦",
    .usage = "GAME SEAT SEAT [OPTIONS]",
    .text = "Plays one match. A SEAT is one of",
    .text_ja = "1 試合を対戦します。SEAT は次のいずれかです:",
    .rows = seats,
    .suggest = "game seat...",
    .options = options,
    .more = "Example: taisen play reborn './mine --fast' bot:greedy --seed 7 --record game.jsonl",
    .more_ja = "例: taisen play reborn './mine --fast' bot:greedy --seed 7 --record game.jsonl",
    .run = run};
