"""From the rule sheets of 赛事.xlsx to :class:`Regulation`; every fault found is listed, none guessed away."""

from __future__ import annotations

import datetime
import math
import re
from fractions import Fraction
from typing import Any

from qisai.problems import Problem, errors
from qisai.regulation import settings as rows
from qisai.regulation import treatment
from qisai.regulation.conditions import AGE, Eligible, eligible_words
from qisai.regulation.model import (
    EVERYBODY,
    KNOCKOUT,
    OTHERS,
    POINT_COLUMNS,
    RARE_POINT_COLUMNS,
    ROUND_ROBIN,
    SWISS,
    Appointment,
    Key,
    Regulation,
    Stage,
)
from qisai.regulation.prize_rows import read_prize
from qisai.sheets import Book, Row, is_date
from qisai.tiebreaks import TIE_BREAKS
from qisai.vocabulary import ROSTER, ROSTER_SHEET, plain, text

SHEETS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "规程": (("项目", "取值"), ("默认", "可填", "规程原文", "说明")),
    "阶段": (("阶段", "赛制", "轮次", "参加者", *POINT_COLUMNS), ("组别", "加赛顺序", "先后手", "用时", *RARE_POINT_COLUMNS)),
    "名次": (("顺序", "指标"), ("方向", "组别", "方案", "说明")),
    "奖项": (("奖项", "名次", "金额"), ("条件", "证书", "每满人数", "组别", "对象", "奖牌", "并列", "说明")),
    "日程": (("轮次", "日期", "时间"), ("说明",)),
}
#: A sheet that says nothing of the rules is a fault: code and detail.
_EMPTY = {
    "阶段": ("stage_bad", "「阶段」表是空的，至少要有一个「全体」参加的阶段"),
    "名次": ("chain_bad", "「名次」表是空的，至少要有积分"),
}
#: What 赛制 may say. A round robin may say how often two meet; its number of rounds says it too.
ONCE, TWICE = f"单{ROUND_ROBIN}", f"双{ROUND_ROBIN}"
SYSTEMS = {SWISS: SWISS, KNOCKOUT: KNOCKOUT, ROUND_ROBIN: ROUND_ROBIN, ONCE: ROUND_ROBIN, TWICE: ROUND_ROBIN}
DIRECTIONS = {"高者列前": True, "低者列前": False, "多者列前": True, "少者列前": False}


def read_regulations(book: Book, problems: list[Problem]) -> dict[str, Regulation]:
    """One :class:`Regulation` a 组别 of 阶段 (the blank group alone where none is named; else blank = all).

    Faults are added to ``problems``, each once; where one is an error the result is empty.
    """
    found: list[Problem] = []
    regulations = _read(book, found)
    problems.extend(problem for i, problem in enumerate(found) if problem not in found[:i])
    return {} if errors(found) else regulations


def _read(book: Book, problems: list[Problem]) -> dict[str, Regulation]:
    values, decided, quotes = _settings(book, problems)
    stage_rows = _rows(book, "阶段", problems)
    groups = [group for group in dict.fromkeys(row.text("组别") for row in stage_rows) if group] or [""]
    chain_rows, prize_rows = _rows(book, "名次", problems), _rows(book, "奖项", problems)
    for row in (*chain_rows, *prize_rows):
        if row.text("组别") and row.text("组别") not in groups:
            problems.append(row.problem("group_unknown", "组别", allowed="、".join(groups)))
    schedule = tuple(_appointment(row, problems) for row in _rows(book, "日程", problems))
    dated = any(row.date for row in schedule)
    _check_eligible(book, values["eligible"], groups, dated, problems)
    roster = book.table(ROSTER_SHEET, *ROSTER, [])
    circles = any(row.text("回避组") for row in roster or ())
    regulations = {}
    for group in groups:
        stages, scale = _stages(_of_group(stage_rows, group), problems)
        chains = _chains(_of_group(chain_rows, group), problems)
        chain = _in_force(chains, values["chain"], book, problems)
        if chain_rows and not _of_group(chain_rows, group):
            problems.append(chain_rows[0].problem("chain_bad", "组别", detail=f"没有「{group}」的名次指标"))
        prizes = tuple(prize for row in _of_group(prize_rows, group) if (prize := read_prize(row, dated, problems)))
        regulations[group] = Regulation(
            group, values, decided, quotes, stages, chain, prizes, schedule, scale, treatment.build(values), chains, circles
        )
    return regulations


