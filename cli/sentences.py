"""Makes rows of C of the Japanese sentences that the pages have (cli/sentence.c has them):

sentences.py refusals web/src/i18n/refusals.ts: {code, words}
sentences.py rules web/src/i18n/rules_said.ts: {expression, words}
"""
import json
import re
import sys

what, path = sys.argv[1:]
with open(path, encoding="utf-8") as f:
    text = f.read()
if what == "refusals":
    found = re.findall(r'^  "([a-z-]+)":\s+("(?:[^"\\]|\\.)*"),$', text, re.M)
else:
    found = re.findall(r'^  \[\s*/(.*)/,\s*("(?:[^"\\]|\\.)*"),?\s*\],$', text, re.M)
    found = [(json.dumps(expression)[1:-1], words) for expression, words in found]
assert found, "there are no sentences"
for key, words in found:
    print(f'{{"{key}", {words}}},')
