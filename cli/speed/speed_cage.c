/*
 * What the cage costs: the start of a program, and a round trip of two bytes with one that echoes,
 * each with and without the cage in the same run.
 */
#include "cli/speed/speed.h"
#include "os/clock.h"
#include "os/proc.h"
#include "os/stop.h"
#include "sandbox/cage.h"

#include <unistd.h>

enum { STARTS = 100, ROUNDS = 20000 };

static bool start(const struct cage *cage, const char *command, struct proc *p)
{
    struct err err;
    bool ok =
        cage ? cage_start(cage, 0, &cage->limits, &(struct view_command){.text = command}, p, &err)
             : proc_start(p, command, &err);
    if (!ok) fprintf(stderr, "%s\n", err.text);
    return ok;
}

/* From the decision to start it until it has ended by itself. */
static int64_t time_starts(const struct cage *cage)
{
    int64_t began_us = clock_us();
    for (int i = 0; i < STARTS; i++) {
        struct proc p;
        struct proc_end how;
        if (!start(cage, "/bin/true", &p)) return -1;
        struct pollfd fd = {.fd = p.pidfd, .events = POLLIN};
        stop_poll(&fd, 1, -1);
        proc_end(&p, 0, &how);
        proc_kill_descendants();
    }
    return (clock_us() - began_us) / STARTS;
}

static int64_t time_rounds(const struct cage *cage)
{
    struct proc p;
    struct proc_end how;
    char bytes[2] = "x\n";
    int64_t began_us = 0;
    if (!start(cage, "/bin/cat", &p)) return -1;
    struct pollfd fd = {.fd = p.out, .events = POLLIN};
    for (int i = 0; i <= ROUNDS; i++) {
        if (write(p.in, bytes, 2) != 2 || stop_poll(&fd, 1, -1) < 0 || read(p.out, bytes, 2) != 2)
            break;
        if (i == 0) began_us = clock_us(); /* the first one waits for the start */
    }
    int64_t took_us = clock_us() - began_us;
    proc_end(&p, 0, &how);
    proc_kill_descendants();
    return took_us;
}

bool speed_cage(FILE *out)
{
    struct cage cage;
    struct cage_limits limits = cage_default_limits();
    struct err err;
    stop_watch();
    proc_become_subreaper(); /* as every arena does: the cage's first process falls to us */
    if (!cage_open(&cage, &limits, 1, &err)) {
        fprintf(out, "sandbox: %s\n", err.text);
        return true;
    }
    int64_t caged_us = time_starts(&cage), free_us = time_starts(NULL);
    int64_t caged_rounds_us = time_rounds(&cage), free_rounds_us = time_rounds(NULL);
    cage_close(&cage);
    fprintf(out, "sandbox: %.2f ms to start and end a program (without: %.2f ms)\n",
            (double)caged_us / 1000, (double)free_us / 1000);
    fprintf(out, "sandbox: %.2f us a round trip (without: %.2f us), ratio %.2f\n",
            (double)caged_rounds_us / ROUNDS, (double)free_rounds_us / ROUNDS,
            (double)caged_rounds_us / (double)free_rounds_us);
    return caged_us >= 0 && free_us >= 0 && caged_rounds_us >= 0 && free_rounds_us >= 0;
}
