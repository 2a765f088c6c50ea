#include "bots/codevs5/chase.h"
#include "bots/seat_testkit.h"

enum { NODES = 300, WIDTH = 1 << 9 };

static const struct chase_time nodes_alone = {NODES, INT64_MAX, NODES, INT64_MAX};
static const struct codevs5_spell no_spell = {.jutsu = JUTSU_NONE};

/* ---- games ---- */

/* Plays at most so many turns; the hash of the state at the end. */
static uint64_t play(const char *left, const char *right, uint64_t seed, int turns, int64_t left_ms,
                     struct codevs5_state *g)
{
    codevs5_generate(g, seed);
    return seat_play(&game_codevs5, (struct game_state *)g,
                     &(struct seat_match){{left, right}, seed, turns, left_ms, NULL, NULL});
}

/* Looks at each position of so many games between others. */
static void look_at_games(uint64_t seed, int count, void (*look)(const struct game_state *, void *),
                          void *arg)
{
    static struct codevs5_state g;
    for (int i = 0; i < seat_games(count); i++, seed++) {
        codevs5_generate(&g, seed);
        int turns = seat_turns(CODEVS5_TURNS);
        seat_play(&game_codevs5, (struct game_state *)&g,
                  &(struct seat_match){{"runner", "runner"}, seed, turns, 300000, look, arg});
    }
}

static void the_same_nodes_give_the_same_answers(void **state)
{
    static struct codevs5_state a, b;
    (void)state;
    uint64_t first = play("master?nodes=400", "expert?nodes=300", 11, 20, 300000, &a);
    uint64_t second = play("master?nodes=400", "expert?nodes=300", 11, 20, 77, &b);
    assert_true(first == second);
    assert_true(play("master?nodes=410", "expert?nodes=300", 12, 20, 1, &a) != first);
}

static void a_master_with_few_nodes_beats_runner(void **state)
{
    static struct codevs5_state g;
    int wins = 0;
    (void)state;
    for (int seed = 1; seed <= seat_games(4); seed++) {
        play("master?nodes=2500", "runner", (uint64_t)seed, CODEVS5_TURNS, 300000, &g);
        wins += g.winner == 0;
    }
    assert_true(wins >= 3 || seat_games(4) < 4);
}

/* A rock that kills nobody itself, but leads to where the next one does: an opponent who does not
   look out for rocks is dead sooner. */
static void an_unwary_opponent_does_not_live_long(void **state)
{
    static struct codevs5_state g;
    int turns = 0, wins = 0;
    (void)state;
    for (int seed = 1; seed <= seat_games(12); seed++) {
        play("master?nodes=2500", "amateur?nodes=1200", (uint64_t)seed, CODEVS5_TURNS, 300000, &g);
        turns += g.turn;
        wins += g.winner == 0;
    }
    print_message("# %d won in %d turns\n", wins, turns);
    assert_true((wins >= 11 && turns < 335) || seat_games(12) < 12);
}

static void a_master_without_time_still_answers(void **state)
{
    static struct codevs5_state g;
    (void)state;
    play("master", "master?ms=1", 3, 15, 0, &g);
    assert_true(g.turn > 0);
}

/* ---- positions ---- */

static struct codevs5_walk walk[CODEVS5_WALKS_MAX];

static bool dies(const struct codevs5_state *g, int p, const struct codevs5_command *command,
                 struct codevs5_spell foe)
{
    struct codevs5_field field = g->field[p];
    return codevs5_field_step(&field, g->cost, command, foe, 0).caught != 0;
}

/* Whether a rock or clone of the opponent, if it can pay for it, kills this command. */
static bool can_be_killed(const struct codevs5_state *g, int p,
                          const struct codevs5_command *command)
{
    static const enum codevs5_jutsu kinds[] = {JUTSU_FOE_ROCK, JUTSU_FOE_CLONE};
    struct codevs5_board floor = codevs5_floor(&g->field[p]);
    for (int k = 0; k < 2; k++) {
        if (g->field[1 - p].nin < g->cost[kinds[k]]) continue;
        BOARD_EACH(cell, &floor)
        if (dies(g, p, command, (struct codevs5_spell){(int8_t)kinds[k], (uint8_t)cell}))
            return true;
    }
    return false;
}

static bool has_safe_walk(const struct codevs5_state *g, int p)
{
    int walks = codevs5_list_walks(&g->field[p], CODEVS5_STEPS, walk, CODEVS5_WALKS_MAX);
    for (int i = 0; i < walks; i++) {
        struct codevs5_command command = kit_command(&walk[i], no_spell);
        if (!dies(g, p, &command, no_spell) && !can_be_killed(g, p, &command)) return true;
    }
    return false;
}

