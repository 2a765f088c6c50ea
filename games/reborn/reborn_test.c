/* The rules of CODE VS Reborn: each paragraph of RULES.md and the worked examples of the rulebook.
 */
#include "games/reborn/reborn_testkit.h"

#include "base/hash.h"
#include "base/scan.h"

#include <jansson.h>
#include <stdio.h>

static const int64_t full_time[2] = {180000, 180000};

/* ---- helpers ---- */

/* A field from its columns, each from the floor, X for ojama; "-" is an empty column. */
static struct reborn_field field_of(const char *columns)
{
    struct reborn_field f = {0};
    struct scan rest = scan_str(columns), word;
    for (int col = 0; scan_word(&rest, &word); col++)
        for (const char *at = word.at; at < word.end && *at != '-'; at++)
            reborn_push(&f, col, *at == 'X' ? REBORN_OJAMA : *at - '0');
    return f;
}

static void write_field(const struct reborn_field *f, struct text *out)
{
    for (int col = 0; col < REBORN_COLS; col++) {
        if (col > 0) text_char(out, ' ');
        if (reborn_height(f, col) == 0) text_char(out, '-');
        for (int row = 0; row < reborn_height(f, col); row++) {
            int value = reborn_cell(f, col, row);
            text_char(out, value == REBORN_OJAMA ? 'X' : (char)('0' + value));
        }
    }
}

static void assert_field(const struct reborn_field *f, const char *columns)
{
    char buf[256];
    struct text t = TEXT_ON(buf);
    write_field(f, &t);
    assert_string_equal(buf, columns);
}

static const char empty_field[] = "- - - - - - - - - -";

static struct reborn_pack pack_of(int a, int b, int c, int d)
{
    return (struct reborn_pack){{(uint8_t)a, (uint8_t)b, (uint8_t)c, (uint8_t)d}};
}

static struct reborn game_with(struct reborn_pack pack)
{
    struct reborn g;
    struct reborn_pack packs[2] = {pack, pack};
    reborn_start(&g, packs, 2, 2);
    return g;
}

static void set_side(struct reborn_side *side, const char *columns, int gauge, int stock, int score)
{
    side->field = field_of(columns);
    side->gauge = gauge;
    side->stock = stock;
    side->score = score;
}

static void assert_side(const struct reborn_side *side, int gauge, int stock, int score)
{
    assert_int_equal(side->gauge, gauge);
    assert_int_equal(side->stock, stock);
    assert_int_equal(side->score, score);
}

/* Lets a field vanish on its own: a pack without blocks is dropped. */
static struct reborn_result settle(struct reborn_field *f)
{
    return reborn_drop(f, pack_of(0, 0, 0, 0), 0, 0);
}

/* ---- RULES 3: packs ---- */

static void example_1_packs_fall_rotate_and_vanish(void **state)
{
    (void)state;
    struct reborn g = game_with(pack_of(9, 8, 9, 2));
    play(&g, "0 0", "4 1");
    assert_field(&g.side[0].field, "99 - - - - - - - - -");
    assert_field(&g.side[1].field, "- - - - 9 9 - - - -");
    for (int p = 0; p < 2; p++) {
        assert_side(&g.side[p], 8, 0, 1);
        assert_int_equal(g.side[p].last.chain, 1);
        assert_int_equal(g.side[p].last.attack, 0);
    }
}

static void example_2_blocks_fall_through_the_empty_cell(void **state)
{
    (void)state;
    static const char *const after[REBORN_ROTATIONS] = {
        "- - - 2229 35 - - - - -", "- - - 2223 59 - - - - -", "- - - 22253 9 - - - - -",
        "- - - 22295 3 - - - - -"};
    for (int r = 0; r < REBORN_ROTATIONS; r++) {
        struct reborn_field f = field_of("- - - 222 - - - - - -");
        struct reborn_result result = reborn_drop(&f, pack_of(9, 5, 0, 3), 3, r);
        assert_field(&f, after[r]);
        assert_int_equal(result.chain, 0);
    }
}

static void packs_of_four_turn_clockwise(void **state)
{
    (void)state;
    static const char *const after[REBORN_ROTATIONS] = {
        "- - - - - - - - 31 42", "- - - - - - - - 43 21", "- - - - - - - - 24 13",
        "- - - - - - - - 12 34"};
    for (int r = 0; r < REBORN_ROTATIONS; r++) {
        struct reborn_field f = field_of(empty_field);
        reborn_drop(&f, pack_of(1, 2, 3, 4), 8, r);
        assert_field(&f, after[r]);
    }
}

/* ---- RULES 4: a turn ---- */

static const char five_steps[] = "- - - - - 9411 7238 7 - -";

static void example_3_a_chain_of_five(void **state)
{
    (void)state;
    struct reborn g = game_with(pack_of(6, 3, 8, 0));
    set_side(&g.side[0], five_steps, 96, 0, 20);
    set_side(&g.side[1], "1 - - - - - - - - -", 30, 7, 11);
    play(&g, "4 0", "7 0");
    assert_field(&g.side[0].field, "- - - - 8 1 - - - -");
    assert_side(&g.side[0], 100, 0, 29);
    assert_side(&g.side[1], 8, 11, 11);
    assert_int_equal(g.side[0].last.chain, 5);
    assert_int_equal(g.side[0].last.gain, 9);
    assert_int_equal(g.side[0].last.attack, 4);
    play(&g, "0 0", "7 0");
    assert_int_equal(g.side[1].last.dropped, 10);
    assert_int_equal(g.side[1].stock, 1);
}

