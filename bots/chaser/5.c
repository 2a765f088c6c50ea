/*
 * Plans on a belief: what the hidden part of the map looks like by its symmetry, and where the
 * opponent may be. Near the opponent it searches through what both can do; elsewhere it looks for
 * the way that brings most items.
 */
#include "bots/chaser/belief.h"
#include "bots/chaser/fight.h"
#include "bots/chaser/plan.h"
#include "bots/chaser/track.h"

enum {
    DEPTH = 9,
    FIGHT_DEPTH = 4,
    FIGHT_GAP = 5,        /* an opponent farther off is no matter */
    UNKNOWN_WORTH = 140,  /* a cell about which nothing is known */
    BELIEVED_WORTH = 800, /* an item that only the mirror image shows */
    NEWS_WORTH = 8,
    NEWS_BELIEVED = 5,
    NEWS_UNSURE = 12,
    WAITING = 97,
    CARELESS = 70, /* of 100: opponents that come nearer though they see us */
    /* What a game is worth: to be won, and to be lost. */
    PRIZE = 9 * PLAN_ITEM / 2,
    PRICE = 27 * PLAN_ITEM / 4,
};

struct memory {
    struct kit_map map;
    struct belief belief;
    struct track track;
    struct plan plan;
    struct fight fight;
};

/* ---- the map as believed ---- */

static int believed(const struct memory *mem, int place)
{
    const struct kit_map *m = &mem->map;
    if (!mem->belief.is_sure) return m->cell[place];
    return belief_is_inside(&mem->belief, place) ? belief_cell(&mem->belief, m, place) : KIT_BLOCK;
}

/* When the field is known, the unknown in it is open and worth a visit. */
static void fill_plan(struct memory *mem)
{
    const struct kit_map *m = &mem->map;
    plan_fill(&mem->plan, m, UNKNOWN_WORTH);
    if (!mem->belief.is_sure) return;
    for (int y = mem->belief.top; y <= mem->belief.bottom; y++)
        for (int x = mem->belief.left; x <= mem->belief.right; x++) {
            int place = y * KIT_SIDE + x, at = plan_cell(m, place), cell = believed(mem, place);
            if (at < 0 || m->cell[place] != KIT_UNKNOWN) continue;
            mem->plan.cell[at] = (uint8_t)cell;
            mem->plan.prize[at] = cell == KIT_ITEM      ? BELIEVED_WORTH
                                  : cell == KIT_UNKNOWN ? UNKNOWN_WORTH
                                                        : 0;
        }
}

/* ---- near the opponent ---- */

static void fill_fight(struct memory *mem)
{
    const struct kit_map *m = &mem->map;
    struct chaser_board *b = &mem->fight.board;
    *b = (struct chaser_board){.width = CHASER_SIDE_MAX, .height = CHASER_SIDE_MAX};
    chaser_clear_field(&b->field, CHASER_SIDE_MAX, CHASER_SIDE_MAX);
    for (int dy = -FIGHT_REACH; dy <= FIGHT_REACH; dy++)
        for (int dx = -FIGHT_REACH; dx <= FIGHT_REACH; dx++) {
            int place = m->at + dy * KIT_SIDE + dx;
            if (place < 0 || place >= KIT_PLACES) continue;
            int cell = believed(mem, place);
            if (cell == KIT_BLOCK || cell == KIT_ITEM)
                chaser_set_cell(&b->field, FIGHT_MIDDLE + dx, FIGHT_MIDDLE + dy, cell);
        }
    b->at[0] = (struct chaser_spot){FIGHT_MIDDLE, FIGHT_MIDDLE};
    b->at[1] =
        (struct chaser_spot){(int8_t)(FIGHT_MIDDLE + m->other % KIT_SIDE - m->at % KIT_SIDE),
                             (int8_t)(FIGHT_MIDDLE + m->other / KIT_SIDE - m->at / KIT_SIDE)};
}

static bool is_near(const struct kit_map *m)
{
    return m->other != 0 && m->other_age == 0 && kit_gap(m->at, m->other) <= FIGHT_GAP;
}

/* A command that wins by force; false: there is none. */
static bool find_win(const struct fight_worth *worth, struct chaser_action *action)
{
    int best = FIGHT_WIN - 1;
    for (int direction = 0; direction < 4; direction++) {
        if (worth->put[direction] > best) {
            best = worth->put[direction];
            *action = kit_action(CHASER_PUT, direction);
        }
        if (worth->walk[direction] > best) {
            best = worth->walk[direction];
            *action = kit_action(CHASER_WALK, direction);
        }
    }
    return best >= FIGHT_WIN;
}

static unsigned safe_walks(const struct fight_worth *worth)
{
    unsigned safe = 0;
    for (int direction = 0; direction < 4; direction++)
        if (worth->walk[direction] > -FIGHT_WIN) safe |= 1u << direction;
    return safe;
}

