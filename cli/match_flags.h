/*
 * match_flags — the options that every command has that plays matches.
 *
 * A command puts MATCH_OPTIONS into its table for getopt_long() and hands what it does not know
 * itself to match_flag().
 */
#pragma once
#include "cli/cli.h"
#include "referee/match.h"
#include "referee/record.h"

enum { MATCH_FLAGS_CORES = 513 };

struct match_flags {
    uint64_t seed;
    bool has_seed;
    char setup[1024];
    char *map; /* text of the map file; owned */
    struct game_clock clock;
    int64_t match_ms, turn_ms, name_ms; /* -1: as the game has it */
    enum match_think think;
    bool cpu_clock;
    int64_t margin_ms;
    struct seat_limits output;
    int core_count, core[MATCH_FLAGS_CORES]; /* of the players, and of the arena */
    int64_t jobs;                            /* matches at a time; 1 unless the command knows it */
    const char *record;
    bool no_stderr;
    const char *log_dir;
    char log_path[2][4096];
    bool is_caged, has_limits; /* --sandbox; one of its limits */
    struct cage_limits limits;
    struct cage cage; /* open from match_flags_cage() to match_flags_free() */
};

enum {
    FLAG_SEED = 256,
    FLAG_SETUP,
    FLAG_MAP,
    FLAG_MATCH_MS,
    FLAG_TURN_MS,
    FLAG_NAME_MS,
    FLAG_THINK,
    FLAG_CLOCK,
    FLAG_RECORD,
    FLAG_NO_STDERR,
    FLAG_LOG,
    FLAG_COMPAT,
    FLAG_MARGIN_MS,
    FLAG_CORES,
    FLAG_ANSWER_SIZE,
    FLAG_OUTPUT_SIZE,
    FLAG_STDERR_SIZE,
    FLAG_SANDBOX,
    FLAG_MEMORY,
    FLAG_PROCESSES,
    FLAG_FILE_SIZE,
    FLAG_TMP_SIZE,
    FLAG_END /* a command's own options begin here */
};

/* clang-format off */
#define MATCH_OPTIONS                                   \
    {"seed", required_argument, NULL, FLAG_SEED},       \
    {"setup", required_argument, NULL, FLAG_SETUP},     \
    {"map", required_argument, NULL, FLAG_MAP},         \
    {"match-ms", required_argument, NULL, FLAG_MATCH_MS}, \
    {"turn-ms", required_argument, NULL, FLAG_TURN_MS}, \
    {"name-ms", required_argument, NULL, FLAG_NAME_MS}, \
    {"think", required_argument, NULL, FLAG_THINK},     \
    {"clock", required_argument, NULL, FLAG_CLOCK},     \
    {"margin-ms", required_argument, NULL, FLAG_MARGIN_MS}, \
    CORES_OPTION,                                       \
    OUTPUT_OPTIONS,                                     \
    {"record", required_argument, NULL, FLAG_RECORD},   \
    {"no-stderr", no_argument, NULL, FLAG_NO_STDERR},   \
    {"log", required_argument, NULL, FLAG_LOG},         \
    {"compat", required_argument, NULL, FLAG_COMPAT}
#define CORES_OPTION {"cores", required_argument, NULL, FLAG_CORES}
/* What a player may write. */
#define OUTPUT_OPTIONS                                  \
    {"answer-size", required_argument, NULL, FLAG_ANSWER_SIZE}, \
    {"output-size", required_argument, NULL, FLAG_OUTPUT_SIZE}, \
    {"stderr-size", required_argument, NULL, FLAG_STDERR_SIZE}
/* Of the commands that start programs. */
#define CAGE_OPTIONS                                    \
    {"sandbox", no_argument, NULL, FLAG_SANDBOX},       \
    {"memory", required_argument, NULL, FLAG_MEMORY},   \
    {"processes", required_argument, NULL, FLAG_PROCESSES}, \
    {"file-size", required_argument, NULL, FLAG_FILE_SIZE}, \
    {"tmp-size", required_argument, NULL, FLAG_TMP_SIZE}
/* clang-format on */

#define CORES_HELP                                                                                 \
    "  --cores LIST        pin: two cores a match that is played at a time, one for each "         \
    "player,\n"                                                                                    \
    "                      and the last one for the arena; as 0,1,2 or 0-8\n"

#define OUTPUT_HELP                                                                                \
    "  --answer-size SIZE  a longer answer is invalid (default: what the game needs at most)\n"    \
    "  --output-size SIZE  of all answers of a player together (default: no limit)\n"              \
    "  --stderr-size SIZE  of a player's standard error, kept in a match (default 1m)\n"

#define CAGE_HELP                                                                                  \
    "  --sandbox           run programs in a sandbox; `taisen doctor` tells how strong it is\n"    \
    "  --memory SIZE       of a program in the sandbox, all its processes together (default 1g)\n" \
    "  --processes N       its processes and threads (default 64)\n"                               \
    "  --file-size SIZE    of one file it writes (default 64m)\n"                                  \
    "  --tmp-size SIZE     of its private /tmp (default 64m)\n"

#define MATCH_HELP                                                                                 \
    "  --seed N            the game's seed (default: any)\n"                                       \
    "  --setup KEY=VALUE   an option of the game; may be given several times\n"                    \
    "  --map FILE          the map to play on, where the game has maps\n"                          \
    "  --match-ms N        thinking time of a player for the whole match, 0 = no limit\n"          \
    "  --turn-ms N         thinking time for one answer, 0 = no limit\n"                           \
    "  --name-ms N         time from a program's start to its name, 0 = no limit\n"                \
    "  --think HOW         parallel, or serial: one at a time, the other is stopped meanwhile\n"   \
    "  --clock WHICH       wall (default) or cpu: the CPU time of the program\n"                   \
    "  --margin-ms N       forgive an answer that is late by so much (default 0)\n" CORES_HELP     \
        OUTPUT_HELP "  --record FILE       write a record; compressed when FILE ends in .zst\n"    \
    "  --no-stderr         leave the players' standard error out of the record\n"                  \
    "  --log DIR           write the players' standard error to files in DIR\n"                    \
    "  --compat official   byte for byte as the original server (CHaser)\n"

void match_flags_init(struct match_flags *f);
void match_flags_free(struct match_flags *f);
/* False, having said what is wrong. */
bool match_flag(struct match_flags *f, int id, const char *arg);
/* Are there as many cores as all players and the arena need, if any were named? False, having
   said what is wrong. match_flags_apply() does it too. */
bool match_flags_cores(const struct match_flags *f, struct match_options *o);
/* Opens the cage, if one was asked for, with as many slots, and hides record and logs from who is
   in it; after proc_guard(). False, having said what is wrong. */
bool match_flags_cage(struct match_flags *f, int slots, struct match_options *o);
/* Something else that this command writes: no program in the sandbox sees it. NULL: nothing. False,
   having said what is wrong. */
bool match_flags_hide(struct match_flags *f, const char *path);
/* Tries the setup before anything is started, so that a wrong one is wrong use and no failure of
   the arena. False, having said what is wrong. */
bool match_flags_check(const struct match_options *o);
/* Fills what match_run() needs. False, having said what is wrong, with the status in *status. */
bool match_flags_apply(struct match_flags *f, const struct game *game, const char *seat0,
                       const char *seat1, struct match_options *o, int *status);
