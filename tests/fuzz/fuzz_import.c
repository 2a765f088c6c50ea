/* Whatever an export holds, with its last line made right so that the rest is reached. */
#include "base/hash.h"
#include "base/scan.h"
#include "base/text.h"
#include "league/store/store.h"
#include "league/store/store_dump.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* How every export of this version begins, so that rows are reached soon. */
static size_t put_start(char *out, size_t size)
{
    int len = snprintf(out, size,
                       "{\"taisen_store\":1,\"schema\":%d}\n"
                       "{\"table\":\"players\",\"columns\":\"id,name,kind,owner,created\"}\n",
                       (int)store_version());
    return (size_t)len;
}

struct reader {
    struct scan rest;
    bool is_last_made;
    int64_t lines;
    uint64_t sum;
    char end[128];
};

static bool next_line(void *arg, const char **line, size_t *len, bool *at_end, struct err *err)
{
    struct reader *r = arg;
    struct scan found;
    (void)err;
    if (scan_line(&r->rest, &found)) {
        *line = found.at;
        *len = scan_left(&found);
        r->sum = hash_bytes(r->sum, *line, *len);
        r->lines++;
        return true;
    }
    struct text end = TEXT_ON(r->end);
    text_str(&end, "{\"lines\":");
    text_int(&end, r->lines);
    text_str(&end, ",\"sum\":\"");
    text_hex(&end, r->sum);
    text_str(&end, "\"}");
    *line = r->end;
    *len = end.len;
    *at_end = r->is_last_made;
    r->is_last_made = true;
    return !*at_end;
}

static void import(struct store *s, const char *bytes, size_t len)
{
    struct reader r = {.rest = scan_on(bytes, len)};
    struct err err;
    store_import(s, next_line, &r, &err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct err err;
    struct store *s = store_open(":memory:", STORE_MAKE, &err);
    enum { START_MOST = 256 };
    char *whole = malloc(START_MOST + size);
    if (!s || !whole) abort();
    size_t start = put_start(whole, START_MOST);
    if (size > 0) memcpy(whole + start, data, size);
    import(s, (const char *)data, size);
    import(s, whole, start + size);
    free(whole);
    store_close(s);
    return 0;
}
