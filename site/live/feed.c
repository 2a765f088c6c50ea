/* A ring of events with their ids; a stream is a position in it, and one that falls behind the
   ring begins again. */
#include "site/live/feed.h"

#include "base/json_write.h"
#include "os/clock.h"
#include "site/live/record_stream.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT = 1024, ITEM = 1024 };

struct kept {
    int64_t id;
    size_t len;
    char event[ITEM];
};

struct feed {
    int64_t count; /* of all so far; the ring holds the last KEPT of them */
    int64_t last;
    struct kept ring[KEPT];
};

struct follower {
    struct feed *feed;
    int64_t next; /* which of all */
    int64_t beat_us;
};

struct feed *feed_new(void)
{
    return calloc(1, sizeof(struct feed));
}

void feed_free(struct feed *feed)
{
    free(feed);
}

static void write_event(struct text *t, const struct feed_item *item)
{
    if (item->id > 0) {
        text_str(t, "id: ");
        text_int(t, item->id);
        text_char(t, '\n');
    }
    text_str(t, "data: {");
    json_write_str(t, "kind", item->kind);
    if (item->match > 0) json_write_int(t, "match", item->match);
    if (item->ladder && *item->ladder) json_write_str(t, "ladder", item->ladder);
    json_write_str(t, "text", item->text);
    text_str(t, "}\n\n");
}

void feed_add(struct feed *feed, const struct feed_item *item)
{
    assert(feed->count >= 0);
    struct kept *k = &feed->ring[feed->count % KEPT];
    struct text t = TEXT_ON(k->event);
    struct feed_item plain = *item;
    write_event(&t, &plain);
    if (t.cut) { /* a text of hundreds of letters: the event alone will do */
        text_clear(&t);
        plain.text = "";
        write_event(&t, &plain);
    }
    k->id = item->id;
    k->len = t.len;
    assert(t.len > 0 && !t.cut);
    feed->count++;
    if (item->id > feed->last) feed->last = item->id;
}

void feed_skip(struct feed *feed, int64_t id)
{
    if (id > feed->last) feed->last = id;
}

int64_t feed_last(const struct feed *feed)
{
    return feed->last;
}

static int64_t oldest(const struct feed *feed)
{
    return feed->count > KEPT ? feed->count - KEPT : 0;
}

static int64_t read_feed(void *source, char *out, size_t room)
{
    struct follower *f = source;
    size_t used = 0;
    if (f->next < oldest(f->feed)) f->next = oldest(f->feed);
    for (; f->next < f->feed->count; f->next++) {
        const struct kept *k = &f->feed->ring[f->next % KEPT];
        assert(k->len < ITEM);
        if (used + k->len > room) break;
        memcpy(out + used, k->event, k->len);
        used += k->len;
    }
    if (used == 0) return record_stream_beat(&f->beat_us, out, room);
    f->beat_us = clock_us();
    return (int64_t)used;
}

bool feed_follow(struct feed *feed, int64_t after, struct http_answer *a)
{
    struct follower *f = malloc(sizeof *f);
    if (!f) return false;
    *f = (struct follower){.feed = feed, .next = feed->count, .beat_us = clock_us()};
    while (after >= 0 && f->next > oldest(feed)) {
        int64_t id = feed->ring[(f->next - 1) % KEPT].id;
        if (id > 0 && id <= after) break;
        f->next--;
    }
    a->read = read_feed;
    a->done = free;
    a->source = f;
    a->topic = feed;
    return true;
}
