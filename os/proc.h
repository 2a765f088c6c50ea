/*
 * proc — child processes on three pipes.
 *
 * A child leads a session of its own, has no descriptor but 0, 1 and 2, and is killed by the
 * kernel when the arena dies. Our pipe ends do not block. What a child leaves behind when it has
 * gone (children that left its session, daemons) falls to the arena, which is its subreaper, and is
 * ended by proc_kill_descendants().
 *
 * proc_guard() covers the case that the arena itself is killed: it splits the arena in two
 * processes. The inner one goes on; the outer one waits for it, ends whatever the inner one left
 * behind, and passes its exit status on. If the outer one is killed, the inner one is asked to stop
 * (SIGTERM) and cleans up itself.
 */
#pragma once
#include "os/err.h"

#include <stdint.h>
#include <sys/types.h>

struct proc {
    pid_t pid; /* 0: not started, or collected */
    int pidfd; /* readable once the child has ended */
    int in;    /* we write, the child reads; -1 when closed, as all four */
    int out;   /* we read what the child writes */
    int err;   /* its standard error */
};

#define PROC_NONE ((struct proc){.pid = 0, .pidfd = -1, .in = -1, .out = -1, .err = -1})

/* How a child ended and what it used. */
struct proc_end {
    bool by_itself;       /* it had ended before it was killed */
    int code;             /* exit status, or -1 */
    int signal;           /* the signal that ended it, or 0 */
    int64_t cpu_us;       /* user and system time, its own waited-for children included */
    int64_t wait_us;      /* ready, but waiting for a core; 0 where nobody looked */
    int64_t memory_limit; /* of a caged program that was ended at it, in bytes; otherwise 0 */
    int64_t rss_kb; /* largest resident size; of a caged program, of all its processes at a time */
};

/* A command as the words to execute: its own when it is plain words, `sh -c COMMAND` when it uses
   the shell's letters. */
enum { PROC_WORDS = 64 };
struct proc_command {
    char copy[4096];
    const char *words[PROC_WORDS + 1]; /* ends with NULL; into copy, or into the text given */
};
void proc_split(struct proc_command *c, const char *text);

/* Runs a command. One that cannot be started ends with status 127, as in a shell. */
bool proc_start(struct proc *p, const char *command, struct err *err);
/* Runs a function of ours as a child; its result is the exit status. In a session of its own it has
   no terminal, and the kernel shares the cores between sessions (autogroups): one with a hundred
   threads gets no more than one with a single thread. One that talks to the terminal must stay in
   our session. */
enum proc_session { PROC_OWN_SESSION, PROC_OUR_SESSION };
bool proc_fork(struct proc *p, enum proc_session session, int (*run)(void *arg), void *arg,
               struct err *err);
/* Waits at most wait_us for it to end by itself, kills its group, collects it, closes all. */
void proc_end(struct proc *p, int64_t wait_us, struct proc_end *how);
/* Replaces this process; comes back, with 127, only when that fails, having said so. */
int proc_exec(const char *const *words);

/* Kills and collects every process below this one. */
void proc_kill_descendants(void);
/* Makes this process the one that orphans below it fall to. proc_guard() includes it. */
void proc_become_subreaper(void);
/* See above. Call once, before anything is opened. */
void proc_guard(void);
