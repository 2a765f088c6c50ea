/*
 * games.wasm — the same rules in the browser: no imports, one page of plain calls.
 *
 * One match at a time, in memory of its own. The caller writes text (options, a map, answers) at
 * wasm_text() and reads text from there. A typical replay: wasm_open, then for each step
 * wasm_answer for both players, wasm_step, wasm_hash and wasm_frame.
 */
#include "games/wasm/games_wasm.h"

#include "base/hash.h"
#include "games/bench.h"

#include <string.h>

enum {
    MEMORY_MAX = 1 << 20,
    STATE_MAX = 8 << 20,
    ACTION_MAX = 1 << 20,
    TEXT_MAX = 8 << 20,
    SLOTS = 2
};

static _Alignas(GAME_ALIGN) unsigned char state_bytes[STATE_MAX];
static _Alignas(GAME_ALIGN) unsigned char shown_bytes[STATE_MAX];
static _Alignas(GAME_ALIGN) unsigned char action_bytes[SLOTS][ACTION_MAX];
static _Alignas(GAME_ALIGN) unsigned char memory_bytes[MEMORY_MAX];
static char text_bytes_[TEXT_MAX], options_text[1024], map_text[1 << 20];

static const struct game *game;
static struct game_state *const state = (struct game_state *)state_bytes;
static struct game_action *const action[SLOTS] = {(struct game_action *)action_bytes[0],
                                                  (struct game_action *)action_bytes[1]};
static struct game_reply reply[2];
static struct text out = {.buf = text_bytes_, .cap = TEXT_MAX};

EXPORT(text) char *wasm_text(void);
EXPORT(text_max) int wasm_text_max(void);
EXPORT(game_count) int wasm_game_count(void);
EXPORT(game_name) int wasm_game_name(int index);
EXPORT(rules) int wasm_rules(int index);
EXPORT(open) int wasm_open(int index, uint64_t seed, int options_len, int map_len);
EXPORT(actors) int wasm_actors(void);
EXPORT(answer) int wasm_answer(int p, int kind, int len);
EXPORT(step) void wasm_step(void);
EXPORT(hash) uint64_t wasm_hash(void);
EXPORT(turn) int wasm_turn(void);
EXPORT(winner) int wasm_winner(void);
EXPORT(reason) int wasm_reason(void);
EXPORT(score) int64_t wasm_score(int p);
EXPORT(frame) int wasm_frame(void);
EXPORT(greet) int wasm_greet(int p);
EXPORT(farewell) int wasm_farewell(int p);
EXPORT(prompt) int wasm_prompt(int p, int64_t left0_ms, int64_t left1_ms);
EXPORT(state_size) int wasm_state_size(void);
EXPORT(show) void wasm_show(int p);
EXPORT(watch) void wasm_watch(void);
EXPORT(decided) int wasm_decided(void);
EXPORT(sum) uint64_t wasm_sum(uint64_t before, int len);
EXPORT(bench) uint64_t wasm_bench(void);

char *wasm_text(void)
{
    return text_bytes_;
}

int wasm_text_max(void)
{
    return TEXT_MAX;
}

const struct game *wasm_game(void)
{
    return game;
}

struct text *wasm_out(void)
{
    return &out;
}

static int say(const char *s)
{
    text_clear(&out);
    text_str(&out, s);
    return (int)out.len;
}

int wasm_game_count(void)
{
    return game_count;
}

/* Writes the name at text() and returns its length. */
int wasm_game_name(int index)
{
    return index >= 0 && index < game_count ? say(games[index]->name) : 0;
}

int wasm_rules(int index)
{
    return index >= 0 && index < game_count ? (int)games[index]->version : 0;
}

static bool fits(const struct game *g)
{
    return g->state_size <= STATE_MAX && g->memory_size <= MEMORY_MAX &&
           g->action_size <= ACTION_MAX && g->text_max < TEXT_MAX;
}

/* Options and behind them the map stand at text(). 1: ready; 0: the reason stands at text(). A
   map_len below 0 means: no map. */
