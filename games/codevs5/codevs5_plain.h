/*
 * codevs5_plain — dogs and new dogs once more, cell by cell as the rules are written.
 *
 * For tests only: slow, without bit boards, and with nothing in common with codevs5_field.c but the
 * field itself. The two must always agree.
 */
#pragma once
#include "games/codevs5/codevs5.h"

#include <string.h>

enum { PLAIN_NONE = 1000 };

static const int plain_delta[4] = {-CODEVS5_COLS, -1, 1, CODEVS5_COLS};

static inline bool plain_is_floor(const struct codevs5_field *field, int cell)
{
    int row = codevs5_row(cell), col = codevs5_col(cell);
    return row > 0 && row < CODEVS5_ROWS - 1 && col > 0 && col < CODEVS5_COLS - 1 &&
           !board_has(&field->rocks, cell);
}

/* Distances to the targets by relaxing every cell until nothing changes (RULES 1.3). */
static inline void plain_distances(const struct codevs5_field *field, const int *targets, int count,
                                   int distance[CODEVS5_CELLS])
{
    for (int cell = 0; cell < CODEVS5_CELLS; cell++) distance[cell] = PLAIN_NONE;
    for (int i = 0; i < count; i++) distance[targets[i]] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int cell = 0; cell < CODEVS5_CELLS; cell++) {
            if (!plain_is_floor(field, cell)) continue;
            for (int i = 0; i < 4; i++) {
                int through = distance[cell + plain_delta[i]] + 1;
                if (through >= distance[cell]) continue;
                distance[cell] = through;
                changed = true;
            }
        }
    }
}

static inline int plain_dog_on(const struct codevs5_field *field, int cell)
{
    for (int i = 0; i < field->dog_count; i++)
        if (field->dog_cell[i] == cell) return i;
    return -1;
}

/* The dog that is next in the order of RULES 5.3 and 5.4, or -1. */
static inline int plain_next_dog(const struct codevs5_field *field, const int *distance_of,
                                 const bool *moved)
{
    int best = -1;
    for (int i = 0; i < field->dog_count; i++)
        if (!moved[i] && (best < 0 || distance_of[i] < distance_of[best])) best = i;
    return best;
}

static inline void plain_move_dogs(struct codevs5_field *field, const int *targets, int count)
{
    int distance[CODEVS5_CELLS], distance_of[CODEVS5_INNER];
    bool moved[CODEVS5_INNER] = {false};
    plain_distances(field, targets, count, distance);
    for (int i = 0; i < field->dog_count; i++) distance_of[i] = distance[field->dog_cell[i]];
    for (int dog; (dog = plain_next_dog(field, distance_of, moved)) >= 0;) {
        moved[dog] = true;
        if (distance_of[dog] == PLAIN_NONE) continue;
        for (int i = 0; i < 4; i++) {
            int to = field->dog_cell[dog] + plain_delta[i];
            if (distance[to] != distance_of[dog] - 1 || plain_dog_on(field, to) >= 0) continue;
            field->dog_cell[dog] = (uint8_t)to;
            break;
        }
    }
}

static inline void plain_summon(struct codevs5_field *field, int dogs)
{
    int ninjas[CODEVS5_NINJAS] = {field->ninja[0], field->ninja[1]}, distance[CODEVS5_CELLS];
    plain_distances(field, ninjas, CODEVS5_NINJAS, distance);
    for (; dogs > 0; dogs--) {
        int best = -1;
        for (int cell = 0; cell < CODEVS5_CELLS; cell++) {
            if (distance[cell] == PLAIN_NONE || plain_dog_on(field, cell) >= 0) continue;
            if (best < 0 || distance[cell] > distance[best]) best = cell;
        }
        if (best < 0) return;
        field->dog_id[field->dog_count] = field->next_dog++;
        field->dog_cell[field->dog_count++] = (uint8_t)best;
    }
}

/* Phases 3 and 5 of a field without a stream. */
static inline void plain_react(struct codevs5_field *field, const struct codevs5_board *clones,
                               int dogs)
{
    int targets[CODEVS5_CELLS], count = 0;
    for (int cell = 0; cell < CODEVS5_CELLS; cell++)
        if (board_has(clones, cell) && plain_is_floor(field, cell)) targets[count++] = cell;
    if (count == 0)
        for (int n = 0; n < CODEVS5_NINJAS; n++) targets[count++] = field->ninja[n];
    plain_move_dogs(field, targets, count);
    plain_summon(field, dogs);
    memset(&field->dogs, 0, sizeof field->dogs);
    for (int i = 0; i < field->dog_count; i++) board_add(&field->dogs, field->dog_cell[i]);
}
