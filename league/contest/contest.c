/* A table of keys for each kind of section says how each is read and what is right; whatever is
   wrong is told with its line. */
#include "league/contest/contest_internal.h"

#include "base/hash.h"
#include "base/scan.h"
#include "league/contest/timestamp.h"
#include "league/inifile.h"
#include "referee/seat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PORT_CHASER = 2009, PORT_MOST = 65535, MAP_MOST = 64 * 1024 };
static const int64_t YEAR_MS = INT64_C(365) * 24 * 3600 * 1000;

enum section { NOWHERE, IN_CONTEST, IN_PLAYER, IN_PHASE, IN_LADDER, IN_MAP };

struct reader {
    struct contest *c;
    enum section section;
    uint64_t given; /* keys of this section so far */
    bool has_contest;
    const char *path;
};

static struct contest_phase *this_phase(struct reader *r)
{
    return &r->c->phase[r->c->phase_count - 1];
}

/* ---- keys of [contest] ---- */

static bool key_name(struct reader *r, const char *value, struct err *err)
{
    return inifile_text(value, r->c->name, sizeof r->c->name, err);
}

static bool key_game(struct reader *r, const char *value, struct err *err)
{
    const char *names[32];
    int which;
    for (int i = 0; i < game_count && i < 32; i++) names[i] = games[i]->name;
    if (!inifile_choice(value, names, game_count, &which, err)) return false;
    r->c->game = games[which];
    return true;
}

static bool key_seed(struct reader *r, const char *value, struct err *err)
{
    struct scan s = scan_str(value);
    return (scan_uint(&s, &r->c->seed) && scan_blank(&s)) ||
           err_code(err, "contest-seed: takes a whole number from 0 on, not `{given:%s}`", value);
}

static bool key_setup(struct reader *r, const char *value, struct err *err)
{
    if (r->section == IN_PHASE) {
        struct contest_phase *p = this_phase(r);
        return inifile_text(value, p->setup, CONTEST_LINE, err);
    }
    return inifile_text(value, r->c->setup, sizeof r->c->setup, err);
}

static bool key_maps(struct reader *r, const char *value, struct err *err)
{
    struct contest_maps *maps = r->section == IN_PHASE ? &this_phase(r)->maps : &r->c->maps;
    return inifile_text(value, maps->list, sizeof maps->list, err);
}

/* Clocks are -1 as long as the file does not speak of them. */
static bool key_match_ms(struct reader *r, const char *value, struct err *err)
{
    return inifile_int(value, 0, YEAR_MS, &r->c->clock.match_ms, err);
}

static bool key_turn_ms(struct reader *r, const char *value, struct err *err)
{
    return inifile_int(value, 0, YEAR_MS, &r->c->clock.turn_ms, err);
}

static bool key_name_ms(struct reader *r, const char *value, struct err *err)
{
    return inifile_int(value, 0, YEAR_MS, &r->c->clock.name_ms, err);
}

static bool key_names(struct reader *r, const char *value, struct err *err)
{
    r->c->any_name = strcmp(value, "any") == 0;
    return r->c->any_name || strcmp(value, "original") == 0 ||
           err_code(err, "contest-names: takes original or any, not `{given:%s}`", value);
}

/* As `taisen chaser-server --ports` takes them. */
static bool key_ports(struct reader *r, const char *value, struct err *err)
{
    int from, to;
    char rest;
    if (sscanf(value, "%d-%d%c", &from, &to, &rest) != 2 || from < 1 || to > PORT_MOST ||
        to <= from || (to - from) % 2 == 0 || (to - from + 1) / 2 > CONTEST_COURTS)
        return err_code(err,
                        "contest-ports: takes an even number of ports as in 2009-2010, at most "
                        "{most:%d}, not `{given:%s}`",
                        2 * CONTEST_COURTS, value);
    r->c->first_port = from;
    r->c->courts = (to - from + 1) / 2;
    return true;
}

