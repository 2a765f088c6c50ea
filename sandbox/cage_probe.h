/*
 * cage_probe — what this machine offers to keep programs in their cage, and what is therefore
 * enforced, weak or missing.
 *
 * Nothing is believed that can be tried: namespaces are made, a program is caged, control groups
 * are made and removed. Costs some tens of milliseconds.
 */
#pragma once
#include "sandbox/cage.h"

/* FINE: nothing to enforce, and nothing to do. */
enum cage_probe_grade { CAGE_PROBE_ENFORCED, CAGE_PROBE_FINE, CAGE_PROBE_WEAK, CAGE_PROBE_MISSING };

struct cage_probe_item {
    const char *name; /* a word or two: a message (os/words.h) */
    enum cage_probe_grade grade;
    const char *found;  /* a sentence */
    const char *shown;  /* that in the user's language; NULL: it is a message without values */
    const char *advice; /* what to do about it, a message; NULL where all is well */
};

typedef void cage_probe_fn(void *arg, const struct cage_probe_item *item);

/* How strong the cage is as a whole: what a contest that takes strangers' programs asks for. */
enum cage_strength {
    CAGE_NONE, /* programs cannot be caged at all */
    CAGE_WEAK, /* caged, but memory and processes are limited for each process alone */
    CAGE_FULL
};

enum cage_strength cage_probe_strength(void);
void cage_probe_all(cage_probe_fn *tell, void *arg);
