/* The rules by example, paragraph by paragraph of RULES.md. */
#include "games/chaser/chaser_testkit.h"

#include <dirent.h>

/* ---- RULES 2: what a player is told ---- */

static void assert_answer(const char *picture, const char *command, const char *digits)
{
    struct chaser_board b = board_of(picture);
    struct chaser_answer answer;
    chaser_act(&b, CHASER_COOL, action_of(command), &answer);
    char text[11] = {answer.control};
    memcpy(text + 1, answer.cell, CHASER_VIEW);
    assert_string_equal(text, digits);
}

static void assert_ready(const struct chaser_board *b, int p, const char *digits)
{
    struct chaser_answer answer;
    chaser_square(b, p, '1', &answer);
    char text[11] = {answer.control};
    memcpy(text + 1, answer.cell, CHASER_VIEW);
    assert_string_equal(text, digits);
}

static void the_worked_example_of_the_rulebook(void **state)
{
    (void)state;
    static const char field[] = "o.#...#|.#..o..|..o..#.|#..C..o|.o..o..|..#..#.|H....o.";
    struct chaser_board b = board_of(field);
    assert_ready(&b, CHASER_COOL, "1300000003");
    assert_answer(field, "lu", "1200003300");
    assert_answer(field, "lr", "1020003300");
    assert_answer(field, "ld", "1003200000");
    assert_answer(field, "ll", "1003200030");
    assert_answer(field, "su", "1000222222");
    assert_answer(field, "sr", "1003222222");
    assert_answer(field, "sd", "1000222222");
    assert_answer(field, "sl", "1002222222");
}

static void cells_outside_read_as_blocks(void **state)
{
    (void)state;
    struct chaser_board b = board_of("C...|....|...H");
    assert_ready(&b, CHASER_COOL, "1222200200");
    assert_ready(&b, CHASER_HOT, "1002002222");
    assert_answer("C...|....|...H", "lu", "1222222222");
    assert_answer("C...|....|...H", "sl", "1222222222");
    assert_answer("C...|....|...H", "sr", "1000222222");
}

static void the_largest_field_is_seen_to_its_corners(void **state)
{
    (void)state;
    struct chaser_board b = {.width = CHASER_SIDE_MAX, .height = CHASER_SIDE_MAX};
    struct chaser_answer answer;
    chaser_clear_field(&b.field, CHASER_SIDE_MAX, CHASER_SIDE_MAX);
    b.at[CHASER_COOL] = (struct chaser_spot){CHASER_SIDE_MAX - 1, CHASER_SIDE_MAX - 1};
    assert_ready(&b, CHASER_COOL, "1002002222");
    for (int direction = CHASER_UP; direction <= CHASER_LEFT; direction++) {
        bool is_outward = direction == CHASER_RIGHT || direction == CHASER_DOWN;
        chaser_act(&b, CHASER_COOL, (struct chaser_action){CHASER_SEARCH, (uint8_t)direction},
                   &answer);
        assert_memory_equal(answer.cell, is_outward ? "222222222" : "000000000", CHASER_VIEW);
        chaser_act(&b, CHASER_COOL, (struct chaser_action){CHASER_LOOK, (uint8_t)direction},
                   &answer);
        assert_int_equal(answer.cell[4], is_outward ? '2' : '0');
    }
}

static void the_opponent_is_told_whatever_lies_below(void **state)
{
    (void)state;
    for (int cell = CHASER_FLOOR; cell <= CHASER_ITEM; cell++) {
        struct chaser_board b = board_of("....|.CH.|....");
        if (cell != CHASER_OTHER) chaser_set_cell(&b.field, 2, 1, cell);
        assert_ready(&b, CHASER_COOL, "1000001000");
        assert_int_equal(chaser_seen(&b, CHASER_COOL, 2, 1), CHASER_OTHER);
    }
}

static void the_own_cell_reads_like_any_other(void **state)
{
    (void)state;
    struct chaser_board b = board_of("....|.C.H|....");
    assert_ready(&b, CHASER_COOL, "1000000000");
    chaser_set_cell(&b.field, 1, 1, CHASER_ITEM);
    assert_ready(&b, CHASER_COOL, "1000030000");
    chaser_set_cell(&b.field, 1, 1, CHASER_BLOCK);
    assert_ready(&b, CHASER_COOL, "1000020000");
    b.at[CHASER_HOT] = b.at[CHASER_COOL];
    assert_ready(&b, CHASER_COOL, "1000010000");
}

static void search_shows_the_opponent_and_passes_blocks(void **state)
{
    (void)state;
    assert_answer("C#o.#H....o|...........", "sr", "1230210000");
}

/* ---- RULES 3: actions ---- */

static struct chaser_verdict act_on(struct chaser_board *b, int p, const char *command)
{
    struct chaser_answer answer;
    return chaser_act(b, p, action_of(command), &answer);
}

static void walking_moves_in_the_four_directions(void **state)
{
    (void)state;
    static const char *const commands[] = {"wu", "wr", "wd", "wl"};
    static const int x[] = {2, 3, 2, 1}, y[] = {1, 2, 3, 2};
    for (size_t i = 0; i < LENGTH(commands); i++) {
        struct chaser_board b = board_of(".....|.....|..C..|.....|....H");
        assert_int_equal(act_on(&b, CHASER_COOL, commands[i]).ending, CHASER_RUNNING);
        assert_at(&b, CHASER_COOL, x[i], y[i]);
        assert_cells(&b, ".....|.....|.....|.....|.....");
    }
}

static void an_item_is_collected_and_leaves_a_block_behind(void **state)
{
    (void)state;
    struct chaser_board b = board_of("......|.Coo..|.....H");
    act_on(&b, CHASER_COOL, "wr");
    assert_cells(&b, "......|.#.o..|......");
    assert_int_equal(b.items[CHASER_COOL], 1);
    act_on(&b, CHASER_COOL, "wr");
    assert_cells(&b, "......|.##...|......");
    assert_int_equal(b.items[CHASER_COOL], 2);
    assert_int_equal(b.items[CHASER_HOT], 0);
}

static void an_item_on_the_start_cell_is_taken_by_coming_back(void **state)
{
    (void)state;
    struct chaser_board b = board_of(".....|.C...|....H");
    chaser_set_cell(&b.field, 1, 1, CHASER_ITEM);
    act_on(&b, CHASER_COOL, "wr");
    assert_int_equal(b.items[CHASER_COOL], 0);
    act_on(&b, CHASER_COOL, "wl");
    assert_cells(&b, ".....|..#..|.....");
    assert_int_equal(b.items[CHASER_COOL], 1);
}

static void players_may_share_a_cell(void **state)
{
    (void)state;
    struct chaser_board b = board_of("....|.CH.|....");
    assert_int_equal(act_on(&b, CHASER_COOL, "wr").ending, CHASER_RUNNING);
    assert_at(&b, CHASER_COOL, 2, 1);
    assert_ready(&b, CHASER_COOL, "1000010000");
    assert_ready(&b, CHASER_HOT, "1000010000");
}

static void an_item_below_the_opponent_is_not_collected(void **state)
{
    (void)state;
    struct chaser_board b = board_of("....|.CH.|....");
    chaser_set_cell(&b.field, 2, 1, CHASER_ITEM);
    act_on(&b, CHASER_COOL, "wr");
    assert_int_equal(b.items[CHASER_COOL], 0);
    assert_cells(&b, "....|..o.|....");
}

static void the_block_left_behind_crushes_who_shared_the_cell(void **state)
{
    (void)state;
    struct chaser_board b = board_of(".....|.CHo.|.....");
    act_on(&b, CHASER_COOL, "wr");
    struct chaser_verdict verdict = act_on(&b, CHASER_COOL, "wr");
    assert_int_equal(verdict.ending, CHASER_CRUSHED);
    assert_int_equal(verdict.winner, CHASER_COOL);
}

static void put_overwrites_floor_item_and_block(void **state)
{
    (void)state;
    struct chaser_board b = board_of(".....|.#Co.|.....|....H");
    act_on(&b, CHASER_COOL, "pr");
    act_on(&b, CHASER_COOL, "pl");
    act_on(&b, CHASER_COOL, "pu");
    assert_cells(&b, "..#..|.#.#.|.....|.....");
    assert_int_equal(b.items[CHASER_COOL], 0);
    assert_int_equal(b.items[CHASER_HOT], 0);
    assert_at(&b, CHASER_COOL, 2, 1);
}

