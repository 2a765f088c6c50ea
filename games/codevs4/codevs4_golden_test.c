/*
 * CODE VS 4.0 against games whose course is known: positions played by the reference referee, and
 * inputs recorded from the original client where ../shared holds them.
 */
#include "games/codevs4/codevs4_testkit.h"

#include "games/golden_testkit.h"

#include <jansson.h>

/* ---- golden data ---- */

static FILE *open_golden(const char *folder, const char *name)
{
    char path[4096];
    const char *root = getenv("TAISEN_ROOT");
    snprintf(path, sizeof path, "%s/%s/%s", root ? root : ".", folder, name);
    return fopen(path, "r");
}

static const char ours[] = "games/codevs4/golden", recorded[] = "../shared/golden/codevs4";

/* Opens recorded data; the test is skipped where it is not there. */
static FILE *open_recorded(const char *name)
{
    FILE *file = open_golden(recorded, name);
    if (!file) {
        print_message("no recorded data: %s/%s\n", recorded, name);
        skip();
    }
    return file;
}

static json_t *next_line(FILE *file)
{
    return json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL);
}

static int64_t number_in(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static void place_json(const json_t *start)
{
    size_t i;
    json_t *value;
    memset(&game, 0, sizeof game);
    game.stage = game.first = (uint16_t)number_in(start, "stage");
    game.turn = (uint16_t)number_in(start, "turn");
    game.next_id = (int32_t)number_in(start, "next_id");
    game.stages = 1;
    for (int p = 0; p < 2; p++) {
        game.money[p] =
            (int32_t)json_integer_value(json_array_get(json_object_get(start, "money"), p));
        game.income[p] =
            (int32_t)json_integer_value(json_array_get(json_object_get(start, "income"), p));
    }
    json_array_foreach(json_object_get(start, "resources"), i, value)
        game.resource[game.resource_count++] =
        (struct codevs4_cell){(uint8_t)json_integer_value(json_array_get(value, 0)),
                              (uint8_t)json_integer_value(json_array_get(value, 1))};
    json_array_foreach(json_object_get(start, "units"), i, value)
    {
        int64_t n[6];
        for (size_t k = 0; k < 6; k++) n[k] = json_integer_value(json_array_get(value, k));
        game.unit[game.count++] = (struct codevs4_unit){.id = (uint16_t)n[0],
                                                        .side = (uint8_t)n[1],
                                                        .y = (uint8_t)n[2],
                                                        .x = (uint8_t)n[3],
                                                        .hp = (uint16_t)n[4],
                                                        .type = (uint8_t)n[5]};
    }
}

/* Key by key: the frame has what the expected line has. */
static void assert_frame(const json_t *expected)
{
    static const char *const keys[] = {"stage", "turn", "money", "next_id", "result", "units"};
    struct text t = text_on(text_room[0], sizeof text_room[0]);
    game_codevs4.frame(opaque(&game), &t);
    json_t *frame = json_loadb(t.buf, t.len, 0, NULL);
    assert_non_null(frame);
    for (size_t i = 0; i < LENGTH(keys); i++)
        if (!json_equal(json_object_get(frame, keys[i]), json_object_get(expected, keys[i])))
            fail_msg("stage %d turn %d: %s differs", game.stage, game.turn, keys[i]);
    json_decref(frame);
    for (int p = 0; p < 2; p++) {
        const json_t *input = json_object_get(expected, p == 0 ? "in1" : "in2");
        if (input) assert_string_equal(prompt_of(&game, p, 0), json_string_value(input));
    }
}

/* Runs a script and compares each state; how many there were. */
static int run_script(const char *folder, const char *script_name, const char *expected_name)
{
    FILE *script = open_golden(folder, script_name), *wanted = open_golden(folder, expected_name);
    int compared = 0;
    if (!script || !wanted) return 0;
    for (json_t *line; (line = next_line(script)); json_decref(line)) {
        const json_t *p1 = json_object_get(line, "p1"), *p2 = json_object_get(line, "p2");
        if (json_object_get(line, "units"))
            place_json(line);
        else if (game_codevs4.actors(opaque(&game)) && p1)
            play(json_string_value(p1), json_string_value(p2));
        else
            continue;
        json_t *expected = next_line(wanted);
        assert_frame(expected);
        json_decref(expected);
        compared++;
    }
    assert_null(next_line(wanted));
    fclose(script);
    fclose(wanted);
    return compared;
}

static void random_positions_agree_with_the_reference(void **state)
{
    (void)state;
    int compared = run_script(ours, "fuzz_script.jsonl", "fuzz_expected.jsonl");
    assert_true(compared > 200);
}

static void all_random_positions_agree_with_the_reference(void **state)
{
    (void)state;
    fclose(open_recorded("oracle_fuzz.script.jsonl"));
    int compared = run_script(recorded, "oracle_fuzz.script.jsonl", "oracle_fuzz.expected.jsonl");
    assert_int_equal(compared, 459);
}

/* ---- crowds ---- */

/* Both sides, all types and everybody within reach: whatever a table of the rules says counts. */
static void note_crowd(struct golden *g)
{
    uint64_t sum = game_codevs4.hash(opaque(&game));
    for (int p = 0; p < 2; p++) {
        const char *sent = prompt_of(&game, p, 0);
        sum = hash_bytes(sum, sent, strlen(sent));
    }
    golden_add(g, sum);
}

static void crowds_fight_as_they_did(void **state)
{
    (void)state;
    struct golden crowds;
    struct rng rng = {4};
    golden_begin(&crowds, "crowds");
    for (int i = 0; i < 64; i++) {
        scatter(30 + 4 * i, 12 + (uint32_t)i / 4, &rng);
        game.income[0] = game.income[1] = CODEVS4_INCOME;
        game.money[0] = game.money[1] = 400;
        for (int turn = 0; turn < 4 && game_codevs4.actors(opaque(&game)); turn++) {
            struct game_reply reply[2];
            for (int p = 0; p < 2; p++) {
                game_codevs4.sample(opaque(&game), p, &rng, (struct game_action *)&actions[p]);
                reply[p] = (struct game_reply){.kind = REPLY_ACTION,
                                               .action = (struct game_action *)&actions[p]};
            }
            game_codevs4.step(opaque(&game), reply);
            note_crowd(&crowds);
        }
    }
    golden_check(&crowds, "codevs4/golden/crowds.txt");
}

/* ---- recorded inputs ---- */

/* A recorded game as its program saw it: inputs in a row, and the cells seen in any of them. */
struct record {
    char *text;
    size_t len, at;
    struct codevs4 before, now;
    struct codevs4_cell cell[CODEVS4_RESOURCES];
    int cells, turns;
};

static struct record rec;

static void record_open(const char *name)
{
    FILE *file = open_recorded(name);
    free(rec.text);
    memset(&rec, 0, sizeof rec);
    rec.text = malloc(1 << 20);
    rec.len = fread(rec.text, 1, 1 << 20, file);
    fclose(file);
    /* Some of the files end with an empty line. */
    if (rec.len >= 2 && rec.text[rec.len - 2] == '\n') rec.len--;
}

static void remember_cell(struct codevs4_cell cell)
{
    for (int i = 0; i < rec.cells; i++)
        if (rec.cell[i].y == cell.y && rec.cell[i].x == cell.x) return;
    assert_true(rec.cells < CODEVS4_RESOURCES);
    rec.cell[rec.cells++] = cell;
}

/* Reads the next input, which must be written again byte by byte. */
static bool record_next(void)
{
    struct game_self self;
    size_t used = 0;
    if (rec.at == rec.len) return false;
    codevs4_copy(&rec.before, &rec.now);
    const char *input = rec.text + rec.at;
    assert_int_equal(perceive(&rec.now, &self, input, rec.len - rec.at, &used), PARSE_OK);
    const char *again = prompt_of(&rec.now, 0, self.left_ms[0]);
    assert_int_equal(strlen(again), used);
    assert_memory_equal(again, input, used);
    for (int i = 0; i < rec.now.resource_count; i++) remember_cell(rec.now.resource[i]);
    rec.at += used;
    rec.turns++;
    return true;
}

static const char *const recordings[] = {
    "inputs_stage08_203turns.txt", "inputs_stage01_95turns.txt", "inputs_stage00_157turns.txt",
    "inputs_stage00_121turns.txt", "inputs_stage00_42turns.txt", "inputs_stage00_31turns.txt"};

typedef void record_fn(void);

/* Calls a function for each input of all records; how many inputs there were. */
static int for_all_records(record_fn *check)
{
    int turns = 0;
    for (size_t i = 0; i < LENGTH(recordings); i++) {
        record_open(recordings[i]);
        while (record_next()) check();
        turns += rec.turns;
    }
    return turns;
}

/* Turn 0: nothing is owned but the castle 0 and the workers 1 to 5 beside it. */
static void check_start(void)
{
    if (rec.now.turn != 0) return;
    assert_int_equal(rec.now.money[0], 0);
    assert_int_equal(rec.now.count, 6);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(rec.now.unit[i].id, i);
        assert_int_equal(rec.now.unit[i].type, i == 0 ? CODEVS4_CASTLE : CODEVS4_WORKER);
        assert_int_equal(rec.now.unit[i].y, rec.now.unit[0].y);
        assert_int_equal(rec.now.unit[i].x, rec.now.unit[0].x);
    }
}

