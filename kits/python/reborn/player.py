# A first player for CODE VS Reborn.  CODE VS Reborn の最初のプレイヤーです。
#
#   build: python3 -m py_compile player.py
#   run:   python3 player.py
#
# It tries all 36 ways to drop the pack, takes the one with the longest chain, and keeps fives for
# the skill, which blows them up.
# パックの落とし方 36 通りをすべて試していちばん長いチェインを選び、5 をためてスキルで爆発させます。
from typing import NamedTuple

from arena import answer, read_int, read_word

COLUMNS, ROWS, OJAMA, SKILL_GAUGE = 10, 16, 11, 80
NEIGHBOURS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


class Player(NamedTuple):
    time_left: int  # milliseconds  残り時間(ミリ秒)
    stock: int      # ojama that wait to fall on this player  降ってくるお邪魔の数
    gauge: int
    score: int
    columns: list   # columns[x] is the pile of column x, lowest block first  下から順


def read_packs():
    packs = []
    for _ in range(500):
        packs.append([read_int() for _ in range(4)])  # upper row, lower row
        read_word()  # END
    return packs


def read_player():
    numbers = [read_int() for _ in range(4)]
    rows = [[read_int() for _ in range(COLUMNS)] for _ in range(ROWS)]
    read_word()  # END
    columns = [[row[x] for row in reversed(rows) if row[x] != 0] for x in range(COLUMNS)]
    return Player(*numbers, columns)


def rotate(pack, times):
    """Turns  a b  clockwise into  c a
              c d                  d b"""
    for _ in range(times):
        a, b, c, d = pack
        pack = [c, a, d, b]
    return pack


def drop(columns, pack, position):
    a, b, c, d = pack
    columns[position] += [block for block in (c, a) if block != 0]
    columns[position + 1] += [block for block in (d, b) if block != 0]


def vanish(columns):
    """Takes away all blocks that make ten with a neighbour; True when there were any.
    となりと足して 10 になるブロックを消します。"""
    def at(x, y):
        return columns[x][y] if 0 <= x < COLUMNS and 0 <= y < len(columns[x]) else 0

    def stays(x, y):
        return all(at(x, y) + at(x + dx, y + dy) != 10 for dx, dy in NEIGHBOURS)

    kept = [[block for y, block in enumerate(pile) if stays(x, y)] for x, pile in enumerate(columns)]
    vanished = kept != columns
    columns[:] = kept
    return vanished


def count_fives(columns):
    return sum(pile.count(5) for pile in columns)


def evaluate(me, pack, position):
    """How good it is to drop the pack there: more is better."""
    columns = [list(pile) for pile in me.columns]
    if me.stock >= COLUMNS:  # a row of ojama falls first  先にお邪魔が 1 段降る
        for pile in columns:
            pile.append(OJAMA)
    drop(columns, pack, position)
    chain = 0
    while vanish(columns):
        chain += 1
    height = max(len(pile) for pile in columns)
    if height > ROWS:
        return -1000  # the game would be lost  負け
    # YOUR IDEA HERE: what else makes a field good?  ここを工夫しよう
    # For instance: look at the next packs too, and build a long chain before you fire it.
    return 10 * chain + 2 * count_fives(columns) - height


def choose(me, pack):
    if me.gauge >= SKILL_GAUGE and count_fives(me.columns) > 0:
        return "S"
    moves = [(position, turns) for position in range(COLUMNS - 1) for turns in range(4)]
    position, turns = max(moves, key=lambda move: evaluate(me, rotate(pack, move[1]), move[0]))
    return f"{position} {turns}"


def main():
    answer("starter-python")  # the name comes first  最初に名前を出力
    packs = read_packs()
    while True:
        turn = read_int()
        me = read_player()
        read_player()  # the opponent  相手
        answer(choose(me, packs[turn]))


main()
