/* A standing changes by one result at a time; computed again from all results in their order it
   is the same. */
#include "league/rating/standing.h"

#include <assert.h>

struct standing standing_start(enum rating_formula formula, int64_t player)
{
    return (struct standing){.player = player, .rating = rating_start(formula)};
}

static void meet_version(enum rating_formula formula, struct standing *s, int64_t version)
{
    if (s->version == version) return;
    if (s->version != 0) rating_renew(formula, &s->rating);
    s->version = version;
    s->version_games = 0;
}

void standing_count(enum rating_formula formula, struct standing *const pair[2],
                    const int64_t version[2], int winner)
{
    assert(pair[0]->player != pair[1]->player && winner >= -1 && winner <= 1);
    for (int p = 0; p < 2; p++) {
        struct standing *s = pair[p];
        meet_version(formula, s, version[p]);
        s->games++;
        s->version_games++;
        s->wins += winner == p;
        s->losses += winner == 1 - p;
        s->draws += winner < 0;
        assert(s->wins + s->losses + s->draws == s->games && s->version_games <= s->games);
    }
    double score = winner < 0 ? 0.5 : winner == 0;
    rating_meet(formula, &pair[0]->rating, &pair[1]->rating, score);
}
