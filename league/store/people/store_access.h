/*
 * store_access — what opens an account: sessions, API tokens, invitations.
 */
#pragma once
#include "league/store/people/store_account.h"

/* Sessions and tokens are known by the hash of what their holder shows. */
bool store_begin_session(struct store *s, int64_t account, const char *hash, int64_t lasts_ms,
                         struct err *err);
/* Whose it is, while it lasts and its holder is not banned. */
bool store_session(struct store *s, const char *hash, struct store_account *out, bool *found,
                   struct err *err);
/* To end what has ended is no failure. */
bool store_end_session(struct store *s, const char *hash, struct err *err);

enum { STORE_TOKENS = 20 }; /* that an account may have */
/* *added is false when it has that many. */
bool store_add_token(struct store *s, int64_t account, const char *name, const char *hash,
                     int64_t *id, bool *added, struct err *err);
bool store_token(struct store *s, const char *hash, struct store_account *out, bool *found,
                 struct err *err);
struct store_token {
    int64_t id, created, used; /* used: last, to a minute or so; 0: never */
    const char *name;
};
typedef void store_token_fn(void *arg, const struct store_token *token);
bool store_tokens(struct store *s, int64_t account, store_token_fn *tell, void *arg,
                  struct err *err);
/* *found is false when the account has no such token. */
bool store_drop_token(struct store *s, int64_t account, int64_t token, bool *found,
                      struct err *err);

struct store_invitation {
    int64_t id, uses, ends, account, created; /* ends: 0 for never; account: whose, 0: nobody's */
    const char *code;
};
/* id and created of the invitation given are not looked at. */
bool store_invite(struct store *s, const struct store_invitation *invitation, int64_t *id,
                  struct err *err);
typedef void store_invitation_fn(void *arg, const struct store_invitation *invitation);
bool store_invitations(struct store *s, store_invitation_fn *tell, void *arg, struct err *err);
bool store_drop_invitation(struct store *s, int64_t id, bool *found, struct err *err);
