/* Passwords and tokens; what is slow here is slow on purpose. */
#include "site/people/account.h"

#include "league/store/people/store_account.h"
#include "league/store/store.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

enum { TOKEN_BYTES = 32, CARD_GROUP = 4, CARD_LETTERS = 12 };
_Static_assert(ACCOUNT_SECRET >= crypto_pwhash_STRBYTES, "a hash fits");
_Static_assert((int)ACCOUNT_SECRET <= (int)STORE_HASH, "into the store, too");
_Static_assert(ACCOUNT_CARD == CARD_LETTERS + CARD_LETTERS / CARD_GROUP, "with the NUL");

bool account_ready(struct err *err)
{
    return sodium_init() >= 0 || err_set(err, "libsodium cannot start: no random numbers");
}

/* ---- passwords ---- */

bool account_password_is_valid(const char *password, struct err *err)
{
    size_t len = strlen(password);
    if (len < ACCOUNT_PASSWORD_LEAST)
        return err_code(err, "password-short: a password has {least:%d} characters at least",
                        ACCOUNT_PASSWORD_LEAST);
    if (len > ACCOUNT_PASSWORD_MOST)
        return err_code(err, "password-long: a password has {most:%d} bytes at most",
                        ACCOUNT_PASSWORD_MOST);
    return true;
}

bool account_hash_password(const char *password, enum account_cost cost, char out[ACCOUNT_SECRET],
                           struct err *err)
{
    static const struct {
        unsigned long long operations;
        size_t memory;
    } costs[] = {
        [ACCOUNT_STRONG] = {crypto_pwhash_OPSLIMIT_INTERACTIVE, crypto_pwhash_MEMLIMIT_INTERACTIVE},
        [ACCOUNT_WEAK] = {crypto_pwhash_OPSLIMIT_MIN, crypto_pwhash_MEMLIMIT_MIN},
    };
    return crypto_pwhash_str(out, password, strlen(password), costs[cost].operations,
                             costs[cost].memory) == 0 ||
           err_code(err, "no-memory: no memory to hash a password");
}

bool account_check_password(const char *hash, const char *password)
{
    return crypto_pwhash_str_verify(hash, password, strlen(password)) == 0;
}

void account_make_password(char out[ACCOUNT_CARD])
{
    static const char letters[] = "abcdefghjkmnpqrstuvwxyz23456789";
    for (int i = 0; i < CARD_LETTERS; i++) {
        if (i > 0 && i % CARD_GROUP == 0) *out++ = '-';
        *out++ = letters[randombytes_uniform(sizeof letters - 1)];
    }
    *out = '\0';
}

/* ---- tokens ---- */

void account_make_token(char out[ACCOUNT_TOKEN])
{
    unsigned char bytes[TOKEN_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(out, ACCOUNT_TOKEN, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void account_hash_token(const char *token, const char *purpose, char out[ACCOUNT_HASH])
{
    unsigned char hash[crypto_generichash_BYTES], key[crypto_generichash_KEYBYTES] = {0};
    assert(strlen(purpose) <= sizeof key);
    memcpy(key, purpose, strlen(purpose));
    crypto_generichash(hash, sizeof hash, (const unsigned char *)token, strlen(token), key,
                       sizeof key);
    sodium_bin2hex(out, ACCOUNT_HASH, hash, sizeof hash);
}

bool account_is_same(const char *a, const char *b)
{
    size_t len = strlen(a);
    return len == strlen(b) && sodium_memcmp(a, b, len) == 0;
}

void account_wipe(void *secret, size_t len)
{
    sodium_memzero(secret, len);
}
