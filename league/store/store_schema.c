/* Migrations are only ever added: number N turns a database of version N-1 into one of version
   N. */
#include "league/store/store_schema.h"

#include <stddef.h>

static const char migration_1[] =
    "CREATE TABLE players (id {id}, name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,"
    " owner BIGINT, created BIGINT NOT NULL);"

    "CREATE TABLE versions (id {id}, player BIGINT NOT NULL REFERENCES players, game TEXT NOT NULL,"
    " number BIGINT NOT NULL, seat TEXT NOT NULL, folder TEXT, language TEXT,"
    " state TEXT NOT NULL CHECK (state IN ('active', 'old', 'broken', 'checking')),"
    " created BIGINT NOT NULL, UNIQUE (player, game, number));"

    "CREATE TABLE ladders (id {id}, name TEXT NOT NULL UNIQUE, game TEXT NOT NULL,"
    " formula TEXT NOT NULL, setup TEXT NOT NULL, map TEXT, settings TEXT NOT NULL,"
    " opens BIGINT NOT NULL, closes BIGINT NOT NULL,"
    " state TEXT NOT NULL CHECK (state IN ('open', 'closed')),"
    " pairs BIGINT NOT NULL, created BIGINT NOT NULL);"

    /* Who plays in a ladder, with which version, and the standing after the last result. */
    "CREATE TABLE entries (ladder BIGINT NOT NULL REFERENCES ladders,"
    " player BIGINT NOT NULL REFERENCES players, version BIGINT NOT NULL REFERENCES versions,"
    " rated_version BIGINT NOT NULL, rating DOUBLE PRECISION NOT NULL,"
    " deviation DOUBLE PRECISION NOT NULL, volatility DOUBLE PRECISION NOT NULL,"
    " games BIGINT NOT NULL, version_games BIGINT NOT NULL, wins BIGINT NOT NULL,"
    " draws BIGINT NOT NULL, losses BIGINT NOT NULL, last_pair BIGINT NOT NULL,"
    " joined BIGINT NOT NULL, PRIMARY KEY (ladder, player));"

    "CREATE TABLE workers (id {id}, name TEXT NOT NULL UNIQUE, machine TEXT NOT NULL,"
    " started BIGINT NOT NULL, seen BIGINT NOT NULL);"

    /* A match has a job until it has a result, or a reason why it never will. Setup and map: NULL
       means the ladder's. */
    "CREATE TABLE matches (id {id}, key TEXT NOT NULL UNIQUE,"
    " ladder BIGINT NOT NULL REFERENCES ladders, seed BIGINT NOT NULL, setup TEXT, map TEXT,"
    " version0 BIGINT NOT NULL REFERENCES versions, version1 BIGINT NOT NULL REFERENCES versions,"
    " player0 BIGINT NOT NULL REFERENCES players, player1 BIGINT NOT NULL REFERENCES players,"
    " void TEXT, created BIGINT NOT NULL);"
    "CREATE INDEX matches_by_ladder ON matches (ladder, id);"
    "CREATE INDEX matches_by_player0 ON matches (player0, id);"
    "CREATE INDEX matches_by_player1 ON matches (player1, id);"

    /* lease: when it ends; 0 while nobody has it. */
    "CREATE TABLE jobs (match BIGINT NOT NULL PRIMARY KEY REFERENCES matches,"
    " priority BIGINT NOT NULL, lease BIGINT NOT NULL, token BIGINT NOT NULL,"
    " worker TEXT NOT NULL, tries BIGINT NOT NULL);"
    "CREATE INDEX jobs_by_priority ON jobs (priority, match);"

    /* The order of the ids is the order in which results count. */
    "CREATE TABLE results (id {id}, match BIGINT NOT NULL UNIQUE REFERENCES matches,"
    " ladder BIGINT NOT NULL REFERENCES ladders,"
    " player0 BIGINT NOT NULL REFERENCES players, player1 BIGINT NOT NULL REFERENCES players,"
    " version0 BIGINT NOT NULL REFERENCES versions, version1 BIGINT NOT NULL REFERENCES versions,"
    " winner BIGINT NOT NULL CHECK (winner BETWEEN -1 AND 1), reason TEXT NOT NULL,"
    " turns BIGINT NOT NULL, score0 BIGINT NOT NULL, score1 BIGINT NOT NULL,"
    " fault0 TEXT NOT NULL, fault1 TEXT NOT NULL,"
    " ms_total0 BIGINT NOT NULL, ms_total1 BIGINT NOT NULL,"
    " ms_max0 BIGINT NOT NULL, ms_max1 BIGINT NOT NULL,"
    " rating0 DOUBLE PRECISION NOT NULL, rating1 DOUBLE PRECISION NOT NULL,"
    " deviation0 DOUBLE PRECISION NOT NULL, deviation1 DOUBLE PRECISION NOT NULL,"
    " token BIGINT NOT NULL, worker TEXT NOT NULL, finished BIGINT NOT NULL);"
    "CREATE INDEX results_by_ladder ON results (ladder, id);"

    "CREATE TABLE records (match BIGINT NOT NULL PRIMARY KEY REFERENCES matches,"
    " bytes {bytes}, path TEXT);"

    "CREATE TABLE events (id {id}, kind TEXT NOT NULL, ladder BIGINT REFERENCES ladders,"
    " match BIGINT REFERENCES matches, text TEXT NOT NULL, created BIGINT NOT NULL);";

