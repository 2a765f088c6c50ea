/* One list: gettext could be asked for any word, but what a player or a person wrote is no message.
 */
#include "cli/term.h"

#include "os/words.h"

#include <stddef.h>
#include <string.h>

static const char *const terms[] = {
    /* games: why they ended */
    N_("danger line"), N_("topped out"), N_("turns"), N_("time"), N_("invalid"),
    N_("time and invalid"), N_("line"), N_("full board"), N_("gone"), N_("stages"), N_("ended"),
    N_("both at fault"), N_("caught"), N_("both caught"), N_("turn limit"), N_("time limit"),
    N_("protocol error"), N_("program ended"), N_("both failed"), N_("items"), N_("crushed"),
    N_("enclosed"), N_("collision"), N_("self_enclosed"), N_("foul"), N_("foul: disconnected"),
    N_("foul: no answer"), N_("foul: getReady twice"), N_("foul: two commands"), N_("foul: no #"),
    N_("foul: unknown command"), N_("forfeit"),
    /* players: what they did wrong */
    N_("timeout"), N_("crash"), N_("name"),
    /* results */
    N_("win"), N_("loss"), N_("draw"), N_("void"),
    /* matches of a league, and who is who in it */
    N_("queued"), N_("running"), N_("organiser"), N_("player"),
    /* contests: formats and rounds */
    N_("round-robin"), N_("swiss"), N_("knockout"), N_("double-elimination"), N_("ladder"),
    N_("qualifier"), N_("campaign"), N_("final"), N_("second final"), N_("semi-final"),
    N_("quarter-final"), N_("third place"), N_("again"),
    /* maps of CHaser: what is odd about them */
    N_("not point-symmetric"), N_("even number of items"), N_("no item in the centre"),
    N_("a player starts on an item"), N_("S line and rows disagree"),
    N_("a player has lost at the start"), N_("not 15 x 17"), N_("not 100 to 240 turns"),
    N_("the players see each other at the start")};

const char *term(const char *word)
{
    for (size_t i = 0; i < sizeof terms / sizeof terms[0]; i++)
        if (strcmp(terms[i], word) == 0) return _(terms[i]);
    return word;
}
