"""How numbers and dates are written in the world: rendered text -> value, by a small table of conventions."""

from __future__ import annotations

import re
import unicodedata
from datetime import date
from decimal import Decimal

from qarunner.model.text import fold

_BLANK = " "
_POINT = (".", (",", "'", "’", _BLANK))
_COMMA = (",", (".", "'", "’", _BLANK))
_DECIMAL_COMMA = frozenset(
    ("de", "fr", "es", "it", "nl", "pt", "da", "nb", "nn", "no", "sv", "fi", "pl", "cs", "sk", "sl", "hr",
     "sr", "bg", "ru", "uk", "be", "ro", "hu", "el", "tr", "id", "vi", "lt", "lv", "et", "is", "ca",
     "gl", "eu", "af", "kk", "az")
)  # fmt: skip
_POINT_REGIONS = frozenset(("de-CH", "de-LI", "it-CH", "es-MX", "es-US", "es-PR", "es-GT", "es-HN", "es-PE"))
_COMMA_REGIONS = frozenset(("en-ZA", "fr-CH"))
_TOKEN = re.compile(r"(?:(?<![\w.,])[-−–+])?[0-9](?:[0-9.,'’ ]*[0-9])?")


def _digits(text: str) -> str:
    """Digits of all scripts as 0-9, Arabic separators as point and comma, white space folded."""
    ready = fold(text).replace("٫", ".").replace("٬", ",")
    return "".join(
        str(unicodedata.decimal(c)) if not c.isascii() and unicodedata.decimal(c, None) is not None else c
        for c in ready
    )


def comma_is_decimal(locale: str) -> bool:
    """Whether a locale like `de-DE` writes a comma before the decimals."""
    tag = locale.replace("_", "-")
    if tag in _POINT_REGIONS:
        return False
    return tag in _COMMA_REGIONS or tag.split("-")[0].lower() in _DECIMAL_COMMA


def _number(token: str, convention: tuple[str, tuple[str, ...]]) -> Decimal | None:
    """`token` read with one decimal sign and one sort of thousands signs; None when it is not so."""
    point, groups = convention
    sign = -1 if token[0] in "-−–" else 1
    body = token.lstrip("-−–+")
    whole, found, decimals = body.partition(point)
    if found and not (decimals.isascii() and decimals.isdigit()):
        return None
    used = {c for c in whole if not c.isdigit()}
    if len(used) > 1 or not used <= set(groups):
        return None
    if used:
        group = re.escape(used.pop())
        indian = rf"[0-9]{{1,2}}({group}[0-9]{{2}})*{group}[0-9]{{3}}"
        if not re.fullmatch(rf"[0-9]{{1,3}}({group}[0-9]{{3}})+|{indian}", whole):
            return None
        whole = re.sub(group, "", whole)
    return sign * Decimal(f"{whole}.{decimals}" if decimals else whole) if whole else None


def read_number(text: str, locale: str | None) -> tuple[set[Decimal], str]:
    """The values that the one number in `text` can have (several: ambiguous), and what was wrong if none.

    Signs for currency, units and percent are passed over; without a locale every convention is tried."""
    ready = _digits(text)[:2000]
    tokens = _TOKEN.findall(ready)
    if not tokens:
        return set(), "there is no number in it"
    if len(tokens) > 1:
        return set(), "there is more than one number in it"
    conventions = (_POINT, _COMMA) if locale is None else (_COMMA,) if comma_is_decimal(locale) else (_POINT,)
    found = {value for value in (_number(tokens[0], each) for each in conventions) if value is not None}
    return found, "" if found else "it is not written as a number" + (f" of {locale}" if locale else "")


_MONTHS: dict[str, int] = {}
for _names in (
    "january february march april may june july august september october november december",
    "januar februar märz april mai juni juli august september oktober november dezember",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "januari februari maart april mei juni juli augustus september oktober november december",
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
):
    for _month, _name in enumerate(_names.split(), 1):
        _MONTHS[_name] = _month
        for _length in (3, 4, 5):
            _MONTHS.setdefault(_name[:_length], _month)
_MONTHS |= {"mrt": 3, "sept": 9, "janv": 1, "févr": 2, "juil": 7}
_MONTHS["juin"], _MONTHS["juil"] = 6, 7
for _doubtful in ("jui",):
    _MONTHS.pop(_doubtful, None)

_NAME = r"([^\W\d_]{3,12})\.?"
_DAY_FIRST = re.compile(
    rf"([0-9]{{1,2}})(?:\.|st|nd|rd|th|º|er)?,?(?: de)? ?{_NAME},?(?: de)?[ -]([0-9]{{4}})"
)
_DAY_DASH = re.compile(rf"([0-9]{{1,2}})-{_NAME}-([0-9]{{4}})")
_MONTH_FIRST = re.compile(rf"{_NAME} ([0-9]{{1,2}})(?:st|nd|rd|th)?,? ([0-9]{{4}})")
_YEAR_FIRST = re.compile(r"(?<![0-9])([0-9]{4})([-/.年] ?)([0-9]{1,2})([-/.月] ?)([0-9]{1,2})(?![0-9])")
_NUMERIC = re.compile(r"(?<![0-9])([0-9]{1,2})([-/.]) ?([0-9]{1,2})\2 ?([0-9]{4}|[0-9]{2})(?![0-9])")
_MONTH_DAY_LOCALES = frozenset(("en-US", "en-PH", "es-US", "en"))


def _date(year: str | int, month: str | int, day: str | int) -> set[date]:
    try:
        return {date(int(year), int(month), int(day))}
    except ValueError:
        return set()


def read_date(text: str, locale: str | None) -> tuple[set[date], str]:
    """The days that the date in `text` can mean (more than one: ambiguous), and what was wrong if none."""
    ready = _digits(text)[:2000]
    for pattern, order in ((_DAY_FIRST, (3, 2, 1)), (_DAY_DASH, (3, 2, 1)), (_MONTH_FIRST, (3, 1, 2))):
        for found in pattern.finditer(ready):
            year, month, day = (found[group] for group in order)
            number = _MONTHS.get(month.casefold())
            if number is not None:
                return _date(year, number, day), "there is no such day"
    iso = _YEAR_FIRST.search(ready)
    if iso:
        return _date(iso[1], iso[3], iso[5]), "there is no such day"
    numeric = _NUMERIC.search(ready)
    if not numeric:
        return set(), "there is no date in it"
    first, second, year = numeric[1], numeric[3], numeric[4]
    full = f"20{year}" if len(year) == 2 else year
    days = set()
    if locale is None or locale.replace("_", "-") in _MONTH_DAY_LOCALES:
        days |= _date(full, first, second)
    if locale is None or locale.replace("_", "-") not in _MONTH_DAY_LOCALES:
        days |= _date(full, second, first)
    if locale is None and len(year) == 2:
        days |= _date(f"20{int(first):02}", second, year)
    return days, "there is no such day"
