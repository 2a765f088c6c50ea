/* `taisen worker`: the options of a worker, its sandbox, and what it says. */
#include "league/work/worker.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/json_line.h"
#include "cli/kits.h"
#include "cli/match_flags.h"
#include "cli/progress.h"
#include "cli/share.h"
#include "cli/submitted.h"
#include "os/clock.h"
#include "os/proc.h"
#include "os/stop.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    LEASE_LEAST_MS = 100,
    LEASE_MOST_MS = 24 * 3600 * 1000,
    PATIENCE_MOST = 7 * 24 * 3600,
    PACE_MOST_MS = 60 * 1000
};

struct request {
    const char *db;
    struct worker_options worker;
    struct match_flags flags;
    int64_t jobs, patience_s;
    bool json, quiet, drain, once;
    const char *records_given, *live_given;
    char records[PATH_MAX], live[PATH_MAX], programs[PATH_MAX], machine[65];
    char positions[PATH_MAX], kits[PATH_MAX];
    struct submitted submitted;
    struct cage cage; /* for them, where the others have none */
};

/* Makes the folder where it is missing; other machines know it by its whole path. */
static bool make_folder(const char *option, const char *folder, char whole[PATH_MAX],
                        const char **out)
{
    if (!folder) return true;
    if (mkdir(folder, 0777) < 0 && errno != EEXIST)
        return cli_use("%s: cannot make %s: %s", option, folder, strerror(errno)), false;
    if (!realpath(folder, whole) || access(whole, W_OK) < 0)
        return cli_use("%s: cannot write to %s: %s", option, folder, strerror(errno)), false;
    *out = whole;
    return true;
}

static void print_json(const struct worker_news *n)
{
    struct text *t = json_line();
    json_write_open(t, NULL, '{');
    json_write_int(t, "match", n->job->match);
    json_write_str(t, "key", n->job->key);
    if (n->result) {
        json_write_int(t, "winner", n->result->winner);
        json_write_str(t, "reason", n->result->reason);
    } else {
        json_write_str(t, "why", n->why);
    }
    json_line_print(t, '}');
    fflush(stdout);
}

static void show_build(const struct request *q, const struct worker_news *n)
{
    if (q->json) {
        struct text *t = json_line();
        json_write_open(t, NULL, '{');
        json_write_int(t, "submission", n->build->id);
        json_write_str(t, "why", n->why);
        json_line_print(t, '}');
        fflush(stdout);
    } else if (!q->quiet) {
        fprintf(stderr, _("%s: submission %lld, %s\n"), n->name, (long long)n->build->id,
                n->why ? n->why : _("fit to play"));
    }
}

static void show(void *arg, const struct worker_news *n)
{
    const struct request *q = arg;
    if (n->build) {
        show_build(q, n);
        return;
    }
    if (q->json) print_json(n);
    if (q->json || q->quiet) return;
    bool live = isatty(STDERR_FILENO) && n->result;
    long long match = n->job->match;
    if (live) fputs("\r\033[K", stderr);
    if (n->result && n->result->winner < 0)
        fprintf(stderr, _("%s: match %lld, draw"), n->name, match);
    else if (n->result)
        fprintf(stderr, _("%s: match %lld, player %d wins"), n->name, match, n->result->winner + 1);
    else
        fprintf(stderr, _("%s: match %lld, no result: %s"), n->name, match, n->why);
    if (live)
        fprintf(stderr, _(" (%lld played)"), (long long)n->played);
    else
        fputc('\n', stderr);
}

static void choose_programs(struct request *q)
{
    if (q->submitted.programs) return;
    share_programs(q->programs);
    q->submitted.programs = q->programs;
}

