#include "cli/play.h"

#include "base/utf8.h"
#include "cli/json_line.h"
#include "cli/kits.h"
#include "os/clock.h"
#include "os/proc.h"
#include "os/stop.h"
#include "referee/seat.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LIVE_EVERY_US = 100 * 1000, STATUS_SIGNAL = 128 };

/* ---- the live line ---- */

struct live {
    const struct game *game;
    int64_t shown_us;
    bool shown;
};

static bool show_step(void *arg, const struct match_step *step, struct err *err)
{
    struct live *live = arg;
    struct game_status s;
    int64_t now_us = clock_us();
    (void)err;
    if (now_us - live->shown_us < LIVE_EVERY_US) return true;
    live->shown_us = now_us;
    live->shown = true;
    live->game->status(step->state, &s);
    fputs("\r\033[K", stderr);
    fprintf(stderr, _("turn %d   score %lld : %lld   time left %.1f s : %.1f s"), s.turn,
            (long long)s.score[0], (long long)s.score[1], (double)step->left_ms[0] / 1000,
            (double)step->left_ms[1] / 1000);
    return true;
}

static void show_notice(void *arg, int p, const struct notice *notice)
{
    char text[400];
    (void)arg;
    notice_say(notice, text, sizeof text);
    fprintf(stderr, _("player %d: %s\n"), p + 1, text);
}

static void clear_line(const struct live *live)
{
    if (live->shown) fputs("\r\033[K", stderr);
}

/* ---- the result ---- */

/* As a shell shows it: the exit status, 128 + the signal, or nothing when we stopped it. */
static bool exit_shown(const struct proc_end *end, int *status)
{
    *status = end->signal ? STATUS_SIGNAL + end->signal : end->code;
    return end->by_itself;
}

static void write_seat(struct text *t, const struct match_seat *s, const char *spec)
{
    struct err why;
    int status;
    json_write_open(t, NULL, '{');
    json_write_str(t, "spec", spec);
    json_write_str(t, "name", s->name);
    json_write_int(t, "ms_total", s->ms_total);
    json_write_int(t, "ms_max", s->ms_max);
    json_write_int(t, "answers", s->answers);
    json_write_str(t, "fault", s->fault);
    if (exit_shown(&s->end, &status))
        json_write_int(t, "exit", status);
    else
        json_write_null(t, "exit");
    if (s->end.memory_limit)
        json_write_int(t, "memory_limit", s->end.memory_limit);
    else
        json_write_null(t, "memory_limit");
    err_said(&why, s->name_why);
    json_write_str(t, "name_why", s->name_why[0] ? why.text : NULL);
    json_write_str(t, "last_words", s->fault && s->last_words[0] ? s->last_words : NULL);
    json_write_int(t, "cpu_ms", s->end.cpu_us / 1000);
    json_write_int(t, "wait_ms", s->end.wait_us / 1000);
    json_write_int(t, "rss_kb", s->end.rss_kb);
    json_write_close(t, '}');
}

static void print_json(const struct match_options *m, const struct match_result *r,
                       const char *record)
{
    struct text *t = json_line();
    json_write_open(t, NULL, '{');
    json_write_str(t, "game", m->game->name);
    json_line_uint(t, "seed", m->setup.seed);
    if (r->status.winner < 0)
        json_write_null(t, "winner");
    else
        json_write_int(t, "winner", r->status.winner);
    json_write_str(t, "reason", game_reason(&r->status));
    json_write_int(t, "turns", r->status.turn);
    json_line_ints(t, "score", r->status.score, 2);
    json_write_open(t, "seats", '[');
    for (int p = 0; p < 2; p++) write_seat(t, &r->seat[p], m->seat[p]);
    json_write_close(t, ']');
    json_write_bool(t, "disturbed", r->is_disturbed);
    json_write_str(t, "record", record);
    json_line_print(t, '}');
}

/* A name for people: bytes that would disturb a terminal become question marks. */
static const char *shown_name(const struct match_seat *s, const char *who, const char *spec,
                              char out[64])
{
    const char *name = who ? who : s->name[0] ? s->name : spec;
    struct text t = text_on(out, 64);
    text_line(&t, name, utf8_cut(name, strlen(name), 60));
    return out;
}

