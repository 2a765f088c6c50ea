/* The rules by example, paragraph by paragraph of RULES.md. */
#include "games/codevs5/codevs5_testkit.h"

/* ---- 1, 2: the field and the turn ---- */

static void the_outer_ring_and_nothing_else_is_wall(void **unused)
{
    (void)unused;
    struct codevs5_field bare = {.nin = 0};
    struct codevs5_board floor = codevs5_floor(&bare);
    for (int row = 0; row < CODEVS5_ROWS; row++)
        for (int col = 0; col < CODEVS5_COLS; col++)
            assert_int_equal(board_has(&floor, codevs5_cell(row, col)),
                             row > 0 && row < 16 && col > 0 && col < 13);
    assert_int_equal(board_count(&floor), CODEVS5_INNER);
}

/* From no cell to all bits of a board, in an order without a pattern. */
static void the_cells_of_a_set_are_counted(void **unused)
{
    (void)unused;
    struct codevs5_board set = {{0}};
    for (int i = 0; i < 256; i++) {
        assert_int_equal(board_count(&set), i);
        board_add(&set, i * 91 % 256);
    }
    assert_int_equal(board_count(&set), 256);
}

static void an_invalid_command_stands_still_while_all_else_goes_on(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game("n....0|......", "ns..|....");
    play(&state, "2\nx\nRR\n", "3\n2 2 3\nR\n\n");
    assert_looks_like(&state.field[0], "n...0.|..#..1");
    assert_int_equal(state.field[0].nin, 100);
    assert_int_equal(state.turn, 1);
}

/* ---- 3: jutsu ---- */

static void a_jutsu_is_paid_and_counted(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game(BARE, BARE);
    play(&state, "3\n1 2 5\n\n\n", STAY);
    assert_looks_like(&state.field[0], "n.........|....#.....");
    assert_int_equal(state.field[0].nin, 95);
    assert_int_equal(state.field[0].uses[JUTSU_MY_ROCK], 1);
    assert_int_equal(state.field[1].nin, 100);
}

static void every_jutsu_costs_what_the_table_says(void **unused)
{
    (void)unused;
    static const char *const lines[] = {"0",     "1 1 5", "2 1 5", "3 1 5",
                                        "4 1 5", "5 1 5", "6 1 5", "7 0"};
    for (int i = 0; i < CODEVS5_JUTSU; i++) {
        char text[32];
        struct codevs5_state state = draw_game(BARE, BARE);
        snprintf(text, sizeof text, "3\n%s\n\n\n", lines[i]);
        play(&state, text, STAY);
        assert_int_equal(state.field[0].nin, 100 - state.cost[i]);
        for (int j = 0; j < CODEVS5_JUTSU; j++) assert_int_equal(state.field[0].uses[j], i == j);
    }
}

static void a_jutsu_that_is_too_expensive_leaves_the_walk_with_two_steps(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game(BARE, BARE);
    state.field[0].nin = 3;
    play(&state, "3\n0\nRRR\nDDD\n", STAY);
    assert_looks_like(&state.field[0], "..n.......|n.........");
    assert_int_equal(state.field[0].nin, 3);
    assert_int_equal(state.field[0].uses[JUTSU_SPEED], 0);
}

static void a_soul_of_this_turn_comes_too_late_to_pay(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game("ns...|.....", BARE);
    state.field[0].nin = 4;
    play(&state, "3\n1 2 5\nR\n\n", STAY);
    assert_looks_like(&state.field[0], "nn...|.....");
    assert_int_equal(state.field[0].nin, 6);
}

static void exactly_the_cost_is_enough(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game(BARE, BARE);
    state.field[0].nin = 5;
    play(&state, "3\n1 2 5\n\n\n", STAY);
    assert_looks_like(&state.field[0], "n.........|....#.....");
    assert_int_equal(state.field[0].nin, 0);
}

static void super_speed_gives_both_ninjas_three_steps(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game("n....|n....", BARE);
    play(&state, "3\n0\nRRRR\nRDR\n", STAY);
    assert_looks_like(&state.field[0], "...n.|..n..");
}

