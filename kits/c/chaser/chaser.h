/*
 * The client library: getReady, walk, look, search and put.
 * CHaser の通信をするライブラリです。ふつうは書きかえません。
 *
 * The nine cells that come back are numbered     0 1 2     0 floor   床
 * row by row; you stand on cell 4.               3 4 5     1 enemy   相手
 * (search: nine cells straight ahead.)           6 7 8     2 block   ブロック
 *                                                          3 item    アイテム
 * When the game has ended the program ends.  ゲームが終わるとプログラムも終わります。
 */
#pragma once
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

enum { CELLS = 9 };
enum { FLOOR, ENEMY, BLOCK, ITEM };
enum { UP = 'u', RIGHT = 'r', DOWN = 'd', LEFT = 'l' };

struct client {
    FILE *in, *out;
    int cells[CELLS]; /* what was told last */
};

static inline void client_send(struct client *c, const char *line)
{
    fprintf(c->out, "%s\r\n", line);
    fflush(c->out);
}

static inline void client_receive(struct client *c, char line[64])
{
    if (!fgets(line, 64, c->in)) exit(0);
}

/* A line is 1 and nine cells; 0 in place of the 1 says that the game has ended. */
static inline void client_keep_cells(struct client *c, const char *line)
{
    if (line[0] != '1') exit(0);
    for (int i = 0; i < CELLS; i++) c->cells[i] = line[i + 1] - '0';
}

static inline int client_dial(const char *host, const char *port)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    int fd = -1;
    if (getaddrinfo(host, port, &hints, &found) == 0) {
        fd = socket(found->ai_family, found->ai_socktype, found->ai_protocol);
        if (fd >= 0 && connect(fd, found->ai_addr, found->ai_addrlen) != 0) fd = -1;
        freeaddrinfo(found);
    }
    if (fd >= 0) return fd;
    fprintf(stderr, "cannot connect to %s port %s\n", host, port);
    exit(1);
}

/* Connects to the server named on the command line (HOST PORT [NAME]); without one, the game is
   played over standard input and output. */
static inline void client_open(struct client *c, int argc, char **argv, const char *name)
{
    *c = (struct client){.in = stdin, .out = stdout};
    if (argc > 2) {
        int fd = client_dial(argv[1], argv[2]);
        c->in = fdopen(fd, "r");
        c->out = fdopen(fd, "w");
    }
    client_send(c, argc > 3 ? argv[3] : name);
}

/* Waits for our turn; then the cells around us are known.  自分の番を待つ */
static inline void getReady(struct client *c)
{
    char line[64];
    client_receive(c, line); /* @ */
    client_send(c, "gr");
    client_receive(c, line);
    client_keep_cells(c, line);
}

static inline void client_act(struct client *c, char what, int direction)
{
    char command[] = {what, (char)direction, '\0'}, line[64];
    client_send(c, command);
    client_receive(c, line);
    client_send(c, "#");
    client_keep_cells(c, line);
}

static inline void walk(struct client *c, int direction)
{
    client_act(c, 'w', direction);
}

/* The nine cells around the cell two steps ahead.  2 マス先を中心とする 9 マス */
static inline void look(struct client *c, int direction)
{
    client_act(c, 'l', direction);
}

/* The nine cells straight ahead.  直線 9 マス */
static inline void search(struct client *c, int direction)
{
    client_act(c, 's', direction);
}

static inline void put(struct client *c, int direction)
{
    client_act(c, 'p', direction);
}
