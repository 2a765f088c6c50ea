/* taisen-full — every command. */
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/program.h"

#include <stdio.h>
#include <string.h>

const struct command *const commands[] = {&command_new,
                                          &command_play,
                                          &command_check,
                                          &command_batch,
                                          &command_tournament,
                                          &command_day,
                                          &command_tune,
                                          &command_stats,
                                          &command_db,
                                          &command_worker,
                                          &command_serve,
                                          &command_submit,
                                          &command_account,
                                          &command_join,
                                          &command_replay,
                                          &command_sim,
                                          &command_gen,
                                          &command_bot,
                                          &command_chaser_server,
                                          &command_qualifier,
                                          &command_map,
                                          &command_campaign,
                                          &command_doctor,
                                          &command_games,
                                          &command_bots,
                                          &command_bench,
                                          &command_completions,
                                          &command_man,
                                          NULL};

int program_other(int argc, char **argv)
{
    if (argc < 2) {
        help_all();
        return STATUS_USE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0)
        return help_all();
    if (strcmp(argv[1], "--version") == 0) {
        puts("taisen " TAISEN_VERSION);
        return STATUS_DONE;
    }
    return cli_use("there is no command %s; `taisen --help` lists them", argv[1]);
}
