"""Random round robins with everything that can happen in them: the two referees must agree, every time."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import small_event as small
import small_round_robin as rr
from qisai.event import open_event
from qisai.record import Publication
from qisai.regulation.model import cycle
from qisai.reports.words import claims
from qisai.tiebreaks import TIE_BREAKS
from qisai.verify import compare, verify
from rehearsal_danyang import run

RESULTS = ["1", "2", "3", "4", "5", "6", "双弃未签", "双负", "裁定 2:1"]


def play(folder: Path, seed: int) -> None:
    chance = random.Random(seed)
    players, cycles = chance.randint(3, 8), chance.choice([1, 1, 2])
    last = cycles * cycle(players)
    worth = {"轮空": chance.choice(["", 0, 1, 2]), "弃权负": chance.choice(["", 0.5])}
    stages: list[dict[str, object]] = [rr.stage(f"1-{last}", **worth)]
    if players > 5 and chance.random() < 0.6:
        tie = {"阶段": "淘汰", "参加者": "前4名", "加赛顺序": "慢棋,附加赛", "先后手": "抽签"}
        stages.append(rr.stage(f"{last + 1}-{last + 2}", "单淘汰") | tie)
        stages += [rr.stage(f"{last + 1}", "积分编排", 阶段="其余", 参加者="其余", 轮空=2)] * chance.choice([0, 1])
    settings = {
        "抽签种子": f"循环{seed}",
        "循环赛中途退赛": chance.choice(["不到一半成绩取消", "不到一半成绩取消", "成绩保留"]),
        "双循环次序": chance.choice(["照循环表两遍", "第一循环末两轮对调"]),
        "未下对局": chance.choice(["象棋竞赛规则", "FIDE 2009", "FIDE 2024", "FIDE 2026"]),
        "缺轮处理": chance.choice(["不列名次", "不处理"]),
        "连续弃权出局": chance.choice(["0", "2"]) if len(stages) == 1 else "0",  # else the knockout may lack people
        "累计弃权出局": chance.choice(["0", "0", "2"]) if len(stages) == 1 else "0",
        "弃权局算先后手": chance.choice(["是", "否"]),
        "弃权局的对手分": chance.choice(["对方全部积分", "不计", "同轮空"]),
        "名次并列": chance.choice(["0", "1"]),
        "领奖最少轮数": chance.choice(["0", "3"]),
        "押金": "50",
    }
    rr.write(folder, players, stages, settings)
    others = [row.label for name, row in TIE_BREAKS.items() if name not in ("points", "lot", "playoff")]
    rr.chain(folder, ["积分", *chance.sample(others, 7)])
    assert run("draw", folder) == 0
    changes: list[list[object]] = []
    while True:
        number = max((p.round for p in open_event(folder).record.publications), default=0) + 1
        for _ in range(chance.choice([0, 0, 1, 2]) if number <= last else 0):
            kind = chance.choice(["退赛", "退赛", "复赛", "缺席本轮", "取消资格", "固定台"])
            table = [None, chance.choice([1, 2, 5])] if kind == "固定台" else []
            row = [number, chance.randint(1, players), kind, *table]
            leaving = {other[1] for other in changes if other[2] in ("退赛", "取消资格")} | {row[1]}
            if kind not in ("退赛", "取消资格") or (len(leaving) <= max(players - 4, 1) and chance.random() < 0.7):
                changes.append(row)
        rr.change(folder, *changes)
        if code := small.next_round(folder):
            assert code == 3  # rows of 变动 that contradict one another
            changes = [row for row in changes if row[0] != number]
            rr.change(folder, *changes, *[[None]] * 5)
            assert small.next_round(folder) == 0
        if open_event(folder).record.closed:
            return
        for publication in open_event(folder).record.publications:
            if publication.accepted is None and publication.stage != "淘汰":
                _oddities(folder, publication, chance)
            elif publication.stage != "淘汰" and chance.random() < 0.15 and publication.lines:
                row = chance.randrange(len(publication.lines)) + 2
                small.result(folder, row, chance.choice("12345"), file=publication.file)
                small.result(folder, row, f"复核更正{chance.random()}", "更正理由", publication.file)
        small.fill(folder, f"循环成绩{seed}")


def _oddities(folder: Path, publication: Publication, chance: random.Random) -> None:
    """Forfeits, rulings, fouls and colours the other way round, typed before the rest is simulated."""
    numbers = open_event(folder).record.numbers
    for row, line in enumerate(publication.lines, start=2):
        if chance.random() < 0.6:
            continue
        words = chance.choice(RESULTS)
        small.result(folder, row, words, file=publication.file)
        small.result(folder, row, "裁判长裁定", "备注", publication.file)
        small.result(folder, row, chance.choice([None, 1]), "红犯规", publication.file)
        if chance.random() < 0.3:
            small.result(folder, row, numbers[line["black"]], "实际红方", publication.file)


def check(folder: Path, seed: int) -> None:
    play(folder, seed)
    report = verify(folder)
    assert report.findings == (), seed
    assert compare(report, claims(open_event(folder).competitions[""])) == (), seed


@pytest.mark.parametrize("seed", [2])
def test_two_referees_agree_on_a_random_round_robin(tmp_path: Path, seed: int) -> None:
    check(tmp_path / "赛事", seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", [0, 1, *range(100, 160)])
def test_two_referees_agree_on_many_random_round_robins(tmp_path: Path, seed: int) -> None:
    check(tmp_path / "赛事", seed)
