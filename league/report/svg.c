/* Text is measured roughly and cut before it leaves its box, because no font is known here. */
#include "league/report/svg.h"

#include "base/utf8.h"
#include "os/file.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const SVG_INK = "#1c2733", *const SVG_DIM = "#66727f", *const SVG_RULE = "#d5dbe1",
                  *const SVG_WIRE = "#9aa7b4", *const SVG_PAPER = "#ffffff",
                  *const SVG_BOX = "#f4f6f8", *const SVG_ACCENT = "#0b6bcb";

const char *svg_hue(int number)
{
    static const char *const hues[] = {"#0b6bcb", "#d1495b", "#2e8b57", "#b8860b",
                                       "#6f42c1", "#008b8b", "#c2571a", "#5b6770"};
    return hues[(unsigned)number % (sizeof hues / sizeof hues[0])];
}

static bool make_room(struct svg *s, size_t more)
{
    if (s->len + more < s->cap) return true;
    size_t cap = s->cap ? s->cap : 4096;
    while (cap <= s->len + more) cap *= 2;
    char *wider = s->has_failed ? NULL : realloc(s->bytes, cap);
    if (!wider) {
        s->has_failed = true;
        return false;
    }
    s->bytes = wider;
    s->cap = cap;
    return true;
}

static void put(struct svg *s, const char *bytes, size_t len)
{
    if (!make_room(s, len + 1)) return;
    memcpy(s->bytes + s->len, bytes, len);
    s->len += len;
    s->bytes[s->len] = '\0';
}

static void __attribute__((format(printf, 2, 3))) putf(struct svg *s, const char *format, ...)
{
    char buf[512];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(buf, sizeof buf, format, args);
    va_end(args);
    put(s, buf, (size_t)len < sizeof buf ? (size_t)len : sizeof buf - 1);
}

/* ---- text ---- */

/* Bytes of the XML character that begins here; 0 when it is none. */
static size_t character(const char *s)
{
    const unsigned char *byte = (const unsigned char *)s;
    size_t len = utf8_length(s, strnlen(s, 4));
    bool is_no_character = len == 3 && byte[0] == 0xEF && byte[1] == 0xBF && byte[2] >= 0xBE;
    return is_no_character ? 0 : len;
}

/* Letters that are twice as wide as others: from Hangul Jamo on, roughly. */
static double width_of(const unsigned char *s, size_t len, int size)
{
    bool is_wide = len >= 3 && s[0] >= 0xE1;
    return is_wide ? size : 0.56 * size;
}

static void put_escaped(struct svg *s, const char *text, double width, int size)
{
    const unsigned char *at = (const unsigned char *)text;
    double used = 0;
    while (*at) {
        size_t len = character((const char *)at);
        if (len == 0 || *at < 0x20 || *at == 0x7F) {
            at++;
            continue;
        }
        used += width_of(at, len, size);
        if (used > width) {
            put(s, "\xE2\x80\xA6", 3);
            return;
        }
        switch (*at) {
        case '<': put(s, "&lt;", 4); break;
        case '>': put(s, "&gt;", 4); break;
        case '&': put(s, "&amp;", 5); break;
        case '"': put(s, "&quot;", 6); break;
        default: put(s, (const char *)at, len);
        }
        at += len;
    }
}

void svg_text_within(struct svg *s, double x, double y, double width, struct svg_font font,
                     const char *text)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    putf(s, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\" fill=\"%s\" text-anchor=\"%s\"%s>", x, y,
         font.size, font.color ? font.color : SVG_INK, anchors[font.anchor],
         font.is_bold ? " font-weight=\"700\"" : "");
    put_escaped(s, text, width, font.size);
    putf(s, "</text>\n");
}

void svg_text(struct svg *s, double x, double y, struct svg_font font, const char *text)
{
    svg_text_within(s, x, y, 1e9, font, text);
}

/* ---- shapes ---- */

void svg_begin(struct svg *s, double width, double height, const char *title)
{
    *s = (struct svg){0};
    putf(s,
         "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
         "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
         "viewBox=\"0 0 %.0f %.0f\" font-family=\"'Noto Sans', 'Noto Sans CJK JP', 'DejaVu Sans', "
         "sans-serif\">\n<title>",
         width, height, width, height);
    put_escaped(s, title, 1e9, 1);
    putf(s, "</title>\n");
    svg_box(s, 0, 0, width, height, SVG_PAPER, "none");
}

void svg_line(struct svg *s, double x1, double y1, double x2, double y2, const char *color,
              double width)
{
    putf(s,
         "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" "
         "stroke-width=\"%.1f\"/>\n",
         x1, y1, x2, y2, color, width);
}

void svg_box(struct svg *s, double x, double y, double width, double height, const char *fill,
             const char *edge)
{
    putf(s,
         "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\" "
         "stroke=\"%s\"/>\n",
         x, y, width, height, fill, edge);
}

void svg_dot(struct svg *s, double x, double y, double radius, const char *color)
{
    putf(s, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\"/>\n", x, y, radius, color);
}

void svg_path(struct svg *s, double (*points)[2], int count, const char *color)
{
    putf(s, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\" points=\"", color);
    for (int i = 0; i < count; i++) putf(s, "%.1f,%.1f ", points[i][0], points[i][1]);
    putf(s, "\"/>\n");
}

/* ---- the file ---- */

bool svg_save(struct svg *s, const char *path, struct err *err)
{
    putf(s, "</svg>\n");
    if (s->has_failed) return err_set(err, "out of memory");
    AUTO_CLOSE int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) return err_sys(err, "cannot write %s", path);
    return file_write(fd, s->bytes, s->len, err) || err_wrap(err, "%s", path);
}

void svg_free(struct svg *s)
{
    free(s->bytes);
    *s = (struct svg){0};
}