/* Whether a rock of ours leaves the other side no walk without jutsu. */
static bool kills_all(const struct codevs5_state *g, int foe, struct codevs5_spell rock)
{
    int walks = codevs5_list_walks(&g->field[foe], CODEVS5_STEPS, walk, CODEVS5_WALKS_MAX);
    for (int i = 0; i < walks; i++) {
        struct codevs5_command command = kit_command(&walk[i], no_spell);
        if (!dies(g, foe, &command, rock)) return false;
    }
    return true;
}

static bool has_killing_rock(const struct codevs5_state *g, int foe)
{
    struct codevs5_board floor = codevs5_floor(&g->field[foe]);
    if (g->field[1 - foe].nin < g->cost[JUTSU_FOE_ROCK]) return false;
    BOARD_EACH(cell, &floor)
    if (kills_all(g, foe, (struct codevs5_spell){JUTSU_FOE_ROCK, (uint8_t)cell})) return true;
    return false;
}

struct tally {
    int positions, careless, chances, missed;
};

/* What a thinker does in the positions of a game between others. */
static void examine(const struct codevs5_state *g, struct chase *chase, struct tally *t)
{
    struct codevs5_command command = chase_think(chase, g, 0, nodes_alone);
    bool may_kill = has_killing_rock(g, 1) && !kills_all(g, 1, no_spell);
    if (has_safe_walk(g, 0)) {
        t->positions++;
        t->careless += can_be_killed(g, 0, &command);
    }
    if (!may_kill || (command.jutsu != JUTSU_NONE && command.jutsu != JUTSU_FOE_ROCK)) return;
    t->chances++;
    t->missed += command.jutsu != JUTSU_FOE_ROCK ||
                 !kills_all(g, 1, (struct codevs5_spell){JUTSU_FOE_ROCK, command.argument});
}

/* One who thinks anew in every position. */
struct thinker {
    void *memory;
    struct chase *chase;
};

static struct thinker thinker_open(void)
{
    return (struct thinker){memory_zeroed(ROUTER_SIZE(WIDTH)), memory_zeroed(sizeof(struct chase))};
}

static void thinker_close(struct thinker *t)
{
    free(t->chase);
    free(t->memory);
}

static struct chase *thinker_begin(struct thinker *t, struct chase_style style)
{
    memset(t->chase, 0, sizeof *t->chase);
    chase_open(t->chase, style, t->memory);
    return t->chase;
}

struct looking {
    struct thinker thinker;
    struct tally tally;
    int count[2];
};

static void look_for_kills(const struct game_state *state, void *arg)
{
    static const struct chase_style style = {
        .width = WIDTH, .turns = 5, .minds_opponent = true, .kill_likely = 30};
    const struct codevs5_state *g = (const struct codevs5_state *)state;
    struct looking *l = arg;
    if (g->turn > 12) examine(g, thinker_begin(&l->thinker, style), &l->tally);
}

static void a_kill_is_seen_on_both_sides(void **state)
{
    struct looking l = {.thinker = thinker_open()};
    const struct tally *t = &l.tally;
    (void)state;
    look_at_games(20, 4, look_for_kills, &l);
    thinker_close(&l.thinker);
    print_message("# careless in %d of %d positions, missed %d of %d kills\n", t->careless,
                  t->positions, t->missed, t->chances);
    assert_true((t->positions > 50 && t->chances > 0) || seat_games(4) < 4);
    assert_int_equal(t->careless, 0);
    assert_int_equal(t->missed, 0);
}

/* Counts positions with a command that nothing makes deadly, and those in which somebody without
   any time does something else. */
static void look_without_time(const struct game_state *state, void *arg)
{
    static const struct chase_time over = {INT64_MAX, 0, INT64_MAX, 0};
    static const struct chase_style style = {.width = WIDTH,
                                             .turns = 6,
                                             .minds_opponent = true,
                                             .minds_traps = true,
                                             .kill_likely = 200};
    static struct survival survival;
    const struct codevs5_state *g = (const struct codevs5_state *)state;
    const struct codevs5_field *own = &g->field[0];
    struct looking *l = arg;
    struct codevs5_command safe;
    survival.cost = g->cost;
    survival.tries = 1000;
    if (g->turn < 8 || !survival_find(&survival, own, g->field[1].nin, &safe)) return;
    struct chase *chase = thinker_begin(&l->thinker, style);
    struct codevs5_command command = chase_think(chase, g, 0, over);
    l->count[0]++;
    l->count[1] += dies(g, 0, &command, no_spell) ||
                   survival_deaths(own, g->cost, g->field[1].nin, &command, 1) > 0;
}