/* The first unit made is 12, and new ones have always higher numbers than all before. */
static void check_ids(void)
{
    static int highest;
    int before = rec.now.turn == 0 ? 11 : highest;
    if (rec.now.turn == 0) highest = 11;
    for (int i = 0; i < rec.now.count; i++) {
        const struct codevs4_unit *unit = &rec.now.unit[i];
        if (unit->side != 0) continue;
        if (place_in(&rec.before, unit->id) < 0 && rec.now.turn > 0) assert_true(unit->id > before);
        if (before == 11 && unit->id > 11) assert_true(unit->id == 12 || unit->id == 13);
        if (unit->id > highest) highest = unit->id;
    }
}

static void all_recorded_inputs_are_read_and_written_byte_by_byte(void **state)
{
    (void)state;
    assert_int_equal(for_all_records(check_start), 649);
    for_all_records(check_ids);
}

/* What our rules make of each recorded turn if nobody moves, for those who have the recording. */
static struct golden trace;

/* Costs of the new units and income: what the engine pays for the places of this turn. */
static int expected_money(void)
{
    static struct codevs4 g;
    int cost = 0;
    codevs4_copy(&g, &rec.now);
    g.money[0] = 0;
    g.resource_count = (uint8_t)rec.cells;
    memcpy(g.resource, rec.cell, sizeof rec.cell);
    for (int i = g.count - 1; i >= 0; i--) {
        if (g.unit[i].side != 0) g.unit[i].side = 1, g.unit[i].type = CODEVS4_VILLAGE;
        if (g.unit[i].side == 0 && place_in(&rec.before, g.unit[i].id) < 0)
            cost += codevs4_traits[g.unit[i].type].cost;
        g.unit[i].hp = 60000; /* nobody falls: these are the survivors */
    }
    actions[0].count = actions[1].count = 0;
    const struct codevs4_action *none[2] = {&actions[0], &actions[1]};
    codevs4_play(&g, none);
    golden_add(&trace, game_codevs4.hash(opaque(&g)));
    return rec.before.money[0] - cost + g.money[0];
}

