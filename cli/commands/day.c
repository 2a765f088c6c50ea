/* `taisen day`: a contest day with children's own CHaser clients (cli/day/day.h). The same command
   begins a day, goes on with it, and, from another terminal, says what the organiser decides. */
#include "cli/day/day.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/match_flags.h"
#include "cli/report/tournament_report.h"
#include "os/file.h"
#include "os/folder.h"
#include "os/stop.h"
#include "os/tty.h"
#include "site/http/http.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ORDER_MOST = 16, COURTS_MOST = 32, LINE_MOST = 1024 };
enum line { LINE_ORDERS, LINE_TERMINAL, LINE_PAGE, LINE_COUNT };
enum language { LANGUAGE_OWN, LANGUAGE_EN };
static const char *const languages[] = {"en", "ja", NULL};

struct request {
    struct day day;
    struct match_flags flags;
    const char *folder, *listen;
    int language;
    bool yes, strict, no_page, json, check;
    char order[ORDER_MOST][LINE_MOST]; /* from the options, to be sent to the day that runs */
    int order_count;
    int lines[LINE_COUNT];
    char typed[LINE_PAGE][LINE_MOST]; /* what has come of a line */
    size_t typed_len[LINE_PAGE];
    char tie[DAY_SENTENCE]; /* the last that was said */
};

/* ---- what happens on the courts ---- */

static const char *said_name(const struct request *q, const struct tournament_court *court,
                             int side, char *out, size_t size)
{
    const char *name = q->day.contest.game->side[side];
    snprintf(out, size, _("%s (%s)"), court->name[side], name ? name : "");
    return out;
}

static void put_expected(const struct request *q, const struct tournament_court *court, int side,
                         struct text *t)
{
    char who[200], line[300];
    said_name(q, court, side, who, sizeof who);
    if (court->is_tcp[side])
        snprintf(line, sizeof line, _("%s connects to port %d"), who, court->port[side]);
    else
        snprintf(line, sizeof line, "%s", who);
    text_str(t, line);
}

static void expect(struct request *q, const struct tournament_court *court)
{
    struct day_court *own = &q->day.court[court->number - 1];
    char game[200], buf[700];
    struct text who = TEXT_ON(buf);
    *own = (struct day_court){.about = *court, .is_on = true};
    day_name_game(court, game, sizeof game);
    put_expected(q, court, 0, &who);
    text_str(&who, _("; "));
    put_expected(q, court, 1, &who);
    day_say(&q->day, "court %d: %s: %s", court->number, game, buf);
}

/* A client that calls itself like another player, or has the number of one, was started on the
   wrong port, or by the wrong person. */
static bool is_somebody_else(const struct day *d, const struct tournament_court *court, int side,
                             const char *client)
{
    int player = day_player(d, client);
    return player >= 0 && player != court->player[side];
}

static void hear_name(struct day *d, const struct tournament_court *court, int side,
                      const char *client)
{
    struct day_court *own = &d->court[court->number - 1];
    snprintf(own->side[side].client, sizeof own->side[side].client, "%s", client);
    if (!is_somebody_else(d, court, side, client)) {
        day_say(d, "court %d: %s: the client is called %s", court->number, court->name[side],
                client);
        return;
    }
    snprintf(own->trouble, sizeof own->trouble,
             _("%s is expected, but the client is called %s: is it the wrong one?"),
             court->name[side], client);
    day_say(d, "court %d: %s `again %d` begins the game anew", court->number, own->trouble,
            court->player[side] + 1);
}

static void show_court(void *arg, const struct tournament_court *court, int side,
                       const struct notice *notice)
{
    struct request *q = arg;
    struct day *d = &q->day;
    struct day_court *own = &d->court[court->number - 1];
    if (!notice) {
        expect(q, court);
        return;
    }
    switch (notice->kind) {
    case NOTICE_CONNECTED:
        own->side[side].is_here = true;
        day_say(d, "court %d: %s: %s has connected", court->number, court->name[side],
                notice->about);
        return;
    case NOTICE_REFUSED:
        snprintf(own->trouble, sizeof own->trouble,
                 _("a second client of %s (%s) was refused: the seat is taken"), court->name[side],
                 notice->about);
        day_say(d, "court %d: %s", court->number, own->trouble);
        return;
    case NOTICE_NAMED: hear_name(d, court, side, notice->about); return;
    case NOTICE_LATE:
        day_say(d, "court %d: %s is late; the machine is busy", court->number, court->name[side]);
        return;
    case NOTICE_LISTENING:
    case NOTICE_NONE:
    default: return;
    }
}

