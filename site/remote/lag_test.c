/* What the line of a program at home is forgiven, and what it sends. */
#include "site/remote/lag.h"
#include "wire/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { MS = 1000, IDLE_US = 5000 * MS };

static struct lag opened(int64_t turn_ms, int64_t match_ms)
{
    struct lag l;
    lag_open(&l, turn_ms * MS, match_ms * MS);
    lag_begin(&l);
    return l;
}

/* ---- what is forgiven ---- */

static void the_way_there_and_back_is_forgiven(void **state)
{
    (void)state;
    struct lag l = opened(10000, 100000);
    lag_ask(&l, 1000 * MS);
    int64_t nonce = lag_ping(&l, 1000 * MS);
    assert_true(lag_echo(&l, nonce, 1600 * MS));
    assert_int_equal(lag_answer(&l, 1900 * MS), 600 * MS);
}

static void who_sends_no_ping_back_is_forgiven_nothing(void **state)
{
    (void)state;
    struct lag l = opened(10000, 100000);
    lag_ask(&l, 0);
    lag_ping(&l, 0);
    lag_ping(&l, 100 * MS);
    assert_int_equal(lag_answer(&l, 5000 * MS), 0);
}

static void a_stall_of_the_answer_holds_up_the_pings_behind_it(void **state)
{
    (void)state;
    struct lag l = opened(10000, 100000);
    lag_ask(&l, 0);
    int64_t first = lag_ping(&l, 0);
    int64_t second = 0;
    for (int i = 1; i <= 20; i++) second = lag_ping(&l, i * 100 * MS);
    lag_echo(&l, first, 600 * MS);
    lag_echo(&l, second, 2600 * MS); /* the answer came just before it, all in one */
    assert_int_equal(lag_answer(&l, 2600 * MS), 2500 * MS);
}

static void late_echoes_gain_no_more_than_the_allowance(void **state)
{
    (void)state;
    struct lag l = opened(2000, 5000);
    int64_t now = 0, held = 0;
    for (int turn = 0; turn < 10; turn++, now += 100000 * MS) {
        lag_ask(&l, now);
        int64_t nonce = lag_ping(&l, now), before = held;
        lag_echo(&l, nonce, now + 90000 * MS);
        held = lag_answer(&l, now + 90000 * MS);
        assert_true(held - before <= 2000 * MS);
    }
    assert_int_equal(held, 5000 * MS);
}

static void no_more_is_forgiven_than_has_passed(void **state)
{
    (void)state;
    struct lag l = opened(10000, 100000);
    int64_t nonce = lag_ping(&l, 0);
    lag_ask(&l, 4000 * MS);
    assert_true(lag_echo(&l, nonce, 4100 * MS)); /* of before: it tells nothing of this question */
    assert_int_equal(lag_answer(&l, 4200 * MS), 0);
    lag_echo(&l, lag_ping(&l, 4300 * MS), 4400 * MS);
    assert_int_equal(lag_answer(&l, 4400 * MS), 100 * MS);
}

static void an_answer_in_pieces_is_one_question(void **state)
{
    (void)state;
    struct lag l = opened(10000, 100000);
    lag_ask(&l, 0);
    lag_ask(&l, 50 * MS); /* the prompt came in pieces, too */
    lag_echo(&l, lag_ping(&l, 0), 300 * MS);
    assert_int_equal(lag_answer(&l, 400 * MS), 300 * MS);
    assert_int_equal(lag_answer(&l, 500 * MS), 300 * MS);
    lag_ask(&l, 600 * MS);
    lag_echo(&l, lag_ping(&l, 600 * MS), 800 * MS);
    assert_int_equal(lag_answer(&l, 900 * MS), 500 * MS);
}

static void a_ping_comes_back_once_and_only_if_it_was_sent(void **state)
{
    (void)state;
    struct lag l = opened(10000, 100000);
    int64_t nonce = lag_ping(&l, 0);
    assert_false(lag_echo(&l, nonce + 1, 10));
    assert_true(lag_echo(&l, nonce, 10));
    assert_false(lag_echo(&l, nonce, 20));
    assert_false(lag_echo(&l, 0, 20));
    assert_false(lag_echo(&l, -5, 20));
}

