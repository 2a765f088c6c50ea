#include "cli/join.h"
#include "cli/cli.h"
#include "cli/match_flags.h"
#include "os/proc.h"
#include "os/stop.h"
#include "os/workers.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "Usage: taisen join URL --token-file FILE --game GAME [OPTIONS] -- COMMAND\n"
    "       taisen join URL --token-file FILE --game chaser --relay PORT\n\n"
    "Plays on a site from here: your program runs on this machine, the site is the referee. It is\n"
    "started anew for each match and sent what `taisen play` would send it. Ctrl-C leaves after "
    "the\n"
    "match that is being played; twice: at once.\n\n"
    "  --token-file FILE   the file with a token of your account (its page on the site makes one)\n"
    "  --token TOKEN       the token itself; others on this machine may see it\n"
    "  --game GAME         play in the ladder of this game\n"
    "  --ladder NAME       or in this ladder\n"
    "  --room CODE         or in this practice room\n"
    "  --jobs J            matches at the same time (default 1)\n"
    "  --matches N         leave after N matches (default: stay)\n"
    "  --once              leave after one\n"
    "  --relay PORT        of CHaser, instead of a program: an ordinary client connects to this\n"
    "                      port of this machine, once for each match; several ports with commas\n"
    "  --cacert FILE       certificates to trust, besides those of this machine\n" CAGE_HELP
    "  --json              one JSON object for each match that begins and ends\n"
    "  --help              this text\n\n"
    "Time that the line to the site takes is measured by the site and not charged, up to what its\n"
    "ladder allows (20 seconds an answer, ten minutes a match, unless it says otherwise).\n";

enum {
    FLAG_TOKEN = FLAG_END,
    FLAG_TOKEN_FILE,
    FLAG_GAME,
    FLAG_LADDER,
    FLAG_ROOM,
    FLAG_JOBS,
    FLAG_MATCHES,
    FLAG_ONCE,
    FLAG_RELAY,
    FLAG_CACERT,
    FLAG_JSON,
    FLAG_HELP
};

static const struct option options[] = {CAGE_OPTIONS,
                                        {"token", required_argument, NULL, FLAG_TOKEN},
                                        {"token-file", required_argument, NULL, FLAG_TOKEN_FILE},
                                        {"game", required_argument, NULL, FLAG_GAME},
                                        {"ladder", required_argument, NULL, FLAG_LADDER},
                                        {"room", required_argument, NULL, FLAG_ROOM},
                                        {"jobs", required_argument, NULL, FLAG_JOBS},
                                        {"matches", required_argument, NULL, FLAG_MATCHES},
                                        {"once", no_argument, NULL, FLAG_ONCE},
                                        {"relay", required_argument, NULL, FLAG_RELAY},
                                        {"cacert", required_argument, NULL, FLAG_CACERT},
                                        {"json", no_argument, NULL, FLAG_JSON},
                                        {"help", no_argument, NULL, FLAG_HELP},
                                        {NULL, 0, NULL, 0}};

enum { JOBS_MOST = 32, PORTS_MOST = 16, MATCHES_MOST = 1000000000, WAIT_US = 200 * 1000 };

struct request {
    struct join_options join;
    struct match_flags flags;
    char token[REMOTE_TOKEN], command[4096];
    char ports[PORTS_MOST][128];
    int port_count;
    int64_t jobs;
};

/* PORT is one of this machine alone. */
static bool read_ports(struct request *q, const char *arg)
{
    while (*arg) {
        size_t len = strcspn(arg, ",");
        const char *host = memchr(arg, ':', len) ? "" : "127.0.0.1:";
        if (q->port_count == PORTS_MOST || len == 0 || len > 100)
            return cli_use("--relay: at most %d ports, with commas", PORTS_MOST), false;
        snprintf(q->ports[q->port_count++], sizeof q->ports[0], "%s%.*s", host, (int)len, arg);
        arg += len + (arg[len] == ',');
    }
    return true;
}

static bool read_token_file(struct request *q, const char *path)
{
    struct err err;
    if (!remote_read_token(path, q->token, &err)) return cli_use("%s", err.text), false;
    q->join.site.token = q->token;
    return true;
}

static bool read_option(struct request *q, int id, const char *arg)
{
    struct join_options *j = &q->join;
    switch (id) {
    case FLAG_TOKEN: j->site.token = arg; return true;
    case FLAG_TOKEN_FILE: return read_token_file(q, arg);
    case FLAG_GAME: j->game = arg; return true;
    case FLAG_LADDER: j->ladder = arg; return true;
    case FLAG_ROOM: j->room = arg; return true;
    case FLAG_JOBS: return cli_int("--jobs", arg, 1, JOBS_MOST, &q->jobs);
    case FLAG_MATCHES: return cli_int("--matches", arg, 1, MATCHES_MOST, &j->matches);
    case FLAG_ONCE: j->matches = 1; return true;
    case FLAG_RELAY: return read_ports(q, arg);
    case FLAG_CACERT: j->site.cacert = arg; return true;
    case FLAG_JSON: return j->json = true;
    default: return match_flag(&q->flags, id, arg);
    }
}

