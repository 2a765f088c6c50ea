/*
 * Helpers that the tests of CODE VS 5.0 share.
 *
 * Small fields are drawn as pictures, rows separated by '|': '.' floor, '#' rock, 'n' ninja, 's'
 * soul, a digit a dog with that id. A picture begins at cell (1,1); all around it is rock.
 */
#pragma once
#include "games/codevs5/codevs5.h"
#include "games/codevs5/codevs5_plain.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define GAME (&game_codevs5)

/* ---- pictures ---- */

static inline void draw_cell(struct codevs5_field *field, char c, int cell, int *ninjas)
{
    if (c != '#') board_remove(&field->rocks, cell);
    if (c == 's') board_add(&field->souls, cell);
    if (c != 'n') return;
    assert_true(*ninjas < CODEVS5_NINJAS);
    field->ninja[1] = (uint8_t)cell; /* a single ninja is both of them */
    field->ninja[(*ninjas)++] = (uint8_t)cell;
}

/* Dogs of the picture, in ascending order of id as a field wants them. */
static inline void draw_dogs(struct codevs5_field *field, const int dogs[10])
{
    for (int id = 0; id < 10; id++) {
        if (dogs[id] < 0) continue;
        codevs5_field_add_dog(field, id, dogs[id]);
        field->next_dog = (uint16_t)(id + 1);
    }
}

static inline struct codevs5_field draw(const char *picture)
{
    struct codevs5_field field = {.stream.word = CODEVS5_NO_STREAM};
    struct codevs5_board floor = codevs5_floor(&field);
    int row = 1, col = 1, ninjas = 0, dogs[10];
    for (int id = 0; id < 10; id++) dogs[id] = -1;
    field.rocks = floor;
    for (const char *c = picture; *c; c++) {
        if (*c == '|') {
            row++, col = 1;
            continue;
        }
        int cell = codevs5_cell(row, col++);
        draw_cell(&field, *c, cell, &ninjas);
        if (*c >= '0' && *c <= '9') dogs[*c - '0'] = cell;
    }
    draw_dogs(&field, dogs);
    return field;
}

static inline char look(const struct codevs5_field *field, int cell)
{
    int dog = plain_dog_on(field, cell);
    if (dog >= 0) return (char)('0' + field->dog_id[dog]);
    if (board_has(&field->rocks, cell)) return '#';
    if (field->ninja[0] == cell || field->ninja[1] == cell) return 'n';
    return board_has(&field->souls, cell) ? 's' : '.';
}

/* Dogs hide ninjas, ninjas hide souls. */
static inline void assert_looks_like(const struct codevs5_field *field, const char *picture)
{
    char drawn[CODEVS5_CELLS + CODEVS5_ROWS];
    struct text out = TEXT_ON(drawn);
    int row = 1, col = 1;
    for (const char *c = picture; *c; c++) {
        if (*c == '|') row++, col = 1;
        text_char(&out, *c == '|' ? '|' : look(field, codevs5_cell(row, *c == '|' ? 0 : col++)));
    }
    assert_string_equal(drawn, picture);
}

/* Both fields from pictures, enough nin-power for anything, no new souls. */
static inline struct codevs5_state draw_game(const char *a, const char *b)
{
    struct codevs5_state state;
    codevs5_generate(&state, 1);
    memcpy(state.cost, (uint8_t[]){4, 5, 6, 7, 1, 2, 3, 20}, sizeof state.cost);
    state.field[0] = draw(a);
    state.field[1] = draw(b);
    for (int p = 0; p < 2; p++) state.field[p].nin = 100;
    return state;
}

static inline struct game_state *edge(struct codevs5_state *state)
{
    return (struct game_state *)state;
}

static inline enum parse_result parse(const char *text, size_t len, struct codevs5_command *command,
                                      size_t *used)
{
    static struct codevs5_state any;
    return GAME->parse(edge(&any), 0, text, len, (struct game_action *)command, used);
}

static inline struct codevs5_command command_of(const char *text)
{
    struct codevs5_command command;
    size_t used;
    assert_int_equal(parse(text, strlen(text), &command, &used), PARSE_OK);
    assert_int_equal(used, strlen(text));
    return command;
}

static inline void play(struct codevs5_state *state, const char *a, const char *b)
{
    struct codevs5_command command[2] = {command_of(a), command_of(b)};
    struct game_reply reply[2];
    for (int p = 0; p < 2; p++)
        reply[p] = (struct game_reply){REPLY_ACTION, (const struct game_action *)&command[p]};
    GAME->step(edge(state), reply);
}

#define STAY "2\n\n\n"
#define BARE "n.........|.........."

/* What player p is sent, in a buffer that lasts until the next call. */
static inline const char *prompt_of(struct codevs5_state *state, int p, int64_t left_ms)
{
    static char buf[16 * 1024];
    struct text out = TEXT_ON(buf);
    int64_t left[2] = {left_ms, left_ms};
    GAME->prompt(edge(state), p, left, &out);
    assert_false(out.cut);
    return buf;
}
