/* Pictures are laid out twice: once to know how large they become, once to draw. */
#include "league/report/svg_report.h"

#include "league/report/report_words.h"
#include "league/report/svg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MARGIN = 32,
    TITLE = 30, /* height of a phase's heading */
    BOX = 200,  /* width of a match */
    ROW = 24,   /* height of a player in it */
    GAP = 44,   /* between columns of a bracket */
    STEP = 76,  /* from match to match in its first column */
    TABLE_ROW = 26,
    TABLE_WIDTH = 560
};

static const struct svg_font HEADING = {.size = 19, .is_bold = true},
                             SMALL = {.size = 12, .color = "#66727f"};

/* What is drawn, and for whom. */
struct picture {
    struct svg svg;
    const struct tournament *t;
    bool is_japanese;
};

/* ---- tables ---- */

static const int column_x[] = {0, 40, 330, 420, 520}; /* rank, name, and what counts, right */

static void draw_cells(struct svg *s, double x, double y, const char *const cells[5],
                       struct svg_font font)
{
    for (int i = 0; i < 5; i++) {
        font.anchor = i < 2 ? SVG_START : SVG_END;
        svg_text_within(s, x + column_x[i], y, i == 1 ? 200 : 140, font, cells[i]);
    }
}

static void draw_head(struct svg *s, double x, double y, const struct schedule_rules *r,
                      bool is_japanese)
{
    const char *cells[5] = {"", "player", "W-D-L", "points", "games"};
    switch (r->format) {
    case SWISS: cells[4] = "Buchholz"; break;
    case LADDER: cells[3] = "rating"; break;
    case QUALIFIER: cells[2] = cells[4] = ""; break;
    case CAMPAIGN:
        cells[2] = "points";
        cells[3] = "turn sum";
        cells[4] = "seconds";
        break;
    case ROUND_ROBIN:
    case KNOCKOUT:
    case DOUBLE_ELIMINATION: break;
    }
    for (int i = 0; i < 5; i++) cells[i] = report_word(is_japanese, cells[i]);
    draw_cells(s, x, y, cells, SMALL);
    svg_line(s, x, y + 8, x + TABLE_WIDTH - 40, y + 8, SVG_RULE, 1);
}

/* What stands in the three columns on the right. */
static void fill_cells(const struct placing *t, enum schedule_format format, char out[3][32])
{
    snprintf(out[0], 32, "%d-%d-%d", t->won, t->drawn, t->lost);
    snprintf(out[1], 32, "%lld", (long long)(format == LADDER ? t->rating : t->points));
    snprintf(out[2], 32, "%d-%d-%d", t->games[0], t->games[1], t->games[2]);
    if (format == SWISS) snprintf(out[2], 32, "%lld", (long long)t->buchholz);
    if (format == QUALIFIER) out[0][0] = out[2][0] = '\0';
    if (format != CAMPAIGN) return;
    snprintf(out[0], 32, "%lld", (long long)t->solo.points);
    snprintf(out[1], 32, "%lld", (long long)t->solo.turn_sum);
    snprintf(out[2], 32, "%.1f", (double)t->solo.ms / 1000);
}

/* The table of a group, with a line below those who go on. */
static double draw_table(struct picture *pic, const struct tournament_phase *p, int group, double y)
{
    struct svg *s = &pic->svg;
    const struct tournament *t = pic->t;
    const struct schedule *sch = &p->schedule;
    int on = p->number + 1 < t->contest->phase_count ? t->contest->phase[p->number + 1].entrants
                                                     : p->entrants;
    draw_head(s, MARGIN, y, &p->phase->rules, pic->is_japanese);
    for (int i = 0; i < p->entrants; i++) {
        const struct placing *st = &sch->standings[i];
        char rank[16], right[3][32];
        if (st->group != group) continue;
        y += TABLE_ROW;
        snprintf(rank, sizeof rank, "%d", st->rank);
        fill_cells(st, p->phase->rules.format, right);
        const char *cells[5] = {rank, tournament_name(p, t->contest, st->player), right[0],
                                right[1], right[2]};
        struct svg_font font = {.size = 14, .is_bold = st->rank == 1};
        if (i >= on) font.color = SVG_DIM;
        draw_cells(s, MARGIN, y, cells, font);
    }
    return y + TABLE_ROW;
}

