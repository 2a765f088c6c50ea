#include "cli/cli.h"
#include "cli/db_report.h"
#include "cli/match_flags.h"
#include "league/store/people/store_audit.h"
#include "league/store/store_check.h"
#include "league/store/store_contest.h"
#include "league/store/store_dump.h"
#include "league/store/store_moderation.h"
#include "league/store/store_queue.h"
#include "os/file.h"
#include "os/random.h"
#include "os/stop.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "Usage: taisen db ACTION [ARGUMENTS] --db URL [OPTIONS]\n\n"
    "Keeps a league in a database: players, ladders, results, ratings, and the queue of matches\n"
    "that `taisen worker` plays. URL is a file (SQLite) or postgres://... (PostgreSQL); without\n"
    "--db it is the variable TAISEN_DB. @FILE: it stands in FILE, which nobody else can read.\n\n"
    "  init                            make a league\n"
    "  migrate                         bring the tables of an older taisen up to date\n"
    "  check                           are all results counted once, are the ratings right?\n"
    "  export [FILE]                   everything as JSON Lines, also while it plays: a backup\n"
    "  import [FILE]                   that into an empty league of either kind, or a new one\n"
    "  add-ladder NAME GAME            open a ladder\n"
    "  add-contest FILE [NAME]         a contest with a [ladder], as docs/CONTEST.md has it\n"
    "  add-player LADDER NAME SEAT     a player enters, or comes with a new version\n"
    "  queue LADDER PLAYER PLAYER      matches that an organiser wants, sides swapped\n"
    "  ladders                         the ladders\n"
    "  standings LADDER                who is best\n"
    "  matches [LADDER]                what was played and is waiting, newest first\n"
    "  record MATCH [FILE]             the record of a match, as `taisen replay` reads it\n"
    "  annul MATCH REASON              a match that shall not count: the ratings forget it\n"
    "  workers                         who plays\n"
    "  open LADDER, close LADDER       let matches be made, or no more\n"
    "  rerate LADDER                   compute the ratings again from all results\n\n"
    "  --rating NAME       of a ladder: glicko2 (default), codevs5 or none\n"
    "  --setup KEY=VALUE   of a ladder: an option of the game; may be given several times\n"
    "  --map FILE          of a ladder: the map to play on\n"
    "  --set KEY=VALUE     of a ladder: games (each player should have so many; default 0, no\n"
    "                      end), match-ms, turn-ms, name-ms, margin-ms, pairing (0: by hand),\n"
    "                      lag-ms and lag-match-ms (what a program at home is forgiven for its "
    "line:\n"
    "                      an answer, a match; default 20000 and 600000),\n"
    "                      records (of the last so many results; default 0, all), and limits\n"
    "                      of the programs: memory-mb, processes, file-mb (of --sandbox),\n"
    "                      answer-kb, output-kb, stderr-kb (default: as the worker has them)\n"
    "  --language NAME     of a player: what it is written in\n"
    "  --games N           to queue (default 2; rounded up to pairs)\n"
    "  --seed N            of the first pair to queue (default: random)\n"
    "  --records DIR       the folder where workers keep records as files, if they do\n"
    "  --most N            matches to list (default 50)\n"
    "  --json              results as JSON Lines\n"
    "  --help              this text\n";

enum {
    FLAG_DB = FLAG_END,
    FLAG_RATING,
    FLAG_SET,
    FLAG_LANGUAGE,
    FLAG_GAMES,
    FLAG_RECORDS,
    FLAG_MOST,
    FLAG_JSON,
    FLAG_HELP
};

static const struct option options[] = {{"db", required_argument, NULL, FLAG_DB},
                                        {"rating", required_argument, NULL, FLAG_RATING},
                                        {"setup", required_argument, NULL, FLAG_SETUP},
                                        {"map", required_argument, NULL, FLAG_MAP},
                                        {"set", required_argument, NULL, FLAG_SET},
                                        {"language", required_argument, NULL, FLAG_LANGUAGE},
                                        {"games", required_argument, NULL, FLAG_GAMES},
                                        {"seed", required_argument, NULL, FLAG_SEED},
                                        {"records", required_argument, NULL, FLAG_RECORDS},
                                        {"most", required_argument, NULL, FLAG_MOST},
                                        {"json", no_argument, NULL, FLAG_JSON},
                                        {"help", no_argument, NULL, FLAG_HELP},
                                        {NULL, 0, NULL, 0}};

