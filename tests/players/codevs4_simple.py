"""A small CODE VS 4.0 player in Python: makes workers, mines what it finds, builds a base, marches to the other corner."""
import sys


def numbers():
    return [int(word) for word in sys.stdin.readline().split()]


def lines():
    return [numbers() for _ in range(numbers()[0])]


def step(y, x, goal):
    if y != goal[0]:
        return "D" if y < goal[0] else "U"
    if x != goal[1]:
        return "R" if x < goal[1] else "L"
    return None


def answer(turn, money, own, cells):
    castle = next(u for u in own if u[4] == 4)
    far = castle[1] + castle[2] > 99  # the lower right corner is ours
    kinds = [u[4] for u in own]
    orders = []
    for ident, y, x, _hp, kind in own:
        letter = None
        if kind == 4 and kinds.count(0) < 10:
            letter = "0"
        elif kind == 6:
            letter = "1"
        elif kind == 0 and 6 not in kinds and money >= 500:
            letter = "6"
            kinds.append(6)
        elif kind == 0:
            spot = (ident * 29 + turn // 50 * 17) % 60
            goal = cells[ident % len(cells)] if cells else (99 - spot, 39 + spot) if far else (spot, 60 - spot)
            letter = step(y, x, goal)
        elif kind == 1:
            side = turn // 8 % 5 * 8
            letter = step(y, x, (side, 35 - side) if far else (99 - side, 64 + side))
        if letter:
            orders.append(f"{ident} {letter}")
    return orders


def main():
    print("simple-python", flush=True)
    cells, last = [], None
    while True:
        if not sys.stdin.readline():  # time left
            return
        (stage,), (turn,), (money,) = numbers(), numbers(), numbers()
        own, _foes, seen = lines(), lines(), lines()
        sys.stdin.readline()  # END
        if stage != last:
            cells, last = [], stage
        cells += [tuple(cell) for cell in seen if tuple(cell) not in cells]
        orders = answer(turn, money, own, cells)
        print("\n".join([str(len(orders)), *orders]), flush=True)


main()
