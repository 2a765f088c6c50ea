/* Answers that are kept: how long they are good, who holds them, and what is sent. */
#include "site/http/kept.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include <cmocka.h>

enum { NOW = 5000000, SECOND = 1000000 };

static struct kept_answer *make(struct kept *k, const char *key, const char *body)
{
    char buf[1 << 16];
    struct text t = TEXT_ON(buf);
    text_str(&t, body);
    struct kept_answer *a = kept_make(k, key, "application/json", &t, NOW);
    assert_non_null(a);
    return a;
}

static void an_answer_is_good_for_a_second_or_until_something_changes(void **state)
{
    (void)state;
    struct kept *k = kept_new();
    struct kept_answer *a = make(k, "/a?", "one");
    assert_ptr_equal(kept_find(k, "/a?", NOW + SECOND - 1), a);
    assert_null(kept_find(k, "/a?", NOW + SECOND));
    assert_null(kept_find(k, "/b?", NOW));
    kept_change(k);
    assert_null(kept_find(k, "/a?", NOW));
    kept_drop(a);
    kept_free(k);
}

/* The address sanitizer sees what is read after it is freed, and what never is. */
static void what_is_being_sent_outlives_the_cache(void **state)
{
    (void)state;
    struct kept *k = kept_new();
    struct kept_answer *first = make(k, "/a?", "one"), *second = make(k, "/a?", "two");
    assert_ptr_equal(kept_find(k, "/a?", NOW), second);
    kept_drop(second);
    struct kept_answer *found = kept_find(k, "/a?", NOW);
    kept_hold(found);
    kept_free(k);
    assert_memory_equal(first->body, "one", 3);
    assert_memory_equal(found->body, "two", 3);
    kept_drop(first);
    kept_drop(found);
}

static void an_answer_for_one_alone_is_not_kept(void **state)
{
    (void)state;
    kept_drop(make(NULL, "", "mine"));
}

static void memory_is_bounded(void **state)
{
    (void)state;
    static char large[1 << 20];
    struct text t = TEXT_ON(large);
    struct kept *k = kept_new();
    int kept_count = 0;
    while (!t.cut) text_str(&t, "0123456789abcdef");
    for (int i = 0; i < 200; i++) {
        char key[16];
        snprintf(key, sizeof key, "/%d?", i);
        kept_drop(kept_make(k, key, "text/plain", &t, NOW));
    }
    for (int i = 0; i < 200; i++) {
        char key[16];
        snprintf(key, sizeof key, "/%d?", i);
        kept_count += kept_find(k, key, NOW) != NULL;
    }
    assert_in_range(kept_count, 1, 64);
    kept_free(k);
}

static void what_is_packed_is_the_body(void **state)
{
    (void)state;
    char body[20000] = "", back[20000];
    for (int i = 0; i < 700; i++) sprintf(body + strlen(body), "{\"rank\":%d},", i);
    struct kept_answer *a = make(NULL, "", body);
    assert_non_null(a->packed);
    assert_true(a->packed_len < a->len / 3);
    z_stream z = {.next_in = (Bytef *)a->packed,
                  .avail_in = (uInt)a->packed_len,
                  .next_out = (Bytef *)back,
                  .avail_out = sizeof back};
    assert_int_equal(inflateInit2(&z, 15 + 16), Z_OK);
    assert_int_equal(inflate(&z, Z_FINISH), Z_STREAM_END);
    assert_int_equal(z.total_out, a->len);
    assert_memory_equal(back, body, a->len);
    inflateEnd(&z);
    kept_drop(a);
    struct kept_answer *brief = make(NULL, "", "{}");
    assert_null(brief->packed);
    kept_drop(brief);
}

static void a_client_says_what_it_has_and_takes(void **state)
{
    (void)state;
    struct kept_answer *a = make(NULL, "", "x"), *other = make(NULL, "", "y");
    char both[64];
    snprintf(both, sizeof both, "%s, W/%s", other->tag, a->tag);
    assert_true(kept_is_known(a, a->tag));
    assert_true(kept_is_known(a, both));
    assert_false(kept_is_known(a, other->tag));
    assert_false(kept_is_known(a, NULL));
    kept_drop(a);
    kept_drop(other);
    static const struct {
        const char *said;
        bool packs;
    } table[] = {{NULL, false},
                 {"", false},
                 {"gzip", true},
                 {"br, gzip", true},
                 {"GZIP;q=0.5", true},
                 {"gzip;q=0", false},
                 {"gzip; q=0", false},
                 {"identity", false},
                 {"gzipped", false},
                 {"x-gzip", false},
                 {"deflate,gzip,br", true},
                 {",,gzip", true}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (kept_may_pack(table[i].said) != table[i].packs) fail_msg("%s", table[i].said);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_is_good_for_a_second_or_until_something_changes),
        cmocka_unit_test(what_is_being_sent_outlives_the_cache),
        cmocka_unit_test(an_answer_for_one_alone_is_not_kept),
        cmocka_unit_test(memory_is_bounded),
        cmocka_unit_test(what_is_packed_is_the_body),
        cmocka_unit_test(a_client_says_what_it_has_and_takes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
