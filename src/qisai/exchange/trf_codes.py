"""What the lines of a FIDE Tournament Report File mean, in its versions of 2016 (TRF16) and 2026 (TRF26).

Columns count from 1, as in the two documents (FIDE handbook C.04 annex 2, "TRF16"; "TRF26" of 2025); the codes of
letters that begin with XX are JaVaFo's, those that begin with BB those of bbpPairings, and stand in a TRF16.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable

FIRST_ROUND, ROUND_WIDTH = 92, 10  # the column where round 1 begins, and how many each round takes
MOST_PLAYERS = 9999

#: Fields of a 001 line: first and last column.
FIELDS: dict[str, tuple[int, int]] = {
    "number": (5, 8),
    "sex": (10, 10),
    "title": (11, 13),
    "name": (15, 47),
    "rating": (49, 52),
    "country": (54, 56),
    "fide_id": (58, 68),
    "birth": (70, 79),
    "points": (81, 84),
    "rank": (86, 89),
}
#: Columns of a player that a TRF has besides those of every format.
MORE = ("birth_date", "fide_id", "title")

SHARES = {"1": "1", "W": "1", "=": "0.5", "D": "0.5", "0": "0", "L": "0"}  # over the board; letters: unrated
FORFEITS = {"+": "1", "-": "0"}
ALONE = {"F": "BYE1", "U": "BYE1", "+": "BYE1", "H": "BYE0.5", "=": "BYE0.5", "Z": "BYE0", "-": "BYE0", "": "BYE0"}

#: Key of the tie-break table -> acronym of FIDE C.07 (TRF26, 202 and 212). A key that is not here has none.
TIE_BREAKS = {
    "points": "PTS",
    "progressive": "PS",
    "progressive_cut1": "PS/C1",
    "opponents_score": "BH",
    "opponents_cut1": "BH/C1",
    "opponents_cut2": "BH/C2",
    "opponents_median": "BH/M1",
    "opponents_median2": "BH/M2",
    "opponents_opponents_mean": "AOB",
    "opponents_fore": "FB",
    "sonneborn_berger": "SB",
    "sonneborn_cut1": "SB/C1",
    "koya": "KS",
    "wins": "WIN",
    "wins_played": "WON",
    "black_games": "BPG",
    "black_wins": "BWG",
    "rounds_elected": "REP",
    "direct_all": "DE",
    "opponents_rating": "ARO",
    "performance": "TPR",
    "opponents_performance": "APRO",
}

#: Records that say nothing to this program and are kept as they stand, by the version that knows them.
KEPT_16 = {
    "032": "国家（协会）", "042": "开始日期", "052": "结束日期", "092": "赛制", "XXA": "加速编排的虚拟分", "XXC": "首轮先后手",
}  # fmt: skip
KEPT_26 = {
    "032": "国家（协会）", "042": "开始日期", "052": "结束日期", "092": "赛制", "152": "首轮先后手", "172": "排号方法",
    "182": "编排程序", "192": "赛制编码", "222": "用时编码", "250": "加速编排的虚拟分", "299": "特别给分",
    "300": "团体的出场次序", "320": "团体轮空", "330": "团体弃权", "352": "团体各台先后手", "362": "团体场分",
    "801": "团体成绩", "802": "团体成绩", "NRS": "国家等级分",
}  # fmt: skip
KEPT = KEPT_16 | KEPT_26
COUNTED = ("062", "072", "082")  # how many players, rated players and teams: written anew, never needed


def field(line: str, name: str) -> str:
    """A field of a 001 line, without blanks around it."""
    first, last = FIELDS[name]
    return line[first - 1 : last].strip()


def placed(parts: Iterable[tuple[int, str]]) -> str:
    """A line with each text beginning in its column; a text that would run into the next is an error."""
    line = ""
    for column, words in parts:
        if len(line) > column - 1:
            raise ValueError(f"column {column} is taken: {line!r}")
        line = line.ljust(column - 1) + words
    return line.rstrip()


def day(text: str) -> str:
    """``24/01/31`` or ``2024/01/31`` as an ISO day; "" for anything else.

    >>> day("24/01/31"), day("2024/00/00")
    ('2024-01-31', '')
    """
    match = re.fullmatch(r"(\d{2}|\d{4})[/.-](\d{1,2})[/.-](\d{1,2})", text.strip())
    if not match:
        return ""
    year = int(match[1]) + (2000 if len(match[1]) == 2 else 0)
    try:
        return datetime.date(year, int(match[2]), int(match[3])).isoformat()
    except ValueError:
        return ""


def is_team_event(records: Iterable[tuple[str, str]]) -> bool:
    """Whether teams are paired, so that the numbers in byes, prohibitions and accelerations are those of teams.

    ``records``: code and rest of each line. The type says so (092, 192), or there are points or colours of teams.
    """
    return any(code in ("352", "362") or (code in ("092", "192") and "TEAM" in rest.upper()) for code, rest in records)
