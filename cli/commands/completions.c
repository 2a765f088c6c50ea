/*
 * `taisen completions SHELL`: what a shell completes, printed from the tables of all commands, so
 * that no option can be forgotten. completions/update writes the files of that folder with it; a
 * test compares them. `json` prints the tables themselves, for tests and other tools.
 */
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/json_line.h"

#include <stdio.h>
#include <string.h>

enum { KINDS_MOST = 8, KIND_LEN = 64 };

/* ---- what all shells need ---- */

/* What the value of an option is, for a shell: OPTION_FILE, OPTION_FOLDER, OPTION_WORD, or
   OPTION_TEXT for everything that cannot be suggested. */
static enum option_kind value_of(const struct cli_option *o)
{
    if (o->words) return OPTION_WORD;
    enum option_kind kind = o->kind == OPTION_CALL ? o->suggest : o->kind;
    return kind == OPTION_FILE || kind == OPTION_FOLDER ? kind : OPTION_TEXT;
}

static void print_words(const struct cli_option *o)
{
    for (int i = 0; o->words[i]; i++) printf("%s%s", i ? " " : "", o->words[i]);
}

/* The words of `suggest`: how many there are, and whether the last goes on for ever. */
static int split(const char *suggest, char kinds[KINDS_MOST][KIND_LEN], bool *goes_on)
{
    int count = 0;
    *goes_on = false;
    for (const char *at = suggest; *at; at += strspn(at, " ")) {
        size_t len = strcspn(at, " ");
        *goes_on = len > 3 && strncmp(at + len - 3, "...", 3) == 0;
        snprintf(kinds[count++], KIND_LEN, "%.*s", (int)(*goes_on ? len - 3 : len), at);
        at += len;
    }
    return count;
}

/* The alternatives of "word:A|B", with blanks between them. */
static void print_alternatives(const char *kind)
{
    for (const char *at = strchr(kind, ':') + 1; *at; at++) putchar(*at == '|' ? ' ' : *at);
}

static void print_actions(const struct command *c)
{
    for (const struct cli_row *r = c->rows; r->name; r++)
        printf("%s%s", r == c->rows ? "" : " ", r->name);
}

/* Text within single quotes, with the letters of `special` escaped; "''" ends and begins them. */
static void print_quoted(const char *text, const char *special)
{
    for (; *text; text++) {
        if (*text == '\'') {
            fputs("'\\''", stdout);
            continue;
        }
        if (strchr(special, *text)) putchar('\\');
        putchar(*text);
    }
}

/* ---- bash ---- */

static void bash_option(void *arg, const struct cli_option *o, const struct cli_option *group)
{
    bool *is_first = arg;
    (void)group;
    printf("%s--%s", *is_first ? "" : " ", o->name);
    *is_first = false;
}

static void bash_value(void *arg, const struct cli_option *o, const struct cli_option *group)
{
    static const char *const how[] = {
        [OPTION_FILE] = "_taisen_files", [OPTION_FOLDER] = "_taisen_folders"};
    (void)arg, (void)group;
    if (!o->argument) return;
    printf("        --%s) ", o->name);
    if (value_of(o) == OPTION_WORD) {
        fputs("_taisen_words \"", stdout);
        print_words(o);
        fputs("\" && return ;;\n", stdout);
    } else if (value_of(o) == OPTION_TEXT) {
        fputs("return ;;\n", stdout);
    } else {
        printf("%s && return ;;\n", how[value_of(o)]);
    }
}

static void bash_command(const struct command *c)
{
    bool is_first = true;
    printf("    %s)\n        options=\"", c->name);
    options_each(c->options, bash_option, &is_first);
    printf("\"\n        arguments=\"%s\"\n", c->suggest);
    if (c->rows && strstr(c->suggest, "action")) {
        fputs("        actions=\"", stdout);
        print_actions(c);
        fputs("\"\n", stdout);
    }
    fputs("        case $prev in\n", stdout);
    options_each(c->options, bash_value, NULL);
    fputs("        esac\n        ;;\n", stdout);
}

