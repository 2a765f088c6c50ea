#include "cli/share.h"

#include "os/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool share_path(const char *name, char path[PATH_MAX])
{
    char self[PATH_MAX];
    if (!program_self(self, sizeof self)) return false;
    char *slash = strrchr(self, '/');
    if (!slash) return false;
    *slash = '\0';
    return snprintf(path, PATH_MAX, "%s/" TAISEN_SHARE_FROM_BIN "/%s", self, name) < PATH_MAX;
}

void share_programs(char path[PATH_MAX])
{
    const char *home = getenv("HOME");
    bool is_root = geteuid() == 0 || !home;
    snprintf(path, PATH_MAX, "%s%s", is_root ? "/var/cache" : home,
             is_root ? "/taisen/programs" : "/.cache/taisen/programs");
}