static void a_rock_fizzles_on_ninja_dog_soul_rock_and_wall(void **unused)
{
    (void)unused;
    static const char *const lines[] = {"1 1 1", "1 1 3", "1 1 5", "1 1 7", "1 0 4", "1 16 13"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char own[32], foe[32];
        struct codevs5_state state = draw_game("n.0.s.#.", "n.0.s.#.");
        snprintf(own, sizeof own, "3\n%s\n\n\n", lines[i]);
        snprintf(foe, sizeof foe, "3\n2%s\n\n\n", lines[i] + 1);
        play(&state, own, foe);
        assert_int_equal(board_count(&state.field[0].rocks), CODEVS5_INNER - 7);
        assert_int_equal(state.field[0].nin, 95);
        assert_int_equal(state.field[1].nin, 94);
        assert_int_equal(state.field[0].uses[JUTSU_MY_ROCK], 1);
        assert_int_equal(state.field[1].uses[JUTSU_FOE_ROCK], 1);
    }
}

static void a_rock_for_the_foe_falls_on_the_foes_field(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game(BARE, BARE);
    play(&state, "3\n2 1 3\n\n\n", STAY);
    assert_looks_like(&state.field[0], BARE);
    assert_looks_like(&state.field[1], "n.#.......|..........");
}

static void a_bolt_removes_a_rock_and_leaves_the_soul_under_it(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game("n.#.", "n.#.");
    for (int p = 0; p < 2; p++) board_add(&state.field[p].souls, codevs5_cell(1, 3));
    play(&state, "3\n3 1 3\n\n\n", "3\n3 1 4\n\n\n");
    assert_looks_like(&state.field[0], "n.s.");
    assert_looks_like(&state.field[1], "n.#.");
    assert_int_equal(state.field[1].uses[JUTSU_MY_BOLT], 1);
    play(&state, "3\n4 1 3\n\n\n", "3\n4 0 3\n\n\n");
    assert_looks_like(&state.field[1], "n.s.");
    assert_int_equal(state.field[1].nin, 92);
}

static void of_two_rocks_on_one_cell_the_owners_fizzles_and_is_paid(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game(BARE, BARE);
    play(&state, "3\n1 1 3\n\n\n", "3\n2 1 3\n\n\n");
    assert_looks_like(&state.field[0], "n.#.......|..........");
    assert_int_equal(state.field[0].nin, 95);
    assert_int_equal(state.field[1].nin, 94);
}

static void of_two_bolts_on_one_rock_both_are_paid(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game("n.#.", BARE);
    play(&state, "3\n3 1 3\n\n\n", "3\n4 1 3\n\n\n");
    assert_looks_like(&state.field[0], "n...");
    assert_int_equal(state.field[0].nin, 93);
    assert_int_equal(state.field[1].nin, 99);
}

static void a_foes_rock_fizzles_on_a_dog_that_is_slashed_in_the_same_turn(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game("n0..", BARE);
    play(&state, "3\n7 0\n\n\n", "3\n2 1 2\n\n\n");
    assert_looks_like(&state.field[0], "n...");
}

static void a_foes_clone_fizzles_on_a_rock_that_the_owners_bolt_removes(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game("n..0.#", BARE);
    play(&state, "3\n3 1 6\n\n\n", "3\n6 1 6\n\n\n");
    assert_looks_like(&state.field[0], "n.0...");
}

static void an_owners_clone_stands_where_the_foes_bolt_has_cleared_the_cell(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game("n..0.#", BARE);
    play(&state, "3\n5 1 6\n\n\n", "3\n4 1 6\n\n\n");
    assert_looks_like(&state.field[0], "n...0.");
}

static void a_clone_is_gone_in_the_next_turn(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game("n...0...", BARE);
    play(&state, "3\n5 1 8\n\n\n", STAY);
    assert_looks_like(&state.field[0], "n....0..");
    play(&state, STAY, STAY);
    assert_looks_like(&state.field[0], "n...0...");
}

static void a_clone_on_a_wall_fizzles(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game("n...0...", BARE);
    play(&state, "3\n5 0 8\n\n\n", STAY);
    assert_looks_like(&state.field[0], "n..0....");
    assert_int_equal(state.field[0].nin, 98);
}

static void a_slash_takes_the_eight_neighbours_and_sends_as_many(void **unused)
{
    (void)unused;
    struct codevs5_state state =
        draw_game("012.|3n4.|567.|8..9", "n.....|......|......|......|......");
    play(&state, "3\n7 0\nN\nN\n", STAY);
    assert_looks_like(&state.field[0], "....|.n..|8..9|....");
    assert_int_equal(state.field[0].dog_count, 2);
    assert_int_equal(state.field[0].next_dog, 10);
    assert_int_equal(state.field[1].dog_count, 8);
    assert_looks_like(&state.field[1], "n.....|.....6|....73|....41|...520");
}

