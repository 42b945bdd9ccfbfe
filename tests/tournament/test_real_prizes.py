"""Three real prize lists (Liffré 2025, Domloup rapid 2025, Rochefort masters), through both referees.

Their ranking keys are not published: people stand by points, then by rating. The age classes become a year of birth in
the middle of the class, the French league (which the file leaves out) everybody's 地区.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import openpyxl
import pandas as pd
import pytest

from qisai.problems import Problem
from qisai.regulation.model import Regulation
from qisai.regulation.reader import read_regulations
from qisai.sheets import read_book
from qisai.tournament.prizes import Awards, awards
from qisai.verify.awards import prize_list
from qisai.verify.folder import Person

EVENTS = Path(__file__).parents[3] / "shared" / "real_events"
pytestmark = pytest.mark.skipif(not EVENTS.is_dir(), reason="the real events are not in this copy")

YEAR = 2025
#: A class of players.csv: an age in it; the codes of prizes.csv count these from 1.
AGES = {"U8": 7, "U10": 9, "U12": 11, "U14": 13, "U16": 15, "U18": 17, "U20": 19, "Sen": 35, "S50": 55, "S65": 70}
BOUNDS = [(0, 8), (9, 10), (11, 12), (13, 14), (15, 16), (17, 18), (19, 20), (21, 49), (50, 64), (65, 120)]
CODES: dict[object, tuple[int, int]] = dict(enumerate(BOUNDS, start=1))
#: Rochefort names a list for women players and sets no criterion: as it stands, the first two men would have it.
FORGOTTEN = {"Joueuses": "性别=女"}
CODES |= {"O50": (50, 64), "O65": (65, 120), "U20": (19, 20)}
POINTS = {"1-0": (2, 0), "0-1": (0, 2), "0.5-0.5": (1, 1), "1-0F": (2, 0), "BYE1": (2, 0), "BYE0.5": (1, 0), "BYE0": (0, 0)}


def rows_of(event: str, file: str) -> list[dict[str, str]]:
    with (EVENTS / event / file).open(encoding="utf-8", newline="") as text:
        return list(csv.DictReader(text))


def condition(criteria: str) -> str:
    """A cell 条件 from the criteria of the organizer's program, ``KIND {options}; KIND {options}``."""
    parts = []
    for part in filter(None, criteria.split("; ")):
        kind, options = part.split(" ", 1)
        given = json.loads(options)
        if kind == "AGE":
            low, high = CODES[given["AGE_CATEGORIES"][0]]
            parts += [f"年龄>={low}"] * (not given["AGE_LOWER"]) + [f"年龄<={high}"] * (not given["AGE_GREATER"])
        elif kind == "RATING":
            parts += [f"等级分>={low}" for low in [given["MIN_RATING"]] if low] + [f"等级分<={given['MAX_RATING']}"]
        elif kind == "GENDER":
            parts.append("性别=女")
        else:
            assert kind == "ffe-LEAGUE", kind
            parts.append("地区=布列塔尼")
    return "、".join(parts)


def regulation(folder: Path, event: str, **settings: str) -> Regulation:
    """The organizer's list as the 奖项 sheet of a blank event."""
    prizes = [["奖项", "名次", "金额", "条件", "证书", "并列"]]
    for row in rows_of(event, "prizes.csv"):
        money = row["value"] if row["monetary"] == "1" else "0"
        way = {"NONE": "不平分", "HORT_SYSTEM": "Hort"}[row["sharing"]]
        wanted = condition(row["criteria"]) or FORGOTTEN.get(row["category"], "")
        prizes.append([row["category"], row["place"], money, wanted, "是" if money == "0" else "否", way])
    points = ["红胜", "红和", "红负", "黑胜", "黑和", "黑负", "轮空", "弃权胜"]
    sheets = {
        "规程": [["项目", "取值"], *([label, value] for label, value in settings.items())],
        "阶段": [["阶段", "赛制", "轮次", "参加者", *points], ["积分", "积分编排", "1-9", "全体", 2, 1, 0, 2, 1, 0, 2, 2]],
        "名次": [["顺序", "指标"], [1, "积分"]],
        "奖项": prizes,
        "日程": [["轮次", "日期", "时间"], [1, f"{YEAR}-04-12", "09:00"]],
    }
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for line in rows:
            sheet.append(line)
    book.save(folder / "赛事.xlsx")
    problems: list[Problem] = []
    found = read_regulations(read_book(folder / "赛事.xlsx"), problems)
    assert problems == []
    return found[""]


