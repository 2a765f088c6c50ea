/* One clock for everything that is measured: monotonic, so that nobody gains or loses when the
   date is set. */
#include "os/clock.h"

#include <time.h>

int64_t clock_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

void clock_date(char out[21])
{
    time_t now = time(NULL);
    struct tm parts;
    gmtime_r(&now, &parts);
    strftime(out, 21, "%Y-%m-%dT%H:%M:%SZ", &parts);
}