static const char migration_2[] =
    /* folded: the name as it must not be there twice. banned: why, NULL while it is not. */
    "CREATE TABLE accounts (id {id}, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE,"
    " role TEXT NOT NULL CHECK (role IN ('player', 'organiser')), password TEXT NOT NULL,"
    " banned TEXT, created BIGINT NOT NULL);"

    /* Of what opens a door only a hash is kept: who reads the database cannot use it. */
    "CREATE TABLE sessions (id {id}, hash TEXT NOT NULL UNIQUE,"
    " account BIGINT NOT NULL REFERENCES accounts, created BIGINT NOT NULL, ends BIGINT NOT NULL);"
    "CREATE INDEX sessions_by_account ON sessions (account);"

    "CREATE TABLE tokens (id {id}, hash TEXT NOT NULL UNIQUE,"
    " account BIGINT NOT NULL REFERENCES accounts, name TEXT NOT NULL, created BIGINT NOT NULL,"
    " used BIGINT NOT NULL);"
    "CREATE INDEX tokens_by_account ON tokens (account);"

    /* uses: how many more may come with it; ends: 0 for never. */
    "CREATE TABLE invitations (id {id}, code TEXT NOT NULL UNIQUE, uses BIGINT NOT NULL,"
    " ends BIGINT NOT NULL, account BIGINT REFERENCES accounts, created BIGINT NOT NULL);"

    /* Who did what from where; account: NULL where it was nobody's. */
    "CREATE TABLE deeds (id {id}, account BIGINT REFERENCES accounts, address TEXT NOT NULL,"
    " kind TEXT NOT NULL, text TEXT NOT NULL, created BIGINT NOT NULL);"

    "CREATE TABLE announcements (id {id}, account BIGINT REFERENCES accounts, text TEXT NOT NULL,"
    " ends BIGINT NOT NULL, created BIGINT NOT NULL);";

/* An account has one player. */
static const char migration_3[] = "CREATE UNIQUE INDEX players_by_owner ON players (owner);";