def _of_group(all_rows: list[Row], group: str) -> list[Row]:
    return [row for row in all_rows if row.text("组别") in ("", group)]


def _rows(book: Book, sheet: str, problems: list[Problem]) -> list[Row]:
    table = book.table(sheet, *SHEETS[sheet], problems)
    if table and not table.rows and sheet in _EMPTY:
        code, detail = _EMPTY[sheet]
        problems.append(Problem(code, book.file, sheet, "A1", "", {"detail": detail}))
    return list(table) if table else []


def _became_date(row: Row, column: str, problems: list[Problem]) -> bool:
    """Excel turns a typed ``1-7`` or ``1/2`` into a day; say so instead of calling the day wrong."""
    if not is_date(row.values.get(column)):
        return False
    problems.append(row.problem("became_date", column))
    return True


def _settings(book: Book, problems: list[Problem]) -> tuple[dict[str, Any], frozenset[str], dict[str, str]]:
    values = {setting.key: rows.parse(setting, "") for setting in rows.SETTINGS}
    decided: dict[str, str] = {}
    quotes = {}
    for row in _rows(book, "规程", problems):
        setting = rows.BY_LABEL.get(plain(row.text("项目")))
        if setting is None:
            problems.append(row.problem("setting_unknown", "项目"))
            continue
        if row.text("规程原文"):
            quotes[setting.key] = row.text("规程原文")
        if not row.text("取值"):
            continue
        if setting.key in decided:
            problems.append(row.problem("setting_twice", "项目", other=decided[setting.key]))
            continue
        decided[setting.key] = row.at("项目")
        try:
            values[setting.key] = rows.parse(setting, row.values["取值"])
        except ValueError as error:
            if setting.kind == "conditions":
                problems.append(row.problem("eligible_bad", "取值", detail=str(error)))
                continue
            problems.append(
                row.problem("setting_bad", "取值", allowed=rows.allowed(setting), default=setting.default or "空")
            )
    return values, frozenset(decided), quotes


def _check_eligible(book: Book, eligible: Eligible, groups: list[str], dated: bool, problems: list[Problem]) -> None:
    """Conditions of a group that is there, and no age where nobody knows the year."""
    faults = [f"「阶段」表里没有组别「{group}」" for group, _ in eligible if group and group not in groups]
    if not dated and any(condition.field == AGE for _, own in eligible for condition in own):
        faults.append("条件用到年龄，要知道比赛在哪一年：请在「日程」表填日期，或改用出生年份")
    if faults:
        label, value = plain(rows.BY_KEY["eligible"].label), eligible_words(eligible)
        cell = next((row.at("取值") for row in _rows(book, "规程", []) if plain(row.text("项目")) == label), "A1")
        problems += [Problem("eligible_bad", book.file, "规程", cell, value, {"detail": fault}) for fault in faults]


def _span(value: str) -> tuple[int, int] | None:
    """``1-7`` or ``8`` as first and last round."""
    match = re.fullmatch(r"第?(\d{1,2})(?:[-~至到](\d{1,2}))?轮?", plain(value))
    if not match:
        return None
    first, last = int(match[1]), int(match[2] or match[1])
    return (first, last) if 1 <= first <= last else None


def _stages(stage_rows: list[Row], problems: list[Problem]) -> tuple[tuple[Stage, ...], int]:
    raw: list[tuple[Row, dict[str, Fraction]]] = []
    for row in stage_rows:
        points = {}
        for column, key in {**POINT_COLUMNS, **RARE_POINT_COLUMNS}.items():
            if _became_date(row, column, problems):
                continue
            if (value := _points(row, column)) is None:
                problems.append(row.problem("stage_bad", column, detail=f"「{column}」应是分数，如 2、0.5、1/2"))
            else:
                points[key] = value
        rest = SYSTEMS.get(plain(row.text("赛制"))) == ROUND_ROBIN
        for column in ("弃权胜",) if rest else ("轮空", "弃权胜"):  # silent: as a win (2020 rules 14.4); a rest is none
            if not row.text(column) and "red_win" in points:
                points[POINT_COLUMNS[column]] = points["red_win"]
        raw.append((row, points))
    scale = math.lcm(*(value.denominator for _, points in raw for value in points.values()), 1)
    stages = tuple(stage for row, points in raw if (stage := _stage(row, points, scale, problems)))
    if len(stages) == len(raw):
        _check_order(stages, raw, problems)
    return stages, scale


