/*
 * fetch — the record of a match of a site's, as a file to be read.
 *
 * An address is that of the match's page (https://SITE/matches/17), or of its record
 * (https://SITE/api/v1/matches/17/record). Private contests ask for a token: the variable
 * TAISEN_TOKEN.
 */
#pragma once
#include "os/err.h"

enum { FETCH_PATH = 64 };

bool fetch_is_address(const char *name);
/* `path` is the name of a file in memory that is there until this program ends. */
bool fetch_record(const char *address, char path[FETCH_PATH], struct err *err);
