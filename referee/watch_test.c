/* Waiting for descriptors: as poll() does it, and no news is told that nobody wants. */
#include "referee/watch.h"

#include "os/clock.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

enum { PIPES = 3, SOON_US = 20 * 1000, LONG_US = 60 * 1000 * 1000 };

static int pipes[PIPES][2];
static struct watch watch;

static int begin(void **state)
{
    (void)state;
    watch_open(&watch);
    for (int i = 0; i < PIPES; i++) assert_int_equal(pipe2(pipes[i], O_CLOEXEC), 0);
    return 0;
}

static int end(void **state)
{
    (void)state;
    watch_close(&watch);
    for (int i = 0; i < PIPES; i++)
        for (int side = 0; side < 2; side++)
            if (pipes[i][side] >= 0) close(pipes[i][side]);
    return 0;
}

/* Which of the pipes have news, of those whose bit is set. */
static int news(int wanted, int64_t wait_us)
{
    struct pollfd fds[PIPES];
    int found = 0;
    for (int i = 0; i < PIPES; i++)
        fds[i] = (struct pollfd){.fd = wanted >> i & 1 ? pipes[i][0] : -1, .events = POLLIN};
    int count = watch_poll(&watch, fds, PIPES, wait_us);
    for (int i = 0; i < PIPES; i++) found |= (fds[i].revents != 0) << i;
    assert_int_equal(count, __builtin_popcount((unsigned)found));
    return found;
}

static void say(int which)
{
    assert_int_equal(write(pipes[which][1], "x", 1), 1);
}

static void hear(int which)
{
    char byte;
    assert_int_equal(read(pipes[which][0], &byte, 1), 1);
}

static void what_is_wanted_is_told(void **state)
{
    (void)state;
    assert_int_equal(news(7, 0), 0);
    say(1);
    assert_int_equal(news(7, LONG_US), 2);
    assert_int_equal(news(7, LONG_US), 2); /* as long as nobody reads it */
    say(2);
    assert_int_equal(news(7, LONG_US), 6);
    hear(1);
    hear(2);
    assert_int_equal(news(7, 0), 0);
}

static void what_is_not_wanted_is_not_told_until_it_is(void **state)
{
    (void)state;
    assert_int_equal(news(3, 0), 0);
    say(0);
    for (int i = 0; i < 3; i++) assert_int_equal(news(2, 0), 0);
    say(1);
    assert_int_equal(news(2, LONG_US), 2);
    assert_int_equal(news(3, LONG_US), 3);
}

/* Otherwise the wait is no wait but a loop that keeps a core busy. */
static void news_that_nobody_wants_come_once(void **state)
{
    (void)state;
    assert_int_equal(news(7, 0), 0);
    say(0);
    assert_int_equal(news(6, SOON_US), 0);
    int64_t start_us = clock_us();
    assert_int_equal(news(6, SOON_US), 0);
    assert_true(clock_us() - start_us >= SOON_US);
}

/* A bot that was forked has copies of what the arena had open, and keeps it open. */
static void what_is_closed_here_and_open_elsewhere_is_silent(void **state)
{
    (void)state;
    assert_int_equal(news(7, 0), 0);
    int copy = dup(pipes[0][0]);
    close(pipes[0][0]);
    close(pipes[0][1]); /* the copy has ended: that is news */
    pipes[0][0] = pipes[0][1] = -1;
    assert_int_equal(news(6, SOON_US), 0);
    int64_t start_us = clock_us();
    assert_int_equal(news(6, SOON_US), 0);
    assert_true(clock_us() - start_us >= SOON_US);
    say(1);
    assert_int_equal(news(6, LONG_US), 2);
    close(copy);
}

static void the_end_of_a_pipe_is_news(void **state)
{
    (void)state;
    close(pipes[2][1]);
    pipes[2][1] = -1;
    assert_int_equal(news(7, LONG_US), 4);
}

/* A plain file is always ready, which a set of the kernel's does not take. */
static void what_the_kernel_does_not_remember_is_polled(void **state)
{
    (void)state;
    char name[] = "/tmp/taisen-watch-XXXXXX";
    int file = mkstemp(name);
    assert_true(file >= 0);
    unlink(name);
    close(pipes[0][0]);
    pipes[0][0] = file;
    for (int i = 0; i < 3; i++) assert_int_equal(news(7, LONG_US), 1);
    say(1);
    assert_int_equal(news(7, LONG_US), 3);
    assert_int_equal(news(6, LONG_US), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
        TEST(what_is_wanted_is_told),
        TEST(what_is_not_wanted_is_not_told_until_it_is),
        TEST(news_that_nobody_wants_come_once),
        TEST(what_is_closed_here_and_open_elsewhere_is_silent),
        TEST(the_end_of_a_pipe_is_news),
        TEST(what_the_kernel_does_not_remember_is_polled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
