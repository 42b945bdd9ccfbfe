"""Whole random events, and two programs that share no rule code: they must agree on everything, every time."""

from __future__ import annotations

import random
from pathlib import Path

import openpyxl
import pytest

import small_event as small
from qisai.event import open_event
from qisai.record import Publication
from qisai.regulation.criteria import CRITERIA
from qisai.regulation.settings import BY_LABEL
from qisai.reports.team import team_claims
from qisai.reports.words import claims
from qisai.tiebreaks import TIE_BREAKS
from qisai.verify import compare, verify
from qisai.verify.tiebreaks import known
from qisai.vocabulary import EVENT_FILE
from rehearsal_tianshui import swap_seats

PRIZE_SETTINGS = {
    "奖金叠加": ["叠加", "只领最高一项，其余递补"], "并列奖金": ["不平分", "平分", "Hort"], "名次并列": ["0", "1", "5"],
    "奖金并列口径": ["名次相同", "积分相同"], "按比例取整": ["四舍五入", "只入不舍", "只舍不入"], "领奖最少轮数": ["0", "0", "4"],
    "领奖须缴清": ["否", "是"], "抽奖种子": ["", "福"], "押金": ["0", "50"],
    "押金退还": ["全部轮次到场", "缺席不超过一轮", "都退"],
}  # fmt: skip
PRIZE_ROWS = [
    ["名次奖", "", "1-3", 301, "是"], ["名次奖", "", "4-8", 100, "是"], ["丹阳奖", "地区=丹阳", "1-4", 150, "否"],
    ["女子奖", "性别=女", "1-3", 99, "否"], ["少儿奖", "年龄<=12", "1,3", 80, "否"], ["优秀奖", "", "前1/3", 20, "否"],
    ["幸运奖", "", "4起尾数5,9", 66, "否"], ["抽奖", "", "抽3名", 10, "否"],
    ["小奖", "等级分<1800；地区!=丹阳", "20%-50%", 0, "是"],
]  # fmt: skip


RANK_SETTINGS = {
    "未下对局": ["象棋竞赛规则", "象棋竞赛规则", "FIDE 2009", "FIDE 2023", "FIDE 2024", "FIDE 2026"],
    "轮空算后手": ["不算", "算后手局", "算后手局和后手胜局"], "弃权局算先后手": ["否", "是"], "弃权局算相遇": ["是", "否"],
    "轮空的对手分": ["有分者最低分", "全场最低分", "在赛者最低分", "不计", "本人其余对手的平均分"],
    "弃权局的对手分": ["对方全部积分", "不计", "同轮空"], "缺席的对手分": ["不计", "同轮空"],
    "加入前各轮": ["不计分", "按请假计分"], "进淘汰赛者的积分": ["冻结", "淘汰赛得分计入"],
    "累计弃权出局": ["0", "0", "3"], "缺轮轮数": ["1", "2"],
}  # fmt: skip


def _chain(book: openpyxl.Workbook, luck: random.Random) -> None:
    """Some of all the keys there are, in any order and direction; 请假 may be worth something."""
    labels = luck.sample([row.label for name, row in TIE_BREAKS.items() if name != "points" and known(name)], luck.randint(2, 12))
    ways = [luck.choice(["", "", "", "高者列前", "低者列前"]) for _ in labels]
    rows = [[place, label, way] for place, (label, way) in enumerate(zip(labels, ways, strict=True), start=2)]
    blank = [[None] * 6] * max(book["名次"].max_row - len(rows), 0)
    small.put_rows(book["名次"], [[1, "积分", ""], *rows, *blank])
    page = book["阶段"]
    header = [cell.value for cell in page[1]]
    for column in ("请假", "弃权负", "双弃"):
        page.cell(2, header.index(column) + 1).value = luck.choice([None, None, 1])


def _prizes(book: openpyxl.Workbook, luck: random.Random, players: int) -> None:
    """Some prizes of every kind, what their conditions ask of the people, and perhaps one who fills in."""
    small.put_rows(book["奖项"], luck.sample(PRIZE_ROWS, luck.randint(3, len(PRIZE_ROWS))))
    page = book["报名"]
    header = [cell.value for cell in page[1]]
    words = {"性别": ["男", "女", None], "出生年份": ["2013", "1960年", None], "等级分": [1500, 2000, None]}
    for player in range(1, players + 1):
        for column, choices in words.items():
            page.cell(player + 1, header.index(column) + 1).value = luck.choice(choices)
    if luck.random() < 0.5:
        filler = luck.randint(1, players) + 1
        page.cell(filler, header.index("角色") + 1).value = "陪打"
        page.cell(filler, header.index("已缴") + 1).value = None


