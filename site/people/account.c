#include "site/people/account.h"

#include "league/store/store.h"
#include "league/store/store_account.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { JOBS_MOST = 32, TOKEN_BYTES = 32, CARD_GROUP = 4, CARD_LETTERS = 12 };
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
        return err_set(err, "a password has %d characters at least", ACCOUNT_PASSWORD_LEAST);
    if (len > ACCOUNT_PASSWORD_MOST)
        return err_set(err, "a password has %d bytes at most", ACCOUNT_PASSWORD_MOST);
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
           err_set(err, "no memory to hash a password");
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

/* ---- the desk ---- */

enum job_state { WAITING, IN_HAND, DONE };

/* Whoever drops it frees it, unless the desk has it in hand: then the desk does. */
struct account_job {
    struct account_job *next;
    struct hash_worker *desk;
    enum job_state state;
    bool is_dropped, has_check, has_make, fits;
    char hash[ACCOUNT_SECRET], made[ACCOUNT_SECRET];
    char check[ACCOUNT_PASSWORD_MOST + 1], make[ACCOUNT_PASSWORD_MOST + 1];
};

struct hash_worker {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t came, done;
    struct account_job *first;
    int count, bell;
    bool is_closing;
    enum account_cost cost;
    char nobody[ACCOUNT_SECRET]; /* a hash that nothing fits */
};

static void free_job(struct account_job *job)
{
    sodium_memzero(job, sizeof *job);
    free(job);
}

static void unlink_job(struct hash_worker *desk, const struct account_job *job)
{
    struct account_job **at = &desk->first;
    while (*at != job) at = &(*at)->next;
    *at = job->next;
    desk->count--;
}

static void do_work(const struct hash_worker *desk, struct account_job *job)
{
    struct err ignored; /* nothing made says it */
    job->fits = !job->has_check || account_check_password(job->hash, job->check);
    if (job->fits && job->has_make &&
        !account_hash_password(job->make, desk->cost, job->made, &ignored))
        job->made[0] = '\0';
}

/* With the mutex held. */
static void finish_job(struct hash_worker *desk, struct account_job *job)
{
    job->state = DONE;
    pthread_cond_broadcast(&desk->done);
    if (job->is_dropped) free_job(job);
    uint64_t one = 1;
    ssize_t wrote = write(desk->bell, &one, sizeof one);
    (void)wrote; /* a bell that cannot take more is ringing */
}

static void *sit(void *arg)
{
    struct hash_worker *desk = arg;
    pthread_mutex_lock(&desk->mutex);
    while (!desk->is_closing) {
        struct account_job *job = desk->first;
        if (!job) {
            pthread_cond_wait(&desk->came, &desk->mutex);
            continue;
        }
        unlink_job(desk, job);
        job->state = IN_HAND;
        pthread_mutex_unlock(&desk->mutex);
        do_work(desk, job);
        pthread_mutex_lock(&desk->mutex);
        finish_job(desk, job);
    }
    pthread_mutex_unlock(&desk->mutex);
    return NULL;
}

/* Signals are for the thread that has the loop. */
static bool start_thread(struct hash_worker *desk)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool ok = pthread_create(&desk->thread, NULL, sit, desk) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}

static bool make_nobody(struct hash_worker *desk, struct err *err)
{
    char password[ACCOUNT_TOKEN];
    account_make_token(password);
    return account_hash_password(password, desk->cost, desk->nobody, err);
}

struct hash_worker *hash_worker_open(enum account_cost cost, struct err *err)
{
    struct hash_worker *desk = calloc(1, sizeof *desk);
    if (!desk) {
        err_set(err, "out of memory");
        return NULL;
    }
    pthread_mutex_init(&desk->mutex, NULL);
    pthread_cond_init(&desk->came, NULL);
    pthread_cond_init(&desk->done, NULL);
    desk->cost = cost;
    desk->bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (make_nobody(desk, err)) {
        if (desk->bell >= 0 && start_thread(desk)) return desk;
        err_set(err, "no thread to be had for passwords");
    }
    if (desk->bell >= 0) close(desk->bell);
    free(desk);
    return NULL;
}

void hash_worker_close(struct hash_worker *desk)
{
    if (!desk) return;
    pthread_mutex_lock(&desk->mutex);
    desk->is_closing = true;
    pthread_cond_signal(&desk->came);
    pthread_mutex_unlock(&desk->mutex);
    pthread_join(desk->thread, NULL);
    assert(!desk->first && "somebody holds a job of a desk that is gone");
    close(desk->bell);
    pthread_mutex_destroy(&desk->mutex);
    pthread_cond_destroy(&desk->came);
    pthread_cond_destroy(&desk->done);
    free(desk);
}

int hash_worker_fd(const struct hash_worker *desk)
{
    return desk->bell;
}

void hash_worker_drain(struct hash_worker *desk)
{
    uint64_t rings;
    ssize_t got = read(desk->bell, &rings, sizeof rings);
    (void)got; /* nothing to read: it has not rung */
}

/* ---- jobs ---- */

static struct account_job *new_job(struct hash_worker *desk, const struct account_work *w)
{
    struct account_job *job = calloc(1, sizeof *job);
    if (!job) return NULL;
    /* One that is too long is cut here, and must not fit for that. */
    bool can_fit = w->hash && w->check && strlen(w->check) <= ACCOUNT_PASSWORD_MOST;
    job->desk = desk;
    job->has_check = w->check != NULL;
    job->has_make = w->make != NULL;
    snprintf(job->hash, sizeof job->hash, "%s", can_fit ? w->hash : desk->nobody);
    snprintf(job->check, sizeof job->check, "%s", w->check ? w->check : "");
    snprintf(job->make, sizeof job->make, "%s", w->make ? w->make : "");
    return job;
}

static bool add_job(struct hash_worker *desk, struct account_job *job)
{
    struct account_job **at = &desk->first;
    pthread_mutex_lock(&desk->mutex);
    bool has_room = desk->count < JOBS_MOST;
    if (has_room) {
        while (*at) at = &(*at)->next;
        *at = job;
        desk->count++;
        pthread_cond_signal(&desk->came);
    }
    pthread_mutex_unlock(&desk->mutex);
    return has_room;
}

struct account_job *account_submit(struct hash_worker *desk, const struct account_work *work)
{
    struct account_job *job = new_job(desk, work);
    if (job && add_job(desk, job)) return job;
    if (job) free_job(job);
    return NULL;
}

bool account_is_done(struct account_job *job)
{
    pthread_mutex_lock(&job->desk->mutex);
    bool is_done = job->state == DONE;
    pthread_mutex_unlock(&job->desk->mutex);
    return is_done;
}

void account_wait(struct account_job *job)
{
    pthread_mutex_lock(&job->desk->mutex);
    while (job->state != DONE) pthread_cond_wait(&job->desk->done, &job->desk->mutex);
    pthread_mutex_unlock(&job->desk->mutex);
}

bool account_fits(const struct account_job *job)
{
    return job->fits;
}

const char *account_made(const struct account_job *job)
{
    return job->made;
}

void account_drop(struct account_job *job)
{
    struct hash_worker *desk = job->desk;
    pthread_mutex_lock(&desk->mutex);
    bool is_mine = job->state != IN_HAND;
    if (job->state == WAITING) unlink_job(desk, job);
    job->is_dropped = true;
    pthread_mutex_unlock(&desk->mutex);
    if (is_mine) free_job(job);
}
