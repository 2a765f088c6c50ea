/* Plays the program against bots from several positions and looks over its shoulder: what it
   left unread, how long it took, what it would lose by. */
#include "referee/check.h"

#include "os/clock.h"
#include "os/file.h"
#include "os/memory.h"
#include "referee/position.h"
#include "referee/seat.h"
#include "referee/table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
    END_WAIT_US = 2 * 1000 * 1000, /* for a program to end when its input is closed */
    READ_WAIT_US = 20 * 1000,      /* for a program that answers before it has read everything */
    STEPS_MOST = 3000,
    OPENING = 60,     /* turns from the start in which a program shows which way it goes */
    OPENINGS = 2,     /* of so many games */
    STEPS_LEAST = 20, /* of them, before anything is said about it */
    SHOWN = 60
};

struct check {
    const struct check_options *o;
    const struct game *game;
    check_fn *tell;
    void *arg;
    struct game_state *state;
    struct game_action *other;
    struct rng rng;
    struct table table;
    int p; /* where the program sits */
    int64_t answers, ms_total, ms_max;
    int64_t ahead[2],
        steps[2]; /* by seat, over the first turns: towards the opponent, and in all */
    int32_t slowest_turn;
    size_t err_bytes;
    char err_line[SHOWN + 1], last_words[SHOWN + 1]; /* the first and the last line of it */
    int64_t until_us;                                /* when it has taken long enough */
    bool watches_way, is_turned;                     /* see judge_corners() */
    bool has_failed, told_unread, told_extra, told_flaw;
};

/* ---- telling ---- */

static void __attribute__((format(printf, 4, 5)))
say(struct check *c, enum check_weight weight, const char *about, const char *format, ...)
{
    struct err said;
    va_list args;
    va_start(args, format);
    err_code_list(&said, format, args);
    va_end(args);
    if (weight == CHECK_LOSES) c->has_failed = true;
    c->tell(c->arg, &(struct check_finding){.weight = weight, .about = about, .said = &said});
}

/* The beginning of some bytes, fit to be printed between quotes. */
static const char *shown(const char *bytes, size_t len, char out[4 * SHOWN + 8])
{
    struct text t = text_on(out, 4 * SHOWN + 4);
    for (size_t i = 0; i < len && i < SHOWN; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (byte == '\n')
            text_str(&t, i + 1 < len ? "\\n" : "");
        else if (byte == '\r')
            text_str(&t, "\\r");
        else if (byte < 0x20 || byte >= 0x7f)
            text_str(&t, "?");
        else
            text_char(&t, (char)byte);
    }
    if (len > SHOWN) text_str(&t, "...");
    return out;
}

/* ---- one game ---- */

static bool seat_program(struct check *c, struct err *err)
{
    struct seat_options seat = {.game = c->game,
                                .spec = c->o->command,
                                .seed = c->o->seed,
                                .limits = c->o->output,
                                .cage = c->o->cage,
                                .slot = c->o->slot + c->p,
                                .caged = c->o->caged,
                                .home = c->o->home};
    if (!table_open(&c->table, c->game, false, 0, err)) return false;
    c->table.contest_names = c->o->contest_names;
    return table_seat(&c->table, c->p, &seat, &c->o->clock, err) &&
           table_names(&c->table, &c->o->clock, err);
}

static void keep_line(const char *line, size_t len, char out[SHOWN + 1])
{
    snprintf(out, SHOWN + 1, "%.*s", (int)(len < SHOWN ? len : SHOWN), line);
}

static void keep_err(struct check *c)
{
    const struct seat *s = &c->table.seat[c->p];
    const struct text *err = &s->err;
    if (err->len == 0) return;
    if (c->err_bytes == 0) keep_line(err->buf, strcspn(err->buf, "\n"), c->err_line);
    seat_last_line(s, c->last_words, sizeof c->last_words);
    c->err_bytes += err->len;
}

/* A local match allows more than ladders and contests do. */
static void judge_contest_name(struct check *c, const char *name)
{
    char buf[NAME_WHY_BYTES];
    struct text why = TEXT_ON(buf);
    struct err said;
    if (!c->game->contest_name_ok || c->game->contest_name_ok(name, &why)) return;
    err_said(&said, buf);
    say(c, CHECK_STRANGE, "name",
        "check-contest-name: {why:%p}; ladders and contests refuse this one", err_value(&said));
}