static void put_outside_changes_nothing(void **state)
{
    (void)state;
    struct chaser_board b = board_of("C..|...|..H"), before = b;
    act_on(&b, CHASER_COOL, "pu");
    act_on(&b, CHASER_COOL, "pl");
    act_on(&b, CHASER_HOT, "pd");
    act_on(&b, CHASER_HOT, "pr");
    assert_memory_equal(&b, &before, sizeof b);
}

static void look_and_search_change_nothing(void **state)
{
    (void)state;
    struct chaser_board b = board_of("oo.o|oC.o|.o#.|...H"), before = b;
    static const char *const commands[] = {"lu", "lr", "ld", "ll", "su", "sr", "sd", "sl"};
    for (size_t i = 0; i < LENGTH(commands); i++) act_on(&b, CHASER_COOL, commands[i]);
    assert_memory_equal(&b, &before, sizeof b);
}

/* ---- RULES 4: who loses ---- */

static void assert_verdict(const char *picture, int p, const char *command,
                           enum chaser_ending ending, int winner)
{
    struct chaser_board b = board_of(picture);
    struct chaser_verdict verdict = act_on(&b, p, command);
    assert_int_equal(verdict.ending, ending);
    assert_int_equal(verdict.winner, ending ? winner : 0);
}

static void a_block_on_the_opponent_crushes_it(void **state)
{
    (void)state;
    assert_verdict("....|.CH.|....", CHASER_COOL, "pr", CHASER_CRUSHED, CHASER_COOL);
    assert_verdict("....|.CH.|....", CHASER_HOT, "pl", CHASER_CRUSHED, CHASER_HOT);
}

static void four_blocked_sides_enclose(void **state)
{
    (void)state;
    assert_verdict("...#.|C.#H#|.....", CHASER_COOL, "pu", CHASER_RUNNING, 0);
    assert_verdict("....#.|..C.H#|....#.", CHASER_COOL, "pr", CHASER_ENCLOSED, CHASER_COOL);
    assert_verdict("H.C|##.", CHASER_COOL, "pl", CHASER_ENCLOSED, CHASER_COOL);
}

static void an_opponent_beside_keeps_a_side_open(void **state)
{
    (void)state;
    assert_verdict("HC.|#..", CHASER_COOL, "pr", CHASER_RUNNING, 0);
    assert_verdict("HC.|#..", CHASER_COOL, "wr", CHASER_RUNNING, 0);
    assert_verdict("HCo|#..", CHASER_COOL, "wr", CHASER_ENCLOSED, CHASER_COOL);
}

static void corners_do_not_matter(void **state)
{
    (void)state;
    assert_verdict("#.#..|.C..H|#.#..", CHASER_COOL, "sr", CHASER_RUNNING, 0);
}

static void walking_into_a_block_or_off_the_field_is_a_collision(void **state)
{
    (void)state;
    assert_verdict("C#.|...|..H", CHASER_COOL, "wr", CHASER_COLLISION, CHASER_HOT);
    assert_verdict("C#.|...|..H", CHASER_COOL, "wu", CHASER_COLLISION, CHASER_HOT);
    assert_verdict("C#.|...|..H", CHASER_COOL, "wl", CHASER_COLLISION, CHASER_HOT);
    assert_verdict("C#.|...|..H", CHASER_HOT, "wd", CHASER_COLLISION, CHASER_COOL);
    assert_verdict("C#.|...|..H", CHASER_HOT, "wr", CHASER_COLLISION, CHASER_COOL);
}

static void enclosing_oneself_loses(void **state)
{
    (void)state;
    assert_verdict("C..|#..|..H", CHASER_COOL, "pr", CHASER_SELF_ENCLOSED, CHASER_HOT);
    assert_verdict("C.#|.o#|#H.|o..", CHASER_COOL, "wr", CHASER_RUNNING, 0);
    assert_verdict("Co#|.#.|..H", CHASER_COOL, "wr", CHASER_SELF_ENCLOSED, CHASER_HOT);
}

static void the_actor_wins_where_both_would_lose(void **state)
{
    (void)state;
    assert_verdict("HCo#|###.", CHASER_COOL, "wr", CHASER_ENCLOSED, CHASER_COOL);
    assert_verdict("#..|CH.|#..", CHASER_COOL, "pr", CHASER_CRUSHED, CHASER_COOL);
}

static void fouls_are_examined_last_but_opponent_first(void **state)
{
    (void)state;
    struct chaser_board b = board_of("....|.C.H|....");
    assert_int_equal(chaser_judge(&b, CHASER_COOL, 0).ending, CHASER_RUNNING);
    assert_int_equal(chaser_judge(&b, CHASER_COOL, 2).winner, CHASER_COOL);
    assert_int_equal(chaser_judge(&b, CHASER_COOL, 1).winner, CHASER_HOT);
    assert_int_equal(chaser_judge(&b, CHASER_COOL, 3).winner, CHASER_COOL);
    chaser_set_cell(&b.field, 3, 1, CHASER_BLOCK);
    assert_int_equal(chaser_judge(&b, CHASER_COOL, 2).ending, CHASER_CRUSHED);
}

static void a_map_may_be_lost_at_its_start(void **state)
{
    (void)state;
    struct chaser g = game_on("H#.|#..|..C", 5, false);
    assert_ended(&g, CHASER_COOL, "enclosed", 5);
    assert_sent(&g, CHASER_COOL, "@");
    say(&g, "gr");
    assert_sent(&g, CHASER_HOT, "@");
    say(&g, "gr");
    assert_int_equal(game_chaser.actors(opaque(&g)), 0);
    assert_farewell(&g, CHASER_COOL, "0002002222\r\n");
    assert_farewell(&g, CHASER_HOT, "0222202220\r\n");
}

/* ---- RULES 5: turns ---- */

static const char open_field[] = "......|.C....|......|....H.|......";

static void a_turn_is_an_action_of_each(void **state)
{
    (void)state;
    struct chaser g = game_on(open_field, 3, false);
    act(&g, "su");
    assert_int_equal(g.turns_left, 3);
    act(&g, "su");
    assert_int_equal(g.turns_left, 2);
    assert_int_equal(status_of(&g).turn, 1);
}

static void turns_left_depend_on_who_ended_the_game(void **state)
{
    (void)state;
    struct chaser g = game_on("C....|.....|....H", 9, false);
    act(&g, "su"), act(&g, "su");
    say(&g, "gr"), say(&g, "wu");
    assert_ended(&g, CHASER_HOT, "collision", 8);
    g = game_on("C....|.....|....H", 9, false);
    act(&g, "su"), act(&g, "su"), act(&g, "su");
    say(&g, "gr"), say(&g, "wd");
    assert_ended(&g, CHASER_COOL, "collision", 7);
    g = game_on("C....|.....|....H", 9, false);
    act(&g, "su"), act(&g, "su"), act(&g, "su");
    say(&g, "gr"), say(&g, "su"), fail_with(&g, REPLY_TIMEOUT);
    assert_ended(&g, CHASER_COOL, "foul", 8);
}

static void more_items_win_when_the_turns_are_over(void **state)
{
    (void)state;
    static const struct {
        const char *picture;
        int winner;
    } rows[] = {{".....|.Co..|....H", CHASER_COOL},
                {".....|.C...|..oH.", CHASER_HOT},
                {".....|.Co..|..oH.", -1},
                {".....|.C...|...H.", -1}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct chaser g = game_on(rows[i].picture, 1, false);
        act(&g, "wr");
        assert_false(status_of(&g).over);
        act(&g, "wl");
        assert_ended(&g, rows[i].winner, "items", 0);
        assert_int_equal(status_of(&g).score[0], g.board.items[0]);
    }
}

static void the_last_action_is_judged_before_the_items(void **state)
{
    (void)state;
    struct chaser g = game_on(".....|.Co..|....H", 1, false);
    act(&g, "wr");
    say(&g, "gr"), say(&g, "wr");
    assert_ended(&g, CHASER_COOL, "collision", 0);
    g = game_on(".....|.C...|..oH.", 1, false);
    act(&g, "su");
    say(&g, "gr"), say(&g, "wl"), say(&g, "x"); /* a foul though it has more items */
    assert_ended(&g, CHASER_COOL, "foul", 1);
}

