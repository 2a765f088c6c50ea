/* commands — each is defined at the end of its file commands/NAME.c; taisen.c has the list. */
#pragma once
#include "cli/options.h"

extern const struct command command_new, command_play, command_check, command_batch,
    command_tournament, command_tune, command_stats, command_db, command_worker, command_serve,
    command_submit, command_account, command_join, command_replay, command_sim, command_gen,
    command_bot, command_chaser_server, command_qualifier, command_map, command_campaign,
    command_day, command_doctor, command_games, command_bots, command_bench, command_completions,
    command_man;
