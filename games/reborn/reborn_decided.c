/*
 * What decided a game of CODE VS Reborn.
 *
 * Who tops out was either buried or piled up alone. Buried: rows of ojama fell to the end, or much
 * of the field is ojama. Ojama never vanish (RULES 5.1, 6.2), so an attack long ago may have done
 * it. The attack to name is the one that weighs most: by the rows that fell before its stock was
 * worked off, or by all that it sent when that was never so. Where it was less than half of many
 * that came, the many are named.
 */
#include "games/reborn/reborn_decided.h"

enum {
    ROW = REBORN_COLS,  /* ojama that fall at once */
    LAST_ROWS = 2,      /* rows in the last turns that make an end by ojama */
    LAST_TURNS = 4,     /* those last turns */
    OJAMA_SHARE = 3,    /* or a third of the field */
    PILE_TURNS = 40,    /* in which a field fills */
    ANSWER_LEAST = ROW, /* what keeps off a row is an answer */
    ANSWER_TURNS = 3,   /* in which it must come */
    ATTACKS_MANY = 3,
};

void reborn_watch(struct game_memory *memory, const struct game_state *state)
{
    struct reborn_memory *m = (struct reborn_memory *)memory;
    const struct reborn *g = (const struct reborn *)state;
    if (g->turn == m->turns || m->turns == REBORN_TURNS) return; /* the start, or an error */
    for (int p = 0; p < 2; p++) {
        const struct reborn_last *last = &g->side[p].last;
        int64_t before = m->turns > 0 ? m->turn[m->turns - 1].stock[1 - p] : 0;
        int64_t left = before - (g->side[1 - p].last.dropped ? ROW : 0);
        int64_t sent = g->side[1 - p].stock - left;
        m->turn[m->turns].sent[p] = sent > 0 ? (int32_t)sent : 0;
        m->turn[m->turns].stock[p] = (int32_t)g->side[p].stock;
        m->turn[m->turns].chain[p] = last->chain;
        m->turn[m->turns].blast[p] = last->blast;
        m->turn[m->turns].dropped[p] = last->dropped;
        m->turn[m->turns].score[p] = g->side[p].score;
    }
    m->turns++;
}

/* ---- topped out ---- */

static void count_blocks(const struct reborn_field *f, int *blocks, int *ojama)
{
    *blocks = *ojama = 0;
    for (int col = 0; col < REBORN_COLS; col++)
        for (int row = 0; row < reborn_height(f, col); row++) {
            ++*blocks;
            *ojama += reborn_cell(f, col, row) == REBORN_OJAMA;
        }
}

static int rows_fallen(const struct reborn_memory *m, int p, int from)
{
    int rows = 0;
    for (int t = from < 0 ? 0 : from; t < m->turns; t++) rows += m->turn[t].dropped[p] > 0;
    return rows;
}

/* What an attack came to: all of it while its victim is under it to the end, otherwise the rows
   that fell. */
static int weight_of(const struct reborn_memory *m, int by, int turn)
{
    int sent = m->turn[turn].sent[by], rows = 0;
    if (m->turn[turn].stock[1 - by] < ROW) return 0;
    for (int t = turn + 1; t < m->turns; t++) {
        rows += m->turn[t].dropped[1 - by] > 0;
        if (m->turn[t].stock[1 - by] < ROW && t < m->turns - 1)
            return sent < ROW * rows ? sent : ROW * rows;
    }
    return sent;
}

static int weightiest_attack(const struct reborn_memory *m, int by)
{
    int best = 0;
    for (int t = 1; t < m->turns; t++)
        if (weight_of(m, by, t) >= weight_of(m, by, best)) best = t;
    return best;
}

/* What came back within a few turns. What was offset counts, too: it is missing in the own stock.
 */
static int64_t answer_to(const struct reborn_memory *m, int by, int turn)
{
    int64_t sum = 0;
    for (int t = turn + 1; t <= turn + ANSWER_TURNS && t < m->turns; t++) {
        int64_t due = m->turn[t - 1].stock[by] - (m->turn[t].dropped[by] ? ROW : 0);
        int64_t less = due - m->turn[t].stock[by];
        sum += m->turn[t].sent[by] + (less > 0 ? less : 0);
    }
    return sum;
}

/* Attacks of a row and more; *sent is what they were together. */
static int count_attacks(const struct reborn_memory *m, int by, int64_t *sent)
{
    int count = 0;
    *sent = 0;
    for (int t = 0; t < m->turns; t++) {
        if (m->turn[t].sent[by] < ROW) continue;
        count++;
        *sent += m->turn[t].sent[by];
    }
    return count;
}

