/*
 * speed — how fast the parts are: `taisen bench --speed`. One function a part, in speed_PART.c.
 *
 * Each prints one line a measurement to `out` and says what it measured on. False only when
 * something cannot be measured at all. The times are those of this machine at this moment: nothing
 * here is a test; where a plain number says little, something measured in the same run stands
 * beside it.
 */
#pragma once
#include <stdbool.h>
#include <stdio.h>

typedef bool speed_fn(FILE *out);
speed_fn speed_reborn, speed_codevs5, speed_codevs4, speed_chaser, speed_referee, speed_cage;

bool speed_all(FILE *out);
