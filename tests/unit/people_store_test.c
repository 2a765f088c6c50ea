/* Accounts in the store, exports and imports, on both databases: PROGRAM sqlite | postgres. */
#include "league/people/account_name.h"
#include "league/people/look_alike.h"
#include "league/store/people/store_access.h"
#include "league/store/people/store_announcement.h"
#include "league/store/people/store_audit.h"
#include "league/store/people/store_class.h"
#include "league/store/store_dump.h"
#include "league/store/store_result.h"
#include "tests/unit/store_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- accounts ---- */

static enum store_signed sign_up(const char *name, const char *invitation, int64_t *id)
{
    static int number; /* every hash has a salt of its own */
    char hash[32];
    enum store_signed verdict;
    struct store_signup signup = {.name = name, .password = hash, .invitation = invitation};
    snprintf(hash, sizeof hash, "hash %d", ++number);
    must(store_add_account(kit_store, &signup, &verdict, id, &kit_err));
    return verdict;
}

static int64_t account_of(const char *name)
{
    int64_t id;
    assert_int_equal(sign_up(name, NULL, &id), SIGNED_UP);
    return id;
}

static struct store_account account_by_name(const char *name)
{
    struct store_account a;
    bool found;
    must(store_find_account(kit_store, name, &a, &found, &kit_err));
    assert_true(found);
    return a;
}

static bool has_session(const char *hash, const char *name)
{
    struct store_account a;
    bool found;
    must(store_session(kit_store, hash, &a, &found, &kit_err));
    if (found) assert_string_equal(a.name, name);
    return found;
}

static bool has_token(const char *hash, const char *name)
{
    struct store_account a;
    bool found;
    must(store_token(kit_store, hash, &a, &found, &kit_err));
    if (found) assert_string_equal(a.name, name);
    return found;
}

static void an_account_has_a_name_of_its_own(void **state)
{
    (void)state;
    int64_t id, other;
    assert_int_equal(sign_up("Hana", NULL, &id), SIGNED_UP);
    assert_int_equal(sign_up("Hana", NULL, &other), SIGNED_NAME_TAKEN);
    assert_int_equal(sign_up("hANA", NULL, &other), SIGNED_NAME_TAKEN);
    assert_int_equal(sign_up("花子", NULL, &other), SIGNED_UP);
    struct store_account a = account_by_name("hana");
    assert_int_equal(a.id, id);
    assert_string_equal(a.name, "Hana");
    assert_int_equal(a.role, ROLE_PLAYER);
    assert_false(a.is_banned);
    must(store_set_role(kit_store, id, ROLE_ORGANISER, &kit_err));
    assert_int_equal(account_by_name("Hana").role, ROLE_ORGANISER);
    bool found;
    must(store_find_account(kit_store, "nobody", &a, &found, &kit_err));
    assert_false(found);
    kit_is_well();
}

static void a_sign_up_done_twice_is_done_once(void **state)
{
    (void)state;
    struct store_signup signup = {.name = "hana", .password = "the same salt", .invitation = "C"};
    enum store_signed verdict;
    int64_t first, second, ignored;
    must(store_invite(kit_store, &(struct store_invitation){.code = "C", .uses = 1}, &ignored,
                      &kit_err));
    must(store_add_account(kit_store, &signup, &verdict, &first, &kit_err));
    assert_int_equal(verdict, SIGNED_UP);
    must(store_add_account(kit_store, &signup, &verdict, &second, &kit_err));
    assert_int_equal(verdict, SIGNED_UP);
    assert_int_equal(first, second);
}

static void names_of_accounts_can_be_seen(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        "a b",
        "a/b",
        "<b>",
        "a\"b",
        "a'b",
        "a\nb",
        "\xff",
        "\xc3",
        "a&b",
        "a;b",
        "\xc2\xa0",
        "\xe2\x80\x8b",
        "a\xe2\x80\xae",
        "\xe3\x80\x80",
        "a\xef\xbb\xbf",
        "\xf3\xa0\x80\x81",
        "$(id)",
        "a\\b",
        "123456789012345678901234567890123456789012345678901234567890x1234",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct store_account a;
        bool found;
        if (account_name_is_valid(bad[i], &kit_err)) fail_msg("\"%s\" is a name", bad[i]);
        must(store_find_account(kit_store, bad[i], &a, &found, &kit_err));
        assert_false(found);
    }
    static const char *const good[] = {"a", "A.b-c_9", "対戦", "Ünal", "あ𠮷"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        must(account_name_is_valid(good[i], &kit_err));
}