static void example_4_an_ojama_row_breaks_the_chain(void **state)
{
    (void)state;
    struct reborn g = game_with(pack_of(6, 3, 8, 0));
    set_side(&g.side[0], five_steps, 40, 25, 20);
    set_side(&g.side[1], "4 - - - - - - - - -", 96, 0, 11);
    play(&g, "4 0", "0 0");
    assert_field(&g.side[0].field, "X X X X X8 1X3 7238X 7X X X");
    assert_side(&g.side[0], 48, 14, 22);
    assert_side(&g.side[1], 96, 0, 11);
    assert_int_equal(g.side[0].last.chain, 2);
    assert_int_equal(g.side[0].last.dropped, 10);
}

static void an_ojama_row_falls_only_when_whole(void **state)
{
    (void)state;
    struct reborn g = game_with(pack_of(1, 1, 0, 1));
    set_side(&g.side[0], empty_field, 0, 9, 0);
    play(&g, "0 0", "0 0");
    assert_int_equal(g.side[0].last.dropped, 0);
    assert_int_equal(g.side[0].stock, 9);
    g.side[0].stock = 10;
    play(&g, "0 0", "0 0");
    assert_int_equal(g.side[0].last.dropped, 10);
    assert_int_equal(g.side[0].stock, 0);
    assert_field(&g.side[0].field, "1X1 11X11 X X X X X X X X");
}

static void one_ojama_row_a_turn_however_large_the_stock(void **state)
{
    (void)state;
    struct reborn g = game_with(pack_of(1, 1, 0, 1));
    set_side(&g.side[0], empty_field, 0, 500, 0);
    play(&g, "8 0", "0 0");
    assert_field(&g.side[0].field, "X X X X X X X X X1 X11");
    assert_int_equal(g.side[0].stock, 490);
}

static void gauge_is_cut_at_the_top_before_the_loss(void **state)
{
    (void)state;
    struct reborn g = game_with(pack_of(6, 3, 8, 0));
    set_side(&g.side[0], five_steps, 0, 0, 0);
    set_side(&g.side[1], "4 - - - - - - - - -", 96, 0, 0);
    play(&g, "4 0", "0 1"); /* five steps against 4 + 6: 96 + 8 is cut to 100, less 22 */
    assert_int_equal(g.side[1].last.chain, 1);
    assert_int_equal(g.side[1].gauge, 78);
}

static void gauge_loss_begins_with_three_steps(void **state)
{
    (void)state;
    static const int loss[] = {0, 0, 0, 18, 20, 22, 24, 26, 28, 30, 32};
    for (int steps = 0; steps < (int)LENGTH(loss); steps++)
        assert_int_equal(reborn_gauge_loss(steps), loss[steps]);
    assert_int_equal(reborn_gauge_loss(30), 72);
}

static void gauge_never_goes_below_zero(void **state)
{
    (void)state;
    struct reborn g = game_with(pack_of(6, 3, 8, 0));
    set_side(&g.side[0], five_steps, 0, 0, 0);
    set_side(&g.side[1], empty_field, 10, 0, 0);
    play(&g, "4 0", "0 0");
    assert_int_equal(g.side[1].gauge, 0);
}

static void stocks_are_offset_against_each_other(void **state)
{
    (void)state;
    struct reborn g = game_with(pack_of(6, 3, 8, 0));
    set_side(&g.side[0], five_steps, 0, 3, 0);
    set_side(&g.side[1], five_steps, 0, 0, 0);
    play(&g, "4 0", "4 0");
    assert_int_equal(g.side[0].stock, 3);
    assert_int_equal(g.side[1].stock, 0);
}

/* ---- RULES 5: vanishing ---- */

static bool adds_up(int a, int b)
{
    return a + b == 10 && a != REBORN_OJAMA && b != REBORN_OJAMA;
}

/* Two blocks beside each other, over each other and corner to corner, on feet of ojama. */
static void check_pair(int a, int b)
{
    static const struct {
        int cols[2], rows[2];
    } places[] = {{{2, 2}, {0, 1}}, {{3, 4}, {0, 0}}, {{3, 4}, {1, 2}}, {{7, 8}, {1, 0}}};
    for (size_t i = 0; i < LENGTH(places); i++) {
        struct reborn_field f = {0};
        for (int k = 0; k < 2; k++) {
            while (reborn_height(&f, places[i].cols[k]) < places[i].rows[k])
                reborn_push(&f, places[i].cols[k], REBORN_OJAMA);
            reborn_push(&f, places[i].cols[k], k == 0 ? a : b);
        }
        assert_int_equal(settle(&f).chain, adds_up(a, b) ? 1 : 0);
    }
}

static void touching_blocks_vanish_when_they_add_up_to_ten(void **state)
{
    (void)state;
    for (int a = 1; a <= REBORN_OJAMA; a++)
        for (int b = 1; b <= REBORN_OJAMA; b++)
            if (a != 10 && b != 10) check_pair(a, b);
}

static void a_block_may_be_in_several_pairs_and_all_go_at_once(void **state)
{
    (void)state;
    struct reborn_field f = field_of("1 9 1 - - 55 5 - 28 -");
    assert_int_equal(settle(&f).chain, 1);
    assert_field(&f, empty_field);
}

