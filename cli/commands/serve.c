#include "cli/cli.h"
#include "cli/kits.h"
#include "cli/share.h"
#include "cli/submitted.h"
#include "os/folder.h"
#include "os/proc.h"
#include "os/stop.h"
#include "site/remote/play.h"
#include "site/remote/remote_play.h"
#include "site/site.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: taisen serve [OPTIONS]\n\n"
    "Opens the arena in a browser: matches as they are played, replays, ladders, games against "
    "you.\n"
    "Keeps its league in a database and lets the bots of all games play at low priority, so that\n"
    "there is something to see. Ctrl-C ends it and everything it started.\n\n"
    "  --listen HOST:PORT  where (default 127.0.0.1:8080: this machine alone; 0.0.0.0:8080: all\n"
    "                      who can reach it; port 0: any that is free)\n"
    "  --var DIR           folder for what it keeps (default var)\n"
    "  --db URL            the league (default: the variable TAISEN_DB, or DIR/league.db); @FILE:\n"
    "                      the address stands in FILE, which nobody else can read\n"
    "  --jobs J            workers, each with one match at a time (default 1)\n"
    "  --no-bots           no workers: others play the matches, or nobody\n"
    "  --pace-ms N         the least that a turn of its workers' matches lasts (default 200); a\n"
    "                      turn also lasts at least twice what it took, so a worker never needs\n"
    "                      more than half of a core\n"
    "  --sandbox           its workers run programs in a sandbox\n"
    "  --play-turn-ms N    what a person has for a turn (default 300000: five minutes)\n"
    "  --play-limit N      games with people at a time (default 64; 0: none)\n"
    "  --home-limit N      programs at home (`taisen join`) at a time (default 64; 0: none)\n"
    "  --connections N     clients at a time (default 4000)\n"
    "  --streams N         event streams of one address at a time (default: a quarter of the\n"
    "                      clients); with IPv6 a network of 64 bits counts as an address\n"
    "  --requests N        requests of one address in a second (default 1000)\n"
    "  --patience S        a client that asks for longer is cut off (default 20 seconds)\n"
    "  --signup WHO        who may make an account: open, invitation (with a code of an\n"
    "                      organiser's), closed (default: organisers make them)\n"
    "  --tries N           wrong passwords for an account from one address in ten minutes; an\n"
    "                      address has five times as many in all (default 10)\n"
    "  --https             everybody comes by TLS: cookies are sent over nothing else\n"
    "  --submissions N     programs that an account may send in in an hour (default 20; 0: none)\n"
    "  --languages FILE    how each language is built and run (default: the list of the kits)\n"
    "  --build-limit S     that the build of a submitted program may take (default 120 seconds)\n"
    "  --sandbox-min HOW   full (default), weak, none: where this sandbox is weaker,\n"
    "                      no programs are taken; none: other machines' workers play them\n"
    "  --records DIR       the folder where workers keep records as files, if they do\n"
    "  --watch DIR         /watch shows the newest record in this folder, and each that comes\n"
    "  --pages DIR         the built pages (default: those that came with the program)\n"
    "  --json              print the address as a JSON object\n"
    "  --help              this text\n";

enum {
    FLAG_LISTEN = 256,
    FLAG_VAR,
    FLAG_DB,
    FLAG_JOBS,
    FLAG_NO_BOTS,
    FLAG_PACE_MS,
    FLAG_SANDBOX,
    FLAG_PLAY_TURN_MS,
    FLAG_PLAY_LIMIT,
    FLAG_HOME_LIMIT,
    FLAG_CONNECTIONS,
    FLAG_STREAMS,
    FLAG_REQUESTS,
    FLAG_PATIENCE,
    FLAG_SIGNUP,
    FLAG_TRIES,
    FLAG_HTTPS,
    FLAG_SUBMISSIONS,
    FLAG_LANGUAGES,
    FLAG_BUILD_LIMIT,
    FLAG_CAGE_MIN,
    FLAG_RECORDS,
    FLAG_WATCH,
    FLAG_PAGES,
    FLAG_JSON,
    FLAG_HELP
};

