/*
 * tty — the terminal a person sits at: keys as they are pressed, and everything put back after.
 *
 * tty_save() and tty_restore() are for the process that outlives the one that changed the
 * terminal's mode; both do nothing where there is no terminal.
 */
#pragma once
#include "os/err.h"

struct tty {
    int fd;
};

enum tty_key { KEY_NONE, KEY_UP, KEY_RIGHT, KEY_DOWN, KEY_LEFT, KEY_END_OF_INPUT };
enum tty_shift { SHIFT_NONE = 0, SHIFT_SHIFT = 1, SHIFT_ALT = 2, SHIFT_CTRL = 4 };

struct tty_event {
    enum tty_key key;
    unsigned shift; /* bits of enum tty_shift */
    char letter;    /* when key is KEY_NONE */
};

void tty_save(void);
void tty_restore(void);

/* The controlling terminal, key by key and without echo. */
bool tty_open(struct tty *t, struct err *err);
void tty_close(struct tty *t);
/* Waits for a key. */
struct tty_event tty_read(struct tty *t);
void tty_write(struct tty *t, const char *text, int len);
