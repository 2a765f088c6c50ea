/* Keys are read in raw mode; the process that outlives the reader puts the terminal back. */
#include "os/tty.h"

#include "os/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { ESCAPE = 27, ESCAPE_WAIT_MS = 30 };

static struct termios saved;
static bool is_saved;

void tty_save(void)
{
    AUTO_CLOSE int fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    is_saved = fd >= 0 && tcgetattr(fd, &saved) == 0;
}

void tty_restore(void)
{
    static const char show_cursor[] = "\033[?25h";
    AUTO_CLOSE int fd = is_saved ? open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY) : -1;
    if (fd < 0) return;
    tcsetattr(fd, TCSADRAIN, &saved);
    if (write(fd, show_cursor, sizeof show_cursor - 1) < 0) return;
    is_saved = false;
}

bool tty_open(struct tty *t, struct err *err)
{
    struct termios mode;
    t->fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (t->fd < 0 || tcgetattr(t->fd, &mode) < 0)
        return err_set(err, "a person needs a terminal to play at, and there is none");
    mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    mode.c_cc[VMIN] = 1;
    mode.c_cc[VTIME] = 0;
    tcsetattr(t->fd, TCSADRAIN, &mode);
    return true;
}

void tty_close(struct tty *t)
{
    file_close(&t->fd);
}

static int read_byte(struct tty *t)
{
    unsigned char byte;
    ssize_t got;
    do got = read(t->fd, &byte, 1);
    while (got < 0 && errno == EINTR);
    return got == 1 ? byte : -1;
}

static bool more_comes(const struct tty *t)
{
    struct pollfd p = {.fd = t->fd, .events = POLLIN};
    return poll(&p, 1, ESCAPE_WAIT_MS) > 0;
}

/* What follows ESC: "[A", "OA", or "[1;2A" with 1 + shift bits before the letter. */
static struct tty_event read_escape(struct tty *t)
{
    static const char letters[] = "ACBD"; /* up, right, down, left: the order of enum tty_key */
    struct tty_event none = {.key = KEY_NONE, .letter = ESCAPE};
    char body[16];
    size_t len = 0;
    if (!more_comes(t)) return none;
    int byte = read_byte(t);
    if (byte != '[' && byte != 'O') return none;
    while (len < sizeof body - 1 && (byte = read_byte(t)) >= 0) {
        body[len++] = (char)byte;
        if (byte >= '@' && byte <= '~') break;
    }
    if (len == 0) return none;
    const char *letter = strchr(letters, body[len - 1]);
    if (!letter) return none;
    body[len - 1] = '\0';
    const char *semicolon = strchr(body, ';');
    int shift = semicolon ? atoi(semicolon + 1) - 1 : 0;
    return (struct tty_event){.key = (enum tty_key)(KEY_UP + (letter - letters)),
                              .shift = shift > 0 && shift < 16 ? (unsigned)shift : 0};
}

struct tty_event tty_read(struct tty *t)
{
    int byte = read_byte(t);
    if (byte < 0) return (struct tty_event){.key = KEY_END_OF_INPUT};
    if (byte == ESCAPE) return read_escape(t);
    return (struct tty_event){.key = KEY_NONE, .letter = (char)byte};
}

void tty_write(struct tty *t, const char *text, int len)
{
    struct err ignored; /* a terminal that is gone ends the reading, not the writing */
    file_write(t->fd, text, (size_t)len, &ignored);
}
