/*
 * file — whole files and file descriptors.
 *
 * AUTO_CLOSE closes a descriptor when its variable leaves scope; take_fd hands it on instead.
 */
#pragma once
#include "os/err.h"

#include <stddef.h>
#include <stdint.h>

#define AUTO_CLOSE __attribute__((cleanup(file_auto_close)))
#define AUTO_FREE __attribute__((cleanup(file_auto_free)))

void file_auto_close(int *fd);
void file_auto_free(void *pointer);
int take_fd(int *fd);
void file_close(int *fd); /* closes it if open, and sets it to -1 */

/* Reads a whole file ("-": standard input) of at most `most` bytes; *bytes is NUL-terminated and
   belongs to the caller (free). */
bool file_read(const char *path, size_t most, char **bytes, size_t *len, struct err *err);
/* Reads a plain file of this name in a folder: a name that leads elsewhere, a link, a pipe or a
   device is refused, and none of them is waited for. *bytes is NUL-terminated and belongs to the
   caller (free). */
bool file_read_in(const char *folder, const char *name, size_t most, char **bytes, size_t *len,
                  struct err *err);
/* Whether this is the name of a file, and no way out of its folder: without slashes, and not
   hidden. */
bool file_name_is_plain(const char *name);
/* Writes all of it, whatever write() takes at a time. */
bool file_write(int fd, const void *bytes, size_t len, struct err *err);
/* A file in memory that is gone when it is closed. While it is open, our children can open it by
   the path. */
enum { FILE_MEMORY_PATH = 64 };
bool file_memory(int *fd, char path[FILE_MEMORY_PATH], struct err *err);
/* Holds the file for this process alone as long as it is open; waits at most wait_us for another.
 */
bool file_lock(int fd, int64_t wait_us, const char *path, struct err *err);
/* Lets this process have as many descriptors open, if it may; how many it may have now. */
int64_t file_allow(int64_t count);
/* Opens /dev/null for each of 0, 1 and 2 that is closed, so that no file of ours lands there.
   Standard output cannot be written then: results that nobody gets are an error, not a success. */
void file_open_standard(void);
