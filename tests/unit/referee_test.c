/*
 * The referee against well and badly behaved programs: tests/players/rogue, whose path stands in
 * the environment variable ROGUE. Each fault has its expected verdict in one table. With CAGED set,
 * the programs are caged; with OVER_TCP set, the bad one comes over a socket. Nothing else may
 * differ but what verdict_of() says.
 */
#include "games/game.h"
#include "os/clock.h"
#include "os/cores.h"
#include "os/sock.h"
#include "os/stop.h"
#include "referee/budget.h"
#include "referee/match.h"
#include "tests/unit/stopwatch.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <limits.h>
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { PATIENT_MS = 1500, LONG_MS = 300, SHORT_MS = 100, GRACE_MS = 50, WARM_MATCHES = 50 };
enum { CREWS = 4 };

static struct cage cage;
static int turn_ms = PATIENT_MS, name_ms = PATIENT_MS; /* the clock of the matches here */

/* How much longer the clocks are where the sanitizers make everything slow. */
static int slowness(void)
{
    const char *times = getenv("REFEREE_SLOWNESS");
    return times ? atoi(times) : 1;
}

/* ---- budget ---- */

static void time_is_charged_in_whole_milliseconds(void **state)
{
    (void)state;
    bool late;
    struct budget b = budget_of(100, 20);
    budget_start(&b, 5000);
    assert_int_equal(budget_stop(&b, 7999, &late), 2);
    assert_false(late);
    assert_int_equal(b.left_ms, 98);
}

static void late_is_more_than_allowed(void **state)
{
    (void)state;
    bool late;
    struct budget b = budget_of(0, 20);
    budget_start(&b, 0);
    assert_int_equal(budget_deadline(&b), 21000);
    budget_stop(&b, 20999, &late);
    assert_false(late);
    budget_stop(&b, 21000, &late);
    assert_true(late);
}

static void the_nearer_limit_is_the_deadline(void **state)
{
    (void)state;
    bool late;
    struct budget b = budget_of(30, 20);
    budget_start(&b, 0);
    budget_stop(&b, 15000, &late);
    budget_start(&b, 100000);
    assert_int_equal(budget_deadline(&b), 116000);
    assert_int_equal(budget_stop(&b, 116000, &late), 16);
    assert_true(late);
    assert_int_equal(b.left_ms, 0);
}

static void a_margin_is_forgiven_but_charged(void **state)
{
    (void)state;
    bool late;
    struct budget b = budget_of(100, 20);
    b.margin_ms = 10;
    budget_start(&b, 0);
    assert_int_equal(budget_deadline(&b), 31000);
    assert_int_equal(budget_stop(&b, 30999, &late), 30);
    assert_false(late);
    assert_int_equal(b.left_ms, 70);
    budget_start(&b, 0);
    budget_stop(&b, 31000, &late);
    assert_true(late);
}

static void what_a_line_held_up_is_waited_for_and_not_charged(void **state)
{
    (void)state;
    bool late;
    struct budget b = budget_of(100, 20);
    b.line_ms = 1000;
    budget_start(&b, 0);
    assert_int_equal(budget_deadline(&b), 1021000);
    budget_forgive(&b, 300000);
    assert_int_equal(budget_stop(&b, 315000, &late), 15);
    assert_false(late);
    assert_int_equal(b.left_ms, 85);
    budget_start(&b, 0);
    budget_forgive(&b, 300000);
    budget_stop(&b, 321000, &late);
    assert_true(late);
}

static void no_limit_has_no_deadline(void **state)
{
    (void)state;
    struct budget b = budget_of(0, 0);
    budget_start(&b, 123);
    assert_true(budget_deadline(&b) == INT64_MAX);
    assert_int_equal(budget_shown(&b), 0);
}

/* ---- matches ---- */

static bool is_over_tcp(void)
{
    return getenv("OVER_TCP") != NULL;
}

static const char *rogue(const char *fault, char out[512])
{
    snprintf(out, 512, "%s %s", getenv("ROGUE"), fault);
    return out;
}

