/* Players, their versions, ladders, and who plays in which. */
#include "base/scan.h"
#include "base/utf8.h"
#include "league/store/db.h"

#include <stdio.h>
#include <string.h>

enum { MEMORY_LEAST_MB = 8, PROCESSES_MOST = 100000, WEIGHT_MOST = 1000 };
static const int64_t DAY_MS = INT64_C(24) * 3600 * 1000;

/* ---- ladders ---- */

/* names=original (default) or names=any. */
static bool read_names(const struct game_setup *words, bool *any_name, struct text *why)
{
    struct scan value;
    if (!setup_value(words, "names", &value)) return true;
    *any_name = scan_equals(&value, "any");
    if (*any_name || scan_equals(&value, "original")) return true;
    said_write(why, "setting-names: names takes original or any");
    return false;
}

bool spectators_read(const char *word, int64_t *seconds)
{
    struct scan s = scan_on(word, strlen(word));
    int64_t number;
    if (strcmp(word, "after") == 0)
        *seconds = SPECTATORS_AFTER;
    else if (strcmp(word, "live") == 0)
        *seconds = SPECTATORS_LIVE;
    else if (scan_int(&s, &number) && number >= 1 && number <= SPECTATORS_MOST_S)
        *seconds = number;
    else
        return false;
    return true;
}

static bool read_spectators(const struct game_setup *words, int64_t *seconds, struct text *why)
{
    struct scan value;
    char word[16];
    if (!setup_value(words, "spectators", &value)) return true;
    int len = snprintf(word, sizeof word, "%.*s", (int)scan_left(&value), value.at);
    if (len < (int)sizeof word && spectators_read(word, seconds)) return true;
    said_write(why,
               "setting-spectators: spectators takes after, live or seconds from 1 to {most:%d}",
               SPECTATORS_MOST_S);
    return false;
}

int64_t ladder_spectators_s(const char *settings)
{
    char buf[128];
    struct text ignored = TEXT_ON(buf);
    int64_t seconds = SPECTATORS_AFTER;
    read_spectators(&(struct game_setup){.options = settings}, &seconds, &ignored);
    return seconds;
}

static bool read_also(const struct game_setup *words, enum rating_formula *also, struct text *why)
{
    struct scan value;
    char name[16];
    if (!setup_value(words, "also", &value)) return true;
    snprintf(name, sizeof name, "%.*s", (int)scan_left(&value), value.at);
    if (rating_find(name, also)) return true;
    said_write(why, "setting-also: also takes glicko2, codevs5 or none");
    return false;
}

struct standing_formulas ladder_formulas(enum rating_formula first, const char *settings)
{
    char buf[128];
    struct text ignored = TEXT_ON(buf);
    struct ladder_settings l;
    struct standing_formulas both = {.first = first, .also = RATING_NONE};
    if (ladder_settings_read(&l, settings, &ignored) && l.also != first) both.also = l.also;
    return both;
}

