"""What the programme tells before an event: rules in plain words, prizes, pairings that are known, units."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from test_books import texts

import small_event
import small_round_robin as robin
from qisai.event import open_event
from qisai.event.competition import Competition
from qisai.publish.books import CONTENTS_FROM, Chapter, Cover, leaves
from qisai.publish.paper import Page
from qisai.regulation.model import Key, Prize, Regulation
from qisai.regulation.summary import order_text
from qisai.reports.parts import Part
from qisai.reports.programme import _places, _prizes, in_order, own_games, programme
from qisai.reports.programme_rules import RULES, rules_table


class Rules(dict):  # type: ignore[type-arg]
    """Stands in for a regulation: settings, prizes and a chain."""

    def __init__(self, prizes: tuple[Prize, ...] = (), chain: tuple[Key, ...] = (), **settings: object) -> None:
        super().__init__(settings)
        self.prizes, self.chain = prizes, chain


class Groups:
    """Stands in for an event with two groups."""

    def __init__(self, scope: str) -> None:
        team = Prize("团体奖", (1, 2), 500, False, team=True)
        own = {"甲组": Prize("名次奖", (1, 2, 3), 300, True), "乙组": Prize("名次奖", (1, 2), 100, False)}
        self.regulations = {group: Rules((prize, team), team_scope=scope) for group, prize in own.items()}


@pytest.fixture(scope="module")
def nine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return robin.drawn(tmp_path_factory.mktemp("九") / "赛", 9, "1-9")


def chapters(folder: Path) -> dict[str, list[Part]]:
    return {title: list(parts) for title, parts in programme(open_event(folder)).chapters}


def test_what_teams_of_all_groups_play_for_together_is_told_once() -> None:
    joint, apart = (_prizes(Groups(scope)) for scope in ("全部组别", "各组分别"))  # type: ignore[arg-type]
    assert [sheet.title for sheet in joint] == ["甲组", "乙组", "全部组别"]
    assert [list(sheet.frame["奖项"]) for sheet in joint] == [["名次奖"], ["名次奖"], ["团体奖"]]
    assert [list(sheet.frame["奖项"]) for sheet in apart] == [["名次奖", "团体奖"]] * 2


def test_the_rounds_of_a_round_robin_stand_in_its_programme(nine: Path) -> None:
    (part,) = chapters(nine)["各轮对阵"]
    assert [sheet.title.split("　")[0] for sheet in part.printed] == [f"第{n}轮" for n in range(1, 10)]
    assert part.printed[0].title == "第1轮　07-20 09:00"
    assert len(part.sheet.frame) == 36 and all(sheet.notes[0].startswith("轮空：") for sheet in part.printed)
    small_event.next_round(nine)
    first = part.sheet.frame[part.sheet.frame["轮次"].str.startswith("第1轮")]
    assert list(zip(first["红号"], first["黑号"], strict=True)) == robin.pairs(nine, 1)


def test_before_the_draw_the_rounds_are_told_by_number(tmp_path: Path) -> None:
    folder = robin.write(tmp_path / "赛", 5, [robin.stage("1-5")])
    (part,) = chapters(folder)["各轮对阵"]
    assert list(part.sheet.frame["对阵"])[1] == "5-3、1-2、4轮空"
    assert "5 人" in part.sheet.notes[0]
    folder = robin.write(tmp_path / "不合", 4, [robin.stage("1-5")])
    assert "各轮对阵" not in chapters(folder)


@pytest.mark.parametrize(
    ("last", "share", "end"),
    [("previous", 0, "；仍相同的编号小者列前"), ("number", 0, ""), ("lot", 0, ""),
     ("previous", 8, "；第 8 名以内仍相同的编号小者列前")],
)  # fmt: skip
def test_the_chain_in_words_ends_with_what_decides_last(last: str, share: int, end: str) -> None:
    words = order_text(Rules(chain=(Key("points", True), Key(last, False)), share_below=share))  # type: ignore[arg-type]
    assert words.endswith(end) and ("编号小者" in words) == bool(end)


def quoted(competition: Competition) -> Regulation:
    """The rules with decisions beside which the organizer's document is quoted."""
    regulation = competition.regulation
    decided = {"missed_round", "lower_places", "signature", "late_minutes", "local_count"}
    quotes = dict.fromkeys(decided, "原文：……各100元(少下一轮不参于排名)")
    object.__setattr__(regulation, "decided", decided)
    object.__setattr__(regulation, "quotes", quotes)
    return regulation


