#include "cli/cli.h"
#include "cli/match_flags.h"
#include "cli/progress.h"
#include "cli/tournament_report.h"
#include "league/report/svg_report.h"
#include "os/folder.h"
#include "os/stop.h"

#include <stdio.h>

static const char help[] =
    "Usage: taisen tournament FILE.ini [OPTIONS]\n\n"
    "Plays a contest as its file says: round robin, Swiss, knockout, double elimination, ladder,\n"
    "and the original contests' own formats, one phase after the other. docs/CONTEST.md explains\n"
    "the file; contests/ has some that are ready.\n\n"
    "  --check             only read the file, and say what will be played\n"
    "  --jobs J            games at the same time (default: number of cores / 2)\n"
    "  --out FILE          journal: every result as it comes, one JSON object a line\n"
    "  --resume            go on with the journal of an earlier, ended run\n"
    "  --records DIR       write a record of each game into DIR\n"
    "  --svg FILE          draw tables and brackets\n"
    "  --think HOW         parallel, or serial: one at a time, the other is stopped meanwhile\n"
    "  --clock WHICH       wall (default) or cpu: the CPU time of the program\n"
    "  --margin-ms N       forgive an answer that is late by so much (default 0)\n"
    "  --no-stderr         leave the players' standard error out of the records\n" CORES_HELP
        OUTPUT_HELP CAGE_HELP "  --json              the result as one JSON object\n"
    "  --help              this text\n\n"
    "Example: taisen tournament contests/codevs5.ini --out cup.jsonl --svg cup.svg\n";

enum {
    FLAG_CHECK = FLAG_END,
    FLAG_JOBS,
    FLAG_OUT,
    FLAG_RESUME,
    FLAG_RECORDS,
    FLAG_SVG,
    FLAG_JSON,
    FLAG_HELP
};

static const struct option options[] = {CAGE_OPTIONS,
                                        CORES_OPTION,
                                        OUTPUT_OPTIONS,
                                        {"check", no_argument, NULL, FLAG_CHECK},
                                        {"jobs", required_argument, NULL, FLAG_JOBS},
                                        {"out", required_argument, NULL, FLAG_OUT},
                                        {"resume", no_argument, NULL, FLAG_RESUME},
                                        {"records", required_argument, NULL, FLAG_RECORDS},
                                        {"svg", required_argument, NULL, FLAG_SVG},
                                        {"think", required_argument, NULL, FLAG_THINK},
                                        {"clock", required_argument, NULL, FLAG_CLOCK},
                                        {"margin-ms", required_argument, NULL, FLAG_MARGIN_MS},
                                        {"no-stderr", no_argument, NULL, FLAG_NO_STDERR},
                                        {"json", no_argument, NULL, FLAG_JSON},
                                        {"help", no_argument, NULL, FLAG_HELP},
                                        {NULL, 0, NULL, 0}};

struct request {
    struct contest contest;
    struct tournament_options run;
    struct match_flags flags;
    int64_t jobs;
    const char *svg;
    bool json, check;
    struct progress bar;
};

static bool read_option(struct request *q, int id, const char *arg)
{
    switch (id) {
    case FLAG_CHECK: return q->check = true;
    case FLAG_JOBS: return cli_int("--jobs", arg, 1, MATCH_RUNNER_JOBS, &q->jobs);
    case FLAG_OUT: q->run.out = arg; return true;
    case FLAG_RESUME: return q->run.resume = true;
    case FLAG_RECORDS: q->run.records = arg; return true;
    case FLAG_SVG: q->svg = arg; return true;
    case FLAG_JSON: return q->json = true;
    default: return match_flag(&q->flags, id, arg);
    }
}

static void show(void *arg, const struct journal *journal, const char *phase)
{
    struct request *q = arg;
    int64_t total = tournament_games(&q->contest);
    /* Sudden death makes more games than were planned. */
    if (journal->count > total) total = journal->count;
    if (progress_is_due(&q->bar, journal->count, total))
        progress_show(&q->bar, journal->count, total, phase);
}

/* What is known, whether it came to its end or not. */
static int report(const struct request *q, const struct journal *journal)
{
    static struct tournament t;
    struct err err;
    if (!tournament_look(&t, &q->contest, journal, &err)) return cli_fail("%s", err.text);
    if (q->json)
        report_tournament_json(&t, journal);
    else
        report_tournament(&t, journal);
    bool ok = !q->svg || svg_report_tournament(&t, q->svg, &err);
    tournament_free(&t);
    return ok ? STATUS_DONE : cli_use("--svg: %s", err.text);
}

static int play(struct request *q)
{
    struct journal journal;
    struct err err;
    proc_guard();
    stop_watch();
    q->bar = progress_begin();
    if (!match_flags_cage(&q->flags, 2 * q->run.jobs, &q->run.match) ||
        !match_flags_hide(&q->flags, q->run.out) || !match_flags_hide(&q->flags, q->run.records))
        return STATUS_ARENA;
    const char *programs[CONTEST_PLAYERS];
    for (int i = 0; i < q->contest.player_count; i++) programs[i] = q->contest.player[i].seat;
    q->run.match.programs = programs;
    q->run.match.program_count = q->contest.player_count;
    bool ok = tournament_run(&q->run, show, q, &journal, &err);
    progress_end(&q->bar);
    int status = journal.count > 0 ? report(q, &journal) : STATUS_DONE;
    journal_free(&journal);
    return ok ? status : progress_stopped(&err, q->run.out);
}

static int check_only(const struct request *q)
{
    const struct contest *c = &q->contest;
    printf("%s: %s, %d players, %lld games\n", c->name, c->game->title, c->player_count,
           (long long)tournament_games(c));
    for (int i = 0; i < c->phase_count; i++)
        printf("  %s: %s, %d players, %d matches\n", c->phase[i].name,
               contest_format(c->phase[i].rules.format), c->phase[i].entrants,
               schedule_matches(&c->phase[i].rules, c->phase[i].entrants));
    return STATUS_DONE;
}

static int prepare(struct request *q, const char *path)
{
    struct err err;
    int status;
    if (q->run.resume && !q->run.out) return cli_use("--resume needs --out FILE");
    if (!contest_read(&q->contest, path, &err)) return cli_use("%s", err.text);
    const struct contest *c = &q->contest;
    q->run.contest = c;
    q->run.jobs = (int)q->jobs;
    q->run.keep_stderr = !q->flags.no_stderr;
    q->flags.jobs = q->jobs;
    if (!match_flags_apply(&q->flags, c->game, c->player[0].seat, c->player[1].seat, &q->run.match,
                           &status))
        return status;
    if (q->run.records && !folder_make(q->run.records, &err))
        return cli_use("--records: %s", err.text);
    return STATUS_DONE;
}

static int run(int argc, char **argv, struct request *q)
{
    for (int id; (id = getopt_long(argc, argv, "", options, NULL)) >= 0;) {
        if (id == FLAG_HELP) return cli_help(help);
        if (id == '?') return cli_bad_option(argv);
        if (!read_option(q, id, optarg)) return STATUS_USE;
    }
    if (argc - optind != 1)
        return cli_use("tournament takes one contest file; `taisen tournament --help` tells more");
    int status = prepare(q, argv[optind]);
    if (status != STATUS_DONE) return status;
    return q->check ? check_only(q) : play(q);
}

int cmd_tournament(int argc, char **argv)
{
    static struct request q;
    q = (struct request){.jobs = progress_jobs()};
    match_flags_init(&q.flags);
    int status = run(argc, argv, &q);
    match_flags_free(&q.flags);
    contest_free(&q.contest);
    return status;
}
