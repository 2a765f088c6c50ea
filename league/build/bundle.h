/*
 * bundle — the files of a program, taken out of what somebody sent, and packed again.
 *
 * What is read is trusted in nothing: every name is looked at before it is kept, everything is
 * bounded while it is unpacked, and only plain files and folders are taken. Nothing touches the
 * disk until bundle_unpack(), which writes into a folder of its own and can leave it by no name
 * that bundle_path_is_valid() lets through.
 */
#pragma once
#include "os/err.h"

#include <stddef.h>

enum { BUNDLE_PATH = 100, BUNDLE_DEPTH = 8 };

struct bundle_file {
    char path[BUNDLE_PATH]; /* without a slash at either end */
    bool is_program;        /* may be executed */
    char *bytes;
    size_t len;
};

struct bundle_limits {
    size_t files;   /* and folders, together */
    size_t bytes;   /* of all files */
    bool is_strict; /* no two names that differ in case alone, none that looks like an option */
};

/* Of what people send, and of what a compiler leaves. */
extern const struct bundle_limits bundle_sent, bundle_built;

struct bundle {
    struct bundle_file *files;
    size_t count, cap, bytes;
};

/* A path that stays below its folder: UTF-8 without control characters or backslashes, no empty
   part, no `.` or `..`, not too long, not too deep. False, with the reason. */
bool bundle_path_is_valid(const char *path, struct err *err);

/* By its first bytes. */
bool bundle_is_zip(const void *bytes, size_t len);

/* All begin with an empty bundle {0}, and leave it to be freed whether they succeed or not. A zip
   whose files all lie in one folder is taken as that folder. */
bool bundle_read_zip(struct bundle *p, const struct bundle_limits *l, const void *bytes, size_t len,
                     struct err *err);
bool bundle_read_tar(struct bundle *p, const struct bundle_limits *l, const void *bytes, size_t len,
                     struct err *err);
bool bundle_add(struct bundle *p, const struct bundle_limits *l, const char *path,
                const void *bytes, size_t len, struct err *err);
void bundle_free(struct bundle *p);

/* NULL: there is none. */
const struct bundle_file *bundle_find(const struct bundle *p, const char *path);

/* A tar; `packed`: compressed. The same files give the same bytes. The caller frees it. */
bool bundle_write(const struct bundle *p, bool packed, char **bytes, size_t *len, struct err *err);
/* A zip whose files all lie in the folder `top`. The same files give the same bytes. The caller
   frees it. */
bool bundle_write_zip(const struct bundle *p, const char *top, char **bytes, size_t *len,
                      struct err *err);
/* Into a folder that is there and empty. */
bool bundle_unpack(const struct bundle *p, const char *folder, struct err *err);
