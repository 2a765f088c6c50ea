/* The tables of the options that commands share, and what becomes of them. */
#include "cli/match_flags.h"

#include "os/cores.h"
#include "os/file.h"
#include "os/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    MAP_MAX = 1 << 20,
    PROCESSES_MOST = 100000,
    MEMORY_LEAST = 8 << 20, /* the cage itself must fit in */
    TMP_LEAST = 4096
};
#define SIZE_MOST (INT64_C(1) << 50)
#define YEAR_MS (INT64_C(365) * 24 * 3600 * 1000)

void match_flags_init(struct match_flags *f)
{
    *f = (struct match_flags){
        .jobs = 1, .match_ms = -1, .turn_ms = -1, .name_ms = -1, .limits = cage_default_limits()};
}

void match_flags_free(struct match_flags *f)
{
    free(f->map);
    cage_close(&f->cage);
}

bool match_flags_add_setup(struct match_flags *f, const char *arg)
{
    size_t len = strlen(f->setup);
    int wrote = snprintf(f->setup + len, sizeof f->setup - len, "%s%s", len ? " " : "", arg);
    if (wrote < (int)(sizeof f->setup - len)) return true;
    cli_use("--setup: too many options");
    return false;
}

static bool add_setup(void *f, const char *arg)
{
    return match_flags_add_setup(f, arg);
}

/* --compat official is a shorter way to write --setup compat=official. */
static bool add_compat(void *f, const char *arg)
{
    char option[64];
    snprintf(option, sizeof option, "compat=%.40s", arg);
    return match_flags_add_setup(f, option);
}

static bool read_map(void *target, const char *path)
{
    struct match_flags *f = target;
    struct err err;
    size_t len;
    free(f->map);
    f->map = NULL;
    if (file_read(path, MAP_MAX, &f->map, &len, &err)) return true;
    cli_use("--map: %s", sentence(&err));
    return false;
}

/* A or A-B, of the cores that are ours; *at is moved behind it. */
static bool read_range(struct match_flags *f, const cpu_set_t *ours, const char **at)
{
    char *end;
    long first = strtol(*at, &end, 10), last = first;
    if (end == *at) return false;
    *at = end;
    if (*end == '-') {
        last = strtol(end + 1, &end, 10);
        if (end == *at + 1) return false;
        *at = end;
    }
    if (first < 0 || first > last || last >= CPU_SETSIZE) return false;
    for (long core = first; core <= last; core++) {
        if (!CPU_ISSET((size_t)core, ours) || f->core_count == MATCH_FLAGS_CORES) return false;
        f->core[f->core_count++] = (int)core;
    }
    return true;
}

static bool read_cores(void *target, const char *arg)
{
    struct match_flags *f = target;
    cpu_set_t ours;
    struct err err;
    const char *at = arg;
    f->core_count = 0;
    f->shares_core = strcmp(arg, "match") == 0;
    if (f->shares_core) return true;
    if (!cores_get(&ours, &err)) return cli_fail("%s", sentence(&err)), false;
    bool ok = read_range(f, &ours, &at);
    while (ok && *at == ',') {
        at++;
        ok = read_range(f, &ours, &at);
    }
    if (ok && *at == '\0') return true;
    return cli_use("--cores takes cores of this machine, as 0,1,2 or 0-2, or `match`; not `%s`",
                   arg),
           false;
}

/* ---- the tables ---- */

#define AT(member) .at = offsetof(struct match_flags, member)
#define GIVEN(member) .given = offsetof(struct match_flags, member)

const struct cli_option options_start[] = {
    {"seed", "N", OPTION_SEED, AT(seed), GIVEN(has_seed),
     .help = N_("seed of the game (default: random)")},
    {"setup", "KEY=VALUE", OPTION_CALL, .read = add_setup, .is_repeated = true,
     .help = N_("an option of the game; repeatable")},
    {"map", "FILE", OPTION_CALL, .read = read_map, .suggest = OPTION_FILE,
     .help = N_("the map to play on, where the game has maps")},
    {0}};

const struct cli_option options_answer[] = {
    {"turn-ms", "N", OPTION_INT, AT(turn_ms), .most = YEAR_MS,
     .help = N_("thinking time for one answer, in milliseconds; 0: no limit")},
    {"name-ms", "N", OPTION_INT, AT(name_ms), .most = YEAR_MS,
     .help = N_("time from a program's start to its name, in milliseconds; 0: no limit")},
    {0}};

static const char *const thinks[] = {"parallel", "serial", NULL};
const struct cli_option options_think[] = {
    {"think", "HOW", OPTION_WORD, AT(think), .least = THINK_PARALLEL, .words = thinks,
     .help =
         N_("parallel: both players think at the same time; serial: one at a time, the other is "
            "stopped meanwhile (default: depends on the game)")},
    {0}};