/* A program may lie beside the league: of that it sees nothing. */
static bool hide_league(struct request *q)
{
    static const char *const parts[] = {"", "-wal", "-shm", "-journal"};
    char file[PATH_MAX];
    bool ok = match_flags_hide(&q->flags, q->worker.records) &&
              match_flags_hide(&q->flags, q->worker.live) &&
              match_flags_hide(&q->flags, q->submitted.programs);
    for (size_t i = 0; ok && i < sizeof parts / sizeof parts[0]; i++) {
        snprintf(file, sizeof file, "%s%s", q->db, parts[i]);
        ok = strstr(q->db, "://") || match_flags_hide(&q->flags, file);
    }
    return ok;
}

/* Submitted programs are built and played where this machine can; whoever asked for it is told
   when it cannot. False, having said what is wrong. */
static bool open_cage(struct request *q)
{
    struct err err;
    bool is_wanted = q->submitted.programs || q->submitted.file;
    int slots = 2 * q->worker.jobs + 2;
    choose_programs(q);
    kits_positions(q->positions);
    kits_folder(q->kits);
    if (!match_flags_cage(&q->flags, slots, &q->worker.match)) return false;
    bool ok = submitted_is_possible(&q->submitted, &err);
    if (ok && !q->worker.match.cage) ok = cage_open(&q->cage, &q->flags.limits, slots, &err);
    if (ok) q->worker.cage = q->worker.match.cage ? q->worker.match.cage : &q->cage;
    if (!ok && is_wanted)
        fprintf(stderr, _("taisen: submitted programs are left to other workers: %s\n"),
                sentence(&err));
    q->worker.builder = (struct builder_options){.languages = &q->submitted.languages,
                                                 .programs = q->submitted.programs,
                                                 .positions = q->positions,
                                                 .kits = q->kits,
                                                 .build_ms = q->submitted.build_s * 1000};
    return hide_league(q);
}

static int work(struct request *q)
{
    struct err err;
    proc_guard();
    stop_watch();
    struct store *store =
        store_await(q->db, STORE_USE, q->patience_s * 1000 * 1000, cli_tell_away, &err);
    if (stop_asked() && !store) return cli_server_end();
    if (!store) return cli_use("%s", sentence(&err));
    store_set_retry(store, q->patience_s * 1000 * 1000);
    int status = STATUS_ARENA;
    if (open_cage(q)) {
        bool ok = worker_run(store, &q->worker, show, q, &err);
        if (!q->json && !q->quiet && isatty(STDERR_FILENO)) fputc('\n', stderr);
        status = ok ? cli_server_end() : cli_fail("%s", sentence(&err));
    }
    if (q->worker.cage == &q->cage) cage_close(&q->cage);
    store_close(store);
    return status;
}

static int worker(int argc, char **argv, struct request *q)
{
    int status;
    if (!options_read(&command_worker, argc, argv, q, &status)) return status;
    if (optind < argc) return cli_use("worker takes options only, not `%s`", argv[optind]);
    if (!cli_league(q->db, &q->db)) return STATUS_USE;
    if (!q->db) return cli_use("worker needs --db URL, or the variable TAISEN_DB");
    if (!match_flags_limits(&q->flags) ||
        !make_folder("--records", q->records_given, q->records, &q->worker.records) ||
        !make_folder("--live", q->live_given, q->live, &q->worker.live))
        return STATUS_USE;
    q->worker.until = q->once ? WORKER_ONCE : q->drain ? WORKER_DRAINED : q->worker.until;
    q->worker.jobs = (int)q->jobs;
    q->worker.keep_stderr = !q->flags.no_stderr;
    q->worker.match = (struct match_options){.limits = q->flags.output,
                                             .think = q->flags.think,
                                             .cpu_clock = q->flags.charges_cpu,
                                             .margin_ms = q->flags.margin_ms};
    q->flags.jobs = q->jobs;
    if (!match_flags_cores(&q->flags, &q->worker.match)) return STATUS_USE;
    return work(q);
}

