/* Keys are right or wrong by themselves (contest.c); here is what only the whole file tells:
   formats and numbers of players, ladders and their times, games and how their results can be
   judged. */
#include "league/contest/contest_internal.h"

#include "base/hash.h"
#include "referee/seat.h"

#include <stdio.h>
#include <string.h>

/* The games whose results can be judged so, for a message. */
static const char *games_with(enum game_contest way, char list[256])
{
    size_t len = 0;
    list[0] = '\0';
    for (int i = 0; i < game_count && len < 256; i++)
        if (games[i]->contests & way)
            len += (size_t)snprintf(list + len, 256 - len, "%s%s", len ? ", " : "", games[i]->name);
    return len > 0 ? list : "no game";
}

/* Says where it stands; false, as what it stands behind. */
static bool at_key(const struct contest_phase *p, const char *key, const char *path,
                   struct err *err)
{
    err_in_key(err, key);
    return err_in_file(err, path, contest_line_of(p, key));
}

static bool at_line(int line, const char *key, const char *path, struct err *err)
{
    err_in_key(err, key);
    return err_in_file(err, path, line);
}

static bool check_series(struct contest_phase *p, const struct contest *c, const char *path,
                         struct err *err)
{
    struct series_rules *d = &p->rules.series;
    bool is_bracket = FORMAT_BIT(p->rules.format) & FORMATS_BRACKETS,
         by_items = d->judging == SERIES_BY_ITEMS;
    if (contest_line_of(p, "games") && contest_line_of(p, "best-of"))
        return err_code(
                   err,
                   "contest-best-of: the phase has games already, in line {other:%d}; take one",
                   contest_line_of(p, "games")) ||
               at_key(p, "best-of", path, err);
    if (d->games == 0) d->games = p->rules.format == LADDER ? 1 : 2;
    if (is_bracket && contest_line_of(p, "sudden-death") && !d->sudden_death)
        return err_code(
                   err,
                   "contest-sudden-death: somebody must win a match of a {format:%s}; leave it out",
                   contest_format(p->rules.format)) ||
               at_key(p, "sudden-death", path, err);
    if (is_bracket || by_items) d->sudden_death = true;
    if (d->is_limited && !d->sudden_death)
        return err_code(err,
                        "contest-extra-games: a level match ends here; add `sudden-death = yes`") ||
               at_key(p, "extra-games", path, err);
    if (by_items && (!(c->game->contests & CONTEST_ITEMS) || d->games != 2 || d->is_best_of)) {
        char list[256];
        return err_code(err, "contest-items: items are for matches of 2 games of {games:%s}",
                        games_with(CONTEST_ITEMS, list)) ||
               at_key(p, "judge", path, err);
    }
    return true;
}

static bool check_solo(const struct contest_phase *p, const struct contest *c, const char *path,
                       struct err *err)
{
    char list[256];
    enum game_contest way = p->rules.format == QUALIFIER ? CONTEST_QUALIFIER : CONTEST_CAMPAIGN;
    if (!(c->game->contests & way))
        return err_code(err,
                        "contest-format-game: a {format:%s} is for {games:%s}, not for {game:%s}",
                        contest_format(p->rules.format), games_with(way, list), c->game->name) ||
               at_line(p->line, "format", path, err);
    if (p->bot[0] == '\0')
        return err_code(err, "contest-no-bot: [phase {phase:%s}] has no bot; add `bot = bot:NAME`",
                        p->name) ||
               err_in_file(err, path, p->line);
    return seat_check(c->game, p->bot, err) || at_key(p, "bot", path, err);
}

static bool check_rounds(const struct contest_phase *p, const char *path, struct err *err)
{
    int most = (p->entrants + p->entrants % 2) / 2;
    if (p->rules.format == SWISS && p->rules.rounds > most)
        return err_code(err,
                        "contest-swiss-rounds: a swiss of {players:%d} players has at most "
                        "{most:%d} rounds without a "
                        "rematch",
                        p->entrants, most) ||
               at_key(p, "rounds", path, err);
    int laps = p->rules.rounds * (p->entrants / p->rules.groups);
    if (p->rules.format == ROUND_ROBIN && laps > SCHEDULE_ROUNDS && p->rules.rounds > 1)
        return err_code(err, "contest-rounds: that is more than {most:%d} rounds of matches",
                        SCHEDULE_ROUNDS) ||
               at_key(p, "rounds", path, err);
    if (p->rules.groups > 1 && p->rules.groups * 2 > p->entrants)
        return err_code(err, "contest-groups: {players:%d} players make at most {most:%d} groups",
                        p->entrants, p->entrants / 2) ||
               at_key(p, "groups", path, err);
    return true;
}

/* "SETUP OF THE CONTEST SETUP OF THE PHASE" */
static void join_setups(const struct contest *c, struct contest_phase *p)
{
    char own[CONTEST_LINE];
    snprintf(own, sizeof own, "%s", p->setup);
    snprintf(p->setup, sizeof p->setup, "%s%s%s", c->setup, c->setup[0] && own[0] ? " " : "", own);
}

static int newcomers(const struct contest *c, int phase)
{
    int count = 0;
    for (int i = 0; i < c->player_count; i++) count += c->player[i].phase == phase;
    return count;
}

