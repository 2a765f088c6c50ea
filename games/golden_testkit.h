/*
 * golden_testkit — long sequences of hashes as short lines in games/X/golden/.
 *
 * A line holds the name of a game, the number of its states, and one word of 32 bits for each
 * GOLDEN_BLOCK of them. It is made by our rules, from games that are ours or from recordings that
 * are not here; whoever plays the game again sees by the first word that differs where.
 *
 * The lines of a file are written anew by a test run with GOLDEN_WRITE=1, after the file has been
 * deleted; what has changed in it then is to be explained in the commit.
 */
#pragma once
#include "base/hash.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GOLDEN_BLOCK = 32, GOLDEN_WORDS = 512, GOLDEN_LINE = 8192 };

struct golden {
    char name[256];
    uint64_t sum;
    int count;
    uint32_t word[GOLDEN_WORDS];
};

static inline void golden_begin(struct golden *g, const char *name)
{
    memset(g, 0, sizeof *g);
    assert_true(strlen(name) < sizeof g->name);
    memcpy(g->name, name, strlen(name));
    for (char *c = g->name; *c; c++)
        if (*c == ' ') *c = ','; /* a name is one word of its line */
}

static inline void golden_add(struct golden *g, uint64_t hash)
{
    int block = g->count / GOLDEN_BLOCK;
    assert_true(block < GOLDEN_WORDS);
    if (g->count % GOLDEN_BLOCK == 0) g->sum = 0;
    g->sum = hash_word(g->sum, hash);
    g->word[block] = (uint32_t)(g->sum >> 32);
    g->count++;
}

static inline int golden_blocks(const struct golden *g)
{
    return (g->count + GOLDEN_BLOCK - 1) / GOLDEN_BLOCK;
}

static inline void golden_path_of(const char *file, char path[4096])
{
    const char *root = getenv("TAISEN_ROOT");
    snprintf(path, 4096, "%s/games/%s", root ? root : ".", file);
}

static inline void golden_write(const struct golden *g, const char *path)
{
    FILE *out = fopen(path, "a");
    assert_non_null(out);
    fprintf(out, "%s %d", g->name, g->count);
    for (int i = 0; i < golden_blocks(g); i++) fprintf(out, " %08x", g->word[i]);
    fputc('\n', out);
    fclose(out);
}

/* Compares what stands behind the name. */
static inline void golden_compare(const struct golden *g, char *rest)
{
    char *word = strtok(rest, " \n");
    int count = word ? atoi(word) : -1, block = 0;
    while ((word = strtok(NULL, " \n")) && block < golden_blocks(g)) {
        if ((uint32_t)strtoul(word, NULL, 16) != g->word[block])
            fail_msg("%s: the first state that differs is one of %d to %d", g->name,
                     block * GOLDEN_BLOCK, (block + 1) * GOLDEN_BLOCK - 1);
        block++;
    }
    if (count != g->count) fail_msg("%s: %d states, there were %d", g->name, g->count, count);
}

/* Compares with the line of this name in games/FILE. */
static inline void golden_check(const struct golden *g, const char *file)
{
    char path[4096], line[GOLDEN_LINE];
    size_t len = strlen(g->name);
    bool found = false;
    golden_path_of(file, path);
    if (getenv("GOLDEN_WRITE")) {
        golden_write(g, path);
        return;
    }
    FILE *in = fopen(path, "r");
    if (!in) fail_msg("%s is not there", path);
    while (!found && fgets(line, sizeof line, in))
        found = strncmp(line, g->name, len) == 0 && line[len] == ' ';
    fclose(in);
    if (!found) fail_msg("%s has no line for %s", path, g->name);
    golden_compare(g, line + len);
}
