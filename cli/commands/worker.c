#include "league/work/worker.h"
#include "cli/cli.h"
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

static const char help[] =
    "Usage: taisen worker --db URL [OPTIONS]\n\n"
    "Plays the matches of a league (`taisen db`): takes them from its queue, stores results and\n"
    "records, and keeps the queue of open ladders filled. Any number of workers on any number of\n"
    "machines work together; one that dies loses nothing. Ctrl-C gives back what is not "
    "finished.\n\n"
    "  --db URL            the league; default: the variable TAISEN_DB. @FILE: the address stands\n"
    "                      in FILE, which nobody else can read\n"
    "  --jobs J            matches at the same time (default: number of cores / 2)\n"
    "  --name NAME         what it is called (default: the machine's name)\n"
    "  --drain             end when nothing waits; ladders without an end are not filled\n"
    "  --once              end after one match a job\n"
    "  --records DIR       records as files in a folder that all machines have, instead of in the\n"
    "                      database\n"
    "  --no-records        keep no records\n"
    "  --no-stderr         leave the players' standard error out of the records\n"
    "  --live DIR          write the matches that are being played to files in DIR, to be watched\n"
    "  --pace-ms N         a turn lasts at least so long, and at least twice what it took, so "
    "that\n"
    "                      people can follow (default 0: as fast as it goes)\n"
    "  --lease-ms N        a match is another's when its worker was silent for so long\n"
    "                      (default 30000)\n"
    "  --patience S        wait so long for a database that is away (default 600 seconds)\n"
    "  --programs DIR      where built programs of accounts are kept, to be played (default:\n"
    "                      /var/cache/taisen/programs, or ~/.cache/taisen/programs)\n"
    "  --languages FILE    how each language is built and run (default: the list of the kits)\n"
    "  --build-limit S     that the build of a submitted program may take (default 120 seconds)\n"
    "  --sandbox-min HOW   full (default) or weak: with a weaker sandbox, submitted programs "
    "are\n"
    "                      left to other workers; they are never built or played without one\n"
    "  --think HOW         parallel, or serial: one at a time, the other is stopped meanwhile\n"
    "  --clock WHICH       wall (default) or cpu: the CPU time of the program\n"
    "  --margin-ms N       forgive an answer that is late by so much (default 0)\n" CORES_HELP
        OUTPUT_HELP CAGE_HELP "  --json              one JSON object a match\n"
    "  --quiet             say nothing about single matches\n"
    "  --help              this text\n";

enum {
    FLAG_DB = FLAG_END,
    FLAG_JOBS,
    FLAG_NAME,
    FLAG_DRAIN,
    FLAG_ONCE,
    FLAG_RECORDS,
    FLAG_NO_RECORDS,
    FLAG_LIVE,
    FLAG_PACE_MS,
    FLAG_LEASE_MS,
    FLAG_PATIENCE,
    FLAG_PROGRAMS,
    FLAG_LANGUAGES,
    FLAG_BUILD_LIMIT,
    FLAG_CAGE_MIN,
    FLAG_JSON,
    FLAG_QUIET,
    FLAG_HELP
};

static const struct option options[] = {CORES_OPTION,
                                        OUTPUT_OPTIONS,
                                        CAGE_OPTIONS,
                                        {"db", required_argument, NULL, FLAG_DB},
                                        {"jobs", required_argument, NULL, FLAG_JOBS},
                                        {"name", required_argument, NULL, FLAG_NAME},
                                        {"drain", no_argument, NULL, FLAG_DRAIN},
                                        {"once", no_argument, NULL, FLAG_ONCE},
                                        {"records", required_argument, NULL, FLAG_RECORDS},
                                        {"no-records", no_argument, NULL, FLAG_NO_RECORDS},
                                        {"no-stderr", no_argument, NULL, FLAG_NO_STDERR},
                                        {"live", required_argument, NULL, FLAG_LIVE},
                                        {"pace-ms", required_argument, NULL, FLAG_PACE_MS},
                                        {"lease-ms", required_argument, NULL, FLAG_LEASE_MS},
                                        {"patience", required_argument, NULL, FLAG_PATIENCE},
                                        {"programs", required_argument, NULL, FLAG_PROGRAMS},
                                        {"languages", required_argument, NULL, FLAG_LANGUAGES},
                                        {"build-limit", required_argument, NULL, FLAG_BUILD_LIMIT},
                                        {"sandbox-min", required_argument, NULL, FLAG_CAGE_MIN},
                                        {"think", required_argument, NULL, FLAG_THINK},
                                        {"clock", required_argument, NULL, FLAG_CLOCK},
                                        {"margin-ms", required_argument, NULL, FLAG_MARGIN_MS},
                                        {"json", no_argument, NULL, FLAG_JSON},
                                        {"quiet", no_argument, NULL, FLAG_QUIET},
                                        {"help", no_argument, NULL, FLAG_HELP},
                                        {NULL, 0, NULL, 0}};

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
    int64_t jobs, patience_s, build_s;
    bool json, quiet;
    char records[PATH_MAX], live[PATH_MAX], programs[PATH_MAX], machine[65];
    char positions[PATH_MAX];
    struct submitted submitted;
    struct cage cage; /* for them, where the others have none */
};

