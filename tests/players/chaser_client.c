/*
 * A small CHaser client in C: chaser_client HOST PORT NAME
 *
 * Puts a block on the opponent beside it, takes items beside it, otherwise walks where it has been
 * least often.
 */
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SIZE = 128 };

static const char letters[] = "urdl";
static const int cell_of[] = {2, 6, 8, 4}; /* d2 d6 d8 d4 of an answer */
static const int step_x[] = {0, 1, 0, -1}, step_y[] = {-1, 0, 1, 0};
static int visits[SIZE][SIZE], x = SIZE / 2, y = SIZE / 2;
static FILE *from, *to;

static int hear(char line[32])
{
    return fgets(line, 32, from) != NULL;
}

static void say(const char *text)
{
    fprintf(to, "%s\r\n", text);
    fflush(to);
}

static int worth(const char *square, int way)
{
    int seen = visits[(y + step_y[way]) % SIZE][(x + step_x[way]) % SIZE];
    return (square[cell_of[way]] == '3' ? 1000 : 0) - seen;
}

static void choose(const char *square, char command[3])
{
    int best = -1;
    strcpy(command, "lu");
    for (int way = 0; way < 4; way++) {
        if (square[cell_of[way]] == '1') {
            command[0] = 'p';
            command[1] = letters[way];
            return;
        }
        if (square[cell_of[way]] == '2') continue;
        if (best < 0 || worth(square, way) > worth(square, best)) best = way;
    }
    if (best < 0) return;
    command[0] = 'w';
    command[1] = letters[best];
}

static int connect_to(const char *host, const char *port)
{
    struct addrinfo want = {.ai_socktype = SOCK_STREAM}, *found;
    if (getaddrinfo(host, port, &want, &found) != 0) return -1;
    int fd = socket(found->ai_family, SOCK_STREAM, 0);
    int ok = fd >= 0 && connect(fd, found->ai_addr, found->ai_addrlen) == 0;
    freeaddrinfo(found);
    return ok ? fd : -1;
}

int main(int argc, char **argv)
{
    char line[32], command[3];
    int fd = argc == 4 ? connect_to(argv[1], argv[2]) : -1;
    if (fd < 0) {
        fprintf(stderr, "usage: chaser_client HOST PORT NAME, where a server waits\n");
        return 2;
    }
    from = fdopen(fd, "r");
    to = fdopen(dup(fd), "w");
    say(argv[3]);
    while (hear(line) && line[0] == '@') {
        say("gr");
        if (!hear(line) || line[0] != '1') break;
        visits[y % SIZE][x % SIZE]++;
        choose(line, command);
        say(command);
        if (!hear(line)) break;
        const char *way = strchr(letters, command[1]);
        if (command[0] == 'w') {
            x += step_x[way - letters];
            y += step_y[way - letters];
        }
        say("#");
        if (line[0] != '1') break;
    }
    return 0;
}
