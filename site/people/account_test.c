/* Passwords, tokens, the worker, and how often one may try. */
#include "site/http/limit.h"
#include "site/people/account.h"
#include "site/people/hash_worker.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct err err;

static int begin(void **state)
{
    (void)state;
    return account_ready(&err) ? 0 : -1;
}

/* ---- passwords and tokens ---- */

static void a_password_fits_its_own_hash(void **state)
{
    (void)state;
    char first[ACCOUNT_SECRET], second[ACCOUNT_SECRET];
    assert_true(account_hash_password("sakura 桜", ACCOUNT_WEAK, first, &err));
    assert_true(account_hash_password("sakura 桜", ACCOUNT_WEAK, second, &err));
    assert_string_not_equal(first, second); /* each has a salt */
    assert_true(account_check_password(first, "sakura 桜"));
    assert_true(account_check_password(second, "sakura 桜"));
    assert_false(account_check_password(first, "sakura"));
    assert_false(account_check_password(first, ""));
    assert_false(account_check_password("", ""));
    assert_false(account_check_password("not a hash", "sakura"));
}

static void a_strong_hash_says_how_strong(void **state)
{
    (void)state;
    char hash[ACCOUNT_SECRET];
    assert_true(account_hash_password("sakura 桜", ACCOUNT_STRONG, hash, &err));
    assert_non_null(strstr(hash, "$argon2id$v=19$m=65536,t=2,p=1$"));
}

static void passwords_are_neither_short_nor_endless(void **state)
{
    (void)state;
    char word[ACCOUNT_PASSWORD_MOST + 2];
    memset(word, 'x', sizeof word);
    word[ACCOUNT_PASSWORD_MOST + 1] = '\0';
    assert_false(account_password_is_valid(word, &err));
    assert_true(account_password_is_valid(word + 1, &err));
    assert_false(account_password_is_valid("1234567", &err));
    assert_true(account_password_is_valid("12345678", &err));
}

static void a_card_can_be_typed(void **state)
{
    (void)state;
    char card[ACCOUNT_CARD], other[ACCOUNT_CARD];
    account_make_password(card);
    account_make_password(other);
    assert_int_equal(strlen(card), ACCOUNT_CARD - 1);
    assert_int_equal(strspn(card, "abcdefghjkmnpqrstuvwxyz23456789-"), strlen(card));
    assert_true(card[4] == '-' && card[9] == '-');
    assert_string_not_equal(card, other);
    assert_true(account_password_is_valid(card, &err));
}

static void a_token_has_a_hash_for_each_purpose(void **state)
{
    (void)state;
    char token[ACCOUNT_TOKEN], other[ACCOUNT_TOKEN], a[ACCOUNT_HASH], b[ACCOUNT_HASH];
    account_make_token(token);
    account_make_token(other);
    assert_int_equal(strlen(token), ACCOUNT_TOKEN - 1);
    assert_string_not_equal(token, other);
    account_hash_token(token, "session", a);
    account_hash_token(token, "session", b);
    assert_true(account_is_same(a, b));
    account_hash_token(token, "csrf", b);
    assert_false(account_is_same(a, b));
    account_hash_token(other, "session", b);
    assert_false(account_is_same(a, b));
    assert_false(account_is_same(a, ""));
}

/* ---- the worker ---- */

