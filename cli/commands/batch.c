#include "cli/cli.h"
#include "cli/league_report.h"
#include "cli/match_flags.h"
#include "cli/progress.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/proc.h"
#include "os/stop.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char help[] =
    "Usage: taisen batch GAME SEAT SEAT [SEAT...] [OPTIONS]\n\n"
    "Plays many matches, in pairs on the same seed with sides swapped, and says who is better and\n"
    "how sure that is.\n\n"
    "  --games N           games of each pairing (default 100; rounded up to pairs)\n"
    "  --seeds FROM        seed of the first pair (default 1), the next has one more\n"
    "  --maps DIR          play on the map files of a folder, one after the other\n"
    "  --jobs J            matches at the same time (default: number of cores / 2)\n"
    "  --gauntlet          the first seat against each other one, instead of all against all\n"
    "  --sprt TEST         stop when sure: elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic\n"
    "                      (or model=normalized); two seats only\n"
    "  --out FILE          journal: every result as it comes, one JSON object a line\n"
    "  --resume            go on with the journal of an earlier, ended run\n"
    "  --records DIR       write a record of each match into DIR\n" MATCH_HELP CAGE_HELP
    "  --json              the results as one JSON object\n"
    "  --help              this text\n";

enum {
    FLAG_GAMES = FLAG_END,
    FLAG_SEEDS,
    FLAG_MAPS,
    FLAG_JOBS,
    FLAG_GAUNTLET,
    FLAG_SPRT,
    FLAG_OUT,
    FLAG_RESUME,
    FLAG_RECORDS,
    FLAG_JSON,
    FLAG_HELP
};

static const struct option options[] = {MATCH_OPTIONS,
                                        CAGE_OPTIONS,
                                        {"games", required_argument, NULL, FLAG_GAMES},
                                        {"seeds", required_argument, NULL, FLAG_SEEDS},
                                        {"maps", required_argument, NULL, FLAG_MAPS},
                                        {"jobs", required_argument, NULL, FLAG_JOBS},
                                        {"gauntlet", no_argument, NULL, FLAG_GAUNTLET},
                                        {"sprt", required_argument, NULL, FLAG_SPRT},
                                        {"out", required_argument, NULL, FLAG_OUT},
                                        {"resume", no_argument, NULL, FLAG_RESUME},
                                        {"records", required_argument, NULL, FLAG_RECORDS},
                                        {"json", no_argument, NULL, FLAG_JSON},
                                        {"help", no_argument, NULL, FLAG_HELP},
                                        {NULL, 0, NULL, 0}};

enum { JOBS_MOST = 256, MAPS_MOST = 1000, MAP_BYTES = 1 << 20 };

struct request {
    struct batch_options batch;
    struct match_flags flags;
    struct sprt sprt;
    int64_t games, jobs;
    bool json;
    char *maps[MAPS_MOST];
};

/* ---- options ---- */

static bool read_number(const char *word, const char *key, double *value)
{
    size_t len = strlen(key);
    char *end;
    if (strncmp(word, key, len) != 0 || word[len] != '=') return false;
    double n = strtod(word + len + 1, &end);
    if (end == word + len + 1 || *end != '\0') return false;
    *value = n;
    return true;
}

