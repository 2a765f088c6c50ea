/*
 * What decided a game of CODE VS 5.0.
 *
 * The fields touch only by jutsu and by dogs sent (RULES 2.2), so the loser's last turn can be
 * played again with every other walk, and without the opponent's jutsu: that tells whether there
 * was a way out, and who closed it.
 */
#include "games/codevs5/codevs5_decided.h"

/* The loser's last turn. */
struct last_turn {
    const struct codevs5_field *field; /* before it */
    const uint8_t *cost;
    struct codevs5_command command;
    struct codevs5_spell foe;
    int dogs; /* sent by the opponent */
};

static const struct codevs5_spell no_spell = {.jutsu = JUTSU_NONE};

void codevs5_watch(struct game_memory *memory, const struct game_state *state)
{
    struct codevs5_memory *m = (struct codevs5_memory *)memory;
    m->before = m->now;
    m->now = *(const struct codevs5_state *)state;
}

static unsigned caught_by(const struct last_turn *t, const struct codevs5_command *command,
                          struct codevs5_spell foe)
{
    struct codevs5_field field = *t->field;
    return codevs5_field_step(&field, t->cost, command, foe, t->dogs).caught;
}

/* Where a ninja stands when the dogs begin to move. */
static int end_of_walk(const struct last_turn *t, int ninja, struct codevs5_spell foe)
{
    struct codevs5_field field = *t->field;
    struct codevs5_spell own = codevs5_field_pay(&field, t->cost, &t->command);
    codevs5_field_act(&field, foe, own, &t->command);
    return field.ninja[ninja];
}

/* The field on which the walks begin: after the opponent's spell and this one (RULES 3.3). */
static struct codevs5_field after_spells(const struct last_turn *t, struct codevs5_spell own)
{
    struct codevs5_field field = *t->field;
    struct codevs5_command stay = {.jutsu = JUTSU_NONE};
    codevs5_field_act(&field, t->foe, own, &stay);
    return field;
}

/* Cells on which a ninja would have been safe, by some walk of both, with this jutsu. */
static int ways_out(const struct last_turn *t, int ninja, struct codevs5_spell own)
{
    struct codevs5_walk walks[CODEVS5_FAST_WALKS_MAX];
    bool is_safe[256] = {false};
    int count = 0;
    struct codevs5_field field = after_spells(t, own);
    int steps = own.jutsu == JUTSU_SPEED ? CODEVS5_STEPS_MAX : CODEVS5_STEPS;
    int walk_count = codevs5_list_walks(&field, steps, walks, CODEVS5_FAST_WALKS_MAX);
    for (int i = 0; i < walk_count; i++) {
        int end = walks[i].ninja[ninja];
        if (is_safe[end]) continue;
        struct codevs5_command c = {.jutsu = own.jutsu, .argument = own.argument};
        for (int n = 0; n < CODEVS5_NINJAS; n++)
            for (int s = 0; s < CODEVS5_STEPS_MAX; s++) c.step[n][s] = walks[i].step[n][s];
        is_safe[end] = caught_by(t, &c, t->foe) == 0;
        count += is_safe[end];
    }
    return count;
}

/* Whether a jutsu that could be paid for leaves a way out, wherever it is cast. */
static bool would_save(const struct last_turn *t, int ninja, int jutsu)
{
    int places = jutsu == JUTSU_SPEED ? 1 : jutsu == JUTSU_SLASH ? CODEVS5_NINJAS : CODEVS5_CELLS;
    if (t->field->nin < t->cost[jutsu]) return false;
    for (int i = 0; i < places; i++)
        if (ways_out(t, ninja, (struct codevs5_spell){(int8_t)jutsu, (uint8_t)i})) return true;
    return false;
}

/* ---- sentences ---- */

static const char *const jutsu_names[CODEVS5_JUTSU][2] = {
    [JUTSU_SPEED] = {"super speed", "超高速"},   [JUTSU_MY_ROCK] = {"a rock", "落石"},
    [JUTSU_MY_BOLT] = {"a bolt", "雷撃"},        [JUTSU_MY_CLONE] = {"a clone", "分身"},
    [JUTSU_SLASH] = {"a whirl slash", "回転斬"},
};

/* The ninja came where it wanted, but the dogs went another way: the rock fell on a clone, say. */
static void say_turned_dogs(struct game_decision *d, int turn)
{
    decision_say(
        d, turn,
        "Turn {turn}: caught: {winner}'s rock changed where the dogs went, and they caught "
        "{loser}'s ninja {ninja}.",
        "ターン{turn}: {winner}の落石で忍犬の動きが変わり、{loser}の忍者{ninja}が捕まりました。");
}

