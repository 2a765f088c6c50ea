/* What decided a game: sentences with values in them, as a game wrote them. */
#include "base/json_write.h"
#include "games/game.h"

#include <assert.h>
#include <string.h>

void decision_say(struct game_decision *d, int32_t turn, const char *english, const char *japanese)
{
    d->turn = turn;
    d->words[0] = english;
    d->words[1] = japanese;
}

static void add(struct game_decision *d, const char *name, int64_t number,
                const char *const words[])
{
    assert(d->count < GAME_DECISION_VALUES);
    d->value[d->count].name = name;
    d->value[d->count].number = number;
    d->value[d->count].words = words;
    d->count++;
}

void decision_number(struct game_decision *d, const char *name, int64_t number)
{
    add(d, name, number, NULL);
}

void decision_words(struct game_decision *d, const char *name, const char *const words[])
{
    add(d, name, 0, words);
}

static void write_pair(struct text *t, const char *key, const char *const words[])
{
    json_write_open(t, key, '[');
    for (int i = 0; i < GAME_LANGUAGES; i++) json_write_str(t, NULL, words[i]);
    json_write_close(t, ']');
}

void decision_json(const struct game_decision *d, struct text *t)
{
    json_write_open(t, NULL, '{');
    json_write_int(t, "turn", d->turn);
    write_pair(t, "words", d->words);
    json_write_open(t, "values", '{');
    for (int i = 0; i < d->count; i++)
        if (d->value[i].words)
            write_pair(t, d->value[i].name, d->value[i].words);
        else
            json_write_int(t, d->value[i].name, d->value[i].number);
    json_write_close(t, '}');
    json_write_close(t, '}');
}

static bool is_word(const char *word, size_t len, const char *name)
{
    return strlen(name) == len && memcmp(word, name, len) == 0;
}

/* Whose name a word stands for; -1: nobody's. */
static int player_of(const char *word, size_t len, int winner)
{
    if (winner >= 0 && is_word(word, len, "winner")) return winner;
    if (winner >= 0 && is_word(word, len, "loser")) return 1 - winner;
    return is_word(word, len, "first") ? 0 : is_word(word, len, "second") ? 1 : -1;
}

static void write_value(const struct game_decision *d, int language, const char *word, size_t len,
                        struct text *t)
{
    for (int i = 0; i < d->count; i++) {
        if (!is_word(word, len, d->value[i].name)) continue;
        if (d->value[i].words)
            text_str(t, d->value[i].words[language]);
        else
            text_int(t, d->value[i].number);
        return;
    }
    assert(false && "a word in braces that is no value");
}

void decision_sentence(const struct game_decision *d, int language, const char *const name[2],
                       int winner, struct text *t)
{
    for (const char *at = d->words[language]; *at;) {
        if (*at != '{') {
            text_char(t, *at++);
            continue;
        }
        const char *word = ++at;
        while (*at != '}') at++;
        size_t len = (size_t)(at++ - word);
        int player = player_of(word, len, winner);
        if (player >= 0)
            text_str(t, name[player]);
        else
            write_value(d, language, word, len, t);
    }
}