static struct match_options options_for(const char *a, const char *b)
{
    const struct game *game = game_find("reborn");
    struct match_options o = {.game = game, .setup = {.seed = 5}, .seat = {a, b}};
    o.cage = cage.slots ? &cage : NULL;
    o.clock = game->clock;
    o.clock.turn_ms = turn_ms;
    o.clock.name_ms = name_ms;
    return o;
}

struct verdict {
    const char *fault;   /* the program's */
    const char *verdict; /* NULL: none, it plays to the end */
    bool runs_out;       /* it ends by the clock, not at once */
    int exit;            /* shell's number, -1: it was stopped by us */
};

static const struct verdict verdicts[] = {
    {"honest", NULL, false, -1},
    {"crlf", NULL, false, -1},
    {"pieces", NULL, false, -1},
    {"early", NULL, false, -1},
    {"chatty", NULL, false, -1},
    {"crash", "crash", false, 134},
    {"leave", "crash", false, 7},
    {"half-answer", "gone", false, 0},
    {"close-output", "gone", false, -1},
    {"spinning-child", "gone", false, 0},
    {"garbage", "invalid", false, -1},
    {"wrong", "invalid", false, -1},
    {"empty", "invalid", false, -1},
    {"flood", "invalid", false, -1},
    {"hang", "timeout", true, -1},
    {"stubborn", "timeout", true, -1},
    {"stopped", "timeout", true, -1},
    {"deaf", "timeout", true, -1},
    {"flood-lines", NULL, false, -1},
    {"flood-err", "timeout", true, -1},
    {"drip", "timeout", true, -1},
    {"no-name", "name", true, -1},
    {"half-name", "name", true, -1},
    {"empty-name", "name", false, -1},
    {"bad-name", "name", false, -1},
    {"nul-name", NULL, false, -1},
    {"long-name", "name", false, -1},
    {"name-and-go", "gone", false, 0},
    {"half-name-and-go", "name", false, 0},
    {"go", "name", false, 0},
    {"shut-down", "gone", false, -1},
    {"reset", "gone", false, -1},
    {"close-input", NULL, false, -1},
};
enum { VERDICTS = sizeof verdicts / sizeof verdicts[0] };

/* In the cage bubblewrap holds both pipes open too: closing them shows only by the silence, and in
   that nothing is read any more. */
static const struct verdict when_caged[] = {
    {"close-input", "timeout", true, -1},
    {"close-output", "timeout", true, -1},
    {"shut-down", "timeout", true, -1},
    {"reset", "timeout", true, -1},
};

/* Of a connection both ends must be closed, and a child that has it is as good as its parent. Names
   may come without a line end, and are cut rather than refused. */
static const struct verdict over_tcp[] = {
    {"close-output", "timeout", true, -1},
    {"spinning-child", "timeout", true, -1},
    {"half-name", "timeout", false, -1}, /* after the moment for the rest of its name */
};

static const struct verdict *verdict_of(int i)
{
    const struct verdict *other = cage.slots ? when_caged : over_tcp;
    size_t count = cage.slots      ? sizeof when_caged / sizeof when_caged[0]
                   : is_over_tcp() ? sizeof over_tcp / sizeof over_tcp[0]
                                   : 0;
    for (size_t k = 0; k < count; k++)
        if (strcmp(other[k].fault, verdicts[i].fault) == 0) return &other[k];
    return &verdicts[i];
}

static int shell_exit(const struct proc_end *end)
{
    if (!end->by_itself) return -1;
    return end->signal ? 128 + end->signal : end->code;
}

/* A client that comes to the seat, and the socket it comes to. */
static void call_client(struct match_options *o, int side, struct proc *client)
{
    struct sockaddr_in at = {.sin_port = 0};
    socklen_t len = sizeof at;
    char command[600];
    struct err err;
    assert_true(sock_listen("127.0.0.1:0", &o->listener[side], &err));
    assert_int_equal(getsockname(o->listener[side], (struct sockaddr *)&at, &len), 0);
    snprintf(command, sizeof command, "%s %d", o->seat[side], ntohs(at.sin_port));
    o->seat[side] = "tcp:";
    assert_true(proc_start(client, command, &err));
}

