/*
 * sock — TCP: listening, and what a client that connected is called; and the same within this
 * machine, over a socket that is a file.
 *
 * Sockets never block and close on exec; small messages go out at once (TCP_NODELAY).
 */
#pragma once
#include "os/err.h"

#include <stddef.h>
#include <stdint.h>

/* Listens on "PORT" (all addresses of this machine) or "HOST:PORT". */
bool sock_listen(const char *where, int *fd, struct err *err);
/* The next client that waits, with its address for people; -1 when there is none. */
int sock_accept(int listener, char *from, size_t from_size);
/* Connects to a host and port; blocking. */
bool sock_connect(const char *host, const char *port, int *fd, struct err *err);
/* Over a file; nobody may be there already. Who may connect is up to the folder it is in. */
bool sock_listen_file(const char *path, int *fd, struct err *err);
/* Does not wait: somebody listens there, or it fails. */
bool sock_connect_file(const char *path, int *fd, struct err *err);
/* Says goodbye so that everything sent arrives: no more from us, then wait_us at most for the
   other's end. Closes it. */
void sock_close(int *fd, int64_t wait_us);
