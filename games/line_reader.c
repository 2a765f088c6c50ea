/* Lines are taken off the front as they are understood; what is left is the next text's. */
#include "games/line_reader.h"

struct line_reader line_reader_on(const char *bytes, size_t len)
{
    return (struct line_reader){.rest = scan_on(bytes, len), .result = PARSE_OK};
}

static bool next_line(struct line_reader *r, struct scan *line)
{
    if (r->result != PARSE_OK) return false;
    return scan_line(&r->rest, line) || line_reader_fail(r, PARSE_MORE);
}

bool line_reader_numbers(struct line_reader *r, int64_t *numbers, int count, int64_t most)
{
    struct scan line;
    if (!next_line(r, &line)) return false;
    for (int i = 0; i < count; i++)
        if (!scan_int(&line, &numbers[i]) || numbers[i] < 0 || numbers[i] > most)
            return line_reader_fail(r, PARSE_INVALID);
    return scan_blank(&line) || line_reader_fail(r, PARSE_INVALID);
}

bool line_reader_end(struct line_reader *r)
{
    struct scan line;
    if (!next_line(r, &line)) return false;
    return scan_equals(&line, "END") || line_reader_fail(r, PARSE_INVALID);
}
