/* What the organiser hears. Sentences are kept as well, for whoever opens the page later. */
#include "cli/day/day.h"
#include "cli/term.h"

#include <stdarg.h>
#include <string.h>

void day_say(struct day *d, const char *format, ...)
{
    char *line = d->news[d->news_count++ % DAY_NEWS];
    va_list args;
    va_start(args, format);
    vsnprintf(line, DAY_SENTENCE, words_of(format), args);
    va_end(args);
    fprintf(stderr, "%s\n", line);
}

/* What stands behind a colon is left out. A reason that is not in the table stays as it is. */
const char *day_reason(const char *reason)
{
    static const struct {
        const char *reason, *said;
    } words[] = {{"items", N_("items")},
                 {"crushed", N_("put")},
                 {"enclosed", N_("enclosed")},
                 {"collision", N_("walked into a block")},
                 {"self_enclosed", N_("enclosed itself")},
                 {"foul", N_("foul")},
                 {"forfeit", N_("forfeit")}};
    size_t len = strcspn(reason, ":");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i].reason) == len && strncmp(words[i].reason, reason, len) == 0)
            return _(words[i].said);
    return reason;
}

void day_name_game(const struct tournament_court *court, char *out, size_t size)
{
    if (court->player[1] < 0)
        snprintf(out, size, court->round > 1 ? _("%s, play-off") : "%s", court->phase);
    else if (court->label)
        snprintf(out, size, _("%s, %s, game %d"), court->phase, term(court->label), court->game);
    else
        snprintf(out, size, _("%s, round %d, game %d"), court->phase, court->round, court->game);
}
