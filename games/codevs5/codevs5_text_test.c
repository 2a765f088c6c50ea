/* What players answer and what they are sent: RULES 8 and 11. */
#include "games/codevs5/codevs5_testkit.h"

#include <jansson.h>
#include <time.h>

/* ---- 8: answers ---- */

static void assert_steps(const char *text, const char *first, const char *second)
{
    struct codevs5_command command = command_of(text);
    const char *want[CODEVS5_NINJAS] = {first, second};
    assert_int_equal(command.fault, FAULT_NONE);
    for (int n = 0; n < CODEVS5_NINJAS; n++)
        for (int i = 0; i < CODEVS5_STEPS_MAX; i++)
            assert_int_equal("NULRD"[command.step[n][i]], want[n][i]);
}

static void walks_are_read_letter_by_letter(void **unused)
{
    (void)unused;
    assert_steps("2\nDD\nR\n", "DDN", "RNN");
    assert_steps("2\n\nN\n", "NNN", "NNN");
    assert_steps("3\n0\nDDD\nURR\n", "DDD", "URR");
    assert_steps("3\n1 5 8\nDD\nUR\n", "DDN", "URN");
    assert_steps("3\n7 0\nL\nDL\n", "LNN", "DLN");
}

static void only_the_first_letters_count(void **unused)
{
    (void)unused;
    assert_steps("2\nRRRR\nUUL\n", "RRN", "UUN");
    assert_steps("3\n0\nRRRRL\nUULD\n", "RRR", "UUL");
    assert_steps("2\nRxR\nU U\n", "RNN", "UNN");
    assert_steps("2\nRr\nU\x80\n", "RNN", "UNN");
}

static void arguments_name_cells_and_ninjas(void **unused)
{
    (void)unused;
    struct codevs5_command rock = command_of("3\n1 5 8\n\n\n"), slash = command_of("3\n7 1\n\n\n");
    assert_int_equal(rock.jutsu, JUTSU_MY_ROCK);
    assert_int_equal(rock.argument, codevs5_cell(5, 8));
    assert_int_equal(slash.jutsu, JUTSU_SLASH);
    assert_int_equal(slash.argument, 1);
    assert_int_equal(command_of("3\n6 16 13\n\n\n").argument, codevs5_cell(16, 13));
    assert_int_equal(command_of("3\n6 0 0\n\n\n").fault, FAULT_NONE);
}

static void blanks_and_carriage_returns_are_ignored(void **unused)
{
    (void)unused;
    struct codevs5_command plain = command_of("3\n1 5 8\nDD\nUR\n");
    struct codevs5_command dressed = command_of(" 3\t\r\n  1 \t5  8 \r\n DD \r\n\tUR\r\n");
    assert_memory_equal(&plain, &dressed, sizeof plain);
    assert_steps("2\r\n\r\n \r\n", "NNN", "NNN");
}

static void further_words_on_the_jutsu_line_are_ignored(void **unused)
{
    (void)unused;
    struct codevs5_command plain = command_of("3\n1 5 8\nDD\nUR\n");
    struct codevs5_command more = command_of("3\n1 5 8 9 ten\nDD\nUR\n");
    assert_memory_equal(&plain, &more, sizeof plain);
    assert_int_equal(command_of("3\n0 x\n\n\n").fault, FAULT_NONE);
    assert_int_equal(command_of("3\n7 0 5 5\n\n\n").fault, FAULT_NONE);
}

