#include "referee/replay.h"
#include "base/scan.h"
#include "cli/play.h"
#include "cli/remote.h"
#include "cli/replay_html.h"
#include "os/proc.h"
#include "os/stop.h"
#include "referee/rerun.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: taisen replay FILE [WHAT] [OPTIONS]\n"
    "       taisen replay FILE --from N SEAT SEAT [OPTIONS of `taisen play`]\n"
    "       taisen replay FILE --rerun P -- COMMAND...\n\n"
    "Plays a record again through the rules. Without WHAT it prints a line a step. FILE may be "
    "the\n"
    "address of a match of a site's: https://arena.example/matches/17 (with the variable\n"
    "TAISEN_TOKEN where the contest is private).\n\n"
    "  --verify       check every step, hash and checksum, and the result\n"
    "  --turn N       print the state at the beginning of turn N as JSON\n"
    "  --input N:P    print, byte for byte, what player P (1 or 2) was sent in turn N\n"
    "  --html OUT     write a page that shows the match in any browser; - is standard output\n"
    "  --from N       play on from turn N with other players\n"
    "  --rerun P      give a program the inputs of player P again and compare its answers\n"
    "  --limit-mb N   of the record, unpacked (default 64)\n"
    "  --json         steps, or the answers of --rerun, as JSON Lines\n"
    "  --help         this text\n";

enum {
    FLAG_VERIFY = FLAG_END,
    FLAG_TURN,
    FLAG_INPUT,
    FLAG_HTML,
    FLAG_FROM,
    FLAG_RERUN,
    FLAG_LIMIT,
    FLAG_JSON,
    FLAG_HELP
};

static const struct option options[] = {MATCH_OPTIONS,
                                        CAGE_OPTIONS,
                                        {"verify", no_argument, NULL, FLAG_VERIFY},
                                        {"turn", required_argument, NULL, FLAG_TURN},
                                        {"input", required_argument, NULL, FLAG_INPUT},
                                        {"html", required_argument, NULL, FLAG_HTML},
                                        {"from", required_argument, NULL, FLAG_FROM},
                                        {"rerun", required_argument, NULL, FLAG_RERUN},
                                        {"limit-mb", required_argument, NULL, FLAG_LIMIT},
                                        {"json", no_argument, NULL, FLAG_JSON},
                                        {"help", no_argument, NULL, FLAG_HELP},
                                        {NULL, 0, NULL, 0}};

struct request {
    int what; /* one of the flags, 0: print the steps */
    int64_t turn, player, limit_mb;
    const char *page; /* of --html */
    bool json;
    struct match_flags flags;
    char **words; /* after the file */
    int word_count;
};

/* ---- what can be asked ---- */

static int verify(const struct record *record, const char *path)
{
    struct err err;
    if (!replay_verify(record, &err)) return cli_use("%s: %s", path, err.text);
    printf("%s: %d steps verified, ", path, record->step_count);
    cli_print_line(record->reason, strlen(record->reason));
    putchar('\n');
    return STATUS_DONE;
}

typedef bool write_fn(const struct request *q, struct replay *r, struct text *out, struct err *err);

static bool write_state(const struct request *q, struct replay *r, struct text *out,
                        struct err *err)
{
    if (!replay_seek(r, (int32_t)q->turn, err)) return false;
    r->game->frame(r->state, out);
    text_char(out, '\n');
    fwrite(out->buf, 1, out->len, stdout);
    return true;
}

/* Everything the player was sent from the first to the last step of the turn. */
static bool write_input(const struct request *q, struct replay *r, struct text *out,
                        struct err *err)
{
    int p = (int)q->player - 1;
    bool is_greeted = false, any = false;
    for (;;) {
        struct game_status s;
        r->game->status(r->state, &s);
        if (s.turn > q->turn) break;
        if (r->game->actors(r->state) >> p & 1) {
            text_clear(out);
            if (!is_greeted) r->game->greet(r->state, p, out);
            is_greeted = true;
            r->game->prompt(r->state, p, r->left_ms, out);
            if (s.turn == q->turn) any = fwrite(out->buf, 1, out->len, stdout) == out->len;
        }
        if (replay_at_end(r)) break;
        if (!replay_next(r, err)) return false;
    }
    return any || err_set(err, "player %d was not asked in turn %lld", p + 1, (long long)q->turn);
}

static int print(const struct request *q, const struct record *record, const char *path,
                 write_fn *write)
{
    struct replay r;
    struct err err;
    size_t size = 2 * (size_t)record->game->text_max + 2;
    char *buf = malloc(size);
    if (!buf) return cli_fail("out of memory");
    struct text out = text_on(buf, size);
    bool ok = replay_open(&r, record, &err) && write(q, &r, &out, &err);
    replay_close(&r);
    free(buf);
    return ok ? STATUS_DONE : cli_use("%s: %s", path, err.text);
}

