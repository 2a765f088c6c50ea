/* Each line carries its own checksum: a line that a crash cut, or that somebody changed, is seen
   and ends the reading. */
#include "league/run/journal.h"

#include "base/hash.h"
#include "base/json_write.h"
#include "base/scan.h"
#include "base/utf8.h"
#include "os/file.h"

#include <assert.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MOST = 1 << 30, SUM_LENGTH = 8 + 16 + 2 }; /* `,"sum":"`, digits, `"}` */

static void end_line(struct text *t)
{
    uint64_t sum = hash_bytes(0, t->buf, t->len);
    text_str(t, ",\"sum\":\"");
    text_hex(t, sum);
    text_str(t, "\"}\n");
}

void journal_write_header(const char *header, struct text *t)
{
    text_clear(t);
    text_bytes(t, header, strlen(header) - 1); /* without its brace */
    end_line(t);
}

static void write_pair(struct text *t, const char *key, const int64_t n[2])
{
    json_write_open(t, key, '[');
    for (int p = 0; p < 2; p++) json_write_int(t, NULL, n[p]);
    json_write_close(t, ']');
}

void journal_write_match(const struct journal_match *m, struct text *t)
{
    text_clear(t);
    json_write_open(t, NULL, '{');
    json_write_str(t, "key", m->key);
    json_write_int(t, "round", m->round);
    write_pair(t, "seats", (int64_t[2]){m->seat[0], m->seat[1]});
    json_write_hex(t, "seed", m->seed);
    json_write_int(t, "winner", m->winner);
    json_write_str(t, "reason", m->reason);
    json_write_int(t, "turns", m->turns);
    write_pair(t, "score", m->score);
    write_pair(t, "rest", m->rest);
    json_write_open(t, "faults", '[');
    for (int p = 0; p < 2; p++) json_write_str(t, NULL, m->fault[p]);
    json_write_close(t, ']');
    if (m->name[0][0] || m->name[1][0]) {
        json_write_open(t, "names", '[');
        for (int p = 0; p < 2; p++) json_write_str(t, NULL, m->name[p]);
        json_write_close(t, ']');
    }
    write_pair(t, "ms_max", m->ms_max);
    write_pair(t, "ms_total", m->ms_total);
    json_write_int(t, "wall_ms", m->wall_ms);
    if (m->disturbed[0] || m->disturbed[1]) write_pair(t, "disturbed", m->disturbed);
    end_line(t);
}

void journal_write_decision(const struct journal_decision *d, struct text *t)
{
    text_clear(t);
    json_write_open(t, NULL, '{');
    json_write_int(t, "decided_phase", d->phase + 1);
    json_write_int(t, "match", d->fixture + 1);
    json_write_open(t, "order", '[');
    for (int i = 0; i < d->count; i++) json_write_int(t, NULL, d->seat[i]);
    json_write_close(t, ']');
    end_line(t);
}

void journal_fill(struct journal_match *m, const struct match_result *r)
{
    m->winner = r->status.winner < 0 ? -1 : r->status.winner > 0;
    m->turns = r->status.turn;
    m->wall_ms = r->wall_ms;
    snprintf(m->reason, sizeof m->reason, "%s", game_reason(&r->status));
    for (int p = 0; p < 2; p++) {
        m->score[p] = r->status.score[p];
        m->rest[p] = r->status.rest[p];
        m->ms_max[p] = r->seat[p].ms_max;
        m->ms_total[p] = r->seat[p].ms_total;
        snprintf(m->fault[p], sizeof m->fault[p], "%s", r->seat[p].fault ? r->seat[p].fault : "");
        const char *name = r->seat[p].name;
        snprintf(m->name[p], sizeof m->name[p], "%.*s",
                 (int)utf8_cut(name, strlen(name), JOURNAL_NAME - 1), name);
    }
}

/* ---- reading ---- */

static bool sum_is_right(const char *line, size_t len)
{
    char digits[32];
    struct text t = TEXT_ON(digits);
    if (len <= SUM_LENGTH) return false;
    text_hex(&t, hash_bytes(0, line, len - SUM_LENGTH));
    return memcmp(line + len - 18, digits, 16) == 0;
}

static bool get_pair(const json_t *json, const char *key, int64_t out[2])
{
    const json_t *list = json_object_get(json, key);
    for (size_t p = 0; p < 2; p++) {
        const json_t *value = json_array_get(list, p);
        if (!json_is_integer(value)) return false;
        out[p] = json_integer_value(value);
    }
    return true;
}

static bool get_word(const json_t *value, char *out, size_t size)
{
    const char *s = json_string_value(value);
    if (!s || strlen(s) >= size) return false;
    strcpy(out, s);
    return true;
}