static void invalid_commands_are_read_to_their_end_and_named(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        enum codevs5_fault fault;
    } cases[] = {
        {"0\n", FAULT_COUNT},
        {"1\nU\n", FAULT_COUNT},
        {"-3\n", FAULT_COUNT},
        {"4\n0\nU\nU\nU\n", FAULT_COUNT},
        {"3\n\nU\nU\n", FAULT_JUTSU_EMPTY},
        {"3\n  \nU\nU\n", FAULT_JUTSU_EMPTY},
        {"3\nspeed\nU\nU\n", FAULT_JUTSU_NUMBER},
        {"3\n1 a 2\nU\nU\n", FAULT_JUTSU_NUMBER},
        {"3\n1 2 b\nU\nU\n", FAULT_JUTSU_NUMBER},
        {"3\n1,2,3\nU\nU\n", FAULT_JUTSU_NUMBER},
        {"3\n7 x\nU\nU\n", FAULT_JUTSU_NUMBER},
        {"3\n8\nU\nU\n", FAULT_JUTSU_ID},
        {"3\n-1\nU\nU\n", FAULT_JUTSU_ID},
        {"3\n1\nU\nU\n", FAULT_ARGUMENT_MISSING},
        {"3\n6 5\nU\nU\n", FAULT_ARGUMENT_MISSING},
        {"3\n7\nU\nU\n", FAULT_ARGUMENT_MISSING},
        {"3\n1 17 5\nU\nU\n", FAULT_COORDINATES},
        {"3\n2 5 14\nU\nU\n", FAULT_COORDINATES},
        {"3\n3 -1 5\nU\nU\n", FAULT_COORDINATES},
        {"3\n4 5 -1\nU\nU\n", FAULT_COORDINATES},
        {"3\n7 2\nU\nU\n", FAULT_NINJA},
        {"3\n7 -1\nU\nU\n", FAULT_NINJA},
        {"2\nu\nU\n", FAULT_WALK},
        {"2\nU\nrr\n", FAULT_WALK},
        {"2\n0\nU\n", FAULT_WALK},
        {"2\nxU\nU\n", FAULT_WALK},
        {"3\n0\nU\n\xff\xfe\n", FAULT_WALK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct codevs5_command command = command_of(cases[i].text), still = {0};
        still.fault = (uint8_t)cases[i].fault;
        still.jutsu = JUTSU_NONE;
        assert_memory_equal(&command, &still, sizeof still);
        assert_non_null(codevs5_fault_text(command.fault));
    }
    assert_null(codevs5_fault_text(FAULT_NONE));
}

static void a_count_line_that_is_no_number_is_no_answer(void **unused)
{
    (void)unused;
    static const char *const lines[] = {"\n",
                                        " \n",
                                        "two\n",
                                        "2x\n",
                                        "2 3\n",
                                        "+2\n",
                                        "2.0\n",
                                        "-\n",
                                        "U\n",
                                        "\r\r\n",
                                        "0x2\n",
                                        "\x80\n",
                                        "99999999999999999999\n"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct codevs5_command command;
        char text[64];
        size_t used = 0;
        snprintf(text, sizeof text, "%sRR\nUU\n", lines[i]);
        assert_int_equal(parse(text, strlen(text), &command, &used), PARSE_INVALID);
        assert_int_equal(used, strlen(lines[i]));
    }
}

static void a_nul_byte_is_a_byte_like_any_other(void **unused)
{
    (void)unused;
    struct codevs5_command command;
    size_t used;
    assert_int_equal(parse("\0\n", 2, &command, &used), PARSE_INVALID);
    assert_int_equal(parse("2\n\0\n\n", 5, &command, &used), PARSE_OK);
    assert_int_equal(command.fault, FAULT_WALK);
}

static void an_extra_line_is_the_next_answers_count(void **unused)
{
    (void)unused;
    struct codevs5_command command;
    size_t used = 0;
    const char text[] = "2\nRR\nUU\n\n2\n\n\n";
    assert_int_equal(parse(text, sizeof text - 1, &command, &used), PARSE_OK);
    assert_int_equal(used, 8);
    assert_int_equal(parse(text + used, sizeof text - 1 - used, &command, &used), PARSE_INVALID);
    assert_int_equal(used, 1);
}

static void two_answers_at_once_are_read_one_after_the_other(void **unused)
{
    (void)unused;
    struct codevs5_command first, second;
    const char text[] = "2\nR\nU\n3\n0\nLLL\nDDD\n";
    size_t used, more;
    assert_int_equal(parse(text, sizeof text - 1, &first, &used), PARSE_OK);
    assert_int_equal(parse(text + used, sizeof text - 1 - used, &second, &more), PARSE_OK);
    assert_int_equal(second.jutsu, JUTSU_SPEED);
    assert_int_equal(used + more, sizeof text - 1);
}

