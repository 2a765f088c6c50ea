/* How a match of several games stands follows from the games alone: it is judged anew each time,
   and nothing is kept. */
#include "league/contest/series.h"

static void count_game(struct series *d, const struct series_game *game)
{
    d->played++;
    if (game->winner < 0)
        d->draws++;
    else
        d->wins[game->winner]++;
}

static struct series ended(struct series d, int winner)
{
    d.due = d.played;
    d.is_over = true;
    d.winner = winner;
    return d;
}

static struct series ended_by_seed(struct series d)
{
    d.by_seed = true;
    return ended(d, 0);
}

static int leader(const struct series *d)
{
    return d->wins[0] > d->wins[1] ? 0 : d->wins[1] > d->wins[0] ? 1 : -1;
}

/* How many more games there must be at least, before a best-of is decided. */
static int games_to_lead(const struct series_rules *r, const struct series *d)
{
    int lead = d->wins[0] > d->wins[1] ? d->wins[0] : d->wins[1];
    int rest = r->games - d->played, missing = r->games / 2 + 1 - lead;
    return rest < missing ? rest : missing;
}

static bool limit_is_reached(const struct series_rules *r, const struct series *d)
{
    return r->is_limited && d->played >= r->games + r->extra;
}

static struct series judge_games(const struct series_rules *r, const struct series_game *games,
                                 int count)
{
    struct series d = {.winner = -1};
    while (d.played < r->games) {
        bool is_decided = r->is_best_of && games_to_lead(r, &d) <= 0;
        if (is_decided) return ended(d, leader(&d));
        d.due = r->is_best_of ? d.played + games_to_lead(r, &d) : r->games;
        if (d.played == count) return d;
        count_game(&d, &games[d.played]);
    }
    while (leader(&d) < 0 && r->sudden_death) {
        if (limit_is_reached(r, &d)) return ended_by_seed(d);
        d.due = d.played + 1;
        if (d.played == count) return d;
        count_game(&d, &games[d.played]);
    }
    return ended(d, leader(&d));
}

static struct series judge_items(const struct series_rules *r, const struct series_game *games,
                                 int count)
{
    struct series d = {.winner = -1};
    for (;;) {
        if (limit_is_reached(r, &d)) return ended_by_seed(d);
        d.due = d.played + 2;
        if (count < d.due) return d;
        struct chaser_outcome pair[2] = {games[d.played].chaser, games[d.played + 1].chaser};
        struct knockout_score score = knockout_judge(pair);
        for (int i = 0; i < 2; i++) count_game(&d, &games[d.played]);
        for (int p = 0; p < 2; p++) {
            d.items[p] = score.items[p];
            d.wins[p] = score.wins[p];
        }
        if (score.winner >= 0) return ended(d, score.winner);
    }
}

struct series series_judge(const struct series_rules *r, const struct series_game *games, int count)
{
    if (r->judging == SERIES_BY_ITEMS) return judge_items(r, games, count);
    return judge_games(r, games, count);
}