enum { MAP_MAX = 1 << 20, CONTEST_MAX = 1 << 20, GAMES_MOST = 100000, KEY_ROOM = 64 };

struct request {
    const char *db, *map_path, *language, *records;
    struct store_ladder ladder; /* what add-ladder was told */
    int64_t games, most, match;
    uint64_t seed;
    bool json;
    char **args; /* of the action */
    int count;
    struct store *store;
};

/* ---- options ---- */

static bool add_word(char words[STORE_TEXT], const char *option, const char *word)
{
    size_t len = strlen(words);
    int wrote = snprintf(words + len, STORE_TEXT - len, "%s%s", len ? " " : "", word);
    return wrote < (int)(STORE_TEXT - len) || (cli_use("%s: too many options", option), false);
}

static bool read_option(struct request *q, int id, const char *arg)
{
    switch (id) {
    case FLAG_DB: q->db = arg; return true;
    case FLAG_RATING:
        return rating_find(arg, &q->ladder.formula) ||
               (cli_use("--rating is glicko2, codevs5 or none, not `%s`", arg), false);
    case FLAG_SETUP: return add_word(q->ladder.setup, "--setup", arg);
    case FLAG_MAP: q->map_path = arg; return true;
    case FLAG_SET: return add_word(q->ladder.settings, "--set", arg);
    case FLAG_LANGUAGE: q->language = arg; return true;
    case FLAG_GAMES: return cli_int("--games", arg, 1, GAMES_MOST, &q->games);
    case FLAG_SEED: return cli_seed(arg, &q->seed);
    case FLAG_RECORDS: return (q->records = arg) != NULL;
    case FLAG_MOST: return cli_int("--most", arg, 1, INT32_MAX, &q->most);
    case FLAG_JSON: return q->json = true;
    default: return false;
    }
}

static int open_store(struct request *q, enum store_how how)
{
    struct err err;
    if (!cli_league(q->db, &q->db)) return STATUS_USE;
    if (!q->db) return cli_use("db needs --db URL, or the variable TAISEN_DB");
    q->store = store_open(q->db, how, &err);
    return q->store ? STATUS_DONE : cli_use("%s", err.text);
}

/* False, having said so, when there is none. */
static bool find_ladder(struct request *q, struct store_ladder *ladder)
{
    struct err err;
    if (store_find_ladder(q->store, q->args[0], ladder, &err)) return true;
    cli_use("%s", err.text);
    return false;
}

/* ---- care ---- */

static int do_nothing(struct request *q)
{
    (void)q;
    return STATUS_DONE;
}

static void print_finding(void *arg, const char *sentence)
{
    const struct request *q = arg;
    if (!q->json) {
        puts(sentence);
        return;
    }
    fputs("{\"finding\":", stdout);
    cli_print_json(sentence);
    puts("}");
}

static int check(struct request *q)
{
    struct err err;
    int64_t findings;
    if (!store_check(q->store, print_finding, q, &findings, &err)) return cli_fail("%s", err.text);
    if (findings == 0 && !q->json) puts("All is well.");
    return findings ? STATUS_FOUND : STATUS_DONE;
}

static bool write_line(void *arg, const char *line, size_t len, struct err *err)
{
    if (stop_asked()) return err_set(err, "stopped by signal %d", stop_signal());
    return fwrite(line, 1, len, arg) == len || err_sys(err, "write");
}

/* For its owner alone: hashes of passwords and everybody's sources are in it. */
static FILE *create_private(const char *path)
{
    AUTO_CLOSE int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (out) take_fd(&fd);
    return out;
}

static int export(struct request *q)
{
    struct err err;
    const char *path = q->count > 0 ? q->args[0] : NULL;
    FILE *out = path ? create_private(path) : stdout;
    if (!out) return cli_use("cannot write %s: %s", path, strerror(errno));
    bool ok = store_export(q->store, write_line, out, &err);
    if ((path ? fclose(out) : fflush(out)) != 0 && ok) ok = err_sys(&err, "write");
    if (ok) return STATUS_DONE;
    if (path) unlink(path);
    return cli_fail("%s", err.text);
}

