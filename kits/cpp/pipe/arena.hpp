// Talks with the arena over standard input and output.
// 標準入力と標準出力で対戦プログラムとやりとりするライブラリです。ふつうは書きかえません。
#pragma once
#include <cstdlib>
#include <iostream>
#include <string>

// The next word of the input. The program ends when there is none: the game is over.
inline std::string readWord()
{
    std::string word;
    if (!(std::cin >> word)) std::exit(0);
    return word;
}

inline int readInt()
{
    return std::stoi(readWord());
}

// Prints a line and flushes it: what is not flushed never arrives.  flush を忘れると相手に届きません。
inline void answer(const std::string &line)
{
    std::cout << line << std::endl;
}
