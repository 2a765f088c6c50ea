"""A small CHaser client in Python: chaser_client.py HOST PORT NAME.

Puts a block on the opponent beside it, takes items beside it, otherwise walks where it has been least often.
"""
import socket
import sys

# Direction letter, and its cell in the square of an answer (d1 .. d9, d5 is the own cell).
WAYS = {"u": 2, "r": 6, "d": 8, "l": 4}
STEPS = {"u": (0, -1), "r": (1, 0), "d": (0, 1), "l": (-1, 0)}
OTHER, BLOCK, ITEM = "1", "2", "3"


def choose(square, place, visits):
    cells = {way: square[cell] for way, cell in WAYS.items()}
    for way, cell in cells.items():
        if cell == OTHER:
            return "p" + way
    free = [way for way, cell in cells.items() if cell != BLOCK]
    if not free:
        return "lu"

    def worth(way):
        x, y = place[0] + STEPS[way][0], place[1] + STEPS[way][1]
        return cells[way] == ITEM, -visits.get((x, y), 0)

    return "w" + max(free, key=worth)


def main(host, port, name):
    with socket.create_connection((host, int(port))) as connection, connection.makefile("rw", newline="") as server:
        def say(text):
            server.write(text + "\r\n")
            server.flush()

        place, visits = (0, 0), {}
        say(name)
        while server.readline().startswith("@"):
            say("gr")
            square = server.readline()
            if not square.startswith("1"):
                return
            visits[place] = visits.get(place, 0) + 1
            command = choose(square, place, visits)
            say(command)
            answer = server.readline()
            if command[0] == "w":
                place = place[0] + STEPS[command[1]][0], place[1] + STEPS[command[1]][1]
            say("#")
            if not answer.startswith("1"):
                return


main(*sys.argv[1:4])
