/*
 * The original contest of CODE VS 4.0: one program against the nine opponents of the client, stage
 * by stage in one long game. The opponents are all played by bot:campaign; which of them plays a
 * stage follows from the word that the referee seeds that bot with.
 */
#include "base/scan.h"
#include "cli/commands.h"
#include "cli/json_line.h"
#include "cli/match_flags.h"
#include "games/codevs4/codevs4.h"
#include "os/clock.h"
#include "os/proc.h"
#include "os/stop.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LIVE_EVERY_US = 100 * 1000, STATUS_SIGNAL = 128 };

/* What is kept of a campaign while it is played. */
struct campaign {
    uint64_t word; /* that the opponents' bot draws from */
    int64_t from, to;
    bool json, quiet, is_live;
    int next; /* the first stage whose end has not been told */
    int64_t ms[CODEVS4_STAGES + 1];
    struct codevs4_score score[CODEVS4_STAGES];
    int points, turn_sum;
    int64_t shown_us;
};

static const char *opponent_of(const struct campaign *c, int stage)
{
    return codevs4_opponent_names[codevs4_opponent(c->word, stage)];
}

/* ---- while it is played ---- */

static const char *const result_words[] = {
    [CODEVS4_NONE] = "-", [CODEVS4_P1] = "win", [CODEVS4_P2] = "loss", [CODEVS4_DRAW] = "draw"};

static void clear_live(struct campaign *c)
{
    if (c->is_live) fputs("\r\033[K", stderr);
    c->is_live = false;
}

static void show_live(struct campaign *c, const struct codevs4 *g, const struct match_step *step)
{
    int64_t now_us = clock_us();
    if (c->quiet || !isatty(STDERR_FILENO) || now_us - c->shown_us < LIVE_EVERY_US) return;
    c->shown_us = now_us;
    c->is_live = true;
    fputs("\r\033[K", stderr);
    fprintf(stderr, _("stage %d against %s, turn %d   points %d   time left %.1f s"), g->stage,
            opponent_of(c, g->stage), g->turn, codevs4_points(g, 0),
            (double)step->left_ms[0] / 1000);
}

static void print_head(void)
{
    printf(_("stage  opponent  income  result  turns  seconds\n"));
}

static void print_row(const struct campaign *c, int stage)
{
    printf("%5d  %-8s  %6d  ", stage, opponent_of(c, stage), codevs4_campaign_income(1, stage));
    cli_print_cell(term(result_words[c->score[stage].result]), 6, 2);
    printf("%5d  %7.2f\n", c->score[stage].turns, (double)c->ms[stage] / 1000);
    fflush(stdout);
}

/* The step belongs to the first stage that had not ended before it. */
static bool watch_step(void *arg, const struct match_step *step, struct err *err)
{
    struct campaign *c = arg;
    const struct codevs4 *g = (const struct codevs4 *)step->state;
    (void)err;
    c->ms[c->next] += step->ms[0];
    for (; c->next <= c->to && g->score[c->next].result != CODEVS4_NONE; c->next++) {
        c->score[c->next] = g->score[c->next];
        clear_live(c);
        if (!c->json) print_row(c, c->next);
    }
    c->points = codevs4_points(g, 0);
    c->turn_sum = codevs4_turn_sum(g, 0);
    show_live(c, g, step);
    return true;
}

/* ---- the result ---- */

static void print_json(const struct campaign *c, const struct match_options *m,
                       const struct match_result *r)
{
    struct text *t = json_line();
    json_write_open(t, NULL, '{');
    json_write_str(t, "game", "codevs4");
    json_line_uint(t, "seed", m->setup.seed);
    json_write_str(t, "seat", m->seat[0]);
    json_write_str(t, "name", r->seat[0].name);
    json_write_int(t, "points", c->points);
    json_write_int(t, "possible", 2 * (c->to - c->from + 1));
    json_write_int(t, "turn_sum", c->turn_sum);
    json_write_int(t, "wall_ms", r->wall_ms);
    json_write_int(t, "ms", r->seat[0].ms_total);
    json_write_str(t, "fault", r->seat[0].fault);
    json_write_open(t, "stages", '[');
    for (int stage = (int)c->from; stage <= c->to; stage++) {
        json_write_open(t, NULL, '{');
        json_write_int(t, "stage", stage);
        json_write_str(t, "opponent", opponent_of(c, stage));
        json_write_int(t, "income", codevs4_campaign_income(1, stage));
        json_write_str(t, "result", result_words[c->score[stage].result]);
        json_write_int(t, "turns", c->score[stage].turns);
        json_write_int(t, "ms", c->ms[stage]);
        json_write_close(t, '}');
    }
    json_write_close(t, ']');
    json_line_print(t, '}');
}

static void print_words(const struct campaign *c, const struct match_options *m,
                        const struct match_result *r)
{
    int count[CODEVS4_DRAW + 1] = {0};
    for (int stage = (int)c->from; stage <= c->to; stage++) count[c->score[stage].result]++;
    printf(_("seed %llu: %d points of %d (%d wins, %d draws, %d losses), turn sum %d, %.1f s from "
             "start to "
             "end (%.1f s of thinking)\n"),
           (unsigned long long)m->setup.seed, c->points, 2 * (int)(c->to - c->from + 1),
           count[CODEVS4_P1], count[CODEVS4_DRAW], count[CODEVS4_P2], c->turn_sum,
           (double)r->wall_ms / 1000, (double)r->seat[0].ms_total / 1000);
    for (int p = 0; p < 2; p++)
        if (r->seat[p].fault) printf(_("  player %d: %s\n"), p + 1, term(r->seat[p].fault));
}