static void names_that_look_alike_are_one(void **state)
{
    (void)state;
    int64_t id;
    static const char *const pairs[][2] = {
        {"Alice", "\xd0\x90lice"},                    /* a Cyrillic A: mixed, refused at once */
        {"Alice", "AIice"},                           /* a capital I */
        {"Alice", "A1ice"},                           /* a digit */
        {"Alice", "\xef\xbc\xa1lice"},                /* a wide A */
        {"paco", "\xd1\x80\xd0\xb0\xd1\x81\xd0\xbe"}, /* all of it Cyrillic */
        {"POT", "\xce\xa1\xce\x9f\xce\xa4"},          /* all of it Greek */
        {"b0b", "bob"},
        {"カ子", "力子"},           /* kana, Han */
        {"ロボ", "\xef\xbe\x9bボ"}, /* wide and narrow kana */
        {"ラーメン", "ラ一メン"},
        {"へい", "ヘい"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        struct store_signup signup = {.name = pairs[i][1], .password = "h", .role = ROLE_PLAYER};
        enum store_signed verdict = SIGNED_NAME_TAKEN;
        sign_up(pairs[i][0], NULL, &id); /* some are there already */
        bool ok = store_add_account(kit_store, &signup, &verdict, &id, &kit_err);
        if (ok && verdict != SIGNED_NAME_TAKEN) fail_msg("%s is another", pairs[i][1]);
    }
    /* Names that are different stay so. */
    static const char *const apart[] = {"alicia", "Ünal", "Unal", "桜", "さくら", "サクラ", "9"};
    for (size_t i = 0; i < sizeof apart / sizeof apart[0]; i++)
        assert_int_equal(sign_up(apart[i], NULL, &id), SIGNED_UP);
}

static void a_new_name_is_clear(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "e\xcc\x81t\xc3\xa9",                   /* an accent of its own */
        "\xe3\x81\x8b\xe3\x82\x99",             /* ka and its mark */
        "\xe2\x84\xab",                         /* the sign of a unit */
        "\xe0\xbd\x83",                         /* a Tibetan letter that NFC writes as two */
        "\xe0\xa6\x95\xe0\xa7\x87\xe0\xa6\xbe", /* a Bengali vowel as two signs */
        "q\xcc\x83",                            /* a mark that no letter has */
        "\xf0\x9d\x90\x80lice",                 /* a letter for formulas */
        "p\xd0\xb0ypal",                        /* a Cyrillic a */
        "\xce\xb1lpha",                         /* a Greek alpha */
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (look_alike_is_clear(bad[i], &kit_err)) fail_msg("%s is clear", bad[i]);
    static const char *const good[] = {"Ünal", "が", "Иван", "Ωμέγα", "Tanaka花子", "塚﨑"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        must(look_alike_is_clear(good[i], &kit_err));
}

/* Accounts of an older version have no looks yet; one that is like another stays. */
static void accounts_from_before_have_looks(void **state)
{
    (void)state;
    int64_t id;
    assert_int_equal(sign_up("bob", NULL, &id), SIGNED_UP);
    must(db_script(kit_store,
                   "UPDATE accounts SET looks = NULL;"
                   "INSERT INTO accounts (name, folded, role, password, created)"
                   " VALUES ('B0b', 'b0b', 'player', 'h', 1)",
                   &kit_err));
    assert_int_equal(sign_up("B0B", NULL, &id), SIGNED_NAME_TAKEN);
    assert_int_equal(sign_up("BoB", NULL, &id), SIGNED_NAME_TAKEN);
    assert_string_equal(account_by_name("b0b").name, "B0b");
    assert_string_equal(account_by_name("BOB").name, "bob");
    assert_int_equal(sign_up("somebody", NULL, &id), SIGNED_UP);
}

static void an_invitation_lets_in_as_many_as_it_says(void **state)
{
    (void)state;
    int64_t id;
    struct store_invitation two = {.code = "SAKURA", .uses = 2},
                            past = {.code = "PAST", .uses = 5, .ends = 1};
    must(store_invite(kit_store, &two, &id, &kit_err));
    must(store_invite(kit_store, &past, &id, &kit_err));
    assert_false(store_invite(kit_store, &two, &id, &kit_err));
    assert_int_equal(sign_up("a", "SAKURA", &id), SIGNED_UP);
    assert_int_equal(sign_up("a", "SAKURA", &id), SIGNED_NAME_TAKEN); /* costs nothing */
    assert_int_equal(sign_up("b", "sakura", &id), SIGNED_UNINVITED);
    assert_int_equal(sign_up("b", "PAST", &id), SIGNED_UNINVITED);
    assert_int_equal(sign_up("b", "SAKURA", &id), SIGNED_UP); /* the name was left free */
    assert_int_equal(sign_up("c", "SAKURA", &id), SIGNED_UNINVITED);
    bool found;
    must(store_find_account(kit_store, "c", &(struct store_account){0}, &found, &kit_err));
    assert_false(found);
    kit_is_well();
}

static void a_session_lasts_until_it_ends(void **state)
{
    (void)state;
    int64_t hana = account_of("hana"), taro = account_of("taro");
    must(store_begin_session(kit_store, hana, "s1", KIT_LEASE_MS, &kit_err));
    must(store_begin_session(kit_store, hana, "s2", KIT_LEASE_MS, &kit_err));
    must(store_begin_session(kit_store, taro, "s3", KIT_LEASE_MS, &kit_err));
    assert_true(has_session("s1", "hana"));
    assert_true(has_session("s3", "taro"));
    assert_false(has_session("s9", ""));
    must(store_end_session(kit_store, "s1", &kit_err));
    must(store_end_session(kit_store, "s1", &kit_err));
    assert_false(has_session("s1", ""));
    must(store_set_password(kit_store, hana, "another hash", &kit_err));
    assert_false(has_session("s2", ""));
    assert_true(has_session("s3", "taro"));
    assert_string_equal(account_by_name("hana").password, "another hash");
    must(store_begin_session(kit_store, taro, "s4", 0, &kit_err)); /* ended as it began */
    assert_false(has_session("s4", ""));
}

static void a_new_password_ends_the_tokens(void **state)
{
    (void)state;
    int64_t hana = account_of("hana"), taro = account_of("taro"), token;
    bool added;
    must(store_add_token(kit_store, hana, "laptop", "t1", &token, &added, &kit_err));
    must(store_add_token(kit_store, taro, "laptop", "t2", &token, &added, &kit_err));
    must(store_set_password(kit_store, hana, "another hash", &kit_err));
    assert_false(has_token("t1", ""));
    assert_true(has_token("t2", "taro"));
}

static void a_banned_account_opens_nothing(void **state)
{
    (void)state;
    int64_t hana = account_of("hana"), token;
    bool added;
    must(store_begin_session(kit_store, hana, "s1", KIT_LEASE_MS, &kit_err));
    must(store_add_token(kit_store, hana, "laptop", "t1", &token, &added, &kit_err));
    must(store_ban(kit_store, hana, "too many uploads", &kit_err));
    assert_true(account_by_name("hana").is_banned);
    assert_string_equal(account_by_name("hana").banned, "too many uploads");
    must(store_begin_session(kit_store, hana, "s2", KIT_LEASE_MS, &kit_err));
    assert_false(has_session("s1", ""));
    assert_false(has_session("s2", ""));
    assert_false(has_token("t1", ""));
    must(store_ban(kit_store, hana, NULL, &kit_err));
    assert_false(account_by_name("hana").is_banned);
    assert_false(has_session("s1", ""));
    assert_true(has_token("t1", "hana"));
}

static void note_used(void *arg, const struct store_token *token)
{
    assert_string_equal(token->name, "laptop");
    *(int64_t *)arg = token->used;
}

static void a_token_opens_until_it_is_dropped(void **state)
{
    (void)state;
    int64_t hana = account_of("hana"), taro = account_of("taro"), token, other, used = -1;
    bool added, found;
    must(store_add_token(kit_store, hana, "laptop", "t0", &token, &added, &kit_err));
    assert_true(added);
    must(store_tokens(kit_store, hana, note_used, &used, &kit_err));
    assert_int_equal(used, 0);
    assert_true(has_token("t0", "hana"));
    must(store_tokens(kit_store, hana, note_used, &used, &kit_err));
    assert_true(used > 0);
    must(store_drop_token(kit_store, taro, token, &found, &kit_err)); /* not taro's */
    assert_false(found);
    assert_true(has_token("t0", "hana"));
    for (int i = 1; i <= STORE_TOKENS; i++) {
        char hash[16];
        snprintf(hash, sizeof hash, "t%d", i);
        must(store_add_token(kit_store, hana, "laptop", hash, &other, &added, &kit_err));
        assert_int_equal(added, i < STORE_TOKENS);
    }
    must(store_drop_token(kit_store, hana, token, &found, &kit_err));
    assert_true(found);
    assert_false(has_token("t0", ""));
    kit_is_well();
}

static void write_audit(void *arg, const struct store_audit_entry *d)
{
    struct text *t = arg;
    text_str(t, d->name);
    text_char(t, ' ');
    text_str(t, d->kind);
    text_str(t, d->account ? " " : " (nobody) ");
    text_str(t, d->text);
    text_char(t, ';');
}

static void the_audit_log_is_told_newest_first(void **state)
{
    (void)state;
    char buf[256];
    struct text told = TEXT_ON(buf);
    struct store_audit_entry entry = {
        .account = account_of("hana"), .address = "::1", .kind = "login"};
    entry.text = "";
    must(store_add_audit(kit_store, &entry, &kit_err));
    must(store_add_audit(
        kit_store, &(struct store_audit_entry){.address = "::1", .kind = "refused", .text = "taro"},
        &kit_err));
    must(store_list_audit(kit_store, 0, 10, write_audit, &told, &kit_err));
    assert_string_equal(buf, " refused (nobody) taro;hana login ;");
    text_clear(&told);
    must(store_list_audit(kit_store, 0, 1, write_audit, &told, &kit_err));
    assert_string_equal(buf, " refused (nobody) taro;");
    text_clear(&told);
    must(store_list_audit(kit_store, 2, 10, write_audit, &told, &kit_err));
    assert_string_equal(buf, "hana login ;");
}

static void write_announcement(void *arg, const struct store_announcement *a)
{
    text_str(arg, a->text);
    text_char(arg, ';');
}

static void announcements_stand_until_they_end(void **state)
{
    (void)state;
    char buf[256];
    struct text told = TEXT_ON(buf);
    int64_t id;
    bool found;
    must(store_announce(kit_store, &(struct store_announcement){.text = "over", .ends = 1}, &id,
                        &kit_err));
    must(store_announce(kit_store, &(struct store_announcement){.text = "決勝"}, &id, &kit_err));
    must(store_announce(kit_store, &(struct store_announcement){.text = "finals"}, &id, &kit_err));
    must(store_announcements(kit_store, write_announcement, &told, &kit_err));
    assert_string_equal(buf, "finals;決勝;");
    must(store_drop_announcement(kit_store, id, &found, &kit_err));
    assert_true(found);
    must(store_drop_announcement(kit_store, id, &found, &kit_err));
    assert_false(found);
    text_clear(&told);
    must(store_announcements(kit_store, write_announcement, &told, &kit_err));
    assert_string_equal(buf, "決勝;");
    assert_false(
        store_announce(kit_store, &(struct store_announcement){.text = "a\x01"}, &id, &kit_err));
}

/* ---- export and import ---- */

static bool append(void *arg, const char *line, size_t len, struct err *why)
{
    (void)why;
    text_bytes(arg, line, len);
    return true;
}

static void export_all(char *buf, size_t size)
{
    struct text t = text_on(buf, size);
    must(store_export(kit_store, append, &t, &kit_err));
    assert_false(t.cut);
}

static bool next_line(void *arg, const char **line, size_t *len, bool *at_end, struct err *why)
{
    const char **rest = arg;
    (void)why;
    *at_end = **rest == '\0';
    if (*at_end) return false;
    *line = *rest;
    *len = strcspn(*rest, "\n");
    *rest += *len + ((*rest)[*len] == '\n');
    return true;
}

static bool import(const char *text)
{
    return store_import(kit_store, next_line, &text, &kit_err);
}

static void begin_empty(void)
{
    kit_end(NULL);
    kit_begin(NULL);
}

static char first_text[1 << 16], second_text[1 << 16], broken_text[1 << 16];

static void keep_record(void)
{
    static const char bytes[] = "\0\x01\xff'\\x00\n\"";
    struct store_job job;
    struct journal_match result = {.winner = -1, .reason = "test"};
    struct store_record record = {.bytes = bytes, .len = sizeof bytes};
    bool counted;
    kit_queue(0, 1, 1);
    assert_true(kit_take(&job, KIT_LEASE_MS));
    must(store_finish(kit_store, &job, &result, &record, "tester", &counted, &kit_err));
    store_job_free(&job);
}

static void make_something(void)
{
    struct store_job job;
    for (uint64_t seed = 2; seed <= 9; seed++)
        kit_play((int)seed % 3, 4, seed, (int)(seed % 3) - 1);
    keep_record();
    kit_queue(2, 3, 70);
    kit_queue(2, 3, 71);
    assert_true(kit_take(&job, KIT_LEASE_MS));
    kit_enter(1, "echo \"対戦\" 'x' | ./player \\ $HOME");
    an_invitation_lets_in_as_many_as_it_says(NULL);
    a_session_lasts_until_it_ends(NULL);
    must(store_ban(kit_store, account_of("banned"), "反則 \"x\"", &kit_err));
    announcements_stand_until_they_end(NULL);
    bool added;
    int64_t organiser = account_of("先生"), id;
    must(store_set_role(kit_store, organiser, ROLE_ORGANISER, &kit_err));
    must(store_add_token(kit_store, organiser, "laptop", "t1", &id, &added, &kit_err));
    must(store_add_audit(kit_store,
                         &(struct store_audit_entry){
                             .account = organiser, .address = "::1", .kind = "ban", .text = "x"},
                         &kit_err));
}

static void an_import_is_what_was_exported(void **state)
{
    (void)state;
    make_something();
    export_all(first_text, sizeof first_text);
    assert_false(import(first_text)); /* not into a league that is there */
    assert_non_null(strstr(kit_err.text, "not empty"));
    begin_empty();
    must(import(first_text));
    export_all(second_text, sizeof second_text);
    assert_string_equal(first_text, second_text);
    kit_is_well();
    kit_play(0, 1, 1000, 0); /* new rows get new numbers */
    kit_enter(2, "bot:greedy");
    assert_true(account_by_name("banned").is_banned);
    assert_true(has_session("s3", "taro"));
    assert_true(has_token("t1", "先生"));
    account_of("new");
    kit_is_well();
}

/* Every line cut, left out or doubled, and letters changed here and there: refused, nothing in. */
static void a_broken_export_is_refused(void **state)
{
    (void)state;
    make_something();
    export_all(first_text, sizeof first_text);
    begin_empty();
    int step = (int)strlen(first_text) / 40;
    for (int i = 0; first_text[i]; i += step) {
        strcpy(broken_text, first_text);
        broken_text[i] = broken_text[i] == '7' ? '8' : '7';
        assert_false(import(broken_text));
        strcpy(broken_text, first_text);
        broken_text[i] = '\0';
        bool is_whole = !first_text[i + 1]; /* only the end of the last line is missing */
        assert_true(import(broken_text) == is_whole);
        if (is_whole) begin_empty();
        char *line = strchr(first_text + i, '\n');
        if (!line || !line[1]) continue;
        strcpy(broken_text, first_text);
        strcpy(broken_text + (line - first_text), strchr(line + 1, '\n')); /* a line less */
        assert_false(import(broken_text));
    }
    must(import(first_text)); /* the store was left empty each time */
}

static void words_of_an_import_name_the_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"", "cut"},
        {"hello\n", "line 1: this is not an export"},
        {"{\"taisen_store\":1,\"schema\":77}\n", "another version"},
    };
    static const struct {
        const char *text, *says;
    } rows[] = {
        {"[1]\n", "line 2: a row that belongs to no table"},
        {"{\"table\":\"moon\"}\n", "line 2: the table players"},
        {"{\"table\":\"players\",\"columns\":\"id,name,kind,owner,created\"}\n[1,2]\n",
         "line 3: not a row of players"},
        {"{\"table\":\"players\",\"columns\":\"id,name,kind,owner,created\"}\n"
         "[1,null,\"bot\",null,5]\n",
         "line 3: "},
    };
    begin_empty();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_false(import(cases[i].text));
        if (!strstr(kit_err.text, cases[i].says)) fail_msg("%s: %s", cases[i].text, kit_err.text);
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(broken_text, sizeof broken_text, "{\"taisen_store\":1,\"schema\":%d}\n%s",
                 (int)store_version(), rows[i].text);
        assert_false(import(broken_text));
        if (!strstr(kit_err.text, rows[i].says)) fail_msg("%s: %s", rows[i].text, kit_err.text);
    }
}

