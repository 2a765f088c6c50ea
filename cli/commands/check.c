/* `taisen check`: tries a program out and tells its author what it found. */
#include "referee/check.h"
#include "cli/commands.h"
#include "cli/json_line.h"
#include "cli/kits.h"
#include "cli/match_flags.h"
#include "os/proc.h"
#include "os/stop.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RECORDS_MOST = 64 };

struct report {
    bool json;
    int strange, losing;
};

static const char *const weights[] = {N_("ok"), N_("strange"), N_("LOSES")};
static const char *const weight_words[] = {"fine", "strange", "loses"};

static void print_finding(void *arg, const struct check_finding *f)
{
    struct report *r = arg;
    r->strange += f->weight == CHECK_STRANGE;
    r->losing += f->weight == CHECK_LOSES;
    if (!r->json) {
        cli_print_cell(_(weights[f->weight]), 8, 1);
        puts(sentence(f->said));
        return;
    }
    struct text *t = json_line();
    json_write_open(t, NULL, '{');
    json_write_str(t, "weight", weight_words[f->weight]);
    json_write_str(t, "about", f->about);
    err_write_member(t, "text", f->said);
    json_line_print(t, '}');
}

static int check(struct check_options *o, struct match_options *match, struct match_flags *flags,
                 struct report *r)
{
    struct err err;
    proc_guard();
    stop_watch();
    if (!match_flags_cage(flags, 2, match)) return STATUS_ARENA;
    o->cage = match->cage;
    if (!check_run(o, print_finding, r, &err)) {
        if (stop_asked()) return cli_fail("%s", sentence(&err)), 128 + stop_signal();
        return cli_fail("%s", sentence(&err));
    }
    if (r->json) return r->losing > 0 ? STATUS_FOUND : STATUS_DONE;
    if (r->losing > 0)
        puts(_("This would lose a game."));
    else if (r->strange > 0)
        puts(_("It plays; look at what is strange."));
    else
        puts(_("All is well."));
    return r->losing > 0 ? STATUS_FOUND : STATUS_DONE;
}

/* Goes into the folder of a player and builds it; *command is how it is run there. */
static int build(const char *language, const char *folder, const char **command)
{
    static struct kits kits;
    static char line[LANGUAGE_LINE + 16];
    char missing[LANGUAGE_LINE];
    int status = kits_open(&kits);
    if (status != STATUS_DONE) return status;
    const struct language *l = kits_language(&kits, language);
    if (!l) return STATUS_USE;
    if (language_lacks(l, missing))
        return cli_use("%s needs %s, which is not installed: apt-get install %s", l->title, missing,
                       l->packages);
    if (chdir(folder) < 0) return cli_use("cannot go to %s: %s", folder, strerror(errno));
    snprintf(line, sizeof line, "( %s ) 1>&2", l->build); /* standard output is for the findings */
    if (system(line) != 0) {
        cli_use("it does not build by `%s`", l->build);
        return STATUS_FOUND;
    }
    *command = l->run;
    return STATUS_DONE;
}

/* ---- recorded games ---- */

struct request {
    struct match_flags flags;
    int64_t games;
    const char *language;
    const char *from[RECORDS_MOST];
    struct record record[RECORDS_MOST];
    int from_count, record_count;
    struct report report;
};

static bool add_record(struct request *q, const struct game *game, const char *path)
{
    struct record *record = &q->record[q->record_count];
    struct err err;
    if (!record_read(record, path, RECORD_MOST, &err))
        return cli_use("--from: %s", sentence(&err)), false;
    q->record_count++; /* to be freed */
    if (record->game != game)
        return cli_use("--from: %s is a game of %s", path, record->game->name), false;
    if (record->step_count == 0) return cli_use("--from: in %s nobody has played", path), false;
    return true;
}