static bool get_match(const json_t *json, struct journal_match *m)
{
    int64_t seats[2];
    const json_t *faults = json_object_get(json, "faults");
    const char *seed = json_string_value(json_object_get(json, "seed"));
    bool ok = get_word(json_object_get(json, "key"), m->key, sizeof m->key) &&
              get_word(json_object_get(json, "reason"), m->reason, sizeof m->reason) &&
              get_word(json_array_get(faults, 0), m->fault[0], sizeof m->fault[0]) &&
              get_word(json_array_get(faults, 1), m->fault[1], sizeof m->fault[1]) &&
              get_pair(json, "seats", seats) && get_pair(json, "score", m->score) &&
              get_pair(json, "ms_max", m->ms_max) && get_pair(json, "ms_total", m->ms_total) &&
              seed && json_is_integer(json_object_get(json, "winner"));
    if (!ok) return false;
    if (!get_pair(json, "rest", m->rest)) m->rest[0] = m->rest[1] = 0; /* older ones have none */
    if (!get_pair(json, "disturbed", m->disturbed)) m->disturbed[0] = m->disturbed[1] = 0;
    const json_t *names = json_object_get(json, "names");
    for (size_t p = 0; p < 2; p++)
        if (!get_word(json_array_get(names, p), m->name[p], sizeof m->name[p]))
            m->name[p][0] = '\0';
    m->seed = strtoull(seed, NULL, 16);
    m->wall_ms = json_integer_value(json_object_get(json, "wall_ms"));
    m->winner = (int32_t)json_integer_value(json_object_get(json, "winner"));
    m->turns = (int32_t)json_integer_value(json_object_get(json, "turns"));
    m->round = (int32_t)json_integer_value(json_object_get(json, "round"));
    for (int p = 0; p < 2; p++) m->seat[p] = (int32_t)seats[p];
    return m->winner >= -1 && m->winner <= 1 && seats[0] >= 0 && seats[1] >= 0;
}

bool journal_read_match(const char *line, size_t len, struct journal_match *m)
{
    *m = (struct journal_match){.winner = -1};
    if (!sum_is_right(line, len)) return false;
    json_t *json = json_loadb(line, len, 0, NULL);
    bool ok = json && get_match(json, m);
    json_decref(json);
    return ok;
}

static bool get_decision(const json_t *json, struct journal_decision *d)
{
    const json_t *phase = json_object_get(json, "decided_phase"),
                 *match = json_object_get(json, "match"), *order = json_object_get(json, "order");
    size_t count = json_array_size(order);
    if (!json_is_integer(phase) || !json_is_integer(match) || count < 2 || count > JOURNAL_ORDER)
        return false;
    int64_t number = json_integer_value(phase), fixture = json_integer_value(match);
    if (number < 1 || number > INT32_MAX || fixture < 0 || fixture > INT32_MAX) return false;
    *d = (struct journal_decision){.phase = (int32_t)number - 1, .fixture = (int32_t)fixture - 1};
    for (; (size_t)d->count < count; d->count++) {
        const json_t *seat = json_array_get(order, (size_t)d->count);
        if (!json_is_integer(seat) || json_integer_value(seat) < 0 ||
            json_integer_value(seat) > INT32_MAX)
            return false;
        d->seat[d->count] = (int32_t)json_integer_value(seat);
    }
    return true;
}

bool journal_read_decision(const char *line, size_t len, struct journal_decision *d)
{
    if (!sum_is_right(line, len)) return false;
    json_t *json = json_loadb(line, len, 0, NULL);
    bool ok = json && get_decision(json, d);
    json_decref(json);
    return ok;
}

static int64_t *slot_of(const struct journal *j, const char *key)
{
    uint64_t at = hash_bytes(0, key, strlen(key));
    for (;; at++) {
        int64_t *slot = &j->index[at & (j->index_cap - 1)];
        if (*slot == 0 || strcmp(j->matches[*slot - 1].key, key) == 0) return slot;
    }
}

/* Twice the room, half of it index slots that stay free. */
static bool grow(struct journal *j)
{
    int64_t cap = j->cap ? 2 * j->cap : 64;
    struct journal_match *wider = realloc(j->matches, (size_t)cap * sizeof *wider);
    if (wider) j->matches = wider;
    int64_t *index = calloc((size_t)cap * 2, sizeof *index);
    if (!wider || !index) {
        free(index);
        return false;
    }
    free(j->index);
    j->index = index;
    j->index_cap = (uint64_t)cap * 2;
    j->cap = cap;
    for (int64_t i = 0; i < j->count; i++) *slot_of(j, j->matches[i].key) = i + 1;
    return true;
}

