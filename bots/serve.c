/* Makes a program of a bot: reads what the game would send a program, asks the bot, writes what
   a program would answer. So a bot is asked, timed and recorded like anybody else. */
#include "bots/serve.h"

#include "os/file.h"
#include "os/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* All that a serving bot holds; one block each, made before the first byte is read. */
struct service {
    const struct game *game;
    const struct bot *bot;
    struct bot_budget budget;
    struct rng rng;
    struct game_self self;
    struct game_state *state;
    struct game_action *action;
    void *memory;
    char *input;
    size_t len, cap;
    struct text answer;
};

static bool service_open(struct service *s, const struct game *game,
                         const struct bot_choice *choice, uint64_t seed)
{
    size_t answer_size = (size_t)game->answer_max + game->text_max;
    const struct bot *bot = choice->bot;
    *s = (struct service){.game = game, .bot = bot, .budget = choice->budget, .rng = {seed}};
    s->cap = 2 * (size_t)game->text_max + 4096;
    s->state = memory_zeroed(game->state_size);
    s->action = memory_zeroed(game->action_size);
    s->memory = memory_zeroed(bot_memory_size(choice) + 1);
    s->input = memory_zeroed(s->cap);
    char *answer = memory_zeroed(answer_size);
    if (answer) s->answer = text_on(answer, answer_size);
    return s->state && s->action && s->memory && s->input && answer;
}

static void service_close(struct service *s)
{
    free(s->state);
    free(s->action);
    free(s->memory);
    free(s->input);
    free(s->answer.buf);
}

static bool answer(struct service *s, int out, struct err *err)
{
    struct bot_view view = {
        .game = s->game, .state = s->state, .self = s->self, .rng = &s->rng, .budget = s->budget};
    s->bot->think(&view, s->memory, s->action);
    text_clear(&s->answer);
    s->game->format(s->state, s->self.player, s->action, &s->answer);
    return file_write(out, s->answer.buf, s->answer.len, err);
}

/* Answers every complete prompt in the buffer and keeps the rest. */
static bool answer_all(struct service *s, int out, struct err *err)
{
    for (;;) {
        size_t used = 0;
        enum parse_result result = s->game->perceive(s->state, &s->self, s->input, s->len, &used);
        if (result == PARSE_INVALID)
            return err_set(err, "this is not valid input of %s", s->game->name);
        if (result == PARSE_MORE) return true;
        memmove(s->input, s->input + used, s->len - used);
        s->len -= used;
        if (!answer(s, out, err)) return false;
    }
}

static bool serve(struct service *s, int in, int out, struct err *err)
{
    if (!file_write(out, s->bot->name, strlen(s->bot->name), err)) return false;
    if (!file_write(out, "\n", 1, err)) return false;
    for (;;) {
        if (s->len == s->cap) return err_set(err, "an input of over %zu bytes", s->cap);
        ssize_t got = read(in, s->input + s->len, s->cap - s->len);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return err_sys(err, "cannot read the input");
        if (got == 0) return true;
        s->len += (size_t)got;
        if (!answer_all(s, out, err)) return false;
    }
}

bool bot_serve(const struct game *game, const struct bot_choice *choice, uint64_t seed, int in,
               int out, struct err *err)
{
    struct service s;
    bool ok = service_open(&s, game, choice, seed) ? serve(&s, in, out, err)
                                                   : err_set(err, "out of memory");
    service_close(&s);
    return ok;
}
