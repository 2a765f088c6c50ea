/* `taisen batch`: many matches in pairs, a journal of them, and what they say. */
#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/kits.h"
#include "cli/match_flags.h"
#include "cli/progress.h"
#include "cli/report/league_report.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/proc.h"
#include "os/stop.h"
#include "referee/seat.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { JOBS_MOST = 256, MAPS_MOST = 1000, MAP_BYTES = 1 << 20, SEATS_MOST = 256 };

struct request {
    struct batch_options batch;
    struct match_flags flags;
    struct progress bar;
    struct sprt sprt;
    int64_t games, jobs;
    bool json;
    char *maps[MAPS_MOST];
    const char *names[SEATS_MOST]; /* of --name, in the order of the seats */
    int name_count;
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
static bool read_maps(void *target, const char *folder)
{
    struct request *q = target;
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
            ok = (cli_use("--maps: %s", sentence(&err)), false);
        free(names[i]);
    }
    q->batch.maps = q->maps;
    q->batch.map_count = count;
    return ok;
}

static bool read_sprt(void *target, const char *arg)
{
    struct request *q = target;
    q->batch.sprt = &q->sprt;
    return sprt_read(&q->sprt, arg);
}

static bool add_name(void *target, const char *arg)
{
    struct request *q = target;
    if (q->name_count == SEATS_MOST) return cli_use("--name: too many names"), false;
    if (!*arg || strlen(arg) >= JOURNAL_NAME || !utf8_is_plain(arg, strlen(arg)))
        return cli_use("--name takes 1 to %d bytes of text, not `%s`", JOURNAL_NAME - 1, arg),
               false;
    q->names[q->name_count++] = arg;
    return true;
}

static bool refuse_seed(void *target, const char *arg)
{
    (void)target, (void)arg;
    return cli_use("--seed: a batch has many; --seeds FROM begins their row"), false;
}

static bool refuse_record(void *target, const char *arg)
{
    (void)target, (void)arg;
    return cli_use("--record: a batch has many; --records DIR takes them"), false;
}

