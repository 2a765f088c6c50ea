/* One poll() over both players. A question is open until its answer, its failure or the end of
   its time; who is late beyond that is a matter of referee/disturb.h. */
#include "referee/table.h"

#include "base/scan.h"
#include "os/clock.h"
#include "os/cores.h"
#include "os/memory.h"
#include "os/stop.h"
#include "referee/disturb.h"

#include <assert.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    NAME_LINE_US = 200 * 1000, /* for the rest of a TCP client's name line */
    EXIT_WAIT_US = 20 * 1000,  /* for the exit status of a player that closed its output */
    CPU_WALL_FACTOR = 10,      /* with the CPU clock, wall time may be this much longer ... */
    CPU_WALL_EXTRA_US = 10 * 1000 * 1000, /* ... and this: a sleeping program must end too */
    SAMPLE_US = 5 * 1000,                 /* a turn that takes longer is sampled */
    WATCHED_US = 20 * 1000,               /* turns with a limit below this are not */
    JUDGE_US = 10 * 1000,                 /* between looks whether a late one has had its time */
    JUDGE_MOST_US = 1000 * 1000,          /* for one that is ready to run to get a core */
    GIVE_UP_US = 1000 * 1000 /* so much longer than twice its time nobody is waited for */
};

bool table_open(struct table *t, const struct game *game, bool cpu_clock, int64_t margin_ms,
                struct err *err)
{
    size_t text_size = 2 * (size_t)game->text_max + 1; /* greet and prompt go out as one */
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    bool ok = true;
    *t = (struct table){.game = game,
                        .cpu_clock = cpu_clock,
                        .cores = cores > 0 ? cores : 1,
                        .margin_ms = margin_ms};
    watch_open(&t->watch);
    for (int p = 0; p < 2; p++) {
        char *text = malloc(text_size);
        if (text) t->out[p] = text_on(text, text_size);
        t->action[p] = memory_zeroed(game->action_size);
        t->seat[p] = SEAT_NONE;
        ok = ok && text && t->action[p];
    }
    return ok || err_set(err, "out of memory");
}

bool table_seat(struct table *t, int p, const struct seat_options *options,
                const struct game_clock *clock, struct err *err)
{
    t->budget[p] = budget_of(clock->match_ms, clock->turn_ms);
    t->budget[p].margin_ms = t->margin_ms;
    t->budget[p].line_ms = options->line.held_us ? options->line.most_ms : 0;
    t->line[p] = options->line;
    t->is_seated[p] = seat_open(&t->seat[p], options, err);
    if (t->seat[p].is_human) t->budget[p] = budget_of(0, 0); /* a person plays without a clock */
    return t->is_seated[p] || err_wrap(err, "player %d", p + 1);
}

void table_close(struct table *t, struct proc_end how[2])
{
    for (int p = 0; p < 2; p++) {
        how[p] = (struct proc_end){.code = -1};
        if (t->is_seated[p]) seat_close(&t->seat[p], t->seat[p].closed ? EXIT_WAIT_US : 0, &how[p]);
        free(t->action[p]);
        free(t->out[p].buf);
    }
    watch_close(&t->watch);
    proc_kill_descendants();
}

/* ---- clocks ---- */

/* The player's own clock at this moment: wall time, or the CPU time of its process. */
static int64_t player_now(const struct table *t, int p, int64_t now_us)
{
    if (!t->cpu_clock || t->seat[p].is_tcp) return now_us; /* who knows what it does there */
    int64_t cpu_us = seat_cpu_us(&t->seat[p]), started_us = t->budget[p].started_us;
    return cpu_us > started_us ? cpu_us
                               : started_us; /* of one that has ended no more time passes */
}

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* When to look again at this player, in wall time, if nothing comes. */
static int64_t wake_us(const struct table *t, int p, int64_t now_us)
{
    const struct question *q = &t->question[p];
    int64_t deadline = budget_deadline(&t->budget[p]);
    if (!q->has_begun) return INT64_MAX;
    deadline = earlier(deadline, earlier(q->look_us, q->sample_us));
    if (q->judge_us < INT64_MAX) return q->judge_us;
    if (!t->cpu_clock || deadline == INT64_MAX) return earlier(deadline, q->wall_deadline_us);
    /* All cores at once could use it up this soon, not sooner. */
    int64_t left = (deadline - player_now(t, p, now_us)) / t->cores;
    return earlier(q->wall_deadline_us, now_us + (left > 1000 ? left : 1000));
}

