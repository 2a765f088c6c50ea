/*
 * cage_init — the first process inside a cage: starts the player, collects what it leaves, and ends
 * as the player ends. Its own end is the end of everything in the cage.
 *
 * The idea: bubblewrap installs the filters of system calls and then executes this program as
 * process 1 of the new namespace (--as-pid-1), so every process that a player can meet was under
 * the filters from its first instruction. Nobody may look into this one: it is not dumpable, which
 * closes its memory, its environment and its descriptors to others of its own user.
 *
 * A program of its own, because bubblewrap executes it from inside; the library carries its bytes
 * (sandbox/cage.c) and hands them over as a descriptor.
 *
 * Limits that would hit those who build the cage are set here: on processes, which are counted for
 * a uid of a namespace (outside, the uid may be that of a person with many), on the size of a file,
 * and on memory where no control group counts it.
 *
 * Usage: cage_init PROCESSES FILE_BYTES MEMORY_BYTES COMMAND [ARGUMENT...]
 * MEMORY_BYTES is of each process; -1: no limit.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CANNOT = 126, NOT_FOUND = 127, BY_SIGNAL = 128 };

static int complain(const char *what)
{
    dprintf(STDERR_FILENO, "the sandbox cannot %s: %s\n", what, strerror(errno));
    return CANNOT;
}

static int start_player(char **command)
{
    setsid();
    syscall(SYS_close_range, 3u, ~0u, 0u);
    execvp(command[0], command);
    dprintf(STDERR_FILENO, "cannot start %s: %s\n", command[0], strerror(errno));
    return NOT_FOUND;
}

/* As a shell tells it: its exit status, or 128 and the signal. */
static int wait_for(pid_t player)
{
    int status;
    for (;;) {
        pid_t ended = wait(&status);
        if (ended < 0 && errno != EINTR) return CANNOT;
        if (ended != player) continue;
        return WIFSIGNALED(status) ? BY_SIGNAL + WTERMSIG(status) : WEXITSTATUS(status);
    }
}

/* Never more than it was; a negative number is no limit. */
static int limit(__rlimit_resource_t what, long long most)
{
    struct rlimit now;
    if (most < 0) return 0;
    if (getrlimit(what, &now) < 0) return -1;
    rlim_t value = (rlim_t)most < now.rlim_max ? (rlim_t)most : now.rlim_max;
    return setrlimit(what, &(struct rlimit){.rlim_cur = value, .rlim_max = value});
}

int main(int argc, char **argv)
{
    if (argc < 5) return CANNOT;
    if (prctl(PR_SET_DUMPABLE, 0) < 0) return complain("close its first process");
    if (limit(RLIMIT_NPROC, strtoll(argv[1], NULL, 10) + 1) < 0) /* this process counts too */
        return complain("limit the number of processes");
    if (limit(RLIMIT_FSIZE, strtoll(argv[2], NULL, 10)) < 0 ||
        limit(RLIMIT_DATA, strtoll(argv[3], NULL, 10)) < 0)
        return complain("limit files and memory");
    pid_t player = fork();
    if (player < 0) return complain("start a process");
    if (player == 0) return start_player(argv + 4);
    /* A player that closes its output is to be noticed: the pipes are its own. */
    syscall(SYS_close_range, 0u, ~0u, 0u);
    return wait_for(player);
}
