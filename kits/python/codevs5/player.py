# A first player for CODE VS 5.0.  CODE VS 5.0 の最初のプレイヤーです。
#
#   build: python3 -m py_compile player.py
#   run:   python3 player.py
#
# Each ninja tries all walks of two steps and takes the one that ends away from dogs and near a soul.
# 忍者ごとに 2 歩の動き方をすべて試し、犬から離れていて忍者ソウルに近いものを選びます。
from collections import deque
from typing import NamedTuple

from arena import answer, read_int, read_word

STEPS = {"N": (0, 0), "U": (-1, 0), "L": (0, -1), "R": (0, 1), "D": (1, 0)}
FAR = 1000  # the distance of what cannot be reached  たどり着けない距離
MIDDLE_ROW = 8


class Side(NamedTuple):
    power: int    # nin-power, for jutsu  忍力
    cells: list   # cells[row][col]: W wall, O rock, _ floor  壁・岩・床
    ninjas: list  # (row, col)
    dogs: list    # (row, col)
    souls: list   # (row, col)
    uses: list    # how often each jutsu was used


def read_place():
    return read_int(), read_int()


def read_named_place():
    read_int()  # the id: ninjas and dogs have one
    return read_place()


def read_side():
    power, rows, _columns = read_int(), read_int(), read_int()
    cells = [read_word() for _ in range(rows)]
    ninjas = [read_named_place() for _ in range(read_int())]
    dogs = [read_named_place() for _ in range(read_int())]
    souls = [read_place() for _ in range(read_int())]
    return Side(power, cells, ninjas, dogs, souls, [read_int() for _ in range(8)])


def neighbour(place, step):
    return place[0] + STEPS[step][0], place[1] + STEPS[step][1]


def is_floor(side, place):
    return side.cells[place[0]][place[1]] == "_"


def distances(side, targets):
    """Steps from every cell to the nearest target (breadth-first search).  幅優先探索"""
    found = {place: 0 for place in targets if is_floor(side, place)}
    queue = deque(found)
    while queue:
        place = queue.popleft()
        for step in "ULRD":
            to = neighbour(place, step)
            if is_floor(side, to) and to not in found:
                found[to] = found[place] + 1
                queue.append(to)
    return found


def walks(side, start):
    """All walks of two steps over floor, with the cells that they visit."""
    for first in STEPS:
        for second in STEPS:
            via = neighbour(start, first)
            to = neighbour(via, second)
            if is_floor(side, via) and is_floor(side, to):
                yield first + second, via, to


def best_walk(side, ninja, souls):
    to_soul = distances(side, souls)
    to_dog = distances(side, side.dogs)

    def value(walk):
        _steps, via, to = walk
        # A dog takes one step after us: beside a dog we are caught.  犬のとなりで止まると捕まる
        danger = 500 if to_dog.get(to, FAR) < 2 else 0
        taken = len({via, to} & set(souls))
        # YOUR IDEA HERE: use jutsu, look further ahead, flee earlier.  ここを工夫しよう
        return 20 * taken - to_soul.get(to, FAR) - danger

    return max(walks(side, ninja), key=value)[0]


def share(side, number):
    """Ninja 0 looks after the upper half of the souls, ninja 1 after the lower half."""
    mine = [soul for soul in side.souls if (soul[0] > MIDDLE_ROW) == (number == 1)]
    return mine or side.souls


def main():
    answer("starter-python")  # the name comes first  最初に名前を出力
    while True:
        read_int()  # time left in milliseconds  残り時間
        _costs = [read_int() for _ in range(read_int())]  # of the jutsu  忍術のコスト
        me = read_side()
        read_side()  # the opponent  相手
        walks_chosen = [best_walk(me, ninja, share(me, number)) for number, ninja in enumerate(me.ninjas)]
        answer(2, *walks_chosen)  # 3 with a jutsu line before the walks  忍術を使うときは 3 行


main()
