/* Map files: RULES 8. */
#include "games/chaser/chaser_map.h"

#include "base/scan.h"

#include <string.h>

/* ---- reading ---- */

/* A reader knows the number of its line, and what it has seen so far. */
struct reader {
    struct chaser_map *map;
    struct text *why;
    int line;
    int64_t said_width, said_height; /* 0: not said */
    bool has_start[2];
};

static bool refuse(struct reader *r, const char *what)
{
    said_at_line(r->why, r->line, what);
    return false;
}

/* The next of numbers with commas between them. */
static bool read_number(struct scan *rest, int64_t *n)
{
    struct scan part = *rest;
    const char *comma = rest->at < rest->end ? memchr(rest->at, ',', scan_left(rest)) : NULL;
    if (comma) part.end = comma;
    rest->at = comma ? comma + 1 : rest->end;
    return scan_int(&part, n) && scan_blank(&part);
}

static bool read_pair(struct scan value, int64_t *a, int64_t *b)
{
    return read_number(&value, a) && read_number(&value, b) && value.at == value.end;
}

static void read_name(struct chaser_map *map, struct scan value)
{
    size_t len = scan_left(&value);
    if (len >= CHASER_NAME_SIZE) len = CHASER_NAME_SIZE - 1;
    memset(map->name, 0, sizeof map->name);
    memcpy(map->name, value.at, len);
}

static bool read_turns(struct reader *r, struct scan value)
{
    int64_t turns;
    if (!read_number(&value, &turns) || value.at != value.end || turns < 1 ||
        turns > CHASER_TURNS_MAX)
        return refuse(r, "map-turns: T must be a number of turns from 1 to 100000");
    r->map->turns = (int32_t)turns;
    return true;
}

/* RULES 8.1: the rows decide; what S says is only compared. */
static bool read_size(struct reader *r, struct scan value)
{
    if (!read_pair(value, &r->said_width, &r->said_height)) r->said_width = r->said_height = -1;
    return true;
}

static bool read_row(struct reader *r, struct scan value)
{
    struct chaser_board *b = &r->map->board;
    int width = 0;
    if (b->height == CHASER_SIDE_MAX) return refuse(r, "map-rows: more than 40 rows");
    do {
        int64_t cell;
        if (!read_number(&value, &cell) ||
            (cell != CHASER_FLOOR && cell != CHASER_BLOCK && cell != CHASER_ITEM))
            return refuse(r, "map-cells: cells must be 0, 2 or 3 with commas between them");
        if (width == CHASER_SIDE_MAX) return refuse(r, "map-wide: a row of more than 40 cells");
        chaser_set_cell(&b->field, width++, b->height, (int)cell);
    } while (value.at < value.end || value.at[-1] == ',');
    if (b->height > 0 && width != b->width)
        return refuse(r, "map-uneven: a row of another length than the first one");
    b->width = (uint8_t)width;
    b->height++;
    return true;
}

/* Whether it is inside is known when all rows have been read. */
static bool read_start(struct reader *r, int p, struct scan value)
{
    int64_t x, y;
    if (!read_pair(value, &x, &y) || x < 0 || x >= CHASER_SIDE_MAX || y < 0 || y >= CHASER_SIDE_MAX)
        return refuse(r, "map-start: a start must be x,y within the field");
    r->map->board.at[p] = (struct chaser_spot){(int8_t)x, (int8_t)y};
    r->has_start[p] = true;
    return true;
}

static bool read_line(struct reader *r, struct scan line)
{
    if (scan_left(&line) < 2 || line.at[1] != ':') return true;
    struct scan value = {line.at + 2, line.end};
    switch (line.at[0]) {
    case 'N': read_name(r->map, value); return true;
    case 'T': return read_turns(r, value);
    case 'S': return read_size(r, value);
    case 'D': return read_row(r, value);
    case 'C': return read_start(r, CHASER_COOL, value);
    case 'H': return read_start(r, CHASER_HOT, value);
    default: return true; /* RULES 8.1: unknown lines are skipped */
    }
}

/* Like scan_line, but the last line needs no end. */
static bool next_line(struct scan *rest, struct scan *line)
{
    if (scan_line(rest, line)) return true;
    if (rest->at == rest->end) return false;
    *line = *rest;
    if (line->end[-1] == '\r') line->end--;
    rest->at = rest->end;
    return true;
}

static void skip_byte_order_mark(struct scan *rest)
{
    if (scan_left(rest) >= 3 && memcmp(rest->at, "\xef\xbb\xbf", 3) == 0) rest->at += 3;
}

static bool check_start(struct reader *r, int p)
{
    const struct chaser_board *b = &r->map->board;
    struct chaser_spot at = b->at[p];
    if (!r->has_start[p])
        return refuse(r, p == CHASER_COOL ? "map-no-cool: no C line" : "map-no-hot: no H line");
    if (!chaser_is_inside(b, at.x, at.y))
        return refuse(r, p == CHASER_COOL ? "map-cool-outside: Cool starts outside"
                                          : "map-hot-outside: Hot starts outside");
    if (!chaser_is_block(&b->field, at.x, at.y)) return true;
    return refuse(r, p == CHASER_COOL ? "map-cool-block: Cool starts on a block"
                                      : "map-hot-block: Hot starts on a block");
}

