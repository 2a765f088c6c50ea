/*
 * The instruction sets against a plain reference, made-up scenes with known answers, and recorded
 * games of the official client where ../shared holds them.
 */
#include "games/reborn/reborn_testkit.h"

#include "base/hash.h"
#include "base/scan.h"
#include "games/golden_testkit.h"

#include <jansson.h>
#include <stdio.h>

/* ---- the instruction sets against a plain reference ---- */

struct grid {
    int cell[REBORN_COLS][REBORN_TOP_ROWS + 1];
};

static struct grid grid_of(const struct reborn_field *f)
{
    struct grid g = {{{0}}};
    for (int col = 0; col < REBORN_COLS; col++)
        for (int row = 0; row < REBORN_TOP_ROWS; row++) g.cell[col][row] = reborn_cell(f, col, row);
    return g;
}

static void grid_fall(struct grid *g)
{
    for (int col = 0; col < REBORN_COLS; col++) {
        int top = 0;
        for (int row = 0; row < REBORN_TOP_ROWS; row++)
            if (g->cell[col][row] > 0) g->cell[col][top++] = g->cell[col][row];
        while (top < REBORN_TOP_ROWS) g->cell[col][top++] = 0;
    }
}

/* Whether one of the eight neighbours holds this value. */
static bool grid_touches(const struct grid *g, int col, int row, int value)
{
    for (int c = col - 1; c <= col + 1; c++)
        for (int r = row - 1; r <= row + 1; r++)
            if ((c != col || r != row) && c >= 0 && c < REBORN_COLS && r >= 0 &&
                r < REBORN_TOP_ROWS && g->cell[c][r] == value)
                return true;
    return false;
}

/* Takes out all numbers that are in a pair or, for the blast, are or touch a 5. How many. */
static int grid_take(struct grid *g, bool is_blast)
{
    struct grid before = *g;
    int taken = 0;
    for (int col = 0; col < REBORN_COLS; col++) {
        for (int row = 0; row < REBORN_TOP_ROWS; row++) {
            int value = before.cell[col][row];
            if (value == 0 || value == REBORN_OJAMA) continue;
            if (!grid_touches(&before, col, row, is_blast ? 5 : 10 - value) &&
                !(is_blast && value == 5))
                continue;
            g->cell[col][row] = 0;
            taken++;
        }
    }
    grid_fall(g);
    return taken;
}

static struct reborn_result grid_finish(struct grid *g, int blast)
{
    struct reborn_result result = {.blast = blast};
    while (grid_take(g, false) > 0) result.chain++;
    for (int col = 0; col < REBORN_COLS; col++)
        for (int row = 0; row < REBORN_TOP_ROWS; row++)
            if (g->cell[col][row] > 0 && row >= result.height) result.height = row + 1;
    return result;
}

static struct reborn_result grid_drop(struct grid *g, struct reborn_pack pack, int col,
                                      int rotation)
{
    int a = pack.cell[0], b = pack.cell[1], c = pack.cell[2], d = pack.cell[3];
    for (int i = 0; i < rotation; i++) {
        int corner = a;
        a = c, c = d, d = b, b = corner;
    }
    const int falling[2][2] = {{c, a}, {d, b}};
    for (int side = 0; side < 2; side++) {
        int top = 0;
        while (g->cell[col + side][top] > 0) top++;
        for (int i = 0; i < 2; i++)
            if (falling[side][i] > 0) g->cell[col + side][top++] = falling[side][i];
    }
    return grid_finish(g, 0);
}

static void assert_same(const struct grid *g, struct reborn_result expected,
                        const struct reborn_field *f, struct reborn_result result)
{
    struct grid other = grid_of(f);
    assert_memory_equal(&result, &expected, sizeof result);
    assert_memory_equal(&other, g, sizeof other);
}

