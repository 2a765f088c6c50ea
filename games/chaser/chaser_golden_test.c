/*
 * Whole games: those computed for this project (golden/), and recorded ones where they lie beside
 * it: games through the contest's own server, byte for byte, and the maps of real contests.
 */
#include "games/chaser/chaser_testkit.h"

#include "games/golden_testkit.h"

#include <dirent.h>
#include <jansson.h>

enum { TRAFFIC_MAX = 1 << 16 };

/* ---- computed games ---- */

/* One line of an expected answer against the game. */
static void assert_line(const struct chaser *g, const json_t *line)
{
    char field[2048];
    struct text out = TEXT_ON(field);
    const struct chaser_board *b = &g->board;
    json_int_t cool[2], hot[2], items[2], left, on_field;
    const char *wanted;
    json_error_t why;
    int ok =
        json_unpack_ex((json_t *)line, &why, 0, "{s:[II],s:[II],s:[II],s:I,s:I,s:s}", "cool",
                       &cool[0], &cool[1], "hot", &hot[0], &hot[1], "items", &items[0], &items[1],
                       "turns_left", &left, "items_on_field", &on_field, "field", &wanted);
    assert_int_equal(ok, 0);
    for (int y = 0; y < b->height; y++) {
        if (y > 0) text_char(&out, '/');
        for (int x = 0; x < b->width; x++)
            text_char(&out, (char)('0' + chaser_cell(&b->field, x, y)));
    }
    assert_string_equal(field, wanted);
    assert_at(b, CHASER_COOL, (int)cool[0], (int)cool[1]);
    assert_at(b, CHASER_HOT, (int)hot[0], (int)hot[1]);
    assert_int_equal(b->items[0], items[0]);
    assert_int_equal(b->items[1], items[1]);
    assert_int_equal(g->turns_left, left);
    assert_int_equal(chaser_count_items(&b->field), on_field);
}

static int winner_of(const char *name)
{
    return strcmp(name, "cool") == 0 ? CHASER_COOL : strcmp(name, "hot") == 0 ? CHASER_HOT : -1;
}

static void assert_result(const struct chaser *g, const json_t *result)
{
    struct game_status s = status_of(g);
    assert_int_equal(s.over, !json_is_null(result));
    if (!s.over) return;
    assert_int_equal(s.winner, winner_of(json_string_value(json_object_get(result, "winner"))));
    assert_string_equal(s.reason, json_string_value(json_object_get(result, "reason")));
}

static const char *key(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

static void play_line(struct chaser *g, const json_t *line)
{
    int team = winner_of(key(line, "team"));
    say(g, "gr");
    assert_sent(g, team, key(line, "ready"));
    say(g, key(line, "cmd"));
    assert_sent(g, team, key(line, "reply"));
    if (!status_of(g).over) say(g, "#");
}

static struct chaser start_script(const json_t *script, bool official)
{
    char options[64] = "", why[256];
    struct text out = TEXT_ON(why);
    struct chaser g;
    const json_t *turns = json_object_get(script, "turns");
    snprintf(options, sizeof options, "compat=%s", official ? "official" : "none");
    if (turns) snprintf(options + strlen(options), 32, " turns=%d", (int)json_integer_value(turns));
    assert_true(game_chaser.init(
        opaque(&g), &(struct game_setup){.options = options, .map = key(script, "map")}, &out));
    return g;
}

/* A script, and its answer line by line. */
static void check_script(const char *script_path, const char *answer_path)
{
    json_error_t why;
    json_t *script = json_load_file(script_path, 0, &why);
    FILE *answers = fopen(answer_path, "r");
    assert_true(script && answers);
    struct chaser g = start_script(script, false);
    json_t *line;
    for (int n = 0; (line = json_loadf(answers, JSON_DISABLE_EOF_CHECK, &why)); n++) {
        if (n > 0) play_line(&g, line);
        assert_line(&g, line);
        assert_result(&g, json_object_get(line, "result"));
        json_decref(line);
    }
    fclose(answers);
    json_decref(script);
}

/* All NAME.json with NAME.out of a folder; how many there were. */
static int check_scripts(const char *folder_path)
{
    DIR *folder = opendir(folder_path);
    int count = 0;
    if (!folder) return 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        const char *dot = strstr(entry->d_name, ".json");
        char script[4400], answer[4400];
        if (!dot) continue;
        snprintf(script, sizeof script, "%s/%s", folder_path, entry->d_name);
        snprintf(answer, sizeof answer, "%s/%.*s.out", folder_path, (int)(dot - entry->d_name),
                 entry->d_name);
        check_script(script, answer);
        count++;
    }
    closedir(folder);
    return count;
}

