/*
 * store_audit — the audit log: who did what, from where, written in the transaction of the change
 * itself.
 */
#pragma once
#include "league/store/store.h"

struct store_audit_entry {
    int64_t id, account, created;      /* account: 0 where it is nobody's */
    const char *address, *kind, *text; /* from where, which, and about what */
    const char *name;                  /* of the account; "" */
};
/* Of the entry given, account, address, kind and text. */
bool store_add_audit(struct store *s, const struct store_audit_entry *entry, struct err *err);
typedef void store_audit_fn(void *arg, const struct store_audit_entry *entry);
/* Newest first, at most `most`, those with an id below `before` (0: from the newest on). */
bool store_list_audit(struct store *s, int64_t before, int64_t most, store_audit_fn *tell,
                      void *arg, struct err *err);

/* Does the work and writes the entry down, in one transaction: both, or neither. Functions of the
   store are part of it when the work calls them. It may be done twice, as any work of a store. */
typedef bool store_work_fn(struct store *s, void *arg, struct err *err);
bool store_audited(struct store *s, const struct store_audit_entry *entry, store_work_fn *work,
                   void *arg, struct err *err);
