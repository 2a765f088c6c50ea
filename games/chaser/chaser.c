/* CHaser as the arena sees it: setup, whose turn it is, and what a player may know. */
#include "games/chaser/chaser.h"

#include "base/hash.h"
#include "base/scan.h"
#include "games/chaser/chaser_decided.h"
#include "games/chaser/chaser_map.h"
#include "games/chaser/chaser_text.h"

#include <assert.h>
#include <string.h>

static const struct chaser *view(const struct game_state *state)
{
    return (const struct chaser *)state;
}

/* ---- start ---- */

/* RULES 4.5: a map may be lost before the first action; in the contest's way that shows later. */
void chaser_start(struct chaser *g, const struct chaser_map *map, bool official)
{
    memset(g, 0, sizeof *g);
    g->board = map->board;
    g->turns = g->turns_left = map->turns;
    g->official = official;
    g->phase = CHASER_READY;
    memcpy(g->name, map->name, sizeof g->name);
    struct chaser_verdict verdict = chaser_judge(&g->board, CHASER_COOL, 0);
    if (official || !verdict.ending) return;
    g->ending = (uint8_t)verdict.ending;
    g->winner = (int8_t)verdict.winner;
    g->to_tell = 1u << CHASER_HOT; /* Cool is asked already */
}

/* An option that is one of two words: 0 or 1. */
static bool read_choice(const struct game_setup *setup, const char *key, const char *const words[2],
                        int *choice, struct text *why)
{
    struct scan word;
    if (!setup_value(setup, key, &word)) return true;
    *choice = scan_equals(&word, words[1]);
    if (*choice || scan_equals(&word, words[0])) return true;
    said_write(why, "option-choice: option {option:%s} must be {one:%s} or {other:%s}", key,
               words[0], words[1]);
    return false;
}

/* RULES 9.4: a random map has a cell in its centre. */
static bool read_side(const struct game_setup *setup, const char *key, int *side, struct text *why)
{
    int64_t n = *side;
    if (!setup_int(setup, key, 5, CHASER_SIDE_MAX - 1, &n, why)) return false;
    *side = (int)n;
    if (n % 2 == 1) return true;
    said_write(why, "option-odd: option {option:%s} must be odd", key);
    return false;
}

static bool read_count(const struct game_setup *setup, const char *key, int64_t least, int64_t most,
                       int *count, struct text *why)
{
    int64_t n = *count;
    if (!setup_int(setup, key, least, most, &n, why)) return false;
    *count = (int)n;
    return true;
}

static bool draw_map(const struct game_setup *setup, struct chaser_map *map, struct text *why)
{
    static const char *const styles[2] = {"v2", "v3"};
    enum { CELLS = CHASER_SIDE_MAX * CHASER_SIDE_MAX };
    struct chaser_recipe recipe = chaser_usual_recipe;
    int is_v3 = 0;
    if (!read_choice(setup, "style", styles, &is_v3, why) ||
        !read_side(setup, "width", &recipe.width, why) ||
        !read_side(setup, "height", &recipe.height, why) ||
        !read_count(setup, "blocks", 0, CELLS, &recipe.blocks, why) ||
        !read_count(setup, "items", 0, CELLS, &recipe.items, why))
        return false;
    recipe.style = is_v3 ? 3 : 2;
    return chaser_map_draw(map, &recipe, setup->seed, why);
}

static bool init(struct game_state *state, const struct game_setup *setup, struct text *why)
{
    static const char *const compats[2] = {"none", "official"};
    int official = 0;
    struct chaser_map map;
    const char *keys = setup->map ? "compat turns" : "compat turns style width height blocks items";
    if (!setup_known(setup, keys, why) || !read_choice(setup, "compat", compats, &official, why))
        return false;
    if (setup->map ? !chaser_map_read(&map, setup->map, strlen(setup->map), why)
                   : !draw_map(setup, &map, why))
        return false;
    if (!read_count(setup, "turns", 1, CHASER_TURNS_MAX, &map.turns, why)) return false;
    chaser_start((struct chaser *)state, &map, official);
    return true;
}

/* ---- actions ---- */

