/* `taisen submit`: sends a program to a site and, if asked, waits for its verdict. */
#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/json_line.h"
#include "cli/remote.h"
#include "league/build/pack.h"
#include "league/build/source.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/folder.h"
#include "os/stop.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LOOK_US = 500 * 1000, AWAY_MOST = 60, SEND_MOST = 5 };

enum until { UNTIL_SENT, UNTIL_CHECKED, UNTIL_RATED };

struct request {
    struct remote_options site;
    const char *file, *ladder, *language, *token_file;
    char token[REMOTE_TOKEN];
    bool wait, rated, no_wait, json;
    enum until until;
};

/* ---- what is printed ---- */

/* What a compiler or a program said goes to a terminal: nothing of it may command that. */
static void print_plain(const char *text)
{
    char buf[1024];
    for (size_t left = strlen(text), len; left > 0; text += len, left -= len) {
        struct text t = TEXT_ON(buf);
        len = utf8_cut(text, left, sizeof buf - 1);
        text_plain(&t, text, len);
        fputs(buf, stdout);
    }
}

static void print_line(const char *text)
{
    print_plain(text);
    putchar('\n');
}

static const char *word(const json_t *about, const char *key)
{
    const char *text = json_string_value(json_object_get(about, key));
    return text ? text : "";
}

/* A sentence of the site's, which comes in English and, beside it, as a code with values. */
static const char *said(const json_t *about, const char *key)
{
    static struct err err;
    char beside[64];
    snprintf(beside, sizeof beside, "%s_said", key);
    const json_t *with_code = json_object_get(about, beside);
    AUTO_FREE char *values = json_dumps(json_object_get(with_code, "params"), JSON_COMPACT);
    size_t len = values ? strlen(values) : 0;
    err = (struct err){.code = ""};
    snprintf(err.text, sizeof err.text, "%s", word(about, key));
    snprintf(err.shown, sizeof err.shown, "%s", err.text);
    if (len < 2 || len > sizeof err.values) return err.shown;
    err.shown[0] = '\0';
    snprintf(err.code, sizeof err.code, "%s", word(with_code, "code"));
    snprintf(err.values, sizeof err.values, "%.*s", (int)len - 2, values + 1);
    return sentence(&err);
}

static void print_report(const json_t *report)
{
    size_t i;
    const json_t *finding;
    json_array_foreach(report, i, finding)
    {
        const char *weight = word(finding, "weight");
        cli_print_cell(strcmp(weight, "loses") == 0  ? _("LOSES")
                       : strcmp(weight, "fine") == 0 ? _("ok")
                                                     : _("strange"),
                       8, 1);
        print_line(said(finding, "text"));
    }
}

static int64_t number(const json_t *about, const char *key)
{
    return (int64_t)json_integer_value(json_object_get(about, key));
}

static bool is_broken(const json_t *about)
{
    return strcmp(word(about, "state"), "broken") == 0;
}

static void print_outcome(const json_t *about)
{
    print_plain(word(about, "log"));
    print_report(json_object_get(about, "report"));
    long long version = number(about, "version");
    char line[2048];
    if (is_broken(about))
        snprintf(line, sizeof line, _("version %lld in ladder %s was rejected: %s"), version,
                 word(about, "ladder"), said(about, "why"));
    else
        snprintf(line, sizeof line, _("version %lld in ladder %s is built and active"), version,
                 word(about, "ladder"));
    print_line(line);
    fflush(stdout);
}

/* ---- how far it is ---- */

/* What is told on standard error while somebody waits: on a terminal one line that changes,
   elsewhere a line whenever there is something new. */
struct telling {
    bool is_terminal;
    int64_t began_us, first_us; /* first_us: when there was a rated result, 0: not yet */
    char last[256];
};

static void put_rating(const json_t *p, char *out, size_t size)
{
    const json_t *rating = json_object_get(p, "rating");
    double deviation = json_number_value(json_object_get(p, "deviation"));
    out[0] = '\0';
    if (!json_is_number(rating)) return;
    int len = snprintf(out, size, _(", rating %.0f"), json_number_value(rating));
    if (deviation > 0) snprintf(out + len, size - (size_t)len, " +- %.0f", 2 * deviation);
}