static void missing_lines_and_endless_ones_are_waited_for(void **unused)
{
    (void)unused;
    struct codevs5_command command;
    size_t used;
    static char lines[64 * 1024];
    memset(lines, '\n', sizeof lines);
    memcpy(lines, "1000000", 7);
    assert_int_equal(parse("2\nRR\n", 5, &command, &used), PARSE_MORE);
    assert_int_equal(parse(lines, sizeof lines, &command, &used), PARSE_MORE);
    memset(lines, 'R', sizeof lines);
    assert_int_equal(parse(lines, sizeof lines, &command, &used), PARSE_MORE);
    assert_int_equal(GAME->answer_max, sizeof lines);
}

static void every_answer_is_read_back_and_no_prefix_of_it_is_enough(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game(BARE, BARE);
    struct rng rng = {42};
    for (int i = 0; i < 2000; i++) {
        struct codevs5_command command, again;
        char line[64];
        struct text out = TEXT_ON(line);
        size_t used;
        GAME->sample(edge(&state), 0, &rng, (struct game_action *)&command);
        GAME->format(edge(&state), 0, (struct game_action *)&command, &out);
        for (size_t len = 0; len < out.len; len++)
            assert_int_equal(parse(line, len, &again, &used), PARSE_MORE);
        again = command_of(line);
        assert_int_equal(again.fault, FAULT_NONE);
        assert_memory_equal(&command, &again, sizeof command);
    }
}

static void every_fault_is_written_so_that_it_is_read_again(void **unused)
{
    (void)unused;
    for (int fault = FAULT_NONE; fault < FAULT_KINDS; fault++) {
        struct codevs5_command command = {.fault = (uint8_t)fault, .jutsu = JUTSU_NONE};
        char line[64];
        struct text out = TEXT_ON(line);
        GAME->format(NULL, 0, (struct game_action *)&command, &out);
        struct codevs5_command again = command_of(line);
        assert_memory_equal(&command, &again, sizeof command);
    }
}

/* ---- 11: input ---- */

static void each_player_sees_itself_first(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game("n..0s", "n.1..");
    state.field[0].nin = 7;
    state.field[1].nin = 8;
    state.field[1].uses[3] = 12;
    static char a[16 * 1024];
    snprintf(a, sizeof a, "%s", prompt_of(&state, 0, 299987));
    const char *b = prompt_of(&state, 1, 5);
    assert_ptr_equal(strstr(a, "299987\n8\n4 5 6 7 1 2 3 20\n7\n17 14\nWWWW"), a);
    assert_ptr_equal(strstr(b, "5\n8\n4 5 6 7 1 2 3 20\n8\n17 14\nWWWW"), b);
    const char *souls = "\n2\n0 1 1\n1 1 1\n1\n0 1 4\n1\n1 5\n0 0 0 0 0 0 0 0\n8\n17 14\n";
    assert_non_null(strstr(a, souls));
    const char *end = "\n2\n0 1 1\n1 1 1\n1\n1 1 3\n0\n0 0 0 12 0 0 0 0\n";
    assert_string_equal(a + strlen(a) - strlen(end), end);
}

static void a_soul_under_a_rock_is_listed(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game("n.#.", "n...");
    board_add(&state.field[0].souls, codevs5_cell(1, 3));
    assert_non_null(strstr(prompt_of(&state, 0, 1), "\n0\n1\n1 3\n"));
}

static void greeting_and_farewell_are_silent(void **unused)
{
    (void)unused;
    char buf[16];
    struct text out = TEXT_ON(buf);
    struct codevs5_state state = draw_game(BARE, BARE);
    GAME->greet(edge(&state), 0, &out);
    GAME->farewell(edge(&state), 1, &out);
    assert_int_equal(out.len, 0);
}

