/*
 * What decided a game of CODE VS 4.0.
 *
 * A stage is lost with the castle, so the enemies in sight of each castle are followed: from when
 * they first came, how many they were, from where, and who stood against them. The stage to tell of
 * is the one after which the loser could not win any more.
 */
#include "games/codevs4/codevs4_decided.h"

enum {
    SIGHT = 10,     /* of a castle; RULES 1.5 */
    EDGE = 3,       /* who is so near to the end of its sight has just come */
    CALM_MOST = 10, /* turns without an enemy after which those to come are another army */
    SHOWN = 40,     /* turns before the fall that are worth watching */
    STAGE_POINTS = 2,
};

static bool is_soldier(const struct codevs4_unit *u)
{
    return u->type == CODEVS4_KNIGHT || u->type == CODEVS4_FIGHTER || u->type == CODEVS4_ASSASSIN;
}

static const struct codevs4_unit *castle_of(const struct codevs4 *g, int p)
{
    for (int i = 0; i < g->count; i++)
        if (g->unit[i].type == CODEVS4_CASTLE && g->unit[i].side == p) return &g->unit[i];
    return NULL;
}

static void keep_most(int32_t *most, int32_t n)
{
    if (n > *most) *most = n;
}

static void watch_castle(struct codevs4_siege *s, const struct codevs4 *g, int p)
{
    const struct codevs4_unit *castle = castle_of(g, p);
    int32_t soldiers = 0, workers = 0, defenders = 0, y = 0, x = 0;
    if (!castle) return;
    for (int i = 0; i < g->count; i++) {
        const struct codevs4_unit *u = &g->unit[i];
        int distance = codevs4_distance(u->y, u->x, castle->y, castle->x);
        if (distance > SIGHT) continue;
        if (u->side == p) {
            defenders += is_soldier(u);
        } else if (is_soldier(u) || u->type == CODEVS4_WORKER) {
            soldiers += is_soldier(u);
            workers += !is_soldier(u);
            if (distance > SIGHT - EDGE) y += u->y - castle->y, x += u->x - castle->x;
        }
    }
    s->calm = soldiers + workers > 0 ? 0 : s->calm + 1;
    if (s->calm > CALM_MOST) *s = (struct codevs4_siege){.calm = s->calm};
    if (soldiers + workers > 0 && s->soldiers + s->workers == 0) s->first = g->turn;
    if (s->soldiers + s->workers + soldiers + workers == 0) return;
    keep_most(&s->soldiers, soldiers);
    keep_most(&s->workers, workers);
    keep_most(&s->defenders, defenders);
    s->y += y;
    s->x += x;
}

void codevs4_watch(struct game_memory *memory, const struct game_state *state)
{
    struct codevs4_memory *m = (struct codevs4_memory *)memory;
    const struct codevs4 *g = (const struct codevs4 *)state;
    struct game_status status;
    game_codevs4.status(state, &status);
    m->turn = status.turn;
    if (status.over) return;
    if (g->turn == 0) m->begun[g->stage] = status.turn;
    for (int p = 0; p < 2; p++) watch_castle(&m->siege[g->stage][p], g, p);
}

/* ---- sentences ---- */

enum { EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST, NORTH, NORTH_EAST, DIRECTIONS };

static const char *const *direction_of(const struct codevs4_siege *s)
{
    static const char *const names[DIRECTIONS][2] = {
        [EAST] = {"east", "東"},   [SOUTH_EAST] = {"south-east", "南東"},
        [SOUTH] = {"south", "南"}, [SOUTH_WEST] = {"south-west", "南西"},
        [WEST] = {"west", "西"},   [NORTH_WEST] = {"north-west", "北西"},
        [NORTH] = {"north", "北"}, [NORTH_EAST] = {"north-east", "北東"}};
    int y = s->y < 0 ? -s->y : s->y, x = s->x < 0 ? -s->x : s->x;
    if (x > 2 * y) return names[s->x > 0 ? EAST : WEST];
    if (y > 2 * x) return names[s->y > 0 ? SOUTH : NORTH];
    if (s->y > 0) return names[s->x > 0 ? SOUTH_EAST : SOUTH_WEST];
    return names[s->x > 0 ? NORTH_EAST : NORTH_WEST];
}

