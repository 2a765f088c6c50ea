#include "cli/kits.h"

#include "cli/cli.h"
#include "cli/share.h"
#include "league/build/kit.h"
#include "os/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static void find_kits(char folder[PATH_MAX])
{
    const char *chosen = getenv("TAISEN_KITS");
    if (chosen)
        snprintf(folder, PATH_MAX, "%s", chosen);
    else
        share_find("kits", folder);
}

void kits_folder(char folder[PATH_MAX])
{
    find_kits(folder);
}

void kits_positions(char folder[PATH_MAX])
{
    find_kits(folder);
    size_t len = strlen(folder);
    snprintf(folder + len, PATH_MAX - len, "/positions");
}

bool kits_languages(struct languages *l, const char *file, struct err *err)
{
    char folder[PATH_MAX], list[PATH_MAX + 32];
    if (file) return languages_load(l, file, err);
    find_kits(folder);
    snprintf(list, sizeof list, "%s/languages.list", folder);
    return languages_load(l, list, err);
}

/* What stands in TAISEN_KITS is the user's; kits that are ours and missing are not. */
int kits_open(struct kits *k)
{
    struct err err;
    char list[PATH_MAX + 32];
    find_kits(k->folder);
    snprintf(list, sizeof list, "%s/languages.list", k->folder);
    if (languages_load(&k->languages, list, &err)) return STATUS_DONE;
    return getenv("TAISEN_KITS") ? cli_use("TAISEN_KITS: %s", sentence(&err))
                                 : cli_fail("the kits: %s", sentence(&err));
}

bool kits_find(const struct kits *k, const char *game, const char *language,
               char path[2 * PATH_MAX])
{
    return kit_find(k->folder, game, language, path);
}

const struct language *kits_language(const struct kits *k, const char *name)
{
    const struct language *l = languages_find(&k->languages, name);
    if (l) return l;
    char all[1024];
    struct text t = TEXT_ON(all);
    for (int i = 0; i < k->languages.count; i++) {
        if (i > 0) text_char(&t, ' ');
        text_str(&t, k->languages.language[i].name);
    }
    cli_use("there is no kit for the language %s; there are: %s", name, all);
    return NULL;
}

/* ---- what was meant ---- */

/* The language's command, with this file in the place of its main file; false where it has to be
   built first. */
static bool run_line(const struct language *l, const char *file, char *out, size_t size)
{
    const char *main = strstr(l->run, l->main);
    if (!main) return false;
    snprintf(out, size, "%.*s%s%s", (int)(main - l->run), l->run, file, main + strlen(l->main));
    return true;
}

static void say_meant(const struct language *l, const char *seat)
{
    char line[LANGUAGE_LINE + PATH_MAX];
    if (l && run_line(l, seat, line, sizeof line))
        cli_use("%s cannot be run directly; the command is '%s'", seat, line);
    else if (l)
        cli_use("%s is a source file of %s; build it (%s), and give the command that runs it: '%s'",
                seat, l->title, l->build, l->run);
    else if (access(seat, X_OK) == 0)
        cli_use("%s is in this folder; the command is './%s'", seat, seat);
    else
        cli_use("%s cannot be run: it is not executable", seat);
}

/* By the ending alone: what reads archives is no part of the small program (cli/program.h). */
static const struct language *language_of(const struct languages *all, const char *file)
{
    const char *ending = strrchr(file, '.');
    for (int i = 0; ending && i < all->count; i++) {
        const char *other = strrchr(all->language[i].main, '.');
        if (other && strcasecmp(ending, other) == 0) return &all->language[i];
    }
    return NULL;
}

bool kits_seat_is_program(const char *seat)
{
    static struct languages languages;
    char found[PATH_MAX];
    struct stat st;
    struct err ignored;
    bool is_path = strchr(seat, '/');
    if (strpbrk(seat, " \t\n'\"$;|&<>()`*?") || stat(seat, &st) < 0 || !S_ISREG(st.st_mode))
        return true;
    if (is_path ? access(seat, X_OK) == 0 : program_find(seat, found, sizeof found)) return true;
    if (!kits_languages(&languages, NULL, &ignored)) languages.count = 0;
    say_meant(language_of(&languages, seat), seat);
    return false;
}