def _points(row: Row, column: str) -> Fraction | None:
    """Points of one cell. A blank is none, but a stage with standings whose wins are blank has not been filled in."""
    typed = plain(row.text(column))
    if not typed and column in ("红胜", "黑胜") and SYSTEMS.get(plain(row.text("赛制"))) in (SWISS, ROUND_ROBIN):
        return None
    try:
        value = Fraction(typed or "0")
    except (ValueError, ZeroDivisionError):
        return None
    return value if value >= 0 else None


def _stage(row: Row, points: dict[str, Fraction], scale: int, problems: list[Problem]) -> Stage | None:
    def fault(column: str, detail: str) -> None:
        problems.append(row.problem("stage_bad", column, detail=detail))

    typed = plain(row.text("赛制"))
    system = SYSTEMS.get(typed, "")
    span = _span(row.text("轮次"))
    entrants = plain(row.text("参加者"))
    match = re.fullmatch(r"前(\d+)名", entrants)
    games = tuple(part for part in re.split(r"[,，、→>]+", plain(row.text("加赛顺序"))) if part)
    if not row.text("阶段"):
        fault("阶段", "阶段要有名称")
    if not system:
        fault("赛制", f"赛制应为{'、'.join(f'「{name}」' for name in SYSTEMS)}")
    if span is None and not _became_date(row, "轮次", problems):
        fault("轮次", "轮次应写 1-7 的样子")
    if entrants not in (EVERYBODY, OTHERS) and not match:
        fault("参加者", "参加者应为「全体」「前8名」或「其余」")
    if system == KNOCKOUT and match and span:
        if int(match[1]) not in (2, 4, 8, 16):
            fault("参加者", "单淘汰的人数应为 2、4、8 或 16（还没有首轮轮空）")
        elif 2 ** (span[1] - span[0] + 1) != int(match[1]):
            fault("轮次", f"前{match[1]}名单淘汰要打 {int(match[1]).bit_length() - 1} 轮")
    if system == KNOCKOUT and not match:
        fault("参加者", "单淘汰的参加者应写「前8名」的样子，人数为 2、4、8 或 16")
    if system == SWISS and match:
        fault("参加者", "积分编排的参加者应为「全体」或「其余」")
    if system == ROUND_ROBIN and entrants != EVERYBODY:
        fault("参加者", "循环的参加者应为「全体」")
    if span and typed in (ONCE, TWICE) and (span[1] - span[0]) % 2 != (typed == TWICE):
        fault("轮次", f"{typed}的轮数是{'双' if typed == TWICE else '单'}数：人数减一，人数为单数的等于人数；双循环加倍")
    if len(set(games)) != len(games):
        fault("加赛顺序", "加赛顺序里有重复的局名")
    if span is None or len(points) < len(POINT_COLUMNS) + len(RARE_POINT_COLUMNS) or not row.text("阶段"):
        return None
    return Stage(
        name=row.text("阶段"),
        system=system,
        first=span[0],
        last=span[1],
        entrants=entrants,
        qualifiers=int(match[1]) if match else 0,
        points={key: int(value * scale) for key, value in points.items()},
        games=games or (("慢棋",) if system == KNOCKOUT else ()),
        colours=row.text("先后手"),
        clock=row.text("用时"),
    )


def _check_order(stages: tuple[Stage, ...], raw: list[tuple[Row, dict[str, Fraction]]], problems: list[Problem]) -> None:
    if not raw:
        return
    first_row = raw[0][0]

    def fault(row: Row, detail: str) -> None:
        problems.append(row.problem("stages_gap", "轮次", detail=detail))

    whole = [stage for stage in stages if stage.whole_field]
    if all(stage.system == KNOCKOUT for stage in stages):
        fault(first_row, "只有单淘汰的比赛还办不了：先要有「全体」参加的积分编排或循环，再由前 2、4、8 或 16 名淘汰")
        return
    if len(whole) != 1 or whole[0].first != 1:
        fault(first_row, "应有且只有一个「全体」参加的阶段，从第 1 轮开始")
        return
    if len({stage.name for stage in stages}) != len(stages):
        fault(first_row, "两个阶段同名")
    for (row, _), stage in zip(raw, stages, strict=True):
        if not stage.whole_field and stage.first != whole[0].last + 1:
            fault(row, f"「{stage.name}」应从第 {whole[0].last + 1} 轮开始（「{whole[0].name}」到第 {whole[0].last} 轮）")
    kinds = [stage.entrants for stage in stages if not stage.whole_field]
    if len([kind for kind in kinds if kind == OTHERS]) > 1 or len([kind for kind in kinds if kind != OTHERS]) > 1:
        fault(first_row, "「前几名」和「其余」各只能有一个阶段")
    if OTHERS in kinds and len(kinds) == 1:
        fault(first_row, "有「其余」而没有「前几名」的阶段")