static void who_has_no_time_is_careful_all_the_same(void **state)
{
    struct looking l = {.thinker = thinker_open()};
    (void)state;
    look_at_games(300, 40, look_without_time, &l);
    thinker_close(&l.thinker);
    print_message("# careless in %d of %d positions\n", l.count[1], l.count[0]);
    assert_int_equal(l.count[1], 0);
}

/* Searches a field alone with few nodes and with many. */
static void look_for_better_lines(const struct game_state *state, void *arg)
{
    static struct router router;
    static const int64_t nodes[2] = {200, 8000};
    const struct codevs5_state *g = (const struct codevs5_state *)state;
    struct looking *l = arg;
    struct route_task task = {
        .field = &g->field[0], .cost = g->cost, .rock_turn = INT32_MAX, .turns = 6};
    if (g->turn > 6) return;
    for (int i = 0; i < 2; i++) {
        struct limit limit = limit_from(nodes[i], INT64_MAX);
        route_open(&router, WIDTH, l->thinker.memory);
        if (route_search(&router, &task, &limit) > 0) l->count[i] += router.first[0].score;
    }
}

/* Once most children were taken for those of others, and more nodes brought nothing; later two in
   three were spent on positions that had been met by another way, and few nodes found less. */
static void more_nodes_find_better_lines(void **state)
{
    struct looking l = {.thinker = thinker_open()};
    (void)state;
    look_at_games(60, 6, look_for_better_lines, &l);
    thinker_close(&l.thinker);
    print_message("# %d points with few nodes, %d with many\n", l.count[0], l.count[1]);
    assert_true(l.count[1] * 100 > l.count[0] * 105);
    assert_true(l.count[0] * 100 > l.count[1] * 91 || seat_games(60) < 60); /* 93 */
}

/* Deadly commands, and those of them that are safe by another way. */
static void look_for_detours(const struct game_state *state, void *arg)
{
    const struct codevs5_state *g = (const struct codevs5_state *)state;
    struct codevs5_command other[KIT_DETOURS];
    struct looking *l = arg;
    int walks = codevs5_list_walks(&g->field[0], CODEVS5_STEPS, walk, CODEVS5_WALKS_MAX);
    for (int i = 0; i < walks; i++) {
        struct codevs5_command c = kit_command(&walk[i], no_spell);
        if (dies(g, 0, &c, no_spell) || !can_be_killed(g, 0, &c)) continue;
        l->count[0]++;
        for (int k = kit_detours(&g->field[0], &c, other) - 1; k >= 0; k--) {
            assert_false(dies(g, 0, &other[k], no_spell));
            l->count[1] += !can_be_killed(g, 0, &other[k]);
        }
    }
}

static void another_way_to_the_same_cells_may_be_safe(void **state)
{
    struct looking l = {0};
    (void)state;
    look_at_games(50, 6, look_for_detours, &l);
    print_message("# of %d deadly commands %d are safe by another way\n", l.count[0], l.count[1]);
    assert_true(l.count[1] > 0 || seat_games(6) < 6);
}

/* Positions of who has no safe walk and a clone: whether a safe clone is found in few tries, and in
   as many as one likes. */
static void look_for_safe_clones(const struct game_state *state, void *arg)
{
    static struct survival survival;
    static const int32_t tries[2] = {100000, INT32_MAX};
    const struct codevs5_state *g = (const struct codevs5_state *)state;
    struct codevs5_field field = g->field[0];
    struct codevs5_command found;
    struct looking *l = arg;
    if (g->turn < 12 || has_safe_walk(g, 0)) return;
    field.nin = g->cost[JUTSU_MY_CLONE];
    survival.cost = g->cost;
    survival.is_thorough = true;
    for (int i = 0; i < 2; i++) {
        survival.tries = tries[i];
        l->count[i] += survival_find(&survival, &field, 2 * g->cost[JUTSU_FOE_CLONE], &found);
    }
}

static void a_safe_clone_is_found_in_time(void **state)
{
    struct looking l = {0};
    (void)state;
    look_at_games(100, 8, look_for_safe_clones, &l);
    print_message("# %d safe clones of %d found\n", l.count[0], l.count[1]);
    if (seat_games(8) == 8) assert_true(l.count[1] > 0);
    assert_true(l.count[0] + 1 >= l.count[1]);
}