/* What a client did, as a sentence about it. */
static void put_fault(const char *fault, const char *name, char *out, size_t size)
{
    if (strcmp(fault, "gone") == 0)
        snprintf(out, size, _("the client of %s has disconnected"), name);
    else if (strcmp(fault, "timeout") == 0)
        snprintf(out, size, _("the client of %s was too late"), name);
    else if (strcmp(fault, "name") == 0)
        snprintf(out, size, _("the client of %s said no valid name"), name);
    else if (strcmp(fault, "crash") == 0)
        snprintf(out, size, _("the client of %s has crashed"), name);
    else
        snprintf(out, size, _("the client of %s sent an invalid answer"), name);
}

static struct day_court *court_of(struct day *d, const struct journal_match *m)
{
    for (int i = 0; i < d->contest.courts; i++) {
        struct day_court *court = &d->court[i];
        bool is_it = court->is_on;
        for (int side = 0; side < 2; side++) {
            int player = m->seat[side] < d->contest.player_count ? m->seat[side] : -1;
            is_it = is_it && court->about.player[side] == player;
        }
        if (is_it) return court;
    }
    return NULL;
}

static void show_fault(void *arg, const struct journal_match *m, int side,
                       const struct match_end_side *end)
{
    struct request *q = arg;
    struct day *d = &q->day;
    struct day_court *court = court_of(d, m);
    (void)end;
    if (!court || !court->about.is_tcp[side]) return;
    int number = court->about.player[side] + 1;
    put_fault(m->fault[side], court->about.name[side], court->trouble, sizeof court->trouble);
    if (q->strict)
        day_say(d, "court %d: %s", court->about.number, court->trouble);
    else
        day_say(d, "court %d: %s: `again %d` plays again, `forfeit %d` lets it be lost",
                court->about.number, court->trouble, number, number);
}

/* ---- results ---- */

static void say_result(struct request *q, const struct journal_match *m)
{
    struct day *d = &q->day;
    struct day_court *court = court_of(d, m);
    const char *reason = day_reason(m->reason);
    if (court) court->is_on = false, court->trouble[0] = '\0';
    if (m->winner < 0)
        day_say(d, "%s against %s: a draw (%s)", m->name[0], m->name[1], reason);
    else
        day_say(d, "%s against %s: %s has won (%s)", m->name[0], m->name[1], m->name[m->winner],
                reason);
}

/* What waits for a janken, once. */
static void say_ties(struct request *q)
{
    struct day *d = &q->day;
    struct tie tie;
    int players[CONTEST_PLAYERS];
    char buf[DAY_SENTENCE - 120];
    struct text t = TEXT_ON(buf);
    for (int i = 0, count; (count = tournament_tie(day_now(d), i, &tie, players)) > 0; i++) {
        if (i > 0) text_str(&t, "; ");
        for (int k = 0; k < count; k++) {
            if (k > 0) text_str(&t, ", ");
            text_str(&t, d->contest.player[players[k]].name);
        }
    }
    if (strcmp(buf, q->tie) == 0) return;
    snprintf(q->tie, sizeof q->tie, "%s", buf);
    if (t.len > 0)
        day_say(d, "level, to be decided by janken: %s; enter `decide BEST > NEXT`", buf);
}

static void show(void *arg, const struct journal *journal, const char *phase)
{
    struct request *q = arg;
    struct err err;
    (void)phase;
    q->day.journal = journal;
    say_result(q, &journal->matches[journal->count - 1]);
    say_ties(q);
    if (!day_print(&q->day, &err)) day_say(&q->day, "taisen: %s", sentence(&err));
}

/* ---- what the organiser says ---- */

/* Whether the player is on a court; with `held`, in a game that waits for a decision. */
static bool has_game(const struct day *d, int player, bool held)
{
    for (int i = 0; i < d->contest.courts; i++) {
        const struct day_court *court = &d->court[i];
        bool is_there = court->about.player[0] == player || court->about.player[1] == player;
        if (court->is_on && is_there) return !held || tournament_holds(d->play, i + 1);
    }
    return false;
}

