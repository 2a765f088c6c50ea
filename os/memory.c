/* Zeroed, and aligned for the widest vector registers that games use on their states. */
#include "os/memory.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGN = 64 };

void *memory_zeroed(size_t size)
{
    size_t whole = (size / ALIGN + 1) * ALIGN; /* never 0 */
    void *bytes = aligned_alloc(ALIGN, whole);
    return bytes ? memset(bytes, 0, whole) : NULL;
}
