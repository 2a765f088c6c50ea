/* The texts of CODE VS 4.0: RULES 7 and 8, what is hidden, and how long they can get. */
#include "games/codevs4/codevs4_testkit.h"

static const int64_t full_time[2] = {3600000, 3600000};

/* ---- RULES 7: input ---- */

static const char original_example[] =
    "3598517\n0\n27\n29\n13\n0 7 16 50000 4\n1 16 23 2000 0\n2 16 23 2000 0\n3 16 23 2000 0\n"
    "4 7 43 2000 0\n5 16 23 2000 0\n12 20 9 2000 0\n14 16 23 2000 0\n16 13 24 2000 0\n"
    "18 16 17 2000 0\n20 5 12 2000 0\n22 9 17 2000 0\n24 7 16 2000 0\n0\n1\n16 23\nEND\n";

static void the_example_of_the_original_text_is_read_and_written(void **state)
{
    (void)state;
    struct game_self self;
    size_t used = 0, len = strlen(original_example);
    memset(&game, 0, sizeof game);
    for (size_t i = 0; i < len; i++)
        assert_int_equal(perceive(&game, &self, original_example, i, &used), PARSE_MORE);
    assert_int_equal(perceive(&game, &self, original_example, len, &used), PARSE_OK);
    assert_int_equal(used, len);
    assert_int_equal(self.player, 0);
    assert_int_equal(self.left_ms[0], 3598517);
    assert_int_equal(self.left_ms[1], -1);
    assert_string_equal(prompt_of(&game, 0, 3598517), original_example);
}

static void a_cell_is_in_view_of_units_by_their_radius(void **state)
{
    (void)state;
    static struct codevs4_map view;
    for (int type = 0; type < CODEVS4_TYPES; type++)
        for (int corner = 0; corner < 3; corner++) {
            int y = corner == 0 ? 0 : corner == 1 ? 99 : 47, x = corner == 0 ? 3 : 48;
            memset(&game, 0, sizeof game);
            codevs4_add_unit(&game, 1, (enum codevs4_type)type, y, x);
            codevs4_view(&game, 1, &view);
            for (int cy = 0; cy < CODEVS4_SIZE; cy++)
                for (int cx = 0; cx < CODEVS4_SIZE; cx++)
                    assert_int_equal(codevs4_map_has(&view, cy, cx),
                                     codevs4_distance(y, x, cy, cx) <= codevs4_traits[type].view);
            codevs4_view(&game, 0, &view);
            assert_false(codevs4_map_has(&view, y, x));
        }
}

static void enemies_and_cells_are_listed_while_in_view(void **state)
{
    (void)state;
    place("[0,0,10,10,50000,4] [1,0,50,50,2000,0] [6,1,90,90,50000,4] [7,1,50,54,1234,1]"
          "[8,1,50,55,5000,1] [9,1,15,15,77,3] [10,1,16,15,5000,3]",
          7, 9, "(60,60) (52,52) (10,20) (10,21)");
    assert_string_equal(prompt_of(&game, 0, 1),
                        "1\n0\n0\n7\n2\n0 10 10 50000 4\n1 50 50 2000 0\n2\n7 50 54 1234 1\n"
                        "9 15 15 77 3\n2\n52 52\n10 20\nEND\n");
    assert_string_equal(prompt_of(&game, 1, 2),
                        "2\n0\n0\n9\n5\n6 90 90 50000 4\n7 50 54 1234 1\n8 50 55 5000 1\n"
                        "9 15 15 77 3\n10 16 15 5000 3\n1\n1 50 50 2000 0\n1\n52 52\nEND\n");
}

/* Two positions that differ only in what player 1 cannot see. */
static void place_alike(int i)
{
    static const char *const units[] = {
        "[0,0,10,10,50000,4] [1,0,50,50,2000,0] [6,1,90,90,50000,4] [7,1,50,54,1234,1]",
        "[0,0,10,10,50000,4] [1,0,50,50,2000,0] [6,1,80,81,40000,4] [7,1,50,54,1234,1]"
        "[8,1,50,55,5000,1] [9,1,99,99,77,3]"};
    place(units[i], 7, i == 0 ? 9 : 500, i == 0 ? "(60,60) (52,52)" : "(52,52) (1,99)");
    game.seed = (uint64_t)i;
    game.first = 0;
    game.stage = 1;
    game.stages = 2;
    game.score[0] = (struct codevs4_score){.turns = 100, .result = CODEVS4_P1};
}