static void check_money(void)
{
    if (rec.now.turn > 0) assert_int_equal(rec.now.money[0], expected_money());
}

static void recorded_money_is_what_the_engine_pays(void **state)
{
    (void)state;
    int turns = 0;
    for (size_t i = 0; i < LENGTH(recordings); i++) {
        record_open(recordings[i]);
        golden_begin(&trace, recordings[i]);
        while (record_next()) check_money();
        golden_check(&trace, "codevs4/golden/recorded.txt");
        turns += rec.turns;
    }
    assert_int_equal(turns, 649);
}

/* All cells that a record ever shows, and which of two has been listed before the other. */
static struct codevs4_cell known[CODEVS4_RESOURCES];
static int known_count;
static bool is_before[CODEVS4_RESOURCES][CODEVS4_RESOURCES];

static int known_number(struct codevs4_cell cell)
{
    for (int i = 0; i < known_count; i++)
        if (known[i].y == cell.y && known[i].x == cell.x) return i;
    fail_msg("(%d,%d) is not known", cell.y, cell.x);
    return 0;
}

/* Those in view are listed, and no others. */
static void check_cells_in_view(void)
{
    struct codevs4_map view;
    int in_view = 0;
    codevs4_view(&rec.now, 0, &view);
    for (int i = 0; i < known_count; i++) in_view += codevs4_map_has(&view, known[i].y, known[i].x);
    for (int i = 0; i < rec.now.resource_count; i++)
        assert_true(codevs4_map_has(&view, rec.now.resource[i].y, rec.now.resource[i].x));
    assert_int_equal(rec.now.resource_count, in_view);
}