static const char migration_4[] =
    /* Contests of this league. text: the file; ladder: where the places are won; finals: a ladder
       without ratings for the matches of the finals. code: who knows it may take part, NULL:
       everybody may. state: open until the deadline, frozen until the finals begin. call: what
       is to be played now: nothing, all, or PHASE:FIXTURE. */
    "CREATE TABLE contests (id {id}, name TEXT NOT NULL UNIQUE, title TEXT NOT NULL,"
    " game TEXT NOT NULL, text TEXT NOT NULL, code TEXT UNIQUE,"
    " ladder BIGINT NOT NULL UNIQUE REFERENCES ladders,"
    " finals BIGINT NOT NULL UNIQUE REFERENCES ladders, finalists BIGINT NOT NULL,"
    " state TEXT NOT NULL CHECK (state IN ('open', 'frozen', 'finals', 'over')),"
    " call TEXT NOT NULL, frozen BIGINT NOT NULL, created BIGINT NOT NULL);"

    /* Who joined, and who will not come to the finals (withdrew: when, 0: comes). */
    "CREATE TABLE contestants (contest BIGINT NOT NULL REFERENCES contests,"
    " account BIGINT NOT NULL REFERENCES accounts, joined BIGINT NOT NULL,"
    " withdrew BIGINT NOT NULL, PRIMARY KEY (contest, account));"

    /* Who plays in the finals, from seed 1 on, and with which version: made as they begin. */
    "CREATE TABLE finalists (contest BIGINT NOT NULL REFERENCES contests, seed BIGINT NOT NULL,"
    " player BIGINT NOT NULL REFERENCES players, version BIGINT NOT NULL REFERENCES versions,"
    " PRIMARY KEY (contest, seed));"

    /* As in struct game_status: contests are judged by it. */
    "ALTER TABLE results ADD COLUMN rest0 BIGINT NOT NULL DEFAULT 0;"
    "ALTER TABLE results ADD COLUMN rest1 BIGINT NOT NULL DEFAULT 0;";

static const char migration_5[] =
    /* key: of the request, so that one that is repeated makes none twice. lease as in jobs. */
    "CREATE TABLE submissions (id {id}, key BIGINT NOT NULL UNIQUE,"
    " account BIGINT NOT NULL REFERENCES accounts, ladder BIGINT NOT NULL REFERENCES ladders,"
    " version BIGINT NOT NULL UNIQUE REFERENCES versions, language TEXT NOT NULL,"
    " file TEXT NOT NULL, source {bytes} NOT NULL, bytes BIGINT NOT NULL,"
    " state TEXT NOT NULL CHECK (state IN ('waiting', 'building', 'done')),"
    " why TEXT NOT NULL, log TEXT NOT NULL, report TEXT NOT NULL,"
    " lease BIGINT NOT NULL, token BIGINT NOT NULL, worker TEXT NOT NULL, tries BIGINT NOT NULL,"
    " created BIGINT NOT NULL, finished BIGINT NOT NULL);"
    "CREATE INDEX submissions_by_account ON submissions (account, id);"
    "CREATE INDEX submissions_by_state ON submissions (state, id);"

    /* What a build made of it, packed, and the command that starts it. */
    "CREATE TABLE programs (version BIGINT NOT NULL PRIMARY KEY REFERENCES versions,"
    " bytes {bytes} NOT NULL, run TEXT NOT NULL);";

static const char migration_6[] =
    /* ended: as the shell tells it, -1 where the player was stopped. */
    "CREATE TABLE last_words (match BIGINT NOT NULL REFERENCES matches, side BIGINT NOT NULL,"
    " ended BIGINT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (match, side));"

    /* seen: when, 0 while it is not. */
    "CREATE TABLE notices (id {id}, account BIGINT NOT NULL REFERENCES accounts,"
    " kind TEXT NOT NULL, match BIGINT REFERENCES matches, text TEXT NOT NULL,"
    " created BIGINT NOT NULL, seen BIGINT NOT NULL);"
    "CREATE INDEX notices_by_account ON notices (account, id);";

