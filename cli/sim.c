#include "cli/sim.h"

const struct sim sims[] = {
    {"reborn", sim_reborn}, {"codevs5", sim_codevs5},
    {"chaser", sim_chaser}, {"codevs4", sim_codevs4},
    {NULL, NULL},
};
