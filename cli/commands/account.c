#include "site/people/account.h"
#include "cli/cards.h"
#include "cli/cli.h"
#include "league/people/account_name.h"
#include "league/people/class_list.h"
#include "league/people/look_alike.h"
#include "league/store/people/store_access.h"
#include "league/store/people/store_account.h"
#include "league/store/people/store_audit.h"
#include "league/store/store.h"
#include "os/stop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: taisen account ACTION [ARGUMENTS] --db URL [OPTIONS]\n\n"
    "Who may come to the site of a league. URL is as `taisen db` has it; without --db it is the\n"
    "variable TAISEN_DB.\n\n"
    "  add NAME            make an account and print its password\n"
    "  list                all accounts\n"
    "  class LIST.csv      make one for each line (NAME, or NAME,WHO) and print a card for each\n"
    "  password NAME       another password; ends all sessions\n"
    "  ban NAME REASON     nobody comes in by that name, until\n"
    "  unban NAME          somebody may again\n"
    "  invite [CODE]       a code to sign up with; without CODE one is made up\n\n"
    "  --organiser         of add: it may do everything on the site\n"
    "  --stdin             of add and password: the password is the first line of standard input\n"
    "  --cards FILE        of class: a new file for the cards, a page to print when it ends with\n"
    "                      .html (default: text on standard output)\n"
    "  --url URL           of class: the address to print on the cards\n"
    "  --uses N            of invite: how many may come with it (default 1)\n"
    "  --json              results as JSON Lines\n"
    "  --help              this text\n";

enum {
    FLAG_DB = 256,
    FLAG_ORGANISER,
    FLAG_STDIN,
    FLAG_CARDS,
    FLAG_URL,
    FLAG_USES,
    FLAG_JSON,
    FLAG_HELP
};

static const struct option options[] = {{"db", required_argument, NULL, FLAG_DB},
                                        {"organiser", no_argument, NULL, FLAG_ORGANISER},
                                        {"stdin", no_argument, NULL, FLAG_STDIN},
                                        {"cards", required_argument, NULL, FLAG_CARDS},
                                        {"url", required_argument, NULL, FLAG_URL},
                                        {"uses", required_argument, NULL, FLAG_USES},
                                        {"json", no_argument, NULL, FLAG_JSON},
                                        {"help", no_argument, NULL, FLAG_HELP},
                                        {NULL, 0, NULL, 0}};

enum { USES_MOST = 100000 };

struct request {
    const char *db, *cards, *url;
    bool is_organiser, from_stdin, json;
    int64_t uses;
    char **args; /* of the action */
    int count;
    struct store *store;
};

static bool read_option(struct request *q, int id, const char *arg)
{
    switch (id) {
    case FLAG_DB: q->db = arg; return true;
    case FLAG_ORGANISER: return q->is_organiser = true;
    case FLAG_STDIN: return q->from_stdin = true;
    case FLAG_CARDS: q->cards = arg; return true;
    case FLAG_URL: q->url = arg; return true;
    case FLAG_USES: return cli_int("--uses", arg, 1, USES_MOST, &q->uses);
    case FLAG_JSON: return q->json = true;
    default: return false;
    }
}

/* ---- passwords ---- */

struct password {
    char text[ACCOUNT_PASSWORD_MOST + 3], hash[ACCOUNT_SECRET];
    bool is_made; /* by us: somebody must be told */
};

static bool read_password(struct password *p, struct err *err)
{
    if (!fgets(p->text, sizeof p->text, stdin))
        return err_set(err, "there is no password on standard input");
    p->text[strcspn(p->text, "\r\n")] = '\0';
    return account_password_is_valid(p->text, err);
}

static bool choose_password(const struct request *q, struct password *p, struct err *err)
{
    p->is_made = !q->from_stdin;
    if (p->is_made)
        account_make_password(p->text);
    else if (!read_password(p, err))
        return false;
    return account_hash_password(p->text, ACCOUNT_STRONG, p->hash, err);
}

