/*
 * Helpers that both tests of CHaser use: fields drawn as pictures, and clients that say lines.
 *
 * Pictures have rows separated by '|': '.' floor, '#' block, 'o' item, 'C' Cool, 'H' Hot.
 */
#pragma once
#include "games/chaser/chaser.h"
#include "games/chaser/chaser_map.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static inline struct game_state *opaque(struct chaser *g)
{
    return (struct game_state *)g;
}

/* ---- pictures ---- */

static inline void draw_cell(struct chaser_board *b, int x, int y, char c)
{
    int cell = c == '#' ? CHASER_BLOCK : c == 'o' ? CHASER_ITEM : CHASER_FLOOR;
    chaser_set_cell(&b->field, x, y, cell);
    if (c == 'C') b->at[CHASER_COOL] = (struct chaser_spot){(int8_t)x, (int8_t)y};
    if (c == 'H') b->at[CHASER_HOT] = (struct chaser_spot){(int8_t)x, (int8_t)y};
}

static inline struct chaser_board board_of(const char *picture)
{
    struct chaser_board b = {0};
    int width = (int)strcspn(picture, "|"), x = 0, y = 0;
    chaser_clear_field(&b.field, width, (int)(strlen(picture) + 1) / (width + 1));
    for (const char *c = picture; *c; c++) {
        if (*c == '|')
            x = 0, y++;
        else
            draw_cell(&b, x++, y, *c);
    }
    b.width = (uint8_t)width;
    b.height = (uint8_t)(y + 1);
    return b;
}

/* What lies in the cells; players are left out. */
static inline void assert_cells(const struct chaser_board *b, const char *picture)
{
    char drawn[2048];
    struct text out = TEXT_ON(drawn);
    for (int y = 0; y < b->height; y++) {
        if (y > 0) text_char(&out, '|');
        for (int x = 0; x < b->width; x++) text_char(&out, ".?#o"[chaser_cell(&b->field, x, y)]);
    }
    assert_string_equal(drawn, picture);
}

static inline void assert_at(const struct chaser_board *b, int p, int x, int y)
{
    assert_int_equal(b->at[p].x, x);
    assert_int_equal(b->at[p].y, y);
}

static inline struct chaser game_on(const char *picture, int turns, bool official)
{
    struct chaser g;
    struct chaser_map map = {.board = board_of(picture), .turns = turns};
    chaser_start(&g, &map, official);
    return g;
}

/* ---- the typed core ---- */

static inline struct chaser_action action_of(const char *command)
{
    static const char words[] = "wlsp", directions[] = "urdl";
    const char *word = strchr(words, command[0]), *direction = strchr(directions, command[1]);
    assert_true(word && direction);
    return (struct chaser_action){(uint8_t)(word - words), (uint8_t)(direction - directions)};
}

/* ---- clients ---- */

/* What the actor is sent, without its CR LF. */
static inline void read_prompt(const struct chaser *g, char out[16])
{
    static const int64_t no_time[2] = {0, 0};
    struct text t = text_on(out, 16);
    game_chaser.prompt((const struct game_state *)g, g->actor, no_time, &t);
    assert_true(t.len > 2);
    assert_string_equal(out + t.len - 2, "\r\n");
    out[t.len - 2] = '\0';
}

static inline void assert_sent(const struct chaser *g, int p, const char *message)
{
    char sent[16];
    assert_int_equal(game_chaser.actors((const struct game_state *)g), 1u << p);
    read_prompt(g, sent);
    assert_string_equal(sent, message);
}

/* The actor fails, or says something that is no line at all. */
static inline void fail_with(struct chaser *g, enum reply_kind kind)
{
    struct game_reply reply[2] = {{.kind = REPLY_NONE}, {.kind = REPLY_NONE}};
    reply[g->actor].kind = kind;
    game_chaser.step(opaque(g), reply);
}

/* The actor sends these bytes, which are one answer. */
static inline enum parse_result say_bytes(struct chaser *g, const char *bytes, size_t len)
{
    struct chaser_action action = {0};
    struct game_reply reply[2] = {{.kind = REPLY_NONE}, {.kind = REPLY_NONE}};
    size_t used = 0;
    enum parse_result result =
        game_chaser.parse(opaque(g), g->actor, bytes, len, (struct game_action *)&action, &used);
    assert_int_not_equal(result, PARSE_MORE);
    assert_int_equal(used, len);
    reply[g->actor] = (struct game_reply){.kind = result == PARSE_OK ? REPLY_ACTION : REPLY_INVALID,
                                          .action = (const struct game_action *)&action};
    game_chaser.step(opaque(g), reply);
    return result;
}

static inline void say(struct chaser *g, const char *word)
{
    char buf[256];
    struct text line = TEXT_ON(buf);
    text_str(&line, word);
    text_str(&line, "\r\n");
    say_bytes(g, line.buf, line.len);
}

/* A whole action of the actor. */
static inline void act(struct chaser *g, const char *command)
{
    say(g, "gr");
    say(g, command);
    say(g, "#");
}

static inline struct game_status status_of(const struct chaser *g)
{
    struct game_status status;
    game_chaser.status((const struct game_state *)g, &status);
    return status;
}

static inline void assert_ended(const struct chaser *g, int winner, const char *reason,
                                int turns_left)
{
    struct game_status s = status_of(g);
    assert_true(s.over);
    assert_int_equal(s.winner, winner);
    assert_string_equal(s.reason, reason);
    assert_int_equal(g->turns_left, turns_left);
    assert_int_equal(s.turn, g->turns - turns_left);
}

static inline void assert_farewell(const struct chaser *g, int p, const char *message)
{
    char buf[16];
    struct text t = TEXT_ON(buf);
    game_chaser.farewell((const struct game_state *)g, p, &t);
    assert_string_equal(buf, message);
}

/* ---- data beside the project ---- */

/* A path below ../shared/golden/chaser; recorded data is not part of the project. */
static inline const char *golden_path(const char *name, char path[4096])
{
    const char *root = getenv("TAISEN_ROOT");
    snprintf(path, 4096, "%s/../shared/golden/chaser/%s", root ? root : ".", name);
    return path;
}

static inline const char *own_path(const char *name, char path[4096])
{
    const char *root = getenv("TAISEN_ROOT");
    snprintf(path, 4096, "%s/games/chaser/%s", root ? root : ".", name);
    return path;
}

/* The whole file, to be freed; NULL when it is not there. */
static inline char *read_whole(const char *path, size_t *len)
{
    enum { MOST = 1 << 22 };
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    char *bytes = malloc(MOST);
    assert_non_null(bytes);
    *len = fread(bytes, 1, MOST - 1, file);
    bytes[*len] = '\0';
    fclose(file);
    return bytes;
}
