#include "sandbox/view.h"

#include "os/file.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAMED_MOST = 16, SCRIPT_MOST = 64 * 1024 };

/* ---- paths ---- */

static bool is_below(const char *path, const char *folder)
{
    size_t len = strlen(folder);
    return strncmp(path, folder, len) == 0 && (path[len] == '/' || path[len] == '\0');
}

/* In the cage anyway, or never. */
static bool is_system(const char *path)
{
    static const char *const folders[] = {"/usr",    "/bin", "/sbin", "/lib", "/lib64", "/lib32",
                                          "/libx32", "/etc", "/proc", "/dev", "/sys"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        if (is_below(path, folders[i])) return true;
    return false;
}

/* Where all kinds of things lie that are not of one program. */
static bool is_everybodys(const char *folder)
{
    static const char *const folders[] = {"/", "/tmp", "/var/tmp", "/home", "/root"};
    char home[PATH_MAX];
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        if (strcmp(folder, folders[i]) == 0) return true;
    const char *own = getenv("HOME");
    return own && realpath(own, home) && is_below(home, folder);
}

/* The path of a file without links in its folder's name; of a folder, without any. */
static bool locate(const char *name, char out[PATH_MAX], bool *is_folder)
{
    char copy[PATH_MAX], folder[PATH_MAX];
    struct stat st;
    if (strlen(name) >= sizeof copy || stat(name, &st) < 0) return false;
    *is_folder = S_ISDIR(st.st_mode);
    if (*is_folder) return realpath(name, out) && !is_system(out) && !is_everybodys(out);
    if (!S_ISREG(st.st_mode)) return false;
    strcpy(copy, name);
    char *slash = strrchr(copy, '/');
    if (slash) *slash = '\0';
    if (!realpath(!slash ? "." : slash == copy ? "/" : copy, folder)) return false;
    int len = snprintf(out, PATH_MAX, "%s/%s", strcmp(folder, "/") == 0 ? "" : folder,
                       slash ? slash + 1 : copy);
    return len < PATH_MAX && !is_system(out);
}

/* ---- what a command says about itself ---- */

struct claim {
    char folder[PATH_MAX];  /* where the program lies */
    char program[PATH_MAX]; /* "": the command names no file */
    struct {
        char path[PATH_MAX];
        bool is_folder;
    } named[NAMED_MOST];
    int named_count;
};

/* The words are those a shell would see, roughly: enough to find a file among them. */
#define BETWEEN_WORDS " \t\n;&|<>()'\"=:`$"

static void set_program(struct claim *c, const char *path)
{
    strcpy(c->program, path);
    strcpy(c->folder, path);
    char *slash = strrchr(c->folder, '/');
    slash[slash == c->folder] = '\0';
}

static bool read_claim(struct claim *c, const char *command, struct err *err)
{
    char copy[PATH_MAX], *rest = copy, *word;
    c->program[0] = '\0';
    c->named_count = 0;
    if (!getcwd(c->folder, sizeof c->folder)) return err_sys(err, "the current folder");
    if (strlen(command) >= sizeof copy) return err_set(err, "the command is too long");
    strcpy(copy, command);
    while (c->named_count < NAMED_MOST && (word = strtok_r(rest, BETWEEN_WORDS, &rest))) {
        char *path = c->named[c->named_count].path;
        bool *is_folder = &c->named[c->named_count].is_folder;
        if (!locate(word, path, is_folder)) continue;
        if (!*is_folder && !c->program[0]) set_program(c, path);
        c->named_count++;
    }
    return true;
}

static bool names(const struct claim *c, const char *path)
{
    for (int i = 0; i < c->named_count; i++)
        if (strcmp(c->named[i].path, path) == 0) return true;
    return false;
}

/* ---- putting a view together ---- */

static const char *keep(struct view *v, const char *path)
{
    size_t size = strlen(path) + 1;
    if (v->used + size > sizeof v->bytes) {
        v->is_full = true;
        return "";
    }
    v->used += size;
    return memcpy(v->bytes + v->used - size, path, size);
}

static bool is_seen(const struct view *v, const char *path)
{
    for (int i = 0; i < v->hidden_count; i++)
        if (is_below(path, v->hidden[i].path)) return false;
    for (int i = 0; i < v->seen_count; i++)
        if (is_below(path, v->seen[i].shown)) return true;
    return false;
}

static void show(struct view *v, const char *source, const char *at, bool is_folder)
{
    if (v->seen_count == VIEW_MOST) {
        v->is_full = true;
        return;
    }
    v->seen[v->seen_count++] =
        (struct view_item){keep(v, source), at == source ? source : keep(v, at), is_folder};
    if (at == source) v->seen[v->seen_count - 1].shown = v->seen[v->seen_count - 1].source;
}

/* Only what would be seen; what is not there cannot be covered, and is made by nobody. */
static void hide(struct view *v, const char *path)
{
    struct stat st;
    if (!is_seen(v, path) || lstat(path, &st) < 0) return;
    if (v->hidden_count == VIEW_MOST) {
        v->is_full = true;
        return;
    }
    v->hidden[v->hidden_count].is_folder = S_ISDIR(st.st_mode);
    v->hidden[v->hidden_count++].path = keep(v, path);
}

static bool ends_in(const char *name, const char *tail)
{
    size_t a = strlen(name), b = strlen(tail);
    return a >= b && strcmp(name + a - b, tail) == 0;
}

/* Records and journals begin with their kind. */
static bool is_record(int folder, const char *name)
{
    static const char first[] = "{\"taisen";
    char bytes[sizeof first - 1];
    if (ends_in(name, ".jsonl.zst")) return true;
    if (!ends_in(name, ".jsonl")) return false;
    AUTO_CLOSE int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    return fd >= 0 && read(fd, bytes, sizeof bytes) == sizeof bytes &&
           memcmp(bytes, first, sizeof bytes) == 0;
}

static void hide_old_records(struct view *v, const char *folder)
{
    char path[PATH_MAX];
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        if (!is_record(dirfd(dir), e->d_name)) continue;
        if (snprintf(path, sizeof path, "%s/%s", folder, e->d_name) < (int)sizeof path)
            hide(v, path);
    }
    if (dir) closedir(dir);
}

