/* What decided a game of CHaser, on fields drawn by hand. Aki is Cool, Ben is Hot. */
#include "games/chaser/chaser_decided.h"
#include "games/chaser/chaser_testkit.h"
#include "games/decided_testkit.h"

/* Plays these commands in turn, Cool first, and tells. */
static void told(const char *picture, int turns, const char *commands, int turn,
                 const char *sentence)
{
    struct chaser g = game_on(picture, turns, false);
    struct chaser_memory m;
    struct game_memory *memory = (struct game_memory *)&m;
    memset(&m, 0, sizeof m);
    game_chaser.watch(memory, opaque(&g));
    for (const char *c = commands; *c; c += 2) {
        const char line[4] = {c[0], c[1], '\r', '\n'};
        say_bytes(&g, "gr\r\n", 4);
        game_chaser.watch(memory, opaque(&g));
        say_bytes(&g, line, 4);
        game_chaser.watch(memory, opaque(&g));
        if (g.ending == CHASER_RUNNING) say_bytes(&g, "#\r\n", 3);
        game_chaser.watch(memory, opaque(&g));
    }
    assert_int_not_equal(g.ending, CHASER_RUNNING);
    assert_told(&game_chaser, memory, opaque(&g), turn, sentence);
}

static void who_walks_beside_the_other_is_told(void **state)
{
    (void)state;
    told(".....|C..H.|.....", 10, "luluwrluwrpl", 2,
         "Turn 2: Aki walked beside Ben, which put a block on it.");
}

static void who_could_have_put_first_is_told(void **state)
{
    (void)state;
    told(".....|.CH..|.....", 10, "lupl", 0,
         "Turn 0: Ben put a block on Aki, which stood beside it already and could have done so "
         "first.");
}

static void the_maker_of_a_block_is_remembered(void **state)
{
    (void)state;
    told("....H|.....|Co...", 10, "wrluwl", 1,
         "Turn 1: Aki walked into a block that it had left itself when it took an item on turn 0.");
    told("....H|.....|C....", 10, "prluwr", 1,
         "Turn 1: Aki walked into a block that it had put itself on turn 0.");
    told("....H|.....|C....", 10, "wl", 0, "Turn 0: Aki walked off the field.");
    told("....H|#....|C....", 10, "wu", 0, "Turn 0: Aki walked into a block of the map.");
    told("...|C.H|...", 10, "luplwr", 1,
         "Turn 1: Aki walked into a block that Ben had made on turn 0.");
}

static void a_dead_end_with_an_item_is_told(void **state)
{
    (void)state;
    told("...H|##..|Co#.|##..", 10, "wr", 0,
         "Turn 0: Aki took an item in a dead end; the block it left behind closed it in.");
}

static void items_are_told_with_the_turn_of_the_lead(void **state)
{
    (void)state;
    told(".....|Co..H|.....", 3, "luluwrlululu", 1,
         "All turns were played; items: Aki 1, Ben 0. Aki was ahead from turn 1 on.");
    told(".....|Co..H|.....", 1, "lulu", 0, "All turns were played, with equal items: 0 each.");
}

static void who_is_boxed_in_hears_whose_blocks_they_were(void **state)
{
    (void)state;
    told(".H#..|..C#.|..#..", 10, "lupd", 0, "Turn 0: boxed in: Ben closed the last side of Aki.");
    told(".H#..|..C..|..#..", 10, "prpd", 0,
         "Turn 0: boxed in: Ben closed the last side of Aki; 1 of the four blocks Aki had made "
         "itself.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_walks_beside_the_other_is_told),
        cmocka_unit_test(who_could_have_put_first_is_told),
        cmocka_unit_test(the_maker_of_a_block_is_remembered),
        cmocka_unit_test(a_dead_end_with_an_item_is_told),
        cmocka_unit_test(items_are_told_with_the_turn_of_the_lead),
        cmocka_unit_test(who_is_boxed_in_hears_whose_blocks_they_were),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