/* ---- keys of [player] ---- */

static bool key_seat(struct reader *r, const char *value, struct err *err)
{
    struct contest_player *p = &r->c->player[r->c->player_count - 1];
    return inifile_text(value, p->seat, sizeof p->seat, err);
}

static bool key_enters(struct reader *r, const char *value, struct err *err)
{
    struct contest_player *p = &r->c->player[r->c->player_count - 1];
    return inifile_text(value, p->enters, sizeof p->enters, err);
}

/* ---- keys of [ladder] ---- */

static bool key_opens(struct reader *r, const char *value, struct err *err)
{
    return timestamp_read(value, &r->c->ladder.opens, err);
}

static bool key_closes(struct reader *r, const char *value, struct err *err)
{
    return timestamp_read(value, &r->c->ladder.closes, err);
}

static bool key_finals_open(struct reader *r, const char *value, struct err *err)
{
    return timestamp_read(value, &r->c->ladder.finals_opens, err);
}

static bool key_finals_close(struct reader *r, const char *value, struct err *err)
{
    return timestamp_read(value, &r->c->ladder.finals_closes, err);
}

static bool key_formula(struct reader *r, const char *value, struct err *err)
{
    return (rating_find(value, &r->c->ladder.formula) && r->c->ladder.formula != RATING_NONE) ||
           err_code(err, "contest-formula: is codevs5 or glicko2, not `{given:%s}`", value);
}

static bool key_ladder_games(struct reader *r, const char *value, struct err *err)
{
    return inifile_int(value, 1, INT32_MAX, &r->c->ladder.games, err);
}

static bool key_settings(struct reader *r, const char *value, struct err *err)
{
    return inifile_text(value, r->c->ladder.settings, sizeof r->c->ladder.settings, err);
}

static bool key_code(struct reader *r, const char *value, struct err *err)
{
    return inifile_text(value, r->c->ladder.code, sizeof r->c->ladder.code, err);
}

static bool key_show(struct reader *r, const char *value, struct err *err)
{
    return inifile_yes(value, &r->c->ladder.has_show, err);
}

static bool key_finalists(struct reader *r, const char *value, struct err *err)
{
    return inifile_small(value, 2, CONTEST_PLAYERS, &r->c->ladder.finalists, err);
}

/* ---- keys of [phase] ---- */

static const char *const format_words[] = {
    [ROUND_ROBIN] = "round-robin", [SWISS] = "swiss",
    [KNOCKOUT] = "knockout",       [DOUBLE_ELIMINATION] = "double-elimination",
    [LADDER] = "ladder",           [QUALIFIER] = "qualifier",
    [CAMPAIGN] = "campaign",
};
enum { FORMATS = sizeof format_words / sizeof format_words[0] };

const char *contest_format(enum schedule_format format)
{
    return format_words[format];
}

static bool key_format(struct reader *r, const char *value, struct err *err)
{
    int which;
    if (!inifile_choice(value, format_words, FORMATS, &which, err)) return false;
    this_phase(r)->rules.format = (enum schedule_format)which;
    return true;
}

static bool key_players(struct reader *r, const char *value, struct err *err)
{
    return inifile_small(value, 2, CONTEST_PLAYERS, &this_phase(r)->most, err);
}

static bool key_rounds(struct reader *r, const char *value, struct err *err)
{
    return inifile_small(value, 1, SCHEDULE_ROUNDS, &this_phase(r)->rules.rounds, err);
}

static bool key_groups(struct reader *r, const char *value, struct err *err)
{
    return inifile_small(value, 1, CONTEST_PLAYERS / 2, &this_phase(r)->rules.groups, err);
}

static bool key_games(struct reader *r, const char *value, struct err *err)
{
    return inifile_small(value, 1, CONTEST_GAMES, &this_phase(r)->rules.series.games, err);
}

