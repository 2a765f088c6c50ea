/*
 * cards — names and first passwords on paper, to be cut out and handed round: as text, or as a page
 * for a browser to print.
 *
 * The file is for its owner's eyes alone. Each card is on disk before cards_add() returns, so that
 * no password is lost whose account was made.
 */
#pragma once
#include "os/err.h"

#include <stdio.h>

struct cards {
    FILE *out;
    bool is_page;
    const char *url; /* where to log in; NULL: not said */
};

/* A new file, a page when its name ends with .html; NULL: text on standard output. */
bool cards_open(struct cards *c, const char *path, const char *url, struct err *err);
bool cards_add(struct cards *c, const char *name, const char *who, const char *password,
               struct err *err);
bool cards_close(struct cards *c, struct err *err);