static void what_is_hidden_leaves_no_trace(void **state)
{
    (void)state;
    static struct codevs4 seen[2];
    for (int i = 0; i < 2; i++) {
        place_alike(i);
        game.stages = (uint16_t)(2 + i);
        game.score[0].turns = (uint16_t)(100 + i);
        game.income[1] = 10 + 10 * i;
        game.campaign = (uint8_t)i;
        memset(&seen[i], 0xa5, sizeof seen[i]);
        game_codevs4.observe(opaque(&game), 0, opaque(&seen[i]));
    }
    assert_memory_equal(&seen[0], &seen[1], sizeof seen[0]);
    assert_int_equal(seen[0].count, 3);
}

/* A person knows how the stages ended besides. */
static void a_person_is_shown_no_more(void **state)
{
    (void)state;
    static struct codevs4 shown[2];
    for (int i = 0; i < 2; i++) {
        place_alike(i);
        memset(&shown[i], 0xa5, sizeof shown[i]);
        game_codevs4.show(opaque(&game), 0, opaque(&shown[i]));
    }
    assert_memory_equal(&shown[0], &shown[1], sizeof shown[0]);
    assert_int_equal(shown[0].score[0].turns, 100);
}

static void an_observed_state_is_what_can_be_read_from_the_input(void **state)
{
    (void)state;
    static struct codevs4 seen, read;
    struct rng rng = {3};
    for (int round = 0; round < 30; round++) {
        init(rng_next(&rng), NULL);
        for (int i = 0; i < 200; i++)
            codevs4_add_unit(&game, (int)rng_below(&rng, 2), (enum codevs4_type)(i % 4),
                             (int)rng_below(&rng, 100), (int)rng_below(&rng, 100));
        for (int p = 0; p < 2; p++) {
            struct game_self self;
            size_t used;
            game.money[p] = (int)rng_below(&rng, 500);
            const char *input = prompt_of(&game, p, 17);
            assert_int_equal(perceive(&read, &self, input, strlen(input), &used), PARSE_OK);
            game_codevs4.observe(opaque(&game), p, opaque(&seen));
            assert_memory_equal(&seen, &read, sizeof seen);
            assert_int_equal(self.player, p);
        }
    }
}

static void inputs_that_cannot_be_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "x\n",
        "1\n41\n",
        "1\n0\n1000\n",
        "1\n0\n0\n-1\n",
        "1\n0\n0\n0\n20002\n",
        "1\n0\n0\n0\n1\n0 100 0 1 4\n",
        "1\n0\n0\n0\n1\n0 0 100 1 4\n",
        "1\n0\n0\n0\n1\n0 0 0 0 4\n",
        "1\n0\n0\n0\n1\n0 0 0 1 7\n",
        "1\n0\n0\n0\n1\n20001 0 0 1 4\n",
        "1\n0\n0\n0\n1\n0 0 0 1\n",
        "1\n0\n0\n0\n2\n1 0 0 1 4\n0 0 0 1 4\n",
        "1\n0\n0\n0\n1\n0 0 0 1 4\n1\n0 0 0 1 4\n0\nEND\n",
        "1\n0\n0\n0\n0\n0\n21\n",
        "1\n0\n0\n0\n0\n0\n0\nEnd\n",
    };
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        struct game_self self;
        size_t used = 0;
        memset(&game, 0, sizeof game);
        assert_int_equal(perceive(&game, &self, wrong[i], strlen(wrong[i]), &used), PARSE_INVALID);
        assert_int_equal(game.count, 0);
    }
}

/* ---- RULES 8: answers ---- */