/* Of matches that are not played at home: these have the limits of ladders and contests anyway. */
static bool read_clock(void *target, const char *arg)
{
    struct match_flags *f = target;
    f->charges_cpu = strcmp(arg, "cpu") == 0;
    if (f->charges_cpu || strcmp(arg, "wall") == 0) return true;
    return cli_use("--clock takes wall or cpu, not `%s`", arg), false;
}

static bool read_local_clock(void *target, const char *arg)
{
    struct match_flags *f = target;
    bool is_known = strcmp(arg, "cpu") == 0 || strcmp(arg, "wall") == 0;
    if (is_known) return read_clock(target, arg);
    f->is_local = false;
    if (strcmp(arg, "online") == 0) return true;
    return cli_use("--clock takes wall, cpu or online, not `%s`", arg), false;
}

const struct cli_option options_margin[] = {
    {"margin-ms", "N", OPTION_INT, AT(margin_ms), .most = YEAR_MS,
     .help = N_("accept an answer that is late by at most this (default 0)")},
    {0}};

static const char *const clocks[] = {"wall", "cpu", NULL};
const struct cli_option options_clock[] = {
    {"clock", "WHICH", OPTION_CALL, .read = read_clock, .words = clocks,
     .help = N_(
         "what is charged to a player: wall (default), or cpu, the CPU time of all its processes")},
    {.group = options_margin},
    {0}};

static const char *const local_clocks[] = {"wall", "cpu", "online", NULL};
const struct cli_option options_local_clock[] = {
    {"clock", "WHICH", OPTION_CALL, .read = read_local_clock, .words = local_clocks,
     .is_repeated = true,
     .help =
         N_("what is charged to a player: wall (default), or cpu, the CPU time of all its "
            "processes; online: with the limit for a turn that ladders and contests have (reborn: "
            "20 s), which local matches of the original did not have; may be given twice")},
    {.group = options_margin},
    {0}};

const struct cli_option options_cores[] = {
    {"cores", "LIST", OPTION_CALL, .read = read_cores,
     .help =
         N_("pin to cores, as 0,1,2 or 0-8: one for each player, two for each match at a time, and "
            "the last one for the arena; match: one core for each match, its players and the arena "
            "together, which is twice as fast for programs that answer at once")},
    {0}};

const struct cli_option options_output[] = {
    {"answer-size", "SIZE", OPTION_SIZE, AT(output.answer_bytes), .least = 1, .most = SIZE_MOST,
     .help = N_("a longer answer is invalid (default: what the game needs at most)")},
    {"output-size", "SIZE", OPTION_SIZE, AT(output.output_bytes), .least = 1, .most = SIZE_MOST,
     .help = N_("limit of all answers of a player together (default: none)")},
    {"stderr-size", "SIZE", OPTION_SIZE, AT(output.err_bytes), .least = 1, .most = SIZE_MOST,
     .help = N_("how much of a player's standard error is kept in a match (default 1m)")},
    {0}};

const struct cli_option options_stderr[] = {
    {"no-stderr", NULL, OPTION_FLAG, AT(no_stderr),
     .help = N_("leave the players' standard error out of records")},
    {0}};

static const char *const compats[] = {"official", NULL};
const struct cli_option options_match[] = {
    {.group = options_start},
    {"match-ms", "N", OPTION_INT, AT(match_ms), .most = YEAR_MS,
     .help = N_("thinking time of a player for the whole match, in milliseconds; 0: no limit")},
    {.group = options_answer},
    {.group = options_think},
    {.group = options_local_clock},
    {.group = options_cores},
    {.group = options_output},
    {"record", "FILE", OPTION_FILE, AT(record),
     .help = N_("write a record; compressed when FILE ends in .zst")},
    {.group = options_stderr},
    {"log", "DIR", OPTION_FOLDER, AT(log_dir),
     .help = N_("write the players' standard error to files in DIR")},
    {"compat", "official", OPTION_CALL, .read = add_compat, .words = compats,
     .help = N_("byte for byte as the original server (CHaser)")},
    {0}};

const struct cli_option options_sandbox[] = {
    {"sandbox", NULL, OPTION_FLAG, AT(is_caged),
     .help = N_("run programs in a sandbox; `taisen doctor` tells how strong it is")},
    {"memory", "SIZE", OPTION_SIZE, AT(limits.memory_bytes), GIVEN(has_limits),
     .least = MEMORY_LEAST, .most = SIZE_MOST,
     .help = N_("memory of a program in the sandbox, all its processes together (default 1g)")},
    {"processes", "N", OPTION_INT, AT(limits.processes), GIVEN(has_limits), .least = 1,
     .most = PROCESSES_MOST, .help = N_("its processes and threads (default 64)")},
    {"file-size", "SIZE", OPTION_SIZE, AT(limits.file_bytes), GIVEN(has_limits), .most = SIZE_MOST,
     .help = N_("size of one file it writes (default 64m)")},
    {"tmp-size", "SIZE", OPTION_SIZE, AT(limits.tmp_bytes), GIVEN(has_limits), .least = TMP_LEAST,
     .most = SIZE_MOST, .help = N_("size of its private /tmp (default 64m)")},
    {0}};