/* RULES 8.2, for all that no single line shows. */
static bool check_whole(struct reader *r)
{
    const struct chaser_board *b = &r->map->board;
    r->line = 0;
    if (b->height == 0) return refuse(r, "map-no-rows: no D line");
    if (!check_start(r, CHASER_COOL) || !check_start(r, CHASER_HOT)) return false;
    if (b->at[0].x == b->at[1].x && b->at[0].y == b->at[1].y)
        return refuse(r, "map-same-start: both players start on the same cell");
    return true;
}

/* The sheet begins as blocks all over, and each row cuts its cells out of it. */
bool chaser_map_read(struct chaser_map *map, const char *bytes, size_t len, struct text *why)
{
    struct reader r = {.map = map, .why = why};
    struct scan rest = scan_on(bytes, len), line;
    memset(map, 0, sizeof *map);
    memset(map->board.field.block, 0xff, sizeof map->board.field.block);
    map->turns = CHASER_TURNS;
    skip_byte_order_mark(&rest);
    while (next_line(&rest, &line)) {
        r.line++;
        if (!read_line(&r, line)) return false;
    }
    if (!check_whole(&r)) return false;
    map->says_other_size = r.said_width != 0 &&
                           (r.said_width != map->board.width || r.said_height != map->board.height);
    return true;
}

/* ---- writing ---- */

static void write_pair(struct text *out, const char *key, int a, int b)
{
    text_str(out, key);
    text_int(out, a);
    text_char(out, ',');
    text_int(out, b);
    text_char(out, '\n');
}

static void write_row(struct text *out, const struct chaser_board *b, int y)
{
    for (int x = 0; x < b->width; x++) {
        text_str(out, x == 0 ? "D:" : ",");
        text_char(out, (char)('0' + chaser_cell(&b->field, x, y)));
    }
    text_char(out, '\n');
}

void chaser_map_write(const struct chaser_map *map, struct text *out)
{
    const struct chaser_board *b = &map->board;
    text_str(out, "N:");
    text_str(out, map->name);
    text_str(out, "\nT:");
    text_int(out, map->turns);
    text_char(out, '\n');
    write_pair(out, "S:", b->width, b->height);
    for (int y = 0; y < b->height; y++) write_row(out, b, y);
    write_pair(out, "C:", b->at[0].x, b->at[0].y);
    write_pair(out, "H:", b->at[1].x, b->at[1].y);
}

/* ---- oddities ---- */

/* RULES 8.4: maps of contests. */
enum {
    CONTEST_WIDTH = 15,
    CONTEST_HEIGHT = 17,
    CONTEST_TURNS_LEAST = 100,
    CONTEST_TURNS_MOST = 240
};

const char *const chaser_oddity_names[CHASER_ODDITIES] = {
    "not point-symmetric",
    "even number of items",
    "no item in the centre",
    "a player starts on an item",
    "S line and rows disagree",
    "a player has lost at the start",
    "not 15 x 17",
    "not 100 to 240 turns",
    "the players see each other at the start",
};

static bool is_symmetric(const struct chaser_board *b)
{
    int right = b->width - 1, bottom = b->height - 1;
    for (int y = 0; y <= bottom; y++)
        for (int x = 0; x <= right; x++)
            if (chaser_cell(&b->field, x, y) != chaser_cell(&b->field, right - x, bottom - y))
                return false;
    return b->at[0].x + b->at[1].x == right && b->at[0].y + b->at[1].y == bottom;
}

static bool has_centre_item(const struct chaser_board *b)
{
    return b->width % 2 == 1 && b->height % 2 == 1 &&
           chaser_is_item(&b->field, b->width / 2, b->height / 2);
}

static bool has_start_item(const struct chaser_board *b)
{
    return chaser_is_item(&b->field, b->at[0].x, b->at[0].y) ||
           chaser_is_item(&b->field, b->at[1].x, b->at[1].y);
}

static bool has_contest_shape(const struct chaser_board *b)
{
    return b->width == CONTEST_WIDTH && b->height == CONTEST_HEIGHT;
}

/* A getReady shows the eight cells around a player. */
static bool is_in_sight(const struct chaser_board *b)
{
    int dx = b->at[0].x - b->at[1].x, dy = b->at[0].y - b->at[1].y;
    return dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1;
}

unsigned chaser_map_oddities(const struct chaser_map *map)
{
    const struct chaser_board *b = &map->board;
    bool has_contest_turns = map->turns >= CONTEST_TURNS_LEAST && map->turns <= CONTEST_TURNS_MOST;
    return (has_contest_shape(b) ? 0 : CHASER_ODD_SHAPE) |
           (has_contest_turns ? 0 : CHASER_ODD_TURNS) | (is_in_sight(b) ? CHASER_ODD_SIGHT : 0) |
           (is_symmetric(b) ? 0 : CHASER_ODD_UNFAIR) |
           (chaser_count_items(&b->field) % 2 == 1 ? 0 : CHASER_ODD_EVEN) |
           (has_centre_item(b) ? 0 : CHASER_ODD_CENTRE) |
           (has_start_item(b) ? CHASER_ODD_START_ITEM : 0) |
           (map->says_other_size ? CHASER_ODD_SIZE : 0) |
           (chaser_judge(b, CHASER_COOL, 0).ending ? CHASER_ODD_LOST : 0);
}