static bool obey(struct day *d, const char *word, const char *rest, struct err *err)
{
    static const struct {
        const char *word;
        bool (*run)(struct tournament_play *, int, struct err *);
    } orders[] = {{"again", tournament_again},
                  {"forfeit", tournament_forfeit},
                  {"accept", tournament_accept}};
    if (strcmp(word, "decide") == 0) return tournament_order(d->play, rest, err);
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        if (strcmp(orders[i].word, word) != 0) continue;
        int player = day_player(d, rest);
        if (player < 0) return err_set(err, "there is no player %s", rest);
        if (!has_game(d, player, orders[i].run == tournament_accept))
            return err_set(err, "%s has no such game at the moment",
                           d->contest.player[player].name);
        return orders[i].run(d->play, player, err);
    }
    return err_set(err,
                   "`%s`: write `again NUMBER`, `forfeit NUMBER`, `accept NUMBER` or "
                   "`decide BEST > NEXT`",
                   word);
}

void day_obey(struct day *d, char *line)
{
    struct err err;
    char *word = line + strspn(line, " \t");
    size_t len = strcspn(word, " \t\r\n");
    char *rest = word + len;
    if (len == 0) return;
    if (*rest) *rest++ = '\0';
    rest += strspn(rest, " \t");
    rest[strcspn(rest, "\r\n")] = '\0';
    if (!d->play) return;
    if (!obey(d, word, rest, &err)) day_say(d, "%s", sentence(&err));
}

/* Reads what has come, and obeys whole lines. */
static void hear_line(struct request *q, int line)
{
    char *typed = q->typed[line];
    size_t *len = &q->typed_len[line];
    ssize_t got = read(q->lines[line], typed + *len, LINE_MOST - 1 - *len);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got <= 0) {
        q->lines[line] = -1; /* the terminal is gone; other ways stay */
        return;
    }
    *len += (size_t)got;
    typed[*len] = '\0';
    for (char *end; (end = strchr(typed, '\n'));) {
        *end = '\0';
        day_obey(&q->day, typed);
        *len -= (size_t)(end + 1 - typed);
        memmove(typed, end + 1, *len + 1);
    }
    if (*len == LINE_MOST - 1) *len = 0; /* nobody types that much */
}

static void hear(void *arg, struct tournament_play *play, int line)
{
    struct request *q = arg;
    (void)play;
    if (line >= 0 && line != LINE_PAGE)
        hear_line(q, line);
    else if (q->day.http)
        http_run(q->day.http);
    say_ties(q);
}

static int64_t wait_us(void *arg)
{
    const struct request *q = arg;
    return q->day.http ? http_wait_us(q->day.http) : -1;
}

/* From another terminal: what the options said. */
static int send_orders(const struct request *q)
{
    char path[PATH_MAX];
    struct err err;
    day_path(&q->day, "orders", path);
    AUTO_CLOSE int fd = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0 && (errno == ENXIO || errno == ENOENT))
        return cli_use("the day in %s is not running", q->day.folder);
    if (fd < 0) return cli_fail("cannot write %s: %s", path, strerror(errno));
    for (int i = 0; i < q->order_count; i++)
        if (!file_write(fd, q->order[i], strlen(q->order[i]), &err))
            return cli_fail("%s", sentence(&err));
    return STATUS_DONE;
}

/* ---- playing ---- */

static bool open_orders(struct request *q, struct err *err)
{
    char path[PATH_MAX];
    day_path(&q->day, "orders", path);
    if (mkfifo(path, S_IRUSR | S_IWUSR) < 0 && errno != EEXIST)
        return err_sys(err, "cannot make %s", path);
    /* For writing as well, so that it does not end when a writer does. */
    q->lines[LINE_ORDERS] = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    return q->lines[LINE_ORDERS] >= 0 || err_sys(err, "cannot read %s", path);
}

static bool open_page(struct request *q, struct err *err)
{
    struct day *d = &q->day;
    if (q->no_page) return true;
    if (!day_open_page(d, q->listen, err)) return err_wrap(err, "--listen");
    q->lines[LINE_PAGE] = http_poll_fd(d->http);
    char host[HTTP_ADDRESS];
    snprintf(host, sizeof host, "%.*s", (int)(strrchr(q->listen, ':') - q->listen), q->listen);
    day_say(d, "screen: http://%s:%d/", host, http_port(d->http));
    fprintf(stderr, _("organiser: http://%s:%d/desk?key=%s\n"), host, http_port(d->http), d->key);
    return true;
}