/* ---- RULES 6: protocol ---- */

static const char real_field[] = /* 15 x 17, as in the recorded game of the rulebook */
    "...............|...............|...............|...............|...............|"
    "...............|...............|...............|.....C.H.......|...............|"
    "...............|...............|...............|...............|...............|"
    "...............|...............";

static void a_real_game_byte_for_byte(void **state)
{
    (void)state;
    struct chaser g = game_on(real_field, 5, false);
    assert_sent(&g, CHASER_COOL, "@"), say(&g, "gr");
    assert_sent(&g, CHASER_COOL, "1000000000"), say(&g, "wr");
    assert_sent(&g, CHASER_COOL, "1000001000"), say(&g, "#");
    assert_sent(&g, CHASER_HOT, "@"), say(&g, "gr");
    assert_sent(&g, CHASER_HOT, "1000100000"), say(&g, "su");
    assert_sent(&g, CHASER_HOT, "1000000002"), say(&g, "#");
    assert_sent(&g, CHASER_COOL, "@"), say(&g, "gr");
    assert_sent(&g, CHASER_COOL, "1000001000"), say(&g, "pr");
    assert_sent(&g, CHASER_COOL, "0000001000"), say(&g, "#");
    assert_sent(&g, CHASER_HOT, "@"), say(&g, "gr");
    assert_int_equal(game_chaser.actors(opaque(&g)), 0);
    assert_farewell(&g, CHASER_HOT, "0000120000\r\n");
    assert_farewell(&g, CHASER_COOL, "");
    assert_ended(&g, CHASER_COOL, "crushed", 4);
}

static void the_item_game_of_the_rulebook(void **state)
{
    (void)state;
    struct chaser g = game_on("..............|.....Coo...oH.|..............", 9, false);
    say(&g, "gr"), say(&g, "wr");
    assert_sent(&g, CHASER_COOL, "1000203000"), say(&g, "#");
    say(&g, "gr"), say(&g, "wl");
    assert_sent(&g, CHASER_HOT, "1000002000"), say(&g, "#");
    say(&g, "gr"), say(&g, "wr");
    assert_sent(&g, CHASER_COOL, "1000200000"), say(&g, "#");
    act(&g, "su");
    say(&g, "gr"), say(&g, "ll");
    assert_sent(&g, CHASER_COOL, "1000022000"), say(&g, "#");
    act(&g, "su");
    say(&g, "gr"), say(&g, "wl");
    assert_sent(&g, CHASER_COOL, "0000220000");
    assert_ended(&g, CHASER_HOT, "collision", 6);
}

static void all_sixteen_commands_are_known(void **state)
{
    (void)state;
    for (int n = 0; n < CHASER_COMMANDS; n++) {
        struct chaser g = game_on(".....|.....|..C..|.....|....H", 5, false);
        char command[3] = {"wlsp"[n / 4], "urdl"[n % 4], '\0'};
        act(&g, command);
        assert_int_equal(g.last.word, n / 4);
        assert_int_equal(g.last.direction, n % 4);
        assert_sent(&g, CHASER_HOT, "@");
    }
}

static void only_two_characters_of_a_command_count(void **state)
{
    (void)state;
    struct chaser g = game_on(open_field, 5, false);
    act(&g, "wup");
    assert_at(&g.board, CHASER_COOL, 1, 0);
    act(&g, "su and more");
    assert_false(status_of(&g).over);
}

static void a_bare_lf_ends_a_line_too(void **state)
{
    (void)state;
    struct chaser g = game_on(open_field, 5, false);
    assert_int_equal(say_bytes(&g, "gr\n", 3), PARSE_OK);
    assert_int_equal(say_bytes(&g, "wu\n", 3), PARSE_OK);
    assert_int_equal(say_bytes(&g, "#\n", 2), PARSE_OK);
    assert_sent(&g, CHASER_HOT, "@");
}

static void nine_empty_lines_are_skipped_and_the_tenth_is_a_foul(void **state)
{
    (void)state;
    static const char *const empty[] = {"\r\n", "\n", "\r\r\r\n"};
    for (size_t kind = 0; kind < LENGTH(empty); kind++)
        for (int phase = 0; phase < 3; phase++)
            for (int count = 9; count <= 10; count++) {
                static const char *const lines[] = {"gr\r\n", "wu\r\n", "#\r\n"};
                struct chaser g = game_on(open_field, 5, false);
                char buf[128];
                struct text t = TEXT_ON(buf);
                for (int i = 0; i < phase; i++) say_bytes(&g, lines[i], strlen(lines[i]));
                for (int i = 0; i < count; i++) text_str(&t, empty[kind]);
                if (count == 9) text_str(&t, lines[phase]);
                say_bytes(&g, buf, t.len);
                assert_int_equal(status_of(&g).over, count == 10);
            }
}

static void half_lines_wait_for_more(void **state)
{
    (void)state;
    static const char *const halves[] = {"", "g", "gr", "gr\r", "\r\n\r\n", "\r\n\r\ngr\r", "\r"};
    struct chaser g = game_on(open_field, 5, false);
    for (size_t i = 0; i < LENGTH(halves); i++) {
        struct chaser_action action;
        size_t used = 0;
        assert_int_equal(game_chaser.parse(opaque(&g), 0, halves[i], strlen(halves[i]),
                                           (struct game_action *)&action, &used),
                         PARSE_MORE);
    }
}

static void bytes_behind_a_line_belong_to_the_next_one(void **state)
{
    (void)state;
    struct chaser g = game_on(open_field, 5, false);
    struct chaser_action action;
    size_t used = 0;
    static const char bytes[] = "\r\ngr\r\nwu\r\n#\r\n";
    assert_int_equal(game_chaser.parse(opaque(&g), 0, bytes, sizeof bytes - 1,
                                       (struct game_action *)&action, &used),
                     PARSE_OK);
    assert_int_equal(used, 6);
}

/* Plays up to the given phase of an action of the given player. */
static struct chaser game_in_phase(int p, enum chaser_phase phase, bool official)
{
    struct chaser g = game_on(open_field, 5, official);
    act(&g, "su"), act(&g, "su");
    if (p == CHASER_HOT) act(&g, "su");
    if (phase >= CHASER_COMMAND) say(&g, "gr");
    if (phase >= CHASER_END) say(&g, "su");
    assert_int_equal(g.phase, phase);
    assert_int_equal(g.actor, p);
    return g;
}

/* The other is told: @, gr, and its square as a farewell; nothing for who has fouled. */
static void assert_other_is_told(struct chaser *g, int fouler)
{
    assert_ended(g, 1 - fouler, "foul", 4);
    assert_sent(g, 1 - fouler, "@");
    say(g, "gr");
    assert_int_equal(game_chaser.actors(opaque(g)), 0);
    assert_farewell(g, 1 - fouler, "0000000000\r\n");
    assert_farewell(g, fouler, "");
}

static void silence_at_every_point_is_a_foul(void **state)
{
    (void)state;
    for (int p = 0; p < 2; p++)
        for (int phase = CHASER_READY; phase <= CHASER_END; phase++) {
            struct chaser g = game_in_phase(p, (enum chaser_phase)phase, false);
            fail_with(&g, REPLY_TIMEOUT);
            assert_other_is_told(&g, p);
        }
}

/* What people are told, and that the hash of a state knows nothing of it. */
static void assert_told(struct chaser *g, const char *detail)
{
    struct chaser plain = *g;
    assert_string_equal(status_of(g).reason, "foul");
    assert_string_equal(status_of(g).detail, detail);
    plain.foul[0] = plain.foul[1] = CHASER_NO_FOUL;
    assert_int_equal(game_chaser.hash(opaque(g)), game_chaser.hash(opaque(&plain)));
}

