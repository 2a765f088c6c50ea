/* What bots use of it (bots/wasm/library.c). */
#pragma once
#include <stddef.h>

#define abs(n) __builtin_abs(n)
void qsort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *));
