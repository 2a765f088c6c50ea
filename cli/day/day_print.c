/* What is handed out: pages that a browser prints or saves as PDF, and a table for spreadsheets.
   They are written anew after each result, under another name first, so that whoever opens one
   sees a whole one. */
#include "cli/day/day.h"
#include "cli/report/html.h"
#include "cli/term.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- files ---- */

static FILE *begin(const struct day *d, const char *name, struct err *err)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s.new", d->folder, name);
    FILE *out = fopen(path, "we");
    if (!out) err_sys(err, "cannot write %s", path);
    return out;
}

static bool end(const struct day *d, const char *name, FILE *out, struct err *err)
{
    char from[PATH_MAX], to[PATH_MAX];
    snprintf(from, sizeof from, "%s/%s.new", d->folder, name);
    day_path(d, name, to);
    bool ok = fflush(out) == 0 && !ferror(out);
    if (fclose(out) != 0) ok = false;
    return (ok && rename(from, to) == 0) || err_sys(err, "cannot write %s", to);
}

static void head(FILE *out, const char *title, const char *css)
{
    fprintf(out, "<!doctype html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\"><title>",
            words_language());
    html_put(out, title);
    fprintf(out, "</title>\n<style>\n%s</style></head><body>\n", css);
}

static void tag(FILE *out, const char *before, const char *text, const char *after)
{
    fputs(before, out);
    html_put(out, text);
    fputs(after, out);
}

/* A text with a %s in it, for which a name stands. */
static void put_with(FILE *out, const char *text, const char *name)
{
    const char *at = strstr(text, "%s");
    fwrite(text, 1, at ? (size_t)(at - text) : strlen(text), out);
    if (!at) return;
    html_put(out, name);
    fputs(at + 2, out);
}

static void today(char *out, size_t size)
{
    time_t now = time(NULL);
    struct tm tm;
    localtime_r(&now, &tm);
    snprintf(out, size, _("%04d-%02d-%02d"), tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday);
}

/* ---- results ---- */

static const char results_css[] =
    "@page { size: A4; margin: 14mm }\n"
    "body { font: 11pt 'Noto Sans CJK JP', 'Yu Gothic', 'Hiragino Sans', sans-serif; margin: 0 "
    "auto; "
    "max-width: 182mm; color: #111 }\n"
    "h1 { font-size: 20pt; margin: 0 } h2 { font-size: 14pt; margin: 8mm 0 2mm; border-bottom: 2px "
    "solid #111 }\n"
    "section { break-inside: avoid } p { margin: 1mm 0 4mm }\n"
    "table { border-collapse: collapse; width: 100% } th, td { border-bottom: 1px solid #999; "
    "padding: 1mm 2mm; text-align: left }\n"
    "td.n, th.n { text-align: right; width: 12mm; font-variant-numeric: tabular-nums } tr { "
    "break-inside: avoid }\n"
    "tr.line td { border-bottom: 2px solid #111 }\n"
    ".bracket { display: flex; gap: 6mm } .bracket > div { flex: 1; display: flex; flex-direction: "
    "column; justify-content: space-around; gap: 3mm }\n"
    ".bracket h3::first-letter { text-transform: uppercase }\n"
    ".bracket h3 { font-size: 9pt; margin: 0; padding: .5mm 2mm; border-bottom: 1px solid #999; "
    "font-weight: normal } .match { border: 1px solid "
    "#111; "
    "border-radius: 1mm; break-inside: avoid }\n"
    ".match div { display: flex; justify-content: space-between; gap: 2mm; padding: 1mm 2mm; "
    "overflow-wrap: anywhere }\n"
    ".match div + div { border-top: 1px solid #999 } .match .won { font-weight: bold; background: "
    "#eee; print-color-adjust: exact }\n"
    ".match small { flex: none; font-variant-numeric: tabular-nums }\n";

static void put_row(const struct day *d, FILE *out, int rank, int player, const char *more)
{
    fprintf(out, "<td class=\"n\">%d</td><td class=\"n\">%d</td>", rank, player + 1);
    tag(out, "<td>", d->contest.player[player].name, "</td>");
    tag(out, "<td>", day_who(d, player), "</td>");
    if (more) fprintf(out, "<td class=\"n\">%s</td>", more);
    fputs("</tr>\n", out);
}

static void put_heads(FILE *out, bool has_points)
{
    fprintf(out,
            "<table><tr><th class=\"n\">%s</th><th class=\"n\">%s</th><th>%s</th><th>%s</th>%s",
            _("place"), _("no."), _("name"), _("school"), has_points ? "<th class=\"n\">" : "");
    if (has_points) tag(out, "", _("points"), "</th>");
    fputs("</tr>\n", out);
}

static int by_points(const void *left, const void *right)
{
    const struct day_row *a = left, *b = right;
    if (!a->rank != !b->rank) return a->rank ? -1 : 1;
    if (a->points != b->points) return a->points > b->points ? -1 : 1;
    return (a->player > b->player) - (a->player < b->player);
}

