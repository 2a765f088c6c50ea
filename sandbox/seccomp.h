/*
 * seccomp — which system calls a caged program may make.
 *
 * A list of what is allowed; everything else, calls of kernels to come included, answers ENOSYS, as
 * if the kernel had no such call: runtimes know how to live with that. A few calls are allowed
 * only with harmless arguments.
 *
 * Not allowed, among others: every socket but a socketpair; namespaces, mounts, ptrace, keyrings,
 * bpf, perf, io_uring, userfaultfd, System V and POSIX message queues; locks on files, leases and
 * inotify, by which two players that share no folder could still talk over a file of the system;
 * calls that tell or change what of a file is in memory, by which a player could leave word for the
 * next match (a clock and a count of page faults still tell it, slowly); choosing one's own cores.
 */
#pragma once
#include "os/err.h"

#include <stddef.h>

/* Two filters, both of which a call must pass: what is allowed at all, and with which arguments
   it is not. libseccomp cannot say both of one call in one filter. */
enum { SECCOMP_PROGRAMS = 2 };
struct seccomp_program {
    void *bytes; /* as the kernel takes it; owned */
    size_t size;
};

/* is_weak: nobody counts the memory of a player's processes together, only what each has for
   itself, so they must not have any in common beyond the files of /tmp and /dev/shm. */
bool seccomp_programs(struct seccomp_program out[SECCOMP_PROGRAMS], bool is_weak, struct err *err);
void seccomp_free(struct seccomp_program programs[SECCOMP_PROGRAMS]);
