/* `taisen map`: map files of CHaser, checked and drawn. */
#include "base/json_write.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "games/chaser/chaser_map.h"
#include "os/file.h"

#include <stdio.h>
#include <string.h>

enum { MAP_MAX = 1 << 20 };

struct request {
    char **paths;
    int count;
    bool json;
};

/* A map is refused when it cannot be read, and when it is lost before it begins. */
static bool load(const char *path, struct chaser_map *map, struct err *err)
{
    AUTO_FREE char *bytes = NULL;
    size_t len;
    char buf[SAID_BYTES];
    struct text why = TEXT_ON(buf);
    if (!file_read(path, MAP_MAX, &bytes, &len, err)) return false;
    if (!chaser_map_read(map, bytes, len, &why)) return err_said(err, buf);
    if (chaser_map_oddities(map) & CHASER_ODD_LOST)
        return err_set(err, "a player has lost at the start");
    return true;
}

static int count_blocks(const struct chaser_board *b)
{
    int count = 0;
    for (int y = 0; y < b->height; y++)
        for (int x = 0; x < b->width; x++) count += chaser_is_block(&b->field, x, y);
    return count;
}

/* ---- check ---- */

/* `map` is NULL for one that is refused. */
static void write_json(struct text *out, const char *path, const struct chaser_map *map,
                       const struct err *err)
{
    json_write_open(out, NULL, '{');
    json_write_str(out, "file", path);
    json_write_bool(out, "ok", map != NULL);
    if (!map) {
        json_write_str(out, "error", err->text);
    } else {
        unsigned oddities = chaser_map_oddities(map);
        json_write_str(out, "name", map->name);
        json_write_int(out, "width", map->board.width);
        json_write_int(out, "height", map->board.height);
        json_write_int(out, "items", chaser_count_items(&map->board.field));
        json_write_int(out, "blocks", count_blocks(&map->board));
        json_write_int(out, "turns", map->turns);
        json_write_bool(out, "symmetric", !(oddities & CHASER_ODD_UNFAIR));
        json_write_open(out, "oddities", '[');
        for (int i = 0; i < CHASER_ODDITIES; i++)
            if (oddities >> i & 1) json_write_str(out, NULL, chaser_oddity_names[i]);
        json_write_close(out, ']');
    }
    text_str(out, "}\n");
}

static void write_line(struct text *out, const char *path, const struct chaser_map *map,
                       const struct err *err)
{
    text_str(out, path);
    if (!map) {
        char refused[600];
        snprintf(refused, sizeof refused, _(": refused: %s"), sentence(err));
        text_str(out, refused);
    } else {
        char numbers[128];
        snprintf(numbers, sizeof numbers, _(": %d x %d, %d items, %d blocks, %d turns"),
                 map->board.width, map->board.height, chaser_count_items(&map->board.field),
                 count_blocks(&map->board), map->turns);
        text_str(out, numbers);
        for (int i = 0; i < CHASER_ODDITIES; i++) {
            if (!(chaser_map_oddities(map) >> i & 1)) continue;
            text_str(out, "; ");
            text_str(out, term(chaser_oddity_names[i]));
        }
    }
    text_char(out, '\n');
}

static int check(const struct request *q)
{
    int status = STATUS_DONE;
    if (q->count == 0) return cli_use("map check takes at least one file");
    for (int i = 0; i < q->count; i++) {
        static char buf[32768];
        struct text out = TEXT_ON(buf);
        struct chaser_map map;
        struct err err;
        bool ok = load(q->paths[i], &map, &err);
        (q->json ? write_json : write_line)(&out, q->paths[i], ok ? &map : NULL, &err);
        fwrite(out.buf, 1, out.len, stdout);
        if (!ok) status = STATUS_FOUND;
    }
    return status;
}

/* ---- show ---- */

static char letter_of(const struct chaser_board *b, int x, int y)
{
    for (int p = 0; p < 2; p++)
        if (b->at[p].x == x && b->at[p].y == y) return "CH"[p];
    return ".?#o"[chaser_cell(&b->field, x, y)];
}

static int show(const struct request *q)
{
    struct chaser_map map;
    struct err err;
    if (q->count != 1) return cli_use("map show takes one file");
    if (!load(q->paths[0], &map, &err)) return cli_use("%s: %s", q->paths[0], sentence(&err));
    printf(_("%s (%d turns)\n"), map.name, map.turns);
    for (int y = 0; y < map.board.height; y++) {
        for (int x = 0; x < map.board.width; x++) printf(" %c", letter_of(&map.board, x, y));
        putchar('\n');
    }
    return STATUS_DONE;
}

static int run(int argc, char **argv)
{
    struct request q = {0};
    int status;
    if (!options_read(&command_map, argc, argv, &q, &status)) return status;
    const char *what = optind < argc ? argv[optind] : "";
    q.paths = argv + optind + 1;
    q.count = argc - optind - 1;
    if (strcmp(what, "check") == 0) return check(&q);
    if (strcmp(what, "show") == 0) return show(&q);
    return cli_use("map takes check or show; `taisen map --help` tells more");
}

static const struct cli_option options[] = {{"json", NULL, OPTION_FLAG,
                                             .at = offsetof(struct request, json),
                                             .help = N_("of check: one JSON object a file")},
                                            {0}};

const struct command command_map = {
    .name = "map",
    .about = N_("check or show map files of CHaser"),
    .usage = "check FILE... [--json]\nshow FILE",
    .text =
        N_("check tells whether CHaser can be played on these map files, and what is odd about "
           "them; the exit status is 1 when one is refused. show draws a map: # block, o item, C "
           "Cool, H Hot."),
    .suggest = "word:check|show file...",
    .options = options,
    .run = run};
