/* The sheet is read whole; its rows become pupils one by one, so that what is wrong is told with
   its line. */
#include "league/people/class_list.h"

#include "league/people/look_alike.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Without its blanks, also the wide ones of Japanese; false when it is too long. */
static bool join_name(const char *name, char out[ACCOUNT_NAME])
{
    static const char wide[] = "\xe3\x80\x80"; /* U+3000 */
    size_t len = 0;
    for (; *name; name++) {
        if (*name == ' ') continue;
        if (strncmp(name, wide, 3) == 0) {
            name += 2;
            continue;
        }
        if (len == ACCOUNT_NAME - 1) return false;
        out[len++] = *name;
    }
    out[len] = '\0';
    return true;
}

bool class_list_add(struct class_list *list, const struct sheet_row *row, struct err *err)
{
    struct class_pupil *new = &list->pupil[list->count];
    if (!join_name(row->name, new->name)) return account_name_is_valid(row->name, err);
    new->who = row->who[0] || strcmp(new->name, row->name) == 0 ? row->who : row->name;
    if (!account_name_is_valid(new->name, err) || !look_alike_is_clear(new->name, err))
        return false;
    for (int i = 0; i < list->count; i++)
        if (strcasecmp(list->pupil[i].name, new->name) == 0)
            return err_code(err, "class-twice: {name:%s} stands in the list already", new->name);
    list->count++;
    return true;
}

/* The texts of the sheet are the list's afterwards. */
static bool take_rows(struct class_list *list, struct sheet *sheet, struct err *err)
{
    list->bytes = sheet->bytes;
    list->count = 0;
    for (int i = 0; i < sheet->count; i++)
        if (!class_list_add(list, &sheet->row[i], err)) {
            class_list_free(list);
            return err_at_line(err, sheet->row[i].line);
        }
    return true;
}

bool class_list_take(struct class_list *list, char *bytes, size_t len, struct err *err)
{
    struct sheet *sheet = malloc(sizeof *sheet);
    list->bytes = NULL;
    list->count = 0;
    if (!sheet) {
        free(bytes);
        return err_set(err, "out of memory");
    }
    bool ok = sheet_take(sheet, bytes, len, err) && take_rows(list, sheet, err);
    free(sheet);
    return ok;
}

bool class_list_read(struct class_list *list, const char *path, struct err *err)
{
    char *bytes;
    size_t len;
    list->bytes = NULL;
    return sheet_load(path, &bytes, &len, err) && class_list_take(list, bytes, len, err);
}

void class_list_free(struct class_list *list)
{
    free(list->bytes);
    list->bytes = NULL;
    list->count = 0;
}