/* ---- the match ---- */

static int play_watched(struct campaign *c, const struct match_options *m,
                        struct record_writer *record)
{
    struct match_watch watches[2] = {{.arg = c, .step = watch_step}};
    struct match_result result;
    struct err err;
    int count = 1;
    if (record) watches[count++] = record_watch(record);
    if (!c->json) print_head();
    bool ok = match_run(m, watches, count, &result, &err);
    ok = ok && (!record || record_finish(record, &result, &err));
    clear_live(c);
    if (stop_asked())
        return cli_fail("%s; the campaign is void", sentence(&err)), STATUS_SIGNAL + stop_signal();
    if (!ok) return cli_fail("the campaign is void: %s", sentence(&err));
    if (c->json)
        print_json(c, m, &result);
    else
        print_words(c, m, &result);
    return STATUS_DONE;
}

static int play(struct campaign *c, struct match_options *m, struct match_flags *flags)
{
    struct record_writer *record = NULL;
    struct err err;
    if (!match_flags_check(m)) return STATUS_USE;
    if (flags->record && !(record = record_create(flags->record, m, !flags->no_stderr, &err)))
        return cli_use("%s", sentence(&err));
    proc_guard();
    stop_watch();
    int status = STATUS_ARENA;
    if (match_flags_cage(flags, 2, m)) status = play_watched(c, m, record);
    record_close(record);
    return status;
}

/* ---- arguments ---- */

/* "A-B", or "A" alone. */
static bool read_stages(void *target, const char *arg)
{
    struct campaign *c = target;
    char from[8] = "", to[8] = "";
    const char *dash = strchr(arg, '-');
    size_t len = dash ? (size_t)(dash - arg) : strlen(arg);
    struct scan first, last;
    snprintf(from, sizeof from, "%.*s", (int)(len < 7 ? len : 7), arg);
    snprintf(to, sizeof to, "%.7s", dash ? dash + 1 : from);
    first = scan_str(from);
    last = scan_str(to);
    if (scan_int(&first, &c->from) && scan_blank(&first) && scan_int(&last, &c->to) &&
        scan_blank(&last) && c->from >= 0 && c->from <= c->to && c->to < CODEVS4_STAGES)
        return true;
    cli_use("--stages takes A-B with 0 <= A <= B <= %d, not `%s`", CODEVS4_STAGES - 1, arg);
    return false;
}

struct request {
    struct campaign campaign;
    struct match_flags flags;
};

static int campaign(int argc, char **argv, struct request *q)
{
    struct campaign *c = &q->campaign;
    struct match_flags *flags = &q->flags;
    struct match_options match;
    char setup[64];
    int status;
    c->to = CODEVS4_STAGES - 1;
    if (!options_read(&command_campaign, argc, argv, q, &status)) return status;
    if (argc - optind != 2)
        return cli_use("campaign takes a game and one seat; `taisen campaign --help` tells more");
    const struct game *game = cli_game(argv[optind]);
    if (!game) return STATUS_USE;
    if (game != &game_codevs4) return cli_use("%s has no campaign; codevs4 has", game->name);
    snprintf(setup, sizeof setup, "campaign=1 first=%d stages=%d", (int)c->from,
             (int)(c->to - c->from + 1));
    if (!match_flags_add_setup(flags, setup)) return STATUS_USE;
    if (!match_flags_apply(flags, game, argv[optind + 1], "bot:campaign", &match, &status))
        return status;
    c->word = match_seat_seed(match.setup.seed, 1);
    c->next = (int)c->from;
    return play(c, &match, flags);
}

static int run(int argc, char **argv)
{
    static struct request q;
    match_flags_init(&q.flags);
    int status = campaign(argc, argv, &q);
    match_flags_free(&q.flags);
    return status;
}

#define AT(member) .at = offsetof(struct request, member)

static const struct cli_option options[] = {
    {"stages", "A-B", OPTION_CALL, AT(campaign), .read = read_stages,
     .help = N_("only these stages, from 0 to 40; one number is one stage")},
    {.group = options_match, AT(flags)},
    {.group = options_sandbox, AT(flags)},
    {"json", NULL, OPTION_FLAG, AT(campaign.json),
     .help = N_("print the result as one JSON object")},
    {"quiet", NULL, OPTION_FLAG, AT(campaign.quiet), .help = N_("no live line on a terminal")},
    {0}};

const struct command command_campaign = {
    .name = "campaign",
    .about = N_("play the original contest of CODE VS 4.0"),
    .usage = "codevs4 SEAT [--stages A-B] [OPTIONS]",
    .text =
        N_("Plays the original contest: one program, as player 1 and in one process, against the "
           "nine opponents of the original client. Stages 0 to 26 are three rounds of all nine in "
           "random order; in stages 27 to 33 and 34 to 40 seven of them come back with an income "
           "of 20 and 30. A win is worth 2 points, a draw 1. `taisen bots codevs4` describes the "
           "opponents; each can be played alone with `taisen play`."),
    .suggest = "word:codevs4 seat",
    .options = options,
    .more = N_("Example: taisen campaign codevs4 ./mine --seed 7"),
    .run = run};