static void an_answer_has_as_many_lines_as_it_says(void **state)
{
    (void)state;
    size_t used = 0;
    init(1, NULL);
    static const char answer[] = "2\n1 R\nhello\n1\n2 U\n";
    for (size_t len = 0; len < 12; len++)
        assert_int_equal(parse(0, answer, len, &used), PARSE_MORE);
    assert_int_equal(parse(0, answer, strlen(answer), &used), PARSE_OK);
    assert_int_equal(used, 12); /* the rest is for the next turn */
    assert_int_equal(actions[0].count, 1);
    assert_int_equal(parse(0, "0\n", 2, &used), PARSE_OK);
    assert_int_equal(actions[0].count, 0);
}

static void blanks_and_carriage_returns_are_tolerated(void **state)
{
    (void)state;
    place("[0,0,10,10,50000,4] [1,0,50,50,2000,0] [2,0,50,50,2000,0] [6,1,90,90,50000,4]", 0, 0,
          "");
    play("  2 \r\n\t1\t  R \r\n 002 L\r\n", " 0\r\n");
    assert_unit(1, 50, 51, 2000);
    assert_unit(2, 50, 49, 2000);
}

static void lines_that_are_no_orders_are_ignored(void **state)
{
    (void)state;
    static const char *const lines[] = {"",        "1",
                                        "R",       "1 R R",
                                        "1 RR",    "1R",
                                        "R 1",     "+1 R",
                                        "-1 R",    "1 r",
                                        "1 4",     "1 7",
                                        "1.0 R",   "1,R",
                                        "1 -1",    "99 R",
                                        "6 0",     "7 U",
                                        "1 \xff",  "0x1 R",
                                        "20001 R", "99999999999999999999 R"};
    for (size_t i = 0; i < LENGTH(lines); i++) {
        char answer[64];
        size_t used;
        place("[0,0,10,10,50000,4] [1,0,50,50,2000,0] [6,1,90,90,50000,4] [7,1,60,60,2000,0]", 1000,
              1000, "");
        snprintf(answer, sizeof answer, "1\n%s\n", lines[i]);
        assert_int_equal(parse(0, answer, strlen(answer), &used), PARSE_OK);
        assert_int_equal(used, strlen(answer));
        assert_int_equal(actions[0].count, 0);
    }
}

static void unreadable_counts_are_faults(void **state)
{
    (void)state;
    static const char *const counts[] = {"",    " ",  "x",  "-1",   "+1",  "1 2",
                                         "1.0", "0x", "1a", "\xff", "one", "1,"};
    init(1, NULL);
    for (size_t i = 0; i < LENGTH(counts); i++) {
        char answer[64];
        size_t used = 0;
        snprintf(answer, sizeof answer, "%s\n1 R\n", counts[i]);
        assert_int_equal(parse(0, answer, strlen(answer), &used), PARSE_INVALID);
        assert_int_equal(used, strlen(counts[i]) + 1);
    }
    size_t used = 0;
    assert_int_equal(parse(0, "\0\0\n", 3, &used), PARSE_INVALID);
}

/* A thousand million orders are waited for, not believed. */
static void a_count_of_a_billion_asks_for_more(void **state)
{
    (void)state;
    size_t used = 0;
    init(1, NULL);
    char *answer = text_room[0];
    struct text t = text_on(answer, sizeof text_room[0]);
    text_str(&t, "1000000000\n");
    assert_int_equal(parse(0, answer, t.len, &used), PARSE_MORE);
    while (t.len < game_codevs4.answer_max) text_str(&t, "1 R\n");
    assert_int_equal(parse(0, answer, t.len, &used), PARSE_MORE);
    assert_int_equal(parse(0, "18446744073709551615\n", 21, &used), PARSE_MORE);
}

static void a_million_orders_are_cut_down_to_those_that_matter(void **state)
{
    (void)state;
    enum { LINES = 200000 };
    size_t used = 0;
    place("[0,0,10,10,50000,4] [1,0,0,50,2000,0] [2,0,30,30,20000,6] [6,1,90,90,50000,4]", 0, 0,
          "");
    struct text t = text_on(text_room[0], sizeof text_room[0]);
    static const char *const all[] = {"1 U", "1 6", "1 5", "1 6", "2 3", "2 1", "2 2",
                                      "2 3", "0 0", "1 R", "1 L", "1 D", "6 0"};
    text_int(&t, LINES);
    text_char(&t, '\n');
    for (int i = 0; i < LINES; i++) {
        text_str(&t, all[(size_t)i % LENGTH(all)]);
        text_char(&t, '\n');
    }
    assert_int_equal(parse(0, t.buf, t.len, &used), PARSE_OK);
    assert_int_equal(used, t.len);
    assert_int_equal(actions[0].count, 7); /* 1: 6 5 R; 2: 3 1 2; 0: 0 */
}

