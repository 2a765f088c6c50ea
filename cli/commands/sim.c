#include "cli/cli.h"
#include "games/script.h"
#include "os/file.h"

static const char help[] =
    "Usage: taisen sim GAME [FILE] [--inputs]\n\n"
    "Runs a script of commands through the rules, without clocks and processes, and prints the\n"
    "state after each turn as one JSON object a line. Without FILE the script is read from\n"
    "standard input.\n\n"
    "  --inputs   each line also has in1 and in2: what both players are sent in that state\n"
    "  --help     this text\n";

enum { FLAG_INPUTS = 256, FLAG_HELP, SCRIPT_MAX = 1 << 28 };

static const struct option options[] = {{"inputs", no_argument, NULL, FLAG_INPUTS},
                                        {"help", no_argument, NULL, FLAG_HELP},
                                        {NULL, 0, NULL, 0}};

int cmd_sim(int argc, char **argv)
{
    bool inputs = false;
    AUTO_FREE char *script = NULL;
    size_t len;
    struct err err;
    for (int id; (id = getopt_long(argc, argv, "", options, NULL)) >= 0;) {
        if (id == FLAG_HELP) return cli_help(help);
        if (id == '?') return cli_bad_option(argv);
        inputs = true;
    }
    if (argc - optind < 1 || argc - optind > 2) return cli_use("sim takes a game and a script");
    const struct game *game = cli_game(argv[optind]);
    if (!game) return STATUS_USE;
    const struct game_script *reader = game_script_find(game->name);
    if (!reader) return cli_use("there are no scripts for %s", game->name);
    const char *path = optind + 1 < argc ? argv[optind + 1] : "-";
    if (!file_read(path, SCRIPT_MAX, &script, &len, &err)) return cli_use("%s", err.text);
    bool ok = reader->run(script, len, inputs, stdout, &err);
    if (fflush(stdout) != 0) return cli_fail("cannot write to standard output");
    return ok ? STATUS_DONE : cli_use("%s: %s", path, err.text);
}
