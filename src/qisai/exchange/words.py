"""Rounds and results as people write them in the tables of other programs, simplified or traditional."""

from __future__ import annotations

import re

from qisai.exchange.played import MOST_ROUNDS, RESULTS
from qisai.hanzi import simplified
from qisai.vocabulary import RESULT_WORDS, Outcome, plain

_ROUND = re.compile(r"第?(?:(?P<digits>\d{1,4})|(?P<hanzi>[〇零一二三四五六七八九十]{1,3}))轮?")
_HANZI = {word: value for value, word in enumerate("零一二三四五六七八九")} | {"〇": 0}
#: Words of the round sheets; digits and scores mean something else here and are left out.
_CHINESE = {outcome.value: word for word, outcome in RESULTS.items() if outcome is not Outcome.RULED}
_CHINESE |= {word: _CHINESE[outcome] for word, outcome in RESULT_WORDS.items() if not word.isascii() and outcome in _CHINESE}


def result_word(typed: str) -> str:
    """A result in the one form that stands in ``RESULTS``, if it can be meant; Chinese words are seen from red.

    >>> result_word("½-½"), result_word("bye1"), result_word("1 : 0"), result_word("7-3"), result_word("紅勝")
    ('0.5-0.5', 'BYE1', '1-0', '7-3', '1-0')
    """
    words = simplified(plain(typed.replace("½", "0.5"))).upper().replace("1/2", "0.5").replace("0,5", "0.5")
    return _CHINESE.get(words, words)


def round_number(typed: str) -> int:
    """The number of a round; 0 for what is none.

    >>> round_number("2"), round_number("第01輪"), round_number("第十二轮"), round_number("二十"), round_number("决赛")
    (2, 1, 12, 20, 0)
    """
    match = _ROUND.fullmatch(simplified("".join(typed.split())))
    if match is None:
        return 0
    number = int(match["digits"]) if match["digits"] else _from_hanzi(match["hanzi"])
    return number if number <= MOST_ROUNDS else 0


def _from_hanzi(words: str) -> int:
    """A number below 100 in Hanzi; 0 for what is none.

    >>> _from_hanzi("九"), _from_hanzi("十"), _from_hanzi("二十一"), _from_hanzi("一二"), _from_hanzi("十十")
    (9, 10, 21, 0, 0)
    """
    match = re.fullmatch(r"(?:(?P<tens>[一二三四五六七八九]?)十)?(?P<ones>[〇零一二三四五六七八九]?)", words)
    if match is None or not words:
        return 0
    tens = 0 if match["tens"] is None else 10 * _HANZI.get(match["tens"], 1)
    return tens + _HANZI.get(match["ones"], 0)
