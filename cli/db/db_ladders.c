/* Ladders, contests, players and matches of a league, as an organiser changes them. */
#include "cli/db/db.h"
#include "cli/json_line.h"
#include "cli/match_flags.h"
#include "league/store/contest/store_contest.h"
#include "league/store/people/store_audit.h"
#include "league/store/store_check.h"
#include "league/store/store_moderation.h"
#include "league/store/store_queue.h"
#include "os/file.h"
#include "referee/seat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAP_MAX = 1 << 20, CONTEST_MAX = 1 << 20, KEY_ROOM = 64 };

bool db_find_ladder(struct db_request *q, struct store_ladder *ladder)
{
    struct err err;
    if (store_find_ladder(q->store, q->args[0], ladder, &err)) return true;
    cli_use("%s", sentence(&err));
    return false;
}

/* Tries settings and setup, so that wrong ones are told now and not by every worker. */
static bool try_ladder(const struct game *game, const struct store_ladder *l)
{
    char buf[SAID_BYTES];
    struct text why = TEXT_ON(buf);
    struct ladder_settings settings;
    struct match_options match = {.game = game,
                                  .setup = {.seed = 1, .options = l->setup, .map = l->map}};
    if (!ladder_settings_read(&settings, l->settings, &why))
        return cli_use("--set: %s", sentence_said(buf)), false;
    return match_flags_check(&match);
}

int db_add_ladder(void *request)
{
    struct db_request *q = request;
    AUTO_FREE char *map = NULL;
    struct store_ladder *l = &q->ladder;
    const struct game *game = cli_game(q->args[1]);
    struct err err;
    size_t len;
    int64_t id;
    if (!game) return STATUS_USE;
    if (strlen(q->args[0]) >= STORE_NAME) return cli_use("the name of the ladder is too long");
    strcpy(l->name, q->args[0]);
    snprintf(l->game, sizeof l->game, "%s", game->name);
    if (q->map_path && !file_read(q->map_path, MAP_MAX, &map, &len, &err))
        return cli_use("--map: %s", sentence(&err));
    l->map = map;
    if (!try_ladder(game, l)) return STATUS_USE;
    return store_add_ladder(q->store, l, &id, &err) ? STATUS_DONE : cli_use("%s", sentence(&err));
}

/* NAME of some/folder/NAME.ini */
static void name_contest(const char *path, char *out, size_t size)
{
    const char *slash = strrchr(path, '/');
    snprintf(out, size, "%s", slash ? slash + 1 : path);
    char *dot = strrchr(out, '.');
    if (dot && strcmp(dot, ".ini") == 0) *dot = '\0';
}

int db_add_contest(void *request)
{
    struct db_request *q = request;
    static struct contest contest;
    AUTO_FREE char *text = NULL;
    struct err err;
    char name[STORE_NAME];
    size_t len;
    int64_t id;
    name_contest(q->count > 1 ? q->args[1] : q->args[0], name, sizeof name);
    if (!contest_gather(q->args[0], &text, &len, &err) ||
        !contest_take(&contest, text, len, q->args[0], &err))
        return cli_use("%s", sentence(&err));
    bool ok = store_add_contest(q->store, name, &contest, text, &id, &err);
    contest_free(&contest);
    return ok ? STATUS_DONE : cli_use("%s", sentence(&err));
}

static bool take_back(struct store *s, void *arg, struct err *err)
{
    const struct db_request *q = arg;
    enum store_annulled verdict;
    if (!store_annul(s, q->match, q->args[1], &verdict, err)) return false;
    if (verdict == ANNUL_NO_MATCH) return err_set(err, "there is no such match");
    return verdict == ANNULLED || err_set(err, "the match is void already");
}

int db_annul(void *request)
{
    struct db_request *q = request;
    struct err err;
    struct store_audit_entry entry = {
        .address = "command line", .kind = "annul", .text = q->args[0]};
    if (!cli_int("MATCH", q->args[0], 1, INT64_MAX, &q->match)) return STATUS_USE;
    return store_audited(q->store, &entry, take_back, q, &err) ? STATUS_DONE
                                                               : cli_use("%s", sentence(&err));
}

int db_add_player(void *request)
{
    struct db_request *q = request;
    struct store_ladder ladder;
    struct store_entered entered;
    struct err err;
    const char *seat = q->args[2];
    if (!db_find_ladder(q, &ladder)) return STATUS_USE;
    const struct game *game = cli_game(ladder.game);
    if (!game) return STATUS_USE;
    if (!seat_check(game, seat, &err)) return cli_use("%s", sentence(&err));
    if (seat_spec_is_human(seat) || seat_spec_is_tcp(seat))
        return cli_use("%s: a ladder is played by programs and bots", seat);
    struct store_enter enter = {.ladder = ladder.id,
                                .player = q->args[1],
                                .kind = seat_spec_is_bot(seat) ? "bot" : "program",
                                .seat = seat,
                                .language = q->language};
    if (!store_enter(q->store, &enter, &entered, &err)) return cli_use("%s", sentence(&err));
    if (q->json) {
        struct text *t = json_line();
        json_write_open(t, NULL, '{');
        json_write_int(t, "player", entered.player);
        json_write_int(t, "version", entered.number);
        json_write_bool(t, "new", entered.is_new);
        json_line_print(t, '}');
    }
    return STATUS_DONE;
}

int db_queue(void *request)
{
    struct db_request *q = request;
    struct store_ladder ladder;
    struct store_entered player[2];
    struct err err;
    int added = 0, all = 0;
    if (!db_find_ladder(q, &ladder)) return STATUS_USE;
    for (int p = 0; p < 2; p++)
        if (!store_find_entry(q->store, ladder.id, q->args[1 + p], &player[p], &err))
            return cli_use("%s", sentence(&err));
    if (player[0].player == player[1].player) return cli_use("a player does not play itself");
    for (int64_t i = 0; i < q->games; i += 2) {
        char key[2][KEY_ROOM];
        struct store_plan plan[2];
        for (int side = 0; side < 2; side++) {
            int64_t first = player[side].version, second = player[1 - side].version;
            uint64_t seed = q->seed + (uint64_t)i / 2;
            snprintf(key[side], KEY_ROOM, "%lld:%llu:%lld-%lld", (long long)ladder.id,
                     (unsigned long long)seed, (long long)first, (long long)second);
            plan[side] = (struct store_plan){
                .key = key[side], .ladder = ladder.id, .version = {first, second}, .seed = seed};
        }
        if (!store_queue(q->store, plan, 2, &added, &err)) return cli_fail("%s", sentence(&err));
        all += added;
    }
    if (q->json) {
        struct text *t = json_line();
        json_write_open(t, NULL, '{');
        json_write_int(t, "queued", all);
        json_line_print(t, '}');
    }
    return STATUS_DONE;
}

static int set_open(struct db_request *q, bool is_open)
{
    struct store_ladder ladder;
    struct err err;
    if (!db_find_ladder(q, &ladder)) return STATUS_USE;
    return store_set_open(q->store, ladder.id, is_open, &err) ? STATUS_DONE
                                                              : cli_fail("%s", sentence(&err));
}

int db_open(void *request)
{
    struct db_request *q = request;
    return set_open(q, true);
}

int db_close(void *request)
{
    struct db_request *q = request;
    return set_open(q, false);
}

int db_rerate(void *request)
{
    struct db_request *q = request;
    struct store_ladder ladder;
    struct err err;
    if (!db_find_ladder(q, &ladder)) return STATUS_USE;
    return store_rerate(q->store, ladder.id, &err) ? STATUS_DONE : cli_fail("%s", sentence(&err));
}
