/* What all CHaser bots share: reading a view, walking, and which cells are deadly. */
#include "bots/chaser/kit.h"

enum { WORTH_A_SEARCH = 6 }; /* cells, of nine */

const int kit_steps[4] = {-KIT_SIDE, 1, KIT_SIDE, -1};

/* ---- seeing ---- */

static void see(struct kit_map *m, int place, char digit)
{
    m->seen_at[place] = (uint16_t)m->messages;
    if (digit == '0' + CHASER_OTHER) {
        m->other = place;
        m->other_at = m->messages;
        m->other_age = 0;
        if (m->cell[place] == KIT_UNKNOWN) m->cell[place] = KIT_FLOOR;
        return;
    }
    if (m->other == place) m->other_age++; /* it has left; kit_is_other() must not believe it */
    m->cell[place] = digit == '2' ? KIT_BLOCK : digit == '3' ? KIT_ITEM : KIT_FLOOR;
}

static void see_square(struct kit_map *m, int centre, const char cell[CHASER_VIEW])
{
    for (int i = 0; i < CHASER_VIEW; i++)
        see(m, centre + (i / 3 - 1) * KIT_SIDE + i % 3 - 1, cell[i]);
}

static void see_line(struct kit_map *m, int direction, const char cell[CHASER_VIEW])
{
    for (int i = 0; i < CHASER_VIEW; i++) see(m, m->at + (i + 1) * kit_steps[direction], cell[i]);
}

/* The answer to the command given last. */
static void see_answer(struct kit_map *m, const char cell[CHASER_VIEW])
{
    int step = kit_steps[m->last.direction];
    switch (m->last.word) {
    case CHASER_SEARCH: see_line(m, m->last.direction, cell); return;
    case CHASER_LOOK: see_square(m, m->at + 2 * step, cell); return;
    case CHASER_WALK: m->at += step; break;
    default: break;
    }
    see_square(m, m->at, cell);
}

/* ---- thinking ---- */

void kit_think(const struct bot_view *view, struct kit_map *m, kit_choose_fn *choose,
               struct game_action *out)
{
    const struct chaser *told = (const struct chaser *)view->state;
    struct chaser_action *action = (struct chaser_action *)out;
    if (m->at == 0) m->at = KIT_START;
    if (told->phase != CHASER_READY) m->messages++;
    switch (told->phase) {
    case CHASER_READY: *action = kit_action(CHASER_GR, 0); return;
    case CHASER_COMMAND:
        m->other_age++;
        see_square(m, m->at, told->told.cell);
        m->actions++;
        *action = m->last = choose(m, view->rng);
        return;
    default:
        see_answer(m, told->told.cell);
        *action = kit_action(CHASER_SHARP, 0);
        return;
    }
}

/* ---- questions ---- */

int kit_other_side(const struct kit_map *m)
{
    for (int direction = CHASER_UP; direction <= CHASER_LEFT; direction++)
        if (kit_is_other(m, kit_next(m->at, direction))) return direction;
    return -1;
}

int kit_count_open(const struct kit_map *m, int place)
{
    int count = 0;
    for (int direction = CHASER_UP; direction <= CHASER_LEFT; direction++) {
        int side = kit_next(place, direction);
        count += kit_is_open(m, side) && !kit_is_other(m, side);
    }
    return count;
}

/* An item leaves a block behind: then one open side more must be there than the one come from. */
bool kit_can_walk(const struct kit_map *m, int direction)
{
    int to = kit_next(m->at, direction);
    if (!kit_is_open(m, to) || kit_is_other(m, to)) return false;
    if (m->cell[to] != KIT_ITEM) return true;
    for (int side = CHASER_UP; side <= CHASER_LEFT; side++) {
        int next = kit_next(to, side);
        if (next != m->at && m->cell[next] != KIT_BLOCK) return true;
    }
    return false;
}

bool kit_may_be_trap(const struct kit_map *m, int direction)
{
    int to = kit_next(m->at, direction);
    return m->cell[to] == KIT_ITEM && kit_count_open(m, to) < 2;
}

static int count_unknown(const struct kit_map *m, int direction)
{
    int count = 0;
    for (int i = 1; i <= CHASER_VIEW; i++)
        count += m->cell[m->at + i * kit_steps[direction]] == KIT_UNKNOWN;
    return count;
}

int kit_best_search(const struct kit_map *m)
{
    int best = -1, most = WORTH_A_SEARCH - 1;
    for (int direction = CHASER_UP; direction <= CHASER_LEFT; direction++) {
        int count = count_unknown(m, direction);
        if (count <= most || !kit_is_open(m, kit_next(m->at, direction))) continue;
        most = count;
        best = direction;
    }
    return best;
}

int kit_gap(int a, int b)
{
    int dx = a % KIT_SIDE - b % KIT_SIDE, dy = a / KIT_SIDE - b / KIT_SIDE;
    return (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
}
