/* The list of bots is made by the build from bots.list and the games' own; here it becomes an
   array. */
#include "bots/bot.h"

#include "base/scan.h"
#include "bots/search/threads.h"
#include "os/err.h"

#include <stdio.h>
#include <string.h>

#define BOT(name) extern const struct bot bot_##name;
#include "bots_list.h"
#undef BOT

#define BOT(name) &bot_##name,
const struct bot *const bots[] = {
#include "bots_list.h"
};
#undef BOT
const int bot_count = sizeof bots / sizeof bots[0];

const struct bot *bot_find(const struct game *game, const char *name)
{
    for (int i = 0; i < bot_count; i++) {
        const struct bot *b = bots[i];
        if (strcmp(b->name, name) == 0 && (!b->game || strcmp(b->game, game->name) == 0)) return b;
    }
    return NULL;
}

/* ---- names with options ---- */

void bot_write_seat(const struct bot *bot, struct text *out)
{
    text_str(out, "bot:");
    text_str(out, bot->name);
    if (!bot->spare) return;
    text_char(out, '?');
    text_str(out, bot->spare);
}

/* Where an option's number goes, and how large it may be. */
struct option {
    const char *key;
    int64_t most;
    int64_t *value;
};

/* One KEY=NUMBER. */
static bool read_option(const struct option *options, int count, const struct scan *word,
                        struct err *err)
{
    const char *equals = memchr(word->at, '=', scan_left(word));
    struct scan key = {word->at, equals ? equals : word->end};
    struct scan rest = {equals ? equals + 1 : word->end, word->end};
    for (int i = 0; i < count; i++) {
        uint64_t number;
        if (!scan_equals(&key, options[i].key)) continue;
        if (!scan_uint(&rest, &number) || !scan_blank(&rest) || number < 1 ||
            number > (uint64_t)options[i].most)
            return err_code(err, "bot-number: {option:%s} takes a number from 1 to {most:%lld}",
                            options[i].key, (long long)options[i].most);
        *options[i].value = (int64_t)number;
        return true;
    }
    char given[64];
    snprintf(given, sizeof given, "%.*s", (int)scan_left(&key), key.at);
    return err_code(
        err, "bot-option: no option `{given:%s}`; there are ms=N, nodes=N and threads=N", given);
}

static bool read_options(struct bot_budget *budget, const char *text, struct err *err)
{
    const struct option options[] = {{"ms", INT64_C(1) << 31, &budget->ms},
                                     {"nodes", INT64_C(1) << 40, &budget->nodes},
                                     {"threads", THREADS_MOST, &budget->threads}};
    struct scan rest = scan_str(text);
    do {
        const char *and = memchr(rest.at, '&', scan_left(&rest));
        struct scan word = {rest.at, and? and : rest.end};
        if (!read_option(options, sizeof options / sizeof options[0], &word, err)) return false;
        rest.at = and? and+1 : rest.end;
    } while (rest.at < rest.end);
    return true;
}

bool bot_read(const struct game *game, const char *text, struct bot_choice *out, struct err *err)
{
    char name[64];
    const char *question = strchr(text, '?');
    size_t len = question ? (size_t)(question - text) : strlen(text);
    *out = (struct bot_choice){0};
    if (len < sizeof name) {
        memcpy(name, text, len);
        name[len] = '\0';
        out->bot = bot_find(game, name);
    }
    if (!out->bot)
        return err_code(err,
                        "bot-unknown: no bot {bot:%s} plays {game:%s}; `taisen bots {of:%s}` lists "
                        "those that do",
                        len < sizeof name ? name : text, game->name, game->name);
    if (!question) return true;
    if (!out->bot->has_budget)
        return err_code(err, "bot-plain: bot:{bot:%s} takes no options", name);
    if (!read_options(&out->budget, question + 1, err)) return err_wrap(err, "bot:%s", name);
    if (out->budget.threads > 1 && out->bot->thread_size == 0)
        return err_code(err, "bot-threads: bot:{bot:%s} thinks in one thread only", name);
    return true;
}
