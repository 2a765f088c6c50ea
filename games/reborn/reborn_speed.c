/*
 * Drops a second of CODE VS Reborn: one pack dropped and its whole chain resolved, for all 36 drops
 * of each position, by each instruction set of this machine. A side is copied for each drop, as a
 * search would.
 */
#include "games/reborn/reborn.h"
#include "games/speed.h"

#include <stdlib.h>

enum { POSITIONS = 4096, TRIES = 4, DROPS = REBORN_PACK_COLS * REBORN_ROTATIONS };

struct position {
    struct reborn_field field;
    struct reborn_pack pack;
};

static struct position positions[POSITIONS];

static int add_positions(int count, const struct reborn *g)
{
    for (int p = 0; p < 2 && count < POSITIONS; p++)
        positions[count++] = (struct position){g->side[p].field, g->packs[g->turn]};
    return count;
}

/* Of a few random drops the one with the longest chain: fields between those of random play, which
   soon end, and those of good players. */
static struct reborn_action choose(const struct reborn *g, int p, struct rng *rng)
{
    struct reborn_action best = {0};
    int longest = -1;
    for (int i = 0; i < TRIES; i++) {
        int col = (int)rng_below(rng, REBORN_PACK_COLS), r = (int)rng_below(rng, REBORN_ROTATIONS);
        struct reborn_field field = g->side[p].field;
        int chain = reborn_drop(&field, g->packs[g->turn], col, r).chain;
        if (chain <= longest) continue;
        longest = chain;
        best = (struct reborn_action){.col = (uint8_t)col, .rotation = (uint8_t)r};
    }
    return best;
}

static void make_positions(void)
{
    struct rng rng = {1};
    struct reborn g;
    struct game_state *state = (struct game_state *)&g;
    int count = 0;
    for (uint64_t seed = 0; count < POSITIONS; seed++) {
        game_reborn.init(state, &(struct game_setup){.seed = seed}, NULL);
        while (game_reborn.actors(state)) {
            struct reborn_action action[2];
            struct game_reply reply[2];
            count = add_positions(count, &g);
            for (int p = 0; p < 2; p++) {
                action[p] = choose(&g, p, &rng);
                reply[p] = (struct game_reply){.kind = REPLY_ACTION,
                                               .action = (struct game_action *)&action[p]};
            }
            game_reborn.step(state, reply);
        }
    }
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

static void measure(enum reborn_path path, FILE *out)
{
    struct tally tally = {0};
    struct speed_time start = speed_now(), spent = {0};
    while (spent.cpu_s < 1) {
        for (int i = 0; i < POSITIONS; i++) drop_all(path, &positions[i], &tally);
        spent = speed_since(start);
    }
    double drops = (double)tally.drops;
    fprintf(out, "reborn %s: %.1f million drops/s (wall clock: %.1f; %.0f ns each)\n",
            reborn_path_names[path], drops / spent.cpu_s * 1e-6, drops / spent.wall_s * 1e-6,
            spent.cpu_s / drops * 1e9);
    if (path == REBORN_PLAIN)
        fprintf(out, "reborn: %.2f steps a drop, %.0f %% without any\n",
                (double)tally.steps / drops, (double)tally.quiet / drops * 100);
}

static bool measure_all(FILE *out)
{
    make_positions();
    fprintf(out, "reborn: %d positions of games between players that look for chains\n", POSITIONS);
    for (int path = 0; path < REBORN_PATHS; path++)
        if (reborn_path_works((enum reborn_path)path)) measure((enum reborn_path)path, out);
    return true;
}

const struct game_speed speed_reborn = {"reborn", measure_all};
