#include "cli/cli.h"
#include "cli/league_report.h"

#include <stdio.h>
#include <string.h>

static const char help[] =
    "Usage: taisen stats JOURNAL... [--sprt TEST] [--json]\n\n"
    "Says what the journals of `taisen batch --out` say; several of the same game and seats are\n"
    "joined.\n\n"
    "  --sprt TEST   judge by a test, as in `taisen batch`\n"
    "  --json        as one JSON object\n"
    "  --help        this text\n";

enum { FLAG_SPRT = 256, FLAG_JSON, FLAG_HELP };

static const struct option options[] = {{"sprt", required_argument, NULL, FLAG_SPRT},
                                        {"json", no_argument, NULL, FLAG_JSON},
                                        {"help", no_argument, NULL, FLAG_HELP},
                                        {NULL, 0, NULL, 0}};

static bool has_same_seats(const struct journal *a, const struct journal *b)
{
    bool same = a->seat_count == b->seat_count && strcmp(a->game, b->game) == 0;
    for (int i = 0; same && i < a->seat_count; i++) same = strcmp(a->seats[i], b->seats[i]) == 0;
    return same;
}

/* Rounds of the second journal go behind those of the first. */
static bool join(struct journal *all, const struct journal *more)
{
    int32_t last = -1;
    for (int64_t i = 0; i < all->count; i++)
        if (all->matches[i].round > last) last = all->matches[i].round;
    for (int64_t i = 0; i < more->count; i++) {
        struct journal_match m = more->matches[i];
        const struct journal_match *there = journal_find(all, m.key);
        m.round += last + 1;
        if (!there && !journal_add(all, &m)) return false;
    }
    return true;
}

static int read_all(struct journal *all, char **paths, int count)
{
    struct err err;
    if (!journal_read(all, paths[0], &err)) return cli_use("%s", err.text);
    for (int i = 1; i < count; i++) {
        struct journal more;
        if (!journal_read(&more, paths[i], &err)) return cli_use("%s", err.text);
        bool same = has_same_seats(all, &more), ok = same && join(all, &more);
        journal_free(&more);
        if (!same) return cli_use("%s has another game or other seats than %s", paths[i], paths[0]);
        if (!ok) return cli_fail("out of memory");
    }
    return STATUS_DONE;
}

int cmd_stats(int argc, char **argv)
{
    struct sprt sprt;
    bool has_sprt = false, json = false;
    struct journal all = {0};
    for (int id; (id = getopt_long(argc, argv, "", options, NULL)) >= 0;) {
        if (id == FLAG_HELP) return cli_help(help);
        if (id == '?') return cli_bad_option(argv);
        if (id == FLAG_SPRT && !(has_sprt = sprt_read(&sprt, optarg))) return STATUS_USE;
        if (id == FLAG_JSON) json = true;
    }
    if (optind == argc) return cli_use("stats takes one or more journals");
    int status = read_all(&all, argv + optind, argc - optind);
    if (status == STATUS_DONE) report_journal(&all, has_sprt ? &sprt : NULL, 0, json);
    journal_free(&all);
    return status;
}
