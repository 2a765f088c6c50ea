#include "cli/cli.h"

#include "base/scan.h"
#include "base/utf8.h"
#include "os/file.h"
#include "os/random.h"
#include "os/stop.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void __attribute__((format(printf, 1, 0))) say(const char *format, va_list args)
{
    fputs("taisen: ", stderr);
    vfprintf(stderr, words_of(format), args);
    fputc('\n', stderr);
}

int cli_use(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
    return STATUS_USE;
}

bool cli_league(const char *given, const char **db)
{
    enum { ADDRESS_MOST = 4096 };
    static char *address;
    struct stat st;
    struct err err;
    size_t len;
    *db = given ? given : getenv("TAISEN_DB");
    if (*db && !**db) *db = NULL;
    if (!*db || **db != '@') return true;
    const char *file = *db + 1;
    if (stat(file, &st) == 0 && (st.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        return cli_use("--db: others can read %s: `chmod 600` closes it", file), false;
    free(address);
    address = NULL;
    if (!file_read(file, ADDRESS_MOST, &address, &len, &err))
        return cli_use("--db: %s", sentence(&err)), false;
    address[strcspn(address, "\r\n")] = '\0';
    if (!*address) return cli_use("--db: %s is empty", file), false;
    *db = address;
    return true;
}

void cli_tell_away(const struct err *why)
{
    fprintf(stderr, _("taisen: waiting for the database: %s\n"), sentence(why));
}

int cli_fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
    return STATUS_ARENA;
}

int cli_server_end(void)
{
    return stop_signal() == 0 || stop_signal() == SIGTERM ? STATUS_DONE : 128 + stop_signal();
}

bool cli_is_printed(void)
{
    static bool is_told;
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout)) return true;
    if (!is_told) cli_fail("cannot write to standard output: %s", strerror(errno ? errno : EIO));
    is_told = true;
    return false;
}

void cli_print_cell(const char *text, int columns, int gap)
{
    int missing = columns - utf8_columns(text);
    printf("%s%*s", text, (missing > 0 ? missing : 0) + gap, "");
}

void cli_print_line(const char *bytes, size_t len)
{
    while (len > 0) {
        char buf[1024];
        struct text t = TEXT_ON(buf);
        size_t cut = utf8_cut(bytes, len, sizeof buf - 1);
        if (cut == 0) cut = 1;
        text_line(&t, bytes, cut);
        fwrite(buf, 1, t.len, stdout);
        bytes += cut;
        len -= cut;
    }
}

const struct game *cli_game(const char *name)
{
    const struct game *game = game_find(name);
    if (game) return game;
    char all[256];
    struct text t = TEXT_ON(all);
    for (int i = 0; i < game_count; i++) {
        if (i > 0) text_char(&t, ' ');
        text_str(&t, games[i]->name);
    }
    cli_use("there is no game %s; there are: %s", name, all);
    return NULL;
}

bool cli_int(const char *option, const char *arg, int64_t least, int64_t most, int64_t *n)
{
    struct scan s = scan_str(arg);
    if (scan_int(&s, n) && scan_blank(&s) && *n >= least && *n <= most) return true;
    cli_use("%s takes a whole number from %lld to %lld, not `%s`", option, (long long)least,
            (long long)most, arg);
    return false;
}

/* A size as it is written: 8m, not 8388608. */
static const char *show_size(int64_t bytes, char out[32])
{
    static const char units[] = {'\0', 'k', 'm', 'g'};
    int unit = 0;
    for (; unit < 3 && bytes > 0 && bytes % 1024 == 0; unit++) bytes /= 1024;
    snprintf(out, 32, "%lld%.1s", (long long)bytes, &units[unit]);
    return out;
}

bool cli_size(const char *option, const char *arg, int64_t least, int64_t most, int64_t *bytes)
{
    static const char units[] = "kmg";
    char *end, from[32], to[32];
    errno = 0;
    int64_t n = strtoll(arg, &end, 10), unit = 1;
    const char *letter = *end ? strchr(units, *end | 0x20) : NULL;
    if (letter) unit = INT64_C(1) << 10 * (letter - units + 1);
    bool ok = errno == 0 && end != arg && *(letter ? end + 1 : end) == '\0';
    if (ok && n >= 0 && n <= most / unit && n * unit >= least) {
        *bytes = n * unit;
        return true;
    }
    cli_use("%s takes bytes from %s to %s, as a number or with k, m or g behind it; not `%s`",
            option, show_size(least, from), show_size(most, to), arg);
    return false;
}

bool cli_seed(const char *option, const char *arg, uint64_t *seed)
{
    struct scan s = scan_str(arg);
    if (scan_uint(&s, seed) && scan_blank(&s)) return true;
    cli_use("%s takes a whole number from 0 to 18446744073709551615, not `%s`", option, arg);
    return false;
}

uint64_t cli_any_seed(void)
{
    enum { SHORT = 1000 * 1000 }; /* six digits are easily typed again */
    return random_u32() % SHORT;
}