static const struct option options[] = {
    {"listen", required_argument, NULL, FLAG_LISTEN},
    {"var", required_argument, NULL, FLAG_VAR},
    {"db", required_argument, NULL, FLAG_DB},
    {"jobs", required_argument, NULL, FLAG_JOBS},
    {"no-bots", no_argument, NULL, FLAG_NO_BOTS},
    {"pace-ms", required_argument, NULL, FLAG_PACE_MS},
    {"sandbox", no_argument, NULL, FLAG_SANDBOX},
    {"play-turn-ms", required_argument, NULL, FLAG_PLAY_TURN_MS},
    {"play-limit", required_argument, NULL, FLAG_PLAY_LIMIT},
    {"home-limit", required_argument, NULL, FLAG_HOME_LIMIT},
    {"connections", required_argument, NULL, FLAG_CONNECTIONS},
    {"streams", required_argument, NULL, FLAG_STREAMS},
    {"requests", required_argument, NULL, FLAG_REQUESTS},
    {"patience", required_argument, NULL, FLAG_PATIENCE},
    {"signup", required_argument, NULL, FLAG_SIGNUP},
    {"tries", required_argument, NULL, FLAG_TRIES},
    {"https", no_argument, NULL, FLAG_HTTPS},
    {"submissions", required_argument, NULL, FLAG_SUBMISSIONS},
    {"languages", required_argument, NULL, FLAG_LANGUAGES},
    {"build-limit", required_argument, NULL, FLAG_BUILD_LIMIT},
    {"sandbox-min", required_argument, NULL, FLAG_CAGE_MIN},
    {"records", required_argument, NULL, FLAG_RECORDS},
    {"watch", required_argument, NULL, FLAG_WATCH},
    {"pages", required_argument, NULL, FLAG_PAGES},
    {"json", no_argument, NULL, FLAG_JSON},
    {"help", no_argument, NULL, FLAG_HELP},
    {NULL, 0, NULL, 0}};

enum {
    JOBS_MOST = 64,
    PACE_MOST_MS = 60 * 1000,
    CONNECTIONS_MOST = 100 * 1000,
    REQUESTS_MOST = 1000 * 1000
};
static const int64_t TURN_MOST_MS = INT64_C(24) * 3600 * 1000;

struct request {
    struct site_options site;
    int64_t jobs, connections, streams, requests;
    bool json, sandbox;
    char self[PATH_MAX], db[PATH_MAX], live[PATH_MAX], pages[PATH_MAX], programs[PATH_MAX],
        pace[24], listen[300], build[24];
    const char *worker_db; /* as it was given: "@FILE" shows nobody a password */
    const char *worker[48];
    struct submitted submitted;
    int64_t build_s;
    struct err closed;
};

static bool read_signup(const char *arg, enum site_signup *signup)
{
    static const char *const names[] = {
        [SIGNUP_CLOSED] = "closed", [SIGNUP_INVITATION] = "invitation", [SIGNUP_OPEN] = "open"};
    for (int i = SIGNUP_CLOSED; i <= SIGNUP_OPEN; i++) {
        if (strcmp(arg, names[i]) != 0) continue;
        *signup = (enum site_signup)i;
        return true;
    }
    cli_use("--signup is open, invitation or closed, not `%s`", arg);
    return false;
}

