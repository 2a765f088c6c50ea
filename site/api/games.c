/* What can be played, and which bots there are. */
#include "bots/bot.h"
#include "games/game.h"
#include "site/site_internal.h"

#include <string.h>

void api_games(void *site, const struct http_request *q, struct http_answer *a)
{
    struct text *t = a->body;
    (void)site, (void)q;
    a->is_shared = true;
    json_write_open(t, NULL, '{');
    json_write_open(t, "games", '[');
    for (int i = 0; i < game_count; i++) {
        const struct game *g = games[i];
        json_write_open(t, NULL, '{');
        json_write_str(t, "name", g->name);
        json_write_str(t, "title", g->title);
        json_write_int(t, "rules", g->version);
        json_write_str(t, "link", g->link == LINK_TCP ? "tcp" : "pipe");
        json_write_int(t, "match_ms", g->clock.match_ms);
        json_write_int(t, "turn_ms", g->clock.turn_ms);
        json_write_close(t, '}');
    }
    text_str(t, "]}\n");
}

static void put_bots(struct text *t, const struct game *game)
{
    for (int i = 0; i < bot_count; i++) {
        const struct bot *b = bots[i];
        if (b->game && strcmp(b->game, game->name) != 0) continue;
        json_write_open(t, NULL, '{');
        json_write_str(t, "name", b->name);
        json_write_str(t, "game", game->name);
        json_write_str(t, "about", b->about);
        json_write_close(t, '}');
    }
}

void api_bots(void *site, const struct http_request *q, struct http_answer *a)
{
    const char *wanted = http_query(q, "game");
    (void)site;
    if (wanted && !game_find(wanted)) {
        http_refuse(a, 404, "no-game: there is no game {game:%s}", wanted);
        return;
    }
    json_write_open(a->body, NULL, '{');
    json_write_open(a->body, "bots", '[');
    for (int i = 0; i < game_count; i++)
        if (!wanted || strcmp(wanted, games[i]->name) == 0) put_bots(a->body, games[i]);
    text_str(a->body, "]}\n");
}
