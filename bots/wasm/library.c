/* What the bots use of the C library, of os/ and of threads, without any of them. */
#include "bots/search/threads.h"
#include "os/clock.h"

#include <stdlib.h>
#include <string.h>

/* Nodes are counted here, so that nobody needs the time. */
int64_t clock_us(void)
{
    return 0;
}

void threads_run(int count, void (*work)(int number, void *arg), void *arg)
{
    for (int i = 0; i < count; i++) work(i, arg);
}

static void swap(unsigned char *a, unsigned char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = a[i];
        a[i] = b[i];
        b[i] = byte;
    }
}

static void sift(unsigned char *items, size_t at, size_t count, size_t size,
                 int (*compare)(const void *, const void *))
{
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && compare(items + child * size, items + (child + 1) * size) < 0)
            child++;
        if (compare(items + at * size, items + child * size) >= 0) return;
        swap(items + at * size, items + child * size, size);
    }
}

/* A heap. Whoever sorts must tell all items apart, or the order depends on the library. */
void qsort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    for (size_t i = count / 2; i > 0; i--) sift(items, i - 1, count, size, compare);
    for (size_t left = count; left > 1; left--) {
        swap(items, (unsigned char *)items + (left - 1) * size, size);
        sift(items, 0, left - 1, size, compare);
    }
}
