/* schedule_solo — everybody plays against a bot: CHaser's qualifier and CODE VS 4.0's campaign. */
#include "league/contest/schedule_parts.h"

/* A game of each of these; false while one is missing. */
static bool add_games(struct planner *p, const int *players, int count, int round)
{
    bool is_over = true;
    for (int i = 0; i < count; i++) {
        struct fixture f = {.player = {players[i], FIXTURE_BOT}, .round = round};
        if (round > 0) f.label = "again";
        const struct fixture *added = planner_add(p, f);
        if (!added || !added->is_over) is_over = false;
    }
    if (!is_over) p->s->is_over = false;
    return is_over;
}

static bool add_everybody(struct planner *p)
{
    int all[SCHEDULE_PLAYERS];
    for (int i = 0; i < p->players; i++) all[i] = i;
    return add_games(p, all, p->players, 0);
}

/* ---- campaign ---- */

static int by_campaign(const struct placing *a, const struct placing *b)
{
    int order = more_first(a->solo.points, b->solo.points);
    if (order == 0) order = more_first(b->solo.turn_sum, a->solo.turn_sum);
    if (order == 0) order = more_first(b->solo.ms, a->solo.ms);
    return order;
}

static void take_first_games(struct planner *p)
{
    for (int i = 0; i < p->s->count && i < p->players; i++) {
        struct placing *own = &p->s->standings[p->s->fixtures[i].player[0]];
        own->solo = p->s->fixtures[i].solo;
        own->points = own->solo.points;
    }
}

void schedule_campaign(struct planner *p)
{
    add_everybody(p);
    take_first_games(p);
    planner_rank(p, by_campaign, true);
}

/* ---- qualifier ---- */

static void gather(const struct planner *p, struct contestant *all)
{
    for (int i = 0; i < p->players; i++) all[i] = (struct contestant){.id = i, .lot = i};
    for (int i = 0; i < p->s->count; i++) {
        const struct fixture *f = &p->s->fixtures[i];
        struct contestant *c = &all[f->player[0]];
        if (f->is_over && c->games < QUALIFIER_GAMES)
            c->points[c->games++] = (int32_t)f->solo.points;
    }
    qualifier_rank(all, p->players);
}

/* Those who are level get the lots that were drawn. */
static void draw_lots(struct planner *p, struct contestant *all, int from, int count)
{
    int players[SCHEDULE_PLAYERS];
    for (int i = 0; i < count; i++) players[i] = all[from + i].id;
    planner_lot(p, -1, from, players, count);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            if (all[from + k].id == players[i]) all[from + k].lot = i;
}

/* Who does not go on has no need of a place. */
static void settle_places(struct planner *p, struct contestant *all, int places)
{
    for (int from = 0, to; from < p->players && from < places; from = to) {
        for (to = from + 1; to < p->players && qualifier_is_level(&all[from], &all[to]);) to++;
        if (to - from > 1) draw_lots(p, all, from, to - from);
    }
    qualifier_rank(all, p->players);
}

/* The order of the lots is that of the seeds, unless people draw them. */
void schedule_qualifier(struct planner *p)
{
    struct contestant all[SCHEDULE_PLAYERS];
    struct placing sorted[SCHEDULE_PLAYERS];
    int places = p->r->places ? p->r->places : QUALIFIER_PLACES, from, to;
    bool is_settled = add_everybody(p);
    gather(p, all);
    for (int round = 1; is_settled && round < QUALIFIER_GAMES; round++) {
        int tied[SCHEDULE_PLAYERS], count = 0;
        if (!qualifier_is_open(all, p->players, places, &from, &to)) break;
        for (int i = from; i < to; i++) tied[count++] = all[i].id;
        is_settled = add_games(p, tied, count, round);
        gather(p, all);
    }
    if (is_settled) settle_places(p, all, places);
    take_first_games(p);
    for (int i = 0; i < p->players; i++) {
        sorted[i] = p->s->standings[all[i].id];
        sorted[i].rank = i + 1;
    }
    for (int i = 0; i < p->players; i++) p->s->standings[i] = sorted[i];
}