def _chains(chain_rows: list[Row], problems: list[Problem]) -> dict[str, tuple[Key, ...]]:
    """The chain of every 方案, in the order of the sheet; documents have been seen to hold two (Tianshui)."""
    names = dict.fromkeys(plain(row.text("方案")) for row in chain_rows)
    return {name: _chain([row for row in chain_rows if plain(row.text("方案")) == name], problems) for name in names}


def _in_force(
    chains: dict[str, tuple[Key, ...]], wanted: str, book: Book, problems: list[Problem]
) -> tuple[Key, ...]:
    """The chain that 名次方案 names; where it is blank the last, which in a document is the later and more special."""
    name = plain(wanted) or next(reversed(chains), "")
    if chains and name not in chains:
        detail = f"「规程」表的名次方案是「{wanted}」，「名次」表的方案是：{'、'.join(chains) or '没有填'}"
        problems.append(Problem("chain_bad", book.file, "名次", "A1", wanted, {"detail": detail}))
    return chains.get(name, ())


def _chain(chain_rows: list[Row], problems: list[Problem]) -> tuple[Key, ...]:
    labels = {plain(row.label): key for key, row in TIE_BREAKS.items()}
    keys: list[tuple[int, Key]] = []
    for row in chain_rows:
        name = labels.get(plain(row.text("指标")))
        if name is None:
            problems.append(row.problem("key_unknown", "指标", allowed="、".join(one.label for one in TIE_BREAKS.values())))
            continue
        direction = plain(row.text("方向"))
        if direction and direction not in DIRECTIONS:
            problems.append(row.problem("key_direction", "方向"))
            continue
        if not plain(row.text("顺序")).isdigit():
            problems.append(row.problem("chain_bad", "顺序", detail="顺序应是 1、2、3…"))
            continue
        usual = TIE_BREAKS[name].larger_first
        larger = DIRECTIONS[direction] if direction and name != "previous" else usual  # a better place first
        keys.append((int(plain(row.text("顺序"))), Key(name, larger)))
    keys.sort(key=lambda pair: pair[0])
    if chain_rows:
        if [key.name for _, key in keys][:1] != ["points"]:
            problems.append(chain_rows[0].problem("chain_bad", "指标", detail="第一个指标应是积分"))
        if len({order for order, _ in keys}) < len(keys) or len({key.name for _, key in keys}) < len(keys):
            problems.append(chain_rows[0].problem("chain_bad", "顺序", detail="顺序或指标有重复"))
    return tuple(key for _, key in keys)


def _appointment(row: Row, problems: list[Problem]) -> Appointment:
    date, time = _date(row.values["日期"]), _time(row.values["时间"])
    if date is None:
        problems.append(row.problem("schedule_bad", "日期", detail="日期不对"))
    if time is None:
        problems.append(row.problem("schedule_bad", "时间", detail="时间不对"))
    if not row.text("轮次"):
        problems.append(row.problem("schedule_bad", "轮次", detail="没有写哪一轮"))
    what = plain(row.text("轮次")).removeprefix("第").removesuffix("轮")
    return Appointment(what, date or "", time or "")


def _date(value: Any) -> str | None:
    if isinstance(value, datetime.date):
        return value.strftime("%Y-%m-%d")
    match = re.fullmatch(r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?", plain(value))
    try:
        return datetime.date(*map(int, match.groups())).isoformat() if match else None
    except ValueError:
        return None


def _time(value: Any) -> str | None:
    if isinstance(value, datetime.time | datetime.datetime):
        return value.strftime("%H:%M")
    typed = text(value).replace("：", ":")
    return typed.zfill(5) if re.fullmatch(r"([01]?\d|2[0-3]):[0-5]\d", typed) else None