static void every_foul_has_a_reason_of_its_own(void **state)
{
    (void)state;
    static const struct {
        enum chaser_phase phase;
        const char *word, *detail;
    } fouls[] = {{CHASER_READY, "wu", "foul: two commands"},
                 {CHASER_READY, "ok", "foul: unknown command"},
                 {CHASER_COMMAND, "gr", "foul: getReady twice"},
                 {CHASER_COMMAND, "zz", "foul: unknown command"},
                 {CHASER_END, "wu", "foul: two commands"},
                 {CHASER_END, "gr", "foul: no #"}};
    for (int p = 0; p < 2; p++) {
        for (size_t i = 0; i < LENGTH(fouls); i++) {
            struct chaser g = game_in_phase(p, fouls[i].phase, false);
            say(&g, fouls[i].word);
            assert_told(&g, fouls[i].detail);
        }
        struct chaser g = game_in_phase(p, CHASER_COMMAND, false);
        fail_with(&g, REPLY_TIMEOUT);
        assert_told(&g, "foul: no answer");
        g = game_in_phase(p, CHASER_READY, true);
        fail_with(&g, REPLY_GONE);
        assert_told(&g, "foul: disconnected");
    }
}

static void closing_at_every_point_is_a_foul(void **state)
{
    (void)state;
    for (int p = 0; p < 2; p++)
        for (int phase = CHASER_READY; phase <= CHASER_END; phase++) {
            struct chaser g = game_in_phase(p, (enum chaser_phase)phase, false);
            fail_with(&g, REPLY_GONE);
            assert_other_is_told(&g, p);
        }
}

static void another_word_than_the_awaited_one_is_a_foul(void **state)
{
    (void)state;
    static const char *const instead_of_gr[] = {"wu", "#", "g", "GR", "grr", " gr", "gr ", "@"};
    static const char *const instead_of_sharp[] = {"gr", "wu", "##", " #", "1"};
    for (int p = 0; p < 2; p++) {
        for (size_t i = 0; i < LENGTH(instead_of_gr); i++) {
            struct chaser g = game_in_phase(p, CHASER_READY, false);
            say(&g, instead_of_gr[i]);
            assert_other_is_told(&g, p);
        }
        for (size_t i = 0; i < LENGTH(instead_of_sharp); i++) {
            struct chaser g = game_in_phase(p, CHASER_END, false);
            say(&g, instead_of_sharp[i]);
            assert_other_is_told(&g, p);
        }
    }
}

static void an_unknown_command_changes_nothing_and_is_answered_with_zeros(void **state)
{
    (void)state;
    static const char *const commands[] = {"gr", "xx", "wx", "ux", "w", "#", "WU", " wu", "uw"};
    for (int p = 0; p < 2; p++)
        for (size_t i = 0; i < LENGTH(commands); i++) {
            struct chaser g = game_in_phase(p, CHASER_COMMAND, false);
            struct chaser_board before = g.board;
            say(&g, commands[i]);
            assert_memory_equal(&g.board, &before, sizeof before);
            assert_sent(&g, p, "0000000000");
            say(&g, "#");
            assert_other_is_told(&g, p);
        }
}

static void bytes_without_a_line_end_are_no_line(void **state)
{
    (void)state;
    char noise[CHASER_NAME_SIZE];
    struct chaser g = game_on(open_field, 5, false);
    struct chaser_action action;
    size_t used;
    memset(noise, 'w', sizeof noise);
    assert_int_equal(
        game_chaser.parse(opaque(&g), 0, noise, sizeof noise, (struct game_action *)&action, &used),
        PARSE_MORE);
    fail_with(&g, REPLY_INVALID); /* what the referee makes of too many bytes */
    assert_ended(&g, CHASER_HOT, "foul", 5);
}

static void time_up_is_told_to_cool_and_then_to_hot(void **state)
{
    (void)state;
    struct chaser g = game_on(open_field, 1, false);
    act(&g, "su");
    say(&g, "gr"), say(&g, "su");
    assert_sent(&g, CHASER_HOT, "1000222222");
    say(&g, "#");
    assert_sent(&g, CHASER_COOL, "@"), say(&g, "gr");
    assert_sent(&g, CHASER_HOT, "@"), say(&g, "gr");
    assert_farewell(&g, CHASER_COOL, "0000000000\r\n");
    assert_farewell(&g, CHASER_HOT, "0000000000\r\n");
    assert_ended(&g, -1, "items", 0);
}

static void nothing_matters_while_the_end_is_told(void **state)
{
    (void)state;
    for (int kind = REPLY_INVALID; kind <= REPLY_GONE; kind++) {
        struct chaser g = game_on("C....|.....|....H", 5, false);
        say(&g, "gr"), say(&g, "wu");
        fail_with(&g, (enum reply_kind)kind); /* no # */
        assert_sent(&g, CHASER_HOT, "@");
        fail_with(&g, (enum reply_kind)kind); /* no gr */
        assert_int_equal(game_chaser.actors(opaque(&g)), 0);
        assert_ended(&g, CHASER_HOT, "collision", 5);
        assert_farewell(&g, CHASER_HOT, "0002002222\r\n");
    }
}

static void an_action_of_another_phase_is_a_foul(void **state)
{
    (void)state;
    struct chaser g = game_in_phase(CHASER_COOL, CHASER_READY, false);
    struct chaser_action walk = {CHASER_WALK, CHASER_UP};
    chaser_step(&g, (struct game_reply){REPLY_ACTION, (const struct game_action *)&walk});
    assert_ended(&g, CHASER_HOT, "foul", 4);
    g = game_in_phase(CHASER_COOL, CHASER_COMMAND, false);
    struct chaser_action stay = {CHASER_PUT, CHASER_STAY};
    chaser_step(&g, (struct game_reply){REPLY_ACTION, (const struct game_action *)&stay});
    assert_ended(&g, CHASER_HOT, "foul", 4);
}

/* ---- RULES 7: the contest's own way ---- */

static void official_gr_and_sharp_need_their_cr(void **state)
{
    (void)state;
    struct chaser g = game_on(open_field, 5, true);
    assert_int_equal(say_bytes(&g, "gr\n", 3), PARSE_INVALID);
    assert_ended(&g, CHASER_HOT, "foul", 5);
    g = game_on(open_field, 5, true);
    say(&g, "gr");
    assert_int_equal(say_bytes(&g, "wu\n", 3), PARSE_OK);
    assert_int_equal(say_bytes(&g, "#\n", 2), PARSE_INVALID);
    assert_false(status_of(&g).over);
}

static void official_time_up_is_noticed_in_cools_next_action(void **state)
{
    (void)state;
    struct chaser g = game_on(open_field, 1, true);
    act(&g, "su"), act(&g, "su");
    assert_false(status_of(&g).over);
    assert_sent(&g, CHASER_COOL, "@"), say(&g, "gr");
    assert_sent(&g, CHASER_COOL, "1000000000"), say(&g, "wu");
    assert_at(&g.board, CHASER_COOL, 1, 1); /* never played */
    assert_sent(&g, CHASER_HOT, "@"), say(&g, "gr");
    assert_sent(&g, CHASER_HOT, "0000000000"), say(&g, "#");
    assert_int_equal(game_chaser.actors(opaque(&g)), 0);
    assert_ended(&g, -1, "items", 0);
    assert_farewell(&g, CHASER_COOL, "");
    assert_farewell(&g, CHASER_HOT, "");
}

static void official_fouls_are_seen_one_action_later(void **state)
{
    (void)state;
    static const char *const commands[] = {"xx", "gr", "wx"};
    for (int p = 0; p < 2; p++)
        for (size_t i = 0; i < LENGTH(commands); i++) {
            struct chaser g = game_in_phase(p, CHASER_COMMAND, true);
            int left = p == CHASER_HOT ? 3 : 4; /* RULES 7.5 */
            say(&g, commands[i]);
            assert_sent(&g, p, commands[i][0] == 'w' ? "1000000000" : "0000000000");
            say(&g, "#");
            assert_sent(&g, 1 - p, "@"), say(&g, "gr");
            assert_sent(&g, 1 - p, "1000000000"), say(&g, "su");
            assert_int_equal(game_chaser.actors(opaque(&g)), 0);
            assert_ended(&g, 1 - p, "foul", left);
        }
}

static void official_missing_sharp_uses_up_no_turn(void **state)
{
    (void)state;
    for (int kind = REPLY_INVALID; kind <= REPLY_GONE; kind++) {
        struct chaser g = game_in_phase(CHASER_HOT, CHASER_END, true);
        fail_with(&g, (enum reply_kind)kind);
        say(&g, "gr"), say(&g, "su");
        assert_ended(&g, CHASER_COOL, "foul", 4);
        assert_int_equal(game_chaser.actors(opaque(&g)), 0);
    }
}