/* A room's ladder is found by its code. used: when somebody last did something there. */
static const char migration_7[] =
    "CREATE TABLE rooms (id {id}, code TEXT NOT NULL UNIQUE,"
    " ladder BIGINT NOT NULL UNIQUE REFERENCES ladders,"
    " account BIGINT NOT NULL REFERENCES accounts, used BIGINT NOT NULL,"
    " created BIGINT NOT NULL);"
    "CREATE INDEX rooms_by_account ON rooms (account);";

static const char migration_8[] =
    /* Whether a seed may be shown is asked of every match in a list. */
    "CREATE INDEX matches_by_seed ON matches (ladder, seed);"

    /* A record that is a file has its name in `path`, no longer the way to it: what stands behind
       the last slash. */
    "UPDATE records SET path = substr(path, length(rtrim(path, replace(path, '/', ''))) + 1)"
    " WHERE path LIKE '%/%';"

    /* How a name looks (league/people/look_alike.h); NULL: not yet known. */
    "ALTER TABLE accounts ADD COLUMN looks TEXT;"
    "CREATE UNIQUE INDEX accounts_by_looks ON accounts (looks);";

/* By the second formula of a ladder; zeros: nothing was counted yet. */
static const char migration_9[] =
    "ALTER TABLE entries ADD COLUMN also_rating DOUBLE PRECISION NOT NULL DEFAULT 0;"
    "ALTER TABLE entries ADD COLUMN also_deviation DOUBLE PRECISION NOT NULL DEFAULT 0;"
    "ALTER TABLE entries ADD COLUMN also_volatility DOUBLE PRECISION NOT NULL DEFAULT 0;";

static const char migration_10[] =
    /* When finalists may send in a program for the finals; finals_closes 0: never. */
    "ALTER TABLE contests ADD COLUMN finals_opens BIGINT NOT NULL DEFAULT 0;"
    "ALTER TABLE contests ADD COLUMN finals_closes BIGINT NOT NULL DEFAULT 0;"

    /* What they sent; whoever is not in it plays with the version of the ladder. */
    "CREATE TABLE finals_programs (contest BIGINT NOT NULL REFERENCES contests,"
    " player BIGINT NOT NULL REFERENCES players, version BIGINT NOT NULL REFERENCES versions,"
    " created BIGINT NOT NULL, PRIMARY KEY (contest, player));";

/* Lots that people drew. match: -1 for places; players: those of the contest by seed from 0, best
   first, with blanks between them. */
static const char migration_11[] =
    "CREATE TABLE decisions (id {id}, contest BIGINT NOT NULL REFERENCES contests,"
    " phase BIGINT NOT NULL, match BIGINT NOT NULL, players TEXT NOT NULL,"
    " created BIGINT NOT NULL);";

/* What workers play next (league/store/store_queue.h). due: in milliseconds of workers' time;
   worker_ms: what a match took of it, 0: nobody knows. Ladders' own matches had priority 1 before.
   Of a submission: when it was last taken, and how many games of its check are over. */
static const char migration_12[] =
    "ALTER TABLE ladders ADD COLUMN due BIGINT NOT NULL DEFAULT 0;"
    "ALTER TABLE jobs ADD COLUMN due BIGINT NOT NULL DEFAULT 0;"
    "ALTER TABLE results ADD COLUMN worker_ms BIGINT NOT NULL DEFAULT 0;"
    "UPDATE jobs SET priority = 2 WHERE priority = 1;"
    "DROP INDEX jobs_by_priority;"
    "CREATE INDEX jobs_by_due ON jobs (priority, due, match);"
    "ALTER TABLE submissions ADD COLUMN started BIGINT NOT NULL DEFAULT 0;"
    "ALTER TABLE submissions ADD COLUMN checked BIGINT NOT NULL DEFAULT 0;"
    "ALTER TABLE submissions ADD COLUMN checks BIGINT NOT NULL DEFAULT 0;";

/* The show of a contest's finals; a contest without a row has none. shown: the last match whose end
   the audience has seen; since: when that was. cue counts what the organiser does; command is the
   last of it. token: opens the stage, where nothing can be done but to show what is due, so it is
   kept as it is. */
