/* Asks a program again what it was asked in a recorded game, and compares what it says now. */
#include "referee/rerun.h"

#include "referee/replay.h"
#include "referee/table.h"

#include <stdlib.h>
#include <string.h>

struct rerun {
    struct replay replay;
    struct table table;
    int p;
    struct text recorded, now; /* answers in the game's own form */
};

static bool write_recorded(struct rerun *r, struct err *err)
{
    const struct replay *play = &r->replay;
    const struct record_step *s = &play->record->steps[play->at];
    size_t used;
    text_clear(&r->recorded);
    if (s->kind[r->p] != REPLY_ACTION) return true;
    if (!s->answer[r->p] ||
        play->game->parse(play->state, r->p, s->answer[r->p], s->answer_len[r->p],
                          play->action[r->p], &used) != PARSE_OK)
        return err_set(err, "step %d: the recorded answer is none by the rules", play->at);
    play->game->format(play->state, r->p, play->action[r->p], &r->recorded);
    return true;
}

/* One question to the program; *goes_on is false when it failed. */
static bool ask(struct rerun *r, rerun_fn *tell, void *arg, bool *goes_on, struct err *err)
{
    const struct record_step *s = &r->replay.record->steps[r->replay.at];
    const struct game *game = r->replay.game;
    struct question *q = &r->table.question[r->p];
    if (!write_recorded(r, err)) return false;
    table_ask(&r->table, r->p, r->replay.state, r->replay.left_ms);
    if (!table_wait(&r->table, r->replay.state, err)) return false;
    text_clear(&r->now);
    if (q->kind == REPLY_ACTION)
        game->format(r->replay.state, r->p, r->table.action[r->p], &r->now);
    struct rerun_answer answer = {.turn = s->turn, .kind = q->kind, .ms = q->ms};
    if (q->kind != REPLY_ACTION) seat_hear_out(&r->table.seat[r->p]);
    answer.recorded_ms = s->ms[r->p];
    answer.err = &r->table.seat[r->p].err;
    answer.recorded = s->kind[r->p] == REPLY_ACTION ? r->recorded.buf : NULL;
    answer.now = q->kind == REPLY_ACTION ? r->now.buf : NULL;
    answer.is_same = q->kind == s->kind[r->p] && strcmp(r->recorded.buf, r->now.buf) == 0;
    tell(arg, &answer);
    *goes_on = q->kind == REPLY_ACTION;
    table_clear(&r->table);
    return true;
}

static bool run(struct rerun *r, rerun_fn *tell, void *arg, struct err *err)
{
    bool goes_on = r->table.name_failure[r->p] == REPLY_NONE;
    if (!goes_on) return err_set(err, "the program gave no name, or a forbidden one");
    while (goes_on && !replay_at_end(&r->replay)) {
        bool asked = r->replay.record->steps[r->replay.at].kind[r->p] != REPLY_NONE;
        if (asked && !ask(r, tell, arg, &goes_on, err)) return false;
        if (!replay_next(&r->replay, err)) return false;
    }
    return true;
}

static bool make_texts(struct rerun *r, const struct game *game, struct err *err)
{
    size_t size = (size_t)game->text_max + 1;
    char *a = malloc(size), *b = malloc(size);
    if (a && b) {
        r->recorded = text_on(a, size);
        r->now = text_on(b, size);
        return true;
    }
    free(a);
    free(b);
    return err_set(err, "out of memory");
}

bool rerun(const struct record *record, int p, const char *command, rerun_fn *tell, void *arg,
           struct err *err)
{
    struct rerun r = {.p = p};
    struct proc_end ends[2];
    struct game_clock clock = record->game->clock;
    struct seat_options seat = {.game = record->game, .spec = command, .seed = record->setup.seed};
    clock.match_ms = record->match_ms;
    clock.turn_ms = record->turn_ms;
    bool ok = make_texts(&r, record->game, err) && replay_open(&r.replay, record, err) &&
              table_open(&r.table, record->game, false, 0, err) &&
              table_seat(&r.table, p, &seat, &clock, err) && table_names(&r.table, &clock, err) &&
              run(&r, tell, arg, err);
    table_close(&r.table, ends);
    replay_close(&r.replay);
    free(r.recorded.buf);
    free(r.now.buf);
    return ok;
}
