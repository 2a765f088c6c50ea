/* What the organiser hears. Sentences are kept as well, for whoever opens the page later. */
#include "cli/day/day.h"

#include <stdarg.h>
#include <string.h>

void day_say(struct day *d, const char *format, ...)
{
    char *line = d->news[d->news_count++ % DAY_NEWS];
    va_list args;
    va_start(args, format);
    vsnprintf(line, DAY_SENTENCE, format, args);
    va_end(args);
    fprintf(stderr, "%s\n", line);
}

struct word {
    const char *word, *english, *japanese;
};

/* The word in the organiser's language; a word that is not in the table stays as it is. What
   stands behind a colon is left out. */
static const char *look_up(const struct day *d, const struct word *words, const char *word)
{
    size_t len = strcspn(word, ":");
    for (; words->word; words++)
        if (strlen(words->word) == len && strncmp(words->word, word, len) == 0)
            return DAY_WORD(d, words->english, words->japanese);
    return word;
}

const char *day_label(const struct day *d, const char *label)
{
    static const struct word words[] = {{"final", "final", "決勝"},
                                        {"semi-final", "semi-final", "準決勝"},
                                        {"quarter-final", "quarter-final", "準々決勝"},
                                        {"third place", "third place", "3 位決定戦"},
                                        {0}};
    return look_up(d, words, label);
}

const char *day_reason(const struct day *d, const char *reason)
{
    static const struct word words[] = {{"items", "items", "アイテム数"},
                                        {"crushed", "put", "プット"},
                                        {"enclosed", "enclosed", "囲み"},
                                        {"collision", "walked into a block", "ブロックに衝突"},
                                        {"self_enclosed", "enclosed itself", "自分を囲んだ"},
                                        {"foul", "foul", "反則"},
                                        {"forfeit", "forfeit", "不戦"},
                                        {0}};
    return look_up(d, words, reason);
}

void day_name_game(const struct day *d, const struct tournament_court *court, char *out,
                   size_t size)
{
    if (court->label)
        snprintf(out, size, DAY_WORD(d, "%s, %s, game %d", "%s %s 第 %d 試合"), court->phase,
                 day_label(d, court->label), court->game);
    else if (court->player[1] < 0)
        snprintf(out, size,
                 DAY_WORD(d, court->round > 1 ? "%s, play-off" : "%s",
                          court->round > 1 ? "%s 同点決定戦" : "%s"),
                 court->phase);
    else
        snprintf(out, size, DAY_WORD(d, "%s, round %d, game %d", "%s %d 回戦 第 %d 試合"),
                 court->phase, court->round, court->game);
}