static void a_slash_leaves_no_trace_in_the_unused_slots(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game("n0.......|3..1.....", BARE);
    play(&state, "3\n7 1\n\n\n", STAY);
    struct codevs5_field same = draw("n..1.....|.........");
    same.next_dog = 4;
    same.nin = 80;
    same.uses[JUTSU_SLASH] = 1;
    assert_memory_equal(&state.field[0], &same, sizeof same);
}

static void a_slash_that_finds_no_dog_is_paid(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game("n..0....", BARE);
    play(&state, "3\n7 1\n\n\n", STAY);
    assert_looks_like(&state.field[0], "n.0.....");
    assert_int_equal(state.field[0].nin, 80);
    assert_int_equal(state.field[1].dog_count, 0);
}

/* ---- 4: ninjas ---- */

/* One turn of field A without the dogs' part: where walks lead. */
static void assert_walk(const char *before, const char *command, const char *after, int sent)
{
    struct codevs5_field field = draw(before);
    struct codevs5_command c = command_of(command);
    struct codevs5_spell none = {.jutsu = JUTSU_NONE};
    struct codevs5_act act = codevs5_field_act(&field, none, none, &c);
    assert_looks_like(&field, after);
    assert_int_equal(act.sent, sent);
    assert_int_equal(field.nin, CODEVS5_SOUL_NIN * sent);
}

static void walls_stop_a_ninja_and_use_up_the_step(void **unused)
{
    (void)unused;
    assert_walk("n...|n...", "2\nURR\nLR\n", ".n..|.n..", 0);
    assert_walk("n...|n...", "2\nNR\nRN\n", ".n..|.n..", 0);
}

static void a_ninja_pushes_one_rock(void **unused)
{
    (void)unused;
    assert_walk("n#..|n...", "2\nR\n\n", ".n#.|n...", 0);
    assert_walk("n#..|n...", "2\nRR\n\n", "..n#|n...", 0);
    assert_walk("...|.#.|.n.|..n", "2\nU\n\n", ".#.|.n.|...|..n", 0);
    assert_walk(".n.|.#.|...|..n", "2\nD\n\n", "...|.n.|.#.|..n", 0);
    assert_walk("..#n|n...", "2\nL\n\n", ".#n.|n...", 0);
}

static void rock_wall_dog_and_ninja_stop_a_pushed_rock(void **unused)
{
    (void)unused;
    assert_walk("n##.|n...", "2\nR\n\n", "n##.|n...", 0);
    assert_walk("n#0.|n...", "2\nR\n\n", "n#0.|n...", 0);
    assert_walk("n#n.|....", "2\nR\n\n", "n#n.|....", 0);
    assert_walk("#.|n.", "2\nU\n\n", "#.|n.", 0);
}

static void a_rock_goes_onto_a_soul_and_uncovers_it_again(void **unused)
{
    (void)unused;
    struct codevs5_field field = draw("n#s.|....");
    int souls = 0;
    assert_true(codevs5_field_walk(&field, 0, STEP_RIGHT, &souls));
    assert_looks_like(&field, "nn#.|....");
    assert_true(board_has(&field.souls, codevs5_cell(1, 3)));
    assert_int_equal(souls, 0);
    assert_true(codevs5_field_walk(&field, 0, STEP_RIGHT, &souls));
    assert_int_equal(souls, 1);
    assert_true(board_is_empty(&field.souls));
}

static void dogs_and_the_other_ninja_do_not_stop_a_ninja(void **unused)
{
    (void)unused;
    assert_walk("n0..|....", "2\nRR\n\n", "n0n.|....", 0);
    assert_walk("nn..|....", "2\nRR\n\n", ".nn.|....", 0);
}

static void every_soul_on_the_way_is_taken(void **unused)
{
    (void)unused;
    assert_walk("nss.|n..s", "2\nRR\nR\n", "..n.|.n.s", 2);
    assert_walk("ns..|sn..", "2\nR\nL\n", ".n..|n...", 2);
}

static void both_ninjas_cannot_take_the_same_soul(void **unused)
{
    (void)unused;
    assert_walk("ns.|.n.", "2\nR\nU\n", ".n.|...", 1);
}

static void ninja_one_walks_after_ninja_zero(void **unused)
{
    (void)unused;
    assert_walk("n#..n", "2\nR\nLL\n", ".n#n.", 0);
    assert_walk("n.#n.", "2\nRR\nL\n", ".n#n.", 0);
}

static void a_soul_sends_a_dog_in_the_same_turn(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game("ns..", "n.....");
    play(&state, "2\nR\n\n", STAY);
    assert_looks_like(&state.field[1], "n....0");
    assert_int_equal(state.field[0].nin, 102);
    assert_int_equal(state.field[0].dog_count, 0);
}

