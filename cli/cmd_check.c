#include "cli/kits.h"
#include "cli/match_flags.h"
#include "os/proc.h"
#include "os/stop.h"
#include "referee/check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "Usage: taisen check GAME COMMAND [OPTIONS]\n"
    "       taisen check GAME FOLDER --language NAME [OPTIONS]\n\n"
    "Tries a program out and tells its author what is right, what is strange, and what would lose\n"
    "a game: does it start, say its name, flush, read its input, answer in the right form and in\n"
    "time, in games from the start and from the middle, and end when its input is closed.\n\n"
    "  --language NAME     build and run what lies in FOLDER as a program of this language\n"
    "                      (`taisen new --list` names them)\n"
    "  --games N           games from the start, and as many from the middle (default 3)\n"
    "  --seed N            the first game's seed (default 1)\n"
    "  --setup KEY=VALUE   an option of the game; may be given several times\n"
    "  --map FILE          the map to play on, where the game has maps\n"
    "  --turn-ms N         thinking time for one answer\n"
    "  --name-ms N         time from the start to the name\n" OUTPUT_HELP CAGE_HELP
    "  --json              findings as JSON Lines\n"
    "  --help              this text\n\n"
    "Exit status 1 when something would lose a game.\n";

enum { FLAG_GAMES = FLAG_END, FLAG_LANGUAGE, FLAG_JSON, FLAG_HELP };

static const struct option options[] = {{"games", required_argument, NULL, FLAG_GAMES},
                                        {"seed", required_argument, NULL, FLAG_SEED},
                                        {"setup", required_argument, NULL, FLAG_SETUP},
                                        {"map", required_argument, NULL, FLAG_MAP},
                                        {"turn-ms", required_argument, NULL, FLAG_TURN_MS},
                                        {"name-ms", required_argument, NULL, FLAG_NAME_MS},
                                        {"language", required_argument, NULL, FLAG_LANGUAGE},
                                        OUTPUT_OPTIONS,
                                        CAGE_OPTIONS,
                                        {"json", no_argument, NULL, FLAG_JSON},
                                        {"help", no_argument, NULL, FLAG_HELP},
                                        {NULL, 0, NULL, 0}};

struct report {
    bool json;
    int strange, losing;
};

static const char *const weights[] = {"ok", "strange", "LOSES"};
static const char *const weight_words[] = {"fine", "strange", "loses"};

static void print_finding(void *arg, const struct check_finding *f)
{
    struct report *r = arg;
    static char buf[6 * 512 + 3];
    struct text t = TEXT_ON(buf);
    r->strange += f->weight == CHECK_STRANGE;
    r->losing += f->weight == CHECK_LOSES;
    if (!r->json) {
        printf("%-8s %s\n", weights[f->weight], f->text);
        return;
    }
    text_json(&t, f->text, strlen(f->text));
    printf("{\"weight\":\"%s\",\"about\":\"%s\",\"text\":%s}\n", weight_words[f->weight], f->about,
           buf);
}

static int check(struct check_options *o, struct match_options *match, struct match_flags *flags,
                 struct report *r)
{
    struct err err;
    proc_guard();
    stop_watch();
    if (!match_flags_cage(flags, 2, match)) return STATUS_ARENA;
    o->cage = match->cage;
    if (!check_run(o, print_finding, r, &err)) {
        if (stop_asked()) return cli_fail("%s", err.text), 128 + stop_signal();
        return cli_fail("%s", err.text);
    }
    if (r->json) return r->losing > 0 ? STATUS_FOUND : STATUS_DONE;
    if (r->losing > 0)
        puts("This would lose a game.");
    else if (r->strange > 0)
        puts("It plays; look at what is strange.");
    else
        puts("All is well.");
    return r->losing > 0 ? STATUS_FOUND : STATUS_DONE;
}

/* Goes into the folder of a player and builds it; *command is how it is run there. */
static int build(const char *language, const char *folder, const char **command)
{
    static struct kits kits;
    static char line[LANGUAGE_LINE + 16];
    char missing[LANGUAGE_LINE];
    int status = kits_open(&kits);
    if (status != STATUS_DONE) return status;
    const struct language *l = kits_language(&kits, language);
    if (!l) return STATUS_USE;
    if (language_lacks(l, missing))
        return cli_use("%s needs %s, which is not installed: apt-get install %s", l->title, missing,
                       l->packages);
    if (chdir(folder) < 0) return cli_use("cannot go to %s: %s", folder, strerror(errno));
    snprintf(line, sizeof line, "( %s ) 1>&2", l->build); /* standard output is for the findings */
    if (system(line) != 0) {
        cli_use("it does not build by `%s`", l->build);
        return STATUS_FOUND;
    }
    *command = l->run;
    return STATUS_DONE;
}

static int run(int argc, char **argv, struct match_flags *flags)
{
    int64_t games_wanted = 3;
    const char *language = NULL;
    struct report report = {0};
    struct match_options match;
    int status;
    for (int id; (id = getopt_long(argc, argv, "", options, NULL)) >= 0;) {
        if (id == FLAG_HELP) return cli_help(help);
        if (id == '?') return cli_bad_option(argv);
        if (id == FLAG_JSON)
            report.json = true;
        else if (id == FLAG_LANGUAGE)
            language = optarg;
        else if (id == FLAG_GAMES && !cli_int("--games", optarg, 1, 1000, &games_wanted))
            return STATUS_USE;
        else if (id != FLAG_GAMES && !match_flag(flags, id, optarg))
            return STATUS_USE;
    }
    if (argc - optind != 2)
        return cli_use("check takes a game and a command; `taisen check --help` tells more");
    const struct game *game = cli_game(argv[optind]);
    if (!game) return STATUS_USE;
    if (!flags->has_seed) flags->seed = 1;
    flags->has_seed = true;
    const char *command = argv[optind + 1];
    status = language ? build(language, command, &command) : STATUS_DONE;
    if (status != STATUS_DONE) return status;
    if (!match_flags_apply(flags, game, command, "bot:random", &match, &status)) return status;
    if (!match_flags_check(&match)) return STATUS_USE;
    struct check_options o = {.game = game,
                              .command = command,
                              .clock = match.clock,
                              .setup = flags->setup,
                              .map = flags->map,
                              .seed = flags->seed,
                              .output = flags->output,
                              .games = (int)games_wanted};
    return check(&o, &match, flags, &report);
}

int cmd_check(int argc, char **argv)
{
    struct match_flags flags;
    match_flags_init(&flags);
    int status = run(argc, argv, &flags);
    match_flags_free(&flags);
    return status;
}
