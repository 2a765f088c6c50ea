/*
 * The cage: what a caged program can and cannot do, alone (tests/players/probe) and in a match
 * (tests/players/rogue); their paths stand in the environment variables PROBE and ROGUE.
 */
#include "games/game.h"
#include "os/clock.h"
#include "os/stop.h"
#include "referee/match.h"
#include "sandbox/cage.h"
#include "tests/unit/stopwatch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum {
    MEMORY = 192 << 20,
    SMALL = 1 << 20,
    TURN_MS = 1000,
    GRACE_MS = 50, /* from the end of the clock to the verdict */
    ATTEMPTS_LEAST = 60
};

static struct cage cage;
static char folder[] = "/tmp/taisen-cage-XXXXXX"; /* with two folders, mine/ and other/ */
static char mine[64], secret[64];

/* ---- running a program and hearing what it says ---- */

static void hear(struct proc *p, char *out, size_t size)
{
    size_t len = 0;
    struct pollfd fd = {.fd = p->out, .events = POLLIN};
    for (ssize_t got = 1; got != 0 && len < size - 1;) {
        stop_poll(&fd, 1, -1);
        got = read(p->out, out + len, size - 1 - len);
        if (got > 0) len += (size_t)got;
    }
    out[len] = '\0';
}

static int finish(struct proc *p, char *out, size_t size)
{
    struct proc_end how;
    hear(p, out, size);
    proc_end(p, 1000 * 1000, &how);
    proc_kill_descendants();
    return how.signal ? 128 + how.signal : how.code;
}

/* In the cage; limits that are 0 are its own. The exit status as a shell shows it. */
static int run_within(const struct cage_limits *limits, const char *command, char *out, size_t size)
{
    struct proc p;
    struct err err = {.text = ""};
    bool ok = cage_start(&cage, 0, limits, &(struct view_command){.text = command}, &p, &err);
    if (!ok) print_message("%s\n", err.text);
    assert_true(ok);
    return finish(&p, out, size);
}

/* In the cage, or free for comparison. */
static int run(bool caged, const char *command, char *out, size_t size)
{
    struct proc p;
    struct err err;
    if (caged) return run_within(&(struct cage_limits){0}, command, out, size);
    assert_true(proc_start(&p, command, &err));
    return finish(&p, out, size);
}

static int count_lines_with(const char *text, const char *tail, bool show)
{
    int count = 0;
    char copy[16384], *rest = copy, *line;
    snprintf(copy, sizeof copy, "%s", text);
    while ((line = strtok_r(rest, "\n", &rest))) {
        if (!strstr(line, tail)) continue;
        if (show) print_message("%s\n", line);
        count++;
    }
    return count;
}

/* ---- what a program can do alone ---- */

static void check_denied(const char *said)
{
    assert_int_equal(count_lines_with(said, ": got", true), 0);
    assert_true(count_lines_with(said, ": denied", false) >= ATTEMPTS_LEAST);
}

static void every_attempt_is_denied(void **state)
{
    (void)state;
    char command[512], said[16384];
    snprintf(command, sizeof command, "%s/probe try %s %d", mine, secret + 1, (int)getpid());
    assert_int_equal(run(true, command, said, sizeof said), 0);
    check_denied(said);
}

/* A submitted program lives at CAGE_HOME, which is below /home, so there is a /home. */
static const char *without_home(char *said)
{
    static const char line[] = "read_home: got\n";
    char *at = strstr(said, line);
    assert_non_null(at);
    memmove(at, at + strlen(line), strlen(at + strlen(line)) + 1);
    return said;
}

static void every_attempt_of_a_submitted_program_is_denied(void **state)
{
    (void)state;
    struct proc p;
    struct err err;
    char command[512], said[16384];
    snprintf(command, sizeof command, "./probe try %s %d", secret + 1, (int)getpid());
    assert_true(cage_start_at_home(&cage, 0, &(struct cage_limits){0}, mine, command, &p, &err));
    assert_int_equal(finish(&p, said, sizeof said), 0);
    check_denied(without_home(said));
}

static void send_file(int to, const char *path)
{
    char bytes[4096];
    int from = open(path, O_RDONLY | O_CLOEXEC);
    assert_true(from >= 0);
    for (ssize_t got; (got = read(from, bytes, sizeof bytes)) > 0;)
        for (ssize_t sent = 0, now; sent<got; sent += now> 0 ? now : 0) {
            now = write(to, bytes + sent, (size_t)(got - sent));
            if (now < 0) stop_poll(&(struct pollfd){.fd = to, .events = POLLOUT}, 1, -1);
        }
    close(from);
}

