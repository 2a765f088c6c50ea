/*
 * account — passwords, tokens, and their hashes: the only door to libsodium.
 *
 * Passwords are hashed with Argon2id, which is meant to be slow and to need much memory: a site has
 * a thread for it (site/people/hash_worker.h). Tokens are random; the store knows them by a hash,
 * which is quick, and can be: nobody guesses a token.
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
/* Overwrites a secret, so that no copy of it stays in memory. */
void account_wipe(void *secret, size_t len);
