"""Numbers that are nobody else's business, within words: telephones and numbers of papers."""

from __future__ import annotations

import re

#: What no name, team or group holds: seven digits or more, or a telephone in parts.
LONG_NUMBER = re.compile(r"\d{7,}[\dXx]*|(?<!\d)1(?:\d{2}[-.\s]\d{4}[-.\s]?|\d{6}[-.\s])\d{4}(?!\d)")


def hidden(words: str) -> str:
    """Words of which long numbers show only the beginning.

    >>> hidden("张三 10000000001")
    '张三 100…'
    """
    return LONG_NUMBER.sub(lambda number: f"{number[0][:3]}…", words)


def masked(number: str) -> str:
    """A number fit to be told apart from others: the first three and the last two places.

    >>> masked("10000000001")
    '100…01'
    """
    return f"{number[:3]}…{number[-2:]}" if len(number) > 5 else number


_ID_NUMBER = re.compile(r"(?<!\d)\d(?:[\s\-–—]*\d){14,18}(?:[\s\-–—]*[\dXxＸｘ])?(?![\dXxＸｘ])")
_PHONE = re.compile(r"(?<!\d)(?:(?:00)?[8８][6６])?[1１](?:[\s\-–—]*\d){10}(?!\d)")
_SHORTEST_PART = 3  # digits that stand together in a number written in parts; 1-0 1-1 are results


def without_numbers(words: str) -> str:
    """A text in which a phone (11 digits from 1 on) or a number of papers (15 digits and more) shows only its ends; a
    number may be written in parts.

    >>> zeros = "0" * 8
    >>> without_numbers(f"问 100-{zeros[:4]} 0001"), without_numbers(f"{zeros}{zeros}0X"), without_numbers("1-0，1-1，裁定 2:1")
    ('问 100****0001', '000***************', '1-0，1-1，裁定 2:1')
    """
    covered = _ID_NUMBER.sub(lambda found: _covered(found[0], 3, 0), words)
    return _PHONE.sub(lambda found: _covered(found[0], -8, 4), covered)


def _covered(number: str, first: int, last: int) -> str:
    """A number with stars between its ``first`` characters (negative: but so many) and its ``last``."""
    parts = re.split(r"[\s\-–—]+", number)
    if len(parts) > 1 and min(map(len, parts)) < _SHORTEST_PART:
        return number
    whole = "".join(parts)
    begin, end = whole[:first], whole[len(whole) - last :]
    return begin + "*" * (len(whole) - len(begin) - len(end)) + end
