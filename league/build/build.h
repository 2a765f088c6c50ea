/*
 * build — makes a program of what somebody sent, and tries it out.
 *
 * All of it happens in the cage. The files go in by standard input and lie in memory, bounded, at
 * CAGE_HOME; the language's build line is run there; what it leaves comes out as a tar, is looked
 * at like anything that a stranger sends, and is packed anew. The compiler has no network, sees no
 * file of anybody's, and has limits of time, memory, processes and output. Then the program plays
 * as it will play in matches, and check (referee/check.h) tells what it saw.
 *
 * What is wrong with the program is a result; a failure is the arena's own.
 */
#pragma once
#include "league/build/language.h"
#include "os/err.h"
#include "referee/check.h"

#include <stddef.h>
#include <stdint.h>

enum { BUILD_LOG = 64 * 1024 };

/* In memory that is shared with whoever waits: games of the check that are over, and how many there
   are to be; none while it is compiled. */
struct build_progress {
    _Atomic int32_t checked, checks;
};

struct build_task {
    const struct language *language;
    const void *source; /* as it was sent */
    size_t len;
    int64_t build_ms;           /* that the build may take */
    struct check_options check; /* all but command and home */
    const char *programs;       /* folder to unpack in */
    const char *kits;           /* folder of the starter kits; NULL: there are none */
    struct build_progress *progress;
};

struct build_result {
    struct err why; /* it is broken; no text: it is fit */
    char *log;      /* of the build, a JSON string */
    char *report;   /* of the check, a JSON array */
    char *program;  /* packed; NULL where there is none */
    size_t program_len;
};

/* Both are to be called in a process of its own that is the subreaper (proc_become_subreaper). The
   result is the caller's to free, whatever comes back. build_compile() makes the program and does
   not check it: there is no report. */
bool build_compile(const struct build_task *t, struct build_result *r, struct err *err);
bool build_run(const struct build_task *t, struct build_result *r, struct err *err);
void build_result_free(struct build_result *r);

/* A result as bytes in a file, for whoever waits for the process. */
bool build_result_write(const struct build_result *r, int fd, struct err *err);
bool build_result_read(struct build_result *r, const char *path, struct err *err);
