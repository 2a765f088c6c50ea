/* A record is read as a whole and believed in nothing: every line has its checksum, every number
   its range. */
#include "base/hash.h"
#include "base/scan.h"
#include "os/file.h"
#include "referee/record.h"
#include "referee/record_format.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

/* A year: beyond any clock, and sums of it cannot overflow. */
static const int64_t MS_MOST = INT64_C(366) * 24 * 3600 * 1000;

/* ---- small readers over JSON values; each is false when the value is not of that kind ---- */

static bool read_int(const json_t *object, const char *key, int64_t *n)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_integer(value)) return false;
    *n = json_integer_value(value);
    return true;
}

/* A turn, a number of milliseconds: not negative, and no more than `most`. */
static bool read_count(const json_t *object, const char *key, int64_t most, int64_t *n)
{
    return read_int(object, key, n) && *n >= 0 && *n <= most;
}

static bool read_hex(const json_t *object, const char *key, uint64_t *n)
{
    const char *s = json_string_value(json_object_get(object, key));
    char *end;
    if (!s || strlen(s) != 16) return false;
    *n = strtoull(s, &end, 16);
    return *end == '\0';
}

/* A copy of a string value; NULL stays NULL. */
static bool read_string(const json_t *value, char **out)
{
    *out = NULL;
    if (json_is_null(value)) return true;
    if (!json_is_string(value)) return false;
    *out = strdup(json_string_value(value));
    return *out != NULL;
}

/* Characters U+0000 to U+00FF back to the bytes they stand for (text_json_bytes). */
static bool read_bytes(const json_t *value, char **out, size_t *len)
{
    *out = NULL;
    *len = 0;
    if (json_is_null(value)) return true;
    if (!json_is_string(value)) return false;
    const unsigned char *s = (const unsigned char *)json_string_value(value);
    size_t left = json_string_length(value);
    *out = malloc(left + 1);
    if (!*out) return false;
    while (left > 0) {
        bool two = s[0] >= 0xc2 && s[0] <= 0xc3 && left >= 2;
        if (s[0] >= 0x80 && !two) return false;
        (*out)[(*len)++] = (char)(two ? (s[0] & 3) << 6 | (s[1] & 0x3f) : s[0]);
        s += two ? 2 : 1;
        left -= two ? 2 : 1;
    }
    (*out)[*len] = '\0';
    return true;
}

static bool read_reply(const json_t *value, enum reply_kind *kind)
{
    const char *word = json_string_value(value);
    for (int k = REPLY_NONE; word && k <= REPLY_GONE; k++) {
        if (strcmp(word, reply_words[k]) != 0) continue;
        *kind = (enum reply_kind)k;
        return true;
    }
    return false;
}

/* ---- the three kinds of lines ---- */

static bool read_header(struct record *r, const json_t *line, const char *name, struct err *err)
{
    int64_t format, rules;
    const char *game = json_string_value(json_object_get(line, "game"));
    if (!game || !read_int(line, "taisen", &format))
        return err_set(err, "%s is not a match record", name);
    if (format != RECORD_FORMAT)
        return err_set(err, "%s has format %lld; this program reads format %d", name,
                       (long long)format, RECORD_FORMAT);
    r->game = game_find(game);
    if (!r->game) return err_set(err, "%s: unknown game %.40s", name, game);
    bool ok = read_int(line, "rules", &rules) && read_hex(line, "seed", &r->setup.seed) &&
              read_string(json_object_get(line, "setup"), &r->options) && r->options &&
              read_string(json_object_get(line, "map"), &r->map) &&
              read_count(line, "match_ms", MS_MOST, &r->match_ms) &&
              read_count(line, "turn_ms", MS_MOST, &r->turn_ms) &&
              read_hex(line, "hash", &r->start_hash);
    for (size_t p = 0; p < 2 && ok; p++) {
        const json_t *seat = json_array_get(json_object_get(line, "seats"), p);
        ok = read_string(json_object_get(seat, "spec"), &r->spec[p]) && r->spec[p] &&
             read_string(json_object_get(seat, "name"), &r->name[p]) && r->name[p] &&
             (!json_object_get(seat, "who") ||
              read_string(json_object_get(seat, "who"), &r->who[p])) &&
             read_count(seat, "name_ms", MS_MOST, &r->name_ms[p]);
    }
    if (!ok) return err_set(err, "%s: the header is not complete", name);
    if (rules != r->game->version)
        return err_set(
            err, "%s was played by version %lld of the rules of %s; this program has version %u",
            name, (long long)rules, r->game->name, r->game->version);
    r->rules = r->game->version;
    r->setup.options = r->options;
    r->setup.map = r->map;
    return true;
}

