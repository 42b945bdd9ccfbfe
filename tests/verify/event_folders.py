"""Small event folders written by openpyxl and the journal: one Swiss of three rounds, one with a knockout.

The numbers of the draw below come from ``sha256sum`` over ``丹阳|编号|A01`` and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import openpyxl

from qisai.journal import Journal
from qisai.verify import verify
from qisai.vocabulary import EVENT_FILE, GAMES_SHEET, JOURNAL_FILE, KNOCKOUT_GAMES, NUMBERS_FILE, SWISS_GAMES

#: 序号 in the order of the draw with the seed 丹阳: number 1 is A07.
IDS = ["A07", "A06", "A08", "A01", "A05", "A02", "A03", "A04"]
IDS_OF_SEVEN = ["A07", "A06", "A01", "A05", "A02", "A03", "A04"]
SWISS_POINTS = [5, 2, 0, 5, 3, 0, 5, 5]
KNOCKOUT_POINTS = [2, 1, 0, 2, 1, 0, 2, 2]
STAGES = ["阶段", "赛制", "轮次", "参加者", "红胜", "红和", "红负", "黑胜", "黑和", "黑负", "轮空", "弃权胜", "加赛顺序"]
CHAIN = ["积分", "累进分", "胜局", "犯规", "后手局数", "后手胜局", "前一轮名次"]
ROSTER = ["序号", "姓名", "地区", "角色", "缴费类别", "应缴", "已缴", "缴费顺序", "报到", "单位", "体检", "保险"]

Rows = list[list[Any]]
Tamper = dict[str, Callable[["EventFolder"], None]]


class EventFolder:
    """A folder under construction; ``ids`` maps 编号 to 序号. Every method writes at once.

    ``group`` is the 组别 of the records that follow.
    """

    group = ""

    def __init__(self, path: Path, ids: list[str], sheets: dict[str, Rows]) -> None:
        self.path = path
        self.ids = dict(enumerate(ids, start=1))
        path.mkdir(parents=True, exist_ok=True)
        self.sheets = sheets
        self.write_event()
        self.journal = Journal(path / JOURNAL_FILE)
        self.files: dict[tuple[str, int], str] = {}

    def write_event(self) -> None:
        write(self.path / EVENT_FILE, self.sheets)

    def type_in(self, settings: Iterable[list[Any]] = (), changes: Iterable[list[Any]] = (), **columns: dict[int, Any]) -> None:
        """More rows of 规程 and 变动 (轮次, 编号, 变动, 序号, 理由, 对方或台号), and columns of 报名 by 编号."""
        self.sheets["规程"] += settings
        self.sheets["变动"] += changes
        head, *people = self.sheets["报名"]
        for column, values in columns.items():
            for number, value in values.items():
                row = next(row for row in people if row[0] == self.ids[number])
                row[head.index(column)] = value
        self.write_event()

    def record(self, kind: str, **data: Any) -> None:
        self.journal.append(kind, data, f"2024-07-20T{8 + len(self.journal.entries) // 60:02}:00:00")

    def draw(self, numbers: int, **more: Any) -> None:
        players = [self.ids[n] for n in range(1, numbers + 1)]
        self.record("draw", seed="丹阳", players=players, names=[f"棋手{player}" for player in players], **more)
        self.number_rows = [[n, player, f"棋手{player}", ""] for n, player in self.ids.items() if n <= numbers]
        self.write_numbers()

    def write_numbers(self) -> None:
        write(self.path / NUMBERS_FILE, {"编号": [["编号", "序号", "姓名", "单位"], *self.number_rows]})

    def late(self, number: int, round_no: int) -> None:
        self.record("late", player=self.ids[number], number=number, name=f"棋手{self.ids[number]}", round=round_no)
        self.number_rows.append([number, self.ids[number], f"棋手{self.ids[number]}", ""])
        self.write_numbers()

    def publish(
        self, stage: str, round_no: int, file: str, pairs: list[tuple[int, int]], first_board: int = 1, **more: Any
    ) -> None:
        """A Swiss round; ``pairs`` are numbers, red first, board by board (``boards`` where they are not in a row)."""
        self._publish(stage, round_no, file, self._pairs(pairs, first_board, more), more)

    def _pairs(self, pairs: list[tuple[int, int]], first_board: int, more: dict[str, Any]) -> list[dict[str, Any]]:
        if more.get("bye"):
            more["bye"] = self.ids[more["bye"]]
        boards = more.pop("boards", range(first_board, first_board + len(pairs)))
        return [
            {"match": 0, "game": "", "board": board, "red": self.ids[red], "black": self.ids[black]}
            for board, (red, black) in zip(boards, pairs, strict=True)
        ]

    def adjust(self, stage: str, round_no: int, pairs: list[tuple[int, int]], **more: Any) -> None:
        """A Swiss round as the arbiter changed it; ``late`` are numbers of walk-ins."""
        lines = self._pairs(pairs, 1, more)
        more["late"] = [[self.ids[n], n, f"棋手{self.ids[n]}"] for n in more.get("late", ())]
        given = {"bye": None, "bye_why": [], "criteria": [], "relaxed": [], "why": {}, "reason": "现场商定", "differences": []}
        self.record("adjust", group=self.group, stage=stage, round=round_no, lines=lines, **(given | more))

    def publish_ties(
        self, stage: str, round_no: int, file: str, ties: list[tuple[int, int]], seeds: list[int], **more: Any
    ) -> None:
        """A knockout round with the lines 慢棋 and 快棋; the higher seed first."""
        lines = [
            {"match": match, "game": game, "board": match, "red": self.ids[high], "black": self.ids[low]}
            for match, (high, low) in enumerate(ties, start=1)
            for game in ("慢棋", "快棋")
        ]
        self._publish(stage, round_no, file, lines, {"seeds": [self.ids[n] for n in seeds], **more})

    def _publish(self, stage: str, round_no: int, file: str, lines: list[dict[str, Any]], more: dict[str, Any]) -> None:
        self.files[stage, round_no] = file
        given = {"bye": None, "bye_why": [], "absent": [], "criteria": [], "relaxed": [], "seeds": [], "why": {}, "rules": {}}
        given |= more
        self.record("publish", group=self.group, stage=stage, round=round_no, file=file, lines=lines, **given)

    def sheet(self, stage: str, round_no: int, rows: Rows, knockout: bool = False) -> None:
        """The round file as filled: 台号, 红方编号, 黑方编号, 结果, then 红犯规, 黑犯规, 实际红方; in a knockout
        台号, 局, 甲方编号, 乙方编号, 红方编号, 结果."""
        if knockout:
            filled = [[b, g, high, "", low, "", red, result] for b, g, high, low, red, result in rows]
            head = list(KNOCKOUT_GAMES[0])
        else:
            padded = [[*row, *[None] * (7 - len(row))] for row in rows]
            filled = [[b, red, "", black, "", *rest] for b, red, black, *rest in padded]
            head = [*SWISS_GAMES[0], "红犯规", "黑犯规", "实际红方"]
        write(self.path / self.files[stage, round_no], {GAMES_SHEET: [[f"第{round_no}轮"], head, *filled]})

    def accept(self, stage: str, round_no: int, lines: list[dict[str, Any]], order: list[int]) -> None:
        given = [self._line(line) for line in lines]
        self.record(
            "accept", group=self.group, stage=stage, round=round_no, lines=given, order=[self.ids[n] for n in order]
        )  # fmt: skip

    def correct(self, stage: str, round_no: int, before: dict[str, Any], after: dict[str, Any], **more: Any) -> None:
        given = {"reason": "成绩单登记错误", "moves": [], "board": before["board"], "game": before.get("game", ""), **more}
        given["moves"] = [[self.ids[n], old, new] for n, old, new in given["moves"]]
        self.record(
            "correct", group=self.group, stage=stage, round=round_no,
            before=self._line(before), after=self._line(after), **given,
        )  # fmt: skip

    def close(self, order: list[int], ranks: list[int | None]) -> None:
        self.record("close", group=self.group, order=[self.ids[n] for n in order], ranks=ranks)

    def _line(self, line: dict[str, Any]) -> dict[str, Any]:
        facts = {"match": 0, "game": "", "red_fouls": 0, "black_fouls": 0, "swapped": False, "note": ""}
        return {
            **facts,
            "red_points": 0,
            "black_points": 0,
            **line,
            "red": self.ids[line["red"]],
            "black": self.ids[line["black"]],
        }


def drawn(
    numbers: int, changes: Iterable[list[Any]] = (), settings: Iterable[list[Any]] = (), **columns: dict[int, Any]
) -> Callable[[EventFolder], None]:
    """The step of the draw, after more was typed (:meth:`EventFolder.type_in`)."""

    def step(f: EventFolder) -> None:
        f.type_in(settings, changes, **columns)
        f.draw(numbers)

    return step


def topics(path: Path, tamper: Tamper, event: Callable[..., EventFolder], upto: int = 99) -> dict[str, list[str]]:
    """The findings on an event of which some steps are replaced, in words, by topic."""
    event(path, upto, tamper)
    found: dict[str, list[str]] = {}
    for finding in verify(path).findings:
        found.setdefault(finding.topic, []).append(str(finding))
    return found


def line(board: int, red: int, black: int, outcome: str, **more: Any) -> dict[str, Any]:
    return {"board": board, "red": red, "black": black, "outcome": outcome, **more}


def write(path: Path, sheets: dict[str, Rows]) -> None:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(path)


def event_sheets(stages: Rows, prizes: Rows, changes: Rows, settings: Rows) -> dict[str, Rows]:
    locals_of = {"A07", "A02", "A06", "A04"}
    people = [
        [f"A0{n}", f"棋手A0{n}", "丹阳" if f"A0{n}" in locals_of else "南京", "选手", "自费", 100, 100, n, "是", "", "", ""]
        for n in range(1, 9)
    ]
    return {
        "规程": [["项目", "取值"], ["赛事名称", "小比赛"], ["抽签种子", "丹阳"], *settings],
        "阶段": [STAGES, *stages],
        "名次": [["顺序", "指标"], *([n, key] for n, key in enumerate(CHAIN, start=1))],
        "奖项": [["奖项", "条件", "名次", "金额", "每满人数"], *prizes],
        "日程": [["轮次", "日期", "时间"], [1, "2024-07-20", "09:00"]],
        "人员": [["职务", "姓名"], ["裁判长", "某人"]],
        "报名": [ROSTER, *people, ["A09", "没缴费", "丹阳", "选手", "自费", 100, 0, None, "是"]],
        "变动": [["轮次", "编号", "变动", "序号", "理由", "对方或台号"], *changes],
    }


# --- eight players, three rounds; worked by hand in test_swiss_by_hand -------------------------------------
ROUND_1 = [line(1, 1, 2, "红胜"), line(2, 4, 3, "和"), line(3, 5, 6, "黑胜"), line(4, 8, 7, "红胜")]
ROUND_2 = [line(1, 6, 1, "和"), line(2, 3, 8, "黑胜"), line(3, 2, 4, "红胜", red_fouls=1), line(4, 7, 5, "黑弃")]
ROUND_3 = [
    line(1, 1, 8, "和"), line(2, 6, 2, "红胜", swapped=True), line(3, 7, 3, "双弃未签"),
    line(4, 4, 5, "裁定", red_points=1, black_points=1),
]  # fmt: skip
ORDER_1 = [6, 1, 8, 3, 4, 2, 7, 5]
ORDER_2 = [8, 1, 6, 7, 2, 3, 4, 5]
ORDER_3 = [8, 1, 2, 6, 7, 3, 4, 5]


def swiss_event(path: Path, upto: int = 99, tamper: Tamper | None = None) -> EventFolder:
    """The Swiss of eight as far as its ``upto``-th step; ``tamper`` replaces steps by name."""
    folder = EventFolder(path, IDS, event_sheets(
        [["预赛", "积分编排", "1~3", "全体", *SWISS_POINTS, ""]],
        [["名次奖", "", "1,2,3", 300, ""], ["幸运奖", "", "5,9", 50, ""], ["地方奖", "地区=丹阳", "1,2,3", 80, 2]],
        [], [],
    ))  # fmt: skip
    steps: dict[str, Callable[[EventFolder], None]] = {
        "draw": lambda f: f.draw(8),
        "publish1": lambda f: f.publish("预赛", 1, "第01轮.xlsx", [(1, 2), (4, 3), (5, 6), (8, 7)]),
        "sheet1": lambda f: f.sheet("预赛", 1, [[1, 1, 2, 1], [2, 4, 3, "和棋"], [3, 5, 6, "2"], [4, 8, 7, "１-０"]]),
        "accept1": lambda f: f.accept("预赛", 1, ROUND_1, ORDER_1),
        "publish2": lambda f: f.publish("预赛", 2, "第02轮.xlsx", [(6, 1), (3, 8), (2, 4), (7, 5)]),
        "sheet2": lambda f: f.sheet("预赛", 2, [[1, 6, 1, 3], [2, 3, 8, "黑"], [3, 2, 4, "红", 1], [4, 7, 5, 5]]),
        "accept2": lambda f: f.accept("预赛", 2, ROUND_2, ORDER_2),
        "publish3": lambda f: f.publish("预赛", 3, "第03轮.xlsx", [(1, 8), (6, 2), (7, 3), (4, 5)]),
        "sheet3": lambda f: f.sheet(
            "预赛", 3, [[1, 1, 8, 3], [2, 6, 2, 1, None, None, 2], [3, 7, 3, "未签"], [4, 4, 5, "裁定 1：1"]]
        ),
        "accept3": lambda f: f.accept("预赛", 3, ROUND_3, ORDER_3),
        "close": lambda f: f.close(ORDER_3, [1, 2, 3, 4, 5, 6, 7, None]),
    }
    run(folder, steps, upto, tamper)
    return folder


# --- seven and a late one: two rounds, then a knockout of four beside one more round of the others ----------
def knockout_event(path: Path, upto: int = 99, tamper: Tamper | None = None) -> EventFolder:
    """The event with a knockout, as :func:`swiss_event`; worked by hand in test_knockout_by_hand."""
    sheets = event_sheets(
        [
            ["预赛", "积分编排", "1~2", "全体", *SWISS_POINTS, ""],
            ["淘汰", "单淘汰", "3~4", "前4名", *KNOCKOUT_POINTS, "慢棋、快棋"],
            ["其余", "积分编排", "3", "其余", *SWISS_POINTS, ""],
        ],
        [["名次奖", "", "1-3", 300, ""], ["幸运奖", "", "7,9", 50, ""], ["地方奖", "地区=丹阳", "1,2,3", 80, 2]],
        [[2, 8, "迟到加入", "A08", ""]], [],
    )  # fmt: skip
    folder = EventFolder(path, [*IDS_OF_SEVEN, "A08"], sheets)

    def ko(board: int, game: str, high: int, low: int, outcome: str, swapped: bool = False) -> dict[str, Any]:
        return line(board, high, low, outcome, game=game, swapped=swapped, match=board)

    steps: dict[str, Callable[[EventFolder], None]] = {
        "draw": lambda f: f.draw(7),
        "publish1": lambda f: f.publish("预赛", 1, "第01轮.xlsx", [(1, 2), (4, 3), (5, 6)], bye=7),
        "sheet1": lambda f: f.sheet("预赛", 1, [[1, 1, 2, 1], [2, 4, 3, 2], [3, 5, 6, 3], [4, 7, None, "轮空"]]),
        "accept1": lambda f: f.accept(
            "预赛", 1, [line(1, 1, 2, "红胜"), line(2, 4, 3, "黑胜"), line(3, 5, 6, "和")], [3, 1, 7, 6, 5, 2, 4]
        ),
        "late": lambda f: f.late(8, 2),
        "publish2": lambda f: f.publish("预赛", 2, "第02轮.xlsx", [(3, 1), (6, 7), (2, 5), (8, 4)]),
        "sheet2": lambda f: f.sheet("预赛", 2, [[1, 3, 1, 1], [2, 6, 7, 3], [3, 2, 5, 2], [4, 8, 4, 4]]),
        "accept2": lambda f: f.accept(
            "预赛", 2, [line(1, 3, 1, "红胜"), line(2, 6, 7, "和"), line(3, 2, 5, "黑胜"), line(4, 8, 4, "红弃")],
            [3, 7, 5, 1, 6, 4, 2, 8],
        ),
        "ties3": lambda f: f.publish_ties("淘汰", 3, "第03轮_淘汰.xlsx", [(3, 1), (7, 5)], [3, 7, 5, 1]),
        "publish3": lambda f: f.publish("其余", 3, "第03轮_其余.xlsx", [(6, 4), (8, 2)], first_board=3),
        "ties_sheet3": lambda f: f.sheet("淘汰", 3, [
            [1, "慢棋", 3, 1, 1, 3], [1, "快棋", 3, 1, 3, 3], [2, "慢棋", 7, 5, 7, 5], [2, "快棋", 7, 5, None, None],
        ], knockout=True),
        "sheet3": lambda f: f.sheet("其余", 3, [[3, 6, 4, 2], [4, 8, 2, 1]]),
        "ties_accept3": lambda f: f.accept(
            "淘汰", 3, [ko(1, "慢棋", 3, 1, "和", True), ko(1, "快棋", 3, 1, "和"), ko(2, "慢棋", 7, 5, "黑弃")],
            [7, 1, 3, 5],
        ),
        "accept3": lambda f: f.accept("其余", 3, [line(3, 6, 4, "黑胜"), line(4, 8, 2, "红胜")], [4, 6, 8, 2]),
        "ties4": lambda f: f.publish_ties("淘汰", 4, "第04轮_淘汰.xlsx", [(7, 1)], [3, 7, 5, 1]),
        "ties_sheet4": lambda f: f.sheet(
            "淘汰", 4, [[1, "慢棋", 7, 1, 1, 1], [1, "快棋", 7, 1, None, None]], knockout=True
        ),
        "ties_accept4": lambda f: f.accept("淘汰", 4, [ko(1, "慢棋", 7, 1, "红胜", True)], [1, 7, 3, 5]),
        "close": lambda f: f.close([1, 7, 3, 5, 4, 6, 2, 8], [1, 2, 3, 4, 5, 6, 7, None]),
    }  # fmt: skip
    run(folder, steps, upto, tamper)
    return folder


def run(
    folder: EventFolder,
    steps: dict[str, Callable[[EventFolder], None]],
    upto: int,
    tamper: Tamper | None,
) -> None:
    for name, step in list(steps.items())[:upto]:
        (tamper or {}).get(name, step)(folder)