static void look_for_deadly_jutsu(const struct game_state *state, void *arg)
{
    const struct codevs5_state *g = (const struct codevs5_state *)state;
    int *deadly = arg, walks;
    walks = codevs5_list_walks(&g->field[0], CODEVS5_STEPS, walk, CODEVS5_WALKS_MAX);
    for (int i = 0; i < walks && g->turn > 5; i++) {
        struct codevs5_command c = kit_command(&walk[i], no_spell);
        if (dies(g, 0, &c, no_spell)) continue;
        bool is_deadly = can_be_killed(g, 0, &c);
        int foreseen = survival_deaths(&g->field[0], g->cost, g->field[1].nin, &c, 1);
        assert_int_equal(foreseen, is_deadly);
        *deadly += is_deadly;
    }
}

/* What the rules say of a command, and what is foreseen: some rocks fall behind a rock that is
   pushed twice. */
static void every_deadly_jutsu_is_foreseen(void **state)
{
    int deadly = 0;
    (void)state;
    look_at_games(30, 3, look_for_deadly_jutsu, &deadly);
    assert_true(deadly > 100 || seat_games(3) < 3);
}

/* Counts the commands with which one is trapped, by who minds no traps and by who does. */
static void look_for_traps(const struct game_state *state, void *arg)
{
    static struct survival survival;
    struct chase_style style = {
        .width = WIDTH, .turns = 4, .minds_opponent = true, .kill_likely = 200};
    const struct codevs5_state *g = (const struct codevs5_state *)state;
    struct looking *l = arg;
    struct survival_spells spells;
    for (int is_careful = 0; is_careful < 2 && g->turn > 8; is_careful++) {
        style.minds_traps = is_careful;
        struct chase *chase = thinker_begin(&l->thinker, style);
        struct codevs5_command command = chase_think(chase, g, 0, nodes_alone);
        survival.cost = g->cost;
        survival.tries = INT32_MAX;
        survival_list(&g->field[0], g->cost, g->field[1].nin, true, &spells);
        l->count[is_careful] +=
            survival_traps(&survival, &g->field[0], g->field[1].nin, 0, &command, &spells, 1);
    }
}

/* Where two turns can be survived whatever the opponent casts, a thinker who minds traps does so
   more often. */
static void a_trap_is_avoided(void **state)
{
    struct looking l = {.thinker = thinker_open()};
    const int *traps = l.count;
    (void)state;
    look_at_games(45, 3, look_for_traps, &l);
    thinker_close(&l.thinker);
    print_message("# trapped %d times without care, %d times with\n", traps[0], traps[1]);
    if (seat_games(3) < 3) return;
    assert_true(traps[0] >= 20 && traps[1] + 5 <= traps[0]); /* from the rest there is no way out */
}

/* Counts turns, and those that were searched farther than others. */
static void look_for_hard_turns(const struct game_state *state, void *arg)
{
    static const struct chase_time time = {NODES, INT64_MAX, 20 * NODES, INT64_MAX};
    static const struct chase_style style = {.width = WIDTH,
                                             .turns = 4,
                                             .minds_opponent = true,
                                             .minds_traps = true,
                                             .kill_likely = 200};
    struct looking *l = arg;
    struct chase *chase = thinker_begin(&l->thinker, style);
    chase_think(chase, (const struct codevs5_state *)state, 0, time);
    l->count[0]++;
    l->count[1] += chase->router.first[0].turns > style.turns;
}

/* A turn in which no line lives to the end of the search, or all can be trapped, gets more. */
static void a_hard_turn_is_searched_farther(void **state)
{
    struct looking l = {.thinker = thinker_open()};
    (void)state;
    look_at_games(60, 4, look_for_hard_turns, &l);
    thinker_close(&l.thinker);
    print_message("# %d of %d turns searched farther\n", l.count[1], l.count[0]);
    if (seat_games(4) == 4) assert_true(l.count[1] > 0 && l.count[1] * 4 < l.count[0]);
}

/* Guesses what the right side of a game does. */
struct guessing {
    struct guesser guesser;
    struct router router;
    int open_chance, opens; /* per mille; first guesses that a jutsu could make deadly */
    int guessed, right;     /* what was expected of first guesses, per mille, and what came */
    unsigned char memory[ROUTER_SIZE(WIDTH)];
};

enum { RICH = 30, LEARNT = 10 }; /* nin-power for any jutsu; turns */