bool ladder_settings_read(struct ladder_settings *l, const char *text, struct text *why)
{
    struct game_setup words = {.options = text};
    *l = (struct ladder_settings){.match_ms = -1,
                                  .turn_ms = -1,
                                  .name_ms = -1,
                                  .spectators_s = SPECTATORS_AFTER,
                                  .pairing = 1,
                                  .weight = 1,
                                  .also = RATING_NONE,
                                  .lag_ms = 20000,
                                  .lag_match_ms = 600000};
    return setup_known(
               &words,
               "games match-ms turn-ms name-ms margin-ms lag-ms lag-match-ms pairing weight "
               "records memory-mb processes "
               "file-mb answer-kb output-kb stderr-kb names also spectators",
               why) &&
           read_names(&words, &l->any_name, why) && read_also(&words, &l->also, why) &&
           read_spectators(&words, &l->spectators_s, why) &&
           setup_int(&words, "games", 0, INT32_MAX, &l->games, why) &&
           setup_int(&words, "match-ms", 0, DAY_MS, &l->match_ms, why) &&
           setup_int(&words, "turn-ms", 0, DAY_MS, &l->turn_ms, why) &&
           setup_int(&words, "name-ms", 0, DAY_MS, &l->name_ms, why) &&
           setup_int(&words, "margin-ms", 0, DAY_MS, &l->margin_ms, why) &&
           setup_int(&words, "lag-ms", 0, DAY_MS, &l->lag_ms, why) &&
           setup_int(&words, "lag-match-ms", 0, DAY_MS, &l->lag_match_ms, why) &&
           setup_int(&words, "pairing", 0, 1, &l->pairing, why) &&
           setup_int(&words, "weight", 1, WEIGHT_MOST, &l->weight, why) &&
           setup_int(&words, "records", 0, INT32_MAX, &l->records, why) &&
           setup_int(&words, "memory-mb", MEMORY_LEAST_MB, INT32_MAX, &l->memory_mb, why) &&
           setup_int(&words, "processes", 1, PROCESSES_MOST, &l->processes, why) &&
           setup_int(&words, "file-mb", 1, INT32_MAX, &l->file_mb, why) &&
           setup_int(&words, "answer-kb", 1, INT32_MAX, &l->answer_kb, why) &&
           setup_int(&words, "output-kb", 1, INT32_MAX, &l->output_kb, why) &&
           setup_int(&words, "stderr-kb", 1, INT32_MAX, &l->stderr_kb, why);
}

void db_make_plain(char *out, size_t size, const char *s)
{
    struct text t = text_on(out, size);
    text_line(&t, s, utf8_cut(s, strlen(s), size - 1));
}

bool db_text_is_valid(const char *what, const char *s, size_t most, struct err *err)
{
    if (!s || !*s) return err_set(err, "%s must not be empty", what);
    if (strlen(s) > most) return err_set(err, "%s is longer than %zu bytes", what, most);
    return utf8_is_plain(s, strlen(s)) || err_set(err, "%s is not plain UTF-8 text", what);
}

static bool name_is_valid(const char *what, const char *name, struct err *err)
{
    return db_text_is_valid(what, name, STORE_NAME - 1, err);
}

static bool note_event(struct store *s, const char *kind, int64_t ladder, const char *text,
                       struct err *err)
{
    return db_run(s, "INSERT INTO events (kind, ladder, text, created) VALUES ($1, $2, $3, {now})",
                  DB_WITH(db_text(kind), db_int(ladder), db_text(text)), err);
}

struct new_ladder {
    const struct store_ladder *ladder;
    int64_t id;
};

static bool add_ladder(struct store *s, void *arg, struct err *err)
{
    struct new_ladder *n = arg;
    const struct store_ladder *l = n->ladder;
    bool found;
    if (!db_ask_int(s,
                    "INSERT INTO ladders (name, game, formula, setup, map, settings, opens, closes,"
                    " state, pairs, created)"
                    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'open', 0, {now})"
                    " ON CONFLICT (name) DO NOTHING RETURNING id",
                    DB_WITH(db_text(l->name), db_text(l->game), db_text(rating_name(l->formula)),
                            db_text(l->setup), db_text(l->map), db_text(l->settings),
                            db_int(l->opens), db_int(l->closes)),
                    &n->id, &found, err))
        return false;
    if (!found) return err_set(err, "there is a ladder %s already", l->name);
    return note_event(s, "ladder", n->id, l->name, err);
}

bool store_add_ladder(struct store *s, const struct store_ladder *ladder, int64_t *id,
                      struct err *err)
{
    struct new_ladder n = {.ladder = ladder};
    if (!name_is_valid("the name of a ladder", ladder->name, err)) return false;
    if (!db_transact(s, DB_WRITE, add_ladder, &n, err)) return false;
    *id = n.id;
    return true;
}