static void the_clock_is_the_originals(void **unused)
{
    (void)unused;
    assert_int_equal(GAME->clock.match_ms, 300000);
    assert_int_equal(GAME->clock.turn_ms, 20000);
    assert_int_equal(GAME->clock.name_ms, 20000);
    assert_false(GAME->clock.name_counts);
    assert_false(GAME->clock.serial);
}

static void hidden_are_the_souls_to_come_and_the_foes_command(void **unused)
{
    (void)unused;
    struct codevs5_state state, other, seen, same;
    codevs5_generate(&state, 7);
    play(&state, "3\n0\nR\n\n", "2\nL\nL\n");
    other = state;
    for (int p = 0; p < 2; p++) {
        other.field[p].stream = java_rng_from(1234567);
        other.last[p].command = command_of("2\nUU\nUU\n");
    }
    GAME->observe(edge(&state), 0, edge(&seen));
    GAME->observe(edge(&other), 0, edge(&same));
    assert_memory_equal(&seen, &same, sizeof seen);
    memcpy(other.last, state.last, sizeof other.last); /* a person is shown what was done */
    GAME->show(edge(&state), 0, edge(&seen));
    GAME->show(edge(&other), 0, edge(&same));
    assert_memory_equal(&seen, &same, sizeof seen);
    static char full[16 * 1024];
    snprintf(full, sizeof full, "%s", prompt_of(&state, 1, 9));
    assert_string_equal(prompt_of(&seen, 1, 9), full);
}

/* A sequence of prompts makes exactly the observed states: ids of lost dogs and turns included. */
static void prompts_are_read_back_as_the_observed_states(void **unused)
{
    (void)unused;
    struct rng rng = {11};
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct codevs5_state state, seen, read;
        struct game_self self = {.player = -1};
        codevs5_generate(&state, seed);
        memset(&read, 0, sizeof read);
        for (int p = 0; p < 2; p++) state.field[p].nin = 60;
        while (state.end == END_NOT_YET) {
            struct codevs5_command command[2];
            size_t used;
            const char *text = prompt_of(&state, 0, 1000);
            assert_int_equal(GAME->perceive(edge(&read), &self, text, strlen(text), &used),
                             PARSE_OK);
            assert_int_equal(used, strlen(text));
            GAME->observe(edge(&state), 0, edge(&seen));
            assert_memory_equal(&read, &seen, sizeof read);
            for (int p = 0; p < 2; p++)
                GAME->sample(edge(&state), p, &rng, (struct game_action *)&command[p]);
            codevs5_play(&state, command);
        }
        assert_int_equal(self.player, 0);
        assert_int_equal(self.left_ms[0], 1000);
        assert_int_equal(self.left_ms[1], -1);
    }
}

static void ids_of_dogs_that_are_gone_stay_used(void **unused)
{
    (void)unused;
    struct codevs5_state before = draw_game("n..0.7", BARE), after = draw_game("n..0..", BARE),
                         read;
    struct game_self self;
    size_t used;
    memset(&read, 0, sizeof read);
    const char *text = prompt_of(&before, 0, 1);
    assert_int_equal(GAME->perceive(edge(&read), &self, text, strlen(text), &used), PARSE_OK);
    text = prompt_of(&after, 0, 1);
    assert_int_equal(GAME->perceive(edge(&read), &self, text, strlen(text), &used), PARSE_OK);
    assert_int_equal(read.field[0].next_dog, 8);
    assert_int_equal(read.turn, 1);
}

static void a_prompt_that_is_cut_short_is_waited_for(void **unused)
{
    (void)unused;
    struct codevs5_state state = draw_game("n..0s", "n.1.."), read, zero;
    struct game_self self;
    size_t used;
    memset(&read, 0, sizeof read);
    memset(&zero, 0, sizeof zero);
    const char *text = prompt_of(&state, 0, 77);
    for (size_t len = 0; len < strlen(text); len++) {
        assert_int_equal(GAME->perceive(edge(&read), &self, text, len, &used), PARSE_MORE);
        assert_memory_equal(&read, &zero, sizeof read);
    }
}

