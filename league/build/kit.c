/* A kit is read as a bundle, so that `taisen new` and a site's zip have the same files. */
#include "league/build/kit.h"

#include "base/text.h"
#include "os/file.h"
#include "os/folder.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { FILE_MOST = 1 << 20 };

bool kit_find(const char *folder, const char *game, const char *language, char path[2 * PATH_MAX])
{
    snprintf(path, 2 * PATH_MAX, "%s/%s/%s", folder, language, game);
    if (folder_exists(path)) return true;
    snprintf(path, 2 * PATH_MAX, "%s/../games/%s/kits/%s", folder, game, language);
    return folder_exists(path);
}

static bool add_file(struct bundle *b, const char *folder, const char *name, struct err *err)
{
    char path[3 * PATH_MAX];
    AUTO_FREE char *bytes = NULL;
    struct stat found;
    size_t len;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (name[0] == '.' || stat(path, &found) < 0 || !S_ISREG(found.st_mode)) return true;
    return file_read(path, FILE_MOST, &bytes, &len, err) &&
           bundle_add(b, &bundle_sent, name, bytes, len, err);
}

static bool add_folder(struct bundle *b, const char *path, struct err *err)
{
    struct dirent **found;
    int count = scandir(path, &found, NULL, alphasort);
    bool ok = true;
    if (count < 0) return err_sys(err, "cannot read %s", path);
    for (int i = 0; i < count; i++) {
        ok = ok && add_file(b, path, found[i]->d_name, err);
        free(found[i]);
    }
    free(found);
    return ok;
}

bool kit_read(const char *folder, const struct game *game, const char *language, struct bundle *b,
              struct err *err)
{
    char path[2 * PATH_MAX], pipe[2 * PATH_MAX];
    if (!kit_find(folder, game->name, language, path))
        return err_set(err, "%s has no kit for %s", game->title, language);
    snprintf(pipe, sizeof pipe, "%s/%s/pipe", folder, language);
    if (game->link == LINK_PIPE && !add_folder(b, pipe, err)) return false;
    return add_folder(b, path, err);
}

static bool add_missing(const struct bundle *kit, struct bundle *b, struct text *added,
                        struct err *err)
{
    for (size_t i = 0; i < kit->count; i++) {
        const struct bundle_file *f = &kit->files[i];
        if (bundle_find(b, f->path)) continue;
        if (!bundle_add(b, &bundle_sent, f->path, f->bytes, f->len, err)) return false;
        if (added->len > 0) text_str(added, ", ");
        text_str(added, f->path);
    }
    return true;
}

bool kit_complete(const char *folder, const struct game *game, const struct language *language,
                  struct bundle *b, char added[KIT_ADDED], struct err *err)
{
    struct bundle kit = {0};
    struct err ignored; /* a language without a kit for the game has nothing to add */
    struct text names = text_on(added, KIT_ADDED);
    const struct bundle_file *main = bundle_find(b, language->main);
    added[0] = '\0';
    if (b->count != 1 || !main || !language_needs_kit(language, main->bytes)) return true;
    bool ok = !kit_read(folder, game, language->name, &kit, &ignored) ||
              add_missing(&kit, b, &names, err);
    bundle_free(&kit);
    return ok;
}