/* One word is a command as `taisen play` has it; several are a program and its arguments. */
static bool read_command(struct request *q, int argc, char **argv)
{
    struct text t = TEXT_ON(q->command);
    for (int i = 0; i < argc; i++) {
        if (i > 0) text_char(&t, ' ');
        if (argc > 1) text_char(&t, '\'');
        for (const char *at = argv[i]; *at; at++)
            if (*at == '\'' && argc > 1)
                text_str(&t, "'\\''");
            else
                text_char(&t, *at);
        if (argc > 1) text_char(&t, '\'');
    }
    q->join.command = q->command;
    if (t.cut) return cli_use("the command is too long"), false;
    return true;
}

static bool check(const struct request *q)
{
    const struct join_options *j = &q->join;
    int wheres = (j->game != NULL) + (j->ladder != NULL) + (j->room != NULL);
    if (!j->site.url) return cli_use("join needs the address of a site"), false;
    if (!j->site.token) return cli_use("join needs --token-file FILE, or --token TOKEN"), false;
    if (wheres != 1) return cli_use("join needs one of --game, --ladder and --room"), false;
    if (j->game && !cli_game(j->game)) return false;
    if (!j->command && q->port_count == 0)
        return cli_use("join needs -- COMMAND, your program, or --relay PORT"), false;
    if (j->command && q->port_count > 0)
        return cli_use("with --relay the client is the program"), false;
    if (q->flags.has_limits && !q->flags.is_caged)
        return cli_use("--memory, --processes, --file-size and --tmp-size are limits of --sandbox"),
               false;
    return true;
}

/* ---- side by side ---- */

static int run_one(int number, void *arg)
{
    const struct request *q = arg;
    struct join_options o = q->join;
    struct err err;
    if (q->port_count > 0) o.relay = q->ports[number];
    o.slot = number;
    if (!o.is_alone) {
        setpgid(0, 0); /* Ctrl-C is the parent's, who passes it on */
        stop_watch();
        proc_become_subreaper();
        if (o.matches > 0) o.matches = o.matches / q->jobs + (number < o.matches % q->jobs);
        if (q->join.matches > 0 && o.matches == 0) return STATUS_DONE;
    }
    bool ok = join_run(&o, &err);
    proc_kill_descendants();
    return ok ? STATUS_DONE : cli_use("%s", err.text);
}

static int run_all(struct request *q)
{
    struct workers w = {0};
    struct err err;
    int status = STATUS_DONE;
    bool is_told = false;
    for (int i = 0; i < q->jobs; i++)
        if (!workers_start(&w, i, run_one, q, &err)) return cli_fail("%s", err.text);
    for (int left = (int)q->jobs; left > 0;) {
        int ended;
        int number = workers_wait(&w, WAIT_US, &ended);
        if (number >= 0) left--;
        if (number >= 0 && ended != STATUS_DONE) status = ended;
        if (!stop_asked() || is_told) continue;
        is_told = true;
        for (int i = 0; i < w.count; i++)
            if (w.pid[i] > 0) kill(w.pid[i], SIGTERM);
    }
    return status;
}

static int join(struct request *q)
{
    struct match_options cage = {0};
    if (q->port_count > 0) q->jobs = q->port_count;
    q->join.is_alone = q->jobs == 1;
    proc_guard();
    stop_watch();
    if (!match_flags_cage(&q->flags, (int)q->jobs, &cage)) return STATUS_ARENA;
    q->join.cage = cage.cage;
    join_clear(&q->join);
    int status = q->jobs == 1 ? run_one(0, q) : run_all(q);
    return stop_asked() && status == STATUS_DONE ? 128 + stop_signal() : status;
}

int cmd_join(int argc, char **argv)
{
    static struct request q;
    q = (struct request){.jobs = 1};
    match_flags_init(&q.flags);
    for (int id; (id = getopt_long(argc, argv, "", options, NULL)) >= 0;) {
        if (id == FLAG_HELP) return cli_help(help);
        if (id == '?') return cli_bad_option(argv);
        if (!read_option(&q, id, optarg)) return STATUS_USE;
    }
    if (optind < argc) q.join.site.url = argv[optind++];
    if (optind < argc && !read_command(&q, argc - optind, argv + optind)) return STATUS_USE;
    int status = check(&q) ? join(&q) : STATUS_USE;
    match_flags_free(&q.flags);
    return status;
}