/* Puts `with` in the place of the first `what` of a good prompt. */
static void assert_no_prompt(const char *what, const char *with)
{
    struct codevs5_state state = draw_game("n..0s|...2.", "n.1.."), read;
    struct game_self self;
    char bad[8192];
    size_t used;
    const char *text = prompt_of(&state, 0, 77), *at = strstr(text, what);
    assert_non_null(at);
    snprintf(bad, sizeof bad, "%.*s%s%s", (int)(at - text), text, with, at + strlen(what));
    memset(&read, 0, sizeof read);
    assert_int_equal(GAME->perceive(edge(&read), &self, bad, strlen(bad), &used), PARSE_INVALID);
}

static void nonsense_is_no_prompt(void **unused)
{
    (void)unused;
    assert_no_prompt("77\n", "x\n");
    assert_no_prompt("77\n", "77 1\n");
    assert_no_prompt("\n8\n", "\n7\n");
    assert_no_prompt("3 20\n", "3\n");
    assert_no_prompt("3 20\n", "3 256\n");
    assert_no_prompt("100\n", "-1\n");
    assert_no_prompt("17 14\n", "16 14\n");
    assert_no_prompt("WWWWWWWWWWWWWW\n", "WWWWWWWWWWWWW\n");
    assert_no_prompt("WWWWWWWWWWWWWW\n", "WWWWWWOWWWWWWW\n");
    assert_no_prompt("W_____O", "W___x_O");
    assert_no_prompt("\n2\n0 1 1\n", "\n3\n0 1 1\n");
    assert_no_prompt("\n0 1 1\n", "\n1 1 1\n");
    assert_no_prompt("\n0 1 1\n", "\n0 0 1\n");
    assert_no_prompt("\n0 1 1\n", "\n0 5 5\n");   /* in a rock */
    assert_no_prompt("\n2 2 4\n", "\n0 2 4\n");   /* ids ascend */
    assert_no_prompt("\n2 2 4\n", "\n2 1 4\n");   /* two dogs on one cell */
    assert_no_prompt("\n2 2 4\n", "\n2 2 400\n"); /* nowhere */
    assert_no_prompt("\n2 2 4\n", "\n2 16 4\n");  /* in the wall */
    assert_no_prompt("\n2 2 4\n", "\n2 2 13\n");
    assert_no_prompt("\n1\n1 5\n", "\n2\n1 5\n1 5\n");
    assert_no_prompt("\n1\n1 5\n", "\n181\n1 5\n");
    assert_no_prompt("0 0 0 0 0 0 0 0\n", "0 0 0 0 0 0 0\n");
}

/* ---- the edge ---- */

static void equal_games_have_equal_bytes_and_hashes(void **unused)
{
    (void)unused;
    struct codevs5_state a, b;
    memset(&a, 0xAA, sizeof a);
    memset(&b, 0x55, sizeof b);
    struct game_setup setup = {.seed = 99};
    char why[64];
    struct text out = TEXT_ON(why);
    assert_true(GAME->init(edge(&a), &setup, &out) && GAME->init(edge(&b), &setup, &out));
    assert_memory_equal(&a, &b, sizeof a);
    assert_int_equal(GAME->hash(edge(&a)), GAME->hash(edge(&b)));
    play(&a, "2\nR\n\n", STAY);
    assert_true(GAME->hash(edge(&a)) != GAME->hash(edge(&b)));
}

