/* human — CHaser with the arrow keys: draws what is known, sends what is pressed. */
#pragma once
#include "os/err.h"

bool chaser_human(int in, int out, struct err *err);
