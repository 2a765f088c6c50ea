/* A broken assertion in WASM is a trap. */
#pragma once
#define assert(claim) ((claim) ? (void)0 : __builtin_trap())
#define static_assert _Static_assert