static void put_stage(const json_t *p, char *out, size_t size)
{
    const char *stage = word(p, "stage");
    char rating[64];
    put_rating(p, rating, sizeof rating);
    if (strcmp(stage, "queued") == 0 && number(p, "wait_ms") > 0)
        snprintf(out, size, _("queued: place %lld, about %lld s"), (long long)number(p, "place"),
                 (long long)(number(p, "wait_ms") + 999) / 1000);
    else if (strcmp(stage, "queued") == 0)
        snprintf(out, size, _("queued: place %lld"), (long long)number(p, "place"));
    else if (strcmp(stage, "checking") == 0)
        snprintf(out, size, _("checking: %lld of %lld games"), (long long)number(p, "checked"),
                 (long long)number(p, "checks"));
    else if (strcmp(stage, "playing") == 0 || strcmp(stage, "rated") == 0)
        snprintf(out, size,
                 strcmp(stage, "rated") == 0 ? _("rated: %lld of %lld games%s")
                                             : _("playing: %lld of %lld games%s"),
                 (long long)number(p, "games"), (long long)number(p, "games_wanted"), rating);
    else
        snprintf(out, size, "%.32s", stage);
}

static void tell(struct telling *t, const json_t *about)
{
    char line[sizeof t->last], plain[sizeof line];
    struct text shown = TEXT_ON(plain);
    const json_t *p = json_object_get(about, "progress");
    put_stage(p, line, sizeof line);
    if (t->first_us == 0 && number(p, "games") > 0) t->first_us = clock_us();
    if (strcmp(line, t->last) == 0) return;
    memcpy(t->last, line, sizeof line);
    text_plain(&shown, line, strlen(line));
    if (t->is_terminal)
        fprintf(stderr, "\r\033[K%s", plain);
    else
        fprintf(stderr, "taisen: %s\n", plain);
}

/* The line on a terminal has been read; something else comes below it. */
static void end_line(struct telling *t)
{
    if (t->is_terminal && t->last[0]) fputc('\n', stderr);
    t->last[0] = '\0';
}

/* ---- asking ---- */

