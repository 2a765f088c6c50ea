#include "site/contest_json.h"

#include "site/put.h"

static void put_player(struct text *t, const char *key, const struct tournament *c,
                       const struct tournament_phase *p, int seed)
{
    bool is_known = seed != FIXTURE_OPEN && seed != FIXTURE_BYE;
    put_str(t, key, is_known ? tournament_name(p, c->contest, seed) : NULL);
}

static void put_pair(struct text *t, const char *key, int a, int b)
{
    put_open(t, key, '[');
    put_int(t, NULL, a);
    put_int(t, NULL, b);
    put_close(t, ']');
}

static void put_match(struct text *t, const struct tournament *c, const struct tournament_phase *p,
                      const struct fixture *f)
{
    int winner = f->is_over && f->duel.winner >= 0 ? f->player[f->duel.winner] : FIXTURE_OPEN;
    put_open(t, NULL, '{');
    put_int(t, "round", f->round + 1);
    put_str(t, "label", f->label);
    put_bool(t, "lower", f->is_lower);
    put_bool(t, "bye", f->player[1] == FIXTURE_BYE);
    put_open(t, "players", '[');
    for (int side = 0; side < 2; side++) put_player(t, NULL, c, p, f->player[side]);
    put_close(t, ']');
    put_bool(t, "over", f->is_over);
    put_pair(t, "wins", f->duel.wins[0], f->duel.wins[1]);
    put_int(t, "draws", f->duel.draws);
    put_player(t, "winner", c, p, winner);
    if (p->phase->rules.duel.judging == DUEL_BY_ITEMS)
        put_pair(t, "items", f->duel.items[0], f->duel.items[1]);
    put_close(t, '}');
}

static void put_standing(struct text *t, const struct tournament *c,
                         const struct tournament_phase *p, const struct placing *s)
{
    enum schedule_format format = p->phase->rules.format;
    char group[2] = {(char)('A' + s->group % 26), '\0'};
    put_open(t, NULL, '{');
    put_int(t, "rank", s->rank);
    put_player(t, "player", c, p, s->player);
    if (p->phase->rules.groups > 1) put_str(t, "group", group);
    put_int(t, "won", s->won);
    put_int(t, "drawn", s->drawn);
    put_int(t, "lost", s->lost);
    put_int(t, "byes", s->byes);
    put_open(t, "games", '[');
    for (int i = 0; i < 3; i++) put_int(t, NULL, s->games[i]);
    put_close(t, ']');
    put_int(t, "points", s->points);
    if (format == SWISS) put_int(t, "buchholz", s->buchholz);
    if (format == LADDER) put_int(t, "rating", s->rating);
    if (format == CAMPAIGN) {
        put_int(t, "turn_sum", s->solo.turn_sum);
        put_int(t, "ms", s->solo.ms);
    }
    put_close(t, '}');
}

static void put_phase(struct text *t, const struct tournament *c, const struct tournament_phase *p)
{
    put_open(t, NULL, '{');
    put_str(t, "name", p->phase->name);
    put_str(t, "format", contest_format(p->phase->rules.format));
    put_bool(t, "over", p->schedule.is_over);
    put_open(t, "standings", '[');
    for (int i = 0; i < p->entrants; i++) put_standing(t, c, p, &p->schedule.standings[i]);
    put_close(t, ']');
    put_open(t, "matches", '[');
    for (int i = 0; i < p->schedule.count; i++) put_match(t, c, p, &p->schedule.fixtures[i]);
    put_close(t, ']');
    put_close(t, '}');
}

void contest_json(struct text *t, const struct tournament *c, const struct journal *journal)
{
    int places[CONTEST_PLAYERS], count = tournament_places(c, places);
    put_str(t, "contest", c->contest->name);
    put_str(t, "game", c->contest->game->name);
    put_int(t, "games", journal->count);
    put_hex(t, "hash", journal_hash(journal));
    put_bool(t, "over", c->is_over);
    put_open(t, "phases", '[');
    for (int i = 0; i < c->begun; i++) put_phase(t, c, &c->phase[i]);
    put_close(t, ']');
    put_open(t, "places", '[');
    for (int i = 0; c->is_over && i < count; i++)
        put_str(t, NULL, c->contest->player[places[i]].name);
    put_close(t, ']');
}