def _pairing_settings(order: random.Random) -> dict[str, str]:
    """What a pairing looks at and in which order; "" leaves a default."""
    criteria = order.sample(CRITERIA, order.randint(0, len(CRITERIA)))
    return {
        "编排次序": order.choice(["", "、".join(criteria) or "无"]),
        "积分档": order.choice(["0", "4", "8"]),
        "上下调间隔": order.choice(["0", "1", "2", "4"]),
        "同队回避方式": order.choice(["必须", "尽量"]),
        "回避依据": order.choice(["单位", "单位", "地区"]),
        "回避组": order.choice(["尽量", "必须", "不用"]),
    }


def _circles(book: openpyxl.Workbook, order: random.Random, players: int) -> None:
    """Perhaps some small families."""
    page = book["报名"]
    column = [cell.value for cell in page[1]].index("回避组") + 1
    for player in order.sample(range(1, players + 1), order.choice([0, 0, 2, 4])):
        page.cell(player + 1, column).value = order.choice(["一家", "一 家", "二家", "无"])


def _closed_tables(number: int, order: random.Random, changes: list[list[object]]) -> list[list[object]]:
    """Perhaps a table that cannot be used from this round on, or one that is back."""
    table = order.randint(1, 6)
    rows = [row for row in changes if row[2] in ("停用台", "启用台") and row[4] == table]
    kind = "启用台" if rows and rows[-1][2] == "停用台" else "停用台"
    asked = number <= 5 and order.random() < 0.3 and not (rows and rows[-1][0] == number)
    return [[number, None, kind, None, table, "灯坏了"]] * asked


def play(folder: Path, seed: int) -> int:
    """An event of 8 to 24 with every kind of 变动, forfeits, fouls, rulings, wrong colours, hand changes and
    corrections; returns the number of rounds published. It may end early without a legal pairing."""
    chance = random.Random(seed)
    players = chance.randint(8, 24)
    settings = {
        "抽签种子": f"种子{seed}",
        "同分组内次序": chance.choice(["对折", "相邻", "首尾", "抽签"]),
        "轮空算胜局": chance.choice(["是", "否"]),
        "弃权胜算胜局": chance.choice(["是", "否"]),
        "先后手错误": chance.choice(["编排按原定", "编排按实际"]),
        "缺轮处理": chance.choice(["不列名次", "不领幸运奖", "不处理"]),
        "先后手限制": chance.choice(["不得三连、不得差三", "不得三连、不得差三", "不限"]),
        "连续弃权出局": str(chance.choice([0, 1, 2])),
        "同队回避轮数": str(chance.choice([0, 0, 1, 2])),
        "附加赛先后手": chance.choice(["抽签", "慢棋后手方选", "与前一局相反"]),
        "团体赛": "个人名次之和",
        "团体计分人数": str(chance.choice([1, 2, 3])),
        "人数不足的队": chance.choice(["不列团体名次", "缺额按末名加一"]),
    }
    first = random.Random(f"首轮{seed}")
    settings |= {label: first.choice(BY_LABEL[label].choices) for label in ("编号方式", "首轮编排", "首轮先后手")}
    order = random.Random(f"编排{seed}")
    settings |= _pairing_settings(order)
    luck = random.Random(f"奖{seed}")
    drawn = {label: luck.choice(words) for label, words in (PRIZE_SETTINGS | RANK_SETTINGS).items()}
    small.write(folder, players, settings | drawn)
    small.edit(folder / EVENT_FILE, lambda book: _prizes(book, luck, players))
    small.edit(folder / EVENT_FILE, lambda book: _circles(book, order, players))
    if luck.random() < 0.7:  # else the chain of the rule book
        small.edit(folder / EVENT_FILE, lambda book: _chain(book, luck))
    if chance.random() < 0.5:
        small.put(folder / EVENT_FILE, "阶段", f"{small.column(folder / EVENT_FILE, '阶段', '先后手')}3", "抽签")
    late = [n for n in range(1, players + 1) if chance.random() < 0.06]
    for player in late:
        small.put(folder / EVENT_FILE, "报名", f"{small.column(folder / EVENT_FILE, '报名', '报到')}{player + 1}", "否")
    assert small.run("draw", folder) == 0
    changes: list[list[object]] = []
    while True:
        changes += _happenings(folder, chance, late) + _closed_tables(_next_round(folder), order, changes)
        wishes = _wishes(folder, chance)
        _type_changes(folder, [*changes, *wishes])
        code = small.next_round(folder)
        if code and wishes:  # what cannot be is refused, and nothing has changed
            _type_changes(folder, [*changes, *([[None] * 6] * len(wishes))])
            code, wishes = small.next_round(folder), []
        changes += wishes
        event = open_event(folder)
        if code == 4 or event.record.closed:
            return len(event.record.publications)
        assert code == 0, seed
        for publication in event.record.publications:
            if publication.accepted is None:
                if publication.stage != "淘汰" and chance.random() < 0.3:
                    _hand_change(folder, publication, chance)
                _oddities(folder, open_event(folder).record.find(*publication.key), chance)
            elif chance.random() < 0.2:
                _correction(folder, publication, chance)
        small.fill(folder, f"成绩{seed}")


