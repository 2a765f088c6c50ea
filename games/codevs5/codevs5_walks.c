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

/* The trails of the second ninja, as long as the first one changes nothing for it. */
struct usual {
    struct codevs5_board behind; /* where the first one would be in the way of a rock */
    struct trail trail[TRAILS_MAX];
    int count;
};

/* Cells that a rock can be pushed onto by a ninja so many steps around this cell. */
static struct codevs5_board find_behind(const struct codevs5_field *field, int cell, int steps)
{
    struct codevs5_board near = {{0}};
    board_add(&near, cell);
    for (int i = 0; i < steps; i++) near = board_either(near, board_beside(near));
    struct codevs5_board pushed = board_both(near, field->rocks);
    /* A rock that was pushed can be pushed on by the other steps, or another one be met then. */
    for (int i = 0; i < steps; i++) pushed = board_either(pushed, board_beside(pushed));
    return pushed;
}

static bool is_usual(const struct usual *usual, const struct codevs5_field *field,
                     const struct trail *first)
{
    return !board_has(&usual->behind, first->cell) &&
           !memcmp(&first->rocks, &field->rocks, sizeof field->rocks) &&
           !memcmp(&first->souls, &field->souls, sizeof field->souls);
}

int codevs5_list_walks(const struct codevs5_field *field, int steps, struct codevs5_walk *out,
                       int cap)
{
    assert(steps <= CODEVS5_STEPS_MAX);
    struct codevs5_field work = *field;
    struct trail first[TRAILS_MAX], second[TRAILS_MAX];
    struct usual usual; /* not cleared: it is large */
    int count = 0, firsts = spread(&work, 0, steps, first);
    usual.behind = find_behind(field, field->ninja[1], steps);
    usual.count = 0;
    for (int i = 0; i < firsts; i++) {
        restore(&work, 0, &first[i]);
        work.ninja[1] = field->ninja[1];
        bool as_usual = is_usual(&usual, field, &first[i]);
        struct trail *trails = as_usual ? usual.trail : second;
        int seconds = usual.count;
        if (!as_usual || seconds == 0) seconds = spread(&work, 1, steps, trails);
        if (as_usual) usual.count = seconds;
        for (int j = 0; j < seconds && count < cap; j++) out[count++] = join(&first[i], &trails[j]);
    }
    return count;
}