static void say_castle(const struct codevs4_memory *m, const struct codevs4 *g, int stage,
                       int winner, struct game_decision *d)
{
    static const char *const kinds[2][2][2] = {{{"soldiers", "兵"}, {"soldier", "兵"}},
                                               {{"workers", "ワーカー"}, {"worker", "ワーカー"}}};
#define FELL                                                                                       \
    "Stage {stage}, turn {turn}: {loser}'s castle fell. {count} {kind} came from the {from}, "
#define SEEN "in its sight from turn {seen} on; "
    static const char *const english[] = {FELL SEEN "no soldier defended it.",
                                          FELL SEEN "one soldier defended it.",
                                          FELL SEEN "{defenders} soldiers defended it.",
                                          FELL SEEN "{defenders} soldiers could not hold it."};
#undef FELL
#undef SEEN
#define FELL "ステージ{stage}、ターン{turn}: {loser}の城が落ちました。"
#define SEEN "{from}から{kind}{count}体がターン{seen}に城の視界へ入り、"
    static const char *const japanese[] = {FELL SEEN "守りの兵はいませんでした。",
                                           FELL SEEN "守りの兵は1体だけでした。",
                                           FELL SEEN "守りの兵は{defenders}体でした。",
                                           FELL SEEN "守りの兵{defenders}体でも防げませんでした。"};
#undef FELL
#undef SEEN
    const struct codevs4_siege *s = &m->siege[stage][1 - winner];
    int fall = g->score[stage].turns - 1;
    int from = fall - s->first > SHOWN ? fall - SHOWN : s->first;
    bool has_soldiers = s->soldiers > 0;
    int32_t count = has_soldiers ? s->soldiers : s->workers;
    int stood = s->defenders == 0 ? 0 : s->defenders == 1 ? 1 : s->defenders < count ? 2 : 3;
    decision_say(d, m->begun[stage] + from, english[stood], japanese[stood]);
    decision_number(d, "stage", stage);
    decision_number(d, "turn", fall);
    decision_number(d, "count", count);
    decision_words(d, "kind", kinds[!has_soldiers][count == 1]);
    decision_words(d, "from", direction_of(s));
    decision_number(d, "seen", s->first);
    decision_number(d, "defenders", s->defenders);
}

/* The stage after which the loser could not win any more; -1: the turn sums decided. */
static int deciding_stage(const struct codevs4 *g, int winner)
{
    int lead = 0, left = g->stages;
    for (int stage = g->first; stage < g->first + g->stages; stage++) {
        int result = g->score[stage].result;
        lead += result == (winner ? CODEVS4_P2 : CODEVS4_P1) ? STAGE_POINTS
                : result == CODEVS4_DRAW                     ? 0
                                                             : -STAGE_POINTS;
        if (lead > STAGE_POINTS * --left) return stage;
    }
    return -1;
}

/* The last stage up to this one that the player has won. */
static int stage_won(const struct codevs4 *g, int stage, int p)
{
    while (stage > g->first && g->score[stage].result != (p ? CODEVS4_P2 : CODEVS4_P1)) stage--;
    return stage;
}

static void say_turn_sums(const struct codevs4_memory *m, const struct codevs4 *g, int winner,
                          struct game_decision *d)
{
    decision_say(
        d, m->turn - 1,
        "Both won as many stages; {winner} needed fewer turns (turn sum {sum}, {loser} "
        "{other}).",
        "勝ったステージ数は同じで、{winner}の方が少ないターン数でした(合計ターン数{sum}、{loser}"
        "は{other})。");
    decision_number(d, "sum", codevs4_turn_sum(g, winner));
    decision_number(d, "other", codevs4_turn_sum(g, 1 - winner));
}

static void say_fault(const struct codevs4_memory *m, const struct codevs4 *g,
                      struct game_decision *d)
{
    static const char *const words[][2] = {
        [CODEVS4_END_TIME] = {"Stage {stage}, turn {turn}: {loser} ran out of time and lost this "
                              "and all later stages.",
                              "ステージ{stage}、ターン{turn}: {loser}"
                              "が時間切れになり、以降のステージも負けになりました。"},
        [CODEVS4_END_INVALID] = {"Stage {stage}, turn {turn}: {loser} gave no valid answer and "
                                 "lost this and all later stages.",
                                 "ステージ{stage}、ターン{turn}: {loser}"
                                 "の出力が不正で、以降のステージも負けになりました。"},
        [CODEVS4_END_GONE] = {"Stage {stage}, turn {turn}: {loser}'s program had ended, and lost "
                              "this and all later stages.",
                              "ステージ{stage}、ターン{turn}: {loser}"
                              "のプログラムが終了し、以降のステージも負けになりました。"}};
    decision_say(d, m->turn, words[g->ending][0], words[g->ending][1]);
    decision_number(d, "stage", g->stage);
    decision_number(d, "turn", g->turn);
}

static void say_stages(const struct codevs4_memory *m, const struct codevs4 *g, int winner,
                       struct game_decision *d)
{
    int stage = deciding_stage(g, winner);
    if (stage < 0)
        say_turn_sums(m, g, winner, d);
    else
        say_castle(m, g, stage_won(g, stage, winner), winner, d);
}

bool codevs4_decided(const struct game_memory *memory, const struct game_state *state,
                     struct game_decision *d)
{
    const struct codevs4_memory *m = (const struct codevs4_memory *)memory;
    const struct codevs4 *g = (const struct codevs4 *)state;
    struct game_status status;
    game_codevs4.status(state, &status);
    *d = (struct game_decision){0};
    if (!status.over) return false;
    /* A fault in a stage that no longer mattered leaves the winner to be told by the stages. */
    int fault = g->score[g->stage].result == CODEVS4_P1 ? 1 : 0;
    if (status.winner < 0)
        decision_say(d, m->turn, "Both won as many stages in as many turns: a draw.",
                     "勝ったステージ数も合計ターン数も同じで、引き分けです。");
    else if (g->ending == CODEVS4_END_STAGES || g->ending == CODEVS4_END_BOTH ||
             fault == status.winner)
        say_stages(m, g, status.winner, d);
    else
        say_fault(m, g, d);
    return true;
}
