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
static const int64_t SIZE_MOST = INT64_C(1) << 50;
static const int64_t YEAR_MS = INT64_C(365) * 24 * 3600 * 1000;

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

static bool add_setup(struct match_flags *f, const char *arg)
{
    size_t len = strlen(f->setup);
    int wrote = snprintf(f->setup + len, sizeof f->setup - len, "%s%s", len ? " " : "", arg);
    if (wrote < (int)(sizeof f->setup - len)) return true;
    cli_use("--setup: too many options");
    return false;
}

/* --compat official is a shorter way to write --setup compat=official. */
static bool add_compat(struct match_flags *f, const char *arg)
{
    char option[64];
    snprintf(option, sizeof option, "compat=%.40s", arg);
    return add_setup(f, option);
}

static bool read_map(struct match_flags *f, const char *path)
{
    struct err err;
    size_t len;
    free(f->map);
    f->map = NULL;
    if (file_read(path, MAP_MAX, &f->map, &len, &err)) return true;
    cli_use("--map: %s", err.text);
    return false;
}

/* One of two words: 0 or 1, or -1 having said what is right. */
static int either(const char *option, const char *arg, const char *first, const char *second)
{
    if (strcmp(arg, first) == 0) return 0;
    if (strcmp(arg, second) == 0) return 1;
    cli_use("%s is %s or %s, not `%s`", option, first, second, arg);
    return -1;
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

static bool read_cores(struct match_flags *f, const char *arg)
{
    cpu_set_t ours;
    struct err err;
    const char *at = arg;
    f->core_count = 0;
    if (!cores_get(&ours, &err)) return cli_fail("%s", err.text), false;
    bool ok = read_range(f, &ours, &at);
    while (ok && *at == ',') {
        at++;
        ok = read_range(f, &ours, &at);
    }
    if (ok && *at == '\0') return true;
    return cli_use("--cores takes cores of this machine, as 0,1,2 or 0-2; not `%s`", arg), false;
}

static bool cage_flag(struct match_flags *f, int id, const char *arg)
{
    struct cage_limits *l = &f->limits;
    if (id == FLAG_SANDBOX) return f->is_caged = true;
    f->has_limits = true;
    switch (id) {
    case FLAG_MEMORY: return cli_size("--memory", arg, MEMORY_LEAST, SIZE_MOST, &l->memory_bytes);
    case FLAG_PROCESSES: return cli_int("--processes", arg, 1, PROCESSES_MOST, &l->processes);
    case FLAG_FILE_SIZE: return cli_size("--file-size", arg, 0, SIZE_MOST, &l->file_bytes);
    case FLAG_TMP_SIZE: return cli_size("--tmp-size", arg, TMP_LEAST, SIZE_MOST, &l->tmp_bytes);
    default: return false;
    }
}

bool match_flag(struct match_flags *f, int id, const char *arg)
{
    int which;
    switch (id) {
    case FLAG_SEED: return f->has_seed = cli_seed(arg, &f->seed);
    case FLAG_SETUP: return add_setup(f, arg);
    case FLAG_MAP: return read_map(f, arg);
    case FLAG_MATCH_MS: return cli_int("--match-ms", arg, 0, YEAR_MS, &f->match_ms);
    case FLAG_TURN_MS: return cli_int("--turn-ms", arg, 0, YEAR_MS, &f->turn_ms);
    case FLAG_NAME_MS: return cli_int("--name-ms", arg, 0, YEAR_MS, &f->name_ms);
    case FLAG_THINK:
        which = either("--think", arg, "parallel", "serial");
        f->think = which == 0 ? THINK_PARALLEL : THINK_SERIAL;
        return which >= 0;
    case FLAG_CLOCK:
        which = either("--clock", arg, "wall", "cpu");
        f->cpu_clock = which == 1;
        return which >= 0;
    case FLAG_ANSWER_SIZE:
        return cli_size("--answer-size", arg, 1, SIZE_MOST, &f->output.answer_bytes);
    case FLAG_OUTPUT_SIZE:
        return cli_size("--output-size", arg, 1, SIZE_MOST, &f->output.output_bytes);
    case FLAG_STDERR_SIZE:
        return cli_size("--stderr-size", arg, 1, SIZE_MOST, &f->output.err_bytes);
    case FLAG_MARGIN_MS: return cli_int("--margin-ms", arg, 0, YEAR_MS, &f->margin_ms);
    case FLAG_CORES: return read_cores(f, arg);
    case FLAG_RECORD: f->record = arg; return true;
    case FLAG_NO_STDERR: return f->no_stderr = true;
    case FLAG_COMPAT: return add_compat(f, arg);
    case FLAG_LOG: f->log_dir = arg; return true;
    default: return cage_flag(f, id, arg);
    }
}

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

bool match_flags_cores(const struct match_flags *f, struct match_options *o)
{
    int players = 2 * (int)f->jobs;
    if (f->core_count != 0 && f->core_count != players + 1)
        return cli_use("--cores: %d players and the arena need %d cores, not %d", players,
                       players + 1, f->core_count),
               false;
    o->core_count = f->core_count;
    o->core = f->core;
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
                                .clock = game->clock,
                                .think = f->think,
                                .cpu_clock = f->cpu_clock,
                                .limits = f->output,
                                .margin_ms = f->margin_ms};
    if (f->match_ms >= 0) o->clock.match_ms = f->match_ms;
    if (f->turn_ms >= 0) o->clock.turn_ms = f->turn_ms;
    if (f->name_ms >= 0) o->clock.name_ms = f->name_ms;
    *status = STATUS_USE;
    if (f->has_limits && !f->is_caged)
        return cli_use("--memory, --processes, --file-size and --tmp-size are limits of --sandbox"),
               false;
    for (int p = 0; p < 2; p++)
        if (!seat_check(game, o->seat[p], &err)) return cli_use("%s", err.text), false;
    return match_flags_cores(f, o) && name_logs(f, game, o);
}

bool match_flags_cage(struct match_flags *f, int slots, struct match_options *o)
{
    struct err err;
    if (!f->is_caged) return true;
    if (!cage_open(&f->cage, &f->limits, slots, &err)) return cli_fail("%s", err.text), false;
    o->cage = &f->cage;
    return match_flags_hide(f, f->record) && match_flags_hide(f, f->log_dir);
}

bool match_flags_hide(struct match_flags *f, const char *path)
{
    struct err err;
    if (!path || !f->is_caged || cage_hide(&f->cage, path, &err)) return true;
    return cli_fail("%s", err.text), false;
}

bool match_flags_check(const struct match_options *o)
{
    char buf[256];
    struct text why = TEXT_ON(buf);
    if (o->position) return true;
    struct game_state *state = memory_zeroed(o->game->state_size);
    bool ok = state && o->game->init(state, &o->setup, &why);
    free(state);
    if (!ok) cli_use("%s: %s", o->game->name, buf);
    return ok;
}
