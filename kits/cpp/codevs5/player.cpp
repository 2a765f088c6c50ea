// A first player for CODE VS 5.0.  CODE VS 5.0 の最初のプレイヤーです。
//
//   build: g++ -std=c++17 -O2 -o player player.cpp
//   run:   ./player
//
// Each ninja tries all walks of two steps and takes the one that ends away from dogs and near a soul.
// 忍者ごとに 2 歩の動き方をすべて試し、犬から離れていて忍者ソウルに近いものを選びます。
#include "arena.hpp"

#include <algorithm>
#include <map>
#include <queue>
#include <utility>
#include <vector>

const int JUTSU = 8, MIDDLE_ROW = 8;
const int FAR = 1000; // the distance of what cannot be reached  たどり着けない距離

using Place = std::pair<int, int>; // row, column  行, 列

struct Step {
    char letter;
    int down, right;
};
const std::vector<Step> STEPS = {{'N', 0, 0}, {'U', -1, 0}, {'L', 0, -1}, {'R', 0, 1}, {'D', 1, 0}};

struct Side {
    int power;                      // nin-power, for jutsu  忍力
    std::vector<std::string> cells; // W wall, O rock, _ floor  壁・岩・床
    std::vector<Place> ninjas, dogs, souls;
    std::vector<int> uses; // how often each jutsu was used
};

Place readPlace()
{
    int row = readInt();
    return {row, readInt()};
}

std::vector<Place> readPlaces(bool haveIds)
{
    std::vector<Place> places(readInt());
    for (Place &place : places) {
        if (haveIds) readInt();
        place = readPlace();
    }
    return places;
}

Side readSide()
{
    Side side;
    side.power = readInt();
    side.cells.resize(readInt());
    readInt(); // columns
    for (std::string &row : side.cells) row = readWord();
    side.ninjas = readPlaces(true);
    side.dogs = readPlaces(true);
    side.souls = readPlaces(false);
    for (int i = 0; i < JUTSU; i++) side.uses.push_back(readInt());
    return side;
}

Place neighbour(Place place, const Step &step)
{
    return {place.first + step.down, place.second + step.right};
}

bool isFloor(const Side &side, Place place)
{
    return side.cells[place.first][place.second] == '_';
}

bool contains(const std::vector<Place> &places, Place place)
{
    return std::find(places.begin(), places.end(), place) != places.end();
}

// Steps from every cell to the nearest target.
class Distances {
  public:
    // Breadth-first search.  幅優先探索
    Distances(const Side &side, const std::vector<Place> &targets)
    {
        std::queue<Place> queue;
        for (Place target : targets) reach(side, queue, target, 0);
        for (; !queue.empty(); queue.pop())
            for (const Step &step : STEPS)
                reach(side, queue, neighbour(queue.front(), step), steps[queue.front()] + 1);
    }

    int to(Place place) const
    {
        auto found = steps.find(place);
        return found == steps.end() ? FAR : found->second;
    }

  private:
    std::map<Place, int> steps;

    void reach(const Side &side, std::queue<Place> &queue, Place place, int distance)
    {
        if (isFloor(side, place) && steps.emplace(place, distance).second) queue.push(place);
    }
};

std::string bestWalk(const Side &side, Place ninja, const std::vector<Place> &souls)
{
    Distances soul(side, souls), dog(side, side.dogs);
    int best = -10 * FAR;
    std::string walk;
    for (const Step &first : STEPS)
        for (const Step &second : STEPS) {
            Place via = neighbour(ninja, first);
            if (!isFloor(side, via) || !isFloor(side, neighbour(via, second))) continue;
            Place to = neighbour(via, second);
            int taken = (via != to && contains(souls, via)) + contains(souls, to);
            // A dog takes one step after us: beside a dog we are caught.  犬のとなりで止まると捕まる
            int danger = dog.to(to) < 2 ? 500 : 0;
            // YOUR IDEA HERE: use jutsu, look further ahead, flee earlier.  ここを工夫しよう
            int value = 20 * taken - soul.to(to) - danger;
            if (value <= best) continue;
            best = value;
            walk = {first.letter, second.letter};
        }
    return walk;
}

// Ninja 0 looks after the upper half of the souls, ninja 1 after the lower half.
std::vector<Place> share(const Side &side, int ninja)
{
    std::vector<Place> mine;
    for (Place soul : side.souls)
        if ((soul.first > MIDDLE_ROW) == (ninja == 1)) mine.push_back(soul);
    return mine.empty() ? side.souls : mine;
}

int main()
{
    answer("starter-cpp"); // the name comes first  最初に名前を出力
    for (;;) {
        readInt(); // time left in milliseconds  残り時間
        std::vector<int> costs(readInt()); // of the jutsu  忍術のコスト
        for (int &cost : costs) cost = readInt();
        Side me = readSide();
        readSide(); // the opponent  相手
        answer("2"); // 3 with a jutsu line before the walks  忍術を使うときは 3 行
        for (int ninja = 0; ninja < (int)me.ninjas.size(); ninja++)
            answer(bestWalk(me, me.ninjas[ninja], share(me, ninja)));
    }
}
