/*
 * cage — runs a program nobody trusts, so that it can play and do nothing else.
 *
 * Theory of operation: who has which rights when.
 *
 * 1. The arena, with the rights of whoever started it, opens the cage once: it builds the filters
 *    of system calls, makes a control group for each slot (sandbox/cgroup.h), and starts `true` in
 *    slot 0, so that a machine that cannot do all this is found out before a player pays for it.
 *
 * 2. cage_start() forks. The child still has the arena's rights, and no code of the player runs
 *    yet. It joins its slot's group, sets the resource limits, and, if it is root, mounts what the
 *    player may see where others can reach it, in a mount namespace of its own, hands its three
 *    pipes to a uid that nobody else has and becomes that uid for good. (Bubblewrap started by
 *    root would keep root's right to files. The uid is made of the process number, so no two
 *    players that run at the same time share one.) Then it executes bubblewrap, with no
 *    environment: the arena's may hold secrets.
 *
 * 3. Bubblewrap is an ordinary user outside and has rights only inside the new namespaces: user,
 *    mount, pid, network, ipc, uts and cgroup. It builds a small tree of files: /usr and a few
 *    files of /etc, read-only; the player's own files (sandbox/view.h), read-only; a new /proc,
 *    with little in it but the player's own processes; a bare /dev; and /tmp and /dev/shm, the
 *    only places that can be written, of bounded size. It forbids further user namespaces, gives
 *    all capabilities away, sets no_new_privs, installs the filters (sandbox/seccomp.h) and
 *    executes sandbox/cage_init.c with a new environment, as process 1.
 *
 * 4. Process 1 closes itself to others' eyes and starts the player. So whatever runs inside was
 *    under the filters from its first instruction, and nobody inside has ever had the arena's
 *    environment, memory or descriptors. The folder /proc/1 is empty.
 *
 * 5. The player is uid 1000 of a namespace in which nobody else exists. It sees its own folder,
 *    its own processes, no network. The paths are those of outside, the current folder too, so
 *    that a command means the same in the cage and without it.
 *
 * 6. The end. When the player's first process ends, process 1 ends, and with it the namespace and
 *    all that runs in it. When the match ends, cage_kill() kills the group and proc_end()
 *    bubblewrap. When the arena is killed, the kernel kills bubblewrap (parent-death signal), and
 *    bubblewrap's death kills the namespace.
 *
 * Memory, number of processes and CPU time are limited and counted for the whole tree by control
 * groups. Where none can be made (mostly: the arena is not root), resource limits stand in, which
 * hold for each process alone; `taisen doctor` tells. The folder is read-only because the disk has
 * no quota, and so that two copies of a program cannot talk by way of it.
 *
 * Bubblewrap's own process, outside, holds the player's pipes as well: a player that closes its
 * output but goes on running is not noticed by that, only by the clock.
 *
 * What the cage cannot hide: how busy the machine is (/proc/loadavg, timing). Players who agreed on
 * a code before could whisper that way.
 */
#pragma once
#include "os/err.h"
#include "os/proc.h"
#include "sandbox/cgroup.h"
#include "sandbox/seccomp.h"
#include "sandbox/view.h"

#include <stdint.h>

struct cage_limits {
    int64_t memory_bytes; /* of all processes together */
    int64_t processes;    /* threads count */
    int64_t file_bytes;   /* of one file */
    int64_t tmp_bytes;    /* of /tmp, and again of /dev/shm; counts as memory too */
};

/* 1 GiB, 64 processes, 64 MiB a file, 64 MiB in /tmp. */
struct cage_limits cage_default_limits(void);

struct cage {
    struct cage_limits limits;
    struct cgroup_place place;
    struct seccomp_program filters[SECCOMP_PROGRAMS];
    struct cgroup *slots; /* one for each program that runs at the same time */
    int slot_count;
    char **kept; /* what cage_hide() was told; owned, as the texts */
    int kept_count;
    pid_t arena; /* who opened it: only this process removes the groups */
};

/* False, with the reason, when this machine cannot cage a program. */
bool cage_open(struct cage *cage, const struct cage_limits *limits, int slots, struct err *err);
void cage_close(struct cage *cage);

/* Something that the arena writes, a file or a folder: no program that is started by its command
   sees it, wherever it lies. It must be there when a program is started. */
bool cage_hide(struct cage *cage, const char *path, struct err *err);

/* As proc_start(), inside; limits that are 0 are those of the cage; sandbox/view.h tells what it
   sees. The caller is the subreaper (proc_become_subreaper) and collects with
   proc_kill_descendants() what bubblewrap leaves: the dead fill a control group too until they are
   collected. The exit status is the program's; 128 + N when signal N ended it. */
bool cage_start(const struct cage *cage, int slot, const struct cage_limits *limits,
                const struct view_command *command, struct proc *p, struct err *err);
/* Where a program is that lies in no folder of its author's: at CAGE_HOME, which is also its
   current folder, and nothing else of the machine's files is seen. `folder` is what is there, to be
   read only; NULL: nothing yet, and it can be written, up to the size of /tmp. */
#define CAGE_HOME "/home/player"
bool cage_start_at_home(const struct cage *cage, int slot, const struct cage_limits *limits,
                        const char *folder, const char *command, struct proc *p, struct err *err);
/* Where programs are looked for inside. */
#define CAGE_PATH "/usr/local/bin:/usr/bin:/bin"
/* CPU time of everything that ran in the slot since it was made, or -1. */
int64_t cage_cpu_us(const struct cage *cage, int slot);
/* The most memory that the slot's last program used at a time, or -1. */
int64_t cage_peak_kb(const struct cage *cage, int slot);
/* How many processes of the slot were ended at the memory limit since it was made, or -1. */
int64_t cage_memory_kills(const struct cage *cage, int slot);
/* "1 GiB", "256 MiB". */
void cage_write_size(int64_t bytes, char out[32]);
/* Why a program that has just failed may have failed because of what it sees: a script that reaches
   out of its folder, files that its command does not name. False: no reason is known. */
bool cage_find_reason(const struct cage *cage, const struct view_command *command, char out[512]);
/* Stops everything in the slot, or lets it go on; false where the kernel cannot. */
bool cage_freeze(const struct cage *cage, int slot, bool frozen);
/* Kills everything in the slot. */
void cage_kill(const struct cage *cage, int slot);
