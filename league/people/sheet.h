/*
 * sheet — a list of people as a spreadsheet saves it: CSV, with commas, semicolons or tabs, in
 * UTF-8 or CP932, quoted or not.
 *
 * A line of headings and a column of running numbers are recognised and left out. With headings,
 * the columns are found by them; without, the first is the name and the second tells more: who
 * that is, or the school. The texts belong to the sheet; sheet_free() frees all.
 */
#pragma once
#include "os/charset.h"
#include "os/err.h"

#include <stddef.h>

enum { SHEET_ROWS = 2000, SHEET_COLUMNS = 12 };

struct sheet {
    char *bytes;
    enum charset charset; /* of the file */
    bool has_headings, has_numbers;
    int count;
    struct sheet_row {
        const char *name, *who;    /* who: "" where there is nothing */
        char *cell[SHEET_COLUMNS]; /* all of them, as they stand; "" behind the last */
        int line;                  /* of the file, from 1 */
    } row[SHEET_ROWS];
};

/* False when it is no text, too long, or has no rows. The bytes, from malloc() and with a NUL
   behind them, are the sheet's from here, whatever comes of it. */
bool sheet_take(struct sheet *sheet, char *bytes, size_t len, struct err *err);
/* The bytes of a file ("-": standard input), for sheet_take() or what is made of it. */
bool sheet_load(const char *path, char **bytes, size_t *len, struct err *err);
/* Reads a file ("-": standard input). */
bool sheet_read(struct sheet *sheet, const char *path, struct err *err);
void sheet_free(struct sheet *sheet);
