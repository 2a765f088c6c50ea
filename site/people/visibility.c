/* A visitor as the database knows viewers. */
#include "site/people/visibility.h"

#include "site/people/visitor.h"

bool visibility_of(struct site *site, const struct http_request *q, struct http_answer *a,
                   struct store_viewer *viewer)
{
    struct visitor v;
    *viewer = (struct store_viewer){.sees_all = false};
    if (!visitor_find(site, q, a, &v)) return false;
    if (!v.is_known) return true;
    viewer->sees_all = v.account.role == ROLE_ORGANISER;
    viewer->account = v.account.id;
    return true;
}
