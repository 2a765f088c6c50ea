"""The client library: getReady, walk, look, search and put.
CHaser の通信をするライブラリです。ふつうは書きかえません。

The nine cells that come back are numbered     0 1 2     0 floor   床
row by row; you stand on cell 4.               3 4 5     1 enemy   相手
(search: nine cells straight ahead.)           6 7 8     2 block   ブロック
                                                         3 item    アイテム
"""
import socket
import sys

UP, RIGHT, DOWN, LEFT = "u", "r", "d", "l"
FLOOR, ENEMY, BLOCK, ITEM = 0, 1, 2, 3


class GameOver(Exception):
    """The game has ended.  ゲーム終了"""


class Client:
    def __init__(self, name):
        """Connects to the server named on the command line (HOST PORT [NAME]); without one, the
        game is played over standard input and output."""
        if len(sys.argv) > 2:
            connection = socket.create_connection((sys.argv[1], int(sys.argv[2])))
            self._input = connection.makefile("r", encoding="ascii")
            self._output = connection.makefile("w", encoding="utf-8", newline="")
        else:
            self._input, self._output = sys.stdin, sys.stdout
        self._send(sys.argv[3] if len(sys.argv) > 3 else name)

    def getReady(self):
        """Waits for our turn; the cells around us.  自分の番を待ち、まわりの 9 マスを返す"""
        self._receive()  # @
        self._send("gr")
        return self._cells(self._receive())

    def walk(self, direction):
        return self._act("w" + direction)

    def look(self, direction):
        """The nine cells around the cell two steps ahead.  2 マス先を中心とする 9 マス"""
        return self._act("l" + direction)

    def search(self, direction):
        """The nine cells straight ahead.  直線 9 マス"""
        return self._act("s" + direction)

    def put(self, direction):
        return self._act("p" + direction)

    def _act(self, command):
        self._send(command)
        line = self._receive()
        self._send("#")
        return self._cells(line)

    def _cells(self, line):
        """A line is 1 and nine cells; 0 in place of the 1 says that the game has ended."""
        if line[0] != "1":
            raise GameOver
        return [int(digit) for digit in line[1:10]]

    def _receive(self):
        line = self._input.readline().strip()
        if not line:
            raise GameOver
        return line

    def _send(self, line):
        self._output.write(line + "\r\n")
        self._output.flush()