static void print_password(const struct request *q, const char *name, const struct password *p)
{
    if (q->json) {
        fputs("{\"name\":", stdout);
        cli_print_json(name);
        fputs(",\"password\":", stdout);
        if (p->is_made)
            cli_print_json(p->text);
        else
            fputs("null", stdout);
        puts("}");
    } else if (p->is_made) {
        printf("The password of %s is %s\n", name, p->text);
    }
}

/* ---- one account ---- */

static void note(const struct request *q, const char *kind, const char *text)
{
    struct err ignored; /* it is done, written down or not */
    struct store_audit_entry entry = {.address = "command line", .kind = kind, .text = text};
    store_add_audit(q->store, &entry, &ignored);
}

/* False, with the reason, when it was not made. */
static bool make_account(const struct request *q, const char *name, enum store_role role,
                         const struct password *p, struct err *err)
{
    struct store_signup signup = {.name = name, .password = p->hash, .role = role};
    enum store_signed verdict;
    int64_t id;
    if (!store_add_account(q->store, &signup, &verdict, &id, err)) return false;
    if (verdict != SIGNED_UP)
        return err_set(err, "there is an account %s, or one that looks like it, already", name);
    note(q, "account", name);
    return true;
}

static int add(struct request *q)
{
    struct password p;
    struct err err;
    const char *name = q->args[0];
    enum store_role role = q->is_organiser ? ROLE_ORGANISER : ROLE_PLAYER;
    if (!account_name_is_valid(name, &err) || !look_alike_is_clear(name, &err) ||
        !choose_password(q, &p, &err) || !make_account(q, name, role, &p, &err))
        return cli_use("%s", err.text);
    print_password(q, name, &p);
    return STATUS_DONE;
}

/* False, having said so, when there is none. */
static bool find(struct request *q, struct store_account *account)
{
    struct err err;
    bool found;
    if (!store_find_account(q->store, q->args[0], account, &found, &err))
        return cli_fail("%s", err.text), false;
    if (!found) cli_use("there is no account %s", q->args[0]);
    return found;
}

static int set_password(struct request *q)
{
    struct store_account account;
    struct password p;
    struct err err;
    if (!find(q, &account)) return STATUS_USE;
    if (!choose_password(q, &p, &err)) return cli_use("%s", err.text);
    if (!store_set_password(q->store, account.id, p.hash, &err)) return cli_fail("%s", err.text);
    note(q, "password", account.name);
    print_password(q, account.name, &p);
    return STATUS_DONE;
}

static int ban(struct request *q)
{
    struct store_account account;
    struct err err;
    const char *why = q->count > 1 ? q->args[1] : NULL;
    if (!find(q, &account)) return STATUS_USE;
    if (!store_ban(q->store, account.id, why, &err)) return cli_use("%s", err.text);
    note(q, why ? "ban" : "unban", account.name);
    return STATUS_DONE;
}

/* ---- all accounts ---- */

static void print_account(void *arg, const struct store_account *a)
{
    const struct request *q = arg;
    if (!q->json) {
        printf("%-24s %-10s%s%s\n", a->name, store_role_name(a->role),
               a->is_banned ? " banned: " : "", a->banned);
        return;
    }
    printf("{\"id\":%lld,\"name\":", (long long)a->id);
    cli_print_json(a->name);
    printf(",\"role\":\"%s\",\"banned\":", store_role_name(a->role));
    if (a->is_banned)
        cli_print_json(a->banned);
    else
        fputs("null", stdout);
    printf(",\"created\":%lld}\n", (long long)a->created);
}

static int list(struct request *q)
{
    struct err err;
    return store_accounts(q->store, print_account, q, &err) ? STATUS_DONE
                                                            : cli_fail("%s", err.text);
}

/* ---- a class ---- */

/* Before anything is made: a list is taken as a whole. */
static bool are_free(const struct request *q, const struct class_list *list, struct err *err)
{
    struct store_account account;
    bool found;
    for (int i = 0; i < list->count; i++) {
        if (!store_find_account(q->store, list->pupil[i].name, &account, &found, err)) return false;
        if (found) return err_set(err, "there is an account %s already", account.name);
    }
    return true;
}