static void computed_games_go_as_expected(void **state)
{
    (void)state;
    char path[4096];
    assert_int_equal(check_scripts(own_path("golden", path)), 13);
}

static void all_games_beside_the_project_go_as_expected(void **state)
{
    (void)state;
    char path[4096];
    int count =
        check_scripts(golden_path("replay", path)) + check_scripts(golden_path("diff", path));
    if (count == 0) print_message("no golden data beside the project\n"), skip();
    assert_int_equal(count, 52);
}

/* ---- games through the contest's server ---- */

/* A client that says what was recorded, and notes what it is told. */
struct client {
    char says[TRAFFIC_MAX], told[TRAFFIC_MAX], wanted[TRAFFIC_MAX];
    struct text says_text, told_text, wanted_text;
    size_t at;
    enum reply_kind after; /* what comes when it has nothing more to say */
    bool is_closed;
};

static void client_open(struct client *c)
{
    c->says_text = TEXT_ON(c->says);
    c->told_text = TEXT_ON(c->told);
    c->wanted_text = TEXT_ON(c->wanted);
    c->at = 0;
    c->after = REPLY_GONE;
    c->is_closed = false;
}

/* A client that has closed hears nothing. */
static void client_hear(struct client *c, const struct chaser *g)
{
    static const int64_t no_time[2] = {0, 0};
    if (c->is_closed) return;
    game_chaser.prompt((const struct game_state *)g, g->actor, no_time, &c->told_text);
}

static struct game_reply client_answer(struct client *c, const struct chaser *g,
                                       struct chaser_action *action)
{
    size_t used = 0;
    enum parse_result result =
        game_chaser.parse((const struct game_state *)g, g->actor, c->says + c->at,
                          c->says_text.len - c->at, (struct game_action *)action, &used);
    c->at += used;
    c->is_closed = result == PARSE_MORE && c->after == REPLY_GONE;
    enum reply_kind kind = result == PARSE_OK     ? REPLY_ACTION
                           : result == PARSE_MORE ? c->after
                                                  : REPLY_INVALID;
    return (struct game_reply){.kind = kind, .action = (const struct game_action *)action};
}

/* The hashes of all states are compared with golden/recorded.txt: what our rules make of the game,
   for those who have the recording. */
static void play_clients(const char *name, struct chaser *g, struct client client[2])
{
    struct golden trace;
    golden_begin(&trace, name);
    while (game_chaser.actors(opaque(g))) {
        struct chaser_action action = {0};
        struct client *c = &client[g->actor];
        client_hear(c, g);
        chaser_step(g, client_answer(c, g, &action));
        golden_add(&trace, game_chaser.hash(opaque(g)));
    }
    golden_check(&trace, "chaser/golden/recorded.txt");
    for (int p = 0; p < 2; p++) {
        assert_false(client[p].told_text.cut || client[p].says_text.cut);
        assert_string_equal(client[p].told, client[p].wanted);
    }
}

static void read_scripted(struct client *c, const json_t *list)
{
    size_t i;
    const json_t *entry;
    client_open(c);
    json_array_foreach(list, i, entry)
    {
        const char *direction = json_string_value(json_array_get(entry, 0));
        const char *text = json_string_value(json_array_get(entry, 1));
        if (strcmp(text, "sleep") == 0) c->after = REPLY_TIMEOUT;
        if (strcmp(text, "sleep") == 0 || strcmp(text, "close") == 0) continue;
        text_str(*direction == '<' ? &c->wanted_text : &c->says_text, text);
    }
}

static void check_scripted(const json_t *game, int number, struct client client[2])
{
    char name[64];
    snprintf(name, sizeof name, "official_scripted:%d", number);
    struct chaser g = start_script(game, true);
    read_scripted(&client[0], json_object_get(game, "cool"));
    read_scripted(&client[1], json_object_get(game, "hot"));
    play_clients(name, &g, client);
    const json_t *oracle = json_object_get(game, "oracle");
    assert_result(&g, oracle);
    assert_int_equal(g.turns_left, json_integer_value(json_object_get(oracle, "turns_left")));
    assert_int_equal(status_of(&g).winner, winner_of(key(game, "winner")));
}

