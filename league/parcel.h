/*
 * parcel — the files of a program, taken out of what somebody sent, and packed again.
 *
 * What is read is trusted in nothing: every name is looked at before it is kept, everything is
 * bounded while it is unpacked, and only plain files and folders are taken. Nothing touches the
 * disk until parcel_unpack(), which writes into a folder of its own and can leave it by no name
 * that parcel_path_is_fit() lets through.
 *
 * The only door to libarchive.
 */
#pragma once
#include "os/err.h"

#include <stddef.h>

enum { PARCEL_PATH = 100, PARCEL_DEPTH = 8 };

struct parcel_file {
    char path[PARCEL_PATH]; /* without a slash at either end */
    bool is_program;        /* may be executed */
    char *bytes;
    size_t len;
};

struct parcel_limits {
    size_t files;   /* and folders, together */
    size_t bytes;   /* of all files */
    bool is_strict; /* no two names that differ in case alone, none that looks like an option */
};

/* Of what people send, and of what a compiler leaves. */
extern const struct parcel_limits parcel_sent, parcel_built;

struct parcel {
    struct parcel_file *files;
    size_t count, cap, bytes;
};

/* A path that stays below its folder: UTF-8 without control characters or backslashes, no empty
   part, no `.` or `..`, not too long, not too deep. False, with the reason. */
bool parcel_path_is_fit(const char *path, struct err *err);

/* By its first bytes. */
bool parcel_is_zip(const void *bytes, size_t len);

/* All begin with an empty parcel {0}, and leave it to be freed whether they succeed or not. A zip
   whose files all lie in one folder is taken as that folder. */
bool parcel_read_zip(struct parcel *p, const struct parcel_limits *l, const void *bytes, size_t len,
                     struct err *err);
bool parcel_read_tar(struct parcel *p, const struct parcel_limits *l, const void *bytes, size_t len,
                     struct err *err);
bool parcel_add(struct parcel *p, const struct parcel_limits *l, const char *path,
                const void *bytes, size_t len, struct err *err);
void parcel_free(struct parcel *p);

/* NULL: there is none. */
const struct parcel_file *parcel_find(const struct parcel *p, const char *path);

/* A tar; `packed`: compressed. The same files give the same bytes. The caller frees it. */
bool parcel_write(const struct parcel *p, bool packed, char **bytes, size_t *len, struct err *err);
/* Into a folder that is there and empty. */
bool parcel_unpack(const struct parcel *p, const char *folder, struct err *err);
