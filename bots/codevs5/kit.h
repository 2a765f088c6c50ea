/*
 * kit — what the players of CODE VS 5.0 share.
 *
 * Without a clone on the field, a ninja is caught in this turn exactly when it ends its walk on a
 * dog's cell or next to one: that dog, or another one that was faster, takes the cell. So a walk
 * can be judged before a single dog has moved. (New dogs that appear right beside a ninja, on a
 * field that is nearly full, are left out of account.)
 */
#pragma once
#include "bots/bot.h"
#include "games/codevs5/codevs5.h"

enum { KIT_FAR = 255 }; /* the distance where there is none */

static inline const struct codevs5_state *kit_state(const struct bot_view *view)
{
    return (const struct codevs5_state *)view->state;
}

static inline const struct codevs5_field *kit_own(const struct bot_view *view)
{
    return &kit_state(view)->field[view->self.player];
}

struct codevs5_command kit_command(const struct codevs5_walk *, struct codevs5_spell);
void kit_answer(const struct codevs5_walk *, struct codevs5_spell, struct game_action *out);
/* The eight cells around one. */
struct codevs5_board kit_around(int cell);
/* The cells that the ninjas stand on. */
struct codevs5_board kit_ninjas(const struct codevs5_field *);
/* The cells at most so many steps from these, whatever stands between. */
struct codevs5_board kit_within(struct codevs5_board, int steps);
/* Whether a dog will be on one of these cells after the dogs have walked. */
bool kit_is_caught(const struct codevs5_field *, const uint8_t ninja[CODEVS5_NINJAS]);
/* Steps from each cell to the nearest soul, around rocks; KIT_FAR without a way. */
void kit_soul_distances(const struct codevs5_field *, uint8_t distance[CODEVS5_CELLS]);

enum { KIT_DETOURS = 3 };
/* The same walk with the steps of one ninja, or of both, in the other order, where that changes
   nothing but the way: a rock that stops the one need not stop the other. For commands of two
   steps; returns how many there are. */
int kit_detours(const struct codevs5_field *, const struct codevs5_command *,
                struct codevs5_command other[KIT_DETOURS]);
