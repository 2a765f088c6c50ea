/* Whatever a list of languages says: it is refused with a sentence, or all of it is there. */
#include "league/build/language.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct languages languages;
    struct err err = {.text = ""};
    char *text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    if (!languages_read(&languages, text, "list", &err)) {
        assert(err.text[0] != '\0');
    } else {
        for (int i = 0; i < languages.count; i++) {
            const struct language *l = &languages.language[i];
            assert(*l->name && *l->title && *l->needs && *l->packages && *l->build && *l->run);
            assert(languages_find(&languages, l->name));
        }
    }
    free(text);
    return 0;
}