static void judge_name(struct check *c, bool first)
{
    const struct seat *s = &c->table.seat[c->p];
    char bytes[4 * SHOWN + 8];
    struct err why;
    switch (c->table.name_failure[c->p]) {
    case REPLY_NONE:
        if (first) {
            say(c, CHECK_FINE, "name",
                "check-named: starts and says its name, `{name:%s}`, after {ms:%lld} ms", s->name,
                (long long)c->table.name_took_ms[c->p]);
            judge_contest_name(c, s->name);
        }
        return;
    case REPLY_INVALID:
        err_said(&why, c->table.name_why[c->p]);
        say(c, CHECK_LOSES, "name", "check-name-refused: the name `{name:%s}` is refused: {why:%p}",
            shown(s->name, strlen(s->name), bytes), err_value(&why));
        return;
    case REPLY_GONE:
        say(c, CHECK_LOSES, "name",
            "check-no-start: ended before it said its name; is the command right?");
        return;
    case REPLY_TIMEOUT:
        if (s->got_len > 0)
            say(c, CHECK_LOSES, "name",
                "check-name-line: wrote `{bytes:%s}` but no line end within {ms:%lld} ms",
                shown(s->got, s->got_len, bytes), (long long)c->o->clock.name_ms);
        else
            say(c, CHECK_LOSES, "name",
                "check-no-name: said no name within {ms:%lld} ms; the name comes first, before any "
                "input is read, and "
                "must be flushed",
                (long long)c->o->clock.name_ms);
        return;
    case REPLY_ACTION: return;
    }
}

static void judge_answer(struct check *c, int32_t turn)
{
    const struct seat *s = &c->table.seat[c->p];
    const struct question *q = &c->table.question[c->p];
    char bytes[4 * SHOWN + 8];
    if (q->kind == REPLY_INVALID) {
        struct err form;
        err_said(&form, c->game->answer_form);
        say(c, CHECK_LOSES, "answer",
            "check-invalid: turn {turn:%d}: invalid answer `{bytes:%s}`; expected {form:%p}", turn,
            shown(s->got, q->used, bytes), err_value(&form));
    }
    if (q->kind == REPLY_TIMEOUT && s->got_len > 0)
        say(c, CHECK_LOSES, "time",
            "check-half: turn {turn:%d}: only `{bytes:%s}` came within {ms:%lld} ms, which is not "
            "the whole answer",
            turn, shown(s->got, s->got_len, bytes), (long long)q->ms);
    if (q->kind == REPLY_TIMEOUT && s->got_len == 0)
        say(c, CHECK_LOSES, "time",
            "check-late: turn {turn:%d}: no answer within {ms:%lld} ms; was it flushed? does the "
            "program wait for more "
            "input than there is?",
            turn, (long long)q->ms);
    if (q->kind == REPLY_GONE)
        say(c, CHECK_LOSES, "end",
            "check-gone: turn {turn:%d}: ended or closed its output instead of answering", turn);
}

/* Bytes of the prompt that lie in the pipe unread, a moment after the answer. */
static int unread(const struct seat *s)
{
    int count = 0;
    int64_t until_us = clock_us() + READ_WAIT_US;
    while (s->proc.in >= 0 && ioctl(s->proc.in, FIONREAD, &count) == 0 && count > 0 &&
           clock_us() < until_us)
        usleep(500);
    return count;
}

static void look_closer(struct check *c, int32_t turn)
{
    const struct seat *s = &c->table.seat[c->p];
    const struct question *q = &c->table.question[c->p];
    char bytes[4 * SHOWN + 8];
    const char *flaw = c->game->flaw ? c->game->flaw(c->state, c->p, c->table.action[c->p]) : NULL;
    if (flaw && !c->told_flaw) {
        struct err why;
        c->told_flaw = true;
        err_said(&why, flaw);
        say(c, CHECK_STRANGE, "answer",
            "check-flaw: turn {turn:%d}: `{bytes:%s}` is read, but {why:%p}", turn,
            shown(s->got, q->used, bytes), err_value(&why));
    }
    if (s->got_len > q->used && !c->told_extra) {
        c->told_extra = true;
        say(c, CHECK_STRANGE, "answer",
            "check-extra: turn {turn:%d}: wrote more than one answer; `{bytes:%s}` will be taken "
            "for the next one",
            turn, shown(s->got + q->used, s->got_len - q->used, bytes));
    }
    int left = s->is_tcp || c->told_unread ? 0 : unread(s);
    if (left > 0) {
        c->told_unread = true;
        say(c, CHECK_STRANGE, "input",
            "check-unread: turn {turn:%d}: answered although {count:%d} bytes of its input are not "
            "read yet",
            turn, left);
    }
}

static void watch_way(struct check *c)
{
    int steps;
    if (!c->watches_way) return;
    c->ahead[c->is_turned] += c->game->advance(c->state, c->p, c->table.action[c->p], &steps);
    c->steps[c->is_turned] += steps;
}

