/*
 * A league as text: JSON Lines, the same from either database.
 *
 * A header; for each table a line with its columns, then one array a row; at the end how many lines
 * there were and a checksum over them. Bytes are written in hexadecimal.
 */
#include "league/store/store_dump.h"
#include "base/hash.h"
#include "league/store/db.h"
#include "league/store/store_schema.h"
#include "os/file.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT = 1, STRETCH = 500, COLUMNS_MOST = 32, SQL_ROOM = 1024, LINE_ROOM = 4096 };

/* ---- export ---- */

struct dump {
    store_line_fn *write;
    void *arg;
    struct text line; /* its buffer grows */
    int64_t lines;
    uint64_t sum;
};

static bool make_room(struct text *line, size_t room)
{
    if (room <= line->cap) return true;
    char *wider = realloc(line->buf, room);
    if (!wider) return false;
    line->buf = wider;
    line->cap = room;
    text_clear(line);
    return true;
}

static bool end_line(struct dump *d, struct err *err)
{
    d->sum = hash_bytes(d->sum, d->line.buf, d->line.len);
    d->lines++;
    text_char(&d->line, '\n');
    bool ok = d->write(d->arg, d->line.buf, d->line.len, err);
    text_clear(&d->line);
    return ok;
}

static void put_hex(struct text *t, const char *bytes, size_t len)
{
    static const char digits[] = "0123456789abcdef";
    text_char(t, '"');
    for (size_t i = 0; i < len; i++) {
        text_char(t, digits[(unsigned char)bytes[i] >> 4]);
        text_char(t, digits[(unsigned char)bytes[i] & 15]);
    }
    text_char(t, '"');
}

static void put_value(struct text *t, const struct db_value *v, char type)
{
    char number[40];
    if (v->type == DB_NULL) {
        text_str(t, "null");
    } else if (type == 't' || type == 'f') {
        text_json(t, v->bytes, v->len);
    } else if (type == 'b') {
        put_hex(t, v->bytes, v->len);
    } else if (type == 'i') {
        text_int(t, v->n);
    } else {
        snprintf(number, sizeof number, "%.17g", v->type == DB_INT ? (double)v->n : v->x);
        text_str(t, number);
    }
}

static bool put_row(struct dump *d, const struct db_table *table, struct db_rows *rows,
                    struct err *err)
{
    struct db_value values[COLUMNS_MOST];
    size_t room = LINE_ROOM;
    int count = (int)strlen(table->types);
    for (int i = 0; i < count; i++) {
        values[i] = db_get(rows, i);
        room += 6 * values[i].len + 40;
    }
    if (!make_room(&d->line, room)) return err_set(err, "out of memory");
    for (int i = 0; i < count; i++) {
        text_char(&d->line, i ? ',' : '[');
        put_value(&d->line, &values[i], table->types[i]);
    }
    text_char(&d->line, ']');
    return end_line(d, err);
}

/* Where a stretch of rows ended: the key of its last row, or how many there were so far. */
struct stretch {
    int64_t after, count;
};

static bool has_key(const struct db_table *table)
{
    return !strchr(table->order, ',');
}

/* Rows come in stretches, so that memory stays flat however many there are. */
static bool put_stretch(struct store *s, struct dump *d, const struct db_table *table,
                        struct stretch *at, struct err *err)
{
    char sql[SQL_ROOM], where[64] = "";
    struct db_rows rows;
    bool ok = true;
    if (has_key(table)) snprintf(where, sizeof where, "WHERE %s > $1", table->order);
    snprintf(sql, sizeof sql, "SELECT %s FROM %s %s ORDER BY %s LIMIT $2%s", table->columns,
             table->name, where, table->order, has_key(table) ? "" : " OFFSET $1");
    if (!db_ask(s, &rows, sql, DB_WITH(db_int(at->after), db_int(STRETCH)), err)) return false;
    for (at->count = 0; ok && db_next(&rows); at->count++) {
        at->after = has_key(table) ? db_get_int(&rows, 0) : at->after + 1;
        ok = put_row(d, table, &rows, err);
    }
    struct err late;
    return db_end(&rows, ok ? err : &late) && ok;
}

static void put_columns(struct text *t, const struct db_table *table)
{
    text_str(t, "{\"table\":\"");
    text_str(t, table->name);
    text_str(t, "\",\"columns\":\"");
    text_str(t, table->columns);
    text_str(t, "\"}");
}

