/*
 * Contests: files NAME.ini in the folder `contests`, and beside each the journal NAME.jsonl that
 * `taisen tournament NAME.ini --out NAME.jsonl` writes. Read anew for each request: they are small,
 * and the file is always right.
 */
#include "league/picture.h"
#include "os/file.h"
#include "site/contest_json.h"
#include "site/inside.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CONTESTS_MOST = 200, PICTURE_MOST = 16 << 20 };

struct state {
    struct contest contest;
    struct journal journal;
    struct tournament tournament;
};

static void path_of(const struct site *site, const char *name, const char *ending,
                    char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/contests/%s%s", site->o.var, name, ending);
}

/* A name that can only be a file of this folder. */
static bool is_plain(const char *name)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    size_t len = strlen(name);
    return len > 0 && len < CONTEST_NAME && strspn(name, letters) == len;
}

static void close_state(struct state *s)
{
    if (!s) return;
    tournament_free(&s->tournament);
    journal_free(&s->journal);
    contest_free(&s->contest);
    free(s);
}

/* Without a journal it has not begun. */
static bool read_state(const struct site *site, const char *name, struct state *s, struct err *err)
{
    char file[PATH_MAX], journal[PATH_MAX];
    path_of(site, name, ".ini", file);
    path_of(site, name, ".jsonl", journal);
    if (!contest_read(&s->contest, file, err)) return false;
    if (access(journal, F_OK) == 0 && !journal_read(&s->journal, journal, err)) return false;
    return tournament_look(&s->tournament, &s->contest, &s->journal, err);
}

static struct state *open_state(const struct site *site, const char *name, struct http_answer *a)
{
    char file[PATH_MAX];
    struct err err = {"out of memory"};
    path_of(site, name, ".ini", file);
    if (!is_plain(name) || access(file, F_OK) < 0) {
        http_refuse(a, 404, "there is no contest %s", name);
        return NULL;
    }
    struct state *s = calloc(1, sizeof *s);
    if (s && read_state(site, name, s, &err)) return s;
    http_refuse(a, 500, "the contest cannot be read: %s", err.text);
    close_state(s);
    return NULL;
}

/* ---- all of them ---- */

static int is_contest(const struct dirent *entry)
{
    char name[CONTEST_NAME];
    size_t len = strlen(entry->d_name);
    if (len < 5 || len - 4 >= sizeof name || strcmp(entry->d_name + len - 4, ".ini") != 0) return 0;
    memcpy(name, entry->d_name, len - 4);
    name[len - 4] = '\0';
    return is_plain(name);
}

static void put_state(struct text *t, const struct state *s)
{
    put_str(t, "title", s->contest.name);
    put_str(t, "state",
            s->tournament.is_over  ? "over"
            : s->journal.count > 0 ? "running"
                                   : "waiting");
}

/* One that cannot be read is in the list with its reason. */
static void put_contest(const struct site *site, const char *name, struct text *t)
{
    struct state *s = calloc(1, sizeof *s);
    struct err err = {"out of memory"};
    put_open(t, NULL, '{');
    put_str(t, "name", name);
    if (s && read_state(site, name, s, &err)) {
        put_state(t, s);
        put_str(t, "game", s->contest.game->name);
        put_int(t, "players", s->contest.player_count);
    } else {
        put_str(t, "title", name);
        put_str(t, "state", "broken");
        put_str(t, "error", err.text);
    }
    put_close(t, '}');
    close_state(s);
}

void api_contests(void *arg, const struct http_request *q, struct http_answer *a)
{
    const struct site *site = arg;
    char folder[PATH_MAX];
    struct dirent **entries = NULL;
    (void)q;
    path_of(site, "", "", folder);
    int count = scandir(folder, &entries, is_contest, alphasort);
    put_open(a->body, NULL, '{');
    put_open(a->body, "contests", '[');
    for (int i = 0; i < count; i++) {
        entries[i]->d_name[strlen(entries[i]->d_name) - 4] = '\0';
        if (i < CONTESTS_MOST) put_contest(site, entries[i]->d_name, a->body);
        free(entries[i]);
    }
    free(entries);
    text_str(a->body, "]}\n");
}

/* ---- one of them ---- */

void api_contest(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct state *s = open_state(arg, q->capture[0], a);
    if (!s) return;
    put_open(a->body, NULL, '{');
    put_str(a->body, "name", q->capture[0]);
    put_state(a->body, s);
    contest_json(a->body, &s->tournament, &s->journal);
    text_str(a->body, "}\n");
    close_state(s);
}

/* Pictures are drawn into files: this one is in memory only. */
static bool draw(const struct state *s, char **bytes, size_t *len, struct err *err)
{
    char path[64];
    AUTO_CLOSE int fd = memfd_create("bracket", MFD_CLOEXEC);
    if (fd < 0) return err_sys(err, "memfd_create");
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return picture_tournament(&s->tournament, path, err) &&
           file_read(path, PICTURE_MOST, bytes, len, err);
}

void api_bracket(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct err err;
    struct state *s = open_state(arg, q->capture[0], a);
    if (!s) return;
    a->type = "image/svg+xml";
    if (!draw(s, &a->heap, &a->bytes_len, &err)) http_refuse(a, 500, "%s", err.text);
    close_state(s);
}
