#include "site/sight.h"

#include "league/store_contest.h"
#include "site/visitor.h"

bool sight_refresh(struct site *site)
{
    struct err ignored;
    int64_t ladder[SITE_HIDDEN];
    int count;
    if (!store_hidden_ladders(site->store, 0, ladder, SITE_HIDDEN, &count, &ignored)) return false;
    for (int i = 0; i < count; i++) site->hidden[i] = ladder[i];
    site->hidden_count = count;
    return true;
}

bool sight_is_private(const struct site *site, int64_t ladder)
{
    for (int i = 0; i < site->hidden_count; i++)
        if (site->hidden[i] == ladder) return true;
    return false;
}

bool sight_of(struct site *site, const struct http_request *q, struct http_answer *a,
              struct sight *sight)
{
    struct visitor v;
    struct err err;
    *sight = (struct sight){.hides = false};
    if (site->hidden_count == 0) return true;
    if (!visitor_find(site, q, a, &v)) return false;
    if (v.is_known && v.account.role == ROLE_ORGANISER) return true;
    sight->viewer = v.is_known ? v.account.id : 0;
    sight->hides = true;
    return store_hidden_ladders(site->store, sight->viewer, sight->ladder, SITE_HIDDEN,
                                &sight->count, &err) ||
           site_store_failed(a, &err);
}

bool sight_hides(const struct sight *sight, int64_t ladder)
{
    for (int i = 0; i < sight->count; i++)
        if (sight->ladder[i] == ladder) return true;
    return false;
}