static bool check(struct request *q, const struct game *game, char **seats, int count)
{
    struct err err;
    int status;
    if (count < 2) return cli_use("batch takes at least two seats"), false;
    if (count > SEATS_MOST) return cli_use("batch takes at most %d seats", SEATS_MOST), false;
    if (q->name_count > count) return cli_use("--name: there are more names than seats"), false;
    if (q->batch.sprt && count > 2) return cli_use("--sprt is for two seats"), false;
    if (q->batch.resume && !q->batch.out) return cli_use("--resume needs --out FILE"), false;
    for (int i = 0; i < count; i++) {
        if (!seat_check(game, seats[i], &err)) return cli_use("%s", sentence(&err)), false;
        if (!kits_seat_is_program(seats[i])) return false;
        if (seat_spec_is_human(seats[i]) || seat_spec_is_tcp(seats[i]))
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
    struct progress *bar = &((struct request *)arg)->bar;
    char score[128];
    if (!progress_is_due(bar, p->done, p->total)) return;
    report_short(p->journal, score, sizeof score);
    progress_show(bar, p->done, p->total, score);
}

/* The first fault of its kind: who, when, and what it wrote last. */
static void show_fault(void *arg, const struct journal_match *m, int p,
                       const struct match_end_side *end)
{
    struct request *q = arg;
    progress_say_fault(&q->bar, q->batch.seats[m->seat[p]], m, p, end);
}

static int play(struct request *q)
{
    struct journal journal;
    struct err err;
    struct batch_watch watch = {.arg = q, .progress = show, .fault = show_fault};
    q->bar = progress_begin();
    proc_guard();
    stop_watch();
    if (!match_flags_cage(&q->flags, (q->batch.keeps ? 4 : 2) * q->batch.jobs, &q->batch.match) ||
        !match_flags_hide(&q->flags, q->batch.out) ||
        !match_flags_hide(&q->flags, q->batch.records))
        return STATUS_ARENA;
    q->batch.match.programs = q->batch.seats;
    q->batch.match.program_count = q->batch.seat_count;
    enum batch_verdict verdict = batch_run(&q->batch, &watch, &journal, &err);
    double hours = (double)(clock_us() - q->bar.began_us) / 3.6e9;
    progress_end(&q->bar);
    if (journal.count > 0) report_journal(&journal, q->batch.sprt, hours, q->json);
    journal_free(&journal);
    if (verdict == BATCH_SILENT) return cli_fail("%s", sentence(&err)), STATUS_SILENT;
    return verdict == BATCH_PLAYED ? STATUS_DONE : progress_stopped(&err, q->batch.out);
}

static int batch(int argc, char **argv, struct request *q)
{
    int status;
    if (!options_read(&command_batch, argc, argv, q, &status)) return status;
    if (optind == argc)
        return cli_use("batch takes a game and seats; `taisen batch --help` tells more");
    const struct game *game = cli_game(argv[optind]);
    if (!game) return STATUS_USE;
    q->batch.seats = (const char *const *)(argv + optind + 1);
    q->batch.seat_count = argc - optind - 1;
    q->batch.names = q->names;
    q->batch.rounds = (q->games + 1) / 2;
    q->batch.jobs = (int)q->jobs;
    q->batch.keep_stderr = !q->flags.no_stderr;
    if (!check(q, game, argv + optind + 1, q->batch.seat_count)) return STATUS_USE;
    return play(q);
}

static int run(int argc, char **argv)
{
    static struct request q;
    q = (struct request){.games = 100, .jobs = progress_jobs()};
    q.batch.first_seed = 1;
    match_flags_init(&q.flags);
    q.flags.is_local = true;
    int status = batch(argc, argv, &q);
    match_flags_free(&q.flags);
    for (int i = 0; i < MAPS_MOST; i++) free(q.maps[i]);
    return status;
}

/* ---- the command ---- */

#define AT(member) .at = offsetof(struct request, member)

static const struct cli_option options[] = {
    {"games", "N", OPTION_INT, AT(games), .least = 1, .most = INT32_MAX,
     .help = N_("games of each pairing (default 100; rounded up to pairs)")},
    {"seeds", "FROM", OPTION_SEED, AT(batch.first_seed),
     .help = N_("seed of the first pair (default 1); each further pair has the next one")},
    {"maps", "DIR", OPTION_CALL, .read = read_maps, .suggest = OPTION_FOLDER,
     .help = N_("play on the map files of a folder, one after the other")},
    {"jobs", "J", OPTION_INT, AT(jobs), .least = 1, .most = JOBS_MOST,
     .help = N_("concurrent matches (default: number of cores / 2)")},
    {"keep", NULL, OPTION_FLAG, AT(batch.keeps),
     .help = N_("start the programs of the next match while this one is played: more matches a "
                "second where programs start slowly, but their start takes CPU time from who is "
                "thinking")},
    {"gauntlet", NULL, OPTION_FLAG, AT(batch.gauntlet),
     .help = N_("the first seat against each other one, instead of all against all")},
    {"sprt", "TEST", OPTION_CALL, .read = read_sprt,
     .help = N_("stop once the result is statistically clear: elo0=0,elo1=5,alpha=0.05,beta=0.05,"
                "model=logistic (or model=normalized); two seats only")},
    {"out", "FILE", OPTION_FILE, AT(batch.out),
     .help = N_("journal: every result as it comes in, one JSON object per line")},
    {"resume", NULL, OPTION_FLAG, AT(batch.resume),
     .help = N_("continue with the journal of an earlier run that has ended")},
    {"records", "DIR", OPTION_FOLDER, AT(batch.records),
     .help = N_("write a record of each match into DIR")},
    {"name", "NAME", OPTION_CALL, .read = add_name, .is_repeated = true,
     .help =
         N_("how the first seat is called in the tables; a second --name is for the second seat, "
            "and so on (default: what the programs call themselves)")},
    {"seed", "N", OPTION_CALL, .read = refuse_seed},
    {"record", "FILE", OPTION_CALL, .read = refuse_record},
    {.group = options_match, AT(flags)},
    {.group = options_sandbox, AT(flags)},
    {"json", NULL, OPTION_FLAG, AT(json), .help = N_("print the results as one JSON object")},
    {0}};

const struct command command_batch = {
    .name = "batch",
    .about = N_("play many matches and tell who is stronger, and how certain that is"),
    .usage = "GAME SEAT SEAT [SEAT...] [OPTIONS]",
    .text =
        N_("Plays many matches, in pairs on the same seed with sides swapped, and tells who is "
           "better and how certain that is. The clock is that of local matches, as with `taisen "
           "play`: in reborn a program that hangs loses when its 180 s of the match are used up; "
           "with --clock online after 20 s."),
    .suggest = "game seat...",
    .options = options,
    .run = run};
