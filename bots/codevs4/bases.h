/*
 * bases — where the master of CODE VS 4.0 builds its bases, who builds them, and what they make.
 */
#pragma once
#include "bots/codevs4/war.h"

enum {
    BASES_COST = 500,
    BASES_FRONT = 30, /* bases this near to the enemy castle are before it */
    BASES_HOME = 30,  /* ... and to the own one, at home */
    BASES_RICH = 1000 /* there is more than bases can spend */
};

int bases_near(const struct kit4 *, struct codevs4_cell, int distance);
/* A spy if there is one, otherwise any worker; the nearest. */
int bases_builder(const struct kit4 *, struct codevs4_cell site);
void bases_build_front(struct war *, struct kit4 *, const struct belief4 *, const struct economy *);
/* A worker is made on the spot if none is near. */
void bases_build_home(struct war *, struct kit4 *, const struct belief4 *, const struct economy *);
/* A village on the way of whoever comes sees them in time; not while the enemy castle is about to
   fall. */
void bases_build_watch(struct war *, struct kit4 *, const struct belief4 *);
void bases_train(struct kit4 *, const struct belief4 *, const struct economy *, bool only_home);
