/* Each viewer plays the match along by itself: it is one person, and may come back at any moment.
 */
#include "site/live/own_view.h"

#include "base/json_write.h"
#include "os/clock.h"
#include "os/memory.h"
#include "site/live/follower.h"
#include "site/live/record_stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of a state are read by rules that run elsewhere. */
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "as WebAssembly has them");

enum { HEADER_MOST = 16 * 1024 };

struct own_view {
    struct live *live;
    struct live_match *match; /* held */
    int side;
    struct follower follower;
    struct game_state *shown;
    char *event;      /* the one that is being told */
    size_t len, told; /* its bytes, and how many are out */
    int64_t number;   /* of the next one */
    int64_t first;    /* those before it were seen */
    int64_t beat_us;
    bool is_done, has_ended;
};

/* ---- events ---- */

static void put_state(struct text *t, const unsigned char *bytes, size_t len)
{
    static const char digits[] = "0123456789abcdef";
    while (len > 0 && bytes[len - 1] == 0) len--;
    len = (len + 3) / 4 * 4; /* whole words, as the page keeps them */
    json_write_open(t, "state", '"');
    for (size_t i = 0; i < len; i++) {
        text_char(t, digits[bytes[i] >> 4]);
        text_char(t, digits[bytes[i] & 15]);
    }
    text_char(t, '"');
}

static void put_seats(struct text *t, const struct record *r)
{
    json_write_open(t, "seats", '[');
    for (int p = 0; p < 2; p++) {
        json_write_open(t, NULL, '{');
        json_write_str(t, "spec", r->spec[p]);
        json_write_str(t, "name", r->name[p]);
        json_write_str(t, "who", r->who[p] ? r->who[p] : "");
        json_write_int(t, "name_ms", r->name_ms[p]);
        json_write_close(t, '}');
    }
    json_write_close(t, ']');
}

static void put_header(struct text *t, const struct record *r)
{
    json_write_int(t, "own", 1);
    json_write_str(t, "game", r->game->name);
    json_write_int(t, "rules", r->rules);
    json_write_str(t, "setup", r->options ? r->options : "");
    json_write_int(t, "match_ms", r->match_ms);
    json_write_int(t, "turn_ms", r->turn_ms);
    put_seats(t, r);
}

/* The state as it is now; false when memory is short. */
static bool tell_state(struct own_view *v)
{
    const struct game *game = v->follower.record.game;
    size_t room = 2 * (size_t)game->state_size + HEADER_MOST;
    if (!v->shown) {
        v->shown = memory_zeroed(game->state_size);
        v->event = malloc(room);
        if (!v->shown || !v->event) return false;
    }
    struct text t = text_on(v->event, room);
    game->show(v->follower.replay.state, v->side, v->shown);
    text_str(&t, "id: ");
    text_int(&t, v->number);
    text_str(&t, "\ndata: {");
    if (v->number == 0) put_header(&t, &v->follower.record);
    put_state(&t, (const unsigned char *)v->shown, game->state_size);
    json_write_close(&t, '}');
    text_str(&t, "\n\n");
    v->len = t.len;
    v->told = 0;
    return !t.cut;
}

/* Goes on to the next event that was not seen; false when there is none now. */
static bool find_event(struct own_view *v)
{
    struct err err;
    while (v->match->fd >= 0 && !v->is_done) {
        enum follower_news news = follower_next(&v->follower, v->match->fd, &err);
        if (news == FOLLOWER_NOTHING) return false;
        bool is_wanted = v->number >= v->first;
        v->is_done =
            news == FOLLOWER_FAILED || v->follower.record.is_whole || (is_wanted && !tell_state(v));
        v->number++;
        if (is_wanted) return !v->is_done;
    }
    return false;
}

/* The end is told when the record can be had. */
static int64_t read_events(void *source, char *out, size_t room)
{
    struct own_view *v = source;
    if (v->told == v->len && !find_event(v)) {
        if (!v->match->is_gone) return record_stream_beat(&v->beat_us, out, room);
        if (v->has_ended) return -1;
        v->has_ended = true;
        return snprintf(out, room, RECORD_STREAM_END);
    }
    size_t left = v->len - v->told, part = left < room ? left : room;
    memcpy(out, v->event + v->told, part);
    v->told += part;
    v->beat_us = clock_us();
    return (int64_t)part;
}

static void close_events(void *source)
{
    struct own_view *v = source;
    live_drop(v->live, v->match);
    follower_free(&v->follower);
    free(v->shown);
    free(v->event);
    free(v);
}

bool own_view_follow(struct live *live, int64_t match, int side, int64_t after,
                     struct http_answer *a)
{
    struct own_view *v = calloc(1, sizeof *v);
    struct live_match *held = v ? live_hold(live, match) : NULL;
    if (!held) {
        free(v);
        return false;
    }
    *v = (struct own_view){
        .live = live, .match = held, .side = side, .first = after + 1, .beat_us = clock_us()};
    a->read = read_events;
    a->done = close_events;
    a->source = v;
    a->topic = held;
    return true;
}