/* ---- 5: dogs ---- */

static void assert_chase(const char *before, int clone_row, int clone_col, const char *after)
{
    struct codevs5_field field = draw(before);
    struct codevs5_act act = {.sent = 0};
    if (clone_row > 0) board_add(&act.lures, codevs5_cell(clone_row, clone_col));
    codevs5_field_react(&field, &act, 0);
    assert_looks_like(&field, after);
}

static void a_dog_prefers_up_then_left_then_right(void **unused)
{
    (void)unused;
    assert_chase("n..|.0.|...", 0, 0, "n0.|...|...");
    assert_chase("...|.0.|n.n", 0, 0, "...|0..|n.n");
    assert_chase("...|.0.|..n", 0, 0, "...|..0|..n");
}

static void eight_dogs_move_in_order_of_distance(void **unused)
{
    (void)unused;
    assert_chase("12n|345|678", 0, 0, "312|645|.78");
}

static void of_three_dogs_for_one_cell_the_lowest_id_gets_it(void **unused)
{
    (void)unused;
    assert_chase("#0#|1.n|#2#", 0, 0, "#.#|10n|#2#");
}

static void a_queue_moves_as_a_whole(void **unused)
{
    (void)unused;
    assert_chase("n.10.2", 0, 0, "n10.2.");
}

static void a_dog_never_takes_a_way_around(void **unused)
{
    (void)unused;
    assert_chase("...|0n1|...", 0, 0, "...|.01|...");
    assert_chase("###.|n0.1|###.", 0, 0, "###.|0.1.|###.");
}

static void dogs_that_reach_nobody_stay(void **unused)
{
    (void)unused;
    assert_chase("n.#0|..#.", 0, 0, "n.#0|..#.");
}

static void a_dog_on_a_ninja_stays_there(void **unused)
{
    (void)unused;
    struct codevs5_field field = draw("n..n");
    codevs5_field_add_dog(&field, 0, codevs5_cell(1, 1));
    struct codevs5_act act = {.sent = 0};
    assert_int_equal(codevs5_field_react(&field, &act, 0), 1);
    assert_looks_like(&field, "0..n");
}

static void a_clone_draws_the_dog_off_the_ninjas_cell(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game("....|.n0.|....", BARE);
    play(&state, "3\n5 1 4\nR\nR\n", STAY);
    assert_looks_like(&state.field[0], "..0.|..n.|....");
    assert_int_equal(state.end, END_NOT_YET);
}

static void a_ninja_jumps_over_a_dog_that_follows_a_clone(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game(".n0.", BARE);
    play(&state, "3\n5 1 1\nRR\nRR\n", STAY);
    assert_looks_like(&state.field[0], ".0.n");
}

static void a_clone_out_of_reach_makes_the_dog_stay(void **unused)
{
    (void)unused;
    assert_chase("n..0|####|....", 3, 1, "n..0|####|....");
}

static void a_clone_in_a_rock_is_none(void **unused)
{
    (void)unused;
    assert_chase("n..0|####|....", 2, 1, "n.0.|####|....");
}

static void a_rock_that_falls_on_a_clone_ends_it(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game("n..0..", BARE);
    play(&state, "3\n1 1 6\n\n\n", "3\n6 1 6\n\n\n");
    assert_looks_like(&state.field[0], "n.0..#");
}

static void a_rock_pushed_onto_a_clone_ends_it(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game("n#.|..0", BARE);
    play(&state, "3\n5 1 3\nR\n\n", STAY);
    assert_looks_like(&state.field[0], "nn#|.0.");
}

static void of_two_clones_the_nearer_one_counts(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game("..0....|...n...", BARE);
    play(&state, "3\n5 1 1\n\n\n", "3\n6 1 7\n\n\n");
    assert_looks_like(&state.field[0], ".0.....|...n...");
}

static void with_two_clones_one_in_a_rock_the_other_counts(void **unused)
{
    (void)unused;
    struct codevs5_field field = draw("#.0....|...n...");
    struct codevs5_act act = {.sent = 0};
    board_add(&act.lures, codevs5_cell(1, 1));
    board_add(&act.lures, codevs5_cell(1, 7));
    codevs5_field_react(&field, &act, 0);
    assert_looks_like(&field, "#..0...|...n...");
}

static void dogs_by_a_clone_keep_the_order_by_its_distance(void **unused)
{
    (void)unused;
    assert_chase("...01..|n......", 1, 7, "....01.|n......");
}

