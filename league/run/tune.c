/* The numbers at any step follow from the journal: the search is run again over it, which costs
   nothing compared with the games. */
#include "league/run/tune.h"

#include "base/hash.h"
#include "base/scan.h"
#include "league/inifile.h"
#include "os/file.h"
#include "referee/seat.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MOST = 1 << 20, STEPS_MOST = 1000000, GAMES_MOST = 1000, COMMAND_MOST = 4096 };
static const int64_t YEAR_MS = INT64_C(365) * 24 * 3600 * 1000;
static const double LARGE = 1e12;

/* ---- the file ---- */

enum section { NOWHERE, IN_TUNE, IN_PARAMETER };

struct reader {
    struct tune *t;
    enum section section;
    unsigned given; /* keys of this section so far */
};

static struct spsa_parameter *this_parameter(struct reader *r)
{
    return &r->t->parameter[r->t->count - 1];
}

static bool key_game(struct reader *r, const char *value, struct err *err)
{
    r->t->game = game_find(value);
    return r->t->game || err_set(err, "there is no game `%s`; `taisen games` lists them", value);
}

static bool key_seat(struct reader *r, const char *value, struct err *err)
{
    return inifile_text(value, r->t->seat, sizeof r->t->seat, err);
}

static bool key_setup(struct reader *r, const char *value, struct err *err)
{
    return inifile_text(value, r->t->setup, sizeof r->t->setup, err);
}

static bool key_seed(struct reader *r, const char *value, struct err *err)
{
    int64_t seed;
    bool ok = inifile_int(value, 0, INT64_MAX, &seed, err);
    r->t->seed = (uint64_t)seed;
    return ok;
}

static bool key_steps(struct reader *r, const char *value, struct err *err)
{
    return inifile_small(value, 1, STEPS_MOST, &r->t->steps, err);
}

static bool key_games(struct reader *r, const char *value, struct err *err)
{
    bool ok = inifile_small(value, 2, GAMES_MOST, &r->t->games, err);
    return ok && (r->t->games % 2 == 0 || err_set(err, "is even: games come in pairs"));
}

static bool key_match_ms(struct reader *r, const char *value, struct err *err)
{
    return inifile_int(value, 0, YEAR_MS, &r->t->clock.match_ms, err);
}

static bool key_turn_ms(struct reader *r, const char *value, struct err *err)
{
    return inifile_int(value, 0, YEAR_MS, &r->t->clock.turn_ms, err);
}

static bool key_start(struct reader *r, const char *value, struct err *err)
{
    return inifile_real(value, -LARGE, LARGE, &this_parameter(r)->start, err);
}

static bool key_least(struct reader *r, const char *value, struct err *err)
{
    return inifile_real(value, -LARGE, LARGE, &this_parameter(r)->least, err);
}

static bool key_most(struct reader *r, const char *value, struct err *err)
{
    return inifile_real(value, -LARGE, LARGE, &this_parameter(r)->most, err);
}

static bool key_step(struct reader *r, const char *value, struct err *err)
{
    return inifile_real(value, 1e-9, LARGE, &this_parameter(r)->step, err);
}

static bool key_rate(struct reader *r, const char *value, struct err *err)
{
    return inifile_real(value, 1e-9, 1000, &this_parameter(r)->rate, err);
}

static bool key_whole(struct reader *r, const char *value, struct err *err)
{
    return inifile_yes(value, &this_parameter(r)->is_whole, err);
}

static const struct key {
    const char *name;
    bool (*read)(struct reader *r, const char *value, struct err *err);
    enum section section;
    bool is_needed;
} keys[] = {
    {"game", key_game, IN_TUNE, true},          {"seat", key_seat, IN_TUNE, true},
    {"setup", key_setup, IN_TUNE, false},       {"seed", key_seed, IN_TUNE, false},
    {"steps", key_steps, IN_TUNE, true},        {"games", key_games, IN_TUNE, false},
    {"match-ms", key_match_ms, IN_TUNE, false}, {"turn-ms", key_turn_ms, IN_TUNE, false},
    {"start", key_start, IN_PARAMETER, true},   {"least", key_least, IN_PARAMETER, true},
    {"most", key_most, IN_PARAMETER, true},     {"step", key_step, IN_PARAMETER, true},
    {"rate", key_rate, IN_PARAMETER, false},    {"whole", key_whole, IN_PARAMETER, false},
};
enum { KEYS = sizeof keys / sizeof keys[0] };

