/*
 * What decided a game of CHaser.
 *
 * All that can be lost by is a block: so every block that appears is remembered with who made it,
 * how, and when, and the end is told by the block under the loser or by the four around it.
 */
#include "games/chaser/chaser_decided.h"

static void remember_blocks(struct chaser_memory *m, const struct chaser *g)
{
    for (int y = 0; y < g->board.height; y++) {
        int row = y + CHASER_MARGIN;
        uint64_t added = g->board.field.block[row] & ~m->now.field.block[row];
        for (int x = 0; added && x < g->board.width; x++) {
            if (!(added >> (x + CHASER_MARGIN) & 1)) continue;
            bool is_put = g->last.word == CHASER_PUT;
            m->maker[y][x] =
                (uint8_t)((is_put ? CHASER_MADE_BY_PUT : CHASER_MADE_BY_TRAIL) + 2 * g->last_actor);
            m->made[y][x] = m->turn_now;
        }
    }
}

static bool is_beside(const struct chaser_board *b)
{
    int x = b->at[0].x - b->at[1].x, y = b->at[0].y - b->at[1].y;
    return x * x + y * y == 1;
}

void chaser_watch(struct game_memory *memory, const struct game_state *state)
{
    struct chaser_memory *m = (struct chaser_memory *)memory;
    const struct chaser *g = (const struct chaser *)state;
    if (m->has_ended) return;
    if (m->has_begun) remember_blocks(m, g);
    if (m->has_begun && m->waits_for_command) m->was_beside[m->asked] = is_beside(&m->now);
    m->waits_for_command = g->phase == CHASER_COMMAND;
    m->asked = g->actor;
    int32_t turn = g->turns - g->turns_left;
    for (int p = 0; p < 2; p++) {
        bool leads = g->board.items[p] > g->board.items[1 - p];
        if (!leads) m->lead_since[p] = -1;
        if (leads && m->lead_since[p] < 0) m->lead_since[p] = m->turn_now;
    }
    m->before = m->has_begun ? m->now : g->board;
    m->turn_before = m->has_begun ? m->turn_now : turn;
    m->now = g->board;
    m->turn_now = turn;
    m->has_begun = true;
    m->has_ended = g->ending != CHASER_RUNNING;
}

/* ---- sentences ---- */

static bool was_made_by(int maker, int p)
{
    return maker == CHASER_MADE_BY_PUT + 2 * p || maker == CHASER_MADE_BY_TRAIL + 2 * p;
}

/* Of the four blocks around a player, how many one has made. */
static int sides_by(const struct chaser_memory *m, const struct chaser *g, int p, int maker)
{
    int count = 0;
    for (int direction = CHASER_UP; direction <= CHASER_LEFT; direction++) {
        struct chaser_spot at = chaser_next(g->board.at[p], direction);
        if (chaser_is_inside(&g->board, at.x, at.y))
            count += was_made_by(m->maker[at.y][at.x], maker);
    }
    return count;
}

/* Whoever may put first when both stand side by side has won. */
static void say_crushed(const struct chaser_memory *m, const struct chaser *g, int winner,
                        struct game_decision *d, int turn)
{
    if (g->last.word == CHASER_PUT && m->was_beside[1 - winner])
        decision_say(d, turn,
                     "Turn {turn}: {winner} put a block on {loser}, which stood beside it already "
                     "and could have done so first.",
                     "ターン{turn}: "
                     "{winner}が{loser}の上にブロックを置きました。{loser}"
                     "もすでに隣にいて、先に置けました。");
    else if (g->last.word == CHASER_PUT)
        decision_say(d, turn,
                     "Turn {turn}: {loser} walked beside {winner}, which put a block on it.",
                     "ターン{turn}: {loser}が{winner}の隣へ動き、ブロックを置かれました。");
    else
        decision_say(
            d, turn, "Turn {turn}: {winner} took an item and left its block under {loser}.",
            "ターン{turn}: {winner}がアイテムを取り、跡のブロックが{loser}の位置にできました。");
}

static void say_enclosed(const struct chaser_memory *m, const struct chaser *g, int winner,
                         struct game_decision *d, int turn)
{
    int own = sides_by(m, g, 1 - winner, 1 - winner);
    if (own > 0)
        decision_say(d, turn,
                     "Turn {turn}: boxed in: {winner} closed the last side of {loser}; {own} of "
                     "the four blocks {loser} had made itself.",
                     "ターン{turn}: "
                     "{winner}が{loser}の最後の一方をふさぎました。囲んだ4つのうち{own}つは{loser}"
                     "自身が作ったブロックです。");
    else
        decision_say(d, turn, "Turn {turn}: boxed in: {winner} closed the last side of {loser}.",
                     "ターン{turn}: {winner}が{loser}の最後の一方をふさぎました。");
    decision_number(d, "own", own);
}

