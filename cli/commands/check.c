#include "referee/check.h"
#include "cli/kits.h"
#include "cli/match_flags.h"
#include "os/proc.h"
#include "os/stop.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "Usage: taisen check GAME COMMAND [OPTIONS]\n"
    "       taisen check GAME FOLDER --language NAME [OPTIONS]\n\n"
    "Tries a program out and tells its author what is right, what is strange, and what would lose\n"
    "a game: does it start, say its name, flush, read its input, answer in the right form and in\n"
    "time, in games from the start, from the middle, from shortly before the end and out of\n"
    "recorded games, and end when its input is closed.\n\n"
    "  --language NAME     build and run what lies in FOLDER as a program of this language\n"
    "                      (`taisen new --list` names them)\n"
    "  --games N           games from each of start, middle and end (default 3)\n"
    "  --from RECORD       and one from somewhere in this recorded game; may be given several\n"
    "                      times (default: a record that comes with Taisen)\n"
    "  --seed N            the first game's seed (default 1)\n"
    "  --setup KEY=VALUE   an option of the game; may be given several times\n"
    "  --map FILE          the map to play on, where the game has maps\n"
    "  --turn-ms N         thinking time for one answer\n"
    "  --name-ms N         time from the start to the name\n" OUTPUT_HELP CAGE_HELP
    "  --json              findings as JSON Lines\n"
    "  --help              this text\n\n"
    "Exit status 1 when something would lose a game.\n";

enum { FLAG_GAMES = FLAG_END, FLAG_FROM, FLAG_LANGUAGE, FLAG_JSON, FLAG_HELP };
enum { RECORDS_MOST = 64 };

static const struct option options[] = {{"games", required_argument, NULL, FLAG_GAMES},
                                        {"from", required_argument, NULL, FLAG_FROM},
                                        {"seed", required_argument, NULL, FLAG_SEED},
                                        {"setup", required_argument, NULL, FLAG_SETUP},
                                        {"map", required_argument, NULL, FLAG_MAP},
                                        {"turn-ms", required_argument, NULL, FLAG_TURN_MS},
                                        {"name-ms", required_argument, NULL, FLAG_NAME_MS},
                                        {"language", required_argument, NULL, FLAG_LANGUAGE},
                                        OUTPUT_OPTIONS,
                                        CAGE_OPTIONS,
                                        {"json", no_argument, NULL, FLAG_JSON},
                                        {"help", no_argument, NULL, FLAG_HELP},
                                        {NULL, 0, NULL, 0}};

struct report {
    bool json;
    int strange, losing;
};

static const char *const weights[] = {"ok", "strange", "LOSES"};
static const char *const weight_words[] = {"fine", "strange", "loses"};

static void print_finding(void *arg, const struct check_finding *f)
{
    struct report *r = arg;
    static char buf[6 * 512 + 3];
    struct text t = TEXT_ON(buf);
    r->strange += f->weight == CHECK_STRANGE;
    r->losing += f->weight == CHECK_LOSES;
    if (!r->json) {
        printf("%-8s %s\n", weights[f->weight], f->text);
        return;
    }
    text_json(&t, f->text, strlen(f->text));
    printf("{\"weight\":\"%s\",\"about\":\"%s\",\"text\":%s}\n", weight_words[f->weight], f->about,
           buf);
}

static int check(struct check_options *o, struct match_options *match, struct match_flags *flags,
                 struct report *r)
{
    struct err err;
    proc_guard();
    stop_watch();
    if (!match_flags_cage(flags, 2, match)) return STATUS_ARENA;
    o->cage = match->cage;
    if (!check_run(o, print_finding, r, &err)) {
        if (stop_asked()) return cli_fail("%s", err.text), 128 + stop_signal();
        return cli_fail("%s", err.text);
    }
    if (r->json) return r->losing > 0 ? STATUS_FOUND : STATUS_DONE;
    if (r->losing > 0)
        puts("This would lose a game.");
    else if (r->strange > 0)
        puts("It plays; look at what is strange.");
    else
        puts("All is well.");
    return r->losing > 0 ? STATUS_FOUND : STATUS_DONE;
}

