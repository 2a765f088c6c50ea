/* `taisen join`: programs of this machine on a site; cli/join/join.h is one of them. */
#include "cli/join/join.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/match_flags.h"
#include "os/proc.h"
#include "os/stop.h"
#include "os/workers.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { JOBS_MOST = 32, PORTS_MOST = 16, MATCHES_MOST = 1000000000, WAIT_US = 200 * 1000 };

struct request {
    struct join_options join;
    struct match_flags flags;
    char token[REMOTE_TOKEN], command[4096];
    char ports[PORTS_MOST][128];
    int port_count;
    int64_t jobs;
    bool once;
};

/* PORT is one of this machine alone. */
static bool read_ports(void *target, const char *arg)
{
    struct request *q = target;
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

static bool read_token_file(void *target, const char *path)
{
    struct request *q = target;
    struct err err;
    if (!remote_read_token(path, q->token, &err)) return cli_use("%s", sentence(&err)), false;
    q->join.site.token = q->token;
    return true;
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
    return match_flags_limits(&q->flags);
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
    return ok ? STATUS_DONE : cli_use("%s", sentence(&err));
}

static int run_all(struct request *q)
{
    struct workers w = {0};
    struct err err;
    int status = STATUS_DONE;
    bool is_told = false;
    for (int i = 0; i < q->jobs; i++)
        if (!workers_start(&w, i, run_one, q, &err)) return cli_fail("%s", sentence(&err));
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

static int run(int argc, char **argv)
{
    static struct request q;
    int status;
    q = (struct request){.jobs = 1};
    match_flags_init(&q.flags);
    if (!options_read(&command_join, argc, argv, &q, &status)) return status;
    if (q.once) q.join.matches = 1;
    if (optind < argc) q.join.site.url = argv[optind++];
    if (optind < argc && !read_command(&q, argc - optind, argv + optind)) return STATUS_USE;
    status = check(&q) ? join(&q) : STATUS_USE;
    match_flags_free(&q.flags);
    return status;
}

/* ---- the command ---- */

#define AT(member) .at = offsetof(struct request, member)

static const struct cli_option options[] = {
    {"token-file", "FILE", OPTION_CALL, .read = read_token_file, .suggest = OPTION_FILE,
     .help = N_("the file with a token of your account (its page on the site makes one)")},
    {"token", "TOKEN", OPTION_TEXT, AT(join.site.token),
     .help = N_("the token itself; others on this machine may see it")},
    {"game", "GAME", OPTION_TEXT, AT(join.game), .help = N_("play in the ladder of this game")},
    {"ladder", "NAME", OPTION_TEXT, AT(join.ladder), .help = N_("or in this ladder")},
    {"room", "CODE", OPTION_TEXT, AT(join.room), .help = N_("or in this practice room")},
    {"jobs", "J", OPTION_INT, AT(jobs), .least = 1, .most = JOBS_MOST,
     .help = N_("concurrent matches (default 1)")},
    {"matches", "N", OPTION_INT, AT(join.matches), .least = 1, .most = MATCHES_MOST,
     .help = N_("stop after N matches (default: never)")},
    {"once", NULL, OPTION_FLAG, AT(once), .help = N_("stop after one match")},
    {"relay", "PORT", OPTION_CALL, .read = read_ports,
     .help = N_("of CHaser, instead of a program: an ordinary client connects to this port of this "
                "machine, once for each match; several ports with commas")},
    {"cacert", "FILE", OPTION_FILE, AT(join.site.cacert),
     .help = N_("certificates to trust, besides those of this machine")},
    {.group = options_sandbox, AT(flags)},
    {"json", NULL, OPTION_FLAG, AT(join.json),
     .help = N_("one JSON object for each match that begins and ends")},
    {0}};

const struct command command_join = {
    .name = "join",
    .about = N_("play on a site with a program on this machine"),
    .usage = "URL --token-file FILE --game GAME [OPTIONS] -- COMMAND\n"
             "URL --token-file FILE --game chaser --relay PORT",
    .text =
        N_("Plays on a site from here: your program runs on this machine, the site is the referee. "
           "It is started anew for each match and sent what `taisen play` would send it. Ctrl-C "
           "leaves after the match that is being played; twice: at once."),
    .suggest = "none command...",
    .options = options,
    .more =
        N_("Time that the connection to the site takes is measured by the site and not charged, up "
           "to what its ladder allows (20 seconds an answer, ten minutes a match, unless it says "
           "otherwise)."),
    .run = run};
