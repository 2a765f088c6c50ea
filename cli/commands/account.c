/* `taisen account`: the accounts of a site, made and kept from the command line. */
#include "site/people/account.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/json_line.h"
#include "cli/report/cards.h"
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

enum { USES_MOST = 100000 };

struct request {
    const char *db, *cards, *url;
    bool is_organiser, from_stdin, json, check, undo;
    int64_t uses;
    char **args; /* of the action */
    int count;
    struct store *store;
};

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
        struct text *t = json_line();
        json_write_open(t, NULL, '{');
        json_write_str(t, "name", name);
        json_write_str(t, "password", p->is_made ? p->text : NULL);
        json_line_print(t, '}');
    } else if (p->is_made) {
        printf(_("The password of %s is %s\n"), name, p->text);
    }
}

/* ---- one account ---- */

/* A change that somebody must be told of: it is kept only if what was printed has arrived, so that
   no password is lost on a full disk. */
struct change {
    const struct request *q;
    bool (*make)(struct change *c, struct err *err);
    bool (*show)(struct change *c, struct err *err); /* NULL: nothing to show */
    const char *name;
    const struct password *password;
    enum store_role role;
    int64_t account;
    struct cards *cards;
    const struct class_pupil *pupil;
    bool is_shown; /* a transaction may be tried again */
    bool is_used;  /* and so cannot be removed */
};

static bool work(struct store *store, void *arg, struct err *err)
{
    struct change *c = arg;
    (void)store;
    if (!c->make(c, err)) return false;
    if (!c->show || c->is_shown) return true;
    c->is_shown = true;
    return c->show(c, err);
}

static bool change(struct change *c, const char *kind, struct err *err)
{
    struct store_audit_entry entry = {.address = "command line", .kind = kind, .text = c->name};
    return store_audited(c->q->store, &entry, work, c, err);
}

static bool show_password(struct change *c, struct err *err)
{
    print_password(c->q, c->name, c->password);
    return cli_is_printed() || err_set(err, "nothing was changed");
}

static bool make_account(struct change *c, struct err *err)
{
    struct store_signup signup = {.name = c->name, .password = c->password->hash, .role = c->role};
    enum store_signed verdict;
    int64_t id;
    if (!store_add_account(c->q->store, &signup, &verdict, &id, err)) return false;
    return verdict == SIGNED_UP ||
           err_set(err, "there is an account %s, or one that looks like it, already", c->name);
}

static int add(void *request)
{
    struct request *q = request;
    struct password p;
    struct err err;
    struct change c = {.q = q,
                       .make = make_account,
                       .show = show_password,
                       .name = q->args[0],
                       .password = &p,
                       .role = q->is_organiser ? ROLE_ORGANISER : ROLE_PLAYER};
    if (!account_name_is_valid(c.name, &err) || !look_alike_is_clear(c.name, &err) ||
        !choose_password(q, &p, &err) || !change(&c, "account", &err))
        return cli_use("%s", sentence(&err));
    return STATUS_DONE;
}

/* False, having said so, when there is none. */
static bool find(struct request *q, struct store_account *account)
{
    struct err err;
    bool found;
    if (!store_find_account(q->store, q->args[0], account, &found, &err))
        return cli_fail("%s", sentence(&err)), false;
    if (!found) cli_use("there is no account %s", q->args[0]);
    return found;
}

static bool make_password(struct change *c, struct err *err)
{
    return store_set_password(c->q->store, c->account, c->password->hash, err);
}

static int set_password(void *request)
{
    struct request *q = request;
    struct store_account account;
    struct password p;
    struct err err;
    if (!find(q, &account)) return STATUS_USE;
    if (!choose_password(q, &p, &err)) return cli_use("%s", sentence(&err));
    struct change c = {.q = q,
                       .make = make_password,
                       .show = show_password,
                       .name = account.name,
                       .password = &p,
                       .account = account.id};
    return change(&c, "password", &err) ? STATUS_DONE : cli_fail("%s", sentence(&err));
}

static bool make_ban(struct change *c, struct err *err)
{
    return store_ban(c->q->store, c->account, c->q->count > 1 ? c->q->args[1] : NULL, err);
}

static int ban(void *request)
{
    struct request *q = request;
    struct store_account account;
    struct err err;
    if (!find(q, &account)) return STATUS_USE;
    struct change c = {.q = q, .make = make_ban, .name = account.name, .account = account.id};
    return change(&c, q->count > 1 ? "ban" : "unban", &err) ? STATUS_DONE
                                                            : cli_use("%s", sentence(&err));
}