static bool read_step(struct record *r, const json_t *line)
{
    struct record_step *s = &r->steps[r->step_count++]; /* freed with the rest, even when broken */
    int64_t turn;
    const json_t *ms = json_object_get(line, "ms"), *errs = json_object_get(line, "stderr");
    bool ok = read_count(line, "turn", INT32_MAX, &turn) && read_hex(line, "hash", &s->hash);
    if (ok) s->turn = (int32_t)turn;
    for (size_t p = 0; p < 2 && ok; p++) {
        const json_t *err = json_array_get(errs, p);
        ok = read_bytes(json_array_get(json_object_get(line, "answers"), p), &s->answer[p],
                        &s->answer_len[p]) &&
             read_reply(json_array_get(json_object_get(line, "replies"), p), &s->kind[p]) &&
             json_is_integer(json_array_get(ms, p)) && (!err || read_string(err, &s->err[p]));
        if (ok) s->ms[p] = json_integer_value(json_array_get(ms, p));
        ok = ok && s->ms[p] >= 0 && s->ms[p] <= MS_MOST;
    }
    return ok;
}

/* A side, or null: nobody. */
static bool read_winner(const json_t *value, int8_t *winner)
{
    *winner = -1;
    if (json_is_null(value)) return true;
    json_int_t side = json_integer_value(value);
    if (!json_is_integer(value) || side < -1 || side > 1) return false;
    *winner = (int8_t)side;
    return true;
}

static bool read_result(struct record *r, const json_t *result)
{
    const json_t *winner = json_object_get(result, "winner"),
                 *score = json_object_get(result, "score");
    int64_t turns;
    if (!read_string(json_object_get(result, "reason"), &r->reason) || !r->reason) return false;
    if (!read_count(result, "turns", INT32_MAX, &turns)) return false;
    if (!read_winner(winner, &r->status.winner)) return false;
    r->status.over = true;
    r->status.reason = r->reason;
    r->status.turn = (int32_t)turns;
    for (size_t p = 0; p < 2; p++)
        r->status.score[p] = json_integer_value(json_array_get(score, p));
    r->is_whole = true;
    return true;
}

/* ---- the file ---- */

/* Checks the line's own checksum and carries it on. */
static void check_sum(struct record *r, const struct scan *line)
{
    static const size_t tail = sizeof SUM_MARK - 1 + 16 + 2; /* mark, digits, quote and brace */
    char digits[32];
    struct text t = TEXT_ON(digits);
    size_t len = scan_left(line);
    size_t body = len > tail ? len - tail : 0;
    r->sum = hash_bytes(r->sum, line->at, body);
    text_hex(&t, r->sum);
    bool ok = len > tail && memcmp(line->at + body + sizeof SUM_MARK - 1, digits, 16) == 0;
    if (!ok && r->first_bad_sum == 0) r->first_bad_sum = r->line_count;
}

static bool read_line(struct record *r, const struct scan *line, const char *name, struct err *err)
{
    json_error_t why;
    int number = r->line_count;
    json_t *json = json_loadb(line->at, scan_left(line), 0, &why);
    if (!json) return err_set(err, "%s, line %d: %s", name, number, why.text);
    const json_t *result = json_object_get(json, "result");
    bool ok = number == 1 ? read_header(r, json, name, err)
              : result    ? read_result(r, result)
                          : read_step(r, json);
    json_decref(json);
    if (!ok && number > 1) err_set(err, "%s, line %d: not a line of a record", name, number);
    return ok;
}

static bool make_room(struct record *r)
{
    if (r->step_count < r->step_cap) return true;
    int32_t cap = r->step_cap ? 2 * r->step_cap : 256;
    struct record_step *wider = realloc(r->steps, (size_t)cap * sizeof *wider);
    if (!wider) return false;
    memset(wider + r->step_cap, 0, (size_t)(cap - r->step_cap) * sizeof *wider);
    r->steps = wider;
    r->step_cap = cap;
    return true;
}