static void official_missing_gr_and_late_commands_lose_at_once(void **state)
{
    (void)state;
    for (int p = 0; p < 2; p++)
        for (int kind = REPLY_INVALID; kind <= REPLY_GONE; kind++) {
            struct chaser g = game_in_phase(p, CHASER_READY, true);
            fail_with(&g, (enum reply_kind)kind);
            assert_ended(&g, 1 - p, "foul", 4);
            assert_sent(&g, 1 - p, "@"), say(&g, "gr");
            assert_sent(&g, 1 - p, "0000000000"), fail_with(&g, REPLY_GONE);
            assert_int_equal(game_chaser.actors(opaque(&g)), 0);
        }
    struct chaser g = game_in_phase(CHASER_COOL, CHASER_COMMAND, true);
    fail_with(&g, REPLY_TIMEOUT);
    assert_ended(&g, CHASER_HOT, "foul", 4);
    assert_sent(&g, CHASER_HOT, "@");
}

static void official_closing_before_a_command_is_seen_one_action_later(void **state)
{
    (void)state;
    struct chaser g = game_in_phase(CHASER_HOT, CHASER_COMMAND, true);
    fail_with(&g, REPLY_GONE);
    assert_int_equal(game_chaser.actors(opaque(&g)),
                     1 << CHASER_COOL); /* Hot is sent nothing more */
    assert_false(status_of(&g).over);
    say(&g, "gr"), say(&g, "su");
    assert_ended(&g, CHASER_COOL, "foul", 4);
}

static void official_items_decide_even_against_a_foul(void **state)
{
    (void)state;
    struct chaser g = game_on(open_field, 1, true);
    act(&g, "su");
    act(&g, "xx");
    say(&g, "gr"), say(&g, "su");
    assert_ended(&g, -1, "items", 0);
    assert_int_equal(game_chaser.actors(opaque(&g)), 0); /* Hot has fouled: it is told nothing */
    g = game_on(open_field, 1, true);
    act(&g, "su"), act(&g, "su");
    fail_with(&g, REPLY_TIMEOUT);
    assert_ended(&g, -1, "items", 0);
    assert_sent(&g, CHASER_HOT, "@");
}

static void official_unknown_directions_are_steps_of_length_zero(void **state)
{
    (void)state;
    static const struct {
        const char *command, *answer;
    } rows[] = {{"wx", "1000003000"},
                {"lx", "1000003000"},
                {"sx", "1000000000"},
                {"w", "1000003000"},
                {"px", "0000023000"}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct chaser g = game_on(".....|.Co..|....H", 5, true);
        say(&g, "gr"), say(&g, rows[i].command);
        assert_sent(&g, CHASER_COOL, rows[i].answer);
        assert_at(&g.board, CHASER_COOL, 1, 1);
    }
    struct chaser g = game_on(".....|.C...|....H", 5, true);
    say(&g, "gr"), say(&g, "px");
    assert_ended(&g, CHASER_HOT, "collision", 5);
    say(&g, "#");
    assert_sent(&g, CHASER_HOT, "@");
}

static void official_lost_start_is_noticed_after_cools_first_command(void **state)
{
    (void)state;
    struct chaser g = game_on("H#.|#..|..C", 5, true);
    assert_false(status_of(&g).over);
    say(&g, "gr");
    assert_sent(&g, CHASER_COOL, "1002002222"), say(&g, "su");
    assert_ended(&g, CHASER_COOL, "enclosed", 5);
    assert_sent(&g, CHASER_HOT, "@"), say(&g, "gr");
    assert_sent(&g, CHASER_HOT, "0222202220");
}

/* ---- what players may know ---- */

static void a_waiting_player_observes_nothing(void **state)
{
    (void)state;
    static const struct chaser nothing;
    struct chaser g = game_in_phase(CHASER_COOL, CHASER_COMMAND, false), seen;
    game_chaser.observe(opaque(&g), CHASER_HOT, opaque(&seen));
    assert_memory_equal(&seen, &nothing, sizeof seen);
}

static void an_actor_observes_its_last_message_only(void **state)
{
    (void)state;
    struct chaser a = game_in_phase(CHASER_COOL, CHASER_COMMAND, false), b = a, seen[2];
    b.turns_left--;
    b.board.items[0]++;
    chaser_set_cell(&b.board.field, 5, 4, CHASER_ITEM); /* out of its sight */
    b.board.at[CHASER_HOT].x--;
    game_chaser.observe(opaque(&a), CHASER_COOL, opaque(&seen[0]));
    game_chaser.observe(opaque(&b), CHASER_COOL, opaque(&seen[1]));
    assert_memory_equal(&seen[0], &seen[1], sizeof seen[0]);
    assert_memory_equal(seen[0].told.cell, "000000000", CHASER_VIEW);
}

/* The field as it is drawn for a person, row by row. */
static void shown_field(struct chaser *g, int p, char rows[64])
{
    struct chaser shown;
    char buf[2048];
    struct text out = TEXT_ON(buf), t = text_on(rows, 64);
    game_chaser.show(opaque(g), p, opaque(&shown));
    game_chaser.frame(opaque(&shown), &out);
    const char *at = strstr(buf, "\"field\":[") + strlen("\"field\":[");
    for (; *at != ']'; at++)
        if (*at != '"') text_char(&t, *at);
}

static void assert_shown(struct chaser *g, int p, const char *expected)
{
    char rows[64];
    shown_field(g, p, rows);
    assert_string_equal(rows, expected);
}

static void a_person_is_shown_what_a_client_is_told(void **state)
{
    (void)state;
    struct chaser g = game_on("C..o..|.#...o|......|...o.H", 5, false);
    assert_shown(&g, CHASER_COOL, "00????,02????,??????,??????"); /* where it stands */
    assert_shown(&g, CHASER_HOT, "??????,??????,??????,??????");
    say(&g, "gr"), say(&g, "sr");
    assert_shown(&g, CHASER_COOL, "?00300,??????,??????,??????"); /* along its search */
    say(&g, "#");
    assert_shown(&g, CHASER_COOL, "?00300,??????,??????,??????");
    assert_shown(&g, CHASER_HOT, "??????,??????,????00,????00");
    say(&g, "gr"), say(&g, "wu");
    assert_shown(&g, CHASER_COOL, "??????,??????,??????,??????"); /* things have changed */
    assert_shown(&g, CHASER_HOT, "??????,????03,????00,????00");
}

static void what_a_person_cannot_know_leaves_no_trace(void **state)
{
    (void)state;
    struct chaser a = game_on("C..o..|.#...o|......|...o.H", 5, false), b = a, shown[2];
    b.board.items[CHASER_HOT] = 3;
    chaser_set_cell(&b.board.field, 5, 3, CHASER_BLOCK);
    b.board.at[CHASER_HOT].x--;
    b.last_actor = CHASER_HOT;
    b.has_last = true;
    b.last.word = CHASER_PUT;
    memcpy(b.name, "seed 7", sizeof "seed 7");
    memcpy(a.name, "seed 8", sizeof "seed 8");
    game_chaser.show(opaque(&a), CHASER_COOL, opaque(&shown[0]));
    game_chaser.show(opaque(&b), CHASER_COOL, opaque(&shown[1]));
    assert_memory_equal(&shown[0], &shown[1], sizeof shown[0]);
    assert_true(shown[0].board.at[CHASER_HOT].x < 0);
    b.board.at[CHASER_HOT] = (struct chaser_spot){1, 0};
    game_chaser.show(opaque(&b), CHASER_COOL, opaque(&shown[1]));
    assert_int_equal(shown[1].board.at[CHASER_HOT].x, 1); /* in sight */
}

static enum parse_result perceive(struct chaser *g, const char *message)
{
    struct game_self self;
    size_t used = 0;
    enum parse_result result =
        game_chaser.perceive(opaque(g), &self, message, strlen(message), &used);
    if (result == PARSE_OK) assert_int_equal(used, strlen(message));
    return result;
}

