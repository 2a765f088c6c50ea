/* taisen — the commands that play and measure; it becomes taisen-full for the others. */
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/program.h"
#include "os/folder.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What asks a database, the network, an archive, or the tables of all commands is not here. */
const struct command *const commands[] = {&command_new,
                                          &command_play,
                                          &command_check,
                                          &command_batch,
                                          &command_tournament,
                                          &command_tune,
                                          &command_stats,
                                          &command_sim,
                                          &command_gen,
                                          &command_bot,
                                          &command_map,
                                          &command_chaser_server,
                                          &command_qualifier,
                                          &command_games,
                                          &command_bots,
                                          &command_doctor,
                                          &command_campaign,
                                          &command_bench,
                                          NULL};

/* Beside this program in a build, and in libexec where it is installed. */
static bool find_full(char path[PATH_MAX])
{
    static const char *const places[] = {"", "../" TAISEN_LIBEXEC "/"};
    char self[PATH_MAX];
    if (!program_self(self, sizeof self)) return false;
    char *slash = strrchr(self, '/');
    if (!slash) return false;
    slash[1] = '\0';
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (snprintf(path, PATH_MAX, "%s%staisen-full", self, places[i]) < PATH_MAX &&
            access(path, X_OK) == 0)
            return true;
    return false;
}

int program_other(int argc, char **argv)
{
    (void)argc;
    char path[PATH_MAX];
    if (!find_full(path))
        return cli_fail("the program taisen-full, which has the other commands, is missing; it "
                        "belongs beside this one");
    execv(path, argv);
    return cli_fail("cannot start %s: %s", path, strerror(errno));
}
