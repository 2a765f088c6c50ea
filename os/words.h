/*
 * words — messages in the language of whoever reads them, by GNU gettext.
 *
 * A message is written once, in English, where it is said, and `po/ja.po` has it in Japanese. What
 * a function prints at once is marked by _(), what stands in a table by N_(), and is translated by
 * _() when it is printed. The formats of err_set() and its kin (os/err.h), of cli_use() and of
 * cli_fail() (cli/cli.h) need no mark: those functions translate them. po/update collects all of
 * them.
 *
 * Only messages follow the language. Numbers, sorting and the meaning of bytes stay those of the
 * locale "C", whatever the environment says, and so does everything that programs read: JSON, CSV,
 * records, protocols. Messages are UTF-8.
 */
#pragma once

/* Takes the language from LC_ALL, LC_MESSAGES, LANG (the first that is set) and LANGUAGE, as all
   programs with gettext do; where the machine has no such locale, too (a bare Debian has none but
   C.UTF-8), and then LANGUAGE is set, also for what this program starts. `folder` has the
   translations, as ja/LC_MESSAGES/taisen.mo; it is not copied. Without this call, and without a
   translation, messages are English. */
void words_open(const char *folder);
/* From now on this language, as "en" or "ja". */
void words_choose(const char *language);
/* The language that messages are in: "en", "ja". */
const char *words_language(void);

/* The message in that language, good for the life of the program. */
const char *words_of(const char *text) __attribute__((format_arg(1)));
/* With the form that the number needs. */
const char *words_count(const char *one, const char *many, unsigned long n)
    __attribute__((format_arg(1), format_arg(2)));

#define _(text) words_of(text)
#define N_(text) text
