/*
 * codevs5_lanes — flooding and the dogs, a whole layer at a time; included by codevs5_flood.c
 * alone, once for each instruction set, with NAME(x) and TARGET defined. Hence no include guard.
 *
 * The dogs of a layer move together: each takes the first of its ways that is free (RULES 5.5), and
 * as long as no two want the same cell, their order is no matter. Where two do, the dogs of that
 * layer are moved one by one. All that a layer has to know of those before it is who stayed on the
 * next nearer one: whoever has left stands where no later dog can step.
 */

/* In halves, as code for any machine has written them: a load of the whole would wait until both
   have left the core. */
INLINE TARGET lanes NAME(load)(const struct codevs5_board *b)
{
    __m128i half[2];
    memcpy(half, b, sizeof half);
    return (lanes)_mm256_set_m128i(half[1], half[0]);
}

INLINE TARGET void NAME(store)(struct codevs5_board *b, const lanes *x)
{
    memcpy(b, x, sizeof *x);
}

/* From where a step up, left, right, down leads into the set. What leaves the first or the last
   word would be the ring, which nobody asks for. */
INLINE TARGET struct ways NAME(ways_into)(const lanes *x)
{
    lanes before = __builtin_shufflevector(*x, *x, 3, 0, 1, 2);
    lanes behind = __builtin_shufflevector(*x, *x, 1, 2, 3, 0);
    return (struct ways){
        .up = SHIFT_LEFT(*x, before, CODEVS5_COLS),
        .left = SHIFT_LEFT(*x, before, 1),
        .right = SHIFT_RIGHT(*x, behind, 1),
        .down = SHIFT_RIGHT(*x, behind, CODEVS5_COLS),
    };
}

INLINE TARGET lanes NAME(any_way)(const struct ways *w)
{
    return w->up | w->left | w->right | w->down;
}

/* Each dog takes the first of its ways. */
INLINE TARGET struct ways NAME(choose)(const lanes *dogs, const struct ways *open)
{
    lanes none_up = *dogs & ~open->up, none_left = none_up & ~open->left;
    return (struct ways){
        .up = *dogs & open->up,
        .left = none_up & open->left,
        .right = none_left & open->right,
        .down = none_left & ~open->right & open->down,
    };
}

/* Where those who step up, left, right, down arrive: back by the opposite way. */
INLINE TARGET struct ways NAME(arrive)(const struct ways *from)
{
    return (struct ways){
        .up = NAME(ways_into)(&from->up).down,
        .left = NAME(ways_into)(&from->left).right,
        .right = NAME(ways_into)(&from->right).left,
        .down = NAME(ways_into)(&from->down).up,
    };
}

INLINE TARGET lanes NAME(clashes)(const struct ways *to)
{
    return (to->up & to->left) | (to->right & (to->up | to->left)) |
           (to->down & (to->up | to->left | to->right));
}

INLINE TARGET void NAME(add_ways)(struct ways *sum, const struct ways *more)
{
    sum->up |= more->up;
    sum->left |= more->left;
    sum->right |= more->right;
    sum->down |= more->down;
}

/* The next layer, by these ways into the last one; empty when nothing more can be reached. */
INLINE TARGET lanes NAME(flow)(const struct ways *near, lanes *open)
{
    lanes next = NAME(any_way)(near) & *open;
    *open &= ~next;
    return next;
}

TARGET static void NAME(finish)(struct codevs5_flood *f)
{
    lanes open = NAME(load)(&f->open), layer = NAME(load)(&f->layer[f->depth]);
    while (!IS_EMPTY(open)) {
        struct ways near = NAME(ways_into)(&layer);
        layer = NAME(flow)(&near, &open);
        if (IS_EMPTY(layer)) break;
        NAME(store)(&f->layer[++f->depth], &layer);
    }
    NAME(store)(&f->open, &open);
}

/* The set of one cell: the shift of a word that it is not in leaves nothing. */
INLINE TARGET lanes NAME(only)(int cell)
{
    const lanes one = {1, 1, 1, 1}, first = {0, 64, 128, 192};
    lanes shift = (lanes){0, 0, 0, 0} + (uint64_t)cell - first;
    return (lanes)_mm256_sllv_epi64((__m256i)one, (__m256i)shift);
}

/* The dogs of one layer in the order of their slots, which is that of their ids (RULES 5.4). What
   is kept in memory is written as a whole, so that reading it need not wait. */
TARGET __attribute__((noinline)) static void NAME(move_in_order)(const struct codevs5_field *field,
                                                                 const lanes *here,
                                                                 const lanes *open,
                                                                 struct moves *moves)
{
    lanes still = *here, free = *open, from[STEP_KINDS] = {{0}};
    struct codevs5_board now;
    NAME(store)(&now, &free);
    for (int base = 0; base < field->dog_count; base += SLOTS) {
        slots cells = NAME(load_slots)(field, base);
        slots is_here = members(here, &cells);
        for (uint32_t left = MASK_OF(is_here); left != 0; left &= left - 1) {
            int cell = field->dog_cell[base + __builtin_ctz(left)];
            uint32_t ways = board_around(&now, cell);
            if (ways == 0) continue;
            int way = __builtin_ctz(ways) - CODEVS5_COLS;
            lanes at = NAME(only)(cell), to = NAME(only)(cell + way);
            still &= ~at;
            free &= ~to;
            moves->to |= to;
            from[step_by(way)] |= at;
            NAME(store)(&now, &free);
        }
    }
    struct ways taken = {from[STEP_UP], from[STEP_LEFT], from[STEP_RIGHT], from[STEP_DOWN]};
    NAME(add_ways)(&moves->from, &taken);
    moves->still = still;
}

/* The dogs `here`, of a layer, by the ways into the free cells of the one before. */
INLINE TARGET void NAME(move_layer)(const struct codevs5_field *field, const lanes *here,
                                    const lanes *free, const struct ways *open, struct moves *moves)
{
    struct ways from = NAME(choose)(here, open), to = NAME(arrive)(&from);
    if (__builtin_expect(!IS_EMPTY(NAME(clashes)(&to)), 0)) {
        struct moves copy = *moves; /* so that the others can stay in registers */
        NAME(move_in_order)(field, here, free, &copy);
        *moves = copy;
        return;
    }
    moves->still = *here & ~NAME(any_way)(open);
    moves->to |= NAME(any_way)(&to);
    NAME(add_ways)(&moves->from, &from);
}

TARGET static void NAME(move_dogs)(struct codevs5_field *field, struct codevs5_flood *f)
{
    lanes dogs = NAME(load)(&field->dogs), open = NAME(load)(&f->open);
    lanes layer = NAME(load)(&f->layer[0]), wanted = dogs & open;
    struct moves moves = {.still = dogs & layer};
    int depth = 0;
    while (!IS_EMPTY(wanted)) {
        struct ways near = NAME(ways_into)(&layer);
        lanes next = NAME(flow)(&near, &open);
        if (IS_EMPTY(next)) break;
        NAME(store)(&f->layer[++depth], &next);
        wanted &= open;
        lanes here = next & dogs, free = layer & ~moves.still;
        if (!IS_EMPTY(moves.still)) near = NAME(ways_into)(&free);
        NAME(move_layer)(field, &here, &free, &near, &moves);
        layer = next;
    }
    f->depth = depth;
    NAME(store)(&f->open, &open);
    NAME(move_slots)(field, &moves.from);
    dogs = (dogs & ~NAME(any_way)(&moves.from)) | moves.to;
    NAME(store)(&field->dogs, &dogs);
}