static double draw_tables(struct picture *pic, const struct tournament_phase *p, double y)
{
    for (int group = 0; group < p->phase->rules.groups; group++) {
        char name[32];
        y += TABLE_ROW;
        snprintf(name, sizeof name, "%s %c", report_word(pic->is_japanese, "Group"),
                 'A' + group % 26);
        if (p->phase->rules.groups > 1)
            svg_text(&pic->svg, MARGIN, y, (struct svg_font){.size = 14, .is_bold = true}, name);
        y = draw_table(pic, p, group, y + (p->phase->rules.groups > 1 ? TABLE_ROW : 0));
    }
    return y;
}

/* ---- brackets ---- */

/* Where the matches of a bracket stand; a number below 0: not drawn. */
struct layout {
    double x[4 * BRACKET_MAX], y[4 * BRACKET_MAX];
    int index[4 * BRACKET_MAX]; /* within its round */
    int columns, upper_rows, lower_rows;
    double width, height;
};

static bool is_drawn(const struct fixture *f)
{
    return f->player[0] != FIXTURE_BYE && f->player[1] != FIXTURE_BYE;
}

static bool is_third(const struct fixture *f)
{
    return f->label && strcmp(f->label, "third place") == 0;
}

static bool is_grand(const struct tournament_phase *p, const struct fixture *f)
{
    return p->phase->rules.format == DOUBLE_ELIMINATION && f->label != NULL;
}

static bool is_same_round(const struct tournament_phase *p, const struct fixture *a,
                          const struct fixture *b)
{
    return a->round == b->round && a->is_lower == b->is_lower && !is_third(a) && !is_third(b) &&
           !is_grand(p, a) && !is_grand(p, b);
}

static int matches_in_round(const struct tournament_phase *p, const struct fixture *f)
{
    int count = 0;
    for (int i = 0; i < p->schedule.count; i++)
        count += is_same_round(p, &p->schedule.fixtures[i], f);
    return count;
}

/* Upper half on top, lower half below it, the finals to the right, third place below the final. */
static void place(struct layout *l, const struct tournament_phase *p, int number)
{
    const struct fixture *f = &p->schedule.fixtures[number];
    int count = matches_in_round(p, f), index = 0, column = f->round;
    for (int i = 0; i < number; i++) index += is_same_round(p, &p->schedule.fixtures[i], f);
    l->index[number] = index;
    double rows = f->is_lower ? l->lower_rows : l->upper_rows;
    double middle = (index + 0.5) * rows / (count > 0 ? count : 1);
    if (f->is_lower) {
        column = f->round - 1;
        middle += l->upper_rows + 0.5;
    }
    if (is_third(f)) middle = l->upper_rows / 2.0 + 1.6;
    if (is_grand(p, f)) {
        column = l->columns - (strcmp(f->label, "final") == 0 ? 2 : 1);
        middle = l->upper_rows / 2.0;
    }
    l->x[number] = MARGIN + column * (BOX + GAP);
    l->y[number] = middle * STEP - ROW;
    if (l->x[number] + BOX + MARGIN > l->width) l->width = l->x[number] + BOX + MARGIN;
    if (l->y[number] + 2 * ROW > l->height) l->height = l->y[number] + 2 * ROW;
}

static void lay_out(struct layout *l, const struct tournament_phase *p)
{
    const struct schedule *s = &p->schedule;
    int last_column = 0;
    *l = (struct layout){0};
    for (int i = 0; i < s->count; i++) {
        const struct fixture *f = &s->fixtures[i];
        if (f->round == 0 && !f->is_lower) l->upper_rows++;
        if (f->is_lower && f->round == 1) l->lower_rows++;
        int column = f->is_lower ? f->round - 1 : f->round;
        if (!is_grand(p, f) && column > last_column) last_column = column;
    }
    l->columns = last_column + 3;
    for (int i = 0; i < s->count; i++) place(l, p, i);
}

