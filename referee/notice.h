/*
 * notice — what people should hear about a seat while a match is played: a kind, and whom or what
 * it is about. Whoever shows it makes a sentence of it with notice_say(); whoever decides something
 * by it looks at the kind.
 */
#pragma once
#include <stddef.h>

enum notice_kind {
    NOTICE_NONE,
    NOTICE_LISTENING, /* about: the port of a TCP seat, or address and port: clients can connect */
    NOTICE_CONNECTED, /* about: the address of a client that took a TCP seat */
    NOTICE_REFUSED,   /* about: that of one who was sent away, because the seat is taken */
    NOTICE_NAMED,     /* about: what the player calls itself, fit for a terminal */
    NOTICE_LATE       /* about: for how many seconds more it is waited for, on a busy machine */
};

struct notice {
    enum notice_kind kind;
    const char *about;
};

/* As a predicate: "127.0.0.1 has connected", "is called Aki". */
void notice_say(const struct notice *n, char *out, size_t size);
