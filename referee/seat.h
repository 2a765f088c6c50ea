/*
 * seat — one player's place at the table: a program, a bot or a TCP client, and the bytes to and
 * from it.
 *
 * Nothing here blocks and nothing grows without bound: what a player writes is kept up to the size
 * of an answer and then left in the pipe; of its standard error SEAT_ERR_TURN bytes a turn and
 * `err_bytes` in all are kept, the rest is read and thrown away, so that no player ever waits for
 * us to read; one that floods it waits a millisecond, or reading would be all we do. The match loop
 * owns the waiting: seat_want() says which events a seat is interested in, seat_work() does what
 * poll() found possible.
 */
#pragma once
#include "base/text.h"
#include "games/game.h"
#include "os/err.h"
#include "os/proc.h"
#include "os/tree.h"
#include "referee/name.h"
#include "referee/notice.h"
#include "sandbox/cage.h"

#include <poll.h>

enum {
    SEAT_NAME_MAX = NAME_MAX_BYTES,
    SEAT_ERR_TURN = 8 * 1024,
    SEAT_ERR_MATCH = 1024 * 1024,
    SEAT_LOG_MAX = 16 * 1024 * 1024,
    SEAT_FDS = 5
};

/* What a player may write; 0: as it is where nobody says otherwise. */
struct seat_limits {
    int64_t answer_bytes; /* for one answer; never more than the game's answer_max, which it is */
    int64_t output_bytes; /* in the whole match; no limit */
    int64_t err_bytes;    /* of standard error, kept in the whole match; SEAT_ERR_MATCH */
};

struct seat {
    struct proc proc; /* of a TCP client: no process, `in` and `out` are its socket; unix: alike */
    char name[SEAT_NAME_MAX + 1];

    const struct cage *cage; /* of a caged program, otherwise NULL */
    int slot;
    int64_t slot_cpu_us;  /* what others used there before */
    int64_t slot_kills;   /* how many of them reached their memory limit */
    int64_t memory_limit; /* its own, in bytes */
    char reason[512];     /* what it may fail for: an explanation, should it fail; or "" */
    bool is_explained;
    bool is_paused;

    int listener;       /* of a TCP seat, otherwise -1 */
    bool owns_listener; /* opened by the seat itself */
    bool is_tcp, is_human;
    bool is_far;    /* relayed over a line that may hold up any byte */
    bool is_silent; /* it was late with its last answer: its goodbye is not waited for long */
    enum notice_kind notice; /* what people should hear: who came, who was sent away ... */
    char notice_about[64];   /* ... and from where */

    char *got; /* what the player wrote and nobody has taken yet */
    size_t got_len, got_cap;
    size_t out_room; /* what may still be read in this match */
    int64_t got_us;  /* when the first byte of it came */
    bool fresh;      /* a line end has come since the last look */
    bool closed;     /* its output has ended, or its process has: nothing more will come */

    const char *unsent; /* into the caller's text, which must stay until all is sent */
    size_t unsent_len;

    struct text err; /* standard error since it was last taken */
    size_t err_room; /* what may still be kept in this match */
    int64_t err_us;  /* when it is read again, after a flood; 0: there was none of late */
    int log;         /* file for standard error, or -1 */
    size_t log_room;
};

/* A player far away, whose bytes somebody relays and whose line they measure. */
struct seat_line {
    const _Atomic int64_t
        *held_us;    /* so long it has held the player up in this match; NULL: none */
    int64_t most_ms; /* that one answer is forgiven */
};

#define SEAT_NONE ((struct seat){.proc = PROC_NONE, .listener = -1, .log = -1})

struct seat_options {
    const struct game *game;
    const char *spec;     /* bot:NAME, tcp:PORT, unix:PATH, human, or a command */
    int listener;         /* a socket to wait on for tcp:, kept open; 0: the seat opens its own */
    uint64_t seed;        /* for a bot's own choices */
    const char *log_path; /* NULL: no file */
    struct seat_limits limits;
    const struct cage *cage;   /* where a command runs; NULL: free. Bots are our own */
    int slot;                  /* of the cage */
    struct cage_limits caged;  /* where they differ from the cage's own, otherwise 0 */
    const char *const *others; /* specs of the run: what is a program's of them it may not see */
    int other_count;
    const char *home; /* the folder it runs in, caged at home; NULL: the current one */
    const int *core;  /* to be pinned to; NULL: any */
    struct seat_line line;
};

/* What a seat names: a bot of ours, a client that connects, a person; none of them: a command. */
bool seat_spec_is_bot(const char *spec);
bool seat_spec_is_tcp(const char *spec);
bool seat_spec_is_human(const char *spec);
/* What is wrong with a seat's spec, told before anything is started. */
bool seat_check(const struct game *game, const char *spec, struct err *err);
bool seat_open(struct seat *s, const struct seat_options *options, struct err *err);
/* Waits at most wait_us for the player to end by itself, then kills it and frees all. */
void seat_close(struct seat *s, int64_t wait_us, struct proc_end *how);

/* CPU time of the player so far, with all of its processes, also those that have ended; 0 of a TCP
 * client. */
int64_t seat_cpu_us(const struct seat *s);

/* What the player's processes use and wait for, found by looking at each: not for every turn. */
struct tree_use seat_use(const struct seat *s);
/* Stops the player, or lets it go on. Persons and TCP clients are not ours to stop. */
void seat_pause(struct seat *s, bool paused);

/* True while a TCP seat waits for its client. */
static inline bool seat_is_empty(const struct seat *s)
{
    return s->is_tcp && s->proc.out < 0 && !s->closed;
}

/* True when nothing more is read: the answer, or all of its output, is too long. */
static inline bool seat_is_full(const struct seat *s)
{
    return s->got_len == s->got_cap || s->out_room == 0;
}

/* Begins to send; what the kernel does not take at once goes out with seat_work(). */
void seat_send(struct seat *s, const char *bytes, size_t len);
static inline bool seat_has_sent(const struct seat *s)
{
    return s->unsent_len == 0;
}

/* Fills SEAT_FDS entries for poll(); listening: an answer is awaited. Returns when to ask again
   even if nothing comes, INT64_MAX: never. */
int64_t seat_want(const struct seat *s, bool listening, int64_t now_us,
                  struct pollfd fds[SEAT_FDS]);
void seat_work(struct seat *s, const struct pollfd fds[SEAT_FDS]);
/* Takes `used` bytes off the front of what was got. */
void seat_take(struct seat *s, size_t used);
/* Of a caged program that has failed: where the cage knows why, it says so, as the last line of the
   program's standard error. */
void seat_explain(struct seat *s);
/* Reads what standard error still holds. */
void seat_drain_err(struct seat *s);
/* An answer has come: what was written to standard error before it belongs to its turn, also where
   a flood makes us wait. Costs those nothing who write nothing. */
void seat_hear_turn(struct seat *s);
/* Reads standard error of one that has failed, which may be about to end and to say why; then
   seat_explain(). */
void seat_hear_out(struct seat *s);
/* The last line of what it wrote on standard error since that was last taken, fit for a terminal;
   "" when there is none. */
void seat_last_line(const struct seat *s, char *out, size_t size);