/* All moves on a field, by all instruction sets that this machine has. */
static void check_paths(const struct reborn_field *field, struct reborn_pack pack)
{
    struct reborn_field results[REBORN_PATHS];
    for (int move = 0; move < REBORN_ACTIONS; move++) {
        struct grid g = grid_of(field);
        bool is_blast = move == REBORN_ACTIONS - 1;
        int col = move / REBORN_ROTATIONS, r = move % REBORN_ROTATIONS;
        struct reborn_result expected;
        if (is_blast)
            expected = grid_finish(&g, grid_take(&g, true));
        else
            expected = grid_drop(&g, pack, col, r);
        for (int path = 0; path < REBORN_PATHS; path++) {
            if (!reborn_path_works((enum reborn_path)path)) continue;
            results[path] = *field;
            struct reborn_result result =
                is_blast ? reborn_blast_by((enum reborn_path)path, &results[path])
                         : reborn_drop_by((enum reborn_path)path, &results[path], pack, col, r);
            assert_same(&g, expected, &results[path], result);
            assert_memory_equal(&results[path], &results[REBORN_PLAIN], sizeof results[path]);
        }
    }
}

/* Fields of any height and kind, settled or not: few kinds of blocks make long chains. */
static struct reborn_field random_field(struct rng *rng)
{
    struct reborn_field f = {0};
    uint32_t most = 1 + rng_below(rng, REBORN_ROWS + 1), kinds = 2 + rng_below(rng, 9);
    for (int col = 0; col < REBORN_COLS; col++) {
        uint32_t height = rng_below(rng, most + 1);
        for (uint32_t row = 0; row < height; row++) {
            uint32_t kind = rng_below(rng, kinds);
            static const int values[] = {REBORN_OJAMA, 5, 1, 9, 2, 8, 3, 7, 4, 6, REBORN_OJAMA};
            reborn_push(&f, col, values[kind]);
        }
    }
    return f;
}

static struct reborn_pack random_pack(struct rng *rng)
{
    struct reborn_pack pack;
    for (int i = 0; i < 4; i++) pack.cell[i] = (uint8_t)rng_below(rng, 10);
    return pack;
}

static void all_instruction_sets_agree_with_the_reference(void **state)
{
    (void)state;
    struct rng rng = {11};
    for (int i = 0; i < 1500; i++) {
        struct reborn_field f = random_field(&rng);
        check_paths(&f, random_pack(&rng));
    }
}

/* ---- golden data ---- */

/* The whole of a file under the project's root, to be freed; NULL when there is none. */
static char *load(const char *name, size_t *len)
{
    char path[4096];
    const char *root = getenv("TAISEN_ROOT");
    *len = 0;
    snprintf(path, sizeof path, "%s/%s", root ? root : ".", name);
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    *len = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*len + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *len, file), *len);
    bytes[*len] = '\0';
    fclose(file);
    return bytes;
}

#define RECORDED "../shared/golden/reborn/"

/* A recorded file; the test is skipped where it is not. */
static char *load_recorded(const char *name, size_t *len)
{
    char *bytes = load(name, len);
    if (bytes) return bytes;
    print_message("no recorded games beside the project: %s\n", name);
    skip();
    return NULL;
}

static json_t *next_json(struct scan *s)
{
    struct scan line;
    if (!scan_line(s, &line)) return NULL;
    json_t *value = json_loadb(line.at, scan_left(&line), 0, NULL);
    assert_non_null(value);
    return value;
}

