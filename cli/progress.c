#include "cli/progress.h"

#include "cli/cli.h"
#include "os/clock.h"
#include "os/stop.h"

#include <stdio.h>
#include <unistd.h>

enum { SHOW_US = 100 * 1000, CELLS = 30 };

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
    return p->is_terminal ? clock_us() - p->shown_us >= SHOW_US : done >= p->next_line;
}

void progress_show(struct progress *p, int64_t done, int64_t total, const char *note)
{
    int64_t now_us = clock_us();
    double seconds = (double)(now_us - p->began_us) / 1e6;
    double rate = seconds > 0 ? (double)(done - p->done_before) / seconds : 0;
    p->shown_us = now_us;
    p->next_line = done + (total + 9) / 10;
    if (!p->is_terminal) {
        fprintf(stderr, "%lld of %lld games, %.1f a second, %s\n", (long long)done,
                (long long)total, rate, note);
        return;
    }
    char cells[CELLS + 1];
    int full = done < total ? (int)(CELLS * done / total) : CELLS;
    for (int i = 0; i < CELLS; i++) cells[i] = i < full ? '#' : '.';
    cells[CELLS] = '\0';
    double left = rate > 0 && done < total ? (double)(total - done) / rate : 0;
    fprintf(stderr, "\r\033[K[%s] %lld/%lld  %.1f/s  %.0f s left  %s", cells, (long long)done,
            (long long)total, rate, left, note);
}

void progress_break(const struct progress *p)
{
    if (p->shown_us && p->is_terminal) fputs("\r\033[K", stderr);
}

void progress_end(const struct progress *p)
{
    if (p->shown_us && p->is_terminal) fputc('\n', stderr);
}

int progress_stopped(const struct err *err, const char *journal)
{
    int status = stop_asked() ? 128 + stop_signal() : STATUS_ARENA;
    cli_fail("%s", err->text);
    if (journal) fprintf(stderr, "taisen: --resume goes on where it ended\n");
    return status;
}

int64_t progress_jobs(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 3 ? cores / 2 : 1;
}
