/* `taisen play`: one match, as cli/play.h plays it. */
#include "cli/play.h"
#include "base/utf8.h"
#include "cli/commands.h"

#include <string.h>

enum { WHO_MOST = 64 }; /* bytes */

struct request {
    const char *who[2];
    int who_count;
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
    memcpy(match.who, q->who, sizeof match.who);
    return play_match(&match, &q->flags, &q->style);
}

static int run(int argc, char **argv)
{
    static struct request q;
    match_flags_init(&q.flags);
    q.flags.is_local = true;
    int status = play(argc, argv, &q);
    match_flags_free(&q.flags);
    return status;
}

static bool add_name(void *target, const char *arg)
{
    struct request *q = target;
    if (q->who_count == 2) return cli_use("--name: a match has two players"), false;
    if (!*arg || strlen(arg) > WHO_MOST || !utf8_is_plain(arg, strlen(arg)))
        return cli_use("--name takes 1 to %d bytes of text, not `%s`", WHO_MOST, arg), false;
    q->who[q->who_count++] = arg;
    return true;
}

#define AT(member) .at = offsetof(struct request, member)

static const struct cli_option options[] = {
    {"name", "NAME", OPTION_CALL, .read = add_name, .is_repeated = true,
     .help = "who plays in the first seat, for the record and those who watch; a second --name is "
             "for the second seat",
     .help_ja =
         "最初の SEAT で対戦する人の名前（記録と観戦用）。2 つ目の --name は 2 つ目の SEAT の"
         "名前"},
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
    .more = "A match that is played here has the clock of the original's local matches: where the "
            "contest limited a turn online only (reborn: 20 s), a turn has no limit of its own, "
            "and a program that hangs has lost when its time for the match is used up. --clock "
            "online or --turn-ms ends it earlier.\n"
            "\n"
            "codevs4: a game of the original contest is 41 stages from the upper left corner "
            "against the client's opponents, `taisen campaign`. Against another program the second "
            "player has the lower right corner; one that knows the upper left only plays second "
            "with --setup mirror=1.\n"
            "\n"
            "Example: taisen play reborn './mine --fast' bot:greedy --seed 7 --record game.jsonl",
    .more_ja = "手元の対戦の持ち時間は、公式クライアントのローカル対戦と同じです。1 ターンの制限が"
               "オンラインだけにあるゲーム（reborn の 20 秒）では 1 ターンの制限はなく、止まった"
               "プログラムは 1 試合の持ち時間を使い切ると負けになります。早く終わらせるには "
               "--clock online か --turn-ms を使います。\n"
               "\n"
               "codevs4: 公式の 1 ゲームは、左上から始めて内蔵の相手と 41 ステージを戦うもので、"
               "`taisen campaign` で遊べます。プログラム同士の対戦では 2 人目は右下から始まります。"
               "左上しか知らないプログラムは --setup mirror=1 で 2 人目になれます。\n"
               "\n"
               "例: taisen play reborn './mine --fast' bot:greedy --seed 7 --record game.jsonl",
    .run = run};
