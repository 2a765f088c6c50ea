/*
 * class_list — a list of people who get accounts: the names of the accounts, and who that is. It is
 * a sheet (league/people/sheet.h) whose names are fit for accounts.
 *
 * The texts belong to the list; class_list_free() frees all.
 */
#pragma once
#include "league/people/sheet.h"

enum { CLASS_MOST = SHEET_ROWS };

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
