#include "cli/share.h"

#include "os/folder.h"

#include <stdio.h>
#include <string.h>

bool share_path(const char *name, char path[PATH_MAX])
{
    char self[PATH_MAX];
    if (!program_self(self, sizeof self)) return false;
    char *slash = strrchr(self, '/');
    if (!slash) return false;
    *slash = '\0';
    return snprintf(path, PATH_MAX, "%s/" TAISEN_SHARE_FROM_BIN "/%s", self, name) < PATH_MAX;
}