static const char bash_head[] =
    "# bash completion for taisen; printed by `taisen completions bash`\n"
    "# shellcheck shell=bash disable=SC2034\n"
    "_taisen_words() { mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$cur\"); }\n"
    "_taisen_files() { mapfile -t COMPREPLY < <(compgen -f -- \"$cur\"); }\n"
    "_taisen_folders() { mapfile -t COMPREPLY < <(compgen -d -- \"$cur\"); }\n"
    "_taisen_argument() {\n"
    "    case $1 in\n"
    "    game) _taisen_words \"$(taisen games 2>/dev/null | cut -d' ' -f1)\" ;;\n"
    "    language) _taisen_words \"$(taisen new --list 2>/dev/null | cut -d' ' -f1)\" ;;\n"
    "    bot) _taisen_words \"$(taisen bots \"${COMP_WORDS[2]}\" 2>/dev/null | sed 's/^bot:\\([^ "
    "]*\\).*/\\1/')\" ;;\n"
    "    seat) mapfile -t COMPREPLY < <(compgen -W \"$(taisen bots \"${COMP_WORDS[2]}\" "
    "2>/dev/null | cut -d' ' -f1)\" -- \"$cur\" && compgen -f -- \"$cur\") ;;\n"
    "    action) _taisen_words \"$actions\" ;;\n"
    "    word:*) _taisen_words \"$(printf '%s' \"${1#word:}\" | tr '|' ' ')\" ;;\n"
    "    folder) _taisen_folders ;;\n"
    "    file | command) _taisen_files ;;\n"
    "    esac\n"
    "}\n"
    "_taisen() {\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} options=\"\" "
    "arguments=\"\" actions=\"\" kinds kind\n"
    "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
    "        _taisen_words \"";

static const char bash_tail[] =
    "    esac\n"
    "    if [[ $cur == -* ]]; then\n"
    "        _taisen_words \"$options\"\n"
    "        return\n"
    "    fi\n"
    "    read -ra kinds <<<\"$arguments\"\n"
    "    kind=${kinds[COMP_CWORD - 2]:-}\n"
    "    if [ -z \"$kind\" ] && [[ $arguments == *... ]]; then kind=${kinds[-1]}; fi\n"
    "    _taisen_argument \"${kind%...}\"\n"
    "}\n"
    "COMP_WORDBREAKS=${COMP_WORDBREAKS//:/}\n"
    "complete -F _taisen taisen\n";

static void print_bash(void)
{
    fputs(bash_head, stdout);
    for (int i = 0; commands[i]; i++)
        if (!commands[i]->is_hidden) printf("%s ", commands[i]->name);
    puts("--help --version\"\n        return\n    fi\n    case ${COMP_WORDS[1]} in");
    for (int i = 0; commands[i]; i++)
        if (!commands[i]->is_hidden) bash_command(commands[i]);
    fputs(bash_tail, stdout);
}

/* ---- zsh ---- */

static void zsh_option(void *arg, const struct cli_option *o, const struct cli_option *group)
{
    (void)arg, (void)group;
    printf(" \\\n            '%s--%s[", o->is_repeated ? "*" : "", o->name);
    print_quoted(o->help, "[]:\\");
    putchar(']');
    if (o->argument) {
        putchar(':');
        print_quoted(o->argument, ":");
        if (value_of(o) == OPTION_FILE) fputs(":_files", stdout);
        if (value_of(o) == OPTION_FOLDER) fputs(":_files -/", stdout);
        if (value_of(o) == OPTION_WORD) {
            fputs(":(", stdout);
            print_words(o);
            putchar(')');
        }
    }
    putchar('\'');
}

static void zsh_argument(const struct command *c, const char *kind)
{
    static const struct {
        const char *kind, *action;
    } known[] = {{"game", "_taisen_games"},
                 {"seat", "_taisen_seats"},
                 {"language", "_taisen_languages"},
                 {"bot", "_taisen_bots"},
                 {"file", "_files"},
                 {"folder", "_files -/"},
                 {"command", "_command_names -e"},
                 {"none", ""}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i].kind, kind) == 0) printf("%s:%s", kind, known[i].action);
    if (strcmp(kind, "action") == 0) {
        fputs("action:(", stdout);
        print_actions(c);
        putchar(')');
    } else if (strncmp(kind, "word:", 5) == 0) {
        fputs("word:(", stdout);
        print_alternatives(kind);
        putchar(')');
    }
}

