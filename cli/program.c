/* The main function: finds the command and hands over. */
#include "cli/program.h"

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/share.h"
#include "os/file.h"

#include <getopt.h>
#include <string.h>

static int run(int argc, char **argv)
{
    if (argc >= 2)
        for (int i = 0; commands[i]; i++)
            if (strcmp(argv[1], commands[i]->name) == 0)
                return commands[i]->run(argc - 1, argv + 1);
    return program_other(argc, argv);
}

/* Whatever a command did: what it printed must have arrived. */
int main(int argc, char **argv)
{
    char words[PATH_MAX];
    file_open_standard();
    share_words(words);
    words_open(words);
    opterr = 0; /* options_read() says it in our own words */
    int status = run(argc, argv);
    return cli_is_printed() ? status : STATUS_ARENA;
}
