/* `taisen tune`: better numbers for a program by letting it play itself. */
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/json_line.h"
#include "cli/match_flags.h"
#include "cli/progress.h"
#include "league/report/svg_report.h"
#include "os/stop.h"

#include <stdio.h>

struct request {
    struct tune tune;
    struct tune_options run;
    struct match_flags flags;
    int64_t jobs;
    const char *svg;
    bool json;
    struct progress bar;
};

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
    struct text *out = json_line();
    json_write_open(out, NULL, '{');
    json_write_str(out, "game", t->game->name);
    json_write_int(out, "steps", h->steps);
    json_write_int(out, "of", t->steps);
    json_write_int(out, "games", journal->count);
    json_write_hex(out, "hash", journal_hash(journal));
    json_write_open(out, "parameters", '[');
    for (int i = 0; i < t->count; i++) {
        json_write_open(out, NULL, '{');
        json_write_str(out, "name", t->name[i]);
        json_line_real(out, "start", t->parameter[i].start);
        json_line_real(out, "value", spsa_shown(&t->parameter[i], h->row[h->steps][i]));
        json_write_close(out, '}');
    }
    json_write_close(out, ']');
    json_line_print(out, '}');
}

static void print_words(const struct tune *t, const struct tune_history *h,
                        const struct journal *journal)
{
    char command[8192];
    struct text out = TEXT_ON(command);
    double values[SPSA_PARAMETERS];
    printf(_("%d of %d steps, %lld games\n"), h->steps, t->steps, (long long)journal->count);
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
    if (!tune_look(&q->tune, journal, &h, &err)) return cli_fail("%s", sentence(&err));
    if (q->json)
        print_json(&q->tune, &h, journal);
    else
        print_words(&q->tune, &h, journal);
    bool ok = !q->svg || svg_report_tune(&q->tune, &h, q->svg, &err);
    tune_history_free(&h);
    return ok ? STATUS_DONE : cli_use("--svg: %s", sentence(&err));
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

static int tune(int argc, char **argv, struct request *q)
{
    struct err err;
    int status;
    if (!options_read(&command_tune, argc, argv, q, &status)) return status;
    if (argc - optind != 1) return cli_use("tune takes one file; `taisen tune --help` tells more");
    if (q->run.resume && !q->run.out) return cli_use("--resume needs --out FILE");
    if (!tune_read(&q->tune, argv[optind], &err)) return cli_use("%s", sentence(&err));
    q->run.tune = &q->tune;
    q->run.jobs = (int)q->jobs;
    q->flags.jobs = q->jobs;
    if (!match_flags_apply(&q->flags, q->tune.game, q->tune.seat, q->tune.seat, &q->run.match,
                           &status))
        return status;
    q->run.match.setup.options = q->tune.setup;
    return match_flags_check(&q->run.match) ? play(q) : STATUS_USE;
}

static int run(int argc, char **argv)
{
    static struct request q;
    q = (struct request){.jobs = progress_jobs()};
    match_flags_init(&q.flags);
    int status = tune(argc, argv, &q);
    match_flags_free(&q.flags);
    return status;
}

/* ---- the command ---- */

#define AT(member) .at = offsetof(struct request, member)

static const struct cli_option options[] = {
    {"jobs", "J", OPTION_INT, AT(jobs), .least = 1, .most = MATCH_RUNNER_JOBS,
     .help = N_("concurrent matches (default: number of cores / 2)")},
    {"out", "FILE", OPTION_FILE, AT(run.out),
     .help = N_("journal: every result as it comes in, one JSON object per line")},
    {"resume", NULL, OPTION_FLAG, AT(run.resume),
     .help = N_("continue with the journal of an earlier run that has ended")},
    {"svg", "FILE", OPTION_FILE, AT(svg), .help = N_("draw the numbers over the steps")},
    {.group = options_clock, AT(flags)},
    {.group = options_cores, AT(flags)},
    {.group = options_output, AT(flags)},
    {.group = options_sandbox, AT(flags)},
    {"json", NULL, OPTION_FLAG, AT(json), .help = N_("print the result as one JSON object")},
    {0}};

const struct command command_tune = {
    .name = "tune",
    .about = N_("tune the parameters of a program by self-play"),
    .usage = "FILE.ini [OPTIONS]",
    .text =
        N_("Looks for better numbers for a program by letting it play itself (SPSA): in each step "
           "all of them are moved at once, randomly up or down, and then go a little towards the "
           "winner. docs/CONTEST.md explains the file. Numbers stand as {name} in the program's "
           "command, or reach it as variables of its environment."),
    .suggest = "file",
    .options = options,
    .run = run};
