"""Each kind of change that the rules or the record do not bear gives its finding."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from event_folders import (
    ORDER_1,
    ORDER_2,
    ORDER_3,
    ROUND_1,
    ROUND_2,
    ROUND_3,
    EventFolder,
    Tamper,
    knockout_event,
    line,
    swiss_event,
)
from event_folders import topics as topics_of

from qisai.problems import InputProblems
from qisai.verify import verify


def topics(path: Path, tamper: Tamper, event: Callable[..., EventFolder] = swiss_event) -> dict[str, list[str]]:
    return topics_of(path, tamper, event)


def test_a_result_changed_in_the_sheet_without_a_correction(tmp_path: Path) -> None:
    found = topics(tmp_path, {
        "sheet1": lambda f: f.sheet("预赛", 1, [[1, 1, 2, 2], [2, 4, 3, 3], [3, 5, 6, 2], [4, 8, 7, 1]]),
    })  # fmt: skip
    assert found == {"成绩表": ["【成绩表】第01轮.xlsx 第 1 台：写的是黑胜；核对得出记录里是红胜，没有更正记录"]}


def test_a_number_changed_in_a_round_file(tmp_path: Path) -> None:
    found = topics(tmp_path, {
        "sheet1": lambda f: f.sheet("预赛", 1, [[1, 1, 3, 1], [2, 4, 3, 3], [3, 5, 6, 2], [4, 8, 7, 1]]),
    })  # fmt: skip
    assert found == {"成绩表": ["【成绩表】第01轮.xlsx 第 1 台：写的是1 号对 3 号；核对得出1 号对 2 号"]}


def test_a_line_taken_out_of_a_round_file(tmp_path: Path) -> None:
    found = topics(tmp_path, {
        "sheet1": lambda f: f.sheet("预赛", 1, [[1, 1, 2, 1], [2, 4, 3, 3], [3, 5, 6, 2]]),
    })  # fmt: skip
    assert found == {"成绩表": ["【成绩表】第01轮.xlsx 第 4 台：写的是没有这一行；核对得出公布的对阵里有"]}


def test_two_places_exchanged_in_an_accepted_order(tmp_path: Path) -> None:
    found = topics(tmp_path, {"accept2": lambda f: f.accept("预赛", 2, ROUND_2, [8, 1, 6, 2, 7, 3, 4, 5])})
    assert found == {"名次": [
        "【名次】预赛第 2 轮后第 4 名：写的是2 号棋手A06；核对得出7 号棋手A03",
        "【名次】预赛第 2 轮后第 5 名：写的是7 号棋手A03；核对得出2 号棋手A06",
    ]}  # fmt: skip


def test_two_ranks_exchanged_in_the_closing_list(tmp_path: Path) -> None:
    found = topics(tmp_path, {"close": lambda f: f.close(ORDER_3, [1, 3, 2, 4, 5, 6, 7, 8])})
    assert [len(found["总名次"]), list(found)] == [3, ["总名次"]]
    assert found["总名次"][-1] == "【总名次】总名次表第 8 行：写的是第 8 名；核对得出不列名次"


def test_a_second_meeting(tmp_path: Path) -> None:
    """8-7 again in round 2, colours exchanged."""
    found = topics(tmp_path, {
        "publish2": lambda f: f.publish("预赛", 2, "第02轮.xlsx", [(6, 1), (7, 8), (2, 4), (3, 5)]),
    })  # fmt: skip
    assert found["重复对阵"] == [
        "【重复对阵】预赛第 2 轮第 2 台：写的是7 号棋手A03（红）对8 号棋手A04（黑）；核对得出两人第 1 轮已经相遇"
    ]


def test_somebody_paired_twice_and_somebody_left_out(tmp_path: Path) -> None:
    found = topics(tmp_path, {
        "publish2": lambda f: f.publish("预赛", 2, "第02轮.xlsx", [(6, 1), (3, 8), (2, 4), (7, 2)]),
    })  # fmt: skip
    assert any("2 号棋手A06出现 2 次" in words for words in found["出场"])
    assert any("没有编排5 号棋手A05" in words for words in found["出场"])


def test_a_bye_in_an_even_field(tmp_path: Path) -> None:
    found = topics(tmp_path, {
        "publish2": lambda f: f.publish("预赛", 2, "第02轮.xlsx", [(6, 1), (3, 8), (2, 4)], bye=7),
    })  # fmt: skip
    assert found["轮空"] == ["【轮空】预赛第 2 轮：写的是7 号棋手A03轮空；核对得出出场 8 人，单数才有一人轮空"]


def test_a_second_bye(tmp_path: Path) -> None:
    found = topics(tmp_path, {
        "late": lambda f: None,
        "publish2": lambda f: f.publish("预赛", 2, "第02轮.xlsx", [(3, 1), (6, 5), (2, 4)], bye=7),
    }, knockout_event)  # fmt: skip
    assert found["轮空"][0] == "【轮空】预赛第 2 轮：写的是7 号棋手A04轮空；核对得出他第 1 轮已经轮空过"


def test_the_wrong_player_has_red(tmp_path: Path) -> None:
    found = topics(tmp_path, {
        "publish2": lambda f: f.publish("预赛", 2, "第02轮.xlsx", [(1, 6), (3, 8), (2, 4), (7, 5)]),
        "sheet2": lambda f: f.sheet("预赛", 2, [[1, 1, 6, 3], [2, 3, 8, 2], [3, 2, 4, 1, 1], [4, 7, 5, 5]]),
        "accept2": lambda f: f.accept("预赛", 2, [line(1, 1, 6, "和"), *ROUND_2[1:]], ORDER_2),
    })  # fmt: skip
    assert found["先后手"][0] == "【先后手】预赛第 2 轮第 1 台：写的是1 号棋手A07执红；核对得出6 号棋手A02执红（此前执红较少）"


def test_a_third_red_in_a_row(tmp_path: Path) -> None:
    """Round 3 is the last, but 2 and 3 have different scores, so nothing is waived."""
    found = topics(tmp_path, {
        "publish2": lambda f: f.publish("预赛", 2, "第02轮.xlsx", [(1, 6), (3, 8), (2, 4), (7, 5)]),
        "sheet2": lambda f: f.sheet("预赛", 2, [[1, 1, 6, 3], [2, 3, 8, 2], [3, 2, 4, 1, 1], [4, 7, 5, 5]]),
        "accept2": lambda f: f.accept("预赛", 2, [line(1, 1, 6, "和"), *ROUND_2[1:]], ORDER_2),
    })  # fmt: skip
    assert found["先后手限制"] == [
        "【先后手限制】预赛第 3 轮第 1 台：写的是1 号棋手A07执红；核对得出他此前为「红红」，再执红就三连或差三"
    ]


def test_a_limit_relaxed_by_name_is_no_finding(tmp_path: Path) -> None:
    found = topics(tmp_path, {
        "publish3": lambda f: f.publish("预赛", 3, "第03轮.xlsx", [(1, 8), (6, 2), (7, 3), (4, 5)], relaxed=["颜色"]),
        "publish2": lambda f: f.publish("预赛", 2, "第02轮.xlsx", [(1, 6), (3, 8), (2, 4), (7, 5)]),
        "sheet2": lambda f: f.sheet("预赛", 2, [[1, 1, 6, 3], [2, 3, 8, 2], [3, 2, 4, 1, 1], [4, 7, 5, 5]]),
        "accept2": lambda f: f.accept("预赛", 2, [line(1, 1, 6, "和"), *ROUND_2[1:]], ORDER_2),
    })  # fmt: skip
    assert "先后手限制" not in found


@pytest.mark.parametrize(("waiver", "findings"), [("是", 0), ("否", 1)])
def test_the_last_round_waives_the_limits_for_equal_scores_where_the_rules_say_so(
    tmp_path: Path, waiver: str, findings: int
) -> None:
    """6 and 3 have black twice and 8 points each before the last round."""

    def draw(f: EventFolder) -> None:
        f.sheets["规程"].append(["末轮放宽先后手", waiver])
        f.write_event()
        f.draw(8)

    second = [line(1, 1, 6, "和"), line(2, 8, 3, "黑胜"), *ROUND_2[2:]]
    found = topics(tmp_path, {
        "draw": draw,
        "publish2": lambda f: f.publish("预赛", 2, "第02轮.xlsx", [(1, 6), (8, 3), (2, 4), (7, 5)]),
        "sheet2": lambda f: f.sheet("预赛", 2, [[1, 1, 6, 3], [2, 8, 3, 2], [3, 2, 4, 1, 1], [4, 7, 5, 5]]),
        "accept2": lambda f: f.accept("预赛", 2, second, ORDER_2),
        "publish3": lambda f: f.publish("预赛", 3, "第03轮.xlsx", [(3, 6), (2, 1), (7, 8), (4, 5)]),
        "sheet3": lambda f: f.sheet("预赛", 3, [[1, 3, 6, 1], [2, 2, 1, 1], [3, 7, 8, 1], [4, 4, 5, 1]]),
        "accept3": lambda f: f.accept(
            "预赛", 3, [line(n, *pair, "红胜") for n, pair in enumerate([(3, 6), (2, 1), (7, 8), (4, 5)], start=1)], ORDER_3
        ),
    })  # fmt: skip
    assert len(found.get("先后手限制", [])) == findings


def test_boards_out_of_order(tmp_path: Path) -> None:
    found = topics(tmp_path, {
        "publish2": lambda f: f.publish("预赛", 2, "第02轮.xlsx", [(6, 1), (3, 8), (7, 5), (2, 4)]),
    })  # fmt: skip
    assert [words[:16] for words in found["台次"]] == ["【台次】预赛第 2 轮第 3 台", "【台次】预赛第 2 轮第 4 台"]


def test_another_first_round(tmp_path: Path) -> None:
    found = topics(tmp_path, {
        "publish1": lambda f: f.publish("预赛", 1, "第01轮.xlsx", [(1, 2), (3, 4), (5, 6), (8, 7)]),
    })  # fmt: skip
    assert len(found["首轮编排"]) == 1
    assert "第 2 台" in found["首轮编排"][0]


def test_two_numbers_exchanged_at_the_draw(tmp_path: Path) -> None:
    def draw(f: EventFolder) -> None:
        f.ids[1], f.ids[2] = f.ids[2], f.ids[1]
        f.draw(8)

    found = topics(tmp_path, {"draw": draw})
    assert list(found) == ["抽签"]
    assert len(found["抽签"]) == 2


def test_a_wrong_number_in_the_list_of_numbers(tmp_path: Path) -> None:
    def draw(f: EventFolder) -> None:
        f.draw(8)
        f.number_rows[2][0], f.number_rows[3][0] = 4, 3
        f.write_numbers()

    assert len(topics(tmp_path, {"draw": draw})["编号表"]) == 2


@pytest.mark.parametrize(("column", "value", "words"), [(6, 50, "费用没有缴足"), (8, None, "没有报到"), (3, "教练", "只有选手")])
def test_somebody_drawn_who_could_not_enter(tmp_path: Path, column: int, value: object, words: str) -> None:
    def draw(f: EventFolder) -> None:
        f.sheets["报名"][4][column] = value
        f.write_event()
        f.draw(8)

    found = topics(tmp_path, {"draw": draw})
    assert list(found) == ["参赛资格"]
    assert words in found["参赛资格"][0]


def test_results_accepted_for_a_pairing_that_was_not_published(tmp_path: Path) -> None:
    found = topics(tmp_path, {
        "accept1": lambda f: f.accept("预赛", 1, [line(1, 1, 3, "红胜"), *ROUND_1[1:]], ORDER_1),
    })  # fmt: skip
    assert any("成绩记在另一对棋手名下" in words for words in found["成绩表"])


def corrected(reason: str, before: str = "红胜") -> Tamper:
    """After the last round 8-7 of round 1 becomes a draw: 8 has 10 (累进 2+7+10), 7 has 8 (3+8+8)."""

    def accept3(f: EventFolder) -> None:
        f.accept("预赛", 3, ROUND_3, ORDER_3)
        f.correct(
            "预赛", 1, line(4, 8, 7, before), line(4, 8, 7, "和"), reason=reason,
            moves=[[8, 1, 2], [1, 2, 1], [7, 5, 4], [6, 4, 5]],
        )  # fmt: skip

    order = [1, 8, 2, 7, 6, 3, 4, 5]
    return {
        "sheet1": lambda f: f.sheet("预赛", 1, [[1, 1, 2, 1], [2, 4, 3, 3], [3, 5, 6, 2], [4, 8, 7, 3]]),
        "accept3": accept3,
        "close": lambda f: f.close(order, [1, 2, 3, 4, 5, 6, 7, None]),
    }


def test_a_correction_with_its_reason_is_sound(tmp_path: Path) -> None:
    """Earlier orders stay as they were accepted; the closing list counts the correction."""
    assert topics(tmp_path, corrected("成绩单登记错误")) == {}


def test_a_correction_without_a_reason(tmp_path: Path) -> None:
    found = topics(tmp_path, corrected(" "))
    assert found == {"更正": ["【更正】预赛第 1 轮第 4 台：写的是没有更正理由；核对得出每次更正都要写理由"]}


def test_a_correction_of_something_else_than_was_accepted(tmp_path: Path) -> None:
    found = topics(tmp_path, corrected("登记错误", before="黑胜"))
    assert found == {"更正": ["【更正】预赛第 1 轮第 4 台：写的是更正前是黑胜；核对得出当时确认的是红胜"]}


def test_a_round_accepted_anew_with_another_result(tmp_path: Path) -> None:
    def accept1(f: EventFolder) -> None:
        f.accept("预赛", 1, ROUND_1, ORDER_1)
        f.accept("预赛", 1, [line(1, 1, 2, "和"), *ROUND_1[1:]], ORDER_1)

    assert (
        "【更正】预赛第 1 轮第 1 台：写的是再次确认时变成和；核对得出红胜，没有更正记录"
        in topics(tmp_path, {"accept1": accept1})["更正"]
    )


def test_other_seeds_than_those_of_the_cut(tmp_path: Path) -> None:
    found = topics(tmp_path, {
        "ties3": lambda f: f.publish_ties("淘汰", 3, "第03轮_淘汰.xlsx", [(3, 6), (7, 5)], [3, 7, 5, 6]),
    }, knockout_event)  # fmt: skip
    assert "【种子】淘汰第 3 轮 4 号种子：写的是6 号棋手A03；核对得出1 号棋手A07" in found["种子"]


def test_other_ties_than_the_seeds_give(tmp_path: Path) -> None:
    found = topics(tmp_path, {
        "ties3": lambda f: f.publish_ties("淘汰", 3, "第03轮_淘汰.xlsx", [(3, 5), (7, 1)], [3, 7, 5, 1]),
    }, knockout_event)  # fmt: skip
    assert len(found["淘汰对阵"]) >= 4
    assert "3 号棋手A01（甲）对1 号棋手A07（乙）" in found["淘汰对阵"][0]


def test_a_loser_in_the_next_knockout_round(tmp_path: Path) -> None:
    """3-1 was drawn twice; 1 had black in the last line and goes on."""
    found = topics(tmp_path, {
        "ties4": lambda f: f.publish_ties("淘汰", 4, "第04轮_淘汰.xlsx", [(3, 7)], [3, 7, 5, 1]),
    }, knockout_event)  # fmt: skip
    assert found["淘汰对阵"][0].endswith("核对得出7 号棋手A04（甲）对1 号棋手A07（乙）")


def test_a_qualifier_paired_with_the_others(tmp_path: Path) -> None:
    found = topics(tmp_path, {
        "publish3": lambda f: f.publish("其余", 3, "第03轮_其余.xlsx", [(6, 4), (8, 1)], first_board=3),
    }, knockout_event)  # fmt: skip
    assert any(words.endswith("他不在这个阶段里") for words in found["出场"])


def test_absence_that_no_sheet_explains(tmp_path: Path) -> None:
    found = topics(tmp_path, {
        "publish2": lambda f: f.publish(
            "预赛", 2, "第02轮.xlsx", [(6, 1), (3, 8), (2, 4)], bye=7, absent=[["A05", "请假"]]
        ),
    })  # fmt: skip
    assert found["出场"] == ["【出场】预赛第 2 轮：写的是5 号棋手A05请假；核对得出变动表里没有"]


def test_an_absence_in_the_sheet_of_changes_is_explained(tmp_path: Path) -> None:
    def publish2(f: EventFolder) -> None:
        f.sheets["变动"].append([2, 5, "缺席本轮", "", "请假"])
        f.write_event()
        f.publish("预赛", 2, "第02轮.xlsx", [(6, 1), (3, 8), (2, 4)], bye=7, absent=[["A05", "请假"]])

    swiss_event(tmp_path, 4, {})
    assert verify(tmp_path).sound
    again = tmp_path / "again"
    swiss_event(again, 6, {
        "publish2": publish2,
        "sheet2": lambda f: f.sheet("预赛", 2, [[1, 6, 1, 3], [2, 3, 8, 2], [3, 2, 4, 1], [4, 7, None, "轮空"]]),
    })  # fmt: skip
    assert verify(again).findings == ()


def test_a_journal_changed_by_hand_cannot_be_read(tmp_path: Path) -> None:
    swiss_event(tmp_path)
    path = tmp_path / "journal.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    body = json.loads(lines[2])
    body["data"]["order"].reverse()
    path.write_text("\n".join([*lines[:2], json.dumps(body, ensure_ascii=False), *lines[3:]]) + "\n", encoding="utf-8")
    with pytest.raises(InputProblems) as raised:
        verify(tmp_path)
    assert [problem.code for problem in raised.value.problems] == ["journal_broken"]


def test_a_result_that_no_one_can_read_is_a_problem_with_its_cell(tmp_path: Path) -> None:
    swiss_event(tmp_path, tamper={
        "sheet1": lambda f: f.sheet("预赛", 1, [[1, 1, 2, "赢了"], [2, 4, 3, 3], [3, 5, 6, 2], [4, 8, 7, 1]]),
    })  # fmt: skip
    with pytest.raises(InputProblems) as raised:
        verify(tmp_path)
    assert [(p.code, p.file, p.cell) for p in raised.value.problems] == [("result_unknown", "第01轮.xlsx", "F3")]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputProblems):
        verify(tmp_path / "没有")