/* ---- chances ---- */

/* Whether who stands there sees the place in its square. */
static bool is_in_square(int place, int other)
{
    int dx = place % KIT_SIDE - other % KIT_SIDE, dy = place / KIT_SIDE - other / KIT_SIDE;
    return dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1;
}

/* Of 100: how likely an opponent on this cell comes beside us, who stand on `own`, next. */
static int coming_percent(const struct memory *mem, int own, int other)
{
    int ways = 1, coming = 0;
    for (int direction = 0; direction < 4; direction++) {
        int to = kit_next(other, direction);
        if (believed(mem, to) == KIT_BLOCK) continue;
        ways++;
        coming += kit_gap(to, own) == 1;
    }
    return (is_in_square(own, other) ? CARELESS : 100) * coming / ways;
}

/* What standing there brings for the next two actions: to win, less to lose. */
static int64_t stake_of(const struct memory *mem, int own)
{
    int64_t sum = 0;
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++) {
            int other = own + dy * KIT_SIDE + dx, gap = kit_gap(own, other);
            int64_t chance = mem->track.chance[other];
            if (gap == 1) sum -= chance * PRICE * 100;
            if (gap == 2) sum += chance * PRIZE * coming_percent(mem, own, other);
        }
    return sum * PLAN_NOW / 100 / BELIEF_WHOLE;
}

/* ---- looking about ---- */

/* What it is worth to see a cell: nothing when it is known, or surely outside. */
static int news_at(const struct memory *mem, int place)
{
    if (place < 0 || place >= KIT_PLACES || mem->map.cell[place] != KIT_UNKNOWN) return 0;
    if (!mem->belief.is_sure) return NEWS_UNSURE;
    if (!belief_is_inside(&mem->belief, place)) return 0;
    return believed(mem, place) == KIT_UNKNOWN ? NEWS_WORTH : NEWS_BELIEVED;
}

static int news_of(const struct memory *mem, struct chaser_action action)
{
    int step = kit_steps[action.direction], at = mem->map.at, sum = 0;
    for (int i = 0; i < CHASER_VIEW; i++)
        sum += news_at(mem, action.word == CHASER_SEARCH
                                ? at + (i + 1) * step
                                : at + 2 * step + (i / 3 - 1) * KIT_SIDE + i % 3 - 1);
    return sum;
}

/* The look or search that shows most. */
static struct chaser_action best_view(const struct memory *mem, int *news)
{
    struct chaser_action best = kit_action(CHASER_SEARCH, 0);
    *news = -1;
    for (int n = 0; n < 8; n++) {
        struct chaser_action view = kit_action(n < 4 ? CHASER_SEARCH : CHASER_LOOK, n % 4);
        int found = news_of(mem, view);
        if (found <= *news) continue;
        *news = found;
        best = view;
    }
    return best;
}

/* ---- choosing ---- */

static struct chaser_action gather(struct memory *mem, unsigned safe)
{
    struct kit_map *m = &mem->map;
    int news, best = -1;
    struct chaser_action view = best_view(mem, &news);
    fill_plan(mem);
    struct plan_steps first = plan_walk(&mem->plan, DEPTH, safe);
    if (first.best < 0) return view;
    int64_t most =
        first.worth[first.best] * WAITING / 100 + (int64_t)news * PLAN_NOW + stake_of(mem, m->at);
    for (int direction = 0; direction < 4; direction++) {
        if (first.worth[direction] == INT64_MIN) continue;
        int64_t worth = first.worth[direction] + stake_of(mem, kit_next(m->at, direction));
        if (worth <= most) continue;
        most = worth;
        best = direction;
    }
    if (best < 0) return view;
    return kit_action(kit_may_be_trap(m, best) ? CHASER_LOOK : CHASER_WALK, best);
}

static struct chaser_action choose(struct kit_map *m, struct rng *rng)
{
    struct memory *mem = (struct memory *)m;
    struct fight_worth worth;
    struct chaser_action action;
    (void)rng;
    belief_update(&mem->belief, m);
    track_update(&mem->track, &mem->belief, m);
    if (!is_near(m)) return gather(mem, KIT_ALL_DIRECTIONS);
    fill_fight(mem);
    fight_worths(&mem->fight, FIGHT_DEPTH, &worth);
    if (find_win(&worth, &action)) return action;
    return gather(mem, safe_walks(&worth));
}

static void think(const struct bot_view *view, void *memory, struct game_action *out)
{
    kit_think(view, memory, choose, out);
}

const struct bot bot_chaser_5 = {
    .name = "chaser-5",
    .game = "chaser",
    .about = N_("plans on a belief about the hidden map and the opponent"),
    .memory_size = sizeof(struct memory),
    .think = think,
};