static unsigned actors(const struct game_state *state)
{
    const struct chaser *g = view(state);
    return g->phase >= CHASER_READY && g->phase <= CHASER_FINAL ? 1u << g->actor : 0;
}

static int count_actions(const struct chaser *g)
{
    return g->phase == CHASER_COMMAND ? CHASER_COMMANDS : 1;
}

static struct chaser_action action_number(const struct chaser *g, int n)
{
    if (g->phase == CHASER_READY) return (struct chaser_action){.word = CHASER_GR};
    if (g->phase != CHASER_COMMAND) return (struct chaser_action){.word = CHASER_SHARP};
    return (struct chaser_action){.word = (uint8_t)(n / 4), .direction = (uint8_t)(n % 4)};
}

static int list(const struct game_state *state, int p, struct game_action *out, int cap)
{
    (void)p;
    struct chaser_action *actions = (struct chaser_action *)out;
    int count = count_actions(view(state));
    for (int n = 0; n < count && n < cap; n++) actions[n] = action_number(view(state), n);
    return count;
}

static void sample(const struct game_state *state, int p, struct rng *rng, struct game_action *out)
{
    (void)p;
    uint32_t n = rng_below(rng, (uint32_t)count_actions(view(state)));
    *(struct chaser_action *)out = action_number(view(state), (int)n);
}

static void step(struct game_state *state, const struct game_reply reply[2])
{
    struct chaser *g = (struct chaser *)state;
    chaser_step(g, reply[g->actor]);
}

/* ---- questions ---- */

const char *const chaser_team_names[2] = {"cool", "hot"};

const char *const chaser_ending_names[] = {
    [CHASER_RUNNING] = NULL,
    [CHASER_CRUSHED] = "crushed",
    [CHASER_ENCLOSED] = "enclosed",
    [CHASER_COLLISION] = "collision",
    [CHASER_SELF_ENCLOSED] = "self_enclosed",
    [CHASER_FOUL] = "foul",
    [CHASER_BY_ITEMS] = "items",
};

static const char *const foul_names[] = {
    [CHASER_NO_FOUL] = NULL,
    [CHASER_DISCONNECTED] = "foul: disconnected",
    [CHASER_SILENT] = "foul: no answer",
    [CHASER_READY_TWICE] = "foul: getReady twice",
    [CHASER_TWO_COMMANDS] = "foul: two commands",
    [CHASER_NO_SHARP] = "foul: no #",
    [CHASER_WRONG_WORD] = "foul: unknown command",
};

static const char *detail_of(const struct chaser *g)
{
    if (g->ending != CHASER_FOUL || g->winner < 0) return NULL;
    return foul_names[g->foul[1 - g->winner]];
}

static void status(const struct game_state *state, struct game_status *out)
{
    const struct chaser *g = view(state);
    *out = (struct game_status){
        .over = g->ending != CHASER_RUNNING,
        .winner = g->ending ? g->winner : (int8_t)-1,
        .reason = chaser_ending_names[g->ending],
        .detail = detail_of(g),
        .turn = g->turns - g->turns_left,
        .score = {g->board.items[CHASER_COOL], g->board.items[CHASER_HOT]},
        .rest = {g->turns_left, g->turns_left},
    };
}

static uint64_t hash(const struct game_state *state)
{
    const struct chaser *g = view(state);
    if (!g->foul[0] && !g->foul[1]) return hash_bytes(0, state, sizeof(struct chaser));
    struct chaser plain = *g;
    plain.foul[0] = plain.foul[1] = CHASER_NO_FOUL;
    return hash_bytes(0, &plain, sizeof plain);
}

/* RULES 2.6: a player knows what it was sent last, and nothing else. */
static void observe(const struct game_state *state, int p, struct game_state *out)
{
    const struct chaser *g = view(state);
    struct chaser *seen = (struct chaser *)out;
    memset(seen, 0, sizeof *seen);
    if (!(actors(state) >> p & 1)) return;
    seen->phase = g->phase;
    seen->actor = g->actor;
    seen->official = g->official;
    seen->told = g->told;
}

/* ---- what a person is shown ---- */

/* Where somebody stands who is not in sight. */
static const struct chaser_spot nowhere = {-100, -100};

