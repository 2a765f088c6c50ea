/* `taisen tournament`: plays a contest file and reports it. */
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/match_flags.h"
#include "cli/progress.h"
#include "cli/report/tournament_report.h"
#include "league/report/svg_report.h"
#include "os/folder.h"
#include "os/stop.h"

#include <stdio.h>
#include <string.h>

enum { DECIDE_MOST = 16 };

struct request {
    struct contest contest;
    struct tournament_options run;
    struct match_flags flags;
    int64_t jobs;
    const char *svg, *decide[DECIDE_MOST];
    int decide_count;
    bool json, check;
    struct progress bar;
    unsigned told[CONTEST_PLAYERS + CONTEST_PHASES]; /* by seat: kinds of faults */
};

/* ---- courts ---- */

/* "Aki (Cool) connects to port 2009" */
static void say_expected(const struct request *q, const struct tournament_court *court, int side)
{
    const char *name = q->contest.game->side[side];
    char who[200];
    snprintf(who, sizeof who, name ? "%s (%s)" : "%s", court->name[side], name);
    if (court->is_tcp[side])
        fprintf(stderr, _("%s connects to port %d"), who, court->port[side]);
    else
        fprintf(stderr, _("%s is here"), who);
}

static void say_game(const struct request *q, const struct tournament_court *court)
{
    if (court->label)
        fprintf(stderr, _("court %d: %s, %s, game %d: "), court->number, court->phase,
                term(court->label), court->game);
    else
        fprintf(stderr, _("court %d: %s, round %d, game %d: "), court->number, court->phase,
                court->round, court->game);
    say_expected(q, court, 0);
    fputs("; ", stderr);
    say_expected(q, court, 1);
    fputc('\n', stderr);
}

/* A client that calls itself like somebody else was started on the wrong port, or by the wrong
   person. */
static bool is_somebody_else(const struct request *q, const struct tournament_court *court,
                             int side, const struct notice *notice)
{
    if (notice->kind != NOTICE_NAMED) return false;
    for (int i = 0; i < q->contest.player_count; i++)
        if (strcmp(q->contest.player[i].name, notice->about) == 0)
            return strcmp(notice->about, court->name[side]) != 0;
    return false;
}

static void show_court(void *arg, const struct tournament_court *court, int side,
                       const struct notice *notice)
{
    const struct request *q = arg;
    char text[400];
    progress_break(&q->bar);
    if (!notice) {
        say_game(q, court);
        return;
    }
    notice_say(notice, text, sizeof text);
    fprintf(stderr,
            is_somebody_else(q, court, side, notice)
                ? _("court %d: %s: the client %s: is it the wrong one?\n")
                : _("court %d: %s: the client %s\n"),
            court->number, court->name[side], text);
}

static const char *name_of(const struct request *q, const struct journal_match *m, int side)
{
    bool is_player = m->seat[side] < q->contest.player_count;
    return is_player ? q->contest.player[m->seat[side]].name : m->name[side];
}

/* Whether this is the first fault of its kind of that player. */
static bool is_news(struct request *q, const struct journal_match *m, int side)
{
    static const char *const kinds[] = {"invalid", "timeout", "gone", "crash", "name"};
    unsigned *told = &q->told[m->seat[side] % (CONTEST_PLAYERS + CONTEST_PHASES)];
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(m->fault[side], kinds[i]) != 0) continue;
        bool is_first = !(*told >> i & 1);
        *told |= 1U << i;
        return is_first;
    }
    return true;
}

/* Who crashed, and why: its author needs to know before the next round. */
static void show_fault(void *arg, const struct journal_match *m, int side,
                       const struct match_end_side *end)
{
    struct request *q = arg;
    char who[2 * JOURNAL_NAME + 32];
    if (!is_news(q, m, side)) return;
    snprintf(who, sizeof who, _("%.*s against %.*s"), JOURNAL_NAME - 1, name_of(q, m, side),
             JOURNAL_NAME - 1, name_of(q, m, 1 - side));
    progress_say_fault(&q->bar, who, m, side, end);
}

static void say_result(const struct request *q, const struct journal_match *m)
{
    progress_break(&q->bar);
    if (m->winner < 0)
        fprintf(stderr, _("%s against %s: a draw (%s)\n"), m->name[0], m->name[1], term(m->reason));
    else
        fprintf(stderr, _("%s against %s: %s has won (%s)\n"), m->name[0], m->name[1],
                m->name[m->winner], term(m->reason));
}

/* ---- playing ---- */

