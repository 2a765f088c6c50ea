/* The list of walks: what a ninja can do with its steps, without repeating itself. */
#include "games/codevs5/codevs5.h"

#include <assert.h>
#include <string.h>

enum { TRAILS_MAX = 1 + 4 + 16 + 64 };

/* One ninja's walk so far, with everything on the field that walking changes. */
struct trail {
    struct codevs5_board rocks, souls;
    uint8_t cell, taken, length;
    uint8_t step[CODEVS5_STEPS_MAX];
};

static void restore(struct codevs5_field *field, int ninja, const struct trail *trail)
{
    field->rocks = trail->rocks;
    field->souls = trail->souls;
    field->ninja[ninja] = trail->cell;
}

/* Whether the ninja has been on this cell of this very field on another trail. */
static bool is_known(const struct trail *trails, int count, const struct codevs5_field *field,
                     int ninja)
{
    for (const struct trail *t = trails; t < trails + count; t++)
        if (t->cell == field->ninja[ninja] && !memcmp(&t->rocks, &field->rocks, sizeof t->rocks) &&
            !memcmp(&t->souls, &field->souls, sizeof t->souls))
            return true;
    return false;
}

static struct trail extend(const struct trail *from, const struct codevs5_field *field, int ninja,
                           enum codevs5_step step, int souls)
{
    struct trail to = *from;
    to.rocks = field->rocks;
    to.souls = field->souls;
    to.cell = field->ninja[ninja];
    to.taken = (uint8_t)(from->taken + souls);
    to.step[to.length++] = (uint8_t)step;
    return to;
}

/* All trails of one ninja, shortest first. A blocked step is no better than staying. */
static int spread(struct codevs5_field *field, int ninja, int steps, struct trail *trails)
{
    int count = 1;
    trails[0] =
        (struct trail){.rocks = field->rocks, .souls = field->souls, .cell = field->ninja[ninja]};
    for (int i = 0; i < count && trails[i].length < steps; i++) {
        for (enum codevs5_step step = STEP_UP; step <= STEP_DOWN; step++) {
            int souls = 0;
            restore(field, ninja, &trails[i]);
            if (!codevs5_field_walk(field, ninja, step, &souls)) continue;
            if (is_known(trails, count, field, ninja)) continue;
            trails[count++] = extend(&trails[i], field, ninja, step, souls);
        }
    }
    return count;
}

static struct codevs5_walk join(const struct trail *a, const struct trail *b)
{
    struct codevs5_walk walk = {.ninja = {a->cell, b->cell},
                                .souls = (uint8_t)(a->taken + b->taken)};
    memcpy(walk.step[0], a->step, sizeof a->step);
    memcpy(walk.step[1], b->step, sizeof b->step);
    return walk;
}

int codevs5_list_walks(const struct codevs5_field *field, int steps, struct codevs5_walk *out,
                       int cap)
{
    assert(steps <= CODEVS5_STEPS_MAX);
    struct codevs5_field work = *field;
    struct trail first[TRAILS_MAX], second[TRAILS_MAX];
    int count = 0, firsts = spread(&work, 0, steps, first);
    for (int i = 0; i < firsts; i++) {
        restore(&work, 0, &first[i]);
        work.ninja[1] = field->ninja[1];
        int seconds = spread(&work, 1, steps, second);
        for (int j = 0; j < seconds && count < cap; j++) out[count++] = join(&first[i], &second[j]);
    }
    return count;
}
