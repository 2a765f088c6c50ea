/*
 * said — a message with its values in it, for those who have no more than a text to say it with:
 * rules, and readers of settings.
 *
 * It is written down as os/message.h says, "option-odd: option {option:%s} must be odd", and
 * becomes "option-odd: option {option:width} must be odd"; numbers stand behind a =, and a } within
 * a value is doubled. err_said() (os/err.h) makes a failure of it. Without values a message is
 * written as it is. %s, %d and %lld can be used, in braces only.
 */
#pragma once
#include "base/text.h"

/* Enough for any. */
enum { SAID_BYTES = 512 };

void said_write(struct text *out, const char *message, ...) __attribute__((format(printf, 2, 3)));
/* With the number of a line in front, as err_at_line() (os/err.h); 0: none. No values. */
void said_at_line(struct text *out, int line, const char *message);
