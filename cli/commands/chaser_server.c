/*
 * The everyday tool of a school: waits for pairs of CHaser clients, plays game after game. One
 * worker process for each pair of ports, started again when it dies.
 */
#include "cli/cli.h"
#include "cli/match_flags.h"
#include "cli/play.h"
#include "os/file.h"
#include "os/proc.h"
#include "os/sock.h"
#include "os/stop.h"
#include "os/workers.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char help[] =
    "Usage: taisen chaser-server [OPTIONS]\n\n"
    "Stays up, waits for a client on each of two ports, plays a game of CHaser, and begins "
    "anew.\n\n"
    "  --cool PORT         port of Cool (default 2009)\n"
    "  --hot PORT          port of Hot (default 2010)\n"
    "  --ports A-B         many games at once: the ports A and A+1, A+2 and A+3, ... up to B\n"
    "  --bot-for SIDE      cool or hot: a bot plays this side\n"
    "  --bot NAME          which bot (default chaser-2)\n"
    "  --swap              after each game the ports change sides\n"
    "  --games N           end after N games on each pair of ports (default: never)\n"
    "  --records DIR       write a record of each game into DIR\n" MATCH_HELP
    "  --help              this text\n\n"
    "Without --map every game has a random map; --seed begins their row.\n";

enum {
    FLAG_COOL = FLAG_END,
    FLAG_HOT,
    FLAG_PORTS,
    FLAG_BOT_FOR,
    FLAG_BOT,
    FLAG_SWAP,
    FLAG_GAMES,
    FLAG_RECORDS,
    FLAG_HELP
};

static const struct option options[] = {MATCH_OPTIONS,
                                        {"cool", required_argument, NULL, FLAG_COOL},
                                        {"hot", required_argument, NULL, FLAG_HOT},
                                        {"ports", required_argument, NULL, FLAG_PORTS},
                                        {"bot-for", required_argument, NULL, FLAG_BOT_FOR},
                                        {"bot", required_argument, NULL, FLAG_BOT},
                                        {"swap", no_argument, NULL, FLAG_SWAP},
                                        {"games", required_argument, NULL, FLAG_GAMES},
                                        {"records", required_argument, NULL, FLAG_RECORDS},
                                        {"help", no_argument, NULL, FLAG_HELP},
                                        {NULL, 0, NULL, 0}};

enum { PAUSE_US = 1000 * 1000, PORT_MAX = 65535 };

struct server {
    struct match_flags flags;
    const struct game *game;
    int64_t first_port[2]; /* of pair 0: Cool, Hot */
    int pairs;
    int bot_side; /* -1: none */
    const char *bot;
    bool swap;
    int64_t games; /* 0: for ever */
    const char *records;
};

/* ---- one pair of ports ---- */

struct pair {
    const struct server *server;
    int64_t port[2];
    int listener[2]; /* by port, not by side */
    int64_t game;
};

static void say_notice(void *arg, int p, const char *text)
{
    const struct pair *pair = arg;
    printf("%lld/%lld: %s: %s\n", (long long)pair->port[0], (long long)pair->port[1],
           p == 0 ? "Cool" : "Hot", text);
    fflush(stdout);
}

static bool open_pair(struct pair *pair, struct err *err)
{
    for (int i = 0; i < 2; i++) {
        char port[16];
        snprintf(port, sizeof port, "%lld", (long long)pair->port[i]);
        if (pair->server->bot_side != i && !sock_listen(port, &pair->listener[i], err))
            return false;
    }
    return true;
}

/* Who sits where in this game: with --swap the ports change sides every time. */
static void seat_players(const struct pair *pair, struct match_options *o, char spec[2][64])
{
    int cool = pair->server->swap && pair->game % 2 == 1 ? 1 : 0;
    for (int p = 0; p < 2; p++) {
        int port = p == 0 ? cool : 1 - cool;
        if (pair->server->bot_side == port)
            snprintf(spec[p], 64, "bot:%s", pair->server->bot);
        else
            snprintf(spec[p], 64, "tcp:%lld", (long long)pair->port[port]);
        o->seat[p] = spec[p];
        o->listener[p] = pair->listener[port] > 0 ? pair->listener[port] : 0;
    }
}

static struct record_writer *open_record(const struct pair *pair, const struct match_options *o,
                                         char path[4096], struct err *err)
{
    if (!pair->server->records) return NULL;
    snprintf(path, 4096, "%s/%lld-%06lld.jsonl.zst", pair->server->records,
             (long long)pair->port[0], (long long)pair->game);
    return record_create(path, o, !pair->server->flags.no_stderr, err);
}

static bool play_game(struct pair *pair, struct err *err)
{
    char spec[2][64], path[4096];
    struct match_options o;
    struct match_flags flags = pair->server->flags;
    struct match_result result;
    struct match_watch watches[2] = {{.arg = pair, .notice = say_notice}};
    int status;
    flags.seed += (uint64_t)pair->game;
    if (!match_flags_apply(&flags, pair->server->game, "tcp:0", "tcp:0", &o, &status))
        return err_set(err, "the options cannot be used");
    seat_players(pair, &o, spec);
    struct record_writer *record = open_record(pair, &o, path, err);
    if (pair->server->records && !record) return false;
    if (record) watches[1] = record_watch(record);
    bool ok = match_run(&o, watches, record ? 2 : 1, &result, err) &&
              (!record || record_finish(record, &result, err));
    record_close(record);
    if (!ok) return false;
    printf("%lld/%lld: game %lld: ", (long long)pair->port[0], (long long)pair->port[1],
           (long long)pair->game + 1);
    play_print_words(&o, &result, record ? path : NULL);
    fflush(stdout);
    return true;
}

