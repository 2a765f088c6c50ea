/* What decided a game of CODE VS Reborn, on positions made by hand. */
#include "games/decided_testkit.h"
#include "games/reborn/reborn_decided.h"

static struct reborn g;
static struct reborn_memory m;

static void watch(void)
{
    game_reborn.watch((struct game_memory *)&m, (const struct game_state *)&g);
}

static int begin(void **state)
{
    (void)state;
    memset(&m, 0, sizeof m);
    reborn_start(&g, &(struct reborn_pack){0}, 1, REBORN_TURNS);
    g.winner = -1;
    watch();
    return 0;
}

/* A turn in which nothing happens but that a row falls on Ben, when there is one. */
static void pass(void)
{
    g.turn++;
    for (int p = 0; p < 2; p++) g.side[p].last = (struct reborn_last){0};
    if (g.side[1].stock >= REBORN_COLS) {
        g.side[1].stock -= REBORN_COLS;
        g.side[1].last.dropped = REBORN_COLS;
        reborn_push_ojama_row(&g.side[1].field);
    }
}

static void turns(int count)
{
    while (count-- > 0) {
        pass();
        watch();
    }
}

static void attack(int chain, int blast, int sent)
{
    pass();
    g.side[0].last.chain = chain;
    g.side[0].last.blast = blast;
    g.side[1].stock += sent;
    watch();
}

static void top_out(void)
{
    pass();
    g.side[1].last.dead = 1;
    g.ending = REBORN_END_DANGER;
    g.winner = 0;
    watch();
}

static void told(int turn, const char *sentence)
{
    assert_told(&game_reborn, (struct game_memory *)&m, (struct game_state *)&g, turn, sentence);
}

static void who_is_buried_hears_of_the_attack(void **state)
{
    (void)state;
    turns(5);
    attack(11, 0, 46);
    turns(2);
    top_out();
    told(5, "Turn 5: Aki's chain of 11 sent 46 ojama; Ben had no answer within 3 turns and topped "
            "out on turn 8.");
}

static void an_attack_long_ago_weighs_more_than_the_last_straw(void **state)
{
    (void)state;
    attack(14, 0, 54);
    turns(12); /* five rows fall */
    attack(8, 0, 25);
    turns(1);
    top_out();
    told(0, "Turn 0: Aki's chain of 14 sent 54 ojama; Ben had no answer within 3 turns and topped "
            "out on turn 15.");
}

static void an_answer_that_was_too_small_is_told(void **state)
{
    (void)state;
    attack(16, 0, 138);
    pass();
    g.side[1].stock -= 26; /* by a chain of Ben's */
    watch();
    turns(3);
    top_out();
    told(0, "Turn 0: Aki's chain of 16 sent 138 ojama; Ben answered with 26 within 3 turns and "
            "topped out on "
            "turn 5.");
}

static void many_attacks_are_told_together(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        attack(9 + i % 2, 0, 20 + i % 2);
        turns(3);
    }
    top_out();
    told(12, "4 attacks of Aki sent 82 ojama, the heaviest on turn 12: a chain of 10 that sent 21. "
             "Ben topped out on turn 16.");
}

static void an_answer_after_three_turns_comes_too_late(void **state)
{
    (void)state;
    attack(16, 0, 138);
    turns(3);
    pass();
    g.side[1].stock -= 30;
    watch();
    top_out();
    told(0, "Turn 0: Aki's chain of 16 sent 138 ojama; Ben had no answer within 3 turns and topped "
            "out on turn 5.");
}

static void the_skill_has_a_sentence_of_its_own(void **state)
{
    (void)state;
    attack(1, 30, 70);
    turns(3);
    top_out();
    told(0, "Turn 0: Aki's skill took 30 blocks and sent 70 ojama; Ben had no answer within 3 "
            "turns and topped "
            "out on turn 4.");
}

static void who_piles_up_alone_is_told_so(void **state)
{
    (void)state;
    for (int row = 0; row < REBORN_ROWS; row++) reborn_push(&g.side[1].field, 0, 1);
    turns(20);
    g.side[1].last.chain = 2;
    m.turn[10].chain[1] = 2;
    top_out();
    told(20, "Turn 20: Ben topped out by its own pile: 0 of 16 blocks were ojama, and its longest "
             "chain at the end was 2.");
}

static void points_are_told_with_the_turn_of_the_lead(void **state)
{
    (void)state;
    g.side[1].score = 10;
    turns(3);
    g.side[0].score = 30;
    turns(2);
    g.ending = REBORN_END_TURNS;
    g.winner = 0;
    told(3, "All 500 turns were played: Aki had 30 points, Ben 10. Aki was ahead from turn 3 on.");
}

static void errors_are_told(void **state)
{
    (void)state;
    turns(7);
    g.ending = REBORN_END_INVALID;
    g.winner = 1;
    watch();
    told(7, "Turn 7: Aki gave no valid answer, which loses at once.");
}

static void a_game_that_goes_on_is_not_decided(void **state)
{
    (void)state;
    struct game_decision d;
    turns(3);
    assert_false(game_reborn.decided((struct game_memory *)&m, (const struct game_state *)&g, &d));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(who_is_buried_hears_of_the_attack, begin),
        cmocka_unit_test_setup(an_attack_long_ago_weighs_more_than_the_last_straw, begin),
        cmocka_unit_test_setup(an_answer_that_was_too_small_is_told, begin),
        cmocka_unit_test_setup(many_attacks_are_told_together, begin),
        cmocka_unit_test_setup(an_answer_after_three_turns_comes_too_late, begin),
        cmocka_unit_test_setup(the_skill_has_a_sentence_of_its_own, begin),
        cmocka_unit_test_setup(who_piles_up_alone_is_told_so, begin),
        cmocka_unit_test_setup(points_are_told_with_the_turn_of_the_lead, begin),
        cmocka_unit_test_setup(errors_are_told, begin),
        cmocka_unit_test_setup(a_game_that_goes_on_is_not_decided, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
