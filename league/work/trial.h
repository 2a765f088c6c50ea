/*
 * trial — a program that is still being written: built as submissions are, then one match against a
 * bot, and nothing of it is kept.
 *
 * It runs in a process of its own, in the sandbox. What its author should know lies in memory that
 * is shared with that process, so that it can be read at any time and outlives it; the record is a
 * file in memory that grows with the match. trial_stop() ends the process with everything it
 * started and removes its files; what has been said until then stays until trial_free().
 */
#pragma once
#include "league/build/build.h"
#include "league/run/match_end.h"
#include "league/store/store_queue.h"
#include "os/file.h"
#include "os/proc.h"

#include <limits.h>

enum { TRIAL_LOG = 6 * BUILD_LOG + 1024 };
enum trial_stage { TRIAL_BUILDING, TRIAL_PLAYING, TRIAL_OVER };

/* Needed only while it is started. */
struct trial_task {
    const struct language *language;
    const void *source;
    size_t len;
    int64_t build_ms;
    const char *programs; /* folder to unpack in */
    const char *kits;     /* folder of the starter kits; NULL: there are none */
    const struct cage *cage;
    int slot;                    /* the first of two */
    const struct store_job *job; /* game, setup, settings, seed, names; the bot's seat */
    int side;                    /* the program's */
};

/* What the process says. */
struct trial_said {
    _Atomic int32_t stage;
    struct err why; /* there is no match, or it has no result; no text: nothing is wrong */
    bool has_result;
    struct journal_match result;
    size_t log_len;
    char log[TRIAL_LOG]; /* of the build, a JSON string */
};

#define TRIAL_NONE ((struct trial){.proc = PROC_NONE, .memory = -1})
struct trial {
    struct proc proc;
    const struct cage *cage;
    int slot;
    char folder[PATH_MAX]; /* what is unpacked lies in it; "": there is none */
    int memory;            /* the record as far as it is */
    char record[FILE_MEMORY_PATH];
    struct trial_said *said;
    struct match_end *end;
};

/* Begins as TRIAL_NONE; whether it succeeds or not, trial_free() ends it. */
bool trial_start(struct trial *t, const struct trial_task *task, struct err *err);
/* Readable once it has ended; -1: nothing runs. */
int trial_fd(const struct trial *t);
/* Collects what has ended by itself, or ends what runs, with the reason. */
void trial_stop(struct trial *t, const struct err *why);
/* The record so far, which the caller frees; NULL: there is none. */
char *trial_read_record(const struct trial *t, size_t *len);
void trial_free(struct trial *t);
