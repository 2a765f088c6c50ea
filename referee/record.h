/*
 * record — a match as a file: inputs, not pictures (docs/REPLAY.md is the specification).
 *
 * JSON Lines, zstd-compressed when the name ends in .zst: a header, one line a step, the result.
 * Every line ends with a checksum over all before it, so that a changed byte is found, and every
 * step carries the hash of the state after it, so that a changed rule is found. Lines are handed to
 * the kernel as they are made (compressed ones at least ten times a second): a killed run leaves a
 * readable record.
 */
#pragma once
#include "games/game.h"
#include "os/err.h"
#include "referee/match.h"

/* ---- writing ---- */

struct record_writer;

/* The file is made here; the header is written when the names are known (match_watch.begin). */
struct record_writer *record_create(const char *path, const struct match_options *options,
                                    bool keep_stderr, struct err *err);
/* Begins a record that is compressed, whatever the file is called. */
struct record_writer *record_create_packed(const char *path, const struct match_options *options,
                                           bool keep_stderr, struct err *err);
/* Observes a match. */
struct match_watch record_watch(struct record_writer *w);
/* The result line. */
bool record_finish(struct record_writer *w, const struct match_result *result, struct err *err);
/* Closes the file and frees all; removes the file when not even a header was written. */
void record_close(struct record_writer *w);

/* ---- reading ---- */

struct record_step {
    int32_t turn;
    enum reply_kind kind[2];
    char *answer[2]; /* bytes as they came; NULL: none */
    size_t answer_len[2];
    int64_t ms[2];
    uint64_t hash;
    char *err[2]; /* NULL: none */
};

struct record {
    const struct game *game;
    uint32_t rules;
    struct game_setup setup;
    char *options, *map; /* owned; setup points here */
    char *spec[2], *name[2];
    char *who[2]; /* NULL: not known */
    int64_t match_ms, turn_ms, name_ms[2];
    uint64_t start_hash;
    struct record_step *steps;
    int32_t step_count;
    bool is_whole; /* the result line is there */
    struct game_status status;
    char *reason;      /* owned; status.reason points here */
    int first_bad_sum; /* number of the first line whose checksum is wrong, 0: none */
    int line_count;
    int32_t step_cap;
    uint64_t sum; /* of the lines so far */
};

/* What a player is called: as entered, and only where nobody entered a name as the program printed.
 */
static inline const char *record_player(const struct record *r, int p)
{
    return r->who[p] && r->who[p][0] ? r->who[p] : r->name[p];
}

/* What a record may need of memory: a few bytes of a compressed file can be a gigabyte of text. Far
   beyond what a match writes. */
enum { RECORD_MOST = 64 << 20, RECORD_LINE_MOST = 16 << 20 };

/* The text of a record's file, unpacked where it is compressed; the caller frees it. False when it
   is longer than `most` bytes. */
bool record_text(const char *path, size_t most, char **text, size_t *len, struct err *err);
/* Whether these bytes of a record are compressed, and what they are when unpacked, at most `most`
   bytes; `name` is for the error's sentence. */
bool record_is_packed(const char *bytes, size_t len);
bool record_unpack(const char *bytes, size_t bytes_len, size_t most, const char *name, char **text,
                   size_t *len, struct err *err);
/* Reads a record of at most `most` bytes of text. A cut one is read as far as it goes (is_whole is
   false then). Every number is within its bounds: winner -1 to 1, turns and times not negative. */
bool record_read(struct record *r, const char *path, size_t most, struct err *err);
/* Reads a record from memory, plain text only: for tests and fuzzing. */
bool record_parse(struct record *r, const char *bytes, size_t len, const char *name,
                  struct err *err);
/* One more line, without its LF, of a record that is still being written and began as zeros. */
bool record_add_line(struct record *r, const char *line, size_t len, const char *name,
                     struct err *err);
void record_free(struct record *r);
