/*
 * submitted — what `serve` and `worker` have in common about programs that people send in: the list
 * of languages, how strong the cage must be, and where built programs are kept.
 */
#pragma once
#include "cli/options.h"
#include "league/build/language.h"
#include "os/err.h"
#include "sandbox/cage_probe.h"

/* The words of --sandbox-min, by strength; ended by NULL. */
extern const char *const submitted_strengths[];

struct submitted {
    struct languages languages;
    const char *file; /* NULL: the kits' list */
    enum cage_strength least;
    const char *programs; /* folder */
    int64_t build_s;      /* that a build may take */
};
enum { SUBMITTED_BUILD_S = 120 };

/* --languages and --build-limit, of a struct submitted. */
extern const struct cli_option options_submitted[];
/* Whether submitted programs can be built and played on this machine; false, with the reason. The
   folder of programs is made. To be called after proc_guard(). */
bool submitted_is_possible(struct submitted *s, struct err *err);