static bool key_best_of(struct reader *r, const char *value, struct err *err)
{
    this_phase(r)->rules.series.is_best_of = true;
    return key_games(r, value, err);
}

static bool key_sudden_death(struct reader *r, const char *value, struct err *err)
{
    return inifile_yes(value, &this_phase(r)->rules.series.sudden_death, err);
}

static bool key_extra_games(struct reader *r, const char *value, struct err *err)
{
    this_phase(r)->rules.series.is_limited = true;
    return inifile_small(value, 0, 1000, &this_phase(r)->rules.series.extra, err);
}

static bool key_judge(struct reader *r, const char *value, struct err *err)
{
    static const char *const words[] = {[SERIES_BY_GAMES] = "games", [SERIES_BY_ITEMS] = "items"};
    int which;
    if (!inifile_choice(value, words, 2, &which, err)) return false;
    this_phase(r)->rules.series.judging = (enum series_judging)which;
    return true;
}

static bool key_ties(struct reader *r, const char *value, struct err *err)
{
    static const char *const words[] = {"order", "janken"};
    int which;
    if (!inifile_choice(value, words, 2, &which, err)) return false;
    this_phase(r)->rules.janken = which == 1;
    return true;
}

static bool key_points(struct reader *r, const char *value, struct err *err)
{
    struct scan s = scan_str(value);
    for (int i = 0; i < 3; i++) {
        int64_t n;
        if (!scan_int(&s, &n) || n < -1000 || n > 1000)
            return err_code(err,
                            "contest-points: takes three numbers, for a match won, drawn and lost; "
                            "not `{given:%s}`",
                            value);
        this_phase(r)->rules.points[i] = (int)n;
    }
    return scan_blank(&s) ||
           err_code(err, "contest-points-more: takes three numbers, not more: `{given:%s}`", value);
}

static bool key_third_place(struct reader *r, const char *value, struct err *err)
{
    return inifile_yes(value, &this_phase(r)->rules.has_third, err);
}

static bool key_second_final(struct reader *r, const char *value, struct err *err)
{
    return inifile_yes(value, &this_phase(r)->rules.has_reset, err);
}

static bool key_rating(struct reader *r, const char *value, struct err *err)
{
    struct schedule_rules *rules = &this_phase(r)->rules;
    rules->is_pooled = strcmp(value, "elo") == 0;
    return rules->is_pooled ||
           (rating_find(value, &rules->rating) && rules->rating != RATING_NONE) ||
           err_code(err, "contest-rating: is codevs5, glicko2 or elo, not `{given:%s}`", value);
}

static bool key_bot(struct reader *r, const char *value, struct err *err)
{
    return inifile_text(value, this_phase(r)->bot, sizeof this_phase(r)->bot, err);
}

static bool key_places(struct reader *r, const char *value, struct err *err)
{
    return inifile_small(value, 1, CONTEST_PLAYERS, &this_phase(r)->rules.places, err);
}

