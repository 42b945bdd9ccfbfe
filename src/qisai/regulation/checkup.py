"""规程体检: what is contradictory, silent or impossible in the rules of an event, before it begins.

Each check is one small generator over :class:`Facts` with its reason in the docstring; ``CHECKS`` lists them
in the order of the report. A check says nothing where nothing is wrong.
"""

from __future__ import annotations

import datetime
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from qisai.regulation.model import SWISS, Prize, Regulation, Stage
from qisai.regulation.settings import BY_KEY, SETTINGS, names, shown
from qisai.regulation.summary import applies, points_text, spans
from qisai.vocabulary import TIE_BREAKS


@dataclass(frozen=True)
class Remark:
    """One line of the check-up.

    ``says``: what the text says (规程原文 where the organizer gave it, else the sheet); ``doubt``: what is
    contradictory or silent; ``reading``: what the program does; ``others``: other readings; ``decided``:
    whether the organizer typed a value.
    """

    topic: str
    says: str
    doubt: str
    reading: str
    others: str
    decided: bool


@dataclass(frozen=True)
class Facts:
    """The rules and what is known of the field; money in yuan, None where not known yet."""

    rules: Regulation
    players: int | None
    fee_income: int | None
    lunch_cost: int | None
    local_heads: int | None

    @property
    def field(self) -> int | None:
        """The players, or before the sign-up the cap."""
        return self.players if self.players is not None else (self.rules["cap"] or None)

    @property
    def field_words(self) -> str:
        return f"参赛 {self.players} 人" if self.players is not None else f"人数上限 {self.rules['cap']} 人"

    def says(self, key: str, sheet: str = "") -> str:
        """The regulation's words on a setting, else what stands in the sheet."""
        setting = BY_KEY[key]
        blank = f"「规程」表的「{setting.label}」没有填"
        typed = f"「{setting.label}」填 {shown(setting, self.rules[key])}"
        return self.rules.quotes.get(key) or sheet or (typed if self.decided(key) else blank)

    def decided(self, key: str) -> bool:
        return key in self.rules.decided


Check = Callable[[Facts], Iterator[Remark]]


def checkup(
    regulation: Regulation,
    *,
    players: int | None = None,
    fee_income: int | None = None,
    lunch_cost: int | None = None,
    local_heads: int | None = None,
) -> list[Remark]:
    """Every remark on the rules, in the order of ``CHECKS``.

    ``players``: how many take part; ``fee_income`` and ``lunch_cost`` in yuan; ``local_heads``: how many a
    prize list by head count counts. What is left out is taken from the cap, the fees and the tables.
    """
    facts = Facts(regulation, players, fee_income, lunch_cost, local_heads)
    return [remark for check in CHECKS for remark in check(facts)]


def announced_rounds(facts: Facts) -> Iterator[Remark]:
    """The text announces a number of rounds, the stages add up to others (Danyang 五（二）: 10; 7+3, 7+2)."""
    rules = facts.rules
    total = {
        stage.entrants: stage.last for stage in rules.stages if not stage.whole_field
    } or {"全体": rules.swiss.last}  # fmt: skip
    announced = rules["announced_rounds"]
    if not announced and len(set(total.values())) == 1:
        return
    paths = "，".join(
        f"{who}共 {last} 轮" + ("" if who == "全体" else f"（{rules.swiss.last}+{last - rules.swiss.last}）")
        for who, last in total.items()
    )
    wrong = [who for who, last in total.items() if last != announced]
    if wrong:
        said = f"规程写共 {announced} 轮" if announced else "没有填规程写的总轮数"
        others = f"{'、'.join(wrong)}也下满 {announced} 轮" if announced else "所有人下同样多的轮数"
        yield Remark("轮数", facts.says("announced_rounds"), f"{said}，按阶段表{paths}", "按阶段表编排，不补轮",
                     others, facts.decided("announced_rounds"))  # fmt: skip


