/* The one place that knows the words. */
#include "referee/notice.h"

#include "os/words.h"

#include <stdio.h>

void notice_say(const struct notice *n, char *out, size_t size)
{
    switch (n->kind) {
    case NOTICE_LISTENING: snprintf(out, size, _("waiting for a client on %s"), n->about); return;
    case NOTICE_CONNECTED: snprintf(out, size, _("%s has connected"), n->about); return;
    case NOTICE_REFUSED:
        snprintf(out, size, _("%s was refused: the seat is taken"), n->about);
        return;
    case NOTICE_NAMED: snprintf(out, size, _("is called %s"), n->about); return;
    case NOTICE_LATE:
        snprintf(
            out, size,
            _("late, but others have the cores: waited for until it has had its time (%s s more "
              "at most)"),
            n->about);
        return;
    case NOTICE_NONE:
    default: snprintf(out, size, "%s", ""); return;
    }
}