/* How long a match took in milliseconds, and what of it went by until the verdict. */
struct took {
    int match_ms, name_ms, turn_ms;
};

static struct took play_once(struct match_options o, int side, struct match_result *r)
{
    struct stopwatch clock;
    struct proc client = PROC_NONE;
    struct proc_end how;
    struct err err = {.text = ""};
    if (is_over_tcp()) call_client(&o, side, &client);
    int64_t began_us = clock_us();
    struct match_watch watch = stopwatch_start(&clock);
    bool ok = match_run(&o, &watch, 1, r, &err);
    struct took took = {(int)((clock_us() - began_us) / 1000), (int)(clock.name_us / 1000),
                        (int)(clock.longest_us / 1000)};
    if (!ok) print_message("%s\n", err.text);
    assert_true(ok);
    if (is_over_tcp()) close(o.listener[side]);
    proc_end(&client, 0, &how);
    return took;
}

/* Whether the verdict fell within the clock and the grace. */
static bool is_in_time(const struct took *took)
{
    return took->name_ms < name_ms + GRACE_MS && took->turn_ms < turn_ms + GRACE_MS;
}

/* Where nobody waits for a core and yet a program does not come up, or its end does not come
   through, in time, the machine waits for something else. */
static bool is_starved(const struct verdict *v, int side, const struct match_result *r)
{
    for (int p = 0; p < 2; p++) {
        const char *fault = r->seat[p].fault;
        bool is_slow = fault && (strcmp(fault, "name") == 0 || strcmp(fault, "timeout") == 0);
        bool is_meant = p == side && v->verdict && fault && strcmp(v->verdict, fault) == 0;
        if (is_slow && !is_meant) return true;
    }
    return false;
}

/* Plays fault against honest, on either side. A match in which someone had to wait for a core, or
   the arena itself, is played again: this machine may be busy. */
static struct took play_fault(const struct verdict *v, int side, struct match_result *r)
{
    enum { TRIES = 50 };
    char a[512], b[512];
    struct match_options o = options_for(rogue(side == 0 ? v->fault : "honest", a),
                                         rogue(side == 1 ? v->fault : "honest", b));
    struct took took = {0};
    for (int i = 0; i < TRIES; i++) {
        took = play_once(o, side, r);
        if (!r->is_disturbed && is_in_time(&took) && !is_starved(v, side, r)) break;
    }
    return took;
}

/* The latest verdict so far, counted from the end of the clock; told at the end. */
static int latest_ms = INT_MIN;

static void note_late(int ms)
{
    if (ms > latest_ms) latest_ms = ms;
}

static void check_verdict(const struct verdict *v, int side)
{
    struct match_result r;
    struct took took = play_fault(v, side, &r);
    const struct match_seat *bad = &r.seat[side], *good = &r.seat[1 - side];
    if (!v->verdict) {
        if (bad->fault)
            print_message("%s, %s: %s, longest turn %d ms\n", v->fault,
                          r.is_disturbed ? "disturbed" : "undisturbed", bad->fault,
                          (int)bad->ms_max);
        assert_null(bad->fault);
        assert_string_equal(r.status.reason, "danger line");
        return;
    }
    /* How a program far away ended nobody can see. */
    bool is_unseen = is_over_tcp() && strcmp(v->verdict, "crash") == 0;
    const char *verdict = is_unseen ? "gone" : v->verdict;
    if (!bad->fault || strcmp(bad->fault, verdict) != 0)
        print_message("%s: %s, %s; the other: %s, longest turn %d ms\n", v->fault,
                      bad->fault ? bad->fault : "no fault",
                      r.is_disturbed ? "disturbed" : "undisturbed",
                      good->fault ? good->fault : "no fault", (int)good->ms_max);
    assert_non_null(bad->fault);
    assert_string_equal(bad->fault, verdict);
    assert_null(good->fault);
    assert_int_equal(r.status.winner, 1 - side);
    if (!is_over_tcp()) assert_int_equal(shell_exit(&bad->end), v->exit);
    if (!is_in_time(&took))
        print_message("%s: name %d ms, longest turn %d ms, match %d ms\n", v->fault, took.name_ms,
                      took.turn_ms, took.match_ms);
    assert_true(is_in_time(&took));
    bool is_nameless = strcmp(v->verdict, "name") == 0;
    if (v->runs_out) assert_true(took.match_ms >= (is_nameless ? name_ms : turn_ms));
    if (v->runs_out) note_late(is_nameless ? took.name_ms - name_ms : took.turn_ms - turn_ms);
}