struct told_list {
    int64_t number, count;
    int lists;
};

static void note_list(void *arg, const struct store_list *list)
{
    struct told_list *t = arg;
    t->number = list->number;
    t->count = list->count;
    t->lists++;
}

static int64_t make_list(const char *a, const char *b)
{
    int64_t number, id;
    must(store_next_list(kit_store, &number, &kit_err));
    for (int i = 0; i < 2; i++) {
        struct store_signup signup = {.name = i ? b : a, .password = "hash", .list = number};
        enum store_signed verdict;
        must(store_add_account(kit_store, &signup, &verdict, &id, &kit_err));
        assert_int_equal(verdict, SIGNED_UP);
    }
    return number;
}

static void a_list_of_accounts_is_taken_back_whole_or_not_at_all(void **state)
{
    struct told_list told = {0};
    int64_t count;
    bool is_free;
    (void)state;
    account_of("before");
    int64_t first = make_list("hana", "taro"), second = make_list("jiro", "saburo");
    must(store_lists(kit_store, note_list, &told, &kit_err));
    assert_true(told.lists == 2 && told.number == first && told.count == 2 && second > first);
    must(store_name_is_free(kit_store, "HANA", &is_free, &kit_err));
    assert_false(is_free);
    must(store_remove_list(kit_store, first, &count, &kit_err));
    assert_int_equal(count, 2);
    must(store_name_is_free(kit_store, "hana", &is_free, &kit_err));
    assert_true(is_free);
    must(store_begin_session(kit_store, account_by_name("saburo").id, "word", 60000, &kit_err));
    assert_false(store_remove_list(kit_store, second, &count, &kit_err));
    assert_string_equal(kit_err.code, "list-used");
    account_by_name("jiro");
    account_by_name("before");
    assert_false(store_remove_list(kit_store, first, &count, &kit_err));
    assert_string_equal(kit_err.code, "no-list");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_begin_main, kit_end)
        TEST(an_account_has_a_name_of_its_own),
        TEST(a_sign_up_done_twice_is_done_once),
        TEST(names_of_accounts_can_be_seen),
        TEST(names_that_look_alike_are_one),
        TEST(a_new_name_is_clear),
        TEST(accounts_from_before_have_looks),
        TEST(a_list_of_accounts_is_taken_back_whole_or_not_at_all),
        TEST(an_invitation_lets_in_as_many_as_it_says),
        TEST(a_session_lasts_until_it_ends),
        TEST(a_new_password_ends_the_tokens),
        TEST(a_banned_account_opens_nothing),
        TEST(a_token_opens_until_it_is_dropped),
        TEST(the_audit_log_is_told_newest_first),
        TEST(announcements_stand_until_they_end),
        TEST(an_import_is_what_was_exported),
        TEST(a_broken_export_is_refused),
        TEST(words_of_an_import_name_the_line),
    };
    return kit_main_of(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
