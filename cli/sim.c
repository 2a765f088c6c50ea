#include "cli/sim.h"

const struct sim sims[] = {
    {"reborn", sim_reborn},
    {"codevs5", sim_codevs5},
    {NULL, NULL},
};
