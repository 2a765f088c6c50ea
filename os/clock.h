/* clock — monotonic time in microseconds, and the day's date for headers of records. */
#pragma once
#include <stdint.h>

int64_t clock_us(void);
/* "2026-11-15T04:17:02Z" */
void clock_date(char out[21]);