#define LADDER_COLUMNS                                                                             \
    "SELECT id, name, game, formula, setup, settings, map, opens, closes,"                         \
    " CASE WHEN state = 'open' AND opens <= {now} AND (closes = 0 OR closes > {now})"              \
    " THEN 1 ELSE 0 END FROM ladders "

static void read_ladder(struct db_rows *rows, struct store_ladder *l)
{
    *l = (struct store_ladder){.id = db_get_int(rows, 0)};
    snprintf(l->name, sizeof l->name, "%s", db_get_text(rows, 1));
    snprintf(l->game, sizeof l->game, "%s", db_get_text(rows, 2));
    rating_find(db_get_text(rows, 3), &l->formula);
    snprintf(l->setup, sizeof l->setup, "%s", db_get_text(rows, 4));
    snprintf(l->settings, sizeof l->settings, "%s", db_get_text(rows, 5));
    l->map = db_is_null(rows, 6) ? NULL : db_get_text(rows, 6);
    l->opens = db_get_int(rows, 7);
    l->closes = db_get_int(rows, 8);
    l->is_open = db_get_int(rows, 9) != 0;
}

bool store_find_ladder(struct store *s, const char *name, struct store_ladder *out, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows, LADDER_COLUMNS "WHERE name = $1", DB_WITH(db_text(name)), err))
        return false;
    bool found = db_next(&rows);
    if (found) read_ladder(&rows, out);
    out->map = NULL; /* its bytes go with the row */
    if (!db_end(&rows, err)) return false;
    return found || err_set(err, "there is no ladder %s", name);
}

bool store_ladders(struct store *s, struct store_viewer viewer, store_ladder_fn *tell, void *arg,
                   struct err *err)
{
    struct db_rows rows;
    struct store_ladder ladder;
    if (!db_ask(s, &rows,
                LADDER_COLUMNS "WHERE " DB_MAY_SEE(
                    "ladders.id", "$1") " AND (CAST($2 AS BIGINT) = 1"
                                        " OR NOT " DB_HAS_UNSHOWN("ladders.id") ") ORDER BY id",
                DB_WITH(db_viewer(viewer), db_insider(viewer)), err))
        return false;
    while (db_next(&rows)) {
        read_ladder(&rows, &ladder);
        tell(arg, &ladder);
    }
    return db_end(&rows, err);
}

bool store_set_settings(struct store *s, int64_t ladder, const char *settings, struct err *err)
{
    return db_run(s, "UPDATE ladders SET settings = $2 WHERE id = $1",
                  DB_WITH(db_int(ladder), db_text(settings)), err);
}

bool store_set_open(struct store *s, int64_t ladder, bool is_open, struct err *err)
{
    return db_run(s, "UPDATE ladders SET state = $2 WHERE id = $1",
                  DB_WITH(db_int(ladder), db_text(is_open ? "open" : "closed")), err);
}

/* ---- entering ---- */

struct entering {
    const struct store_enter *e;
    struct store_entered out;
    char game[STORE_WORD];
    enum rating_formula formula;
};

static bool find_game(struct store *s, struct entering *n, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows, "SELECT game, formula FROM ladders WHERE id = $1",
                DB_WITH(db_int(n->e->ladder)), err))
        return false;
    bool found = db_next(&rows);
    if (found) snprintf(n->game, sizeof n->game, "%s", db_get_text(&rows, 0));
    if (found) rating_find(db_get_text(&rows, 1), &n->formula);
    return db_end(&rows, err) && (found || err_set(err, "there is no such ladder"));
}

/* The row is locked, so that two versions that come at once are made one after the other. */
static bool make_player(struct store *s, struct entering *n, struct err *err)
{
    bool found;
    return db_run(s,
                  "INSERT INTO players (name, kind, created) VALUES ($1, $2, {now})"
                  " ON CONFLICT (name) DO NOTHING",
                  DB_WITH(db_text(n->e->player), db_text(n->e->kind)), err) &&
           db_ask_int(s,
                      "SELECT id FROM players WHERE name = $1"
                      " AND (owner IS NULL OR CAST($2 AS TEXT) <> 'bot') {lock}",
                      DB_WITH(db_text(n->e->player), db_text(n->e->kind)), &n->out.player, &found,
                      err) &&
           (found || err_set(err, "the player %s is somebody's, and no bot", n->e->player));
}

