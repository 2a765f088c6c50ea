/* Whatever an ignore file says: it is read to its end, and what it says of a path does not depend
   on what stands behind the path. The first line is the path, the rest the file. */
#include "league/build/ignore.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    char *rules = strchr(text, '\n');
    if (rules) {
        *rules++ = '\0';
        bool was_out = ignore_matches(rules, text, false, true);
        bool was_in = ignore_matches(rules, text, false, false);
        if (was_in && !was_out) abort(); /* the last line that fits decides, or what was before */
    }
    free(text);
    return 0;
}
