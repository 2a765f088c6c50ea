/* A contest's files: the text itself, the maps it names, and the hash of all that decides. */
#include "league/contest/contest.h"

#include "base/hash.h"
#include "base/scan.h"
#include "os/file.h"
#include "os/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MOST = 1 << 20 };

static const struct contest_map *find_inside(const struct contest *c, const struct scan *name)
{
    size_t len = scan_left(name);
    for (int i = 0; i < c->inside_count; i++)
        if (strlen(c->inside[i].name) == len && memcmp(c->inside[i].name, name->at, len) == 0)
            return &c->inside[i];
    return NULL;
}

/* File names are relative to the contest's own folder. */
static bool read_map(const struct scan *name, const char *path, char **text, size_t *len,
                     struct err *err)
{
    char file[4096];
    const char *slash = strrchr(path, '/');
    int folder = slash && *name->at != '/' ? (int)(slash - path) + 1 : 0;
    snprintf(file, sizeof file, "%.*s%.*s", folder, path, (int)scan_left(name), name->at);
    return file_read(file, FILE_MOST, text, len, err) || err_in_key(err, "maps") ||
           err_in_file(err, path, 0);
}

/* Of the contest's own text, or where it may (`has_files`) a file. */
static bool load_map(const struct contest *c, struct contest_maps *maps, const struct scan *name,
                     const char *path, bool has_files, struct err *err)
{
    const struct contest_map *inside = find_inside(c, name);
    size_t len;
    if (maps->count == CONTEST_MAPS)
        return err_code(err, "contest-maps: a contest has at most {most:%d} maps", CONTEST_MAPS) ||
               err_in_file(err, path, 0);
    if (inside) {
        maps->text[maps->count] = strdup(inside->text ? inside->text : "");
        if (!maps->text[maps->count]) return err_code(err, "no-memory: out of memory");
    } else if (!has_files) {
        char map[CONTEST_NAME];
        snprintf(map, sizeof map, "%.*s", (int)scan_left(name), name->at);
        err_code(err, "contest-no-map: there is no [map {map:%s}] with its lines in the file", map);
        err_in_key(err, "maps");
        return err_in_file(err, path, 0);
    } else if (!read_map(name, path, &maps->text[maps->count], &len, err)) {
        return false;
    }
    maps->count++;
    return true;
}

static bool load_maps(const struct contest *c, struct contest_maps *maps, const char *path,
                      bool has_files, struct err *err)
{
    struct scan list = scan_str(maps->list), name;
    while (scan_word(&list, &name))
        if (!load_map(c, maps, &name, path, has_files, err)) return false;
    return true;
}

/* A setup or map that the game does not take is wrong use: told before anything is started. */
static bool try_setup(const struct contest *c, const struct contest_phase *p, const char *path,
                      struct err *err)
{
    const struct contest_maps *maps = p->maps.count > 0 ? &p->maps : &c->maps;
    char buf[SAID_BYTES];
    struct text why = TEXT_ON(buf);
    struct game_setup setup = {.seed = c->seed, .options = p->setup};
    struct game_state *state = memory_zeroed(c->game->state_size);
    bool ok = state != NULL;
    for (int i = 0; ok && i < (maps->count > 0 ? maps->count : 1); i++) {
        setup.map = maps->text[i];
        ok = c->game->init(state, &setup, &why);
    }
    free(state);
    if (ok) return true;
    struct err said;
    err_said(&said, why.len > 0 ? buf : "no-memory: out of memory");
    err_code(err, "contest-setup: [phase {phase:%s}]: setup or maps: {why:%p}", p->name,
             err_value(&said));
    return err_in_file(err, path, p->line);
}

/* Loads the maps and tries out what is to be played; frees all where that fails. */
static bool complete(struct contest *c, const char *path, bool has_files, struct err *err)
{
    bool ok = load_maps(c, &c->maps, path, has_files, err);
    for (int i = 0; ok && i < c->phase_count; i++)
        ok = load_maps(c, &c->phase[i].maps, path, has_files, err) &&
             try_setup(c, &c->phase[i], path, err);
    if (!ok) contest_free(c);
    return ok;
}

bool contest_read(struct contest *c, const char *path, struct err *err)
{
    AUTO_FREE char *text = NULL;
    size_t len;
    memset(c, 0, sizeof *c);
    if (!file_read(path, FILE_MOST, &text, &len, err) || !contest_parse(c, text, len, path, err))
        return false;
    if (!c->ladder.is_there) return complete(c, path, true, err);
    err_code(
        err,
        "contest-league: [ladder]: its players come from a league; `taisen db add-contest` takes it"
        " there");
    err_in_file(err, path, c->ladder.line);
    contest_free(c);
    return false;
}

