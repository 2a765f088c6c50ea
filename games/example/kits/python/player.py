# A first player for Four in a Row.  四目並べの最初のプレイヤーです。
#
#   build: python3 -m py_compile player.py
#   run:   python3 player.py
#
# It completes a line of four if it can, stops the opponent's, and otherwise likes the middle.
# 四つ並べられるなら並べ、相手の四つを止め、そうでなければまん中に近い列に落とします。
from arena import answer, read_int, read_word

COLUMNS, ROWS = 7, 6
WAYS = [(1, 0), (0, 1), (1, 1), (1, -1)]


def read_board():
    """Rows from the bottom: O is mine, X the opponent's.  下の段から順。O が自分、X が相手です。"""
    rows = [read_word() for _ in range(ROWS)]
    read_word()  # END
    return rows[::-1]


def height(board, column):
    return sum(row[column] != "." for row in board)


def count(board, stone, x, y, dx, dy):
    """How many stones of this kind follow (x, y) in one direction.  ある方向に同じ石がいくつ続くか。"""
    n = 0
    while 0 <= x + dx < COLUMNS and 0 <= y + dy < ROWS and board[y + dy][x + dx] == stone:
        x, y, n = x + dx, y + dy, n + 1
    return n


def makes_line(board, stone, column):
    y = height(board, column)
    return any(count(board, stone, column, y, dx, dy) + count(board, stone, column, y, -dx, -dy) >= 3 for dx, dy in WAYS)


def evaluate(board, column):
    """How good it is to drop a stone there: more is better."""
    if makes_line(board, "O", column):
        return 100
    if makes_line(board, "X", column):
        return 50
    # YOUR IDEA HERE: what else makes a column good?  ここを工夫しよう
    # For instance: do not move where the opponent could complete a line on top.
    return -abs(column - COLUMNS // 2)


def main():
    answer("starter-python")  # the name comes first  最初に名前を出力
    while True:
        read_int()  # moves so far  これまでの手数
        read_int()  # time left in milliseconds  残り時間(ミリ秒)
        board = read_board()
        columns = [column for column in range(COLUMNS) if height(board, column) < ROWS]
        answer(max(columns, key=lambda column: evaluate(board, column)))


main()