static const char migration_13[] =
    "CREATE TABLE stages (contest BIGINT NOT NULL PRIMARY KEY REFERENCES contests,"
    " token TEXT NOT NULL, shown BIGINT NOT NULL, since BIGINT NOT NULL, cue BIGINT NOT NULL,"
    " command TEXT NOT NULL, pace TEXT NOT NULL, paused BIGINT NOT NULL,"
    " blank BIGINT NOT NULL, message TEXT NOT NULL);"

    /* A finalist who does not come: the games are lost without being played. */
    "ALTER TABLE finalists ADD COLUMN absent BIGINT NOT NULL DEFAULT 0;"

    /* What a worker can build, each between two blanks; empty: it builds nothing. */
    "ALTER TABLE workers ADD COLUMN languages TEXT NOT NULL DEFAULT '';";

/* What a program drew for the viewer; league/run/match_end.h. */
static const char migration_14[] =
    "ALTER TABLE last_words ADD COLUMN marks TEXT NOT NULL DEFAULT '';";

/* Why a program is broken, with its code and values as JSON; "": only the sentence is known. */
static const char migration_15[] =
    "ALTER TABLE submissions ADD COLUMN why_said TEXT NOT NULL DEFAULT '';"

    /* The list that an account was made from; 0: none. */
    "ALTER TABLE accounts ADD COLUMN list BIGINT NOT NULL DEFAULT 0;";

/* Why a match is void, with its code and values as JSON; "": only the sentence is known. */
static const char migration_16[] =
    "ALTER TABLE matches ADD COLUMN void_said TEXT NOT NULL DEFAULT '';";

static const char migration_17[] = "{fit}";

const char *const db_migrations[] = {
    migration_1,  migration_2,  migration_3,  migration_4,  migration_5,  migration_6,
    migration_7,  migration_8,  migration_9,  migration_10, migration_11, migration_12,
    migration_13, migration_14, migration_15, migration_16, migration_17};
const int db_migration_count = sizeof db_migrations / sizeof db_migrations[0];

const struct db_table db_tables[] = {
    {"players", "id,name,kind,owner,created", "ittii", "id", true},
    {"versions", "id,player,game,number,seat,folder,language,state,created", "iititttti", "id",
     true},
    {"ladders", "id,name,game,formula,setup,map,settings,opens,closes,state,pairs,created,due",
     "ittttttiitiii", "id", true},
    {"entries",
     "ladder,player,version,rated_version,rating,deviation,volatility,games,version_games,wins,"
     "draws,losses,last_pair,joined,also_rating,also_deviation,also_volatility",
     "iiiixxxiiiiiiixxx", "ladder,player", false},
    {"workers", "id,name,machine,started,seen,languages", "ittiit", "id", true},
    {"matches",
     "id,key,ladder,seed,setup,map,version0,version1,player0,player1,void,created,void_said",
     "itiittiiiitit", "id", true},
    {"jobs", "match,priority,lease,token,worker,tries,due", "iiiitii", "match", false},
    {"results",
     "id,match,ladder,player0,player1,version0,version1,winner,reason,turns,score0,score1,fault0,"
     "fault1,ms_total0,ms_total1,ms_max0,ms_max1,rating0,rating1,deviation0,deviation1,token,"
     "worker,finished,rest0,rest1,worker_ms",
     "iiiiiiiitiiittiiiixxxxitiiii", "id", true},
    {"records", "match,bytes,path", "ibf", "match", false},
    {"events", "id,kind,ladder,match,text,created", "itiiti", "id", true},
    {"accounts", "id,name,folded,role,password,banned,created,looks,list", "itttttiti", "id", true},
    {"sessions", "id,hash,account,created,ends", "itiii", "id", true},
    {"tokens", "id,hash,account,name,created,used", "ititii", "id", true},
    {"invitations", "id,code,uses,ends,account,created", "itiiii", "id", true},
    {"deeds", "id,account,address,kind,text,created", "iittti", "id", true},
    {"announcements", "id,account,text,ends,created", "iitii", "id", true},
    {"contests",
     "id,name,title,game,text,code,ladder,finals,finalists,state,call,frozen,created,"
     "finals_opens,finals_closes",
     "itttttiiittiiii", "id", true},
    {"contestants", "contest,account,joined,withdrew", "iiii", "contest,account", false},
    {"finalists", "contest,seed,player,version,absent", "iiiii", "contest,seed", false},
    {"submissions",
     "id,key,account,ladder,version,language,file,source,bytes,state,why,log,report,lease,token,"
     "worker,tries,created,finished,started,checked,checks,why_said",
     "iiiiittbittttiitiiiiiit", "id", true},
    {"programs", "version,bytes,run", "ibt", "version", false},
    {"last_words", "match,side,ended,text,marks", "iiitt", "match,side", false},
    {"notices", "id,account,kind,match,text,created,seen", "iititii", "id", true},
    {"rooms", "id,code,ladder,account,used,created", "itiiii", "id", true},
    {"finals_programs", "contest,player,version,created", "iiii", "contest,player", false},
    {"decisions", "id,contest,phase,match,players,created", "iiiiti", "id", true},
    {"stages", "contest,token,shown,since,cue,command,pace,paused,blank,message", "itiiittiit",
     "contest", false},
};
const int db_table_count = sizeof db_tables / sizeof db_tables[0];