static const struct key {
    const char *name;
    bool (*read)(struct reader *r, const char *value, struct err *err);
    enum section section;
    unsigned formats; /* of a phase */
} keys[] = {
    {"name", key_name, IN_CONTEST, 0},
    {"game", key_game, IN_CONTEST, 0},
    {"seed", key_seed, IN_CONTEST, 0},
    {"setup", key_setup, IN_CONTEST, 0},
    {"maps", key_maps, IN_CONTEST, 0},
    {"match-ms", key_match_ms, IN_CONTEST, 0},
    {"turn-ms", key_turn_ms, IN_CONTEST, 0},
    {"name-ms", key_name_ms, IN_CONTEST, 0},
    {"names", key_names, IN_CONTEST, 0},
    {"ports", key_ports, IN_CONTEST, 0},
    {"seat", key_seat, IN_PLAYER, 0},
    {"enters", key_enters, IN_PLAYER, 0},
    {"opens", key_opens, IN_LADDER, 0},
    {"closes", key_closes, IN_LADDER, 0},
    {"finals_open", key_finals_open, IN_LADDER, 0},
    {"finals_close", key_finals_close, IN_LADDER, 0},
    {"rating", key_formula, IN_LADDER, 0},
    {"games", key_ladder_games, IN_LADDER, 0},
    {"settings", key_settings, IN_LADDER, 0},
    {"code", key_code, IN_LADDER, 0},
    {"finalists", key_finalists, IN_LADDER, 0},
    {"show", key_show, IN_LADDER, 0},
    {"format", key_format, IN_PHASE, FORMATS_ANY},
    {"players", key_players, IN_PHASE, FORMATS_ANY},
    {"setup", key_setup, IN_PHASE, FORMATS_ANY},
    {"maps", key_maps, IN_PHASE, FORMATS_ANY},
    {"rounds", key_rounds, IN_PHASE, FORMATS_TABLES},
    {"groups", key_groups, IN_PHASE, FORMAT_BIT(ROUND_ROBIN)},
    {"games", key_games, IN_PHASE, FORMATS_SERIES},
    {"best-of", key_best_of, IN_PHASE, FORMATS_SERIES},
    {"sudden-death", key_sudden_death, IN_PHASE, FORMATS_SERIES},
    {"extra-games", key_extra_games, IN_PHASE, FORMATS_SERIES},
    {"judge", key_judge, IN_PHASE, FORMATS_SERIES},
    {"ties", key_ties, IN_PHASE, FORMATS_LOTS},
    {"points", key_points, IN_PHASE, FORMAT_BIT(ROUND_ROBIN) | FORMAT_BIT(SWISS)},
    {"third-place", key_third_place, IN_PHASE, FORMAT_BIT(KNOCKOUT)},
    {"second-final", key_second_final, IN_PHASE, FORMAT_BIT(DOUBLE_ELIMINATION)},
    {"rating", key_rating, IN_PHASE, FORMAT_BIT(LADDER)},
    {"bot", key_bot, IN_PHASE, FORMATS_SOLO},
    {"places", key_places, IN_PHASE, FORMAT_BIT(QUALIFIER)},
};
enum { KEYS = sizeof keys / sizeof keys[0] };
_Static_assert((int)KEYS <= (int)CONTEST_KEYS, "line_of has room for every key");

/* ---- sections ---- */

static bool begin_player(struct contest *c, const char *name, int line, struct err *err)
{
    for (int i = 0; i < c->player_count; i++)
        if (strcmp(c->player[i].name, name) == 0)
            return err_code(
                err,
                "contest-player-twice: the player {name:%s} is there already, in line {other:%d}",
                name, c->player[i].line);
    if (c->player_count == CONTEST_PLAYERS)
        return err_code(err, "contest-players: a contest has at most {most:%d} players",
                        CONTEST_PLAYERS);
    struct contest_player *p = &c->player[c->player_count++];
    *p = (struct contest_player){.line = line};
    snprintf(p->name, sizeof p->name, "%s", name);
    return true;
}

static bool begin_phase(struct contest *c, const char *name, int line, struct err *err)
{
    for (int i = 0; i < c->phase_count; i++)
        if (strcmp(c->phase[i].name, name) == 0)
            return err_code(
                err,
                "contest-phase-twice: the phase {name:%s} is there already, in line {other:%d}",
                name, c->phase[i].line);
    if (c->phase_count == CONTEST_PHASES)
        return err_code(err, "contest-phases: a contest has at most {most:%d} phases",
                        CONTEST_PHASES);
    struct contest_phase *p = &c->phase[c->phase_count++];
    *p = (struct contest_phase){.line = line,
                                .rules = {.groups = 1,
                                          .points = {2, 1, 0},
                                          .has_third = true,
                                          .has_reset = true,
                                          .rating = RATING_CODEVS5}};
    snprintf(p->name, sizeof p->name, "%s", name);
    return true;
}

