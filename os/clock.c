/* One clock for all that happens: monotonic, so that nobody gains or loses when the date is set.
   And one for what this process itself does, however busy the machine is. */
#include "os/clock.h"

#include <time.h>

static int64_t read_us(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t clock_us(void)
{
    return read_us(CLOCK_MONOTONIC);
}

int64_t clock_cpu_us(void)
{
    return read_us(CLOCK_PROCESS_CPUTIME_ID);
}

void clock_date(char out[21])
{
    time_t now = time(NULL);
    struct tm parts;
    gmtime_r(&now, &parts);
    strftime(out, 21, "%Y-%m-%dT%H:%M:%SZ", &parts);
}