/* What is left out of an action never changes a turn: against carrying out every line. */
static void dropped_orders_would_have_changed_nothing(void **state)
{
    (void)state;
    static struct codevs4 before, kept;
    struct rng rng = {8};
    for (int round = 0; round < 300; round++) {
        scatter(40, 8, &rng);
        codevs4_add_unit(&game, 0, CODEVS4_CASTLE, 0, 0);
        codevs4_add_unit(&game, 1, CODEVS4_CASTLE, 99, 99);
        game.money[0] = (int)rng_below(&rng, 1200);
        codevs4_copy(&before, &game);
        struct text t = text_on(text_room[0], sizeof text_room[0]);
        text_str(&t, "150\n");
        static struct codevs4_action all;
        for (all.count = 0; all.count < 150; all.count++) {
            struct codevs4_order order = {.id = (uint16_t)rng_below(&rng, 50),
                                          .deed = (uint8_t)rng_below(&rng, CODEVS4_DEEDS)};
            all.order[all.count] = order;
            text_int(&t, order.id);
            text_char(&t, ' ');
            text_char(&t, "UDLR0123456"[order.deed]);
            text_char(&t, '\n');
        }
        play(t.buf, "0\n");
        codevs4_copy(&kept, &game);
        codevs4_copy(&game, &before);
        struct game_reply reply[2] = {{REPLY_ACTION, (const struct game_action *)&all},
                                      reply_of(1, "0\n")};
        game_codevs4.step(opaque(&game), reply);
        assert_memory_equal(&game, &kept, sizeof game);
    }
}

/* ---- RULES 10.3: a field that is turned ---- */

/* RULES 8.1. */
static void contest_names_have_ascii_letters_and_three_signs(void **state)
{
    (void)state;
    char buf[128];
    for (int byte = 1; byte < 256; byte++) {
        char name[] = {'a', (char)byte, 'Z', '\0'};
        bool is_letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
        bool is_fine = is_letter || (byte >= '0' && byte <= '9') || strchr("-_@", byte);
        struct text why = TEXT_ON(buf);
        assert_int_equal(game_codevs4.contest_name_ok(name, &why), is_fine);
        assert_int_equal(why.len == 0, is_fine);
    }
    struct text why = TEXT_ON(buf);
    assert_false(game_codevs4.contest_name_ok("", &why));
    assert_null(game_codevs4.name_ok); /* local matches take any */
}

static void mirror_turns_input_and_answer_of_player_2(void **state)
{
    (void)state;
    init(1, "mirror=1");
    assert_string_equal(prompt_of(&game, 1, 5),
                        "5\n0\n0\n0\n6\n6 0 34 50000 4\n7 0 34 2000 0\n8 0 34 2000 0\n"
                        "9 0 34 2000 0\n10 0 34 2000 0\n11 0 34 2000 0\n0\n0\nEND\n");
    play("4\n1 U\n2 D\n3 L\n4 R\n", "5\n7 U\n8 D\n9 L\n10 R\n6 0\n");
    assert_unit(1, 10, 3, 2000);
    assert_unit(4, 11, 4, 2000);
    assert_unit(7, 99, 65, 2000); /* its own U is over the edge */
    assert_unit(8, 98, 65, 2000);
    assert_unit(9, 99, 66, 2000);
    assert_unit(10, 99, 64, 2000);
    struct text t = text_on(text_room[0], sizeof text_room[0]);
    game_codevs4.format(opaque(&game), 1, (const struct game_action *)&actions[1], &t);
    assert_string_equal(t.buf, "4\n8 D\n9 L\n10 R\n6 0\n");
}

