/* A day becomes a folder once, in one go: it is made under another name and renamed when all of it
   is there, so that a folder is whole or not there at all. */
#include "base/utf8.h"
#include "cli/day/day.h"
#include "os/file.h"
#include "os/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_MOST = 39, MAPS_MOST = 20, MAP_BYTES = 1 << 20 }; /* NAME_MOST: "player NAME" */

void day_path(const struct day *d, const char *name, char out[PATH_MAX])
{
    snprintf(out, PATH_MAX, "%s/%s", d->folder, name);
}

/* ---- names ---- */

/* What means something in a contest's file, or in an order of names, is replaced by its wide form.
 */
static void clean_name(const char *name, char out[NAME_MOST + 1])
{
    static const char *const wide[] = {"[［", "]］", ";；", ">＞", "#＃", "=＝", ":："};
    struct text t = text_on(out, NAME_MOST + 1);
    for (size_t len = strlen(name), step; len > 0; name += step, len -= step) {
        const char *bytes = name;
        size_t count = step = utf8_length(name, len);
        if (step == 0 || (step == 1 && (unsigned char)*name < ' ')) {
            step = count = 1;
            bytes = "?";
        }
        for (size_t i = 0; step == 1 && i < sizeof wide / sizeof wide[0]; i++)
            if (*name == wide[i][0]) bytes = wide[i] + 1, count = strlen(bytes);
        if (t.len + count > NAME_MOST) break;
        text_bytes(&t, bytes, count);
    }
    while (t.len > 0 && out[t.len - 1] == ' ') out[--t.len] = '\0';
}

static bool is_taken(const struct contest *c, const char *name)
{
    for (int i = 0; i < c->player_count; i++)
        if (strcmp(c->player[i].name, name) == 0) return true;
    return false;
}

/* Two of one name are told apart by a number. */
static bool add_player(struct contest *c, const char *given, const char *seat)
{
    struct contest_player *p = &c->player[c->player_count];
    char name[NAME_MOST + 1];
    clean_name(given, name);
    if (!name[0]) return false;
    *p = (struct contest_player){.is_tcp = strcmp(seat, "tcp") == 0};
    snprintf(p->name, sizeof p->name, "%s", name);
    snprintf(p->seat, sizeof p->seat, "%s", seat);
    for (int number = 2; is_taken(c, p->name); number++)
        snprintf(p->name, sizeof p->name, "%.*s (%d)",
                 (int)utf8_cut(name, strlen(name), NAME_MOST - 6), name, number);
    c->player_count++;
    return true;
}

bool day_name_players(struct day *d, struct err *err)
{
    struct contest *c = &d->contest;
    c->player_count = 0;
    if (d->list.count > CONTEST_PLAYERS / 2)
        return err_code(err, "day-many: there are {count:%d} names; a day has at most {most:%d}",
                        d->list.count, CONTEST_PLAYERS / 2);
    for (int i = 0; i < d->list.count; i++)
        if (!add_player(c, d->list.row[i].name, "tcp"))
            return err_code(err, "day-no-name: there is no name") ||
                   err_at_line(err, d->list.row[i].line);
    for (int i = d->list.count; i < (int)d->plan.knockout; i++) {
        char name[32];
        snprintf(name, sizeof name, _("Bot %d"), i - d->list.count + 1);
        add_player(c, name, d->plan.bot);
    }
    return true;
}

int day_player(const struct day *d, const char *word)
{
    char *end;
    for (int i = 0; i < d->contest.player_count; i++)
        if (strcmp(d->contest.player[i].name, word) == 0) return i;
    long number = strtol(word, &end, 10);
    bool is_number = *word && !*end && number >= 1 && number <= d->contest.player_count;
    return is_number ? (int)number - 1 : -1;
}

const char *day_who(const struct day *d, int player)
{
    return player >= 0 && player < d->list.count ? d->list.row[player].who : "";
}

/* ---- what would be played ---- */

static int gaps(const struct day *d)
{
    return d->contest.player_count - d->list.count;
}

void day_preview(const struct day *d, FILE *out)
{
    const struct day_plan *plan = &d->plan;
    fprintf(out, _("%s: %d players (%s%s%s)\n"), plan->title, d->list.count,
            charset_name(d->list.charset), d->list.has_headings ? _(", with headings") : "",
            d->list.has_numbers ? _(", with numbers") : "");
    for (int i = 0; i < d->list.count; i++) {
        const char *name = d->contest.player[i].name;
        int blanks = 24 - utf8_columns(name);
        fprintf(out, "%4d  %s%*s  %s\n", i + 1, name, blanks > 0 ? blanks : 0, "", day_who(d, i));
    }
    fprintf(out, _("Qualifier: one game each against %s; the best %d go on\n"), plan->bot,
            (int)plan->knockout);
    if (gaps(d) > 0)
        fprintf(out, _("Knockout of %d, %d of them bots that fill the gaps\n"), (int)plan->knockout,
                gaps(d));
    else
        fprintf(out, _("Knockout of %d, with third place\n"), (int)plan->knockout);
    for (int i = 0; i < plan->courts; i++)
        fprintf(out, _("Court %d: COOL port %d, HOT port %d\n"), i + 1,
                (int)plan->first_port + 2 * i, (int)plan->first_port + 2 * i + 1);
    fprintf(out, _("Folder: %s\n"), d->folder);
}

/* ---- making it ---- */

static FILE *create(const char *folder, const char *name, struct err *err)
{
    char path[PATH_MAX + 64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "wex");
    if (!out) err_sys(err, "cannot write %s", path);
    return out;
}