static void scripted_games_are_those_of_the_contests_server_byte_for_byte(void **state)
{
    (void)state;
    static struct client client[2];
    char path[4096];
    json_error_t why;
    FILE *file = fopen(golden_path("captures/official_scripted.jsonl", path), "r");
    if (!file) print_message("no recorded games beside the project\n"), skip();
    json_t *game;
    int count = 0;
    for (; (game = json_loadf(file, JSON_DISABLE_EOF_CHECK, &why)); count++) {
        check_scripted(game, count, client);
        json_decref(game);
    }
    fclose(file);
    assert_int_equal(count, 50);
}

/* A relay's log: the first packet of a client is its name. */
static bool read_relayed(struct client *c, const char *path)
{
    FILE *file = fopen(path, "r");
    json_error_t why;
    json_t *packet;
    bool has_name = false;
    if (!file) return false;
    client_open(c);
    while ((packet = json_loadf(file, JSON_DISABLE_EOF_CHECK, &why))) {
        const char *bytes = key(packet, "bytes");
        if (bytes && *key(packet, "dir") == '>') text_str(&c->wanted_text, bytes);
        if (bytes && *key(packet, "dir") == '<' && has_name) text_str(&c->says_text, bytes);
        if (bytes && *key(packet, "dir") == '<') has_name = true;
        json_decref(packet);
    }
    fclose(file);
    return true;
}

static void check_relayed(const char *folder, const char *map, struct client client[2])
{
    char name[256], path[4096], why[256];
    struct text out = TEXT_ON(why);
    struct chaser g;
    struct game_setup setup = {.options = "compat=official", .map = map};
    assert_true(game_chaser.init(opaque(&g), &setup, &out));
    for (int p = 0; p < 2; p++) {
        snprintf(name, sizeof name, "captures/%s/%s.jsonl", folder, chaser_team_names[p]);
        assert_true(read_relayed(&client[p], golden_path(name, path)));
    }
    play_clients(folder, &g, client);
    assert_true(status_of(&g).over);
}

static void games_of_real_clients_are_those_of_the_contests_server(void **state)
{
    (void)state;
    static const char *const folders[] = {"node-vs-c", "ruby-vs-node", "python-vs-ruby",
                                          "rubykpc-vs-ruby"};
    static struct client client[2];
    char path[4096];
    size_t len = 0;
    char *map = read_whole(golden_path("captures/seed7.map", path), &len);
    if (!map) print_message("no recorded games beside the project\n"), skip();
    for (size_t i = 0; i < LENGTH(folders); i++) check_relayed(folders[i], map, client);
    free(map);
}

/* ---- maps of real contests ---- */

static void check_map(const char *path, int counts[2])
{
    char why[256] = "";
    struct text out = TEXT_ON(why);
    struct chaser_map map, again;
    char written[8192];
    struct text text = TEXT_ON(written);
    size_t len = 0;
    char *bytes = read_whole(path, &len);
    if (!chaser_map_read(&map, bytes, len, &out)) fail_msg("%s: %s", path, why);
    free(bytes);
    chaser_map_write(&map, &text);
    assert_true(chaser_map_read(&again, written, text.len, &out));
    assert_memory_equal(&again.board, &map.board, sizeof map.board);
    assert_string_equal(again.name, map.name);
    counts[0]++;
    counts[1] += (chaser_map_oddities(&map) & CHASER_ODD_UNFAIR) != 0;
}

static void check_maps(const char *folder_path, int counts[2])
{
    DIR *folder = opendir(folder_path);
    if (!folder) return;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[4400];
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder_path, entry->d_name);
        if (strstr(entry->d_name, ".map"))
            check_map(path, counts);
        else
            check_maps(path, counts);
    }
    closedir(folder);
}

static void maps_of_real_contests_are_read_and_written(void **state)
{
    (void)state;
    char path[4096];
    int counts[2] = {0, 0};
    check_maps(golden_path("maps", path), counts);
    if (counts[0] == 0) print_message("no recorded maps beside the project\n"), skip();
    assert_int_equal(counts[0], 58);
    assert_int_equal(counts[1], 7); /* the others are point-symmetric */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(computed_games_go_as_expected),
        cmocka_unit_test(all_games_beside_the_project_go_as_expected),
        cmocka_unit_test(scripted_games_are_those_of_the_contests_server_byte_for_byte),
        cmocka_unit_test(games_of_real_clients_are_those_of_the_contests_server),
        cmocka_unit_test(maps_of_real_contests_are_read_and_written),
    };
    return cmocka_run_group_tests_name("chaser golden", tests, NULL, NULL);
}
