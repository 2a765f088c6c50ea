/* random — numbers nobody can guess, from the system's generator. They are always to be had. */
#pragma once
#include <stddef.h>
#include <stdint.h>

void random_bytes(void *out, size_t len);
uint64_t random_u64(void);
/* For seeds that people read and type: short ones. */
uint32_t random_u32(void);
/* `len` hexadecimal digits (an even number) and a NUL. */
void random_hex(char *out, size_t len);
