/*
 * speed — how fast the arena itself is: what `taisen bench --speed` prints behind the games' own
 * measurements (games/speed.h). One function a part, in speed_PART.c.
 *
 * Each prints one line a measurement to `out` and says what it measured on; false when something
 * cannot be measured at all.
 */
#pragma once
#include <stdbool.h>
#include <stdio.h>

bool speed_referee(FILE *out);
bool speed_cage(FILE *out);
