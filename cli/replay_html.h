/*
 * replay_html — a match as one page: the viewer, the rules and the record in one file that opens
 * from a disk and needs nothing else.
 */
#pragma once

/* Writes the page for the record at `path`; "-" is standard output. The exit status, having said
   why when it is not STATUS_DONE. */
int replay_html(const char *path, const char *page);