bool contest_take(struct contest *c, const char *text, size_t len, const char *path,
                  struct err *err)
{
    if (!contest_parse(c, text, len, path, err)) return false;
    if (c->ladder.is_there) return complete(c, path, false, err);
    contest_free(c);
    return err_code(err, "contest-no-ladder: a contest of a league has a section [ladder]") ||
           err_in_file(err, path, 0);
}

/* ---- the maps that a file names, in the file itself ---- */

static bool append(char **text, size_t *len, const char *more, size_t more_len, struct err *err)
{
    char *wider = realloc(*text, *len + more_len + 1);
    if (!wider) return err_code(err, "no-memory: out of memory");
    memcpy(wider + *len, more, more_len);
    *text = wider;
    *len += more_len;
    wider[*len] = '\0';
    return true;
}

static bool gather_map(struct contest *c, const struct scan *name, const char *path, char **text,
                       size_t *len, struct err *err)
{
    AUTO_FREE char *map = NULL;
    char head[CONTEST_NAME + 16];
    size_t map_len;
    if (find_inside(c, name) || c->inside_count == CONTEST_MAPS) return true;
    if (!read_map(name, path, &map, &map_len, err)) return false;
    struct contest_map *m = &c->inside[c->inside_count++]; /* so that it comes once */
    *m = (struct contest_map){.len = 0};
    snprintf(m->name, sizeof m->name, "%.*s", (int)scan_left(name), name->at);
    int wrote = snprintf(head, sizeof head, "\n[map %s]\n", m->name);
    return append(text, len, head, (size_t)wrote, err) && append(text, len, map, map_len, err);
}

bool contest_gather(const char *path, char **text, size_t *len, struct err *err)
{
    struct contest *c = calloc(1, sizeof *c);
    *text = NULL;
    if (!c) return err_code(err, "no-memory: out of memory");
    bool ok =
        file_read(path, FILE_MOST, text, len, err) && contest_parse(c, *text, *len, path, err);
    for (int i = -1; ok && i < c->phase_count; i++) {
        struct scan list = scan_str(i < 0 ? c->maps.list : c->phase[i].maps.list), name;
        while (ok && scan_word(&list, &name)) ok = gather_map(c, &name, path, text, len, err);
    }
    contest_free(c);
    free(c);
    if (ok) return true;
    free(*text);
    *text = NULL;
    return false;
}

static void free_maps(struct contest_maps *maps)
{
    for (int i = 0; i < maps->count; i++) free(maps->text[i]);
    maps->count = 0;
}

void contest_free(struct contest *c)
{
    free_maps(&c->maps);
    for (int i = 0; i < c->phase_count; i++) free_maps(&c->phase[i].maps);
    for (int i = 0; i < c->inside_count; i++) free(c->inside[i].text);
    c->inside_count = 0;
}

/* ---- hash ---- */

static uint64_t hash_text(uint64_t h, const char *s)
{
    return hash_word(hash_bytes(h, s, strlen(s)), strlen(s));
}

static uint64_t hash_maps(uint64_t h, const struct contest_maps *maps)
{
    for (int i = 0; i < maps->count; i++) h = hash_text(h, maps->text[i]);
    return hash_word(h, (uint64_t)maps->count);
}

static uint64_t hash_phase(uint64_t h, const struct contest_phase *p)
{
    const struct schedule_rules *r = &p->rules;
    const int64_t words[] = {r->format,
                             r->series.games,
                             r->series.is_best_of,
                             r->series.sudden_death,
                             r->rounds,
                             r->groups,
                             r->series.judging,
                             r->points[0],
                             r->points[1],
                             r->points[2],
                             r->places,
                             r->has_third,
                             r->has_reset,
                             r->rating,
                             r->is_pooled,
                             p->most};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        h = hash_word(h, (uint64_t)words[i]);
    if (r->janken) h = hash_word(h, UINT64_MAX);
    if (r->series.is_limited) h = hash_word(h, 1 + (uint64_t)r->series.extra);
    return hash_maps(hash_text(hash_text(h, p->bot), p->setup), &p->maps);
}

uint64_t contest_hash(const struct contest *c)
{
    uint64_t h = hash_word(hash_text(0, c->game->name), c->seed);
    h = hash_word(hash_word(h, (uint64_t)c->clock.match_ms), (uint64_t)c->clock.turn_ms);
    h = hash_maps(hash_word(h, (uint64_t)c->clock.name_ms), &c->maps);
    if (c->any_name) h = hash_word(h, 1);
    for (int i = 0; i < c->player_count; i++) {
        h = hash_text(hash_text(h, c->player[i].name), c->player[i].seat);
        if (c->player[i].phase > 0) h = hash_word(h, (uint64_t)c->player[i].phase);
    }
    for (int i = 0; i < c->phase_count; i++) h = hash_phase(h, &c->phase[i]);
    return h;
}