/* The latest version, when it is the same seat. */
static bool find_version(struct store *s, struct entering *n, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows,
                "SELECT id, number, seat, state FROM versions WHERE player = $1 AND game = $2"
                " ORDER BY number DESC LIMIT 1",
                DB_WITH(db_int(n->out.player), db_text(n->game)), err))
        return false;
    n->out.is_new = true;
    n->out.number = 1;
    if (db_next(&rows)) {
        bool same = strcmp(db_get_text(&rows, 2), n->e->seat) == 0 &&
                    strcmp(db_get_text(&rows, 3), "active") == 0;
        n->out.is_new = !same;
        n->out.version = db_get_int(&rows, 0);
        n->out.number = db_get_int(&rows, 1) + !same;
    }
    return db_end(&rows, err);
}

static bool make_version(struct store *s, struct entering *n, struct err *err)
{
    const struct store_enter *e = n->e;
    bool found;
    return db_run(s,
                  "UPDATE versions SET state = 'old'"
                  " WHERE player = $1 AND game = $2 AND state = 'active'",
                  DB_WITH(db_int(n->out.player), db_text(n->game)), err) &&
           db_ask_int(s,
                      "INSERT INTO versions (player, game, number, seat, folder, language, state,"
                      " created) VALUES ($1, $2, $3, $4, $5, $6, 'active', {now}) RETURNING id",
                      DB_WITH(db_int(n->out.player), db_text(n->game), db_int(n->out.number),
                              db_text(e->seat), db_text(e->folder), db_text(e->language)),
                      &n->out.version, &found, err);
}

/* Every ladder that the player is in goes on with the new version, but for contests that have
   closed. */
static bool make_entry(struct store *s, struct entering *n, struct err *err)
{
    struct rating start = rating_start(n->formula);
    bool is_frozen;
    if (!db_is_frozen(s, n->e->ladder, &is_frozen, err)) return false;
    if (!is_frozen &&
        !db_run(s,
                "INSERT INTO entries (ladder, player, version, rated_version, rating, deviation,"
                " volatility, games, version_games, wins, draws, losses, last_pair, joined)"
                " VALUES ($1, $2, $3, 0, $4, $5, $6, 0, 0, 0, 0, 0,"
                " (SELECT pairs FROM ladders WHERE id = $1), {now})"
                " ON CONFLICT (ladder, player) DO NOTHING",
                DB_WITH(db_int(n->e->ladder), db_int(n->out.player), db_int(n->out.version),
                        db_real(start.points), db_real(start.deviation), db_real(start.volatility)),
                err))
        return false;
    return db_run(
        s,
        "UPDATE entries SET version = $2 WHERE player = $1 AND ladder IN"
        " (SELECT id FROM ladders WHERE game = $3"
        " AND id NOT IN (SELECT finals FROM contests)"
        " AND id NOT IN (SELECT c.ladder FROM contests c JOIN ladders l ON l.id = c.ladder"
        " WHERE c.state <> 'open' OR l.state <> 'open'"
        " OR (l.closes > 0 AND l.closes <= {now})))",
        DB_WITH(db_int(n->out.player), db_int(n->out.version), db_text(n->game)), err);
}

static bool enter(struct store *s, void *arg, struct err *err)
{
    struct entering *n = arg;
    char text[STORE_NAME + 32];
    bool is_frozen;
    if (!db_is_frozen(s, n->e->ladder, &is_frozen, err)) return false;
    if (is_frozen) return err_set(err, "the contest has closed: nobody enters it any more");
    if (!find_game(s, n, err) || !make_player(s, n, err) || !find_version(s, n, err)) return false;
    if (n->out.is_new && !make_version(s, n, err)) return false;
    snprintf(text, sizeof text, "%s, version %lld", n->e->player, (long long)n->out.number);
    return make_entry(s, n, err) && note_event(s, "entered", n->e->ladder, text, err);
}

