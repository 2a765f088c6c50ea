#include "league/chaser_score.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool chaser_cause_of(const char *reason, enum chaser_cause *cause)
{
    static const char *const words[] = {"crushed",       "enclosed", "collision",
                                        "self_enclosed", "foul",     "items"};
    for (int i = 0; i <= CAUSE_ITEMS; i++) {
        if (strcmp(words[i], reason) != 0) continue;
        *cause = (enum chaser_cause)i;
        return true;
    }
    return false;
}

/* ---- district qualifier ---- */

int32_t qualifier_points(const struct chaser_outcome *game)
{
    int32_t points = 3 * game->items[0];
    if (game->cause == CAUSE_ITEMS) return points;
    return game->winner == 0 ? points + game->turns_left : points - game->turns_left;
}

/* By points of the first game, then of each further one both have played. */
static int by_points(const struct contestant *a, const struct contestant *b)
{
    for (int i = 0; i < a->games && i < b->games; i++)
        if (a->points[i] != b->points[i]) return a->points[i] > b->points[i] ? -1 : 1;
    return 0;
}

static int by_rank(const void *left, const void *right)
{
    const struct contestant *a = left, *b = right;
    int order = by_points(a, b);
    if (order != 0) return order;
    if (a->lot != b->lot) return a->lot < b->lot ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

void qualifier_rank(struct contestant *all, int count)
{
    qsort(all, (size_t)count, sizeof *all, by_rank);
}

bool qualifier_is_open(const struct contestant *ranked, int count, int places, int *from, int *to)
{
    if (count <= places || places < 1) return false;
    if (by_points(&ranked[places - 1], &ranked[places]) != 0) return false;
    *from = places - 1;
    *to = places + 1;
    while (*from > 0 && by_points(&ranked[*from - 1], &ranked[places]) == 0) --*from;
    while (*to < count && by_points(&ranked[*to], &ranked[places]) == 0) ++*to;
    return true;
}

/* ---- knockout ---- */

int32_t knockout_items(const struct chaser_outcome *game, int p)
{
    if (game->winner == p || game->cause == CAUSE_ITEMS) return game->items[p];
    bool by_put = game->cause == CAUSE_CRUSHED || game->cause == CAUSE_ENCLOSED;
    return by_put ? 0 : -game->turns_left;
}

struct knockout_score knockout_judge(const struct chaser_outcome games[2])
{
    struct knockout_score s = {.winner = -1};
    for (int g = 0; g < 2; g++)
        for (int player = 0; player < 2; player++) {
            int side = g == 0 ? player : 1 - player;
            s.wins[player] += games[g].winner == side;
            s.items[player] += knockout_items(&games[g], side);
        }
    if (s.wins[0] != s.wins[1])
        s.winner = s.wins[0] > s.wins[1] ? 0 : 1;
    else if (s.items[0] != s.items[1])
        s.winner = s.items[0] > s.items[1] ? 0 : 1;
    return s;
}

/* ---- bracket ---- */

/* Which seed stands at a place of the first round: 1 and 2 can meet only in the final, and so on.
 */
static int seed_at(int place, int size)
{
    int seed = 0;
    for (int half = 1; half < size; half *= 2) {
        /* Of each pair of neighbours one is the mirror of the other in twice as many players. */
        int bit = place / (size / (2 * half)) & 1;
        seed = bit ? 2 * half - 1 - seed : seed;
    }
    return seed;
}

/* The match into which the winner of a match goes, and the side it takes there. */
static int next_of(const struct bracket *b, int match)
{
    return b->size / 2 + match / 2;
}

static void enter(struct bracket *b, int match, int seed)
{
    struct bracket_match *m = &b->match[match];
    m->seed[m->seed[0] != BRACKET_OPEN] = (int16_t)seed;
    /* The better seed is side 0; a bye never is. */
    bool swap = m->seed[1] >= 0 && (m->seed[0] == BRACKET_BYE || m->seed[1] < m->seed[0]);
    if (!swap) return;
    int16_t first = m->seed[0];
    m->seed[0] = m->seed[1];
    m->seed[1] = first;
}

static bool is_known(const struct bracket_match *m)
{
    return m->seed[0] != BRACKET_OPEN && m->seed[1] != BRACKET_OPEN;
}

static void advance(struct bracket *b, int match, int winner, int loser)
{
    int final = b->size - 2;
    b->match[match].winner = (int16_t)winner;
    if (match < final) enter(b, next_of(b, match), winner);
    bool is_semifinal = b->size >= 4 && match < final && next_of(b, match) == final;
    if (is_semifinal) enter(b, b->size - 1, loser);
}

bool bracket_make(struct bracket *b, int players)
{
    if (players < 2 || players > BRACKET_MAX) return false;
    *b = (struct bracket){.players = players, .size = 2};
    while (b->size < players) b->size *= 2;
    for (int i = 0; i < BRACKET_MAX; i++)
        b->match[i] = (struct bracket_match){{BRACKET_OPEN, BRACKET_OPEN}, BRACKET_OPEN};
    for (int place = 0; place < b->size; place++) {
        int seed = seed_at(place, b->size);
        enter(b, place / 2, seed < players ? seed : BRACKET_BYE);
    }
    for (int match = 0; match < b->size / 2; match++) {
        struct bracket_match *m = &b->match[match];
        if (m->seed[1] == BRACKET_BYE) advance(b, match, m->seed[0], BRACKET_BYE);
    }
    /* With three players the one who loses the only semi-final is third without a match. */
    struct bracket_match *third = &b->match[b->size - 1];
    if (b->size >= 4 && is_known(third) && third->seed[1] == BRACKET_BYE)
        third->winner = third->seed[0];
    return true;
}

static bool is_playable(const struct bracket_match *m)
{
    return m->winner == BRACKET_OPEN && m->seed[0] >= 0 && m->seed[1] >= 0;
}

int bracket_next(const struct bracket *b)
{
    int final = b->size - 2, third = b->size - 1;
    for (int match = 0; match < final; match++)
        if (is_playable(&b->match[match])) return match;
    if (b->size >= 4 && is_playable(&b->match[third])) return third;
    return is_playable(&b->match[final]) ? final : -1;
}

void bracket_note(struct bracket *b, int match, int side)
{
    struct bracket_match *m = &b->match[match];
    assert(is_playable(m) && (side == 0 || side == 1));
    advance(b, match, m->seed[side], m->seed[1 - side]);
    struct bracket_match *third = &b->match[b->size - 1];
    if (b->size >= 4 && is_known(third) && third->seed[1] == BRACKET_BYE)
        third->winner = third->seed[0];
}

/* Winner and loser of a match; a bye is nobody's place. */
static void take_places(const struct bracket_match *m, int *first, int *second)
{
    if (m->winner == BRACKET_OPEN) return;
    int loser = m->seed[0] == m->winner ? m->seed[1] : m->seed[0];
    *first = m->winner;
    if (loser >= 0) *second = loser;
}

void bracket_places(const struct bracket *b, int places[4])
{
    for (int i = 0; i < 4; i++) places[i] = BRACKET_OPEN;
    take_places(&b->match[b->size - 2], &places[0], &places[1]);
    if (b->size >= 4) take_places(&b->match[b->size - 1], &places[2], &places[3]);
}
