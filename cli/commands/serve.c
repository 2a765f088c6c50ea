/* `taisen serve`: the options of a site, its workers, and its life from start to signal. */
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/json_line.h"
#include "cli/kits.h"
#include "cli/share.h"
#include "cli/submitted.h"
#include "league/store/store_player.h"
#include "os/folder.h"
#include "os/proc.h"
#include "os/stop.h"
#include "site/remote/play.h"
#include "site/remote/remote_play.h"
#include "site/site.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    JOBS_MOST = 64,
    PACE_MOST_MS = 60 * 1000,
    CONNECTIONS_MOST = 100 * 1000,
    REQUESTS_MOST = 1000 * 1000
};
#define TURN_MOST_MS (INT64_C(24) * 3600 * 1000)

struct request {
    struct site_options site;
    int64_t jobs, connections, streams, requests;
    bool json, sandbox, no_bots;
    char self[PATH_MAX], db[PATH_MAX], live[PATH_MAX], pages[PATH_MAX], programs[PATH_MAX],
        kits[PATH_MAX], var[PATH_MAX], pace[24], listen[300], build[24];
    const char *worker_db; /* as it was given: "@FILE" shows nobody a password */
    const char *worker[48];
    struct submitted submitted;
    struct err closed;
};

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

static void choose_var(struct request *q)
{
    if (q->site.var) return;
    share_data(q->var);
    q->site.var = q->var;
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
    snprintf(q->build, sizeof q->build, "%lld", (long long)q->submitted.build_s);
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
    char url[400], first[600];
    const char *colon = strrchr(q->site.listen, ':');
    snprintf(url, sizeof url, "http://%.*s:%d/", (int)(colon - q->site.listen), q->site.listen,
             site_port(site));
    const char *word = site_first_word(site);
    if (word) snprintf(first, sizeof first, "%ssignup#organiser=%s", url, word);
    if (q->json) {
        struct text *t = json_line();
        json_write_open(t, NULL, '{');
        json_write_str(t, "url", url);
        json_write_str(t, "organiser", word ? first : NULL);
        json_line_print(t, '}');
    } else {
        printf(_("Taisen is at %s\n"), url);
        if (word)
            printf(_("Nobody organises it yet. This link makes you the organiser: %s\n"), first);
    }
    fflush(stdout);
    if (!site_has_pages(site))
        fputs(_("taisen: the pages are not built (web/build makes them); /api/v1 works\n"), stderr);
}

/* Strangers' programs are taken where they can be caged, here or (`none`) elsewhere. */
static bool open_submissions(struct request *q)
{
    struct site_submit *s = &q->site.submit;
    struct err err;
    if (!kits_languages(&q->submitted.languages, q->submitted.file, &err))
        return cli_use("--languages: %s", sentence(&err)), false;
    s->languages = &q->submitted.languages;
    kits_folder(q->kits);
    q->site.kits = q->kits;
    if (s->an_hour == 0) {
        err_code(&q->closed, "closed-unwanted: the organisers do not want any");
        s->closed = &q->closed;
    } else if (q->submitted.least != CAGE_NONE &&
               !submitted_is_possible(&q->submitted, &q->closed)) {
        s->closed = &q->closed;
    }
    s->build_ms = q->submitted.build_s * 1000;
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
    if (!site && stop_asked()) return cli_server_end();
    if (!site) return cli_use("%s", sentence(&err));
    announce(q, site);
    bool ok = site_run(site, &err);
    site_close(site);
    proc_kill_descendants();
    if (!ok) return cli_fail("%s", sentence(&err));
    return cli_server_end();
}

static int run(int argc, char **argv)
{
    static struct request q;
    int status;
    q = (struct request){.jobs = 1,
                         .connections = 4000,
                         .requests = 1000,
                         .submitted = {.least = CAGE_FULL, .build_s = SUBMITTED_BUILD_S}};
    q.site = (struct site_options){.listen = "127.0.0.1:8080",
                                   .pace_ms = 200,
                                   .play_ms = 5 * 60 * 1000,
                                   .patience_s = 20,
                                   .play_limit = 64,
                                   .remote_play_limit = 64,
                                   .spectators_s = SPECTATORS_AFTER,
                                   .tries = 10,
                                   .submit = {.an_hour = 20, .waiting = 3}};
    if (!options_read(&command_serve, argc, argv, &q, &status)) return status;
    if (q.no_bots) q.jobs = 0;
    if (optind < argc) return cli_use("serve takes options only, not `%s`", argv[optind]);
    choose_listen(&q);
    choose_pages(&q);
    choose_var(&q);
    if (!choose_db(&q) || !choose_worker(&q)) return STATUS_USE;
    q.site.connections_max = (int)q.connections;
    q.site.streams_each = (int)q.streams;
    q.site.requests_each = (int)q.requests;
    return serve(&q);
}

/* ---- the command ---- */

#define AT(member) .at = offsetof(struct request, member)

static const char *const signups[] = {
    [SIGNUP_CLOSED] = "closed", [SIGNUP_INVITATION] = "invitation", [SIGNUP_OPEN] = "open", NULL};

static const char *const spectators[] = {"after", "live", NULL};

static bool read_spectators(void *target, const char *arg)
{
    if (spectators_read(arg, target)) return true;
    cli_use("--spectators takes after, live or seconds from 1 to %d, not `%s`", SPECTATORS_MOST_S,
            arg);
    return false;
}

