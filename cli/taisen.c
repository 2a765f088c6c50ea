/* taisen — the program: finds the command and hands over. */
#include "cli/cli.h"
#include "os/file.h"

#include <stdio.h>
#include <string.h>

static const struct command {
    const char *name;
    command_fn *run;
    const char *about;
} commands[] = {
    {"new", cmd_new, "make a first player in your language"},
    {"play", cmd_play, "play one match"},
    {"check", cmd_check, "tell an author what is wrong with a program"},
    {"batch", cmd_batch, "play many matches and say who is better, and how sure that is"},
    {"tournament", cmd_tournament, "play a contest as its file says"},
    {"tune", cmd_tune, "find better numbers for a program by letting it play itself"},
    {"stats", cmd_stats, "what the journals of batches say"},
    {"db", cmd_db, "keep a league: players, ladders, results and ratings in a database"},
    {"worker", cmd_worker, "play the matches of a league"},
    {"serve", cmd_serve, "open the arena in a browser"},
    {"submit", cmd_submit, "send a program to a site, where it plays in a ladder"},
    {"account", cmd_account, "who may come to the site: accounts, class lists, invitations"},
    {"join", cmd_join, "play on a site with a program of this machine"},
    {"replay", cmd_replay, "verify, print, step through or play on from a record"},
    {"sim", cmd_sim, "run a script of commands through the rules of a game"},
    {"gen", cmd_gen, "print the start of a game in its official format"},
    {"bot", cmd_bot, "run a built-in bot as a program on standard input and output"},
    {"chaser-server", cmd_chaser_server, "wait for CHaser clients and play game after game"},
    {"qualifier", cmd_qualifier, "the table of a district qualifier of CHaser"},
    {"map", cmd_map, "check or show map files of CHaser"},
    {"campaign", cmd_campaign, "play the original contest of CODE VS 4.0"},
    {"doctor", cmd_doctor, "what protections and limits this machine really offers"},
    {"games", cmd_games, "list the games"},
    {"bots", cmd_bots, "list the built-in bots"},
    {"bench", cmd_bench, "one number over all games, and how fast they are"},
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static int help(void)
{
    puts("Usage: taisen COMMAND [ARGUMENTS]\n\n"
         "An arena for programs that play games. The commands:\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        printf("  %-14s %s\n", commands[i].name, commands[i].about);
    puts("\n`taisen COMMAND --help` tells more. A first match:\n\n"
         "  taisen play reborn bot:greedy bot:random");
    return STATUS_DONE;
}

int main(int argc, char **argv)
{
    file_open_standard();
    opterr = 0; /* cli_bad_option() says it in our own words */
    if (argc < 2) {
        help();
        return STATUS_USE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0)
        return help();
    if (strcmp(argv[1], "--version") == 0) {
        puts("taisen " TAISEN_VERSION);
        return STATUS_DONE;
    }
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(argv[1], commands[i].name) == 0) return commands[i].run(argc - 1, argv + 1);
    return cli_use("there is no command %s; `taisen --help` lists them", argv[1]);
}
