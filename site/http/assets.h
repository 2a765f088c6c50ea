/*
 * assets — the files of the built pages, read once and kept in memory.
 *
 * A file with .gz behind its name is the same file packed, for clients that take it. What lies
 * under assets/ carries a hash in its name and may be kept for ever; everything else is asked for
 * again with its tag.
 */
#pragma once
#include "os/err.h"
#include "site/http/http.h"

struct assets;

/* Never NULL but when memory is short; a folder that is not there has no files. */
struct assets *assets_open(const char *folder, struct err *err);
void assets_close(struct assets *all);
int assets_count(const struct assets *all);
/* Answers with the file of this path ("/index.html"); false when there is none. */
bool assets_answer(const struct assets *all, const char *path, const struct http_request *q,
                   struct http_answer *a);
