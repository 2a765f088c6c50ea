/*
 * reborn_lanes — the chain, on all ten columns at once; included by reborn_field.c alone, once for
 * each instruction set, with NAME(x) and TARGET defined. Hence no include guard.
 *
 * `x >> 1` brings to each cell what lies above it, `x << 1` what lies below, a turn of the words
 * what lies at its right or left. Between two columns of a word lies a fence of two empty rows,
 * so that what a shift carries into the neighbouring column never meets a block there.
 *
 * The vectors are the compiler's own: the same lines become AVX-512, AVX2 or plain words. The codes
 * of the cells stand in reborn.h.
 */

/* Column 4 follows column 3, but stands in the first word: what comes round moves by one slot. */
INLINE TARGET lanes NAME(from_right)(const lanes *x)
{
    return __builtin_shufflevector(*x, *x, 1, 2, 3, 0) >> (lanes){0, 0, 0, REBORN_SLOT_BITS};
}

INLINE TARGET lanes NAME(from_left)(const lanes *x)
{
    return __builtin_shufflevector(*x, *x, 3, 0, 1, 2) << (lanes){REBORN_SLOT_BITS, 0, 0, 0};
}

/* All words laid over each other: 0 when x is. */
INLINE TARGET uint64_t NAME(overlay)(const lanes *x)
{
    return (*x)[0] | (*x)[1] | (*x)[2] | (*x)[3];
}

INLINE TARGET struct cells NAME(load)(const struct reborn_field *field)
{
    struct cells f;
    memcpy(&f.low, field->plane[0], sizeof f.low);
    memcpy(&f.mid, field->plane[1], sizeof f.mid);
    memcpy(&f.high, field->plane[2], sizeof f.high);
    memcpy(&f.pair, field->plane[3], sizeof f.pair);
    return f;
}

INLINE TARGET void NAME(store)(struct reborn_field *field, const struct cells *f)
{
    memcpy(field->plane[0], &f->low, sizeof f->low);
    memcpy(field->plane[1], &f->mid, sizeof f->mid);
    memcpy(field->plane[2], &f->high, sizeof f->high);
    memcpy(field->plane[3], &f->pair, sizeof f->pair);
}

INLINE TARGET lanes NAME(occupied)(const struct cells *f)
{
    return f->low | f->mid | f->high | f->pair;
}

INLINE TARGET lanes NAME(fives)(const struct cells *f)
{
    return f->high & ~f->pair;
}

INLINE TARGET struct cells NAME(all_from_right)(const struct cells *f)
{
    return (struct cells){NAME(from_right)(&f->low), NAME(from_right)(&f->mid),
                          NAME(from_right)(&f->high), NAME(from_right)(&f->pair)};
}

INLINE TARGET struct cells NAME(all_from_above)(const struct cells *f)
{
    return (struct cells){f->low >> 1, f->mid >> 1, f->high >> 1, f->pair >> 1};
}

INLINE TARGET struct cells NAME(all_from_below)(const struct cells *f)
{
    return (struct cells){f->low << 1, f->mid << 1, f->high << 1, f->pair << 1};
}

/* RULES 5.1: where the cells of a and b that lie over each other add up to ten. */
INLINE TARGET lanes NAME(tens)(const struct cells *a, const struct cells *b)
{
    lanes unlike = (a->low ^ b->low) | (a->mid ^ b->mid);
    lanes numbers = a->pair & b->pair & (a->high ^ b->high) & ~unlike;
    return numbers | (NAME(fives)(a) & NAME(fives)(b));
}

/* RULES 5.1, 5.2: all cells in a pair. Four directions do, as each marks both of its cells. */
INLINE TARGET lanes NAME(vanishing)(const struct cells *f)
{
    struct cells above = NAME(all_from_above)(f);
    struct cells right = NAME(all_from_right)(f);
    struct cells right_above = NAME(all_from_above)(&right);
    struct cells right_below = NAME(all_from_below)(&right);
    lanes with_above = NAME(tens)(f, &above);
    lanes with_right = NAME(tens)(f, &right);
    lanes with_right_above = NAME(tens)(f, &right_above);
    lanes with_right_below = NAME(tens)(f, &right_below);
    lanes partners = with_right | with_right_above << 1 | with_right_below >> 1;
    return with_above | with_above << 1 | with_right | with_right_above | with_right_below |
           NAME(from_left)(&partners);
}

