/* The table of a district qualifier of CHaser, from the records of its games. */
#include "base/hash.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/json_line.h"
#include "league/contest/chaser_score.h"
#include "os/memory.h"
#include "referee/replay.h"
#include "referee/seat.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct entry {
    char name[SEAT_NAME_MAX + 1];
    struct chaser_outcome first;     /* the game that counts unless there is a tie */
    bool has_client;                 /* Hot was no bot of ours: perhaps a contestant, too */
    uint64_t start[QUALIFIER_GAMES]; /* where its games began, as hashes: by map */
    const char *record;              /* its first one */
    bool is_shared;                  /* another contestant has the same name */
};

struct table_of_qualifier {
    struct entry *entries;
    struct contestant *contestants; /* id: number of the entry */
    int count;
};

/* The turns left are not in a result; the last state has them. */
static bool read_turns_left(const struct record *record, int32_t *turns_left, struct err *err)
{
    struct replay r;
    char *buf = malloc(record->game->text_max + 1);
    bool ok = buf && replay_open(&r, record, err);
    if (!buf) return err_set(err, "out of memory");
    while (ok && !replay_at_end(&r)) ok = replay_next(&r, err);
    if (ok) {
        struct text frame = text_on(buf, record->game->text_max + 1);
        r.game->frame(r.state, &frame);
        json_t *json = json_loadb(frame.buf, frame.len, 0, NULL);
        *turns_left = (int32_t)json_integer_value(json_object_get(json, "turns_left"));
        json_decref(json);
    }
    replay_close(&r);
    free(buf);
    return ok;
}

/* A game that is still being played, or was stopped: an empty or a cut record. */
static bool is_unfinished(const char *path, const struct record *record)
{
    struct stat st;
    if (record) return !record->is_whole;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size == 0;
}

static bool skip(const char *path, bool *is_skipped)
{
    fprintf(stderr, _("taisen: %s is left out: the game is not over\n"), path);
    return *is_skipped = true;
}

static bool read_game(const char *path, struct entry *entry, bool *is_skipped, struct err *err)
{
    struct record record;
    if (is_unfinished(path, NULL)) return skip(path, is_skipped);
    if (!record_read(&record, path, RECORD_MOST, err)) return false;
    if (is_unfinished(path, &record)) {
        record_free(&record);
        return skip(path, is_skipped);
    }
    bool ok = record.game->contests & CONTEST_QUALIFIER;
    if (!ok) err_set(err, "%s: %s has no qualifiers", path, record.game->name);
    entry->has_client = !seat_spec_is_bot(record.spec[1]);
    ok = ok && read_turns_left(&record, &entry->first.turns_left, err) &&
         (chaser_cause_of(record.reason, &entry->first.cause) ||
          err_set(err, "%s ended by %s", path, record.reason));
    if (ok) {
        entry->first.winner = record.status.winner < 0 ? -1 : record.status.winner > 0;
        for (int p = 0; p < 2; p++) entry->first.items[p] = (int32_t)record.status.score[p];
        snprintf(entry->name, sizeof entry->name, "%s", record_player(&record, 0));
        entry->start[0] =
            record.map ? hash_bytes(0, record.map, strlen(record.map)) : record.start_hash;
        entry->record = path;
    }
    record_free(&record);
    return ok;
}

static bool has_played_on(const struct table_of_qualifier *t, int i, uint64_t start)
{
    for (int k = 0; k < t->contestants[i].games; k++)
        if (t->entries[i].start[k] == start) return true;
    return false;
}

/* Nobody plays twice on one map: whoever has the name of somebody who did is another one. */
static int find_contestant(struct table_of_qualifier *t, const struct entry *entry)
{
    int i = 0;
    for (; i < t->count; i++)
        if (strcmp(t->entries[i].name, entry->name) == 0 && !has_played_on(t, i, entry->start[0]))
            return i;
    t->entries[i] = *entry;
    t->contestants[i] = (struct contestant){.id = i, .lot = i};
    for (int k = 0; k < i; k++)
        if (strcmp(t->entries[k].name, entry->name) == 0)
            t->entries[k].is_shared = t->entries[i].is_shared = true;
    t->count++;
    return i;
}

static bool add_game(struct table_of_qualifier *t, const struct entry *entry, const char *path,
                     struct err *err)
{
    int i = find_contestant(t, entry);
    struct contestant *c = &t->contestants[i];
    if (c->games == QUALIFIER_GAMES)
        return err_set(err, "%s: more than %d games of %s", path, QUALIFIER_GAMES, entry->name);
    t->entries[i].start[c->games] = entry->start[0];
    c->points[c->games++] = qualifier_points(&entry->first);
    return true;
}

static const char *file_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Once for each name. */
static void tell_shared(const struct table_of_qualifier *t)
{
    for (int i = 0; i < t->count; i++) {
        int before = 0, all = 0;
        for (int k = 0; k < t->count; k++) {
            bool is_same = strcmp(t->entries[i].name, t->entries[k].name) == 0;
            all += is_same;
            before += is_same && k < i;
        }
        if (all > 1 && before == 0)
            fprintf(
                stderr,
                _("taisen: %d contestants are called %s: each is shown with its record. A game on"
                  " another map counts for the first of them that has not played on it\n"),
                all, t->entries[i].name);
    }
}

static void print_again(const struct contestant *c)
{
    char points[128] = "";
    struct text t = TEXT_ON(points);
    for (int i = 1; i < c->games; i++) {
        if (i > 1) text_str(&t, ", ");
        text_int(&t, c->points[i]);
    }
    if (c->games > 1) printf(_("  (again: %s)"), points);
    putchar('\n');
}

