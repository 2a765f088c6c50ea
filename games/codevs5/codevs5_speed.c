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

enum part { COPY, FIELD, TURN }; /* a copy and commands alone, with one field, with both */

/* Returns the number of turns in which someone was caught: the compiler must not skip the work. */
static int play_turns(const struct codevs5_state position[POSITIONS], struct rng *rng,
                      enum part part, int turns)
{
    static const struct codevs5_spell no_spell = {.jutsu = JUTSU_NONE};
    int caught = 0;
    for (int i = 0; i < turns; i++) {
        struct codevs5_state state = position[i % POSITIONS];
        struct codevs5_command command[2];
        for (int p = 0; p < 2; p++)
            game_codevs5.sample((struct game_state *)&state, p, rng,
                                (struct game_action *)&command[p]);
        if (part == COPY) caught += command[0].jutsu + command[1].jutsu + state.field[i % 2].nin;
        if (part == FIELD)
            caught +=
                codevs5_field_step(&state.field[0], state.cost, &command[0], no_spell, 0).caught !=
                0;
        if (part == TURN) codevs5_play(&state, command);
        caught += state.end == END_CAUGHT || state.end == END_BOTH_CAUGHT;
    }
    return caught;
}

static int measure(const struct codevs5_state position[POSITIONS], enum part part,
                   struct speed_time *took)
{
    struct rng rng = {6};
    play_turns(position, &rng, part, TURNS / 20); /* warm up */
    struct speed_time start = speed_now();
    int caught = play_turns(position, &rng, part, TURNS);
    *took = speed_since(start);
    return caught;
}

static void measure_prompt(const struct codevs5_state position[POSITIONS], FILE *out)
{
    enum { PROMPTS = 200000 };
    static const int64_t left_ms[2] = {300000, 300000};
    static char buf[16 * 1024];
    size_t bytes = 0;
    struct speed_time start = speed_now();
    for (int i = 0; i < PROMPTS; i++) {
        struct text text = TEXT_ON(buf);
        codevs5_prompt((const struct game_state *)&position[i % POSITIONS], i % 2, left_ms, &text);
        bytes += text.len;
    }
    struct speed_time took = speed_since(start);
    fprintf(out, "codevs5: %.2f us for the input of a turn (wall clock: %.2f; %zu bytes)\n",
            took.cpu_s / PROMPTS * 1e6, took.wall_s / PROMPTS * 1e6, bytes / PROMPTS);
}

static bool measure_all(FILE *out)
{
    static struct codevs5_state position[POSITIONS];
    struct rng rng = {5};
    struct speed_time copy, field, turn;
    make_positions(position, &rng);
    measure(position, COPY, &copy);
    measure(position, FIELD, &field);
    int caught = measure(position, TURN, &turn);
    fprintf(out,
            "codevs5: %.0f turns/s (wall clock: %.0f; %.0f ns a turn, copying and drawing commands "
            "alone %.0f ns; %d dogs a field, %d turns, %d ended in a capture)\n",
            TURNS / turn.cpu_s, TURNS / turn.wall_s, turn.cpu_s / TURNS * 1e9,
            copy.cpu_s / TURNS * 1e9, DOGS, TURNS, caught);
    fprintf(out, "codevs5: %.0f turns/s of one field alone (wall clock: %.0f)\n",
            TURNS / field.cpu_s, TURNS / field.wall_s);
    measure_prompt(position, out);
    return true;
}

const struct game_speed speed_codevs5 = {"codevs5", measure_all};
