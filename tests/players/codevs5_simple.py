"""A small CODE VS 5.0 player in Python: each ninja walks towards its nearest soul, round rocks."""
import collections
import sys

STEPS = {"U": (-1, 0), "L": (0, -1), "R": (0, 1), "D": (1, 0)}


def line():
    text = sys.stdin.readline()
    if not text:
        sys.exit(0)
    return text.strip()


def numbers():
    return [int(word) for word in line().split()]


def read_field():
    line()  # nin-power
    rows, _ = numbers()
    field = [line() for _ in range(rows)]
    ninjas = [tuple(numbers()[1:]) for _ in range(int(line()))]
    dogs = {tuple(numbers()[1:]) for _ in range(int(line()))}
    souls = {tuple(numbers()) for _ in range(int(line()))}
    line()  # uses
    return field, ninjas, dogs, souls


def walk(field, start, dogs, souls):
    queue, came = collections.deque([start]), {start: ""}
    while queue:
        cell = queue.popleft()
        if cell in souls:
            return came[cell][:2]
        for letter, (down, right) in STEPS.items():
            to = cell[0] + down, cell[1] + right
            if field[to[0]][to[1]] == "_" and to not in dogs and to not in came:
                came[to] = came[cell] + letter
                queue.append(to)
    return ""


print("simple-python", flush=True)
while True:
    line()  # time left
    line()  # number of jutsu
    line()  # costs
    field, ninjas, dogs, souls = read_field()
    read_field()
    print(2, *(walk(field, ninja, dogs, souls) for ninja in ninjas), sep="\n", flush=True)
