/* A contest as JSON, for the site's pages and `taisen tournament --json` alike. */
#include "league/report/contest_json.h"

#include "base/json_write.h"

static void put_player(struct text *t, const char *key, const struct tournament *c,
                       const struct tournament_phase *p, int seed)
{
    bool is_known = seed != FIXTURE_OPEN && seed != FIXTURE_BYE;
    json_write_str(t, key, is_known ? tournament_name(p, c->contest, seed) : NULL);
}

static void put_pair(struct text *t, const char *key, int a, int b)
{
    json_write_open(t, key, '[');
    json_write_int(t, NULL, a);
    json_write_int(t, NULL, b);
    json_write_close(t, ']');
}

/* The games of a match as they were played; winner: of its players, -1: drawn. A game of a league
   has a number there, one of a file a key, by which `--records` names its record. */
static void put_games(struct text *t, const struct tournament *c, const struct journal *journal,
                      int phase, int fixture)
{
    const struct journal_match *m;
    json_write_open(t, "games", '[');
    for (int game = 0; (m = tournament_result(c, journal, phase, fixture, game)); game++) {
        json_write_open(t, NULL, '{');
        json_write_int(t, "match", m->id);
        json_write_str(t, "key", m->key);
        json_write_int(t, "winner", m->winner < 0 ? -1 : series_side(game, m->winner));
        json_write_str(t, "reason", m->reason);
        json_write_close(t, '}');
    }
    json_write_close(t, ']');
}

static void put_match(struct text *t, const struct tournament *c, const struct journal *journal,
                      const struct tournament_phase *p, int number)
{
    const struct fixture *f = &p->schedule.fixtures[number];
    int winner = f->is_over && f->series.winner >= 0 ? f->player[f->series.winner] : FIXTURE_OPEN;
    json_write_open(t, NULL, '{');
    json_write_int(t, "round", f->round + 1);
    json_write_str(t, "label", f->label);
    json_write_bool(t, "lower", f->is_lower);
    json_write_bool(t, "bye", f->player[1] == FIXTURE_BYE);
    json_write_open(t, "players", '[');
    for (int side = 0; side < 2; side++) put_player(t, NULL, c, p, f->player[side]);
    json_write_close(t, ']');
    json_write_bool(t, "over", f->is_over);
    put_pair(t, "wins", f->series.wins[0], f->series.wins[1]);
    json_write_int(t, "draws", f->series.draws);
    put_player(t, "winner", c, p, winner);
    if (p->phase->rules.series.judging == SERIES_BY_ITEMS)
        put_pair(t, "items", f->series.items[0], f->series.items[1]);
    put_games(t, c, journal, p->number, number);
    json_write_close(t, '}');
}

static void put_standing(struct text *t, const struct tournament *c,
                         const struct tournament_phase *p, const struct placing *s)
{
    enum schedule_format format = p->phase->rules.format;
    char group[2] = {(char)('A' + s->group % 26), '\0'};
    json_write_open(t, NULL, '{');
    json_write_int(t, "rank", s->rank);
    put_player(t, "player", c, p, s->player);
    if (p->phase->rules.groups > 1) json_write_str(t, "group", group);
    json_write_int(t, "won", s->won);
    json_write_int(t, "drawn", s->drawn);
    json_write_int(t, "lost", s->lost);
    json_write_int(t, "byes", s->byes);
    json_write_open(t, "games", '[');
    for (int i = 0; i < 3; i++) json_write_int(t, NULL, s->games[i]);
    json_write_close(t, ']');
    json_write_int(t, "points", s->points);
    if (format == SWISS) json_write_int(t, "buchholz", s->buchholz);
    if (format == LADDER) json_write_int(t, "rating", s->rating);
    if (format == CAMPAIGN) {
        json_write_int(t, "turn_sum", s->solo.turn_sum);
        json_write_int(t, "ms", s->solo.ms);
    }
    json_write_close(t, '}');
}

static void put_phase(struct text *t, const struct tournament *c, const struct journal *journal,
                      const struct tournament_phase *p)
{
    json_write_open(t, NULL, '{');
    json_write_str(t, "name", p->phase->name);
    json_write_str(t, "format", contest_format(p->phase->rules.format));
    json_write_bool(t, "over", p->schedule.is_over);
    json_write_open(t, "standings", '[');
    for (int i = 0; i < p->entrants; i++) put_standing(t, c, p, &p->schedule.standings[i]);
    json_write_close(t, ']');
    json_write_open(t, "matches", '[');
    for (int i = 0; i < p->schedule.count; i++) put_match(t, c, journal, p, i);
    json_write_close(t, ']');
    json_write_close(t, '}');
}

/* What waits for a lot; `match` is its number in the phase, 0: places from `from` on. */
static void put_ties(struct text *t, const struct tournament *c)
{
    struct tie tie;
    int players[CONTEST_PLAYERS];
    json_write_open(t, "ties", '[');
    for (int i = 0, count; (count = tournament_tie(c, i, &tie, players)) > 0; i++) {
        json_write_open(t, NULL, '{');
        json_write_str(t, "phase", c->phase[c->begun - 1].phase->name);
        json_write_int(t, "match", tie.fixture + 1);
        json_write_int(t, "from", tie.fixture >= 0 ? 0 : tie.from + 1);
        json_write_open(t, "players", '[');
        for (int k = 0; k < count; k++)
            json_write_str(t, NULL, c->contest->player[players[k]].name);
        json_write_close(t, ']');
        json_write_close(t, '}');
    }
    json_write_close(t, ']');
}

/* One about what is still to come says nothing yet: an audience may have to see that first. */
static bool has_counted(const struct tournament *c, const struct journal_decision *d)
{
    if (d->phase >= c->begun) return false;
    const struct schedule *s = &c->phase[d->phase].schedule;
    if (d->fixture < 0) return s->is_over;
    return d->fixture < s->count && s->fixtures[d->fixture].is_over;
}

static void put_decisions(struct text *t, const struct tournament *c, const struct journal *journal)
{
    json_write_open(t, "decisions", '[');
    for (int i = 0; i < journal->decision_count; i++) {
        const struct journal_decision *d = &journal->decisions[i];
        if (!has_counted(c, d)) continue;
        json_write_open(t, NULL, '{');
        json_write_str(t, "phase", c->contest->phase[d->phase].name);
        json_write_int(t, "match", d->fixture + 1);
        json_write_open(t, "players", '[');
        for (int k = 0; k < d->count; k++)
            if (d->seat[k] < c->contest->player_count)
                json_write_str(t, NULL, c->contest->player[d->seat[k]].name);
        json_write_close(t, ']');
        json_write_close(t, '}');
    }
    json_write_close(t, ']');
}

void contest_json(struct text *t, const struct tournament *c, const struct journal *journal)
{
    int places[CONTEST_PLAYERS], count = tournament_places(c, places);
    json_write_str(t, "contest", c->contest->name);
    json_write_str(t, "game", c->contest->game->name);
    json_write_int(t, "games", journal->count);
    json_write_hex(t, "hash", journal_hash(journal));
    json_write_bool(t, "over", c->is_over);
    json_write_open(t, "phases", '[');
    for (int i = 0; i < c->begun; i++) put_phase(t, c, journal, &c->phase[i]);
    json_write_close(t, ']');
    put_ties(t, c);
    put_decisions(t, c, journal);
    json_write_open(t, "places", '[');
    for (int i = 0; c->is_over && i < count; i++)
        json_write_str(t, NULL, c->contest->player[places[i]].name);
    json_write_close(t, ']');
}
