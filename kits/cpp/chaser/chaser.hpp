// The client library: getReady, walk, look, search and put.
// CHaser の通信をするライブラリです。ふつうは書きかえません。
//
// The nine cells that come back are numbered     0 1 2     0 floor   床
// row by row; you stand on cell 4.               3 4 5     1 enemy   相手
// (search: nine cells straight ahead.)           6 7 8     2 block   ブロック
//                                                          3 item    アイテム
#pragma once
#include <cstdlib>
#include <iostream>
#include <netdb.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

const char UP = 'u', RIGHT = 'r', DOWN = 'd', LEFT = 'l';
const int FLOOR = 0, ENEMY = 1, BLOCK = 2, ITEM = 3;

using Cells = std::vector<int>;

// Thrown when the game has ended.  ゲーム終了
struct GameOver {};

class Client {
  public:
    // Connects to the server named on the command line (HOST PORT [NAME]); without one, the game is
    // played over standard input and output.
    Client(int argc, char **argv, const std::string &name)
    {
        if (argc > 2) in = out = dial(argv[1], argv[2]);
        send(argc > 3 ? argv[3] : name);
    }

    // Waits for our turn; the cells around us.  自分の番を待ち、まわりの 9 マスを返す
    Cells getReady()
    {
        receive(); // @
        send("gr");
        return cellsOf(receive());
    }

    Cells walk(char direction) { return act('w', direction); }
    // The nine cells around the cell two steps ahead.  2 マス先を中心とする 9 マス
    Cells look(char direction) { return act('l', direction); }
    // The nine cells straight ahead.  直線 9 マス
    Cells search(char direction) { return act('s', direction); }
    Cells put(char direction) { return act('p', direction); }

  private:
    int in = STDIN_FILENO, out = STDOUT_FILENO;

    static int dial(const char *host, const char *port)
    {
        addrinfo hints = {}, *found = nullptr;
        hints.ai_socktype = SOCK_STREAM;
        if (getaddrinfo(host, port, &hints, &found) == 0) {
            int fd = socket(found->ai_family, found->ai_socktype, found->ai_protocol);
            bool connected = connect(fd, found->ai_addr, found->ai_addrlen) == 0;
            freeaddrinfo(found);
            if (connected) return fd;
        }
        std::cerr << "cannot connect to " << host << " port " << port << "\n";
        std::exit(1);
    }

    Cells act(char what, char direction)
    {
        send(std::string() + what + direction);
        std::string line = receive();
        send("#");
        return cellsOf(line);
    }

    // A line is 1 and nine cells; 0 in place of the 1 says that the game has ended.
    static Cells cellsOf(const std::string &line)
    {
        if (line[0] != '1') throw GameOver();
        Cells cells;
        for (int i = 1; i <= 9; i++) cells.push_back(line[i] - '0');
        return cells;
    }

    std::string receive()
    {
        std::string line;
        for (char letter; read(in, &letter, 1) == 1 && letter != '\n';) line += letter;
        if (line.empty()) throw GameOver();
        return line;
    }

    void send(const std::string &line)
    {
        std::string bytes = line + "\r\n";
        if (write(out, bytes.data(), bytes.size()) < 0) throw GameOver();
    }
};
