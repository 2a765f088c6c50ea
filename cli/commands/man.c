/*
 * `taisen man`: brings the lists of the manual up to date. The manual (docs/man/taisen.1) is
 * written by hand but for its synopsis and its lists of options, each between two comments:
 *
 *     .\" begin synopsis
 *     .\" begin options COMMAND     (without the options that several commands share)
 *     .\" begin shared              (those)
 *     .\" end
 *
 * The page comes on standard input and goes to standard output with those lists written anew from
 * the tables of all commands; a test sees to it that this changes nothing.
 */
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/match_flags.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- mdoc ---- */

/* Text for a line of its own: nothing in it is a command of mdoc, every sentence begins a line. */
static void print_text(const char *text)
{
    bool at_start = true;
    for (; *text; text++) {
        if (at_start && (*text == '.' || *text == '\'')) fputs("\\&", stdout);
        at_start = false;
        if (*text == '`')
            fputs("\\(ga", stdout);
        else if (*text == '\\')
            fputs("\\e", stdout);
        else if (*text == '-' && (text[1] == '-' || (text[-1] == '-')))
            fputs("\\-", stdout);
        else if ((*text == '.' && text[1] == ' ' && isupper((unsigned char)text[2]))) {
            fputs(".\n", stdout);
            text++;
            at_start = true;
        } else
            putchar(*text);
    }
    putchar('\n');
}

/* As the manual writes what an option takes: "HOST:PORT" is host:port. */
static void print_argument(const char *argument)
{
    for (; *argument; argument++) putchar(tolower((unsigned char)*argument));
}

/* Words that are typed keep their small letters. */
static bool begins_with_word(const struct cli_option *o)
{
    for (int i = 0; o->words && o->words[i]; i++)
        if (strncmp(o->help, o->words[i], strlen(o->words[i])) == 0) return true;
    return false;
}

static void print_option(const struct cli_option *o)
{
    char sentence[1024];
    printf(".It Fl -%s", o->name);
    if (o->argument) {
        fputs(" Ar ", stdout);
        print_argument(o->argument);
    }
    snprintf(sentence, sizeof sentence, "%s.", o->help);
    if (!begins_with_word(o)) sentence[0] = (char)toupper((unsigned char)sentence[0]);
    putchar('\n');
    print_text(sentence);
}

/* ---- the synopsis ---- */

/* A word of a usage line as mdoc: words in capitals are arguments. */
static void print_word(const char *word, size_t len)
{
    if (strncmp(word, "--", 2) == 0) {
        printf("Fl -%.*s", (int)len - 2, word + 2);
    } else if (isupper((unsigned char)word[0])) {
        fputs("Ar ", stdout);
        for (size_t i = 0; i < len; i++) putchar(tolower((unsigned char)word[i]));
    } else {
        printf("Cm %.*s", (int)len, word);
    }
}

/* "GAME [--list FILE]": what stands in brackets can be left out. */
static void print_usage_line(const char *line, size_t len)
{
    const char *end = line + len;
    while (line < end) {
        bool is_optional = *line == '[';
        const char *stop = is_optional ? memchr(line, ']', (size_t)(end - line)) : NULL;
        if (!stop) stop = line + strcspn(line, " \n");
        line += is_optional;
        fputs(is_optional ? ".Op" : ".", stdout);
        while (line < stop) {
            size_t word = strcspn(line, " ]\n");
            if (is_optional) putchar(' ');
            print_word(line, word);
            line += word + strspn(line + word, " ");
        }
        putchar('\n');
        while (line < end && strchr("]. ", *line)) line++;
    }
}

static void print_synopsis(void)
{
    for (int i = 0; commands[i]; i++) {
        if (commands[i]->is_hidden) continue;
        for (const char *at = commands[i]->usage;; at++) {
            size_t len = strcspn(at, "\n");
            printf(".Nm\n.Cm %s\n", commands[i]->name);
            print_usage_line(at, len);
            at += len;
            if (!*at) break;
        }
    }
}

/* ---- lists of options ---- */

static const struct cli_option *const shared[] = {
    options_match,  options_start,       options_answer, options_think,
    options_clock,  options_local_clock, options_margin, options_cores,
    options_output, options_stderr,      options_sandbox};

static bool is_shared(const struct cli_option *group)
{
    for (size_t i = 0; i < sizeof shared / sizeof shared[0]; i++)
        if (shared[i] == group) return true;
    return false;
}

struct list {
    int own, others; /* how many were seen */
};

static void tell_own(void *arg, const struct cli_option *o, const struct cli_option *group)
{
    struct list *l = arg;
    if (strcmp(o->name, "help") == 0) return;
    if (is_shared(group)) {
        l->others++;
        return;
    }
    if (l->own++ == 0) puts(".Bl -tag -width Ds");
    print_option(o);
}

static void tell_shared_name(void *arg, const struct cli_option *o, const struct cli_option *group)
{
    struct list *l = arg;
    if (!is_shared(group)) return;
    printf(".Fl -%s%s\n", o->name, --l->others == 0 ? " ." : " ,");
}

static void print_options(const struct command *c)
{
    struct list list = {0};
    options_each(c->options, tell_own, &list);
    if (list.own > 0) puts(".El");
    if (list.others == 0) return;
    puts(".Pp\nAlso");
    options_each(c->options, tell_shared_name, &list);
}

static void tell_shared(void *arg, const struct cli_option *o, const struct cli_option *group)
{
    (void)arg;
    if (is_shared(group)) print_option(o);
}

static void print_shared(void)
{
    puts(".Bl -tag -width Ds");
    options_each(options_match, tell_shared, NULL);
    options_each(options_sandbox, tell_shared, NULL);
    puts(".El");
}

/* ---- the page ---- */

static bool print_list(const char *what)
{
    if (strcmp(what, "synopsis") == 0) return print_synopsis(), true;
    if (strcmp(what, "shared") == 0) return print_shared(), true;
    if (strncmp(what, "options ", 8) != 0) return false;
    for (int i = 0; commands[i]; i++)
        if (strcmp(commands[i]->name, what + 8) == 0) return print_options(commands[i]), true;
    return false;
}

static int write_page(void)
{
    static const char begin[] = ".\\\" begin ", end[] = ".\\\" end\n";
    char *line = NULL;
    size_t room = 0;
    bool is_old = false, ok = true;
    while (ok && getline(&line, &room, stdin) >= 0) {
        if (strcmp(line, end) == 0) is_old = false;
        if (!is_old) fputs(line, stdout);
        if (strncmp(line, begin, strlen(begin)) != 0) continue;
        line[strcspn(line, "\n")] = '\0';
        ok = print_list(line + strlen(begin));
        is_old = true;
    }
    int status = ok ? STATUS_DONE : cli_use("man: there is no list `%s`", line);
    free(line);
    return status;
}

static int run(int argc, char **argv)
{
    int status;
    if (!options_read(&command_man, argc, argv, NULL, &status)) return status;
    return optind == argc ? write_page() : cli_use("man takes no arguments");
}

static const struct cli_option options[] = {{0}};

const struct command command_man = {
    .name = "man",
    .about = "bring the lists of the manual up to date",
    .about_ja = "マニュアルのオプション一覧を更新",
    .usage = "<docs/man/taisen.1",
    .text = "Reads the manual on standard input and prints it with its lists of options as the "
            "program has them.",
    .text_ja = "標準入力からマニュアルを読み、オプション一覧を現在のプログラムのものに置き換えて出"
               "力します。",
    .suggest = "",
    .options = options,
    .run = run,
    .is_hidden = true};
