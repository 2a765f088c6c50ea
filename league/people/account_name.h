/*
 * account_name — what an account may be called.
 *
 * Letters, digits and - _ . only, or letters of other scripts; nothing that cannot be seen or turns
 * the text around it. Names that differ in large and small letters alone are one. Pure.
 */
#pragma once
#include "os/err.h"

enum { ACCOUNT_NAME = 65 }; /* bytes, with the NUL */

/* False, with the reason. */
bool account_name_is_valid(const char *name, struct err *err);
/* The form in which names are compared. */
void account_name_fold(const char *name, char out[ACCOUNT_NAME]);