/* What is block and item at once is not known. */
static void cover(struct chaser_board *b)
{
    uint64_t row = (((uint64_t)1 << b->width) - 1) << CHASER_MARGIN;
    for (int y = CHASER_MARGIN; y < b->height + CHASER_MARGIN; y++) {
        b->field.block[y] |= row;
        b->field.item[y] |= row;
    }
}

static void uncover(struct chaser_board *shown, const struct chaser_board *b, int p,
                    struct chaser_spot at)
{
    const struct chaser_spot *other = &b->at[1 - p];
    if (!chaser_is_inside(b, at.x, at.y)) return;
    chaser_set_cell(&shown->field, at.x, at.y, chaser_cell(&b->field, at.x, at.y));
    if (other->x == at.x && other->y == at.y) shown->at[1 - p] = *other;
}

static void uncover_square(struct chaser_board *shown, const struct chaser_board *b, int p,
                           struct chaser_spot centre)
{
    for (int i = 0; i < CHASER_VIEW; i++)
        uncover(
            shown, b, p,
            (struct chaser_spot){(int8_t)(centre.x + i % 3 - 1), (int8_t)(centre.y + i / 3 - 1)});
}

/* RULES 2.4, 2.5: what the answer to p's own command told. */
static void uncover_answer(struct chaser_board *shown, const struct chaser_board *b, int p,
                           struct chaser_action command)
{
    struct chaser_spot at = chaser_next(b->at[p], command.direction);
    if (command.word == CHASER_LOOK)
        uncover_square(shown, b, p, chaser_next(at, command.direction));
    else if (command.word != CHASER_SEARCH)
        uncover_square(shown, b, p, b->at[p]);
    else
        for (int i = 0; i < CHASER_VIEW; i++, at = chaser_next(at, command.direction))
            uncover(shown, b, p, at);
}

/* The cells that p was told last, as long as nobody has acted since; what it was told before, a
   page remembers. The square of getReady comes a moment early: it is told before p has to decide.
 */
static void show(const struct game_state *state, int p, struct game_state *out)
{
    const struct chaser *g = view(state);
    struct chaser *shown = (struct chaser *)out;
    bool is_own = g->actor == p, is_before = g->phase == CHASER_READY || g->phase == CHASER_COMMAND;
    bool was_own = g->has_last && g->last_actor == p;
    *shown = *g;
    if (g->ending) return;
    memset(shown->name, 0, sizeof shown->name); /* it may tell the seed */
    cover(&shown->board);
    shown->board.at[1 - p] = nowhere;
    shown->board.items[1 - p] = -1;
    if (!is_own) shown->told = (struct chaser_answer){0};
    if (!was_own) {
        shown->last = (struct chaser_action){0};
        shown->has_last = shown->last_actor = 0;
    }
    if (is_own && is_before)
        uncover_square(&shown->board, &g->board, p, g->board.at[p]);
    else if (was_own && is_own != is_before)
        uncover_answer(&shown->board, &g->board, p, g->last);
}

const struct game game_chaser = {
    .name = "chaser",
    .title = "CHaser",
    .version = 1,
    .state_size = sizeof(struct chaser),
    .action_size = sizeof(struct chaser_action),
    .answer_max = CHASER_ANSWER_MAX,
    .text_max = CHASER_TEXT_MAX,
    .link = LINK_TCP,
    .clock = {.match_ms = 0, .turn_ms = 5000, .name_ms = 20000},
    .side = {"COOL", "HOT"},
    .answer_form =
        "form-chaser: a line ended by CR LF: `gr` when asked by `@`, then a command such as `wu`, "
        "then `#` (RULES 6)",
    .contests = CONTEST_QUALIFIER | CONTEST_ITEMS,
    .init = init,
    .actors = actors,
    .step = step,
    .status = status,
    .hash = hash,
    .sample = sample,
    .list = list,
    .observe = observe,
    .show = show,
    .greet = chaser_greet,
    .prompt = chaser_prompt,
    .farewell = chaser_farewell,
    .parse = chaser_parse,
    .format = chaser_format,
    .perceive = chaser_perceive,
    .start = chaser_write_start,
    .frame = chaser_frame,
    .memory_size = sizeof(struct chaser_memory),
    .watch = chaser_watch,
    .decided = chaser_decided,
};
