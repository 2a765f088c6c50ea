/* A table of `tests/heavy/strength reborn` about real games that published programs played. */
#pragma once

void strength_reborn_recorded(void);
