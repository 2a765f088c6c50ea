/* Whatever a client at home sends: frames are found or refused, never outside what came. */
#include "site/remote/lag.h"
#include "wire/wire.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wire w = {0};
    struct wire_frame f;
    struct lag lag;
    int64_t now_us = 0, held_us = 0;
    enum wire_result result = WIRE_MORE;
    lag_open(&lag, 1000, 5000);
    while (size > 0 && result == WIRE_MORE) {
        size_t room;
        char *to = wire_room(&w, &room);
        assert(room > 0);
        size_t some = data[0] % 64 + 1U;
        some = some < size ? some : size;
        some = some < room ? some : room;
        memcpy(to, data, some);
        wire_got(&w, some);
        data += some;
        size -= some;
        now_us += 100;
        lag_ask(&lag, now_us);
        if (lag_is_due(&lag, now_us, 1000)) lag_ping(&lag, now_us);
        while ((result = wire_next(&w, &f)) == WIRE_FOUND) {
            assert(f.len <= WIRE_BYTES && f.bytes + f.len <= w.buf + w.len);
            if (f.kind == WIRE_PONG) lag_echo(&lag, f.a, now_us);
            if (f.kind != WIRE_DATA) continue;
            int64_t now_held_us = lag_answer(&lag, now_us);
            assert(now_held_us >= held_us && now_held_us <= 5000);
            held_us = now_held_us;
        }
    }
    return 0;
}
