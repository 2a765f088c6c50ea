/* What can be played, and which bots there are. */
#include "bots/bot.h"
#include "games/game.h"
#include "site/inside.h"

#include <string.h>

void api_games(void *site, const struct http_request *q, struct http_answer *a)
{
    struct text *t = a->body;
    (void)site, (void)q;
    put_open(t, NULL, '{');
    put_open(t, "games", '[');
    for (int i = 0; i < game_count; i++) {
        const struct game *g = games[i];
        put_open(t, NULL, '{');
        put_str(t, "name", g->name);
        put_str(t, "title", g->title);
        put_int(t, "rules", g->version);
        put_str(t, "link", g->link == LINK_TCP ? "tcp" : "pipe");
        put_int(t, "match_ms", g->clock.match_ms);
        put_int(t, "turn_ms", g->clock.turn_ms);
        put_close(t, '}');
    }
    text_str(t, "]}\n");
}

static void put_bots(struct text *t, const struct game *game)
{
    for (int i = 0; i < bot_count; i++) {
        const struct bot *b = bots[i];
        if (b->game && strcmp(b->game, game->name) != 0) continue;
        put_open(t, NULL, '{');
        put_str(t, "name", b->name);
        put_str(t, "game", game->name);
        put_str(t, "about", b->about);
        put_close(t, '}');
    }
}

void api_bots(void *site, const struct http_request *q, struct http_answer *a)
{
    const char *wanted = http_query(q, "game");
    (void)site;
    if (wanted && !game_find(wanted)) {
        http_refuse(a, 404, "there is no game %s", wanted);
        return;
    }
    put_open(a->body, NULL, '{');
    put_open(a->body, "bots", '[');
    for (int i = 0; i < game_count; i++)
        if (!wanted || strcmp(wanted, games[i]->name) == 0) put_bots(a->body, games[i]);
    text_str(a->body, "]}\n");
}