/* A build has a folder that it can write, in memory, and gets what is built on standard input. */
static void every_attempt_of_a_build_is_denied(void **state)
{
    (void)state;
    struct proc p;
    struct err err;
    char command[512], said[16384], probe[128];
    snprintf(command, sizeof command, "cat >probe && chmod 700 probe && exec ./probe try %s %d",
             secret + 1, (int)getpid());
    assert_true(cage_start_at_home(&cage, 0, &(struct cage_limits){0}, NULL, command, &p, &err));
    snprintf(probe, sizeof probe, "%s/probe", mine);
    send_file(p.in, probe);
    close(p.in);
    p.in = -1;
    assert_int_equal(finish(&p, said, sizeof said), 0);
    assert_int_equal(count_lines_with(said, "write_folder: got", false), 1);
    char *at = strstr(said, "write_folder: got");
    memcpy(at + strlen("write_folder:"), " its", 4);
    check_denied(without_home(said));
}

/* ---- who is in the cage, seen from outside ---- */

static bool is_filtered(pid_t pid)
{
    char path[64], line[256];
    bool filtered = false;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        filtered = filtered || strcmp(line, "Seccomp:\t2\n") == 0;
    if (f) fclose(f);
    return filtered;
}

/* Counts the processes below one, and those of them under no filter. */
static int count_below(pid_t pid, int *unfiltered)
{
    char path[64], list[1024] = "";
    int count = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t len = read(fd, list, sizeof list - 1);
    close(fd);
    list[len > 0 ? len : 0] = '\0';
    for (char *at = list, *end; (pid = (pid_t)strtol(at, &end, 10)) > 0; at = end) {
        *unfiltered += !is_filtered(pid);
        count += 1 + count_below(pid, unfiltered);
    }
    return count;
}

/* From the moment on at which the player can do something. */
static void the_filter_holds_for_every_process_of_the_cage(void **state)
{
    (void)state;
    enum { STARTS = 40 };
    for (int i = 0; i < STARTS; i++) {
        struct proc p;
        struct proc_end how;
        struct err err;
        char byte;
        int unfiltered = 0;
        assert_true(cage_start(&cage, 0, &(struct cage_limits){0},
                               &(struct view_command){.text = "echo x; read x"}, &p, &err));
        stop_poll(&(struct pollfd){.fd = p.out, .events = POLLIN}, 1, -1);
        assert_int_equal(read(p.out, &byte, 1), 1);
        assert_int_equal(count_below(p.pid, &unfiltered),
                         2); /* the first process, and the player */
        assert_int_equal(unfiltered, 0);
        proc_end(&p, 0, &how);
        proc_kill_descendants();
    }
}

