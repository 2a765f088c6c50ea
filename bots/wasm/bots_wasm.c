/*
 * bots.wasm — games.wasm with the built-in players in it: what would one of them answer here?
 *
 * A page plays a match along (open, answer, step) and calls `think` wherever its player is asked,
 * so that a player who remembers earlier turns has seen them. Nodes are counted and no clock is
 * read: the same match, nodes and seed give the arena's own answers.
 */
#include "base/hash.h"
#include "bots/bot.h"
#include "games/wasm/games_wasm.h"

#include <string.h>

enum { PAGE = 1 << 16, SEEN_MAX = 8 << 20, ACTION_MAX = 1 << 20 };

#define BOT(name) extern const struct bot bot_##name;
#include "bots_list.h"
#undef BOT

#define BOT(name) &bot_##name,
static const struct bot *const players[] = {
#include "bots_list.h"
};
#undef BOT

static _Alignas(GAME_ALIGN) unsigned char seen_bytes[SEEN_MAX];
static _Alignas(GAME_ALIGN) unsigned char action_bytes[ACTION_MAX];

static const struct bot *bot;
static int side;
static struct rng rng;
static unsigned char *memory;
static size_t memory_size;

EXPORT(sit) int wasm_sit(int p, int name_len, uint64_t seed);
EXPORT(think) int wasm_think(int64_t nodes);

/* Memory of zeros for the bot; what it had before is given up. */
static bool make_memory(size_t size)
{
    size_t pages = (size + PAGE - 1) / PAGE;
    if (size > memory_size) {
        size_t before = __builtin_wasm_memory_grow(0, pages);
        if (before == SIZE_MAX) return false;
        memory = (unsigned char *)(before * PAGE);
        memory_size = pages * PAGE;
    }
    memset(memory, 0, size);
    return true;
}

static const struct bot *find(const char *name, size_t len)
{
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        const struct bot *b = players[i];
        if (strlen(b->name) != len || strncmp(b->name, name, len) != 0) continue;
        if (!b->game || strcmp(b->game, wasm_game()->name) == 0) return b;
    }
    return NULL;
}

/* The bot whose name stands at text() takes the seat of p, at the start of a match. 1: it does; 0:
   there is none for this game, or memory is short. */
int wasm_sit(int p, int name_len, uint64_t seed)
{
    if (!wasm_game() || p < 0 || p > 1 || name_len < 0) return 0;
    side = p;
    rng.word = hash_word(seed, (uint64_t)p + 1); /* as match_seat_seed() (referee/match.h) */
    bot = find(wasm_out()->buf, (size_t)name_len);
    if (bot && !make_memory(bot->memory_size + 1)) bot = NULL;
    return bot != NULL;
}

/* Its answer in this state, as a program would write it: its length, and the bytes at text(). 0:
   it is not asked. */
int wasm_think(int64_t nodes)
{
    const struct game *game = wasm_game();
    struct game_state *state = (struct game_state *)wasm_state(), *seen = state;
    struct game_action *action = (struct game_action *)action_bytes;
    if (!bot || !(game->actors(state) >> side & 1)) return 0;
    if (game->observe) {
        seen = (struct game_state *)seen_bytes;
        game->observe(state, side, seen);
    }
    struct bot_view view = {
        .game = game,
        .state = seen,
        .self = {.player = side, .left_ms = {game->clock.match_ms, game->clock.match_ms}},
        .rng = &rng,
        .budget = {.nodes = nodes}};
    bot->think(&view, memory, action);
    text_clear(wasm_out());
    game->format(state, side, action, wasm_out());
    return (int)wasm_out()->len;
}
