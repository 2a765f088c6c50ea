/* What decided a game of CODE VS 4.0, on positions made by hand. Aki's castle stands at (10,10). */
#include "games/codevs4/codevs4_decided.h"
#include "games/codevs4/codevs4_testkit.h"
#include "games/decided_testkit.h"

static struct codevs4_memory m;

static void begin(const char *units)
{
    memset(&m, 0, sizeof m);
    place(units, 0, 0, "");
}

static void watch(void)
{
    game_codevs4.watch((struct game_memory *)&m, opaque(&game));
}

/* A turn in which every unit of Ben's but its castle goes one step up. */
static void approach(void)
{
    watch();
    for (int i = 0; i < game.count; i++)
        if (game.unit[i].side == 1 && game.unit[i].type != CODEVS4_CASTLE) game.unit[i].y--;
    game.turn++;
}

static void fall(void)
{
    watch();
    game.turn++;
    game.score[game.stage] = (struct codevs4_score){.turns = game.turn, .result = CODEVS4_P2};
    game.ending = CODEVS4_END_STAGES;
    watch();
}

static void told(int turn, const char *sentence)
{
    assert_told(&game_codevs4, (struct game_memory *)&m, opaque(&game), turn, sentence);
}

static void a_castle_falls_to_those_who_came(void **state)
{
    (void)state;
    begin("[0,0,10,10,50000,4] [6,1,90,90,50000,4] [12,1,25,10,5000,1] [13,1,25,11,5000,2]"
          " [14,1,26,10,5000,3] [15,0,60,60,5000,1]");
    for (int i = 0; i < 12; i++) approach();
    fall();
    told(5, "Stage 0, turn 12: Aki's castle fell. 3 soldiers came from the south, in its sight "
            "from turn 5 on; no soldier defended it.");
}

static void defenders_are_counted(void **state)
{
    (void)state;
    begin("[0,0,10,10,50000,4] [6,1,90,90,50000,4] [12,0,10,11,5000,1] [13,1,19,10,5000,1]"
          " [14,1,19,10,5000,1]");
    for (int i = 0; i < 5; i++) approach();
    fall();
    told(0, "Stage 0, turn 5: Aki's castle fell. 2 soldiers came from the south, in its sight from "
            "turn 0 on; one soldier defended it.");
}

static void who_comes_and_goes_is_another_army(void **state)
{
    (void)state;
    begin("[0,0,10,10,50000,4] [6,1,90,90,50000,4] [12,1,20,10,5000,1]");
    for (int i = 0; i < 3; i++) approach();
    game.unit[2].y = 60;
    for (int i = 0; i < 15; i++) approach();
    game.unit[2].y = 10, game.unit[2].x = 19;
    fall();
    told(18, "Stage 0, turn 18: Aki's castle fell. 1 soldier came from the east, in its sight "
             "from turn 18 on; no soldier defended it.");
}

static void the_stage_that_settled_it_is_told(void **state)
{
    (void)state;
    begin("[0,0,10,10,50000,4] [6,1,90,90,50000,4] [12,1,19,10,5000,1] [13,1,19,10,5000,1]");
    game.stages = 3;
    watch();
    game.turn = 4;
    watch();
    for (int stage = 0; stage < 3; stage++)
        game.score[stage] = (struct codevs4_score){.turns = 5, .result = CODEVS4_P2};
    game.score[1].turns = 9;
    m.siege[1][0] = m.siege[0][0];
    m.begun[1] = 5;
    game.ending = CODEVS4_END_STAGES;
    told(5, "Stage 1, turn 8: Aki's castle fell. 2 soldiers came from the south, in its sight from "
            "turn 0 on; no soldier defended it.");
}

static void equal_stages_are_decided_by_turns(void **state)
{
    (void)state;
    begin(castles);
    game.stages = 2;
    watch();
    game.score[0] = (struct codevs4_score){.turns = 50, .result = CODEVS4_P1};
    game.score[1] = (struct codevs4_score){.turns = 40, .result = CODEVS4_P2};
    game.stage = 1;
    game.ending = CODEVS4_END_STAGES;
    watch();
    told(89, "Both won as many stages; Ben needed fewer turns (turn sum -10, Aki 10).");
}

static void a_fault_is_told(void **state)
{
    (void)state;
    begin(castles);
    watch();
    game.turn = 7;
    game.score[0] = (struct codevs4_score){.turns = 7, .result = CODEVS4_P2};
    game.ending = CODEVS4_END_TIME;
    watch();
    told(7, "Stage 0, turn 7: Aki ran out of time and lost this and all later stages.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_castle_falls_to_those_who_came),
        cmocka_unit_test(defenders_are_counted),
        cmocka_unit_test(who_comes_and_goes_is_another_army),
        cmocka_unit_test(the_stage_that_settled_it_is_told),
        cmocka_unit_test(equal_stages_are_decided_by_turns),
        cmocka_unit_test(a_fault_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
