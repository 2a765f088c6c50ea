/*
 * How fast CODE VS 4.0 is: whole turns a second on one core in a mixed battle, and how long the
 * input of a turn takes to write.
 *
 * Each side has a castle, workers, buildings and fighting units of all types in a square between
 * the two, all within reach of enemies. Every turn starts from a copy of one of a few positions and
 * plays legal orders drawn beforehand, so that the numbers stay what they are.
 */
#include "games/codevs4/codevs4.h"
#include "games/speed.h"

#include <stdlib.h>

enum { POSITIONS = 16, FROM = 40, TEXT_MAX = 1 << 20 };

struct scene {
    struct codevs4 start[POSITIONS], now;
    struct codevs4_action action[POSITIONS][2];
    char text[TEXT_MAX];
};

/* So many units a side, spread over a square whose side is `width`. */
static void place_units(struct codevs4 *g, int units, uint32_t width, struct rng *rng)
{
    static const uint8_t mix[] = {CODEVS4_WORKER,  CODEVS4_KNIGHT,   CODEVS4_KNIGHT,
                                  CODEVS4_FIGHTER, CODEVS4_ASSASSIN, CODEVS4_WORKER,
                                  CODEVS4_VILLAGE, CODEVS4_ASSASSIN, CODEVS4_BASE};
    int first = g->count / 2; /* castle and workers of each side are there */
    for (int i = first; i < units; i++)
        for (int p = 0; p < 2; p++)
            codevs4_add_unit(g, p, mix[(size_t)i % sizeof mix], FROM + (int)rng_below(rng, width),
                             FROM + (int)rng_below(rng, width));
}

static void make_scene(struct scene *scene, int units, uint32_t width)
{
    struct rng rng = {(uint64_t)units};
    for (int i = 0; i < POSITIONS; i++) {
        struct codevs4 *g = &scene->start[i];
        *g = (struct codevs4){.seed = (uint64_t)i, .stages = 1};
        codevs4_begin_stage(g, 0);
        place_units(g, units, width, &rng);
        for (int p = 0; p < 2; p++) {
            g->money[p] = 1000;
            game_codevs4.sample((struct game_state *)g, p, &rng,
                                (struct game_action *)&scene->action[i][p]);
        }
    }
    scene->now = (struct codevs4){.stages = 1};
}

/* Returns the units that were left, so that nothing can be left out. Without `plays` it only
 * copies. */
static int64_t play_turns(struct scene *scene, int turns, bool plays)
{
    int64_t left = 0;
    for (int i = 0; i < turns; i++) {
        int n = i % POSITIONS;
        const struct codevs4_action *action[2] = {&scene->action[n][0], &scene->action[n][1]};
        codevs4_copy(&scene->now, &scene->start[n]);
        if (plays) codevs4_play(&scene->now, action);
        left += scene->now.count;
    }
    return left;
}

static void measure_turns(struct scene *scene, int units, int turns, FILE *out)
{
    play_turns(scene, turns / 20, true); /* warm up */
    struct speed_time start = speed_now();
    int64_t left = play_turns(scene, turns, true);
    struct speed_time took = speed_since(start);
    start = speed_now();
    play_turns(scene, turns, false);
    double floor_s = speed_since(start).cpu_s;
    fprintf(out,
            "codevs4: %.0f turns/s with %d units a side in a battle (wall clock: %.0f; %.2f us a "
            "turn, copying alone %.2f us; %.0f left on average)\n",
            turns / took.cpu_s, units, turns / took.wall_s, took.cpu_s / turns * 1e6,
            floor_s / turns * 1e6, (double)left / turns);
}

static void measure_prompt(struct scene *scene, int units, FILE *out)
{
    enum { PROMPTS = 2000 };
    static const int64_t left_ms[2] = {3600000, 3600000};
    size_t bytes = 0;
    struct speed_time start = speed_now();
    for (int i = 0; i < PROMPTS; i++) {
        struct text text = TEXT_ON(scene->text);
        const struct codevs4 *g = &scene->start[i % POSITIONS];
        game_codevs4.prompt((const struct game_state *)g, i % 2, left_ms, &text);
        bytes += text.len;
    }
    struct speed_time took = speed_since(start);
    fprintf(out,
            "codevs4: %.1f us for the input of a turn with %d units a side (wall clock: %.1f; %zu "
            "bytes)\n",
            took.cpu_s / PROMPTS * 1e6, units, took.wall_s / PROMPTS * 1e6, bytes / PROMPTS);
}

static bool measure_all(FILE *out)
{
    struct scene *scene = malloc(sizeof *scene);
    if (!scene) return false;
    make_scene(scene, 120, 12);
    measure_turns(scene, 120, 200000, out);
    make_scene(scene, 1000, 30);
    measure_turns(scene, 1000, 20000, out);
    measure_prompt(scene, 1000, out);
    free(scene);
    return true;
}

const struct game_speed speed_codevs4 = {"codevs4", measure_all};