/* Makes the folder where it is missing; other machines know it by its whole path. */
static bool read_folder(const char *option, const char *folder, char whole[PATH_MAX],
                        const char **out)
{
    if (mkdir(folder, 0777) < 0 && errno != EEXIST)
        return cli_use("%s: cannot make %s: %s", option, folder, strerror(errno)), false;
    if (!realpath(folder, whole) || access(whole, W_OK) < 0)
        return cli_use("%s: cannot write to %s: %s", option, folder, strerror(errno)), false;
    *out = whole;
    return true;
}

static bool read_option(struct request *q, int id, const char *arg)
{
    switch (id) {
    case FLAG_DB: q->db = arg; return true;
    case FLAG_JOBS: return cli_int("--jobs", arg, 1, WORKER_JOBS, &q->jobs);
    case FLAG_NAME: q->worker.name = arg; return true;
    case FLAG_DRAIN: q->worker.until = WORKER_DRAINED; return true;
    case FLAG_ONCE: q->worker.until = WORKER_ONCE; return true;
    case FLAG_RECORDS: return read_folder("--records", arg, q->records, &q->worker.records);
    case FLAG_LIVE: return read_folder("--live", arg, q->live, &q->worker.live);
    case FLAG_PACE_MS: return cli_int("--pace-ms", arg, 0, PACE_MOST_MS, &q->worker.pace_ms);
    case FLAG_NO_RECORDS: return q->worker.no_records = true;
    case FLAG_LEASE_MS:
        return cli_int("--lease-ms", arg, LEASE_LEAST_MS, LEASE_MOST_MS, &q->worker.lease_ms);
    case FLAG_PATIENCE: return cli_int("--patience", arg, 0, PATIENCE_MOST, &q->patience_s);
    case FLAG_PROGRAMS: q->submitted.programs = arg; return true;
    case FLAG_LANGUAGES: q->submitted.file = arg; return true;
    case FLAG_BUILD_LIMIT: return cli_int("--build-limit", arg, 1, 3600, &q->build_s);
    case FLAG_CAGE_MIN: return submitted_read_strength("--sandbox-min", arg, &q->submitted.least);
    case FLAG_JSON: return q->json = true;
    case FLAG_QUIET: return q->quiet = true;
    default: return match_flag(&q->flags, id, arg);
    }
}

static void print_json(const struct worker_news *n)
{
    printf("{\"match\":%lld,\"key\":", (long long)n->job->match);
    cli_print_json(n->job->key);
    if (n->result) {
        printf(",\"winner\":%d,\"reason\":", n->result->winner);
        cli_print_json(n->result->reason);
    } else {
        fputs(",\"why\":", stdout);
        cli_print_json(n->why);
    }
    puts("}");
    fflush(stdout);
}

static void show_build(const struct request *q, const struct worker_news *n)
{
    if (q->json) {
        printf("{\"submission\":%lld,\"why\":", (long long)n->build->id);
        if (n->why)
            cli_print_json(n->why);
        else
            fputs("null", stdout);
        puts("}");
        fflush(stdout);
    } else if (!q->quiet) {
        fprintf(stderr, "%s: submission %lld, %s\n", n->name, (long long)n->build->id,
                n->why ? n->why : "fit to play");
    }
}

