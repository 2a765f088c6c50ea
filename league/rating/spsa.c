/* Every step draws its perturbation from the seed and its own number, so a search can be taken
   up anywhere. */
#include "league/rating/spsa.h"

#include "base/rng.h"

#include <math.h>

static const double ALPHA = 0.602, GAMMA = 0.101, STABILITY = 0.1;

void spsa_begin(struct spsa *s)
{
    s->step = 0;
    for (int i = 0; i < s->count; i++) s->value[i] = s->parameters[i].start;
}

static double within(const struct spsa_parameter *p, double value)
{
    return fmin(fmax(value, p->least), p->most);
}

double spsa_shown(const struct spsa_parameter *p, double value)
{
    return within(p, p->is_whole ? floor(value + 0.5) : value);
}

/* How far a parameter is moved in this step. */
static double move_of(const struct spsa *s, int i)
{
    return s->parameters[i].step * pow((double)s->steps / (double)(s->step + 1), GAMMA);
}

static double rate_of(const struct spsa *s, int i)
{
    double still = STABILITY * (double)s->steps, last = still + (double)s->steps;
    double end = s->parameters[i].rate * s->parameters[i].step * s->parameters[i].step;
    return end * pow(last / (still + (double)(s->step + 1)), ALPHA);
}

/* Up or down, by lot: bit i of a word drawn for the step. */
static int direction(const struct spsa *s, int i)
{
    struct rng rng = {s->seed + (uint64_t)s->step * 0x9E3779B97F4A7C15u};
    return rng_next(&rng) >> i & 1 ? 1 : -1;
}

void spsa_values(const struct spsa *s, int side, double values[SPSA_PARAMETERS])
{
    for (int i = 0; i < s->count; i++) {
        double move = move_of(s, i) * direction(s, i) * (side == 0 ? 1 : -1);
        values[i] = spsa_shown(&s->parameters[i], s->value[i] + move);
    }
}

void spsa_learn(struct spsa *s, int lead)
{
    for (int i = 0; i < s->count; i++) {
        double gain = rate_of(s, i) / move_of(s, i) * lead * direction(s, i);
        s->value[i] = within(&s->parameters[i], s->value[i] + gain);
    }
    s->step++;
}
