/*
 * store_class — accounts that were made together from a list, so that the list can be taken back.
 *
 * Each list has a number, which its accounts keep. A list is taken back whole or not at all: once
 * somebody has used one of its accounts, nothing of it is removed.
 */
#pragma once
#include "league/store/store.h"

/* A number that no list has. */
bool store_next_list(struct store *s, int64_t *number, struct err *err);

struct store_list {
    int64_t number, count, created;
    const char *first, *last; /* two of its names, in the order in which they were made */
};
typedef void store_list_fn(void *arg, const struct store_list *list);
/* Those with accounts still, the newest first. */
bool store_lists(struct store *s, store_list_fn *tell, void *arg, struct err *err);
/* Removes its accounts; false, saying whose, when one of them was used: then all stay. *count is
   how many there were. */
bool store_remove_list(struct store *s, int64_t number, int64_t *count, struct err *err);
/* Whether an account could have this name: nobody has it, or one that looks like it. */
bool store_name_is_free(struct store *s, const char *name, bool *is_free, struct err *err);
