#include "cli/cli.h"
#include "cli/match_flags.h"
#include "cli/progress.h"
#include "league/report/svg_report.h"
#include "os/stop.h"

#include <stdio.h>

static const char help[] =
    "Usage: taisen tune FILE.ini [OPTIONS]\n\n"
    "Looks for better numbers for a program by letting it play itself (SPSA): in each step all of\n"
    "them are moved at once, up or down by lot, and go a little towards the winner. "
    "docs/CONTEST.md\n"
    "explains the file. Numbers stand as {name} in the program's command, or reach it as "
    "variables\n"
    "of its environment.\n\n"
    "  --jobs J            games at the same time (default: number of cores / 2)\n"
    "  --out FILE          journal: every result as it comes, one JSON object a line\n"
    "  --resume            go on with the journal of an earlier, ended run\n"
    "  --svg FILE          draw the numbers over the steps\n"
    "  --clock WHICH       wall (default) or cpu: the CPU time of the program\n"
    "  --margin-ms N       forgive an answer that is late by so much (default 0)\n" CORES_HELP
        OUTPUT_HELP CAGE_HELP "  --json              the result as one JSON object\n"
    "  --help              this text\n";

enum { FLAG_JOBS = FLAG_END, FLAG_OUT, FLAG_RESUME, FLAG_SVG, FLAG_JSON, FLAG_HELP };

static const struct option options[] = {CAGE_OPTIONS,
                                        CORES_OPTION,
                                        OUTPUT_OPTIONS,
                                        {"jobs", required_argument, NULL, FLAG_JOBS},
                                        {"out", required_argument, NULL, FLAG_OUT},
                                        {"resume", no_argument, NULL, FLAG_RESUME},
                                        {"svg", required_argument, NULL, FLAG_SVG},
                                        {"clock", required_argument, NULL, FLAG_CLOCK},
                                        {"margin-ms", required_argument, NULL, FLAG_MARGIN_MS},
                                        {"json", no_argument, NULL, FLAG_JSON},
                                        {"help", no_argument, NULL, FLAG_HELP},
                                        {NULL, 0, NULL, 0}};

struct request {
    struct tune tune;
    struct tune_options run;
    struct match_flags flags;
    int64_t jobs;
    const char *svg;
    bool json;
    struct progress bar;
};

static bool read_option(struct request *q, int id, const char *arg)
{
    switch (id) {
    case FLAG_JOBS: return cli_int("--jobs", arg, 1, MATCH_RUNNER_JOBS, &q->jobs);
    case FLAG_OUT: q->run.out = arg; return true;
    case FLAG_RESUME: return q->run.resume = true;
    case FLAG_SVG: q->svg = arg; return true;
    case FLAG_JSON: return q->json = true;
    default: return match_flag(&q->flags, id, arg);
    }
}

static void show(void *arg, int64_t played, const double values[SPSA_PARAMETERS])
{
    struct request *q = arg;
    char note[160] = "";
    struct text t = TEXT_ON(note);
    int64_t total = (int64_t)q->tune.steps * q->tune.games;
    if (!progress_is_due(&q->bar, played, total)) return;
    for (int i = 0; i < q->tune.count; i++) {
        char one[96];
        snprintf(one, sizeof one, "%s%s %.6g", i ? ", " : "", q->tune.name[i],
                 spsa_shown(&q->tune.parameter[i], values[i]));
        text_str(&t, one);
    }
    progress_show(&q->bar, played, total, note);
}

/* ---- the result ---- */

static void print_json(const struct tune *t, const struct tune_history *h,
                       const struct journal *journal)
{
    printf("{\"game\":\"%s\",\"steps\":%d,\"of\":%d,\"games\":%lld,\"hash\":\"%016llx\","
           "\"parameters\":[",
           t->game->name, h->steps, t->steps, (long long)journal->count,
           (unsigned long long)journal_hash(journal));
    for (int i = 0; i < t->count; i++)
        printf("%s{\"name\":\"%s\",\"start\":%.9g,\"value\":%.9g}", i ? "," : "", t->name[i],
               t->parameter[i].start, spsa_shown(&t->parameter[i], h->row[h->steps][i]));
    puts("]}");
}

static void print_words(const struct tune *t, const struct tune_history *h,
                        const struct journal *journal)
{
    char command[8192];
    struct text out = TEXT_ON(command);
    double values[SPSA_PARAMETERS];
    printf("%d of %d steps, %lld games\n", h->steps, t->steps, (long long)journal->count);
    for (int i = 0; i < t->count; i++) {
        values[i] = spsa_shown(&t->parameter[i], h->row[h->steps][i]);
        printf("  %-24s %g -> %.6g\n", t->name[i], t->parameter[i].start, values[i]);
    }
    tune_command(t, values, &out);
    printf("%s\n", command);
}

static int report(const struct request *q, const struct journal *journal)
{
    struct tune_history h;
    struct err err;
    if (!tune_look(&q->tune, journal, &h, &err)) return cli_fail("%s", err.text);
    if (q->json)
        print_json(&q->tune, &h, journal);
    else
        print_words(&q->tune, &h, journal);
    bool ok = !q->svg || svg_report_tune(&q->tune, &h, q->svg, &err);
    tune_history_free(&h);
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
        !match_flags_hide(&q->flags, q->run.out))
        return STATUS_ARENA;
    bool ok = tune_run(&q->run, show, q, &journal, &err);
    progress_end(&q->bar);
    int status = journal.count > 0 ? report(q, &journal) : STATUS_DONE;
    journal_free(&journal);
    return ok ? status : progress_stopped(&err, q->run.out);
}

static int run(int argc, char **argv, struct request *q)
{
    struct err err;
    int status;
    for (int id; (id = getopt_long(argc, argv, "", options, NULL)) >= 0;) {
        if (id == FLAG_HELP) return cli_help(help);
        if (id == '?') return cli_bad_option(argv);
        if (!read_option(q, id, optarg)) return STATUS_USE;
    }
    if (argc - optind != 1) return cli_use("tune takes one file; `taisen tune --help` tells more");
    if (q->run.resume && !q->run.out) return cli_use("--resume needs --out FILE");
    if (!tune_read(&q->tune, argv[optind], &err)) return cli_use("%s", err.text);
    q->run.tune = &q->tune;
    q->run.jobs = (int)q->jobs;
    q->flags.jobs = q->jobs;
    if (!match_flags_apply(&q->flags, q->tune.game, q->tune.seat, q->tune.seat, &q->run.match,
                           &status))
        return status;
    q->run.match.setup.options = q->tune.setup;
    return match_flags_check(&q->run.match) ? play(q) : STATUS_USE;
}

int cmd_tune(int argc, char **argv)
{
    static struct request q;
    q = (struct request){.jobs = progress_jobs()};
    match_flags_init(&q.flags);
    int status = run(argc, argv, &q);
    match_flags_free(&q.flags);
    return status;
}