static bool put_table(struct store *s, struct dump *d, const struct db_table *table,
                      struct err *err)
{
    struct stretch at = {.count = STRETCH};
    put_columns(&d->line, table);
    if (!end_line(d, err)) return false;
    while (at.count == STRETCH)
        if (!put_stretch(s, d, table, &at, err)) return false;
    return true;
}

static void put_header(struct text *t)
{
    text_str(t, "{\"taisen_store\":");
    text_int(t, FORMAT);
    text_str(t, ",\"schema\":");
    text_int(t, db_migration_count);
    text_char(t, '}');
}

static void put_end(struct text *t, int64_t lines, uint64_t sum)
{
    text_str(t, "{\"lines\":");
    text_int(t, lines);
    text_str(t, ",\"sum\":\"");
    text_hex(t, sum);
    text_str(t, "\"}");
}

static bool export(struct store *s, void *arg, struct err *err)
{
    struct dump *d = arg;
    put_header(&d->line);
    bool ok = end_line(d, err);
    for (int i = 0; ok && i < db_table_count; i++) ok = put_table(s, d, &db_tables[i], err);
    put_end(&d->line, d->lines, d->sum);
    return ok && end_line(d, err);
}

bool store_export(struct store *s, store_line_fn *write, void *arg, struct err *err)
{
    struct dump d = {.write = write, .arg = arg};
    char *buf = malloc(LINE_ROOM);
    if (!buf) return err_set(err, "out of memory");
    d.line = text_on(buf, LINE_ROOM);
    bool ok = db_transact(s, DB_READ, export, &d, err);
    free(d.line.buf);
    return ok;
}

/* ---- import ---- */

struct load {
    store_read_fn *read;
    void *arg;
    const struct db_table *table; /* whose rows come now; NULL: none yet */
    char sql[SQL_ROOM];
    int64_t lines;
    uint64_t sum;
    bool at_end; /* the closing line has been read */
};

static bool is_empty(struct store *s, struct err *err)
{
    for (int i = 0; i < db_table_count; i++) {
        char sql[SQL_ROOM];
        int64_t count = 0;
        bool found;
        snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", db_tables[i].name);
        if (!db_ask_int(s, sql, DB_WITHOUT, &count, &found, err)) return false;
        if (count > 0)
            return err_set(err, "the database is not empty: there are %lld rows in %s",
                           (long long)count, db_tables[i].name);
    }
    return true;
}

/* What stands in a line must be what export writes: every line has one form. */
static bool is_line(const char *line, size_t len, const struct text *wanted)
{
    return len == wanted->len && memcmp(line, wanted->buf, len) == 0;
}

static bool read_header(const struct load *l, const char *line, size_t len, struct err *err)
{
    char buf[128];
    struct text wanted = TEXT_ON(buf);
    static const char mark[] = "{\"taisen_store\":";
    put_header(&wanted);
    if (l->lines > 0 || is_line(line, len, &wanted)) return true;
    if (len >= sizeof mark - 1 && memcmp(line, mark, sizeof mark - 1) == 0)
        return err_set(err, "this export has another version of the tables; this program reads %s",
                       buf);
    return err_set(err, "this is not an export of a league");
}

/* `INSERT INTO players (id,name) VALUES ($1,$2)` */
static void write_insert(struct load *l)
{
    struct text t = TEXT_ON(l->sql);
    text_str(&t, "INSERT INTO ");
    text_str(&t, l->table->name);
    text_str(&t, " (");
    text_str(&t, l->table->columns);
    text_str(&t, ") VALUES (");
    for (size_t i = 0; l->table->types[i]; i++) {
        text_str(&t, i ? ",$" : "$");
        text_int(&t, (int64_t)i + 1);
    }
    text_char(&t, ')');
}

/* Tables come in their order, each once. */
static bool read_table(struct load *l, const char *line, size_t len, struct err *err)
{
    const struct db_table *next = l->table ? l->table + 1 : db_tables;
    char buf[SQL_ROOM];
    struct text wanted = TEXT_ON(buf);
    if (next == db_tables + db_table_count) return err_set(err, "not a line of an export");
    put_columns(&wanted, next);
    if (!is_line(line, len, &wanted)) return err_set(err, "the table %s should begin", next->name);
    l->table = next;
    write_insert(l);
    return true;
}