/* Places are known when all have played; until then they go by the points so far. */
void day_table(const struct tournament_phase *p, struct day_row rows[CONTEST_PLAYERS])
{
    const struct schedule *s = &p->schedule;
    for (int i = 0; i < p->entrants; i++) {
        const struct placing *own = &s->standings[i];
        rows[i] = (struct day_row){p->player[own->player], own->rank, own->solo.points};
        for (int k = 0; k < s->count; k++)
            if (s->fixtures[k].round == 0 && s->fixtures[k].player[0] == own->player &&
                !s->fixtures[k].is_over)
                rows[i].rank = 0;
    }
    if (s->is_over) return;
    qsort(rows, (size_t)p->entrants, sizeof rows[0], by_points);
    for (int i = 0; i < p->entrants && rows[i].rank; i++) rows[i].rank = i + 1;
}

static void put_table(const struct day *d, FILE *out, const struct tournament_phase *p)
{
    static struct day_row rows[CONTEST_PLAYERS];
    char points[32];
    day_table(p, rows);
    put_heads(out, true);
    for (int i = 0; i < p->entrants && rows[i].rank; i++) {
        bool is_last = i + 1 == p->phase->rules.places && i + 1 < p->entrants;
        snprintf(points, sizeof points, "%lld", (long long)rows[i].points);
        fputs(is_last ? "<tr class=\"line\">" : "<tr>", out);
        put_row(d, out, rows[i].rank, rows[i].player, points);
    }
    fputs("</table>\n", out);
}

const char *day_side(const struct day *d, const struct tournament_phase *p, int entrant)
{
    if (entrant == FIXTURE_BYE) return _("free");
    return entrant == FIXTURE_OPEN ? "…" : tournament_name(p, &d->contest, entrant);
}

static void put_side(const struct day *d, FILE *out, const struct tournament_phase *p,
                     const struct fixture *f, int side)
{
    bool has_won = f->is_over && f->series.winner == side;
    fputs(has_won ? "<div class=\"won\">" : "<div>", out);
    tag(out, "<span>", day_side(d, p, f->player[side]), "</span>");
    if (f->is_over && f->player[1] != FIXTURE_BYE)
        fprintf(out, "<small>%d</small>", f->series.wins[side]);
    fputs("</div>", out);
}

static void put_match(const struct day *d, FILE *out, const struct tournament_phase *p,
                      const struct fixture *f)
{
    char items[64];
    fputs("<div class=\"match\">", out);
    if (f->label) tag(out, "<h3>", term(f->label), "</h3>");
    put_side(d, out, p, f, 0);
    put_side(d, out, p, f, 1);
    if (f->is_over && f->series.wins[0] == f->series.wins[1] && f->player[1] != FIXTURE_BYE) {
        if (f->series.by_seed)
            snprintf(items, sizeof items, "%s", _("level: the better seed"));
        else if (f->series.by_lot)
            snprintf(items, sizeof items, "%s", _("by janken"));
        else
            snprintf(items, sizeof items, _("items %d : %d"), f->series.items[0],
                     f->series.items[1]);
        tag(out, "<div><small>", items, "</small></div>");
    }
    fputs("</div>\n", out);
}

/* One column a round; the match for third place stands below the final. */
static void put_bracket(const struct day *d, FILE *out, const struct tournament_phase *p)
{
    const struct schedule *s = &p->schedule;
    int rounds = 0;
    for (int i = 0; i < s->count; i++)
        if (s->fixtures[i].round >= rounds) rounds = s->fixtures[i].round + 1;
    fputs("<div class=\"bracket\">\n", out);
    for (int round = 0; round < rounds; round++) {
        fputs("<div>", out);
        for (int i = 0; i < s->count; i++) {
            const struct fixture *f = &s->fixtures[i];
            if (f->round == round) put_match(d, out, p, f);
        }
        fputs("</div>\n", out);
    }
    fputs("</div>\n", out);
}

static void put_places(const struct day *d, FILE *out, const struct tournament *t)
{
    int places[CONTEST_PLAYERS], count = tournament_places(t, places);
    tag(out, "<section><h2>", _("Places"), "</h2>\n");
    put_heads(out, false);
    for (int i = 0; i < count; i++) {
        fputs("<tr>", out);
        put_row(d, out, i + 1, places[i], NULL);
    }
    fputs("</table></section>\n", out);
}

static bool print_results(const struct day *d, const struct tournament *t, struct err *err)
{
    char date[64];
    FILE *out = begin(d, "results.html", err);
    if (!out) return false;
    today(date, sizeof date);
    head(out, d->contest.name, results_css);
    tag(out, "<h1>", d->contest.name, "</h1>\n");
    tag(out, "<p>", date, t->is_over ? "</p>\n" : _(" (not over)</p>\n"));
    for (int i = t->begun - 1; i >= 0; i--) {
        const struct tournament_phase *p = &t->phase[i];
        tag(out, "<section><h2>", p->phase->name, "</h2>\n");
        if (p->phase->rules.format == QUALIFIER)
            put_table(d, out, p);
        else
            put_bracket(d, out, p);
        fputs("</section>\n", out);
    }
    if (t->is_over) put_places(d, out, t);
    fputs("</body></html>\n", out);
    return end(d, "results.html", out, err);
}