/* They come in one order in all inputs, those of the upper left half first. */
static void check_cell_order(void)
{
    for (int i = 0; i < rec.now.resource_count; i++)
        for (int k = i + 1; k < rec.now.resource_count; k++) {
            const struct codevs4_cell *cell = rec.now.resource;
            int a = known_number(cell[i]), b = known_number(cell[k]);
            is_before[a][b] = true;
            assert_false(is_before[b][a]);
            assert_false(cell[i].y + cell[i].x > 99 && cell[k].y + cell[k].x < 99);
        }
}

static void recorded_cells_are_listed_exactly_while_in_view(void **state)
{
    (void)state;
    int compared = 0;
    for (size_t i = 0; i < LENGTH(recordings); i++) {
        record_open(recordings[i]);
        while (record_next()) continue;
        memcpy(known, rec.cell, sizeof known);
        memset(is_before, 0, sizeof is_before);
        known_count = rec.cells;
        for (rec.at = 0; record_next(); compared++) {
            check_cells_in_view();
            check_cell_order();
        }
    }
    assert_int_equal(compared, 649);
}

/* How one recorded turn compares with the engine's battle. */
enum verdict { QUIET, AGREES, DIFFERS, LOSSES };

/* Whether the own units of `now` could reach a unit that was at this place a step before. */
static bool is_reached(const struct codevs4 *now, const struct codevs4_unit *foe)
{
    for (int i = 0; i < now->count; i++) {
        const struct codevs4_unit *own = &now->unit[i];
        int reach = codevs4_traits[own->type].range + 1;
        if (own->side == 0 && codevs4_distance(own->y, own->x, foe->y, foe->x) <= reach)
            return true;
    }
    return false;
}

/* Somebody has fallen, or may have; an enemy out of reach has only walked out of view. */
static bool somebody_is_gone(const struct codevs4 *before, const struct codevs4 *now)
{
    for (int i = 0; i < before->count; i++) {
        const struct codevs4_unit *unit = &before->unit[i];
        if (place_in(now, unit->id) < 0 && (unit->side == 0 || is_reached(now, unit))) return true;
    }
    return false;
}

/*
 * Takes everybody where the turn has left them, with the HP they had before it, and lets the engine
 * fight. Whoever was not in view before has unknown HP and is not compared.
 */
