/* The longest ping since the question bounds what the line can have held up; only pings that
   come back in order count. */
#include "site/remote/lag.h"

#include <assert.h>

void lag_open(struct lag *l, int64_t turn_us, int64_t match_us)
{
    *l = (struct lag){.turn_us = turn_us, .match_us = match_us, .asked_us = -1, .answered_us = -1};
}

void lag_begin(struct lag *l)
{
    l->asked_us = -1;
    l->longest_us = l->base_us = l->held_us = 0;
}

void lag_ask(struct lag *l, int64_t now_us)
{
    if (l->asked_us >= 0 && l->answered_us < 0) return;
    l->asked_us = now_us;
    l->answered_us = -1;
    l->longest_us = 0;
    l->base_us = l->held_us;
}

/* An answer may come in pieces; when none has come for a while, it was all. */
static bool is_open(const struct lag *l, int64_t now_us)
{
    return l->asked_us >= 0 && (l->answered_us < 0 || now_us - l->answered_us < LAG_REST_US);
}

/* Half of the way there and back: on a bad line more of them would stand in the answer's way. */
static int64_t interval_us(const struct lag *l)
{
    int64_t us = l->usual_us / 2;
    return us < LAG_PING_US ? LAG_PING_US : us > LAG_PING_MOST_US ? LAG_PING_MOST_US : us;
}

bool lag_is_due(const struct lag *l, int64_t now_us, int64_t idle_us)
{
    if (l->nonce - l->echoed >= LAG_PINGS) return false;
    if (l->asked_us > l->pinged_us) return true; /* the first goes out with the question */
    return now_us - l->pinged_us >= (is_open(l, now_us) ? interval_us(l) : idle_us);
}

int64_t lag_ping(struct lag *l, int64_t now_us)
{
    assert(l->nonce - l->echoed < LAG_PINGS); /* or its place in the ring is taken */
    l->nonce++;
    l->sent_us[l->nonce % LAG_PINGS] = now_us;
    l->pinged_us = now_us;
    return l->nonce;
}

/* A ping that was on its way when the question was asked counts from the question on. */
bool lag_echo(struct lag *l, int64_t nonce, int64_t now_us)
{
    if (nonce <= l->echoed || nonce > l->nonce) return false;
    int64_t sent_us = l->sent_us[(l->echoed + 1) % LAG_PINGS];
    l->usual_us = now_us - l->sent_us[nonce % LAG_PINGS];
    assert(l->nonce - l->echoed <= LAG_PINGS);
    l->echoed = nonce;
    if (l->asked_us < 0) return true;
    if (sent_us < l->asked_us) sent_us = l->asked_us;
    if (now_us - sent_us > l->longest_us && l->sent_us[nonce % LAG_PINGS] >= l->asked_us)
        l->longest_us = now_us - sent_us;
    return true;
}

int64_t lag_answer(struct lag *l, int64_t now_us)
{
    if (l->asked_us < 0) return l->held_us;
    l->answered_us = now_us;
    int64_t us = l->longest_us;
    if (us > now_us - l->asked_us) us = now_us - l->asked_us;
    if (us > l->turn_us) us = l->turn_us;
    if (us > l->match_us - l->base_us) us = l->match_us - l->base_us;
    if (l->base_us + us > l->held_us) l->held_us = l->base_us + us;
    assert(l->held_us >= l->base_us && l->held_us <= l->match_us);
    return l->held_us;
}

int64_t lag_silence_us(const struct lag *l, int64_t now_us)
{
    return l->echoed == l->nonce ? 0 : now_us - l->sent_us[(l->echoed + 1) % LAG_PINGS];
}
