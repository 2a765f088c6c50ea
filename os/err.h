/*
 * err — why something of the world's failed, as one sentence for people.
 *
 * A function that can fail returns false and fills `err`; on success `err` is untouched. err_sys
 * appends the reason errno gives; err_wrap puts a context in front of what is there. All return
 * false, so that a failure is one line: `return err_sys(err, "open %s", path);`.
 *
 * err_code is for a sentence that a page may say in another language: its format is that of
 * os/message.h. err_at_line, err_in_file and err_in_key put in front where it stands, and keep the
 * code, with `line`, `file` and `key` among the values; err_wrap keeps it, too. What the others say
 * has no code.
 *
 * `text` is English, for whatever keeps it or sends it on. What a terminal shows is `shown`, in the
 * language of whoever reads it (os/words.h): the formats are messages, and po/update finds them
 * here. A sentence with a code has its words elsewhere (cli/sentence.h); `shown` then is only what
 * stands in front of it.
 */
#pragma once
#include "base/text.h"

#include <stdarg.h>
#include <stdbool.h>

struct err {
    char text[512];
    char code[32];     /* "": none */
    char values[1024]; /* of the code: members of a JSON object, without its braces */
    char shown[768];
};

bool err_set(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool err_code(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* With a list of arguments. */
bool err_code_list(struct err *err, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
/* Of a message with its values in it (base/said.h). */
bool err_said(struct err *err, const char *said);
/* "line 3: ..." */
bool err_at_line(struct err *err, int line);
/* "list.csv:3: ..."; line 0: the whole file. */
bool err_in_file(struct err *err, const char *path, int line);
/* "seed: ..." */
bool err_in_key(struct err *err, const char *key);
bool err_sys(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool err_wrap(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What errno means, in English: for what players' records keep. */
const char *err_reason(int number);

/* A failure as a value of another's format, for "{why:%p}" of err_code(). */
static inline const void *err_value(const struct err *err)
{
    return err;
}

/* What a page needs to say it, as a JSON object: {"code": ..., "params": {...}}. Without a code
   nothing is written. */
void err_write_said(struct text *t, const struct err *err);
/* Two members of a JSON object: `key` with the sentence, and `key`_said as err_write_said() has it;
   both are null for NULL, and the second for a sentence without a code. */
void err_write_member(struct text *t, const char *key, const struct err *err);