static bool read_end(struct load *l, const char *line, size_t len, struct err *err)
{
    char buf[128];
    struct text wanted = TEXT_ON(buf);
    put_end(&wanted, l->lines, l->sum);
    if (!l->table || l->table != db_tables + db_table_count - 1)
        return err_set(err, "it ends before all tables have come");
    if (!is_line(line, len, &wanted)) return err_set(err, "the checksum is not right");
    l->at_end = true;
    return true;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* In place: a digit pair is never shorter than its byte. */
static bool read_hex(char *text, size_t len, struct db_value *v)
{
    for (size_t i = 0; i + 1 < len; i += 2) {
        int high = hex_digit(text[i]), low = hex_digit(text[i + 1]);
        if (high < 0 || low < 0) return false;
        text[i / 2] = (char)(high << 4 | low);
    }
    *v = db_bytes(text, len / 2);
    return len % 2 == 0;
}

static bool read_value(json_t *json, char type, struct db_value *v)
{
    *v = db_null();
    if (json_is_null(json)) return true;
    if (type == 'i' && json_is_integer(json)) {
        *v = db_int(json_integer_value(json));
    } else if (type == 'x' && json_is_number(json)) {
        *v = db_real(json_number_value(json));
    } else if (type == 't' && json_is_string(json)) {
        *v = db_text(json_string_value(json));
    } else if (type == 'f' && json_is_string(json) && file_name_is_plain(json_string_value(json))) {
        *v = db_text(json_string_value(json));
    } else if (type == 'b' && json_is_string(json)) {
        /* the string is ours until it is let go */
        return read_hex((char *)(uintptr_t)json_string_value(json), json_string_length(json), v);
    } else {
        return false;
    }
    return true;
}

static bool read_row(struct store *s, const struct load *l, const char *line, size_t len,
                     struct err *err)
{
    struct db_value values[COLUMNS_MOST];
    json_error_t why;
    if (!l->table) return err_set(err, "a row that belongs to no table");
    json_t *json = json_loadb(line, len, 0, &why);
    size_t count = strlen(l->table->types);
    bool ok = json_array_size(json) == count;
    for (size_t i = 0; ok && i < count; i++)
        ok = read_value(json_array_get(json, i), l->table->types[i], &values[i]);
    if (!ok)
        err_set(err, "not a row of %s", l->table->name);
    else /* what is wrong is told with its line */
        ok = db_run_at_once(s, l->sql, values, (int)count, err);
    json_decref(json);
    return ok;
}

static bool read_line(struct store *s, struct load *l, const char *line, size_t len,
                      struct err *err)
{
    static const char end_mark[] = "{\"lines\":";
    if (l->at_end) return err_set(err, "something comes after the end");
    if (!read_header(l, line, len, err)) return false;
    if (l->lines == 0) return true;
    if (len > 0 && line[0] == '[') return read_row(s, l, line, len, err);
    if (len >= sizeof end_mark - 1 && memcmp(line, end_mark, sizeof end_mark - 1) == 0)
        return read_end(l, line, len, err);
    return read_table(l, line, len, err);
}

static bool renumber(struct store *s, struct err *err)
{
    for (int i = 0; s->backend->renumber && i < db_table_count; i++) {
        char sql[SQL_ROOM];
        const char *name = db_tables[i].name;
        if (!db_tables[i].has_id) continue;
        s->backend->renumber(sql, sizeof sql, name);
        if (!db_script(s, sql, err)) return false;
    }
    return true;
}

static bool import(struct store *s, void *arg, struct err *err)
{
    struct load *l = arg;
    const char *line;
    size_t len;
    bool is_last = false;
    if (!is_empty(s, err)) return false;
    while (l->read(l->arg, &line, &len, &is_last, err)) {
        if (!read_line(s, l, line, len, err))
            return err_wrap(err, "line %lld", (long long)l->lines + 1);
        l->sum = hash_bytes(l->sum, line, len);
        l->lines++;
    }
    if (!is_last) return false;
    if (!l->at_end)
        return err_set(err, "the export is cut: it ends after line %lld", (long long)l->lines);
    return renumber(s, err);
}

bool store_import(struct store *s, store_read_fn *read, void *arg, struct err *err)
{
    struct load l = {.read = read, .arg = arg};
    return db_transact(s, DB_WRITE, import, &l, err);
}
