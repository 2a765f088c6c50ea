/* `taisen replay`: everything that can be had from a record. */
#include "referee/replay.h"
#include "base/scan.h"
#include "cli/commands.h"
#include "cli/json_line.h"
#include "cli/play.h"
#include "cli/remote.h"
#include "cli/report/replay_html.h"
#include "os/file.h"
#include "os/memory.h"
#include "os/proc.h"
#include "os/stop.h"
#include "referee/rerun.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What can be asked of a record, one thing at a time. */
enum what { VERIFY, TURN, INPUT, HTML, FROM, RERUN, WHATS };

struct request {
    bool asked[WHATS]; /* none: print the steps */
    int64_t turn, player, limit_mb;
    const char *page; /* of --html */
    bool json;
    struct match_flags flags;
    char **words; /* after the file */
    int word_count;
};

/* ---- what can be asked ---- */

static void print_reason(const struct record *record)
{
    const char *reason = term(record->reason);
    cli_print_line(reason, strlen(reason));
    putchar('\n');
}

static int verify(const struct record *record, const char *path)
{
    struct err err;
    if (!replay_verify(record, &err)) return cli_use("%s: %s", path, sentence(&err));
    printf(words_count("%s: %d step verified, ", "%s: %d steps verified, ",
                       (unsigned long)record->step_count),
           path, record->step_count);
    print_reason(record);
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
    return any || err_set(err, "player %d had no move in turn %lld", p + 1, (long long)q->turn);
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
    return ok ? STATUS_DONE : cli_use("%s: %s", path, sentence(&err));
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
        fputs(s->kind[p] == REPLY_TIMEOUT ? _("(timeout)")
              : s->kind[p] == REPLY_GONE  ? _("(gone)")
                                          : _("(invalid)"),
              stdout);
    if (s->kind[p] != REPLY_NONE) print_lines(s->answer[p], len);
}

static void print_end(const struct record *record)
{
    if (!record->is_whole) {
        puts(_("the record is cut here"));
        return;
    }
    const char *name =
        record->status.winner < 0 ? _("draw") : record_player(record, record->status.winner);
    cli_print_line(name, strlen(name));
    fputs(": ", stdout);
    print_reason(record);
}

/* What decided it, where the game has words for it. */
static void print_decision(const struct replay *r, const struct game_memory *memory)
{
    char sentence[1024];
    struct text t = TEXT_ON(sentence);
    struct game_decision d;
    struct game_status s;
    if (!memory || !r->record->is_whole || !r->game->decided(memory, r->state, &d)) return;
    r->game->status(r->state, &s);
    const char *name[2] = {r->record->name[0], r->record->name[1]};
    if (!*name[0] || !*name[1] || strcmp(name[0], name[1]) == 0)
        name[0] = _("player 1"), name[1] = _("player 2");
    int language = strcmp(words_language(), "ja") == 0;
    decision_sentence(&d, language, name, s.winner, &t);
    cli_print_line(t.buf, t.len);
    putchar('\n');
}

static bool write_steps(const struct request *q, struct replay *r, struct text *out,
                        struct err *err)
{
    AUTO_FREE struct game_memory *memory =
        r->game->watch ? memory_zeroed(r->game->memory_size) : NULL;
    if (memory) r->game->watch(memory, r->state);
    while (!replay_at_end(r)) {
        const struct record_step *s = &r->record->steps[r->at];
        if (!replay_next(r, err)) return false;
        if (memory) r->game->watch(memory, r->state);
        if (q->json) {
            text_clear(out);
            r->game->frame(r->state, out);
            puts(out->buf);
            continue;
        }
        struct game_status now;
        r->game->status(r->state, &now);
        printf(_("turn %-4d "), s->turn);
        print_answer(s, 0);
        fputs(" | ", stdout);
        print_answer(s, 1);
        printf(_("   %lld ms | %lld ms   score %lld : %lld\n"), (long long)s->ms[0],
               (long long)s->ms[1], (long long)now.score[0], (long long)now.score[1]);
    }
    if (q->json) return true;
    print_end(r->record);
    print_decision(r, memory);
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
        status = cli_use("%s: %s", path, sentence(&err));
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
        struct text *line = json_line();
        json_write_open(line, NULL, '{');
        json_write_int(line, "turn", a->turn);
        json_write_bool(line, "same", a->is_same);
        json_write_int(line, "ms", a->ms);
        json_write_int(line, "recorded_ms", a->recorded_ms);
        json_line_print(line, '}');
        return;
    }
    printf(_("turn %-4d %6lld ms (recorded %lld ms)  "), a->turn, (long long)a->ms,
           (long long)a->recorded_ms);
    if (a->is_same) {
        puts(_("same"));
        return;
    }
    fputs(_("recorded: "), stdout);
    print_line(a->recorded ? a->recorded : _("(no answer)"));
    fputs(_("   now: "), stdout);
    print_line(a->now                     ? a->now
               : a->kind == REPLY_TIMEOUT ? _("(timeout)")
               : a->kind == REPLY_GONE    ? _("(gone)")
                                          : _("(invalid)"));
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
    if (!seat_check(record->game, command, &err)) return cli_use("%s", sentence(&err));
    proc_guard();
    stop_watch();
    if (!rerun(record, (int)q->player - 1, command, tell_answer, &tally, &err))
        return cli_use("%s: %s", path, sentence(&err));
    /* JSON Lines are for programs, which count themselves. */
    fprintf(q->json ? stderr : stdout,
            words_count("%d answer the same, %d different, slowest %lld ms\n",
                        "%d answers the same, %d different, slowest %lld ms\n",
                        (unsigned long)tally.same),
            tally.same, tally.other, (long long)tally.slowest_ms);
    return tally.other > 0 ? STATUS_FOUND : STATUS_DONE;
}