/* Every twenty games somebody may want to know that two programs are alike. */
static void warn_of_level(const struct request *q, const struct journal_match *m)
{
    enum { WARN_GAMES = 20 };
    int phase, fixture, game;
    if (sscanf(m->key, "%d:%d:%d:", &phase, &fixture, &game) != 3) return;
    const struct series_rules *r = &q->contest.phase[phase - 1].rules.series;
    if (r->is_limited || game <= r->games || (game - r->games) % WARN_GAMES != 0) return;
    progress_break(&q->bar);
    fprintf(stderr, _("taisen: %s and %s are level after %d games; `extra-games` sets a limit\n"),
            m->name[0], m->name[1], game);
}

static void show(void *arg, const struct journal *journal, const char *phase)
{
    struct request *q = arg;
    const struct journal_match *last = &journal->matches[journal->count - 1];
    if (q->run.court) say_result(q, last);
    warn_of_level(q, last);
    int64_t total = tournament_games(&q->contest);
    /* Sudden death makes more games than were planned. */
    if (journal->count > total) total = journal->count;
    if (progress_is_due(&q->bar, journal->count, total))
        progress_show(&q->bar, journal->count, total, phase);
}

/* What waits for people, and how they say it. */
static int say_ties(const struct tournament *t)
{
    struct tie tie;
    int players[CONTEST_PLAYERS], number = 0;
    for (int count; (count = tournament_tie(t, number, &tie, players)) > 0; number++) {
        char names[4096] = "";
        struct text list = TEXT_ON(names);
        for (int k = 0; k < count; k++) {
            if (k > 0) text_str(&list, ", ");
            text_str(&list, t->contest->player[players[k]].name);
        }
        const char *phase = t->phase[t->begun - 1].phase->name;
        if (tie.fixture < 0)
            fprintf(stderr, _("taisen: %s: level, to be decided by janken: %s (places %d to %d)\n"),
                    phase, names, tie.from + 1, tie.from + count);
        else
            fprintf(stderr, _("taisen: %s: level, to be decided by janken: %s\n"), phase, names);
    }
    if (number == 0) return STATUS_DONE;
    fputs(_("taisen: --resume --decide \"BEST > NEXT > ...\" enters who won, and goes on\n"),
          stderr);
    return STATUS_FOUND;
}

/* What is known, whether it came to its end or not. */
static int report(const struct request *q, const struct journal *journal)
{
    static struct tournament t;
    struct err err;
    if (!tournament_look(&t, &q->contest, journal, &err)) return cli_fail("%s", sentence(&err));
    if (q->json)
        report_tournament_json(&t, journal);
    else
        report_tournament(&t, journal);
    bool ok =
        !q->svg || svg_report_tournament(&t, strcmp(words_language(), "ja") == 0, q->svg, &err);
    int status = say_ties(&t);
    tournament_free(&t);
    return ok ? status : cli_use("--svg: %s", sentence(&err));
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
    int count = 0;
    for (int i = 0; i < q->contest.player_count; i++)
        if (!q->contest.player[i].is_tcp) programs[count++] = q->contest.player[i].seat;
    q->run.match.programs = programs;
    q->run.match.program_count = count;
    for (int i = 0; i < q->decide_count; i++)
        if (!tournament_enter(&q->run, q->decide[i], &err))
            return cli_use("--decide: %s", sentence(&err));
    bool ok = tournament_run(&q->run, show, q, &journal, &err);
    progress_end(&q->bar);
    int status = journal.count > 0 ? report(q, &journal) : STATUS_DONE;
    journal_free(&journal);
    return ok ? status : progress_stopped(&err, q->run.out);
}

/* Level matches, and ties of a qualifier, are to be played on another map. */
static bool has_one_map(const struct contest *c, const struct contest_phase *p)
{
    const struct contest_maps *maps = p->maps.count > 0 ? &p->maps : &c->maps;
    return maps->count == 1 && (p->rules.series.sudden_death || p->rules.format == QUALIFIER);
}

static int check_only(const struct request *q)
{
    const struct contest *c = &q->contest;
    printf(_("%s: %s, %d players, %lld games\n"), c->name, c->game->title, c->player_count,
           (long long)tournament_games(c));
    if (contest_clients(c) > 0)
        printf(_("  %d network clients, %d courts: ports %d-%d\n"), contest_clients(c), c->courts,
               c->first_port, c->first_port + 2 * c->courts - 1);
    for (int i = 0; i < c->phase_count; i++) {
        const struct contest_phase *p = &c->phase[i];
        printf(_("  %s: %s, %d players, %d matches\n"), p->name,
               term(contest_format(p->rules.format)), p->entrants,
               schedule_matches(&p->rules, p->entrants));
        if (has_one_map(c, p))
            printf(
                _("  %s: only one map is given, so what is level is played again on it; add another"
                  " to `maps`\n"),
                p->name);
    }
    return STATUS_DONE;
}