static void every_fault_gets_its_verdict(void **state)
{
    (void)state;
    turn_ms = LONG_MS * slowness();
    name_ms = 3 * turn_ms;
    for (int i = 0; i < VERDICTS; i++) {
        check_verdict(verdict_of(i), 0);
        check_verdict(verdict_of(i), 1);
    }
    turn_ms = name_ms = PATIENT_MS;
}

static void a_command_that_does_not_exist_is_gone(void **state)
{
    (void)state;
    char b[512];
    struct match_result r;
    struct err err;
    struct match_options o = options_for("/no/such/program", rogue("honest", b));
    assert_true(match_run(&o, NULL, 0, &r, &err));
    assert_int_equal(r.status.winner, 1);
    assert_string_equal(r.seat[0].fault, "name");
    assert_int_equal(shell_exit(&r.seat[0].end), 127);
}

static void both_failing_at_once_is_for_the_rules(void **state)
{
    (void)state;
    char a[512], b[512];
    struct match_result r;
    struct err err;
    struct match_options o = options_for(rogue("wrong", a), rogue("wrong", b));
    assert_true(match_run(&o, NULL, 0, &r, &err));
    assert_int_equal(r.status.winner, -1);
    o = options_for(rogue("no-name", a), rogue("bad-name", b));
    assert_true(match_run(&o, NULL, 0, &r, &err));
    assert_int_equal(r.status.winner, -1);
}

static void cpu_clock_charges_no_sleep(void **state)
{
    (void)state;
    char a[512], b[512];
    struct match_result r;
    struct err err;
    struct match_options o = options_for(rogue("pieces", a), rogue("honest", b));
    o.cpu_clock = true;
    o.clock.turn_ms = 100;
    assert_true(match_run(&o, NULL, 0, &r, &err));
    assert_null(r.seat[0].fault);
}

static void cpu_clock_ends_one_who_computes_for_ever(void **state)
{
    (void)state;
    char b[512];
    struct match_result r;
    struct err err;
    struct match_options o = options_for("echo spin; while :; do :; done", rogue("honest", b));
    o.cpu_clock = true;
    o.clock.turn_ms = 50;
    assert_true(match_run(&o, NULL, 0, &r, &err));
    assert_string_equal(r.seat[0].fault, "timeout");
    assert_int_equal(r.status.winner, 1);
}

static void serial_thinking_gives_the_same_game(void **state)
{
    (void)state;
    char a[512], b[512];
    struct match_result serial, parallel;
    struct err err;
    struct match_options o = options_for(rogue("honest", a), rogue("crlf", b));
    assert_true(match_run(&o, NULL, 0, &parallel, &err));
    o.think = THINK_SERIAL;
    assert_true(match_run(&o, NULL, 0, &serial, &err));
    assert_int_equal(serial.status.turn, parallel.status.turn);
    assert_true(serial.status.score[0] == parallel.status.score[0]);
}

/* ---- fair time ---- */

static const char spinner[] = "echo spin; while :; do :; done";

enum { WAIT_US = 60 * 1000 * 1000 };

static void wait_for_cpu(struct seat *s, int64_t cpu_us)
{
    for (int64_t began_us = clock_us(); seat_use(s).cpu_us < cpu_us; usleep(1000))
        assert_true(clock_us() - began_us < WAIT_US);
}

