/*
 * charset — text in the encodings that spreadsheets save, as UTF-8.
 */
#pragma once
#include "os/err.h"

#include <stddef.h>

enum charset { CHARSET_UTF8, CHARSET_UTF16, CHARSET_CP932 };

/* What the bytes are: UTF-16 by its byte order mark, UTF-8 if all of it is, and otherwise CP932
   (Shift_JIS as Windows has it). */
enum charset charset_guess(const char *bytes, size_t len);
/* The word people know it by. */
const char *charset_name(enum charset charset);
/* The same text as UTF-8 without a byte order mark. *bytes, from malloc() and with a NUL behind
   them, are replaced; they are the caller's, also when this fails because they are none of the
   three. */
bool charset_to_utf8(char **bytes, size_t *len, enum charset *charset, struct err *err);
