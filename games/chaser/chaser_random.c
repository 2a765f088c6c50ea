/* Random maps: RULES 9. One seed gives one map everywhere. */
#include "games/chaser/chaser_map.h"

#include <string.h>

/* A map takes some hundred draws; where so many do not do, none ever will. */
enum { DRAWS_MAX = 1 << 20 };

const struct chaser_recipe chaser_usual_recipe = {
    .style = 2, .width = 15, .height = 17, .blocks = 20, .items = 51, .turns = CHASER_TURNS};

struct drawing {
    struct chaser_board *board;
    const struct chaser_recipe *recipe;
    struct rng rng;
    int draws;
};

typedef bool allows_fn(const struct drawing *, struct chaser_spot);

static int distance(int a, int b)
{
    return a < b ? b - a : a - b;
}

/* Chebyshev. */
static int distance_of(struct chaser_spot a, struct chaser_spot b)
{
    int dx = distance(a.x, b.x), dy = distance(a.y, b.y);
    return dx > dy ? dx : dy;
}

static struct chaser_spot centre_of(const struct drawing *d)
{
    return (struct chaser_spot){(int8_t)(d->recipe->width / 2), (int8_t)(d->recipe->height / 2)};
}

static struct chaser_spot mirror_of(const struct drawing *d, struct chaser_spot s)
{
    return (struct chaser_spot){(int8_t)(d->recipe->width - 1 - s.x),
                                (int8_t)(d->recipe->height - 1 - s.y)};
}

/* ---- what may lie where ---- */

/* RULES 9.3, step 1. */
static bool allows_cool(const struct drawing *d, struct chaser_spot s)
{
    struct chaser_spot centre = centre_of(d);
    if (distance_of(s, centre) <= 1) return false;
    return s.x < centre.x || (s.x == centre.x && s.y < centre.y);
}

static bool is_free(const struct drawing *d, struct chaser_spot s)
{
    const struct chaser_board *b = d->board;
    return chaser_cell(&b->field, s.x, s.y) == CHASER_FLOOR && distance_of(s, b->at[0]) > 0 &&
           distance_of(s, b->at[1]) > 0 && distance_of(s, centre_of(d)) > 0;
}

static bool is_rim(const struct drawing *d, struct chaser_spot s)
{
    return s.x == 0 || s.y == 0 || s.x == d->recipe->width - 1 || s.y == d->recipe->height - 1;
}

/* RULES 9.1. */
static bool allows_block_v2(const struct drawing *d, struct chaser_spot s)
{
    if (!is_free(d, s) || is_rim(d, s)) return false;
    for (int p = 0; p < 2; p++)
        if (s.x == d->board->at[p].x && distance(s.y, d->board->at[p].y) == CHASER_VIEW)
            return false;
    return true;
}

static bool allows_item_v2(const struct drawing *d, struct chaser_spot s)
{
    return is_free(d, s) && distance_of(s, d->board->at[0]) > 1 &&
           distance_of(s, d->board->at[1]) > 1;
}

/* RULES 9.2: the ends of what a search from a start would show. */
static bool allows_block_v3(const struct drawing *d, struct chaser_spot s)
{
    if (!is_free(d, s)) return false;
    for (int p = 0; p < 2; p++) {
        struct chaser_spot start = d->board->at[p];
        int away = distance_of(s, start);
        bool is_in_line = s.x == start.x || s.y == start.y;
        if (is_in_line && (away == CHASER_VIEW || (away < CHASER_VIEW && is_rim(d, s))))
            return false;
    }
    return true;
}

static bool allows_item_v3(const struct drawing *d, struct chaser_spot s)
{
    return is_free(d, s);
}

/* ---- drawing ---- */

/* Draws cells until one is allowed; false when the patience is at its end. */
static bool draw_spot(struct drawing *d, allows_fn *allows, struct chaser_spot *spot)
{
    do {
        if (++d->draws > DRAWS_MAX) return false;
        spot->x = (int8_t)rng_below(&d->rng, (uint32_t)d->recipe->width);
        spot->y = (int8_t)rng_below(&d->rng, (uint32_t)d->recipe->height);
    } while (!allows(d, *spot));
    return true;
}

static bool draw_pairs(struct drawing *d, int pairs, int cell, allows_fn *allows)
{
    struct chaser_spot spot;
    for (int i = 0; i < pairs; i++) {
        if (!draw_spot(d, allows, &spot)) return false;
        struct chaser_spot mirror = mirror_of(d, spot);
        chaser_set_cell(&d->board->field, spot.x, spot.y, cell);
        chaser_set_cell(&d->board->field, mirror.x, mirror.y, cell);
    }
    return true;
}

/* RULES 9.3, steps 1 to 4. */
static bool draw_once(struct drawing *d)
{
    const struct chaser_recipe *recipe = d->recipe;
    struct chaser_board *b = d->board;
    bool is_v3 = recipe->style == 3;
    chaser_clear_field(&b->field, recipe->width, recipe->height);
    if (!draw_spot(d, allows_cool, &b->at[0])) return false;
    b->at[1] = mirror_of(d, b->at[0]);
    if (!draw_pairs(d, recipe->blocks / 2, CHASER_BLOCK, is_v3 ? allows_block_v3 : allows_block_v2))
        return false;
    if (!draw_pairs(d, recipe->items / 2, CHASER_ITEM, is_v3 ? allows_item_v3 : allows_item_v2))
        return false;
    struct chaser_spot centre = centre_of(d);
    if (recipe->items % 2 == 1) chaser_set_cell(&b->field, centre.x, centre.y, CHASER_ITEM);
    return true;
}

/* RULES 9.3, step 5. */
static bool is_playable(const struct chaser_board *b)
{
    return !chaser_judge(b, CHASER_COOL, 0).ending && distance_of(b->at[0], b->at[1]) >= 3;
}

static void write_name(struct chaser_map *map, uint64_t seed)
{
    struct text name = TEXT_ON(map->name);
    char digits[20];
    int count = 0;
    text_str(&name, "seed ");
    do digits[count++] = (char)('0' + seed % 10);
    while ((seed /= 10) > 0);
    while (count > 0) text_char(&name, digits[--count]);
}

bool chaser_map_draw(struct chaser_map *map, const struct chaser_recipe *recipe, uint64_t seed,
                     struct text *why)
{
    memset(map, 0, sizeof *map);
    struct drawing d = {.board = &map->board, .recipe = recipe, .rng = {seed}};
    map->board.width = (uint8_t)recipe->width;
    map->board.height = (uint8_t)recipe->height;
    map->turns = recipe->turns;
    write_name(map, seed);
    while (draw_once(&d))
        if (is_playable(&map->board)) return true;
    said_write(why, "map-full: no random map of this size has room for so many blocks and items");
    return false;
}