static void wait_until_stopped(struct seat *s)
{
    for (int64_t began_us = clock_us(); seat_use(s).ready > 0; usleep(1000))
        assert_true(clock_us() - began_us < WAIT_US);
}

static void a_paused_player_uses_no_time(void **state)
{
    (void)state;
    struct seat s;
    struct err err;
    struct proc_end how;
    struct seat_options o = {.game = game_find("reborn"), .spec = spinner};
    o.cage = cage.slots ? &cage : NULL;
    assert_true(seat_open(&s, &o, &err));
    wait_for_cpu(&s, 20 * 1000);
    seat_pause(&s, true);
    wait_until_stopped(&s);
    int64_t cpu_us = seat_use(&s).cpu_us;
    usleep(50 * 1000);
    assert_true(seat_use(&s).cpu_us == cpu_us);
    seat_pause(&s, false);
    wait_for_cpu(&s, cpu_us + 20 * 1000);
    seat_pause(&s, true);
    seat_close(&s, 0, &how); /* ends a paused one too */
    proc_kill_descendants();
}

/* Plays in a process of its own, as a batch does: what else this one has started is somebody else's
 * there. */
static bool run_apart(const struct match_options *o, struct match_result *r)
{
    int status;
    struct match_result *out =
        mmap(NULL, sizeof *out, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(out != MAP_FAILED);
    pid_t pid = fork();
    if (pid == 0) {
        struct err err;
        proc_become_subreaper();
        _exit(match_run(o, NULL, 0, out, &err) ? 0 : 1);
    }
    assert_true(waitpid(pid, &status, 0) == pid);
    *r = *out;
    munmap(out, sizeof *out);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Plays with `others` spinning on the player's core; it runs out of its time. */
static bool is_disturbed(const char *command, int others)
{
    char b[512];
    struct proc other[3] = {PROC_NONE, PROC_NONE, PROC_NONE};
    struct match_result r;
    struct proc_end how;
    struct err err;
    cpu_set_t ours;
    int core = 0;
    struct match_options o = options_for(command, rogue("honest", b));
    o.clock.turn_ms = 150; /* a caged one has half of a core that it shares with any number */
    assert_true(cores_get(&ours, &err));
    while (!CPU_ISSET((size_t)core, &ours)) core++;
    int last = core;
    for (int i = core; i < CPU_SETSIZE; i++)
        if (CPU_ISSET((size_t)i, &ours)) last = i;
    o.core = (const int[]){core, last, last};
    o.core_count = others > 0 ? 3 : 0;
    assert_true(others == 0 || cores_pin(core, &err));
    for (int i = 0; i < others; i++) assert_true(proc_start(&other[i], spinner, &err));
    bool ok = run_apart(&o, &r);
    for (int i = 0; i < 3; i++) proc_end(&other[i], 0, &how);
    assert_true(cores_set(&ours, &err));
    assert_true(ok);
    assert_non_null(r.seat[0].fault);
    assert_string_equal(r.seat[0].fault, "timeout");
    return r.is_disturbed;
}

/* In one of some tries: this machine may be busy with other things. */
static bool was_once(bool wanted, const char *command, int others)
{
    for (int i = 0; i < 10; i++)
        if (is_disturbed(command, others) == wanted) return true;
    return false;
}

static void an_answer_that_is_late_by_waiting_for_a_core_is_disturbed(void **state)
{
    (void)state;
    char a[512];
    if (access("/proc/self/schedstat", R_OK) < 0) skip(); /* the kernel does not count */
    assert_true(was_once(true, rogue("think-hard", a), 3));
}

/* By the CPU clock a turn of 50 ms is lost by whoever uses 100, wherever they do it. */
static void the_cpu_clock_counts_children_and_daemons(void **state)
{
    (void)state;
    static const char *const ways[] = {"think-hard", "think-in-child", "think-in-daemon"};
    char a[512], b[512], shell[600];
    struct match_result r;
    struct err err;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        /* A shell that stays in between, as in most of the contests' run.sh. */
        snprintf(shell, sizeof shell, "%s; true", rogue(ways[i], a));
        struct match_options o = options_for(shell, rogue("honest", b));
        o.clock.turn_ms = 50;
        o.cpu_clock = true;
        assert_true(match_run(&o, NULL, 0, &r, &err));
        if (!r.seat[0].fault) fail_msg("%s played for nothing", ways[i]);
        assert_string_equal(r.seat[0].fault, "timeout");
        assert_true(r.seat[0].end.cpu_us >= 50 * 1000 && r.seat[0].end.rss_kb > 500);
        assert_null(r.seat[1].fault);
        o.clock.turn_ms = 500;
        assert_true(match_run(&o, NULL, 0, &r, &err));
        assert_null(r.seat[0].fault);
        /* Of a dead child the kernel tells user and system time in hundredths of a second, cut;
           of a living one what it used up to its last tick. */
        assert_true(r.seat[0].ms_max >= 70 && r.seat[0].ms_max < 500);
    }
}

static void a_tree_of_any_depth_is_found(void **state)
{
    (void)state;
    enum { DEPTH = 60 };
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    pid_t root = fork();
    for (int depth = 1; root == 0 && depth < DEPTH; depth++) {
        if (fork() == 0) continue;
        for (;;) pause();
    }
    if (root == 0) { /* the deepest one works */
        while (tree_cpu_us(getpid()) < 50 * 1000) continue;
        if (write(ready[1], "", 1) != 1) _exit(1);
        for (;;) pause();
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_true(tree_cpu_us(root) >= 50 * 1000);
    tree_signal(root, SIGKILL);
    proc_kill_descendants();
    close(ready[0]);
    close(ready[1]);
}

static void one_who_never_answers_loses_on_a_busy_machine_too(void **state)
{
    (void)state;
    assert_true(was_once(false, spinner, 1));
}

static void a_turn_lost_by_sleeping_is_not_disturbed(void **state)
{
    (void)state;
    char a[512];
    assert_true(was_once(false, rogue("hang", a), 0));
    assert_true(was_once(false, rogue("hang", a), 3));
}

static void one_who_crowds_a_core_itself_is_not_excused(void **state)
{
    (void)state;
    char a[512];
    assert_true(was_once(false, rogue("crowd", a), 0));
    assert_true(was_once(false, rogue("crowd", a), 1)); /* others on a core make no difference */
}

static bool has_autogroups(void)
{
    int is_on = 0;
    FILE *f = fopen("/proc/sys/kernel/sched_autogroup_enabled", "re");
    bool was_read = f && fscanf(f, "%d", &is_on) == 1;
    if (f) fclose(f);
    return was_read && is_on;
}

/* On one core, nine spin on one side and one on the other: each side has its half. */
static void one_who_crowds_the_cores_leaves_the_opponent_its_share(void **state)
{
    (void)state;
    static const char crowd[] =
        "for i in 1 2 3 4 5 6 7 8; do while :; do :; done & done; while :; do :; done";
    enum { ENOUGH_US = 400 * 1000, SHARE_MOST = 3 };
    struct proc many = PROC_NONE, one = PROC_NONE;
    struct proc_end how;
    struct err err;
    cpu_set_t ours;
    int core = 0;
    if (!has_autogroups()) skip();
    assert_true(cores_get(&ours, &err));
    while (!CPU_ISSET((size_t)core, &ours)) core++;
    assert_true(cores_pin(core, &err));
    assert_true(proc_start(&many, crowd, &err) && proc_start(&one, spinner, &err));
    assert_true(cores_set(&ours, &err));
    int64_t many_us = 0, one_us = 0;
    while (many_us + one_us < ENOUGH_US) {
        poll(NULL, 0, 10);
        many_us = tree_cpu_us(many.pid);
        one_us = tree_cpu_us(one.pid);
    }
    proc_end(&many, 0, &how);
    proc_end(&one, 0, &how);
    proc_kill_descendants();
    if (one_us * SHARE_MOST < many_us)
        fail_msg("one had %d us, many had %d us", (int)one_us, (int)many_us);
}

static void a_flood_of_standard_error_does_not_keep_the_arena_busy(void **state)
{
    (void)state;
    char a[512];
    char b[512];
    struct match_result r;
    struct err err;
    struct match_options o = options_for(rogue("flood-err", a), rogue("honest", b));
    int64_t before_us = cores_own_us();
    o.clock.turn_ms = 150;
    assert_true(match_run(&o, NULL, 0, &r, &err)); /* 150 ms, and more where it waits */
    assert_true(cores_own_us() - before_us < 75 * 1000);
}

struct heard {
    size_t bytes;
    int steps;
};

static bool hear(void *arg, const struct match_step *step, struct err *err)
{
    struct heard *h = arg;
    (void)err;
    h->bytes += step->err[0]->len;
    h->steps++;
    return true;
}

static void standard_error_is_kept_by_turn_and_bounded(void **state)
{
    (void)state;
    char a[512], b[512];
    struct match_result r;
    struct err err;
    struct heard heard = {0};
    struct match_watch watch = {.arg = &heard, .step = hear};
    struct match_options o = options_for(rogue("chatty", a), rogue("honest", b));
    assert_true(match_run(&o, &watch, 1, &r, &err));
    assert_true(heard.bytes >= (size_t)r.status.turn * strlen("turn 0: I think this is fine\n"));
    heard = (struct heard){0};
    o = options_for(rogue("flood-err", a), rogue("honest", b));
    assert_true(match_run(&o, &watch, 1, &r, &err));
    assert_true(heard.bytes > 0 && heard.bytes <= (size_t)heard.steps * SEAT_ERR_TURN);
}

static void what_a_player_may_write_can_be_set(void **state)
{
    (void)state;
    char a[512], b[512];
    struct match_result r;
    struct err err;
    struct heard heard = {0};
    struct match_watch watch = {.arg = &heard, .step = hear};
    struct match_options o = options_for(rogue("chatty", a), rogue("honest", b));
    o.limits.err_bytes = 100;
    assert_true(match_run(&o, &watch, 1, &r, &err));
    assert_int_equal(heard.bytes, 100);
    assert_null(r.seat[0].fault);
    o.limits = (struct seat_limits){.output_bytes = strlen("chatty\n") + 10 * strlen("0 0\n")};
    assert_true(match_run(&o, NULL, 0, &r, &err));
    assert_string_equal(r.seat[0].fault, "invalid");
    assert_int_equal(r.seat[0].answers, 10);
    o = options_for(rogue("garbage", a), rogue("crlf", b)); /* longer answers by blanks */
    o.limits.answer_bytes = 5;
    assert_true(match_run(&o, NULL, 0, &r, &err));
    assert_string_equal(r.seat[1].fault, "name"); /* "crlf" and its line end are six bytes */
}

/* ---- nothing is left behind ---- */

static int open_descriptors(void)
{
    int count = 0;
    DIR *dir = opendir("/proc/self/fd");
    while (dir && readdir(dir)) count++;
    if (dir) closedir(dir);
    return count;
}

static long most_resident_kb(void)
{
    struct rusage used;
    assert_int_equal(getrusage(RUSAGE_SELF, &used), 0);
    return used.ru_maxrss;
}

/* How many matches: REFEREE_MATCHES, or 1000. */
static int match_count(void)
{
    const char *count = getenv("REFEREE_MATCHES");
    return count ? atoi(count) : 1000;
}

/* What one of the crews does. Most matches wait for a clock, so several go on at once. */
static void many_matches_leave_nothing_behind(void **state)
{
    (void)state;
    const char *crew = getenv("REFEREE_CREW");
    int before = open_descriptors(), first = crew ? atoi(crew) : 0;
    size_t heap = 0;
    long resident_kb = 0;
    turn_ms = SHORT_MS * slowness();
    name_ms = 4 * turn_ms;
    for (int i = first; i < match_count(); i += CREWS) {
        check_verdict(verdict_of(i % VERDICTS), i / VERDICTS % 2);
        if (i / CREWS != WARM_MATCHES) continue;
        heap = mallinfo2().uordblks; /* 0 under ASan, which looks for leaks itself */
        resident_kb = most_resident_kb();
    }
    assert_int_equal(open_descriptors(), before);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* not even a zombie */
    assert_true(heap == 0 || mallinfo2().uordblks <= heap + 16384);
    assert_true(heap == 0 || most_resident_kb() < resident_kb + 1024);
}

static FILE *start_crew(int number)
{
    char self[PATH_MAX] = "", command[PATH_MAX + 64];
    assert_true(readlink("/proc/self/exe", self, sizeof self - 1) > 0);
    snprintf(command, sizeof command, "REFEREE_CREW=%d exec '%s' 2>&1", number, self);
    return popen(command, "r");
}

/* What it said, and how it ended. */
static int end_crew(FILE *crew)
{
    char line[512];
    while (fgets(line, sizeof line, crew)) printf("# %s", line);
    return pclose(crew);
}

static void a_thousand_matches_leave_nothing_behind(void **state)
{
    (void)state;
    FILE *crew[CREWS];
    int failed = 0;
    for (int i = 0; i < CREWS; i++) assert_non_null(crew[i] = start_crew(i));
    for (int i = 0; i < CREWS; i++) failed += end_crew(crew[i]) != 0;
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_is_charged_in_whole_milliseconds),
        cmocka_unit_test(late_is_more_than_allowed),
        cmocka_unit_test(the_nearer_limit_is_the_deadline),
        cmocka_unit_test(a_margin_is_forgiven_but_charged),
        cmocka_unit_test(what_a_line_held_up_is_waited_for_and_not_charged),
        cmocka_unit_test(no_limit_has_no_deadline),
        cmocka_unit_test(a_paused_player_uses_no_time),
        cmocka_unit_test(an_answer_that_is_late_by_waiting_for_a_core_is_disturbed),
        cmocka_unit_test(one_who_never_answers_loses_on_a_busy_machine_too),
        cmocka_unit_test(the_cpu_clock_counts_children_and_daemons),
        cmocka_unit_test(a_tree_of_any_depth_is_found),
        cmocka_unit_test(a_turn_lost_by_sleeping_is_not_disturbed),
        cmocka_unit_test(one_who_crowds_a_core_itself_is_not_excused),
        cmocka_unit_test(one_who_crowds_the_cores_leaves_the_opponent_its_share),
        cmocka_unit_test(a_flood_of_standard_error_does_not_keep_the_arena_busy),
        cmocka_unit_test(every_fault_gets_its_verdict),
        cmocka_unit_test(a_command_that_does_not_exist_is_gone),
        cmocka_unit_test(both_failing_at_once_is_for_the_rules),
        cmocka_unit_test(cpu_clock_charges_no_sleep),
        cmocka_unit_test(cpu_clock_ends_one_who_computes_for_ever),
        cmocka_unit_test(serial_thinking_gives_the_same_game),
        cmocka_unit_test(standard_error_is_kept_by_turn_and_bounded),
        cmocka_unit_test(what_a_player_may_write_can_be_set),
        cmocka_unit_test(a_thousand_matches_leave_nothing_behind),
    };
    if (!getenv("ROGUE")) {
        puts("1..0 # SKIP ROGUE does not name the player");
        return 0;
    }
    proc_become_subreaper();
    stop_watch();
    struct cage_limits limits = cage_default_limits();
    struct err err;
    if (getenv("CAGED") && !cage_open(&cage, &limits, 2, &err)) {
        printf("1..0 # SKIP %s\n", err.text);
        return 0;
    }
    const struct CMUnitTest work[] = {cmocka_unit_test(many_matches_leave_nothing_behind)};
    int failed = getenv("REFEREE_CREW") ? cmocka_run_group_tests(work, NULL, NULL)
                                        : cmocka_run_group_tests(tests, NULL, NULL);
    printf("# the latest verdict came %d ms after the end of its clock\n", latest_ms);
    cage_close(&cage);
    return failed;
}