static void messages_lead_a_client_through_its_phases(void **state)
{
    (void)state;
    struct chaser g = {0};
    assert_int_equal(perceive(&g, "@\r\n"), PARSE_OK);
    assert_int_equal(g.phase, CHASER_READY);
    assert_int_equal(perceive(&g, "1000200300\r\n"), PARSE_OK);
    assert_int_equal(g.phase, CHASER_COMMAND);
    assert_sent(&g, 0, "1000200300");
    assert_int_equal(perceive(&g, "0000200300\n"), PARSE_OK);
    assert_int_equal(g.phase, CHASER_END);
    assert_int_equal(perceive(&g, "@\r\n"), PARSE_OK);
    assert_int_equal(perceive(&g, "0000200300\r\n"), PARSE_MORE); /* nothing to answer any more */
}

static void what_is_no_message_is_refused(void **state)
{
    (void)state;
    static const char *const messages[] = {"\r\n",           "100020030\r\n",  "10002003000\r\n",
                                           "2000200300\r\n", "1000400300\r\n", "@@\r\n",
                                           "1000a00300\r\n"};
    for (size_t i = 0; i < LENGTH(messages); i++) {
        struct chaser g = {.phase = CHASER_READY};
        assert_int_equal(perceive(&g, messages[i]), PARSE_INVALID);
    }
    struct chaser g = {0};
    assert_int_equal(perceive(&g, "1000200300\r\n"), PARSE_INVALID); /* nobody was asked */
    assert_int_equal(perceive(&g, "@\r"), PARSE_MORE);
}

/* ---- RULES 8: map files ---- */

static bool read_map(struct chaser_map *map, const char *text, char why[256])
{
    struct text out = text_on(why, 256);
    return chaser_map_read(map, text, strlen(text), &out);
}

static void assert_refused(const char *text, const char *sentence)
{
    struct chaser_map map;
    char why[256];
    assert_false(read_map(&map, text, why));
    assert_string_equal(why, sentence);
}

static struct chaser_map map_of(const char *text)
{
    struct chaser_map map;
    char why[256];
    bool ok = read_map(&map, text, why);
    if (!ok) print_message("%s\n", why);
    assert_true(ok);
    return map;
}

static void a_map_file_is_read(void **state)
{
    (void)state;
    struct chaser_map map = map_of("N:a b\nT:7\nS:3,2\nD:0,2,3\nD:3,0,0\nC:0,0\nH:2,1\n");
    assert_string_equal(map.name, "a b");
    assert_int_equal(map.turns, 7);
    assert_cells(&map.board, ".#o|o..");
    assert_at(&map.board, CHASER_COOL, 0, 0);
    assert_at(&map.board, CHASER_HOT, 2, 1);
}

static void lines_come_in_any_order_with_any_ends(void **state)
{
    (void)state;
    struct chaser_map map =
        map_of("\xef\xbb\xbfH:2,1\r\n\r\nX:what\r\nD:0,2,3\r\nC: 0 , 0\r\nD:3,0,0\r\nhello");
    assert_cells(&map.board, ".#o|o..");
    assert_at(&map.board, CHASER_HOT, 2, 1);
    assert_int_equal(map.turns, CHASER_TURNS);
    assert_string_equal(map.name, "");
    map = map_of("D:0,0\r\nH:1,0\r\nC:0,0\r"); /* no LF at the end, but a CR */
    assert_at(&map.board, CHASER_COOL, 0, 0);
}

static void what_is_written_is_read_again(void **state)
{
    (void)state;
    static const char text[] = "N:a b\nT:7\nS:3,2\nD:0,2,3\nD:3,0,0\nC:0,0\nH:2,1\n";
    struct chaser_map map = map_of(text);
    char buf[256];
    struct text out = TEXT_ON(buf);
    chaser_map_write(&map, &out);
    assert_string_equal(buf, text);
}

static void bad_maps_are_refused_with_the_line(void **state)
{
    (void)state;
    assert_refused("", "map-no-rows: no D line");
    assert_refused("N:x\nC:0,0\nH:1,0\n", "map-no-rows: no D line");
    assert_refused("D:0,0\nH:1,0\n", "map-no-cool: no C line");
    assert_refused("D:0,0\nC:1,0\n", "map-no-hot: no H line");
    assert_refused("D:0,0\nC:2,0\nH:1,0\n", "map-cool-outside: Cool starts outside");
    assert_refused("D:0,0\nC:0,0\nH:1,1\n", "map-hot-outside: Hot starts outside");
    assert_refused("D:2,0\nC:0,0\nH:1,0\n", "map-cool-block: Cool starts on a block");
    assert_refused("D:0,2\nC:0,0\nH:1,0\n", "map-hot-block: Hot starts on a block");
    assert_refused("D:0,0\nC:1,0\nH:1,0\n", "map-same-start: both players start on the same cell");
    assert_refused("D:0,0\nD:0,0,0\nC:0,0\nH:1,0\n",
                   "map-uneven: line {line=2}: a row of another length than the first one");
    static const char *const rows[] = {"D:",    "D:0,1",  "D:0,4", "D:0,,0", "D:0,0,",
                                       "D:0 0", "D:0,-2", "D:0,x", "D:,",    "D:00,22 3"};
    for (size_t i = 0; i < LENGTH(rows); i++)
        assert_refused(
            rows[i], "map-cells: line {line=1}: cells must be 0, 2 or 3 with commas between them");
    static const char *const turns[] = {"T:0", "T:-1", "T:", "T:x", "T:100001", "T:5,5"};
    for (size_t i = 0; i < LENGTH(turns); i++)
        assert_refused(turns[i],
                       "map-turns: line {line=1}: T must be a number of turns from 1 to 100000");
    static const char *const starts[] = {"C:", "C:1", "C:1,", "C:1,2,3", "H:-1,0", "H:40,0"};
    for (size_t i = 0; i < LENGTH(starts); i++)
        assert_refused(starts[i], "map-start: line {line=1}: a start must be x,y within the field");
}

static void too_large_maps_are_refused(void **state)
{
    (void)state;
    char buf[8192];
    struct text text = TEXT_ON(buf);
    for (int y = 0; y <= CHASER_SIDE_MAX; y++) text_str(&text, "D:0,0\n");
    assert_refused(buf, "map-rows: line {line=41}: more than 40 rows");
    text_clear(&text);
    text_str(&text, "D:0");
    for (int x = 0; x < CHASER_SIDE_MAX; x++) text_str(&text, ",0");
    assert_refused(buf, "map-wide: line {line=1}: a row of more than 40 cells");
    text.buf[text.len -= 2] = '\0';
    text_str(&text, "\nC:0,0\nH:39,0\n");
    assert_int_equal(map_of(buf).board.width, CHASER_SIDE_MAX);
}

static void a_long_name_is_cut(void **state)
{
    (void)state;
    char buf[512] = "D:0,0\nC:0,0\nH:1,0\nN:";
    size_t len = strlen(buf);
    memset(buf + len, 'n', 300);
    assert_int_equal(strlen(map_of(buf).name), CHASER_NAME_SIZE - 1);
}

static void oddities_are_found(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned oddities;
    } rows[] = {
        {"S:3,3\nD:0,0,0\nD:0,3,0\nD:0,0,0\nC:0,0\nH:2,2", 0},
        {"D:0,0,0\nD:0,3,0\nD:0,0,0\nC:0,0\nH:2,2", 0},
        {"D:0,2,0\nD:0,3,0\nD:0,0,0\nC:0,0\nH:2,2", CHASER_ODD_UNFAIR},
        {"D:0,0,0\nD:0,3,0\nD:0,0,0\nC:0,0\nH:2,1", CHASER_ODD_UNFAIR},
        {"D:0,0,0\nD:0,0,0\nD:0,0,0\nC:0,0\nH:2,2", CHASER_ODD_EVEN | CHASER_ODD_CENTRE},
        {"D:3,0,0\nD:0,3,0\nD:0,0,3\nC:0,0\nH:2,2", CHASER_ODD_START_ITEM},
        {"S:3,4\nD:0,0,0\nD:0,3,0\nD:0,0,0\nC:0,0\nH:2,2", CHASER_ODD_SIZE},
        {"S:three\nD:0,0,0\nD:0,3,0\nD:0,0,0\nC:0,0\nH:2,2", CHASER_ODD_SIZE},
        {"D:0,2,0\nD:2,3,2\nD:0,2,0\nC:0,0\nH:2,2", CHASER_ODD_LOST},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct chaser_map map = map_of(rows[i].text);
        /* small maps: never 15 x 17, and some too small not to see each other */
        unsigned shape = CHASER_ODD_SHAPE | CHASER_ODD_SIGHT;
        assert_int_equal(chaser_map_oddities(&map) & ~shape, rows[i].oddities);
    }
}