static void a_frame_is_one_json_object_on_one_line_and_fits(void **unused)
{
    (void)unused;
    static char buf[16 * 1024];
    struct text out = TEXT_ON(buf);
    struct codevs5_state state = draw_game(BARE, BARE);
    play(&state, "3\n5 2 2\nR\n\n", "2\nx\n\n");
    for (int p = 0; p < 2; p++) {
        struct codevs5_field full = {.stream.word = CODEVS5_NO_STREAM};
        full.souls = codevs5_floor(&full);
        BOARD_EACH(cell, &full.souls)
        codevs5_field_add_dog(&full, 60000, cell);
        state.field[p] = full;
    }
    GAME->frame(edge(&state), &out);
    assert_false(out.cut);
    assert_true(out.len < GAME->text_max);
    assert_null(strchr(buf, '\n'));
    json_t *json = json_loads(buf, 0, NULL);
    assert_non_null(json);
    json_t *last = json_object_get(json, "last");
    assert_int_equal(json_integer_value(json_object_get(json_array_get(last, 0), "jutsu")), 5);
    assert_true(json_is_string(json_object_get(json_array_get(last, 1), "fault")));
    json_decref(json);
    assert_true(strlen(prompt_of(&state, 0, INT64_MAX)) < GAME->text_max);
}

/* A block with the C library, line by line as RULES 11.2 has it. */
static void plain_block(const struct codevs5_field *field, FILE *out)
{
    fprintf(out, "%d\n17 14\n", field->nin);
    for (int row = 0; row < CODEVS5_ROWS; row++, fputc('\n', out))
        for (int col = 0; col < CODEVS5_COLS; col++) {
            bool is_wall = row % (CODEVS5_ROWS - 1) == 0 || col % (CODEVS5_COLS - 1) == 0;
            bool is_rock = board_has(&field->rocks, codevs5_cell(row, col));
            fputc(is_wall ? 'W' : is_rock ? 'O' : '_', out);
        }
    fprintf(out, "2\n");
    for (int n = 0; n < CODEVS5_NINJAS; n++)
        fprintf(out, "%d %d %d\n", n, field->ninja[n] / CODEVS5_COLS,
                field->ninja[n] % CODEVS5_COLS);
    fprintf(out, "%d\n", field->dog_count);
    for (int i = 0; i < field->dog_count; i++)
        fprintf(out, "%d %d %d\n", field->dog_id[i], field->dog_cell[i] / CODEVS5_COLS,
                field->dog_cell[i] % CODEVS5_COLS);
    fprintf(out, "%d\n", board_count(&field->souls));
    BOARD_EACH(cell, &field->souls)
    fprintf(out, "%d %d\n", cell / CODEVS5_COLS, cell % CODEVS5_COLS);
    for (int i = 0; i < CODEVS5_JUTSU; i++)
        fprintf(out, "%d%c", field->uses[i], i + 1 < CODEVS5_JUTSU ? ' ' : '\n');
}

/* Numbers of every length, and sometimes everything a field can hold. */
static struct codevs5_field random_block(struct rng *rng)
{
    static const uint32_t bounds[] = {10, 100, 1000, 10000, 65536};
    struct codevs5_field field = {.stream.word = CODEVS5_NO_STREAM};
    struct codevs5_board floor = codevs5_floor(&field);
    uint32_t density = rng_below(rng, 3) * 50;
    field.nin = rng_below(rng, 8) ? (int32_t)rng_below(rng, bounds[rng_below(rng, 5)]) : INT32_MAX;
    for (int i = 0; i < CODEVS5_JUTSU; i++)
        field.uses[i] = (uint16_t)rng_below(rng, bounds[rng_below(rng, 5)]);
    for (int n = 0; n < CODEVS5_NINJAS; n++)
        field.ninja[n] = (uint8_t)codevs5_cell(1 + n * 14, 1 + (int)rng_below(rng, 12));
    BOARD_EACH(cell, &floor)
    {
        if (rng_below(rng, 100) < density) board_add(&field.souls, cell);
        if (rng_below(rng, 100) < density) board_add(&field.rocks, cell);
        field.next_dog = (uint16_t)(field.next_dog + rng_below(rng, 360));
        if (rng_below(rng, 100) < density) codevs5_field_add_dog(&field, field.next_dog++, cell);
    }
    return field;
}

static char plain[1 << 16];