static void zsh_command(const struct command *c)
{
    char kinds[KINDS_MOST][KIND_LEN];
    bool goes_on;
    int count = split(c->suggest, kinds, &goes_on);
    printf("    %s)\n        _arguments", c->name);
    options_each(c->options, zsh_option, NULL);
    for (int i = 0; i < count; i++) {
        if (goes_on && i == count - 1)
            fputs(" \\\n            '*:", stdout);
        else
            printf(" \\\n            '%d:", i + 1);
        zsh_argument(c, kinds[i]);
        putchar('\'');
    }
    fputs("\n        ;;\n", stdout);
}

static const char zsh_head[] =
    "#compdef taisen\n"
    "# zsh completion for taisen; printed by `taisen completions zsh`\n\n"
    "_taisen_games() { compadd -- ${(f)\"$(taisen games 2>/dev/null | cut -d' ' -f1)\"} }\n"
    "_taisen_languages() { compadd -- ${(f)\"$(taisen new --list 2>/dev/null | cut -d' ' -f1)\"} "
    "}\n"
    "_taisen_bots() { compadd -- ${(f)\"$(taisen bots ${words[2]} 2>/dev/null | sed 's/^bot:\\([^ "
    "]*\\).*/\\1/')\"} }\n"
    "_taisen_seats() {\n"
    "    compadd -- ${(f)\"$(taisen bots ${words[2]} 2>/dev/null | cut -d' ' -f1)\"}\n"
    "    _command_names -e\n"
    "    _files\n"
    "}\n\n"
    "_taisen() {\n"
    "    local -a commands\n"
    "    commands=(\n";

static const char zsh_middle[] = "    )\n"
                                 "    if (( CURRENT == 2 )); then\n"
                                 "        _describe command commands\n"
                                 "        return\n"
                                 "    fi\n"
                                 "    shift words\n"
                                 "    (( CURRENT-- ))\n"
                                 "    case ${words[1]} in\n";

static void print_zsh(void)
{
    fputs(zsh_head, stdout);
    for (int i = 0; commands[i]; i++) {
        if (commands[i]->is_hidden) continue;
        printf("        '%s:", commands[i]->name);
        print_quoted(commands[i]->about, ":\\");
        puts("'");
    }
    fputs(zsh_middle, stdout);
    for (int i = 0; commands[i]; i++)
        if (!commands[i]->is_hidden) zsh_command(commands[i]);
    fputs("    esac\n}\n\n_taisen \"$@\"\n", stdout);
}

/* ---- fish ---- */

static void fish_option(void *arg, const struct cli_option *o, const struct cli_option *group)
{
    const struct command *c = arg;
    (void)group;
    printf("complete -c taisen -n '__fish_seen_subcommand_from %s' -l %s", c->name, o->name);
    if (o->argument && (value_of(o) == OPTION_FILE || value_of(o) == OPTION_FOLDER))
        fputs(" -r -F", stdout);
    else if (o->argument)
        fputs(" -x", stdout);
    if (o->argument && value_of(o) == OPTION_WORD) {
        fputs(" -a '", stdout);
        print_words(o);
        putchar('\'');
    }
    fputs(" -d '", stdout);
    for (const char *at = o->help; *at; at++) printf("%s%c", strchr("'\\", *at) ? "\\" : "", *at);
    puts("'");
}

