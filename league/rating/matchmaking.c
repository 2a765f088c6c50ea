/* Who needs a game most comes first; the opponent is drawn with chances in proportion to what
   the match would tell. */
#include "league/rating/matchmaking.h"

#include "base/rng.h"

/* Of players that are said to be sure of their points: everybody changes a little. */
static const double LEAST_DEVIATION = 40;

static bool is_overdue(const struct candidate *c, int count)
{
    return c->waited >= (int64_t)MATCHMAKING_PATIENCE * count;
}

static int64_t games_soon(const struct candidate *c)
{
    return c->games + c->pending;
}

static bool is_new(const struct candidate *c)
{
    return games_soon(c) < MATCHMAKING_NEW_GAMES;
}

static double unsureness(const struct candidate *c)
{
    double d = c->rating.deviation > LEAST_DEVIATION ? c->rating.deviation : LEAST_DEVIATION;
    return d * d / (double)(1 + c->pending); /* what is on its way will make it surer */
}

static int64_t games_wanted(const struct candidate *c)
{
    if (c->is_bot) return 0;
    return c->rating.deviation > MATCHMAKING_SURE ? MATCHMAKING_NEW_MOST : MATCHMAKING_NEW_GAMES;
}

bool matchmaking_is_newcomer(const struct candidate *c)
{
    return c->games < games_wanted(c);
}

static bool is_waited_for(const struct candidate *c)
{
    return games_soon(c) < games_wanted(c);
}

/* Whether x needs a game more than y. */
static bool needs_more(const struct candidate *x, const struct candidate *y, int count)
{
    if (is_waited_for(x) != is_waited_for(y)) return is_waited_for(x);
    if (is_waited_for(x) && games_soon(x) != games_soon(y)) return games_soon(x) < games_soon(y);
    if (is_overdue(x, count) != is_overdue(y, count)) return is_overdue(x, count);
    if (is_overdue(x, count)) return x->waited > y->waited;
    if (is_new(x) != is_new(y)) return is_new(x);
    if (is_new(x) && games_soon(x) != games_soon(y)) return games_soon(x) < games_soon(y);
    double ux = unsureness(x), uy = unsureness(y);
    return ux > uy || (ux == uy && x->waited > y->waited);
}

static int neediest(const struct candidate *all, int count)
{
    int best = -1;
    for (int i = 0; i < count; i++)
        if (all[i].room > 0 && (best < 0 || needs_more(&all[i], &all[best], count))) best = i;
    return best;
}

/* How much a match of the two would tell: how open it is, times how unsure they are. */
static double worth(const struct candidate *x, const struct candidate *y)
{
    double p = rating_expect(&x->rating, &y->rating), open = 4 * p * (1 - p);
    return open * open * (unsureness(x) + unsureness(y));
}

static double chance(struct rng *rng)
{
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

static int draw_opponent(const struct candidate *all, int count, int first, struct rng *rng)
{
    double sum = 0;
    int last = -1;
    for (int i = 0; i < count; i++)
        if (i != first) sum += worth(&all[first], &all[i]);
    double left = sum * chance(rng);
    for (int i = 0; i < count; i++) {
        if (i == first) continue;
        last = i;
        left -= worth(&all[first], &all[i]);
        if (left < 0) return i;
    }
    return last;
}

static void note(struct candidate *all, int count, const struct pairing *pair)
{
    for (int i = 0; i < count; i++) all[i].waited++;
    for (int side = 0; side < 2; side++) {
        struct candidate *c = &all[side ? pair->b : pair->a];
        c->waited = 0;
        c->pending += 2; /* a pair is two matches, with sides swapped */
        c->room -= 2;
    }
}

int matchmaking_rival(const struct candidate *candidates, int count, int first, uint64_t seed)
{
    struct rng rng = {seed};
    return draw_opponent(candidates, count, first, &rng);
}

int matchmaking_welcome(struct candidate *candidates, int count, int want, uint64_t seed,
                        struct pairing *pairs)
{
    struct rng rng = {seed};
    int made = 0;
    for (int i = 0; i < count && count >= 2 && made < want; i++) {
        const struct candidate *c = &candidates[i];
        if (!is_waited_for(c) || c->pending >= 2 || c->room <= 0) continue;
        pairs[made] = (struct pairing){i, draw_opponent(candidates, count, i, &rng)};
        note(candidates, count, &pairs[made++]);
    }
    return made;
}

int matchmaking_pick(struct candidate *candidates, int count, int want, uint64_t seed,
                     struct pairing *pairs)
{
    struct rng rng = {seed};
    if (count < 2) return 0;
    for (int made = 0; made < want; made++) {
        int first = neediest(candidates, count);
        if (first < 0) return made;
        pairs[made] = (struct pairing){first, draw_opponent(candidates, count, first, &rng)};
        note(candidates, count, &pairs[made]);
    }
    return want;
}