static void say_collision(const struct chaser_memory *m, const struct chaser *g, int winner,
                          struct game_decision *d, int turn)
{
    struct chaser_spot at = g->board.at[1 - winner];
    if (!chaser_is_inside(&g->board, at.x, at.y)) {
        decision_say(d, turn, "Turn {turn}: {loser} walked off the field.",
                     "ターン{turn}: {loser}がフィールドの外へ出ました。");
        return;
    }
    int maker = m->maker[at.y][at.x];
    if (maker == CHASER_MADE_BY_MAP)
        decision_say(d, turn, "Turn {turn}: {loser} walked into a block of the map.",
                     "ターン{turn}: {loser}がマップのブロックに入りました。");
    else if (maker == CHASER_MADE_BY_TRAIL + 2 * (1 - winner))
        decision_say(d, turn,
                     "Turn {turn}: {loser} walked into a block that it had left itself when it "
                     "took an item on turn {made}.",
                     "ターン{turn}: "
                     "{loser}が、ターン{made}にアイテムを取って自分で残したブロックに入りました。");
    else if (maker == CHASER_MADE_BY_PUT + 2 * (1 - winner))
        decision_say(
            d, turn,
            "Turn {turn}: {loser} walked into a block that it had put itself on turn {made}.",
            "ターン{turn}: {loser}が、ターン{made}に自分で置いたブロックに入りました。");
    else
        decision_say(
            d, turn,
            "Turn {turn}: {loser} walked into a block that {winner} had made on turn {made}.",
            "ターン{turn}: {loser}が、ターン{made}に{winner}が作ったブロックに入りました。");
    decision_number(d, "made", m->made[at.y][at.x]);
}

static void say_self_enclosed(const struct chaser *g, struct game_decision *d, int turn)
{
    if (g->last.word == CHASER_PUT)
        decision_say(d, turn, "Turn {turn}: {loser} closed its own last way out with a block.",
                     "ターン{turn}: {loser}が自分の最後の逃げ道にブロックを置きました。");
    else if (g->last.word == CHASER_WALK)
        decision_say(
            d, turn,
            "Turn {turn}: {loser} took an item in a dead end; the block it left behind closed it "
            "in.",
            "ターン{turn}: {loser}が袋小路でアイテムを取り、跡のブロックで自分を閉じ込めました。");
    else
        decision_say(d, turn, "Turn {turn}: {loser} was closed in on all four sides.",
                     "ターン{turn}: {loser}が四方を囲まれました。");
}

static void say_items(const struct chaser_memory *m, const struct chaser *g, int winner,
                      struct game_decision *d)
{
    int more = winner < 0 ? 0 : winner;
    if (winner < 0) {
        decision_say(d, m->turn_before, "All turns were played, with equal items: {more} each.",
                     "全ターンを終え、アイテムはどちらも{more}個でした。");
    } else {
        decision_say(d, m->lead_since[winner],
                     "All turns were played; items: {winner} {more}, {loser} {less}. {winner} was "
                     "ahead from turn {since} on.",
                     "全ターンを終え、アイテムは{winner}が{more}個、{loser}が{less}個でした。{"
                     "winner}はターン{since}からずっとリードしていました。");
        decision_number(d, "since", m->lead_since[winner]);
    }
    decision_number(d, "more", g->board.items[more]);
    decision_number(d, "less", g->board.items[1 - more]);
}

static void say_foul(const struct chaser *g, int winner, struct game_decision *d, int turn)
{
    static const char *const words[][2] = {
        [CHASER_NO_FOUL] = {"Turn {turn}: {loser} broke the protocol.",
                            "ターン{turn}: {loser}が通信の手順に反しました。"},
        [CHASER_DISCONNECTED] = {"Turn {turn}: {loser} disconnected.",
                                 "ターン{turn}: {loser}の接続が切れました。"},
        [CHASER_SILENT] = {"Turn {turn}: {loser} did not answer in time.",
                           "ターン{turn}: {loser}が時間内に応答しませんでした。"},
        [CHASER_READY_TWICE] = {"Turn {turn}: {loser} called getReady twice.",
                                "ターン{turn}: {loser}がgetReadyを2回呼びました。"},
        [CHASER_TWO_COMMANDS] = {"Turn {turn}: {loser} sent two commands in one turn.",
                                 "ターン{turn}: {loser}が1ターンに2つのコマンドを送りました。"},
        [CHASER_NO_SHARP] = {"Turn {turn}: {loser} did not end its turn with #.",
                             "ターン{turn}: {loser}がターンの終わりに#を送りませんでした。"},
        [CHASER_WRONG_WORD] = {"Turn {turn}: {loser} sent an unknown command.",
                               "ターン{turn}: {loser}が不明なコマンドを送りました。"}};
    const char *const *said = words[winner < 0 ? CHASER_NO_FOUL : g->foul[1 - winner]];
    if (winner < 0)
        decision_say(d, turn, "Turn {turn}: both broke the protocol.",
                     "ターン{turn}: 両者とも通信の手順に反しました。");
    else
        decision_say(d, turn, said[0], said[1]);
}

bool chaser_decided(const struct game_memory *memory, const struct game_state *state,
                    struct game_decision *d)
{
    const struct chaser_memory *m = (const struct chaser_memory *)memory;
    const struct chaser *g = (const struct chaser *)state;
    int turn = m->turn_before;
    *d = (struct game_decision){0};
    switch ((enum chaser_ending)g->ending) {
    case CHASER_RUNNING: return false;
    case CHASER_CRUSHED: say_crushed(m, g, g->winner, d, turn); break;
    case CHASER_ENCLOSED: say_enclosed(m, g, g->winner, d, turn); break;
    case CHASER_COLLISION: say_collision(m, g, g->winner, d, turn); break;
    case CHASER_SELF_ENCLOSED: say_self_enclosed(g, d, turn); break;
    case CHASER_FOUL: say_foul(g, g->winner, d, turn); break;
    case CHASER_BY_ITEMS: say_items(m, g, g->winner, d); break;
    }
    decision_number(d, "turn", turn);
    return true;
}