/* Asks the program when it must answer; the opponent plays at random. False when it failed. */
static bool step(struct check *c, bool *goes_on, struct err *err)
{
    struct game_reply reply[2] = {{.kind = REPLY_NONE}, {.kind = REPLY_NONE}};
    struct game_status status;
    unsigned actors = c->game->actors(c->state);
    int64_t left_ms[2] = {budget_shown(&c->table.budget[c->p]),
                          budget_shown(&c->table.budget[c->p])};
    c->game->status(c->state, &status);
    if (actors >> (1 - c->p) & 1) {
        c->game->sample(c->state, 1 - c->p, &c->rng, c->other);
        reply[1 - c->p] = (struct game_reply){.kind = REPLY_ACTION, .action = c->other};
    }
    if (actors >> c->p & 1) {
        const struct question *q = &c->table.question[c->p];
        table_ask(&c->table, c->p, c->state, left_ms);
        if (!table_wait(&c->table, c->state, err)) return false;
        keep_err(c);
        if (q->kind == REPLY_ACTION) {
            look_closer(c, status.turn);
            watch_way(c);
        } else
            judge_answer(c, status.turn);
        if (q->ms >= c->ms_max) c->ms_max = q->ms, c->slowest_turn = status.turn;
        c->ms_total += q->ms;
        c->answers++;
        *goes_on = q->kind == REPLY_ACTION;
        reply[c->p] = (struct game_reply){.kind = q->kind, .action = c->table.action[c->p]};
    }
    c->game->step(c->state, reply);
    table_clear(&c->table);
    return true;
}

/* Closes its input and sees whether it ends. */
static void judge_end(struct check *c, bool first)
{
    struct seat *s = &c->table.seat[c->p];
    struct proc_end how;
    if (s->is_tcp || !first) return;
    file_close(&s->proc.in);
    seat_drain_err(s);
    keep_err(c);
    proc_end(&s->proc, END_WAIT_US, &how);
    if (!how.by_itself)
        say(c, CHECK_STRANGE, "end",
            "check-stays: does not end when its input is closed; it will be killed");
    else if (how.signal)
        say(c, CHECK_STRANGE, "end",
            "check-end-signal: ends with signal {signal:%d} when its input is closed", how.signal);
    else if (how.code != 0)
        say(c, CHECK_STRANGE, "end",
            "check-end-status: ends with exit status {status:%d} when its input is closed",
            how.code);
    else
        say(c, CHECK_FINE, "end", "check-ends: exits when its input is closed");
}

/* From the start first: what is wrong there is told best. */
static struct position position_of(const struct check *c, int number)
{
    int kind = number / c->o->games;
    struct game_setup setup = {
        .seed = c->o->seed + (uint64_t)number, .options = c->o->setup, .map = c->o->map};
    struct position p = {.game = c->game, .player = number % 2, .setup = setup};
    p.kind = kind < POSITION_RECORDED ? (enum position_kind)kind : POSITION_RECORDED;
    if (p.kind == POSITION_RECORDED)
        p.record = &c->o->records[number - POSITION_RECORDED * c->o->games];
    return p;
}

static bool play(struct check *c, int number, struct err *err)
{
    struct position position = position_of(c, number);
    bool first = number == 0, goes_on;
    c->p = position.player;
    c->rng = (struct rng){position.setup.seed};
    if (!position_find(&position, &c->rng, c->state, err)) return false;
    if (!seat_program(c, err)) return false;
    goes_on = c->table.name_failure[c->p] == REPLY_NONE;
    judge_name(c, first);
    keep_err(c);
    table_clear(&c->table);
    for (int i = 0; goes_on && i < STEPS_MOST && c->game->actors(c->state) != 0; i++) {
        if (clock_us() >= c->until_us) break;
        if (!step(c, &goes_on, err)) return false;
    }
    if (goes_on) judge_end(c, first);
    return true;
}

static void judge_fall(struct check *c, const struct proc_end *how)
{
    char size[32];
    if (!how->by_itself) return;
    cage_write_size(how->memory_limit, size);
    if (how->memory_limit)
        say(c, CHECK_LOSES, "end", "check-memory: was ended at its memory limit ({size:%s})", size);
    else
        say(c, CHECK_LOSES, "end",
            how->signal ? "check-signal: was ended by signal {number:%d}"
                        : "check-status: ended with exit status {number:%d}",
            how->signal ? how->signal : how->code);
    if (c->last_words[0])
        say(c, CHECK_LOSES, "stderr",
            "check-last-words: its last words on standard error: `{bytes:%s}`", c->last_words);
}

/* The first turns as second player. `options` turn the board or do not; with the same seed the game
   is the same but for that. */