static void print_line(const struct table_of_qualifier *t, int rank, int places, bool json)
{
    const struct contestant *c = &t->contestants[rank];
    const struct entry *e = &t->entries[c->id];
    if (!json) {
        printf("%3d  %6d  %s", rank + 1, c->points[0], e->name);
        if (e->is_shared) printf(" [%s]", file_of(e->record));
        print_again(c);
        return;
    }
    struct text *line = json_line();
    json_write_open(line, NULL, '{');
    json_write_int(line, "rank", rank + 1);
    json_write_str(line, "name", e->name);
    json_write_int(line, "points", c->points[0]);
    json_write_int(line, "items", e->first.items[0]);
    json_write_int(line, "turns_left", e->first.turns_left);
    json_write_bool(line, "advances", rank < places);
    json_write_str(line, "record", file_of(e->record));
    json_line_print(line, '}');
}

static void print_table(const struct table_of_qualifier *t, int places, bool json)
{
    int from, to;
    qualifier_rank(t->contestants, t->count);
    if (!json) puts(_("rank  points  name"));
    for (int i = 0; i < t->count; i++) {
        if (i == places && !json) puts("---");
        print_line(t, i, places, json);
    }
    if (!qualifier_is_open(t->contestants, t->count, places, &from, &to)) return;
    fprintf(stderr, _("A tie across place %d: these play the bot once more, on another map:"),
            places);
    for (int i = from; i < to; i++) {
        const struct entry *e = &t->entries[t->contestants[i].id];
        fprintf(stderr, " %s", e->name);
        if (e->is_shared) fprintf(stderr, " [%s]", file_of(e->record));
    }
    fputc('\n', stderr);
}

struct request {
    int64_t places;
    bool json;
};

static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

static bool is_in_folder_of(const char *path, const char *other)
{
    size_t len = folder_length(other);
    return folder_length(path) == len && strncmp(path, other, len) == 0;
}

/* The next number in a name, which ends up behind it; -1: none. */
static long next_number(const char **at)
{
    char *end;
    *at += strcspn(*at, "0123456789");
    if (**at == '\0') return -1;
    long number = strtol(*at, &end, 10);
    *at = end;
    return number;
}

static bool has_smaller_numbers(const char *a, const char *b)
{
    for (;;) {
        long x = next_number(&a), y = next_number(&b);
        if (x != y) return x < y;
        if (x < 0) return false;
    }
}

/* A shell lists 10 before 2, and so a play-off before the game that it follows. Names with the same
   numbers, or none, stay in the order given. */
static void order_records(char **paths, int count)
{
    for (int i = 1; i < count; i++) {
        char *path = paths[i];
        int to = i;
        while (to > 0 && is_in_folder_of(path, paths[to - 1]) &&
               has_smaller_numbers(path + folder_length(path), paths[to - 1] + folder_length(path)))
            to--;
        memmove(paths + to + 1, paths + to, (size_t)(i - to) * sizeof paths[0]);
        paths[to] = path;
    }
}

static int run(int argc, char **argv)
{
    struct request q = {.places = QUALIFIER_PLACES};
    struct err err;
    int status;
    if (!options_read(&command_qualifier, argc, argv, &q, &status)) return status;
    int files = argc - optind, clients = 0;
    if (files == 0) return cli_use("qualifier takes records; `taisen qualifier --help` tells more");
    struct table_of_qualifier t = {.entries = calloc((size_t)files, sizeof *t.entries),
                                   .contestants = calloc((size_t)files, sizeof *t.contestants)};
    bool ok = t.entries && t.contestants;
    if (!ok) err_set(&err, "out of memory");
    order_records(argv + optind, files);
    for (int i = optind; ok && i < argc; i++) {
        struct entry entry = {.name = ""};
        bool is_skipped = false;
        ok = read_game(argv[i], &entry, &is_skipped, &err) &&
             (is_skipped || add_game(&t, &entry, argv[i], &err));
        clients += !is_skipped && entry.has_client;
    }
    if (ok && clients > 0)
        fprintf(stderr,
                _("taisen: in %d of %d records Hot is a client and no bot of Taisen's: a qualifier "
                  "scores "
                  "Cool alone; `taisen stats` makes a table of both\n"),
                clients, files);
    if (ok) tell_shared(&t);
    if (ok) print_table(&t, (int)q.places, q.json);
    free(t.entries);
    free(t.contestants);
    return ok ? STATUS_DONE : cli_use("%s", sentence(&err));
}

static const struct cli_option options[] = {
    {"places", "N", OPTION_INT, .at = offsetof(struct request, places), .least = 1, .most = 10000,
     .help = N_("how many advance (default 12)")},
    {"json", NULL, OPTION_FLAG, .at = offsetof(struct request, json),
     .help = N_("print the table as JSON Lines")},
    {0}};

const struct command command_qualifier = {
    .name = "qualifier",
    .about = N_("the table of a district qualifier of CHaser"),
    .usage = "RECORD... [--places N] [--json]",
    .text =
        N_("Ranks a district qualifier of CHaser: each record is a game of a contestant as Cool "
           "against the organisers' bot. Contestants are told apart by their names; further games "
           "of the same name on another map are play-offs for ties across the last place. Records "
           "of one folder are read in the order of the numbers in their names, folders in the "
           "order given. Two games of a name on one map are of two contestants."),
    .suggest = "file...",
    .options = options,
    .run = run};