static int run(int argc, char **argv)
{
    static struct request q;
    q = (struct request){.jobs = progress_jobs(),
                         .patience_s = 600,
                         .submitted = {.least = CAGE_FULL, .build_s = SUBMITTED_BUILD_S},
                         .machine = "worker"};
    gethostname(q.machine, sizeof q.machine - 1);
    q.worker.name = q.machine;
    q.worker.lease_ms = 30 * 1000;
    match_flags_init(&q.flags);
    int status = worker(argc, argv, &q);
    match_flags_free(&q.flags);
    return status;
}

/* ---- the command ---- */

#define AT(member) .at = offsetof(struct request, member)

static const struct cli_option options[] = {
    {"db", "URL", OPTION_FILE, AT(db),
     .help =
         N_("the league: a file (SQLite) or postgres://... (PostgreSQL); @FILE: the address is the "
            "first line of FILE, which nobody else can read (default: the variable TAISEN_DB)")},
    {"jobs", "J", OPTION_INT, AT(jobs), .least = 1, .most = WORKER_JOBS,
     .help = N_("concurrent matches (default: number of cores / 2)")},
    {"name", "NAME", OPTION_TEXT, AT(worker.name),
     .help = N_("name of this worker (default: the machine's name)")},
    {"drain", NULL, OPTION_FLAG, AT(drain),
     .help = N_("end when nothing waits; ladders without an end are not filled")},
    {"once", NULL, OPTION_FLAG, AT(once), .help = N_("end after one match a job")},
    {"records", "DIR", OPTION_FOLDER, AT(records_given),
     .help = N_(
         "keep records as files in a folder that all machines share, instead of in the database")},
    {"no-records", NULL, OPTION_FLAG, AT(worker.no_records), .help = N_("keep no records")},
    {.group = options_stderr, AT(flags)},
    {"live", "DIR", OPTION_FOLDER, AT(live_given),
     .help = N_("write the matches that are being played to files in DIR, to be watched")},
    {"pace-ms", "N", OPTION_INT, AT(worker.pace_ms), .most = PACE_MOST_MS,
     .help =
         N_("minimum duration of a turn in matches between bots and in finals, and at least twice "
            "what "
            "it took, so that people can follow (default 0: as fast as it goes)")},
    {"lease-ms", "N", OPTION_INT, AT(worker.lease_ms), .least = LEASE_LEAST_MS,
     .most = LEASE_MOST_MS,
     .help = N_(
         "a match passes to another worker when this one was silent for so long (default 30000)")},
    {"patience", "S", OPTION_INT, AT(patience_s), .most = PATIENCE_MOST,
     .help = N_("how long to wait for an unreachable database (default 600 seconds)")},
    {"programs", "DIR", OPTION_FOLDER, AT(submitted.programs),
     .help = N_("where built programs of accounts are kept, to be played (default: "
                "/var/cache/taisen/programs, or ~/.cache/taisen/programs)")},
    {.group = options_submitted, AT(submitted)},
    {"sandbox-min", "HOW", OPTION_WORD, AT(submitted.least), .words = submitted_strengths,
     .help =
         N_("full (default) or weak: with a weaker sandbox, submitted programs are left to other "
            "workers; they are never built or played without one")},
    {.group = options_think, AT(flags)},
    {.group = options_clock, AT(flags)},
    {.group = options_cores, AT(flags)},
    {.group = options_output, AT(flags)},
    {.group = options_sandbox, AT(flags)},
    {"json", NULL, OPTION_FLAG, AT(json), .help = N_("one JSON object a match")},
    {"quiet", NULL, OPTION_FLAG, AT(quiet), .help = N_("print nothing about single matches")},
    {0}};

const struct command command_worker = {
    .name = "worker",
    .about = N_("play the matches of a league"),
    .usage = "--db URL [OPTIONS]",
    .text =
        N_("Plays the matches of a league (`taisen db`): takes them from its queue, stores results "
           "and records, and keeps the queue of open ladders filled. Any number of workers on any "
           "number of machines work together; one that dies loses nothing. Ctrl-C gives back what "
           "is not finished."),
    .suggest = "",
    .options = options,
    .run = run};