/* Several lines in one. */
static void print_lines(const char *bytes, size_t len)
{
    struct scan rest = scan_on(bytes, len), line;
    while (scan_line(&rest, &line)) {
        cli_print_line(line.at, scan_left(&line));
        putchar('/');
    }
    cli_print_line(rest.at, scan_left(&rest));
}

static void print_answer(const struct record_step *s, int p)
{
    size_t len = s->answer_len[p];
    while (len > 0 && strchr("\r\n ", s->answer[p][len - 1])) len--;
    if (s->kind[p] == REPLY_NONE)
        fputs("-", stdout);
    else if (s->kind[p] != REPLY_ACTION)
        fputs(s->kind[p] == REPLY_TIMEOUT ? "(timeout)"
              : s->kind[p] == REPLY_GONE  ? "(gone)"
                                          : "(invalid)",
              stdout);
    if (s->kind[p] != REPLY_NONE) print_lines(s->answer[p], len);
}

static void print_end(const struct record *record)
{
    if (!record->is_whole) {
        puts("the record is cut here");
        return;
    }
    const char *name = record->status.winner < 0 ? "draw" : record->name[record->status.winner];
    cli_print_line(name, strlen(name));
    fputs(": ", stdout);
    cli_print_line(record->reason, strlen(record->reason));
    putchar('\n');
}

static bool write_steps(const struct request *q, struct replay *r, struct text *out,
                        struct err *err)
{
    while (!replay_at_end(r)) {
        const struct record_step *s = &r->record->steps[r->at];
        if (!replay_next(r, err)) return false;
        if (q->json) {
            text_clear(out);
            r->game->frame(r->state, out);
            puts(out->buf);
            continue;
        }
        struct game_status now;
        r->game->status(r->state, &now);
        printf("turn %-4d ", s->turn);
        print_answer(s, 0);
        fputs(" | ", stdout);
        print_answer(s, 1);
        printf("   %lld ms | %lld ms   score %lld : %lld\n", (long long)s->ms[0],
               (long long)s->ms[1], (long long)now.score[0], (long long)now.score[1]);
    }
    if (q->json) return true;
    print_end(r->record);
    return true;
}

static int play_on(struct request *q, const struct record *record, const char *path)
{
    struct replay r;
    struct err err;
    struct match_options match;
    struct play_style style = {.json = q->json};
    int status = STATUS_USE;
    if (q->word_count != 2) return cli_use("--from takes two seats after the file");
    if (q->flags.record)
        return cli_use("--record: a record begins at the start of a game, not in the middle");
    if (!q->flags.has_seed) q->flags.seed = record->setup.seed;
    q->flags.has_seed = true;
    if (!replay_open(&r, record, &err) || !replay_seek(&r, (int32_t)q->turn, &err)) {
        status = cli_use("%s: %s", path, err.text);
    } else if (match_flags_apply(&q->flags, record->game, q->words[0], q->words[1], &match,
                                 &status)) {
        match.position = r.state;
        status = play_match(&match, &q->flags, &style);
    }
    replay_close(&r);
    return status;
}

struct tally {
    bool json;
    int same, other;
    int64_t slowest_ms;
};

static void print_line(const char *s)
{
    size_t len = strlen(s);
    print_lines(s, len > 0 && s[len - 1] == '\n' ? len - 1 : len);
}

static void tell_answer(void *arg, const struct rerun_answer *a)
{
    struct tally *t = arg;
    if (a->is_same)
        t->same++;
    else
        t->other++;
    if (a->ms > t->slowest_ms) t->slowest_ms = a->ms;
    fwrite(a->err->buf, 1, a->err->len, stderr);
    if (t->json) {
        printf("{\"turn\":%d,\"same\":%s,\"ms\":%lld,\"recorded_ms\":%lld}\n", a->turn,
               a->is_same ? "true" : "false", (long long)a->ms, (long long)a->recorded_ms);
        return;
    }
    printf("turn %-4d %6lld ms (recorded %lld ms)  ", a->turn, (long long)a->ms,
           (long long)a->recorded_ms);
    if (a->is_same) {
        puts("same");
        return;
    }
    fputs("recorded: ", stdout);
    print_line(a->recorded ? a->recorded : "(no answer)");
    fputs("   now: ", stdout);
    print_line(a->now                     ? a->now
               : a->kind == REPLY_TIMEOUT ? "(timeout)"
               : a->kind == REPLY_GONE    ? "(gone)"
                                          : "(invalid)");
    putchar('\n');
}