static void a_mirrored_player_is_told_turned_cells_and_enemies(void **state)
{
    (void)state;
    place("[0,0,10,10,50000,4] [1,0,50,40,1500,0] [6,1,90,90,50000,4] [7,1,50,42,2000,0]", 0, 0,
          "(51,42)");
    game.mirror = 1;
    assert_string_equal(prompt_of(&game, 1, 5), "5\n0\n0\n0\n2\n6 9 9 50000 4\n7 49 57 2000 0\n"
                                                "1\n1 49 59 1500 0\n1\n48 57\nEND\n");
    static struct codevs4 seen;
    game_codevs4.observe(opaque(&game), 1, opaque(&seen));
    char kept[256];
    snprintf(kept, sizeof kept, "%s", prompt_of(&game, 1, 5));
    assert_string_equal(prompt_of(&seen, 1, 5), kept);
}

/* ---- limits ---- */

static void a_field_full_of_units_fits_all_texts(void **state)
{
    (void)state;
    struct rng rng = {1};
    memset(&game, 0, sizeof game);
    game.stages = 1;
    game.money[0] = game.money[1] = 1000000000;
    while (codevs4_add_unit(&game, (int)rng_below(&rng, 2), CODEVS4_WORKER, 99, 99)) continue;
    assert_int_equal(game.count, CODEVS4_UNITS_MAX);
    struct text t = text_on(text_room[0], (size_t)game_codevs4.text_max + 1);
    game_codevs4.prompt(opaque(&game), 0, full_time, &t);
    assert_false(t.cut);
    text_clear(&t);
    game_codevs4.frame(opaque(&game), &t);
    assert_false(t.cut);
    actions[0].count = 0;
    for (int i = 0; i < CODEVS4_ORDERS_MAX; i++)
        actions[0].order[actions[0].count++] =
            (struct codevs4_order){.id = CODEVS4_ID_MAX, .deed = CODEVS4_UP};
    text_clear(&t);
    game_codevs4.format(opaque(&game), 0, (const struct game_action *)&actions[0], &t);
    assert_false(t.cut);
    assert_true(t.len <= game_codevs4.answer_max);
    for (int p = 0; p < 2; p++)
        game_codevs4.sample(opaque(&game), p, &rng, (struct game_action *)&actions[p]);
    struct game_reply reply[2] = {{REPLY_ACTION, (const struct game_action *)&actions[0]},
                                  {REPLY_ACTION, (const struct game_action *)&actions[1]}};
    game_codevs4.step(opaque(&game), reply);
    assert_int_equal(game.count, 0); /* ten thousand in a cell, each of them 100 / 10 on all */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_original_text_is_read_and_written),
        cmocka_unit_test(a_cell_is_in_view_of_units_by_their_radius),
        cmocka_unit_test(enemies_and_cells_are_listed_while_in_view),
        cmocka_unit_test(what_is_hidden_leaves_no_trace),
        cmocka_unit_test(an_observed_state_is_what_can_be_read_from_the_input),
        cmocka_unit_test(a_person_is_shown_no_more),
        cmocka_unit_test(inputs_that_cannot_be_are_refused),
        cmocka_unit_test(an_answer_has_as_many_lines_as_it_says),
        cmocka_unit_test(blanks_and_carriage_returns_are_tolerated),
        cmocka_unit_test(lines_that_are_no_orders_are_ignored),
        cmocka_unit_test(unreadable_counts_are_faults),
        cmocka_unit_test(a_count_of_a_billion_asks_for_more),
        cmocka_unit_test(a_million_orders_are_cut_down_to_those_that_matter),
        cmocka_unit_test(dropped_orders_would_have_changed_nothing),
        cmocka_unit_test(contest_names_have_ascii_letters_and_three_signs),
        cmocka_unit_test(mirror_turns_input_and_answer_of_player_2),
        cmocka_unit_test(a_mirrored_player_is_told_turned_cells_and_enemies),
        cmocka_unit_test(a_field_full_of_units_fits_all_texts),
    };
    return cmocka_run_group_tests_name("codevs4 text", tests, NULL, NULL);
}