/* Those that were named, or the one that comes with the kits, if it is there. */
static bool read_records(struct request *q, const struct game *game)
{
    char folder[PATH_MAX], path[PATH_MAX + 64];
    for (int i = 0; i < q->from_count; i++)
        if (!add_record(q, game, q->from[i])) return false;
    if (q->from_count > 0) return true;
    kits_positions(folder);
    snprintf(path, sizeof path, "%s/%s.jsonl.zst", folder, game->name);
    return access(path, R_OK) < 0 || add_record(q, game, path);
}

/* ---- */

static bool add_from(void *target, const char *arg)
{
    struct request *q = target;
    if (q->from_count == RECORDS_MOST)
        return cli_use("--from: no more than %d records", RECORDS_MOST), false;
    q->from[q->from_count++] = arg;
    return true;
}

static int check_program(int argc, char **argv, struct request *q)
{
    struct match_options match;
    struct match_flags *flags = &q->flags;
    int status;
    if (!options_read(&command_check, argc, argv, q, &status)) return status;
    if (argc - optind != 2)
        return cli_use("check takes a game and a command; `taisen check --help` tells more");
    const struct game *game = cli_game(argv[optind]);
    if (!game || !read_records(q, game)) return STATUS_USE;
    if (!flags->has_seed) flags->seed = 1;
    flags->has_seed = true;
    const char *command = argv[optind + 1];
    if (!q->language && !kits_seat_is_program(command)) return STATUS_USE;
    status = q->language ? build(q->language, command, &command) : STATUS_DONE;
    if (status != STATUS_DONE) return status;
    if (!match_flags_apply(flags, game, command, "bot:random", &match, &status)) return status;
    if (!match_flags_check(&match)) return STATUS_USE;
    struct check_options o = {.game = game,
                              .command = command,
                              .clock = match.clock,
                              .setup = flags->setup,
                              .map = flags->map,
                              .seed = flags->seed,
                              .output = flags->output,
                              .games = (int)q->games,
                              .records = q->record,
                              .record_count = q->record_count};
    return check(&o, &match, flags, &q->report);
}

static int run(int argc, char **argv)
{
    static struct request q;
    q = (struct request){.games = 3};
    match_flags_init(&q.flags);
    int status = check_program(argc, argv, &q);
    match_flags_free(&q.flags);
    for (int i = 0; i < q.record_count; i++) record_free(&q.record[i]);
    return status;
}

/* ---- the command ---- */

#define AT(member) .at = offsetof(struct request, member)

static const struct cli_option options[] = {
    {"language", "NAME", OPTION_TEXT, AT(language),
     .help =
         N_("build and run what lies in FOLDER as a program of this language (`taisen new --list` "
            "names them)")},
    {"games", "N", OPTION_INT, AT(games), .least = 1, .most = 1000,
     .help = N_("games from each of start, middle and end (default 3)")},
    {"from", "RECORD", OPTION_CALL, .read = add_from, .suggest = OPTION_FILE, .is_repeated = true,
     .help =
         N_("and one from somewhere in this recorded game; may be given several times (default: a "
            "record that comes with Taisen)")},
    {"seed", "N", OPTION_SEED, AT(flags.seed), .given = offsetof(struct request, flags.has_seed),
     .help = N_("seed of the first game (default 1)")},
    {.group = options_start, AT(flags)},
    {.group = options_answer, AT(flags)},
    {.group = options_output, AT(flags)},
    {.group = options_sandbox, AT(flags)},
    {"json", NULL, OPTION_FLAG, AT(report.json), .help = N_("print the findings as JSON Lines")},
    {0}};

const struct command command_check = {
    .name = "check",
    .about = N_("check a program before you submit it"),
    .usage = "GAME COMMAND [OPTIONS]\nGAME FOLDER --language NAME [OPTIONS]",
    .text =
        N_("Tries a program out and tells its author what is right, what is strange, and what "
           "would lose a game: does it start, print its name, flush, read its input, answer in the "
           "right form and in time, in games from the start, from the middle, from shortly before "
           "the end and out of recorded games, and end when its input is closed."),
    .suggest = "game seat",
    .options = options,
    .more = N_("Exit status 1 when something would lose a game."),
    .run = run};