static void say_foe_jutsu(const struct last_turn *t, int ninja, int ways, struct game_decision *d,
                          int turn)
{
    struct last_turn calm = *t; /* without the jutsu, which may have closed several ways */
    calm.foe = no_spell;
    static const char *const english[][2] = {
        [JUTSU_FOE_ROCK] = {"Turn {turn}: caught: {winner}'s rock closed the way of {loser}'s "
                            "ninja {ninja}, and no other way was open on foot.",
                            "Turn {turn}: caught: of {all} ways out, {loser}'s ninja {ninja} took "
                            "one that {winner}'s rock closed."},
        [JUTSU_FOE_BOLT] = {"Turn {turn}: caught: {winner}'s bolt broke the rock that covered "
                            "{loser}'s ninja {ninja}, and no other way was open on foot.",
                            "Turn {turn}: caught: {winner}'s bolt broke the rock that covered "
                            "{loser}'s ninja {ninja}; {ways} other cells in reach were safe."},
        [JUTSU_FOE_CLONE] = {"Turn {turn}: caught: {winner}'s clone drew the dogs over {loser}'s "
                             "ninja {ninja}, and no cell in reach was safe from them.",
                             "Turn {turn}: caught: {winner}'s clone drew the dogs over {loser}'s "
                             "ninja {ninja}; {ways} other cells in reach were safe."}};
    static const char *const japanese[][2] = {
        [JUTSU_FOE_ROCK] = {"ターン{turn}: "
                            "{winner}の落石で{loser}の忍者{ninja}"
                            "の行く手がふさがり、歩いて逃げられる道はほかになく捕まりました。",
                            "ターン{turn}: "
                            "{loser}の忍者{ninja}は{all}通りの逃げ道のうち、{winner}"
                            "の落石でふさがれた道を選んで捕まりました。"},
        [JUTSU_FOE_BOLT] =
            {"ターン{turn}: "
             "{winner}の雷撃で{loser}の忍者{ninja}"
             "を守る岩が壊れ、歩いて逃げられる道はほかになく捕まりました。",
             "ターン{turn}: "
             "{winner}の雷撃で{loser}の忍者{ninja}を守る岩が壊れて捕まりました。ほかに安全なマスが{"
             "ways}つありました。"},
        [JUTSU_FOE_CLONE] = {
            "ターン{turn}: "
            "{winner}の分身が忍犬を{loser}の忍者{ninja}へ引き寄せ、安全なマスはありませんでした。",
            "ターン{turn}: "
            "{winner}の分身が忍犬を{loser}の忍者{ninja}へ引き寄せました。ほかに安全なマスが{ways}"
            "つありました。"}};
    decision_say(d, turn, english[t->foe.jutsu][ways > 0], japanese[t->foe.jutsu][ways > 0]);
    decision_number(d, "all", ways_out(&calm, ninja, no_spell));
}

static void say_surrounded(const struct last_turn *t, int ninja, struct game_decision *d, int turn)
{
    static const int helps[] = {JUTSU_SPEED, JUTSU_SLASH, JUTSU_MY_CLONE, JUTSU_MY_BOLT,
                                JUTSU_MY_ROCK};
    for (size_t i = 0; i < sizeof helps / sizeof *helps; i++) {
        int jutsu = helps[i];
        if (!would_save(t, ninja, jutsu)) continue;
        decision_say(d, turn,
                     "Turn {turn}: caught: {loser}'s ninja {ninja} had no way out on foot; {jutsu} "
                     "({cost} of its {nin} nin-power) would have saved it.",
                     "ターン{turn}: "
                     "{loser}の忍者{ninja}は歩いては逃げられませんでした。{jutsu}(忍力{nin}のうち{"
                     "cost})なら助かりました。");
        decision_words(d, "jutsu", jutsu_names[jutsu]);
        decision_number(d, "cost", t->cost[jutsu]);
        decision_number(d, "nin", t->field->nin);
        return;
    }
    decision_say(d, turn,
                 "Turn {turn}: caught: {loser}'s ninja {ninja} was surrounded and had no way out. "
                 "Dogs on its field: {dogs}, on {winner}'s: {others}.",
                 "ターン{turn}: "
                 "{loser}の忍者{ninja}は囲まれて逃げ道がありませんでした。忍犬の数は{loser}側{dogs}"
                 "、{winner}側{others}です。");
}

