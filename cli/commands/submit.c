/* `taisen submit`: sends a program to a site and, if asked, waits for its verdict. */
#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/json_line.h"
#include "cli/remote.h"
#include "league/build/source.h"
#include "os/file.h"
#include "os/folder.h"
#include "os/stop.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOOK_US = 500 * 1000, AWAY_MOST = 60 };

struct request {
    struct remote_options site;
    const char *file, *ladder, *language, *token_file;
    char token[REMOTE_TOKEN];
    bool wait, json;
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

static void print_report(const json_t *report)
{
    size_t i;
    const json_t *finding;
    json_array_foreach(report, i, finding)
    {
        const char *weight = word(finding, "weight");
        printf("%-8s ", strcmp(weight, "loses") == 0  ? "LOSES"
                        : strcmp(weight, "fine") == 0 ? "ok"
                                                      : "strange");
        print_line(word(finding, "text"));
    }
}

static int print_outcome(const json_t *about)
{
    bool is_broken = strcmp(word(about, "state"), "broken") == 0;
    print_plain(word(about, "log"));
    print_report(json_object_get(about, "report"));
    printf("version %lld in ladder ",
           (long long)json_integer_value(json_object_get(about, "version")));
    print_plain(word(about, "ladder"));
    print_plain(is_broken ? " is broken: " : " is built and plays");
    print_line(word(about, "why"));
    return is_broken ? STATUS_FOUND : STATUS_DONE;
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
    err_set(err, "this is no site of Taisen's: its answer cannot be read");
    return NULL;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool put_path(const struct request *q, char *path, size_t size)
{
    snprintf(path, size, "/api/v1/submissions");
    return remote_add_query(path, size, "ladder", q->ladder) &&
           remote_add_query(path, size, "name", base_name(q->file)) &&
           (!q->language || remote_add_query(path, size, "language", q->language));
}

/* The number that the site gave it; 0, with the reason. */
static int64_t send_file(const struct request *q, struct remote *site, struct err *err)
{
    AUTO_FREE char *bytes = NULL;
    char path[2048];
    struct remote_body body = {.type = "application/octet-stream"};
    struct remote_answer answer;
    if (folder_exists(q->file)) return err_set(err, "%s is a folder; send a zip of it", q->file), 0;
    if (!file_read(q->file, SOURCE_MOST, &bytes, &body.len, err)) return 0;
    body.bytes = bytes;
    if (!put_path(q, path, sizeof path)) return err_set(err, "the names are too long"), 0;
    if (!remote_ask(site, "POST", path, &body, &answer, err)) return 0;
    json_t *made = read_answer(&answer, err);
    int64_t id = json_integer_value(json_object_get(made, "id"));
    json_decref(made);
    return id > 0 ? id : (err_set(err, "the site gave it no number"), 0);
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

static int print_json(const json_t *about)
{
    json_dumpf(about, stdout, JSON_COMPACT);
    putchar('\n');
    return strcmp(word(about, "state"), "broken") == 0 ? STATUS_FOUND : STATUS_DONE;
}

static int follow(const struct request *q, struct remote *site, int64_t id)
{
    char last[32] = "";
    struct err err;
    for (;;) {
        json_t *about = ask_about(site, id, &err);
        if (!about) return stop_asked() ? 128 + stop_signal() : cli_fail("%s", err.text);
        bool is_done = json_integer_value(json_object_get(about, "finished")) != 0;
        if (!is_done && strcmp(last, word(about, "state")) != 0) {
            snprintf(last, sizeof last, "%s", word(about, "state"));
            fprintf(stderr, "taisen: %s\n", strcmp(last, "waiting") == 0 ? "waiting" : "building");
        }
        int status = !is_done ? -1 : q->json ? print_json(about) : print_outcome(about);
        json_decref(about);
        if (is_done) return status;
        stop_poll(NULL, 0, LOOK_US);
        if (stop_asked()) return 128 + stop_signal();
    }
}

static int submit(const struct request *q)
{
    struct err err;
    stop_watch();
    struct remote *site = remote_open(&q->site, &err);
    if (!site) return cli_use("%s", err.text);
    int64_t id = send_file(q, site, &err);
    int status = STATUS_DONE;
    if (id == 0)
        status = stop_asked() ? 128 + stop_signal() : cli_use("%s", err.text);
    else if (q->wait)
        status = follow(q, site, id);
    else if (q->json)
        print_id(id);
    else
        printf("submission %lld is kept; the site will build and try it\n", (long long)id);
    remote_close(site);
    return status;
}

/* ---- the command line ---- */

static bool choose_token(struct request *q)
{
    struct err err;
    if (q->token_file) {
        if (!remote_read_token(q->token_file, q->token, &err))
            return cli_use("--token-file: %s", err.text), false;
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
        return cli_use("submit takes an address and a file; `taisen submit --help` tells more");
    if (!q.ladder) return cli_use("submit needs --ladder NAME: where it is to play");
    q.site.url = argv[optind];
    q.file = argv[optind + 1];
    return choose_token(&q) ? submit(&q) : STATUS_USE;
}

/* ---- the command ---- */

#define AT(member) .at = offsetof(struct request, member)

static const struct cli_option options[] = {
    {"ladder", "NAME", OPTION_TEXT, AT(ladder),
     .help = "where it is to play; the first ladder of a game has the game's name",
     .help_ja = "対戦するラダー。ゲームの最初のラダーはゲームと同じ名前"},
    {"token", "TOKEN", OPTION_TEXT, AT(site.token),
     .help = "a token of your account; the page `Account` of the site makes them",
     .help_ja = "アカウントのトークン（サイトの「アカウント」ページで作成）"},
    {"token-file", "FILE", OPTION_FILE, AT(token_file),
     .help =
         "a file with the token, where nobody else sees it (default: the variable TAISEN_TOKEN)",
     .help_ja = "トークンを書いたファイル。他の人に見られません（既定: 環境変数 TAISEN_TOKEN）"},
    {"language", "NAME", OPTION_TEXT, AT(language),
     .help = "what it is written in (default: detect from file name, or what is in the zip)",
     .help_ja = "使用言語（既定: ファイル名または zip の中身から判定）"},
    {"wait", NULL, OPTION_FLAG, AT(wait),
     .help = "wait until it is built and checked, and print the log and the report",
     .help_ja = "ビルドと検査が終わるまで待ち、ログと報告を表示"},
    {"cacert", "FILE", OPTION_FILE, AT(site.cacert),
     .help = "certificates to trust, besides those of this machine",
     .help_ja = "このマシンのもの以外に信頼する証明書"},
    {"json", NULL, OPTION_FLAG, AT(json), .help = "print what the site answers",
     .help_ja = "サイトの応答をそのまま出力"},
    {0}};

const struct command command_submit = {
    .name = "submit",
    .about = "send a program to a site, where it plays in a ladder",
    .about_ja = "プログラムをサイトに提出し、ラダーで対戦",
    .usage = "URL FILE --ladder NAME [OPTIONS]",
    .text =
        "Sends a program to a site, where it is built, checked, and then plays in a ladder. FILE "
        "is one source file of any name, or a zip of several with the language's main file at "
        "its top (player.c, player.cpp, Player.java, Player.cs, player.rb, player.py, player.js, "
        "player.go, player.rs: as `taisen new` makes them).",
    .text_ja =
        "プログラムをサイトに送ります。サイトでビルドと検査が行われ、その後ラダーで対戦します。FILE"
        " は"
        "任意の名前の 1 つのソースファイルか、最上位に各言語のメインファイルを置いた zip です"
        "（player.c、player.cpp、Player.java、Player.cs、player.rb、player.py、player.js、player."
        "go、"
        "player.rs。`taisen new` が作るものと同じ）。",
    .suggest = "none file",
    .options = options,
    .more = "Exit status 1 when the program is broken, 2 when the site does not take it.",
    .more_ja = "プログラムに問題があると終了ステータスは 1、サイトが受け付けないと 2 です。",
    .run = run};
