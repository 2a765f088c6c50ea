/* Spreadsheets save lists in many ways; the text is cut in place, so that names are pointers
   into it. */
#include "league/people/class_list.h"

#include "league/people/account_name.h"
#include "league/people/look_alike.h"
#include "os/file.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { BYTES_MOST = 1 << 20 };

/* A field in quotes, where a quote is doubled; the text is moved to the front in place. */
static char *take_quoted(char **rest)
{
    char *field = ++*rest, *out = field;
    while (**rest && (**rest != '"' || (*rest)[1] == '"')) {
        if (**rest == '"') ++*rest;
        *out++ = *(*rest)++;
    }
    *rest += strcspn(*rest, ",");
    if (**rest) ++*rest;
    *out = '\0';
    return field;
}

static char *take_field(char **rest)
{
    *rest += strspn(*rest, " \t");
    if (**rest == '"') return take_quoted(rest);
    char *field = strsep(rest, ",");
    if (!*rest) *rest = field + strlen(field);
    for (size_t len = strlen(field); len > 0 && strchr(" \t\r", field[len - 1]); len--)
        field[len - 1] = '\0';
    return field;
}

static bool add_pupil(struct class_list *list, char *line, struct err *err)
{
    struct class_pupil *new = &list->pupil[list->count];
    if (list->count == CLASS_MOST) return err_set(err, "there are more than %d names", CLASS_MOST);
    new->name = take_field(&line);
    new->who = take_field(&line);
    if (!account_name_is_valid(new->name, err) || !look_alike_is_clear(new->name, err))
        return false;
    for (int i = 0; i < list->count; i++)
        if (strcasecmp(list->pupil[i].name, new->name) == 0)
            return err_set(err, "%s stands in the list already", new->name);
    list->count++;
    return true;
}

static bool read_lines(struct class_list *list, struct err *err)
{
    char *rest = list->bytes;
    if (strncmp(rest, "\xef\xbb\xbf", 3) == 0) rest += 3; /* spreadsheets begin so */
    for (int number = 1; rest; number++) {
        char *line = strsep(&rest, "\n");
        if (line[strspn(line, " \t\r,")] == '\0') continue;
        if (!add_pupil(list, line, err)) return err_wrap(err, "line %d", number);
    }
    return list->count > 0 || err_set(err, "there is no name in it");
}

bool class_list_take(struct class_list *list, char *bytes, size_t len, struct err *err)
{
    *list = (struct class_list){.bytes = bytes};
    bool is_text = strlen(bytes) == len || err_set(err, "it is no text");
    if (is_text && read_lines(list, err)) return true;
    class_list_free(list);
    return false;
}

bool class_list_read(struct class_list *list, const char *path, struct err *err)
{
    char *bytes;
    size_t len;
    return file_read(path, BYTES_MOST, &bytes, &len, err) && class_list_take(list, bytes, len, err);
}

void class_list_free(struct class_list *list)
{
    free(list->bytes);
    list->bytes = NULL;
    list->count = 0;
}