static void say_own_choice(const struct last_turn *t, int ways, struct game_decision *d, int turn)
{
    if (t->command.fault)
        decision_say(d, turn,
                     "Turn {turn}: caught: {loser}'s command was not valid, so its ninjas stood "
                     "still; {ways} cells in reach of ninja {ninja} were safe.",
                     "ターン{turn}: "
                     "{loser}の出力が不正で忍者が動かず、捕まりました。忍者{ninja}"
                     "が逃げられるマスは{ways}つありました。");
    else if (ways == 1)
        decision_say(
            d, turn,
            "Turn {turn}: caught: {loser}'s ninja {ninja} missed the only safe cell in reach.",
            "ターン{turn}: {loser}の忍者{ninja}は唯一の安全なマスへ行かずに捕まりました。");
    else
        decision_say(
            d, turn,
            "Turn {turn}: caught: {loser}'s ninja {ninja} had {ways} safe cells in reach and went "
            "to none of them.",
            "ターン{turn}: {loser}の忍者{ninja}は{ways}つある安全なマスへ行かずに捕まりました。");
}

static void say_caught(const struct codevs5_memory *m, int winner, struct game_decision *d)
{
    int loser = 1 - winner, turn = m->before.turn;
    struct last_turn t = {.field = &m->before.field[loser],
                          .cost = m->before.cost,
                          .command = m->now.last[loser].command,
                          .foe = m->now.last[winner].spell,
                          .dogs = m->now.last[winner].sent};
    int ninja = caught_by(&t, &t.command, t.foe) & 1 ? 0 : 1;
    bool is_cast = t.foe.jutsu == JUTSU_FOE_ROCK || t.foe.jutsu == JUTSU_FOE_BOLT ||
                   t.foe.jutsu == JUTSU_FOE_CLONE;
    bool is_foe = is_cast && caught_by(&t, &t.command, no_spell) == 0;
    int ways = ways_out(&t, ninja, no_spell);
    if (is_foe && t.foe.jutsu == JUTSU_FOE_ROCK &&
        end_of_walk(&t, ninja, t.foe) == end_of_walk(&t, ninja, no_spell))
        say_turned_dogs(d, turn);
    else if (is_foe)
        say_foe_jutsu(&t, ninja, ways, d, turn);
    else if (ways > 0)
        say_own_choice(&t, ways, d, turn);
    else
        say_surrounded(&t, ninja, d, turn);
    decision_number(d, "turn", turn);
    decision_number(d, "ninja", ninja);
    decision_number(d, "ways", ways);
    decision_number(d, "dogs", m->before.field[loser].dog_count);
    decision_number(d, "others", m->before.field[winner].dog_count);
}

static void say_other_end(const struct codevs5_state *g, int turn, struct game_decision *d)
{
    static const char *const words[END_KINDS][2] = {
        [END_BOTH_CAUGHT] = {"Turn {turn}: ninjas of both were caught at once.",
                             "ターン{turn}: 両者の忍者が同時に捕まりました。"},
        [END_TURNS] = {"All {turns} turns were played, and nobody was caught.",
                       "全{turns}ターンを終えて、どちらも捕まりませんでした。"},
        [END_TIMEOUT] = {"Turn {turn}: {loser} ran out of time.",
                         "ターン{turn}: {loser}が時間切れになりました。"},
        [END_INVALID] = {"Turn {turn}: {loser} broke the protocol, which loses at once.",
                         "ターン{turn}: {loser}の出力が形式に合わず負けになりました。"},
        [END_GONE] = {"Turn {turn}: {loser}'s program had ended.",
                      "ターン{turn}: {loser}のプログラムが終了していました。"},
        [END_BOTH_FAILED] = {"Turn {turn}: both failed to answer.",
                             "ターン{turn}: 両者とも応答できませんでした。"}};
    decision_say(d, turn, words[g->end][0], words[g->end][1]);
    decision_number(d, "turn", turn);
    decision_number(d, "turns", g->turns);
}

bool codevs5_decided(const struct game_memory *memory, const struct game_state *state,
                     struct game_decision *d)
{
    const struct codevs5_memory *m = (const struct codevs5_memory *)memory;
    const struct codevs5_state *g = (const struct codevs5_state *)state;
    *d = (struct game_decision){0};
    if (g->end == END_NOT_YET) return false;
    if (g->end == END_CAUGHT)
        say_caught(m, g->winner, d);
    else
        say_other_end(g, m->before.turn, d);
    return true;
}
