// A first player for CODE VS 4.0.  CODE VS 4.0 の最初のプレイヤーです。
//
//   build: g++ -std=c++17 -O2 -o player player.cpp
//   run:   ./player
//
// Workers look for resources and mine them, one builds a base, and its knights look for the enemy castle.
// ワーカーが資源を探して採り、拠点を 1 つ建て、拠点で作ったナイトが敵の城を探して攻めます。
#include "arena.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

enum Kind { WORKER, KNIGHT, FIGHTER, ASSASSIN, CASTLE, VILLAGE, BASE, NOTHING };
const int COST[] = {40, 20, 40, 60, 0, 100, 500, 0};
const int SIZE = 100, WORKERS_WANTED = 12, MINERS_A_CELL = 5;

struct Place {
    int y, x;
    bool operator==(const Place &other) const { return y == other.y && x == other.x; }
};

struct Unit {
    int id;
    Place at;
    int hp, kind;
};

struct Turn {
    int stage, number, money;
    std::vector<Unit> units, enemies; // our own; enemies in view  見えている敵
    std::vector<Place> resources;     // those in view
    bool isFlipped; // we sit at the lower right; everything above is turned round already
};

// What we have seen in this stage.  このステージで見たもの
struct Memory {
    std::vector<Place> resources;
    std::optional<Place> enemyCastle;
};

// ---- reading ----

Place readPlace()
{
    int y = readInt();
    return {y, readInt()};
}

std::vector<Unit> readUnits()
{
    std::vector<Unit> units(readInt());
    for (Unit &unit : units) {
        unit.id = readInt();
        unit.at = readPlace();
        unit.hp = readInt();
        unit.kind = readInt();
    }
    return units;
}

Place turned(Place place)
{
    return {SIZE - 1 - place.y, SIZE - 1 - place.x};
}

// Turns the field round, so that our corner is always the upper left one.
// 自分の城がいつも左上になるように座標をひっくり返します。
void flip(Turn &turn)
{
    for (Unit &unit : turn.units) unit.at = turned(unit.at);
    for (Unit &enemy : turn.enemies) enemy.at = turned(enemy.at);
    for (Place &place : turn.resources) place = turned(place);
}

int countKind(const Turn &turn, int kind)
{
    return (int)std::count_if(turn.units.begin(), turn.units.end(),
                              [=](const Unit &unit) { return unit.kind == kind; });
}

Turn readTurn()
{
    Turn turn;
    readInt(); // time left in milliseconds  残り時間
    turn.stage = readInt();
    turn.number = readInt();
    turn.money = readInt();
    turn.units = readUnits();
    turn.enemies = readUnits();
    turn.resources.resize(readInt());
    for (Place &place : turn.resources) place = readPlace();
    readWord(); // END
    turn.isFlipped = false;
    for (const Unit &unit : turn.units)
        if (unit.kind == CASTLE) turn.isFlipped = unit.at.y + unit.at.x >= SIZE;
    if (turn.isFlipped) flip(turn);
    return turn;
}

// ---- places ----

int distance(Place a, Place b)
{
    return std::abs(a.y - b.y) + std::abs(a.x - b.x);
}

// Points at a distance of up to `reach` from the upper left corner, row by row, to and fro.
std::vector<Place> cornerTour(int reach, int gap)
{
    std::vector<Place> tour;
    for (int y = gap / 2; y < reach; y += gap) {
        size_t first = tour.size();
        for (int x = gap / 2; x < reach - y; x += gap) tour.push_back({y, x});
        if (y / gap % 2 == 1) std::reverse(tour.begin() + first, tour.end());
    }
    return tour;
}

std::vector<Place> enemyCornerTour(int reach, int gap)
{
    std::vector<Place> tour = cornerTour(reach, gap);
    for (Place &place : tour) place = turned(place);
    return tour;
}

const std::vector<Place> HOME_TOUR = cornerTour(99, 8);
const std::vector<Place> ENEMY_TOUR = enemyCornerTour(42, 5);

// Where a unit that explores goes now: each begins elsewhere, all walk on along the tour.
Place onTour(const std::vector<Place> &tour, const Unit &unit, const Turn &turn)
{
    return tour[(unit.id * 7 + turn.number / 8) % tour.size()];
}

