/*
 * store_schema — the tables of the store, and how they came to be.
 *
 * Migration N brings a database from version N-1 to N and is never changed once it is published; a
 * change of the tables is another migration, and a line here for what it adds. db_tables describes
 * the tables as they are now: export, import and check follow it.
 */
#pragma once
#include <stdbool.h>

extern const char *const db_migrations[];
extern const int db_migration_count;

struct db_table {
    const char *name;
    const char *columns; /* with commas between them */
    const char *types;   /* a letter each: i whole number, x real number, t text, b bytes, f text
                            that is the name of a file */
    const char *order;   /* columns that make a row unique */
    bool has_id;         /* numbers given out by the database */
};
/* Each after those it refers to. */
extern const struct db_table db_tables[];
extern const int db_table_count;

struct db_reference {
    const char *table, *column, *to, *key;
};
extern const struct db_reference db_references[];
extern const int db_reference_count;