static bool read_option(struct request *q, int id, const char *arg)
{
    struct site_options *s = &q->site;
    switch (id) {
    case FLAG_LISTEN: s->listen = arg; return true;
    case FLAG_VAR: s->var = arg; return true;
    case FLAG_DB: s->db = arg; return true;
    case FLAG_JOBS: return cli_int("--jobs", arg, 1, JOBS_MOST, &q->jobs);
    case FLAG_NO_BOTS: q->jobs = 0; return true;
    case FLAG_PACE_MS: return cli_int("--pace-ms", arg, 0, PACE_MOST_MS, &s->pace_ms);
    case FLAG_SANDBOX: return q->sandbox = true;
    case FLAG_PLAY_TURN_MS: return cli_int("--play-turn-ms", arg, 100, TURN_MOST_MS, &s->play_ms);
    case FLAG_PLAY_LIMIT: return cli_int("--play-limit", arg, 0, PLAY_MOST, &s->play_limit);
    case FLAG_HOME_LIMIT:
        return cli_int("--home-limit", arg, 0, REMOTE_PLAY_PLACES, &s->remote_play_limit);
    case FLAG_CONNECTIONS:
        return cli_int("--connections", arg, 1, CONNECTIONS_MOST, &q->connections);
    case FLAG_STREAMS: return cli_int("--streams", arg, 1, CONNECTIONS_MOST, &q->streams);
    case FLAG_REQUESTS: return cli_int("--requests", arg, 1, REQUESTS_MOST, &q->requests);
    case FLAG_PATIENCE: return cli_int("--patience", arg, 1, 3600, &s->patience_s);
    case FLAG_SIGNUP: return read_signup(arg, &s->signup);
    case FLAG_TRIES: return cli_int("--tries", arg, 1, 1000000, &s->tries);
    case FLAG_HTTPS: return s->https = true;
    case FLAG_SUBMISSIONS: return cli_int("--submissions", arg, 0, 100000, &s->submit.an_hour);
    case FLAG_LANGUAGES: q->submitted.file = arg; return true;
    case FLAG_BUILD_LIMIT: return cli_int("--build-limit", arg, 1, 3600, &q->build_s);
    case FLAG_CAGE_MIN: return submitted_read_strength("--sandbox-min", arg, &q->submitted.least);
    case FLAG_RECORDS: return (q->site.records = arg) != NULL;
    case FLAG_WATCH: s->folder = arg; return true;
    case FLAG_PAGES: s->pages = arg; return true;
    case FLAG_JSON: return q->json = true;
    default: return false;
    }
}

/* A port alone is one of this machine alone. */
static void choose_listen(struct request *q)
{
    bool has_host = strchr(q->site.listen, ':');
    snprintf(q->listen, sizeof q->listen, "%s%s", has_host ? "" : "127.0.0.1:", q->site.listen);
    q->site.listen = q->listen;
}

static void choose_pages(struct request *q)
{
    if (q->site.pages) return;
    share_find("site", q->pages);
    q->site.pages = q->pages;
}

static bool choose_db(struct request *q)
{
    const char *given = q->site.db ? q->site.db : getenv("TAISEN_DB");
    if (!cli_league(given, &q->site.db)) return false;
    q->worker_db = given;
    if (q->site.db) return true;
    q->site.db = q->worker_db = q->db;
    if (snprintf(q->db, sizeof q->db, "%s/league.db", q->site.var) < (int)sizeof q->db) return true;
    cli_use("--var: the path is too long");
    return false;
}

/* The workers are this same program. */
static bool choose_worker(struct request *q)
{
    if (!program_self(q->self, sizeof q->self)) return cli_fail("cannot find my own file"), false;
    snprintf(q->live, sizeof q->live, "%s/live", q->site.var);
    snprintf(q->pace, sizeof q->pace, "%lld", (long long)q->site.pace_ms);
    snprintf(q->programs, sizeof q->programs, "%s/programs", q->site.var);
    snprintf(q->build, sizeof q->build, "%lld", (long long)q->build_s);
    q->submitted.programs = q->site.programs = q->programs;
    const char *const words[] = {q->self, "worker", "--quiet", "--name", "site", "--jobs", "1",
                                 /* what one of them was killed over is soon another's */
                                 "--lease-ms", "10000", "--db", q->worker_db, "--live", q->live,
                                 "--pace-ms", q->pace, "--programs", q->programs, "--build-limit",
                                 q->build, "--sandbox-min",
                                 q->submitted.least == CAGE_WEAK ? "weak" : "full", NULL};
    memcpy(q->worker, words, sizeof words);
    int count = sizeof words / sizeof words[0] - 1;
    if (q->submitted.file) {
        q->worker[count++] = "--languages";
        q->worker[count++] = q->submitted.file;
    }
    if (q->sandbox) q->worker[count++] = "--sandbox";
    q->site.worker = q->worker;
    q->site.jobs = (int)q->jobs;
    return true;
}

