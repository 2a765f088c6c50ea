"""Children's own CHaser clients, as they bring them: in C, Python, Ruby and Node (tests/players). Each takes HOST PORT NAME."""
import os


def chaser_clients(source, build):
    players = os.path.join(source, "tests", "players")
    return [[os.path.join(build, "tests", "chaser_client")], ["/usr/bin/python3", os.path.join(players, "chaser_client.py")],
            ["ruby", os.path.join(players, "chaser_client.rb")], ["node", os.path.join(players, "chaser_client.cjs")]]
