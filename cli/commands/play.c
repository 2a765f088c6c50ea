/* `taisen play`: one match, as cli/play.h plays it. */
#include "cli/play.h"
#include "base/utf8.h"
#include "cli/commands.h"

#include <string.h>

enum { WHO_MOST = 64 }; /* bytes */

struct request {
    const char *who[2];
    int who_count;
    struct match_flags flags;
    struct play_style style;
};

static int play(int argc, char **argv, struct request *q)
{
    struct match_options match;
    int status;
    if (!options_read(&command_play, argc, argv, q, &status)) return status;
    if (argc - optind != 3)
        return cli_use("play takes a game and two seats; `taisen play --help` tells more");
    const struct game *game = cli_game(argv[optind]);
    if (!game) return STATUS_USE;
    if (!match_flags_apply(&q->flags, game, argv[optind + 1], argv[optind + 2], &match, &status))
        return status;
    memcpy(match.who, q->who, sizeof match.who);
    return play_match(&match, &q->flags, &q->style);
}

static int run(int argc, char **argv)
{
    static struct request q;
    match_flags_init(&q.flags);
    q.flags.is_local = true;
    int status = play(argc, argv, &q);
    match_flags_free(&q.flags);
    return status;
}

static bool add_name(void *target, const char *arg)
{
    struct request *q = target;
    if (q->who_count == 2) return cli_use("--name: a match has two players"), false;
    if (!*arg || strlen(arg) > WHO_MOST || !utf8_is_plain(arg, strlen(arg)))
        return cli_use("--name takes 1 to %d bytes of text, not `%s`", WHO_MOST, arg), false;
    q->who[q->who_count++] = arg;
    return true;
}

#define AT(member) .at = offsetof(struct request, member)

static const struct cli_option options[] = {
    {"name", "NAME", OPTION_CALL, .read = add_name, .is_repeated = true,
     .help =
         N_("who plays in the first seat, for the record and those who watch; a second --name is "
            "for the second seat")},
    {.group = options_match, AT(flags)},
    {.group = options_sandbox, AT(flags)},
    {"json", NULL, OPTION_FLAG, AT(style.json), .help = N_("print the result as one JSON object")},
    {"quiet", NULL, OPTION_FLAG, AT(style.quiet), .help = N_("no live line on a terminal")},
    {0}};

static const struct cli_row seats[] = {
    {"bot:NAME", .help = N_("a built-in player; `taisen bots` lists them")},
    {"tcp:PORT", .help = N_("a client that connects to this port (or tcp:HOST:PORT)")},
    {"human", .help = N_("a person at this terminal, without a clock")},
    {"COMMAND", .help = N_("a program, in quotes when the command has several words")},
    {0}};

const struct command command_play = {
    .name = "play",
    .about = N_("play one match"),
    .usage = "GAME SEAT SEAT [OPTIONS]",
    .text = N_("Plays one match. A SEAT is one of"),
    .rows = seats,
    .suggest = "game seat...",
    .options = options,
    .more =
        N_("A match that is played here has the clock of the original's local matches: where the "
           "contest limited a turn online only (reborn: 20 s), a turn has no limit of its own, "
           "and a program that hangs has lost when its time for the match is used up. --clock "
           "online or --turn-ms ends it earlier.\n"
           "\n"
           "codevs4: a game of the original contest is 41 stages from the upper left corner "
           "against the client's opponents, `taisen campaign`. Against another program the second "
           "player has the lower right corner; one that knows the upper left only plays second "
           "with --setup mirror=1.\n"
           "\n"
           "Example: taisen play reborn './mine --fast' bot:greedy --seed 7 --record game.jsonl"),
    .run = run};