bool sprt_read(struct sprt *s, const char *arg)
{
    char copy[256], *rest = copy, *word;
    *s = (struct sprt){.elo0 = 0, .elo1 = 5, .alpha = 0.05, .beta = 0.05};
    snprintf(copy, sizeof copy, "%s", arg);
    while ((word = strtok_r(rest, ",", &rest))) {
        if (read_number(word, "elo0", &s->elo0) || read_number(word, "elo1", &s->elo1) ||
            read_number(word, "alpha", &s->alpha) || read_number(word, "beta", &s->beta))
            continue;
        s->normalized = strcmp(word, "model=normalized") == 0;
        if (!s->normalized && strcmp(word, "model=logistic") != 0)
            return cli_use(
                       "--sprt: `%s` is not understood; it takes elo0, elo1, alpha, beta, model",
                       word),
                   false;
    }
    if (s->elo0 < s->elo1 && s->alpha > 0 && s->alpha < 0.5 && s->beta > 0 && s->beta < 0.5)
        return true;
    return cli_use("--sprt needs elo0 below elo1, and alpha and beta between 0 and 0.5"), false;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The texts of all .map files of a folder, in the order of their names. */
static bool read_maps(struct request *q, const char *folder)
{
    char *names[MAPS_MOST];
    int count = 0;
    struct err err;
    DIR *dir = opendir(folder);
    if (!dir) return cli_use("--maps: cannot open %s: %s", folder, strerror(errno)), false;
    for (struct dirent *entry; (entry = readdir(dir)) && count < MAPS_MOST;) {
        size_t len = strlen(entry->d_name);
        char path[4096];
        if (len < 5 || strcmp(entry->d_name + len - 4, ".map") != 0) continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (!(names[count] = strdup(path))) break;
        count++;
    }
    closedir(dir);
    qsort(names, (size_t)count, sizeof names[0], by_name);
    bool ok = count > 0 || (cli_use("--maps: no .map file in %s", folder), false);
    for (int i = 0; i < count; i++) {
        size_t len;
        if (ok && !file_read(names[i], MAP_BYTES, &q->maps[i], &len, &err))
            ok = (cli_use("--maps: %s", err.text), false);
        free(names[i]);
    }
    q->batch.maps = q->maps;
    q->batch.map_count = count;
    return ok;
}

static bool read_option(struct request *q, int id, const char *arg)
{
    switch (id) {
    case FLAG_GAMES: return cli_int("--games", arg, 1, INT32_MAX, &q->games);
    case FLAG_SEEDS: return cli_seed(arg, &q->batch.first_seed);
    case FLAG_MAPS: return read_maps(q, arg);
    case FLAG_JOBS: return cli_int("--jobs", arg, 1, JOBS_MOST, &q->jobs);
    case FLAG_GAUNTLET: return q->batch.gauntlet = true;
    case FLAG_SPRT: q->batch.sprt = &q->sprt; return sprt_read(&q->sprt, arg);
    case FLAG_OUT: q->batch.out = arg; return true;
    case FLAG_RESUME: return q->batch.resume = true;
    case FLAG_RECORDS: q->batch.records = arg; return true;
    case FLAG_JSON: return q->json = true;
    case FLAG_SEED:
        return cli_use("--seed: a batch has many; --seeds FROM begins their row"), false;
    case FLAG_RECORD: return cli_use("--record: a batch has many; --records DIR takes them"), false;
    default: return match_flag(&q->flags, id, arg);
    }
}

static bool check(struct request *q, const struct game *game, char **seats, int count)
{
    struct err err;
    int status;
    if (count < 2) return cli_use("batch takes at least two seats"), false;
    if (q->batch.sprt && count > 2) return cli_use("--sprt is for two seats"), false;
    if (q->batch.resume && !q->batch.out) return cli_use("--resume needs --out FILE"), false;
    for (int i = 0; i < count; i++) {
        if (!seat_check(game, seats[i], &err)) return cli_use("%s", err.text), false;
        if (strcmp(seats[i], "human") == 0 || strncmp(seats[i], "tcp:", 4) == 0)
            return cli_use("%s: a batch is played by programs and bots", seats[i]), false;
    }
    q->flags.seed = q->batch.first_seed;
    q->flags.has_seed = true;
    q->flags.jobs = q->jobs;
    if (!match_flags_apply(&q->flags, game, seats[0], seats[1], &q->batch.match, &status))
        return false;
    if (q->batch.map_count > 0) q->batch.match.setup.map = q->maps[0];
    if (!match_flags_check(&q->batch.match)) return false;
    if (q->batch.records && mkdir(q->batch.records, 0777) < 0 && errno != EEXIST)
        return cli_use("--records: cannot make %s: %s", q->batch.records, strerror(errno)), false;
    return true;
}

/* ---- playing ---- */

static void show(void *arg, const struct batch_progress *p)
{
    struct progress *bar = arg;
    char score[128];
    if (!progress_is_due(bar, p->done, p->total)) return;
    report_short(p->journal, score, sizeof score);
    progress_show(bar, p->done, p->total, score);
}

static int play(struct request *q)
{
    struct journal journal;
    struct err err;
    struct progress bar = progress_begin();
    proc_guard();
    stop_watch();
    if (!match_flags_cage(&q->flags, 2 * q->batch.jobs, &q->batch.match) ||
        !match_flags_hide(&q->flags, q->batch.out) ||
        !match_flags_hide(&q->flags, q->batch.records))
        return STATUS_ARENA;
    q->batch.match.programs = q->batch.seats;
    q->batch.match.program_count = q->batch.seat_count;
    bool ok = batch_run(&q->batch, show, &bar, &journal, &err);
    double hours = (double)(clock_us() - bar.began_us) / 3.6e9;
    progress_end(&bar);
    if (journal.count > 0) report_journal(&journal, q->batch.sprt, hours, q->json);
    journal_free(&journal);
    return ok ? STATUS_DONE : progress_stopped(&err, q->batch.out);
}

static int run(int argc, char **argv, struct request *q)
{
    for (int id; (id = getopt_long(argc, argv, "", options, NULL)) >= 0;) {
        if (id == FLAG_HELP) return cli_help(help);
        if (id == '?') return cli_bad_option(argv);
        if (!read_option(q, id, optarg)) return STATUS_USE;
    }
    if (optind == argc)
        return cli_use("batch takes a game and seats; `taisen batch --help` tells more");
    const struct game *game = cli_game(argv[optind]);
    if (!game) return STATUS_USE;
    q->batch.seats = (const char *const *)(argv + optind + 1);
    q->batch.seat_count = argc - optind - 1;
    q->batch.rounds = (q->games + 1) / 2;
    q->batch.jobs = (int)q->jobs;
    q->batch.keep_stderr = !q->flags.no_stderr;
    if (!check(q, game, argv + optind + 1, q->batch.seat_count)) return STATUS_USE;
    return play(q);
}

int cmd_batch(int argc, char **argv)
{
    static struct request q;
    q = (struct request){.games = 100, .jobs = progress_jobs()};
    q.batch.first_seed = 1;
    match_flags_init(&q.flags);
    int status = run(argc, argv, &q);
    match_flags_free(&q.flags);
    for (int i = 0; i < MAPS_MOST; i++) free(q.maps[i]);
    return status;
}
