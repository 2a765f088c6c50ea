/* Time zones come from the system's own files, read here, because the C library knows one zone
   for a whole process at a time. */
#include "league/contest/timestamp.h"

#include "os/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ZONE_MOST = 1 << 18, ZONE_NAME = 48, HEADER = 44, DAY_S = 86400 };

/* ---- the calendar ---- */

static bool is_leap(int64_t year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int days_of(int64_t year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap(year));
}

static int64_t days_since_1970(int64_t year, int month, int day)
{
    int64_t days = day - 1;
    for (int64_t y = 1970; y < year; y++) days += 365 + is_leap(y);
    for (int m = 1; m < month; m++) days += days_of(year, m);
    return days;
}

/* ---- places: TZif files, RFC 8536 ---- */

struct zone {
    const unsigned char *times, *kinds, *types; /* in the bytes of the file */
    int64_t count, type_count;
    const char *rule; /* of the time after the last change */
};

static int64_t read_be(const unsigned char *at, int size)
{
    uint64_t n = at[0] & 0x80 && size == 8 ? UINT64_MAX : 0;
    for (int i = 0; i < size; i++) n = n << 8 | at[i];
    return size == 4 ? (int32_t)(uint32_t)n : (int64_t)n;
}

/* The counts of a header, in the order of the file. */
enum { IS_UT, IS_STD, LEAPS, TIMES, TYPES, CHARS, COUNTS };

static bool read_counts(const unsigned char *at, size_t left, int64_t count[COUNTS])
{
    if (left < HEADER || memcmp(at, "TZif", 4) != 0 || at[4] < '2') return false;
    for (int i = 0; i < COUNTS; i++) {
        count[i] = read_be(at + 20 + 4 * i, 4);
        if (count[i] < 0 || count[i] > ZONE_MOST) return false;
    }
    return count[TYPES] > 0;
}

static size_t body_size(const int64_t count[COUNTS], int64_t wide)
{
    return (size_t)(count[TIMES] * (wide + 1) + count[TYPES] * 6 + count[CHARS] +
                    count[LEAPS] * (wide + 4) + count[IS_STD] + count[IS_UT]);
}

/* The second half of the file has times of eight bytes. */
static bool read_zone(const char *bytes, size_t len, struct zone *z)
{
    const unsigned char *at = (const unsigned char *)bytes;
    int64_t count[COUNTS];
    if (!read_counts(at, len, count)) return false;
    size_t first = HEADER + body_size(count, 4);
    if (first > len || !read_counts(at + first, len - first, count)) return false;
    size_t end = first + HEADER + body_size(count, 8);
    if (end > len) return false;
    z->times = at + first + HEADER;
    z->kinds = z->times + 8 * count[TIMES];
    z->types = z->kinds + count[TIMES];
    z->count = count[TIMES];
    z->type_count = count[TYPES];
    z->rule = bytes + end;
    return true;
}

/* False where only a rule for the far future would tell. */
static bool offset_at(const struct zone *z, int64_t at_s, int64_t *offset_s)
{
    int64_t type = 0, i = 0;
    while (i < z->count && read_be(z->times + 8 * i, 8) <= at_s) type = z->kinds[i++];
    if (type >= z->type_count || (i == z->count && strchr(z->rule, ','))) return false;
    *offset_s = read_be(z->types + 6 * type, 4);
    return true;
}

static bool is_place(const char *name)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-/";
    size_t len = strlen(name);
    return len > 2 && name[0] != '/' && strchr(name, '/') && strspn(name, letters) == len;
}

