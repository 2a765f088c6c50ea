/*
 * How fast CHaser is: actions a second on one core, each with its judgement and its answer, on
 * random maps. Both players do whatever comes; a game that has ended begins again.
 */
#include "games/chaser/chaser.h"
#include "games/chaser/chaser_map.h"
#include "games/speed.h"

enum { MAPS = 16, ACTIONS = 40000000, WORDS = 4096 };

struct tally {
    int64_t games;
    uint64_t digits; /* of all answers: the compiler must not skip the work */
};

static void draw_maps(struct chaser_board start[MAPS])
{
    for (int i = 0; i < MAPS; i++) {
        struct chaser_map map;
        chaser_map_draw(&map, &chaser_usual_recipe, (uint64_t)i, NULL);
        start[i] = map.board;
    }
}

/* Commands are drawn before: drawing them costs about as much as playing them. */
static void draw_actions(struct chaser_action action[WORDS], struct rng *rng)
{
    for (int i = 0; i < WORDS; i++) {
        uint32_t n = rng_below(rng, CHASER_COMMANDS);
        action[i] = (struct chaser_action){(uint8_t)(n / 4), (uint8_t)(n % 4)};
    }
}

static struct tally play(const struct chaser_board start[MAPS],
                         const struct chaser_action action[WORDS], int actions)
{
    struct tally tally = {0};
    struct chaser_board board = start[0];
    for (int i = 0; i < actions; i++) {
        struct chaser_answer answer;
        unsigned n = (unsigned)i + (unsigned)(i / WORDS) * 7;
        struct chaser_verdict verdict = chaser_act(&board, i % 2, action[n % WORDS], &answer);
        tally.digits += (unsigned char)answer.cell[i % CHASER_VIEW];
        if (verdict.ending) board = start[++tally.games % MAPS];
    }
    return tally;
}

static bool measure_all(FILE *out)
{
    static struct chaser_board start[MAPS];
    static struct chaser_action action[WORDS];
    struct rng rng = {1};
    draw_maps(start);
    draw_actions(action, &rng);
    play(start, action, ACTIONS / 20); /* warm up */
    struct speed_time began = speed_now();
    struct tally tally = play(start, action, ACTIONS);
    struct speed_time took = speed_since(began);
    fprintf(out,
            "chaser: %.1f million actions/s (wall clock: %.1f; %.1f actions a game, digit %.2f on "
            "average)\n",
            ACTIONS / took.cpu_s * 1e-6, ACTIONS / took.wall_s * 1e-6,
            (double)ACTIONS / (double)(tally.games + 1), (double)tally.digits / ACTIONS - '0');
    return true;
}

const struct game_speed speed_chaser = {"chaser", measure_all};
