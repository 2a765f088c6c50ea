/* What people take home: the program, starter kits as zips, and the client for home play. The kits
   are packed when they are asked for: they are small, and always those of this site. */
#include "league/build/kit.h"
#include "league/build/language.h"
#include "os/file.h"
#include "site/site_internal.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_MOST = 64 << 20, FILES_MOST = 32, JOIN_MOST = 1 << 20 };

static void as_download(struct http_answer *a, const char *type, const char *name)
{
    a->type = type;
    http_set_header(a, "Content-Disposition", "attachment; filename=\"%s\"", name);
}

/* ---- files of the organiser: packages, release tarballs ---- */

/* Letters that need no care in addresses and headers. */
static bool is_offered(const char *name)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+~-";
    return file_name_is_plain(name) && name[strspn(name, plain)] == '\0';
}

static void put_files(const struct site *site, struct text *t)
{
    struct dirent **found = NULL;
    const char *folder = site->o.downloads;
    int count = folder ? scandir(folder, &found, NULL, alphasort) : 0, told = 0;
    for (int i = 0; i < count; i++) {
        char path[2 * PATH_MAX];
        struct stat about;
        snprintf(path, sizeof path, "%s/%s", folder, found[i]->d_name);
        bool is_file = is_offered(found[i]->d_name) && lstat(path, &about) == 0 &&
                       S_ISREG(about.st_mode) && about.st_size <= FILE_MOST;
        if (is_file && told++ < FILES_MOST) {
            json_write_open(t, NULL, '{');
            json_write_str(t, "name", found[i]->d_name);
            json_write_int(t, "bytes", about.st_size);
            json_write_close(t, '}');
        }
        free(found[i]);
    }
    free(found);
}

void api_download_file(void *arg, const struct http_request *q, struct http_answer *a)
{
    const struct site *site = arg;
    const char *name = q->capture[0];
    struct err err;
    if (!site->o.downloads || !is_offered(name) ||
        !file_read_in(site->o.downloads, name, FILE_MOST, &a->heap, &a->bytes_len, &err))
        http_refuse(a, 404, "no-download: there is no file of this name to download");
    else
        as_download(a, "application/octet-stream", name);
}

/* ---- kits ---- */

static const struct languages *languages_of(const struct site *site)
{
    static const struct languages none;
    return site->o.submit.languages && site->o.kits ? site->o.submit.languages : &none;
}

static void put_kits(const struct site *site, struct text *t)
{
    const struct languages *l = languages_of(site);
    char path[2 * PATH_MAX];
    for (int g = 0; g < game_count; g++)
        for (int i = 0; i < l->count; i++) {
            if (!kit_find(site->o.kits, games[g]->name, l->language[i].name, path)) continue;
            json_write_open(t, NULL, '{');
            json_write_str(t, "game", games[g]->name);
            json_write_str(t, "language", l->language[i].name);
            json_write_str(t, "title", l->language[i].title);
            json_write_str(t, "build", l->language[i].build);
            json_write_str(t, "run", l->language[i].run);
            json_write_close(t, '}');
        }
}

/* /downloads/kits/GAME/LANGUAGE */
void api_download_kit(void *arg, const struct http_request *q, struct http_answer *a)
{
    const struct site *site = arg;
    const struct game *game = game_find(q->capture[0]);
    const struct language *l = languages_find(languages_of(site), q->capture[1]);
    struct bundle kit = {0};
    char top[64], path[2 * PATH_MAX];
    struct err err;
    if (!game || !l || !kit_find(site->o.kits, game->name, l->name, path)) {
        http_refuse(a, 404, "no-kit: there is no such kit");
        return;
    }
    snprintf(top, sizeof top, "%.24s-%.24s", game->name, l->name);
    if (kit_read(site->o.kits, game, l->name, &kit, &err) &&
        bundle_write_zip(&kit, top, &a->heap, &a->bytes_len, &err)) {
        strcat(top, ".zip");
        as_download(a, "application/zip", top);
    } else {
        http_refuse(a, 500, "kit-failed: the kit cannot be packed: {why:%p}", err_value(&err));
    }
    bundle_free(&kit);
}

/* /kits/GAME/LANGUAGE: its main file as text, for the editor. What else belongs to the kit is added
   when it is built. */
void api_kit(void *arg, const struct http_request *q, struct http_answer *a)
{
    const struct site *site = arg;
    const struct game *game = game_find(q->capture[0]);
    const struct language *l = languages_find(languages_of(site), q->capture[1]);
    struct bundle kit = {0};
    char path[2 * PATH_MAX];
    struct err err;
    if (!game || !l || !kit_find(site->o.kits, game->name, l->name, path)) {
        http_refuse(a, 404, "no-kit: there is no such kit");
        return;
    }
    bool ok = kit_read(site->o.kits, game, l->name, &kit, &err);
    const struct bundle_file *main = ok ? bundle_find(&kit, l->main) : NULL;
    if (main) {
        a->is_shared = true;
        json_write_open(a->body, NULL, '{');
        json_write_str(a->body, "game", game->name);
        json_write_str(a->body, "language", l->name);
        json_write_str(a->body, "main", l->main);
        json_write_bytes(a->body, "source", main->bytes, main->len);
        text_str(a->body, "}\n");
    } else {
        http_refuse(a, 500, "kit-unreadable: the kit cannot be read: {why:%s}",
                    ok ? "it has no main file" : err.text);
    }
    bundle_free(&kit);
}

/* ---- home play ---- */

static bool find_join(const struct site *site, char path[2 * PATH_MAX])
{
    struct stat about;
    snprintf(path, 2 * PATH_MAX, "%s/home/taisen_join.py", site->o.kits ? site->o.kits : "");
    return site->o.kits && stat(path, &about) == 0;
}

void api_download_join(void *arg, const struct http_request *q, struct http_answer *a)
{
    const struct site *site = arg;
    char path[2 * PATH_MAX];
    struct err err;
    (void)q;
    if (!find_join(site, path) || !file_read(path, JOIN_MOST, &a->heap, &a->bytes_len, &err))
        http_refuse(a, 404, "no-join-client: the client for home play is not there");
    else
        as_download(a, "text/x-python; charset=utf-8", "taisen_join.py");
}

void api_downloads(void *arg, const struct http_request *q, struct http_answer *a)
{
    const struct site *site = arg;
    char path[2 * PATH_MAX];
    (void)q;
    json_write_open(a->body, NULL, '{');
    json_write_open(a->body, "files", '[');
    put_files(site, a->body);
    json_write_close(a->body, ']');
    json_write_open(a->body, "kits", '[');
    put_kits(site, a->body);
    json_write_close(a->body, ']');
    json_write_bool(a->body, "has_join", find_join(site, path));
    text_str(a->body, "}\n");
}