static enum verdict fight_again(const struct codevs4 *before, const struct codevs4 *now,
                                const struct codevs4_unit *unseen)
{
    static struct codevs4 g;
    bool is_hurt = false, is_same = true;
    if (somebody_is_gone(before, now)) return LOSSES;
    codevs4_copy(&g, now);
    for (int i = 0; i < g.count; i++) {
        int at = place_in(before, g.unit[i].id);
        g.unit[i].hp = at >= 0 ? before->unit[at].hp : codevs4_traits[g.unit[i].type].hp;
    }
    if (unseen) g.unit[g.count++] = *unseen;
    codevs4_battle(&g);
    for (int i = 0; i < now->count; i++) {
        int at = place_in(before, now->unit[i].id);
        if (at < 0 && now->unit[i].side == 1) continue;
        int hp = at >= 0 ? before->unit[at].hp : codevs4_traits[now->unit[i].type].hp;
        is_hurt = is_hurt || now->unit[i].hp != hp || g.unit[i].hp != hp;
        is_same = is_same && now->unit[i].hp == g.unit[i].hp;
    }
    return !is_hurt ? QUIET : is_same ? AGREES : DIFFERS;
}

static int tally[LOSSES + 1];

static void count_battle(void)
{
    if (rec.now.turn == 0) return;
    enum verdict verdict = fight_again(&rec.before, &rec.now, NULL);
    tally[verdict]++;
}

/* ---- the siege ---- */

static struct codevs4 siege[2];

static void read_siege_units(const json_t *list, int side, struct codevs4 *g)
{
    size_t i;
    json_t *value;
    json_array_foreach(list, i, value)
    {
        int64_t n[5];
        for (size_t k = 0; k < 5; k++) n[k] = json_integer_value(json_array_get(value, k));
        g->unit[g->count++] = (struct codevs4_unit){.id = (uint16_t)n[0],
                                                    .side = (uint8_t)side,
                                                    .y = (uint8_t)n[1],
                                                    .x = (uint8_t)n[2],
                                                    .hp = (uint16_t)n[3],
                                                    .type = (uint8_t)n[4]};
    }
}

typedef void siege_fn(const struct codevs4 *before, const struct codevs4 *now);

static int for_all_siege(siege_fn *check)
{
    FILE *file = open_recorded("siege_idle_194turns.jsonl");
    int turns = 0;
    for (json_t *line; (line = next_line(file)); turns++, json_decref(line)) {
        struct codevs4 *now = &siege[turns % 2];
        memset(now, 0, sizeof *now);
        now->turn = (uint16_t)number_in(line, "turn");
        now->money[0] = (int32_t)number_in(line, "money");
        read_siege_units(json_object_get(line, "my"), 0, now);
        read_siege_units(json_object_get(line, "foes"), 1, now);
        if (turns > 0) check(&siege[1 - turns % 2], now);
    }
    fclose(file);
    return turns;
}

static void check_siege(const struct codevs4 *before, const struct codevs4 *now)
{
    assert_int_equal(now->money[0], before->money[0] + 10);
    tally[fight_again(before, now, NULL)]++;
}

/* Nobody of the besieged moves, so the turn in which its workers fall can be fought again, too. */
static void check_fall(const struct codevs4 *before, const struct codevs4 *now)
{
    static struct codevs4 g;
    if (before->turn != 179) return;
    assert_int_equal(now->unit[0].type, CODEVS4_CASTLE);
    assert_int_equal(now->unit[1].side, 1); /* the five are gone */
    memset(&g, 0, sizeof g);
    for (int i = 0; i < 6; i++) g.unit[g.count++] = before->unit[i];
    for (int i = 1; i < now->count; i++) {
        int at = place_in(before, now->unit[i].id);
        g.unit[g.count] = now->unit[i];
        if (at >= 0) g.unit[g.count].hp = before->unit[at].hp;
        g.count++;
    }
    codevs4_battle(&g);
    assert_int_equal(g.unit[0].hp, now->unit[0].hp);
    for (int i = 1; i < 6; i++) assert_int_equal(g.unit[i].hp, 0);
    for (int i = 1; i < now->count; i++)
        if (place_in(before, now->unit[i].id) >= 0)
            assert_int_equal(g.unit[i + 5].hp, now->unit[i].hp);
    tally[AGREES]++;
}

