#include "cli/kits.h"

#include "cli/cli.h"
#include "cli/share.h"
#include "league/build/kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    return getenv("TAISEN_KITS") ? cli_use("TAISEN_KITS: %s", err.text)
                                 : cli_fail("the kits: %s", err.text);
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
    fprintf(stderr, "taisen: there is no kit for the language %s; there are:", name);
    for (int i = 0; i < k->languages.count; i++)
        fprintf(stderr, " %s", k->languages.language[i].name);
    fputc('\n', stderr);
    return NULL;
}