/* ---- 6: souls ---- */

static void souls_are_filled_up_to_the_goal(void **unused)
{
    (void)unused;
    struct codevs5_field field = draw("n....s|......");
    field.stream = java_rng_from(1);
    field.soul_goal = 8;
    codevs5_field_grow(&field);
    assert_int_equal(board_count(&field.souls), 8);
    assert_false(board_has(&field.souls, field.ninja[0]));
    struct codevs5_board hidden = board_both(field.souls, field.rocks);
    assert_true(board_is_empty(&hidden));
    assert_int_equal(field.soul_goal, 8);
}

static void a_full_field_lowers_the_goal_for_good(void **unused)
{
    (void)unused;
    struct codevs5_field field = draw("n..0");
    board_add(&field.souls, codevs5_cell(5, 5)); /* under a rock: counts */
    field.stream = java_rng_from(1);
    field.soul_goal = 8;
    codevs5_field_grow(&field);
    assert_int_equal(board_count(&field.souls), 4);
    assert_int_equal(field.soul_goal, 4);
    assert_true(board_has(&field.souls, codevs5_cell(1, 4))); /* dogs do not matter */
    field.rocks = (struct codevs5_board){{0}};
    codevs5_field_grow(&field);
    assert_int_equal(board_count(&field.souls), 4);
}

static void more_souls_than_the_goal_bring_none(void **unused)
{
    (void)unused;
    struct codevs5_field field = draw("nsss.....");
    field.stream = java_rng_from(1);
    field.soul_goal = 2;
    codevs5_field_grow(&field);
    assert_int_equal(board_count(&field.souls), 3);
    assert_int_equal(field.stream.word, java_rng_from(1).word);
}

/* ---- 7: new dogs, capture ---- */

static void assert_summons(const char *picture, int row, int col)
{
    struct codevs5_field field = draw(picture);
    struct codevs5_act act = {.sent = 0};
    codevs5_field_react(&field, &act, 1);
    assert_int_equal(field.dog_count, 1);
    assert_int_equal(field.dog_cell[0], codevs5_cell(1 + row, 1 + col));
}

static void a_new_dog_appears_on_the_farthest_cell(void **unused)
{
    (void)unused;
    assert_summons("n.....|......|......|......|......|......", 5, 5);
    assert_summons("n....n|......|......|......|......|......", 5, 2);
    assert_summons("n.....|......|......|......|......|.....n", 0, 5);
    assert_summons("n....#|....#.|......|......|......|.....n", 2, 3);
    assert_summons("n.....|......|...###|###...|......|.....n", 1, 5);
    assert_summons("......|......|...#..|..#n#.|...#..|......", 3, 3);
    assert_summons("......|......|######|.n..n.|######|......", 3, 0);
    assert_summons("......|.#....|.#n##.|..#n#.|..#.#.|..#...", 5, 1);
}

static void a_walled_in_ninja_is_caught_by_a_new_dog(void **unused)
{
    (void)unused;
    struct codevs5_field field = draw("#n#|###");
    struct codevs5_act act = {.sent = 0};
    assert_int_equal(codevs5_field_react(&field, &act, 3), 3);
    assert_int_equal(field.dog_count, 1); /* the other two find no cell */
    assert_int_equal(field.next_dog, 1);
}

static void four_new_dogs_take_the_four_farthest_cells(void **unused)
{
    (void)unused;
    struct codevs5_field field = draw("n.....|......|......|......|......|......");
    struct codevs5_act act = {.sent = 0};
    codevs5_field_react(&field, &act, 4);
    assert_looks_like(&field, "n.....|......|......|.....3|.....1|....20");
}

static void a_new_dog_does_not_mind_clones_and_does_not_move(void **unused)
{
    (void)unused;
    struct codevs5_field field = draw("n.....");
    struct codevs5_act act = {.sent = 0};
    board_add(&act.lures, codevs5_cell(1, 6));
    codevs5_field_react(&field, &act, 1);
    assert_looks_like(&field, "n....0");
}

static void new_dogs_come_after_souls_and_do_not_disturb_them(void **unused)
{
    (void)unused;
    struct codevs5_field with = draw("n.....|......"), without = with;
    with.stream = without.stream = java_rng_from(9);
    with.soul_goal = without.soul_goal = 5;
    struct codevs5_act act = {.sent = 0};
    codevs5_field_react(&with, &act, 3);
    codevs5_field_react(&without, &act, 0);
    assert_memory_equal(&with.souls, &without.souls, sizeof with.souls);
}