static int finish(struct request *q, const struct journal *journal)
{
    struct day *d = &q->day;
    struct err err;
    if (!tournament_look(&d->end, &d->contest, journal, &err))
        return cli_fail("%s", sentence(&err));
    if (journal->count > 0 && !day_print(d, &err)) return cli_fail("%s", sentence(&err));
    if (!d->end.is_over) return STATUS_DONE;
    if (q->json)
        report_tournament_json(&d->end, journal);
    else
        report_tournament(&d->end, journal);
    fflush(stdout);
    int places[CONTEST_PLAYERS], count = tournament_places(&d->end, places);
    for (int i = 0; i < count && i < 3; i++)
        day_say(d, "place %d: %s", i + 1, d->contest.player[places[i]].name);
    day_say(d, "to print: %s/results.html and %s/certificates.html; for Excel: %s/results.csv",
            d->folder, d->folder, d->folder);
    return STATUS_DONE;
}

/* The page stays until somebody ends it. */
static void stay(struct request *q)
{
    struct day *d = &q->day;
    if (!d->http || !d->end.is_over) return;
    day_say(d, "the page stays open; Ctrl-C ends it");
    while (!stop_asked()) {
        struct pollfd fd = {.fd = http_poll_fd(d->http), .events = POLLIN};
        if (stop_poll(&fd, 1, http_wait_us(d->http)) < 0 && errno != EINTR) return;
        http_run(d->http);
    }
}

static int play(struct request *q)
{
    struct day *d = &q->day;
    char out[PATH_MAX], records[PATH_MAX];
    struct journal journal = {0};
    struct err err;
    int status;
    day_path(d, "journal.jsonl", out);
    day_path(d, "records", records);
    struct tournament_options run = {.contest = &d->contest,
                                     .jobs = d->contest.courts,
                                     .out = out,
                                     .resume = true,
                                     .records = records,
                                     .keep_stderr = true,
                                     .court = show_court,
                                     .fault = show_fault,
                                     .holds_faults = !q->strict,
                                     .lines = q->lines,
                                     .line_count = LINE_COUNT,
                                     .hear = hear,
                                     .wait_us = wait_us,
                                     .play = &d->play};
    if (!match_flags_apply(&q->flags, d->contest.game, d->contest.player[0].seat,
                           d->contest.player[1].seat, &run.match, &status))
        return status;
    proc_guard();
    stop_watch();
    for (int i = 0; i < LINE_COUNT; i++) q->lines[i] = -1;
    if (!folder_make(records, &err) || !open_orders(q, &err) || !open_page(q, &err))
        return cli_use("%s", sentence(&err));
    if (isatty(STDIN_FILENO)) q->lines[LINE_TERMINAL] = STDIN_FILENO;
    bool ok = tournament_run(&run, show, q, &journal, &err);
    status = finish(q, &journal);
    if (ok) stay(q);
    if (d->http) http_close(d->http);
    file_close(&q->lines[LINE_ORDERS]);
    tournament_free(&d->end);
    journal_free(&journal);
    if (ok) return status;
    day_say(d, "%s; the same command goes on with the day",
            stop_asked() ? _("stopped") : sentence(&err));
    return stop_asked() ? 128 + stop_signal() : STATUS_ARENA;
}

/* ---- beginning ---- */

/* school.csv is played in school.day. */
static void choose_folder(struct request *q, const char *arg)
{
    struct day *d = &q->day;
    size_t len = strlen(arg);
    const char *slash = strrchr(arg, '/'), *dot = strrchr(arg, '.');
    if (dot && dot > arg && (!slash || dot > slash + 1)) len = (size_t)(dot - arg);
    while (len > 1 && arg[len - 1] == '/') len--;
    if (q->folder)
        snprintf(d->folder, sizeof d->folder, "%s", q->folder);
    else if (folder_exists(arg))
        snprintf(d->folder, sizeof d->folder, "%s", arg);
    else
        snprintf(d->folder, sizeof d->folder, "%.*s.day", (int)len, arg);
}

