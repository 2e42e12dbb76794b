"""Numbers and dates as pages write them."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from qarunner.steps.expect.spelling import read_date, read_number


@pytest.mark.parametrize(
    ("text", "locale", "values"),
    [
        ("1234", None, ["1234"]),
        ("1,234.50", None, ["1234.5"]),
        ("1.234,50 €", None, ["1234.5"]),
        ("1 234,50 €", None, ["1234.5"]),
        ("1\u202f234,5", "fr-FR", ["1234.5"]),
        ("1’234.50", None, ["1234.5"]),
        ("1,234", None, ["1234", "1.234"]),
        ("1.234", None, ["1234", "1.234"]),
        ("1,234", "en-US", ["1234"]),
        ("1,234", "de-DE", ["1.234"]),
        ("1.234", "de-CH", ["1.234"]),
        ("12,5 %", None, ["12.5"]),
        ("$12.50", None, ["12.5"]),
        ("$0.10", None, ["0.1"]),
        ("1,234,567", None, ["1234567"]),
        ("12,34,567.5", "en-IN", ["1234567.5"]),
        ("-3", None, ["-3"]),
        ("−3.5", None, ["-3.5"]),
        ("+3", None, ["3"]),
        ("Total: 7 items", None, ["7"]),
        ("7.", None, ["7"]),
        ("١٢٣", None, ["123"]),
        ("Room A-7", None, ["7"]),
        ("10-20", None, []),
        ("(-5)", None, ["-5"]),
        ("1,23,4", None, []),
        ("1.2.3", None, []),
        ("1,234.5,6", None, []),
        ("3 of 7", None, []),
        ("none", None, []),
        ("1.234.567", "en-US", []),
        ("", None, []),
    ],
)
def test_numbers(text: str, locale: str | None, values: list[str]) -> None:
    found, why = read_number(text, locale)
    assert found == {Decimal(value) for value in values}
    assert bool(why) == (not values)


@pytest.mark.parametrize(
    ("text", "locale", "days"),
    [
        ("2026-11-30", None, ["2026-11-30"]),
        ("2026-11-30 10:15", None, ["2026-11-30"]),
        ("2026/1/5", None, ["2026-01-05"]),
        ("2026年11月30日", None, ["2026-11-30"]),
        ("30/11/2026", None, ["2026-11-30"]),
        ("11/30/2026", None, ["2026-11-30"]),
        ("03/04/2026", None, ["2026-04-03", "2026-03-04"]),
        ("04/04/2026", None, ["2026-04-04"]),
        ("03/04/2026", "en-GB", ["2026-04-03"]),
        ("03/04/2026", "en-US", ["2026-03-04"]),
        ("30.11.2026", "de-DE", ["2026-11-30"]),
        ("30.11.26", "de-DE", ["2026-11-30"]),
        ("30 November 2026", None, ["2026-11-30"]),
        ("30. Nov. 2026", None, ["2026-11-30"]),
        ("30-Nov-2026", None, ["2026-11-30"]),
        ("Monday, November 30, 2026", None, ["2026-11-30"]),
        ("Nov 30th, 2026", None, ["2026-11-30"]),
        ("lundi 30 novembre 2026", None, ["2026-11-30"]),
        ("mar. 3 nov. 2026", None, ["2026-11-03"]),
        ("3 de marzo de 2026", None, ["2026-03-03"]),
        ("1er juillet 2026", None, ["2026-07-01"]),
        ("5. März 2026", None, ["2026-03-05"]),
        ("2026-02-30", None, []),
        ("31/02/2026", None, []),
        ("30/11/2026", "en-US", []),
        ("soon", None, []),
        ("12:30", None, []),
    ],
)
def test_dates(text: str, locale: str | None, days: list[str]) -> None:
    found, _ = read_date(text, locale)
    assert found == {date.fromisoformat(day) for day in days}
