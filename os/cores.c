#include "os/cores.h"

#include "os/file.h"

#include <fcntl.h>
#include <stdio.h>
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

int64_t cores_waited_us(void)
{
    char text[128] = "";
    long long run_ns, wait_ns;
    AUTO_CLOSE int fd = open("/proc/self/schedstat", O_RDONLY | O_CLOEXEC);
    if (fd < 0 || read(fd, text, sizeof text - 1) <= 0) return 0;
    return sscanf(text, "%lld %lld", &run_ns, &wait_ns) == 2 ? wait_ns / 1000 : 0;
}
