#include "cli/report/cards.h"

#include "cli/report/html.h"
#include "os/words.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char head[] =
    "<head><meta charset=\"utf-8\"><title>Taisen</title>\n<style>\n@page { size: A4; margin: 12mm "
    "}\n"
    "body { font: 12pt sans-serif; display: grid; grid-template-columns: 1fr 1fr; gap: 4mm }\n"
    "section { border: 1px dashed #888; padding: 6mm; break-inside: avoid }\n"
    "p { margin: 1mm 0 } b { font: bold 14pt monospace }\n"
    "</style></head><body>\n";
static const char foot[] = "</body></html>\n";

static bool is_page(const char *path)
{
    size_t len = strlen(path);
    return len > 5 && strcmp(path + len - 5, ".html") == 0;
}

bool cards_open(struct cards *c, const char *path, const char *url, struct err *err)
{
    *c = (struct cards){.out = stdout, .url = url};
    if (!path) return true;
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    c->out = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!c->out) return err_sys(err, "cannot write %s", path);
    c->is_page = is_page(path);
    if (c->is_page)
        fprintf(c->out, "<!doctype html>\n<html lang=\"%s\">%s", words_language(), head);
    return true;
}

static void put_line(const struct cards *c, const char *before, const char *text, const char *after)
{
    if (!text || !*text) return;
    if (c->is_page) {
        fputs(before, c->out);
        html_put(c->out, text);
        fputs(after, c->out);
    } else {
        fprintf(c->out, "%s\n", text);
    }
}

static bool is_written(FILE *out, struct err *err)
{
    return (fflush(out) == 0 && !ferror(out)) || err_sys(err, "write");
}

bool cards_add(struct cards *c, const char *name, const char *who, const char *password,
               struct err *err)
{
    if (c->is_page) fputs("<section>\n", c->out);
    put_line(c, "<p>", who, "</p>\n");
    put_line(c, "<p>", c->url, "</p>\n");
    put_line(c, _("<p>name <b>"), name, "</b></p>\n");
    put_line(c, _("<p>password <b>"), password, "</b></p>\n");
    fputs(c->is_page ? "</section>\n" : "\n", c->out);
    return is_written(c->out, err);
}

bool cards_close(struct cards *c, struct err *err)
{
    if (c->is_page) fputs(foot, c->out);
    bool ok = is_written(c->out, err);
    if (c->out != stdout && fclose(c->out) != 0 && ok) ok = err_sys(err, "write");
    return ok;
}