const struct db_reference db_references[] = {
    {"versions", "player", "players", "id"},
    {"entries", "ladder", "ladders", "id"},
    {"entries", "player", "players", "id"},
    {"entries", "version", "versions", "id"},
    {"matches", "ladder", "ladders", "id"},
    {"matches", "version0", "versions", "id"},
    {"matches", "version1", "versions", "id"},
    {"matches", "player0", "players", "id"},
    {"matches", "player1", "players", "id"},
    {"jobs", "match", "matches", "id"},
    {"results", "match", "matches", "id"},
    {"results", "ladder", "ladders", "id"},
    {"results", "player0", "players", "id"},
    {"results", "player1", "players", "id"},
    {"results", "version0", "versions", "id"},
    {"results", "version1", "versions", "id"},
    {"records", "match", "matches", "id"},
    {"events", "ladder", "ladders", "id"},
    {"events", "match", "matches", "id"},
    {"players", "owner", "accounts", "id"},
    {"sessions", "account", "accounts", "id"},
    {"tokens", "account", "accounts", "id"},
    {"invitations", "account", "accounts", "id"},
    {"deeds", "account", "accounts", "id"},
    {"announcements", "account", "accounts", "id"},
    {"contests", "ladder", "ladders", "id"},
    {"contests", "finals", "ladders", "id"},
    {"contestants", "contest", "contests", "id"},
    {"contestants", "account", "accounts", "id"},
    {"finalists", "contest", "contests", "id"},
    {"finalists", "player", "players", "id"},
    {"finalists", "version", "versions", "id"},
    {"submissions", "account", "accounts", "id"},
    {"submissions", "ladder", "ladders", "id"},
    {"submissions", "version", "versions", "id"},
    {"programs", "version", "versions", "id"},
    {"last_words", "match", "matches", "id"},
    {"notices", "account", "accounts", "id"},
    {"notices", "match", "matches", "id"},
    {"rooms", "ladder", "ladders", "id"},
    {"rooms", "account", "accounts", "id"},
    {"finals_programs", "contest", "contests", "id"},
    {"finals_programs", "player", "players", "id"},
    {"finals_programs", "version", "versions", "id"},
    {"decisions", "contest", "contests", "id"},
    {"stages", "contest", "contests", "id"},
};
const int db_reference_count = sizeof db_references / sizeof db_references[0];