def second_stage_points(facts: Facts) -> Iterator[Remark]:
    """The words "a win is 2 points" may be meant for the knockout alone or for all; the stage table is what counts."""
    rules, key = facts.rules, "second_stage_points"
    later = [stage for stage in rules.stages if not stage.whole_field]
    if not rules.knockout:
        return
    typed = "；".join(f"{stage.name}：{points_text(stage, rules)}" for stage in later)
    plain_points = {"win": 2 * rules.scale, "draw": rules.scale, "loss": 0}

    def is_210(stage: Stage) -> bool:
        return all(stage.points[f"{c}_{r}"] == units for c in ("red", "black") for r, units in plain_points.items())

    all_210 = rules[key] == "全部2-1-0"
    fits = all(
        is_210(stage) if all_210 or stage.system != SWISS else stage.points == rules.swiss.points for stage in later
    )
    others = "、".join(choice for choice in BY_KEY[key].choices if choice != rules[key])
    if not fits:
        yield Remark("第二阶段记分", facts.says(key), f"「{rules[key]}」与阶段表不同（{typed}）",
                     f"按阶段表：{typed}", f"{rules[key]}；{others}", False)  # fmt: skip
    elif not facts.decided(key) or key in rules.quotes:
        reading = f"{rules[key]}（{typed}）"
        yield Remark("第二阶段记分", facts.says(key), BY_KEY[key].question, reading, others, facts.decided(key))


def open_questions(facts: Facts) -> Iterator[Remark]:
    """Where texts are silent or say two things: every setting with a question, until decided without a quote."""
    own = ("announced_rounds", "second_stage_points", "schedule")
    for setting in SETTINGS:
        if not setting.question or setting.key in own or not applies(setting, facts.rules):
            continue
        if facts.decided(setting.key) and setting.key not in facts.rules.quotes:
            continue
        value = shown(setting, facts.rules[setting.key])
        choices = [choice for choice in setting.choices if choice != value]
        others = "；".join(filter(None, ["；".join(choices), setting.others]))
        quoted = setting.key in facts.rules.quotes
        doubt = setting.question if quoted else f"没有填。同类规程的疑问：{setting.question}"
        yield Remark(setting.label, facts.says(setting.key), doubt, value, others,
                     facts.decided(setting.key))  # fmt: skip


def separate_rankings(facts: Facts) -> Iterator[Remark]:
    """Two rankings are two groups; without 组别 there is one list, whatever the setting says."""
    if facts.rules["fields"] == "分别排名" and not facts.rules.group:
        yield Remark("名次口径", facts.says("fields"), "「名次口径」是分别排名，「阶段」表却没有组别",
                     "合并一个名次", "在报名表和阶段表填组别，各组分别编排、分别排名", False)  # fmt: skip


def schedule(facts: Facts) -> Iterator[Remark]:
    """A schedule that is empty (Danyang 补充一) or lacks rounds, has one twice or too many."""
    rules = facts.rules
    times = Counter(row.round for row in rules.schedule if row.round is not None)
    all_rounds = range(1, max(stage.last for stage in rules.stages) + 1)
    missing = tuple(number for number in all_rounds if number not in times)
    twice = tuple(number for number, count in times.items() if count > 1)
    beyond = tuple(number for number in times if number not in all_rounds)
    says = facts.says("schedule", f"「日程」表有 {len(times)} 轮，比赛共 {len(all_rounds)} 轮")
    if not times:
        yield Remark("赛程", facts.says("schedule", "「日程」表是空的"), "各轮没有日期和时间",
                     "图表上不印时间", "在「日程」表填各轮的日期和时间", False)  # fmt: skip
        return
    for rounds, doubt in ((missing, "没有时间"), (twice, "写了两次"), (beyond, "不在阶段表里")):
        if rounds and not (rules.group and rounds is not missing):  # groups share one 日程
            yield Remark("赛程", says, f"第 {spans(rounds)} 轮{doubt}", "按「日程」表已有的行",
                         "在「日程」表改正", False)  # fmt: skip
    if "schedule" in rules.quotes and not missing:
        yield Remark("赛程", says, BY_KEY["schedule"].question, f"按「日程」表的 {len(times)} 轮",
                     "由组委会另行通知", True)  # fmt: skip


