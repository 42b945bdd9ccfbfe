"""加赛名次, 累计弃权出局, 缺轮轮数, 加入前各轮 and changes of the chain, from the sheets to the second referee."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

import small_event as small
from qisai.event import open_event
from qisai.reports.words import claims
from qisai.verify import compare, verify
from qisai.vocabulary import EVENT_FILE


def with_chain(folder: Path, *labels: str, players: int = 10, settings: dict[str, object] | None = None) -> Path:
    """An event that is drawn, whose chain is 积分 and these."""
    small.write(folder, players, settings)
    type_chain(folder, *labels)
    assert small.run("draw", folder) == 0
    return folder


def type_chain(folder: Path, *labels: str) -> None:
    def change(book: openpyxl.Workbook) -> None:
        blank = [[None] * 6] * 8
        small.put_rows(book["名次"], [*([n, label] for n, label in enumerate(("积分", *labels), 1)), *blank])

    small.edit(folder / EVENT_FILE, change)


def changes(folder: Path, *rows: tuple[object, ...]) -> None:
    """轮次, 编号, 变动, 对方或台号 of every row of the sheet."""
    typed = [[round_no, number, kind, None, other, "裁判长"] for round_no, number, kind, other in rows]
    small.edit(folder / EVENT_FILE, lambda book: small.put_rows(book["变动"], typed))


def play(folder: Path, rounds: int) -> None:
    """So many rounds with their results; the last is accepted too."""
    for _ in range(rounds):
        assert small.next_round(folder) == 0
        small.fill(folder)
    assert small.next_round(folder) == 0


def agreed(folder: Path) -> None:
    report = verify(folder)
    assert report.findings == ()
    assert compare(report, claims(open_event(folder).competitions[""])) == ()


@pytest.mark.long
def test_a_playoff_parts_the_tied_from_its_round_on_and_may_be_typed_row_by_row(tmp_path: Path) -> None:
    folder = with_chain(tmp_path / "赛事", "加赛")
    play(folder, 5)
    competition = open_event(folder).competitions[""]
    table = competition.standings(5)
    points = table["points"].tolist()
    first = next(i for i in range(len(points) - 1) if points[i] == points[i + 1])
    upper, lower = table.index[first], table.index[first + 1]
    ahead, behind = (int(table.at[player, "number"]) for player in (upper, lower))
    small.run("next", folder, "--yes", "--no-reports")
    for rows in ([(5, behind, "加赛名次", 1)], [(5, behind, "加赛名次", 1), (5, ahead, "加赛名次", 2)]):
        changes(folder, *rows)
        now = open_event(folder).competitions[""].standings(5)
        assert list(now.index).index(lower) < list(now.index).index(upper)
        assert open_event(folder).competitions[""].standings(4).index.tolist() == competition.standings(4).index.tolist()
        agreed(folder)


def test_a_playoff_that_no_chain_looks_at_is_said(tmp_path: Path) -> None:
    folder = with_chain(tmp_path / "赛事", "对手分")
    changes(folder, (1, 1, "加赛名次", 1))
    (notice,) = (n for n in open_event(folder).notices if n.code == "playoff_idle")
    assert notice.cell == "C2" and "没有「加赛」" in notice.wrong
    type_chain(folder, "加赛")
    changes(folder, (1, 1, "加赛名次", 1), (1, 2, "加赛名次", 1))
    assert [n.cell for n in open_event(folder).notices if n.code == "playoff_idle"] == ["C2", "C3"]


@pytest.mark.long
def test_two_missed_rounds_in_all_put_out_where_the_rules_say_so(tmp_path: Path) -> None:
    """As "two forfeits in total" (rules summary 1.5): rounds 1 and 3, with a game between them."""
    folder = with_chain(tmp_path / "赛事", "对手分", settings={"累计弃权出局": 2, "缺轮处理": "不列名次", "缺轮轮数": 2})
    absent, once = 3, 4
    for round_no in (1, 2, 3):
        assert small.next_round(folder) == 0
        numbers = open_event(folder).record.numbers
        for row, line in enumerate(open_event(folder).record.publications[-1].lines, start=2):
            away = [n for n in (numbers[line["red"]], numbers[line["black"]]) if n == absent or (n == once and round_no == 1)]
            if round_no != 2 and away:
                both = len(away) == 2
                word = "6" if both else "4" if numbers[line["red"]] in away else "5"
                small.result(folder, row, word, file=open_event(folder).record.publications[-1].file)
        small.fill(folder)
    assert small.next_round(folder) == 0
    event = open_event(folder)
    player = next(p for p, n in event.record.numbers.items() if n == absent)
    out = {p for publication in event.record.publications[3:] for p in publication.out}
    assert player in out and event.competitions[""].out_by_rule(4)[player] == "累计2轮弃权"
    small.fill(folder)
    assert small.next_round(folder) == 0
    small.fill(folder)
    assert small.next_round(folder) == 0
    final = open_event(folder).competitions[""].final()
    missed_once = final[final["missed"] == 1]
    assert final.loc[player].isna()["rank"] and len(missed_once) and missed_once["rank"].notna().all()
    agreed(folder)


@pytest.mark.long
def test_who_comes_late_is_paired_with_the_points_that_the_rules_give_him(tmp_path: Path) -> None:
    folder = tmp_path / "赛事"
    small.write(folder, 9, {"加入前各轮": "按请假计分"})
    column = small.column(folder / EVENT_FILE, "阶段", "请假")
    small.put(folder / EVENT_FILE, "阶段", f"{column}2", 2)
    small.put(folder / EVENT_FILE, "报名", f"{small.column(folder / EVENT_FILE, '报名', '报到')}10", "否")
    assert small.run("draw", folder) == 0
    assert small.next_round(folder) == 0
    small.fill(folder)
    small.put(folder / EVENT_FILE, "报名", f"{small.column(folder / EVENT_FILE, '报名', '报到')}10", "是")
    small.edit(folder / EVENT_FILE, lambda book: small.put_rows(book["变动"], [[2, None, "迟到加入", 9, None, "堵车"]]))
    assert small.next_round(folder) == 0
    competition = open_event(folder).competitions[""]
    assert competition.late_points(2) == 2
    small.fill(folder)
    assert small.next_round(folder) == 0
    games = open_event(folder).competitions[""].games.query("red == '9' and round == 1")
    assert games["outcome"].tolist() == ["未加入"]
    agreed(folder)  # the groups that the round was paired in, too


@pytest.mark.long
@pytest.mark.parametrize("then", [("对手分", "编号"), ("胜局",)])
def test_a_round_is_verified_by_the_chain_that_was_in_force_then(tmp_path: Path, then: tuple[str, ...]) -> None:
    folder = with_chain(tmp_path / "赛事", "编号")
    play(folder, 2)
    type_chain(folder, *then)
    small.fill(folder)
    assert small.next_round(folder) == 0
    agreed(folder)
