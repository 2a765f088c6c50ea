/* `taisen new`: a first player in a language, copied from the kits. */
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/json_line.h"
#include "cli/kits.h"
#include "os/folder.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the list ---- */

enum { VERSIONS_US = 20 * 1000 * 1000 }; /* a busy machine takes its time */

static void print_json(const struct language *l, const char *version, const char *missing)
{
    struct text *t = json_line();
    json_write_open(t, NULL, '{');
    json_write_bool(t, "ready", !missing);
    json_write_str(t, "language", l->name);
    json_write_str(t, "title", l->title);
    json_write_str(t, "version", version);
    json_write_str(t, "needs", l->needs);
    json_write_str(t, "packages", l->packages);
    json_write_str(t, "build", l->build);
    json_write_str(t, "run", l->run);
    json_line_print(t, '}');
}

static void print_line(const struct language *l, const char *version, const char *missing)
{
    printf("%-12s%-12s%-12s", l->name, l->title, version);
    if (missing)
        printf(_("%s is missing: apt-get install %s\n"), missing, l->packages);
    else
        printf("%s\n", l->build);
}

static int print_list(const struct kits *k, bool json)
{
    char version[LANGUAGES_MOST][LANGUAGE_VERSION];
    languages_versions(&k->languages, NULL, VERSIONS_US, version);
    for (int i = 0; i < k->languages.count; i++) {
        const struct language *l = &k->languages.language[i];
        char missing[LANGUAGE_LINE];
        bool lacks = language_lacks(l, missing);
        (json ? print_json : print_line)(l, lacks ? "" : version[i], lacks ? missing : NULL);
    }
    return STATUS_DONE;
}

/* ---- a new player ---- */

/* A word as a shell reads it back: quoted when it is not plain. */
static void write_word(struct text *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_./-+=:@%,";
    if (*word && word[strspn(word, plain)] == '\0') {
        text_str(out, word);
        return;
    }
    text_char(out, '\'');
    for (; *word; word++) *word == '\'' ? text_str(out, "'\\''") : text_char(out, *word);
    text_char(out, '\'');
}

/* How this very program is called from any folder: by its name where the PATH leads to it. */
static void write_own_name(struct text *out)
{
    char self[PATH_MAX], found[PATH_MAX], real[PATH_MAX];
    if (!program_self(self, sizeof self)) strcpy(self, "taisen");
    bool is_on_path =
        program_find("taisen", found, sizeof found) && realpath(found, real) && !strcmp(real, self);
    write_word(out, is_on_path ? "taisen" : self);
}

static void print_next(const struct game *game, const struct language *l, const char *dir)
{
    char dir_word[2 * PATH_MAX], own_word[2 * PATH_MAX], run_word[2 * LANGUAGE_LINE];
    struct text dir_text = TEXT_ON(dir_word), own = TEXT_ON(own_word), run = TEXT_ON(run_word);
    if (*dir == '-') text_str(&dir_text, "./");
    write_word(&dir_text, dir);
    write_own_name(&own);
    write_word(&run, l->run);
    printf(_("%s: a first player for %s in %s. The next three commands:\n\n"), dir, game->title,
           l->title);
    printf("  cd %s && %s\n", dir_word, l->build);
    printf("  %s check %s %s\n", own_word, game->name, run_word);
    printf("  %s play %s %s bot:random\n", own_word, game->name, run_word);
}

static bool copy_kit(const struct kits *k, const struct game *game, const struct language *l,
                     const char *kit, const char *dir, struct err *err)
{
    char pipe[2 * PATH_MAX];
    snprintf(pipe, sizeof pipe, "%s/%s/pipe", k->folder, l->name);
    if (game->link == LINK_PIPE && !folder_copy(pipe, dir, err)) return false;
    return folder_copy(kit, dir, err);
}

static int make_player(const struct kits *k, char **argv)
{
    struct err err;
    char missing[LANGUAGE_LINE], kit[2 * PATH_MAX];
    const char *dir = argv[2];
    const struct game *game = cli_game(argv[0]);
    if (!game) return STATUS_USE;
    const struct language *l = kits_language(k, argv[1]);
    if (!l) return STATUS_USE;
    if (!kits_find(k, game->name, l->name, kit))
        return cli_use("%s has no kit for %s; its RULES.md says what a program must do",
                       game->title, l->title);
    if (!*dir) return cli_use("new: the name of the folder is empty");
    if (language_lacks(l, missing))
        return cli_use("%s needs %s, which is not installed: apt-get install %s", l->title, missing,
                       l->packages);
    if (!folder_is_free(dir))
        return cli_use("%s already exists and is not an empty folder; nothing was copied", dir);
    if (!folder_make(dir, &err)) return cli_use("new: %s", sentence(&err));
    if (!copy_kit(k, game, l, kit, dir, &err)) return cli_fail("new: %s", sentence(&err));
    print_next(game, l, dir);
    return STATUS_DONE;
}

/* ---- the command ---- */

struct request {
    bool list, json;
};

static int run(int argc, char **argv)
{
    static struct kits kits;
    struct request q = {0};
    int status;
    if (!options_read(&command_new, argc, argv, &q, &status)) return status;
    if (argc - optind != (q.list ? 0 : 3))
        return cli_use("new takes a game, a language and a folder, or --list alone; "
                       "`taisen new --help` tells more");
    status = kits_open(&kits);
    if (status != STATUS_DONE) return status;
    return q.list ? print_list(&kits, q.json) : make_player(&kits, argv + optind);
}

static const struct cli_option options[] = {
    {"list", NULL, OPTION_FLAG, .at = offsetof(struct request, list),
     .help = N_("list the languages, and what is missing for them on this machine")},
    {"json", NULL, OPTION_FLAG, .at = offsetof(struct request, json),
     .help = N_("the list as JSON Lines")},
    {0}};

const struct command command_new = {
    .name = "new",
    .about = N_("create a first player in your language"),
    .usage = "GAME LANGUAGE DIR\n--list [--json]",
    .text = N_(
        "Makes a new player: copies a small program that plays the game into the folder DIR, and "
        "prints the commands to build it, check it and play with it."),
    .suggest = "game language folder",
    .options = options,
    .more = N_("The kits are found beside the program; TAISEN_KITS names another folder of kits."),
    .run = run};
