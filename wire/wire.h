/*
 * wire — the frames that a site and a program at home send each other.
 *
 * A frame is a line of a word and two whole numbers (`data 120 0`), and for some words as many
 * bytes behind it as the first number says. Both sides use this reader: it takes bytes as they
 * come, needs no more memory than its own, and says at once when something is no frame. Pure.
 */
#pragma once
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WIRE_PROTOCOL "taisen-line"
enum { WIRE_BYTES = 16 * 1024, WIRE_HEAD = 64, WIRE_FRAME = WIRE_BYTES + WIRE_HEAD };

enum wire_kind {
    WIRE_DATA,  /* BYTES, MATCH: for the program, or from it */
    WIRE_PING,  /* NONCE, GOT: the site asks; it has so many bytes of the client's */
    WIRE_PONG,  /* NONCE, GOT: at once; the client has so many bytes of the site's */
    WIRE_BACK,  /* 0, GOT: the place is held; the site has so many bytes of the client's */
    WIRE_PLACE, /* BYTES: the token that brings a new line back to this place */
    WIRE_MATCH, /* BYTES: a match begins; a JSON object */
    WIRE_END,   /* BYTES: the match is over; a JSON object */
    WIRE_NOTE,  /* BYTES: a sentence for people */
    WIRE_BYE,   /* BYTES: a sentence; the site closes the line, and the place is gone */
    WIRE_OVER,  /* STATUS, MATCH: the program has closed its output */
    WIRE_QUIT,  /* no match after this one */
    WIRE_KINDS
};

/* Whether the bytes of such a frame count in GOT: those that a line which comes back wants again.
   Pings, their echoes and `back` belong to one connection alone. */
bool wire_counts(enum wire_kind kind);

struct wire_frame {
    enum wire_kind kind;
    int64_t a, b;
    const char *bytes; /* a of them, into the reader's memory; good until the next call */
    size_t len, size;  /* of the bytes, and of the whole frame */
};

struct wire {
    char buf[WIRE_FRAME];
    size_t len, used;
};

enum wire_result { WIRE_FOUND, WIRE_MORE, WIRE_WRONG };

/* Room for more bytes: read into it and say how many came. There is always some after WIRE_MORE. */
char *wire_room(struct wire *w, size_t *room);
void wire_got(struct wire *w, size_t len);
/* The next frame of what came. After WIRE_WRONG there is no going on. */
enum wire_result wire_next(struct wire *w, struct wire_frame *frame);
/* Writes a frame; with bytes `a` is their number. */
void wire_put(struct text *t, enum wire_kind kind, int64_t a, int64_t b, const char *bytes);
