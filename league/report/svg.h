/*
 * svg — a small writer of pictures (SVG 1.1): boxes, lines and text.
 *
 * Grows on the heap as it is written to; a picture whose memory ran short is marked and never
 * saved. All text is escaped here, and what is no XML character is left out, so names of players
 * may be anything.
 */
#pragma once
#include "os/err.h"

#include <stddef.h>

struct svg {
    char *bytes; /* owned; svg_free */
    size_t len, cap;
    bool has_failed;
};

enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };

struct svg_font {
    int size;
    bool is_bold;
    const char *color;
    enum svg_anchor anchor;
};

/* The colours of all pictures: dark on light, told apart by people who see colours differently. */
extern const char *const SVG_INK,
    *const SVG_DIM, *const SVG_RULE, *const SVG_WIRE, *const SVG_PAPER, *const SVG_BOX,
                                                                            *const SVG_ACCENT;
/* Colours of a row of things; any number. */
const char *svg_hue(int number);

void svg_begin(struct svg *s, double width, double height, const char *title);
void svg_text(struct svg *s, double x, double y, struct svg_font font, const char *text);
/* Text that is cut with an ellipsis so that it is about `width` wide at most. */
void svg_text_within(struct svg *s, double x, double y, double width, struct svg_font font,
                     const char *text);
void svg_line(struct svg *s, double x1, double y1, double x2, double y2, const char *color,
              double width);
void svg_box(struct svg *s, double x, double y, double width, double height, const char *fill,
             const char *edge);
void svg_dot(struct svg *s, double x, double y, double radius, const char *color);
/* A line through points (x, y), ... */
void svg_path(struct svg *s, double (*points)[2], int count, const char *color);
/* Ends the picture and writes it to a file. */
bool svg_save(struct svg *s, const char *path, struct err *err);
void svg_free(struct svg *s);
