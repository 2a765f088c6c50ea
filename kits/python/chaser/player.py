# A first player for CHaser.  CHaser の最初のプレイヤーです。
#
#   build: python3 -m py_compile player.py
#   run:   python3 player.py
#   on a server:  python3 player.py HOST PORT NAME
#
# It puts a block on an enemy beside it, collects items where that is safe, and explores.
# 相手がとなりにいたらブロックを置き、安全ならアイテムを取り、まだ行っていない方へ歩きます。
from chaser import BLOCK, DOWN, ENEMY, ITEM, LEFT, RIGHT, UP, Client, GameOver

SIDE = {UP: 1, RIGHT: 5, DOWN: 7, LEFT: 3}       # the cell in each direction  となりのマス
CORNERS = {UP: (0, 2), RIGHT: (2, 8), DOWN: (6, 8), LEFT: (0, 6)}  # the corners beside that cell  ななめ
STEP = {UP: (0, -1), RIGHT: (1, 0), DOWN: (0, 1), LEFT: (-1, 0)}


class Explorer:
    """Remembers how often each cell was visited; the start is (0, 0).  歩いた回数の記録"""
    def __init__(self):
        self.x = self.y = 0
        self.visits = {(0, 0): 1}

    def ahead(self, direction):
        return self.x + STEP[direction][0], self.y + STEP[direction][1]

    def times(self, direction):
        return self.visits.get(self.ahead(direction), 0)

    def go(self, direction):
        self.x, self.y = self.ahead(direction)
        self.visits[self.x, self.y] = self.visits.get((self.x, self.y), 0) + 1


def enemy_near(cells, direction):
    """Whether a step would bring us beside an enemy that stands in a corner."""
    return any(cells[corner] == ENEMY for corner in CORNERS[direction])


def has_way_out(cells, direction):
    """Taking an item leaves a block behind us: is a side of the item's cell open?
    アイテムを取ると元のマスがブロックになるので、逃げ道があるか調べます。"""
    return any(cells[corner] != BLOCK for corner in CORNERS[direction])


def value(cells, direction, explorer):
    """How good a step in this direction is; None: never."""
    cell = cells[SIDE[direction]]
    if cell == BLOCK or enemy_near(cells, direction):
        return None
    if cell == ITEM:
        return 1000 if has_way_out(cells, direction) else None
    # YOUR IDEA HERE: keep a map, use look and search, wall the enemy in.  ここを工夫しよう
    items_near = sum(cells[corner] == ITEM for corner in CORNERS[direction])
    return 10 * items_near - explorer.times(direction)


def act(client, cells, explorer):
    for direction in SIDE:
        if cells[SIDE[direction]] == ENEMY:
            client.put(direction)
            return
    values = {direction: value(cells, direction, explorer) for direction in SIDE}
    possible = [direction for direction in SIDE if values[direction] is not None]
    if not possible:
        client.look(UP)  # waits  待つ
        return
    best = max(possible, key=values.get)
    explorer.go(best)
    client.walk(best)


def main():
    client, explorer = Client("starter-python"), Explorer()
    try:
        while True:
            act(client, client.getReady(), explorer)
    except GameOver:
        pass


main()