static bool find_place(const char *name, int64_t local_s, int64_t *offset_s, struct err *err)
{
    AUTO_FREE char *bytes = NULL;
    char path[ZONE_NAME + 32];
    size_t len;
    struct zone z;
    struct err ignored;
    snprintf(path, sizeof path, "/usr/share/zoneinfo/%s", name);
    if (!file_read(path, ZONE_MOST, &bytes, &len, &ignored) || !read_zone(bytes, len, &z))
        return err_code(
            err,
            "time-no-zone: there is no time zone {zone:%s} here; write the offset, as in +09:00",
            name);
    /* Twice, because the offset is known for the time by UTC alone. */
    if (offset_at(&z, local_s, offset_s) && offset_at(&z, local_s - *offset_s, offset_s))
        return true;
    return err_code(
        err, "time-far: what the time in {zone:%s} will be then is not known; write the offset",
        name);
}

/* ---- zones ---- */

static bool read_offset(const char *text, int64_t *offset_s)
{
    int hours, minutes, used = 0;
    if ((sscanf(text + 1, "%2d:%2d%n", &hours, &minutes, &used) != 2 || text[1 + used]) &&
        (sscanf(text + 1, "%2d%2d%n", &hours, &minutes, &used) != 2 || text[1 + used]))
        return false;
    if (hours < 0 || hours > 14 || minutes < 0 || minutes > 59) return false;
    *offset_s = (text[0] == '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
    return true;
}

static bool find_zone(const char *text, int64_t local_s, int64_t *offset_s, struct err *err)
{
    static const struct {
        const char *name;
        int hours;
    } names[] = {{"Z", 0}, {"UTC", 0}, {"GMT", 0}, {"JST", 9}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(text, names[i].name) == 0) return *offset_s = names[i].hours * 3600, true;
    if (text[0] == '+' || text[0] == '-')
        return read_offset(text, offset_s) ||
               err_code(err, "time-offset: {given:%s} is no offset like +09:00", text);
    if (is_place(text)) return find_place(text, local_s, offset_s, err);
    return err_code(err,
                    "time-zone: wants a time zone behind the time: +09:00, JST, UTC or Asia/Tokyo");
}

/* ---- all of it ---- */

struct parts {
    int year, month, day, hour, minute, second, used;
};

/* The used characters, with or without seconds. */
static bool read_parts(const char *text, struct parts *p)
{
    char between;
    int more = 0;
    *p = (struct parts){0};
    if (sscanf(text, "%4d-%2d-%2d%c%2d:%2d%n", &p->year, &p->month, &p->day, &between, &p->hour,
               &p->minute, &p->used) != 6 ||
        !strchr("T ", between))
        return false;
    if (sscanf(text + p->used, ":%2d%n", &p->second, &more) == 1) p->used += more;
    return p->year >= 1970 && p->year <= 9999 && p->month >= 1 && p->month <= 12 && p->day >= 1 &&
           p->day <= days_of(p->year, p->month) && p->hour >= 0 && p->hour < 24 && p->minute >= 0 &&
           p->minute < 60 && p->second >= 0 && p->second < 60;
}

bool timestamp_read(const char *text, int64_t *ms, struct err *err)
{
    struct parts p;
    int64_t offset_s = 0;
    char zone[ZONE_NAME];
    if (!read_parts(text, &p))
        return err_code(err, "time-form: is a time like 2026-11-15 18:00 JST, not `{given:%.80s}`",
                        text);
    text += p.used;
    text += strspn(text, " ");
    if (strlen(text) >= sizeof zone)
        return err_code(err, "time-zone-long: has a time zone that is too long");
    snprintf(zone, sizeof zone, "%s", text);
    int64_t local_s =
        days_since_1970(p.year, p.month, p.day) * DAY_S + p.hour * 3600 + p.minute * 60 + p.second;
    if (!find_zone(zone, local_s, &offset_s, err)) return false;
    *ms = (local_s - offset_s) * 1000;
    return true;
}

void timestamp_write(int64_t ms, char out[TIMESTAMP_ROOM])
{
    time_t at = (time_t)(ms / 1000);
    struct tm parts;
    if (!gmtime_r(&at, &parts) ||
        strftime(out, TIMESTAMP_ROOM, "%Y-%m-%d %H:%M:%S UTC", &parts) == 0)
        snprintf(out, TIMESTAMP_ROOM, "?");
}