/* RULES 8.4. */
static void every_design_rule_of_a_contest_map_is_checked(void **state)
{
    (void)state;
    struct chaser_map map, other;
    char buf[256];
    struct text why = TEXT_ON(buf);
    assert_true(chaser_map_draw(&map, &chaser_usual_recipe, 1, &why));
    assert_int_equal(chaser_map_oddities(&map), 0);
    other = map;
    other.board.width = 13;
    assert_true(chaser_map_oddities(&other) & CHASER_ODD_SHAPE);
    other = map;
    other.board.height = 15;
    assert_true(chaser_map_oddities(&other) & CHASER_ODD_SHAPE);
    for (int turns = 99; turns <= 241; turns += 142) {
        other = map;
        other.turns = turns;
        assert_int_equal(chaser_map_oddities(&other), CHASER_ODD_TURNS);
    }
    for (int turns = 100; turns <= 240; turns += 140) {
        other.turns = turns;
        assert_int_equal(chaser_map_oddities(&other), 0);
    }
    other = map;
    other.board.at[1] = other.board.at[0];
    other.board.at[1].x++;
    assert_true(chaser_map_oddities(&other) & CHASER_ODD_SIGHT);
    other.board.at[1].x++;
    assert_false(chaser_map_oddities(&other) & CHASER_ODD_SIGHT);
}

static void our_own_maps_have_no_oddities(void **state)
{
    (void)state;
    char path[4096];
    DIR *folder = opendir(own_path("maps", path));
    assert_non_null(folder);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char name[300], why[256];
        if (!strstr(entry->d_name, ".map")) continue;
        snprintf(name, sizeof name, "maps/%s", entry->d_name);
        size_t len = 0;
        char *text = read_whole(own_path(name, path), &len);
        struct chaser_map map;
        assert_non_null(text);
        assert_true(read_map(&map, text, why));
        assert_int_equal(chaser_map_oddities(&map), 0);
        assert_int_equal(map.board.width, 15);
        assert_int_equal(map.board.height, 17);
        free(text);
        count++;
    }
    closedir(folder);
    assert_int_equal(count, 12);
}

/* ---- RULES 9: random maps, and setups ---- */

static bool init(struct chaser *g, uint64_t seed, const char *options, const char *map,
                 char why[256])
{
    struct text out = text_on(why, 256);
    return game_chaser.init(
        opaque(g), &(struct game_setup){.seed = seed, .options = options, .map = map}, &out);
}

