/*
 * schedule_knockout — single and double elimination.
 *
 * The upper half of both is the bracket of league/contest/chaser_score.h: the best seeds have free
 * first rounds, and the two best can meet only in the final. In a double elimination whoever loses
 * there drops into the lower half, round by round: in its even rounds those who are there meet each
 * other, in its odd ones they meet those who just dropped, who come in turned round every other
 * time, so that those who met above meet late.
 */
#include "league/contest/schedule_parts.h"

#include <stddef.h>

enum { OPEN = FIXTURE_OPEN, BYE = FIXTURE_BYE };

static int entrant(int seed)
{
    return seed == BRACKET_BYE ? BYE : seed == BRACKET_OPEN ? OPEN : seed;
}

/* ---- the upper half ---- */

static int round_of(const struct bracket *b, int match)
{
    int round = 0;
    for (int first = 0, matches = b->size / 2; match >= first + matches; round++) {
        first += matches;
        matches /= 2;
    }
    return round;
}

static const char *label_of(int matches)
{
    switch (matches) {
    case 1: return "final";
    case 2: return "semi-final";
    case 4: return "quarter-final";
    default: return NULL;
    }
}

static void add_match(struct planner *p, struct bracket *b, int match, const char *label, int round)
{
    const struct bracket_match *m = &b->match[match];
    struct fixture f = {.player = {entrant(m->seed[0]), entrant(m->seed[1])}, .round = round};
    f.label = label;
    const struct fixture *added = planner_add(p, f);
    if (!added || f.player[1] == BYE) return;
    if (added->is_over)
        bracket_note(b, match, added->series.winner);
    else
        p->s->is_over = false;
}

/* All matches but that for third place; numbers as in the bracket. */
static void add_bracket(struct planner *p, struct bracket *b, bool is_upper)
{
    for (int match = 0; match < b->size - 1; match++) {
        int round = round_of(b, match);
        add_match(p, b, match, is_upper ? NULL : label_of(b->size >> (round + 1)), round);
    }
}

/* ---- single elimination ---- */

/* While it is worked out, points are what somebody's last match was worth. */
static int by_last_match(const struct placing *a, const struct placing *b)
{
    return more_first(a->points, b->points);
}

static void note_worth(struct planner *p, const struct fixture *f, int winner_worth,
                       int loser_worth)
{
    if (!f->is_over) return;
    p->s->standings[f->player[f->series.winner]].points = winner_worth;
    p->s->standings[f->player[1 - f->series.winner]].points = loser_worth;
}

static void rank_by_worth(struct planner *p)
{
    planner_rank(p, by_last_match, true);
    for (int i = 0; i < p->players; i++) p->s->standings[i].points = 0;
}

void schedule_knockout(struct planner *p)
{
    struct bracket b;
    if (!bracket_make(&b, p->players)) return;
    add_bracket(p, &b, false);
    int final = b.size - 2;
    bool has_third = p->r->has_third && b.size >= 4;
    if (has_third) add_match(p, &b, b.size - 1, "third place", round_of(&b, final));
    if (p->s->has_failed) return;
    planner_count(p);
    for (int i = 0; i < p->players; i++) p->s->standings[i].points = 0;
    for (int i = 0; i < p->s->count; i++) {
        const struct fixture *f = &p->s->fixtures[i];
        int worth = 4 * (f->round + 1);
        if (i == b.size - 1) worth -= 2; /* third place: below the final, above the semi-finals */
        if (f->player[1] >= 0) note_worth(p, f, worth + 1, worth);
    }
    rank_by_worth(p);
}

/* ---- double elimination ---- */

struct lower {
    int winner[BRACKET_MAX], count; /* of the last round */
};

static int loser_of(const struct bracket *b, int match)
{
    const struct bracket_match *m = &b->match[match];
    if (m->winner == BRACKET_OPEN) return OPEN;
    return entrant(m->seed[0] == m->winner ? m->seed[1] : m->seed[0]);
}

