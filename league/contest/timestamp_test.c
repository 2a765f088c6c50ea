/* Times with their zones, and what contest files say about ladders. */
#include "league/contest/contest.h"
#include "league/contest/timestamp.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct err err;

static int64_t seconds(const char *text)
{
    int64_t ms = -1;
    if (!timestamp_read(text, &ms, &err)) fail_msg("%s: %s", text, err.text);
    assert_int_equal(ms % 1000, 0);
    return ms / 1000;
}

static void one_moment_has_many_names(void **state)
{
    (void)state;
    static const char *const names[] = {
        "2026-11-15T18:00:00+09:00", "2026-11-15 18:00 JST",    "2026-11-15 18:00 +0900",
        "2026-11-15T09:00Z",         "2026-11-15 09:00:00 UTC", "2026-11-15 09:00 GMT",
        "2026-11-15T04:00-05:00",    "2026-11-15 14:30+05:30",
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_int_equal(seconds(names[i]), 1794733200);
    assert_int_equal(seconds("1970-01-01 00:00 Z"), 0);
    assert_int_equal(seconds("2024-02-29 12:34:56 Z"), 1709210096);
    assert_int_equal(seconds("2000-12-31 23:59:59 Z"), 978307199);
}

static void a_time_is_written_as_it_is_read(void **state)
{
    (void)state;
    char text[TIMESTAMP_ROOM];
    timestamp_write(INT64_C(1794733207000), text);
    assert_string_equal(text, "2026-11-15 09:00:07 UTC");
    assert_int_equal(seconds(text), 1794733207);
}

static void places_have_their_own_time(void **state)
{
    (void)state;
    if (access("/usr/share/zoneinfo/Europe/Berlin", R_OK) != 0) skip();
    assert_int_equal(seconds("2026-11-15 18:00 Asia/Tokyo"), 1794733200);
    assert_int_equal(seconds("2026-07-01 12:00 Europe/Berlin"), seconds("2026-07-01 10:00 Z"));
    assert_int_equal(seconds("2026-12-01 12:00 Europe/Berlin"), seconds("2026-12-01 11:00 Z"));
}

static void what_is_no_time_is_told(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "tomorrow",
                                      "2026-11-15",
                                      "2026-11-15 18:00",
                                      "2026-11-15 18:00 Lunch",
                                      "2026-11-15 25:00 JST",
                                      "2026-02-29 12:00 JST",
                                      "2026-13-01 12:00 JST",
                                      "2026-11-15 18:00 +99:00",
                                      "2026-11-15 18:00 +9",
                                      "2026-11-15 18:00 Asia/Nowhere",
                                      "2026-11-15 18:00 ../../etc/passwd",
                                      "2026-11-15 18:00 /etc/passwd",
                                      "1969-12-31 00:00 Z",
                                      "2026-11-15 18:00 JST and a day"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        int64_t ms;
        if (timestamp_read(bad[i], &ms, &err)) fail_msg("%s is a time", bad[i]);
        assert_true(err.text[0] != '\0');
    }
}

static bool take(const char *ladder, struct contest *c)
{
    char text[1024];
    snprintf(text, sizeof text,
             "[contest]\ngame = reborn\n%s\n[phase Finals]\nformat = knockout\nplayers = 4\n",
             ladder);
    return contest_take(c, text, strlen(text), "cup.ini", &err);
}

static void a_ladder_stands_for_the_players(void **state)
{
    (void)state;
    static struct contest c;
    assert_true(take("[ladder]\nopens = 2026-11-01 09:00 JST\ncloses = 2026-11-15 18:00 JST\n"
                     "rating = glicko2\ngames = 50\ncode = SAKURA\nfinalists = 6\n"
                     "finals_open = 2026-11-15 18:00 JST\nfinals_close = 2026-11-20 23:59:59 JST",
                     &c));
    assert_int_equal(c.ladder.finals_opens, c.ladder.closes);
    assert_int_equal(c.ladder.finals_closes / 1000, seconds("2026-11-20 14:59:59 UTC"));
    assert_int_equal(c.ladder.closes / 1000, 1794733200);
    assert_int_equal(c.ladder.finalists, 6);
    assert_string_equal(c.ladder.code, "SAKURA");
    assert_int_equal(c.phase[0].entrants, 4);
    assert_true(contest_seat(&c, "Aki", &err) && contest_seat(&c, "Ben", &err));
    assert_int_equal(c.phase[0].entrants, 2);
}

static void a_wrong_ladder_is_told(void **state)
{
    (void)state;
    static struct contest c;
    static const struct {
        const char *ladder, *says;
    } wrong[] = {
        {"", "at least two players"},
        {"[player A]\nseat = bot:greedy\n[player B]\nseat = bot:greedy", "[ladder]"},
        {"[ladder]\n[player A]\nseat = bot:greedy", "come from the [ladder]"},
        {"[ladder]\n[ladder]", "twice"},
        {"[ladder]\nopens = now", "cup.ini:4: opens: is a time like"},
        {"[ladder]\nopens = 2026-11-15 18:00 JST\ncloses = 2026-11-15 08:00 UTC",
         "before it opens"},
        {"[ladder]\nrating = none", "codevs5 or glicko2"},
        {"[ladder]\nfinalists = 1", "from 2"},
        {"[ladder]\nprize = cake", "has no key"},
        {"[ladder]\nfinals_close = soon", "cup.ini:4: finals_close: is a time like"},
        {"[ladder]\nfinals_open = 2026-11-15 18:00 JST", "until when"},
        {"[ladder]\ncloses = 2026-11-15 18:00 JST\nfinals_close = 2026-11-15 09:00 UTC",
         "before programs are taken"},
        {"[ladder]\ncloses = 2026-11-15 18:00 JST\nfinals_open = 2026-11-15 17:59 JST\n"
         "finals_close = 2026-11-16 09:00 UTC",
         "still being played"},
        {"[ladder]\nfinals_open = 2026-11-15 18:00 JST\nfinals_close = 2026-11-15 09:00 UTC",
         "before programs are taken"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(take(wrong[i].ladder, &c));
        if (!strstr(err.text, wrong[i].says)) fail_msg("%s: %s", wrong[i].ladder, err.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_moment_has_many_names),
        cmocka_unit_test(a_time_is_written_as_it_is_read),
        cmocka_unit_test(places_have_their_own_time),
        cmocka_unit_test(what_is_no_time_is_told),
        cmocka_unit_test(a_ladder_stands_for_the_players),
        cmocka_unit_test(a_wrong_ladder_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
