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
    return report_ladders(q->store, q->json, &err) ? STATUS_DONE : cli_fail("%s", sentence(&err));
}

static int standings(void *request)
{
    struct db_request *q = request;
    struct store_ladder ladder;
    struct err err;
    if (!db_find_ladder(q, &ladder)) return STATUS_USE;
    return report_standings(q->store, &ladder, q->json, &err) ? STATUS_DONE
                                                              : cli_fail("%s", sentence(&err));
}

static int matches(void *request)
{
    struct db_request *q = request;
    struct store_ladder ladder = {0};
    struct err err;
    if (q->count > 0 && !db_find_ladder(q, &ladder)) return STATUS_USE;
    struct store_which which = {.ladder = ladder.id, .most = q->most, .viewer = STORE_SEES_ALL};
    return report_matches(q->store, &which, q->json, &err) ? STATUS_DONE
                                                           : cli_fail("%s", sentence(&err));
}

static int workers(void *request)
{
    struct db_request *q = request;
    struct err err;
    return report_workers(q->store, q->json, &err) ? STATUS_DONE : cli_fail("%s", sentence(&err));
}

/* ---- the command ---- */

static int open_store(struct db_request *q, enum store_how how)
{
    struct err err;
    if (!cli_league(q->db, &q->db)) return STATUS_USE;
    if (!q->db) return cli_use("db needs --db URL, or the variable TAISEN_DB");
    q->store = store_open(q->db, how, &err);
    return q->store ? STATUS_DONE : cli_use("%s", sentence(&err));
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
         N_("the league: a file (SQLite) or postgres://... (PostgreSQL); @FILE: the address is the "
            "first line of FILE, which nobody else can read (default: the variable TAISEN_DB)")},
    {"rating", "NAME", OPTION_CALL, .read = read_rating, .words = ratings,
     .help = N_("of a ladder: glicko2 (default), codevs5 or none")},
    {"setup", "KEY=VALUE", OPTION_CALL, AT(ladder.setup), .read = add_setup, .is_repeated = true,
     .help = N_("of a ladder: an option of the game; repeatable")},
    {"map", "FILE", OPTION_FILE, AT(map_path), .help = N_("of a ladder: the map to play on")},
    {"set", "KEY=VALUE", OPTION_CALL, AT(ladder.settings), .read = add_setting, .is_repeated = true,
     .help = N_(
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
         "from them; live; or a number of seconds: so late)")},
    {"language", "NAME", OPTION_TEXT, AT(language),
     .help = N_("of a player: what it is written in")},
    {"games", "N", OPTION_INT, AT(games), .least = 1, .most = GAMES_MOST,
     .help = N_("of queue: how many games (default 2; rounded up to pairs)")},
    {"seed", "N", OPTION_SEED, AT(seed),
     .help = N_("of queue: seed of the first pair (default: random)")},
    {"records", "DIR", OPTION_FOLDER, AT(records),
     .help = N_("the folder where workers keep records as files, if they do")},
    {"most", "N", OPTION_INT, AT(most), .least = 1, .most = INT32_MAX,
     .help = N_("of matches: how many to list (default 50)")},
    {"json", NULL, OPTION_FLAG, AT(json), .help = N_("print the results as JSON Lines")},
    {0}};

static const struct cli_row actions[] = {
    {"init", NULL, N_("create a league"), do_nothing, STORE_MAKE},
    {"migrate", NULL, N_("bring the tables of an older version up to date"), do_nothing,
     STORE_MIGRATE},
    {"check", NULL, N_("is every result counted once, is every rating right?"), db_check,
     STORE_USE},
    {"export", "[FILE]", N_("everything as JSON Lines, also while it plays: a backup"), db_export,
     STORE_USE},
    {"import", "[FILE]", N_("read that into an empty league of either kind, or a new one"),
     db_import, STORE_MAKE},
    {"add-ladder", "NAME GAME", N_("open a ladder"), db_add_ladder, STORE_USE},
    {"add-contest", "FILE [NAME]", N_("add a contest with a [ladder], as docs/CONTEST.md has it"),
     db_add_contest, STORE_USE},
    {"add-player", "LADDER NAME SEAT", N_("enter a player, or a new version of it"), db_add_player,
     STORE_USE},
    {"queue", "LADDER PLAYER PLAYER", N_("queue matches that an organiser wants, sides swapped"),
     db_queue, STORE_USE},
    {"ladders", NULL, N_("list the ladders"), ladders, STORE_USE},
    {"standings", "LADDER", N_("the standings"), standings, STORE_USE},
    {"matches", "[LADDER]", N_("what was played and is waiting, newest first"), matches, STORE_USE},
    {"record", "MATCH [FILE]", N_("the record of a match, as `taisen replay` reads it"), db_record,
     STORE_USE},
    {"annul", "MATCH REASON", N_("annul a match: the ratings become what they would be without it"),
     db_annul, STORE_USE},
    {"workers", NULL, N_("list the workers"), workers, STORE_USE},
    {"open", "LADDER", N_("let matches be made"), db_open, STORE_USE},
    {"close", "LADDER", N_("let no more matches be made"), db_close, STORE_USE},
    {"rerate", "LADDER", N_("compute the ratings again from all results"), db_rerate, STORE_USE},
    {0}};

const struct command command_db = {
    .name = "db",
    .about = N_("manage a league: players, ladders, results and ratings in a database"),
    .usage = "ACTION [ARGUMENTS] --db URL [OPTIONS]",
    .text = N_("Keeps a league in a database: players, ladders, results, ratings, and the queue of "
               "matches that `taisen worker` plays. An ACTION is one of"),
    .rows = actions,
    .suggest = "action file...",
    .options = options,
    .run = run};
