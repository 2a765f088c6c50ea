/*
 * view — which of the machine's files a caged program sees, besides those of the system.
 *
 * The rule: a program sees the folder in which it lies, read-only, and the files and folders that
 * its command names. It lies where the first file lies that the command names (`python3 bots/a.py`:
 * bots/); where none is named (`java Main`), in the current folder. Of that folder it does not see
 *
 *   - what the arena writes: records, journals, logs, old ones too;
 *   - the folder of another program of the run, and what another's command names.
 *
 * Where the folder is not its own it sees only what its command names: when another program lies in
 * the very same folder, when the arena writes into it as a whole (`--records .`), and when it is a
 * place for everything: /, /tmp, somebody's home.
 *
 * Nothing is opened or mounted here; sandbox/cage.c does that.
 */
#pragma once
#include "os/err.h"

#include <stddef.h>

/* A command, and all the commands of the run (itself may be among them): what is theirs is hidden
   from it. */
struct view_command {
    const char *text;
    const char *const *others;
    int other_count;
};

enum { VIEW_MOST = 64, VIEW_BYTES = 64 * 1024 };

struct view {
    struct view_item {
        const char *source, *shown; /* outside and inside; below the view's own bytes */
        bool is_folder;
    } seen[VIEW_MOST];
    int seen_count;
    struct {
        const char *path; /* inside */
        bool is_folder;
    } hidden[VIEW_MOST]; /* all of them are there when the view is made */
    int hidden_count;
    const char *neighbour; /* why only named files are seen; NULL: the folder is */
    bool is_full;          /* something found no place */
    size_t used;
    char bytes[VIEW_BYTES];
};

/* What this command's program sees. `kept` are absolute paths of what the arena writes: files, and
   folders of which nothing is seen but a file that the command names. False when nothing would be
   left to be seen, or a path is too long. */
bool view_make(struct view *v, const struct view_command *command, const char *const *kept,
               int kept_count, struct err *err);
/* One folder, shown at another place, and nothing else. */
bool view_make_at(struct view *v, const char *folder, const char *place, struct err *err);

/* Looks into the script that a command starts, if it is one, for the path of a file that is there
   but cannot be seen. False: none was found. */
bool view_find_outside(const struct view *v, const char *command, char out[256]);
