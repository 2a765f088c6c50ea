// A first player for CODE VS Reborn.  CODE VS Reborn の最初のプレイヤーです。
//
//   build: g++ -std=c++17 -O2 -o player player.cpp
//   run:   ./player
//
// It tries all 36 ways to drop the pack, takes the one with the longest chain, and keeps fives for
// the skill, which blows them up.
// パックの落とし方 36 通りをすべて試していちばん長いチェインを選び、5 をためてスキルで爆発させます。
#include "arena.hpp"

#include <algorithm>
#include <array>
#include <vector>

const int PACKS = 500, COLUMNS = 10, ROWS = 16, OJAMA = 11, SKILL_GAUGE = 80, LOST = -1000;

struct Pack {
    int a, b, c, d; // a b over c d
};

using Pile = std::vector<int>; // lowest block first  下から順
using Field = std::array<Pile, COLUMNS>;

struct Player {
    int timeLeft; // milliseconds  残り時間(ミリ秒)
    int stock;    // ojama that wait to fall on this player  降ってくるお邪魔の数
    int gauge;
    int score;
    Field field;
};

std::vector<Pack> readPacks()
{
    std::vector<Pack> packs(PACKS);
    for (Pack &pack : packs) {
        for (int *block : {&pack.a, &pack.b, &pack.c, &pack.d}) *block = readInt();
        readWord(); // END
    }
    return packs;
}

Player readPlayer()
{
    Player player;
    for (int *number : {&player.timeLeft, &player.stock, &player.gauge, &player.score})
        *number = readInt();
    for (int row = 0; row < ROWS; row++) // from the top  上の段から
        for (Pile &pile : player.field)
            if (int block = readInt()) pile.insert(pile.begin(), block);
    readWord(); // END
    return player;
}

// Turns  a b  clockwise into  c a
//        c d                  d b
Pack rotate(Pack pack, int times)
{
    for (int i = 0; i < times; i++) pack = {pack.c, pack.a, pack.d, pack.b};
    return pack;
}

void push(Pile &pile, int block)
{
    if (block != 0) pile.push_back(block);
}

void drop(Field &field, const Pack &pack, int position)
{
    push(field[position], pack.c);
    push(field[position], pack.a);
    push(field[position + 1], pack.d);
    push(field[position + 1], pack.b);
}

int blockAt(const Field &field, int x, int y)
{
    bool isInside = x >= 0 && x < COLUMNS && y >= 0 && y < (int)field[x].size();
    return isInside ? field[x][y] : 0;
}

bool makesTen(const Field &field, int x, int y)
{
    for (int dx = -1; dx <= 1; dx++)
        for (int dy = -1; dy <= 1; dy++)
            if ((dx != 0 || dy != 0) && field[x][y] + blockAt(field, x + dx, y + dy) == 10)
                return true;
    return false;
}

// Takes away all blocks that make ten with a neighbour; true when there were any.
// となりと足して 10 になるブロックを消します。
bool vanish(Field &field)
{
    Field kept;
    for (int x = 0; x < COLUMNS; x++)
        for (int y = 0; y < (int)field[x].size(); y++)
            if (!makesTen(field, x, y)) kept[x].push_back(field[x][y]);
    bool vanished = kept != field;
    field = kept;
    return vanished;
}

int countFives(const Field &field)
{
    int fives = 0;
    for (const Pile &pile : field) fives += (int)std::count(pile.begin(), pile.end(), 5);
    return fives;
}

int highest(const Field &field)
{
    size_t most = 0;
    for (const Pile &pile : field) most = std::max(most, pile.size());
    return (int)most;
}

// How good it is to drop the pack there: more is better.
int evaluate(const Player &me, const Pack &pack, int position)
{
    Field field = me.field;
    int chain = 0;
    if (me.stock >= COLUMNS) // a row of ojama falls first  先にお邪魔が 1 段降る
        for (Pile &pile : field) push(pile, OJAMA);
    drop(field, pack, position);
    while (vanish(field)) chain++;
    if (highest(field) > ROWS) return LOST;
    // YOUR IDEA HERE: what else makes a field good?  ここを工夫しよう
    // For instance: look at the next packs too, and build a long chain before you fire it.
    return 10 * chain + 2 * countFives(field) - highest(field);
}

std::string choose(const Player &me, const Pack &pack)
{
    int best = LOST - 1;
    std::string move;
    if (me.gauge >= SKILL_GAUGE && countFives(me.field) > 0) return "S";
    for (int position = 0; position < COLUMNS - 1; position++)
        for (int times = 0; times < 4; times++) {
            int value = evaluate(me, rotate(pack, times), position);
            if (value <= best) continue;
            best = value;
            move = std::to_string(position) + " " + std::to_string(times);
        }
    return move;
}

int main()
{
    answer("starter-cpp"); // the name comes first  最初に名前を出力
    std::vector<Pack> packs = readPacks();
    for (;;) {
        int turn = readInt();
        Player me = readPlayer();
        readPlayer(); // the opponent  相手
        answer(choose(me, packs[turn]));
    }
}