static void bubblewrap_has_no_environment(void **state)
{
    (void)state;
    struct proc p;
    struct proc_end how;
    struct err err;
    char byte, path[64];
    setenv("PGPASSWORD", "hidden", 1);
    assert_true(cage_start(&cage, 0, &(struct cage_limits){0},
                           &(struct view_command){.text = "echo x; read x"}, &p, &err));
    stop_poll(&(struct pollfd){.fd = p.out, .events = POLLIN}, 1, -1);
    snprintf(path, sizeof path, "/proc/%d/environ", (int)p.pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t len = read(fd, &byte, 1);
    close(fd);
    proc_end(&p, 0, &how);
    proc_kill_descendants();
    unsetenv("PGPASSWORD");
    assert_true(fd >= 0);
    assert_int_equal(len, 0);
}

/* The probe is no proof if it could not do these things anywhere. */
static void the_same_attempts_succeed_without_a_cage(void **state)
{
    (void)state;
    static const char names[] = "read_other follow_link climb_out write_folder signal_outside "
                                "read_command tcp_socket unix_socket watch_files choose_cores "
                                "read_passwd read_home trace_self ask_pages read_if_cached "
                                "drop_pages";
    char command[512], said[16384];
    snprintf(command, sizeof command, "%s/probe try %s %d %s", mine, secret + 1, (int)getpid(),
             names);
    assert_int_equal(run(false, command, said, sizeof said), 0);
    assert_int_equal(count_lines_with(said, ": denied", true), 0);
    assert_int_equal(count_lines_with(said, ": got", false), 16);
}

/* One leaves marks on every channel, the other looks for them. */
static int channels_heard(bool caged)
{
    struct proc speaker;
    struct proc_end how;
    struct err err;
    char command[512], said[4096] = "";
    snprintf(command, sizeof command, "%s/probe speak", mine);
    assert_true(caged ? cage_start(&cage, 1, &(struct cage_limits){0},
                                   &(struct view_command){.text = command}, &speaker, &err)
                      : proc_start(&speaker, command, &err));
    struct pollfd fd = {.fd = speaker.out, .events = POLLIN};
    stop_poll(&fd, 1, -1);
    assert_int_equal(read(speaker.out, said, sizeof said), strlen("ready\n"));
    snprintf(command, sizeof command, "%s/probe listen", mine);
    assert_int_equal(run(caged, command, said, sizeof said), 0);
    close(speaker.in);
    speaker.in = -1;
    proc_end(&speaker, 1000 * 1000, &how);
    return count_lines_with(said, ": heard", caged);
}

static void two_caged_players_cannot_talk(void **state)
{
    (void)state;
    assert_int_equal(channels_heard(true), 0);
}

static void two_free_ones_can(void **state)
{
    (void)state;
    assert_true(channels_heard(false) >= 9);
}

static void exit_status_is_the_programs(void **state)
{
    (void)state;
    char said[256];
    assert_int_equal(run(true, "exit 42;", said, sizeof said), 42);
    assert_int_equal(run(true, "kill -9 $$", said, sizeof said), 128 + SIGKILL);
    assert_int_equal(run(true, "/no/such/program", said, sizeof said), 127);
}

static void paths_and_the_current_folder_are_those_of_outside(void **state)
{
    (void)state;
    char said[4096], here[4096], want[4200];
    assert_non_null(getcwd(here, sizeof here));
    snprintf(want, sizeof want, "%s\n", here);
    assert_int_equal(run(true, "pwd", said, sizeof said), 0);
    assert_string_equal(said, want);
}

static void the_environment_is_new(void **state)
{
    (void)state;
    char said[4096];
    setenv("TAISEN_SECRET", "hidden", 1);
    assert_int_equal(run(true, "env", said, sizeof said), 0);
    assert_null(strstr(said, "TAISEN_SECRET"));
    assert_non_null(strstr(said, "HOME=/tmp\n"));
}

static void standard_descriptors_can_be_opened_by_name(void **state)
{
    (void)state;
    char said[256];
    assert_int_equal(run(true, "echo hello >/dev/stdout", said, sizeof said), 0);
    assert_string_equal(said, "hello\n");
}

/* What a command names is seen inside where it exists outside: not this name. */
static void tmp_is_writable_and_bounded(void **state)
{
    (void)state;
    char said[256];
    assert_int_equal(
        run(true, "echo x >/tmp/of-the-cage && cat /tmp/of-the-cage", said, sizeof said), 0);
    assert_string_equal(said, "x\n");
    assert_int_not_equal(run(true, "yes | head -c 2000000 >/tmp/of-the-cage", said, sizeof said),
                         0);
    assert_int_equal(run(true, "test -e /tmp/of-the-cage", said, sizeof said),
                     1); /* a new one each time */
}

/* However small: the cage itself needs no file. */
static void a_file_is_bounded(void **state)
{
    (void)state;
    struct cage_limits less = {.file_bytes = 1024};
    char said[256];
    assert_int_equal(
        run_within(&less, "echo x >/tmp/of-the-cage && cat /tmp/of-the-cage", said, sizeof said),
        0);
    assert_int_not_equal(
        run_within(&less, "yes | head -c 2000 >/tmp/of-the-cage", said, sizeof said), 0);
}

static void memory_is_bounded(void **state)
{
    (void)state;
    static const char greedy[] =
        "yes | tr -d '\\n' | head -c 400000000 | tail >/dev/null"; /* one long line */
    char said[256];
    assert_int_equal(run(false, greedy, said, sizeof said), 0);
    assert_int_not_equal(run(true, greedy, said, sizeof said), 0);
}

/* Where nothing counts the memory of all processes together, there is none to be shared but in the
   files of /tmp and /dev/shm; elsewhere it counts, and the program is ended. */
static void shared_memory_is_bounded(void **state)
{
    (void)state;
    char command[512], said[4096];
    int most = 0;
    snprintf(command, sizeof command, "%s/probe share %d", mine, 2 * (MEMORY >> 20));
    run(true, command, said, sizeof said);
    for (const char *at = said; (at = strstr(at, ": ")); at++) most += atoi(at + 2);
    assert_true(most < MEMORY >> 20);
    if (cgroup_has(&cage.slots[0], CGROUP_MEMORY)) return;
    assert_non_null(strstr(said, "anonymous: 0\nmemfd: 0\n/dev/zero: 0\n"));
}

/* As a ladder sets them: of one program, not of the next in the same slot. */
static void limits_can_be_of_one_program(void **state)
{
    (void)state;
    static const char greedy[] =
        "yes | tr -d '\\n' | head -c 60000000 | tail >/dev/null"; /* one long line */
    struct cage_limits less = {.memory_bytes = 32 << 20};
    char said[256];
    assert_int_equal(run_within(&(struct cage_limits){0}, greedy, said, sizeof said), 0);
    assert_int_not_equal(run_within(&less, greedy, said, sizeof said), 0);
    assert_int_equal(run_within(&(struct cage_limits){0}, greedy, said, sizeof said), 0);
}

static void languages_run(void **state)
{
    (void)state;
    static const char *const commands[] = {"python3 -c 'print(6*7)'", "perl -e 'print 42'",
                                           "node -e 'console.log(42)'", "ruby -e 'puts 42'"};
    char said[256];
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (run(false, commands[i], said, sizeof said) != 0) continue; /* not on this machine */
        assert_int_equal(run(true, commands[i], said, sizeof said), 0);
        assert_int_equal(strtol(said, NULL, 10), 42);
    }
}