static void either_ninja_can_be_caught(void **unused)
{
    (void)unused;
    struct codevs5_act act = {.sent = 0};
    struct codevs5_field first = draw("n0.....n"), second = draw("n.....0n"),
                         none = draw("n..0...n");
    assert_int_equal(codevs5_field_react(&first, &act, 0), 1);
    assert_int_equal(codevs5_field_react(&second, &act, 0), 2);
    assert_int_equal(codevs5_field_react(&none, &act, 0), 0);
}

/* ---- 9: the end ---- */

static void assert_result(struct codevs5_state *state, bool over, int winner, const char *reason,
                          int turn)
{
    struct game_status status;
    GAME->status(edge(state), &status);
    assert_int_equal(status.over, over);
    assert_int_equal(status.winner, winner);
    if (reason)
        assert_string_equal(status.reason, reason);
    else
        assert_null(status.reason);
    assert_int_equal(status.turn, turn);
    assert_int_equal(GAME->actors(edge(state)), over ? 0 : 3);
}

static void whoever_is_caught_alone_loses(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game("n0....", "n.....");
    play(&state, STAY, STAY);
    assert_result(&state, true, 1, "caught", 1);
    state = draw_game("n.....", "n0....");
    play(&state, STAY, STAY);
    assert_result(&state, true, 0, "caught", 1);
}

static void both_caught_is_a_draw(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game("n0....", "n0....");
    play(&state, STAY, STAY);
    assert_result(&state, true, -1, "both caught", 1);
}

static void the_last_turn_is_a_draw_unless_someone_is_caught_in_it(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game("n.....", "n.....");
    for (int i = 1; i < CODEVS5_TURNS; i++) play(&state, STAY, STAY);
    assert_result(&state, false, -1, NULL, 299);
    struct codevs5_state caught = state;
    play(&state, STAY, STAY);
    assert_result(&state, true, -1, "turn limit", 300);
    codevs5_field_add_dog(&caught.field[0], 0, codevs5_cell(1, 2));
    play(&caught, STAY, STAY);
    assert_result(&caught, true, 1, "caught", 300);
}

static void a_player_that_fails_loses_and_the_turn_is_not_played(void **unused)
{
    (void)unused;
    static const struct {
        enum reply_kind kind;
        const char *reason;
    } cases[] = {{REPLY_TIMEOUT, "time limit"},
                 {REPLY_INVALID, "protocol error"},
                 {REPLY_GONE, "program ended"}};
    struct codevs5_command stay = command_of(STAY);
    for (size_t i = 0; i < 3; i++)
        for (int p = 0; p < 2; p++) {
            struct codevs5_state state = draw_game("n..0", "n..0");
            struct codevs5_field before[2] = {state.field[0], state.field[1]};
            struct game_reply reply[2];
            reply[p] = (struct game_reply){.kind = cases[i].kind};
            reply[1 - p] = (struct game_reply){REPLY_ACTION, (const struct game_action *)&stay};
            GAME->step(edge(&state), reply);
            assert_result(&state, true, 1 - p, cases[i].reason, 0);
            assert_memory_equal(before, state.field, sizeof before);
        }
}

static void both_fail_is_a_draw(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game(BARE, BARE);
    GAME->step(edge(&state), (struct game_reply[2]){{.kind = REPLY_TIMEOUT}, {.kind = REPLY_GONE}});
    assert_result(&state, true, -1, "both failed", 0);
}

static void a_failure_counts_although_the_other_was_not_asked_yet(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game(BARE, BARE);
    GAME->step(edge(&state), (struct game_reply[2]){{.kind = REPLY_NONE}, {.kind = REPLY_GONE}});
    assert_result(&state, true, 0, "program ended", 0);
}

static void the_number_of_turns_is_an_option(void **unused)
{
    (void)unused;
    struct codevs5_state state;
    char why[128];
    struct text out = TEXT_ON(why);
    struct game_setup setup = {.seed = 3, .options = "turns=2"};
    assert_true(GAME->init(edge(&state), &setup, &out));
    play(&state, STAY, STAY);
    assert_result(&state, false, -1, NULL, 1);
    play(&state, STAY, STAY);
    assert_result(&state, true, -1, "turn limit", 2);
    static const char *const wrong[] = {"turns=0", "turns=301", "turns=x", "rocks=3"};
    for (size_t i = 0; i < 4; i++) {
        text_clear(&out);
        setup.options = wrong[i];
        assert_false(GAME->init(edge(&state), &setup, &out));
        assert_true(out.len > 0);
    }
}

