#include "cli/report/tournament_report.h"

#include "base/json_write.h"
#include "base/utf8.h"
#include "cli/cli.h"
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
    char round[64];
    snprintf(round, sizeof round, f->is_lower ? _("lower round %d") : _("round %d"),
             f->round + !f->is_lower);
    fputs("  ", stdout);
    cli_print_cell(f->label ? term(f->label) : round, 14, 1);
    cli_print_cell(name_of(t, p, f->player[0]), width, 0);
    if (!f->is_over)
        printf("   -   ");
    else
        printf(" %2d - %-2d", f->series.wins[0], f->series.wins[1]);
    printf("  %s", name_of(t, p, f->player[1]));
    if (p->phase->rules.series.judging == SERIES_BY_ITEMS && f->is_over)
        printf(_("   (items %d : %d)"), f->series.items[0], f->series.items[1]);
    if (f->series.draws > 0) printf(_("   %d drawn"), f->series.draws);
    if (f->series.by_seed) printf(_("   tied to the end: the better seed"));
    if (f->series.by_lot) printf(_("   tied to the end: by janken"));
    putchar('\n');
}

static void print_solo_head(enum schedule_format format, int width)
{
    fputs(_("  rank  "), stdout);
    cli_print_cell(_("player"), width, 2);
    puts(format == CAMPAIGN ? _("points      turn sum  seconds") : _("points"));
}

static void print_solo(const struct placing *s, enum schedule_format format)
{
    printf("  %6lld", (long long)s->solo.points);
    if (format == CAMPAIGN)
        printf("  %12lld  %7.1f", (long long)s->solo.turn_sum, (double)s->solo.ms / 1000);
}

static void print_league_head(enum schedule_format format, int width)
{
    fputs(_("  rank  "), stdout);
    cli_print_cell(_("player"), width, 2);
    puts(format == LADDER  ? _("      rating   won drawn lost   games ")
         : format == SWISS ? _("points   won drawn lost   games   Buchholz")
                           : _("points   won drawn lost   games "));
}

static void print_league(const struct placing *s, enum schedule_format format)
{
    if (format == LADDER)
        printf("  %12lld", (long long)s->rating);
    else
        printf("  %6lld", (long long)s->points);
    printf("   %3d   %3d  %3d   %d-%d-%d", s->won, s->drawn, s->lost, s->games[0], s->games[1],
           s->games[2]);
    if (format == SWISS) printf("   %5lld", (long long)s->buchholz);
    if (s->byes > 0) printf(_("   (a free round)"));
}

static void print_group(const struct tournament *t, const struct tournament_phase *p, int group,
                        int width)
{
    enum schedule_format format = p->phase->rules.format;
    bool is_solo = format == QUALIFIER || format == CAMPAIGN;
    if (p->phase->rules.groups > 1) printf(_("  Group %c\n"), 'A' + group % 26);
    if (is_solo)
        print_solo_head(format, width);
    else
        print_league_head(format, width);
    for (int i = 0; i < p->entrants; i++) {
        const struct placing *s = &p->schedule.standings[i];
        if (s->group != group) continue;
        printf("  %4d  ", s->rank);
        cli_print_cell(name_of(t, p, s->player), width, 0);
        if (is_solo)
            print_solo(s, format);
        else
            print_league(s, format);
        putchar('\n');
    }
}

static void print_phase(const struct tournament *t, const struct tournament_phase *p, int width)
{
    printf(p->schedule.is_over ? _("\n%s (%s, %d players)\n")
                               : _("\n%s (%s, %d players), not over\n"),
           p->phase->name, term(contest_format(p->phase->rules.format)), p->entrants);
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
    printf(_("%s: %s, %d players, %lld games\n"), t->contest->name, t->contest->game->title,
           t->contest->player_count, (long long)journal->count);
    for (int i = 0; i < t->begun; i++) print_phase(t, &t->phase[i], width);
    if (!t->is_over) return;
    puts(_("\nPlaces"));
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
