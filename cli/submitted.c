/* Submitted programs: what a machine must have before it takes any. */
#include "cli/submitted.h"

#include "cli/cli.h"
#include "cli/kits.h"
#include "league/build/program_cache.h"

#include <string.h>

const char *const submitted_strengths[] = {
    [CAGE_NONE] = "none", [CAGE_WEAK] = "weak", [CAGE_FULL] = "full", NULL};

bool submitted_is_possible(struct submitted *s, struct err *err)
{
    if (!kits_languages(&s->languages, s->file, err)) return false;
    enum cage_strength strength = cage_probe_strength();
    if (strength == CAGE_NONE || strength < s->least)
        return err_set(err,
                       "the sandbox of this machine is `%s`, and less than `%s` is not enough for "
                       "programs of strangers; `taisen doctor` tells more",
                       submitted_strengths[strength],
                       submitted_strengths[s->least == CAGE_NONE ? CAGE_WEAK : s->least]);
    return program_cache_open(s->programs, err);
}
