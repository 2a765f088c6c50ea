/* How fast Four in a Row is: random moves a second on one core; a game that has ended begins anew.
 */
#include "games/example/example.h"
#include "games/speed.h"

enum { MOVES = 5000000 };

static bool measure(FILE *out)
{
    struct example g;
    struct game_state *state = (struct game_state *)&g;
    struct rng rng = {1};
    uint64_t seed = 0;
    struct speed_time began = speed_now();
    game_example.init(state, &(struct game_setup){.seed = seed}, NULL);
    for (int i = 0; i < MOVES; i++) {
        struct example_action action;
        int p = example_next(&g);
        game_example.sample(state, p, &rng, (struct game_action *)&action);
        example_drop(&g, action.col, p);
        if (g.ending) game_example.init(state, &(struct game_setup){.seed = ++seed}, NULL);
    }
    struct speed_time took = speed_since(began);
    fprintf(out, "example: %.1f million moves/s (wall clock: %.1f; %.1f moves a game)\n",
            MOVES / took.cpu_s * 1e-6, MOVES / took.wall_s * 1e-6,
            (double)MOVES / (double)(seed + 1));
    return true;
}

const struct game_speed speed_example = {"example", measure};
