"""Makes rows {code, words} of C of the Japanese sentences that the pages have (cli/sentence.c has them).

Usage: sentences.py web/src/i18n/refusals.ts
"""
import re
import sys

with open(sys.argv[1], encoding="utf-8") as f:
    found = re.findall(r'^  "([a-z-]+)":\s+("(?:[^"\\]|\\.)*"),$', f.read(), re.M)
assert found, "there are no sentences"
for code, words in found:
    print(f'{{"{code}", {words}}},')
