/*
 * Random games whose every state and every text is known: golden_test GAME compares them, and how
 * the game describes itself, with games/GAME/golden/hashes.txt. So a change of any rule shows
 * without a single recorded game.
 *
 * The games begin as games/GAME/golden/setups.txt says, each line the options of one setup, and as
 * usual. Players fail now and then, as they do. games/golden_testkit.h says how the file is written
 * anew; the hashes of texts are kept apart, so that one sees which of the two has changed.
 */
#include "games/game.h"
#include "games/golden_testkit.h"
#include "os/memory.h"

enum { SEEDS = 24, STEPS = 600, FAILS_OF = 400, SETUPS = 32, SETUP_LINE = 256 };

static const struct game *game; /* the one under test */
static char setups[SETUPS][SETUP_LINE];
static int setup_count;
static bool is_skipped; /* the game has no hashes */

struct play {
    struct game_state *state, *seen;
    struct game_action *action[2];
    struct text text;
    struct golden states, texts;
};

static void play_open(struct play *p)
{
    size_t size = 2 * (size_t)game->text_max + 1;
    p->state = memory_zeroed(game->state_size);
    p->seen = memory_zeroed(game->state_size);
    for (int i = 0; i < 2; i++) p->action[i] = memory_zeroed(game->action_size);
    p->text = text_on(malloc(size), size);
}

static void play_close(struct play *p)
{
    free(p->state);
    free(p->seen);
    free(p->action[0]);
    free(p->action[1]);
    free(p->text.buf);
}

/* Everything that a state says: what both are sent, what they know, and what people see. */
static uint64_t hash_texts(struct play *p, bool is_first)
{
    static const int64_t left_ms[2] = {1000, 2000};
    bool is_over = game->actors(p->state) == 0;
    text_clear(&p->text);
    uint64_t sum = 0;
    for (int i = 0; i < 2; i++) {
        if (is_first) game->greet(p->state, i, &p->text);
        if (game->actors(p->state) >> i & 1) game->prompt(p->state, i, left_ms, &p->text);
        if (is_over) game->farewell(p->state, i, &p->text);
        sum = hash_bytes(sum, p->text.buf, p->text.len);
        text_clear(&p->text);
        if (!game->observe) continue;
        game->observe(p->state, i, p->seen);
        sum = hash_word(sum, game->hash(p->seen));
    }
    game->frame(p->state, &p->text);
    return hash_bytes(sum, p->text.buf, p->text.len);
}

static void note(struct play *p, bool is_first)
{
    struct game_status s;
    game->status(p->state, &s);
    uint64_t told =
        hash_bytes(game->hash(p->state), s.reason ? s.reason : "", s.reason ? strlen(s.reason) : 0);
    told = hash_word(told, (uint64_t)s.score[0] ^ (uint64_t)s.score[1] << 32);
    told = hash_word(told, (uint64_t)s.rest[0] ^ (uint64_t)s.rest[1] << 32);
    golden_add(&p->states, hash_word(told, (uint64_t)s.turn * 4 + (uint64_t)(s.winner + 1)));
    golden_add(&p->texts, hash_texts(p, is_first));
}

/* A reply of player i; what it says is written and read again, as it would come from a program. */
static struct game_reply reply_of(struct play *p, int i, struct rng *rng)
{
    struct game_reply reply = {.kind = REPLY_NONE, .action = p->action[i]};
    size_t used;
    if (!(game->actors(p->state) >> i & 1)) return reply;
    game->sample(p->state, i, rng, p->action[i]);
    if (rng_below(rng, FAILS_OF) == 0) {
        reply.kind = (enum reply_kind)(REPLY_INVALID + rng_below(rng, 3));
        return reply;
    }
    text_clear(&p->text);
    game->format(p->state, i, p->action[i], &p->text);
    assert_int_equal(game->parse(p->state, i, p->text.buf, p->text.len, p->action[i], &used),
                     PARSE_OK);
    reply.kind = REPLY_ACTION;
    return reply;
}

static void play_random(struct play *p, uint64_t seed, const char *options)
{
    char buf[256], name[64 + SETUP_LINE], file[128];
    struct text why = TEXT_ON(buf);
    struct rng rng = {seed};
    struct game_setup setup = {.seed = seed, .options = options};
    if (!game->init(p->state, &setup, &why)) fail_msg("%s: %s", options, buf);
    snprintf(name, sizeof name, "states:%d:%s", (int)seed, options);
    golden_begin(&p->states, name);
    snprintf(name, sizeof name, "texts:%d:%s", (int)seed, options);
    golden_begin(&p->texts, name);
    note(p, true);
    for (int i = 0; i < STEPS && game->actors(p->state) != 0; i++) {
        struct game_reply reply[2] = {reply_of(p, 0, &rng), reply_of(p, 1, &rng)};
        game->step(p->state, reply);
        note(p, false);
    }
    snprintf(file, sizeof file, "%s/golden/hashes.txt", game->name);
    golden_check(&p->states, file);
    golden_check(&p->texts, file);
}

static void random_games_go_through_the_known_states(void **state)
{
    (void)state;
    static struct play p;
    if (is_skipped) {
        print_message("the game has no golden/hashes.txt\n");
        skip();
    }
    play_open(&p);
    for (int i = 0; i < setup_count; i++)
        for (uint64_t seed = 1; seed <= SEEDS; seed++) play_random(&p, seed, setups[i]);
    play_close(&p);
}

/* What stands in struct game besides functions: the clock, above all. */
static void the_game_is_described_as_it_was(void **state)
{
    (void)state;
    if (is_skipped) skip();
    char file[128];
    struct golden form;
    const char *answer = strchr(game->answer_form, ':') + 2; /* behind the code */
    const char *const words[] = {game->title, game->side[0], game->side[1], answer,
                                 game->short_setup};
    golden_begin(&form, "form");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        golden_add(&form, words[i] ? hash_bytes(0, words[i], strlen(words[i])) : 0);
    const int64_t numbers[] = {game->version,       game->answer_max,        game->link,
                               game->contests,      game->clock.match_ms,    game->clock.turn_ms,
                               game->clock.name_ms, game->clock.name_counts, game->clock.serial};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        golden_add(&form, (uint64_t)numbers[i]);
    snprintf(file, sizeof file, "%s/golden/hashes.txt", game->name);
    golden_check(&form, file);
}

static void read_setups(void)
{
    char path[4096], file[128];
    snprintf(file, sizeof file, "%s/golden/setups.txt", game->name);
    golden_path_of(file, path);
    FILE *in = fopen(path, "r");
    setup_count = 1; /* the usual one */
    while (in && setup_count < SETUPS && fgets(setups[setup_count], SETUP_LINE, in)) {
        setups[setup_count][strcspn(setups[setup_count], "\n")] = '\0';
        setup_count++;
    }
    if (in) fclose(in);
    snprintf(file, sizeof file, "%s/golden/hashes.txt", game->name);
    golden_path_of(file, path);
    in = fopen(path, "r");
    is_skipped = !in && !getenv("GOLDEN_WRITE");
    if (in) fclose(in);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_game_is_described_as_it_was),
        cmocka_unit_test(random_games_go_through_the_known_states),
    };
    game = argc == 2 ? game_find(argv[1]) : NULL;
    if (!game) {
        fprintf(stderr, "usage: golden_test GAME\n");
        return 2;
    }
    read_setups();
    return cmocka_run_group_tests_name(argv[1], tests, NULL, NULL);
}