/* Lines of a file, whatever their length. */
struct reader {
    FILE *in;
    char *line;
    size_t room;
};

static bool read_line(void *arg, const char **line, size_t *len, bool *at_end, struct err *err)
{
    struct reader *r = arg;
    if (stop_asked()) return err_set(err, "stopped by signal %d", stop_signal());
    ssize_t got = getline(&r->line, &r->room, r->in);
    *at_end = got < 0 && !ferror(r->in);
    if (got < 0) return *at_end ? false : err_sys(err, "read");
    *line = r->line;
    *len = (size_t)got - (r->line[got - 1] == '\n');
    return true;
}

static int import(struct request *q)
{
    struct err err;
    struct reader r = {.in = stdin};
    bool is_file = q->count > 0 && strcmp(q->args[0], "-") != 0;
    if (is_file && !(r.in = fopen(q->args[0], "re")))
        return cli_use("cannot open %s: %s", q->args[0], strerror(errno));
    bool ok = store_import(q->store, read_line, &r, &err);
    if (is_file) fclose(r.in);
    free(r.line);
    return ok ? STATUS_DONE : cli_use("%s", err.text);
}

/* ---- ladders and players ---- */

/* Tries settings and setup, so that wrong ones are told now and not by every worker. */
static bool try_ladder(const struct game *game, const struct store_ladder *l)
{
    char buf[256];
    struct text why = TEXT_ON(buf);
    struct ladder_settings settings;
    struct match_options match = {.game = game,
                                  .setup = {.seed = 1, .options = l->setup, .map = l->map}};
    if (!ladder_settings_read(&settings, l->settings, &why))
        return cli_use("--set: %s", buf), false;
    return match_flags_check(&match);
}

static int add_ladder(struct request *q)
{
    AUTO_FREE char *map = NULL;
    struct store_ladder *l = &q->ladder;
    const struct game *game = cli_game(q->args[1]);
    struct err err;
    size_t len;
    int64_t id;
    if (!game) return STATUS_USE;
    if (strlen(q->args[0]) >= STORE_NAME) return cli_use("the name of the ladder is too long");
    strcpy(l->name, q->args[0]);
    snprintf(l->game, sizeof l->game, "%s", game->name);
    if (q->map_path && !file_read(q->map_path, MAP_MAX, &map, &len, &err))
        return cli_use("--map: %s", err.text);
    l->map = map;
    if (!try_ladder(game, l)) return STATUS_USE;
    return store_add_ladder(q->store, l, &id, &err) ? STATUS_DONE : cli_use("%s", err.text);
}

/* NAME of some/folder/NAME.ini */
static void name_contest(const char *path, char *out, size_t size)
{
    const char *slash = strrchr(path, '/');
    snprintf(out, size, "%s", slash ? slash + 1 : path);
    char *dot = strrchr(out, '.');
    if (dot && strcmp(dot, ".ini") == 0) *dot = '\0';
}

static int add_contest(struct request *q)
{
    static struct contest contest;
    AUTO_FREE char *text = NULL;
    struct err err;
    char name[STORE_NAME];
    size_t len;
    int64_t id;
    name_contest(q->count > 1 ? q->args[1] : q->args[0], name, sizeof name);
    if (!file_read(q->args[0], CONTEST_MAX, &text, &len, &err) ||
        !contest_take(&contest, text, len, q->args[0], &err))
        return cli_use("%s", err.text);
    return store_add_contest(q->store, name, &contest, text, &id, &err) ? STATUS_DONE
                                                                        : cli_use("%s", err.text);
}

static bool take_back(struct store *s, void *arg, struct err *err)
{
    const struct request *q = arg;
    enum store_annulled verdict;
    if (!store_annul(s, q->match, q->args[1], &verdict, err)) return false;
    if (verdict == ANNUL_NO_MATCH) return err_set(err, "there is no such match");
    return verdict == ANNULLED || err_set(err, "the match is void already");
}

