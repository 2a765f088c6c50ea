/* What people see of it: a line for each match, the turn on a terminal, or JSON. */
#include "base/utf8.h"
#include "cli/join/join_internal.h"
#include "cli/term.h"
#include "os/words.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool shows_turns(const struct join *j)
{
    return j->o->is_alone && !j->o->json && isatty(STDOUT_FILENO);
}

void join_say(const struct join *j, const char *text)
{
    if (j->o->json) return;
    printf("%s%s\n", shows_turns(j) ? "\r\033[K" : "", text);
    fflush(stdout);
}

void join_show_turn(const struct join *j)
{
    if (!j->match || !shows_turns(j)) return;
    fputs("\r\033[K", stdout);
    printf(_("match %lld: against %s, answer %lld"), (long long)j->match, j->opponent,
           (long long)j->answers);
    fflush(stdout);
}

void join_say_json(const struct join *j, const char *event, const char *bytes, size_t len)
{
    if (!j->o->json) return;
    printf("{\"event\":\"%s\",%.*s\n", event, (int)len - 1, bytes + 1);
    fflush(stdout);
}

/* What a site sent goes to a terminal: it must not command that. */
void join_clean(const char *bytes, size_t len, char out[SAID])
{
    struct text t = text_on(out, SAID);
    text_line(&t, bytes, utf8_cut(bytes, len, SAID - 1));
}

void join_read_text(const struct json_read *t, const char *key, char out[SAID])
{
    const char *text;
    json_read_text(t, key, &text);
    join_clean(text, strlen(text), out);
}

int64_t join_read_int(const struct json_read *t, const char *key)
{
    int64_t n;
    json_read_int(t, key, 0, &n);
    return n;
}

void join_tell_end(struct join *j, const struct json_read *t)
{
    char result[SAID], reason[SAID], fault[SAID], line[1200];
    struct text text = TEXT_ON(line);
    char buf[1024];
    join_read_text(t, "result", result);
    join_read_text(t, "reason", reason);
    join_read_text(t, "fault", fault);
    long long match = join_read_int(t, "match"), turns = join_read_int(t, "turns");
    if (fault[0])
        snprintf(buf, sizeof buf, _("match %lld: %s against %s (%s; you: %s), %lld turns"), match,
                 term(result), j->opponent, term(reason), term(fault), turns);
    else
        snprintf(buf, sizeof buf, _("match %lld: %s against %s (%s), %lld turns"), match,
                 term(result), j->opponent, term(reason), turns);
    text_str(&text, buf);
    double after = json_read_real(t, "after"), change = after - json_read_real(t, "before");
    snprintf(buf, sizeof buf, _(", rating %.1f (%+.1f)"), after, change);
    if (json_read_bool(t, "is_rated") && strcmp(result, "void") != 0) text_str(&text, buf);
    join_say(j, line);
}