int wasm_open(int index, uint64_t seed, int options_len, int map_len)
{
    if (index < 0 || index >= game_count || !fits(games[index])) return say("no such game"), 0;
    if (options_len < 0 || options_len >= (int)sizeof options_text ||
        map_len >= (int)sizeof map_text)
        return say("too long"), 0;
    memcpy(options_text, text_bytes_, (size_t)options_len);
    options_text[options_len] = '\0';
    if (map_len >= 0) {
        memcpy(map_text, text_bytes_ + options_len, (size_t)map_len);
        map_text[map_len] = '\0';
    }
    struct game_setup setup = {
        .seed = seed, .options = options_text, .map = map_len >= 0 ? map_text : NULL};
    game = games[index];
    memset(memory_bytes, 0, game->memory_size);
    reply[0] = reply[1] = (struct game_reply){.kind = REPLY_NONE};
    text_clear(&out);
    return game->init(state, &setup, &out);
}

int wasm_actors(void)
{
    return (int)game->actors(state);
}

/* The answer's bytes stand at text(). 1: understood; 0: no answer by the rules. */
int wasm_answer(int p, int kind, int len)
{
    size_t used;
    if (p < 0 || p > 1 || kind < REPLY_NONE || kind > REPLY_GONE || len < 0 || len > TEXT_MAX)
        return 0;
    reply[p] = (struct game_reply){.kind = (enum reply_kind)kind, .action = action[p]};
    if (kind == REPLY_INVALID && len > 0)
        game->parse(state, p, text_bytes_, (size_t)len, action[p], &used);
    else if (kind != REPLY_ACTION)
        reply[p].action = NULL;
    if (kind != REPLY_ACTION) return 1;
    return game->parse(state, p, text_bytes_, (size_t)len, action[p], &used) == PARSE_OK;
}

void wasm_step(void)
{
    game->step(state, reply);
    reply[0] = reply[1] = (struct game_reply){.kind = REPLY_NONE};
}

uint64_t wasm_hash(void)
{
    return game->hash(state);
}

static struct game_status status(void)
{
    struct game_status s;
    game->status(state, &s);
    return s;
}

int wasm_turn(void)
{
    return status().turn;
}

int wasm_winner(void)
{
    return status().winner;
}

int wasm_reason(void)
{
    struct game_status s = status();
    const char *reason = game_reason(&s);
    return say(reason ? reason : "");
}

int64_t wasm_score(int p)
{
    return p == 0 || p == 1 ? status().score[p] : 0;
}

int wasm_frame(void)
{
    text_clear(&out);
    game->frame(state, &out);
    return (int)out.len;
}

/* What a player is sent, written at text(): once at the start, once at the end, and each time it is
   asked. */
int wasm_greet(int p)
{
    text_clear(&out);
    game->greet(state, p, &out);
    return (int)out.len;
}

int wasm_farewell(int p)
{
    text_clear(&out);
    game->farewell(state, p, &out);
    return (int)out.len;
}

int wasm_prompt(int p, int64_t left0_ms, int64_t left1_ms)
{
    int64_t left_ms[2] = {left0_ms, left1_ms};
    text_clear(&out);
    game->prompt(state, p, left_ms, &out);
    return (int)out.len;
}

/* State bytes, for a viewer that keeps copies to jump back to. */
int wasm_state_size(void)
{
    return (int)game->state_size;
}

unsigned char *wasm_state(void)
{
    return state_bytes;
}

/* Leaves of the state what a person in the seat of p may be shown. */
void wasm_show(int p)
{
    if (!game->show) return;
    memcpy(shown_bytes, state_bytes, game->state_size);
    game->show((const struct game_state *)shown_bytes, p, state);
}

/* What decided the game: each state from the first to the last is watched once; then the answer, as
   decision_json() writes it, stands at text(). 0: there is nothing to tell. */
void wasm_watch(void)
{
    if (game->watch) game->watch((struct game_memory *)memory_bytes, state);
}

int wasm_decided(void)
{
    struct game_decision d;
    text_clear(&out);
    if (!game->decided || !game->decided((const struct game_memory *)memory_bytes, state, &d))
        return 0;
    decision_json(&d, &out);
    return (int)out.len;
}

/* The checksum of a record's line, which stands at text(), after a line with the sum `before`. */
uint64_t wasm_sum(uint64_t before, int len)
{
    return len >= 0 && len <= TEXT_MAX ? hash_bytes(before, text_bytes_, (size_t)len) : 0;
}

uint64_t wasm_bench(void)
{
    uint64_t sum = 0;
    int64_t steps = 0;
    for (int i = 0; i < game_count; i++)
        if (fits(games[i])) sum = game_bench(games[i], state, action, sum, &steps);
    return sum;
}
