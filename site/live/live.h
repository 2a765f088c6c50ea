/*
 * live — the matches that are being played, as files that grow.
 *
 * Whoever plays a match writes its plain record to FOLDER/MATCH.jsonl, line by line, and removes
 * the file once the result is stored. The file is the buffer: a viewer is no more than an offset
 * into it, so one who is slow, late or gone costs neither the match nor the others anything. The
 * kernel tells when a file appears, grows and goes (inotify); nobody is asked, nothing is copied.
 *
 * A live match may be awaited: it exists here before its file does.
 */
#pragma once
#include "os/err.h"

#include <stdbool.h>
#include <stdint.h>

struct live;

/* So many bytes were there by then. */
struct live_mark {
    int64_t at_us, size;
};

struct live_match {
    int64_t id;
    int fd;       /* -1: nobody has begun to write */
    bool is_gone; /* no more will come */
    int holders;
    int late; /* those who follow it with a delay: nobody tells them when it is time */
    struct live_mark *marks;
    int mark_count, mark_room;
    struct live_match *next;
};

enum live_news { LIVE_BEGAN, LIVE_GREW, LIVE_ENDED };
typedef void live_fn(void *arg, enum live_news news, struct live_match *match);

/* Makes the folder, and empties it: what is there is from before. */
struct live *live_open(const char *folder, live_fn *tell, void *arg, struct err *err);
void live_close(struct live *live);
/* To be polled for reading; then live_read() tells what has happened. */
int live_fd(const struct live *live);
void live_read(struct live *live);

const char *live_folder(const struct live *live);
/* The match, if it is being played or awaited; NULL otherwise. */
struct live_match *live_find(struct live *live, int64_t id);
/* Those that are being played, newest first: pass NULL, then what came back. */
struct live_match *live_next(const struct live *live, const struct live_match *after);
int live_count(const struct live *live);
/* Tells LIVE_GREW for the matches that somebody follows late: to be called every second or so. */
void live_tell_late(struct live *live);
int64_t live_size(const struct live_match *match);
/* How many bytes were there so many seconds ago, or fewer: growth is noted once a second. */
int64_t live_size_before(const struct live_match *match, int64_t seconds);
/* Whether nothing has come for so long: somebody who plays it may have left. */
bool live_is_still(const struct live_match *match, int64_t seconds);
/* Holds a match, playing or not, until live_drop(); NULL when memory is short. */
struct live_match *live_hold(struct live *live, int64_t id);
void live_drop(struct live *live, struct live_match *match);
/* The match has its result without ever having been here. */
void live_give_up(struct live *live, int64_t id);