static void the_score_is_the_number_of_dogs_sent(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game("nss.", "ns......");
    struct game_status status;
    play(&state, "2\nRR\n\n", "2\nR\n\n");
    GAME->status(edge(&state), &status);
    assert_int_equal(status.score[0], 2);
    assert_int_equal(status.score[1], 1);
}

/* ---- 10: the generator ---- */

static const char map_of_seed_0[] = "WWWWWWWWWWWWWW\nW____________W\nW____O_O_____W\n"
                                    "W___OOOOOOO__W\nW______O_____W\nW_OOOOOO_____W\n"
                                    "W______O_____W\nW______O__OO_W\nW______O_____W\n"
                                    "W____________W\nW___O________W\nW___O________W\n"
                                    "W_O__OOOOOOO_W\nW_OO_O_______W\nW_O__OOOOO___W\n"
                                    "W____________W\nWWWWWWWWWWWWWW\n";

static void seed_0_gives_the_known_map_costs_and_souls(void **unused)
{
    (void)unused;
    static char block[2048], want[8192];
    struct codevs5_state state;
    codevs5_generate(&state, 0);
    snprintf(block, sizeof block,
             "0\n17 14\n%s2\n0 1 1\n1 15 12\n0\n8\n1 4\n2 6\n2 8\n2 10\n5 8\n5 10\n7 1\n12 3\n"
             "0 0 0 0 0 0 0 0\n",
             map_of_seed_0);
    snprintf(want, sizeof want, "300000\n8\n7 5 7 5 2 2 2 22\n%s%s", block, block);
    assert_string_equal(prompt_of(&state, 0, 300000), want);
    assert_string_equal(prompt_of(&state, 1, 300000), want);
}

static void two_turns_from_seed_0_bring_the_known_soul_and_dog(void **unused)
{
    (void)unused;
    struct codevs5_state state;
    codevs5_generate(&state, 0);
    play(&state, "2\nRR\nUU\n", "2\nDD\n\n");
    play(&state, "2\nR\nUU\n", "2\nDD\nUU\n");
    assert_false(board_has(&state.field[0].souls, codevs5_cell(1, 4)));
    assert_true(board_has(&state.field[0].souls, codevs5_cell(11, 8)));
    assert_int_equal(state.field[1].dog_cell[0], codevs5_cell(1, 10));
    assert_int_equal(state.field[1].dog_count, 1);
    assert_int_equal(state.field[0].nin, 2);
}

