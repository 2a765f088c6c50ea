/*
 * The everyday tool of a school: waits for pairs of CHaser clients, plays game after game. One
 * worker process for each pair of ports, started again when it dies.
 */
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/match_flags.h"
#include "cli/play.h"
#include "os/file.h"
#include "os/proc.h"
#include "os/sock.h"
#include "os/stop.h"
#include "os/workers.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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
    int listener[2];     /* by port, not by side */
    int64_t first, game; /* numbers of games: where this run began, and what is played now */
};

/* The number behind the last record of these ports, so that a server that is started again goes on
   and never writes over what was played before. */
static int64_t find_first(const struct server *s, int64_t port)
{
    int64_t first = 0;
    DIR *dir = s->records ? opendir(s->records) : NULL;
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        long long of_port, number;
        if (sscanf(entry->d_name, "%lld-%lld.jsonl", &of_port, &number) == 2 && of_port == port &&
            number >= first && number < INT32_MAX)
            first = number + 1;
    }
    if (dir) closedir(dir);
    return first;
}

static void say_notice(void *arg, int p, const struct notice *notice)
{
    const struct pair *pair = arg;
    char text[400];
    notice_say(notice, text, sizeof text);
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
    printf(_("%lld/%lld: game %lld: "), (long long)pair->port[0], (long long)pair->port[1],
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
    if (!open_pair(&pair, &err)) return cli_use("%s", sentence(&err));
    pair.first = pair.game = find_first(server, pair.port[0]);
    for (; server->games == 0 || pair.game - pair.first < server->games; pair.game++) {
        if (play_game(&pair, &err)) continue;
        if (stop_asked()) return STATUS_DONE;
        cli_fail("%s; the next game begins", sentence(&err));
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
            return cli_fail("%s", sentence(&err));
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
            return cli_fail("%s", sentence(&err));
    }
    workers_stop(&workers);
    return worst == STATUS_DONE ? cli_server_end() : worst;
}

static void say_ports(const struct server *s)
{
    static const char *const sides[2] = {"Cool", "Hot"};
    for (int i = 0; i < 2; i++)
        if (s->bot_side == i)
            printf("%s: bot:%s\n", sides[i], s->bot);
        else if (s->pairs == 1)
            printf(_("%s: port %lld\n"), sides[i], (long long)s->first_port[i]);
        else
            printf(_("%s: ports %lld, %lld, ... (%d games at once)\n"), sides[i],
                   (long long)s->first_port[i], (long long)s->first_port[i] + 2, s->pairs);
    puts(_("Ctrl-C ends the server."));
    fflush(stdout);
}

static bool read_ports(void *target, const char *arg)
{
    struct server *s = target;
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

/* Tries map and options before anybody comes, so that wrong ones are told at once. */
static bool can_play(const struct server *s)
{
    struct match_flags flags = s->flags;
    struct match_options o;
    int status;
    return match_flags_apply(&flags, s->game, "tcp:0", "tcp:0", &o, &status) &&
           match_flags_check(&o);
}

static int serve(int argc, char **argv, struct server *s)
{
    char spec[64];
    struct err err;
    int status;
    if (!options_read(&command_chaser_server, argc, argv, s, &status)) return status;
    if (optind < argc) return cli_use("chaser-server takes no arguments");
    snprintf(spec, sizeof spec, "bot:%s", s->bot);
    if (!seat_check(s->game, spec, &err)) return cli_use("%s", sentence(&err));
    if (s->records && mkdir(s->records, 0777) < 0 && errno != EEXIST)
        return cli_use("--records: cannot make %s: %s", s->records, strerror(errno));
    if (!s->flags.has_seed) s->flags.seed = cli_any_seed();
    s->flags.has_seed = true;
    if (!can_play(s)) return STATUS_USE;
    say_ports(s);
    proc_guard();
    stop_watch();
    return watch_over(s);
}

static int run(int argc, char **argv)
{
    static struct server s;
    s = (struct server){.game = game_find("chaser"),
                        .first_port = {2009, 2010},
                        .pairs = 1,
                        .bot_side = -1,
                        .bot = "chaser-2"};
    match_flags_init(&s.flags);
    int status = serve(argc, argv, &s);
    match_flags_free(&s.flags);
    return status;
}

/* ---- the command ---- */

#define AT(member) .at = offsetof(struct server, member)

static const char *const sides[] = {"cool", "hot", NULL};
static const struct cli_option options[] = {
    {"cool", "PORT", OPTION_INT, AT(first_port[0]), .least = 1, .most = PORT_MAX,
     .help = N_("port of Cool (default 2009)")},
    {"hot", "PORT", OPTION_INT, AT(first_port[1]), .least = 1, .most = PORT_MAX,
     .help = N_("port of Hot (default 2010)")},
    {"ports", "A-B", OPTION_CALL, .read = read_ports,
     .help = N_("many games at once: the ports A and A+1, A+2 and A+3, ... up to B")},
    {"bot-for", "SIDE", OPTION_WORD, AT(bot_side), .words = sides,
     .help = N_("cool or hot: a bot plays this side")},
    {"bot", "NAME", OPTION_TEXT, AT(bot), .help = N_("which bot (default chaser-2)")},
    {"swap", NULL, OPTION_FLAG, AT(swap), .help = N_("the ports swap sides after each game")},
    {"games", "N", OPTION_INT, AT(games), .least = 1, .most = INT32_MAX,
     .help = N_("end after N games on each pair of ports (default: never)")},
    {"records", "DIR", OPTION_FOLDER, AT(records),
     .help = N_("write a record of each game into DIR; a server that is started again goes on with "
                "the numbers there")},
    {.group = options_match, AT(flags)},
    {0}};

const struct command command_chaser_server = {
    .name = "chaser-server",
    .about = N_("wait for CHaser clients and play game after game"),
    .usage = "[OPTIONS]",
    .text =
        N_("Stays up, waits for a client on each of two ports, plays a game of CHaser, and starts "
           "over."),
    .suggest = "",
    .options = options,
    .more = N_("Without --map every game has a random map; --seed is the seed of the first."),
    .run = run};