/* A section has ended: is all there that it needs? */
static bool end_section(const struct reader *r, struct err *err)
{
    for (int i = 0; i < KEYS; i++)
        if (keys[i].section == r->section && keys[i].is_needed && !(r->given & 1u << i))
            return err_set(err, "%s%s has no `%s = ...`",
                           r->section == IN_TUNE ? "[tune]" : "the parameter ",
                           r->section == IN_TUNE ? "" : r->t->name[r->t->count - 1], keys[i].name);
    if (r->section != IN_PARAMETER) return true;
    const struct spsa_parameter *p = &r->t->parameter[r->t->count - 1];
    return (p->least < p->most && p->start >= p->least && p->start <= p->most) ||
           err_set(err, "the parameter %s must have least < most, and start between them",
                   r->t->name[r->t->count - 1]);
}

/* A name must do as a variable of the environment. */
static bool is_name(const char *s)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
    bool begins_with_digit = *s >= '0' && *s <= '9';
    return *s && strlen(s) < TUNE_NAME && !begins_with_digit && s[strspn(s, letters)] == '\0';
}

static bool begin_parameter(struct tune *t, const char *name, struct err *err)
{
    if (!is_name(name))
        return err_set(err, "a parameter's name is letters, digits and _, not `%s`", name);
    for (int i = 0; i < t->count; i++)
        if (strcmp(t->name[i], name) == 0)
            return err_set(err, "the parameter %s is there already", name);
    if (t->count == SPSA_PARAMETERS)
        return err_set(err, "there are at most %d parameters", SPSA_PARAMETERS);
    t->parameter[t->count] = (struct spsa_parameter){.rate = 0.01};
    snprintf(t->name[t->count++], TUNE_NAME, "%s", name);
    return true;
}

static bool begin_section(void *arg, const char *name, int line, struct err *err)
{
    struct reader *r = arg;
    (void)line;
    if (!end_section(r, err)) return false;
    r->given = 0;
    if (strncmp(name, "parameter ", 10) == 0) {
        r->section = IN_PARAMETER;
        return begin_parameter(r->t, name + 10 + strspn(name + 10, " "), err);
    }
    if (strcmp(name, "tune") != 0 || r->section != NOWHERE)
        return err_set(err, "a section is [tune], once and first, or [parameter NAME]; not [%s]",
                       name);
    r->section = IN_TUNE;
    return true;
}

static bool take_value(void *arg, const char *name, const char *value, int line, struct err *err)
{
    struct reader *r = arg;
    char list[256] = "";
    (void)line;
    for (int i = 0; i < KEYS; i++) {
        if (keys[i].section != r->section) continue;
        size_t len = strlen(list);
        snprintf(list + len, sizeof list - len, "%s%s", len ? ", " : "", keys[i].name);
        if (strcmp(keys[i].name, name) != 0) continue;
        if (r->given & 1u << i) return err_set(err, "%s is there twice in this section", name);
        r->given |= 1u << i;
        return keys[i].read(r, value, err) || err_wrap(err, "%s", name);
    }
    return err_set(err, "there is no key `%s` here; there are %s", name, *list ? list : "none yet");
}

/* Other values may be longer, but not by as much as is left then. */
static bool fits(const struct tune *t)
{
    char half[COMMAND_MOST / 2];
    struct text out = TEXT_ON(half);
    double values[SPSA_PARAMETERS];
    for (int i = 0; i < t->count; i++) values[i] = t->parameter[i].start;
    return tune_command(t, values, &out);
}

static bool check(struct tune *t, const char *path, struct err *err)
{
    struct err why;
    if (!t->game) return err_set(err, "%s: no [tune]", path);
    if (t->count == 0) return err_set(err, "%s: nothing to tune; add [parameter NAME]", path);
    if (seat_spec_is_bot(t->seat) || seat_spec_is_tcp(t->seat) || seat_spec_is_human(t->seat))
        return err_set(err, "%s: seat: %s has no parameters; a command has", path, t->seat);
    if (!seat_check(t->game, t->seat, &why)) return err_set(err, "%s: seat: %s", path, why.text);
    if (!fits(t)) return err_set(err, "%s: seat: too long with all its parameters", path);
    struct game_clock own = t->clock;
    t->clock = t->game->clock;
    if (own.match_ms >= 0) t->clock.match_ms = own.match_ms;
    if (own.turn_ms >= 0) t->clock.turn_ms = own.turn_ms;
    return true;
}

