/*
 * survey — what this machine offers to keep programs in their cage, and what is therefore enforced,
 * weak or missing.
 *
 * Nothing is believed that can be tried: namespaces are made, a program is caged, control groups
 * are made and removed. Costs some tens of milliseconds.
 */
#pragma once
#include "sandbox/cage.h"

/* FINE: nothing to enforce, and nothing to do. */
enum survey_grade { SURVEY_ENFORCED, SURVEY_FINE, SURVEY_WEAK, SURVEY_MISSING };

struct survey_item {
    const char *name; /* a word or two */
    enum survey_grade grade;
    const char *found;  /* a sentence */
    const char *advice; /* what to do about it; NULL where all is well */
};

typedef void survey_fn(void *arg, const struct survey_item *item);

/* How strong the cage is as a whole: what a contest that takes strangers' programs asks for. */
enum cage_strength {
    CAGE_NONE, /* programs cannot be caged at all */
    CAGE_WEAK, /* caged, but memory and processes are limited for each process alone */
    CAGE_FULL
};

enum cage_strength survey_strength(void);
void survey_cage(survey_fn *tell, void *arg);
