/*
 * join — a program of this machine plays on a site: one line, one match at a time.
 *
 * The program is started anew for each match and sent what the site's referee sends; or, as a
 * relay, an ordinary CHaser client connects to a port of this machine, once for each match. A line
 * that breaks is opened again and goes on where it stopped, with the program still running.
 *
 * What is being played is noted in a file of the user's, so that whoever comes after a client that
 * was killed can give its match up (join_clear).
 */
#pragma once
#include "cli/remote.h"
#include "os/err.h"
#include "sandbox/cage.h"

#include <stdbool.h>
#include <stdint.h>

struct join_options {
    struct remote_options site;
    const char *game, *ladder, *room; /* one of them, the others NULL */
    const char *command;              /* NULL: a relay */
    const char *relay;                /* [HOST:]PORT */
    const struct cage *cage;          /* NULL: the program runs free */
    int slot;
    int64_t matches;     /* 0: without end */
    bool json, is_alone; /* is_alone: the only line, so the turn can be shown as it changes */
};

/* Plays until it is done or asked to stop. False, with the reason, when the site does not want it.
 */
bool join_run(const struct join_options *o, struct err *err);
/* Gives up the matches of clients on this machine that were killed. */
void join_clear(const struct join_options *o);
