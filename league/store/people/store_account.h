/*
 * store_account — accounts: names, password hashes, roles, and who is banned.
 */
#pragma once
#include "league/store/store.h"

enum { STORE_HASH = 129 };

enum store_role { ROLE_PLAYER, ROLE_ORGANISER };
/* "player", "organiser". */
const char *store_role_name(enum store_role role);

struct store_account {
    int64_t id, created;
    char name[STORE_NAME];
    enum store_role role;
    char password[STORE_HASH]; /* its hash */
    bool is_banned;
    char banned[STORE_TEXT]; /* why */
};

struct store_signup {
    const char *name, *password; /* the password's hash */
    enum store_role role;
    const char *invitation; /* NULL: needs none */
    bool is_first;          /* only while the league has no organiser */
    int64_t list;           /* whose account it is (store_class.h); 0: of none */
};
enum store_signed { SIGNED_UP, SIGNED_NAME_TAKEN, SIGNED_UNINVITED, SIGNED_NOT_FIRST };
/* Makes the account and takes a use off the invitation, or does neither. */
bool store_add_account(struct store *s, const struct store_signup *signup,
                       enum store_signed *verdict, int64_t *id, struct err *err);
bool store_has_organiser(struct store *s, bool *has, struct err *err);
/* *found is false when there is none. */
bool store_find_account(struct store *s, const char *name, struct store_account *out, bool *found,
                        struct err *err);
typedef void store_account_fn(void *arg, const struct store_account *account);
/* By name. */
bool store_accounts(struct store *s, store_account_fn *tell, void *arg, struct err *err);
/* Ends all its sessions and tokens, too. */
bool store_set_password(struct store *s, int64_t account, const char *hash, struct err *err);
bool store_set_role(struct store *s, int64_t account, enum store_role role, struct err *err);
/* Removes the account of a player who has done nothing with it, so that a list can be taken back;
 *is_gone false: there are sessions, tokens, players or other traces of it, and it stays. */
bool store_remove_unused(struct store *s, int64_t account, bool *is_gone, struct err *err);
/* Ends all its sessions; none begins and no token opens until it is lifted with NULL. */
bool store_ban(struct store *s, int64_t account, const char *why, struct err *err);