static void recorded_battles_agree_to_the_last_hit_point(void **state)
{
    (void)state;
    memset(tally, 0, sizeof tally);
    assert_int_equal(for_all_records(count_battle), 649);
    assert_int_equal(for_all_siege(check_siege), 194);
    print_message("%d agree, %d differ, %d with somebody gone\n", tally[AGREES], tally[DIFFERS],
                  tally[LOSSES]);
    assert_int_equal(tally[AGREES], 115);
    assert_int_equal(tally[DIFFERS], 4); /* with somebody who was not in view: see below */
}

/* Stage 8: the castle nobody has seen stands at (66,99), and hits from out of sight. */
static void check_hidden_castle(void)
{
    static const struct codevs4_unit castle = {
        .id = CODEVS4_ID_MAX, .hp = 50000, .y = 66, .x = 99, .type = CODEVS4_CASTLE, .side = 1};
    if (rec.now.stage != 8 || rec.now.turn == 0) return;
    if (fight_again(&rec.before, &rec.now, NULL) != DIFFERS) return;
    tally[fight_again(&rec.before, &rec.now, &castle)]++;
}

static void a_hidden_castle_explains_the_odd_turns_of_stage_8(void **state)
{
    (void)state;
    memset(tally, 0, sizeof tally);
    for_all_records(check_hidden_castle);
    assert_int_equal(tally[AGREES], 3);
    assert_int_equal(tally[DIFFERS], 0);
}

/* Stage 0: a worker that an enemy village made, and that fell in the same turn. */
static void check_hidden_worker(void)
{
    if (rec.now.stage != 0 || rec.now.turn == 0) return;
    if (fight_again(&rec.before, &rec.now, NULL) != DIFFERS) return;
    for (int i = 0; i < rec.now.count; i++) {
        struct codevs4_unit worker = rec.now.unit[i];
        if (worker.side != 1 || worker.type != CODEVS4_VILLAGE) continue;
        worker.id = CODEVS4_ID_MAX;
        worker.type = CODEVS4_WORKER;
        worker.hp = codevs4_traits[CODEVS4_WORKER].hp;
        if (fight_again(&rec.before, &rec.now, &worker) == AGREES) {
            tally[AGREES]++;
            return;
        }
    }
    tally[DIFFERS]++;
}

static void a_worker_that_fell_as_it_was_made_explains_the_odd_turn_of_stage_0(void **state)
{
    (void)state;
    memset(tally, 0, sizeof tally);
    for_all_records(check_hidden_worker);
    assert_int_equal(tally[AGREES], 1);
    assert_int_equal(tally[DIFFERS], 0);
}

static void five_workers_fall_in_turn_179_of_the_siege(void **state)
{
    (void)state;
    memset(tally, 0, sizeof tally);
    for_all_siege(check_fall);
    assert_int_equal(tally[AGREES], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_positions_agree_with_the_reference),
        cmocka_unit_test(crowds_fight_as_they_did),
        cmocka_unit_test(all_random_positions_agree_with_the_reference),
        cmocka_unit_test(all_recorded_inputs_are_read_and_written_byte_by_byte),
        cmocka_unit_test(recorded_money_is_what_the_engine_pays),
        cmocka_unit_test(recorded_cells_are_listed_exactly_while_in_view),
        cmocka_unit_test(recorded_battles_agree_to_the_last_hit_point),
        cmocka_unit_test(a_hidden_castle_explains_the_odd_turns_of_stage_8),
        cmocka_unit_test(a_worker_that_fell_as_it_was_made_explains_the_odd_turn_of_stage_0),
        cmocka_unit_test(five_workers_fall_in_turn_179_of_the_siege),
    };
    return cmocka_run_group_tests_name("codevs4 golden", tests, NULL, NULL);
}