static bool make_active(struct store *s, const struct entering *n, struct err *err)
{
    return db_run(s,
                  "UPDATE versions SET state = 'old'"
                  " WHERE player = $1 AND game = $2 AND state = 'active'",
                  DB_WITH(db_int(n->out.player), db_text(n->game)), err) &&
           store_set_state(s, n->out.version, "active", err);
}

static bool tell_entered(struct store *s, const struct entering *n, struct err *err)
{
    struct store_player player;
    char text[STORE_NAME + 32];
    bool found;
    if (!store_find_player(s, n->out.player, &player, &found, err)) return false;
    snprintf(text, sizeof text, "%s, version %lld", found ? player.name : "?",
             (long long)n->out.number);
    return note_event(s, "entered", n->e->ladder, text, err);
}

bool db_seat_version(struct store *s, int64_t ladder, const struct store_entered *in,
                     struct err *err)
{
    struct store_enter e = {.ladder = ladder};
    struct entering n = {.e = &e, .out = *in};
    return find_game(s, &n, err) && make_active(s, &n, err) && make_entry(s, &n, err) &&
           tell_entered(s, &n, err);
}

bool store_enter(struct store *s, const struct store_enter *e, struct store_entered *out,
                 struct err *err)
{
    struct entering n = {.e = e};
    if (!name_is_valid("the name of a player", e->player, err) ||
        !db_text_is_valid("a seat", e->seat, STORE_SEAT - 1, err))
        return false;
    if (!db_transact(s, DB_WRITE, enter, &n, err)) return false;
    *out = n.out;
    return true;
}

bool store_find_entry(struct store *s, int64_t ladder, const char *player,
                      struct store_entered *out, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows,
                "SELECT e.player, e.version, v.number FROM entries e"
                " JOIN players p ON p.id = e.player JOIN versions v ON v.id = e.version"
                " WHERE e.ladder = $1 AND p.name = $2",
                DB_WITH(db_int(ladder), db_text(player)), err))
        return false;
    bool found = db_next(&rows);
    if (found)
        *out = (struct store_entered){.player = db_get_int(&rows, 0),
                                      .version = db_get_int(&rows, 1),
                                      .number = db_get_int(&rows, 2)};
    if (!db_end(&rows, err)) return false;
    return found || err_set(err, "there is no player %s in this ladder", player);
}

/* ---- versions ---- */

bool store_versions(struct store *s, int64_t player, store_version_fn *tell, void *arg,
                    struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows,
                "SELECT v.id, v.player, v.number, v.created, p.name, v.game, v.seat, v.folder,"
                " v.language, v.state FROM versions v JOIN players p ON p.id = v.player"
                " WHERE CAST($1 AS BIGINT) = 0 OR v.player = $1 ORDER BY v.id",
                DB_WITH(db_int(player)), err))
        return false;
    while (db_next(&rows)) {
        struct store_version v = {.id = db_get_int(&rows, 0),
                                  .player = db_get_int(&rows, 1),
                                  .number = db_get_int(&rows, 2),
                                  .created = db_get_int(&rows, 3),
                                  .player_name = db_get_text(&rows, 4),
                                  .game = db_get_text(&rows, 5),
                                  .seat = db_get_text(&rows, 6),
                                  .folder = db_get_text(&rows, 7),
                                  .language = db_get_text(&rows, 8),
                                  .state = db_get_text(&rows, 9)};
        tell(arg, &v);
    }
    return db_end(&rows, err);
}

bool store_set_state(struct store *s, int64_t version, const char *state, struct err *err)
{
    return db_run(s, "UPDATE versions SET state = $2 WHERE id = $1",
                  DB_WITH(db_int(version), db_text(state)), err);
}

