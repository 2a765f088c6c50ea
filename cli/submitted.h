/*
 * submitted — what `serve` and `worker` have in common about programs that people send in: the list
 * of languages, how strong the cage must be, and where built programs are kept.
 */
#pragma once
#include "league/build/language.h"
#include "os/err.h"
#include "sandbox/cage_probe.h"

/* full, weak or none; false, having said what is wrong. */
bool submitted_read_strength(const char *option, const char *arg, enum cage_strength *out);
const char *submitted_strength_name(enum cage_strength strength);

struct submitted {
    struct languages languages;
    const char *file; /* NULL: the kits' list */
    enum cage_strength least;
    const char *programs; /* folder */
};
/* Whether submitted programs can be built and played on this machine; false, with the reason. The
   folder of programs is made. To be called after proc_guard(). */
bool submitted_is_possible(struct submitted *s, struct err *err);