static void walls_and_gaps_keep_blocks_apart(void **state)
{
    (void)state;
    struct reborn_field f = field_of("1 X 9 X 1 X X X X 9");
    assert_int_equal(settle(&f).chain, 0);
    f = field_of("1 - - - 9 - - - 1 9"); /* columns 0, 4 and 8 share a word; 8 and 9 touch */
    assert_int_equal(settle(&f).chain, 1);
    assert_field(&f, "1 - - - 9 - - - - -");
}

static void rows_above_the_danger_line_take_part(void **state)
{
    (void)state;
    struct reborn_field f = field_of("1111111111111111X XXXXXXXXXXXXXXXXX - - - - - - - -");
    struct reborn_result result = reborn_drop(&f, pack_of(4, 7, 3, 6), 0, 0);
    assert_int_equal(result.chain, 1);
    assert_int_equal(result.height, 17);
}

static void chain_points_are_those_of_the_rulebook(void **state)
{
    (void)state;
    static const struct {
        int steps;
        int64_t points, ojama;
    } rows[] = {{0, 0, 0},      {1, 1, 0},        {2, 2, 1},        {3, 4, 2},      {4, 6, 3},
                {5, 9, 4},      {6, 13, 6},       {7, 19, 9},       {8, 27, 13},    {9, 37, 18},
                {10, 50, 25},   {11, 67, 33},     {12, 90, 45},     {13, 120, 60},  {14, 159, 79},
                {15, 210, 105}, {16, 276, 138},   {17, 362, 181},   {18, 474, 237}, {19, 620, 310},
                {20, 810, 405}, {25, 3042, 1521}, {30, 11335, 5667}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct reborn_result result = {.chain = rows[i].steps};
        assert_int_equal(reborn_points(result), rows[i].points);
        assert_int_equal(reborn_attack(result), rows[i].ojama);
    }
}

/* Long integers for the exact tests: little-endian words below 2^32. */
enum { LONG_WORDS = 20 };
struct longint {
    uint32_t word[LONG_WORDS];
};

static struct longint long_times(struct longint a, uint32_t factor)
{
    uint64_t carry = 0;
    for (int i = 0; i < LONG_WORDS; i++) {
        carry += (uint64_t)a.word[i] * factor;
        a.word[i] = (uint32_t)carry;
        carry >>= 32;
    }
    assert_int_equal(carry, 0);
    return a;
}

static struct longint long_power(uint32_t base, int exponent)
{
    struct longint a = {{1}};
    while (exponent-- > 0) a = long_times(a, base);
    return a;
}

static bool long_less(const struct longint *a, const struct longint *b)
{
    for (int i = LONG_WORDS - 1; i >= 0; i--)
        if (a->word[i] != b->word[i]) return a->word[i] < b->word[i];
    return false;
}

/* n * 10^i for an n of 64 bits. */
static struct longint long_scaled(uint64_t n, int i)
{
    struct longint a = {{(uint32_t)n, (uint32_t)(n >> 32)}};
    while (i-- > 0) a = long_times(a, 10);
    return a;
}

static void chain_points_are_exact_powers(void **state)
{
    (void)state;
    for (int i = 1; i <= REBORN_CHAIN_MAX; i++) {
        uint64_t step = (uint64_t)(reborn_chain_points(i) - reborn_chain_points(i - 1));
        struct longint power = long_power(13, i);
        struct longint least = long_scaled(step, i), beyond = long_scaled(step + 1, i);
        assert_false(long_less(&power, &least));
        assert_true(long_less(&power, &beyond));
    }
}

/* ---- RULES 6: the skill ---- */

static void example_5_the_skill(void **state)
{
    (void)state;
    struct reborn g = game_with(pack_of(2, 8, 0, 7));
    set_side(&g.side[0], "- - - - 7 1793 6663 5 X -", 88, 12, 50);
    set_side(&g.side[1], empty_field, 92, 3, 60);
    play(&g, "S", "0 0");
    assert_field(&g.side[0].field, "X X X X X X 6X X XX X");
    assert_side(&g.side[0], 8, 0, 83);
    assert_field(&g.side[1].field, "- 7 - - - - - - - -");
    assert_side(&g.side[1], 82, 17, 61);
    assert_int_equal(g.side[0].last.blast, 3);
    assert_int_equal(g.side[0].last.chain, 3);
    assert_int_equal(g.side[0].last.gain, 33);
    assert_int_equal(g.side[0].last.attack, 16);
}

static void skill_needs_a_gauge_of_eighty(void **state)
{
    (void)state;
    for (int gauge = 79; gauge <= 80; gauge++) {
        struct reborn g = game_with(pack_of(1, 1, 1, 0));
        g.side[1].gauge = gauge;
        play(&g, "0 0", "S");
        assert_int_equal(status_of(&g).over, gauge < 80);
        assert_int_equal(status_of(&g).winner, gauge < 80 ? 0 : -1);
    }
}

static void skill_without_a_five_only_costs_the_gauge(void **state)
{
    (void)state;
    struct reborn g = game_with(pack_of(1, 1, 1, 0));
    set_side(&g.side[0], "1 2 X - - - - - - -", 100, 0, 7);
    play(&g, "S", "0 0");
    assert_field(&g.side[0].field, "1 2 X - - - - - - -");
    assert_side(&g.side[0], 0, 0, 7);
    assert_int_equal(g.side[0].last.blast, 0);
    play(&g, "0 0", "0 0");
    assert_int_equal(g.turn, 2); /* the pack of the skill's turn was thrown away */
}

static void blast_takes_eight_neighbours_once_and_spares_ojama(void **state)
{
    (void)state;
    struct reborn_field f = field_of("111 151 5X1 22 33 - - - - 5");
    struct reborn_result result = reborn_blast(&f);
    assert_int_equal(result.blast, 11); /* nine round the first 5 but the ojama, 22, the last 5 */
    assert_field(&f, "- - X - 33 - - - - -");
}

