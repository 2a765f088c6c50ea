/* Every path of the site; site/api/openapi.yaml describes them. */
#include "league/build/source.h"
#include "site/site_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { ANSWER_MOST = 128 * 1024, CLASS_BYTES = 256 * 1024 };

const struct http_route site_routes[] = {
    {"GET", "/api/v1/games", api_games, 0, false},
    {"GET", "/api/v1/bots", api_bots, 0, false},
    {"GET", "/api/v1/ladders", api_ladders, 0, false},
    {"GET", "/api/v1/ladders/:", api_ladder, 0, false},
    {"GET", "/api/v1/ladders/:/table", api_ladder_table, 0, false},
    {"GET", "/api/v1/players/:", api_player, 0, false},
    {"GET", "/api/v1/players/:/history", api_history, 0, false},
    {"GET", "/api/v1/matches", api_matches, 0, false},
    {"GET", "/api/v1/matches/:", api_match, 0, false},
    {"GET", "/api/v1/matches/:/record", api_record, 0, false},
    {"GET", "/api/v1/matches/:/live", api_match_live, 0, false},
    {"GET", "/api/v1/matches/:/why", api_match_why, 0, false},
    {"GET", "/api/v1/live", api_live, 0, false},
    {"GET", "/api/v1/feed", api_feed, 0, false},
    {"GET", "/api/v1/folder", api_folder, 0, false},
    {"GET", "/api/v1/folder/:", api_folder_record, 0, false},
    {"POST", "/api/v1/play", api_play, 0, false},
    {"POST", "/api/v1/play/:/join", api_join, 0, false},
    {"POST", "/api/v1/play/:/answer", api_answer, ANSWER_MOST, false},
    {"POST", "/api/v1/play/:/leave", api_leave, 0, false},
    {"GET", "/api/v1/contests", api_contests, 0, false},
    {"GET", "/api/v1/contests/:", api_contest, 0, false},
    {"GET", "/api/v1/contests/:/bracket.svg", api_bracket, 0, false},
    /* Contests, and the organisers' desk. */
    {"GET", "/api/v1/contests/:/games/:", api_contest_game, 0, false},
    {"GET", "/api/v1/contests/:/stage", api_stage, 0, false},
    {"GET", "/api/v1/contests/:/stage/record", api_stage_record, 0, false},
    {"POST", "/api/v1/contests/:/stage/shown", api_stage_shown, 0, false},
    {"POST", "/api/v1/contests/join", api_contest_join, 0, false},
    {"POST", "/api/v1/contests/:/join", api_contest_enter, 0, false},
    {"POST", "/api/v1/contests/:/withdraw", api_contest_withdraw, 0, false},
    {"POST", "/api/v1/contests/:/return", api_contest_return, 0, false},
    {"GET", "/api/v1/contests/:/results.csv", api_contest_csv, 0, false},
    {"GET", "/api/v1/contests/:/results.json", api_contest_results, 0, false},
    {"GET", "/api/v1/announcements", api_announcements, 0, false},
    {"GET", "/api/v1/desk/accounts", api_desk_accounts, 0, false},
    {"POST", "/api/v1/desk/accounts", api_desk_class, CLASS_BYTES, false},
    {"POST", "/api/v1/desk/classes/preview", api_desk_class_preview, CLASS_BYTES, false},
    {"GET", "/api/v1/desk/classes", api_desk_classes, 0, false},
    {"DELETE", "/api/v1/desk/classes/:", api_desk_class_undo, 0, false},
    {"POST", "/api/v1/desk/accounts/:/ban", api_desk_ban, 0, false},
    {"POST", "/api/v1/desk/accounts/:/lift", api_desk_lift, 0, false},
    {"POST", "/api/v1/desk/accounts/:/role", api_desk_role, 0, false},
    {"POST", "/api/v1/desk/accounts/:/password", api_desk_password, 0, false},
    {"GET", "/api/v1/desk/invitations", api_desk_invitations, 0, false},
    {"POST", "/api/v1/desk/invitations", api_desk_invite, 0, false},
    {"DELETE", "/api/v1/desk/invitations/:", api_desk_uninvite, 0, false},
    {"POST", "/api/v1/desk/announcements", api_desk_announce, 0, false},
    {"DELETE", "/api/v1/desk/announcements/:", api_desk_unannounce, 0, false},
    {"GET", "/api/v1/desk/queue", api_desk_queue, 0, false},
    {"POST", "/api/v1/desk/matches/:/annul", api_desk_annul, 0, false},
    {"POST", "/api/v1/desk/matches/:/rerun", api_desk_rerun, 0, false},
    {"GET", "/api/v1/desk/workers", api_desk_workers, 0, false},
    {"GET", "/api/v1/desk/audit", api_desk_audit, 0, false},
    {"GET", "/api/v1/desk/contests", api_desk_contests, 0, false},
    {"POST", "/api/v1/desk/contests", api_desk_add_contest, 0, false},
    {"POST", "/api/v1/desk/preview", api_desk_preview, 0, false},
    {"GET", "/api/v1/desk/broken", api_desk_broken, 0, false},
    {"POST", "/api/v1/desk/contests/:/decide", api_desk_decide, 0, false},
    {"POST", "/api/v1/desk/contests/:/stage/:", api_desk_stage, 0, false},
    {"POST", "/api/v1/desk/contests/:/finalists/:", api_desk_absent, 0, false},
    {"POST", "/api/v1/desk/contests/:/:", api_desk_contest, 0, false},
    {"GET", "/api/v1/session", api_session, 0, false},
    {"POST", "/api/v1/session", api_log_in, 0, false},
    {"DELETE", "/api/v1/session", api_log_out, 0, false},
    {"POST", "/api/v1/accounts", api_sign_up, 0, false},
    {"PUT", "/api/v1/password", api_password, 0, false},
    {"GET", "/api/v1/tokens", api_tokens, 0, false},
    {"POST", "/api/v1/tokens", api_add_token, 0, false},
    {"DELETE", "/api/v1/tokens/:", api_drop_token, 0, false},
    {"GET", "/api/v1/notices", api_notices, 0, false},
    {"POST", "/api/v1/notices/seen", api_see_notices, 0, false},
    {"GET", "/api/v1/home/line", api_home_line, 0, false},
    {"DELETE", "/api/v1/home/places/:", api_home_give_up, 0, false},
    {"POST", "/api/v1/rooms", api_add_room, 0, false},
    {"GET", "/api/v1/rooms/:", api_room, 0, false},
    {"POST", "/api/v1/rooms/:/join", api_room_join, 0, false},
    {"POST", "/api/v1/rooms/:/round", api_room_round, 0, false},
    {"POST", "/api/v1/challenges", api_challenge, 0, false},
    {"GET", "/api/v1/languages", api_languages, 0, false},
    {"GET", "/api/v1/downloads", api_downloads, 0, false},
    {"GET", "/api/v1/downloads/join", api_download_join, 0, false},
    {"GET", "/api/v1/downloads/files/:", api_download_file, 0, false},
    {"GET", "/api/v1/downloads/kits/:/:", api_download_kit, 0, false},
    {"GET", "/api/v1/kits/:/:", api_kit, 0, false},
    {"GET", "/api/v1/submissions", api_submissions, 0, false},
    {"POST", "/api/v1/submissions", api_submit, SOURCE_MOST, false},
    {"GET", "/api/v1/submissions/:", api_submission, 0, false},
    {"GET", "/api/v1/submissions/:/source", api_source, 0, false},
    {"POST", "/api/v1/submissions/:/active", api_play_again, 0, false},
    {"POST", "/api/v1/tries", api_try, SOURCE_MOST, false},
    {"GET", "/api/v1/tries/:", api_try_state, 0, false},
    {"DELETE", "/api/v1/tries/:", api_try_stop, 0, false},
    {"GET", "/api/v1/tries/:/record", api_try_record, 0, false},
    {"GET", "/healthz", api_health, 0, true},
    {"GET", "/metrics", api_metrics, 0, true},
    /* Pages: all of them are index.html, which finds out by itself which one it is. */
    {"GET", "/", page, 0, false},
    {"GET", "/games/:", page, 0, false},
    {"GET", "/matches", page, 0, false},
    {"GET", "/matches/:", page, 0, false},
    {"GET", "/ladders", page, 0, false},
    {"GET", "/ladders/:", page, 0, false},
    {"GET", "/players/:", page, 0, false},
    {"GET", "/contests", page, 0, false},
    {"GET", "/contests/:", page, 0, false},
    {"GET", "/play", page, 0, false},
    {"GET", "/play/:", page, 0, false},
    {"GET", "/rooms", page, 0, false},
    {"GET", "/rooms/:", page, 0, false},
    {"GET", "/watch", page, 0, false},
    {"GET", "/watch/screen", page, 0, false},
    {"GET", "/docs", page, 0, false},
    {"GET", "/docs/:", page, 0, false},
    {"GET", "/write", page, 0, false},
    {"GET", "/programs", page, 0, false},
    {"GET", "/programs/:", page, 0, false},
    {"GET", "/download", page, 0, false},
    {"GET", "/login", page, 0, false},
    {"GET", "/signup", page, 0, false},
    {"GET", "/account", page, 0, false},
    {"GET", "/notices", page, 0, false},
    {"GET", "/desk", page, 0, false},
    {"GET", "/desk/:", page, 0, false},
    {"GET", "/contests/:/watch", page, 0, false},
    {"GET", "/contests/:/games/:", page, 0, false},
    {"GET", "/contests/:/stage", page, 0, false},
};
const int site_route_count = sizeof site_routes / sizeof site_routes[0];