/* Of a budget that is running. */
static int64_t limit_us(const struct budget *b)
{
    return budget_deadline(b) - b->started_us;
}

/* Whether this turn is long enough to be watched for waiting. */
static bool is_watched(const struct table *t, const struct budget *b)
{
    return !t->cpu_clock && budget_deadline(b) != INT64_MAX && limit_us(b) > WATCHED_US;
}

static void open_question(struct table *t, int p)
{
    struct question *q = &t->question[p];
    int64_t now_us = clock_us();
    *q = (struct question){.open = true,
                           .has_begun = true,
                           .wall_deadline_us = INT64_MAX,
                           .look_us = INT64_MAX,
                           .sample_us = INT64_MAX,
                           .judge_us = INT64_MAX};
    budget_start(&t->budget[p], player_now(t, p, now_us));
    int64_t deadline = budget_deadline(&t->budget[p]);
    if (t->cpu_clock && deadline != INT64_MAX)
        q->wall_deadline_us =
            now_us + CPU_WALL_EXTRA_US + CPU_WALL_FACTOR * (deadline - t->budget[p].started_us);
    if (is_watched(t, &t->budget[p])) q->sample_us = now_us + SAMPLE_US;
}

/* ---- who had the cores ---- */

/* Everything below the arena that is not the opponent's is the player's own: what it left behind,
   and what ended and was collected here. The opponent is one of the others. */
static void take_look(const struct table *t, int p, int64_t now_us, struct table_look *out)
{
    const struct seat *s = &t->seat[p];
    struct tree_use use = seat_use(s);
    struct err ignored;
    *out = (struct table_look){.at_us = now_us,
                               .cpu_us = use.cpu_us,
                               .wait_us = use.wait_us,
                               .arena_us = cores_waited_us(),
                               .own_us = tree_cpu_us(getpid()) - seat_cpu_us(&t->seat[1 - p]),
                               .cores = use.cores};
    if (CPU_COUNT(&out->cores) == 0) cores_get(&out->cores, &ignored);
    cores_use(&out->machine);
}

static struct disturb_use between(const struct table_look *then, const struct table_look *now,
                                  bool arena_counts)
{
    struct disturb_use u = {.wall_us = now->at_us - then->at_us,
                            .cpu_us = now->cpu_us - then->cpu_us,
                            .wait_us = now->wait_us - then->wait_us,
                            .arena_us = arena_counts ? now->arena_us - then->arena_us : 0,
                            .own_us = now->own_us - then->own_us,
                            .stolen_us = now->machine.stolen_us - then->machine.stolen_us};
    for (int i = 0; i < now->machine.count && i < then->machine.count; i++) {
        if (!CPU_ISSET((size_t)i, &now->cores)) continue;
        u.idle_us += now->machine.idle_us[i] - then->machine.idle_us[i];
        u.cores++;
    }
    return u;
}

static void sample(struct table *t, int p, int64_t now_us)
{
    struct question *q = &t->question[p];
    if (now_us < q->sample_us) return;
    q->sample_us = INT64_MAX;
    /* The arena itself came too late to look: what it knows is of an earlier turn. */
    if (now_us >= budget_deadline(&t->budget[p])) return;
    take_look(t, p, now_us, &t->look[p]);
    /* Looking takes time where the player crowds the cores, and the clock goes on meanwhile. The
       first look is dated at its end and the last at its beginning, so that it is nobody's excuse.
     */
    t->look[p].at_us = clock_us();
    q->is_sampled = true;
}

/* How much of the time since the last look others took. That the arena waited counts where there
   was an answer to be read, and for clients that nobody can look at. */
static int64_t excused_us(const struct table *t, int p, int64_t now_us, bool has_answered)
{
    struct table_look now;
    take_look(t, p, now_us, &now);
    struct disturb_use u = between(&t->look[p], &now, has_answered || t->seat[p].is_tcp);
    return u.cores > 0 ? disturb_excused_us(&u) : 0;
}

