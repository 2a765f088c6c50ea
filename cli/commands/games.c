#include "bots/bot.h"
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

enum { FLAG_JSON = 256, FLAG_HELP };

static const struct option options[] = {{"json", no_argument, NULL, FLAG_JSON},
                                        {"help", no_argument, NULL, FLAG_HELP},
                                        {NULL, 0, NULL, 0}};

/* Reads the options both lists have; -1 when the command is to go on. */
static int read_options(int argc, char **argv, const char *help, bool *json)
{
    for (int id; (id = getopt_long(argc, argv, "", options, NULL)) >= 0;) {
        if (id == FLAG_HELP) return cli_help(help);
        if (id == '?') return cli_bad_option(argv);
        *json = true;
    }
    return -1;
}

static void print_game(const struct game *g)
{
    const char *quote = g->short_setup ? "\"" : "";
    printf("{\"name\":\"%s\",\"title\":\"%s\",\"rules\":%u,\"match_ms\":%lld,\"turn_ms\":%lld,"
           "\"short_setup\":%s%s%s}\n",
           g->name, g->title, g->version, (long long)g->clock.match_ms, (long long)g->clock.turn_ms,
           quote, g->short_setup ? g->short_setup : "null", quote);
}

int cmd_games(int argc, char **argv)
{
    bool json = false;
    int status = read_options(
        argc, argv, "Usage: taisen games [--json]\n\nLists the games that are built in.\n", &json);
    if (status >= 0) return status;
    if (optind < argc) return cli_use("games takes no arguments");
    for (int i = 0; i < game_count; i++) {
        const struct game *g = games[i];
        if (json)
            print_game(g);
        else
            printf("%-10s %s\n", g->name, g->title);
    }
    return STATUS_DONE;
}

int cmd_bots(int argc, char **argv)
{
    bool json = false;
    const struct game *game = NULL;
    int status = read_options(argc, argv,
                              "Usage: taisen bots [GAME] [--json]\n\nLists the built-in bots, all "
                              "or those of one game.\n",
                              &json);
    if (status >= 0) return status;
    if (argc - optind > 1) return cli_use("bots takes at most one game");
    if (optind < argc && !(game = cli_game(argv[optind]))) return STATUS_USE;
    for (int i = 0; i < bot_count; i++) {
        const struct bot *b = bots[i];
        const char *plays = b->game ? b->game : "every game";
        if (game && b->game && strcmp(b->game, game->name) != 0) continue;
        if (json)
            printf("{\"name\":\"%s\",\"game\":%s%s%s,\"about\":\"%s\"}\n", b->name,
                   b->game ? "\"" : "", b->game ? b->game : "null", b->game ? "\"" : "", b->about);
        else
            printf("bot:%-12s %-10s %s\n", b->name, plays, b->about);
    }
    return STATUS_DONE;
}
