"""Talks with the arena over standard input and output.
標準入力と標準出力で対戦プログラムとやりとりするライブラリです。ふつうは書きかえません。
"""
import sys

_words = (word for line in sys.stdin for word in line.split())


def read_word():
    """The next word of the input. The program ends when there is none: the game is over."""
    word = next(_words, None)
    if word is None:
        sys.exit()
    return word


def read_int():
    return int(read_word())


def answer(*lines):
    """Prints lines and flushes: what is not flushed never arrives.  flush を忘れると相手に届きません。"""
    print(*lines, sep="\n", flush=True)