static void print_faults(const struct match_options *m, const struct match_result *r)
{
    for (int p = 0; p < 2; p++) {
        const struct match_seat *s = &r->seat[p];
        char name[64], size[32];
        int status;
        if (!s->fault) continue;
        printf(_("  %s (player %d): %s"), shown_name(s, m->who[p], m->seat[p], name), p + 1,
               term(s->fault));
        cage_write_size(s->end.memory_limit, size);
        if (s->end.memory_limit)
            printf(_(", memory limit (%s)"), size);
        else if (exit_shown(&s->end, &status) && s->end.signal)
            printf(_(", signal %d (%s)"), s->end.signal, strsignal(s->end.signal));
        else if (exit_shown(&s->end, &status))
            printf(_(", exit status %d"), status);
        if (s->name_why[0]) printf(_(", %s"), sentence_said(s->name_why));
        putchar('\n');
        if (s->last_words[0]) printf(_("    its last line on standard error: %s\n"), s->last_words);
    }
}

/* The rules may call it invalid that nothing came; whoever reads it wants to know that it crashed.
 */
static const char *shown_reason(const struct match_result *r)
{
    if (r->status.winner < 0) return term(game_reason(&r->status));
    const char *fault = r->seat[1 - r->status.winner].fault;
    if (fault && strcmp(fault, "name") == 0) return _("no valid name");
    return term(fault && strcmp(fault, "crash") == 0 ? fault : game_reason(&r->status));
}

void play_print_words(const struct match_options *m, const struct match_result *r,
                      const char *record)
{
    char a[64], b[64];
    bool second_wins = r->status.winner == 1;
    shown_name(&r->seat[0], m->who[0], m->seat[0], a);
    shown_name(&r->seat[1], m->who[1], m->seat[1], b);
    printf(_("%s, seed %llu: "), m->game->name, (unsigned long long)m->setup.seed);
    if (r->status.winner < 0)
        printf(_("draw between %s and %s"), a, b);
    else
        printf(_("%s (player %d) wins against %s"), second_wins ? b : a, second_wins ? 2 : 1,
               second_wins ? a : b);
    printf(words_count(": %s, %d turn, score %lld : %lld\n", ": %s, %d turns, score %lld : %lld\n",
                       (unsigned long)r->status.turn),
           shown_reason(r), r->status.turn, (long long)r->status.score[0],
           (long long)r->status.score[1]);
    print_faults(m, r);
    if (r->is_disturbed)
        puts(_(
            "  disturbed: a player that ran out of time had been waiting for a core; this machine "
            "is "
            "too busy for the result to count"));
    if (record) printf(_("  record: %s\n"), record);
}

/* ---- the match ---- */

/* A client that never said its name has its own reasons; a command is probably wrong. */
static bool is_nameless(const struct match_options *m, const struct match_result *r)
{
    for (int p = 0; p < 2; p++) {
        bool is_command = !seat_spec_is_tcp(m->seat[p]);
        if (is_command && r->seat[p].fault && strcmp(r->seat[p].fault, "name") == 0) return true;
    }
    return false;
}

static int play_recorded(const struct match_options *m, const struct match_flags *flags,
                         const struct play_style *style, struct record_writer *record)
{
    struct live live = {.game = m->game};
    struct match_watch watches[3];
    struct match_result result;
    struct err err;
    int count = 0;
    watches[count++] = (struct match_watch){.notice = show_notice};
    if (record) watches[count++] = record_watch(record);
    bool has_person = seat_spec_is_human(m->seat[0]) || seat_spec_is_human(m->seat[1]);
    if (!style->quiet && !has_person && isatty(STDERR_FILENO))
        watches[count++] = (struct match_watch){.arg = &live, .step = show_step};
    bool ok = match_run(m, watches, count, &result, &err);
    ok = ok && (!record || record_finish(record, &result, &err));
    clear_line(&live);
    if (stop_asked())
        return cli_fail("%s; the match is void", sentence(&err)), STATUS_SIGNAL + stop_signal();
    if (!ok) return cli_fail("the match is void: %s", sentence(&err));
    if (style->json)
        print_json(m, &result, flags->record);
    else
        play_print_words(m, &result, flags->record);
    return is_nameless(m, &result) ? STATUS_SILENT : STATUS_DONE;
}

int play_match(struct match_options *m, struct match_flags *flags, const struct play_style *style)
{
    struct record_writer *record = NULL;
    struct err err;
    for (int p = 0; p < 2; p++)
        if (!kits_seat_is_program(m->seat[p])) return STATUS_USE;
    if (!match_flags_check(m)) return STATUS_USE;
    if (flags->record && !(record = record_create(flags->record, m, !flags->no_stderr, &err)))
        return cli_use("%s", sentence(&err));
    proc_guard();
    stop_watch();
    int status = STATUS_ARENA;
    if (match_flags_cage(flags, 2, m)) status = play_recorded(m, flags, style, record);
    record_close(record);
    return status;
}