// The letter of a step towards a place; nothing when we are there.
std::string step(Place from, Place to)
{
    if (from.y != to.y) return from.y < to.y ? "D" : "U";
    if (from.x != to.x) return from.x < to.x ? "R" : "L";
    return "";
}

std::string opposite(const std::string &letter)
{
    static const std::map<std::string, std::string> pairs = {
        {"U", "D"}, {"D", "U"}, {"L", "R"}, {"R", "L"}};
    auto found = pairs.find(letter);
    return found == pairs.end() ? letter : found->second;
}

// ---- thinking ----

void remember(Memory &memory, const Turn &turn)
{
    for (Place place : turn.resources)
        if (std::find(memory.resources.begin(), memory.resources.end(), place) ==
            memory.resources.end())
            memory.resources.push_back(place);
    for (const Unit &enemy : turn.enemies)
        if (enemy.kind == CASTLE) memory.enemyCastle = enemy.at;
}

// Where each worker goes: to a resource that is not full, otherwise exploring.
std::map<int, Place> chooseGoals(const Memory &memory, const Turn &turn)
{
    std::vector<Unit> free;
    std::map<int, Place> goals;
    for (const Unit &unit : turn.units)
        if (unit.kind == WORKER) free.push_back(unit);
    for (Place place : memory.resources)
        for (int miner = 0; miner < MINERS_A_CELL && !free.empty(); miner++) {
            auto nearest = std::min_element(
                free.begin(), free.end(), [=](const Unit &a, const Unit &b) {
                    return distance(a.at, place) < distance(b.at, place);
                });
            goals[nearest->id] = place;
            free.erase(nearest);
        }
    for (const Unit &unit : free) goals[unit.id] = onTour(HOME_TOUR, unit, turn);
    return goals;
}

// The id of the worker that builds the base: the nearest to the enemy. -1: there is a base.
int chooseBuilder(const Turn &turn)
{
    const Unit *best = nullptr;
    if (countKind(turn, BASE) > 0) return -1;
    for (const Unit &unit : turn.units)
        if (unit.kind == WORKER && (!best || unit.at.y + unit.at.x > best->at.y + best->at.x))
            best = &unit;
    return best ? best->id : -1;
}

// What a unit makes now.  いま作るもの
Kind chooseProduct(const Unit &unit, int builder, int workers, int money)
{
    if (unit.kind == CASTLE && workers < WORKERS_WANTED && money >= COST[WORKER]) return WORKER;
    if (unit.id == builder && money >= COST[BASE]) return BASE;
    if (unit.kind == BASE && money >= COST[KNIGHT]) return KNIGHT;
    return NOTHING;
}

std::vector<std::string> chooseOrders(const Memory &memory, const Turn &turn)
{
    // YOUR IDEA HERE: villages near resources, several bases, other fighters, an attack with all
    // knights at once.  ここを工夫しよう: 村を建てる、拠点を増やす、まとまって攻める、など
    std::map<int, Place> goals = chooseGoals(memory, turn);
    std::vector<std::string> orders;
    int builder = chooseBuilder(turn), workers = countKind(turn, WORKER), money = turn.money;
    for (const Unit &unit : turn.units) {
        Kind product = chooseProduct(unit, builder, workers, money);
        std::string letter;
        if (product != NOTHING)
            letter = std::to_string(product);
        else if (unit.kind == WORKER)
            letter = step(unit.at, goals[unit.id]);
        else if (unit.kind == KNIGHT)
            letter = step(unit.at, memory.enemyCastle.value_or(onTour(ENEMY_TOUR, unit, turn)));
        money -= COST[product];
        if (!letter.empty())
            orders.push_back(std::to_string(unit.id) + " " +
                             (turn.isFlipped ? opposite(letter) : letter));
    }
    return orders;
}

int main()
{
    Memory memory;
    int stageBefore = -1;
    answer("starter-cpp"); // the name comes first  最初に名前を出力
    for (;;) {
        Turn turn = readTurn();
        if (turn.stage != stageBefore) memory = Memory();
        stageBefore = turn.stage;
        remember(memory, turn);
        std::string text;
        std::vector<std::string> orders = chooseOrders(memory, turn);
        for (const std::string &order : orders) text += "\n" + order;
        answer(std::to_string(orders.size()) + text);
    }
}
