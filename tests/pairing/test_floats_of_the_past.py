"""Who floated in which round, by hand: from the scores before each round."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import openpyxl
import pandas as pd
import pytest

from qisai.pairing.entrants import entrants
from qisai.pairing.field import DOWN, LEVEL, UP, Entrant
from qisai.regulation.model import Regulation
from qisai.regulation.reader import read_regulations
from qisai.regulation.templates.rulebook import option_1
from qisai.sheets import read_book
from qisai.tournament.games import frame

GAMES = {"+": "红胜", "-": "黑胜", "=": "和", "!": "黑弃", "#": "双弃"}
PEOPLE = "abcdefg"


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory) -> Regulation:
    book = openpyxl.Workbook()
    for name, rows in option_1().items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    path: Path = tmp_path_factory.mktemp("规程") / "赛事.xlsx"
    book.save(path)
    return read_regulations(read_book(path), [])[""]


def played(law: Regulation, *rounds: str) -> pd.DataFrame:
    """``a+b`` a game of red and black, ``g.`` a bye, ``g~`` 请假, ``g?`` 未加入; a round a word list."""
    lines: list[dict[str, object]] = []
    for number, words in enumerate(rounds, start=1):
        where = {"round": number, "stage": law.swiss.name}
        for board, word in enumerate(words.split(), start=1):
            alone = {".": "轮空", "~": "请假", "?": "未加入"}.get(word[1:])
            one = {"red": word[0], "outcome": alone} if alone else {"red": word[0], "black": word[2], "outcome": GAMES[word[1]]}
            lines.append({**where, "board": board, **one})
    return frame(lines)


def field(law: Regulation, *rounds: str, band: int = 0, people: Sequence[str] = PEOPLE) -> dict[str, Entrant]:
    numbers = pd.Series({player: number for number, player in enumerate(people, start=1)})
    nothing = pd.Series(dict.fromkeys(people, ""))
    settings = {**law.settings, "score_band": band}
    rules = Regulation(**{**vars(law), "settings": settings})
    games = played(law, *rounds)
    return {e.player: e for e in entrants(games, numbers, nothing, rules, len(rounds) + 1, people)}


def marks(found: dict[str, Entrant]) -> dict[str, str]:
    words = {DOWN: "下", LEVEL: "-", UP: "上"}
    return {player: "".join(words[mark] for mark in entrant.floats) for player, entrant in found.items()}


def test_who_met_a_lower_score_floated_down_and_he_the_other_way(law: Regulation) -> None:
    """After round 1: a, c and g (bye) have 2, e and f 1, b and d 0."""
    found = field(law, "a+b c+d e=f g.", "a+e c=g b+d f.")
    assert marks(found) == {"a": "-下", "b": "--", "c": "--", "d": "--", "e": "-上", "f": "-下", "g": "下-"}


def test_a_game_that_was_not_played_is_a_float_and_an_absence_is_none(law: Regulation) -> None:
    """a has 2, e 1, c and d nothing: c-a by forfeit, f away, g not there yet."""
    found = field(law, "a+b c#d e=f g?", "a!c e=b d. f~ g?")
    assert marks(found) == {"a": "-下", "b": "-上", "c": "-上", "d": "-下", "e": "-下", "f": "--", "g": "--"}


def test_the_first_round_floats_nobody_but_the_bye(law: Regulation) -> None:
    assert marks(field(law, "a+b c+d e+f g.")) == {**dict.fromkeys("abcdef", "-"), "g": "下"}
    assert marks(field(law)) == dict.fromkeys(PEOPLE, "")


@pytest.mark.parametrize(("band", "floated"), [
    (0, "aefbcd"), (1, "aefbcd"), (3, "aefbcd"),
    (4, "fbcd"), (5, "fbcd"),  # 2 and 1 are one group of four, and full
    (6, ""),
])  # fmt: skip
def test_inside_a_merged_group_nobody_floats(law: Regulation, band: int, floated: str) -> None:
    """After round 1: a and c have 2, e and f 1, b and d 0; each of a-e, f-b and c-d crosses a score."""
    found = marks(field(law, "a+b c+d e=f", "a=e f+b c+d", band=band, people="abcdef"))
    assert {player for player, mark in found.items() if mark[1] != "-"} == set(floated)


def test_only_those_who_sat_make_the_groups_of_a_round(law: Regulation) -> None:
    """f with 1 was away in round 2: 2, 2, 1, 0, 0 merge three and two at a limit of three."""
    found = marks(field(law, "a+b c+d e=f", "a=e c. b+d f~", band=3, people="abcdef"))
    assert found == {"a": "--", "b": "--", "c": "-下", "d": "--", "e": "--", "f": "--"}


def test_the_circle_comes_with_the_field(law: Regulation) -> None:
    numbers = pd.Series({"a": 1, "b": 2, "c": 3})
    circles, teams = pd.Series({"a": "一家", "b": "一家", "c": ""}), pd.Series({"a": "", "b": "", "c": ""})
    found = entrants(frame([]), numbers, teams, law, 1, ["a", "b", "c"], circles)
    assert [e.circle for e in found] == ["一家", "一家", ""] and {e.team for e in found} == {""}
