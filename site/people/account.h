/*
 * account — passwords, tokens, and their hashes: the only door to libsodium.
 *
 * Passwords are hashed with Argon2id, which is meant to be slow and to need much memory. A site has
 * a desk for it: one thread with a short queue, so that its loop goes on meanwhile. Tokens are
 * random; the store knows them by a hash, which is quick, and can be: nobody guesses a token.
 *
 * account_ready() comes before everything else.
 */
#pragma once
#include "os/err.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    ACCOUNT_TOKEN = 44,   /* 256 bits in base64, with the NUL */
    ACCOUNT_SECRET = 129, /* the hash of a password, as the store takes it */
    ACCOUNT_HASH = 65,    /* of a token, in hexadecimal, with the NUL */
    ACCOUNT_CARD = 15,    /* a password to be typed from a card, with the NUL */
    ACCOUNT_PASSWORD_LEAST = 8,
    ACCOUNT_PASSWORD_MOST = 256
};

bool account_ready(struct err *err);

/* What a hash costs: ACCOUNT_STRONG for passwords of people; ACCOUNT_WEAK where nobody has a
   secret (tests). */
enum account_cost { ACCOUNT_STRONG, ACCOUNT_WEAK };

/* False, with the reason, when it is too short or too long. */
bool account_password_is_valid(const char *password, struct err *err);
bool account_hash_password(const char *password, enum account_cost cost, char out[ACCOUNT_SECRET],
                           struct err *err);
bool account_check_password(const char *hash, const char *password);
/* Letters and digits that are not taken for each other, in groups: `kufa-7m3h-wxtp`. */
void account_make_password(char out[ACCOUNT_CARD]);

void account_make_token(char out[ACCOUNT_TOKEN]);
/* The hash of a token for a purpose: hashes for different purposes have nothing to do with each
   other. */
void account_hash_token(const char *token, const char *purpose, char out[ACCOUNT_HASH]);
/* In the same time wherever they differ. */
bool account_is_same(const char *a, const char *b);

/* ---- the desk ---- */

struct hash_worker;
struct account_job;

struct hash_worker *hash_worker_open(enum account_cost cost, struct err *err);
/* Waits for the job in hand; jobs that somebody still holds stay theirs to drop. */
void hash_worker_close(struct hash_worker *desk);
/* Readable when a job may have been done; hash_worker_drain() takes note of it. */
int hash_worker_fd(const struct hash_worker *desk);
void hash_worker_drain(struct hash_worker *desk);

/* To check a password against a hash (NULL: against one that nothing fits, in the same time), or
   to make a hash, or both one after the other: with `check` and `make`. Texts are copied. */
struct account_work {
    const char *hash, *check, *make;
};
/* NULL when the desk has too much to do already. */
struct account_job *account_submit(struct hash_worker *desk, const struct account_work *work);
bool account_is_done(struct account_job *job);
void account_wait(struct account_job *job);
/* Of a job that is done: did the password fit (true where none was to be checked), and the hash
   made, "" when it was not. */
bool account_fits(const struct account_job *job);
const char *account_made(const struct account_job *job);
/* Whether it is done or not. */
void account_drop(struct account_job *job);