static int annul(struct request *q)
{
    struct err err;
    struct store_audit_entry entry = {
        .address = "command line", .kind = "annul", .text = q->args[0]};
    if (!cli_int("MATCH", q->args[0], 1, INT64_MAX, &q->match)) return STATUS_USE;
    return store_audited(q->store, &entry, take_back, q, &err) ? STATUS_DONE
                                                               : cli_use("%s", err.text);
}

static int add_player(struct request *q)
{
    struct store_ladder ladder;
    struct store_entered entered;
    struct err err;
    const char *seat = q->args[2];
    if (!find_ladder(q, &ladder)) return STATUS_USE;
    const struct game *game = cli_game(ladder.game);
    if (!game) return STATUS_USE;
    if (!seat_check(game, seat, &err)) return cli_use("%s", err.text);
    if (strcmp(seat, "human") == 0 || strncmp(seat, "tcp:", 4) == 0)
        return cli_use("%s: a ladder is played by programs and bots", seat);
    struct store_enter enter = {.ladder = ladder.id,
                                .player = q->args[1],
                                .kind = strncmp(seat, "bot:", 4) == 0 ? "bot" : "program",
                                .seat = seat,
                                .language = q->language};
    if (!store_enter(q->store, &enter, &entered, &err)) return cli_use("%s", err.text);
    if (q->json)
        printf("{\"player\":%lld,\"version\":%lld,\"new\":%s}\n", (long long)entered.player,
               (long long)entered.number, entered.is_new ? "true" : "false");
    return STATUS_DONE;
}

static int queue(struct request *q)
{
    struct store_ladder ladder;
    struct store_entered player[2];
    struct err err;
    int added = 0, all = 0;
    if (!find_ladder(q, &ladder)) return STATUS_USE;
    for (int p = 0; p < 2; p++)
        if (!store_find_entry(q->store, ladder.id, q->args[1 + p], &player[p], &err))
            return cli_use("%s", err.text);
    if (player[0].player == player[1].player) return cli_use("a player does not play itself");
    for (int64_t i = 0; i < q->games; i += 2) {
        char key[2][KEY_ROOM];
        struct store_plan plan[2];
        for (int side = 0; side < 2; side++) {
            int64_t first = player[side].version, second = player[1 - side].version;
            uint64_t seed = q->seed + (uint64_t)i / 2;
            snprintf(key[side], KEY_ROOM, "%lld:%llu:%lld-%lld", (long long)ladder.id,
                     (unsigned long long)seed, (long long)first, (long long)second);
            plan[side] = (struct store_plan){
                .key = key[side], .ladder = ladder.id, .version = {first, second}, .seed = seed};
        }
        if (!store_queue(q->store, plan, 2, &added, &err)) return cli_fail("%s", err.text);
        all += added;
    }
    if (q->json) printf("{\"queued\":%d}\n", all);
    return STATUS_DONE;
}

static int set_open(struct request *q, bool is_open)
{
    struct store_ladder ladder;
    struct err err;
    if (!find_ladder(q, &ladder)) return STATUS_USE;
    return store_set_open(q->store, ladder.id, is_open, &err) ? STATUS_DONE
                                                              : cli_fail("%s", err.text);
}

static int open_ladder(struct request *q)
{
    return set_open(q, true);
}

static int close_ladder(struct request *q)
{
    return set_open(q, false);
}

static int rerate(struct request *q)
{
    struct store_ladder ladder;
    struct err err;
    if (!find_ladder(q, &ladder)) return STATUS_USE;
    return store_rerate(q->store, ladder.id, &err) ? STATUS_DONE : cli_fail("%s", err.text);
}

/* ---- looking ---- */

static int ladders(struct request *q)
{
    struct err err;
    return report_ladders(q->store, q->json, &err) ? STATUS_DONE : cli_fail("%s", err.text);
}

static int standings(struct request *q)
{
    struct store_ladder ladder;
    struct err err;
    if (!find_ladder(q, &ladder)) return STATUS_USE;
    return report_standings(q->store, &ladder, q->json, &err) ? STATUS_DONE
                                                              : cli_fail("%s", err.text);
}

