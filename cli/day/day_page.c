/* The page of a day: `/` for the projector, `/desk?key=...` with buttons for the organiser, and the
   files that are handed out. The page asks for /state every second; everything else about it is in
   screen.html, screen.css and screen.js, which are compiled in. The server is one of the
   descriptors that the tournament waits for, so that all of it happens in one loop. */
#include "base/json_write.h"
#include "cli/day/day.h"
#include "cli/term.h"
#include "os/file.h"
#include "os/json_read.h"
#include "os/random.h"
#include "site/http/http.h"

#include <stdlib.h>
#include <string.h>

enum { CONNECTIONS = 256, REQUESTS = 200, PATIENCE_S = 20, NEXT_MOST = 5, FILE_MOST = 4 << 20 };

static const unsigned char screen_html[] = {
#include "cli/screen.html.h"
};
static const unsigned char screen_css[] = {
#include "cli/screen.css.h"
};
static const unsigned char screen_js[] = {
#include "cli/screen.js.h"
};

static bool has_key(const struct day *d, const char *given)
{
    return given && strcmp(given, d->key) == 0;
}

static void show_page(void *arg, const struct http_request *q, struct http_answer *a)
{
    static const struct {
        const char *path, *type;
        const unsigned char *bytes;
        size_t len;
    } parts[] = {{"/screen.css", "text/css; charset=utf-8", screen_css, sizeof screen_css},
                 {"/screen.js", "text/javascript; charset=utf-8", screen_js, sizeof screen_js},
                 {NULL, "text/html; charset=utf-8", screen_html, sizeof screen_html}};
    (void)arg;
    size_t i = 0;
    while (parts[i].path && strcmp(q->path, parts[i].path) != 0) i++;
    a->type = parts[i].type;
    a->bytes = (const char *)parts[i].bytes;
    a->bytes_len = parts[i].len;
}

static void show_desk(void *arg, const struct http_request *q, struct http_answer *a)
{
    if (!has_key(arg, http_query(q, "key")))
        http_refuse(a, 403, "day-address: the address of this page is on the organiser's terminal");
    else
        show_page(arg, q, a);
}

/* ---- how it stands ---- */

static void put_game(struct text *t, const struct day *d, const struct tournament_court *court)
{
    char game[200];
    day_name_game(court, game, sizeof game);
    json_write_str(t, "game", game);
    json_write_open(t, "players", '[');
    for (int side = 0; side < 2; side++) {
        json_write_open(t, NULL, '{');
        json_write_str(t, "name", court->player[side] >= 0 ? court->name[side] : _("Bot"));
        json_write_str(t, "who", day_who(d, court->player[side]));
        json_write_int(t, "number", court->player[side] + 1);
        json_write_bool(t, "client", court->is_tcp[side]);
        if (court->number > 0) {
            const struct day_court *own = &d->court[court->number - 1];
            json_write_int(t, "port", court->port[side]);
            json_write_bool(t, "here", own->side[side].is_here || !court->is_tcp[side]);
        }
        json_write_close(t, '}');
    }
    json_write_close(t, ']');
}

static void put_courts(struct text *t, const struct day *d)
{
    json_write_open(t, "courts", '[');
    for (int i = 0; i < d->contest.courts; i++) {
        const struct day_court *court = &d->court[i];
        json_write_open(t, NULL, '{');
        json_write_int(t, "number", i + 1);
        json_write_bool(t, "on", court->is_on);
        if (court->is_on) put_game(t, d, &court->about);
        json_write_bool(t, "held", d->play && court->is_on && tournament_holds(d->play, i + 1));
        json_write_str(t, "trouble", court->trouble);
        json_write_close(t, '}');
    }
    json_write_close(t, ']');
}

static void put_next(struct text *t, const struct day *d)
{
    struct tournament_court next[NEXT_MOST];
    int count = d->play ? tournament_waiting(d->play, next, NEXT_MOST) : 0;
    json_write_open(t, "next", '[');
    for (int i = 0; i < count; i++) {
        json_write_open(t, NULL, '{');
        put_game(t, d, &next[i]);
        json_write_close(t, '}');
    }
    json_write_close(t, ']');
}

static void put_table(struct text *t, const struct day *d, const struct tournament_phase *p)
{
    static struct day_row rows[CONTEST_PLAYERS];
    day_table(p, rows);
    json_write_open(t, "table", '[');
    for (int i = 0; i < p->entrants; i++) {
        json_write_open(t, NULL, '{');
        json_write_int(t, "rank", rows[i].rank);
        json_write_str(t, "name", d->contest.player[rows[i].player].name);
        json_write_int(t, "points", rows[i].points);
        json_write_bool(t, "through", rows[i].rank && i < p->phase->rules.places);
        json_write_close(t, '}');
    }
    json_write_close(t, ']');
}

static void put_bracket(struct text *t, const struct day *d, const struct tournament_phase *p)
{
    json_write_open(t, "bracket", '[');
    for (int i = 0; i < p->schedule.count; i++) {
        const struct fixture *f = &p->schedule.fixtures[i];
        json_write_open(t, NULL, '{');
        json_write_int(t, "round", f->round);
        json_write_str(t, "label", f->label ? term(f->label) : "");
        json_write_int(t, "winner", f->is_over ? f->series.winner : -1);
        json_write_open(t, "names", '[');
        for (int side = 0; side < 2; side++)
            json_write_str(t, NULL, day_side(d, p, f->player[side]));
        json_write_close(t, ']');
        if (f->is_over && f->series.wins[0] == f->series.wins[1]) {
            json_write_open(t, "items", '[');
            for (int side = 0; side < 2; side++) json_write_int(t, NULL, f->series.items[side]);
            json_write_close(t, ']');
        }
        json_write_open(t, "wins", '[');
        for (int side = 0; side < 2; side++) json_write_int(t, NULL, f->series.wins[side]);
        json_write_close(t, ']');
        json_write_close(t, '}');
    }
    json_write_close(t, ']');
}