static void blast_points_are_those_of_the_rulebook(void **state)
{
    (void)state;
    static const struct {
        int blocks;
        int64_t points, ojama;
    } rows[] = {
        {0, 0, 0},      {1, 26, 13},     {2, 28, 14},          {3, 29, 14},    {4, 31, 15},
        {5, 33, 16},    {6, 35, 17},     {7, 37, 18},          {8, 39, 19},    {9, 42, 21},
        {10, 44, 22},   {11, 47, 23},    {12, 50, 25},         {13, 52, 26},   {14, 56, 28},
        {15, 59, 29},   {16, 62, 31},    {17, 66, 33},         {18, 70, 35},   {19, 74, 37},
        {20, 79, 39},   {21, 84, 42},    {22, 89, 44},         {23, 94, 47},   {24, 100, 50},
        {25, 105, 52},  {30, 141, 70},   {36, 200, 100},       {40, 251, 125}, {48, 400, 200},
        {60, 800, 400}, {72, 1600, 800}, {160, 258031, 129015}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct reborn_result result = {.blast = rows[i].blocks};
        assert_int_equal(reborn_points(result), rows[i].points);
        assert_int_equal(reborn_attack(result), rows[i].ojama);
    }
}

/* s is right when s^12 <= 25^12 * 2^b < (s + 1)^12. */
static void blast_points_are_exact_powers(void **state)
{
    (void)state;
    struct longint limit = long_power(25, 12);
    for (int b = 1; b <= REBORN_BLAST_MAX; b++) {
        limit = long_times(limit, 2);
        uint32_t points = (uint32_t)reborn_blast_points(b);
        struct longint least = long_power(points, 12), beyond = long_power(points + 1, 12);
        assert_false(long_less(&limit, &least));
        assert_true(long_less(&limit, &beyond));
    }
}

static void halves_of_a_skill_are_rounded_on_their_own(void **state)
{
    (void)state;
    struct reborn_result result = {.blast = 3, .chain = 1}; /* 29 and 1 */
    assert_int_equal(reborn_points(result), 30);
    assert_int_equal(reborn_attack(result), 14);
}

/* ---- RULES 7: the end ---- */

static void example_6_the_danger_line_counts_when_the_chain_is_over(void **state)
{
    (void)state;
    struct reborn g = game_with(pack_of(3, 0, 7, 8));
    set_side(&g.side[0], "1111111111111111 - - - - - - - - -", 0, 0, 0);
    play(&g, "0 0", "0 0");
    assert_int_equal(g.side[0].last.chain, 1);
    assert_false(status_of(&g).over);

    g = game_with(pack_of(3, 0, 3, 8));
    set_side(&g.side[0], "111111111111111 - - - - - - - - -", 0, 0, 0);
    play(&g, "0 0", "0 0");
    assert_true(status_of(&g).over);
    assert_int_equal(status_of(&g).winner, 1);
    assert_string_equal(status_of(&g).reason, "danger line");
    assert_true(g.side[0].last.dead);
    assert_field(&g.side[0].field, "11111111111111133 8 - - - - - - - -");
    assert_int_equal(game_reborn.actors(opaque(&g)), 0);
}

static void an_ojama_row_alone_does_not_kill(void **state)
{
    (void)state;
    struct reborn g = game_with(pack_of(0, 0, 9, 0));
    set_side(&g.side[0], "XXXXXXXXXXXXXXX1 XXXXXXXXXXXXXXX - - - - - - - -", 0, 10, 0);
    play(&g, "1 0", "0 0"); /* the row lies in row 17 of column 0 until 9 and 1 vanish under it */
    assert_int_equal(g.side[0].last.dropped, 10);
    assert_int_equal(g.side[0].last.chain, 1);
    assert_int_equal(reborn_height(&g.side[0].field, 0), 16);
    assert_false(status_of(&g).over);
}

static const char too_high[] = "1111111111111111 - - - - - - - - -";