static void start_from_json(struct reborn *g, const json_t *line)
{
    struct reborn_pack packs[REBORN_TURNS];
    const json_t *given = json_object_get(line, "packs");
    size_t count = json_array_size(given);
    for (size_t i = 0; i < count * 4; i++) {
        const json_t *row = json_array_get(json_array_get(given, i / 4), i % 4 / 2);
        packs[i / 4].cell[i % 4] = (uint8_t)json_integer_value(json_array_get(row, i % 2));
    }
    reborn_start(g, packs, (int)count, (int)count);
    for (size_t p = 0; p < json_array_size(json_object_get(line, "init")); p++) {
        const json_t *side = json_array_get(json_object_get(line, "init"), p);
        g->side[p].gauge = (int32_t)json_integer_value(json_object_get(side, "gauge"));
        g->side[p].stock = json_integer_value(json_object_get(side, "stock"));
        g->side[p].score = json_integer_value(json_object_get(side, "score"));
        for (int col = 0; col < REBORN_COLS; col++) {
            const json_t *text = json_array_get(json_object_get(side, "cols"), (size_t)col);
            for (const char *at = json_string_value(text); *at; at++)
                reborn_push(&g->side[p].field, col, *at == 'X' ? REBORN_OJAMA : *at - '0');
        }
    }
}

static void play_json(struct reborn *g, const json_t *line)
{
    const char *command[2];
    for (size_t p = 0; p < 2; p++) {
        bool is_late = json_is_true(json_array_get(json_object_get(line, "late"), p));
        command[p] = json_string_value(json_array_get(json_object_get(line, "cmd"), p));
        if (is_late) command[p] = NULL;
    }
    play(g, command[0], command[1]);
}

/* Each key of `expected` is in `frame` with the same value; of errors and reasons the words are
   each arena's own. */
static void assert_frame_has(const json_t *frame, json_t *expected)
{
    const char *key;
    json_t *value;
    json_object_foreach(expected, key, value)
    {
        const json_t *ours = json_object_get(frame, key);
        if (strcmp(key, "game") == 0) continue;
        if (strcmp(key, "error") == 0 || strcmp(key, "reason") == 0) {
            assert_true(json_string_length(ours) > 0);
        } else if (strcmp(key, "players") == 0) {
            for (size_t p = 0; p < 2; p++)
                assert_frame_has(json_array_get(ours, p), json_array_get(value, p));
        } else if (!json_equal(ours, value)) {
            fail_msg("%s differs", key);
        }
    }
}

static void assert_frame(const struct reborn *g, json_t *expected)
{
    char buf[8192];
    struct text t = TEXT_ON(buf);
    game_reborn.frame((const struct game_state *)g, &t);
    json_t *frame = json_loads(buf, 0, NULL);
    assert_non_null(frame);
    assert_frame_has(frame, expected);
    for (size_t p = 0; p < 2; p++) { /* an error or a chain only where one is expected */
        const json_t *ours = json_array_get(json_object_get(frame, "players"), p);
        const json_t *theirs = json_array_get(json_object_get(expected, "players"), p);
        assert_int_equal(!json_object_get(ours, "error"), !json_object_get(theirs, "error"));
    }
    json_decref(frame);
}

/* ---- hashes of recorded games ---- */

/* What our rules make of a recording, for those who have it: golden/recorded.txt. */
static struct golden trace;

static void trace_begin(const char *recording, int number)
{
    char name[128];
    snprintf(name, sizeof name, "%s:%d", recording, number);
    golden_begin(&trace, name);
}

static void trace_state(const struct reborn *g)
{
    golden_add(&trace, game_reborn.hash((const struct game_state *)g));
}

static void trace_end(void)
{
    if (trace.count > 0) golden_check(&trace, "reborn/golden/recorded.txt");
    trace.count = 0;
}

/* Runs a script and compares each state with the lines of `expected`. How many there were. With
   the name of a recording the hashes of its games are compared, too. */
