/* What is private is decided by the database; here the visitor is told apart and the question
   asked. */
#include "site/people/visibility.h"

#include "league/store/store_contest.h"
#include "site/people/visitor.h"

bool visibility_refresh(struct site *site)
{
    struct err ignored;
    int64_t ladder[SITE_HIDDEN];
    int count;
    if (!store_hidden_ladders(site->store, 0, ladder, SITE_HIDDEN, &count, &ignored)) return false;
    for (int i = 0; i < count; i++) site->hidden[i] = ladder[i];
    site->hidden_count = count;
    return true;
}

bool visibility_is_private(const struct site *site, int64_t ladder)
{
    for (int i = 0; i < site->hidden_count; i++)
        if (site->hidden[i] == ladder) return true;
    return false;
}

bool visibility_of(struct site *site, const struct http_request *q, struct http_answer *a,
                   struct visibility *visibility)
{
    struct visitor v;
    struct err err;
    *visibility = (struct visibility){.hides = false};
    if (site->hidden_count == 0) return true;
    if (!visitor_find(site, q, a, &v)) return false;
    if (v.is_known && v.account.role == ROLE_ORGANISER) return true;
    visibility->viewer = v.is_known ? v.account.id : 0;
    visibility->hides = true;
    return store_hidden_ladders(site->store, visibility->viewer, visibility->ladder, SITE_HIDDEN,
                                &visibility->count, &err) ||
           site_store_failed(a, &err);
}

bool visibility_hides(const struct visibility *visibility, int64_t ladder)
{
    for (int i = 0; i < visibility->count; i++)
        if (visibility->ladder[i] == ladder) return true;
    return false;
}