static void every_seed_gives_40_rocks_8_souls_and_proper_costs(void **unused)
{
    (void)unused;
    static const int least[] = {1, 3, 3, 3, 1, 2, 2, 6}, most[] = {8, 7, 7, 7, 5, 4, 4, 30};
    for (uint64_t seed = 0; seed < 500; seed++) {
        struct codevs5_state state;
        codevs5_generate(&state, seed * 0x123456789ABCDEFu);
        assert_int_equal(board_count(&state.field[0].rocks), 40);
        assert_int_equal(board_count(&state.field[0].souls), 8);
        assert_memory_equal(&state.field[0], &state.field[1], sizeof state.field[0]);
        for (int i = 0; i < CODEVS5_JUTSU; i++) assert_in_range(state.cost[i], least[i], most[i]);
        BOARD_EACH(cell, &state.field[0].rocks)
        {
            assert_in_range(codevs5_row(cell), 2, 14);
            assert_in_range(codevs5_col(cell), 2, 11);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_outer_ring_and_nothing_else_is_wall),
        cmocka_unit_test(the_cells_of_a_set_are_counted),
        cmocka_unit_test(an_invalid_command_stands_still_while_all_else_goes_on),
        cmocka_unit_test(a_jutsu_is_paid_and_counted),
        cmocka_unit_test(every_jutsu_costs_what_the_table_says),
        cmocka_unit_test(a_jutsu_that_is_too_expensive_leaves_the_walk_with_two_steps),
        cmocka_unit_test(a_soul_of_this_turn_comes_too_late_to_pay),
        cmocka_unit_test(exactly_the_cost_is_enough),
        cmocka_unit_test(super_speed_gives_both_ninjas_three_steps),
        cmocka_unit_test(a_rock_fizzles_on_ninja_dog_soul_rock_and_wall),
        cmocka_unit_test(a_rock_for_the_foe_falls_on_the_foes_field),
        cmocka_unit_test(a_bolt_removes_a_rock_and_leaves_the_soul_under_it),
        cmocka_unit_test(of_two_rocks_on_one_cell_the_owners_fizzles_and_is_paid),
        cmocka_unit_test(of_two_bolts_on_one_rock_both_are_paid),
        cmocka_unit_test(a_foes_rock_fizzles_on_a_dog_that_is_slashed_in_the_same_turn),
        cmocka_unit_test(a_foes_clone_fizzles_on_a_rock_that_the_owners_bolt_removes),
        cmocka_unit_test(an_owners_clone_stands_where_the_foes_bolt_has_cleared_the_cell),
        cmocka_unit_test(a_clone_is_gone_in_the_next_turn),
        cmocka_unit_test(a_clone_on_a_wall_fizzles),
        cmocka_unit_test(a_slash_takes_the_eight_neighbours_and_sends_as_many),
        cmocka_unit_test(a_slash_leaves_no_trace_in_the_unused_slots),
        cmocka_unit_test(a_slash_that_finds_no_dog_is_paid),
        cmocka_unit_test(walls_stop_a_ninja_and_use_up_the_step),
        cmocka_unit_test(a_ninja_pushes_one_rock),
        cmocka_unit_test(rock_wall_dog_and_ninja_stop_a_pushed_rock),
        cmocka_unit_test(a_rock_goes_onto_a_soul_and_uncovers_it_again),
        cmocka_unit_test(dogs_and_the_other_ninja_do_not_stop_a_ninja),
        cmocka_unit_test(every_soul_on_the_way_is_taken),
        cmocka_unit_test(both_ninjas_cannot_take_the_same_soul),
        cmocka_unit_test(ninja_one_walks_after_ninja_zero),
        cmocka_unit_test(a_soul_sends_a_dog_in_the_same_turn),
        cmocka_unit_test(a_dog_prefers_up_then_left_then_right),
        cmocka_unit_test(eight_dogs_move_in_order_of_distance),
        cmocka_unit_test(of_three_dogs_for_one_cell_the_lowest_id_gets_it),
        cmocka_unit_test(a_queue_moves_as_a_whole),
        cmocka_unit_test(a_dog_never_takes_a_way_around),
        cmocka_unit_test(dogs_that_reach_nobody_stay),
        cmocka_unit_test(a_dog_on_a_ninja_stays_there),
        cmocka_unit_test(a_clone_draws_the_dog_off_the_ninjas_cell),
        cmocka_unit_test(a_ninja_jumps_over_a_dog_that_follows_a_clone),
        cmocka_unit_test(a_clone_out_of_reach_makes_the_dog_stay),
        cmocka_unit_test(a_clone_in_a_rock_is_none),
        cmocka_unit_test(a_rock_that_falls_on_a_clone_ends_it),
        cmocka_unit_test(a_rock_pushed_onto_a_clone_ends_it),
        cmocka_unit_test(of_two_clones_the_nearer_one_counts),
        cmocka_unit_test(with_two_clones_one_in_a_rock_the_other_counts),
        cmocka_unit_test(dogs_by_a_clone_keep_the_order_by_its_distance),
        cmocka_unit_test(souls_are_filled_up_to_the_goal),
        cmocka_unit_test(a_full_field_lowers_the_goal_for_good),
        cmocka_unit_test(more_souls_than_the_goal_bring_none),
        cmocka_unit_test(a_new_dog_appears_on_the_farthest_cell),
        cmocka_unit_test(a_walled_in_ninja_is_caught_by_a_new_dog),
        cmocka_unit_test(four_new_dogs_take_the_four_farthest_cells),
        cmocka_unit_test(a_new_dog_does_not_mind_clones_and_does_not_move),
        cmocka_unit_test(new_dogs_come_after_souls_and_do_not_disturb_them),
        cmocka_unit_test(either_ninja_can_be_caught),
        cmocka_unit_test(whoever_is_caught_alone_loses),
        cmocka_unit_test(both_caught_is_a_draw),
        cmocka_unit_test(the_last_turn_is_a_draw_unless_someone_is_caught_in_it),
        cmocka_unit_test(a_player_that_fails_loses_and_the_turn_is_not_played),
        cmocka_unit_test(both_fail_is_a_draw),
        cmocka_unit_test(a_failure_counts_although_the_other_was_not_asked_yet),
        cmocka_unit_test(the_number_of_turns_is_an_option),
        cmocka_unit_test(the_score_is_the_number_of_dogs_sent),
        cmocka_unit_test(seed_0_gives_the_known_map_costs_and_souls),
        cmocka_unit_test(two_turns_from_seed_0_bring_the_known_soul_and_dog),
        cmocka_unit_test(every_seed_gives_40_rocks_8_souls_and_proper_costs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
