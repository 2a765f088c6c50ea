/*
 * How fast CODE VS 5.0 is: whole turns a second on one core, both fields with 20 dogs each, random
 * legal commands. Every turn starts from a fresh copy of one of a few positions, so that nobody is
 * caught for good and the number of dogs stays what it is.
 */
#include "games/codevs5/codevs5.h"
#include "games/speed.h"

#include <string.h>

enum { POSITIONS = 64, DOGS = 20, TURNS = 2000000 };

/* Dogs on random floor cells without a ninja. */
static void place_dogs(struct codevs5_field *field, struct rng *rng)
{
    struct codevs5_board floor = codevs5_floor(field);
    while (field->dog_count < DOGS) {
        int cell = (int)rng_below(rng, CODEVS5_CELLS);
        if (!board_has(&floor, cell) || board_has(&field->dogs, cell)) continue;
        if (cell == field->ninja[0] || cell == field->ninja[1]) continue;
        codevs5_field_add_dog(field, field->next_dog++, cell);
    }
    field->nin = 20;
}

static void make_positions(struct codevs5_state position[POSITIONS], struct rng *rng)
{
    for (int i = 0; i < POSITIONS; i++) {
        codevs5_generate(&position[i], (uint64_t)i);
        for (int p = 0; p < 2; p++) place_dogs(&position[i].field[p], rng);
    }
}

/* Returns the number of turns in which someone was caught: the compiler must not skip the work. */
static int play_turns(const struct codevs5_state position[POSITIONS], struct rng *rng, int turns)
{
    int caught = 0;
    for (int i = 0; i < turns; i++) {
        struct codevs5_state state = position[i % POSITIONS];
        struct codevs5_command command[2];
        for (int p = 0; p < 2; p++)
            game_codevs5.sample((struct game_state *)&state, p, rng,
                                (struct game_action *)&command[p]);
        codevs5_play(&state, command);
        caught += state.end == END_CAUGHT || state.end == END_BOTH_CAUGHT;
    }
    return caught;
}

static bool measure_all(FILE *out)
{
    static struct codevs5_state position[POSITIONS];
    struct rng rng = {5};
    make_positions(position, &rng);
    play_turns(position, &rng, TURNS / 20); /* warm up */
    double start = speed_now_s();
    int caught = play_turns(position, &rng, TURNS);
    double seconds = speed_now_s() - start;
    fprintf(out, "codevs5: %.0f turns/s (%d dogs a field, %d turns, %d ended in a capture)\n",
            TURNS / seconds, DOGS, TURNS, caught);
    return true;
}

const struct game_speed speed_codevs5 = {"codevs5", measure_all};
