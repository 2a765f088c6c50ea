/* The fast code against the plain one, the typed core, and recorded and computed games. */
#include "games/codevs5/codevs5_testkit.h"

#include "games/golden_testkit.h"

#include <dirent.h>
#include <jansson.h>

/* ---- the fast code against the plain one ---- */

static struct codevs5_field random_field(struct rng *rng)
{
    struct codevs5_field field = {.stream.word = CODEVS5_NO_STREAM};
    struct codevs5_board inner = codevs5_floor(&field);
    static const uint32_t draws[] = {30, 30, 30, 30, 30, 30, 30, 180, 180, 1000}; /* of a cell */
    uint32_t density = rng_below(rng, 70), dogs = draws[rng_below(rng, 10)];
    BOARD_EACH(cell, &inner)
    if (rng_below(rng, 100) < density) board_add(&field.rocks, cell);
    for (int n = 0; n < CODEVS5_NINJAS; n++) {
        field.ninja[n] =
            (uint8_t)codevs5_cell(1 + (int)rng_below(rng, 15), 1 + (int)rng_below(rng, 12));
        board_remove(&field.rocks, field.ninja[n]);
    }
    for (uint32_t i = 0; i < dogs; i++) {
        int cell = codevs5_cell(1 + (int)rng_below(rng, 15), 1 + (int)rng_below(rng, 12));
        if (board_has(&field.rocks, cell) || board_has(&field.dogs, cell)) continue;
        codevs5_field_add_dog(&field, field.next_dog, cell);
        field.next_dog = (uint16_t)(field.next_dog + 1 + rng_below(rng, 3));
    }
    for (uint32_t i = 0; i < 8; i++)
        board_add(&field.souls,
                  codevs5_cell(1 + (int)rng_below(rng, 15), 1 + (int)rng_below(rng, 12)));
    for (int n = 0; n < CODEVS5_NINJAS; n++) board_remove(&field.souls, field.ninja[n]);
    return field;
}

static void distances_agree_with_the_plain_ones(void **unused)
{
    (void)unused;
    struct rng rng = {1};
    for (int i = 0; i < 300; i++) {
        struct codevs5_field field = random_field(&rng);
        struct codevs5_flood flood;
        struct codevs5_board targets = {{0}};
        int ninjas[] = {field.ninja[0], field.ninja[1]}, distance[CODEVS5_CELLS];
        for (int n = 0; n < CODEVS5_NINJAS; n++) board_add(&targets, ninjas[n]);
        plain_distances(&field, ninjas, CODEVS5_NINJAS, distance);
        flood_start(&flood, codevs5_floor(&field), targets);
        flood_finish(&flood);
        for (int cell = 0; cell < CODEVS5_CELLS; cell++)
            for (int d = 0; d <= flood.depth; d++)
                assert_int_equal(board_has(&flood.layer[d], cell), distance[cell] == d);
    }
}

static void assert_same_flood(const struct codevs5_flood *a, const struct codevs5_flood *b)
{
    assert_int_equal(a->depth, b->depth);
    assert_memory_equal(&a->open, &b->open, sizeof a->open);
    assert_memory_equal(a->layer, b->layer, sizeof a->layer[0] * (size_t)(a->depth + 1));
}

/* What a machine can do makes no difference: as far as the dogs, and then to the end. */
static void dogs_and_floods_are_the_same_on_every_machine(void **unused)
{
    (void)unused;
    struct rng rng = {7};
    int most = 0;
    for (int i = 0; i < 6000; i++) {
        struct codevs5_field start = random_field(&rng), end[CODEVS5_PATHS];
        struct codevs5_flood flood[CODEVS5_PATHS];
        struct codevs5_board targets = {{0}};
        for (int n = 0; n <= i % 2; n++) board_add(&targets, start.ninja[n]);
        for (int path = 0; path < CODEVS5_PATHS; path++) {
            if (!codevs5_path_works((enum codevs5_path)path)) continue;
            end[path] = start;
            flood_start(&flood[path], codevs5_floor(&start), targets);
            codevs5_move_dogs_by((enum codevs5_path)path, &end[path], &flood[path]);
            assert_memory_equal(&end[path], &end[CODEVS5_PLAIN], sizeof start);
            assert_same_flood(&flood[path], &flood[CODEVS5_PLAIN]);
        }
        for (int path = 0; path < CODEVS5_PATHS; path++) {
            if (!codevs5_path_works((enum codevs5_path)path)) continue;
            flood_finish_by((enum codevs5_path)path, &flood[path]);
            assert_same_flood(&flood[path], &flood[CODEVS5_PLAIN]);
        }
        if (start.dog_count > most) most = start.dog_count;
    }
    assert_true(most > 160); /* slots are moved 32 at a time: the last ones, too */
}