static int count_right(const struct guesser *g)
{
    int right = 0;
    for (int is_open = 0; is_open < 2; is_open++) right += g->tally[1][is_open][0].right;
    return right;
}

static void look_for_guesses(const struct game_state *state, void *arg)
{
    static struct guess_list list;
    const struct codevs5_state *g = (const struct codevs5_state *)state;
    struct guessing *q = arg;
    struct route_task task = {
        .field = &g->field[1], .cost = g->cost, .rock_turn = INT32_MAX, .turns = 5};
    struct limit limit = limit_from(2000, INT64_MAX);
    int before = count_right(&q->guesser), sum = 0;
    if (g->turn == 0) memset(&q->guesser, 0, sizeof q->guesser);
    guess_learn(&q->guesser, &g->field[1], g->cost, g->turn);
    if (g->turn > LEARNT) {
        q->guessed += list.guess[0].chance;
        q->right += 1000 * (count_right(&q->guesser) - before);
    }
    route_open(&q->router, WIDTH, q->memory);
    guess_moves(&q->guesser, &q->router, &task, RICH, g->turn, &limit, &list);
    for (int i = 0; i < list.count; i++) sum += list.guess[i].chance;
    assert_true(sum < 1000);
    if (g->turn <= LEARNT || !q->guesser.last[1].is_open[0]) return;
    q->open_chance += list.guess[0].chance;
    q->opens++;
}

/* Plays games of a player against runner, and guesses. */
static struct guessing *guess_games(const char *player)
{
    static struct codevs5_state g;
    struct guessing *q = memory_zeroed(sizeof *q);
    for (uint64_t seed = 0; seed < (uint64_t)seat_games(8); seed++) {
        codevs5_generate(&g, 310 + seed);
        seat_play(
            &game_codevs5, (struct game_state *)&g,
            &(struct seat_match){
                {"runner", player}, seed, seat_turns(CODEVS5_TURNS), 300000, look_for_guesses, q});
    }
    return q;
}

/* Once the first guess was taken for as likely whoever played. */
static void how_surely_a_player_is_guessed_is_learnt(void **state)
{
    struct guessing *q = guess_games("amateur?nodes=2000");
    (void)state;
    print_message("# %d of %d expected\n", q->right, q->guessed);
    if (seat_games(8) == 8) assert_true(q->right > 0 && abs(q->right - q->guessed) * 5 < q->right);
    free(q);
}

/* Whoever looks out for jutsu does not do what one could make deadly: attacks on that are in vain.
 */
static void who_looks_out_for_jutsu_is_found_out(void **state)
{
    struct guessing *careless = guess_games("amateur?nodes=2000"),
                    *careful = guess_games("master?nodes=500");
    (void)state;
    print_message("# careless %d of %d, careful %d of %d\n", careless->open_chance, careless->opens,
                  careful->open_chance, careful->opens);
    if (seat_games(8) == 8) {
        assert_true(careless->opens > 0 && careful->opens > 0);
        assert_true(3 * careful->open_chance / careful->opens <
                    2 * careless->open_chance / careless->opens);
    }
    free(careless);
    free(careful);
}

static void a_bot_of_one_thread_takes_no_more(void **state)
{
    struct bot_choice choice;
    struct err err;
    (void)state;
    assert_true(bot_read(&game_codevs5, "master?threads=1", &choice, &err));
    assert_false(bot_read(&game_codevs5, "master?threads=2", &choice, &err));
    assert_string_equal(err.text, "bot:master thinks in one thread only");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_nodes_give_the_same_answers),
        cmocka_unit_test(a_master_with_few_nodes_beats_runner),
        cmocka_unit_test(an_unwary_opponent_does_not_live_long),
        cmocka_unit_test(a_master_without_time_still_answers),
        cmocka_unit_test(a_kill_is_seen_on_both_sides),
        cmocka_unit_test(who_has_no_time_is_careful_all_the_same),
        cmocka_unit_test(more_nodes_find_better_lines),
        cmocka_unit_test(every_deadly_jutsu_is_foreseen),
        cmocka_unit_test(another_way_to_the_same_cells_may_be_safe),
        cmocka_unit_test(a_safe_clone_is_found_in_time),
        cmocka_unit_test(a_trap_is_avoided),
        cmocka_unit_test(a_hard_turn_is_searched_farther),
        cmocka_unit_test(how_surely_a_player_is_guessed_is_learnt),
        cmocka_unit_test(who_looks_out_for_jutsu_is_found_out),
        cmocka_unit_test(a_bot_of_one_thread_takes_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