static int serve_pair(int number, void *arg)
{
    const struct server *server = arg;
    struct pair pair = {.server = server};
    struct err err;
    for (int i = 0; i < 2; i++) pair.port[i] = server->first_port[i] + 2 * number;
    stop_watch();
    proc_become_subreaper();
    if (!open_pair(&pair, &err)) return cli_use("%s", err.text);
    for (; server->games == 0 || pair.game < server->games; pair.game++) {
        if (play_game(&pair, &err)) continue;
        if (stop_asked()) return STATUS_DONE;
        cli_fail("%s; the next game begins", err.text);
        stop_poll(NULL, 0, PAUSE_US);
    }
    return STATUS_DONE;
}

/* ---- all of them ---- */

static int watch_over(struct server *server)
{
    static struct workers workers;
    struct err err;
    int running = 0, worst = STATUS_DONE;
    for (; running < server->pairs; running++)
        if (!workers_start(&workers, running, serve_pair, server, &err))
            return cli_fail("%s", err.text);
    while (running > 0 && !stop_asked()) {
        int status, number = workers_wait(&workers, PAUSE_US, &status);
        if (number < 0) continue;
        if (status <= STATUS_ARENA) {
            running--; /* it said itself why */
            worst = status > worst ? status : worst;
            continue;
        }
        cli_fail("the game on port %lld died (%d); it begins anew",
                 (long long)server->first_port[0] + 2 * number, status);
        if (!workers_start(&workers, number, serve_pair, server, &err))
            return cli_fail("%s", err.text);
    }
    workers_stop(&workers);
    return worst;
}

static void say_ports(const struct server *s)
{
    static const char *const sides[2] = {"Cool", "Hot"};
    for (int i = 0; i < 2; i++)
        if (s->bot_side == i)
            printf("%s: bot:%s\n", sides[i], s->bot);
        else if (s->pairs == 1)
            printf("%s: port %lld\n", sides[i], (long long)s->first_port[i]);
        else
            printf("%s: ports %lld, %lld, ... (%d games at once)\n", sides[i],
                   (long long)s->first_port[i], (long long)s->first_port[i] + 2, s->pairs);
    puts("Ctrl-C ends the server.");
    fflush(stdout);
}

static bool read_ports(struct server *s, const char *arg)
{
    long long from, to;
    char rest;
    if (sscanf(arg, "%lld-%lld%c", &from, &to, &rest) == 2 && from >= 1 && to <= PORT_MAX &&
        to > from && (to - from) % 2 == 1 && (to - from + 1) / 2 <= WORKERS_MAX) {
        s->first_port[0] = from;
        s->first_port[1] = from + 1;
        s->pairs = (int)((to - from + 1) / 2);
        return true;
    }
    cli_use("--ports takes an even number of ports as in 40000-40199, at most %d, not `%s`",
            2 * WORKERS_MAX, arg);
    return false;
}

static bool read_side(struct server *s, const char *arg)
{
    s->bot_side = strcmp(arg, "cool") == 0 ? 0 : strcmp(arg, "hot") == 0 ? 1 : -1;
    if (s->bot_side >= 0) return true;
    cli_use("--bot-for is cool or hot, not `%s`", arg);
    return false;
}

static bool read_option(struct server *s, int id, const char *arg)
{
    switch (id) {
    case FLAG_COOL: return cli_int("--cool", arg, 1, PORT_MAX, &s->first_port[0]);
    case FLAG_HOT: return cli_int("--hot", arg, 1, PORT_MAX, &s->first_port[1]);
    case FLAG_PORTS: return read_ports(s, arg);
    case FLAG_BOT_FOR: return read_side(s, arg);
    case FLAG_BOT: s->bot = arg; return true;
    case FLAG_SWAP: return s->swap = true;
    case FLAG_GAMES: return cli_int("--games", arg, 1, INT32_MAX, &s->games);
    case FLAG_RECORDS: s->records = arg; return true;
    default: return match_flag(&s->flags, id, arg);
    }
}

static int run(int argc, char **argv, struct server *s)
{
    char spec[64];
    struct err err;
    for (int id; (id = getopt_long(argc, argv, "", options, NULL)) >= 0;) {
        if (id == FLAG_HELP) return cli_help(help);
        if (id == '?') return cli_bad_option(argv);
        if (!read_option(s, id, optarg)) return STATUS_USE;
    }
    if (optind < argc) return cli_use("chaser-server takes no arguments");
    snprintf(spec, sizeof spec, "bot:%s", s->bot);
    if (!seat_check(s->game, spec, &err)) return cli_use("%s", err.text);
    if (s->records && mkdir(s->records, 0777) < 0 && errno != EEXIST)
        return cli_use("--records: cannot make %s: %s", s->records, strerror(errno));
    if (!s->flags.has_seed) s->flags.seed = cli_any_seed();
    s->flags.has_seed = true;
    say_ports(s);
    proc_guard();
    stop_watch();
    return watch_over(s);
}

int cmd_chaser_server(int argc, char **argv)
{
    static struct server s;
    s = (struct server){.game = game_find("chaser"),
                        .first_port = {2009, 2010},
                        .pairs = 1,
                        .bot_side = -1,
                        .bot = "chaser-2"};
    match_flags_init(&s.flags);
    int status = run(argc, argv, &s);
    match_flags_free(&s.flags);
    return status;
}
