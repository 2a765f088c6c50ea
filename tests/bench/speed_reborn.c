/*
 * Drops a second of CODE VS Reborn: one pack dropped and its whole chain resolved, for all 36 drops
 * of each position, by each instruction set of this machine. A side is copied for each drop, as a
 * search would.
 */
#include "games/reborn/reborn.h"
#include "tests/bench/speed.h"

#include <stdlib.h>
#include <time.h>

enum { MOST_POSITIONS = 4096, MOST_STREAM = 4 << 20, DROPS = REBORN_PACK_COLS * REBORN_ROTATIONS };

struct position {
    struct reborn_field field;
    struct reborn_pack pack;
};

static struct position positions[MOST_POSITIONS];

static int add_positions(int count, const struct reborn *g)
{
    for (int p = 0; p < 2 && count < MOST_POSITIONS; p++)
        positions[count++] = (struct position){g->side[p].field, g->packs[g->turn]};
    return count;
}

/* Reads recorded inputs as a program would; another game begins where no turn block is. */
static int read_positions(const char *bytes, size_t len)
{
    static const struct reborn unread;
    struct reborn now = unread;
    struct game_state *state = (struct game_state *)&now;
    struct game_self self;
    int count = 0;
    while (count < MOST_POSITIONS) {
        size_t used = 0;
        enum parse_result result = game_reborn.perceive(state, &self, bytes, len, &used);
        if (result == PARSE_MORE || (result == PARSE_INVALID && now.turns == 0)) break;
        if (result == PARSE_INVALID) {
            now = unread;
            continue;
        }
        count = add_positions(count, &now);
        bytes += used;
        len -= used;
    }
    return count;
}

static int load_recorded(void)
{
    static char bytes[MOST_STREAM];
    char path[4096];
    const char *root = getenv("TAISEN_ROOT");
    snprintf(path, sizeof path, "%s/../shared/golden/reborn/stream_54games.txt", root ? root : ".");
    FILE *file = fopen(path, "rb");
    if (!file) return 0;
    size_t len = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    return read_positions(bytes, len);
}

static int play_random(void)
{
    struct rng rng = {1};
    struct reborn g;
    struct game_state *state = (struct game_state *)&g;
    int count = 0;
    for (uint64_t seed = 0; count < MOST_POSITIONS; seed++) {
        game_reborn.init(state, &(struct game_setup){.seed = seed}, NULL);
        while (game_reborn.actors(state)) {
            struct reborn_action action[2];
            struct game_reply reply[2];
            count = add_positions(count, &g);
            for (int p = 0; p < 2; p++) {
                struct game_action *a = (struct game_action *)&action[p];
                game_reborn.sample(state, p, &rng, a);
                reply[p] = (struct game_reply){.kind = REPLY_ACTION, .action = a};
            }
            game_reborn.step(state, reply);
        }
    }
    return count;
}

struct tally {
    int64_t drops, steps, quiet; /* quiet: nothing vanished */
};

static void drop_all(enum reborn_path path, const struct position *at, struct tally *tally)
{
    for (int n = 0; n < DROPS; n++) {
        struct reborn_field field = at->field;
        struct reborn_result result =
            reborn_drop_by(path, &field, at->pack, n / REBORN_ROTATIONS, n % REBORN_ROTATIONS);
        tally->drops++;
        tally->steps += result.chain;
        tally->quiet += result.chain == 0;
    }
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void measure(enum reborn_path path, int count, FILE *out)
{
    struct tally tally = {0};
    double start = seconds(), spent = 0;
    while (spent < 1) {
        for (int i = 0; i < count; i++) drop_all(path, &positions[i], &tally);
        spent = seconds() - start;
    }
    double drops = (double)tally.drops;
    fprintf(out, "reborn %s: %.1f million drops/s (%.0f ns each)\n", reborn_path_names[path],
            drops / spent * 1e-6, spent / drops * 1e9);
    if (path == REBORN_PLAIN)
        fprintf(out, "reborn: %.2f steps a drop, %.0f %% without any\n",
                (double)tally.steps / drops, (double)tally.quiet / drops * 100);
}

bool speed_reborn(FILE *out)
{
    int count = load_recorded();
    bool is_recorded = count > 0;
    if (!is_recorded) count = play_random();
    fprintf(out, "reborn: %d positions of %s\n", count,
            is_recorded ? "recorded games" : "random play");
    for (int path = 0; path < REBORN_PATHS; path++)
        if (reborn_path_works((enum reborn_path)path)) measure((enum reborn_path)path, count, out);
    return true;
}