static void dogs_and_new_dogs_agree_with_the_plain_ones(void **unused)
{
    (void)unused;
    struct rng rng = {2};
    for (int i = 0; i < 3000; i++) {
        struct codevs5_field fast = random_field(&rng), plain = fast;
        struct codevs5_act act = {.sent = 0};
        for (uint32_t clones = rng_below(&rng, 3); clones > 0; clones--)
            board_add(&act.lures,
                      codevs5_cell(1 + (int)rng_below(&rng, 15), 1 + (int)rng_below(&rng, 12)));
        int dogs = (int)rng_below(&rng, 6) * (int)rng_below(&rng, 6);
        codevs5_field_react(&fast, &act, dogs);
        plain_react(&plain, &act.lures, dogs);
        assert_memory_equal(&fast, &plain, sizeof fast);
    }
}

static bool is_beside_a_dog(const struct codevs5_field *field, int cell)
{
    if (board_has(&field->dogs, cell)) return true;
    for (int i = 0; i < 4; i++)
        if (board_has(&field->dogs, cell + plain_delta[i])) return true;
    return false;
}

/* What players rely on: without clones, capture can be told before the dogs move. */
static void someone_is_caught_exactly_when_a_dog_is_beside_a_ninja(void **unused)
{
    (void)unused;
    struct rng rng = {5};
    for (int i = 0; i < 3000; i++) {
        struct codevs5_field field = random_field(&rng);
        struct codevs5_act act = {.sent = 0};
        bool expected =
            is_beside_a_dog(&field, field.ninja[0]) || is_beside_a_dog(&field, field.ninja[1]);
        assert_int_equal(codevs5_field_react(&field, &act, 0) != 0, expected);
    }
}

static void the_longest_corridor_is_measured_to_its_end(void **unused)
{
    (void)unused;
    struct codevs5_field field = draw("n...........|###########.|............|.###########|"
                                      "............|###########.|............|.###########|"
                                      "............|###########.|............|.###########|"
                                      "............|###########.|............");
    struct codevs5_field plain = field;
    struct codevs5_act act = {.sent = 0};
    codevs5_field_add_dog(&field, 0, codevs5_cell(15, 1));
    codevs5_field_add_dog(&plain, 0, codevs5_cell(15, 1));
    codevs5_field_react(&field, &act, 2);
    plain_react(&plain, &act.lures, 2);
    assert_memory_equal(&field, &plain, sizeof field);
    assert_int_equal(field.dog_cell[0], codevs5_cell(15, 2));
}

/* ---- the typed core ---- */

static void a_field_stepped_alone_is_the_field_of_the_game(void **unused)
{
    (void)unused;
    struct rng rng = {3};
    for (int i = 0; i < 2000; i++) {
        struct codevs5_state state = draw_game(BARE, BARE);
        struct codevs5_command command[2];
        for (int p = 0; p < 2; p++) {
            state.field[p] = random_field(&rng);
            state.field[p].nin = 30;
            GAME->sample(edge(&state), p, &rng, (struct game_action *)&command[p]);
        }
        struct codevs5_field alone = state.field[0], foe = state.field[1];
        codevs5_play(&state, command);
        struct codevs5_spell spell = codevs5_field_pay(&foe, state.cost, &command[1]);
        struct codevs5_outcome outcome =
            codevs5_field_step(&alone, state.cost, &command[0], spell, state.last[1].sent);
        assert_memory_equal(&alone, &state.field[0], sizeof alone);
        assert_int_equal(outcome.sent, state.last[0].sent);
        assert_int_equal(outcome.caught != 0, state.end == END_BOTH_CAUGHT || state.winner == 1);
    }
}

/* The field after a walk, as far as walking changes it. */
struct trace {
    struct codevs5_board rocks, souls;
    uint8_t ninja[CODEVS5_NINJAS];
};

static struct trace trace_of(const struct codevs5_field *before,
                             uint8_t step[CODEVS5_NINJAS][CODEVS5_STEPS_MAX], int steps)
{
    struct codevs5_field field = *before;
    struct trace trace;
    int souls = 0;
    for (int n = 0; n < CODEVS5_NINJAS; n++)
        for (int i = 0; i < steps; i++) codevs5_field_walk(&field, n, step[n][i], &souls);
    trace.rocks = field.rocks;
    trace.souls = field.souls;
    memcpy(trace.ninja, field.ninja, sizeof trace.ninja);
    return trace;
}