static void put_standing(struct text *t, const struct day *d, const struct tournament *now)
{
    int places[CONTEST_PLAYERS], count = now->is_over ? tournament_places(now, places) : 0;
    const struct tournament_phase *p = &now->phase[now->begun > 0 ? now->begun - 1 : 0];
    json_write_bool(t, "over", now->is_over);
    json_write_open(t, "places", '[');
    for (int i = 0; i < count; i++) json_write_str(t, NULL, d->contest.player[places[i]].name);
    json_write_close(t, ']');
    if (now->begun == 0) return;
    json_write_str(t, "phase", p->phase->name);
    if (p->phase->rules.format == QUALIFIER)
        put_table(t, d, p);
    else
        put_bracket(t, d, p);
}

static void put_ties(struct text *t, const struct day *d, const struct tournament *now)
{
    struct tie tie;
    int players[CONTEST_PLAYERS];
    json_write_open(t, "ties", '[');
    for (int i = 0, count; (count = tournament_tie(now, i, &tie, players)) > 0; i++) {
        json_write_open(t, NULL, '[');
        for (int k = 0; k < count; k++) json_write_str(t, NULL, d->contest.player[players[k]].name);
        json_write_close(t, ']');
    }
    json_write_close(t, ']');
}

static void put_news(struct text *t, const struct day *d)
{
    int first = d->news_count > DAY_NEWS ? d->news_count - DAY_NEWS : 0;
    json_write_open(t, "news", '[');
    for (int i = d->news_count - 1; i >= first; i--)
        json_write_bytes(t, NULL, d->news[i % DAY_NEWS], strlen(d->news[i % DAY_NEWS]));
    json_write_close(t, ']');
}

static void show_state(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct day *d = arg;
    struct text *t = a->body;
    const struct tournament *now = day_now(d);
    json_write_open(t, NULL, '{');
    json_write_str(t, "title", d->contest.name);
    json_write_str(t, "lang", words_language());
    put_courts(t, d);
    put_next(t, d);
    put_standing(t, d, now);
    put_ties(t, d, now);
    if (has_key(d, http_query(q, "key"))) put_news(t, d);
    json_write_close(t, '}');
    http_set_header(a, "Cache-Control", "no-store");
}

/* ---- what the organiser presses ---- */

static void take_order(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct day *d = arg;
    struct err err;
    const char *key = "", *order = "";
    struct json_read *body = json_read_open(q->body, q->body_len, &err);
    bool ok = body && json_read_text(body, "key", &key) && json_read_text(body, "order", &order);
    if (!ok) {
        http_refuse(a, 400, "day-order: expected `key` and `order`");
    } else if (!has_key(d, key) || http_is_foreign(q)) {
        http_refuse(a, 403, "day-key: the key is on the organiser's terminal");
    } else {
        char line[DAY_SENTENCE];
        snprintf(line, sizeof line, "%s", order);
        day_obey(d, line);
        text_str(a->body, "{}");
    }
    if (body) json_read_close(body);
}

static void show_file(void *arg, const struct http_request *q, struct http_answer *a)
{
    static const struct {
        const char *path, *name, *type;
    } files[] = {{"/results", "results.html", "text/html; charset=utf-8"},
                 {"/results.csv", "results.csv", "text/csv; charset=utf-8"},
                 {"/certificates", "certificates.html", "text/html; charset=utf-8"}};
    const struct day *d = arg;
    struct err err;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        if (strcmp(q->path, files[i].path) != 0) continue;
        if (!file_read_in(d->folder, files[i].name, FILE_MOST, &a->heap, &a->bytes_len, &err)) {
            a->heap = NULL;
            http_refuse(a, 404, "day-no-results: there are no results yet");
            return;
        }
        a->type = files[i].type;
        http_set_header(a, "Cache-Control", "no-store");
    }
}

bool day_open_page(struct day *d, const char *listen, struct err *err)
{
    static const struct http_route routes[] = {{"GET", "/", show_page, 0, false},
                                               {"GET", "/desk", show_desk, 0, false},
                                               {"GET", "/state", show_state, 0, false},
                                               {"POST", "/order", take_order, 0, false},
                                               {"GET", "/results", show_file, 0, false},
                                               {"GET", "/results.csv", show_file, 0, false},
                                               {"GET", "/certificates", show_file, 0, false},
                                               {"GET", "/screen.css", show_page, 0, false},
                                               {"GET", "/screen.js", show_page, 0, false}};
    struct http_options options = {.listen = listen,
                                   .routes = routes,
                                   .route_count = sizeof routes / sizeof routes[0],
                                   .site = d,
                                   .connections_max = CONNECTIONS,
                                   .streams_each = 1,
                                   .requests_each = REQUESTS,
                                   .patience_s = PATIENCE_S};
    random_hex(d->key, 8);
    d->http = http_open(&options, err);
    return d->http != NULL;
}
