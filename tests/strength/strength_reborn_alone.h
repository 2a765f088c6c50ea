/* Tables of `tests/heavy/strength reborn` about chains that are built on an empty field alone. */
#pragma once
#include "games/reborn/reborn.h"

/* The longest by turns that are the aim from the start. */
void strength_reborn_alone(void);
/* The same seed by seed beside three published programs. */
void strength_reborn_published(void);
/* The one after the first. */
void strength_reborn_again(void);
/* What 8 and 64 times as many nodes bring. */
void strength_reborn_scaling(void);
/* The longest chain by a turn with these packs; adds the nodes that were searched. */
int strength_reborn_chain_by(const struct reborn_pack packs[REBORN_TURNS], int aim, int64_t *nodes);
