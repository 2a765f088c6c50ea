/*
 * class_list — a list of people as spreadsheets save it: NAME, and if there is a second column, who
 * that is; one a line, with commas between them, quoted or not.
 *
 * The texts belong to the list; class_list_free() frees all.
 */
#pragma once
#include "os/err.h"

#include <stddef.h>

enum { CLASS_MOST = 2000 };

struct class_list {
    char *bytes;
    int count;
    struct class_pupil {
        const char *name, *who; /* "" where there is none */
    } pupil[CLASS_MOST];
};

/* False, naming the line, when a name is no name of an account or stands there twice. The bytes,
   with a NUL behind them, are the list's from here, whatever comes of it. */
bool class_list_take(struct class_list *list, char *bytes, size_t len, struct err *err);
/* Reads a list from a file ("-": standard input). */
bool class_list_read(struct class_list *list, const char *path, struct err *err);
void class_list_free(struct class_list *list);
