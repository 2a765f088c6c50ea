/* Which games are measured: one entry for each games/X/X_speed.c that Meson has found. */
#include "games/speed.h"

#include "os/clock.h"

#define SPEED(name) extern const struct game_speed speed_##name;
#include "speeds_list.h"
#undef SPEED

#define SPEED(name) &speed_##name,
const struct game_speed *const game_speeds[] = {
#include "speeds_list.h"
    NULL};
#undef SPEED

double speed_now_s(void)
{
    return (double)clock_us() * 1e-6;
}
