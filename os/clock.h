/* clock — monotonic time and CPU time in microseconds, and the day's date for headers of records.
 */
#pragma once
#include <stdint.h>

int64_t clock_us(void);
/* What this process has used of the processors so far, without its children. */
int64_t clock_cpu_us(void);
/* "2026-11-15T04:17:02Z" */
void clock_date(char out[21]);