static void say_many_attacks(const struct reborn_memory *m, int winner, int turn,
                             struct game_decision *d)
{
    bool has_skill = m->turn[turn].blast[winner] > 0;
    int64_t all;
    int count = count_attacks(m, winner, &all);
    decision_say(
        d, turn,
        has_skill ? "{count} attacks of {winner} sent {all} ojama, the heaviest on turn "
                    "{turn}: a skill that took {blast} blocks and sent {sent}. {loser} "
                    "topped out on turn {end}."
                  : "{count} attacks of {winner} sent {all} ojama, the heaviest on turn "
                    "{turn}: a chain of {chain} that sent {sent}. {loser} topped out on "
                    "turn {end}.",
        has_skill
            ? "攻撃{count}回でお邪魔は計{all}個。最大はターン{turn}の{winner}の爆発"
              "スキル({blast}個を消して{sent}個)。{loser}はターン{end}にデンジャーラインを超えま"
              "した。"
            : "攻撃{count}回でお邪魔は計{all}個。最大はターン{turn}の{winner}の"
              "{chain}チェイン({sent}個)。{loser}はターン{end}にデンジャーラインを超えました。");
    decision_number(d, "count", count);
    decision_number(d, "all", all);
}

static void say_one_attack(const struct reborn_memory *m, int winner, int turn,
                           struct game_decision *d)
{
    static const char *const english[2][2] = {
        {"Turn {turn}: {winner}'s chain of {chain} sent {sent} ojama; {loser} had no answer within "
         "3 turns and topped out on turn {end}.",
         "Turn {turn}: {winner}'s chain of {chain} sent {sent} ojama; {loser} answered with "
         "{answer} within 3 turns and topped out on turn {end}."},
        {"Turn {turn}: {winner}'s skill took {blast} blocks and sent {sent} ojama; {loser} had no "
         "answer within 3 turns and topped out on turn {end}.",
         "Turn {turn}: {winner}'s skill took {blast} blocks and sent {sent} ojama; {loser} "
         "answered with {answer} within 3 turns and topped out on turn {end}."}};
    static const char *const japanese[2][2] = {
        {"ターン{turn}: {winner}の{chain}チェインでお邪魔{sent}個。{loser}"
         "は3ターン以内に返せず、ターン{end}にデンジャーラインを超えました。",
         "ターン{turn}: {winner}の{chain}チェインでお邪魔{sent}個。{loser}が3ターン以内に返したのは"
         "{answer}個で、ターン{end}にデンジャーラインを超えました。"},
        {"ターン{turn}: {winner}の爆発スキルが{blast}個を消してお邪魔{sent}個。{loser}"
         "は3ターン以内に返せず、ターン{end}にデンジャーラインを超えました。",
         "ターン{turn}: {winner}の爆発スキルが{blast}個を消してお邪魔{sent}個。{loser}が3ターン以内"
         "に返したのは{answer}個で、ターン{end}にデンジャーラインを超えました。"}};
    int64_t answer = answer_to(m, 1 - winner, turn);
    bool has_skill = m->turn[turn].blast[winner] > 0, has_answer = answer >= ANSWER_LEAST;
    decision_say(d, turn, english[has_skill][has_answer], japanese[has_skill][has_answer]);
    decision_number(d, "answer", answer);
}

static void say_attack(const struct reborn_memory *m, int winner, int turn, struct game_decision *d)
{
    int64_t all;
    int count = count_attacks(m, winner, &all);
    if (count >= ATTACKS_MANY && 2 * m->turn[turn].sent[winner] < all)
        say_many_attacks(m, winner, turn, d);
    else
        say_one_attack(m, winner, turn, d);
    decision_number(d, "turn", turn);
    decision_number(d, "chain", m->turn[turn].chain[winner]);
    decision_number(d, "blast", m->turn[turn].blast[winner]);
    decision_number(d, "sent", m->turn[turn].sent[winner]);
    decision_number(d, "end", m->turns - 1);
}

static void say_alone(const struct reborn_memory *m, int loser, int blocks, int ojama,
                      struct game_decision *d)
{
    int turn = m->turns - 1, longest = 0;
    for (int t = turn - PILE_TURNS < 0 ? 0 : turn - PILE_TURNS; t <= turn; t++)
        if (m->turn[t].chain[loser] > longest) longest = m->turn[t].chain[loser];
    decision_say(d, turn,
                 "Turn {turn}: {loser} topped out by its own pile: {ojama} of {blocks} blocks were "
                 "ojama, and its longest chain at the end was {chain}.",
                 "ターン{turn}: "
                 "{loser}は自分で積んだブロックでデンジャーラインを超えました。{blocks}"
                 "個のうちお邪魔は{ojama}"
                 "個、終盤の最長は{chain}チェインです。");
    decision_number(d, "turn", turn);
    decision_number(d, "ojama", ojama);
    decision_number(d, "blocks", blocks);
    decision_number(d, "chain", longest);
}

