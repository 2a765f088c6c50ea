/* A person at a terminal as a player: what the game says is shown, what they type is sent once
   the rules take it. */
#include "bots/human.h"

#include "os/file.h"
#include "os/memory.h"
#include "os/words.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HUMAN(name) extern const struct human human_##name;
#include "humans_list.h"
#undef HUMAN

#define HUMAN(name) &human_##name,
static const struct human *const humans[] = {
#include "humans_list.h"
    NULL};
#undef HUMAN

enum { INPUT_MAX = 4 << 20 };

/* Passes lines of the terminal on until they are an answer. False when the terminal is closed. */
static bool type_answer(const struct game *game, const struct game_state *state, int p, FILE *tty,
                        struct game_action *action, struct text *answer)
{
    char line[4096];
    size_t used;
    text_clear(answer);
    for (;;) {
        enum parse_result result = game->parse(state, p, answer->buf, answer->len, action, &used);
        if (result == PARSE_OK) return true;
        if (result == PARSE_INVALID) {
            fputs(_("Invalid answer. Try again:\n"), tty);
            text_clear(answer);
        }
        if (!fgets(line, sizeof line, tty)) return false;
        text_str(answer, line);
    }
}

static bool play_typed(const struct game *game, int in, int out, FILE *tty, struct err *err)
{
    char *input = memory_zeroed(INPUT_MAX);
    char *answer_bytes = memory_zeroed(game->answer_max + 1);
    struct game_state *state = memory_zeroed(game->state_size);
    struct game_action *action = memory_zeroed(game->action_size);
    struct game_self self;
    size_t len = 0;
    bool ok = input && answer_bytes && state && action;
    struct text answer = text_on(ok ? answer_bytes : (char[1]){0}, ok ? game->answer_max : 1);
    while (ok && len < INPUT_MAX) {
        ssize_t got = read(in, input + len, INPUT_MAX - len);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        fwrite(input + len, 1, (size_t)got, tty);
        len += (size_t)got;
        size_t used = 0;
        if (game->perceive(state, &self, input, len, &used) != PARSE_OK) continue;
        len = 0;
        fputs("> ", tty);
        fflush(tty);
        ok = type_answer(game, state, self.player, tty, action, &answer) &&
             file_write(out, answer.buf, answer.len, err);
    }
    free(input);
    free(answer_bytes);
    free(state);
    free(action);
    return ok;
}

static const struct human *find_human(const struct game *game)
{
    for (int i = 0; humans[i]; i++)
        if (strcmp(humans[i]->game, game->name) == 0) return humans[i];
    return NULL;
}

bool human_serve(const struct game *game, int in, int out, struct err *err)
{
    if (!file_write(out, "human\n", 6, err)) return false;
    const struct human *human = find_human(game);
    if (human) return human->play(in, out, err);
    FILE *tty = fopen("/dev/tty", "r+");
    if (!tty) return err_set(err, "a person needs a terminal to play at, and there is none");
    bool ok = play_typed(game, in, out, tty, err);
    fclose(tty);
    return ok;
}
