/* The words that record writing and reading must agree on. */
#pragma once
#include "games/game.h"

enum { RECORD_FORMAT = 1 };

#define SUM_MARK ",\"sum\":\""

static const char *const reply_words[] = {[REPLY_NONE] = "none",
                                          [REPLY_ACTION] = "action",
                                          [REPLY_INVALID] = "invalid",
                                          [REPLY_TIMEOUT] = "timeout",
                                          [REPLY_GONE] = "gone"};