static void say_topped_out(const struct reborn_memory *m, const struct reborn *g, int winner,
                           struct game_decision *d)
{
    int loser = 1 - winner, blocks, ojama;
    count_blocks(&g->side[loser].field, &blocks, &ojama);
    bool is_pressed = rows_fallen(m, loser, m->turns - LAST_TURNS) >= LAST_ROWS;
    int turn = weightiest_attack(m, winner);
    bool is_buried = is_pressed || ojama * OJAMA_SHARE >= blocks;
    if (is_buried && weight_of(m, winner, turn) >= ROW)
        say_attack(m, winner, turn, d);
    else
        say_alone(m, loser, blocks, ojama, d);
}

static void say_both_topped_out(const struct reborn_memory *m, const struct reborn *g,
                                struct game_decision *d)
{
    if (g->winner < 0)
        decision_say(d, m->turns - 1, "Turn {turn}: both topped out with equal scores.",
                     "ターン{turn}: 同点のまま両者ともデンジャーラインを超えました。");
    else
        decision_say(
            d, m->turns - 1,
            "Turn {turn}: both topped out; {winner} had {more} points, {loser} {less}.",
            "ターン{turn}: 両者ともデンジャーラインを超え、得点は{winner}が{more}、{loser}が{less}"
            "でした。");
    decision_number(d, "turn", m->turns - 1);
}

/* ---- points, errors ---- */

static void add_scores(const struct reborn *g, struct game_decision *d)
{
    int winner = g->winner < 0 ? 0 : g->winner;
    decision_number(d, "more", g->side[winner].score);
    decision_number(d, "less", g->side[1 - winner].score);
}

/* The turn since which the winner was always ahead. */
static int lead_since(const struct reborn_memory *m, int winner)
{
    int t = m->turns - 1;
    while (t > 0 && m->turn[t - 1].score[winner] > m->turn[t - 1].score[1 - winner]) t--;
    return t;
}

static void say_points(const struct reborn_memory *m, const struct reborn *g,
                       struct game_decision *d)
{
    if (g->winner < 0) {
        decision_say(d, m->turns - 1, "All {turns} turns were played, with equal scores ({more}).",
                     "全{turns}ターンを終えて同点({more})でした。");
    } else {
        int turn = lead_since(m, g->winner);
        decision_say(
            d, turn,
            "All {turns} turns were played: {winner} had {more} points, {loser} {less}. "
            "{winner} was ahead from turn {turn} on.",
            "全{turns}ターンを終え、得点は{winner}が{more}、{loser}が{less}でした。{winner}"
            "はターン{turn}からずっとリードしていました。");
        decision_number(d, "turn", turn);
    }
    decision_number(d, "turns", g->turns);
}

static void say_error(const struct reborn *g, struct game_decision *d)
{
    bool is_late = g->ending == REBORN_END_LATE;
    if (g->winner < 0)
        decision_say(d, g->turn, "Turn {turn}: both failed to give a valid answer in time.",
                     "ターン{turn}: 両者とも時間内に正しい出力を返せませんでした。");
    else if (is_late)
        decision_say(d, g->turn, "Turn {turn}: {loser} ran out of time.",
                     "ターン{turn}: {loser}が時間切れになりました。");
    else
        decision_say(d, g->turn, "Turn {turn}: {loser} gave no valid answer, which loses at once.",
                     "ターン{turn}: {loser}が不正な出力で負けになりました。");
    decision_number(d, "turn", g->turn);
}

bool reborn_decided(const struct game_memory *memory, const struct game_state *state,
                    struct game_decision *d)
{
    const struct reborn_memory *m = (const struct reborn_memory *)memory;
    const struct reborn *g = (const struct reborn *)state;
    *d = (struct game_decision){0};
    switch ((enum reborn_ending)g->ending) {
    case REBORN_RUNNING: return false;
    case REBORN_END_DANGER:
        if (g->side[0].last.dead && g->side[1].last.dead)
            say_both_topped_out(m, g, d);
        else
            say_topped_out(m, g, g->winner, d);
        break;
    case REBORN_END_TURNS: say_points(m, g, d); break;
    case REBORN_END_LATE:
    case REBORN_END_INVALID:
    case REBORN_END_LATE_INVALID: say_error(g, d); break;
    }
    add_scores(g, d);
    return true;
}
