/* `taisen stats`: what one or several journals say. */
#include "base/hash.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/report/league_report.h"
#include "referee/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Where the n-th seat with this text is in a journal; a seat that is not there is added. */
static int find_seat(struct journal *all, const char *seat, int nth)
{
    for (int i = 0; i < all->seat_count; i++)
        if (strcmp(all->seats[i], seat) == 0 && nth-- == 0) return i;
    char **wider = realloc(all->seats, ((size_t)all->seat_count + 1) * sizeof *wider);
    if (wider) all->seats = wider;
    char *copy = wider ? strdup(seat) : NULL;
    if (!copy) return -1;
    all->seats[all->seat_count] = copy;
    return all->seat_count++;
}

/* Seats have the same number in both when they have the same text; two of the same text that play
   each other stay two. */
static bool match_seats(struct journal *all, const struct journal *more, int *number)
{
    for (int i = 0; i < more->seat_count; i++) {
        int nth = 0;
        for (int k = 0; k < i; k++) nth += strcmp(more->seats[k], more->seats[i]) == 0;
        number[i] = find_seat(all, more->seats[i], nth);
        if (number[i] < 0) return false;
    }
    return true;
}

/* A match is what was played from which start by whom, whatever journal it comes from. */
static void name_match(struct journal_match *m)
{
    snprintf(m->key, sizeof m->key, "%llu:%d:%d", (unsigned long long)m->seed, m->seat[0],
             m->seat[1]);
}

/* Rounds of the second journal go behind those of the first. */
static bool join(struct journal *all, const struct journal *more)
{
    int32_t last = -1;
    int *number = calloc((size_t)more->seat_count, sizeof *number);
    bool ok = number && match_seats(all, more, number);
    for (int64_t i = 0; i < all->count; i++)
        if (all->matches[i].round > last) last = all->matches[i].round;
    for (int64_t i = 0; ok && i < more->count; i++) {
        struct journal_match m = more->matches[i];
        m.round += last + 1;
        for (int p = 0; p < 2; p++) m.seat[p] = number[m.seat[p]];
        name_match(&m);
        ok = journal_add(all, &m);
    }
    free(number);
    return ok;
}

/* ---- records ---- */

/* A game that is still being played, or was stopped, is none yet. */
static bool is_over(const char *path, const struct record *record)
{
    if (record->is_whole) return true;
    fprintf(stderr, _("taisen: %s is left out: the game is not over\n"), path);
    return false;
}

/* The k-th game of a against b and the k-th of b against a are a pair. */
static int32_t find_round(const struct journal *all, int first, int second)
{
    int32_t round = 0;
    for (int64_t i = 0; i < all->count; i++)
        round += all->matches[i].seat[0] == first && all->matches[i].seat[1] == second;
    return round;
}

/* A record is a match of two players who are known by their names. */
static bool add_match(struct journal *all, const char *path, const struct record *record)
{
    struct journal_match m = {.winner = record->status.winner < 0 ? -1 : record->status.winner > 0,
                              .turns = record->status.turn,
                              .seed = record->setup.seed};
    snprintf(m.key, sizeof m.key, "%016llx", (unsigned long long)hash_bytes(0, path, strlen(path)));
    snprintf(m.reason, sizeof m.reason, "%s", record->reason);
    for (int p = 0; p < 2; p++) {
        m.score[p] = record->status.score[p];
        m.seat[p] =
            find_seat(all, record_player(record, p),
                      p == 1 && strcmp(record_player(record, 0), record_player(record, 1)) == 0);
        if (m.seat[p] < 0) return false;
    }
    m.round = find_round(all, m.seat[0], m.seat[1]);
    return journal_add(all, &m);
}

/* A file that is being begun is empty. */
static bool is_empty(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size == 0;
}

/* `why_not`: what speaks against its being a journal. */
static int read_record(struct journal *all, const char *path, const struct err *why_not)
{
    struct record record;
    struct err err;
    if (is_empty(path)) return is_over(path, &(struct record){0}), STATUS_DONE;
    if (!record_read(&record, path, RECORD_MOST, &err)) return cli_use("%s", sentence(why_not));
    int status = STATUS_DONE;
    if (!all->game) all->game = strdup(record.game->name);
    if (!all->game || strcmp(all->game, record.game->name) != 0)
        status = cli_use("%s is of another game than the files before it", path);
    else if (is_over(path, &record) && !add_match(all, path, &record))
        status = cli_fail("out of memory");
    record_free(&record);
    return status;
}

/* ---- */

static int read_more(struct journal *all, const char *path)
{
    struct journal more;
    struct err err;
    if (!journal_read(&more, path, &err)) return read_record(all, path, &err);
    if (!all->game) all->game = strdup(more.game);
    bool same = all->game && strcmp(all->game, more.game) == 0, ok = same && join(all, &more);
    journal_free(&more);
    if (!same) return cli_use("%s is of another game than the files before it", path);
    return ok ? STATUS_DONE : cli_fail("out of memory");
}

static int read_all(struct journal *all, char **paths, int count)
{
    struct err err;
    int status = STATUS_DONE;
    if (count == 1 && journal_read(all, paths[0], &err)) return status;
    if (count == 1) *all = (struct journal){0};
    for (int i = 0; i < count && status == STATUS_DONE; i++) status = read_more(all, paths[i]);
    if (status == STATUS_DONE && !all->game) return cli_use("no game is over yet");
    return status;
}

static int report(const struct journal *all, const struct sprt *sprt, bool json, const char *svg)
{
    struct err err;
    report_journal(all, sprt, 0, json);
    if (!svg || report_picture(all, svg, &err)) return STATUS_DONE;
    return cli_use("--svg: %s", sentence(&err));
}

/* ---- the command ---- */

struct request {
    struct sprt sprt;
    bool has_sprt, json;
    const char *svg;
};

static bool read_sprt(void *target, const char *arg)
{
    return sprt_read(target, arg);
}

static int run(int argc, char **argv)
{
    struct request q = {0};
    struct journal all = {0};
    int status;
    if (!options_read(&command_stats, argc, argv, &q, &status)) return status;
    if (optind == argc) return cli_use("stats takes one or more journals");
    status = read_all(&all, argv + optind, argc - optind);
    if (status == STATUS_DONE) status = report(&all, q.has_sprt ? &q.sprt : NULL, q.json, q.svg);
    journal_free(&all);
    return status;
}

#define AT(member) .at = offsetof(struct request, member)

static const struct cli_option options[] = {
    {"sprt", "TEST", OPTION_CALL, AT(sprt), .given = offsetof(struct request, has_sprt),
     .read = read_sprt, .help = N_("judge by a test, as in `taisen batch`")},
    {"svg", "FILE", OPTION_FILE, AT(svg), .help = N_("draw the ratings with their intervals")},
    {"json", NULL, OPTION_FLAG, AT(json), .help = N_("print the result as one JSON object")},
    {0}};

const struct command command_stats = {
    .name = "stats",
    .about = N_("summarise journals and records"),
    .usage = "FILE... [--sprt TEST] [--svg FILE] [--json]",
    .text =
        N_("Evaluates the journals of `taisen batch` and `taisen tournament`, and records of "
           "single matches, as of `taisen chaser-server`. Several of the same "
           "game are joined: seats with the same text, in records players with the same name, are "
           "the same, and a match that is in two journals "
           "counts once. More than two seats are rated as a pool."),
    .suggest = "file...",
    .options = options,
    .run = run};