static bool begin_ladder(struct contest *c, int line, struct err *err)
{
    if (c->ladder.is_there)
        return err_code(err, "contest-section-twice: {section:%s} is there twice", "[ladder]");
    c->ladder = (struct contest_ladder){
        .is_there = true, .line = line, .formula = RATING_CODEVS5, .finalists = 8};
    return true;
}

static bool begin_map(struct contest *c, const char *name, struct err *err)
{
    for (int i = 0; i < c->inside_count; i++)
        if (strcmp(c->inside[i].name, name) == 0)
            return err_code(err, "contest-map-twice: the map {name:%s} is there already", name);
    if (c->inside_count == CONTEST_MAPS)
        return err_code(err, "contest-maps: a contest has at most {most:%d} maps", CONTEST_MAPS);
    struct contest_map *m = &c->inside[c->inside_count++];
    *m = (struct contest_map){.len = 0};
    snprintf(m->name, sizeof m->name, "%s", name);
    return true;
}

/* The lines of a map are those of its file: what an INI file takes for a key and a value. */
static bool take_map_line(struct contest *c, const char *name, const char *value, struct err *err)
{
    struct contest_map *m = &c->inside[c->inside_count - 1];
    size_t more = strlen(name) + strlen(value) + 2;
    if (m->len + more > MAP_MOST)
        return err_code(err, "contest-map-long: a map has at most {most:%d} bytes", MAP_MOST);
    char *wider = realloc(m->text, m->len + more + 1);
    if (!wider) return err_code(err, "no-memory: out of memory");
    m->text = wider;
    m->len += (size_t)sprintf(m->text + m->len, "%s:%s\n", name, value);
    return true;
}

/* "player NAME" or "phase NAME": what stands behind the first word. */
static const char *name_behind(const char *section, const char *word)
{
    size_t len = strlen(word);
    if (strncmp(section, word, len) != 0 || section[len] != ' ') return NULL;
    section += len + strspn(section + len, " ");
    return *section ? section : NULL;
}

static bool is_long(const char *name)
{
    return name && strlen(name) >= CONTEST_NAME;
}

static bool begin_section(void *arg, const char *section, int line, struct err *err)
{
    struct reader *r = arg;
    const char *player = name_behind(section, "player"), *phase = name_behind(section, "phase"),
               *map = name_behind(section, "map");
    r->given = 0;
    if (is_long(player) || is_long(phase) || is_long(map))
        return err_code(err, "contest-name-long: a name has at most {most:%d} bytes",
                        CONTEST_NAME - 1);
    if (map) {
        r->section = IN_MAP;
        return begin_map(r->c, map, err);
    }
    if (player) {
        r->section = IN_PLAYER;
        return begin_player(r->c, player, line, err);
    }
    if (phase) {
        r->section = IN_PHASE;
        return begin_phase(r->c, phase, line, err);
    }
    if (strcmp(section, "ladder") == 0) {
        r->section = IN_LADDER;
        return begin_ladder(r->c, line, err);
    }
    if (strcmp(section, "contest") != 0)
        return err_code(err,
                        "contest-section: a section is [contest], [ladder], [player NAME], [phase "
                        "NAME] or [map NAME], not [{given:%s}]",
                        section);
    if (r->has_contest)
        return err_code(err, "contest-section-twice: {section:%s} is there twice", "[contest]");
    r->has_contest = true;
    r->section = IN_CONTEST;
    return true;
}

static bool refuse_key(enum section section, const char *name, struct err *err)
{
    static const char *const words[] = {"", "[contest]", "[player NAME]", "[phase NAME]",
                                        "[ladder]"};
    char list[256] = "";
    for (int i = 0; i < KEYS; i++) {
        size_t len = strlen(list);
        if (keys[i].section == section)
            snprintf(list + len, sizeof list - len, "%s%s", len ? ", " : "", keys[i].name);
    }
    if (section == NOWHERE)
        return err_code(
            err,
            "contest-begin: `{given:%s}` stands before the first section; begin with [contest]",
            name);
    return err_code(err, "contest-key: {section:%s} has no key `{given:%s}`; it has {keys:%s}",
                    words[section], name, list);
}

