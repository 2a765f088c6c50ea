/*
 * site — the arena in a browser: pages, the interface under /api/v1, live matches, and games
 * against people. One thread, one loop, nothing in it waits.
 *
 * site_open() does everything that can fail: the store, the folders, the port. site_run() serves
 * until the program is asked to stop. Matches of the ladders are played by workers, processes of
 * their own that the site starts, restarts and ends; matches with people it plays itself, each in
 * a process of its own as well.
 */
#pragma once
#include "os/err.h"
#include "site/http/http.h"

struct site;

/* Who may have an account: anybody, whoever has an invitation, or nobody who has none yet. */
enum site_signup { SIGNUP_CLOSED, SIGNUP_INVITATION, SIGNUP_OPEN };

/* Programs that people send in. */
struct site_submit {
    const struct languages *languages; /* NULL: none is taken */
    const struct err *closed;          /* why none is taken; NULL: they are */
    int64_t an_hour, waiting;          /* of an account */
    int64_t build_ms;                  /* that a build on this machine may take */
};

struct site_options {
    const char *db; /* where the league is; it is made where there is none, or brought up to date */
    int64_t db_wait_us;                       /* for one that does not run yet ... */
    void (*tell_away)(const struct err *why); /* ... and who hears of it; NULL: nobody */
    const char *listen;                       /* HOST:PORT; NULL: nobody can come in (tests) */
    const char *var;     /* folder for what the site keeps; made where it is missing */
    const char *pages;   /* folder of the built pages */
    const char *records; /* folder of the league's records that are files; NULL: there are none */
    const char *folder;  /* of records, whose newest one /watch shows; NULL: none */
    /* The command of a worker, ending with NULL; the site adds --db, --live and --name. */
    const char *const *worker;
    int jobs;             /* workers, each with one match at a time; 0: none */
    int64_t pace_ms;      /* the least a turn of a ladder's match lasts */
    int64_t play_ms;      /* what a person has for a turn */
    int64_t play_limit;   /* games with people at a time */
    const char *programs; /* folder for submitted programs that programs at home play against */
    int64_t remote_play_limit; /* programs at home at a time, each with one match */
    int connections_max;       /* clients at a time */
    int streams_each;          /* streams of one network at a time; 0: a quarter of the clients */
    int requests_each;         /* requests of one network in a second */
    int64_t patience_s;        /* for a client to ask */
    enum site_signup signup;
    int64_t tries; /* wrong passwords of an account in ten minutes; of an address five times that */
    int64_t spectators_s; /* how late others see games of people (league/store/store_player.h) */
    bool cages_strangers; /* submitted programs may play on this machine */
    bool anybody_tries;   /* who has no account may run programs against bots, too */
    bool https;           /* all clients come by TLS: cookies are for TLS alone */
    struct site_submit submit;
    const char *kits;      /* folder of the starter kits; NULL: there are none */
    const char *downloads; /* folder of files to take home, such as packages; NULL: none */
    bool cheap_hashes;     /* passwords are hashed cheaply (tests) */
};

struct site *site_open(const struct site_options *options, struct err *err);
void site_close(struct site *site);
int site_port(const struct site *site);
/* The word that makes whoever signs up with it the first organiser: once, from this machine alone,
   and only where the site listens on a loopback address and the league has no organiser yet. NULL:
   there is none. */
const char *site_first_word(const struct site *site);
/* Whether the pages are there. */
bool site_has_pages(const struct site *site);
/* False when the loop itself failed. */
bool site_run(struct site *site, struct err *err);
/* Answers one request without a network; what the site does besides is not done. */
void site_answer(struct site *site, struct http_request *q, struct http_answer *a);
