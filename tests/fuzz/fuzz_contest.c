/* Whatever a contest file or a tuning file says: it is refused with a sentence, or it can be begun.
 */
#include "league/contest/tournament.h"
#include "league/run/tune.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void begin_contest(const struct contest *c)
{
    static struct tournament t;
    struct journal nothing = {0};
    struct err err;
    assert(c->player_count >= 2 || c->ladder.is_there);
    assert(c->phase_count >= 1 && tournament_games(c) > 0);
    if (!tournament_look(&t, c, &nothing, &err)) return;
    const struct schedule *first = &t.phase[0].schedule;
    int playable = 0;
    for (int i = 0; i < first->count; i++) playable += fixture_is_playable(&first->fixtures[i]);
    assert(playable > 0);
    contest_hash(c);
    tournament_free(&t);
}

static void begin_tune(const struct tune *t)
{
    char command[4096];
    struct text out = TEXT_ON(command);
    struct spsa s = {.parameters = t->parameter, .count = t->count, .steps = t->steps, .seed = 1};
    double values[SPSA_PARAMETERS];
    spsa_begin(&s);
    for (int side = 0; side < 2; side++) {
        spsa_values(&s, side, values);
        assert(tune_command(t, values, &out));
    }
    spsa_learn(&s, 2);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct contest contest;
    static struct tune tune;
    struct err err = {.text = ""};
    if (contest_parse(&contest, (const char *)data, size, "file", &err)) {
        begin_contest(&contest);
        contest_free(&contest);
    } else {
        assert(strncmp(err.text, "file", 4) == 0);
    }
    if (tune_parse(&tune, (const char *)data, size, "file", &err))
        begin_tune(&tune);
    else
        assert(strncmp(err.text, "file", 4) == 0);
    return 0;
}