/*
 * Takes the cells out and lets the rest fall: the lowest hole of each column is closed, until
 * there is none. A fence bit serves as the hole of a column that has no other; above it nothing is.
 */
INLINE TARGET void NAME(sink)(struct cells *f, const lanes *cells)
{
    lanes gone = *cells;
    do {
        lanes holes = gone | fences;
        lanes below = (holes - floors) & ~holes;
        lanes above = rows & ~below;
        f->low = (f->low & below) | (f->low >> 1 & above);
        f->mid = (f->mid & below) | (f->mid >> 1 & above);
        f->high = (f->high & below) | (f->high >> 1 & above);
        f->pair = (f->pair & below) | (f->pair >> 1 & above);
        gone = gone >> 1 & above;
    } while (NAME(overlay)(&gone));
}

/* RULES 4.4. */
INLINE TARGET int NAME(run_chain)(struct cells *f)
{
    for (int steps = 0;; steps++) {
        lanes gone = NAME(vanishing)(f);
        if (!NAME(overlay)(&gone)) return steps;
        NAME(sink)(f, &gone);
    }
}

/* Of the highest column. */
INLINE TARGET int NAME(height)(const struct cells *f)
{
    lanes occupied = NAME(occupied)(f);
    uint64_t slots = NAME(overlay)(&occupied);
    slots |= slots >> REBORN_SLOT_BITS | slots >> 2 * REBORN_SLOT_BITS;
    return __builtin_popcountll(slots & SLOT_ROWS);
}

INLINE TARGET struct reborn_result NAME(finish)(struct cells *f, int blast)
{
    int chain = NAME(run_chain)(f);
    return (struct reborn_result){.chain = chain, .blast = blast, .height = NAME(height)(f)};
}

/* Those cells of `at` in whose word the code has this bit. */
INLINE TARGET lanes NAME(coded)(const lanes *at, const lanes *codes, uint64_t bit)
{
    return *at & (lanes)((*codes & bit) != 0);
}

/*
 * RULES 3.3: `left` and `right` hold the code of a column's lower block and, four bits up, of its
 * upper one. As the two columns stand in different words, a word has one code at most.
 */
static TARGET struct reborn_result NAME(drop)(struct reborn_field *field, uint64_t left,
                                              uint64_t right, int col)
{
    static const lanes word = {0, 1, 2, 3};
    struct cells f = NAME(load)(field);
    lanes codes = ((lanes)(word == (uint64_t)(col & 3)) & left) |
                  ((lanes)(word == (uint64_t)((col + 1) & 3)) & right);
    lanes columns;
    memcpy(&columns, pack_slots[col], sizeof columns);
    lanes lower = (NAME(occupied)(&f) + floors) & columns;
    lanes upper = lower << 1;
    f.low |= NAME(coded)(&lower, &codes, 1) | NAME(coded)(&upper, &codes, 16);
    f.mid |= NAME(coded)(&lower, &codes, 2) | NAME(coded)(&upper, &codes, 32);
    f.high |= NAME(coded)(&lower, &codes, 4) | NAME(coded)(&upper, &codes, 64);
    f.pair |= NAME(coded)(&lower, &codes, 8) | NAME(coded)(&upper, &codes, 128);
    struct reborn_result result = NAME(finish)(&f, 0);
    NAME(store)(field, &f);
    return result;
}

INLINE TARGET int NAME(count)(const lanes *x)
{
    int count = 0;
    for (int word = 0; word < REBORN_WORDS; word++) count += __builtin_popcountll((*x)[word]);
    return count;
}

/* RULES 6.2: the fives and all numbers in the eight cells round them. */
static TARGET struct reborn_result NAME(blast)(struct reborn_field *field)
{
    struct cells f = NAME(load)(field);
    lanes fives = NAME(fives)(&f);
    lanes upright = fives | fives << 1 | fives >> 1;
    lanes reached = upright | NAME(from_left)(&upright) | NAME(from_right)(&upright);
    lanes gone = reached & (f.pair | f.high);
    int blocks = NAME(count)(&gone);
    if (blocks > 0) NAME(sink)(&f, &gone);
    struct reborn_result result = NAME(finish)(&f, blocks);
    NAME(store)(field, &f);
    return result;
}