def test_the_rules_are_sentences_of_our_own_and_name_no_setting(tmp_path: Path) -> None:
    event = open_event(small_event.copy(tmp_path / "赛", 0))
    said = rules_table(quoted(event.competitions[""]))
    words = said.to_string()
    assert "……" not in words and "程序" not in words and "不处理" not in words
    assert not {"迟到判负分钟", "缺轮处理", "淘汰赛三至八名", "犯规判负次数"} & set(said["事项"])
    assert said.loc[said["事项"] == "迟到", "规则"].item() == "迟到15分钟按弃权"


def test_units_stand_by_the_value_of_their_numbers() -> None:
    names = ["第10代表队", "第2代表队", "第1代表队", "丙队", "甲队"]
    assert sorted(names, key=in_order) == ["甲队", "丙队", "第1代表队", "第2代表队", "第10代表队"]


def test_between_number_and_name_of_a_member_is_a_blank(nine: Path) -> None:
    members = "、".join(chapters(nine)["各单位名单"][0].sheet.frame["队员"])
    assert all(one.split(" ", 1)[0].isdigit() and " " in one for one in members.split("、"))


def test_own_games_say_which_rounds_are_not_of_the_whole_field(tmp_path: Path) -> None:
    rounds = list(own_games(open_event(small_event.copy(tmp_path / "赛", 0)))["轮次"])
    assert rounds[0] == "第1轮" and rounds[-1].startswith("第5轮（") and "淘汰" in rounds[-1]


def test_the_rules_on_slips_and_records_are_none_of_fouls() -> None:
    assert RULES["犯规"] == {"fouls_lose": "犯规"} and {"signature", "recorded_boards"} <= set(RULES["成绩单与棋谱"])


def test_the_workbook_tells_what_the_event_is_in_one_sheet(nine: Path) -> None:
    own = chapters(nine)
    (whole,) = own["赛事概况"]
    assert list(dict.fromkeys(whole.sheet.frame["类别"])) == ["赛事概况", "组委会和裁判员", "日程"]
    assert all(part.paper_only for title in ("组委会和裁判员", "日程") for part in own[title])


def test_a_long_list_of_places_leaves_no_word_alone_on_a_line() -> None:
    lucky, first = Prize("幸运奖", tuple(range(25, 110, 10)), 100, False), Prize("名次奖", (1, 2), 100, False)
    assert [_places(lucky), _places(first)] == ["25、35、45、55、65、75、85、95、105", "第1-2名"]


def test_a_table_that_goes_on_is_headed_by_its_chapter() -> None:
    found = leaves(Cover("赛", "秩序册"), [Chapter("各单位名单", [page(60)])], "演练数据")
    assert texts(found[2:]).count("各单位名单（续）") == len(found) - 2 > 0


def page(rows: int) -> Page:
    return Page("", pd.DataFrame({"编号": range(rows), "姓名": ["张三"] * rows}), tall=9)


def test_only_a_thick_book_has_contents() -> None:
    def book(count: int) -> str:
        return texts(leaves(Cover("赛", "秩序册"), [Chapter(f"第{n}章", [page(40)]) for n in range(count)], "演练数据"))

    assert "目　录" not in book(2) and "目　录" in book(CONTENTS_FROM)


def test_a_heading_does_not_stand_at_the_foot_with_a_row_alone() -> None:
    row = pd.DataFrame({"事项": ["积分"], "规则": ["胜 2"]})
    more = pd.concat([row] * 6, ignore_index=True)
    for rows in range(10, 30):
        found = [Chapter("名单", [page(rows)]), Chapter("规则", [Page("编排", row), Page("名次", more)])]
        for leaf in leaves(Cover("赛", "秩序册"), found, "")[1:]:
            said = texts([leaf])
            assert ("编排" in said) == ("名次" in said)