static bool is_listed(const struct trace *traces, int count, const struct trace *trace)
{
    for (int i = 0; i < count; i++)
        if (memcmp(&traces[i].rocks, &trace->rocks, sizeof trace->rocks) == 0 &&
            memcmp(&traces[i].souls, &trace->souls, sizeof trace->souls) == 0 &&
            memcmp(traces[i].ninja, trace->ninja, sizeof trace->ninja) == 0)
            return true;
    return false;
}

/* Every pair of two letters each is on the list by what it does, and the list tells the truth. */
static void the_list_of_walks_has_all_of_them(void **unused)
{
    (void)unused;
    struct rng rng = {4};
    static struct codevs5_walk walks[CODEVS5_WALKS_MAX];
    static struct trace traces[CODEVS5_WALKS_MAX];
    for (int i = 0; i < 40; i++) {
        struct codevs5_field field = random_field(&rng);
        int count = codevs5_list_walks(&field, CODEVS5_STEPS, walks, CODEVS5_WALKS_MAX);
        assert_in_range(count, 1, CODEVS5_WALKS_MAX);
        for (int j = 0; j < count; j++) {
            traces[j] = trace_of(&field, walks[j].step, CODEVS5_STEPS);
            assert_memory_equal(traces[j].ninja, walks[j].ninja, sizeof walks[j].ninja);
            assert_int_equal(walks[j].souls,
                             board_count(&field.souls) - board_count(&traces[j].souls));
        }
        for (int code = 0; code < 625; code++) {
            uint8_t step[CODEVS5_NINJAS][CODEVS5_STEPS_MAX] = {
                {(uint8_t)(code % 5), (uint8_t)(code / 5 % 5)},
                {(uint8_t)(code / 25 % 5), (uint8_t)(code / 125)}};
            struct trace trace = trace_of(&field, step, CODEVS5_STEPS);
            assert_true(is_listed(traces, count, &trace));
        }
    }
}

static void the_list_of_fast_walks_fits_and_is_cut_at_cap(void **unused)
{
    (void)unused;
    static struct codevs5_walk walks[CODEVS5_FAST_WALKS_MAX];
    struct codevs5_state state;
    codevs5_generate(&state, 5);
    int slow = codevs5_list_walks(&state.field[0], 2, walks, CODEVS5_FAST_WALKS_MAX);
    int fast = codevs5_list_walks(&state.field[0], 3, walks, CODEVS5_FAST_WALKS_MAX);
    assert_true(fast > slow);
    assert_int_equal(codevs5_list_walks(&state.field[0], 3, walks, 10), 10);
}

/* ---- golden data ---- */

static const char *golden_path(const char *folder, const char *name)
{
    static char path[4096];
    const char *root = getenv("TAISEN_ROOT");
    snprintf(path, sizeof path, "%s/%s/%s", root ? root : ".", folder, name);
    return path;
}

#define OURS "games/codevs5/golden"
#define RECORDED "../shared/golden/codevs5"

static bool has_recorded_data(void)
{
    DIR *dir = opendir(golden_path(RECORDED, "states"));
    if (!dir) {
        print_message("no recorded games beside the project: skipped\n");
        return false;
    }
    closedir(dir);
    return true;
}

static json_t *load(const char *folder, const char *name)
{
    json_t *json = json_load_file(golden_path(folder, name), 0, NULL);
    if (!json) fail_msg("cannot read %s", golden_path(folder, name));
    return json;
}

static void the_known_seeds_give_the_original_games(void **unused)
{
    (void)unused;
    json_t *seeds = load(OURS, "seeds.json"), *text;
    const char *key;
    assert_int_equal(json_object_size(seeds), 7);
    json_object_foreach(seeds, key, text)
    {
        struct codevs5_state state;
        codevs5_generate(&state, strtoull(key, NULL, 10));
        assert_string_equal(prompt_of(&state, 0, 300000), json_string_value(text));
    }
    json_decref(seeds);
}

