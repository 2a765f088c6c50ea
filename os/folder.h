/*
 * folder — folders of files, and where programs are.
 */
#pragma once
#include "os/err.h"

#include <stddef.h>

/* True when nothing is there, or a folder without anything in it. */
bool folder_is_free(const char *path);
/* Makes the folder and those above it, where they are missing. */
bool folder_make(const char *path, struct err *err);
bool folder_exists(const char *path);
/* A file or folder in it whose name begins so; false when there is none, or its name is too long.
 */
bool folder_find(const char *path, const char *beginning, char *name, size_t size);
/* Removes it and everything in it, following no link; whether it is gone. */
bool folder_remove(const char *path);
/* Copies the plain files of one folder into another; folders in it are left out. */
bool folder_copy(const char *from, const char *to, struct err *err);

/* The file that would be run under this name: looks through PATH. False when there is none. */
bool program_find(const char *name, char *path, size_t size);
/* The file that would be run under this name if PATH were these folders, with colons between them.
   False when there is none. */
bool program_find_on(const char *folders, const char *name, char *path, size_t size);
/* The file of the running program itself. */
bool program_self(char *path, size_t size);
