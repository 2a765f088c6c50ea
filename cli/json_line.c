/* The line is put together before any of it is printed, so that the writer of base/json_write.h can
   tell by its last byte whether a comma is due. */
#include "cli/json_line.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

/* Tables of hundreds of programs; memory that is never touched costs nothing. */
static char room[32 << 20];
static struct text line;

struct text *json_line(void)
{
    line = TEXT_ON(room);
    return &line;
}

void json_line_print(struct text *t, char bracket)
{
    json_write_close(t, bracket);
    assert(!t->cut);
    fwrite(t->buf, 1, t->len, stdout);
    putchar('\n');
}

void json_line_fixed(struct text *t, const char *key, double n, int decimals)
{
    char buf[400];
    snprintf(buf, sizeof buf, "%.*f", decimals, n);
    json_write_json(t, key, isfinite(n) ? buf : "null");
}

void json_line_real(struct text *t, const char *key, double n)
{
    char buf[32];
    snprintf(buf, sizeof buf, "%.9g", n);
    json_write_json(t, key, isfinite(n) ? buf : "null");
}

void json_line_uint(struct text *t, const char *key, uint64_t n)
{
    char buf[24];
    snprintf(buf, sizeof buf, "%llu", (unsigned long long)n);
    json_write_json(t, key, buf);
}

void json_line_ints(struct text *t, const char *key, const int64_t *n, int count)
{
    json_write_open(t, key, '[');
    for (int i = 0; i < count; i++) json_write_int(t, NULL, n[i]);
    json_write_close(t, ']');
}