/* The arena came too late even to look: others had the cores, unless the player itself crowds them.
 */
static bool was_kept_away(const struct table *t, int p, int64_t late_us)
{
    struct tree_use use = seat_use(&t->seat[p]);
    bool is_crowding = use.ready > 0 && use.ready > CPU_COUNT(&use.cores);
    return !is_crowding && cores_waited_us() >= late_us;
}

/* A late turn: would it have been in time without what others took? */
static bool was_disturbed(const struct table *t, int p, int64_t now_us)
{
    const struct question *q = &t->question[p];
    int64_t late_us = now_us - budget_deadline(&t->budget[p]);
    if (!is_watched(t, &t->budget[p]) || q->has_had_its_time) return false;
    if (!q->is_sampled) return was_kept_away(t, p, late_us);
    return q->is_given_up || excused_us(t, p, now_us, true) >= late_us;
}

static void tell_waiting(const struct table *t, int p)
{
    char most_s[24];
    if (!t->notice) return;
    snprintf(most_s, sizeof most_s, "%lld",
             (long long)(limit_us(&t->budget[p]) + GIVE_UP_US) / 1000000);
    t->notice(t->notice_arg, p, &(struct notice){NOTICE_LATE, most_s});
}

/* Late, and no answer: the verdict waits until the player has had its time without what others
   took. So one who never answers loses on a busy machine too, only later. One that is ready to run
   may have waited all the time; the kernel counts that only once it runs. */
static bool may_judge(struct table *t, int p, int64_t now_us)
{
    struct question *q = &t->question[p];
    int64_t late_us = now_us - budget_deadline(&t->budget[p]);
    bool is_first = q->judge_us == INT64_MAX;
    if (!is_watched(t, &t->budget[p]) || !q->is_sampled) return true;
    if (!is_first && now_us < q->judge_us) return false;
    struct tree_use use = seat_use(&t->seat[p]);
    if (is_first) q->late_cpu_us = use.cpu_us;
    bool is_uncounted = use.ready > 0 && use.cpu_us <= q->late_cpu_us && late_us < JUDGE_MOST_US;
    q->has_had_its_time = !is_uncounted && late_us >= excused_us(t, p, now_us, false);
    q->is_given_up = late_us >= limit_us(&t->budget[p]) + GIVE_UP_US;
    q->judge_us = now_us + JUDGE_US;
    bool is_decided = q->has_had_its_time || q->is_given_up;
    if (is_first && !is_decided) tell_waiting(t, p);
    return is_decided;
}

static bool is_late(const struct table *t, int p, int64_t now_us)
{
    if (!t->question[p].has_begun) return false;
    return player_now(t, p, now_us) >= budget_deadline(&t->budget[p]) ||
           now_us >= t->question[p].wall_deadline_us;
}

/* What the line has held up since the last answer is not the player's, if an answer came. */
static void forgive_line(struct table *t, int p, bool has_answered)
{
    const struct seat_line *line = &t->line[p];
    if (!line->held_us) return;
    int64_t held_us = atomic_load(line->held_us), us = held_us - t->line_seen_us[p];
    t->line_seen_us[p] = held_us;
    if (us > line->most_ms * 1000) us = line->most_ms * 1000;
    if (has_answered && us > 0) budget_forgive(&t->budget[p], us);
}

static void close_question(struct table *t, int p, enum reply_kind kind, int64_t now_us)
{
    struct question *q = &t->question[p];
    bool late;
    if (kind != REPLY_ACTION && kind != REPLY_INVALID) q->used = 0;
    forgive_line(t, p, kind != REPLY_TIMEOUT);
    if (is_late(t, p, now_us) && was_disturbed(t, p, now_us)) t->is_disturbed[p] = true;
    q->ms = budget_stop(&t->budget[p], player_now(t, p, now_us), &late);
    q->kind = late ? REPLY_TIMEOUT : kind;
    t->seat[p].is_silent = q->kind == REPLY_TIMEOUT;
    q->open = false;
}

/* ---- waiting ---- */

