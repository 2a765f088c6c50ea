"""A small Reborn player in Python: drops every pack on the lowest pair of columns."""
import sys


def read_field():
    rows = [sys.stdin.readline().split() for _ in range(16)]
    sys.stdin.readline()  # END
    return [sum(row[x] != "0" for row in rows) for x in range(10)]


def main():
    print("simple-python", flush=True)
    for _ in range(1500):
        sys.stdin.readline()
    while True:
        line = sys.stdin.readline()
        if not line:
            return
        turn = int(line)
        _time, _stock, gauge, _score = (int(sys.stdin.readline()) for _ in range(4))
        height = read_field()
        for _ in range(4):
            sys.stdin.readline()
        read_field()
        best = min(range(9), key=lambda p: height[p] + height[p + 1])
        print("S" if gauge >= 80 else f"{best} {turn % 4}", flush=True)


main()
