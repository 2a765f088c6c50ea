/*
 * lanes — moves and chains on three small fields at once; included by field.c alone, once for each
 * instruction set, with NAME(x), TARGET, NAME(is_zero) and NAME(who) defined. Hence no include
 * guard.
 *
 * A column is 16 bits, a vector 32 columns: three fields of ten, with an empty column between
 * neighbours, so that a shift by one column brings each cell its neighbour and nothing else.
 * Vectors go by pointer, for the reason that games/reborn/reborn_field.c gives.
 */

INLINE TARGET void NAME(from_right)(const lanes *x, lanes *out)
{
    static const lanes none = {0};
    *out = __builtin_shufflevector(*x, none, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
                                   17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32);
}

INLINE TARGET void NAME(from_left)(const lanes *x, lanes *out)
{
    static const lanes none = {0};
    *out = __builtin_shufflevector(*x, none, 32, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
                                   15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
}

/* One field three times. Reads 16 columns of each plane, so some of what follows it as well. */
INLINE TARGET void NAME(triple)(const uint16_t *columns, lanes *out)
{
    static const half none = {0};
    half x;
    memcpy(&x, columns, sizeof x);
    *out = __builtin_shufflevector(x, none, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 0, 1, 2, 3, 4, 5, 6,
                                   7, 8, 9, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
}

INLINE TARGET void NAME(load)(const struct mini *field, struct cells *f)
{
    NAME(triple)(field->plane[0], &f->low);
    NAME(triple)(field->plane[1], &f->mid);
    NAME(triple)(field->plane[2], &f->high);
    NAME(triple)(field->plane[3], &f->pair);
}

/* RULES 5.1: where the cells of a and b that lie over each other add up to ten. */
INLINE TARGET void NAME(tens)(const struct cells *a, const struct cells *b, lanes *out)
{
    lanes unlike = (a->low ^ b->low) | (a->mid ^ b->mid);
    lanes numbers = a->pair & b->pair & (a->high ^ b->high) & ~unlike;
    *out = numbers | (a->high & ~a->pair & b->high & ~b->pair);
}

INLINE TARGET void NAME(vanishing)(const struct cells *f, lanes *out)
{
    struct cells right, other;
    lanes with_above, with_right, with_right_above, with_right_below, partners, left;
    NAME(from_right)(&f->low, &right.low);
    NAME(from_right)(&f->mid, &right.mid);
    NAME(from_right)(&f->high, &right.high);
    NAME(from_right)(&f->pair, &right.pair);
    NAME(tens)(f, &right, &with_right);
    other = (struct cells){f->low >> 1, f->mid >> 1, f->high >> 1, f->pair >> 1};
    NAME(tens)(f, &other, &with_above);
    other = (struct cells){right.low >> 1, right.mid >> 1, right.high >> 1, right.pair >> 1};
    NAME(tens)(f, &other, &with_right_above);
    other = (struct cells){right.low << 1, right.mid << 1, right.high << 1, right.pair << 1};
    NAME(tens)(f, &other, &with_right_below);
    partners = with_right | with_right_above << 1 | with_right_below >> 1;
    NAME(from_left)(&partners, &left);
    *out = with_above | with_above << 1 | with_right | with_right_above | with_right_below | left;
}

/* The lowest hole of each column is closed, until there is none. */
INLINE TARGET void NAME(sink)(struct cells *f, const lanes *cells)
{
    lanes gone = *cells;
    do {
        lanes below = (gone - 1) & ~gone;
        f->low = (f->low & below) | (f->low >> 1 & ~below);
        f->mid = (f->mid & below) | (f->mid >> 1 & ~below);
        f->high = (f->high & below) | (f->high >> 1 & ~below);
        f->pair = (f->pair & below) | (f->pair >> 1 & ~below);
        gone = gone >> 1 & ~below;
    } while (!NAME(is_zero)(&gone));
}

INLINE TARGET void NAME(run_chain)(struct cells *f, int32_t steps[3])
{
    steps[0] = steps[1] = steps[2] = 0;
    for (;;) {
        lanes gone;
        NAME(vanishing)(f, &gone);
        unsigned who = NAME(who)(&gone);
        if (who == 0) return;
        steps[0] += (int32_t)(who & 1);
        steps[1] += (int32_t)(who >> 1 & 1);
        steps[2] += (int32_t)(who >> 2 & 1);
        NAME(sink)(f, &gone);
    }
}

/* Three drops, one on each of the fields. What is over row 16 is lost. */
INLINE TARGET void NAME(drop)(struct cells *f, const struct mini_drop *d)
{
    lanes occupied = f->low | f->mid | f->high | f->pair;
    lanes lower = (occupied + 1) & ~occupied;
    lanes upper = lower << 1;
    f->low |= (lower & d->lower[0]) | (upper & d->upper[0]);
    f->mid |= (lower & d->lower[1]) | (upper & d->upper[1]);
    f->high |= (lower & d->lower[2]) | (upper & d->upper[2]);
    f->pair |= (lower & d->lower[3]) | (upper & d->upper[3]);
}

static TARGET void NAME(expand)(const struct mini *field, const struct mini_drops *drops,
                                struct mini *children, int32_t *steps)
{
    struct cells base;
    NAME(load)(field, &base);
    for (int n = 0; n < MINI_DROPS / 3; n++) {
        struct cells f = base;
        NAME(drop)(&f, &drops->three[n]);
        NAME(run_chain)(&f, steps + 3 * n);
        const lanes *planes[REBORN_PLANES] = {&f.low, &f.mid, &f.high, &f.pair};
        for (int k = 0; k < REBORN_PLANES; k++) {
            uint16_t columns[32];
            memcpy(columns, planes[k], sizeof columns);
            for (int i = 0; i < 3; i++)
                memcpy(children[3 * n + i].plane[k], columns + 11 * i, 2 * REBORN_COLS);
        }
    }
}

static TARGET void NAME(try_all)(const struct mini *field, const struct mini_drops *drops,
                                 int32_t *steps)
{
    struct cells base;
    NAME(load)(field, &base);
    for (int n = 0; n < MINI_DROPS / 3; n++) {
        struct cells f = base;
        NAME(drop)(&f, &drops->three[n]);
        NAME(run_chain)(&f, steps + 3 * n);
    }
}

/* Blocks of each field; 11 columns are 2 words and three quarters. */
INLINE TARGET void NAME(count_blocks)(const struct cells *f, int32_t blocks[3])
{
    words w = (words)(f->low | f->mid | f->high | f->pair);
    blocks[0] = __builtin_popcountll(w[0]) + __builtin_popcountll(w[1]) +
                __builtin_popcountll(w[2] & 0xffffffff);
    blocks[1] = __builtin_popcountll(w[2] >> 48) + __builtin_popcountll(w[3]) +
                __builtin_popcountll(w[4]) + __builtin_popcountll(w[5] & 0xffff);
    blocks[2] =
        __builtin_popcountll(w[5] >> 32) + __builtin_popcountll(w[6]) + __builtin_popcountll(w[7]);
}

static TARGET void NAME(try_three)(const struct mini *field, const struct mini_drop *drop,
                                   int32_t steps[3], int32_t left[3])
{
    struct cells f;
    NAME(load)(field, &f);
    NAME(drop)(&f, drop);
    NAME(run_chain)(&f, steps);
    NAME(count_blocks)(&f, left);
}

/* Pairs that would touch if one of them came down by a row. */
INLINE TARGET int NAME(count_near)(const struct mini *field)
{
    struct cells f, right, other;
    lanes over, near_above, near_below;
    NAME(load)(field, &f);
    NAME(from_right)(&f.low, &right.low);
    NAME(from_right)(&f.mid, &right.mid);
    NAME(from_right)(&f.high, &right.high);
    NAME(from_right)(&f.pair, &right.pair);
    other = (struct cells){f.low >> 2, f.mid >> 2, f.high >> 2, f.pair >> 2};
    NAME(tens)(&f, &other, &over);
    other = (struct cells){right.low >> 2, right.mid >> 2, right.high >> 2, right.pair >> 2};
    NAME(tens)(&f, &other, &near_above);
    other = (struct cells){right.low << 2, right.mid << 2, right.high << 2, right.pair << 2};
    NAME(tens)(&f, &other, &near_below);
    words a = (words)over, b = (words)near_above, c = (words)near_below;
    int count = 0;
    for (int i = 0; i < 2; i++)
        count +=
            __builtin_popcountll(a[i]) + __builtin_popcountll(b[i]) + __builtin_popcountll(c[i]);
    uint64_t rest = 0xffffffff; /* columns 8 and 9; the next field's begin after the fence */
    return count + __builtin_popcountll(a[2] & rest) + __builtin_popcountll(b[2] & rest) +
           __builtin_popcountll(c[2] & rest);
}

/* A column is a pile without gaps, so where two differ they differ by as many bits as rows. */
static TARGET void NAME(survey)(const struct mini *field, struct mini_survey *out)
{
    uint64_t pile[3] = {0}, floor = UINT64_C(0x0001000100010001);
    for (int k = 0; k < REBORN_PLANES; k++) {
        uint64_t plane[3] = {0};
        memcpy(plane, field->plane[k], sizeof field->plane[k]);
        for (int i = 0; i < 3; i++) pile[i] |= plane[i];
    }
    uint64_t next[3] = {pile[0] >> 16 | pile[1] << 48, pile[1] >> 16 | pile[2] << 48,
                        pile[2] >> 16 | (pile[2] & 0xffff0000)};
    uint64_t all = pile[0] | pile[1] | pile[2];
    all |= all >> 32;
    *out = (struct mini_survey){.near = NAME(count_near)(field),
                                .walls = (int32_t)((pile[0] & 1) + (pile[2] >> 16 & 1)),
                                .highest = __builtin_popcountll((all | all >> 16) & 0xffff)};
    for (int i = 0; i < 3; i++) {
        out->blocks += __builtin_popcountll(pile[i]);
        out->columns += __builtin_popcountll(pile[i] & floor);
        out->slopes += __builtin_popcountll(pile[i] ^ next[i]);
    }
}
