# A first player for CODE VS 4.0.  CODE VS 4.0 の最初のプレイヤーです。
#
#   build: python3 -m py_compile player.py
#   run:   python3 player.py
#
# Workers look for resources and mine them, one builds a base, and its knights look for the enemy castle.
# ワーカーが資源を探して採り、拠点を 1 つ建て、拠点で作ったナイトが敵の城を探して攻めます。
from typing import NamedTuple

from arena import answer, read_int, read_word

SIZE = 100
WORKER, KNIGHT, FIGHTER, ASSASSIN, CASTLE, VILLAGE, BASE = range(7)
COST = {WORKER: 40, KNIGHT: 20, FIGHTER: 40, ASSASSIN: 60, VILLAGE: 100, BASE: 500}
WORKERS_WANTED, MINERS_A_CELL = 12, 5
OPPOSITE = {"U": "D", "D": "U", "L": "R", "R": "L"}


class Unit(NamedTuple):
    id: int
    y: int
    x: int
    hp: int
    kind: int


class Turn(NamedTuple):
    number: int
    money: int
    units: list      # our own
    enemies: list    # those in view  見えている敵
    resources: list  # (y, x) of those in view
    flipped: bool    # we sit at the lower right; everything above is turned round already


class Memory:
    """What we have seen in this stage.  このステージで見たもの"""
    def __init__(self):
        self.resources = []
        self.enemy_castle = None


def read_units():
    return [Unit(*(read_int() for _ in range(5))) for _ in range(read_int())]


def read_turn():
    """The stage's number, and a turn in which our corner is always the upper left one.
    自分の城がいつも左上になるように座標をひっくり返します。"""
    read_int()  # time left in milliseconds  残り時間
    stage, number, money = read_int(), read_int(), read_int()
    units, enemies = read_units(), read_units()
    resources = [(read_int(), read_int()) for _ in range(read_int())]
    read_word()  # END
    castle = next(unit for unit in units if unit.kind == CASTLE)
    if castle.y + castle.x < SIZE:
        return stage, Turn(number, money, units, enemies, resources, False)
    last = SIZE - 1
    units, enemies = ([u._replace(y=last - u.y, x=last - u.x) for u in side] for side in (units, enemies))
    return stage, Turn(number, money, units, enemies, [(last - y, last - x) for y, x in resources], True)


def corner_tour(reach, gap):
    """Points at a distance of up to `reach` from the upper left corner, row by row, to and fro."""
    tour = []
    for row, y in enumerate(range(gap // 2, reach, gap)):
        points = [(y, x) for x in range(gap // 2, reach - y, gap)]
        tour += points if row % 2 == 0 else points[::-1]
    return tour


HOME_TOUR = corner_tour(99, 8)
ENEMY_TOUR = [(SIZE - 1 - y, SIZE - 1 - x) for y, x in corner_tour(42, 5)]


def distance(unit, place):
    return abs(unit.y - place[0]) + abs(unit.x - place[1])


def step(unit, place):
    """The letter of a step towards a place; None when we are there."""
    if unit.y != place[0]:
        return "D" if unit.y < place[0] else "U"
    if unit.x != place[1]:
        return "R" if unit.x < place[1] else "L"
    return None


def on_tour(tour, unit, turn):
    """Where a unit that explores goes now: each begins elsewhere, all walk on along the tour."""
    return tour[(unit.id * 7 + turn.number // 8) % len(tour)]


def remember(memory, turn):
    memory.resources += [place for place in turn.resources if place not in memory.resources]
    for enemy in turn.enemies:
        if enemy.kind == CASTLE:
            memory.enemy_castle = enemy.y, enemy.x


def choose_goals(memory, turn):
    """Where each worker goes: to a resource that is not full, otherwise exploring."""
    free = [unit for unit in turn.units if unit.kind == WORKER]
    goals = {}
    for place in memory.resources:
        for _ in range(min(MINERS_A_CELL, len(free))):
            nearest = min(free, key=lambda unit: distance(unit, place))
            free.remove(nearest)
            goals[nearest.id] = place
    for unit in free:
        goals[unit.id] = on_tour(HOME_TOUR, unit, turn)
    return goals


def choose_product(unit, turn, money, builder):
    """What a unit makes now, or None.  いま作るもの"""
    workers = sum(u.kind == WORKER for u in turn.units)
    if unit.kind == CASTLE and workers < WORKERS_WANTED and money >= COST[WORKER]:
        return WORKER
    if unit == builder and money >= COST[BASE]:
        return BASE
    if unit.kind == BASE and money >= COST[KNIGHT]:
        return KNIGHT
    return None


def choose_builder(turn):
    """The worker that is nearest to the enemy builds the base, as long as there is none."""
    if any(unit.kind == BASE for unit in turn.units):
        return None
    return max((u for u in turn.units if u.kind == WORKER), key=lambda u: u.y + u.x, default=None)


def choose_orders(memory, turn):
    # YOUR IDEA HERE: villages near resources, several bases, other fighters, an attack with all
    # knights at once.  ここを工夫しよう: 村を建てる、拠点を増やす、まとまって攻める、など
    goals = choose_goals(memory, turn)
    builder = choose_builder(turn)
    money, orders = turn.money, []
    for unit in turn.units:
        product = choose_product(unit, turn, money, builder)
        if product is not None:
            money -= COST[product]
            letter = str(product)
        elif unit.kind == WORKER:
            letter = step(unit, goals[unit.id])
        elif unit.kind == KNIGHT:
            letter = step(unit, memory.enemy_castle or on_tour(ENEMY_TOUR, unit, turn))
        else:
            letter = None
        if letter:
            orders.append((unit.id, OPPOSITE.get(letter, letter) if turn.flipped else letter))
    return orders


def main():
    answer("starter-python")  # the name comes first  最初に名前を出力
    stage_before, memory = None, Memory()
    while True:
        stage, turn = read_turn()
        if stage != stage_before:
            stage_before, memory = stage, Memory()
        remember(memory, turn)
        orders = choose_orders(memory, turn)
        answer(len(orders), *(f"{id} {letter}" for id, letter in orders))


main()
