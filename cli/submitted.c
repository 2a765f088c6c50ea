/* Submitted programs: what a machine must have before it takes any. */
#include "cli/submitted.h"

#include "cli/cli.h"
#include "cli/kits.h"
#include "league/build/program_cache.h"

#include <string.h>

#define AT(member) .at = offsetof(struct submitted, member)

const struct cli_option options_submitted[] = {
    {"languages", "FILE", OPTION_FILE, AT(file),
     .help = N_("how each language is built and run (default: the list of the kits)")},
    {"build-limit", "S", OPTION_INT, AT(build_s), .least = 1, .most = 3600,
     .help = N_("seconds that the build of a submitted program may take (default 120)")},
    {0}};

const char *const submitted_strengths[] = {
    [CAGE_NONE] = "none", [CAGE_WEAK] = "weak", [CAGE_FULL] = "full", NULL};

bool submitted_is_possible(struct submitted *s, struct err *err)
{
    if (!kits_languages(&s->languages, s->file, err)) return false;
    enum cage_strength strength = cage_probe_strength();
    if (strength == CAGE_NONE || strength < s->least)
        return err_code(err,
                        "closed-weak: the sandbox of this machine is `{has:%s}`, and less than "
                        "`{least:%s}` is not enough for "
                        "programs of strangers; `taisen doctor` tells more",
                        submitted_strengths[strength],
                        submitted_strengths[s->least == CAGE_NONE ? CAGE_WEAK : s->least]);
    return program_cache_open(s->programs, err);
}