static int check_script(const char *recording, char *script, size_t script_len, char *expected,
                        size_t expected_len)
{
    struct scan lines = scan_on(script, script_len), answers = scan_on(expected, expected_len);
    struct reborn g = {.ending = REBORN_END_TURNS};
    int checked = 0, games_begun = 0;
    for (json_t *line; (line = next_json(&lines)); json_decref(line)) {
        if (json_object_get(line, "packs")) {
            start_from_json(&g, line);
            if (recording) trace_end(), trace_begin(recording, games_begun++);
        } else if (g.ending != REBORN_RUNNING)
            continue;
        else
            play_json(&g, line);
        json_t *answer = next_json(&answers);
        assert_non_null(answer);
        assert_frame(&g, answer);
        if (recording) trace_state(&g);
        json_decref(answer);
        checked++;
    }
    assert_int_equal(scan_left(&answers), 0);
    if (recording) trace_end();
    free(script);
    free(expected);
    return checked;
}

static void made_up_scenes_give_the_answers_of_the_reference_referee(void **state)
{
    (void)state;
    size_t script_len, expected_len;
    char *script = load("games/reborn/golden/diff_script.jsonl", &script_len);
    char *expected = load("games/reborn/golden/diff_expected.jsonl", &expected_len);
    assert_true(script && expected);
    assert_int_equal(check_script(NULL, script, script_len, expected, expected_len), 1719);
}

static void replays_of_recorded_games_go_through_the_recorded_states(void **state)
{
    (void)state;
    size_t script_len, expected_len;
    char *script = load_recorded(RECORDED "replay_54games.jsonl", &script_len);
    char *expected = load_recorded(RECORDED "states_54games.jsonl", &expected_len);
    assert_int_equal(check_script("replay_54games", script, script_len, expected, expected_len),
                     2035);
}

static void recorded_pack_lists_have_the_mixture_of_the_client(void **state)
{
    (void)state;
    size_t len;
    char *bytes = load_recorded(RECORDED "packs_official.txt", &len);
    struct scan lines = scan_on(bytes, len), line;
    int lists = 0;
    for (; scan_line(&lines, &line); lists++) {
        struct reborn_pack packs[REBORN_TURNS];
        assert_int_equal(scan_left(&line), 4 * REBORN_TURNS);
        for (int i = 0; i < 4 * REBORN_TURNS; i++)
            packs[i / 4].cell[i % 4] = (uint8_t)(line.at[i] - '0');
        struct mixture m = mixture_of(packs);
        assert_mixture(&m, 177, 93, client_gap);
    }
    assert_int_equal(lists, 521);
    free(bytes);
}

/* ---- recorded inputs ---- */

enum { MOST_BLOCKS = 2100 };
static struct reborn blocks[MOST_BLOCKS];
static struct reborn unread;

/* Reads the turn blocks of one or more games in a row, as a program would. */
static int read_stream(const char *bytes, size_t len)
{
    struct game_self self;
    struct reborn now = unread;
    int count = 0;
    while (len > 0) {
        size_t used = 0;
        enum parse_result result = game_reborn.perceive(opaque(&now), &self, bytes, len, &used);
        if (result == PARSE_INVALID && now.turns > 0) { /* the packs of the next game */
            now = unread;
            continue;
        }
        assert_int_equal(result, PARSE_OK);
        assert_true(count < MOST_BLOCKS);
        blocks[count++] = now;
        bytes += used;
        len -= used;
    }
    return count;
}

static bool same_side(const struct reborn_side *a, const struct reborn_side *b, bool has_scores)
{
    return memcmp(&a->field, &b->field, sizeof a->field) == 0 && a->gauge == b->gauge &&
           a->stock == b->stock && (a->score == b->score || !has_scores);
}

static struct reborn stepped(const struct reborn *now, struct reborn_action a,
                             struct reborn_action b)
{
    struct reborn g = *now;
    const struct game_reply reply[2] = {
        {.kind = REPLY_ACTION, .action = (const struct game_action *)&a},
        {.kind = REPLY_ACTION, .action = (const struct game_action *)&b}};
    game_reborn.step(opaque(&g), reply);
    return g;
}

