"""The secrets of fixtures/flows/secrets: plain, awkward, short, a word of the grammar, one within another,
empty, digits only."""

from __future__ import annotations

PLAIN = "correct-horse-Zx9"
SPECIAL = 'p@ss w"ö&/+%'
SHORT = "q7z"
WORD = "heading"
LONGER = "correct-horse-Zx9-battery"
DIGITS = "90210447"
QUOTED = "it's <b>\\ `x` [y]"
CODE = "one-time-Zq81KxW4"
"""Made by the product, not known before."""

SECRETS = {
    "E2E_PLAIN": PLAIN,
    "E2E_SPECIAL": SPECIAL,
    "E2E_SHORT": SHORT,
    "E2E_WORD": WORD,
    "E2E_LONGER": LONGER,
    "E2E_EMPTY": "",
    "E2E_DIGITS": DIGITS,
    "E2E_QUOTED": QUOTED,
}
LONG_ONES = (PLAIN, SPECIAL, LONGER, DIGITS, QUOTED)
