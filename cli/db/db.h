/*
 * db — the actions of `taisen db` that change a league or carry it elsewhere. Each gets a struct
 * db_request, whose store is open, and returns the exit status, having said what went wrong.
 */
#pragma once
#include "league/store/store.h"
#include "league/store/store_player.h"

#include <stdbool.h>
#include <stdint.h>

struct db_request {
    const char *db, *map_path, *language;
    const char *records; /* the folder where workers keep records as files, NULL: they do not */
    struct store_ladder ladder; /* what add-ladder was told */
    int64_t games, most, match;
    uint64_t seed;
    bool json;
    char **args; /* of the action */
    int count;
    struct store *store;
};

/* The ladder that the first argument names; false, having said so, when there is none. */
bool db_find_ladder(struct db_request *q, struct store_ladder *ladder);

/* db_care.c */
int db_check(void *request);
int db_export(void *request);
int db_import(void *request);
int db_record(void *request);

/* db_ladders.c */
int db_add_ladder(void *request);
int db_add_contest(void *request);
int db_add_player(void *request);
int db_queue(void *request);
int db_annul(void *request);
int db_open(void *request);
int db_close(void *request);
int db_rerate(void *request);