static void draw_side(struct svg *s, const struct tournament *t, const struct tournament_phase *p,
                      const struct fixture *f, int side, double x, double y)
{
    bool is_winner = f->is_over && f->series.winner == side;
    struct svg_font font = {.size = 14, .is_bold = is_winner};
    char score[32] = "";
    if (f->is_over && !is_winner) font.color = SVG_DIM;
    if (f->player[side] == FIXTURE_OPEN) font.color = SVG_RULE;
    svg_text_within(s, x + 8, y, BOX - 54, font, tournament_name(p, t->contest, f->player[side]));
    if (f->series.played == 0) return;
    bool by_items = p->phase->rules.series.judging == SERIES_BY_ITEMS;
    snprintf(score, sizeof score, by_items ? "%d (%d)" : "%d", f->series.wins[side],
             by_items ? f->series.items[side] : 0);
    font.anchor = SVG_END;
    svg_text(s, x + BOX - 8, y, font, score);
}

static void draw_match(struct picture *pic, const struct tournament_phase *p,
                       const struct fixture *f, double x, double y)
{
    struct svg *s = &pic->svg;
    bool is_decisive = f->label && strcmp(f->label, "final") == 0;
    svg_box(s, x, y, BOX, 2 * ROW, SVG_BOX, is_decisive ? SVG_ACCENT : SVG_RULE);
    svg_line(s, x, y + ROW, x + BOX, y + ROW, SVG_RULE, 1);
    if (f->label) svg_text(s, x, y - 5, SMALL, report_word(pic->is_japanese, f->label));
    for (int side = 0; side < 2; side++) draw_side(s, pic->t, p, f, side, x, y + side * ROW + 17);
}

/* From a match to the one its winner goes to. */
static void draw_elbow(struct svg *s, double x1, double y1, double x2, double y2)
{
    double turn = x2 - GAP / 2.0;
    svg_line(s, x1 + BOX, y1 + ROW, turn, y1 + ROW, SVG_WIRE, 1.4);
    svg_line(s, turn, y1 + ROW, turn, y2 + ROW, SVG_WIRE, 1.4);
    svg_line(s, turn, y2 + ROW, x2, y2 + ROW, SVG_WIRE, 1.4);
}

/* The number of the match that a winner goes to, or -1. */
static int next_of(const struct layout *l, const struct tournament_phase *p, int number)
{
    const struct schedule *s = &p->schedule;
    const struct fixture *f = &s->fixtures[number];
    if (is_third(f)) return -1;
    int count = matches_in_round(p, f), grand = -1;
    for (int i = number + 1; i < s->count; i++) {
        const struct fixture *g = &s->fixtures[i];
        if (is_grand(p, g) && grand < 0) grand = i;
        if (is_third(g) || is_grand(p, g) || g->is_lower != f->is_lower || g->round != f->round + 1)
            continue;
        bool same = matches_in_round(p, g) == count;
        if (l->index[i] == (same ? l->index[number] : l->index[number] / 2)) return i;
    }
    return is_grand(p, f) || count != 1 ? -1 : grand;
}

static double draw_bracket(struct picture *pic, const struct tournament_phase *p,
                           const struct layout *l, double y)
{
    const struct schedule *sch = &p->schedule;
    for (int i = 0; i < sch->count; i++) {
        int next = next_of(l, p, i);
        if (next >= 0 && is_drawn(&sch->fixtures[i]) && is_drawn(&sch->fixtures[next]))
            draw_elbow(&pic->svg, l->x[i], y + l->y[i], l->x[next], y + l->y[next]);
    }
    for (int i = 0; i < sch->count; i++)
        if (is_drawn(&sch->fixtures[i]))
            draw_match(pic, p, &sch->fixtures[i], l->x[i], y + l->y[i]);
    return y + l->height + 20;
}

/* ---- the whole contest ---- */

static bool is_bracket(const struct tournament_phase *p)
{
    enum schedule_format format = p->phase->rules.format;
    return format == KNOCKOUT || format == DOUBLE_ELIMINATION;
}

static double table_height(const struct tournament_phase *p)
{
    int groups = p->phase->rules.groups;
    return (p->entrants + 2 * groups + (groups > 1 ? groups : 0)) * TABLE_ROW;
}