/* ---- what they mean for a match ---- */

static bool name_logs(struct match_flags *f, const struct game *game, struct match_options *o)
{
    if (!f->log_dir) return true;
    if (mkdir(f->log_dir, 0777) < 0 && errno != EEXIST) {
        cli_use("--log: cannot make %s: %s", f->log_dir, strerror(errno));
        return false;
    }
    for (int p = 0; p < 2; p++) {
        snprintf(f->log_path[p], sizeof f->log_path[p], "%s/%s-%llu-player%d.log", f->log_dir,
                 game->name, (unsigned long long)f->seed, p + 1);
        o->log_path[p] = f->log_path[p];
    }
    return true;
}

bool match_flags_limits(const struct match_flags *f)
{
    if (!f->has_limits || f->is_caged) return true;
    cli_use("--memory, --processes, --file-size and --tmp-size are limits of --sandbox");
    return false;
}

/* The cores that are ours, in their order: one for each match at a time. */
static bool deal_cores(struct match_flags *f)
{
    cpu_set_t ours;
    struct err err;
    int jobs = 0;
    if (!cores_get(&ours, &err)) return cli_fail("%s", sentence(&err)), false;
    for (int core = 0; core < CPU_SETSIZE && jobs < f->jobs; core++)
        if (CPU_ISSET((size_t)core, &ours) && 2 * jobs + 2 < MATCH_FLAGS_CORES) {
            f->core[2 * jobs] = f->core[2 * jobs + 1] = core;
            jobs++;
        }
    f->core_count = 2 * jobs + 1;
    f->core[2 * jobs] = f->core[0]; /* nobody's: the arena is where the players are */
    if (jobs == f->jobs) return true;
    return cli_use("--cores match: %d matches at a time need %d cores, and there are %d",
                   (int)f->jobs, (int)f->jobs, jobs),
           false;
}

bool match_flags_cores(struct match_flags *f, struct match_options *o)
{
    int players = 2 * (int)f->jobs;
    if (f->shares_core && !deal_cores(f)) return false;
    if (f->core_count != 0 && f->core_count != players + 1)
        return cli_use("--cores: %d players and the arena need %d cores, not %d", players,
                       players + 1, f->core_count),
               false;
    o->core_count = f->core_count;
    o->core = f->core;
    o->shares_core = f->shares_core;
    return true;
}

bool match_flags_apply(struct match_flags *f, const struct game *game, const char *seat0,
                       const char *seat1, struct match_options *o, int *status)
{
    struct err err;
    if (!f->has_seed) f->seed = cli_any_seed();
    f->has_seed = true;
    *o = (struct match_options){.game = game,
                                .setup = {.seed = f->seed, .options = f->setup, .map = f->map},
                                .seat = {seat0, seat1},
                                .clock = game_clock(game, f->is_local),
                                .think = f->think,
                                .cpu_clock = f->charges_cpu,
                                .limits = f->output,
                                .margin_ms = f->margin_ms};
    if (f->match_ms >= 0) o->clock.match_ms = f->match_ms;
    if (f->turn_ms >= 0) o->clock.turn_ms = f->turn_ms;
    if (f->name_ms >= 0) o->clock.name_ms = f->name_ms;
    *status = STATUS_USE;
    if (!match_flags_limits(f)) return false;
    for (int p = 0; p < 2; p++)
        if (!seat_check(game, o->seat[p], &err)) return cli_use("%s", sentence(&err)), false;
    return match_flags_cores(f, o) && name_logs(f, game, o);
}

bool match_flags_cage(struct match_flags *f, int slots, struct match_options *o)
{
    struct err err;
    if (!f->is_caged) return true;
    if (!cage_open(&f->cage, &f->limits, slots, &err)) return cli_fail("%s", sentence(&err)), false;
    o->cage = &f->cage;
    return match_flags_hide(f, f->record) && match_flags_hide(f, f->log_dir);
}

bool match_flags_hide(struct match_flags *f, const char *path)
{
    struct err err;
    if (!path || !f->is_caged || cage_hide(&f->cage, path, &err)) return true;
    return cli_fail("%s", sentence(&err)), false;
}

bool match_flags_check(const struct match_options *o)
{
    char buf[SAID_BYTES];
    struct text why = TEXT_ON(buf);
    if (o->position) return true;
    struct game_state *state = memory_zeroed(o->game->state_size);
    bool ok = state && o->game->init(state, &o->setup, &why);
    free(state);
    if (!ok) cli_use("%s: %s", o->game->name, sentence_said(buf));
    return ok;
}