static void fish_argument(const struct command *c, const char *kind)
{
    static const struct {
        const char *kind, *words;
    } known[] = {
        {"game", "-a '(taisen games 2>/dev/null | cut -d\" \" -f1)'"},
        {"seat", "-F -a '(taisen bots 2>/dev/null | cut -d\" \" -f1)'"},
        {"bot", "-a '(taisen bots 2>/dev/null | string replace -rf \"^bot:(\\S+).*\" \"\\$1\")'"},
        {"language", "-a '(taisen new --list 2>/dev/null | cut -d\" \" -f1)'"},
        {"file", "-F"},
        {"folder", "-a '(__fish_complete_directories)'"},
        {"command", "-F"}};
    bool is_action = strcmp(kind, "action") == 0, is_word = strncmp(kind, "word:", 5) == 0;
    if (strcmp(kind, "none") == 0) return;
    printf("complete -c taisen -n '__fish_seen_subcommand_from %s' ", c->name);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i].kind, kind) == 0) fputs(known[i].words, stdout);
    if (is_action || is_word) fputs("-a '", stdout);
    if (is_action) print_actions(c);
    if (is_word) print_alternatives(kind);
    puts(is_action || is_word ? "'" : "");
}

static void print_fish(void)
{
    fputs("# fish completion for taisen; printed by `taisen completions fish`\nset -l commands",
          stdout);
    for (int i = 0; commands[i]; i++)
        if (!commands[i]->is_hidden) printf(" %s", commands[i]->name);
    puts("\ncomplete -c taisen -f\ncomplete -c taisen -l version -d 'print the version'");
    for (int i = 0; commands[i]; i++) {
        const struct command *c = commands[i];
        char kinds[KINDS_MOST][KIND_LEN];
        bool goes_on;
        if (c->is_hidden) continue;
        printf(
            "complete -c taisen -n \"not __fish_seen_subcommand_from $commands\" -a %s -d '%s'\n",
            c->name, c->about);
        options_each(c->options, fish_option, (void *)c);
        int count = split(c->suggest, kinds, &goes_on);
        for (int k = 0; k < count; k++) fish_argument(c, kinds[k]);
    }
}

/* ---- the tables themselves ---- */

static void json_option(void *arg, const struct cli_option *o, const struct cli_option *group)
{
    static const char *const kinds[] = {"flag", "int",    "size", "seed", "text",
                                        "file", "folder", "word", "call"};
    struct text *t = arg;
    (void)group;
    json_write_open(t, NULL, '{');
    json_write_str(t, "name", o->name);
    json_write_str(t, "kind", kinds[o->kind]);
    json_write_str(t, "argument", o->argument);
    json_write_str(t, "help", o->help);
    if (o->kind == OPTION_INT || o->kind == OPTION_SIZE) {
        json_write_int(t, "least", o->least);
        json_write_int(t, "most", o->most);
    }
    json_write_open(t, "words", '[');
    for (int i = 0; o->words && o->words[i]; i++) json_write_str(t, NULL, o->words[i]);
    json_write_close(t, ']');
    json_write_close(t, '}');
}

static void print_json(void)
{
    for (int i = 0; commands[i]; i++) {
        const struct command *c = commands[i];
        if (c->is_hidden) continue;
        struct text *t = json_line();
        json_write_open(t, NULL, '{');
        json_write_str(t, "command", c->name);
        json_write_str(t, "about", c->about);
        json_write_open(t, "options", '[');
        options_each(c->options, json_option, t);
        json_write_close(t, ']');
        json_line_print(t, '}');
    }
}

/* ---- the command ---- */

static const struct {
    const char *name;
    void (*print)(void);
} shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}, {"json", print_json}};

static int run(int argc, char **argv)
{
    int status;
    if (!options_read(&command_completions, argc, argv, NULL, &status)) return status;
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        if (argc - optind != 1 || strcmp(argv[optind], shells[i].name) != 0) continue;
        shells[i].print();
        return STATUS_DONE;
    }
    return cli_use("completions takes bash, zsh, fish or json");
}

static const struct cli_option options[] = {{0}};

const struct command command_completions = {
    .name = "completions",
    .about = N_("print the completions of a shell"),
    .usage = "bash|zsh|fish|json",
    .text = N_("Prints what a shell completes after `taisen`; or the tables of all options as JSON "
               "Lines."),
    .suggest = "word:bash|zsh|fish|json",
    .options = options,
    .run = run,
    .is_hidden = true};