/* ---- all accounts ---- */

static void print_account(void *arg, const struct store_account *a)
{
    const struct request *q = arg;
    if (!q->json) {
        cli_print_cell(a->name, 24, 1);
        cli_print_cell(term(store_role_name(a->role)), 10, 0);
        if (a->is_banned) printf(_(" banned: %s"), a->banned);
        putchar('\n');
        return;
    }
    struct text *t = json_line();
    json_write_open(t, NULL, '{');
    json_write_int(t, "id", a->id);
    json_write_str(t, "name", a->name);
    json_write_str(t, "role", store_role_name(a->role));
    json_write_str(t, "banned", a->is_banned ? a->banned : NULL);
    json_write_int(t, "created", a->created);
    json_line_print(t, '}');
}

static int list(void *request)
{
    struct request *q = request;
    struct err err;
    return store_accounts(q->store, print_account, q, &err) ? STATUS_DONE
                                                            : cli_fail("%s", sentence(&err));
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

static bool show_card(struct change *c, struct err *err)
{
    if (c->q->json && !show_password(c, err)) return false;
    if (c->q->json && !c->q->cards) return true;
    return cards_add(c->cards, c->name, c->pupil->who, c->password->text, err);
}

static bool make_pupil(const struct request *q, struct cards *cards,
                       const struct class_pupil *pupil, struct err *err)
{
    struct password p;
    struct change c = {.q = q,
                       .make = make_account,
                       .show = show_card,
                       .name = pupil->name,
                       .password = &p,
                       .role = ROLE_PLAYER,
                       .cards = cards,
                       .pupil = pupil};
    if (stop_asked()) return err_set(err, "stopped by signal %d", stop_signal());
    return choose_password(q, &p, err) && change(&c, "account", err);
}

static int make_class(struct request *q, const struct class_list *list)
{
    struct cards cards;
    struct err err;
    int made = 0;
    if (!are_free(q, list, &err) || !cards_open(&cards, q->cards, q->url, &err))
        return cli_use("%s", sentence(&err));
    bool ok = true;
    while (ok && made < list->count) {
        ok = make_pupil(q, &cards, &list->pupil[made], &err);
        made += ok;
    }
    if (!ok) cli_fail("%s; %d of %d accounts were made", sentence(&err), made, list->count);
    if (!cards_close(&cards, &err)) return cli_fail("%s", sentence(&err));
    return ok ? STATUS_DONE : STATUS_ARENA;
}

/* What was read, before anything is made. */
static int show_list(const struct class_list *list)
{
    for (int i = 0; i < list->count; i++) {
        printf("%4d  ", i + 1);
        cli_print_cell(list->pupil[i].name, 24, 2);
        puts(list->pupil[i].who);
    }
    return STATUS_DONE;
}

static bool make_removal(struct change *c, struct err *err)
{
    bool is_gone;
    if (!store_remove_unused(c->q->store, c->account, &is_gone, err)) return false;
    c->is_used = !is_gone;
    return is_gone || err_set(err, "%s stays: the account was used", c->name);
}

/* Accounts that were used since stay. */
static int remove_class(struct request *q, const struct class_list *list)
{
    int removed = 0, missing = 0;
    for (int i = 0; i < list->count; i++) {
        struct change c = {.q = q, .make = make_removal, .name = list->pupil[i].name};
        struct store_account account;
        struct err err;
        bool found;
        if (!store_find_account(q->store, c.name, &account, &found, &err))
            return cli_fail("%s", sentence(&err));
        missing += !found;
        if (!found) continue;
        c.account = account.id;
        bool ok = change(&c, "remove", &err);
        if (!ok && !c.is_used) return cli_fail("%s", sentence(&err));
        removed += ok;
        if (!ok) fprintf(stderr, "taisen: %s\n", sentence(&err));
    }
    fprintf(stderr, _("taisen: %d of %d accounts were removed, %d were not there\n"), removed,
            list->count, missing);
    return removed + missing == list->count ? STATUS_DONE : STATUS_FOUND;
}

static int class(void *request)
{
    struct request *q = request;
    static struct class_list list;
    struct err err;
    if (q->from_stdin) return cli_use("account class makes the passwords itself");
    if (!class_list_read(&list, q->args[0], &err))
        return cli_use("%s: %s", q->args[0], sentence(&err));
    int status = q->check  ? show_list(&list)
                 : q->undo ? remove_class(q, &list)
                           : make_class(q, &list);
    class_list_free(&list);
    return status;
}

/* ---- invitations ---- */

static bool make_invitation(struct change *c, struct err *err)
{
    struct store_invitation invitation = {.code = c->name, .uses = c->q->uses};
    int64_t id;
    return store_invite(c->q->store, &invitation, &id, err);
}

static bool show_code(struct change *c, struct err *err)
{
    if (c->q->json) {
        struct text *t = json_line();
        json_write_open(t, NULL, '{');
        json_write_str(t, "code", c->name);
        json_line_print(t, '}');
    } else {
        puts(c->name);
    }
    return cli_is_printed() || err_set(err, "nothing was changed");
}

static int invite(void *request)
{
    struct request *q = request;
    char code[ACCOUNT_CARD];
    struct change c = {.q = q, .make = make_invitation, .show = show_code, .name = code};
    struct err err;
    account_make_password(code);
    if (q->count > 0) c.name = q->args[0];
    return change(&c, "invite", &err) ? STATUS_DONE : cli_use("%s", sentence(&err));
}

/* ---- the command ---- */

static int open_store(struct request *q)
{
    struct err err;
    if (!cli_league(q->db, &q->db)) return STATUS_USE;
    if (!q->db) return cli_use("account needs --db URL, or the variable TAISEN_DB");
    if (!account_ready(&err)) return cli_fail("%s", sentence(&err));
    q->store = store_open(q->db, STORE_USE, &err);
    return q->store ? STATUS_DONE : cli_use("%s", sentence(&err));
}

static int run(int argc, char **argv)
{
    struct request q = {.uses = 1};
    int status;
    if (!options_read(&command_account, argc, argv, &q, &status)) return status;
    const struct cli_row *action = options_action(&command_account, argc, argv);
    if (!action) return STATUS_USE;
    q.args = argv + optind;
    q.count = argc - optind;
    stop_watch();
    status = open_store(&q);
    if (status == STATUS_DONE) status = action->run(&q);
    store_close(q.store);
    return stop_asked() ? 128 + stop_signal() : status;
}

#define AT(member) .at = offsetof(struct request, member)

static const struct cli_option options[] = {
    {"db", "URL", OPTION_FILE, AT(db),
     .help =
         N_("the league: a file (SQLite) or postgres://... (PostgreSQL); @FILE: the address is the "
            "first line of FILE, which nobody else can read (default: the variable TAISEN_DB)")},
    {"organiser", NULL, OPTION_FLAG, AT(is_organiser),
     .help = N_("of add: the account may do everything on the site")},
    {"stdin", NULL, OPTION_FLAG, AT(from_stdin),
     .help = N_("of add and password: the password is the first line of standard input")},
    {"check", NULL, OPTION_FLAG, AT(check),
     .help = N_("of class: only show the list as it was read")},
    {"undo", NULL, OPTION_FLAG, AT(undo),
     .help = N_("of class: remove the accounts of the list again, but for those that were used")},
    {"cards", "FILE", OPTION_FILE, AT(cards),
     .help =
         N_("of class: a new file for the cards, a page to print when it ends in .html (default: "
            "text on standard output)")},
    {"url", "URL", OPTION_TEXT, AT(url), .help = N_("of class: the address to print on the cards")},
    {"uses", "N", OPTION_INT, AT(uses), .least = 1, .most = USES_MOST,
     .help = N_("of invite: how many people may sign up with it (default 1)")},
    {"json", NULL, OPTION_FLAG, AT(json), .help = N_("print the results as JSON Lines")},
    {0}};

static const struct cli_row actions[] = {
    {"add", "NAME", N_("create an account and print its password"), add, 0},
    {"list", NULL, N_("list all accounts"), list, 0},
    {"class", "LIST.csv",
     N_("create an account for each line (NAME, or NAME,WHO; as Excel saves it, with or without "
        "headings and numbers) and print a card for each"),
     class, 0},
    {"password", "NAME", N_("set a new password; ends all sessions"), set_password, 0},
    {"ban", "NAME REASON", N_("block the account, with a reason"), ban, 0},
    {"unban", "NAME", N_("unblock the account"), ban, 0},
    {"invite", "[CODE]", N_("create a code to sign up with; without CODE a random one"), invite, 0},
    {0}};

const struct command command_account = {
    .name = "account",
    .about = N_("manage accounts, class lists and invitations of a site"),
    .usage = "ACTION [ARGUMENTS] --db URL [OPTIONS]",
    .text = N_("Manages who may log in to the site of a league. An ACTION is one of"),
    .rows = actions,
    .suggest = "action file...",
    .options = options,
    .run = run};
