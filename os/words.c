/*
 * The category LC_MESSAGES alone is set. gettext takes no language but English while that is the
 * locale "C", and setlocale() refuses a locale that the machine does not have; then C.UTF-8 is set,
 * which every glibc has, and the variable LANGUAGE, which gettext asks first, names the language.
 */
#include "os/words.h"

#include <libintl.h>
#include <locale.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define DOMAIN "taisen"

static bool is_on; /* otherwise gettext need not be asked */

static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

/* gettext itself would go on from "en", for which there is no translation, to what comes behind it
   in LANGUAGE. */
static bool is_english(const char *locale, const char *languages)
{
    if (locale && (strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0)) return true;
    const char *first = languages ? languages : locale;
    return !first || strncmp(first, "en", 2) == 0;
}

/* LC_CTYPE, which would say how messages are to be encoded, stays as it is. */
static void bind(const char *folder)
{
    bindtextdomain(DOMAIN, folder);
    bind_textdomain_codeset(DOMAIN, "UTF-8");
    bind_textdomain_codeset("libc", "UTF-8"); /* strerror() */
    textdomain(DOMAIN);
}

void words_open(const char *folder)
{
    const char *locale = variable("LC_ALL"), *languages = variable("LANGUAGE");
    if (!locale) locale = variable("LC_MESSAGES");
    if (!locale) locale = variable("LANG");
    bind(folder);
    if (is_english(locale, languages)) return;
    is_on = true;
    if (locale && setlocale(LC_MESSAGES, locale)) return;
    if (!languages) setenv("LANGUAGE", locale, 1);
    setlocale(LC_MESSAGES, "C.UTF-8");
}

void words_choose(const char *language)
{
    is_on = strcmp(language, "en") != 0;
    setenv("LANGUAGE", language, 1);
    setlocale(LC_MESSAGES, is_on ? "C.UTF-8" : "C");
}

const char *words_language(void)
{
    return _("en"); /* Translators: the code of your language. */
}

const char *words_of(const char *text)
{
    return is_on && *text ? gettext(text) : text;
}

const char *words_count(const char *one, const char *many, unsigned long n)
{
    return is_on ? ngettext(one, many, n) : n == 1 ? one : many;
}