/* How large the picture must be. */
static void measure(const struct tournament *t, struct layout *l, double *width, double *height)
{
    *width = TABLE_WIDTH + 2 * MARGIN;
    *height = MARGIN + 44;
    for (int i = 0; i < t->begun; i++) {
        const struct tournament_phase *p = &t->phase[i];
        *height += TITLE + 30;
        if (is_bracket(p)) {
            lay_out(l, p);
            *height += l->height + 20;
            *width = fmax(*width, l->width);
        } else {
            *height += table_height(p);
        }
    }
    *height += MARGIN;
}

static void draw_phase(struct picture *pic, const struct tournament_phase *p, struct layout *l,
                       double *y)
{
    *y += TITLE;
    svg_text(&pic->svg, MARGIN, *y, HEADING, p->phase->name);
    if (!is_bracket(p)) {
        *y = draw_tables(pic, p, *y) + 30;
        return;
    }
    lay_out(l, p);
    *y = draw_bracket(pic, p, l, *y + 30);
}

bool svg_report_tournament(const struct tournament *t, bool is_japanese, const char *path,
                           struct err *err)
{
    struct picture pic = {.t = t, .is_japanese = is_japanese};
    struct layout *l = calloc(1, sizeof *l);
    double width, height, y = MARGIN + 14;
    if (!l) return err_set(err, "out of memory");
    measure(t, l, &width, &height);
    svg_begin(&pic.svg, width, height, t->contest->name);
    svg_text(&pic.svg, MARGIN, y, (struct svg_font){.size = 26, .is_bold = true}, t->contest->name);
    y += 14;
    for (int i = 0; i < t->begun; i++) draw_phase(&pic, &t->phase[i], l, &y);
    bool ok = svg_save(&pic.svg, path, err);
    svg_free(&pic.svg);
    free(l);
    return ok;
}

/* ---- ratings ---- */

enum { BAR_LEFT = 240, BAR_WIDTH = 520, BAR_ROW = 34 };

/* A round number that gives some five to ten steps. */
static double grid_step(double span)
{
    double step = pow(10, floor(log10(span / 5)));
    return span / step > 25 ? 5 * step : span / step > 10 ? 2 * step : step;
}

static void draw_scale(struct svg *s, double low, double high, double top, double bottom)
{
    double step = grid_step(high - low);
    for (int i = (int)ceil(low / step); i * step <= high; i++) {
        char label[32];
        double at = i * step;
        double x = BAR_LEFT + (at - low) / (high - low) * BAR_WIDTH;
        snprintf(label, sizeof label, "%.0f", at);
        svg_line(s, x, top, x, bottom, SVG_RULE, i == 0 ? 2 : 1);
        svg_text(s, x, bottom + 18,
                 (struct svg_font){.size = 12, .color = SVG_DIM, .anchor = SVG_MIDDLE}, label);
    }
}

static void draw_rating(struct svg *s, const struct svg_report_rating *r, double low, double high,
                        double y)
{
    double unit = BAR_WIDTH / (high - low), x = BAR_LEFT + (r->rating.elo - low) * unit;
    double from = BAR_LEFT + (r->rating.low - low) * unit;
    double to = BAR_LEFT + (r->rating.high - low) * unit;
    char words[64];
    svg_text_within(s, MARGIN, y + 5, BAR_LEFT - MARGIN - 16, (struct svg_font){.size = 14},
                    r->name);
    svg_line(s, from, y, to, y, SVG_ACCENT, 2.5);
    svg_line(s, from, y - 6, from, y + 6, SVG_ACCENT, 2);
    svg_line(s, to, y - 6, to, y + 6, SVG_ACCENT, 2);
    svg_dot(s, x, y, 5, SVG_ACCENT);
    snprintf(words, sizeof words, "%+.0f \xC2\xB1 %.0f", r->rating.elo,
             r->rating.high - r->rating.elo);
    svg_text(s, BAR_LEFT + BAR_WIDTH + 20, y + 5, (struct svg_font){.size = 13, .color = SVG_DIM},
             words);
}

