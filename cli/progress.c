#include "cli/progress.h"

#include "cli/cli.h"
#include "league/run/journal.h"
#include "league/run/match_end.h"
#include "os/clock.h"
#include "os/stop.h"

#include <stdio.h>
#include <unistd.h>

enum { SHOW_US = 100 * 1000, LINE_US = 30 * 1000 * 1000, CELLS = 30 };

struct progress progress_begin(void)
{
    return (struct progress){
        .is_terminal = isatty(STDERR_FILENO), .began_us = clock_us(), .done_before = -1};
}

bool progress_is_due(struct progress *p, int64_t done, int64_t total)
{
    /* What a resumed run finds done already says nothing about how fast it is. */
    if (p->done_before < 0) p->done_before = done - 1;
    if (done >= total) return true;
    int64_t silent_us = clock_us() - p->shown_us;
    return p->is_terminal ? silent_us >= SHOW_US : done >= p->next_line || silent_us >= LINE_US;
}

/* Of slow games a rate a second would be nothing but zeros. */
static void put_rate(double a_second, char *out, size_t size)
{
    if (a_second >= 1)
        snprintf(out, size, _("%.1f games a second"), a_second);
    else if (a_second * 60 >= 1)
        snprintf(out, size, _("%.1f games a minute"), a_second * 60);
    else
        snprintf(out, size, _("%.1f games an hour"), a_second * 3600);
}

static void put_time(double seconds, char *out, size_t size)
{
    long long s = (long long)(seconds + 0.5);
    if (s < 120)
        snprintf(out, size, _("%lld s"), s);
    else if (s < 2 * 3600)
        snprintf(out, size, _("%lld min"), (s + 30) / 60);
    else
        snprintf(out, size, _("%lld h %lld min"), s / 3600, s % 3600 / 60);
}

void progress_show(struct progress *p, int64_t done, int64_t total, const char *note)
{
    int64_t now_us = clock_us();
    double seconds = (double)(now_us - p->began_us) / 1e6;
    /* By the games that are over: the first one may take minutes. */
    double rate = seconds > 0 ? (double)(done - p->done_before) / seconds : 0;
    p->shown_us = now_us;
    p->next_line = done + (total + 9) / 10;
    char speed[48], left[48];
    put_rate(rate, speed, sizeof speed);
    put_time(rate > 0 && done < total ? (double)(total - done) / rate : 0, left, sizeof left);
    if (!p->is_terminal) {
        fprintf(stderr, _("%lld of %lld games, %s, %s left, %s\n"), (long long)done,
                (long long)total, speed, left, note);
        return;
    }
    char cells[CELLS + 1];
    int full = done < total ? (int)(CELLS * done / total) : CELLS;
    for (int i = 0; i < CELLS; i++) cells[i] = i < full ? '#' : '.';
    cells[CELLS] = '\0';
    fputs("\r\033[K", stderr);
    fprintf(stderr, _("[%s] %lld/%lld  %s  %s left  %s"), cells, (long long)done, (long long)total,
            speed, left, note);
}

void progress_break(const struct progress *p)
{
    if (p->shown_us && p->is_terminal) fputs("\r\033[K", stderr);
}

void progress_say_fault(const struct progress *p, const char *who, const struct journal_match *m,
                        int side, const struct match_end_side *end)
{
    char words[MATCH_WORDS];
    match_end_last_line(end, words, sizeof words);
    progress_break(p);
    fprintf(stderr, _("taisen: %s (player %d, seed %llu): %s"), who, side + 1,
            (unsigned long long)m->seed, term(m->fault[side]));
    if (end->exit > 128)
        fprintf(stderr, _(", signal %d"), (int)end->exit - 128);
    else if (end->exit >= 0)
        fprintf(stderr, _(", exit status %d"), (int)end->exit);
    fprintf(stderr, "%s%s\n", *words ? ": " : "", words);
}

void progress_end(const struct progress *p)
{
    if (p->shown_us && p->is_terminal) fputc('\n', stderr);
}

int progress_stopped(const struct err *err, const char *journal)
{
    int status = stop_asked() ? 128 + stop_signal() : STATUS_ARENA;
    cli_fail("%s", sentence(err));
    if (journal) fprintf(stderr, _("taisen: --resume goes on where it ended\n"));
    return status;
}

int64_t progress_jobs(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 3 ? cores / 2 : 1;
}
