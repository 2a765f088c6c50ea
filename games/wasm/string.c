/*
 * Built with -mbulk-memory -fno-builtin: memory.copy and memory.fill are single instructions, and
 * the loops below are not turned into calls of themselves.
 */
#include <string.h>

void *memmove(void *to, const void *from, size_t len)
{
    unsigned char *t = to;
    const unsigned char *f = from;
    if (t < f)
        for (size_t i = 0; i < len; i++) t[i] = f[i];
    else
        for (size_t i = len; i > 0; i--) t[i - 1] = f[i - 1];
    return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t len)
{
    return memmove(to, from, len);
}

void *memset(void *to, int byte, size_t len)
{
    unsigned char *t = to;
    for (size_t i = 0; i < len; i++) t[i] = (unsigned char)byte;
    return to;
}

int memcmp(const void *a, const void *b, size_t len)
{
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < len; i++)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}

void *memchr(const void *from, int byte, size_t len)
{
    const unsigned char *f = from;
    for (size_t i = 0; i < len; i++)
        if (f[i] == (unsigned char)byte) return (void *)(f + i);
    return NULL;
}

size_t strlen(const char *s)
{
    size_t len = 0;
    while (s[len]) len++;
    return len;
}

int strncmp(const char *a, const char *b, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (a[i] != b[i]) return (unsigned char)a[i] < (unsigned char)b[i] ? -1 : 1;
        if (!a[i]) return 0;
    }
    return 0;
}

int strcmp(const char *a, const char *b)
{
    return strncmp(a, b, (size_t)-1);
}

char *strchr(const char *s, int byte)
{
    for (;; s++) {
        if (*s == (char)byte) return (char *)s;
        if (!*s) return NULL;
    }
}
