// A first player for CHaser.  CHaser の最初のプレイヤーです。
//
//   build: g++ -std=c++17 -O2 -o player player.cpp
//   run:   ./player
//   on a server:  ./player HOST PORT NAME
//
// It puts a block on an enemy beside it, collects items where that is safe, and explores.
// 相手がとなりにいたらブロックを置き、安全ならアイテムを取り、まだ行っていない方へ歩きます。
#include "chaser.hpp"

#include <map>
#include <utility>

struct Direction {
    char letter;
    int side;             // the cell in this direction  となりのマス
    int corner1, corner2; // the corners beside that cell  ななめ
    int dx, dy;
};
const std::vector<Direction> DIRECTIONS = {
    {UP, 1, 0, 2, 0, -1}, {RIGHT, 5, 2, 8, 1, 0}, {DOWN, 7, 6, 8, 0, 1}, {LEFT, 3, 0, 6, -1, 0}};
const int NEVER = -100000;

// Remembers how often each cell was visited; the start is (0, 0).  歩いた回数の記録
class Explorer {
  public:
    Explorer() { visits[{0, 0}] = 1; }
    int times(const Direction &d) { return visits[{x + d.dx, y + d.dy}]; }
    void go(const Direction &d)
    {
        x += d.dx;
        y += d.dy;
        visits[{x, y}]++;
    }

  private:
    int x = 0, y = 0;
    std::map<std::pair<int, int>, int> visits;
};

int countCorners(const Cells &cells, const Direction &d, int what)
{
    return (cells[d.corner1] == what) + (cells[d.corner2] == what);
}

// How good a step in this direction is: more is better.
int evaluate(Explorer &explorer, const Cells &cells, const Direction &d)
{
    if (cells[d.side] == BLOCK) return NEVER;
    // A step beside an enemy lets it put a block on us.  相手のとなりに行くと負ける
    if (countCorners(cells, d, ENEMY) > 0) return NEVER;
    // Taking an item leaves a block behind us: is a side of the item's cell open?
    // アイテムを取ると元のマスがブロックになるので、逃げ道があるか調べます。
    bool isTrap = countCorners(cells, d, BLOCK) == 2;
    if (cells[d.side] == ITEM) return isTrap ? NEVER : 1000;
    // YOUR IDEA HERE: keep a map, use look and search, wall the enemy in.  ここを工夫しよう
    return 10 * countCorners(cells, d, ITEM) - explorer.times(d);
}

void act(Client &client, const Cells &cells, Explorer &explorer)
{
    const Direction *best = nullptr;
    int bestValue = NEVER;
    for (const Direction &d : DIRECTIONS)
        if (cells[d.side] == ENEMY) {
            client.put(d.letter);
            return;
        }
    for (const Direction &d : DIRECTIONS) {
        int value = evaluate(explorer, cells, d);
        if (value <= bestValue) continue;
        bestValue = value;
        best = &d;
    }
    if (!best) {
        client.look(UP); // waits  待つ
        return;
    }
    explorer.go(*best);
    client.walk(best->letter);
}

int main(int argc, char **argv)
try {
    Client client(argc, argv, "starter-cpp");
    Explorer explorer;
    for (;;) act(client, client.getReady(), explorer);
} catch (GameOver) {
    return 0;
}