bool svg_report_ratings(const struct svg_report_rating *ratings, int count, const char *title,
                        const char *path, struct err *err)
{
    struct svg s;
    double low = -10, high = 10, top = 76, bottom = top + count * BAR_ROW;
    for (int i = 0; i < count; i++) {
        low = fmin(low, ratings[i].rating.low);
        high = fmax(high, ratings[i].rating.high);
    }
    svg_begin(&s, BAR_LEFT + BAR_WIDTH + 140, bottom + 56, title);
    svg_text(&s, MARGIN, 42, (struct svg_font){.size = 22, .is_bold = true}, title);
    svg_text(&s, BAR_LEFT, bottom + 40, SMALL, "Elo against the mean of all, with 95 % intervals");
    draw_scale(&s, low, high, top - 8, bottom);
    for (int i = 0; i < count; i++)
        draw_rating(&s, &ratings[i], low, high, top + (i + 0.5) * BAR_ROW);
    bool ok = svg_save(&s, path, err);
    svg_free(&s);
    return ok;
}

/* ---- a search for parameters ---- */

enum {
    CHART_WIDTH = 680,
    CHART_HEIGHT = 90,
    CHART_LEFT = 130,
    CHART_ROW = 130,
    CHART_POINTS = 680
};

/* As many points as can be told apart. */
static int take_points(const struct tune *t, const struct tune_history *h, int i, double top,
                       double (*points)[2])
{
    const struct spsa_parameter *p = &t->parameter[i];
    int count = h->steps + 1 < CHART_POINTS ? h->steps + 1 : CHART_POINTS;
    for (int k = 0; k < count; k++) {
        int step = count > 1 ? (int)((int64_t)k * h->steps / (count - 1)) : 0;
        points[k][0] = CHART_LEFT + (double)step / t->steps * CHART_WIDTH;
        points[k][1] = top + (p->most - h->row[step][i]) / (p->most - p->least) * CHART_HEIGHT;
    }
    return count;
}

static void draw_parameter(struct svg *s, const struct tune *t, const struct tune_history *h, int i,
                           double top)
{
    const struct spsa_parameter *p = &t->parameter[i];
    const struct svg_font right = {.size = 12, .color = SVG_DIM, .anchor = SVG_END};
    double points[CHART_POINTS][2];
    char words[64];
    svg_box(s, CHART_LEFT, top, CHART_WIDTH, CHART_HEIGHT, SVG_BOX, SVG_RULE);
    svg_text_within(s, MARGIN, top - 8, CHART_LEFT + CHART_WIDTH,
                    (struct svg_font){.size = 14, .is_bold = true}, t->name[i]);
    snprintf(words, sizeof words, "%g", p->most);
    svg_text(s, CHART_LEFT - 8, top + 10, right, words);
    snprintf(words, sizeof words, "%g", p->least);
    svg_text(s, CHART_LEFT - 8, top + CHART_HEIGHT, right, words);
    int count = take_points(t, h, i, top, points);
    svg_path(s, points, count, svg_hue(i));
    svg_dot(s, points[count - 1][0], points[count - 1][1], 4, svg_hue(i));
    snprintf(words, sizeof words, "%.6g", spsa_shown(p, h->row[h->steps][i]));
    svg_text(s, CHART_LEFT + CHART_WIDTH + 12, points[count - 1][1] + 5,
             (struct svg_font){.size = 14, .is_bold = true, .color = svg_hue(i)}, words);
}

bool svg_report_tune(const struct tune *t, const struct tune_history *h, const char *path,
                     struct err *err)
{
    struct svg s;
    char title[128];
    double height = 80 + (double)t->count * CHART_ROW;
    snprintf(title, sizeof title, "%s: %d of %d steps", t->game->title, h->steps, t->steps);
    svg_begin(&s, CHART_LEFT + CHART_WIDTH + 130, height, title);
    svg_text(&s, MARGIN, 42, (struct svg_font){.size = 22, .is_bold = true}, title);
    for (int i = 0; i < t->count; i++) draw_parameter(&s, t, h, i, 90 + i * (double)CHART_ROW);
    bool ok = svg_save(&s, path, err);
    svg_free(&s);
    return ok;
}
