/* memory — zeroed memory for states, actions and bots' memories, aligned as games/game.h asks. */
#pragma once
#include <stddef.h>

/* Belongs to the caller (free); NULL when there is none to be had. */
void *memory_zeroed(size_t size);