/* ---- the command line ---- */

static bool read_input(void *target, const char *arg)
{
    struct request *q = target;
    const char *colon = strchr(arg, ':');
    struct scan a = scan_on(arg, colon ? (size_t)(colon - arg) : 0),
                b = scan_str(colon ? colon + 1 : "");
    if (scan_int(&a, &q->turn) && scan_blank(&a) && q->turn >= 0 && scan_int(&b, &q->player) &&
        scan_blank(&b) && (q->player == 1 || q->player == 2))
        return true;
    cli_use("--input takes a turn and a player (1 or 2) as in 12:1, not `%s`", arg);
    return false;
}

/* -1: the steps. */
static int find_what(const struct request *q, int *count)
{
    int what = -1;
    *count = 0;
    for (int i = 0; i < WHATS; i++) {
        if (!q->asked[i]) continue;
        what = i;
        ++*count;
    }
    return what;
}

static int answer(struct request *q, const char *path)
{
    struct record record;
    struct err err;
    int status, count, what = find_what(q, &count);
    if (count > 1) return cli_use("replay does one thing at a time");
    if (what != FROM && what != RERUN && q->word_count > 0)
        return cli_use("replay reads one file at a time");
    char fetched[REMOTE_PATH];
    const char *file = path;
    if (remote_is_address(path)) {
        if (!remote_fetch_record(path, fetched, &err)) return cli_use("%s", sentence(&err));
        file = fetched;
    }
    if (what == HTML) return replay_html(file, (size_t)q->limit_mb << 20, q->page);
    if (!record_read(&record, file, (size_t)q->limit_mb << 20, &err))
        return cli_use("%s", sentence(&err));
    switch (what) {
    case VERIFY: status = verify(&record, path); break;
    case TURN: status = print(q, &record, path, write_state); break;
    case INPUT: status = print(q, &record, path, write_input); break;
    case FROM: status = play_on(q, &record, path); break;
    case RERUN: status = run_again(q, &record, path); break;
    default: status = print(q, &record, path, write_steps); break;
    }
    record_free(&record);
    return status;
}

static int replay(int argc, char **argv, struct request *q)
{
    int status;
    if (!options_read(&command_replay, argc, argv, q, &status)) return status;
    if (optind == argc) return cli_use("replay takes a record; `taisen replay --help` tells more");
    q->words = argv + optind + 1;
    q->word_count = argc - optind - 1;
    return answer(q, argv[optind]);
}

static int run(int argc, char **argv)
{
    static struct request q;
    q.limit_mb = RECORD_MOST >> 20;
    match_flags_init(&q.flags);
    q.flags.is_local = true;
    int status = replay(argc, argv, &q);
    match_flags_free(&q.flags);
    return status;
}

#define AT(member) .at = offsetof(struct request, member)
#define ASKED(what) .given = offsetof(struct request, asked) + (what) * sizeof(bool)

static const struct cli_option options[] = {
    {"verify", NULL, OPTION_FLAG, AT(asked[VERIFY]),
     .help = N_("check every step, hash and checksum, and the result")},
    {"turn", "N", OPTION_INT, AT(turn), ASKED(TURN), .most = INT32_MAX,
     .help = N_("print the state at the beginning of turn N as JSON")},
    {"input", "N:P", OPTION_CALL, .read = read_input, ASKED(INPUT),
     .help = N_("print, byte for byte, what player P (1 or 2) was sent in turn N")},
    {"html", "OUT", OPTION_FILE, AT(page), ASKED(HTML),
     .help = N_("write one page that shows the match in any browser; - is standard output")},
    {"from", "N", OPTION_INT, AT(turn), ASKED(FROM), .most = INT32_MAX,
     .help = N_("play on from turn N with other players")},
    {"rerun", "P", OPTION_INT, AT(player), ASKED(RERUN), .least = 1, .most = 2,
     .help = N_("give a program the inputs of player P (1 or 2) again and compare its answers")},
    {"limit-mb", "N", OPTION_INT, AT(limit_mb), .least = 1, .most = 16 << 10,
     .help = N_("read a record of up to N MiB, unpacked (default 64)")},
    {"json", NULL, OPTION_FLAG, AT(json),
     .help =
         N_("steps, or the answers of --rerun, as JSON Lines; the result of --from as one object")},
    {.group = options_match, AT(flags)},
    {.group = options_sandbox, AT(flags)},
    {0}};

const struct command command_replay = {
    .name = "replay",
    .about = N_("verify, print, step through or continue a record"),
    .usage = "FILE [WHAT] [OPTIONS]\n"
             "FILE --from N SEAT SEAT [OPTIONS]\n"
             "FILE --rerun P -- COMMAND...",
    .text =
        N_("Plays a record again through the rules. Without WHAT, one of the options down to "
           "--rerun, it prints a line a step. FILE may be the address of a match of a site's: "
           "https://arena.example/matches/17 (with the variable TAISEN_TOKEN where the contest is "
           "private). The options after --json are those of `taisen play`, "
           "for --from."),
    .suggest = "file seat...",
    .options = options,
    .run = run};