static void the_heap_of_java_fits_the_memory_limit(void **state)
{
    (void)state;
    char said[256];
    if (run(false, "java -version", said, sizeof said) != 0) skip();
    run(true,
        "java -XX:+PrintFlagsFinal -version 2>/dev/null | sed -n '/ MaxHeapSize /s/[^0-9]//gp'",
        said, sizeof said);
    long long heap = strtoll(said, NULL, 10);
    assert_true(heap > MEMORY / 4 && heap < MEMORY);
}

static void a_compiler_runs_in_the_cage(void **state)
{
    (void)state;
    char command[512], said[256], source[128];
    if (run(false, "cc --version", said, sizeof said) != 0) skip();
    snprintf(source, sizeof source, "%s/answer.c", mine);
    FILE *f = fopen(source, "w");
    assert_non_null(f);
    fputs("#include <stdio.h>\nint main(void) { puts(\"42\"); }\n", f);
    fclose(f);
    snprintf(command, sizeof command, "cc -o /tmp/answer %s && /tmp/answer", source);
    assert_int_equal(run(true, command, said, sizeof said), 0);
    assert_string_equal(said, "42\n");
}

static void cpu_time_of_children_is_counted(void **state)
{
    (void)state;
    char said[256];
    int64_t before_us = cage_cpu_us(&cage, 0);
    if (before_us < 0) skip(); /* no control group here */
    run(true, "(i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done) & wait", said, sizeof said);
    assert_true(cage_cpu_us(&cage, 0) - before_us > 20 * 1000);
}

/* ---- what a program sees ---- */