/* ---- others ---- */

static bool is_same(const struct claim *a, const char *a_text, const struct claim *b,
                    const char *b_text)
{
    if (a->program[0] || b->program[0]) return strcmp(a->program, b->program) == 0;
    return strcmp(a_text, b_text) == 0;
}

/* Calls a function with each program of the run that is another one. */
static bool with_others(struct view *v, const struct view_command *c, const struct claim *own,
                        void (*do_it)(struct view *, const struct claim *own,
                                      const struct claim *other, const char *text),
                        struct err *err)
{
    struct claim other;
    for (int i = 0; i < c->other_count; i++) {
        if (!read_claim(&other, c->others[i], err)) return false;
        if (!is_same(own, c->text, &other, c->others[i])) do_it(v, own, &other, c->others[i]);
    }
    return true;
}

static void look_for_neighbour(struct view *v, const struct claim *own, const struct claim *other,
                               const char *text)
{
    if (strcmp(other->folder, own->folder) == 0 || names(other, own->folder)) v->neighbour = text;
}

static void hide_other(struct view *v, const struct claim *own, const struct claim *other,
                       const char *text)
{
    (void)text;
    if (!is_below(own->folder, other->folder)) hide(v, other->folder);
    for (int i = 0; i < other->named_count; i++) {
        const char *path = other->named[i].path;
        if (!names(own, path) && !is_below(own->folder, path)) hide(v, path);
    }
}

/* ---- all of it ---- */

static bool find_neighbour(struct view *v, const struct view_command *c, const struct claim *own,
                           const char *const *kept, int kept_count, struct err *err)
{
    if (is_everybodys(own->folder)) v->neighbour = "all kinds of files";
    for (int i = 0; i < kept_count; i++)
        if (is_below(own->folder, kept[i])) v->neighbour = "what the arena writes";
    return with_others(v, c, own, look_for_neighbour, err);
}

static void begin(struct view *v)
{
    v->seen_count = v->hidden_count = 0;
    v->used = 0;
    v->neighbour = NULL;
    v->is_full = false;
}

bool view_make(struct view *v, const struct view_command *c, const char *const *kept,
               int kept_count, struct err *err)
{
    struct claim own;
    begin(v);
    if (!read_claim(&own, c->text, err)) return false;
    bool is_systems = is_system(own.folder);
    if (!is_systems && !find_neighbour(v, c, &own, kept, kept_count, err)) return false;
    if (!v->neighbour && !is_systems) show(v, own.folder, own.folder, true);
    for (int i = 0; i < own.named_count; i++)
        if (!is_seen(v, own.named[i].path))
            show(v, own.named[i].path, own.named[i].path, own.named[i].is_folder);
    if (v->neighbour && v->seen_count == 0 && !is_everybodys(own.folder))
        return err_set(err,
                       "in the sandbox `%s` would see no file: it names none, and it shares its "
                       "folder with %s; give each program a folder of its own",
                       c->text, v->neighbour);
    for (int i = 0; i < kept_count; i++) hide(v, kept[i]);
    for (int i = 0; i < v->seen_count; i++)
        if (v->seen[i].is_folder) hide_old_records(v, v->seen[i].shown);
    if (!with_others(v, c, &own, hide_other, err)) return false;
    return !v->is_full ||
           err_set(err, "`%s` names, or lies beside, too many files to be hidden from it", c->text);
}

bool view_make_at(struct view *v, const char *folder, const char *place, struct err *err)
{
    char path[PATH_MAX];
    begin(v);
    if (!realpath(folder, path)) return err_sys(err, "%s", folder);
    show(v, path, place, true);
    return true;
}

/* ---- a script that reaches out ---- */

static bool is_outside(const struct view *v, const char *folder, const char *word, char out[256])
{
    char path[PATH_MAX], found[PATH_MAX];
    if (!strchr(word, '/')) return false;
    snprintf(path, sizeof path, "%s%s%s", word[0] == '/' ? "" : folder, word[0] == '/' ? "" : "/",
             word);
    if (!realpath(path, found) || is_system(found)) return false;
    if (strcmp(found, "/") == 0 || strcmp(found, "/tmp") == 0) return false;
    if (is_below(folder, found) || is_seen(v, found)) return false;
    snprintf(out, 256, "%s", word);
    return true;
}

bool view_find_outside(const struct view *v, const char *command, char out[256])
{
    struct claim own;
    struct err ignored;
    char here[PATH_MAX], *text = NULL, *rest, *word;
    size_t len;
    bool found = false;
    if (!read_claim(&own, command, &ignored) || !own.program[0]) return false;
    if (!file_read(own.program, SCRIPT_MOST, &text, &len, &ignored)) return false;
    /* A script is text without zeros; commands run in the current folder, but many scripts go to
       their own first. */
    rest = strlen(text) == len && getcwd(here, sizeof here) ? text : NULL;
    while (rest && !found && (word = strtok_r(rest, BETWEEN_WORDS "{}[],", &rest)))
        found = is_outside(v, own.folder, word, out) || is_outside(v, here, word, out);
    free(text);
    return found;
}