/* A field of a script; only what the reference wrote, so that nothing is checked here. */
static void load_field(const json_t *json, struct codevs5_field *field)
{
    json_t *list = json_object_get(json, "map"), *item;
    size_t i;
    *field = (struct codevs5_field){.stream = field->stream};
    json_array_foreach(list, i, item)
    {
        for (int col = 0; col < CODEVS5_COLS; col++)
            if (json_string_value(item)[col] == 'O')
                board_add(&field->rocks, codevs5_cell((int)i, col));
    }
    json_array_foreach(json_object_get(json, "ninjas"), i, item)
    {
        int row, col;
        assert_int_equal(json_unpack(item, "[i,i]", &row, &col), 0);
        field->ninja[i] = (uint8_t)codevs5_cell(row, col);
    }
    json_array_foreach(json_object_get(json, "dogs"), i, item)
    {
        int id, row, col;
        assert_int_equal(json_unpack(item, "[i,i,i]", &id, &row, &col), 0);
        codevs5_field_add_dog(field, id, codevs5_cell(row, col));
    }
    json_array_foreach(json_object_get(json, "uses"), i, item)
    {
        field->uses[i] = (uint16_t)json_integer_value(item);
    }
    field->nin = (int32_t)json_integer_value(json_object_get(json, "nin"));
    field->next_dog = (uint16_t)json_integer_value(json_object_get(json, "next_dog"));
    field->soul_goal = (uint8_t)json_integer_value(json_object_get(json, "soul_goal"));
}

static void load_souls(const json_t *list, struct codevs5_field *field)
{
    json_t *item;
    size_t i;
    json_array_foreach(list, i, item)
    {
        int row, col;
        assert_int_equal(json_unpack(item, "[i,i]", &row, &col), 0);
        board_add(&field->souls, codevs5_cell(row, col));
    }
}

static void load_start(const json_t *script, struct codevs5_state *state)
{
    json_t *seed = json_object_get(script, "seed"), *cost;
    size_t i;
    codevs5_generate(state, (uint64_t)json_integer_value(seed));
    json_array_foreach(json_object_get(script, "costs"), i, cost)
    {
        state->cost[i] = (uint8_t)json_integer_value(cost);
    }
    for (size_t p = 0; p < 2; p++) {
        json_t *field = json_array_get(json_object_get(script, "fields"), p);
        load_field(field, &state->field[p]);
        load_souls(json_object_get(field, "souls"), &state->field[p]);
    }
}

/* Plays turn i of a script, with its souls or with those of the seed. */
static void play_scripted(struct codevs5_state *state, const json_t *turn, bool with_souls)
{
    struct codevs5_command command[2];
    struct java_rng stream[2];
    for (size_t p = 0; p < 2; p++) {
        char text[256];
        size_t used;
        json_t *cmd = json_array_get(json_object_get(turn, "cmd"), p);
        snprintf(text, sizeof text, "%s\n", json_string_value(cmd));
        assert_int_equal(parse(text, strlen(text), &command[p], &used), PARSE_OK);
        stream[p] = state->field[p].stream;
        if (with_souls) state->field[p].stream.word = CODEVS5_NO_STREAM;
    }
    codevs5_play(state, command);
    for (size_t p = 0; p < 2 && with_souls; p++) {
        state->field[p].stream = stream[p];
        load_souls(json_array_get(json_object_get(turn, "souls"), p), &state->field[p]);
    }
}

/* `want` may have fewer keys than we write. */
static void assert_fields_equal(const struct codevs5_state *state, const json_t *want)
{
    for (size_t p = 0; p < 2; p++) {
        static char buf[16 * 1024];
        struct text out = TEXT_ON(buf);
        json_t *value;
        const char *key;
        codevs5_write_field(&state->field[p], &out);
        json_t *got = json_loads(buf, 0, NULL);
        assert_non_null(got);
        json_object_foreach(json_array_get(want, p), key, value)
        {
            bool recorded = strcmp(key, "next_dog") != 0 && strcmp(key, "soul_goal") != 0;
            if (recorded) assert_true(json_equal(json_object_get(got, key), value));
        }
        json_decref(got);
    }
}

static void assert_line_equal(const struct codevs5_state *state, const char *line)
{
    json_t *want = json_loads(line, 0, NULL);
    assert_non_null(want);
    assert_int_equal(json_integer_value(json_object_get(want, "turn")), state->turn);
    assert_fields_equal(state, json_object_get(want, "fields"));
    const char *winner = json_string_value(json_object_get(want, "winner"));
    assert_int_equal(winner != NULL, state->end != END_NOT_YET);
    if (winner) assert_int_equal(*winner, "dAB"[state->winner + 1]);
    for (size_t p = 0; p < 2; p++) {
        const json_t *invalid = json_array_get(json_object_get(want, "invalid"), p);
        assert_int_equal(json_is_string(invalid), state->last[p].command.fault != FAULT_NONE);
        const json_t *field = json_array_get(json_object_get(want, "fields"), p);
        assert_int_equal(json_integer_value(json_object_get(field, "next_dog")),
                         state->field[p].next_dog);
    }
    json_decref(want);
}

