/* Tables of `tests/heavy/strength codevs5` with masters that are not quite the one of the arena. */
#pragma once

/* What should count how much in the search: found anew, and compared with what is. */
void strength_codevs5_fit(void);
/* Hard turns get more. */
void strength_codevs5_hard(void);