static void announce(const struct request *q, const struct site *site)
{
    char url[400];
    const char *colon = strrchr(q->site.listen, ':');
    snprintf(url, sizeof url, "http://%.*s:%d/", (int)(colon - q->site.listen), q->site.listen,
             site_port(site));
    if (q->json) {
        fputs("{\"url\":", stdout);
        cli_print_json(url);
        puts("}");
    } else {
        printf("Taisen is at %s\n", url);
    }
    fflush(stdout);
    if (!site_has_pages(site))
        fputs("taisen: the pages are not built (web/build makes them); /api/v1 works\n", stderr);
}

/* Strangers' programs are taken where they can be caged, here or (`none`) elsewhere. */
static bool open_submissions(struct request *q)
{
    struct site_submit *s = &q->site.submit;
    struct err err;
    if (!kits_languages(&q->submitted.languages, q->submitted.file, &err))
        return cli_use("--languages: %s", err.text), false;
    s->languages = &q->submitted.languages;
    if (s->an_hour == 0) {
        s->closed = "the organisers do not want any";
    } else if (q->submitted.least != CAGE_NONE &&
               !submitted_is_possible(&q->submitted, &q->closed)) {
        s->closed = q->closed.text;
    }
    q->site.cages_strangers = !s->closed && q->submitted.least != CAGE_NONE;
    return true;
}

static int serve(struct request *q)
{
    struct err err;
    proc_guard();
    stop_watch();
    if (!open_submissions(q)) return STATUS_USE;
    q->site.db_wait_us = INT64_C(600) * 1000 * 1000;
    q->site.tell_away = cli_tell_away;
    struct site *site = site_open(&q->site, &err);
    if (!site && stop_asked()) return 128 + stop_signal();
    if (!site) return cli_use("%s", err.text);
    announce(q, site);
    bool ok = site_run(site, &err);
    site_close(site);
    proc_kill_descendants();
    if (!ok) return cli_fail("%s", err.text);
    return stop_signal() == 0 ? STATUS_DONE : 128 + stop_signal();
}

int cmd_serve(int argc, char **argv)
{
    static struct request q;
    q = (struct request){.jobs = 1,
                         .connections = 4000,
                         .requests = 1000,
                         .build_s = 120,
                         .submitted.least = CAGE_FULL};
    q.site = (struct site_options){.listen = "127.0.0.1:8080",
                                   .var = "var",
                                   .pace_ms = 200,
                                   .play_ms = 5 * 60 * 1000,
                                   .patience_s = 20,
                                   .play_limit = 64,
                                   .remote_play_limit = 64,
                                   .tries = 10,
                                   .submit = {.an_hour = 20, .waiting = 3}};
    for (int id; (id = getopt_long(argc, argv, "", options, NULL)) >= 0;) {
        if (id == FLAG_HELP) return cli_help(help);
        if (id == '?') return cli_bad_option(argv);
        if (!read_option(&q, id, optarg)) return STATUS_USE;
    }
    if (optind < argc) return cli_use("serve takes options only, not `%s`", argv[optind]);
    choose_listen(&q);
    choose_pages(&q);
    if (!choose_db(&q) || !choose_worker(&q)) return STATUS_USE;
    q.site.connections_max = (int)q.connections;
    q.site.streams_each = (int)q.streams;
    q.site.requests_each = (int)q.requests;
    return serve(&q);
}