bool site_store_failed(struct http_answer *a, const struct err *err)
{
    http_refuse(a, 503, "store-away: the store does not answer: {why:%p}", err_value(err));
    return false;
}

bool site_id(const char *part, int64_t *id, struct http_answer *a)
{
    char *end;
    errno = 0;
    *id = strtoll(part, &end, 10);
    if (*part >= '0' && *part <= '9' && *end == '\0' && errno == 0 && *id > 0) return true;
    http_refuse(a, 404, "no-number: {given:%.40s} is not a valid number", part);
    return false;
}

bool site_seen(const struct http_request *q, int64_t *after, struct http_answer *a)
{
    const char *last = http_header(q, "Last-Event-ID");
    char *end;
    errno = 0;
    if (!last || !*last) last = http_query(q, "after");
    *after = last && *last ? strtoll(last, &end, 10) : -1;
    if (!last || !*last || (*end == '\0' && errno == 0 && *after >= -1)) return true;
    http_refuse(a, 400, "event-number: the id of the last event is a whole number");
    return false;
}

/* ---- pages ---- */

static const char no_pages[] =
    "<!doctype html><title>Taisen</title><p>The pages are not here: <code>web/build</code> makes "
    "them. The interface at <a href=\"/api/v1/games\">/api/v1</a> works.\n";

void page(void *arg, const struct http_request *q, struct http_answer *a)
{
    const struct site *site = arg;
    if (assets_answer(site->assets, "/index.html", q, a)) return;
    a->status = 503;
    a->type = "text/html; charset=utf-8";
    text_str(a->body, no_pages);
}

/* A file of the pages; or nothing, which pages say in their own words. */
void api_nothing(void *arg, const struct http_request *q, struct http_answer *a)
{
    const struct site *site = arg;
    bool is_api = strncmp(q->path, "/api/", 5) == 0 || strncmp(q->path, "/assets/", 8) == 0;
    if (assets_answer(site->assets, q->path, q, a)) return;
    if (is_api || !assets_answer(site->assets, "/index.html", q, a)) {
        http_refuse(a, 404, "no-page: there is nothing at {path:%.200s}", q->path);
        return;
    }
    if (a->status == 200) a->status = 404;
}
