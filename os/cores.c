/* Who may run where, and what the cores did, from sched_setaffinity(2) and /proc/stat. */
#include "os/cores.h"

#include "os/file.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

bool cores_get(cpu_set_t *cores, struct err *err)
{
    return sched_getaffinity(0, sizeof *cores, cores) == 0 || err_sys(err, "ask for the cores");
}

bool cores_set(const cpu_set_t *cores, struct err *err)
{
    return sched_setaffinity(0, sizeof *cores, cores) == 0 || err_sys(err, "choose the cores");
}

bool cores_pin(int core, struct err *err)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET((size_t)core, &one);
    return sched_setaffinity(0, sizeof one, &one) == 0 || err_sys(err, "use core %d", core);
}

/* The beginning of a file of /proc; false when it cannot be read. */
static bool read_start(const char *path, char *out, size_t size)
{
    AUTO_CLOSE int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t len = fd < 0 ? -1 : read(fd, out, size - 1);
    out[len > 0 ? len : 0] = '\0';
    return len > 0;
}

int64_t cores_waited_us(void)
{
    char text[128];
    long long run_ns, wait_ns;
    if (!read_start("/proc/self/schedstat", text, sizeof text)) return 0;
    return sscanf(text, "%lld %lld", &run_ns, &wait_ns) == 2 ? wait_ns / 1000 : 0;
}

int64_t cores_own_us(void)
{
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (int64_t)used.tv_sec * 1000000 + used.tv_nsec / 1000;
}

/* "cpu user nice system idle iowait irq softirq steal ...", then the same of "cpu0", "cpu1" ..., in
 * ticks. */
void cores_use(struct cores_use *use)
{
    char text[CORES_MOST * 160];
    long long idle, iowait, steal;
    long ticks = sysconf(_SC_CLK_TCK);
    *use = (struct cores_use){.count = 0};
    if (ticks <= 0 || !read_start("/proc/stat", text, sizeof text)) return;
    int64_t tick_us = 1000000 / ticks;
    if (sscanf(text, "cpu %*d %*d %*d %*d %*d %*d %*d %lld", &steal) == 1)
        use->stolen_us = steal * tick_us;
    for (const char *line = strchr(text, '\n'); line; line = strchr(line + 1, '\n')) {
        int core;
        if (sscanf(line, "\ncpu%d %*d %*d %*d %lld %lld", &core, &idle, &iowait) != 3) return;
        if (core < 0 || core >= CORES_MOST) return;
        use->idle_us[core] = (idle + iowait) * tick_us;
        use->count = core + 1;
    }
}
