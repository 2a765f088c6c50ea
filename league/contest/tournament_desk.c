/* What people say while a tournament is played, and before: a game is found by who plays in it,
   because that is whom they see sitting there. */
#include "league/contest/tournament_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- games ---- */

/* The court where this player plays, and the side; NULL, with a sentence, when it plays nowhere. */
static struct tournament_place *court_of(struct tournament_play *p, int player, int *side,
                                         struct err *err)
{
    for (int i = 0; i < p->o->contest->courts; i++)
        for (*side = 0; *side < 2; ++*side)
            if (p->court[i].about.player[*side] == player && tournament_is_busy(p, &p->court[i]))
                return &p->court[i];
    err_set(err, "%s has no game at the moment", p->o->contest->player[player].name);
    return NULL;
}

bool tournament_again(struct tournament_play *play, int player, struct err *err)
{
    int side;
    struct tournament_place *court = court_of(play, player, &side, err);
    if (!court) return false;
    if (match_runner_again(&play->runner, court->key, err)) return true;
    play->is_stale = true; /* so that it is handed out again */
    return false;
}

bool tournament_forfeit(struct tournament_play *play, int player, struct err *err)
{
    int side;
    struct tournament_place *court = court_of(play, player, &side, err);
    if (!court) return false;
    play->is_stale = true;
    return match_runner_forfeit(&play->runner, court->key, side, err);
}

bool tournament_accept(struct tournament_play *play, int player, struct err *err)
{
    int side;
    struct tournament_place *court = court_of(play, player, &side, err);
    if (!court) return false;
    if (!match_runner_holds(&play->runner, court->key))
        return err_set(err, "the game of %s is not over", play->o->contest->player[player].name);
    play->is_stale = true;
    return match_runner_accept(&play->runner, court->key, err);
}

bool tournament_holds(const struct tournament_play *play, int court)
{
    const struct tournament_place *place = &play->court[court - 1];
    return place->key[0] && match_runner_holds(&play->runner, place->key);
}

int tournament_waiting(const struct tournament_play *play, struct tournament_court *out, int most)
{
    int count = 0;
    for (int64_t i = play->next; i < play->due_count && count < most; i++) {
        const struct tournament_due *d = &play->due[i];
        struct match_runner_task task;
        if (d->is_out) continue;
        tournament_fill_task(play->o->contest, tournament_current(play), d->fixture, d->game,
                             &task);
        tournament_about(play, d, &task, &out[count++]);
    }
    return count;
}

const struct tournament *tournament_now(struct tournament_play *play)
{
    if (play->is_stale && !tournament_refresh(play)) play->has_failed = true;
    return &play->t;
}

/* ---- ties ---- */

/* "Ben > Aki": in place. */
static int split_names(char *text, const char *names[CONTEST_PLAYERS])
{
    int count = 0;
    for (char *at = text; at && count < CONTEST_PLAYERS; count++) {
        char *next = strstr(at, " > ");
        if (next) *next = '\0';
        names[count] = at;
        at = next ? next + 3 : NULL;
    }
    return count;
}

bool tournament_enter(const struct tournament_options *o, const char *order, struct err *err)
{
    const char *seats[CONTEST_PLAYERS + CONTEST_PHASES], *names[CONTEST_PLAYERS];
    struct journal journal = {0};
    struct journal_decision decision;
    struct tournament_play p = {.o = o, .journal = &journal, .err = err, .runner = {.out = -1}};
    struct match_runner_options runner = tournament_runner(o, seats);
    char *text = strdup(order);
    int count = text ? split_names(text, names) : 0;
    bool ok = (text || err_set(err, "out of memory")) && tournament_open(&p, &runner, err) &&
              tournament_decide(&p.t, names, count, &decision, err) &&
              match_runner_decide(&p.runner, &decision, err);
    match_runner_close(&p.runner);
    tournament_free(&p.t);
    journal_free(&journal);
    free(p.due);
    free(text);
    return ok;
}

bool tournament_order(struct tournament_play *play, const char *order, struct err *err)
{
    const char *names[CONTEST_PLAYERS];
    struct journal_decision decision;
    char *text = strdup(order);
    if (!text) return err_set(err, "out of memory");
    bool ok =
        tournament_decide(tournament_now(play), names, split_names(text, names), &decision, err) &&
        match_runner_decide(&play->runner, &decision, err);
    play->is_stale = true;
    free(text);
    return ok;
}