typedef void look_fn(struct table *t, const struct game_state *state, int p, int64_t now_us);

/* Looks at what the player has sent so far: is it an answer? */
static void look_for_answer(struct table *t, const struct game_state *state, int p, int64_t now_us)
{
    struct seat *s = &t->seat[p];
    struct question *q = &t->question[p];
    bool full = seat_is_full(s);
    enum parse_result parsed = PARSE_MORE;
    if (!seat_has_sent(s) && !s->closed) return; /* it has not even been asked yet */
    if (s->fresh || full)
        parsed = t->game->parse(state, p, s->got, s->got_len, t->action[p], &q->used);
    s->fresh = false;
    if (parsed == PARSE_MORE && full) {
        parsed = PARSE_INVALID;
        q->used = s->got_len;
    }
    if (parsed == PARSE_OK) close_question(t, p, REPLY_ACTION, now_us);
    if (parsed == PARSE_INVALID) close_question(t, p, REPLY_INVALID, now_us);
    if (parsed == PARSE_MORE && s->closed) close_question(t, p, REPLY_GONE, now_us);
}

/* Finds the name in what came: a line; or, from a TCP client that sends no line end, all that came
   within a moment. A line from far away may break off anywhere: there it must be one. False while
   more may come. */
static bool find_name(struct seat *s, struct question *q, int64_t now_us, struct scan *name,
                      size_t *used)
{
    struct scan rest = scan_on(s->got, s->got_len);
    if (scan_line(&rest, name)) {
        *used = (size_t)(rest.at - s->got);
        return true;
    }
    if (!s->is_tcp || s->is_far || s->got_len == 0) return false;
    q->look_us = s->got_us + NAME_LINE_US;
    *name = rest;
    *used = s->got_len;
    return now_us >= q->look_us;
}

/* No rules text has a limit; ours holds for every game and every kind of seat. */
static bool refuse_length(struct table *t, int p)
{
    struct text why = text_on(t->name_why[p], NAME_WHY_BYTES);
    said_write(&why, "program-name-long: the name is longer than {bytes:%d} bytes", SEAT_NAME_MAX);
    return false;
}

static bool name_is_fine(struct table *t, int p, size_t len)
{
    const struct game *game = t->game;
    const char *name = t->seat[p].name;
    struct text why = text_on(t->name_why[p], NAME_WHY_BYTES);
    if (len > SEAT_NAME_MAX) return refuse_length(t, p);
    return (!game->name_ok || game->name_ok(name, &why)) &&
           (!t->contest_names || !game->contest_name_ok || game->contest_name_ok(name, &why));
}

/* Whoever looks after a server wants to know which team sits where. */
static void tell_name(const struct table *t, int p)
{
    char name[SEAT_NAME_MAX + 1];
    struct text line = TEXT_ON(name);
    if (!t->notice) return;
    text_line(&line, t->seat[p].name, strlen(t->seat[p].name));
    t->notice(t->notice_arg, p, &(struct notice){NOTICE_NAMED, name});
}

static void look_for_name(struct table *t, const struct game_state *state, int p, int64_t now_us)
{
    struct seat *s = &t->seat[p];
    struct question *q = &t->question[p];
    struct scan name;
    size_t used;
    (void)state;
    if (seat_is_empty(s)) return;
    if (!q->has_begun) open_question(t, p); /* the client has come just now */
    s->fresh = false;
    if (find_name(s, q, now_us, &name, &used)) {
        size_t len = scan_left(&name);
        name_clean(name.at, len, s->name);
        if (!s->name[0] && t->game->side[p]) strcpy(s->name, t->game->side[p]);
        bool ok = name_is_fine(t, p, len);
        if (ok && s->is_tcp && !s->is_far) tell_name(t, p);
        seat_take(s, used);
        close_question(t, p, ok ? REPLY_ACTION : REPLY_INVALID, now_us);
    } else if (seat_is_full(s) || s->got_len > SEAT_NAME_MAX + 1) {
        refuse_length(t, p);
        close_question(t, p, REPLY_INVALID, now_us);
    } else if (s->closed) {
        close_question(t, p, REPLY_GONE, now_us);
    }
}