static bool is_agreed(const struct request *q)
{
    char answer[16] = "";
    if (q->yes) return true;
    if (!isatty(STDIN_FILENO)) return false;
    fputs(_("Make this day and begin? [y/N] "), stderr);
    return fgets(answer, sizeof answer, stdin) && (*answer == 'y' || *answer == 'Y');
}

static int begin(struct request *q, const char *path)
{
    struct day *d = &q->day;
    struct err err;
    if (d->plan.first_port + 2 * d->plan.courts - 1 > 65535)
        return cli_use("--ports: two for each court, up to 65535");
    if (strcmp(path, "-") != 0 && access(path, R_OK) != 0)
        return cli_use("%s: the list cannot be read; is its name right?", path);
    if (!sheet_read(&d->list, path, &err) || !day_name_players(d, &err)) {
        err_in_file(&err, path, 0);
        return cli_use("%s", sentence(&err));
    }
    day_preview(d, q->check ? stdout : stderr);
    if (q->check) return STATUS_DONE;
    if (!is_agreed(q)) {
        fputs(_("Nothing was made; --yes begins without asking.\n"), stderr);
        return STATUS_FOUND;
    }
    return day_make(d, &err) ? STATUS_DONE : cli_use("%s", sentence(&err));
}

static int day(struct request *q, int argc, char **argv)
{
    struct day *d = &q->day;
    struct err err;
    int status;
    if (!options_read(&command_day, argc, argv, q, &status)) return status;
    if (q->language != LANGUAGE_OWN) words_choose(languages[q->language - LANGUAGE_EN]);
    if (argc - optind != 1)
        return cli_use("day takes one list of players; `taisen day --help` tells more");
    if (!d->plan.title) d->plan.title = _("CHaser day");
    if (!strchr(q->listen, ':')) return cli_use("--listen takes HOST:PORT, not `%s`", q->listen);
    choose_folder(q, argv[optind]);
    bool is_there = folder_exists(d->folder);
    if (q->order_count > 0) return send_orders(q);
    if (!is_there && folder_exists(argv[optind]))
        return cli_use("%s is a folder, but there is no day in it", argv[optind]);
    if (!is_there) {
        status = begin(q, argv[optind]);
        if (status != STATUS_DONE || q->check) return status;
    }
    if (!day_load(d, &err)) return cli_use("%s", sentence(&err));
    if (is_there)
        day_say(d, "goes on with the day in %s; delete the folder to begin anew", d->folder);
    return q->check ? STATUS_DONE : play(q);
}

static int run(int argc, char **argv)
{
    static struct request q;
    q = (struct request){.listen = "127.0.0.1:8080",
                         .day.plan = {.bot = "bot:chaser-2",
                                      .courts = 2,
                                      .first_port = 2009,
                                      .knockout = 8,
                                      .certificates = 3,
                                      .seed = cli_any_seed()}};
    match_flags_init(&q.flags);
    int status = day(&q, argc, argv);
    match_flags_free(&q.flags);
    sheet_free(&q.day.list);
    contest_free(&q.day.contest);
    return status;
}

/* ---- the command ---- */

static bool add_order(struct request *q, const char *word, const char *arg)
{
    if (q->order_count == ORDER_MOST || strlen(arg) > LINE_MOST - 16 || strpbrk(arg, "\r\n"))
        return cli_use("--%s: too many at once, or too long", word), false;
    snprintf(q->order[q->order_count++], LINE_MOST, "%s %s\n", word, arg);
    return true;
}

static bool read_again(void *target, const char *arg)
{
    return add_order(target, "again", arg);
}

static bool read_forfeit(void *target, const char *arg)
{
    return add_order(target, "forfeit", arg);
}

static bool read_accept(void *target, const char *arg)
{
    return add_order(target, "accept", arg);
}

static bool read_decide(void *target, const char *arg)
{
    return add_order(target, "decide", arg);
}

#define AT(member) .at = offsetof(struct request, member)

