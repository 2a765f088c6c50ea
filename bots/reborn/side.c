#include "bots/reborn/side.h"

enum { MOST_STOCK = 100000 };

struct reborn_action side_action(int number)
{
    if (number == SIDE_SKILL) return (struct reborn_action){.skill = 1};
    return (struct reborn_action){.col = (uint8_t)(number / REBORN_ROTATIONS),
                                  .rotation = (uint8_t)(number % REBORN_ROTATIONS)};
}

struct reborn_result side_play(struct reborn_side *side, struct reborn_pack pack, int number)
{
    struct reborn_action a = side_action(number);
    if (side->stock >= REBORN_COLS) {
        reborn_push_ojama_row(&side->field);
        side->stock -= REBORN_COLS;
    }
    struct reborn_result result =
        a.skill ? reborn_blast(&side->field) : reborn_drop(&side->field, pack, a.col, a.rotation);
    int64_t attack = reborn_attack(result);
    side->stock = side->stock > attack ? side->stock - attack : 0;
    return result;
}

int side_room(const struct reborn_side *side)
{
    int blocks = 0;
    for (int col = 0; col < REBORN_COLS; col++) blocks += reborn_height(&side->field, col);
    return REBORN_COLS * REBORN_ROWS - blocks;
}

int32_t side_stock(const struct reborn_side *side)
{
    return (int32_t)(side->stock < MOST_STOCK ? side->stock : MOST_STOCK);
}