static int run_again(const struct request *q, const struct record *record, const char *path)
{
    struct tally tally = {.json = q->json};
    struct err err;
    char command[8192];
    struct text t = TEXT_ON(command);
    for (int i = 0; i < q->word_count; i++) {
        if (i > 0) text_char(&t, ' ');
        text_str(&t, q->words[i]);
    }
    if (t.len == 0) return cli_use("--rerun takes a command after --");
    if (t.cut) return cli_use("--rerun: the command is too long");
    if (!seat_check(record->game, command, &err)) return cli_use("%s", err.text);
    proc_guard();
    stop_watch();
    if (!rerun(record, (int)q->player - 1, command, tell_answer, &tally, &err))
        return cli_use("%s: %s", path, err.text);
    fprintf(stderr, "%d answers the same, %d different, slowest %lld ms\n", tally.same, tally.other,
            (long long)tally.slowest_ms);
    return tally.other > 0 ? STATUS_FOUND : STATUS_DONE;
}

/* ---- the command line ---- */

static bool read_input_arg(const char *arg, int64_t *turn, int64_t *player)
{
    const char *colon = strchr(arg, ':');
    struct scan a = scan_on(arg, colon ? (size_t)(colon - arg) : 0),
                b = scan_str(colon ? colon + 1 : "");
    if (scan_int(&a, turn) && scan_blank(&a) && *turn >= 0 && scan_int(&b, player) &&
        scan_blank(&b) && (*player == 1 || *player == 2))
        return true;
    cli_use("--input takes a turn and a player (1 or 2) as in 12:1, not `%s`", arg);
    return false;
}

static bool read_option(struct request *q, int id, const char *arg)
{
    if (id == FLAG_JSON) return q->json = true;
    if (id == FLAG_LIMIT) return cli_int("--limit-mb", arg, 1, 16 << 10, &q->limit_mb);
    if (id < FLAG_END) return match_flag(&q->flags, id, arg);
    if (q->what != 0) return cli_use("replay does one thing at a time"), false;
    q->what = id;
    switch (id) {
    case FLAG_TURN: return cli_int("--turn", arg, 0, INT32_MAX, &q->turn);
    case FLAG_FROM: return cli_int("--from", arg, 0, INT32_MAX, &q->turn);
    case FLAG_RERUN: return cli_int("--rerun", arg, 1, 2, &q->player);
    case FLAG_INPUT: return read_input_arg(arg, &q->turn, &q->player);
    case FLAG_HTML: return (q->page = arg) != NULL;
    default: return true;
    }
}

static int answer(struct request *q, const char *path)
{
    struct record record;
    struct err err;
    int status;
    if (q->what != FLAG_FROM && q->what != FLAG_RERUN && q->word_count > 0)
        return cli_use("replay reads one file at a time");
    char fetched[REMOTE_PATH];
    const char *file = path;
    if (remote_is_address(path)) {
        if (!remote_fetch_record(path, fetched, &err)) return cli_use("%s", err.text);
        file = fetched;
    }
    if (q->what == FLAG_HTML) return replay_html(file, (size_t)q->limit_mb << 20, q->page);
    if (!record_read(&record, file, (size_t)q->limit_mb << 20, &err))
        return cli_use("%s", err.text);
    switch (q->what) {
    case FLAG_VERIFY: status = verify(&record, path); break;
    case FLAG_TURN: status = print(q, &record, path, write_state); break;
    case FLAG_INPUT: status = print(q, &record, path, write_input); break;
    case FLAG_FROM: status = play_on(q, &record, path); break;
    case FLAG_RERUN: status = run_again(q, &record, path); break;
    default: status = print(q, &record, path, write_steps); break;
    }
    record_free(&record);
    return status;
}

static int run(int argc, char **argv, struct request *q)
{
    for (int id; (id = getopt_long(argc, argv, "", options, NULL)) >= 0;) {
        if (id == FLAG_HELP) return cli_help(help);
        if (id == '?') return cli_bad_option(argv);
        if (!read_option(q, id, optarg)) return STATUS_USE;
    }
    if (optind == argc) return cli_use("replay takes a record; `taisen replay --help` tells more");
    q->words = argv + optind + 1;
    q->word_count = argc - optind - 1;
    return answer(q, argv[optind]);
}

int cmd_replay(int argc, char **argv)
{
    static struct request q;
    q.limit_mb = RECORD_MOST >> 20;
    match_flags_init(&q.flags);
    int status = run(argc, argv, &q);
    match_flags_free(&q.flags);
    return status;
}