static void pings_go_out_with_the_question_then_often_then_rarely(void **state)
{
    (void)state;
    struct lag l = opened(10000, 100000);
    lag_ping(&l, 0);
    assert_false(lag_is_due(&l, 1000 * MS, IDLE_US));
    assert_true(lag_is_due(&l, 5000 * MS, IDLE_US));
    lag_ask(&l, 2000 * MS);
    assert_true(lag_is_due(&l, 2000 * MS, IDLE_US));
    lag_ping(&l, 2000 * MS);
    assert_false(lag_is_due(&l, 2099 * MS, IDLE_US));
    assert_true(lag_is_due(&l, 2100 * MS, IDLE_US));
    lag_answer(&l, 2100 * MS);
    lag_ping(&l, 3200 * MS);
    assert_false(lag_is_due(&l, 3400 * MS, IDLE_US));
}

static void a_silent_line_is_not_pinged_without_end(void **state)
{
    (void)state;
    struct lag l = opened(10000, 100000);
    int64_t now = 0, sent = 0;
    lag_ask(&l, 1);
    for (; sent < 1000 && lag_is_due(&l, now, IDLE_US); sent++, now += LAG_PING_US)
        lag_ping(&l, now);
    assert_int_equal(sent, LAG_PINGS);
    assert_true(lag_silence_us(&l, now) >= LAG_PINGS * (int64_t)LAG_PING_US);
    assert_true(lag_echo(&l, l.nonce, now));
    assert_int_equal(lag_silence_us(&l, now), 0);
}

/* ---- frames ---- */

static enum wire_result feed(struct wire *w, const char *bytes, struct wire_frame *f)
{
    size_t room;
    char *to = wire_room(w, &room);
    assert_true(strlen(bytes) <= room);
    memcpy(to, bytes, strlen(bytes));
    wire_got(w, strlen(bytes));
    return wire_next(w, f);
}

static void frames_come_back_as_they_were_written(void **state)
{
    (void)state;
    char buf[256];
    struct text t = TEXT_ON(buf);
    struct wire w = {0};
    struct wire_frame f;
    wire_put(&t, WIRE_DATA, 5, 0, "a\nb\nc");
    wire_put(&t, WIRE_PONG, 17, 4, NULL);
    assert_string_equal(buf, "data 5 0\na\nb\ncpong 17 4\n");
    assert_int_equal(feed(&w, buf, &f), WIRE_FOUND);
    assert_int_equal(f.kind, WIRE_DATA);
    assert_memory_equal(f.bytes, "a\nb\nc", 5);
    assert_int_equal(wire_next(&w, &f), WIRE_FOUND);
    assert_int_equal(f.kind, WIRE_PONG);
    assert_int_equal(f.a, 17);
    assert_int_equal(f.b, 4);
    assert_int_equal(wire_next(&w, &f), WIRE_MORE);
}

static void a_frame_may_come_byte_by_byte(void **state)
{
    (void)state;
    struct wire w = {0};
    struct wire_frame f;
    const char whole[] = "data 3 0\nxyz";
    for (size_t i = 0; i + 2 < sizeof whole; i++)
        assert_int_equal(feed(&w, (char[]){whole[i], '\0'}, &f), WIRE_MORE);
    assert_int_equal(feed(&w, "z", &f), WIRE_FOUND);
    assert_int_equal(f.len, 3);
}

static void what_is_no_frame_is_found_out(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "hello 1 2\n",
        "data 1\n",
        "data -1 0\n",
        "data 99999999 0\n",
        "pong 1 2 3\n",
        "\n",
        "pong x y\n",
        "data 1 -1\n",
        "GET / HTTP/1.1\n",
        "pong 11111111111111111111111111111111111111111111111111111111111111111"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct wire w = {0};
        struct wire_frame f;
        assert_int_equal(feed(&w, wrong[i], &f), WIRE_WRONG);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_way_there_and_back_is_forgiven),
        cmocka_unit_test(who_sends_no_ping_back_is_forgiven_nothing),
        cmocka_unit_test(a_stall_of_the_answer_holds_up_the_pings_behind_it),
        cmocka_unit_test(late_echoes_gain_no_more_than_the_allowance),
        cmocka_unit_test(no_more_is_forgiven_than_has_passed),
        cmocka_unit_test(an_answer_in_pieces_is_one_question),
        cmocka_unit_test(a_ping_comes_back_once_and_only_if_it_was_sent),
        cmocka_unit_test(pings_go_out_with_the_question_then_often_then_rarely),
        cmocka_unit_test(a_silent_line_is_not_pinged_without_end),
        cmocka_unit_test(frames_come_back_as_they_were_written),
        cmocka_unit_test(a_frame_may_come_byte_by_byte),
        cmocka_unit_test(what_is_no_frame_is_found_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
