/*
 * contest_lookup — contests as the site shows them: those of the league, and those of its folder
 * `contests`, which `taisen tournament` plays.
 */
#pragma once
#include "league/work/finals.h"
#include "site/people/visitor.h"

/* One of the league that the visitor may see; *found is false where there is none. False, having
   refused, when the store fails. `v` may be nobody. */
bool contest_lookup(struct site *site, const struct http_request *q, const char *name,
                    struct visitor *v, struct store_contest *out, bool *found,
                    struct http_answer *a);
/* A contest of the league that the visitor may see; refuses with 404 where there is none. */
bool contest_need(struct site *site, const struct http_request *q, const char *name,
                  struct visitor *v, struct store_contest *out, struct http_answer *a);
/* Whether an account takes part in the contest whose ladder this is, if it is one's: only then may
   it play there. False, having refused. */
bool contest_has_joined(struct site *site, int64_t account, const char *ladder,
                        struct http_answer *a);
/* Says why somebody may not send in a program for the finals. Returns false. */
bool contest_refuse_final(const struct store_contest *c, enum store_final why,
                          struct http_answer *a);
/* Whether they see what the stage of the finals has not shown yet: organisers do, but for pages
   that came with the stage's token (`?stage=`), which look as the audience. */
bool contest_is_insider(const struct http_request *q, const struct visitor *v);
/* How its finals stand, as far as this visitor may know; NULL, having refused. */
struct finals *contest_open(struct site *site, const struct http_request *q,
                            const struct visitor *v, const struct store_contest *c,
                            struct http_answer *a);
/* Its state as they may know it: the finals are not over before the audience has seen it. */
enum contest_state contest_known_state(const struct store_contest *c, bool is_insider);
/* A name in a table for spreadsheets: in quotes, and not to be taken for a formula by whoever opens
   it. */
void contest_csv_cell(struct text *t, const char *s);
/* Such a table begins: its headings, in the reader's language, and its file name. Pages ask with
   `?lang=`, and get the mark by which spreadsheets know UTF-8. */
void contest_csv_begin(const struct http_request *q, const char *name, const char *const *columns,
                       int count, struct http_answer *a);
/* The results of a contest of the folder as such a table. */
void contest_folder_csv(struct site *site, const struct http_request *q, struct http_answer *a);
/* Draws what a tournament looks like. */
bool contest_draw(const struct http_request *q, const struct tournament *t, struct http_answer *a);
