/* Plays the recorded answers through the same parse() and step() as the match and compares the
   hash of every state. */
#include "referee/replay.h"

#include "os/memory.h"

#include <stdlib.h>
#include <string.h>

static bool check_hash(const struct replay *r, uint64_t expected, struct err *err)
{
    uint64_t hash = r->game->hash(r->state);
    if (hash == expected) return true;
    return err_set(err, "%s %d: the record has state %016llx, the rules give %016llx",
                   r->at < 0 ? "start" : "step", r->at < 0 ? 0 : r->at,
                   (unsigned long long)expected, (unsigned long long)hash);
}

bool replay_open(struct replay *r, const struct record *record, struct err *err)
{
    char buf[SAID_BYTES];
    struct text why = TEXT_ON(buf);
    const struct game *game = record->game;
    *r = (struct replay){.record = record, .game = game, .at = -1};
    r->state = memory_zeroed(game->state_size);
    for (int p = 0; p < 2; p++) {
        r->action[p] = memory_zeroed(game->action_size);
        r->left_ms[p] =
            record->match_ms > record->name_ms[p] ? record->match_ms - record->name_ms[p] : 0;
    }
    if (!r->state || !r->action[0] || !r->action[1]) return err_set(err, "out of memory");
    if (!game->init(r->state, &record->setup, &why)) {
        err_said(err, buf);
        return err_wrap(err, "start");
    }
    if (!check_hash(r, record->start_hash, err)) return false;
    r->at = 0;
    return true;
}

void replay_close(struct replay *r)
{
    free(r->state);
    for (int p = 0; p < 2; p++) free(r->action[p]);
}

static bool read_reply(struct replay *r, int p, struct game_reply *reply, struct err *err)
{
    const struct record_step *s = &r->record->steps[r->at];
    size_t used = 0;
    *reply = (struct game_reply){.kind = s->kind[p], .action = r->action[p]};
    if (s->kind[p] != REPLY_NONE && !(r->game->actors(r->state) >> p & 1))
        return err_set(err, "step %d: player %d is not to answer here", r->at, p + 1);
    if (s->kind[p] == REPLY_INVALID && s->answer[p])
        r->game->parse(r->state, p, s->answer[p], s->answer_len[p], r->action[p], &used);
    else if (s->kind[p] != REPLY_ACTION)
        reply->action = NULL;
    if (s->kind[p] != REPLY_ACTION) return true;
    if (s->answer[p] && r->game->parse(r->state, p, s->answer[p], s->answer_len[p], r->action[p],
                                       &used) == PARSE_OK)
        return true;
    return err_set(err, "step %d: the answer of player %d is invalid", r->at, p + 1);
}

bool replay_next(struct replay *r, struct err *err)
{
    struct game_reply reply[2];
    if (replay_at_end(r)) return err_set(err, "the record ends after %d steps", r->at);
    if (r->game->actors(r->state) == 0)
        return err_set(err, "step %d: the game is over before it", r->at);
    const struct record_step *s = &r->record->steps[r->at];
    for (int p = 0; p < 2; p++) {
        if (!read_reply(r, p, &reply[p], err)) return false;
        r->left_ms[p] = r->left_ms[p] > s->ms[p] ? r->left_ms[p] - s->ms[p] : 0;
    }
    r->game->step(r->state, reply);
    if (!check_hash(r, s->hash, err)) return false;
    r->at++;
    return true;
}

bool replay_seek(struct replay *r, int32_t turn, struct err *err)
{
    struct game_status status;
    for (;;) {
        r->game->status(r->state, &status);
        if (status.turn == turn) return true;
        if (replay_at_end(r))
            return err_set(err, "the record has no turn %d; it ends with turn %d", turn,
                           status.turn);
        if (!replay_next(r, err)) return false;
    }
}

static bool check_result(const struct replay *r, struct err *err)
{
    struct game_status s;
    const struct game_status *want = &r->record->status;
    r->game->status(r->state, &s);
    if (r->game->actors(r->state) != 0) return err_set(err, "the record ends before the game does");
    if (s.winner == want->winner && s.turn == want->turn && s.score[0] == want->score[0] &&
        s.score[1] == want->score[1] && game_reason_is(&s, want->reason))
        return true;
    return err_set(err, "the record has another result than the rules give (%s)", game_reason(&s));
}

bool replay_verify(const struct record *record, struct err *err)
{
    struct replay r;
    if (!record->is_whole)
        return err_set(err, "the record is cut: %d steps and no result", record->step_count);
    bool ok = replay_open(&r, record, err);
    while (ok && !replay_at_end(&r)) ok = replay_next(&r, err);
    ok = ok && check_result(&r, err);
    if (ok && record->first_bad_sum != 0)
        ok = err_set(err, "line %d was changed after it was written (checksum)",
                     record->first_bad_sum);
    replay_close(&r);
    return ok;
}
