/*
 * cgroup — a control group for one player and everything it starts: memory, number of processes,
 * share of the cores, CPU time, stopping and killing, always of the whole tree.
 *
 * Version 2 of the kernel's interface is used, or version 1 where the controllers are mounted that
 * way; where groups cannot be made (no right to, or nothing mounted) cgroup_place.version is 0 and
 * the caller does with less. A group is made once and used by one player after the other.
 *
 * Version 1: below our own group in each hierarchy, so that limits set on the arena hold for its
 * players too. Version 2 does not let a group have both processes and limited children: there it is
 * beside our own group, below the same parent.
 *
 * Groups are called taisen.NAMESPACE.PID.N after the arena that made them: in containers that see
 * the same groups the same numbers may mean others. What a killed arena left behind, players
 * that were just being started among it, is ended and removed by the next one.
 */
#pragma once
#include "os/err.h"

#include <stdint.h>
#include <sys/types.h>

enum cgroup_kind {
    CGROUP_MEMORY,
    CGROUP_PIDS,
    CGROUP_SHARE, /* a player with many processes gets no more of the cores than one with one */
    CGROUP_CPU,   /* counts the time */
    CGROUP_FREEZER,
    CGROUP_KINDS
};
enum { CGROUP_PATH = 512 };

/* Where groups can be made: a folder for each kind, "" where it is missing. */
struct cgroup_place {
    int version; /* 2, 1, or 0: no groups here */
    char dir[CGROUP_KINDS][CGROUP_PATH];
};

struct cgroup {
    int version;
    char dir[CGROUP_KINDS][CGROUP_PATH];
    int cpu; /* the open file that tells CPU time, or -1 */
};

#define CGROUP_NONE ((struct cgroup){.cpu = -1})

/* What the texts of /proc/self/mountinfo and /proc/self/cgroup say; touches no file. */
void cgroup_locate(struct cgroup_place *place, const char *mounts, const char *own);
/* The controllers of this machine that really can be used; removes groups of dead arenas. */
void cgroup_find(struct cgroup_place *place);

/* What the groups of the arena with this number are called, without their own number. */
void cgroup_name(pid_t arena, char out[64]);
bool cgroup_make(struct cgroup *g, const struct cgroup_place *place, int number, struct err *err);
/* Of who comes next. False when a limit that the place offers cannot be set. */
bool cgroup_limit(const struct cgroup *g, int64_t memory_bytes, int64_t processes, struct err *err);
/* Ends what is left in it and removes it. */
void cgroup_remove(struct cgroup *g);

static inline bool cgroup_has(const struct cgroup *g, enum cgroup_kind kind)
{
    return g->dir[kind][0] != '\0';
}
/* In a child, before exec: this process and what it starts belong to the group from here on. */
bool cgroup_join(const struct cgroup *g);
/* CPU time used in it since it was made, or -1. */
int64_t cgroup_cpu_us(const struct cgroup *g);
/* The most memory used in it at a time, since it was made or (version 1) since the last join; or
   -1. */
int64_t cgroup_peak_kb(const struct cgroup *g);
/* How many processes in it the kernel has ended for want of memory since it was made, or -1. */
int64_t cgroup_memory_kills(const struct cgroup *g);
/* Stops everything in it, or lets it go on; false where the kernel has no freezer. */
bool cgroup_freeze(const struct cgroup *g, bool frozen);
/* Kills everything in it, frozen or not. Does not wait for them to be gone. */
void cgroup_kill(const struct cgroup *g);