def _type_changes(folder: Path, changes: list[list[object]]) -> None:
    small.edit(folder / EVENT_FILE, lambda book: small.put_rows(book["变动"], changes))


def _next_round(folder: Path) -> int:
    return max((p.round for p in open_event(folder).record.publications), default=0) + 1


def _happenings(folder: Path, chance: random.Random, late: list[int]) -> list[list[object]]:
    """New rows of 变动 for the next round."""
    event, number = open_event(folder), _next_round(folder)
    rows: list[list[object]] = []
    if number == 2 and late:
        player = late.pop()
        letter = small.column(folder / EVENT_FILE, "报名", "报到")
        small.put(folder / EVENT_FILE, "报名", f"{letter}{player + 1}", "是")
        rows.append([2, None, "迟到加入", player, None, "迟到"])
    if number <= 5 and chance.random() < 0.5:
        gone = set(event.changes.loc[event.changes["happening"] == "退赛", "player"])
        present = [n for p, n in event.record.numbers.items() if p not in gone and p not in event.competitions[""].seeds]
        if len(present) > 6:
            rows.append([number, chance.choice(present), chance.choice(["缺席本轮", "退赛"]), None, None, "有事"])
    return rows


def _wishes(folder: Path, chance: random.Random) -> list[list[object]]:
    """Rows of 变动 that ask something of the pairing; some cannot be."""
    event, number = open_event(folder), _next_round(folder)
    present = [n for p, n in event.record.numbers.items() if p not in event.competitions[""].seeds]
    rows: list[list[object]] = []
    for _ in range(chance.choice([0, 0, 1, 2]) if number <= 5 else 0):
        one, other = chance.sample(present, 2)
        kind = chance.choice(["复赛", "取消资格", "指定轮空", "锁定对阵", "禁止对阵", "固定台", "固定台", "加赛名次"])
        if kind != "取消资格" or chance.random() < 0.3:
            named = other if kind in ("锁定对阵", "禁止对阵") else None
            if kind in ("固定台", "加赛名次"):
                named = chance.choice([1, 3, 8, 20])
            rows.append([max(number - (kind == "加赛名次"), 1), one, kind, None, named, "申请"])
    return rows


def _hand_change(folder: Path, publication: Publication, chance: random.Random) -> None:
    """Two seats exchanged before play; taken back where it breaks a rule, which ``--yes`` does not accept."""
    boards = [line["board"] for line in open_event(folder).record.find(*publication.key).lines]
    if not boards:  # everybody is away
        return
    seats = [(chance.choice(boards), chance.choice(["红方", "黑方"])) for _ in range(2)]
    if len(set(seats)) == 2:
        swap_seats(folder, publication.file, *seats)
        before = len(open_event(folder).journal.entries)
        small.next_round(folder)
        if len(open_event(folder).journal.entries) == before:
            swap_seats(folder, publication.file, *seats)


def _oddities(folder: Path, publication: Publication, chance: random.Random) -> None:
    """Forfeits, rulings, fouls and colours the other way round, typed before the rest is simulated."""
    numbers = open_event(folder).record.numbers
    knockout = publication.stage == "淘汰"
    for row, line in enumerate(publication.lines, start=2):
        if chance.random() < 0.7 or (knockout and line["game"] != "慢棋") or not line["black"]:
            continue
        words = chance.choice(["4", "5", "1", "2"] if knockout else ["4", "5", "6", "双弃未签", "双负", "裁定 4:1", "3"])
        small.result(folder, row, words, file=publication.file)
        if words.startswith("裁定"):
            small.result(folder, row, "裁判长裁定", "备注", publication.file)
        if knockout:
            small.result(folder, row, numbers[chance.choice([line["red"], line["black"]])], "红方编号", publication.file)
        else:
            small.result(folder, row, chance.choice([None, 1]), "红犯规", publication.file)
            if chance.random() < 0.3:
                small.result(folder, row, numbers[line["black"]], "实际红方", publication.file)


def _correction(folder: Path, publication: Publication, chance: random.Random) -> None:
    """A result of an accepted Swiss round, changed with a reason."""
    if publication.stage != "淘汰" and publication.lines:
        row = chance.randrange(len(publication.lines)) + 2
        small.result(folder, row, chance.choice(["1", "2", "3"]), file=publication.file)
        small.result(folder, row, f"复核更正{chance.random()}", "更正理由", publication.file)


def check(folder: Path, seed: int) -> None:
    play(folder, seed)
    report = verify(folder)
    assert report.findings == (), seed
    event = open_event(folder)
    assert compare(report, claims(event.competitions[""]) | team_claims(event)) == (), seed


@pytest.mark.long
@pytest.mark.parametrize("seed", [0, 1, *range(100, 220)])
def test_two_referees_agree_on_many_random_events(tmp_path: Path, seed: int) -> None:
    check(tmp_path / "赛事", seed)
