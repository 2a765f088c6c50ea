/* Seeds are placed so that the best two can meet only in the final; a winner's next match follows
   from the number of the one it won, so that a bracket is an array and nothing is linked. */
#include "league/contest/bracket.h"

#include <assert.h>

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
    assert(match >= 0 && match < b->size && seed < b->players);
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