/* The losers of a round of the upper half. */
static int drop(const struct bracket *b, int round, int *losers)
{
    int first = 0, matches = b->size / 2;
    for (int r = 0; r < round; r++, matches /= 2) first += matches;
    for (int i = 0; i < matches; i++)
        losers[i] = loser_of(b, first + (round % 2 ? matches - 1 - i : i));
    return matches;
}

/* A match of two, each of whom may be open or nobody; returns who goes on. */
static int meet(struct planner *p, int a, int b, struct fixture f)
{
    bool swap = b >= 0 && (a == BYE || (a >= 0 && b < a));
    f.player[0] = swap ? b : a;
    f.player[1] = swap ? a : b;
    const struct fixture *added = planner_add(p, f);
    if (!added || f.player[0] == OPEN || f.player[1] == OPEN) {
        p->s->is_over = false;
        /* Nobody against an open place: the one who will be there goes on. */
        return OPEN;
    }
    if (f.player[1] == BYE) return f.player[0]; /* which may be nobody as well */
    if (!added->is_over) p->s->is_over = false;
    return added->is_over ? f.player[added->series.winner] : OPEN;
}

static void add_lower_round(struct planner *p, struct lower *l, const int *dropped, int number)
{
    struct fixture f = {.round = number + 1, .is_lower = true};
    int next[BRACKET_MAX], count = 0;
    if (dropped)
        for (int i = 0; i < l->count; i++) next[count++] = meet(p, l->winner[i], dropped[i], f);
    else
        for (int i = 0; i + 1 < l->count; i += 2)
            next[count++] = meet(p, l->winner[i], l->winner[i + 1], f);
    l->count = count;
    for (int i = 0; i < count; i++) l->winner[i] = next[i];
}

static int add_lower(struct planner *p, const struct bracket *b, int rounds)
{
    struct lower l = {.count = 0};
    int dropped[BRACKET_MAX], number = 0;
    l.count = drop(b, 0, l.winner);
    for (int round = 1; round < rounds; round++) {
        add_lower_round(p, &l, NULL, number++);
        drop(b, round, dropped);
        add_lower_round(p, &l, dropped, number++);
    }
    return l.winner[0];
}

/* Final, and once more if the one who was unbeaten has lost. */
static void add_finals(struct planner *p, int upper, int lower, int round)
{
    struct fixture f = {.player = {upper, lower}, .round = round, .label = "final"};
    const struct fixture *first = planner_add(p, f);
    if (!first || !first->is_over) p->s->is_over = false;
    if (!first || !p->r->has_reset || !first->is_over || first->series.winner == 0) return;
    f.round++;
    f.label = "second final";
    const struct fixture *second = planner_add(p, f);
    if (!second || !second->is_over) p->s->is_over = false;
}

/* Later in the lower half is better; the upper half knocks nobody out, the finals do. */
static void rank_double(struct planner *p, int upper_count)
{
    for (int i = upper_count; i < p->s->count; i++) {
        const struct fixture *f = &p->s->fixtures[i];
        int worth = f->is_lower ? 2 * f->round : 1000 + 2 * f->round;
        if (f->player[0] >= 0 && f->player[1] >= 0) note_worth(p, f, worth + 1, worth);
    }
    rank_by_worth(p);
}

void schedule_double(struct planner *p)
{
    struct bracket b;
    if (!bracket_make(&b, p->players)) return;
    int rounds = round_of(&b, b.size - 2) + 1;
    add_bracket(p, &b, true);
    int upper_count = p->s->count, champion = b.match[b.size - 2].winner;
    int lower = rounds > 1 ? add_lower(p, &b, rounds) : loser_of(&b, 0);
    add_finals(p, entrant(champion), lower, 2 * rounds);
    if (p->s->has_failed) return;
    planner_count(p);
    for (int i = 0; i < p->players; i++) p->s->standings[i].points = 0;
    rank_double(p, upper_count);
}