static void the_worker_checks_and_makes(void **state)
{
    (void)state;
    char hash[ACCOUNT_SECRET];
    struct hash_worker *worker = hash_worker_open(ACCOUNT_WEAK, &err);
    assert_non_null(worker);
    assert_true(account_hash_password("sakura 桜", ACCOUNT_WEAK, hash, &err));
    static const struct {
        const char *check, *make;
        bool has_hash, fits, makes;
    } cases[] = {
        {"sakura 桜", NULL, true, true, false},   {"momiji", NULL, true, false, false},
        {"sakura 桜", NULL, false, false, false}, {NULL, "new", false, true, true},
        {"sakura 桜", "new", true, true, true},   {"momiji", "new", true, false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct hash_work work = {cases[i].has_hash ? hash : NULL, cases[i].check, cases[i].make};
        struct hash_job *job = hash_worker_submit(worker, &work);
        assert_non_null(job);
        hash_job_wait(job);
        assert_true(hash_job_is_done(job));
        assert_int_equal(hash_job_fits(job), cases[i].fits);
        assert_int_equal(*hash_job_made(job) != '\0', cases[i].makes);
        if (cases[i].makes) assert_true(account_check_password(hash_job_made(job), "new"));
        hash_job_drop(job);
    }
    hash_worker_close(worker);
}

static void a_password_that_goes_on_does_not_fit(void **state)
{
    (void)state;
    char hash[ACCOUNT_SECRET], word[ACCOUNT_PASSWORD_MOST + 2];
    struct hash_worker *worker = hash_worker_open(ACCOUNT_WEAK, &err);
    assert_non_null(worker);
    memset(word, 'x', sizeof word);
    for (int most = ACCOUNT_PASSWORD_MOST + 1; most >= ACCOUNT_PASSWORD_MOST; most--) {
        word[ACCOUNT_PASSWORD_MOST] = '\0';
        assert_true(account_hash_password(word, ACCOUNT_WEAK, hash, &err));
        word[ACCOUNT_PASSWORD_MOST] = 'x';
        word[most] = '\0';
        struct hash_job *job = hash_worker_submit(worker, &(struct hash_work){hash, word, NULL});
        assert_non_null(job);
        hash_job_wait(job);
        assert_int_equal(hash_job_fits(job), most == ACCOUNT_PASSWORD_MOST);
        hash_job_drop(job);
    }
    hash_worker_close(worker);
}

static void the_worker_takes_only_so_much(void **state)
{
    (void)state;
    enum { LEAST = 32, MANY = 10000 };
    static struct hash_job *jobs[MANY];
    struct hash_worker *worker = hash_worker_open(ACCOUNT_STRONG, &err);
    const struct hash_work work = {.make = "sakura"};
    int taken = 0;
    assert_non_null(worker);
    while (taken < MANY && (jobs[taken] = hash_worker_submit(worker, &work))) taken++;
    assert_in_range(taken, LEAST, MANY - 1);
    hash_job_wait(jobs[0]);
    for (int i = 0; i < taken; i++) hash_job_drop(jobs[i]); /* done, in hand, and waiting */
    struct hash_job *next = hash_worker_submit(worker, &work);
    assert_non_null(next); /* there is room again */
    hash_job_drop(next);
    hash_worker_close(worker);
}

/* ---- tries ---- */

static void tries_come_back_with_time(void **state)
{
    (void)state;
    static struct limit l;
    limit_open(&l, 3, 3000);
    for (int i = 0; i < 3; i++) assert_true(limit_take(&l, "a", 50));
    assert_false(limit_take(&l, "a", 50));
    assert_true(limit_take(&l, "b", 50)); /* has its own */
    assert_false(limit_take(&l, "a", 1049));
    assert_true(limit_take(&l, "a", 1050));
    assert_false(limit_take(&l, "a", 1050));
    limit_give_back(&l, "a", 1050);
    assert_true(limit_take(&l, "a", 1050));
    for (int i = 0; i < 3; i++) assert_true(limit_take(&l, "a", 100000)); /* no more than three */
    assert_false(limit_take(&l, "a", 100000));
}

static void a_full_table_forgets_who_rests(void **state)
{
    (void)state;
    static struct limit l;
    limit_open(&l, 2, 1000000);
    assert_true(limit_take(&l, "guesser", 1000));
    assert_true(limit_take(&l, "guesser", 1000));
    for (int i = 0; i < LIMIT_KEYS / 4; i++) {
        char key[16];
        snprintf(key, sizeof key, "k%d", i);
        assert_true(limit_take(&l, key, 1000));
    }
    assert_false(limit_take(&l, "guesser", 1000));
}

static void who_has_no_tries_left_is_not_forgotten(void **state)
{
    (void)state;
    static struct limit l;
    int let_in = 0;
    limit_open(&l, 2, 1000000);
    assert_true(limit_allows(&l, "guesser", 1000));
    assert_true(limit_take(&l, "guesser", 1000));
    assert_true(limit_take(&l, "guesser", 1000));
    for (int i = 0; i < 20 * LIMIT_KEYS; i++) {
        char key[16];
        snprintf(key, sizeof key, "k%d", i);
        let_in += limit_take(&l, key, 1000);
        limit_take(&l, key, 1000);
    }
    assert_true(let_in > LIMIT_KEYS / 2 && let_in <= LIMIT_KEYS);
    assert_false(limit_allows(&l, "guesser", 1000));
    assert_false(limit_take(&l, "guesser", 1000));
    assert_true(limit_take(&l, "k-new", 2000000)); /* and later there is room again */
}

static void where_a_key_sits_cannot_be_foreseen(void **state)
{
    (void)state;
    static struct limit a, b;
    int same = 0;
    limit_open(&a, 2, 1000000);
    limit_open(&b, 2, 1000000);
    assert_true(limit_take(&a, "key", 1000) && limit_take(&b, "key", 1000));
    for (int i = 0; i < LIMIT_KEYS; i++)
        same += a.seat[i].key != 0 && a.seat[i].key == b.seat[i].key;
    assert_int_equal(same, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_password_fits_its_own_hash),
        cmocka_unit_test(a_strong_hash_says_how_strong),
        cmocka_unit_test(passwords_are_neither_short_nor_endless),
        cmocka_unit_test(a_card_can_be_typed),
        cmocka_unit_test(a_token_has_a_hash_for_each_purpose),
        cmocka_unit_test(the_worker_checks_and_makes),
        cmocka_unit_test(a_password_that_goes_on_does_not_fit),
        cmocka_unit_test(the_worker_takes_only_so_much),
        cmocka_unit_test(tries_come_back_with_time),
        cmocka_unit_test(a_full_table_forgets_who_rests),
        cmocka_unit_test(who_has_no_tries_left_is_not_forgotten),
        cmocka_unit_test(where_a_key_sits_cannot_be_foreseen),
    };
    return cmocka_run_group_tests(tests, begin, NULL);
}