static void random_scripts_give_what_the_reference_gave(void **unused)
{
    (void)unused;
    static char line[64 * 1024];
    int turns = 0;
    for (int i = 0; i < 40; i++) {
        char name[32];
        snprintf(name, sizeof name, "%03d.json", i);
        json_t *script = load(OURS, name), *turn;
        snprintf(name, sizeof name, "%03d.out", i);
        FILE *expected = fopen(golden_path(OURS, name), "r");
        assert_non_null(expected);
        struct codevs5_state state;
        size_t at;
        load_start(script, &state);
        json_array_foreach(json_object_get(script, "turns"), at, turn)
        {
            assert_non_null(fgets(line, sizeof line, expected));
            play_scripted(&state, turn, true);
            assert_line_equal(&state, line);
            turns++;
        }
        fclose(expected);
        json_decref(script);
    }
    assert_int_equal(turns, 696);
}

/* Returns the number of turns compared. */
static int replay(const char *name, bool with_souls)
{
    json_t *script = load(RECORDED "/turns", name), *turn;
    struct codevs5_state state;
    size_t at;
    bool playable = with_souls || json_object_get(script, "seed");
    struct golden trace; /* what our rules make of it, for those who have the recording */
    golden_begin(&trace, name);
    load_start(script, &state);
    json_array_foreach(json_object_get(script, "turns"), at, turn)
    {
        if (!playable) break;
        play_scripted(&state, turn, with_souls);
        golden_add(&trace, GAME->hash(edge(&state)));
        assert_fields_equal(&state, json_array_get(json_object_get(script, "expect"), at));
    }
    json_decref(script);
    if (with_souls) golden_check(&trace, "codevs5/golden/recorded.txt");
    return playable ? state.turn : 0;
}

static int replay_all(bool with_souls)
{
    int turns = 0;
    DIR *dir = opendir(golden_path(RECORDED, "turns"));
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir));)
        if (strstr(entry->d_name, ".json")) turns += replay(entry->d_name, with_souls);
    closedir(dir);
    return turns;
}

static void recorded_turns_are_played_as_recorded(void **unused)
{
    (void)unused;
    if (!has_recorded_data()) skip();
    assert_int_equal(replay_all(true), 56);
}

static void recorded_souls_follow_from_the_seed(void **unused)
{
    (void)unused;
    if (!has_recorded_data()) skip();
    assert_int_equal(replay_all(false), 50);
}

/* Reads all prompts of a file and writes them again; returns their number. */
static int reread(const char *name)
{
    static char text[256 * 1024];
    FILE *file = fopen(golden_path(RECORDED "/states", name), "r");
    assert_non_null(file);
    size_t len = fread(text, 1, sizeof text, file), at = 0, used;
    fclose(file);
    assert_true(len < sizeof text);
    struct codevs5_state state;
    int count = 0;
    memset(&state, 0, sizeof state);
    for (; at < len; at += used, count++) {
        struct game_self self;
        assert_int_equal(GAME->perceive(edge(&state), &self, text + at, len - at, &used), PARSE_OK);
        const char *again = prompt_of(&state, 0, self.left_ms[0]);
        assert_int_equal(strlen(again), used);
        assert_memory_equal(again, text + at, used);
        assert_int_equal(state.turn, count);
    }
    return count;
}

static void recorded_prompts_are_written_as_they_were_read(void **unused)
{
    (void)unused;
    if (!has_recorded_data()) skip();
    int prompts = 0;
    DIR *dir = opendir(golden_path(RECORDED, "states"));
    for (struct dirent *entry; (entry = readdir(dir));)
        if (strstr(entry->d_name, ".txt")) prompts += reread(entry->d_name);
    closedir(dir);
    assert_int_equal(prompts, 204);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_agree_with_the_plain_ones),
        cmocka_unit_test(dogs_and_floods_are_the_same_on_every_machine),
        cmocka_unit_test(dogs_and_new_dogs_agree_with_the_plain_ones),
        cmocka_unit_test(someone_is_caught_exactly_when_a_dog_is_beside_a_ninja),
        cmocka_unit_test(the_longest_corridor_is_measured_to_its_end),
        cmocka_unit_test(a_field_stepped_alone_is_the_field_of_the_game),
        cmocka_unit_test(the_list_of_walks_has_all_of_them),
        cmocka_unit_test(the_list_of_fast_walks_fits_and_is_cut_at_cap),
        cmocka_unit_test(the_known_seeds_give_the_original_games),
        cmocka_unit_test(random_scripts_give_what_the_reference_gave),
        cmocka_unit_test(recorded_turns_are_played_as_recorded),
        cmocka_unit_test(recorded_souls_follow_from_the_seed),
        cmocka_unit_test(recorded_prompts_are_written_as_they_were_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
