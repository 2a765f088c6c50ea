/* Care for a league as a whole: is it sound, everything out of it, everything into it; a record. */
#include "cli/cli.h"
#include "cli/db/db.h"
#include "cli/json_line.h"
#include "league/store/store_check.h"
#include "league/store/store_dump.h"
#include "league/store/store_result.h"
#include "os/file.h"
#include "os/stop.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void print_finding(void *arg, const struct err *found)
{
    const struct db_request *q = arg;
    if (!q->json) {
        puts(sentence(found));
        return;
    }
    struct text *t = json_line();
    json_write_open(t, NULL, '{');
    json_write_str(t, "finding", found->text);
    json_line_print(t, '}');
}

int db_check(void *request)
{
    struct db_request *q = request;
    struct err err;
    int64_t findings;
    if (!store_check(q->store, print_finding, q, &findings, &err))
        return cli_fail("%s", sentence(&err));
    if (findings == 0 && !q->json) puts(_("All is well."));
    return findings ? STATUS_FOUND : STATUS_DONE;
}

static bool write_line(void *arg, const char *line, size_t len, struct err *err)
{
    if (stop_asked()) return err_set(err, "stopped by signal %d", stop_signal());
    return fwrite(line, 1, len, arg) == len || err_sys(err, "write");
}

/* For its owner alone: hashes of passwords and everybody's sources are in it. */
static FILE *create_private(const char *path)
{
    AUTO_CLOSE int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (out) take_fd(&fd);
    return out;
}

int db_export(void *request)
{
    struct db_request *q = request;
    struct err err;
    const char *path = q->count > 0 ? q->args[0] : NULL;
    FILE *out = path ? create_private(path) : stdout;
    if (!out) return cli_use("cannot write %s: %s", path, strerror(errno));
    bool ok = store_export(q->store, write_line, out, &err);
    if ((path ? fclose(out) : fflush(out)) != 0 && ok) ok = err_sys(&err, "write");
    if (ok) return STATUS_DONE;
    if (path) unlink(path);
    return cli_fail("%s", sentence(&err));
}

/* Lines of a file, whatever their length. */
struct reader {
    FILE *in;
    char *line;
    size_t room;
};

static bool read_line(void *arg, const char **line, size_t *len, bool *at_end, struct err *err)
{
    struct reader *r = arg;
    if (stop_asked()) return err_set(err, "stopped by signal %d", stop_signal());
    ssize_t got = getline(&r->line, &r->room, r->in);
    *at_end = got < 0 && !ferror(r->in);
    if (got < 0) return *at_end ? false : err_sys(err, "read");
    *line = r->line;
    *len = (size_t)got - (r->line[got - 1] == '\n');
    return true;
}

int db_import(void *request)
{
    struct db_request *q = request;
    struct err err;
    struct reader r = {.in = stdin};
    bool is_file = q->count > 0 && strcmp(q->args[0], "-") != 0;
    if (is_file && !(r.in = fopen(q->args[0], "re")))
        return cli_use("cannot open %s: %s", q->args[0], strerror(errno));
    bool ok = store_import(q->store, read_line, &r, &err);
    if (is_file) fclose(r.in);
    free(r.line);
    return ok ? STATUS_DONE : cli_use("%s", sentence(&err));
}

int db_record(void *request)
{
    struct db_request *q = request;
    AUTO_FREE char *bytes = NULL;
    struct err err;
    size_t len = 0;
    int64_t match;
    if (!cli_int("MATCH", q->args[0], 1, INT64_MAX, &match)) return STATUS_USE;
    if ((q->records && !store_set_records(q->store, q->records, &err)) ||
        !store_record(q->store, match, &bytes, &len, &err))
        return cli_use("%s", sentence(&err));
    FILE *out = q->count > 1 ? fopen(q->args[1], "we") : stdout;
    if (!out) return cli_use("cannot write %s: %s", q->args[1], strerror(errno));
    bool ok = fwrite(bytes, 1, len, out) == len;
    ok = (q->count > 1 ? fclose(out) : fflush(out)) == 0 && ok;
    return ok ? STATUS_DONE : cli_fail("write: %s", strerror(errno));
}
