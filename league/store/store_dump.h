/*
 * store_dump — a whole league as text: export and import.
 */
#pragma once
#include "league/store/store.h"

/* Everything, as JSON Lines with a checksum at the end; the same data give the same text from
   either database. Lines are handed over with their LF. */
typedef bool store_line_fn(void *arg, const char *line, size_t len, struct err *err);
bool store_export(struct store *s, store_line_fn *write, void *arg, struct err *err);
/* Into a store that holds nothing yet. The reader gives a line without its LF, or false with
 *at_end at the end. */
typedef bool store_read_fn(void *arg, const char **line, size_t *len, bool *at_end,
                           struct err *err);
bool store_import(struct store *s, store_read_fn *read, void *arg, struct err *err);