def day_plan(facts: Facts) -> Iterator[Remark]:
    """A round must have time to end before the next: both clocks and 80 moves' increments, by 用时."""
    starts = {row.round: _moment(row.date, row.time) for row in facts.rules.schedule if row.round}
    faults = []
    for number, start in starts.items():
        if number + 1 not in starts:
            continue
        gap = (starts[number + 1] - start).total_seconds() / 60
        running = [stage for stage in facts.rules.stages if number in stage.rounds]
        need = max((minutes for stage in running if (minutes := game_minutes(stage.clock))), default=0)
        if gap <= 0:
            faults.append(f"第 {number + 1} 轮不比第 {number} 轮晚")
        elif gap < need:
            faults.append(f"第 {number}、{number + 1} 轮相隔 {gap:.0f} 分钟，按用时一轮最长约 {need} 分钟")
    if faults:
        yield Remark("日程", "「日程」表与「阶段」表的用时", "；".join(faults), "按「日程」表", "推后下一轮，或缩短用时", False)


def _moment(date: str, time: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(f"{date}T{time}")


def game_minutes(clock: str) -> int | None:
    """How long the games that 用时 describes last at most, in minutes; None where it cannot be read.

    >>> game_minutes("每方20分钟，每步加5秒"), game_minutes("红6分钟加3秒、黑4分钟加3秒"), game_minutes("慢棋")
    (47, 14, None)
    """
    total = 0.0
    for part in re.split("[；;]", clock):
        found = re.findall(r"(\d+)(?:分钟?|['′])(?:[^\d]*?(\d+)(?:秒|[\"″]))?", part)
        sides = 1 if "红" in part and "黑" in part and len(found) == 2 else 2
        total += sides * sum(int(minutes) + 40 * int(seconds or 0) / 60 for minutes, seconds in found)
    return math.ceil(total) or None


def rounds_for_field(facts: Facts) -> Iterator[Remark]:
    """With rounds >= half the players legal pairings run out; with 2^rounds < players two can win all games."""
    heads, last = facts.field, facts.rules.last_swiss_round
    if heads is not None and last * 2 >= heads:
        yield Remark("轮数与人数", f"积分编排到第 {last} 轮，{facts.field_words}", "轮数达到人数的一半，后几轮可能编排不出",
                     "照编；编不出时列出可放宽的条件", f"改为至多 {max((heads - 1) // 2, 1)} 轮，或单循环", False)  # fmt: skip
    first = facts.rules.swiss.last
    if heads is not None and 2**first < heads:
        yield Remark("轮数与人数", f"第一阶段 {first} 轮，{facts.field_words}", "轮数太少，可能有两人以上全胜",
                     "照编；同分按名次表区分", f"改为至少 {(heads - 1).bit_length()} 轮", False)  # fmt: skip


def field_for_knockout(facts: Facts) -> Iterator[Remark]:
    """Fewer players than twice the qualifiers leave the knockout hardly a selection, and the rest no field."""
    knockout, heads = facts.rules.knockout, facts.field
    if knockout and heads is not None and heads < 2 * knockout.qualifiers:
        yield Remark("淘汰赛人数", f"前 {knockout.qualifiers} 名进入淘汰赛，{facts.field_words}",
                     f"不足 {2 * knockout.qualifiers} 人，出线面过半", f"仍取前 {knockout.qualifiers} 名",
                     f"改为前 {max(knockout.qualifiers // 2, 2)} 名，或不设淘汰赛", False)  # fmt: skip


def knockout_silent(facts: Facts) -> Iterator[Remark]:
    """A knockout needs a winner after a draw and somebody who moves first; texts forget either."""
    knockout = facts.rules.knockout
    if knockout and len(knockout.games) == 1:
        yield Remark("淘汰赛和棋", f"{knockout.name}：只有{knockout.games[0]}，没有加赛顺序", "没有写和棋以后怎样分胜负",
                     "和棋的一对等裁判填「裁定」", "在「阶段」表填加赛顺序，如 慢棋,附加赛", False)  # fmt: skip
    if knockout and not knockout.colours:
        yield Remark("淘汰赛先后手", f"{knockout.name}：先后手没有填", "没有写谁先走", "由裁判在对局表填红方编号",
                     "猜先；抽签；编号小者先", False)  # fmt: skip


def points_order(facts: Facts) -> Iterator[Remark]:
    """A win is worth more than a draw, a draw more than a loss, a bye as much as a win (2020 rules 14.4)."""
    for stage in facts.rules.stages:
        points = stage.points
        says = f"{stage.name}：{points_text(stage, facts.rules)}"
        upside_down = [
            colour for colour, side in (("红", "red"), ("黑", "black"))
            if not points[f"{side}_win"] > points[f"{side}_draw"] >= points[f"{side}_loss"]
        ]  # fmt: skip
        if upside_down:
            yield Remark("分值", says, f"{'、'.join(upside_down)}方的分值不是胜高于和、和不低于负", "按阶段表",
                         "在「阶段」表改正", False)  # fmt: skip
        win = max(points["red_win"], points["black_win"])
        if stage.system == SWISS and points["bye"] != win:
            yield Remark("轮空分", says, "《象棋竞赛规则》2020版14.4：轮空按胜一局记分，这里不同", "按阶段表",
                         f"轮空 {facts.rules.show(win)} 分", False)  # fmt: skip


def chain_end(facts: Facts) -> Iterator[Remark]:
    """A chain without 编号 can leave two players equal; places are never shared, so the draw number decides."""
    chain = facts.rules.chain
    if all(key.name != "number" for key in chain):
        back = any(key.name == "previous" for key in chain)
        doubt = "各轮都完全相同的两人仍分不出" if back else "指标都相同的两人分不出"
        yield Remark("名次最后一项", "、".join(key.label for key in chain), f"{doubt}，规程没有写怎么办",
                     "抽签编号小者列前，名次不并列（同意就在「名次」表最后加一行「编号」）",
                     "现场抽签；名次并列", False)  # fmt: skip


def chain_order(facts: Facts) -> Iterator[Remark]:
    """前一轮名次 and 编号 separate everybody, so that what stands below them is never looked at."""
    keys = [key.name for key in facts.rules.chain]
    for last in ("previous", "number"):
        below = keys[keys.index(last) + 1 :] if last in keys else []
        useless = [TIE_BREAKS[name][0] for name in below if name != "number"]
        if useless:
            yield Remark("名次次序", "、".join(key.label for key in facts.rules.chain),
                         f"「{TIE_BREAKS[last][0]}」之后的{'、'.join(useless)}永远用不到", "按「名次」表的次序",
                         f"把「{TIE_BREAKS[last][0]}」移到最后", False)  # fmt: skip


def chain_direction(facts: Facts) -> Iterator[Remark]:
    """A direction against custom (more fouls first) is more often a slip than a rule."""
    for key in facts.rules.chain:
        if key.larger_first != TIE_BREAKS[key.name][2]:
            typed, custom = ("高", "低") if key.larger_first else ("低", "高")
            yield Remark("名次方向", f"{key.label}：{typed}者列前", f"惯例是{custom}者列前", f"{typed}者列前",
                         f"{custom}者列前", True)  # fmt: skip


def prize_places(facts: Facts) -> Iterator[Remark]:
    """A prize for a place that nobody can take (lucky places above all), or two of one kind for one place."""
    heads, prizes = facts.field, facts.rules.prizes
    for name in dict.fromkeys(prize.name for prize in prizes):
        rows = [prize for prize in prizes if prize.name == name]
        beyond = tuple(p for prize in rows if not prize.field for p in prize.places if heads is not None and p > heads)
        if beyond:
            yield Remark("奖项名次", f"{name}：第 {spans(beyond)} 名；{facts.field_words}", "名次超出人数，没有人能得",
                         "不颁发，在奖项表里列出", "改为人数以内的名次", False)  # fmt: skip
        for people in dict.fromkeys((prize.field, prize.value) for prize in rows):
            counted = Counter(p for prize in rows if (prize.field, prize.value) == people for p in prize.places)
            twice = tuple(place for place, count in counted.items() if count > 1)
            if twice:
                yield Remark("奖项重复", f"{name}：第 {spans(twice)} 名", "同一名次写了两次，会得两份", "两份都发",
                             "删掉一行", False)  # fmt: skip


def lucky_name(facts: Facts) -> Iterator[Remark]:
    """「不领幸运奖」 needs a prize of that name to hold back."""
    lucky = facts.rules["lucky"]
    if facts.rules["missed_round"] == "不领幸运奖" and all(prize.name != lucky for prize in facts.rules.prizes):
        yield Remark("幸运奖", f"「幸运奖名称」是 {lucky}", f"「奖项」表里没有「{lucky}」，缺轮处理不起作用",
                     "缺轮的棋手照领各奖", "改「幸运奖名称」或「奖项」表的奖项名", False)  # fmt: skip


def prize_sum(prizes: tuple[Prize, ...], local_heads: int | None) -> int:
    """Yuan for all places; a list by head count as far as the heads go, or whole where they are not known."""
    total = 0
    for prize in prizes:
        count = len(prize.places)
        if prize.per_heads and local_heads is not None:
            count = min(count, local_heads // prize.per_heads)
        total += prize.amount * count
    return total


def money(facts: Facts) -> Iterator[Remark]:
    """Prizes and lunch are promised, fees are capped (Danyang 六, 七): who pays the rest should be known."""
    rules, heads = facts.rules, facts.field
    fee = max(rules["fees"].values())
    income, lunch = facts.fee_income, facts.lunch_cost
    if income is None and heads is not None:
        income = heads * fee
    if lunch is None:
        seats = rules["table_seats"]
        lunch = math.ceil(heads / seats) * rules["table_price"] if seats and heads is not None else 0
    local = tuple(prize for prize in rules.prizes if prize.per_heads)
    local_sum = prize_sum(local, facts.local_heads)
    prizes = prize_sum(rules.prizes, facts.local_heads)
    if income is None or income >= prizes + lunch:
        return
    lucky = prize_sum(tuple(prize for prize in rules.prizes if prize.name == rules["lucky"]), None)
    parts = [f"幸运奖 {lucky} 元"] * (lucky > 0) + [f"按人数设的奖至多 {local_sum} 元"] * (local_sum > 0)
    inside = f"（含{'、'.join(parts)}）" if parts else ""
    source = "应收（含代付）" if facts.fee_income is not None else f"：{facts.field_words}，每人至多 {fee} 元，至多"
    counted = "（只算选手）" if lunch and facts.lunch_cost is None else ""
    yield Remark(
        "收支", f"参赛费{source} {income} 元；奖金 {prizes} 元{inside}；午餐 {lunch} 元{counted}",
        f"收入比奖金与午餐少 {prizes + lunch - income} 元，规程没有写由谁承担", "程序只列账，不改奖金",
        "赞助或承办单位补足（在「奖金预算」填预算）；按收入减奖", 0 < prizes <= rules["budget"],
    )  # fmt: skip


def budget(facts: Facts) -> Iterator[Remark]:
    """The prizes together must stay within the budget."""
    prizes, limit = prize_sum(facts.rules.prizes, facts.local_heads), facts.rules["budget"]
    if limit and prizes > limit:
        yield Remark("奖金预算", f"奖金合计 {prizes} 元，预算 {limit} 元", f"超出预算 {prizes - limit} 元",
                     "按「奖项」表颁发", "减少奖项或提高预算", False)  # fmt: skip


def billed_classes(facts: Facts) -> Iterator[Remark]:
    """A class that somebody else pays for must be one of the fee classes."""
    unknown = [name for name in names(facts.rules["billed"]) if name not in facts.rules["fees"]]
    if unknown:
        yield Remark("代付类别", facts.says("billed"), f"{'、'.join(unknown)}不在缴费类别里", "没有人属于这个类别",
                     "在「缴费类别」补上", False)  # fmt: skip


CHECKS: tuple[Check, ...] = (
    announced_rounds,
    second_stage_points,
    open_questions,
    separate_rankings,
    schedule,
    day_plan,
    rounds_for_field,
    field_for_knockout,
    knockout_silent,
    points_order,
    chain_end,
    chain_order,
    chain_direction,
    prize_places,
    lucky_name,
    money,
    budget,
    billed_classes,
)
