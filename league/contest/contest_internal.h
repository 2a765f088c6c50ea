/*
 * contest_internal — what the files of league/contest/contest.h share: contest.c reads keys and
 * sections, contest_check.c says what must fit together, contest_file.c has the files beside it.
 */
#pragma once
#include "league/contest/contest.h"

/* Sets of formats. */
#define FORMAT_BIT(format) (1u << (format))
enum {
    FORMATS_SERIES = FORMAT_BIT(ROUND_ROBIN) | FORMAT_BIT(SWISS) | FORMAT_BIT(KNOCKOUT) |
                     FORMAT_BIT(DOUBLE_ELIMINATION) | FORMAT_BIT(LADDER),
    FORMATS_TABLES = FORMAT_BIT(ROUND_ROBIN) | FORMAT_BIT(SWISS) | FORMAT_BIT(LADDER),
    FORMATS_BRACKETS = FORMAT_BIT(KNOCKOUT) | FORMAT_BIT(DOUBLE_ELIMINATION),
    FORMATS_LOTS =
        FORMAT_BIT(QUALIFIER) | FORMAT_BIT(ROUND_ROBIN) | FORMAT_BIT(SWISS) | FORMATS_BRACKETS,
    FORMATS_SOLO = FORMAT_BIT(QUALIFIER) | FORMAT_BIT(CAMPAIGN),
    FORMATS_ANY = FORMATS_SERIES | FORMATS_SOLO
};

/* The line in which a phase has this key; 0: it has none. */
int contest_line_of(const struct contest_phase *p, const char *name);
/* False, with the line and the formats that have it, when a phase has a key that its format has
 * not. */
bool contest_check_keys(const struct contest_phase *p, const char *path, struct err *err);
/* Everything that only the whole file tells; fills in what follows from it. */
bool contest_check(struct contest *c, const char *path, struct err *err);
