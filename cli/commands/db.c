/* `taisen db`: its options and actions. Those that only look are here, the others in cli/db/. */
#include "cli/db/db.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/db/db_report.h"
#include "os/random.h"
#include "os/stop.h"

#include <stdio.h>
#include <string.h>

enum { GAMES_MOST = 100000 };

/* ---- options ---- */

static bool add_word(char words[STORE_TEXT], const char *option, const char *word)
{
    size_t len = strlen(words);
    int wrote = snprintf(words + len, STORE_TEXT - len, "%s%s", len ? " " : "", word);
    return wrote < (int)(STORE_TEXT - len) || (cli_use("%s: too many options", option), false);
}

static bool add_setup(void *target, const char *arg)
{
    return add_word(target, "--setup", arg);
}

static bool add_setting(void *target, const char *arg)
{
    return add_word(target, "--set", arg);
}

static bool read_rating(void *target, const char *arg)
{
    struct db_request *q = target;
    return rating_find(arg, &q->ladder.formula) ||
           (cli_use("--rating is glicko2, codevs5 or none, not `%s`", arg), false);
}

/* ---- looking ---- */

static int do_nothing(void *request)
{
    (void)request; /* to open the store was all */
    return STATUS_DONE;
}

static int ladders(void *request)
{
    struct db_request *q = request;
    struct err err;
    return report_ladders(q->store, q->json, &err) ? STATUS_DONE : cli_fail("%s", err.text);
}

static int standings(void *request)
{
    struct db_request *q = request;
    struct store_ladder ladder;
    struct err err;
    if (!db_find_ladder(q, &ladder)) return STATUS_USE;
    return report_standings(q->store, &ladder, q->json, &err) ? STATUS_DONE
                                                              : cli_fail("%s", err.text);
}

static int matches(void *request)
{
    struct db_request *q = request;
    struct store_ladder ladder = {0};
    struct err err;
    if (q->count > 0 && !db_find_ladder(q, &ladder)) return STATUS_USE;
    struct store_which which = {.ladder = ladder.id, .most = q->most, .viewer = STORE_SEES_ALL};
    return report_matches(q->store, &which, q->json, &err) ? STATUS_DONE : cli_fail("%s", err.text);
}

static int workers(void *request)
{
    struct db_request *q = request;
    struct err err;
    return report_workers(q->store, q->json, &err) ? STATUS_DONE : cli_fail("%s", err.text);
}

/* ---- the command ---- */

static int open_store(struct db_request *q, enum store_how how)
{
    struct err err;
    if (!cli_league(q->db, &q->db)) return STATUS_USE;
    if (!q->db) return cli_use("db needs --db URL, or the variable TAISEN_DB");
    q->store = store_open(q->db, how, &err);
    return q->store ? STATUS_DONE : cli_use("%s", err.text);
}

static int run(int argc, char **argv)
{
    static struct db_request q;
    int status;
    q = (struct db_request){.games = 2, .most = 50, .seed = random_u64()};
    if (!options_read(&command_db, argc, argv, &q, &status)) return status;
    const struct cli_row *action = options_action(&command_db, argc, argv);
    if (!action) return STATUS_USE;
    q.args = argv + optind;
    q.count = argc - optind;
    stop_watch();
    status = open_store(&q, (enum store_how)action->how);
    if (status == STATUS_DONE) status = action->run(&q);
    store_close(q.store);
    return stop_asked() ? 128 + stop_signal() : status;
}

#define AT(member) .at = offsetof(struct db_request, member)

static const char *const ratings[] = {"glicko2", "codevs5", "none", NULL};