static void endings_follow_the_table(void **state)
{
    (void)state;
    static const struct {
        const char *field[2];
        int score[2];
        const char *command[2];
        int winner;
        const char *reason;
    } cases[] = {
        {{too_high, empty_field}, {9, 0}, {"0 0", "0 0"}, 1, "danger line"},
        {{too_high, too_high}, {9, 0}, {"0 0", "0 0"}, 0, "danger line"},
        {{too_high, too_high}, {0, 9}, {"0 0", "0 0"}, 1, "danger line"},
        {{too_high, too_high}, {9, 9}, {"0 0", "0 0"}, -1, "danger line"},
        {{empty_field, empty_field}, {0, 9}, {"0 0", NULL}, 0, "time"},
        {{empty_field, empty_field}, {0, 9}, {NULL, NULL}, 1, "time"},
        {{empty_field, empty_field}, {9, 9}, {NULL, NULL}, -1, "time"},
        {{empty_field, empty_field}, {9, 0}, {"x", "0 0"}, 1, "invalid"},
        {{empty_field, empty_field}, {9, 0}, {"0 0", "gone"}, 0, "invalid"},
        {{empty_field, empty_field}, {9, 0}, {"x", "gone"}, -1, "invalid"},
        {{empty_field, empty_field}, {9, 0}, {"x", NULL}, -1, "time and invalid"},
        {{empty_field, empty_field}, {9, 0}, {NULL, "x"}, -1, "time and invalid"},
        {{too_high, empty_field}, {9, 0}, {"0 0", "x"}, 0, "invalid"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct reborn g = game_with(pack_of(1, 1, 1, 1));
        for (int p = 0; p < 2; p++)
            set_side(&g.side[p], cases[i].field[p], 0, 0, cases[i].score[p]);
        play(&g, cases[i].command[0], cases[i].command[1]);
        assert_true(status_of(&g).over);
        assert_int_equal(status_of(&g).winner, cases[i].winner);
        assert_string_equal(status_of(&g).reason, cases[i].reason);
    }
}

static void points_of_the_last_turn_count_at_the_danger_line(void **state)
{
    (void)state;
    struct reborn g = game_with(pack_of(1, 9, 2, 9));
    set_side(&g.side[0], "3333333333333333 - - - - - - - - -", 0, 0, 5);
    set_side(&g.side[1], "3333333333333333 3333333333333333 - - - - - - - -", 0, 0, 5);
    play(&g, "0 0", "0 0");
    assert_true(g.side[0].last.dead && g.side[1].last.dead);
    assert_int_equal(g.side[1].score, 6);
    assert_int_equal(status_of(&g).winner, 1);
}

static void nothing_is_played_when_a_command_is_illegal(void **state)
{
    (void)state;
    struct reborn g = game_with(pack_of(1, 9, 1, 9));
    set_side(&g.side[0], empty_field, 10, 20, 30);
    play(&g, "0 0", "9 0");
    assert_field(&g.side[0].field, empty_field);
    assert_side(&g.side[0], 10, 20, 30);
    assert_int_equal(status_of(&g).turn, 0);
    assert_int_equal(g.side[0].last.error, REBORN_NO_ERROR);
    assert_int_equal(g.side[1].last.error, REBORN_INVALID);
}

static void the_higher_score_wins_after_the_last_turn(void **state)
{
    (void)state;
    static const int winners[3] = {0, -1, 1};
    for (int lead = 0; lead < 3; lead++) {
        struct reborn g = game_with(pack_of(1, 1, 1, 0));
        g.side[0].score = 1;
        g.side[1].score = lead;
        play(&g, "0 0", "0 0");
        assert_false(status_of(&g).over);
        play(&g, "0 0", "0 0");
        assert_true(status_of(&g).over);
        assert_string_equal(status_of(&g).reason, "turns");
        assert_int_equal(status_of(&g).winner, winners[lead]);
        assert_int_equal(status_of(&g).turn, 2);
    }
}

static void the_danger_line_comes_before_the_last_turn(void **state)
{
    (void)state;
    struct reborn g = game_with(pack_of(1, 1, 1, 0));
    g.turns = 1;
    set_side(&g.side[0], too_high, 0, 0, 100);
    play(&g, "0 0", "0 0");
    assert_string_equal(status_of(&g).reason, "danger line");
    assert_int_equal(status_of(&g).winner, 1);
}

static void topped_out_is_what_people_read_and_older_records_agree(void **state)
{
    (void)state;
    struct reborn g = game_with(pack_of(1, 1, 1, 0));
    set_side(&g.side[0], too_high, 0, 0, 0);
    play(&g, "0 0", "0 0");
    struct game_status s = status_of(&g);
    assert_string_equal(game_reason(&s), "topped out");
    assert_true(game_reason_is(&s, "danger line"));
    assert_false(game_reason_is(&s, "turns"));
}

static void a_program_that_fails_before_turn_0_loses(void **state)
{
    (void)state;
    struct reborn g = game_with(pack_of(1, 1, 1, 0));
    const struct game_reply reply[2] = {{.kind = REPLY_INVALID}, {.kind = REPLY_NONE}};
    game_reborn.step(opaque(&g), reply);
    assert_int_equal(status_of(&g).winner, 1);
}

/* ---- RULES 8: texts ---- */

static void names_must_not_be_empty_or_hold_forbidden_letters(void **state)
{
    (void)state;
    static const char forbidden[] = "\\/:*?\"<>|";
    char buf[100], name[] = "my bot";
    struct text why = TEXT_ON(buf);
    assert_true(game_reborn.name_ok(name, &why));
    assert_true(game_reborn.name_ok("対戦 ", &why));
    assert_int_equal(why.len, 0);
    assert_false(game_reborn.name_ok("", &why));
    assert_true(why.len > 0);
    for (const char *at = forbidden; *at; at++) {
        name[2] = *at;
        assert_false(game_reborn.name_ok(name, &why));
    }
}

static void the_texts_are_those_of_the_original(void **state)
{
    (void)state;
    static const char expected[] = "0\n170000\n12\n88\n50\n"
                                   "0 0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0 0\n"
                                   "0 0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0 0\n"
                                   "0 0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0 0\n"
                                   "0 0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0 0\n"
                                   "0 0 0 0 0 3 3 0 0 0\n0 0 0 0 0 9 6 0 0 0\n0 0 0 0 0 7 6 0 0 0\n"
                                   "0 0 0 0 7 1 6 5 11 0\nEND\n165000\n3\n92\n60\n";
    static const int64_t left_ms[2] = {165000, 170000};
    struct reborn g = game_with(pack_of(2, 8, 0, 7));
    set_side(&g.side[1], "- - - - 7 1793 6663 5 X -", 88, 12, 50);
    set_side(&g.side[0], empty_field, 92, 3, 60);
    char buf[8192];
    struct text t = TEXT_ON(buf);
    game_reborn.prompt(opaque(&g), 1, left_ms, &t);
    assert_memory_equal(buf, expected, sizeof expected - 1);
    text_clear(&t);
    game_reborn.greet(opaque(&g), 1, &t);
    assert_memory_equal(buf, "2 8\n0 7\nEND\n2 8\n0 7\nEND\n0 0\n", 28);
    assert_int_equal(t.len, 500 * 12);
    text_clear(&t);
    game_reborn.farewell(opaque(&g), 1, &t);
    assert_int_equal(t.len, 0);
}

static void answers_are_read_as_the_rulebook_says(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        enum parse_result result;
        struct reborn_action action;
    } cases[] = {
        {"0 0\n", PARSE_OK, {.col = 0}},
        {"8 3\r\n", PARSE_OK, {.col = 8, .rotation = 3}},
        {" \t05  1\t \n", PARSE_OK, {.col = 5, .rotation = 1}},
        {"S\n", PARSE_OK, {.skill = 1}},
        {"\t S \r\n", PARSE_OK, {.skill = 1}},
        {"\n", PARSE_INVALID, {0}},
        {"   \n", PARSE_INVALID, {0}},
        {"9 0\n", PARSE_INVALID, {0}},
        {"0 4\n", PARSE_INVALID, {0}},
        {"-1 0\n", PARSE_INVALID, {0}},
        {"+1 0\n", PARSE_INVALID, {0}},
        {"1.0 2\n", PARSE_INVALID, {0}},
        {"0x1 0\n", PARSE_INVALID, {0}},
        {"1\n", PARSE_INVALID, {0}},
        {"2 1 0\n", PARSE_INVALID, {0}},
        {"s\n", PARSE_INVALID, {0}},
        {"S 1\n", PARSE_INVALID, {0}},
        {"SS\n", PARSE_INVALID, {0}},
        {"18446744073709551616 0\n", PARSE_INVALID, {0}},
        {"1 0\r\r\n", PARSE_INVALID, {0}},
        {"", PARSE_MORE, {0}},
        {"1 0", PARSE_MORE, {0}},
        {"S\r", PARSE_MORE, {0}},
    };
    struct reborn g = game_with(pack_of(1, 1, 1, 0));
    struct reborn_action skill;
    size_t all;
    assert_int_equal(game_reborn.parse(opaque(&g), 0, "S\n", 2, (void *)&skill, &all),
                     PARSE_INVALID);
    g.side[0].gauge = 80;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct reborn_action action;
        size_t used = 0, len = strlen(cases[i].line);
        enum parse_result result =
            game_reborn.parse(opaque(&g), 0, cases[i].line, len, (void *)&action, &used);
        assert_int_equal(result, cases[i].result);
        if (result != PARSE_MORE) assert_int_equal(used, len);
        if (result == PARSE_OK) assert_memory_equal(&action, &cases[i].action, sizeof action);
    }
}