static bool play_opening(struct check *c, uint64_t seed, const char *options, struct err *err)
{
    char buf[SAID_BYTES];
    struct text why = TEXT_ON(buf);
    struct game_setup setup = {.seed = seed, .options = options, .map = c->o->map};
    struct proc_end ends[2];
    bool goes_on = true, ok = true;
    c->p = 1;
    c->rng = (struct rng){seed};
    c->table = (struct table){0};
    if (!c->game->init(c->state, &setup, &why)) return true; /* the options do not go together */
    ok = seat_program(c, err);
    goes_on = ok && c->table.name_failure[c->p] == REPLY_NONE;
    if (ok) table_clear(&c->table);
    for (int i = 0; ok && goes_on && i < OPENING && c->game->actors(c->state) != 0; i++)
        ok = step(c, &goes_on, err);
    table_close(&c->table, ends);
    return ok;
}

/* Where the players start in opposite corners, some programs know the first one's only. They are
   found out by their way: shown the board as the first player sees it, they go elsewhere than when
   they must turn it themselves. One that knows both corners goes the same way twice. */
static bool judge_corners(struct check *c, struct err *err)
{
    char turned[1024];
    const char *own = c->o->setup ? c->o->setup : "";
    if (!c->game->turned_setup || strstr(own, c->game->turned_setup)) return true;
    snprintf(turned, sizeof turned, "%.900s %s", own, c->game->turned_setup);
    for (int i = 0; i < 2 * OPENINGS; i++) {
        c->is_turned = i % 2;
        c->watches_way = true;
        if (!play_opening(c, c->o->seed + (uint64_t)i / 2, c->is_turned ? turned : own, err))
            return false;
        c->watches_way = false;
        if (c->has_failed) return true;
    }
    int64_t most = c->steps[0] > c->steps[1] ? c->steps[0] : c->steps[1];
    int64_t apart =
        c->ahead[0] > c->ahead[1] ? c->ahead[0] - c->ahead[1] : c->ahead[1] - c->ahead[0];
    if (most >= STEPS_LEAST && 10 * apart > 3 * most)
        say(c, CHECK_STRANGE, "start",
            "check-corner: seems to know the first player's corner only: as second player it goes "
            "another way "
            "than with `--setup {setup:%s}`, which shows it the board as the first player sees it",
            c->game->turned_setup);
    return true;
}

static void sum_up(struct check *c, int played)
{
    char average[32];
    snprintf(average, sizeof average, "%.1f",
             (double)c->ms_total / (double)(c->answers > 0 ? c->answers : 1));
    if (c->answers > 0 && c->o->clock.turn_ms > 0)
        say(c, CHECK_FINE, "time",
            "check-times: {answers:%lld} answers in {games:%d} games: {average:%s} ms on average, "
            "{most:%lld} "
            "ms at most (turn {turn:%d}); limit {limit:%lld} ms",
            (long long)c->answers, played, average, (long long)c->ms_max, c->slowest_turn,
            (long long)c->o->clock.turn_ms);
    else if (c->answers > 0)
        say(c, CHECK_FINE, "time",
            "check-times-free: {answers:%lld} answers in {games:%d} games: {average:%s} ms on "
            "average, "
            "{most:%lld} ms at most (turn {turn:%d}); there is no limit",
            (long long)c->answers, played, average, (long long)c->ms_max, c->slowest_turn);
    if (clock_us() >= c->until_us)
        say(c, CHECK_FINE, "time",
            "check-long: looked at for {s:%lld} s, and not to the end of its games",
            (long long)c->o->most_ms / 1000);
    if (c->err_bytes > 0)
        say(c, CHECK_FINE, "stderr",
            "check-stderr: {count:%zu} bytes on standard error, beginning with `{bytes:%s}`",
            c->err_bytes, c->err_line);
}

bool check_run(const struct check_options *o, check_fn *tell, void *arg, struct err *err)
{
    struct check c = {.o = o, .game = o->game, .tell = tell, .arg = arg, .until_us = INT64_MAX};
    struct proc_end ends[2];
    int played = 0;
    c.state = memory_zeroed(o->game->state_size);
    c.other = memory_zeroed(o->game->action_size);
    bool ok = c.state && c.other ? true : err_set(err, "out of memory");
    bool is_tcp = seat_spec_is_tcp(o->command);
    int most = is_tcp ? 1 : POSITION_RECORDED * o->games + o->record_count;
    if (o->most_ms > 0) c.until_us = clock_us() + o->most_ms * 1000;
    for (; ok && !c.has_failed && clock_us() < c.until_us && played < most; played++) {
        c.table = (struct table){0};
        if (o->told_game) o->told_game(arg, played, most);
        ok = play(&c, played, err);
        if (c.has_failed && c.table.is_seated[c.p]) {
            seat_hear_out(&c.table.seat[c.p]);
            keep_err(&c);
        }
        table_close(&c.table, ends);
        if (c.has_failed) judge_fall(&c, &ends[c.p]);
    }
    if (ok && !c.has_failed && !is_tcp && clock_us() < c.until_us) ok = judge_corners(&c, err);
    if (ok) sum_up(&c, played);
    free(c.state);
    free(c.other);
    return ok;
}
