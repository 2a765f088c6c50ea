/* Options of a game as `key=value` words: one reader for all games, so that unknown and doubled
   keys are refused everywhere in the same words. */
#include "base/scan.h"
#include "games/game.h"

/* Splits the next "key=value" off; a word without '=' is a key with an empty value. */
static bool next_option(struct scan *rest, struct scan *key, struct scan *value)
{
    if (!scan_word(rest, key)) return false;
    const char *at = key->at;
    while (at < key->end && *at != '=') at++;
    *value = (struct scan){.at = at < key->end ? at + 1 : at, .end = key->end};
    key->end = at;
    return true;
}

bool setup_value(const struct game_setup *setup, const char *key, struct scan *value)
{
    struct scan rest = scan_str(setup->options ? setup->options : ""), name, text;
    bool found = false;
    while (next_option(&rest, &name, &text)) {
        if (!scan_equals(&name, key)) continue;
        *value = text; /* the last one counts */
        found = true;
    }
    return found;
}

bool setup_int(const struct game_setup *setup, const char *key, int64_t least, int64_t most,
               int64_t *value, struct text *why)
{
    struct scan word;
    int64_t n;
    if (!setup_value(setup, key, &word)) return true;
    if (scan_int(&word, &n) && scan_blank(&word) && n >= least && n <= most) {
        *value = n;
        return true;
    }
    said_write(why,
               "option-range: option {option:%s} must be a whole number from {least:%lld} to "
               "{most:%lld}",
               key, (long long)least, (long long)most);
    return false;
}

bool setup_no_map(const struct game_setup *setup, struct text *why)
{
    if (setup->map) said_write(why, "option-map: this game has no maps");
    return !setup->map;
}

static bool is_listed(const struct scan *name, const char *keys)
{
    struct scan rest = scan_str(keys), key;
    while (scan_word(&rest, &key))
        if (scan_same(&key, name)) return true;
    return false;
}

bool setup_known(const struct game_setup *setup, const char *keys, struct text *why)
{
    struct scan rest = scan_str(setup->options ? setup->options : ""), name, value;
    while (next_option(&rest, &name, &value)) {
        if (is_listed(&name, keys)) continue;
        char option[64];
        struct text t = TEXT_ON(option);
        text_bytes(&t, name.at, scan_left(&name));
        if (*keys)
            said_write(why, "option-unknown: unknown option {option:%s}; known: {keys:%s}", option,
                       keys);
        else
            said_write(why, "option-none: unknown option {option:%s}; this game has none", option);
        return false;
    }
    return true;
}