/* ---- standings ---- */

static void tell_place(struct db_rows *rows, struct store_place *place, store_place_fn *tell,
                       void *arg)
{
    place->standing = (struct standing){
        .player = db_get_int(rows, 0),
        .version = db_get_int(rows, 1),
        .rating = {db_get_real(rows, 2), db_get_real(rows, 3), db_get_real(rows, 4)},
        .games = db_get_int(rows, 5),
        .version_games = db_get_int(rows, 6),
        .wins = db_get_int(rows, 7),
        .draws = db_get_int(rows, 8),
        .losses = db_get_int(rows, 9),
        .also = {db_get_real(rows, 13), db_get_real(rows, 14), db_get_real(rows, 15)}};
    place->name = db_get_text(rows, 10);
    place->kind = db_get_text(rows, 11);
    place->number = db_get_int(rows, 12);
    tell(arg, place);
}

#define PLACE_COLUMNS                                                                              \
    "SELECT e.player, e.rated_version, e.rating, e.deviation, e.volatility, e.games,"              \
    " e.version_games, e.wins, e.draws, e.losses, p.name, p.kind, v.number,"                       \
    " e.also_rating, e.also_deviation, e.also_volatility, "

bool store_standings(struct store *s, int64_t ladder, store_place_fn *tell, void *arg,
                     struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows,
                PLACE_COLUMNS
                " coalesce(w.waiting, 0) FROM entries e JOIN players p ON p.id = e.player"
                " JOIN versions v ON v.id = e.version " DB_JOIN_WAITING
                " WHERE e.ladder = $1 ORDER BY e.rating DESC, e.games DESC, e.player",
                DB_WITH(db_int(ladder)), err))
        return false;
    for (int64_t rank = 1; db_next(&rows); rank++) {
        struct store_place place = {.pending = db_get_int(&rows, 16), .rank = rank};
        tell_place(&rows, &place, tell, arg);
    }
    return db_end(&rows, err);
}

bool store_places(struct store *s, struct store_viewer viewer, int64_t player, store_place_fn *tell,
                  void *arg, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows,
                PLACE_COLUMNS
                " l.name, l.game, (SELECT count(*) + 1 FROM entries b"
                " WHERE b.ladder = e.ladder AND (b.rating > e.rating OR (b.rating = e.rating"
                " AND (b.games > e.games OR (b.games = e.games AND b.player < e.player)))))"
                " FROM entries e JOIN players p ON p.id = e.player"
                " JOIN versions v ON v.id = e.version JOIN ladders l ON l.id = e.ladder"
                " WHERE e.player = $1 AND " DB_MAY_SEE("l.id", "$2") " AND (CAST($3 AS BIGINT) = 1 "
                                                                     "OR NOT " DB_HAS_UNSHOWN(
                                                                         "l.id") ") ORDER BY l.id",
                DB_WITH(db_int(player), db_viewer(viewer), db_insider(viewer)), err))
        return false;
    while (db_next(&rows)) {
        struct store_place place = {.ladder = db_get_text(&rows, 16),
                                    .game = db_get_text(&rows, 17),
                                    .rank = db_get_int(&rows, 18)};
        tell_place(&rows, &place, tell, arg);
    }
    return db_end(&rows, err);
}

bool store_find_player(struct store *s, int64_t player, struct store_player *out, bool *found,
                       struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows, "SELECT name, kind, owner FROM players WHERE id = $1",
                DB_WITH(db_int(player)), err))
        return false;
    *found = db_next(&rows);
    if (*found) {
        snprintf(out->name, sizeof out->name, "%s", db_get_text(&rows, 0));
        snprintf(out->kind, sizeof out->kind, "%s", db_get_text(&rows, 1));
        out->owner = db_get_int(&rows, 2);
    }
    return db_end(&rows, err);
}