static const struct cli_option options[] = {
    {"listen", "HOST:PORT", OPTION_TEXT, AT(site.listen),
     .help =
         N_("where (default 127.0.0.1:8080: this machine alone; 0.0.0.0:8080: everybody who can "
            "reach it; port 0: any that is free)")},
    {"var", "DIR", OPTION_FOLDER, AT(site.var),
     .help =
         N_("folder for its data (default: ~/.local/share/taisen, or taisen in XDG_DATA_HOME; of a "
            "program that is not installed, var)")},
    {"db", "URL", OPTION_FILE, AT(site.db),
     .help =
         N_("the league: a file (SQLite) or postgres://... (PostgreSQL); @FILE: the address is the "
            "first line of FILE, which nobody else can read (default: the variable TAISEN_DB, or "
            "DIR/league.db)")},
    {"jobs", "J", OPTION_INT, AT(jobs), .least = 1, .most = JOBS_MOST,
     .help = N_("workers, each with one match at a time (default 1)")},
    {"no-bots", NULL, OPTION_FLAG, AT(no_bots),
     .help = N_("start no workers; workers elsewhere play the matches")},
    {"pace-ms", "N", OPTION_INT, AT(site.pace_ms), .most = PACE_MOST_MS,
     .help = N_(
         "minimum duration of a turn in matches between bots and in finals (default 200); a turn "
         "also lasts at least twice what it took, so bots never need more than half a core; other "
         "matches go at full speed")},
    {"sandbox", NULL, OPTION_FLAG, AT(sandbox),
     .help = N_("its workers run programs in a sandbox")},
    {"play-turn-ms", "N", OPTION_INT, AT(site.play_ms), .least = 100, .most = TURN_MOST_MS,
     .help = N_("time limit per turn for people (default 300000: five minutes)")},
    {"play-limit", "N", OPTION_INT, AT(site.play_limit), .most = PLAY_MOST,
     .help = N_("concurrent games with people (default 64; 0: none)")},
    {"home-limit", "N", OPTION_INT, AT(site.remote_play_limit), .most = REMOTE_PLAY_PLACES,
     .help = N_("concurrent programs at home, `taisen join` (default 64; 0: none)")},
    {"connections", "N", OPTION_INT, AT(connections), .least = 1, .most = CONNECTIONS_MOST,
     .help = N_("concurrent clients (default 4000)")},
    {"streams", "N", OPTION_INT, AT(streams), .least = 1, .most = CONNECTIONS_MOST,
     .help =
         N_("concurrent event streams from one address (default: a quarter of the clients); with "
            "IPv6 a network of 64 bits counts as an address")},
    {"requests", "N", OPTION_INT, AT(requests), .least = 1, .most = REQUESTS_MOST,
     .help = N_("requests per second from one address (default 1000)")},
    {"patience", "S", OPTION_INT, AT(site.patience_s), .least = 1, .most = 3600,
     .help = N_("request timeout in seconds (default 20)")},
    {"signup", "WHO", OPTION_WORD, AT(site.signup), .words = signups,
     .help = N_("who may create an account: open (anybody), invitation (with an organiser's code), "
                "closed (default: organisers create them)")},
    {"tries", "N", OPTION_INT, AT(site.tries), .least = 1, .most = 1000000,
     .help =
         N_("failed log-ins for an account from one address in ten minutes; an address has five "
            "times as many in all (default 10)")},
    {"https", NULL, OPTION_FLAG, AT(site.https),
     .help = N_("the site is behind TLS: cookies are sent over TLS only")},
    {"submissions", "N", OPTION_INT, AT(site.submit.an_hour), .most = 100000,
     .help = N_("submissions per account and hour (default 20; 0: none)")},
    {"spectators", "WHEN", OPTION_CALL, AT(site.spectators_s), .read = read_spectators,
     .words = spectators,
     .help =
         N_("when others see a game of people: after (default: when it is over, because who plays "
            "could look, too), live, or a number of seconds (while it is played, but so many "
            "seconds late; the whole board, so that who plays could read a map that does not "
            "change); matches of bots are always live, those of contests and ladders have the "
            "setting `spectators`")},
    {"try", NULL, OPTION_FLAG, AT(site.anybody_tries),
     .help = N_("let visitors without an account run programs in the editor, too")},
    {.group = options_submitted, AT(submitted)},
    {"downloads", "DIR", OPTION_FOLDER, AT(site.downloads),
     .help =
         N_("files for the download page, such as a package or a tarball of this program (default: "
            "none; starter kits are there in any case)")},
    {"sandbox-min", "HOW", OPTION_WORD, AT(submitted.least), .words = submitted_strengths,
     .help =
         N_("full (default), weak, none: where this machine's sandbox is weaker, no programs are "
            "taken; none: other machines' workers play them")},
    {"records", "DIR", OPTION_FOLDER, AT(site.records),
     .help = N_("the folder where workers keep records as files, if they do")},
    {"watch", "DIR", OPTION_FOLDER, AT(site.folder),
     .help = N_("/watch shows the newest record in this folder, and each that comes")},
    {"pages", "DIR", OPTION_FOLDER, AT(site.pages),
     .help = N_("the built pages (default: those that came with the program)")},
    {"json", NULL, OPTION_FLAG, AT(json), .help = N_("print the address as a JSON object")},
    {0}};

const struct command command_serve = {
    .name = "serve",
    .about = N_("serve the arena as a web site"),
    .usage = "[OPTIONS]",
    .text = N_(
        "Opens the arena in a browser: matches as they are played, replays, ladders, games "
        "against you. Keeps its league in a database and lets the bots of all games play at low "
        "priority, so that there is something to see. Ctrl-C ends it and everything it started."),
    .suggest = "",
    .options = options,
    .run = run};
