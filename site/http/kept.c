/* A table in which a key has one place: whoever comes later takes it over. That loses an answer now
   and then, which is made again, and needs no order of who goes first. */
#include "site/http/kept.h"

#include "base/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

enum {
    PLACES = 512,
    GOOD_US = 1000 * 1000,
    BYTES_MOST = 64 << 20, /* of all bodies */
    PACKED_LEAST = 1000,   /* a shorter body fits into one packet anyway */
    GZIP_WINDOW = 15 + 16, /* the largest, with the head and tail of gzip */
    MEMORY = 8,            /* zlib's default */
    LEVEL = 6
};

struct kept {
    struct kept_answer *place[PLACES];
    size_t bytes;
    uint64_t change;
};

struct kept *kept_new(void)
{
    return calloc(1, sizeof(struct kept));
}

void kept_hold(struct kept_answer *a)
{
    a->holders++;
}

void kept_drop(void *answer)
{
    struct kept_answer *a = answer;
    if (!a || --a->holders > 0) return;
    free(a->key);
    free(a->body);
    free(a->packed);
    free(a);
}

static void clear(struct kept *k, size_t i)
{
    if (!k->place[i]) return;
    k->bytes -= k->place[i]->len;
    kept_drop(k->place[i]);
    k->place[i] = NULL;
}

static void clear_all(struct kept *k)
{
    for (size_t i = 0; i < PLACES; i++) clear(k, i);
}

void kept_free(struct kept *k)
{
    if (!k) return;
    clear_all(k);
    free(k);
}

void kept_change(struct kept *k)
{
    k->change++;
}

static size_t place_of(const char *key)
{
    return hash_bytes(0, key, strlen(key)) % PLACES;
}

struct kept_answer *kept_find(const struct kept *k, const char *key, int64_t now_us)
{
    struct kept_answer *a = k->place[place_of(key)];
    bool is_good = a && a->change == k->change && now_us - a->at_us < GOOD_US;
    return is_good && strcmp(a->key, key) == 0 ? a : NULL;
}

/* Leaves it unpacked where that fails, or gains nothing. */
static void pack(struct kept_answer *a)
{
    z_stream z = {.next_in = (Bytef *)a->body, .avail_in = (uInt)a->len};
    if (a->len < PACKED_LEAST ||
        deflateInit2(&z, LEVEL, Z_DEFLATED, GZIP_WINDOW, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
        return;
    a->packed = malloc(a->len);
    z.next_out = (Bytef *)a->packed;
    z.avail_out = (uInt)a->len;
    bool ok = a->packed && deflate(&z, Z_FINISH) == Z_STREAM_END;
    a->packed_len = z.total_out;
    deflateEnd(&z);
    if (ok) return;
    free(a->packed);
    a->packed = NULL;
}

static void keep(struct kept *k, struct kept_answer *a)
{
    size_t at = place_of(a->key);
    clear(k, at);
    if (k->bytes + a->len > BYTES_MOST) clear_all(k);
    k->place[at] = a;
    k->bytes += a->len;
    kept_hold(a);
}

struct kept_answer *kept_make(struct kept *k, const char *key, const char *type,
                              const struct text *body, int64_t now_us)
{
    struct kept_answer *a = malloc(sizeof *a);
    if (!a) return NULL;
    *a = (struct kept_answer){.holders = 1,
                              .key = strdup(key),
                              .type = type,
                              .body = malloc(body->len + 1),
                              .len = body->len,
                              .change = k ? k->change : 0,
                              .at_us = now_us};
    if (!a->key || !a->body) {
        kept_drop(a);
        return NULL;
    }
    memcpy(a->body, body->buf, a->len);
    snprintf(a->tag, sizeof a->tag, "\"%016llx\"",
             (unsigned long long)hash_bytes(0, a->body, a->len));
    pack(a);
    if (k) keep(k, a);
    return a;
}

bool kept_is_known(const struct kept_answer *a, const char *if_none_match)
{
    /* A list of quoted tags, or `*`; a tag has 16 letters of its own, so it is found as it is. */
    return if_none_match && strstr(if_none_match, a->tag);
}

bool kept_may_pack(const char *accept_encoding)
{
    for (const char *at = accept_encoding; at && *at;) {
        at += strspn(at, " \t");
        if (strncasecmp(at, "gzip", 4) == 0 && strchr(",; \t", at[4])) {
            const char *q = memchr(at, '=', strcspn(at, ","));
            return !q || strtod(q + 1, NULL) > 0;
        }
        at += strcspn(at, ",");
        at += *at == ',';
    }
    return false;
}
