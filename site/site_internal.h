/*
 * site_internal — what the files of the site share. Nobody else includes it.
 */
#pragma once
#include "base/json_write.h"
#include "site/http/assets.h"
#include "site/http/http.h"
#include "site/http/limit.h"
#include "site/live/feed.h"
#include "site/live/live.h"
#include "site/people/account.h"
#include "site/remote/play.h"
#include "site/remote/remote_play.h"
#include "site/site.h"
#include "site/trial_pool.h"
#include "site/worker_pool.h"

#include <limits.h>

struct store;

/* A record in the folder that is watched. */
struct site_file {
    char name[NAME_MAX + 1];
    int64_t changed_ns, size;
    bool is_whole;
};
enum { SITE_WATCHED = 8 };

struct site {
    struct site_options o;
    struct site_file watched[SITE_WATCHED]; /* what site/api/folder.c knows of the newest */
    int watched_count;
    int lock; /* holds the folder `var`: two servers would empty each other's live records */
    struct http_options web;
    struct store *store;
    struct http *http;
    struct assets *assets;
    struct live *live;
    struct feed *feed;
    struct play *play;
    struct remote_play *home;
    struct worker_pool worker_pool;
    struct trial_pool *trial_pool;
    struct hash_worker *hashes;
    struct limit log_ins, accounts;      /* by account and network, or device; by account */
    struct limit addresses, sign_ups;    /* by network */
    int64_t advanced_us;                 /* when contests were last looked after */
    struct limit room_tries, challenges; /* by address; by account */
    struct limit uploads;                /* by account */
    struct limit trials;                 /* by account; without one by network */
    int64_t asked_us, feed_us, beat_us;  /* when the store and the streams were last looked after */
    int64_t late_us;                     /* when those were last told who watch late */
    int64_t rooms_us;                    /* when idle rooms were last looked for */
    int64_t started_us;
    int64_t results;              /* seen by the feed since the start */
    int64_t store_us, store_asks; /* what the feed's questions to the store have cost */
    bool store_is_well;
    char first_word[ACCOUNT_TOKEN]; /* for the first organiser; kept nowhere else; "": none */
};

/* Every handler is in the table of site/api/routes.c. */
extern const struct http_route site_routes[];
extern const int site_route_count;

http_handler api_games, api_bots, api_ladders, api_ladder, api_ladder_table, api_player,
    api_history, api_matches, api_match, api_match_why, api_notices, api_see_notices, api_record,
    api_match_live, api_live, api_feed, api_play, api_join, api_answer, api_leave, api_contests,
    api_contest, api_bracket, api_health, api_metrics, api_session, api_log_in, api_log_out,
    api_sign_up, api_password, api_tokens, api_add_token, api_drop_token, api_folder,
    api_folder_record, api_nothing, page;

/* Programs at home. */
http_handler api_home_line, api_home_give_up, api_add_room, api_room, api_room_join, api_room_round,
    api_challenge;
/* Contests, and the organisers' desk. */
http_handler api_contest_join, api_contest_enter, api_contest_withdraw, api_contest_return,
    api_contest_csv, api_contest_results, api_announcements, api_desk_accounts, api_desk_class,
    api_desk_class_preview, api_desk_classes, api_desk_class_undo, api_desk_ban, api_desk_lift,
    api_desk_role, api_desk_password, api_desk_invitations, api_desk_invite, api_desk_uninvite,
    api_desk_announce, api_desk_unannounce, api_desk_queue, api_desk_annul, api_desk_rerun,
    api_desk_workers, api_desk_audit, api_desk_contests, api_desk_add_contest, api_desk_preview,
    api_desk_broken, api_desk_contest, api_desk_decide, api_stage, api_stage_record,
    api_stage_shown, api_desk_stage, api_desk_absent, api_contest_game;
/* Submitted programs. */
http_handler api_kit, api_downloads, api_download_file, api_download_kit, api_download_join;
http_handler api_languages, api_submit, api_submissions, api_submission, api_source, api_play_again;
/* Programs that are being written. */
http_handler api_try, api_try_state, api_try_record, api_try_stop;
/* Whether programs can be run here, as a member `try`. */
void trial_put_terms(const struct site *site, struct text *t);

/* 503: the store does not answer. Returns false, so that a failure is one line. */
bool site_store_failed(struct http_answer *a, const struct err *err);
/* A record as plain text, freed and refused when it cannot be unpacked. */
bool site_unpack(char **bytes, size_t *len, struct http_answer *a);
/* The number that a path names; false, having refused with 404, when it is none. */
bool site_id(const char *part, int64_t *id, struct http_answer *a);
/* What a viewer has seen, by header or query; -1: nothing. False, having refused. */
bool site_seen(const struct http_request *q, int64_t *after, struct http_answer *a);