static bool check_phase(struct contest *c, struct contest_phase *p, int before, const char *path,
                        struct err *err)
{
    if (!contest_line_of(p, "format"))
        return err_code(err,
                        "contest-no-format: [phase {phase:%s}] has no format; add `format = "
                        "round-robin`",
                        p->name) ||
               err_in_file(err, path, p->line);
    p->entrants = p->most > 0 && p->most < before ? p->most : before;
    if (p > c->phase) p->entrants += newcomers(c, (int)(p - c->phase));
    if (p->entrants < 2 && !c->ladder.is_there)
        return err_code(err, "contest-phase-few: [phase {phase:%s}] has fewer than two players",
                        p->name) ||
               err_in_file(err, path, p->line);
    p->rules.seed = hash_word(c->seed, (uint64_t)(p - c->phase));
    join_setups(c, p);
    if (!contest_check_keys(p, path, err) || !check_rounds(p, path, err)) return false;
    if (FORMAT_BIT(p->rules.format) & FORMATS_SOLO) return check_solo(p, c, path, err);
    return check_series(p, c, path, err);
}

static bool find_phase(const struct contest *c, struct contest_player *p, const char *path,
                       struct err *err)
{
    if (p->enters[0] == '\0') return true;
    for (int i = 0; i < c->phase_count; i++)
        if (strcmp(c->phase[i].name, p->enters) == 0) return p->phase = i, true;
    return err_code(err, "contest-enters: there is no [phase {phase:%s}]", p->enters) ||
           at_line(p->line, "enters", path, err);
}

static bool check_player(const struct contest *c, struct contest_player *p, const char *path,
                         struct err *err)
{
    if (!find_phase(c, p, path, err)) return false;
    p->is_tcp = strcmp(p->seat, "tcp") == 0;
    if (p->is_tcp) return true;
    if (p->seat[0] == '\0')
        return err_code(err,
                        "contest-no-seat: [player {name:%s}] has no seat; add `seat = COMMAND`",
                        p->name) ||
               err_in_file(err, path, p->line);
    if (seat_spec_is_tcp(p->seat))
        return err_code(err,
                        "contest-seat-tcp: {seat:%s}: write `tcp`; who connects to which port is "
                        "said before"
                        " each game ([contest]: ports)",
                        p->seat) ||
               at_line(p->line, "seat", path, err);
    if (seat_spec_is_human(p->seat))
        return err_code(err,
                        "contest-seat-human: {seat:%s}: a contest is played by programs, bots and "
                        "tcp clients",
                        p->seat) ||
               at_line(p->line, "seat", path, err);
    return seat_check(c->game, p->seat, err) || at_line(p->line, "seat", path, err);
}

static void set_clock(struct contest *c)
{
    struct game_clock own = c->clock;
    c->clock = c->game->clock;
    if (own.match_ms >= 0) c->clock.match_ms = own.match_ms;
    if (own.turn_ms >= 0) c->clock.turn_ms = own.turn_ms;
    if (own.name_ms >= 0) c->clock.name_ms = own.name_ms;
}

/* Programs for the finals are taken after the ladder has closed. */
static bool check_window(const struct contest_ladder *l, const char *path, struct err *err)
{
    if (l->finals_opens && !l->finals_closes)
        return err_code(err, "contest-finals-until: programs for the finals are taken until when? "
                             "Add finals_close") ||
               at_line(l->line, "finals_open", path, err);
    if (!l->finals_closes) return true;
    if (l->finals_opens && l->closes && l->finals_opens < l->closes)
        return err_code(err, "contest-finals-early: the ladder is still being played then") ||
               at_line(l->line, "finals_open", path, err);
    int64_t from = l->finals_opens ? l->finals_opens : l->closes;
    return l->finals_closes > from ||
           err_code(err, "contest-finals-close: that is before programs are taken") ||
           at_line(l->line, "finals_close", path, err);
}

/* Of a contest whose players come from a ladder. */
static bool check_ladder(const struct contest *c, const char *path, struct err *err)
{
    const struct contest_ladder *l = &c->ladder;
    if (c->player_count > 0)
        return err_code(err,
                        "contest-ladder-players: the players come from the [ladder]; take one") ||
               at_line(c->player[0].line, "[player]", path, err);
    if (l->opens && l->closes && l->closes <= l->opens)
        return err_code(err, "contest-closes: the ladder closes before it opens") ||
               at_line(l->line, "closes", path, err);
    return check_window(l, path, err);
}

int contest_clients(const struct contest *c)
{
    int count = 0;
    for (int i = 0; i < c->player_count; i++) count += c->player[i].is_tcp;
    return count;
}

bool contest_check(struct contest *c, const char *path, struct err *err)
{
    if (!c->game)
        return err_code(err, "contest-no-game: no game; [contest] wants `game = NAME`") ||
               err_in_file(err, path, 0);
    if (c->ladder.is_there && !check_ladder(c, path, err)) return false;
    if (c->player_count < 2 && !c->ladder.is_there)
        return err_code(err,
                        "contest-few: a contest has at least two players, each a [player NAME]") ||
               err_in_file(err, path, 0);
    if (c->phase_count == 0)
        return err_code(err, "contest-no-phase: no phase; add [phase NAME]") ||
               err_in_file(err, path, 0);
    if (c->name[0] == '\0') snprintf(c->name, sizeof c->name, "%s", c->game->title);
    set_clock(c);
    for (int i = 0; i < c->player_count; i++)
        if (!check_player(c, &c->player[i], path, err)) return false;
    for (int i = 0; i < c->phase_count; i++) {
        int players = c->ladder.is_there ? c->ladder.finalists : newcomers(c, 0);
        int before = i == 0 ? players : c->phase[i - 1].entrants;
        if (!check_phase(c, &c->phase[i], before, path, err)) return false;
    }
    return true;
}
