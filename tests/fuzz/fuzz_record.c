/* Whatever a file holds that is called a record. */
#include "referee/replay.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct record r;
    struct err err;
    if (!record_parse(&r, (const char *)data, size, "fuzz", &err)) return 0;
    replay_verify(&r, &err);
    record_free(&r);
    return 0;
}