/* The actions of p that give the next field; the other's action has no say in it. */
static int explain_field(const struct reborn *now, const struct reborn *next, int p,
                         struct reborn_action found[REBORN_ACTIONS])
{
    const struct reborn_action other = {0};
    struct reborn_action actions[REBORN_ACTIONS];
    int count = 0, all = reborn_list(now, p, actions);
    for (int i = 0; i < all; i++) {
        struct reborn g = stepped(now, p == 0 ? actions[i] : other, p == 0 ? other : actions[i]);
        if (memcmp(&g.side[p].field, &next->side[p].field, sizeof g.side[p].field) == 0)
            found[count++] = actions[i];
    }
    return count;
}

/* Whether some pair of commands leads exactly from one block to the next. */
static bool is_explained(const struct reborn *now, const struct reborn *next, bool has_scores)
{
    struct reborn_action found[2][REBORN_ACTIONS];
    int count[2] = {explain_field(now, next, 0, found[0]), explain_field(now, next, 1, found[1])};
    for (int i = 0; i < count[0] * count[1]; i++) {
        struct reborn g = stepped(now, found[0][i / count[1]], found[1][i % count[1]]);
        if (g.ending == REBORN_RUNNING && same_side(&g.side[0], &next->side[0], has_scores) &&
            same_side(&g.side[1], &next->side[1], has_scores))
            return true;
    }
    return false;
}

/* All neighbouring blocks; how many pairs there are. */
static int explain_stream(const char *bytes, size_t len, bool has_scores)
{
    int count = read_stream(bytes, len), pairs = 0;
    for (int i = 0; i + 1 < count; i++) {
        if (blocks[i + 1].turn == 0) continue;
        assert_int_equal(blocks[i + 1].turn, blocks[i].turn + 1);
        if (!is_explained(&blocks[i], &blocks[i + 1], has_scores))
            fail_msg("block %d: no commands lead to the next one", i);
        pairs++;
    }
    return pairs;
}

static void every_recorded_turn_is_explained_by_some_commands(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int pairs;
    } streams[] = {{RECORDED "stream_54games.txt", 1981},
                   {RECORDED "stream_1game_48turns.txt", 47},
                   {RECORDED "stream_1game_21turns.txt", 20}};
    for (size_t i = 0; i < LENGTH(streams); i++) {
        size_t len;
        char *bytes = load_recorded(streams[i].name, &len);
        assert_int_equal(explain_stream(bytes, len, true), streams[i].pairs);
        free(bytes);
    }
}

static void recorded_inputs_are_written_as_they_were(void **state)
{
    (void)state;
    size_t len, used = 0;
    char *bytes = load_recorded(RECORDED "stream_1game_48turns.txt", &len);
    char *again = malloc(len + 1);
    assert_non_null(again);
    struct text t = text_on(again, len + 1);
    struct reborn now = unread;
    struct game_self self;
    for (size_t at = 0; at < len; at += used) {
        bool is_first = now.turns == 0;
        assert_int_equal(game_reborn.perceive(opaque(&now), &self, bytes + at, len - at, &used),
                         PARSE_OK);
        if (is_first) game_reborn.greet(opaque(&now), self.player, &t);
        game_reborn.prompt(opaque(&now), self.player, self.left_ms, &t);
    }
    assert_int_equal(t.len, len);
    assert_memory_equal(again, bytes, len);
    free(again);
    free(bytes);
}

static void recorded_positions_agree_in_all_instruction_sets(void **state)
{
    (void)state;
    size_t len;
    char *bytes = load_recorded(RECORDED "stream_54games.txt", &len);
    int count = read_stream(bytes, len);
    for (int i = 0; i < count; i += 3)
        for (int p = 0; p < 2; p++)
            check_paths(&blocks[i].side[p].field, blocks[i].packs[blocks[i].turn]);
    free(bytes);
}