static bool take_value(void *arg, const char *name, const char *value, int line, struct err *err)
{
    struct reader *r = arg;
    if (r->section == IN_MAP) return take_map_line(r->c, name, value, err);
    for (int i = 0; i < KEYS; i++) {
        if (keys[i].section != r->section || strcmp(keys[i].name, name) != 0) continue;
        if (r->given & UINT64_C(1) << i)
            return err_code(err, "contest-key-twice: {name:%s} is there twice in this section",
                            name);
        r->given |= UINT64_C(1) << i;
        if (r->section == IN_PHASE) this_phase(r)->line_of[i] = line;
        return keys[i].read(r, value, err) || err_in_key(err, name);
    }
    return refuse_key(r->section, name, err);
}

int contest_line_of(const struct contest_phase *p, const char *name)
{
    for (int i = 0; i < KEYS; i++)
        if (keys[i].section == IN_PHASE && strcmp(keys[i].name, name) == 0) return p->line_of[i];
    return 0;
}

/* Keys that this format does not have, with the formats that have them. */
bool contest_check_keys(const struct contest_phase *p, const char *path, struct err *err)
{
    for (int i = 0; i < KEYS; i++) {
        char list[256] = "";
        if (p->line_of[i] == 0 || keys[i].formats & FORMAT_BIT(p->rules.format)) continue;
        for (int f = 0; f < FORMATS; f++) {
            size_t len = strlen(list);
            if (keys[i].formats & FORMAT_BIT(f))
                snprintf(list + len, sizeof list - len, "%s%s", len ? ", " : "", format_words[f]);
        }
        err_code(err, "contest-format-key: a {format:%s} has no such key; these have: {formats:%s}",
                 format_words[p->rules.format], list);
        err_in_key(err, keys[i].name);
        return err_in_file(err, path, p->line_of[i]);
    }
    return true;
}

bool contest_parse(struct contest *c, const char *text, size_t len, const char *path,
                   struct err *err)
{
    struct reader r = {.c = c, .path = path};
    struct inifile_handler h = {.arg = &r, .section = begin_section, .value = take_value};
    memset(c, 0, sizeof *c);
    c->seed = 1;
    c->first_port = PORT_CHASER;
    c->courts = 1;
    c->clock = (struct game_clock){.match_ms = -1, .turn_ms = -1, .name_ms = -1};
    if (inifile_read(text, len, path, &h, err) && contest_check(c, path, err)) return true;
    contest_free(c);
    return false;
}

/* ---- players from a ladder ---- */

/* What was right for all finalists may be too much for those who came. */
static void fit_phase(struct contest_phase *p, int before)
{
    struct schedule_rules *r = &p->rules;
    p->entrants = p->most > 0 && p->most < before ? p->most : before;
    int rounds = (p->entrants + p->entrants % 2) / 2, groups = p->entrants / 2;
    if (r->format == SWISS && r->rounds > rounds) r->rounds = rounds;
    if (r->groups > 1 && r->groups > groups) r->groups = groups;
}

bool contest_seat(struct contest *c, const char *name, struct err *err)
{
    if (c->player_count == CONTEST_PLAYERS)
        return err_code(err, "contest-players: a contest has at most {most:%d} players",
                        CONTEST_PLAYERS);
    struct contest_player *p = &c->player[c->player_count++];
    *p = (struct contest_player){.line = 0};
    snprintf(p->name, sizeof p->name, "%s", name);
    for (int i = 0; i < c->phase_count; i++)
        fit_phase(&c->phase[i], i == 0 ? c->player_count : c->phase[i - 1].entrants);
    return true;
}
