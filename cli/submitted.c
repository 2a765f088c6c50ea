#include "cli/submitted.h"

#include "cli/cli.h"
#include "cli/kits.h"
#include "league/build/program_cache.h"

#include <string.h>

static const char *const names[] = {
    [CAGE_NONE] = "none", [CAGE_WEAK] = "weak", [CAGE_FULL] = "full"};

bool submitted_read_strength(const char *option, const char *arg, enum cage_strength *out)
{
    for (int i = CAGE_NONE; i <= CAGE_FULL; i++) {
        if (strcmp(arg, names[i]) != 0) continue;
        *out = (enum cage_strength)i;
        return true;
    }
    cli_use("%s is full, weak or none, not `%s`", option, arg);
    return false;
}

const char *submitted_strength_name(enum cage_strength strength)
{
    return names[strength];
}

bool submitted_is_possible(struct submitted *s, struct err *err)
{
    if (!kits_languages(&s->languages, s->file, err)) return false;
    enum cage_strength strength = cage_probe_strength();
    if (strength == CAGE_NONE || strength < s->least)
        return err_set(err,
                       "the sandbox of this machine is `%s`, and less than `%s` is not enough for "
                       "programs of strangers; `taisen doctor` tells more",
                       names[strength], names[s->least == CAGE_NONE ? CAGE_WEAK : s->least]);
    return program_cache_open(s->programs, err);
}
