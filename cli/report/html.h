/* html — text in pages that are written line by line. */
#pragma once
#include <stdio.h>

/* As text, and within the quotes of an attribute. */
void html_put(FILE *out, const char *text);
