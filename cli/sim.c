#include "cli/sim.h"

const struct sim sims[] = {{"reborn", sim_reborn}, {NULL, NULL}};
