/* Which games are measured: one entry for each games/X/X_speed.c that Meson has found. And the
   clocks they are measured by. */
#include "games/speed.h"

#include "base/rng.h"
#include "os/clock.h"

#define SPEED(name) extern const struct game_speed speed_##name;
#include "speeds_list.h"
#undef SPEED

#define SPEED(name) &speed_##name,
const struct game_speed *const game_speeds[] = {
#include "speeds_list.h"
    NULL};
#undef SPEED

struct speed_time speed_now(void)
{
    return (struct speed_time){(double)clock_cpu_us() * 1e-6, (double)clock_us() * 1e-6};
}

struct speed_time speed_since(struct speed_time start)
{
    struct speed_time now = speed_now();
    return (struct speed_time){now.cpu_s - start.cpu_s, now.wall_s - start.wall_s};
}

void speed_floor(FILE *out)
{
    enum { NUMBERS = 100000000 };
    struct rng rng = {1};
    uint64_t all = 0; /* printed, so that none can be left out */
    struct speed_time start = speed_now();
    for (int i = 0; i < NUMBERS; i++) all ^= rng_next(&rng);
    struct speed_time took = speed_since(start);
    fprintf(out, "floor: %.0f million random numbers/s (wall clock: %.0f; sum %016llx)\n",
            NUMBERS / took.cpu_s * 1e-6, NUMBERS / took.wall_s * 1e-6, (unsigned long long)all);
}