bool record_add_line(struct record *r, const char *bytes, size_t len, const char *name,
                     struct err *err)
{
    struct scan line = scan_on(bytes, len);
    if (!make_room(r)) return err_set(err, "out of memory");
    r->line_count++;
    if (r->is_whole)
        return err_set(err, "%s, line %d: a line after the result", name, r->line_count);
    if (len > RECORD_LINE_MOST)
        return err_set(err, "%s, line %d is longer than %d MiB", name, r->line_count,
                       RECORD_LINE_MOST >> 20);
    check_sum(r, &line);
    return read_line(r, &line, name, err);
}

bool record_parse(struct record *r, const char *bytes, size_t len, const char *name,
                  struct err *err)
{
    struct scan rest = scan_on(bytes, len), line;
    bool ok = true;
    *r = (struct record){0};
    while (ok && !r->is_whole && scan_line(&rest, &line))
        ok = record_add_line(r, line.at, scan_left(&line), name, err);
    if (ok && r->line_count == 0)
        ok = err_set(err, "%s is not a match record, or is truncated in its first line", name);
    if (ok && r->is_whole && scan_left(&rest) > 0)
        ok = err_set(err, "%s, line %d: a line after the result", name, r->line_count + 1);
    if (!ok) record_free(r);
    return ok;
}

/* Unpacks as much as there is: a cut file ends early, it is no fault. How much came is told even
   where it is too much. */
static bool unpack(ZSTD_DCtx *zstd, const char *packed, size_t packed_len, size_t most,
                   char **bytes, size_t *len)
{
    ZSTD_inBuffer in = {.src = packed, .size = packed_len};
    size_t cap = 0, before = 0;
    *len = 0;
    for (size_t state = 1; state != 0 && (in.pos < in.size || *len > before);) {
        if (*len > most) return false;
        if (*len == cap) {
            char *wider = realloc(*bytes, cap ? cap * 2 : 65536);
            if (!wider) return false;
            *bytes = wider;
            cap = cap ? cap * 2 : 65536;
        }
        ZSTD_outBuffer out = {.dst = *bytes, .size = cap, .pos = before = *len};
        state = ZSTD_decompressStream(zstd, &out, &in);
        if (ZSTD_isError(state)) break;
        *len = out.pos;
    }
    return *len > 0 && *len <= most;
}

bool record_is_packed(const char *bytes, size_t len)
{
    return len >= 4 && memcmp(bytes, "\x28\xb5\x2f\xfd", 4) == 0;
}

bool record_unpack(const char *bytes, size_t bytes_len, size_t most, const char *name, char **text,
                   size_t *len, struct err *err)
{
    ZSTD_DCtx *zstd = ZSTD_createDCtx();
    *text = NULL;
    bool ok = zstd && unpack(zstd, bytes, bytes_len, most, text, len);
    ZSTD_freeDCtx(zstd);
    if (ok) return true;
    free(*text);
    *text = NULL;
    if (zstd && *len > most)
        return err_set(err, "%s is more than %zu MiB when unpacked", name, most >> 20);
    return err_set(err, "%s is not a readable zstd file", name);
}

bool record_text(const char *path, size_t most, char **text, size_t *len, struct err *err)
{
    AUTO_FREE char *packed = NULL;
    char *bytes;
    size_t bytes_len;
    if (!file_read(path, most, &bytes, &bytes_len, err)) return false;
    if (record_is_packed(bytes, bytes_len)) {
        packed = bytes;
        return record_unpack(packed, bytes_len, most, path, text, len, err);
    }
    *text = bytes;
    *len = bytes_len;
    return true;
}

bool record_read(struct record *r, const char *path, size_t most, struct err *err)
{
    AUTO_FREE char *text = NULL;
    size_t len = 0;
    return record_text(path, most, &text, &len, err) && record_parse(r, text, len, path, err);
}

void record_free(struct record *r)
{
    for (int32_t i = 0; i < r->step_count; i++)
        for (int p = 0; p < 2; p++) {
            free(r->steps[i].answer[p]);
            free(r->steps[i].err[p]);
        }
    for (int p = 0; p < 2; p++) {
        free(r->spec[p]);
        free(r->name[p]);
        free(r->who[p]);
    }
    free(r->steps);
    free(r->options);
    free(r->map);
    free(r->reason);
    *r = (struct record){0};
}
