/*
 * Paths that only this build knows come in as macros, and into this file alone: a tree that is
 * moved compiles one file again.
 */
#include "cli/share.h"

#include "os/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A place seen from the program's own folder; false when the program does not know that. */
static bool find_from_bin(const char *place, const char *name, char path[PATH_MAX])
{
    char self[PATH_MAX];
    if (!program_self(self, sizeof self)) return false;
    char *slash = strrchr(self, '/');
    if (!slash) return false;
    *slash = '\0';
    return snprintf(path, PATH_MAX, "%s/%s/%s", self, place, name) < PATH_MAX;
}

/* Where an installed program has it. */
static bool find_installed(const char *name, char path[PATH_MAX])
{
    return find_from_bin(TAISEN_SHARE_FROM_BIN, name, path);
}

void share_find(const char *name, char path[PATH_MAX])
{
    bool is_built = strcmp(name, "kits") != 0; /* the kits are sources */
    if (find_installed(name, path) && access(path, R_OK) == 0) return;
    snprintf(path, PATH_MAX, "%s/%s", is_built ? TAISEN_PAGES_BUILT : TAISEN_SOURCE, name);
}

void share_words(char path[PATH_MAX])
{
    char file[PATH_MAX];
    bool is_installed = find_from_bin(TAISEN_WORDS_FROM_BIN, "ja/LC_MESSAGES/taisen.mo", file) &&
                        access(file, R_OK) == 0;
    if (!is_installed || !find_from_bin(TAISEN_WORDS_FROM_BIN, "", path))
        snprintf(path, PATH_MAX, "%s", TAISEN_WORDS_BUILT);
}

void share_data(char path[PATH_MAX])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    bool is_installed = find_installed("kits", path) && access(path, R_OK) == 0;
    if (is_installed && data && *data == '/') /* any other is to be ignored, by its specification */
        snprintf(path, PATH_MAX, "%s/taisen", data);
    else if (is_installed && home && *home)
        snprintf(path, PATH_MAX, "%s/.local/share/taisen", home);
    else
        snprintf(path, PATH_MAX, "var");
}

void share_programs(char path[PATH_MAX])
{
    const char *home = getenv("HOME");
    bool is_root = geteuid() == 0 || !home;
    snprintf(path, PATH_MAX, "%s%s", is_root ? "/var/cache" : home,
             is_root ? "/taisen/programs" : "/.cache/taisen/programs");
}

bool share_manual(const char *file, char section, char path[PATH_MAX])
{
    static const char *const packings[] = {"", ".gz"};
    char name[128];
    for (size_t i = 0; i < sizeof packings / sizeof packings[0]; i++) {
        snprintf(name, sizeof name, "../man/man%c/%s%s", section, file, packings[i]);
        if (find_installed(name, path) && access(path, R_OK) == 0) return true;
    }
    snprintf(path, PATH_MAX, "%s/docs/man/%s", TAISEN_SOURCE, file);
    return access(path, R_OK) == 0;
}