static void lines_printed_ahead_are_taken_one_a_turn(void **state)
{
    (void)state;
    struct reborn g = game_with(pack_of(1, 1, 1, 0));
    struct reborn_action action;
    size_t used = 0;
    assert_int_equal(game_reborn.parse(opaque(&g), 0, "1 2\nS\n", 6, (void *)&action, &used),
                     PARSE_OK);
    assert_int_equal(used, 4);
}

static void every_action_is_read_back_as_it_was_written(void **state)
{
    (void)state;
    struct reborn g = game_with(pack_of(1, 1, 1, 0));
    struct reborn_action actions[REBORN_ACTIONS], back;
    g.side[1].gauge = 80;
    assert_int_equal(reborn_list(&g, 0, actions), 36);
    assert_int_equal(reborn_list(&g, 1, actions), 37);
    for (int i = 0; i < REBORN_ACTIONS; i++) {
        char line[32];
        struct text t = TEXT_ON(line);
        size_t used = 0;
        game_reborn.format(opaque(&g), 1, (const void *)&actions[i], &t);
        for (size_t len = 0; len < t.len; len++)
            assert_int_equal(game_reborn.parse(opaque(&g), 1, line, len, (void *)&back, &used),
                             PARSE_MORE);
        assert_int_equal(game_reborn.parse(opaque(&g), 1, line, t.len, (void *)&back, &used),
                         PARSE_OK);
        assert_memory_equal(&back, &actions[i], sizeof back);
        assert_true(reborn_is_legal(&g, 1, back));
        for (int j = 0; j < i; j++) assert_memory_not_equal(&actions[i], &actions[j], sizeof back);
    }
}

static void list_counts_all_but_writes_at_most_cap(void **state)
{
    (void)state;
    struct reborn g = game_with(pack_of(1, 1, 1, 0));
    struct reborn_action actions[3] = {{0}, {0}, {.col = 99}};
    assert_int_equal(game_reborn.list(opaque(&g), 0, (void *)actions, 2), 36);
    assert_int_equal(actions[2].col, 99);
}

static void samples_are_legal_and_reach_every_action(void **state)
{
    (void)state;
    struct reborn g = game_with(pack_of(1, 1, 1, 0));
    struct rng rng = {7};
    for (int gauge = 79; gauge <= 80; gauge++) {
        int seen[REBORN_PACK_COLS][REBORN_ROTATIONS] = {{0}}, skills = 0, missed = 0;
        g.side[0].gauge = gauge;
        for (int i = 0; i < 5000; i++) {
            struct reborn_action action;
            game_reborn.sample(opaque(&g), 0, &rng, (void *)&action);
            assert_true(reborn_is_legal(&g, 0, action));
            if (action.skill)
                skills++;
            else
                seen[action.col][action.rotation]++;
        }
        for (int col = 0; col < REBORN_PACK_COLS; col++)
            for (int r = 0; r < REBORN_ROTATIONS; r++) missed += seen[col][r] < 70;
        assert_int_equal(missed, 0); /* 135 expected of each */
        assert_int_equal(skills > 70, gauge == 80);
    }
}

