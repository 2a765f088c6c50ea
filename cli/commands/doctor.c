/* `taisen doctor`: what this machine offers, graded, with advice. */
#include "base/text.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/json_line.h"
#include "os/clock.h"
#include "sandbox/cage_probe.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { NOISE_US = 1000 * 1000, NOISY_US = 5 * 1000, STALL_US = 1000 };

static const char *const strengths[] = {"none", "weak", "full"};
static const char *const strength_words[] = {N_("The sandbox as a whole: none."),
                                             N_("The sandbox as a whole: weak."),
                                             N_("The sandbox as a whole: full.")};
static const char *const grades[] = {N_("enforced"), N_("fine"), N_("weak"), N_("MISSING")};
static const char *const grade_words[] = {"enforced", "fine", "weak", "missing"};

struct report {
    bool json;
    struct text *line; /* where it is JSON */
};

static void print_item(void *arg, const struct cage_probe_item *item)
{
    const struct report *r = arg;
    if (!r->json) {
        cli_print_cell(_(grades[item->grade]), 9, 1);
        cli_print_cell(_(item->name), 15, 1);
        puts(item->shown ? item->shown : _(item->found));
        if (item->advice) printf("%-25s -> %s\n", "", _(item->advice));
        return;
    }
    json_write_open(r->line, NULL, '{');
    json_write_str(r->line, "name", item->name);
    json_write_str(r->line, "grade", grade_words[item->grade]);
    json_write_str(r->line, "found", item->found);
    json_write_str(r->line, "advice", item->advice);
    json_write_close(r->line, '}');
}

/* ---- time ---- */

struct noise {
    int64_t longest_us; /* between two looks at the clock that follow each other */
    int stalls;         /* longer than STALL_US */
};

static struct noise measure_noise(void)
{
    struct noise n = {0};
    int64_t last_us = clock_us(), end_us = last_us + NOISE_US;
    while (last_us < end_us) {
        int64_t now_us = clock_us(), gap_us = now_us - last_us;
        if (gap_us > n.longest_us) n.longest_us = gap_us;
        n.stalls += gap_us > STALL_US;
        last_us = now_us;
    }
    return n;
}

static void tell_clock(struct report *r)
{
    struct err found;
    struct noise n = measure_noise();
    err_set(&found,
            "a program that only computes lost its core %d times in a second, for %.1f ms at most",
            n.stalls, (double)n.longest_us / 1000);
    print_item(r,
               &(struct cage_probe_item){
                   .name = N_("clock"),
                   .grade = n.longest_us > NOISY_US ? CAGE_PROBE_WEAK : CAGE_PROBE_FINE,
                   .found = found.text,
                   .shown = found.shown,
                   .advice = n.longest_us > NOISY_US
                                 ? N_("this machine is busy: play with --clock cpu, fewer --jobs, "
                                      "or when it is idle")
                                 : NULL});
}

static void tell_waiting(struct report *r)
{
    bool has = access("/proc/self/schedstat", R_OK) == 0;
    print_item(
        r, &(struct cage_probe_item){
               .name = N_("waiting"),
               .grade = has ? CAGE_PROBE_FINE : CAGE_PROBE_MISSING,
               .found = has ? N_("the kernel tells how long a program waited for a core")
                            : N_("the kernel does not tell how long a program waited for a core"),
               .advice = has ? NULL : N_("use a kernel with CONFIG_SCHEDSTATS")});
}

static void tell_cores(struct report *r)
{
    cpu_set_t ours;
    struct err found;
    int usable = sched_getaffinity(0, sizeof ours, &ours) == 0 ? CPU_COUNT(&ours) : 1;
    err_set(&found, "%d of %ld cores can be used", usable, sysconf(_SC_NPROCESSORS_ONLN));
    print_item(r, &(struct cage_probe_item){
                      .name = N_("cores"),
                      .grade = usable > 2 ? CAGE_PROBE_FINE : CAGE_PROBE_WEAK,
                      .found = found.text,
                      .shown = found.shown,
                      .advice = usable > 2 ? NULL
                                           : N_("two players and the arena want three; with fewer, "
                                                "--think serial lets one think at a time")});
}

/* ---- languages ---- */

static bool is_there(const char *tool)
{
    static const char *const folders[] = {"/usr/local/bin", "/usr/bin",
                                          "/bin"}; /* the cage's PATH */
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", folders[i], tool);
        if (access(path, X_OK) == 0) return true;
    }
    return false;
}

static const struct language {
    const char *name, *build, *run; /* NULL: needs none */
} languages[] = {
    {"C", "cc", NULL},
    {"C++", "c++", NULL},
    {"Java", "javac", "java"},
    {"C#", "mcs", "mono"},
    {"C# (.NET)", "dotnet", NULL},
    {"Python", NULL, "python3"},
    {"JavaScript", NULL, "node"},
    {"Ruby", NULL, "ruby"},
    {"Go", "go", NULL},
    {"Rust", "rustc", NULL},
    {"Perl", NULL, "perl"},
};

static void tell_languages(struct report *r)
{
    char here[256] = "", missing[256] = "";
    struct text h = TEXT_ON(here), m = TEXT_ON(missing);
    for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++) {
        const struct language *l = &languages[i];
        bool has = (!l->build || is_there(l->build)) && (!l->run || is_there(l->run));
        struct text *t = has ? &h : &m;
        if (t->len > 0) text_str(t, ", ");
        text_str(t, l->name);
    }
    struct err found;
    err_set(&found, "in the sandbox: %s", here);
    if (h.len == 0) err_set(&found, "no language's tools were found");
    print_item(r, &(struct cage_probe_item){.name = N_("languages"),
                                            .found = found.text,
                                            .shown = found.shown,
                                            .grade = h.len ? CAGE_PROBE_FINE : CAGE_PROBE_MISSING,
                                            .advice = h.len ? NULL : N_("install compilers")});
    err_set(&found, "not for: %s", missing);
    if (m.len > 0)
        print_item(
            r, &(struct cage_probe_item){.name = N_("languages"),
                                         .found = found.text,
                                         .shown = found.shown,
                                         .grade = CAGE_PROBE_MISSING,
                                         .advice = N_("install their tools below /usr if players "
                                                      "may use these languages")});
}

static int run(int argc, char **argv)
{
    struct report report = {0};
    int status;
    if (!options_read(&command_doctor, argc, argv, &report, &status)) return status;
    if (optind < argc) return cli_use("doctor takes no arguments");
    enum cage_strength strength = cage_probe_strength();
    report.line = json_line();
    json_write_open(report.line, NULL, '{');
    json_write_str(report.line, "sandbox", strengths[strength]);
    json_write_open(report.line, "items", '[');
    cage_probe_all(print_item, &report);
    tell_cores(&report);
    tell_waiting(&report);
    tell_clock(&report);
    tell_languages(&report);
    json_write_close(report.line, ']');
    if (report.json)
        json_line_print(report.line, '}');
    else
        puts(_(strength_words[strength]));
    return STATUS_DONE;
}

static const struct cli_option options[] = {{"json", NULL, OPTION_FLAG,
                                             .at = offsetof(struct report, json),
                                             .help = N_("print everything as one JSON object")},
                                            {0}};

const struct command command_doctor = {
    .name = "doctor",
    .about = N_("show which protections and limits this machine offers"),
    .usage = "[--json]",
    .text =
        N_("Tells what this machine offers to keep programs in the sandbox (--sandbox) and to time "
           "them fairly; what is therefore enforced, weak or missing; and what to do about it. "
           "Takes a second."),
    .suggest = "",
    .options = options,
    .run = run};
