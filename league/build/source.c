/* Decides by names alone which language it is and what is the main file; the bytes are looked at
   by the compiler only. */
#include "league/build/source.h"

#include <string.h>
#include <strings.h>

static bool has_ending(const char *file, const char *like)
{
    const char *a = strrchr(file, '.'), *b = strrchr(like, '.');
    return a && b && strcasecmp(a, b) == 0;
}

static const struct language *language_of_zip(const struct languages *all, const void *bytes,
                                              size_t len)
{
    struct bundle p = {0};
    struct err ignored;
    const struct language *found = NULL;
    if (bundle_read_zip(&p, &bundle_sent, bytes, len, &ignored))
        for (int i = 0; i < all->count && !found; i++)
            if (bundle_find(&p, all->language[i].main)) found = &all->language[i];
    bundle_free(&p);
    return found;
}

const struct language *source_language(const struct languages *all, const char *file,
                                       const void *bytes, size_t len)
{
    if (bundle_is_zip(bytes, len)) return language_of_zip(all, bytes, len);
    for (int i = 0; i < all->count; i++)
        if (has_ending(file, all->language[i].main)) return &all->language[i];
    return NULL;
}

static bool open_file(struct bundle *p, const struct language *l, const void *bytes, size_t len,
                      struct err *err)
{
    if (len == 0) return err_code(err, "source-empty: the file is empty");
    if (memchr(bytes, '\0', len))
        return err_code(
            err,
            "source-binary: this is neither a source file nor a zip file: it has a byte 0 in it");
    return bundle_add(p, &bundle_sent, l->main, bytes, len, err);
}

bool source_open(struct bundle *p, const struct language *l, const void *bytes, size_t len,
                 struct err *err)
{
    if (!bundle_is_zip(bytes, len)) return open_file(p, l, bytes, len, err);
    if (!bundle_read_zip(p, &bundle_sent, bytes, len, err)) return false;
    return bundle_find(p, l->main) || err_code(err,
                                               "source-no-main: the zip file has no {file:%s} at "
                                               "its top, which is what {language:%s} begins with",
                                               l->main, l->title);
}