/* NULL, with the reason, when the answer is no JSON object. */
static json_t *read_answer(struct remote_answer *answer, struct err *err)
{
    json_t *value = json_loadb(answer->bytes, answer->len, 0, NULL);
    free(answer->bytes);
    answer->bytes = NULL;
    if (json_is_object(value)) return value;
    json_decref(value);
    err_set(err, "this is not a Taisen site: its answer cannot be read");
    return NULL;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool put_path(const struct request *q, const char *name, char *path, size_t size)
{
    snprintf(path, size, "/api/v1/submissions");
    return remote_add_query(path, size, "ladder", q->ladder) &&
           remote_add_query(path, size, "name", name) &&
           (!q->language || remote_add_query(path, size, "language", q->language));
}

/* What is sent: one file as it is, or a zip of a folder. */
struct parcel {
    char *bytes;
    size_t len, files;
    int left_out;
    char name[BUNDLE_PATH]; /* as the site is told */
    char names[1024];       /* of the files in it, as people are told; "" of a single one */
};

static void name_files(struct parcel *p, const struct bundle *b)
{
    enum { NAMED = 8 };
    char more[64];
    struct text t = TEXT_ON(p->names);
    for (size_t i = 0; i < b->count && i < NAMED; i++) {
        text_str(&t, i == 0 ? ": " : ", ");
        text_str(&t, b->files[i].path);
    }
    snprintf(more, sizeof more, _(" and %zu more"), b->count - NAMED);
    if (b->count > NAMED) text_str(&t, more);
    snprintf(more, sizeof more, _(" (left out: %d)"), p->left_out);
    if (p->left_out > 0) text_str(&t, more);
}

static void say_parcel(const struct parcel *p, bool is_new)
{
    fprintf(stderr,
            words_count("taisen: sent %zu file, %zu bytes%s\n",
                        "taisen: sent %zu files, %zu bytes%s\n", p->files),
            p->files, p->len, p->names);
    if (!is_new) fputs(_("taisen: the site has this program already; it is there once\n"), stderr);
}

static bool pack_parcel(const struct request *q, struct parcel *p, struct err *err)
{
    struct bundle b = {0};
    bool ok = pack_folder(q->file, &b, &p->left_out, err) &&
              bundle_write_zip(&b, "player", &p->bytes, &p->len, err);
    if (ok && p->len > SOURCE_MOST)
        ok = err_set(err, "%s is %zu KiB, packed; a site takes %d KiB (%s leaves files out)",
                     q->file, p->len >> 10, SOURCE_MOST >> 10, PACK_IGNORE_FILE);
    p->files = b.count;
    snprintf(p->name, sizeof p->name, "player.zip");
    if (ok) name_files(p, &b);
    bundle_free(&b);
    return ok;
}

static bool make_parcel(const struct request *q, struct parcel *p, struct err *err)
{
    if (folder_exists(q->file)) return pack_parcel(q, p, err);
    if (!file_read(q->file, SOURCE_MOST, &p->bytes, &p->len, err)) return false;
    p->files = 1;
    snprintf(p->name, sizeof p->name, "%s", base_name(q->file));
    return true;
}

/* One whose answer got lost is sent again: the site knows it by what is in it. */
static bool send_often(struct remote *site, const char *path, const struct remote_body *body,
                       struct remote_answer *answer, struct err *err)
{
    for (int i = 0; i < SEND_MOST && !stop_asked(); i++) {
        if (remote_ask(site, "POST", path, body, answer, err)) return true;
        if (answer->status != 0) return false;
        stop_poll(NULL, 0, LOOK_US);
    }
    return false;
}

/* The number that the site gave it; 0, with the reason. */
static int64_t send_parcel(const struct request *q, struct remote *site, const struct parcel *p,
                           struct err *err)
{
    char path[2048];
    struct remote_body body = {
        .type = "application/octet-stream", .bytes = p->bytes, .len = p->len};
    struct remote_answer answer;
    if (!put_path(q, p->name, path, sizeof path)) return err_set(err, "the names are too long"), 0;
    if (!send_often(site, path, &body, &answer, err)) return 0;
    json_t *made = read_answer(&answer, err);
    int64_t id = number(made, "id");
    if (id > 0 && !q->json) say_parcel(p, !json_is_false(json_object_get(made, "new")));
    json_decref(made);
    return id > 0 ? id : (err_set(err, "the site gave it no number"), 0);
}

static int64_t send_file(const struct request *q, struct remote *site, struct err *err)
{
    struct parcel p = {0};
    int64_t id = make_parcel(q, &p, err) ? send_parcel(q, site, &p, err) : 0;
    free(p.bytes);
    return id;
}

/* A site that is being started again is waited for. */
static json_t *ask_about(struct remote *site, int64_t id, struct err *err)
{
    char path[64];
    struct remote_answer answer;
    snprintf(path, sizeof path, "/api/v1/submissions/%lld", (long long)id);
    for (int i = 0; i < AWAY_MOST && !stop_asked(); i++) {
        if (remote_ask(site, "GET", path, NULL, &answer, err)) return read_answer(&answer, err);
        if (answer.status != 0 && answer.status != 503) return NULL;
        stop_poll(NULL, 0, 2 * LOOK_US);
    }
    return NULL;
}

static void print_id(int64_t id)
{
    struct text *t = json_line();
    json_write_open(t, NULL, '{');
    json_write_int(t, "id", id);
    json_line_print(t, '}');
}

static void print_json(const json_t *about)
{
    json_dumpf(about, stdout, JSON_COMPACT);
    putchar('\n');
}

static bool is_built(const json_t *about)
{
    return number(about, "finished") != 0;
}

/* Whether nobody needs to wait any longer. */
static bool is_over(const struct request *q, const json_t *about)
{
    const char *stage = word(json_object_get(about, "progress"), "stage");
    return is_built(about) && (q->until == UNTIL_CHECKED || strcmp(stage, "playing") != 0);
}

static void say_times(const struct request *q, const struct telling *t)
{
    if (q->json || q->until != UNTIL_RATED || t->first_us == 0) return;
    printf(_("first rated result after %.1f s, rated after %.1f s\n"),
           (double)(t->first_us - t->began_us) / 1e6, (double)(clock_us() - t->began_us) / 1e6);
}

/* The log and the report once, as soon as they are there; then how it plays. */
static int follow(const struct request *q, struct remote *site, int64_t id, struct telling *t)
{
    bool has_told = q->json;
    struct err err;
    for (;;) {
        json_t *about = ask_about(site, id, &err);
        if (!about) return stop_asked() ? 128 + stop_signal() : cli_fail("%s", sentence(&err));
        bool is_last = is_over(q, about);
        int status = is_broken(about) ? STATUS_FOUND : STATUS_DONE;
        if (is_built(about) && !has_told) {
            end_line(t);
            print_outcome(about);
            has_told = true;
        }
        if (!is_broken(about) && (!is_last || q->until == UNTIL_RATED)) tell(t, about);
        if (is_last) end_line(t);
        if (is_last && q->json) print_json(about);
        if (is_last) say_times(q, t);
        json_decref(about);
        if (is_last) return status;
        stop_poll(NULL, 0, LOOK_US);
        if (stop_asked()) return 128 + stop_signal();
    }
}

/* Whoever sits before a terminal wants to see how it goes. */
static void choose_until(struct request *q)
{
    bool is_watched = isatty(STDERR_FILENO) && isatty(STDOUT_FILENO) && !q->json;
    q->until = q->no_wait ? UNTIL_SENT
               : q->rated ? UNTIL_RATED
               : q->wait  ? UNTIL_CHECKED
                          : (is_watched ? UNTIL_RATED : UNTIL_SENT);
}

static int watch(const struct request *q, struct remote *site, int64_t id, int64_t began_us)
{
    struct telling t = {.is_terminal = isatty(STDERR_FILENO), .began_us = began_us};
    int status = follow(q, site, id, &t);
    if (stop_asked()) {
        end_line(&t);
        fprintf(stderr, _("taisen: submission %lld stays at the site\n"), (long long)id);
    }
    return status;
}

static int submit(const struct request *q)
{
    struct err err;
    int64_t began_us = clock_us();
    stop_watch();
    struct remote *site = remote_open(&q->site, &err);
    if (!site) return cli_use("%s", sentence(&err));
    int64_t id = send_file(q, site, &err);
    int status = STATUS_DONE;
    if (id == 0)
        status = stop_asked() ? 128 + stop_signal() : cli_use("%s", sentence(&err));
    else if (q->until != UNTIL_SENT)
        status = watch(q, site, id, began_us);
    else if (q->json)
        print_id(id);
    else
        printf(_("submission %lld is kept; the site will build and try it\n"), (long long)id);
    remote_close(site);
    return status;
}

/* ---- the command line ---- */

static bool choose_token(struct request *q)
{
    struct err err;
    if (q->token_file) {
        if (!remote_read_token(q->token_file, q->token, &err))
            return cli_use("--token-file: %s", sentence(&err)), false;
        q->site.token = q->token;
    }
    if (!q->site.token) q->site.token = getenv("TAISEN_TOKEN");
    if (q->site.token && *q->site.token) return true;
    cli_use("submit needs --token, --token-file or the variable TAISEN_TOKEN");
    return false;
}

static int run(int argc, char **argv)
{
    struct request q = {0};
    int status;
    if (!options_read(&command_submit, argc, argv, &q, &status)) return status;
    if (argc - optind != 2)
        return cli_use(
            "submit takes an address and a file or folder; `taisen submit --help` tells more");
    if (!q.ladder) return cli_use("submit needs --ladder NAME: where it is to play");
    q.site.url = argv[optind];
    q.file = argv[optind + 1];
    choose_until(&q);
    return choose_token(&q) ? submit(&q) : STATUS_USE;
}

/* ---- the command ---- */

#define AT(member) .at = offsetof(struct request, member)

static const struct cli_option options[] = {
    {"ladder", "NAME", OPTION_TEXT, AT(ladder),
     .help = N_("the ladder to play on; the first ladder of a game has the game's name")},
    {"token", "TOKEN", OPTION_TEXT, AT(site.token),
     .help = N_("a token of your account; the page `Account` of the site makes them")},
    {"token-file", "FILE", OPTION_FILE, AT(token_file),
     .help = N_(
         "a file with the token, where nobody else sees it (default: the variable TAISEN_TOKEN)")},
    {"language", "NAME", OPTION_TEXT, AT(language),
     .help = N_("what it is written in (default: detect from file name, or what is in the zip)")},
    {"wait", NULL, OPTION_FLAG, AT(wait),
     .help = N_("wait until it is built and checked, and print the log and the report")},
    {"rated", NULL, OPTION_FLAG, AT(rated),
     .help = N_("wait until it is rated: also for its first games in the ladder (default on a "
                "terminal)")},
    {"no-wait", NULL, OPTION_FLAG, AT(no_wait),
     .help = N_("submit and do not wait (default when the output is not a terminal)")},
    {"cacert", "FILE", OPTION_FILE, AT(site.cacert),
     .help = N_("certificates to trust, besides those of this machine")},
    {"json", NULL, OPTION_FLAG, AT(json), .help = N_("print the site's answer")},
    {0}};

const struct command command_submit = {
    .name = "submit",
    .about = N_("submit a program to a ladder of a site"),
    .usage = "URL FILE|FOLDER --ladder NAME [OPTIONS]",
    .text = N_(
        "Sends a program to a site, where it is built, checked, and then plays in a ladder. It is "
        "one source file of any name, a zip of several, or a folder, with the language's main file "
        "at its top (player.c, player.cpp, Player.java, Player.cs, player.rb, player.py, "
        "player.js, player.go, player.rs: as `taisen new` makes them). One file of a starter kit "
        "is enough: the site has the others.\n"
        "Of a folder, hidden files, caches, what compilers leave and records are left out, and "
        "what its file .taisenignore names, in the form of .gitignore. It says what it sends. The "
        "same program sent twice within ten minutes is there once."),
    .suggest = "none file",
    .options = options,
    .more = N_(
        "Ctrl-C stops waiting; the submission stays. Exit status 1 when the program is rejected by "
        "the check, 2 when the site does not accept it."),
    .run = run};