/* ---- for spreadsheets ---- */

/* A cell that begins like a formula would be computed. */
static void put_cell(FILE *out, const char *text)
{
    fputs(strchr("=+-@", *text) && *text ? "\"'" : "\"", out);
    for (; *text; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

/* In the qualifier; NULL: not in it, or it has not begun. */
static const struct placing *qualified(const struct tournament *t, int player)
{
    const struct tournament_phase *p = &t->phase[0];
    for (int i = 0; t->begun > 0 && i < p->entrants; i++)
        if (p->player[p->schedule.standings[i].player] == player) return &p->schedule.standings[i];
    return NULL;
}

static bool print_csv(const struct day *d, const struct tournament *t, struct err *err)
{
    int places[CONTEST_PLAYERS], count = tournament_places(t, places);
    FILE *out = begin(d, "results.csv", err);
    if (!out) return false;
    fputs("\xef\xbb\xbf", out); /* so that Excel takes it for UTF-8 */
    fprintf(out, "%s\r\n", _("place,number,name,school,qualifier place,qualifier points"));
    for (int i = 0; i < count; i++) {
        const struct placing *s = qualified(t, places[i]);
        fprintf(out, "%d,%d,", i + 1, places[i] + 1);
        put_cell(out, d->contest.player[places[i]].name);
        fputc(',', out);
        put_cell(out, day_who(d, places[i]));
        if (s)
            fprintf(out, ",%d,%lld\r\n", s->rank, (long long)s->solo.points);
        else
            fputs(",,\r\n", out);
    }
    return end(d, "results.csv", out, err);
}

/* ---- certificates ---- */

static const char certificate_css[] =
    "@page { size: A4 landscape; margin: 0 }\n"
    "body { margin: 0; font-family: 'Noto Serif CJK JP', 'Yu Mincho', 'Hiragino Mincho ProN', "
    "serif; "
    "color: #111 }\n"
    "section { box-sizing: border-box; width: 297mm; height: 209mm; padding: 24mm 36mm; position: "
    "relative; display: flex; flex-direction: column; justify-content: space-between; align-items: "
    "center; break-after: page }\n"
    "section:last-child { break-after: auto } p { margin: 0; text-align: center }\n"
    "section::before { content: ''; position: absolute; inset: 10mm; border: 1.6mm double #8a6d1f; "
    "border-radius: 4mm; print-color-adjust: exact }\n"
    "h1 { font-size: 52pt; letter-spacing: .4em; margin: 0 -.4em 0 0; font-weight: 600 }\n"
    ".place { font-size: 32pt } .who { font-size: 18pt }\n"
    ".name { font-size: 40pt; border-bottom: 1px solid #111; padding: 0 12mm }\n"
    ".text { font-size: 19pt; line-height: 1.8 } .date { font-size: 17pt; align-self: flex-start "
    "}\n"
    ".by { font-size: 21pt; align-self: flex-end; min-height: 10mm }\n";

static void name_place(int place, char *out, size_t size)
{
    const char *const medals[] = {_("First place"), _("Second place"), _("Third place")};
    if (place <= 3)
        snprintf(out, size, "%s", medals[place - 1]);
    else
        snprintf(out, size, _("Place %d"), place);
}

static void put_certificate(const struct day *d, FILE *out, int place, int player)
{
    char text[64];
    name_place(place, text, sizeof text);
    tag(out, "<section>\n<h1>", _("Certificate"), "</h1>\n");
    tag(out, "<p class=\"place\">", text, "</p>\n");
    if (day_who(d, player)[0]) tag(out, "<p class=\"who\">", day_who(d, player), "</p>\n");
    put_with(out, _("<p class=\"name\">%s</p>\n"), d->contest.player[player].name);
    put_with(out, _("<p class=\"text\">for an excellent result in<br>%s</p>\n"), d->contest.name);
    today(text, sizeof text);
    tag(out, "<p class=\"date\">", text, "</p>\n");
    tag(out, "<p class=\"by\">", d->plan.organiser ? d->plan.organiser : "", "</p>\n</section>\n");
}

/* Bots get none. */
static bool print_certificates(const struct day *d, const struct tournament *t, struct err *err)
{
    int places[CONTEST_PLAYERS], count = tournament_places(t, places);
    FILE *out = begin(d, "certificates.html", err);
    if (!out) return false;
    head(out, _("Certificates"), certificate_css);
    for (int i = 0; i < count && i < d->plan.certificates; i++)
        if (d->contest.player[places[i]].is_tcp) put_certificate(d, out, i + 1, places[i]);
    fputs("</body></html>\n", out);
    return end(d, "certificates.html", out, err);
}

const struct tournament *day_now(struct day *d)
{
    return d->play ? tournament_now(d->play) : &d->end;
}

bool day_print(struct day *d, struct err *err)
{
    const struct tournament *t = day_now(d);
    if (!print_results(d, t, err) || !print_csv(d, t, err)) return false;
    return !t->is_over || print_certificates(d, t, err);
}
