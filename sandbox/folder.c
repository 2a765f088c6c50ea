#include "sandbox/cage.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

_Static_assert(PATH_MAX == 4096, "cage_folder() promises this much");

static bool is_below(const char *path, const char *folder)
{
    size_t len = strlen(folder);
    return strncmp(path, folder, len) == 0 && (path[len] == '/' || path[len] == '\0');
}

/* In the cage anyway, or never. */
static bool is_system(const char *folder)
{
    static const char *const folders[] = {"/usr",    "/bin", "/sbin", "/lib", "/lib64", "/lib32",
                                          "/libx32", "/etc", "/proc", "/dev", "/sys"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        if (is_below(folder, folders[i])) return true;
    return false;
}

/* These have another meaning in the cage. */
static bool is_shared(const char *folder)
{
    return strcmp(folder, "/") == 0 || strcmp(folder, "/tmp") == 0;
}

static bool folder_of(const char *file, char out[PATH_MAX])
{
    char copy[PATH_MAX];
    struct stat st;
    if (strlen(file) >= sizeof copy || stat(file, &st) < 0 || !S_ISREG(st.st_mode)) return false;
    strcpy(copy, file);
    char *slash = strrchr(copy, '/');
    if (slash) slash[slash == copy] = '\0';
    return realpath(slash ? copy : ".", out) && !is_system(out);
}

/* The words are those a shell would see, roughly: enough to find a file among them. */
static bool find_file(const char *command, char out[PATH_MAX])
{
    char copy[PATH_MAX], *rest = copy, *word;
    if (strlen(command) >= sizeof copy) return false;
    strcpy(copy, command);
    while ((word = strtok_r(rest, " \t\n;&|<>()'\"=:", &rest)))
        if (folder_of(word, out)) return true;
    return false;
}

bool cage_folder(const char *command, char out[4096], struct err *err)
{
    if (find_file(command, out)) {
        if (!is_shared(out)) return true;
        return err_set(err, "a caged program needs a folder of its own, not %s", out);
    }
    if (!getcwd(out, PATH_MAX)) return err_sys(err, "the current folder");
    if (is_system(out) || is_shared(out)) out[0] = '\0';
    return true;
}