static const struct cli_option options[] = {
    {"db", "URL", OPTION_FILE, AT(db),
     .help =
         "the league: a file (SQLite) or postgres://... (PostgreSQL); @FILE: the address is the "
         "first line of FILE, which nobody else can read (default: the variable TAISEN_DB)",
     .help_ja =
         "リーグ: ファイル（SQLite）または postgres://...（PostgreSQL）。@FILE: 本人だけが読める "
         "FILE の 1 行目をアドレスとして使用（既定: 環境変数 TAISEN_DB）"},
    {"rating", "NAME", OPTION_CALL, .read = read_rating, .words = ratings,
     .help = "of a ladder: glicko2 (default), codevs5 or none",
     .help_ja = "ラダーのレーティング方式: glicko2（既定）、codevs5、none"},
    {"setup", "KEY=VALUE", OPTION_CALL, AT(ladder.setup), .read = add_setup, .is_repeated = true,
     .help = "of a ladder: an option of the game; repeatable",
     .help_ja = "ラダーのゲームのオプション。複数回指定できます"},
    {"map", "FILE", OPTION_FILE, AT(map_path), .help = "of a ladder: the map to play on",
     .help_ja = "ラダーで使用するマップ"},
    {"set", "KEY=VALUE", OPTION_CALL, AT(ladder.settings), .read = add_setting, .is_repeated = true,
     .help =
         "of a ladder: games (each player should have so many; default 0, no end), match-ms, "
         "turn-ms, name-ms, margin-ms, pairing (0: by hand), weight (its share of the workers' "
         "time beside other ladders; default 1), lag-ms and lag-match-ms (what a "
         "program at home is forgiven for its connection: an answer, a match; default 20000 and "
         "600000), records (of the last so many results; default 0, all), and limits of the "
         "programs: memory-mb, processes, file-mb (of --sandbox), answer-kb, output-kb, "
         "stderr-kb (default: as the worker has them); also (glicko2 or codevs5: a second rating "
         "that is shown beside the first), names (original, the default: those that the original "
         "contest allowed; any), spectators (after, the default: a match with a person or a "
         "program at home is shown when it is over, because who plays could read what is hidden "
         "from them; live)",
     .help_ja =
         "ラダーの設定: games（各プレイヤーの試合数。既定 0、無制限）、match-ms、turn-ms、name-ms、"
         "margin-ms、pairing（0: 手動）、weight（ほかのラダーに対するワーカー時間の配分。既定 "
         "1）、lag-ms と lag-match-ms（`taisen join` のプログラムに通信の"
         "ため許す時間: 1 応答と 1 試合。既定 20000 と "
         "600000）、records（最新の何試合分を残すか。既定 0、"
         "すべて）、プログラムの制限 "
         "memory-mb、processes、file-mb（--sandbox）、answer-kb、output-kb、"
         "stderr-kb（既定: ワーカーの設定）、also（glicko2 か codevs5: 並べて表示する 2 つ目の"
         "レーティング）、names（original: もとの大会で許された名前だけ（既定）。any: 制限なし）、"
         "spectators（after: 人や自宅のプログラムの対戦は終了後に公開（既定）。live: "
         "対戦中も公開）"},
    {"language", "NAME", OPTION_TEXT, AT(language), .help = "of a player: what it is written in",
     .help_ja = "プレイヤーの使用言語"},
    {"games", "N", OPTION_INT, AT(games), .least = 1, .most = GAMES_MOST,
     .help = "of queue: how many games (default 2; rounded up to pairs)",
     .help_ja = "queue: 試合数（既定 2。偶数に切り上げ）"},
    {"seed", "N", OPTION_SEED, AT(seed),
     .help = "of queue: seed of the first pair (default: random)",
     .help_ja = "queue: 最初の組のシード（既定: ランダム）"},
    {"records", "DIR", OPTION_FOLDER, AT(records),
     .help = "the folder where workers keep records as files, if they do",
     .help_ja = "ワーカーが記録をファイルとして保存する場合、そのフォルダー"},
    {"most", "N", OPTION_INT, AT(most), .least = 1, .most = INT32_MAX,
     .help = "of matches: how many to list (default 50)",
     .help_ja = "matches: 一覧に表示する数（既定 50）"},
    {"json", NULL, OPTION_FLAG, AT(json), .help = "print the results as JSON Lines",
     .help_ja = "結果を JSON Lines で出力"},
    {0}};

static const struct cli_row actions[] = {
    {"init", NULL, "create a league", "リーグを作成", do_nothing, STORE_MAKE},
    {"migrate", NULL, "bring the tables of an older version up to date",
     "古いバージョンのテーブルを更新", do_nothing, STORE_MIGRATE},
    {"check", NULL, "is every result counted once, is every rating right?",
     "すべての結果が 1 回だけ数えられ、レーティングが正しいかを検査", db_check, STORE_USE},
    {"export", "[FILE]", "everything as JSON Lines, also while it plays: a backup",
     "全データを JSON Lines で書き出す（対戦中でも可能）: バックアップ", db_export, STORE_USE},
    {"import", "[FILE]", "read that into an empty league of either kind, or a new one",
     "書き出したものを、空または新しいリーグに読み込む", db_import, STORE_MAKE},
    {"add-ladder", "NAME GAME", "open a ladder", "ラダーを開設", db_add_ladder, STORE_USE},
    {"add-contest", "FILE [NAME]", "add a contest with a [ladder], as docs/CONTEST.md has it",
     "[ladder] のある大会を追加（docs/CONTEST.ja.md 参照）", db_add_contest, STORE_USE},
    {"add-player", "LADDER NAME SEAT", "enter a player, or a new version of it",
     "プレイヤーまたはその新しい版を登録", db_add_player, STORE_USE},
    {"queue", "LADDER PLAYER PLAYER", "queue matches that an organiser wants, sides swapped",
     "主催者が指定する試合をキューに追加（左右を入れ替えて）", db_queue, STORE_USE},
    {"ladders", NULL, "list the ladders", "ラダーの一覧", ladders, STORE_USE},
    {"standings", "LADDER", "the standings", "順位表", standings, STORE_USE},
    {"matches", "[LADDER]", "what was played and is waiting, newest first",
     "行われた試合と順番待ちの試合（新しい順）", matches, STORE_USE},
    {"record", "MATCH [FILE]", "the record of a match, as `taisen replay` reads it",
     "試合の記録（`taisen replay` で読める形式）", db_record, STORE_USE},
    {"annul", "MATCH REASON", "annul a match: the ratings become what they would be without it",
     "試合を無効にする: レーティングはその試合がなかった場合の値に戻る", db_annul, STORE_USE},
    {"workers", NULL, "list the workers", "ワーカーの一覧", workers, STORE_USE},
    {"open", "LADDER", "let matches be made", "試合が組まれるようにする", db_open, STORE_USE},
    {"close", "LADDER", "let no more matches be made", "試合が組まれないようにする", db_close,
     STORE_USE},
    {"rerate", "LADDER", "compute the ratings again from all results",
     "全結果からレーティングを再計算", db_rerate, STORE_USE},
    {0}};

const struct command command_db = {
    .name = "db",
    .about = "manage a league: players, ladders, results and ratings in a database",
    .about_ja = "リーグの管理: プレイヤー、ラダー、結果、レーティングのデータベース",
    .usage = "ACTION [ARGUMENTS] --db URL [OPTIONS]",
    .text = "Keeps a league in a database: players, ladders, results, ratings, and the queue of "
            "matches that `taisen worker` plays. An ACTION is one of",
    .text_ja = "リーグ（プレイヤー、ラダー、結果、レーティング、`taisen worker` "
               "が行う試合のキュー）をデータベース"
               "で管理します。ACTION は次のいずれかです:",
    .rows = actions,
    .suggest = "action file...",
    .options = options,
    .run = run};