/* MD5 (RFC 1321) of a short text: the rulebook gives its check values in it. */
static void md5_block(uint32_t h[4], const unsigned char block[64])
{
    static const int shift[4][4] = {
        {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
    static const int start[4] = {0, 1, 5, 0}, stride[4] = {1, 5, 3, 7};
    static const uint32_t sine[64] = {
        0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613,
        0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193,
        0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d,
        0x02441453, 0xd8a1e681, 0xe7d3fbc8, 0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed,
        0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122,
        0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa,
        0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665, 0xf4292244,
        0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
        0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb,
        0xeb86d391};
    uint32_t a = h[0], b = h[1], c = h[2], d = h[3];
    for (int i = 0; i < 64; i++) {
        int round = i / 16, k = (start[round] + stride[round] * i) % 16;
        uint32_t word, f = round == 0   ? (b & c) | (~b & d)
                           : round == 1 ? (d & b) | (~d & c)
                           : round == 2 ? b ^ c ^ d
                                        : c ^ (b | ~d);
        memcpy(&word, block + 4 * k, 4);
        f += a + sine[i] + word;
        a = d, d = c, c = b;
        b += f << shift[round][i % 4] | f >> (32 - shift[round][i % 4]);
    }
    h[0] += a, h[1] += b, h[2] += c, h[3] += d;
}

static void assert_md5(const char *text, const char *wanted)
{
    static unsigned char padded[8192];
    uint32_t h[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    size_t len = strlen(text), blocks = (len + 8) / 64 + 1;
    uint64_t bits = len * 8;
    char hex[33];
    assert_true(blocks * 64 <= sizeof padded);
    memset(padded, 0, sizeof padded);
    memcpy(padded, text, len);
    padded[len] = 0x80;
    memcpy(padded + blocks * 64 - 8, &bits, 8);
    for (size_t i = 0; i < blocks; i++) md5_block(h, padded + 64 * i);
    for (int i = 0; i < 16; i++)
        snprintf(hex + 2 * i, 3, "%02x", (unsigned)(h[i / 4] >> (8 * (i % 4)) & 0xff));
    assert_string_equal(hex, wanted);
}

static void seed_42_gives_the_maps_of_the_rulebook(void **state)
{
    (void)state;
    struct chaser g;
    char why[256], buf[8192];
    struct text out = TEXT_ON(buf);
    assert_true(init(&g, 42, NULL, NULL, why));
    game_chaser.start(opaque(&g), &out);
    assert_non_null(strstr(buf, "N:seed 42\nT:100\nS:15,17\nD:0,0,0,0,3,3,3,3,0,0,0,0,0,3,0\n"));
    assert_non_null(strstr(buf, "C:3,5\nH:11,11\n"));
    assert_md5(buf, "99e43647e6bcfacac23979b083cd4f35");
    text_clear(&out);
    assert_true(init(&g, 42, "style=v3", NULL, why));
    game_chaser.start(opaque(&g), &out);
    assert_md5(buf, "08cd2078b341c6ca93de1032520ea629");
}

static void check_blocks(const struct chaser_board *b, int style)
{
    for (int y = 0; y < b->height; y++)
        for (int x = 0; x < b->width; x++) {
            bool is_rim = x == 0 || y == 0 || x == b->width - 1 || y == b->height - 1;
            if (!chaser_is_block(&b->field, x, y)) continue;
            if (style == 2) assert_false(is_rim);
            for (int p = 0; p < 2; p++) {
                int dx = abs(x - b->at[p].x), dy = abs(y - b->at[p].y);
                assert_false(dx == 0 && dy == 9);
                if (style == 3) assert_false(dy == 0 && dx == 9);
                if (style == 3) assert_false(is_rim && dx * dy == 0 && dx + dy <= 9);
            }
        }
}

static void random_maps_are_fair_and_have_their_numbers(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++)
        for (int style = 2; style <= 3; style++) {
            struct chaser_recipe recipe = chaser_usual_recipe;
            struct chaser_map map;
            char why[256];
            struct text out = TEXT_ON(why);
            recipe.style = style;
            assert_true(chaser_map_draw(&map, &recipe, seed, &out));
            assert_int_equal(chaser_map_oddities(&map), 0);
            assert_int_equal(chaser_count_items(&map.board.field), 51);
            assert_true(map.board.at[0].x <= 7);
            check_blocks(&map.board, style);
            for (int y = -1; y <= 1 && style == 2; y++)
                for (int x = -1; x <= 1; x++)
                    assert_false(chaser_is_item(&map.board.field, map.board.at[0].x + x,
                                                map.board.at[0].y + y));
        }
}

static void impossible_random_maps_are_refused(void **state)
{
    (void)state;
    static const char *const options[] = {"width=5 height=5 blocks=30", "items=1600", "blocks=1600",
                                          "width=5 height=5 items=25"};
    for (size_t i = 0; i < LENGTH(options); i++) {
        struct chaser g;
        char why[256];
        assert_false(init(&g, 1, options[i], NULL, why));
        assert_non_null(strstr(why, "no random map"));
    }
}

static void options_change_a_random_map(void **state)
{
    (void)state;
    struct chaser g;
    char why[256];
    assert_true(init(&g, 1, "width=21 height=11 blocks=0 items=9 turns=7", NULL, why));
    assert_int_equal(g.board.width, 21);
    assert_int_equal(g.board.height, 11);
    assert_int_equal(chaser_count_items(&g.board.field), 9);
    assert_int_equal(g.turns_left, 7);
    assert_false(g.official);
    assert_true(init(&g, 1, "compat=official", NULL, why));
    assert_true(g.official);
}

static void wrong_options_are_refused(void **state)
{
    (void)state;
    static const char *const rows[][2] = {{"style=v4", "{one:v2} or {other:v3}"},
                                          {"compat=yes", "{one:none} or {other:official}"},
                                          {"width=16", "odd"},
                                          {"height=3", "from {least=5} to {most=39}"},
                                          {"width=41", "from {least=5} to {most=39}"},
                                          {"turns=0", "turns"},
                                          {"blocks=-1", "blocks"},
                                          {"items=x", "items"},
                                          {"moon=1", "moon"}};
    struct chaser g;
    char why[256];
    for (size_t i = 0; i < LENGTH(rows); i++) {
        assert_false(init(&g, 1, rows[i][0], NULL, why));
        assert_non_null(strstr(why, rows[i][1]));
    }
}

static void a_map_leaves_only_turns_and_compat_open(void **state)
{
    (void)state;
    static const char map[] = "T:7\nD:0,0\nC:0,0\nH:1,0\n";
    struct chaser g;
    char why[256];
    assert_true(init(&g, 1, NULL, map, why));
    assert_int_equal(g.turns, 7);
    assert_true(init(&g, 1, "turns=3 compat=official", map, why));
    assert_int_equal(g.turns, 3);
    assert_false(init(&g, 1, "width=15", map, why));
    assert_non_null(strstr(why, "width"));
    assert_false(init(&g, 1, NULL, "D:0,1\n", why));
    assert_string_equal(
        why, "map-cells: line {line=1}: cells must be 0, 2 or 3 with commas between them");
}

/* ---- frames ---- */

static void a_frame_has_all_that_a_viewer_needs(void **state)
{
    (void)state;
    struct chaser g = game_on("Co.|.#.|..H", 5, false);
    char buf[1024];
    struct text out = TEXT_ON(buf);
    say(&g, "gr"), say(&g, "wr");
    game_chaser.frame(opaque(&g), &out);
    assert_string_equal(buf,
                        "{\"turn\":0,\"turns\":5,\"turns_left\":5,\"name\":\"\",\"size\":[3,3],"
                        "\"field\":[\"200\",\"020\",\"000\"],\"cool\":[1,0],\"hot\":[2,2],"
                        "\"items\":[1,0],\"items_on_field\":0,\"phase\":\"end\",\"actor\":"
                        "\"cool\",\"told\":\"1222200020\",\"last\":{\"team\":\"cool\",\"cmd\":"
                        "\"wr\"},\"over\":false}");
    text_clear(&out);
    fail_with(&g, REPLY_GONE);
    game_chaser.frame(opaque(&g), &out);
    assert_non_null(strstr(buf, "\"over\":true,\"winner\":1,\"reason\":\"foul\"}"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worked_example_of_the_rulebook),
        cmocka_unit_test(cells_outside_read_as_blocks),
        cmocka_unit_test(the_largest_field_is_seen_to_its_corners),
        cmocka_unit_test(the_opponent_is_told_whatever_lies_below),
        cmocka_unit_test(the_own_cell_reads_like_any_other),
        cmocka_unit_test(search_shows_the_opponent_and_passes_blocks),
        cmocka_unit_test(walking_moves_in_the_four_directions),
        cmocka_unit_test(an_item_is_collected_and_leaves_a_block_behind),
        cmocka_unit_test(an_item_on_the_start_cell_is_taken_by_coming_back),
        cmocka_unit_test(players_may_share_a_cell),
        cmocka_unit_test(an_item_below_the_opponent_is_not_collected),
        cmocka_unit_test(the_block_left_behind_crushes_who_shared_the_cell),
        cmocka_unit_test(put_overwrites_floor_item_and_block),
        cmocka_unit_test(put_outside_changes_nothing),
        cmocka_unit_test(look_and_search_change_nothing),
        cmocka_unit_test(a_block_on_the_opponent_crushes_it),
        cmocka_unit_test(four_blocked_sides_enclose),
        cmocka_unit_test(an_opponent_beside_keeps_a_side_open),
        cmocka_unit_test(corners_do_not_matter),
        cmocka_unit_test(walking_into_a_block_or_off_the_field_is_a_collision),
        cmocka_unit_test(enclosing_oneself_loses),
        cmocka_unit_test(the_actor_wins_where_both_would_lose),
        cmocka_unit_test(fouls_are_examined_last_but_opponent_first),
        cmocka_unit_test(a_map_may_be_lost_at_its_start),
        cmocka_unit_test(a_turn_is_an_action_of_each),
        cmocka_unit_test(turns_left_depend_on_who_ended_the_game),
        cmocka_unit_test(more_items_win_when_the_turns_are_over),
        cmocka_unit_test(the_last_action_is_judged_before_the_items),
        cmocka_unit_test(a_real_game_byte_for_byte),
        cmocka_unit_test(the_item_game_of_the_rulebook),
        cmocka_unit_test(all_sixteen_commands_are_known),
        cmocka_unit_test(only_two_characters_of_a_command_count),
        cmocka_unit_test(a_bare_lf_ends_a_line_too),
        cmocka_unit_test(nine_empty_lines_are_skipped_and_the_tenth_is_a_foul),
        cmocka_unit_test(half_lines_wait_for_more),
        cmocka_unit_test(bytes_behind_a_line_belong_to_the_next_one),
        cmocka_unit_test(silence_at_every_point_is_a_foul),
        cmocka_unit_test(every_foul_has_a_reason_of_its_own),
        cmocka_unit_test(closing_at_every_point_is_a_foul),
        cmocka_unit_test(another_word_than_the_awaited_one_is_a_foul),
        cmocka_unit_test(an_unknown_command_changes_nothing_and_is_answered_with_zeros),
        cmocka_unit_test(bytes_without_a_line_end_are_no_line),
        cmocka_unit_test(time_up_is_told_to_cool_and_then_to_hot),
        cmocka_unit_test(nothing_matters_while_the_end_is_told),
        cmocka_unit_test(an_action_of_another_phase_is_a_foul),
        cmocka_unit_test(official_gr_and_sharp_need_their_cr),
        cmocka_unit_test(official_time_up_is_noticed_in_cools_next_action),
        cmocka_unit_test(official_fouls_are_seen_one_action_later),
        cmocka_unit_test(official_missing_sharp_uses_up_no_turn),
        cmocka_unit_test(official_missing_gr_and_late_commands_lose_at_once),
        cmocka_unit_test(official_closing_before_a_command_is_seen_one_action_later),
        cmocka_unit_test(official_items_decide_even_against_a_foul),
        cmocka_unit_test(official_unknown_directions_are_steps_of_length_zero),
        cmocka_unit_test(official_lost_start_is_noticed_after_cools_first_command),
        cmocka_unit_test(a_waiting_player_observes_nothing),
        cmocka_unit_test(an_actor_observes_its_last_message_only),
        cmocka_unit_test(a_person_is_shown_what_a_client_is_told),
        cmocka_unit_test(what_a_person_cannot_know_leaves_no_trace),
        cmocka_unit_test(messages_lead_a_client_through_its_phases),
        cmocka_unit_test(what_is_no_message_is_refused),
        cmocka_unit_test(a_map_file_is_read),
        cmocka_unit_test(lines_come_in_any_order_with_any_ends),
        cmocka_unit_test(what_is_written_is_read_again),
        cmocka_unit_test(bad_maps_are_refused_with_the_line),
        cmocka_unit_test(too_large_maps_are_refused),
        cmocka_unit_test(a_long_name_is_cut),
        cmocka_unit_test(oddities_are_found),
        cmocka_unit_test(every_design_rule_of_a_contest_map_is_checked),
        cmocka_unit_test(our_own_maps_have_no_oddities),
        cmocka_unit_test(seed_42_gives_the_maps_of_the_rulebook),
        cmocka_unit_test(random_maps_are_fair_and_have_their_numbers),
        cmocka_unit_test(impossible_random_maps_are_refused),
        cmocka_unit_test(options_change_a_random_map),
        cmocka_unit_test(wrong_options_are_refused),
        cmocka_unit_test(a_map_leaves_only_turns_and_compat_open),
        cmocka_unit_test(a_frame_has_all_that_a_viewer_needs),
    };
    return cmocka_run_group_tests_name("chaser", tests, NULL, NULL);
}