static void plain_prompt(struct codevs5_state *state)
{
    FILE *out = fmemopen(plain, sizeof plain, "w");
    fprintf(out, "300000\n8\n");
    for (int k = 0; k < CODEVS5_JUTSU; k++)
        fprintf(out, "%d%c", state->cost[k], k + 1 < CODEVS5_JUTSU ? ' ' : '\n');
    for (int p = 0; p < 2; p++) plain_block(&state->field[p], out);
    fclose(out);
}

static void prompts_are_what_the_c_library_would_write(void **unused)
{
    (void)unused;
    struct rng rng = {9};
    for (int i = 0; i < 200; i++) {
        struct codevs5_state state = draw_game(BARE, BARE);
        for (int p = 0; p < 2; p++) state.field[p] = random_block(&rng);
        plain_prompt(&state);
        assert_string_equal(prompt_of(&state, 0, 300000), plain);
    }
}

static void fast_prompt(struct codevs5_state *state)
{
    prompt_of(state, 0, 300000);
}

/* CPU time of a prompt, the best of a few tries. */
static double time_prompts(void (*prompt)(struct codevs5_state *), int prompts)
{
    struct codevs5_state state;
    double best = 0;
    codevs5_generate(&state, 3);
    for (int p = 0; p < 2; p++)
        for (int col = 1; col <= 12; col++)
            codevs5_field_add_dog(&state.field[p], 90 + col, codevs5_cell(1 + p, col));
    for (int try = 0; try < 7; try++) {
        clock_t start = clock();
        for (int i = 0; i < prompts; i++) prompt(&state);
        double took = (double)(clock() - start) / prompts;
        if (try == 0 || took < best) best = took;
    }
    return best;
}

/* Nothing is measured in seconds: the C library, beside it, has the same machine and the same load.
 */
static void a_prompt_is_far_faster_than_with_the_c_library(void **unused)
{
    (void)unused;
    if (getenv("SANITIZED")) skip();
    double fast = time_prompts(fast_prompt, 10000), slow = time_prompts(plain_prompt, 1000);
    print_message("the C library takes %.1f times as long\n", slow / fast);
    assert_true(slow > 7 * fast); /* 10, and 4.4 when every number was written out by itself */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_are_read_letter_by_letter),
        cmocka_unit_test(only_the_first_letters_count),
        cmocka_unit_test(arguments_name_cells_and_ninjas),
        cmocka_unit_test(blanks_and_carriage_returns_are_ignored),
        cmocka_unit_test(further_words_on_the_jutsu_line_are_ignored),
        cmocka_unit_test(invalid_commands_are_read_to_their_end_and_named),
        cmocka_unit_test(a_count_line_that_is_no_number_is_no_answer),
        cmocka_unit_test(a_nul_byte_is_a_byte_like_any_other),
        cmocka_unit_test(an_extra_line_is_the_next_answers_count),
        cmocka_unit_test(two_answers_at_once_are_read_one_after_the_other),
        cmocka_unit_test(missing_lines_and_endless_ones_are_waited_for),
        cmocka_unit_test(every_answer_is_read_back_and_no_prefix_of_it_is_enough),
        cmocka_unit_test(every_fault_is_written_so_that_it_is_read_again),
        cmocka_unit_test(each_player_sees_itself_first),
        cmocka_unit_test(prompts_are_what_the_c_library_would_write),
        cmocka_unit_test(a_prompt_is_far_faster_than_with_the_c_library),
        cmocka_unit_test(a_soul_under_a_rock_is_listed),
        cmocka_unit_test(greeting_and_farewell_are_silent),
        cmocka_unit_test(the_clock_is_the_originals),
        cmocka_unit_test(hidden_are_the_souls_to_come_and_the_foes_command),
        cmocka_unit_test(prompts_are_read_back_as_the_observed_states),
        cmocka_unit_test(ids_of_dogs_that_are_gone_stay_used),
        cmocka_unit_test(a_prompt_that_is_cut_short_is_waited_for),
        cmocka_unit_test(nonsense_is_no_prompt),
        cmocka_unit_test(equal_games_have_equal_bytes_and_hashes),
        cmocka_unit_test(a_frame_is_one_json_object_on_one_line_and_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
