#include "cli/report/tournament_report.h"

#include "base/json_write.h"
#include "base/utf8.h"
#include "league/report/contest_json.h"
#include "os/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *name_of(const struct tournament *t, const struct tournament_phase *p, int seed)
{
    return tournament_name(p, t->contest, seed);
}

static bool is_bracket(const struct tournament_phase *p)
{
    enum schedule_format format = p->phase->rules.format;
    return format == KNOCKOUT || format == DOUBLE_ELIMINATION;
}

/* ---- for people ---- */

static void print_name(const char *name, int width)
{
    int missing = width - utf8_columns(name);
    printf("%s%*s", name, missing > 0 ? missing : 0, "");
}

static int name_width(const struct tournament *t)
{
    int width = 8;
    for (int i = 0; i < t->contest->player_count; i++) {
        int own = utf8_columns(t->contest->player[i].name);
        if (own > width) width = own;
    }
    return width;
}

static void print_series(const struct tournament *t, const struct tournament_phase *p,
                         const struct fixture *f, int width)
{
    char round[32];
    snprintf(round, sizeof round, "%sround %d", f->is_lower ? "lower " : "",
             f->round + !f->is_lower);
    printf("  %-14s ", f->label ? f->label : round);
    print_name(name_of(t, p, f->player[0]), width);
    if (!f->is_over)
        printf("   -   ");
    else
        printf(" %2d - %-2d", f->series.wins[0], f->series.wins[1]);
    printf("  %s", name_of(t, p, f->player[1]));
    if (p->phase->rules.series.judging == SERIES_BY_ITEMS && f->is_over)
        printf("   (items %d : %d)", f->series.items[0], f->series.items[1]);
    if (f->series.draws > 0) printf("   %d drawn", f->series.draws);
    if (f->series.by_seed) printf("   tied to the end: the better seed");
    if (f->series.by_lot) printf("   tied to the end: by janken");
    putchar('\n');
}

static void print_solo_head(enum schedule_format format, int width)
{
    printf("  rank  %-*s  %s\n", width, "player",
           format == CAMPAIGN ? "points  turn sum  seconds" : "points");
}

static void print_solo(const struct placing *s, enum schedule_format format)
{
    printf("  %6lld", (long long)s->solo.points);
    if (format == CAMPAIGN)
        printf("  %8lld  %7.1f", (long long)s->solo.turn_sum, (double)s->solo.ms / 1000);
}

static void print_league_head(enum schedule_format format, int width)
{
    printf("  rank  %-*s  %s   won drawn lost   games %s\n", width, "player",
           format == LADDER ? "rating" : "points", format == SWISS ? "  Buchholz" : "");
}

static void print_league(const struct placing *s, enum schedule_format format)
{
    printf("  %6lld   %3d   %3d  %3d   %d-%d-%d",
           (long long)(format == LADDER ? s->rating : s->points), s->won, s->drawn, s->lost,
           s->games[0], s->games[1], s->games[2]);
    if (format == SWISS) printf("   %5lld", (long long)s->buchholz);
    if (s->byes > 0) printf("   (a free round)");
}

static void print_group(const struct tournament *t, const struct tournament_phase *p, int group,
                        int width)
{
    enum schedule_format format = p->phase->rules.format;
    bool is_solo = format == QUALIFIER || format == CAMPAIGN;
    if (p->phase->rules.groups > 1) printf("  Group %c\n", 'A' + group % 26);
    if (is_solo)
        print_solo_head(format, width);
    else
        print_league_head(format, width);
    for (int i = 0; i < p->entrants; i++) {
        const struct placing *s = &p->schedule.standings[i];
        if (s->group != group) continue;
        printf("  %4d  ", s->rank);
        print_name(name_of(t, p, s->player), width);
        if (is_solo)
            print_solo(s, format);
        else
            print_league(s, format);
        putchar('\n');
    }
}

static void print_phase(const struct tournament *t, const struct tournament_phase *p, int width)
{
    printf("\n%s (%s, %d players)%s\n", p->phase->name, contest_format(p->phase->rules.format),
           p->entrants, p->schedule.is_over ? "" : ", not over");
    if (!is_bracket(p)) {
        for (int group = 0; group < p->phase->rules.groups; group++)
            print_group(t, p, group, width);
        return;
    }
    for (int i = 0; i < p->schedule.count; i++)
        if (p->schedule.fixtures[i].player[0] != FIXTURE_BYE &&
            p->schedule.fixtures[i].player[1] != FIXTURE_BYE)
            print_series(t, p, &p->schedule.fixtures[i], width);
}

void report_tournament(const struct tournament *t, const struct journal *journal)
{
    int places[CONTEST_PLAYERS], count = tournament_places(t, places), width = name_width(t);
    printf("%s: %s, %d players, %lld games\n", t->contest->name, t->contest->game->title,
           t->contest->player_count, (long long)journal->count);
    for (int i = 0; i < t->begun; i++) print_phase(t, &t->phase[i], width);
    if (!t->is_over) return;
    puts("\nPlaces");
    for (int i = 0; i < count; i++)
        printf("  %4d  %s\n", i + 1, t->contest->player[places[i]].name);
}

/* ---- as JSON ---- */

void report_tournament_json(const struct tournament *t, const struct journal *journal)
{
    AUTO_FREE char *room = malloc(CONTEST_JSON_ROOM);
    if (!room) return;
    struct text out = text_on(room, CONTEST_JSON_ROOM);
    json_write_open(&out, NULL, '{');
    contest_json(&out, t, journal);
    json_write_close(&out, '}');
    puts(out.buf);
}
