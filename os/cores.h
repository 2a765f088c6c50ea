/*
 * cores — which cores a process may use.
 *
 * Children inherit it: to pin a player, pin the arena, start the player, and set it back.
 */
#pragma once
#include "os/err.h"

#include <sched.h>
#include <stdint.h>

/* Of this process, now; what cores_set() can set back. */
bool cores_get(cpu_set_t *cores, struct err *err);
bool cores_set(const cpu_set_t *cores, struct err *err);
bool cores_pin(int core, struct err *err);
/* How long this process has been ready but waiting for a core, since it was started. */
int64_t cores_waited_us(void);
/* CPU time of this process so far. */
int64_t cores_own_us(void);

/* What the cores have done since the machine was started, to a hundredth of a second. */
enum { CORES_MOST = 256 };
struct cores_use {
    int count;                   /* of those that follow */
    int64_t idle_us[CORES_MOST]; /* each core had nothing to do, or waited for disks */
    int64_t stolen_us;           /* all together: given to others by the machine below, where this
                                    one is virtual */
};
void cores_use(struct cores_use *use);
