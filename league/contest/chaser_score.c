/* The scores of the official rules, as pure functions; which paragraph says what stands at each
   of them. */
#include "league/contest/chaser_score.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool chaser_cause_of(const char *reason, enum chaser_cause *cause)
{
    static const char *const words[] = {"crushed",       "enclosed", "collision",
                                        "self_enclosed", "foul",     "items"};
    for (int i = 0; i <= CAUSE_ITEMS; i++) {
        size_t len = strlen(words[i]); /* what follows a colon is for people */
        if (strncmp(words[i], reason, len) != 0 || (reason[len] && reason[len] != ':')) continue;
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

bool qualifier_is_level(const struct contestant *a, const struct contestant *b)
{
    return by_points(a, b) == 0;
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