bool tune_parse(struct tune *t, const char *text, size_t len, const char *path, struct err *err)
{
    struct reader r = {.t = t};
    struct inifile_handler h = {.arg = &r, .section = begin_section, .value = take_value};
    memset(t, 0, sizeof *t);
    t->seed = 1;
    t->games = 2;
    t->clock = (struct game_clock){.match_ms = -1, .turn_ms = -1};
    if (!inifile_read(text, len, path, &h, err)) return false;
    if (!end_section(&r, err)) return err_wrap(err, "%s", path);
    return check(t, path, err);
}

bool tune_read(struct tune *t, const char *path, struct err *err)
{
    AUTO_FREE char *text = NULL;
    size_t len;
    return file_read(path, FILE_MOST, &text, &len, err) && tune_parse(t, text, len, path, err);
}

/* ---- values in a command ---- */

static void put_value(const struct spsa_parameter *p, double value, struct text *out)
{
    char digits[64];
    snprintf(digits, sizeof digits, p->is_whole ? "%.0f" : "%.9g", value + 0.0);
    text_str(out, digits);
}

/* The parameter whose {name} stands here, or -1. */
static int find_name(const struct tune *t, const char *at)
{
    for (int i = 0; i < t->count; i++) {
        size_t len = strlen(t->name[i]);
        if (*at == '{' && strncmp(at + 1, t->name[i], len) == 0 && at[len + 1] == '}') return i;
    }
    return -1;
}

static bool is_in_seat(const struct tune *t, int parameter)
{
    for (const char *at = t->seat; *at; at++)
        if (find_name(t, at) == parameter) return true;
    return false;
}

static void put_environment(const struct tune *t, const double *values, struct text *out)
{
    bool is_begun = false;
    for (int i = 0; i < t->count; i++) {
        if (is_in_seat(t, i)) continue;
        text_str(out, is_begun ? "" : "env ");
        is_begun = true;
        text_str(out, t->name[i]);
        text_char(out, '=');
        put_value(&t->parameter[i], values[i], out);
        text_char(out, ' ');
    }
}

bool tune_command(const struct tune *t, const double values[SPSA_PARAMETERS], struct text *out)
{
    text_clear(out);
    out->cut = false;
    put_environment(t, values, out);
    for (const char *at = t->seat; *at; at++) {
        int i = find_name(t, at);
        if (i < 0) {
            text_char(out, *at);
            continue;
        }
        put_value(&t->parameter[i], values[i], out);
        at += strlen(t->name[i]) + 1;
    }
    return !out->cut;
}

/* ---- what the journal says ---- */

static struct spsa spsa_of(const struct tune *t)
{
    struct spsa s = {
        .parameters = t->parameter, .count = t->count, .steps = t->steps, .seed = t->seed};
    spsa_begin(&s);
    return s;
}

/* Game g of a step: pairs on one seed; seat 0 is the one that was moved forth. */
static void name_game(const struct tune *t, int64_t step, int game, struct match_runner_task *task)
{
    task->round = (int32_t)(step * (t->games / 2) + game / 2);
    task->seed = t->seed + (uint64_t)task->round;
    for (int side = 0; side < 2; side++) task->seat[side] = (side + game) % 2;
    snprintf(task->key, sizeof task->key, "%llu:%d:%d", (unsigned long long)task->seed,
             task->seat[0], task->seat[1]);
}

/* How many games more the first has won in a step; false while one is missing. */
static bool lead_of(const struct tune *t, const struct journal *j, int64_t step, int *lead)
{
    *lead = 0;
    for (int game = 0; game < t->games; game++) {
        struct match_runner_task task;
        name_game(t, step, game, &task);
        const struct journal_match *m = journal_find(j, task.key);
        if (!m) return false;
        if (m->winner >= 0) *lead += m->seat[m->winner] == 0 ? 1 : -1;
    }
    return true;
}