static size_t write_all(const struct reborn *g, int p, char *buf, size_t cap)
{
    struct text t = text_on(buf, cap);
    game_reborn.greet((const struct game_state *)g, p, &t);
    game_reborn.prompt((const struct game_state *)g, p, full_time, &t);
    assert_false(t.cut);
    return t.len;
}

static void perceiving_is_the_inverse_of_the_texts(void **state)
{
    (void)state;
    char buf[16384], again[16384];
    struct reborn g, seen;
    struct game_self self;
    size_t used = 0;
    assert_true(game_reborn.init(opaque(&g), &(struct game_setup){.seed = 5}, NULL));
    play(&g, "3 1", "4 2");
    set_side(&g.side[1], "1X - - - 9123456789123456 - - X 1 2", 73, 1234567890, 77);
    size_t len = write_all(&g, 1, buf, sizeof buf);
    memset(&seen, 0, sizeof seen);
    for (size_t part = 0; part < len; part += 37)
        assert_int_equal(game_reborn.perceive(opaque(&seen), &self, buf, part, &used), PARSE_MORE);
    assert_int_equal(game_reborn.perceive(opaque(&seen), &self, buf, len, &used), PARSE_OK);
    assert_int_equal(used, len);
    assert_int_equal(self.left_ms[self.player], 180000);
    assert_int_equal(write_all(&seen, self.player, again, sizeof again), len);
    assert_memory_equal(again, buf, len);
    assert_memory_equal(&seen.side[0].field, &g.side[1].field, sizeof(struct reborn_field));

    struct text t = TEXT_ON(buf); /* the next prompt comes without packs */
    play(&g, "0 0", "0 0");
    game_reborn.prompt(opaque(&g), 1, full_time, &t);
    assert_int_equal(game_reborn.perceive(opaque(&seen), &self, buf, t.len, &used), PARSE_OK);
    assert_int_equal(seen.turn, 2);
    assert_memory_equal(seen.packs, g.packs, sizeof g.packs);
}

static void input_that_is_no_field_is_not_perceived(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to;
    } changes[] = {{"\n5 0 0 0 0 0 0 0 0 0\nEND", "\n10 0 0 0 0 0 0 0 0 0\nEND"},
                   {"\n5 0 0 0 0 0 0 0 0 0\nEND", "\n0 0 0 0 0 0 0 0 0 0\nEND"},
                   {"\n5 0 0 0 0 0 0 0 0 0\nEND", "\n5 0 0 0 0 0 0 0 0\nEND"},
                   {"\nEND", "\nEnd"},
                   {"\n33\n", "\n101\n"},
                   {"\n33\n", "\n-1\n"}};
    for (size_t i = 0; i < LENGTH(changes); i++) {
        struct reborn g = game_with(pack_of(1, 1, 1, 0)), seen = g;
        struct game_self self;
        char buf[4096], bad[4096];
        size_t used = 0;
        set_side(&g.side[0], "51 - - - - - - - - -", 33, 0, 0);
        struct text t = TEXT_ON(buf);
        game_reborn.prompt(opaque(&g), 0, full_time, &t);
        const char *at = strstr(buf, changes[i].from);
        assert_non_null(at);
        struct text b = TEXT_ON(bad);
        text_bytes(&b, buf, (size_t)(at - buf));
        text_str(&b, changes[i].to);
        text_str(&b, at + strlen(changes[i].from));
        struct reborn before = seen;
        assert_int_equal(game_reborn.perceive(opaque(&seen), &self, bad, b.len, &used),
                         PARSE_INVALID);
        assert_true(used > 0);
        assert_memory_equal(&seen, &before, sizeof seen);
    }
}

static void frames_are_json_objects_on_one_line(void **state)
{
    (void)state;
    struct reborn g = game_with(pack_of(6, 3, 8, 0));
    set_side(&g.side[0], five_steps, 96, 0, 20);
    play(&g, "4 0", "x");
    char buf[8192];
    struct text t = TEXT_ON(buf);
    game_reborn.frame(opaque(&g), &t);
    assert_null(strchr(buf, '\n'));
    json_t *frame = json_loads(buf, 0, NULL);
    assert_true(json_is_object(frame));
    assert_string_equal(json_string_value(json_object_get(frame, "reason")), "invalid");
    json_decref(frame);
}

/* ---- RULES 10, 11: setup and packs ---- */

static void packs_have_the_mixture_of_the_text_or_of_the_client(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct reborn_pack packs[REBORN_TURNS];
        reborn_deal(packs, seed, REBORN_MIX_TEXT);
        struct mixture m = mixture_of(packs);
        assert_mixture(&m, 180, 120, any_gap);
        reborn_deal(packs, seed, REBORN_MIX_CLIENT);
        m = mixture_of(packs);
        assert_mixture(&m, 177, 93, client_gap);
    }
}