static int matches(struct request *q)
{
    struct store_ladder ladder = {0};
    struct err err;
    if (q->count > 0 && !find_ladder(q, &ladder)) return STATUS_USE;
    struct store_which which = {.ladder = ladder.id, .most = q->most, .viewer = STORE_SEES_ALL};
    return report_matches(q->store, &which, q->json, &err) ? STATUS_DONE : cli_fail("%s", err.text);
}

static int workers(struct request *q)
{
    struct err err;
    return report_workers(q->store, q->json, &err) ? STATUS_DONE : cli_fail("%s", err.text);
}

static int record(struct request *q)
{
    AUTO_FREE char *bytes = NULL;
    struct err err;
    size_t len = 0;
    int64_t match;
    if (!cli_int("MATCH", q->args[0], 1, INT64_MAX, &match)) return STATUS_USE;
    if ((q->records && !store_set_records(q->store, q->records, &err)) ||
        !store_record(q->store, match, &bytes, &len, &err))
        return cli_use("%s", err.text);
    FILE *out = q->count > 1 ? fopen(q->args[1], "we") : stdout;
    if (!out) return cli_use("cannot write %s: %s", q->args[1], strerror(errno));
    bool ok = fwrite(bytes, 1, len, out) == len;
    ok = (q->count > 1 ? fclose(out) : fflush(out)) == 0 && ok;
    return ok ? STATUS_DONE : cli_fail("write: %s", strerror(errno));
}

/* ---- all of them ---- */

static const struct action {
    const char *name;
    int (*run)(struct request *);
    int least, most; /* arguments */
    enum store_how how;
    const char *takes;
} actions[] = {
    {"init", do_nothing, 0, 0, STORE_MAKE, "no arguments"},
    {"migrate", do_nothing, 0, 0, STORE_MIGRATE, "no arguments"},
    {"check", check, 0, 0, STORE_USE, "no arguments"},
    {"export", export, 0, 1, STORE_USE, "at most a file"},
    {"import", import, 0, 1, STORE_MAKE, "at most a file"},
    {"add-ladder", add_ladder, 2, 2, STORE_USE, "a name and a game"},
    {"add-contest", add_contest, 1, 2, STORE_USE, "a file, and a name if you like"},
    {"add-player", add_player, 3, 3, STORE_USE, "a ladder, a name and a seat"},
    {"queue", queue, 3, 3, STORE_USE, "a ladder and two players"},
    {"ladders", ladders, 0, 0, STORE_USE, "no arguments"},
    {"standings", standings, 1, 1, STORE_USE, "a ladder"},
    {"matches", matches, 0, 1, STORE_USE, "at most a ladder"},
    {"record", record, 1, 2, STORE_USE, "the number of a match, and a file if you like"},
    {"annul", annul, 2, 2, STORE_USE, "the number of a match, and why"},
    {"workers", workers, 0, 0, STORE_USE, "no arguments"},
    {"open", open_ladder, 1, 1, STORE_USE, "a ladder"},
    {"close", close_ladder, 1, 1, STORE_USE, "a ladder"},
    {"rerate", rerate, 1, 1, STORE_USE, "a ladder"},
};

static int run(struct request *q, const char *name)
{
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
        const struct action *a = &actions[i];
        if (strcmp(a->name, name) != 0) continue;
        if (q->count < a->least || q->count > a->most)
            return cli_use("db %s takes %s", a->name, a->takes);
        stop_watch();
        int status = open_store(q, a->how);
        if (status == STATUS_DONE) status = a->run(q);
        store_close(q->store);
        return stop_asked() ? 128 + stop_signal() : status;
    }
    return cli_use("db has no action %s; `taisen db --help` lists them", name);
}

int cmd_db(int argc, char **argv)
{
    static struct request q;
    q = (struct request){.games = 2, .most = 50, .seed = random_u64()};
    for (int id; (id = getopt_long(argc, argv, "", options, NULL)) >= 0;) {
        if (id == FLAG_HELP) return cli_help(help);
        if (id == '?') return cli_bad_option(argv);
        if (!read_option(&q, id, optarg)) return STATUS_USE;
    }
    if (optind == argc) return cli_use("db takes an action; `taisen db --help` lists them");
    q.args = argv + optind + 1;
    q.count = argc - optind - 1;
    return run(&q, argv[optind]);
}
