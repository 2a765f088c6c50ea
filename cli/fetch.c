#include "cli/fetch.h"

#include "cli/remote.h"
#include "os/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { DIGITS_MOST = 18 };

bool fetch_is_address(const char *name)
{
    return strncmp(name, "http://", 7) == 0 || strncmp(name, "https://", 8) == 0;
}

/* Splits an address into the site and the path of the record there. */
static bool split(const char *address, char site[1024], char path[128], struct err *err)
{
    static const char matches[] = "/matches/", api[] = "/api/v1";
    const char *at = strstr(address, matches);
    size_t len = at ? (size_t)(at - address) : 0;
    const char *number = at ? at + sizeof matches - 1 : "";
    size_t digits = strspn(number, "0123456789");
    if (digits == 0 || digits > DIGITS_MOST || len >= 1024)
        return err_set(err,
                       "%s is no address of a match, which is as https://arena.example/matches/17",
                       address);
    if (len >= sizeof api - 1 && strncmp(at - (sizeof api - 1), api, sizeof api - 1) == 0)
        len -= sizeof api - 1;
    snprintf(site, 1024, "%.*s", (int)len, address);
    snprintf(path, 128, "%s%s%.*s/record", api, matches, (int)digits, number);
    return true;
}

static bool keep(const struct remote_answer *answer, char path[FETCH_PATH], struct err *err)
{
    int fd = memfd_create("record", MFD_CLOEXEC);
    if (fd < 0) return err_sys(err, "memfd_create");
    snprintf(path, FETCH_PATH, "/proc/self/fd/%d", fd);
    return file_write(fd, answer->bytes, answer->len, err);
}

bool fetch_record(const char *address, char path[FETCH_PATH], struct err *err)
{
    char site[1024], record[128];
    const char *token = getenv("TAISEN_TOKEN");
    struct remote_answer answer;
    if (!split(address, site, record, err)) return false;
    struct remote_options options = {.url = site, .token = token && *token ? token : NULL};
    struct remote *r = remote_open(&options, err);
    bool ok = r && remote_ask(r, "GET", record, NULL, &answer, err);
    if (ok) {
        ok = keep(&answer, path, err);
        free(answer.bytes);
    }
    remote_close(r);
    return ok;
}
