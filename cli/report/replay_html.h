/*
 * replay_html — a match as one page: the viewer, the rules and the record in one file that opens
 * from a disk and needs nothing else.
 */
#pragma once
#include <stddef.h>

/* Writes the page for the record at `path`, of at most `most` bytes unpacked; "-" is standard
   output. The exit status, having said why when it is not STATUS_DONE. */
int replay_html(const char *path, size_t most, const char *page);
