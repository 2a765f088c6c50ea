/*
 * class_list — a list of people who get accounts: the names of the accounts, and who that is. It is
 * a sheet (league/people/sheet.h) whose names are fit for accounts. Blanks in a name, as between a
 * family's and a given one, are left out; the name as it stands is then who that is.
 *
 * The texts belong to the list; class_list_free() frees all.
 */
#pragma once
#include "league/people/account_name.h"
#include "league/people/sheet.h"

enum { CLASS_MOST = SHEET_ROWS };

struct class_list {
    char *bytes;
    int count;
    struct class_pupil {
        char name[ACCOUNT_NAME];
        const char *who; /* "" where there is none */
    } pupil[CLASS_MOST];
};

/* Adds the pupil of a row, whose texts must outlive the list. False, with the reason, when the name
   is no name of an account or stands in the list already: then it is left as it was. */
bool class_list_add(struct class_list *list, const struct sheet_row *row, struct err *err);

/* False, naming the line, when a name is no name of an account or stands there twice. The bytes,
   with a NUL behind them, are the list's from here, whatever comes of it. */
bool class_list_take(struct class_list *list, char *bytes, size_t len, struct err *err);
/* Reads a list from a file ("-": standard input). */
bool class_list_read(struct class_list *list, const char *path, struct err *err);
void class_list_free(struct class_list *list);
