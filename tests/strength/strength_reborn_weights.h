/* Tables of `tests/heavy/strength reborn` that find the weights of bots/reborn/plan.c anew. */
#pragma once

void strength_reborn_fit_free(void);
void strength_reborn_fit_hit(void);