static void show(void *arg, const struct worker_news *n)
{
    static const char *const words[] = {"draw", "player 1 wins", "player 2 wins"};
    const struct request *q = arg;
    if (n->build) {
        show_build(q, n);
        return;
    }
    if (q->json) print_json(n);
    if (q->json || q->quiet) return;
    bool live = isatty(STDERR_FILENO) && n->result;
    fprintf(stderr, "%s%s: match %lld, %s%s", live ? "\r\033[K" : "", n->name,
            (long long)n->job->match,
            n->result ? words[n->result->winner + 1] : "no result: ", n->result ? "" : n->why);
    fprintf(stderr, live ? " (%lld played)" : "\n", (long long)n->played);
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
    if (!match_flags_cage(&q->flags, slots, &q->worker.match)) return false;
    bool ok = submitted_is_possible(&q->submitted, &err);
    if (ok && !q->worker.match.cage) ok = cage_open(&q->cage, &q->flags.limits, slots, &err);
    if (ok) q->worker.cage = q->worker.match.cage ? q->worker.match.cage : &q->cage;
    if (!ok && is_wanted)
        fprintf(stderr, "taisen: submitted programs are left to other workers: %s\n", err.text);
    q->worker.builder = (struct builder_options){.languages = &q->submitted.languages,
                                                 .programs = q->submitted.programs,
                                                 .positions = q->positions,
                                                 .build_ms = q->build_s * 1000};
    return hide_league(q);
}

static int work(struct request *q)
{
    struct err err;
    proc_guard();
    stop_watch();
    struct store *store =
        store_await(q->db, STORE_USE, q->patience_s * 1000 * 1000, cli_tell_away, &err);
    if (stop_asked() && !store) return 128 + stop_signal();
    if (!store) return cli_use("%s", err.text);
    store_set_retry(store, q->patience_s * 1000 * 1000);
    int status = STATUS_ARENA;
    if (open_cage(q)) {
        bool ok = worker_run(store, &q->worker, show, q, &err);
        if (!q->json && !q->quiet && isatty(STDERR_FILENO)) fputc('\n', stderr);
        status = !ok ? cli_fail("%s", err.text) : stop_asked() ? 128 + stop_signal() : STATUS_DONE;
    }
    if (q->worker.cage == &q->cage) cage_close(&q->cage);
    store_close(store);
    return status;
}

static int run(int argc, char **argv, struct request *q)
{
    for (int id; (id = getopt_long(argc, argv, "", options, NULL)) >= 0;) {
        if (id == FLAG_HELP) return cli_help(help);
        if (id == '?') return cli_bad_option(argv);
        if (!read_option(q, id, optarg)) return STATUS_USE;
    }
    if (optind < argc) return cli_use("worker takes options only, not `%s`", argv[optind]);
    if (!cli_league(q->db, &q->db)) return STATUS_USE;
    if (!q->db) return cli_use("worker needs --db URL, or the variable TAISEN_DB");
    if (q->flags.has_limits && !q->flags.is_caged)
        return cli_use("--memory, --processes, --file-size and --tmp-size are limits of --sandbox");
    q->worker.jobs = (int)q->jobs;
    q->worker.keep_stderr = !q->flags.no_stderr;
    q->worker.match = (struct match_options){.limits = q->flags.output,
                                             .think = q->flags.think,
                                             .cpu_clock = q->flags.cpu_clock,
                                             .margin_ms = q->flags.margin_ms};
    q->flags.jobs = q->jobs;
    if (!match_flags_cores(&q->flags, &q->worker.match)) return STATUS_USE;
    return work(q);
}

int cmd_worker(int argc, char **argv)
{
    static struct request q;
    q = (struct request){.jobs = progress_jobs(),
                         .patience_s = 600,
                         .build_s = 120,
                         .submitted.least = CAGE_FULL,
                         .machine = "worker"};
    gethostname(q.machine, sizeof q.machine - 1);
    q.worker.name = q.machine;
    q.worker.lease_ms = 30 * 1000;
    match_flags_init(&q.flags);
    int status = run(argc, argv, &q);
    match_flags_free(&q.flags);
    return status;
}
