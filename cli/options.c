/*
 * Reading a command line by the tables of options.h: the table is laid out flat, getopt_long()
 * finds the options (so that they may stand anywhere, and be shortened), and each value is stored
 * as its kind says.
 */
#include "cli/options.h"

#include "cli/cli.h"
#include "cli/help.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { OPTIONS_MOST = 64, FIRST_ID = 256 };

/* A row, and what is to be added to its offsets. */
struct flat {
    const struct cli_option *option, *group;
    size_t base;
};

static const struct cli_option help_option = {"help", NULL, OPTION_FLAG, .help = N_("this text")};

static bool is_there(const struct flat *flat, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(flat[i].option->name, name) == 0) return true;
    return false;
}

static int flatten(const struct cli_option *table, size_t base, struct flat *out, int count)
{
    for (const struct cli_option *o = table; o && (o->name || o->group); o++) {
        if (o->group) {
            count = flatten(o->group, base + o->at, out, count);
        } else if (!is_there(out, count, o->name)) {
            assert(count < OPTIONS_MOST);
            out[count++] = (struct flat){o, table, base};
        }
    }
    return count;
}

void options_each(const struct cli_option *table, options_tell *tell, void *arg)
{
    struct flat flat[OPTIONS_MOST];
    int count = flatten(table, 0, flat, 0);
    for (int i = 0; i < count; i++)
        if (flat[i].option->help) tell(arg, flat[i].option, flat[i].group);
    tell(arg, &help_option, &help_option);
}

/* ---- values ---- */

static bool read_word(const struct cli_option *o, const char *arg, int *which)
{
    char right[256] = "";
    struct text t = TEXT_ON(right);
    for (int i = 0; o->words[i]; i++) {
        if (strcmp(arg, o->words[i]) == 0) {
            *which = (int)o->least + i;
            return true;
        }
        if (i > 0) text_str(&t, ", ");
        text_str(&t, o->words[i]);
    }
    cli_use("--%s takes one of %s, not `%s`", o->name, right, arg);
    return false;
}

static bool store(const struct flat *f, char *request, const char *arg)
{
    const struct cli_option *o = f->option;
    char *target = request + f->base + o->at, option[64];
    snprintf(option, sizeof option, "--%s", o->name);
    if (o->given) *(bool *)(request + f->base + o->given) = true;
    switch (o->kind) {
    case OPTION_FLAG: *(bool *)target = true; return true;
    case OPTION_INT: return cli_int(option, arg, o->least, o->most, (int64_t *)target);
    case OPTION_SIZE: return cli_size(option, arg, o->least, o->most, (int64_t *)target);
    case OPTION_SEED: return cli_seed(option, arg, (uint64_t *)target);
    case OPTION_TEXT:
    case OPTION_FILE:
    case OPTION_FOLDER: *(const char **)target = arg; return true;
    case OPTION_WORD: return read_word(o, arg, (int *)target);
    case OPTION_CALL: return o->read(target, arg);
    }
    return false;
}

/* ---- the command line ---- */

static int say_wrong(const struct command *c, char **argv, int id)
{
    const char *word = argv[optind - 1];
    if (id == ':')
        return cli_use("%s: %s needs a value; `taisen %s --help` tells which", c->name, word,
                       c->name);
    return cli_use("%s: there is no option %s; `taisen %s --help` lists them", c->name, word,
                   c->name);
}

bool options_read(const struct command *c, int argc, char **argv, void *request, int *status)
{
    struct flat flat[OPTIONS_MOST];
    struct option known[OPTIONS_MOST + 2];
    int count = flatten(c->options, 0, flat, 0), id;
    for (int i = 0; i < count; i++)
        known[i] = (struct option){flat[i].option->name,
                                   flat[i].option->argument ? required_argument : no_argument, NULL,
                                   FIRST_ID + i};
    known[count] = (struct option){"help", no_argument, NULL, FIRST_ID + count};
    known[count + 1] = (struct option){NULL, 0, NULL, 0};
    while ((id = getopt_long(argc, argv, ":", known, NULL)) >= 0) {
        if (id < FIRST_ID) return *status = say_wrong(c, argv, id), false;
        if (id == FIRST_ID + count) return *status = help_command(c), false;
        if (!store(&flat[id - FIRST_ID], request, optarg)) return *status = STATUS_USE, false;
    }
    return true;
}

/* How many arguments an action takes: "NAME [FILE]" is one or two. */
static void count_arguments(const char *arguments, int *least, int *most)
{
    *least = *most = 0;
    for (const char *at = arguments; at && *at; at += strspn(at, " ")) {
        *least += *at != '[';
        *most += 1;
        at += strcspn(at, " ");
    }
}

const struct cli_row *options_action(const struct command *c, int argc, char **argv)
{
    int least, most, given = argc - optind - 1;
    if (optind == argc)
        return cli_use("%s takes an action; `taisen %s --help` lists them", c->name, c->name), NULL;
    const char *name = argv[optind];
    const struct cli_row *row = c->rows;
    while (row->name && strcmp(row->name, name) != 0) row++;
    if (!row->name)
        return cli_use("%s has no action %s; `taisen %s --help` lists them", c->name, name,
                       c->name),
               NULL;
    count_arguments(row->arguments, &least, &most);
    if (given < least || given > most)
        return cli_use("%s %s takes %s", c->name, name,
                       row->arguments ? row->arguments : _("no arguments")),
               NULL;
    optind++;
    return row;
}
