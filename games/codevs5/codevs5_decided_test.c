/* What decided a game of CODE VS 5.0, on small fields drawn by hand. Aki is caught in all of them.
 */
#include "games/codevs5/codevs5_decided.h"
#include "games/codevs5/codevs5_testkit.h"
#include "games/decided_testkit.h"

static const char free_field[] = "n........";

/* Plays one turn and tells. */
static void told(struct codevs5_state g, const char *aki, const char *ben, const char *sentence)
{
    struct codevs5_memory m = {0};
    struct codevs5_command command[2] = {command_of(aki), command_of(ben)};
    GAME->watch((struct game_memory *)&m, edge(&g));
    codevs5_play(&g, command);
    GAME->watch((struct game_memory *)&m, edge(&g));
    assert_int_equal(g.end, END_CAUGHT);
    assert_int_equal(g.winner, 1);
    assert_told(GAME, (struct game_memory *)&m, edge(&g), 0, sentence);
}

static void who_went_past_a_safe_cell_is_told(void **state)
{
    (void)state;
    told(draw_game("0n.......", free_field), "2\nNN\nNN\n", "2\nNN\nNN\n",
         "Turn 0: caught: Aki's ninja 0 had 2 safe cells in reach and went to none of them.");
    told(draw_game("0n.", free_field), "2\nNN\nNN\n", "2\nNN\nNN\n",
         "Turn 0: caught: Aki's ninja 0 missed the only safe cell in reach.");
}

static void a_rock_that_closed_the_way_is_named(void **state)
{
    (void)state;
    told(draw_game("0n.#", free_field), "2\nRR\nRR\n", "3\n2 1 3\nNN\nNN\n",
         "Turn 0: caught: Ben's rock closed the way of Aki's ninja 0, and no other way was open on "
         "foot.");
    told(draw_game("0n.#|...", free_field), "2\nRR\nRR\n", "3\n2 1 3\nNN\nNN\n",
         "Turn 0: caught: of 3 ways out, Aki's ninja 0 took one that Ben's rock closed.");
    /* The rock closes the cell below the only way that is left. */
    told(draw_game("0n.#|1..#", free_field), "2\nDR\nDR\n", "3\n2 2 3\nNN\nNN\n",
         "Turn 0: caught: of 2 ways out, Aki's ninja 0 took one that Ben's rock closed.");
    /* It closes two ways at once. */
    told(draw_game("#.##|0n.#|##.#", free_field), "2\nRD\nRD\n", "3\n2 2 3\nNN\nNN\n",
         "Turn 0: caught: of 3 ways out, Aki's ninja 0 took one that Ben's rock closed.");
}

static void a_rock_that_fell_on_a_clone_is_told(void **state)
{
    (void)state;
    told(draw_game("..0n....", free_field), "3\n5 1 1\nNN\nNN\n", "3\n2 1 1\nNN\nNN\n",
         "Turn 0: caught: Ben's rock changed where the dogs went, and they caught Aki's ninja 0.");
}

static void a_clone_that_drew_the_dogs_is_named(void **state)
{
    (void)state;
    told(draw_game("..0n....", free_field), "3\n5 1 1\nNN\nNN\n", "3\n6 1 4\nNN\nNN\n",
         "Turn 0: caught: Ben's clone drew the dogs over Aki's ninja 0; 4 other cells in reach "
         "were safe.");
}

static void who_is_surrounded_is_told_what_would_have_saved_it(void **state)
{
    (void)state;
    told(draw_game("0n1....", free_field), "2\nRR\nRR\n", "2\nNN\nNN\n",
         "Turn 0: caught: Aki's ninja 0 had no way out on foot; super speed (4 of its 100 "
         "nin-power) "
         "would have saved it.");
}

/* Neither a third step nor a slash of its own would do: the other ninja's slash, or a clone. */
static void every_jutsu_that_could_be_paid_is_tried(void **state)
{
    (void)state;
    struct codevs5_state g = draw_game("0n1....", free_field);
    g.field[0].nin = 2;
    told(g, "2\nRR\nRR\n", "2\nNN\nNN\n",
         "Turn 0: caught: Aki's ninja 0 had no way out on foot; a clone (2 of its 2 nin-power) "
         "would have saved it.");
}

static void without_nin_power_there_was_no_way_out(void **state)
{
    (void)state;
    struct codevs5_state g = draw_game("0n1....", free_field);
    g.field[0].nin = 0;
    told(
        g, "2\nRR\nRR\n", "2\nNN\nNN\n",
        "Turn 0: caught: Aki's ninja 0 was surrounded and had no way out. Dogs on its field: 2, on "
        "Ben's: 0.");
}

static void a_command_that_is_not_valid_is_told(void **state)
{
    (void)state;
    told(draw_game("0n.......", free_field), "2\nXX\nNN\n", "2\nNN\nNN\n",
         "Turn 0: caught: Aki's command was not valid, so its ninjas stood still; 2 cells in reach "
         "of ninja 0 were safe.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_went_past_a_safe_cell_is_told),
        cmocka_unit_test(a_rock_that_closed_the_way_is_named),
        cmocka_unit_test(a_rock_that_fell_on_a_clone_is_told),
        cmocka_unit_test(a_clone_that_drew_the_dogs_is_named),
        cmocka_unit_test(who_is_surrounded_is_told_what_would_have_saved_it),
        cmocka_unit_test(every_jutsu_that_could_be_paid_is_tried),
        cmocka_unit_test(without_nin_power_there_was_no_way_out),
        cmocka_unit_test(a_command_that_is_not_valid_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
