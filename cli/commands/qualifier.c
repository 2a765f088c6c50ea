/* The table of a district qualifier of CHaser, from the records of its games. */
#include "cli/cli.h"
#include "league/contest/chaser_score.h"
#include "os/memory.h"
#include "referee/replay.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: taisen qualifier RECORD... [--places N] [--json]\n\n"
    "Ranks a district qualifier of CHaser: each record is a game of a contestant as Cool against\n"
    "the organisers' bot. Contestants are told apart by their names; further games of the same\n"
    "name, in the order given, play out ties across the last place.\n\n"
    "  --places N   how many advance (default 12)\n"
    "  --json       the table as JSON Lines\n"
    "  --help       this text\n";

enum { FLAG_PLACES = 256, FLAG_JSON, FLAG_HELP };

static const struct option options[] = {{"places", required_argument, NULL, FLAG_PLACES},
                                        {"json", no_argument, NULL, FLAG_JSON},
                                        {"help", no_argument, NULL, FLAG_HELP},
                                        {NULL, 0, NULL, 0}};

struct entry {
    char name[SEAT_NAME_MAX + 1];
    struct chaser_outcome first; /* the game that counts unless there is a tie */
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

static bool read_game(const char *path, struct entry *entry, struct err *err)
{
    struct record record;
    if (!record_read(&record, path, RECORD_MOST, err)) return false;
    bool ok = record.game->contests & CONTEST_QUALIFIER && record.is_whole;
    if (!ok)
        err_set(err, "%s is no whole record of a game that has qualifiers (%s)", path,
                record.game->name);
    ok = ok && read_turns_left(&record, &entry->first.turns_left, err) &&
         (chaser_cause_of(record.reason, &entry->first.cause) ||
          err_set(err, "%s ended by %s", path, record.reason));
    if (ok) {
        entry->first.winner = record.status.winner < 0 ? -1 : record.status.winner > 0;
        for (int p = 0; p < 2; p++) entry->first.items[p] = (int32_t)record.status.score[p];
        snprintf(entry->name, sizeof entry->name, "%s", record.name[0]);
    }
    record_free(&record);
    return ok;
}

static bool add_game(struct table_of_qualifier *t, const struct entry *entry, const char *path,
                     struct err *err)
{
    int i = 0;
    while (i < t->count && strcmp(t->entries[i].name, entry->name) != 0) i++;
    struct contestant *c = &t->contestants[i];
    if (i == t->count) {
        t->entries[t->count++] = *entry;
        *c = (struct contestant){.id = i, .lot = i};
    }
    if (c->games == QUALIFIER_GAMES)
        return err_set(err, "%s: more than %d games of %s", path, QUALIFIER_GAMES, entry->name);
    c->points[c->games++] = qualifier_points(&entry->first);
    return true;
}

static void print_line(const struct table_of_qualifier *t, int rank, int places, bool json)
{
    const struct contestant *c = &t->contestants[rank];
    const struct entry *e = &t->entries[c->id];
    char buf[6 * SEAT_NAME_MAX + 3];
    struct text name = TEXT_ON(buf);
    if (!json) {
        printf("%3d  %6d  %s", rank + 1, c->points[0], e->name);
        for (int i = 1; i < c->games; i++)
            printf("%s%d", i == 1 ? "  (again: " : ", ", c->points[i]);
        puts(c->games > 1 ? ")" : "");
        return;
    }
    text_json(&name, e->name, strlen(e->name));
    printf(
        "{\"rank\":%d,\"name\":%s,\"points\":%d,\"items\":%d,\"turns_left\":%d,\"advances\":%s}\n",
        rank + 1, buf, c->points[0], e->first.items[0], e->first.turns_left,
        rank < places ? "true" : "false");
}

static void print_table(const struct table_of_qualifier *t, int places, bool json)
{
    int from, to;
    qualifier_rank(t->contestants, t->count);
    if (!json) puts("rank  points  name");
    for (int i = 0; i < t->count; i++) {
        if (i == places && !json) puts("---");
        print_line(t, i, places, json);
    }
    if (!qualifier_is_open(t->contestants, t->count, places, &from, &to)) return;
    fprintf(stderr, "A tie across place %d: these play the bot once more, on another map:", places);
    for (int i = from; i < to; i++) fprintf(stderr, " %s", t->entries[t->contestants[i].id].name);
    fputc('\n', stderr);
}

int cmd_qualifier(int argc, char **argv)
{
    int64_t places = QUALIFIER_PLACES;
    bool json = false;
    struct err err;
    for (int id; (id = getopt_long(argc, argv, "", options, NULL)) >= 0;) {
        if (id == FLAG_HELP) return cli_help(help);
        if (id == '?') return cli_bad_option(argv);
        if (id == FLAG_JSON)
            json = true;
        else if (!cli_int("--places", optarg, 1, 10000, &places))
            return STATUS_USE;
    }
    int files = argc - optind;
    if (files == 0) return cli_use("qualifier takes records; `taisen qualifier --help` tells more");
    struct table_of_qualifier t = {.entries = calloc((size_t)files, sizeof *t.entries),
                                   .contestants = calloc((size_t)files, sizeof *t.contestants)};
    bool ok = t.entries && t.contestants;
    if (!ok) err_set(&err, "out of memory");
    for (int i = optind; ok && i < argc; i++) {
        struct entry entry = {.name = ""};
        ok = read_game(argv[i], &entry, &err) && add_game(&t, &entry, argv[i], &err);
    }
    if (ok) print_table(&t, (int)places, json);
    free(t.entries);
    free(t.contestants);
    return ok ? STATUS_DONE : cli_use("%s", err.text);
}