static bool finish(FILE *out, const char *name, struct err *err)
{
    bool ok = fflush(out) == 0 && !ferror(out) && fsync(fileno(out)) == 0;
    if (fclose(out) != 0) ok = false;
    return ok || err_sys(err, "cannot write %s", name);
}

static void put_cell(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static bool write_list(const struct day *d, const char *folder, struct err *err)
{
    FILE *out = create(folder, "players.csv", err);
    if (!out) return false;
    fputs("\xef\xbb\xbf", out); /* so that Excel takes it for UTF-8 */
    fprintf(out, "%s\r\n", _("number,name,school"));
    for (int i = 0; i < d->list.count; i++) {
        fprintf(out, "%d,", i + 1);
        put_cell(out, d->contest.player[i].name);
        fputc(',', out);
        put_cell(out, day_who(d, i));
        fputs("\r\n", out);
    }
    return finish(out, "players.csv", err);
}

static int is_map(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return entry->d_name[0] != '.' && dot && strcmp(dot, ".map") == 0;
}

static bool copy_map(const struct day *d, const char *folder, const char *name, int number,
                     struct err *err)
{
    AUTO_FREE char *bytes = NULL;
    char copy[32];
    size_t len;
    if (!file_read_in(d->plan.maps, name, MAP_BYTES, &bytes, &len, err)) return false;
    snprintf(copy, sizeof copy, "%d.map", number);
    FILE *out = create(folder, copy, err);
    if (!out) return false;
    fwrite(bytes, 1, len, out);
    return finish(out, copy, err);
}

/* In the order of their names; how many, -1 when something failed. */
static int copy_maps(const struct day *d, const char *folder, struct err *err)
{
    struct dirent **entries;
    if (!d->plan.maps) return 0;
    int count = scandir(d->plan.maps, &entries, is_map, alphasort), copied = 0;
    if (count < 0) return err_sys(err, "--maps: %s", d->plan.maps), -1;
    bool ok = count > 0 && count <= MAPS_MOST;
    if (!ok)
        err_code(
            err,
            "day-maps: --maps: {folder:%s} has {count:%d} files *.map; 1 to {most:%d} are possible",
            d->plan.maps, count, MAPS_MOST);
    while (ok && copied < count &&
           (ok = copy_map(d, folder, entries[copied]->d_name, copied + 1, err)))
        copied++;
    for (int i = 0; i < count; i++) free(entries[i]);
    free(entries);
    return ok ? copied : -1;
}

static void put_phase(const struct day *d, FILE *out, const char *name, int turns, int maps)
{
    if (d->plan.turns > 0) turns = (int)d->plan.turns;
    fprintf(out, "\n[phase %s]\n", name);
    if (maps == 0 || d->plan.turns > 0) fprintf(out, "setup = turns=%d\n", turns);
    if (d->plan.janken) fputs("ties = janken\n", out);
}

static bool write_contest(const struct day *d, const char *folder, struct err *err)
{
    const struct day_plan *plan = &d->plan;
    int maps = copy_maps(d, folder, err);
    FILE *out = maps >= 0 ? create(folder, "contest.ini", err) : NULL;
    if (!out) return false;
    fprintf(out, "[contest]\nname = %s\ngame = chaser\nseed = %llu\nnames = any\nports = %d-%d\n",
            plan->title, (unsigned long long)plan->seed, (int)plan->first_port,
            (int)(plan->first_port + 2 * plan->courts - 1));
    if (maps > 0) fputs("maps =", out);
    for (int i = 1; i <= maps; i++) fprintf(out, " %d.map", i);
    const char *knockout = _("Knockout");
    fputs(maps > 0 ? "\n\n" : "\n", out);
    for (int i = 0; i < d->contest.player_count; i++) {
        const struct contest_player *p = &d->contest.player[i];
        fprintf(out, "[player %s]\nseat = %s\n", p->name, p->seat);
        if (!p->is_tcp) fprintf(out, "enters = %s\n", knockout);
    }
    put_phase(d, out, _("Qualifier"), 100, maps);
    fprintf(out, "format = qualifier\nbot = %s\nplaces = %d\n", plan->bot, (int)plan->knockout);
    put_phase(d, out, knockout, 120, maps);
    fprintf(out,
            "format = knockout\nplayers = %d\njudge = items\nthird-place = yes\n"
            "; Two programs of one kind may be level for ever.\nextra-games = 20\n",
            d->list.count < plan->knockout ? d->list.count : (int)plan->knockout);
    return finish(out, "contest.ini", err);
}

bool day_make(struct day *d, struct err *err)
{
    char making[PATH_MAX];
    snprintf(making, sizeof making, "%s.making", d->folder);
    folder_remove(making); /* of a try that was killed */
    bool ok =
        folder_make(making, err) && write_list(d, making, err) && write_contest(d, making, err);
    char path[PATH_MAX + 16];
    snprintf(path, sizeof path, "%s/contest.ini", making);
    if (ok) {
        ok = contest_read(&d->contest, path, err);
        contest_free(&d->contest);
    }
    if (ok && rename(making, d->folder) < 0) ok = err_sys(err, "cannot make %s", d->folder);
    if (!ok) folder_remove(making);
    return ok;
}

bool day_load(struct day *d, struct err *err)
{
    char path[PATH_MAX];
    day_path(d, "contest.ini", path);
    if (!contest_read(&d->contest, path, err)) return false;
    d->plan.title = d->contest.name;
    sheet_free(&d->list);
    day_path(d, "players.csv", path);
    return sheet_read(&d->list, path, err) || err_in_file(err, path, 0);
}