bool tune_look(const struct tune *t, const struct journal *journal, struct tune_history *h,
               struct err *err)
{
    struct spsa s = spsa_of(t);
    int lead;
    h->steps = 0;
    h->row = calloc((size_t)t->steps + 1, sizeof *h->row);
    if (!h->row) return err_set(err, "out of memory");
    memcpy(h->row[0], s.value, sizeof s.value);
    while (h->steps < t->steps && lead_of(t, journal, h->steps, &lead)) {
        spsa_learn(&s, lead);
        memcpy(h->row[++h->steps], s.value, sizeof s.value);
    }
    return true;
}

void tune_history_free(struct tune_history *h)
{
    free(h->row);
    h->row = NULL;
}

/* ---- playing ---- */

struct play {
    const struct tune *t;
    const struct journal *journal;
    struct spsa s;
    int next; /* game of the step */
    char command[2][COMMAND_MOST];
    tune_fn *tell;
    void *arg;
};

static void write_commands(struct play *p)
{
    for (int side = 0; side < 2; side++) {
        double values[SPSA_PARAMETERS];
        struct text out = TEXT_ON(p->command[side]);
        spsa_values(&p->s, side, values);
        tune_command(p->t, values, &out);
    }
}

/* Goes through all steps whose games are there. */
static void learn(struct play *p)
{
    int lead;
    while (p->s.step < p->s.steps && lead_of(p->t, p->journal, p->s.step, &lead)) {
        spsa_learn(&p->s, lead);
        p->next = 0;
        if (p->tell) p->tell(p->arg, p->journal->count, p->s.value);
    }
    write_commands(p);
}

static enum match_runner_next next_game(void *arg, struct match_runner_task *task)
{
    struct play *p = arg;
    if (p->s.step == p->s.steps) return MATCH_RUNNER_END;
    while (p->next < p->t->games) {
        name_game(p->t, p->s.step, p->next++, task);
        if (journal_find(p->journal, task->key)) continue;
        for (int side = 0; side < 2; side++) task->command[side] = p->command[task->seat[side]];
        return MATCH_RUNNER_PLAY;
    }
    return MATCH_RUNNER_WAIT;
}

static bool take_result(void *arg, const struct journal_match *m, struct err *err)
{
    (void)m;
    (void)err;
    struct play *p = arg;
    int lead;
    if (lead_of(p->t, p->journal, p->s.step, &lead)) learn(p);
    return true;
}

static uint64_t hash_of(const struct tune *t)
{
    uint64_t h = hash_bytes(t->seed, t->seat, strlen(t->seat));
    h = hash_word(hash_word(h, (uint64_t)t->steps), (uint64_t)t->games);
    h = hash_word(hash_word(h, (uint64_t)t->clock.match_ms), (uint64_t)t->clock.turn_ms);
    for (int i = 0; i < t->count; i++) {
        const struct spsa_parameter *p = &t->parameter[i];
        const double words[] = {p->start, p->least, p->most, p->step, p->rate, p->is_whole};
        h = hash_bytes(hash_bytes(h, t->name[i], strlen(t->name[i])), words, sizeof words);
    }
    return h;
}

bool tune_run(const struct tune_options *o, tune_fn *tell, void *arg, struct journal *journal,
              struct err *err)
{
    static const char *const seats[] = {"forth", "back"};
    struct match_runner runner;
    struct match_runner_options c = {.match = o->match,
                                     .seats = seats,
                                     .names = seats,
                                     .seat_count = 2,
                                     .jobs = o->jobs,
                                     .out = o->out,
                                     .resume = o->resume};
    struct play p = {.t = o->tune, .journal = journal, .s = spsa_of(o->tune)};
    struct match_runner_plan plan = {.arg = &p, .next = next_game, .done = take_result};
    char buf[4096], more[64];
    struct text header = TEXT_ON(buf);
    c.match.game = o->tune->game;
    c.match.clock = o->tune->clock;
    c.match.setup = (struct game_setup){.options = o->tune->setup};
    snprintf(more, sizeof more, "\"tune\":\"%016llx\"", (unsigned long long)hash_of(o->tune));
    match_runner_header(&header, &c, more);
    c.header = header.buf;
    bool ok = match_runner_open(&runner, &c, journal, err);
    if (ok) learn(&p);
    p.tell = tell;
    p.arg = arg;
    ok = ok && match_runner_run(&runner, &plan, err);
    match_runner_close(&runner);
    return ok;
}
