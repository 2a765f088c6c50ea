/* A standing changes by one result at a time; computed again from all results in their order it
   is the same. */
#include "league/rating/standing.h"

#include <assert.h>

struct standing standing_start(struct standing_formulas formulas, int64_t player)
{
    return (struct standing){.player = player,
                             .rating = rating_start(formulas.first),
                             .also = rating_start(formulas.also)};
}

static void meet_version(struct standing_formulas formulas, struct standing *s, int64_t version)
{
    if (s->version == version) return;
    if (s->version != 0) rating_renew(formulas.first, &s->rating);
    if (s->version != 0) rating_renew(formulas.also, &s->also);
    s->version = version;
    s->version_games = 0;
}

void standing_count(struct standing_formulas formulas, struct standing *const pair[2],
                    const int64_t version[2], int winner)
{
    assert(pair[0]->player != pair[1]->player && winner >= -1 && winner <= 1);
    for (int p = 0; p < 2; p++) {
        struct standing *s = pair[p];
        meet_version(formulas, s, version[p]);
        s->games++;
        s->version_games++;
        s->wins += winner == p;
        s->losses += winner == 1 - p;
        s->draws += winner < 0;
        assert(s->wins + s->losses + s->draws == s->games && s->version_games <= s->games);
    }
    double score = winner < 0 ? 0.5 : winner == 0;
    rating_meet(formulas.first, &pair[0]->rating, &pair[1]->rating, score);
    rating_meet(formulas.also, &pair[0]->also, &pair[1]->also, score);
}
