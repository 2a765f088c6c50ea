/*
 * lag — how long the line to a program at home held it up, measured by the site alone.
 *
 * While the program is asked, the site sends pings; the client sends each back at once, in order
 * with the program's answer. The longest way there and back of a ping that was sent since the
 * question is what the line may have held the answer up for: a stall in either direction holds up
 * pings as well. So for one answer is forgiven
 *
 *     min(longest ping since the question, time since the question, turn_us, what is left of
 *         match_us)
 *
 * Nothing that the client says is believed: it can only say which pings it has. One that sends
 * pings back late, to think meanwhile, gains turn_us an answer and match_us a match at most; one
 * that does not send them back gains nothing.
 *
 * Reads no clock: the caller passes monotonic microseconds. Pure.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum {
    LAG_PINGS = 256,
    LAG_PING_US = 100 * 1000,
    LAG_PING_MOST_US = 1000 * 1000,
    LAG_REST_US = 1000 * 1000
};

struct lag {
    int64_t turn_us, match_us;  /* the most that is forgiven: for an answer, in a match */
    int64_t asked_us;           /* when the question was sent; -1: nothing is asked */
    int64_t answered_us;        /* when bytes of its answer last came; -1: none yet */
    int64_t longest_us;         /* of the pings since then */
    int64_t base_us;            /* forgiven before this question */
    int64_t held_us;            /* base_us and what is forgiven now: never smaller than before */
    int64_t pinged_us;          /* when the last ping was sent */
    int64_t usual_us;           /* of the last ping that came back, for people */
    int64_t nonce, echoed;      /* the last that was sent, the last that came back */
    int64_t sent_us[LAG_PINGS]; /* of the pings in between, by nonce */
};

void lag_open(struct lag *l, int64_t turn_us, int64_t match_us);
/* A match begins: what was forgiven before does not count. */
void lag_begin(struct lag *l);
/* The program is asked now. Asking again before an answer changes nothing. */
void lag_ask(struct lag *l, int64_t now_us);
/* Whether a ping is due, and the nonce of the next; `idle_us` is how often when nothing is asked.
   False, too, when too many are on their way. */
bool lag_is_due(const struct lag *l, int64_t now_us, int64_t idle_us);
int64_t lag_ping(struct lag *l, int64_t now_us);
/* A ping came back, and with it all before it. False when it was not to come back. */
bool lag_echo(struct lag *l, int64_t nonce, int64_t now_us);
/* Bytes of an answer have come: what the line held up in this match so far. */
int64_t lag_answer(struct lag *l, int64_t now_us);
/* How long the oldest ping has been on its way; 0: none is. */
int64_t lag_silence_us(const struct lag *l, int64_t now_us);