/* One poll() over both players, and the work it found. */
static bool wait_once(struct table *t, int64_t until_us, struct err *err)
{
    struct pollfd fds[2 * SEAT_FDS];
    int64_t now_us = clock_us();
    for (int p = 0; p < 2; p++)
        until_us = earlier(until_us,
                           seat_want(&t->seat[p], t->question[p].open, now_us, fds + p * SEAT_FDS));
    int64_t wait_us = until_us == INT64_MAX ? -1 : until_us - now_us;
    int ready = watch_poll(&t->watch, fds, 2 * SEAT_FDS,
                           until_us != INT64_MAX && wait_us < 0 ? 0 : wait_us);
    if (stop_asked()) return err_set(err, "stopped by signal %d", stop_signal());
    if (ready < 0 && errno != EINTR) return err_sys(err, "poll");
    for (int p = 0; p < 2 && ready > 0; p++) {
        seat_work(&t->seat[p], fds + p * SEAT_FDS);
        struct notice news = {t->seat[p].notice, t->seat[p].notice_about};
        if (news.kind != NOTICE_NONE && t->notice) t->notice(t->notice_arg, p, &news);
        t->seat[p].notice = NOTICE_NONE;
    }
    return true;
}

/* Waits until every open question is closed: answered, or out of time. */
static bool wait_for_all(struct table *t, const struct game_state *state, look_fn *look,
                         struct err *err)
{
    for (;;) {
        int64_t now_us = clock_us(), until_us = INT64_MAX;
        for (int p = 0; p < 2; p++) {
            if (t->question[p].open) look(t, state, p, now_us);
            if (t->question[p].open) sample(t, p, now_us);
            if (t->question[p].open && is_late(t, p, now_us) && may_judge(t, p, now_us))
                close_question(t, p, REPLY_TIMEOUT, now_us);
            if (t->question[p].open) until_us = earlier(until_us, wake_us(t, p, now_us));
        }
        if (!t->question[0].open && !t->question[1].open) return true;
        if (!wait_once(t, until_us, err)) return false;
    }
}

/* ---- names and questions ---- */

bool table_names(struct table *t, const struct game_clock *clock, struct err *err)
{
    struct budget match_budget[2] = {t->budget[0], t->budget[1]};
    for (int p = 0; p < 2; p++) {
        if (!t->is_seated[p]) continue;
        t->budget[p] = budget_of(0, clock->name_ms);
        t->budget[p].line_ms = match_budget[p].line_ms;
        open_question(t, p);
        t->question[p].has_begun = !seat_is_empty(&t->seat[p]);
    }
    if (!wait_for_all(t, NULL, look_for_name, err)) return false;
    for (int p = 0; p < 2; p++) {
        bool late;
        struct question *q = &t->question[p];
        t->name_failure[p] = q->kind == REPLY_ACTION ? REPLY_NONE : q->kind;
        t->name_took_ms[p] = q->ms;
        t->name_ms[p] = clock->name_counts ? q->ms : 0;
        *q = (struct question){.kind = REPLY_NONE};
        t->budget[p] = match_budget[p];
        budget_start(&t->budget[p], 0);
        budget_stop(&t->budget[p], t->name_ms[p] * 1000, &late);
    }
    return true;
}

void table_ask(struct table *t, int p, const struct game_state *state, const int64_t left_ms[2])
{
    struct text *out = &t->out[p];
    text_clear(out);
    if (!t->is_greeted[p]) t->game->greet(state, p, out);
    t->is_greeted[p] = true;
    t->game->prompt(state, p, left_ms, out);
    assert(!out->cut);
    open_question(t, p);
    seat_send(&t->seat[p], out->buf, out->len);
}

bool table_wait(struct table *t, const struct game_state *state, struct err *err)
{
    return wait_for_all(t, state, look_for_answer, err);
}

void table_clear(struct table *t)
{
    for (int p = 0; p < 2; p++) {
        if (t->question[p].used > 0) seat_take(&t->seat[p], t->question[p].used);
        t->question[p] = (struct question){.kind = REPLY_NONE};
        if (t->is_seated[p]) text_clear(&t->seat[p].err);
    }
}
