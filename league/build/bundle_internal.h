/* bundle_internal — the list of files, for bundle.c, which keeps it, and bundle_archive.c, which
   fills it from archives and packs it into them. */
#pragma once
#include "league/build/bundle.h"

/* Takes the bytes over, whatever comes of it. */
bool bundle_keep(struct bundle *p, const struct bundle_limits *l, struct bundle_file file,
                 struct err *err);
/* Compilers are handed names: none of them shall be an option. */
bool bundle_path_is_option(const char *path);