bool journal_add(struct journal *j, const struct journal_match *m)
{
    if (j->count == j->cap && !grow(j)) return false;
    int64_t *slot = slot_of(j, m->key);
    if (*slot != 0) return true; /* a key counts once */
    assert(j->count < j->cap && m->key[0]);
    j->matches[j->count++] = *m;
    *slot = j->count;
    return true;
}

bool journal_decide(struct journal *j, const struct journal_decision *d)
{
    struct journal_decision *wider =
        realloc(j->decisions, ((size_t)j->decision_count + 1) * sizeof *wider);
    if (!wider) return false;
    j->decisions = wider;
    j->decisions[j->decision_count++] = *d;
    return true;
}

void journal_keep_first(struct journal *j, int64_t count)
{
    if (count >= j->count) return;
    j->count = count;
    memset(j->index, 0, (size_t)j->index_cap * sizeof *j->index);
    for (int64_t i = 0; i < count; i++) *slot_of(j, j->matches[i].key) = i + 1;
}

const struct journal_match *journal_find(const struct journal *j, const char *key)
{
    if (j->index_cap == 0) return NULL;
    int64_t found = *slot_of(j, key);
    return found ? &j->matches[found - 1] : NULL;
}

static bool read_header(struct journal *j, const struct scan *line, struct err *err)
{
    size_t len = scan_left(line);
    json_t *json = sum_is_right(line->at, len) ? json_loadb(line->at, len, 0, NULL) : NULL;
    const json_t *seats = json_object_get(json, "seats");
    const char *game = json_string_value(json_object_get(json, "game"));
    bool ok = game && json_is_integer(json_object_get(json, "taisen_batch")) &&
              json_array_size(seats) >= 2;
    if (ok) {
        j->game = strdup(game);
        j->seats = calloc(json_array_size(seats), sizeof *j->seats);
        for (size_t i = 0; j->seats && i < json_array_size(seats); i++) {
            const char *seat = json_string_value(json_array_get(seats, i));
            j->seats[j->seat_count++] = strdup(seat ? seat : "?");
        }
        size_t body = len - SUM_LENGTH;
        j->header = malloc(body + 2);
        if (j->header) {
            memcpy(j->header, line->at, body);
            memcpy(j->header + body, "}", 2);
        }
    }
    json_decref(json);
    return (ok && j->seats && j->header && j->game) || err_set(err, "no journal of a batch");
}

static bool parse(struct journal *j, const char *bytes, size_t len, struct err *err)
{
    struct scan rest = scan_on(bytes, len), line;
    if (!scan_line(&rest, &line)) return err_set(err, "no journal of a batch");
    if (!read_header(j, &line, err)) return false;
    j->good_bytes = rest.at - bytes;
    while (scan_line(&rest, &line)) {
        enum { LINE_BROKEN, LINE_KEPT, LINE_NO_ROOM } what = LINE_BROKEN;
        struct journal_match m;
        struct journal_decision d;
        if (journal_read_match(line.at, scan_left(&line), &m)) {
            if (m.seat[0] < j->seat_count && m.seat[1] < j->seat_count)
                what = journal_add(j, &m) ? LINE_KEPT : LINE_NO_ROOM;
        } else if (journal_read_decision(line.at, scan_left(&line), &d)) {
            what = journal_decide(j, &d) ? LINE_KEPT : LINE_NO_ROOM;
        }
        if (what == LINE_NO_ROOM) return err_set(err, "out of memory");
        if (what == LINE_BROKEN) break;
        j->good_bytes = rest.at - bytes;
    }
    return true;
}

bool journal_read(struct journal *j, const char *path, struct err *err)
{
    AUTO_FREE char *bytes = NULL;
    size_t len;
    *j = (struct journal){0};
    if (!file_read(path, FILE_MOST, &bytes, &len, err)) return false;
    if (parse(j, bytes, len, err)) return true;
    journal_free(j);
    return err_wrap(err, "%s", path);
}

void journal_free(struct journal *j)
{
    for (int i = 0; i < j->seat_count; i++) free(j->seats[i]);
    free(j->seats);
    free(j->game);
    free(j->header);
    free(j->matches);
    free(j->decisions);
    free(j->index);
    *j = (struct journal){0};
}

uint64_t journal_hash(const struct journal *j)
{
    uint64_t sum = 0;
    for (int64_t i = 0; i < j->count; i++) {
        const struct journal_match *m = &j->matches[i];
        uint64_t h = hash_bytes(0, m->key, strlen(m->key));
        h = hash_word(h, (uint64_t)m->winner + 1);
        h = hash_word(h, (uint64_t)m->turns);
        h = hash_word(hash_word(h, (uint64_t)m->score[0]), (uint64_t)m->score[1]);
        sum += hash_bytes(h, m->reason, strlen(m->reason)); /* a sum has no order */
    }
    return sum;
}
