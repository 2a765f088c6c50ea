/* Whatever a line of a journal holds, with its checksum made right so that the rest is reached. */
#include "base/hash.h"
#include "league/run/journal.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *buf = malloc(size + 64);
    struct text line = text_on(buf, size + 64);
    struct journal_match m;
    struct journal_decision d;
    text_bytes(&line, (const char *)data, size);
    uint64_t sum = hash_bytes(0, line.buf, line.len);
    text_str(&line, ",\"sum\":\"");
    text_hex(&line, sum);
    text_str(&line, "\"}");
    journal_read_match(line.buf, line.len, &m);
    if (journal_read_decision(line.buf, line.len, &d) && (d.count < 2 || d.count > JOURNAL_ORDER))
        abort();
    journal_read_match((const char *)data, size, &m);
    free(buf);
    return 0;
}