static void packs_of_a_seed_never_change(void **state)
{
    (void)state;
    struct reborn_pack packs[REBORN_TURNS];
    reborn_deal(packs, 1, REBORN_MIX_TEXT);
    assert_int_equal(hash_bytes(0, packs, sizeof packs), 0xc4e69d0cba7e4f89u);
    reborn_deal(packs, 1, REBORN_MIX_CLIENT);
    assert_int_equal(hash_bytes(0, packs, sizeof packs), 0x56b888c0ad30d14fu);
}

static void hash_of_a_start_never_changes(void **state)
{
    (void)state;
    struct reborn g;
    assert_true(game_reborn.init(opaque(&g), &(struct game_setup){.seed = 1}, NULL));
    assert_int_equal(game_reborn.hash(opaque(&g)), 0x7570d651a199bfffu);
}

static void setup_options_are_checked(void **state)
{
    (void)state;
    static const struct {
        const char *options;
        bool is_good;
        int turns;
    } cases[] = {{NULL, true, 500},        {"turns=1", true, 1},           {"turns=500", true, 500},
                 {"turns=0", false, 0},    {"turns=501", false, 0},        {"turns=x", false, 0},
                 {"mix=text", true, 500},  {"mix=client", true, 500},      {"mix=other", false, 0},
                 {"colour=red", false, 0}, {"mix=client turns=7", true, 7}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct reborn g;
        char buf[200];
        struct text why = TEXT_ON(buf);
        struct game_setup setup = {.seed = 3, .options = cases[i].options};
        assert_int_equal(game_reborn.init(opaque(&g), &setup, &why), cases[i].is_good);
        assert_int_equal(why.len > 0, !cases[i].is_good);
        if (cases[i].is_good) assert_int_equal(g.turns, cases[i].turns);
    }
}

static void setup_mix_chooses_the_packs(void **state)
{
    (void)state;
    struct reborn g;
    struct game_setup setup = {.seed = 3, .options = "mix=client"};
    assert_true(game_reborn.init(opaque(&g), &setup, NULL));
    struct mixture m = mixture_of(g.packs);
    assert_mixture(&m, 177, 93, client_gap);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(example_1_packs_fall_rotate_and_vanish),
        cmocka_unit_test(example_2_blocks_fall_through_the_empty_cell),
        cmocka_unit_test(packs_of_four_turn_clockwise),
        cmocka_unit_test(example_3_a_chain_of_five),
        cmocka_unit_test(example_4_an_ojama_row_breaks_the_chain),
        cmocka_unit_test(an_ojama_row_falls_only_when_whole),
        cmocka_unit_test(one_ojama_row_a_turn_however_large_the_stock),
        cmocka_unit_test(gauge_is_cut_at_the_top_before_the_loss),
        cmocka_unit_test(gauge_loss_begins_with_three_steps),
        cmocka_unit_test(gauge_never_goes_below_zero),
        cmocka_unit_test(stocks_are_offset_against_each_other),
        cmocka_unit_test(touching_blocks_vanish_when_they_add_up_to_ten),
        cmocka_unit_test(a_block_may_be_in_several_pairs_and_all_go_at_once),
        cmocka_unit_test(walls_and_gaps_keep_blocks_apart),
        cmocka_unit_test(rows_above_the_danger_line_take_part),
        cmocka_unit_test(chain_points_are_those_of_the_rulebook),
        cmocka_unit_test(chain_points_are_exact_powers),
        cmocka_unit_test(example_5_the_skill),
        cmocka_unit_test(skill_needs_a_gauge_of_eighty),
        cmocka_unit_test(skill_without_a_five_only_costs_the_gauge),
        cmocka_unit_test(blast_takes_eight_neighbours_once_and_spares_ojama),
        cmocka_unit_test(blast_points_are_those_of_the_rulebook),
        cmocka_unit_test(blast_points_are_exact_powers),
        cmocka_unit_test(halves_of_a_skill_are_rounded_on_their_own),
        cmocka_unit_test(example_6_the_danger_line_counts_when_the_chain_is_over),
        cmocka_unit_test(an_ojama_row_alone_does_not_kill),
        cmocka_unit_test(endings_follow_the_table),
        cmocka_unit_test(points_of_the_last_turn_count_at_the_danger_line),
        cmocka_unit_test(nothing_is_played_when_a_command_is_illegal),
        cmocka_unit_test(the_higher_score_wins_after_the_last_turn),
        cmocka_unit_test(the_danger_line_comes_before_the_last_turn),
        cmocka_unit_test(topped_out_is_what_people_read_and_older_records_agree),
        cmocka_unit_test(a_program_that_fails_before_turn_0_loses),
        cmocka_unit_test(names_must_not_be_empty_or_hold_forbidden_letters),
        cmocka_unit_test(the_texts_are_those_of_the_original),
        cmocka_unit_test(answers_are_read_as_the_rulebook_says),
        cmocka_unit_test(lines_printed_ahead_are_taken_one_a_turn),
        cmocka_unit_test(every_action_is_read_back_as_it_was_written),
        cmocka_unit_test(list_counts_all_but_writes_at_most_cap),
        cmocka_unit_test(samples_are_legal_and_reach_every_action),
        cmocka_unit_test(perceiving_is_the_inverse_of_the_texts),
        cmocka_unit_test(input_that_is_no_field_is_not_perceived),
        cmocka_unit_test(frames_are_json_objects_on_one_line),
        cmocka_unit_test(packs_have_the_mixture_of_the_text_or_of_the_client),
        cmocka_unit_test(packs_of_a_seed_never_change),
        cmocka_unit_test(hash_of_a_start_never_changes),
        cmocka_unit_test(setup_options_are_checked),
        cmocka_unit_test(setup_mix_chooses_the_packs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