def standing(event: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The final list by points (2 a win) and rating, and the people as the sign-up sheet has them."""
    people = pd.DataFrame(rows_of(event, "players.csv")).set_index("id")
    scores = Counter(dict.fromkeys(people.index, 0))
    for game in rows_of(event, "games.csv"):
        for player, points in zip((game["first_id"], game["second_id"]), POINTS[game["result"]], strict=True):
            scores[player] += points if player else 0
    people["points"] = pd.Series(scores)
    people["rating"] = pd.to_numeric(people["rating"]).astype("Int64")
    people = people.sort_values(["points", "rating"], ascending=False, kind="stable")
    final = pd.DataFrame(
        {"rank": pd.array(range(1, len(people) + 1), dtype="Int64"), "points": people["points"], "missed": 0, "attended": 9,
         "part": "编排"}, index=people.index)  # fmt: skip
    signed = pd.DataFrame(
        {"role": "选手", "sex": people["sex"].map({"M": "男", "F": "女"}), "region": "布列塔尼", "rating": people["rating"],
         "birth": (YEAR - people["category"].map(AGES)).astype(str), "team": "", "category": "", "group": ""})  # fmt: skip
    return final, signed


def handed_out(folder: Path, event: str, **settings: str) -> Awards:
    """What the package awards, after the second referee has found the same."""
    rules = regulation(folder, event, **settings)
    final, people = standing(event)
    found = awards(final, people, rules, "丹阳")
    persons = {
        player: Person(str(player), "", "", {"性别": row["sex"], "出生年份": row["birth"], "地区": row["region"],
                                            "等级分": str(row["rating"])}, place)
        for place, (player, row) in enumerate(people.iterrows())
    }  # fmt: skip
    rows = [{"player": p, "rank": int(row["rank"]), "points": row["points"], "missed": False, "attended": 9, "stage": "积分编排"}
            for p, row in final.iterrows()]  # fmt: skip
    theirs = prize_list(rules, rows, persons, list(persons.values()), "丹阳")
    assert Counter((row.prize, row.place, row.player, row.amount) for row in found.given.itertuples()) == Counter(
        (row["prize"], row["place"], row["player"], row["amount"]) for row in theirs if row["player"]
    )
    return found


def told(found: Awards, prize: str) -> list[str]:
    rows = found.given[found.given["prize"] == prize]
    return [f"{row.place} {row.player} {row.amount}" for row in rows.itertuples()]


ONE_ONLY = {"奖金叠加": "只领最高一项，其余递补"}


def test_liffre_gives_4100_with_and_without_one_prize_for_each(tmp_path: Path) -> None:
    """Ten places and five classes of 70. P004 (U14) is ninth: 120 is more than 70, so the first under 16 behind him, P030,
    has the class; P064 is the best under 1990 and under 1865 and keeps what stands first, the other goes to P062."""
    stacked = handed_out(tmp_path, "liffre2025_t1")
    assert stacked.total == 4100 and stacked.open.empty and stacked.passed.empty
    assert [told(stacked, prize) for prize in ("U16 ou moins", "Vet Sen+", "<2200", "<1990", "<1865")] == [
        ["1 P004 70"], ["1 P007 70"], ["1 P015 70"], ["1 P064 70"], ["1 P064 70"],
    ]  # fmt: skip
    found = handed_out(tmp_path, "liffre2025_t1", **ONE_ONLY)
    assert found.total == 4100 and found.given["player"].is_unique
    assert told(found, "principal") == told(stacked, "principal")
    assert [told(found, prize) for prize in ("U16 ou moins", "Vet Sen+", "<2200", "<1990", "<1865")] == [
        ["1 P030 70"], ["1 P075 70"], ["1 P015 70"], ["1 P064 70"], ["1 P062 70"],
    ]  # fmt: skip
    assert found.passed[["prize", "player"]].values.tolist() == [
        ["U16 ou moins", "P004"], ["Vet Sen+", "P007"], ["<1865", "P064"],
    ]  # fmt: skip


def test_domloup_shares_its_seven_places_by_hort_among_seven_of_eight(tmp_path: Path) -> None:
    """P006 is alone with 8.5 points. Seven people have 7: places 2 to 8 are worth 200, 100, 80, 60, 40, 20 and nothing, 500
    in all; 71.43 for each, of which a half (35.71) comes on top of half of the own place. Down to whole euros that is 495, and
    the five that are left go to the first five."""
    found = handed_out(tmp_path, "domloup_rapide2025_t1", 奖金并列口径="积分相同")
    assert told(found, "Classement général") == [
        "1 P006 400", "2 P009 136", "3 P002 86", "4 P003 76", "5 P005 66", "6 P010 56", "7 P007 45", "8 P011 35",
    ]  # fmt: skip
    assert found.total == 900 + 100
    assert told(found, "Champion·ne de Bretagne") == ["1 P006 100"]  # money too, but a list of its own, not shared


def test_domloup_has_its_cups_for_boys_and_girls_and_nobody_for_one_of_them(tmp_path: Path) -> None:
    found = handed_out(tmp_path, "domloup_rapide2025_t1", 奖金并列口径="积分相同", **ONE_ONLY)
    assert told(found, "Champion·ne de Bretagne U16 mixte") == told(found, "Championne de Bretagne U16F") == ["1 P010 0"]
    assert told(found, "Championne de Bretagne U18F") == ["1 P072 0"]
    assert found.open[["prize", "place"]].values.tolist() == [["Championne de Bretagne U20F", 1]]
    women = [row.split()[1] for row in told(found, "Classement trophée Roza Lallemand")]
    assert len(women) == 10 and women[:4] == ["P010", "P063", "P050", "P072"]
    assert found.certificates == 13 + 10  # cups and the women's list have no money: they are taken beside it


def test_domloup_with_one_prize_for_each_compares_what_the_places_are_worth_before_they_are_shared(tmp_path: Path) -> None:
    """P006 has 400 and P009 the second place, 200: the champion's 100 go to P002, for whom they stand before the 100 of the
    third place, which he leaves. The other six share 500: 41.67 and half of the own place, four euros left over."""
    found = handed_out(tmp_path, "domloup_rapide2025_t1", 奖金并列口径="积分相同", **ONE_ONLY)
    assert told(found, "Champion·ne de Bretagne") == ["1 P002 100"]
    assert told(found, "Classement général") == [
        "1 P006 400", "2 P009 142", "3 P003 92", "4 P005 82", "5 P010 72", "6 P007 61", "7 P011 51",
    ]  # fmt: skip


def test_rochefort_hands_its_classes_down_behind_the_eleven_places(tmp_path: Path) -> None:
    """The first of 2200-2399, P014, has 1800, the second, P017, 1200, the third, P038, 700."""
    stacked = handed_out(tmp_path, "rochefort_masters_128p")
    found = handed_out(tmp_path, "rochefort_masters_128p", **ONE_ONLY)
    assert stacked.total == found.total == 6700 + 200 + 250 + 120 + 200 + 120 + 250 + 200
    assert told(stacked, "Catégorie ELO 2200-2399") == ["1 P014 120", "2 P017 80"]
    assert told(stacked, "Catégorie jeunes") == ["1 P017 120", "2 P038 80", "3 P055 50"]
    assert found.given["player"].is_unique and found.open.empty
    assert told(found, "Général") == told(stacked, "Général")
    assert told(found, "Catégorie ELO - 1999") == told(stacked, "Catégorie ELO - 1999") == ["1 P101 120"]
    passed = found.passed[found.passed["prize"] == "Catégorie jeunes"]
    assert passed["player"].to_list()[:3] == ["P017", "P038", "P055"]
    assert passed["reason"].iloc[0] == "已领「Général」第 2 名，1200 元"