/* The trial's format with the two score lines a block that it does not have, as 0. */
static char *with_scores(const char *bytes, size_t len, size_t *out_len)
{
    enum { PACK_LINES = 1500, BLOCK_LINES = 41, OWN_GAUGE = 3, OTHER_GAUGE = 24 - 1 };
    char *out = malloc(2 * len + 1);
    assert_non_null(out);
    struct text t = text_on(out, 2 * len + 1);
    struct scan rest = scan_on(bytes, len), line;
    for (int i = -PACK_LINES; scan_line(&rest, &line); i++) {
        text_bytes(&t, line.at, scan_left(&line));
        text_char(&t, '\n');
        if (i < 0) continue;
        int place = i % BLOCK_LINES;
        if (place == OWN_GAUGE || place == OTHER_GAUGE) text_str(&t, "0\n");
    }
    *out_len = t.len;
    return out;
}

static int read_trial(bool explain)
{
    size_t len, out_len;
    char *bytes = load_recorded(RECORDED "stream_trial_49turns.txt", &len);
    char *scored = with_scores(bytes, len, &out_len);
    int count = explain ? explain_stream(scored, out_len, false) : read_stream(scored, out_len);
    free(scored);
    free(bytes);
    return count;
}

static void every_turn_of_the_trial_game_is_explained_by_some_commands(void **state)
{
    (void)state;
    assert_int_equal(read_trial(true), 48);
}

/* Plays recorded commands from the first block; all blocks that are there must be met. */
static struct reborn follow_commands(const char *name, int count, bool has_scores)
{
    size_t len;
    char *bytes = load_recorded(name, &len);
    struct scan lines = scan_on(bytes, len);
    struct reborn g = blocks[0];
    json_decref(next_json(&lines)); /* names the stream */
    int turn = 0;
    trace_begin(strrchr(name, '/') + 1, 0);
    for (json_t *line; (line = next_json(&lines)); json_decref(line)) {
        play_json(&g, line);
        trace_state(&g);
        if (++turn >= count) continue;
        assert_true(same_side(&g.side[0], &blocks[turn].side[0], has_scores));
        assert_true(same_side(&g.side[1], &blocks[turn].side[1], has_scores));
    }
    trace_end();
    assert_true(turn + 1 >= count);
    free(bytes);
    return g;
}

static void recorded_commands_lead_through_the_recorded_blocks(void **state)
{
    (void)state;
    size_t len;
    char *bytes = load_recorded(RECORDED "stream_1game_21turns.txt", &len);
    int count = read_stream(bytes, len);
    free(bytes);
    assert_int_equal(count, 21);
    struct reborn g = follow_commands(RECORDED "commands_21turns.jsonl", count, true);
    assert_int_equal(g.turn, 20);
    assert_false(status_of(&g).over);
}

static void recorded_commands_of_the_trial_game_end_it(void **state)
{
    (void)state;
    int count = read_trial(false);
    assert_int_equal(count, 49);
    struct reborn g = follow_commands(RECORDED "commands_trial_49turns.jsonl", count, false);
    assert_int_equal(g.turn, 49);
    assert_string_equal(status_of(&g).reason, "danger line");
    assert_int_equal(status_of(&g).winner, 0);
}
int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_instruction_sets_agree_with_the_reference),
        cmocka_unit_test(made_up_scenes_give_the_answers_of_the_reference_referee),
        cmocka_unit_test(replays_of_recorded_games_go_through_the_recorded_states),
        cmocka_unit_test(recorded_pack_lists_have_the_mixture_of_the_client),
        cmocka_unit_test(every_recorded_turn_is_explained_by_some_commands),
        cmocka_unit_test(recorded_inputs_are_written_as_they_were),
        cmocka_unit_test(recorded_positions_agree_in_all_instruction_sets),
        cmocka_unit_test(every_turn_of_the_trial_game_is_explained_by_some_commands),
        cmocka_unit_test(recorded_commands_lead_through_the_recorded_blocks),
        cmocka_unit_test(recorded_commands_of_the_trial_game_end_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
