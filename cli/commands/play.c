#include "cli/play.h"
#include "cli/cli.h"

#include <stdio.h>

static const char help[] =
    "Usage: taisen play GAME SEAT SEAT [OPTIONS]\n\n"
    "Plays one match. A SEAT is one of\n"
    "  bot:NAME     a built-in player; `taisen bots` lists them\n"
    "  tcp:PORT     a client that connects to this port (or tcp:HOST:PORT)\n"
    "  human        a person at this terminal, without a clock\n"
    "  COMMAND      a program, in quotes when the command has several words\n\n" MATCH_HELP
        CAGE_HELP "  --json              the result as one JSON object on standard output\n"
    "  --quiet             no live line on a terminal\n"
    "  --help              this text\n\n"
    "Example: taisen play reborn './mine --fast' bot:greedy --seed 7 --record game.jsonl\n";

enum { FLAG_JSON = FLAG_END, FLAG_QUIET, FLAG_HELP };

static const struct option options[] = {MATCH_OPTIONS,
                                        CAGE_OPTIONS,
                                        {"json", no_argument, NULL, FLAG_JSON},
                                        {"quiet", no_argument, NULL, FLAG_QUIET},
                                        {"help", no_argument, NULL, FLAG_HELP},
                                        {NULL, 0, NULL, 0}};

static int run(int argc, char **argv, struct match_flags *flags)
{
    struct play_style style = {0};
    struct match_options match;
    int id, status;
    while ((id = getopt_long(argc, argv, "", options, NULL)) >= 0) {
        if (id == FLAG_HELP) return cli_help(help);
        if (id == '?') return cli_bad_option(argv);
        if (id == FLAG_JSON)
            style.json = true;
        else if (id == FLAG_QUIET)
            style.quiet = true;
        else if (!match_flag(flags, id, optarg))
            return STATUS_USE;
    }
    if (argc - optind != 3)
        return cli_use("play takes a game and two seats; `taisen play --help` tells more");
    const struct game *game = cli_game(argv[optind]);
    if (!game) return STATUS_USE;
    if (!match_flags_apply(flags, game, argv[optind + 1], argv[optind + 2], &match, &status))
        return status;
    return play_match(&match, flags, &style);
}

int cmd_play(int argc, char **argv)
{
    struct match_flags flags;
    match_flags_init(&flags);
    int status = run(argc, argv, &flags);
    match_flags_free(&flags);
    return status;
}