static int prepare(struct request *q, const char *path)
{
    struct err err;
    int status;
    if (q->run.resume && !q->run.out) return cli_use("--resume needs --out FILE");
    if (q->decide_count > 0 && !q->run.resume)
        return cli_use("--decide needs --resume and --out FILE: it is written into the journal");
    if (!contest_read(&q->contest, path, &err)) return cli_use("%s", sentence(&err));
    const struct contest *c = &q->contest;
    bool has_clients = contest_clients(c) > 0;
    if (q->jobs == 0) q->jobs = has_clients ? c->courts : progress_jobs();
    if (has_clients) q->run.court = show_court;
    q->run.fault = show_fault;
    q->run.contest = c;
    q->run.jobs = (int)q->jobs;
    q->run.keep_stderr = !q->flags.no_stderr;
    q->flags.jobs = q->jobs;
    if (!match_flags_apply(&q->flags, c->game, c->player[0].seat, c->player[1].seat, &q->run.match,
                           &status))
        return status;
    if (q->run.records && !folder_make(q->run.records, &err))
        return cli_use("--records: %s", sentence(&err));
    return STATUS_DONE;
}

static int tournament(int argc, char **argv, struct request *q)
{
    int status;
    if (!options_read(&command_tournament, argc, argv, q, &status)) return status;
    if (argc - optind != 1)
        return cli_use("tournament takes one contest file; `taisen tournament --help` tells more");
    status = prepare(q, argv[optind]);
    if (status != STATUS_DONE) return status;
    return q->check ? check_only(q) : play(q);
}

static int run(int argc, char **argv)
{
    static struct request q;
    q = (struct request){.jobs = 0};
    match_flags_init(&q.flags);
    int status = tournament(argc, argv, &q);
    match_flags_free(&q.flags);
    contest_free(&q.contest);
    return status;
}

/* ---- the command ---- */

static bool read_decide(void *target, const char *arg)
{
    struct request *q = target;
    if (q->decide_count < DECIDE_MOST) return q->decide[q->decide_count++] = arg, true;
    cli_use("--decide: at most %d at once", DECIDE_MOST);
    return false;
}

#define AT(member) .at = offsetof(struct request, member)

static const struct cli_option options[] = {
    {"check", NULL, OPTION_FLAG, AT(check),
     .help = N_("only read the file, and tell what will be played")},
    {"jobs", "J", OPTION_INT, AT(jobs), .least = 1, .most = MATCH_RUNNER_JOBS,
     .help = N_("concurrent matches (default: number of cores / 2; with network clients, number "
                "of courts)")},
    {"out", "FILE", OPTION_FILE, AT(run.out),
     .help = N_("journal: every result as it comes in, one JSON object per line")},
    {"resume", NULL, OPTION_FLAG, AT(run.resume),
     .help = N_("continue with the journal of an earlier run that has ended")},
    {"decide", "ORDER", OPTION_CALL, .read = read_decide,
     .help = N_("who won a janken that the contest waits for, as in \"Ben > Aki\"; with --resume")},
    {"records", "DIR", OPTION_FOLDER, AT(run.records),
     .help = N_("write a record of each game into DIR")},
    {"svg", "FILE", OPTION_FILE, AT(svg), .help = N_("draw tables and brackets")},
    {.group = options_think, AT(flags)},
    {.group = options_clock, AT(flags)},
    {.group = options_stderr, AT(flags)},
    {.group = options_cores, AT(flags)},
    {.group = options_output, AT(flags)},
    {.group = options_sandbox, AT(flags)},
    {"json", NULL, OPTION_FLAG, AT(json), .help = N_("print the result as one JSON object")},
    {0}};

const struct command command_tournament = {
    .name = "tournament",
    .about = N_("run a contest from its file"),
    .usage = "FILE.ini [OPTIONS]",
    .text =
        N_("Plays a contest as its file says: round robin, Swiss, knockout, double elimination, "
           "ladder, and the original contests' own formats, one phase after the other. "
           "docs/CONTEST.md explains the file; contests/ has some that are ready."),
    .suggest = "file",
    .options = options,
    .more = N_("Exit status 1 when the contest waits for --decide.\n"
               "Example: taisen tournament contests/codevs5.ini --out cup.jsonl --svg cup.svg"),
    .run = run};