/* Goes into the folder of a player and builds it; *command is how it is run there. */
static int build(const char *language, const char *folder, const char **command)
{
    static struct kits kits;
    static char line[LANGUAGE_LINE + 16];
    char missing[LANGUAGE_LINE];
    int status = kits_open(&kits);
    if (status != STATUS_DONE) return status;
    const struct language *l = kits_language(&kits, language);
    if (!l) return STATUS_USE;
    if (language_lacks(l, missing))
        return cli_use("%s needs %s, which is not installed: apt-get install %s", l->title, missing,
                       l->packages);
    if (chdir(folder) < 0) return cli_use("cannot go to %s: %s", folder, strerror(errno));
    snprintf(line, sizeof line, "( %s ) 1>&2", l->build); /* standard output is for the findings */
    if (system(line) != 0) {
        cli_use("it does not build by `%s`", l->build);
        return STATUS_FOUND;
    }
    *command = l->run;
    return STATUS_DONE;
}

/* ---- recorded games ---- */

struct request {
    struct match_flags flags;
    int64_t games;
    const char *language;
    const char *from[RECORDS_MOST];
    struct record record[RECORDS_MOST];
    int from_count, record_count;
    struct report report;
};

static bool add_record(struct request *q, const struct game *game, const char *path)
{
    struct record *record = &q->record[q->record_count];
    struct err err;
    if (!record_read(record, path, RECORD_MOST, &err))
        return cli_use("--from: %s", err.text), false;
    q->record_count++; /* to be freed */
    if (record->game != game)
        return cli_use("--from: %s is a game of %s", path, record->game->name), false;
    if (record->step_count == 0) return cli_use("--from: in %s nobody has played", path), false;
    return true;
}

/* Those that were named, or the one that comes with the kits, if it is there. */
static bool read_records(struct request *q, const struct game *game)
{
    char folder[PATH_MAX], path[PATH_MAX + 64];
    for (int i = 0; i < q->from_count; i++)
        if (!add_record(q, game, q->from[i])) return false;
    if (q->from_count > 0) return true;
    kits_positions(folder);
    snprintf(path, sizeof path, "%s/%s.jsonl.zst", folder, game->name);
    return access(path, R_OK) < 0 || add_record(q, game, path);
}

/* ---- */

static bool read_option(struct request *q, int id, const char *arg)
{
    switch (id) {
    case FLAG_JSON: return q->report.json = true;
    case FLAG_LANGUAGE: q->language = arg; return true;
    case FLAG_GAMES: return cli_int("--games", arg, 1, 1000, &q->games);
    case FLAG_FROM:
        if (q->from_count == RECORDS_MOST)
            return cli_use("--from: no more than %d records", RECORDS_MOST), false;
        q->from[q->from_count++] = arg;
        return true;
    default: return match_flag(&q->flags, id, arg);
    }
}

static int run(int argc, char **argv, struct request *q)
{
    struct match_options match;
    struct match_flags *flags = &q->flags;
    int status;
    for (int id; (id = getopt_long(argc, argv, "", options, NULL)) >= 0;) {
        if (id == FLAG_HELP) return cli_help(help);
        if (id == '?') return cli_bad_option(argv);
        if (!read_option(q, id, optarg)) return STATUS_USE;
    }
    if (argc - optind != 2)
        return cli_use("check takes a game and a command; `taisen check --help` tells more");
    const struct game *game = cli_game(argv[optind]);
    if (!game || !read_records(q, game)) return STATUS_USE;
    if (!flags->has_seed) flags->seed = 1;
    flags->has_seed = true;
    const char *command = argv[optind + 1];
    status = q->language ? build(q->language, command, &command) : STATUS_DONE;
    if (status != STATUS_DONE) return status;
    if (!match_flags_apply(flags, game, command, "bot:random", &match, &status)) return status;
    if (!match_flags_check(&match)) return STATUS_USE;
    struct check_options o = {.game = game,
                              .command = command,
                              .clock = match.clock,
                              .setup = flags->setup,
                              .map = flags->map,
                              .seed = flags->seed,
                              .output = flags->output,
                              .games = (int)q->games,
                              .records = q->record,
                              .record_count = q->record_count};
    return check(&o, &match, flags, &q->report);
}

int cmd_check(int argc, char **argv)
{
    static struct request q;
    q = (struct request){.games = 3};
    match_flags_init(&q.flags);
    int status = run(argc, argv, &q);
    match_flags_free(&q.flags);
    for (int i = 0; i < q.record_count; i++) record_free(&q.record[i]);
    return status;
}
