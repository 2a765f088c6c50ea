/* Whatever a class list says: it is refused with a sentence, or every name is fit and there once.
 */
#include "league/people/account_name.h"
#include "league/people/class_list.h"
#include "league/people/look_alike.h"
#include "league/store/store.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct class_list list;
    struct err err = {.text = ""};
    char *bytes = malloc(size + 1);
    if (!bytes) return 0;
    memcpy(bytes, data, size);
    bytes[size] = '\0';
    if (!class_list_take(&list, bytes, size, &err)) {
        assert(err.text[0] != '\0' && !list.bytes);
        return 0;
    }
    assert(list.count > 0);
    for (int i = 0; i < list.count; i++) {
        char looks[ACCOUNT_NAME], again[ACCOUNT_NAME];
        assert(account_name_is_valid(list.pupil[i].name, &err));
        look_alike_of(list.pupil[i].name, looks);
        look_alike_of(looks, again);
        assert(strlen(looks) <= strlen(list.pupil[i].name) && strcmp(looks, again) == 0);
        assert(!strchr(list.pupil[i].who, '\n'));
        if (i > 0) assert(strcasecmp(list.pupil[i].name, list.pupil[i - 1].name) != 0);
    }
    class_list_free(&list);
    return 0;
}