static void make_file(const char *name, const char *text)
{
    FILE *f = fopen(name, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

/* The current folder: programs, records, and folders of others. */
static void furnish(void)
{
    static const char *const folders[] = {"sub", "rival", "records"};
    struct err err;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        assert_true(mkdir(folders[i], 0755) == 0 || errno == EEXIST);
    make_file("a.py", "");
    make_file("b.py", "");
    make_file("helper.py", "");
    make_file("sub/data", "");
    make_file("rival/run", "");
    make_file("records/1.txt", "");
    make_file("now.jsonl", "");
    make_file("old.jsonl", "{\"taisen\":1}\n");
    make_file("book.jsonl", "{\"opening\":1}\n");
    assert_true(cage_hide(&cage, "now.jsonl", &err));
    assert_true(cage_hide(&cage, "records", &err));
}

/* Says which files can be read. */
#define LOOK "; for f in *.py *.jsonl */*; do cat $f >/dev/null 2>&1 && echo $f; done; true"

static void check_seen(const char *command, const char *other, const char *want)
{
    const char *others[] = {command, other};
    struct view_command c = {command, others, other ? 2 : 1};
    struct proc p;
    struct err err;
    char said[4096];
    assert_true(cage_start(&cage, 0, &(struct cage_limits){0}, &c, &p, &err));
    assert_int_equal(finish(&p, said, sizeof said), 0);
    assert_string_equal(said, want);
}

static void a_program_sees_its_folder_but_no_record(void **state)
{
    (void)state;
    static const char all[] = "a.py\nb.py\nhelper.py\nbook.jsonl\nrival/run\nsub/data\n";
    furnish();
    check_seen(": a.py" LOOK, NULL, all);
    check_seen(": a.py" LOOK, ": a.py", all); /* itself, in the other seat */
    check_seen("true" LOOK, NULL, all);       /* the current folder */
}

static void a_program_does_not_see_the_folder_of_another(void **state)
{
    (void)state;
    furnish();
    check_seen(": a.py" LOOK, "rival/run x", "a.py\nb.py\nhelper.py\nbook.jsonl\nsub/data\n");
    check_seen(": rival/run" LOOK, ": a.py", "rival/run\n");
}

static void in_one_folder_programs_see_what_their_commands_name(void **state)
{
    (void)state;
    furnish();
    check_seen(": a.py" LOOK, ": b.py", "a.py\n");
    check_seen(": a.py helper.py sub" LOOK, ": b.py", "a.py\nhelper.py\nsub/data\n");
    check_seen("(cd sub)" LOOK, "(cd rival)", "sub/data\n");
    check_seen(": a.py now.jsonl" LOOK, ": b.py", "a.py\n"); /* never what the arena writes */
}

static void where_the_arena_writes_only_named_files_are_seen(void **state)
{
    (void)state;
    struct err err;
    furnish();
    make_file("records/a.py", "");
    check_seen(": records/a.py" LOOK, NULL, "records/a.py\n");
    assert_true(cage_hide(&cage, ".", &err));
    check_seen(": a.py" LOOK, NULL, "a.py\n");
    free(cage.kept[--cage.kept_count]);
}

static void programs_that_cannot_be_told_apart_are_refused(void **state)
{
    (void)state;
    const char *others[] = {"java A", "java B"};
    struct view_command c = {"java A", others, 2};
    struct proc p;
    struct err err;
    assert_false(cage_start(&cage, 0, &(struct cage_limits){0}, &c, &p, &err));
    assert_non_null(strstr(err.text, "a folder of its own"));
}

/* Nobody's home is shown because a program lies there. */
static void directly_in_tmp_only_the_program_is_seen(void **state)
{
    (void)state;
    char file[128], command[256], said[256];
    snprintf(file, sizeof file, "%s.file", folder);
    make_file(file, "x\n");
    snprintf(command, sizeof command, "cat %s; ls /tmp | wc -l", file);
    assert_int_equal(run(true, command, said, sizeof said), 0);
    unlink(file);
    assert_string_equal(said, "x\n2\n"); /* it, and the current folder */
}

/* Every file that can be opened, besides those of /usr, /etc, the kernel's settings and one's own.
 */
static void nothing_else_of_the_machine_can_be_opened(void **state)
{
    (void)state;
    static const char want[] = "/dev/full\n/dev/null\n/dev/random\n/dev/urandom\n"
                               "%s/init\n/proc/cpuinfo\n/proc/filesystems\n/proc/loadavg\n"
                               "/proc/meminfo\n/proc/stat\n/proc/uptime\n/proc/version\n";
    bool is_weak = !cgroup_has(&cage.slots[0], CGROUP_MEMORY);
    char command[1024], said[4096], all[1024];
    snprintf(
        command, sizeof command,
        "find / \\( -path /usr -o -path /etc -o -path '/proc/[0-9]*' -o -path /proc/sys/kernel "
        "-o -path /proc/sys/vm -o -path %s \\) -prune -o ! -type d ! -type l -print "
        "2>/dev/null | sort | while read -r f; do (exec 3<$f) 2>/dev/null && echo $f; done; true",
        mine);
    assert_int_equal(run(true, command, said, sizeof said), 0);
    snprintf(all, sizeof all, want, is_weak ? "" : "/dev/zero\n");
    assert_string_equal(said, all);
}

/* ---- control groups ---- */

static void groups_are_found_in_version_2(void **state)
{
    (void)state;
    struct cgroup_place place;
    const char *mounts =
        "22 28 0:20 / /proc rw shared:1 - proc proc rw\n"
        "30 23 0:26 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";
    cgroup_locate(&place, mounts, "0::/user.slice/user-0.slice/session-3.scope\n");
    assert_int_equal(place.version, 2);
    assert_string_equal(place.dir[CGROUP_MEMORY], "/sys/fs/cgroup/user.slice/user-0.slice");
    cgroup_locate(&place, mounts, "0::/\n");
    assert_string_equal(place.dir[CGROUP_PIDS], "/sys/fs/cgroup");
}

static void groups_are_found_in_version_1(void **state)
{
    (void)state;
    struct cgroup_place place;
    cgroup_locate(&place,
                  "1 2 0:1 / /cg/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
                  "3 2 0:2 / /cg/memory rw - cgroup cgroup rw,memory\n"
                  "4 2 0:3 /docker/abc /cg/pids rw - cgroup cgroup rw,pids\n"
                  "5 2 0:4 / /cg/unified rw - cgroup2 cgroup2 rw\n",
                  "4:memory:/a/b\n3:pids:/docker/abc\n2:cpu,cpuacct:/\n0::/x\n");
    assert_int_equal(place.version, 1);
    assert_string_equal(place.dir[CGROUP_MEMORY], "/cg/memory/a/b");
    assert_string_equal(place.dir[CGROUP_PIDS], "/cg/pids");
    assert_string_equal(place.dir[CGROUP_SHARE], "/cg/cpu,cpuacct");
    assert_string_equal(place.dir[CGROUP_CPU], "/cg/cpu,cpuacct");
    assert_string_equal(place.dir[CGROUP_FREEZER], "");
}

static void no_groups_are_found_where_there_are_none(void **state)
{
    (void)state;
    struct cgroup_place place;
    cgroup_locate(&place, "22 28 0:20 / /proc rw - proc proc rw\n", "0::/\n");
    assert_int_equal(place.version, 0);
}

/* An arena that dies at once, with somebody in its group who would wait for ever. */
static void leave_behind(const struct cgroup_place *place, int tell)
{
    struct cgroup left;
    struct err err;
    if (!cgroup_make(&left, place, 7, &err)) _exit(1);
    pid_t player = fork();
    if (player == 0) {
        bool has_joined = cgroup_join(&left);
        _exit(write(tell, &has_joined, sizeof has_joined) < 0 || pause() ? 1 : 0);
    }
    _exit(write(tell, &player, sizeof player) == sizeof player ? 0 : 1);
}

static bool is_left(const struct cgroup_place *place, pid_t arena)
{
    char name[64], path[CGROUP_PATH + 80];
    bool any = false;
    cgroup_name(arena, name);
    for (int kind = 0; kind < CGROUP_KINDS; kind++) {
        snprintf(path, sizeof path, "%s/%s.7", place->dir[kind], name);
        any = any || (place->dir[kind][0] && access(path, F_OK) == 0);
    }
    return any;
}

static void what_a_killed_arena_left_is_ended_and_removed_by_the_next(void **state)
{
    (void)state;
    enum { TRIES = 6000 };
    struct cgroup_place place;
    char told[sizeof(pid_t) + sizeof(bool)];
    int status, ends[2];
    cgroup_find(&place);
    if (!place.version) skip();
    assert_int_equal(pipe(ends), 0);
    pid_t arena = fork();
    if (arena == 0) leave_behind(&place, ends[1]);
    for (size_t got = 0; got < sizeof told;) /* both have spoken */
        got += (size_t)read(ends[0], told + got, sizeof told - got);
    assert_int_equal(waitpid(arena, &status, 0), arena);
    assert_int_equal(status, 0);
    for (int i = 0; i < TRIES && is_left(&place, arena); i++) {
        cgroup_find(&place);
        while (waitpid(-1, &status, WNOHANG) > 0) assert_int_equal(WTERMSIG(status), SIGKILL);
        usleep(10 * 1000);
    }
    assert_false(is_left(&place, arena));
    close(ends[0]);
    close(ends[1]);
}

/* ---- hostile players in a match ---- */

static const struct hostile {
    const char *fault, *verdict; /* NULL: the game goes on */
    bool needs_root;             /* without a cage, see tests/players/rogue.c */
} hostile[] = {
    {"fork-bomb", "timeout", false},   {"memory-bomb", "crash", false},
    {"fill-disk", NULL, false},        {"hog-descriptors", NULL, false},
    {"spinning-threads", NULL, false}, {"kill-everyone", NULL, true},
    {"leave-daemons", NULL, false},    {"spinning-child", "gone", false},
    {"trace-parent", NULL, true},      {"snoop", NULL, true},
    {"link-tricks", NULL, true},       {"phone-home", NULL, false},
};

/* Processes in the slot's groups, or below us where there are none. */
static bool nobody_is_left(void)
{
    for (int slot = 0; slot < 2; slot++) {
        char path[CGROUP_PATH + 64], byte;
        if (!cgroup_has(&cage.slots[slot], CGROUP_MEMORY)) continue;
        snprintf(path, sizeof path, "%s/cgroup.procs", cage.slots[slot].dir[CGROUP_MEMORY]);
        int fd = open(path, O_RDONLY | O_CLOEXEC);
        ssize_t got = read(fd, &byte, 1);
        close(fd);
        if (got != 0) return false;
    }
    return waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD;
}

/* Returns how long the verdict took, in milliseconds. */
static int play_hostile(const struct hostile *h, int side, bool caged, struct match_result *r)
{
    char command[2][512];
    struct err err;
    struct stopwatch clock;
    struct match_options o = {.game = game_find("reborn"), .setup = {.seed = 5}};
    if (caged) o.cage = &cage;
    for (int p = 0; p < 2; p++) {
        snprintf(command[p], sizeof command[p], "%s/rogue %s", mine,
                 p == side ? h->fault : "honest");
        o.seat[p] = command[p];
    }
    o.clock = o.game->clock;
    o.clock.turn_ms = TURN_MS;
    int64_t began_us = clock_us();
    struct match_watch watch = stopwatch_start(&clock);
    assert_true(match_run(&o, &watch, 1, r, &err));
    int took_ms = (int)((clock_us() - began_us) / 1000);
    int verdict_ms = (int)(clock.longest_us / 1000);
    print_message("%s, %s: %s, longest turn %d ms, match %d ms\n", h->fault,
                  caged ? "caged" : "free", r->seat[side].fault ? r->seat[side].fault : "plays",
                  verdict_ms, took_ms);
    assert_true(nobody_is_left());
    return verdict_ms;
}

/* A disturbed match, and one whose verdict came late, is played again: this machine may be busy.
   Who is late there is waited for, but never longer than twice its time and a second. */
static void check_hostile(const struct hostile *h, int side, bool caged)
{
    enum { TRIES = 5, VERDICT_MOST_MS = 2 * TURN_MS + 1000 + GRACE_MS };
    struct match_result r = {.is_disturbed = true};
    int verdict_ms = INT_MAX;
    for (int i = 0; i < TRIES && (r.is_disturbed || verdict_ms >= TURN_MS + GRACE_MS); i++) {
        verdict_ms = play_hostile(h, side, caged, &r);
        assert_true(verdict_ms < VERDICT_MOST_MS);
    }
    const char *fault = r.seat[side].fault;
    assert_string_equal(fault ? fault : "plays", h->verdict ? h->verdict : "plays");
    assert_null(r.seat[1 - side].fault);
    if (h->verdict) assert_int_equal(r.status.winner, 1 - side);
}

static void hostile_players_do_no_harm(bool caged)
{
    for (size_t i = 0; i < sizeof hostile / sizeof hostile[0]; i++) {
        if (hostile[i].needs_root && !caged && geteuid() != 0) continue;
        check_hostile(&hostile[i], (int)i % 2, caged);
        check_hostile(&hostile[i], (int)(i + 1) % 2, caged);
    }
}

static void hostile_players_do_no_harm_in_the_cage(void **state)
{
    (void)state;
    hostile_players_do_no_harm(true);
}

static void hostile_players_leave_nothing_behind_without_it(void **state)
{
    (void)state;
    if (getenv("AS_USER")) skip(); /* nothing is root's here */
    hostile_players_do_no_harm(false);
}

/* ---- */

/* Root's cage is not everybody's: with AS_USER set, all this is done as an ordinary user. */
static bool become_user(void)
{
    enum { SOME_USER = 54321 };
    char command[64];
    if (!getenv("AS_USER")) return true;
    snprintf(command, sizeof command, "chown -R %d %s", SOME_USER, folder);
    return system(command) == 0 && // NOLINT(bugprone-command-processor, cert-env33-c)
           setgroups(0, NULL) == 0 && setresgid(SOME_USER, SOME_USER, SOME_USER) == 0 &&
           setresuid(SOME_USER, SOME_USER, SOME_USER) == 0 && prctl(PR_SET_DUMPABLE, 1) == 0;
}

static bool copy_players(void)
{
    char command[1024];
    snprintf(mine, sizeof mine, "%s/mine", folder);
    snprintf(secret, sizeof secret, "%s/other", folder);
    snprintf(command, sizeof command,
             "chmod 755 %s && mkdir -m 755 %s %s && cp %s %s/probe && cp %s %s/rogue && "
             "echo secret >%s/secret && chmod -R a+rX %s",
             folder, mine, secret, getenv("PROBE"), mine, getenv("ROGUE"), mine, secret, folder);
    strcat(secret, "/secret");
    return system(command) == 0 &&
           chdir(mine) == 0; // NOLINT(bugprone-command-processor, cert-env33-c)
}

static int run_all(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_attempt_is_denied),
        cmocka_unit_test(every_attempt_of_a_submitted_program_is_denied),
        cmocka_unit_test(every_attempt_of_a_build_is_denied),
        cmocka_unit_test(the_filter_holds_for_every_process_of_the_cage),
        cmocka_unit_test(bubblewrap_has_no_environment),
        cmocka_unit_test(the_same_attempts_succeed_without_a_cage),
        cmocka_unit_test(two_caged_players_cannot_talk),
        cmocka_unit_test(two_free_ones_can),
        cmocka_unit_test(exit_status_is_the_programs),
        cmocka_unit_test(paths_and_the_current_folder_are_those_of_outside),
        cmocka_unit_test(the_environment_is_new),
        cmocka_unit_test(standard_descriptors_can_be_opened_by_name),
        cmocka_unit_test(tmp_is_writable_and_bounded),
        cmocka_unit_test(a_file_is_bounded),
        cmocka_unit_test(memory_is_bounded),
        cmocka_unit_test(shared_memory_is_bounded),
        cmocka_unit_test(limits_can_be_of_one_program),
        cmocka_unit_test(languages_run),
        cmocka_unit_test(the_heap_of_java_fits_the_memory_limit),
        cmocka_unit_test(a_compiler_runs_in_the_cage),
        cmocka_unit_test(cpu_time_of_children_is_counted),
        cmocka_unit_test(a_program_sees_its_folder_but_no_record),
        cmocka_unit_test(a_program_does_not_see_the_folder_of_another),
        cmocka_unit_test(in_one_folder_programs_see_what_their_commands_name),
        cmocka_unit_test(where_the_arena_writes_only_named_files_are_seen),
        cmocka_unit_test(programs_that_cannot_be_told_apart_are_refused),
        cmocka_unit_test(directly_in_tmp_only_the_program_is_seen),
        cmocka_unit_test(nothing_else_of_the_machine_can_be_opened),
        cmocka_unit_test(groups_are_found_in_version_2),
        cmocka_unit_test(groups_are_found_in_version_1),
        cmocka_unit_test(no_groups_are_found_where_there_are_none),
        cmocka_unit_test(what_a_killed_arena_left_is_ended_and_removed_by_the_next),
        cmocka_unit_test(hostile_players_do_no_harm_in_the_cage),
        cmocka_unit_test(hostile_players_leave_nothing_behind_without_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

static int test_all(void)
{
    struct cage_limits limits = {
        .memory_bytes = MEMORY, .processes = 40, .file_bytes = SMALL, .tmp_bytes = SMALL};
    struct err err = {.text = "cannot become an ordinary user"};
    proc_become_subreaper();
    stop_watch();
    if (!become_user() || !cage_open(&cage, &limits, 2, &err)) {
        printf("1..0 # SKIP %s\n", err.text);
        return 0;
    }
    int failed = run_all();
    cage_close(&cage);
    return failed;
}

/* In a child: who has become an ordinary user cannot remove the folder any more. */
int main(void)
{
    char command[64];
    int status = 1;
    if (getenv("AS_USER") && geteuid() != 0) {
        puts("1..0 # SKIP an ordinary user has done this already");
        return 0;
    }
    if (!getenv("PROBE") || !getenv("ROGUE") || !mkdtemp(folder) || !copy_players()) return 1;
    fflush(stdout);
    pid_t tester = fork();
    if (tester == 0) return test_all();
    waitpid(tester, &status, 0);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    bool removed = system(command) == 0; // NOLINT(bugprone-command-processor, cert-env33-c)
    return removed && status == 0 ? 0 : 1;
}