static bool make_pupil(const struct request *q, struct cards *cards,
                       const struct class_pupil *pupil, struct err *err)
{
    struct password p;
    if (stop_asked()) return err_set(err, "stopped by signal %d", stop_signal());
    if (!choose_password(q, &p, err) || !make_account(q, pupil->name, ROLE_PLAYER, &p, err))
        return false;
    if (q->json) print_password(q, pupil->name, &p);
    if (q->json && !q->cards) return true;
    return cards_add(cards, pupil->name, pupil->who, p.text, err);
}

static int make_class(struct request *q, const struct class_list *list)
{
    struct cards cards;
    struct err err;
    int made = 0;
    if (!are_free(q, list, &err) || !cards_open(&cards, q->cards, q->url, &err))
        return cli_use("%s", err.text);
    bool ok = true;
    while (ok && made < list->count) {
        ok = make_pupil(q, &cards, &list->pupil[made], &err);
        made += ok;
    }
    if (!ok) cli_fail("%s; %d of %d accounts were made", err.text, made, list->count);
    if (!cards_close(&cards, &err)) return cli_fail("%s", err.text);
    return ok ? STATUS_DONE : STATUS_ARENA;
}

static int class(struct request *q)
{
    static struct class_list list;
    struct err err;
    if (q->from_stdin) return cli_use("account class makes the passwords itself");
    if (!class_list_read(&list, q->args[0], &err)) return cli_use("%s: %s", q->args[0], err.text);
    int status = make_class(q, &list);
    class_list_free(&list);
    return status;
}

/* ---- invitations ---- */

static int invite(struct request *q)
{
    char code[ACCOUNT_CARD];
    struct store_invitation invitation = {.code = code, .uses = q->uses};
    struct err err;
    int64_t id;
    account_make_password(code);
    if (q->count > 0) invitation.code = q->args[0];
    if (!store_invite(q->store, &invitation, &id, &err)) return cli_use("%s", err.text);
    note(q, "invite", invitation.code);
    if (q->json) fputs("{\"code\":", stdout);
    if (q->json)
        cli_print_json(invitation.code);
    else
        fputs(invitation.code, stdout);
    puts(q->json ? "}" : "");
    return STATUS_DONE;
}

/* ---- all of them ---- */

static const struct action {
    const char *name;
    int (*run)(struct request *);
    int least, most; /* arguments */
    const char *takes;
} actions[] = {
    {"add", add, 1, 1, "a name"},
    {"list", list, 0, 0, "no arguments"},
    {"class", class, 1, 1, "a file"},
    {"password", set_password, 1, 1, "a name"},
    {"ban", ban, 2, 2, "a name and a reason"},
    {"unban", ban, 1, 1, "a name"},
    {"invite", invite, 0, 1, "at most a code"},
};

static int open_store(struct request *q)
{
    struct err err;
    if (!cli_league(q->db, &q->db)) return STATUS_USE;
    if (!q->db) return cli_use("account needs --db URL, or the variable TAISEN_DB");
    if (!account_ready(&err)) return cli_fail("%s", err.text);
    q->store = store_open(q->db, STORE_USE, &err);
    return q->store ? STATUS_DONE : cli_use("%s", err.text);
}

static int run(struct request *q, const char *name)
{
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
        const struct action *a = &actions[i];
        if (strcmp(a->name, name) != 0) continue;
        if (q->count < a->least || q->count > a->most)
            return cli_use("account %s takes %s", a->name, a->takes);
        stop_watch();
        int status = open_store(q);
        if (status == STATUS_DONE) status = a->run(q);
        store_close(q->store);
        return stop_asked() ? 128 + stop_signal() : status;
    }
    return cli_use("account has no action %s; `taisen account --help` lists them", name);
}

int cmd_account(int argc, char **argv)
{
    struct request q = {.uses = 1};
    for (int id; (id = getopt_long(argc, argv, "", options, NULL)) >= 0;) {
        if (id == FLAG_HELP) return cli_help(help);
        if (id == '?') return cli_bad_option(argv);
        if (!read_option(&q, id, optarg)) return STATUS_USE;
    }
    if (optind == argc)
        return cli_use("account takes an action; `taisen account --help` lists them");
    q.args = argv + optind + 1;
    q.count = argc - optind - 1;
    return run(&q, argv[optind]);
}