static const struct cli_option options[] = {
    {"check", NULL, OPTION_FLAG, AT(check),
     .help = N_("only show the list and what would be played")},
    {"yes", NULL, OPTION_FLAG, AT(yes), .help = N_("begin without asking")},
    {"title", "NAME", OPTION_TEXT, AT(day.plan.title), .help = N_("the name of the contest")},
    {"dir", "DIR", OPTION_FOLDER, AT(folder),
     .help = N_("the folder of the day (default: LIST.day beside LIST.csv)")},
    {"maps", "DIR", OPTION_FOLDER, AT(day.plan.maps),
     .help =
         N_("maps: the files *.map of this folder, in the order of their names (default: random "
            "maps)")},
    {"courts", "N", OPTION_INT, AT(day.plan.courts), .least = 1, .most = COURTS_MOST,
     .help = N_("concurrent games (default 2)")},
    {"ports", "FROM", OPTION_INT, AT(day.plan.first_port), .least = 1, .most = 65534,
     .help = N_("the first port; each court has two, Cool's and Hot's (default 2009)")},
    {"turns", "N", OPTION_INT, AT(day.plan.turns), .least = 1, .most = 100000,
     .help = N_(
         "turns of a game (default: those of the map; on random maps 100, in the knockout 120)")},
    {"bot", "SEAT", OPTION_TEXT, AT(day.plan.bot),
     .help = N_("the opponent in the qualifier, which also fills gaps in the knockout (default "
                "bot:chaser-2)")},
    {"knockout", "N", OPTION_INT, AT(day.plan.knockout), .least = 2, .most = 64,
     .help = N_("how many advance to the knockout (default 8)")},
    {"janken", NULL, OPTION_FLAG, AT(day.plan.janken),
     .help = N_("ties are decided by janken (default: by the order of the list)")},
    {"seed", "N", OPTION_SEED, AT(day.plan.seed), .help = N_("decides random maps (default: any)")},
    {"strict", NULL, OPTION_FLAG, AT(strict),
     .help = N_("a client that fails loses immediately (default: the organiser decides)")},
    {"again", "PLAYER", OPTION_CALL, .read = read_again, .is_repeated = true,
     .help = N_("tell the day that is running: play this player's game again, from its start")},
    {"forfeit", "PLAYER", OPTION_CALL, .read = read_forfeit, .is_repeated = true,
     .help = N_("tell the day that is running: this player loses the game")},
    {"accept", "PLAYER", OPTION_CALL, .read = read_accept, .is_repeated = true,
     .help = N_("tell the day that is running: count the game although a client failed")},
    {"decide", "ORDER", OPTION_CALL, .read = read_decide, .is_repeated = true,
     .help = N_("tell the day that is running: who won a janken, as in \"Ben > Aki\"")},
    {"listen", "HOST:PORT", OPTION_TEXT, AT(listen),
     .help = N_("where the page is (default 127.0.0.1:8080: this machine alone; 0.0.0.0:8080: "
                "everybody who can reach it)")},
    {"no-page", NULL, OPTION_FLAG, AT(no_page),
     .help = N_("no page; the command ends with the day")},
    {"certificates", "N", OPTION_INT, AT(day.plan.certificates), .most = CONTEST_PLAYERS,
     .help = N_("certificates for so many places (default 3)")},
    {"organiser", "NAME", OPTION_TEXT, AT(day.plan.organiser),
     .help = N_("who signs the certificates")},
    {"lang", "LANGUAGE", OPTION_WORD, AT(language), .least = LANGUAGE_EN, .words = languages,
     .help = N_("language of the screen and the pages: en, ja (default: that of the terminal)")},
    {"json", NULL, OPTION_FLAG, AT(json), .help = N_("print the result as one JSON object")},
    {0}};

const struct command command_day = {
    .name = "day",
    .about = N_("run a CHaser contest day, from the list of players to the certificates"),
    .usage = "LIST.csv [OPTIONS]",
    .text =
        N_("Runs a CHaser contest for a list of players as a spreadsheet saves it (CSV in UTF-8 or "
           "Shift_JIS, with or without headings and numbers): a qualifier against a bot, then a "
           "knockout. The players' own clients connect to the ports of the courts; terminal and "
           "page say who plays next and where. Everything is kept in a folder; after a power cut "
           "the same command goes on."),
    .suggest = "file",
    .options = options,
    .more = N_(
        "While it runs, type `again PLAYER`, `forfeit PLAYER`, `accept PLAYER` or `decide BEST > "
        "NEXT`; PLAYER is a name or the number in the list.\n"
        "Example: taisen day school.csv --courts 4 --ports 40000 --listen 0.0.0.0:8080"),
    .run = run};
