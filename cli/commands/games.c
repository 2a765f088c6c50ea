/* `taisen games` and `taisen bots`: what is built in. */
#include "bots/bot.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/json_line.h"

#include <stdio.h>
#include <string.h>

struct request {
    bool json;
};

static void print_game(const struct game *g)
{
    struct text *t = json_line();
    json_write_open(t, NULL, '{');
    json_write_str(t, "name", g->name);
    json_write_str(t, "title", g->title);
    json_write_int(t, "rules", g->version);
    json_write_int(t, "match_ms", g->clock.match_ms);
    json_write_int(t, "turn_ms", g->clock.turn_ms);
    json_write_str(t, "short_setup", g->short_setup);
    json_line_print(t, '}');
}

static int list_games(int argc, char **argv)
{
    struct request q = {0};
    int status;
    if (!options_read(&command_games, argc, argv, &q, &status)) return status;
    if (optind < argc) return cli_use("games takes no arguments");
    for (int i = 0; i < game_count; i++) {
        const struct game *g = games[i];
        if (q.json)
            print_game(g);
        else
            printf("%-10s %s\n", g->name, g->title);
    }
    return STATUS_DONE;
}

static void print_bot(const struct bot *b)
{
    struct text *t = json_line();
    json_write_open(t, NULL, '{');
    json_write_str(t, "name", b->name);
    json_write_str(t, "game", b->game);
    json_write_str(t, "about", b->about);
    json_line_print(t, '}');
}

static int list_bots(int argc, char **argv)
{
    struct request q = {0};
    const struct game *game = NULL;
    int status;
    if (!options_read(&command_bots, argc, argv, &q, &status)) return status;
    if (argc - optind > 1) return cli_use("bots takes at most one game");
    if (optind < argc && !(game = cli_game(argv[optind]))) return STATUS_USE;
    for (int i = 0; i < bot_count; i++) {
        const struct bot *b = bots[i];
        const char *plays = b->game ? b->game : _("every game");
        if (game && b->game && strcmp(b->game, game->name) != 0) continue;
        if (q.json)
            print_bot(b);
        else {
            printf("bot:%-12s ", b->name);
            cli_print_cell(plays, 10, 1);
            puts(_(b->about));
        }
    }
    return STATUS_DONE;
}

static const struct cli_option options[] = {{"json", NULL, OPTION_FLAG,
                                             .at = offsetof(struct request, json),
                                             .help = N_("one JSON object per line")},
                                            {0}};

const struct command command_games = {.name = "games",
                                      .about = N_("list the games"),
                                      .usage = "[--json]",
                                      .text = N_("Lists the games that are built in."),
                                      .suggest = "",
                                      .options = options,
                                      .run = list_games};

const struct command command_bots = {.name = "bots",
                                     .about = N_("list the built-in bots"),
                                     .usage = "[GAME] [--json]",
                                     .text =
                                         N_("Lists the built-in bots, all or those of one game."),
                                     .suggest = "game",
                                     .options = options,
                                     .run = list_bots};
