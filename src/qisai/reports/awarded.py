"""Display tables of the prizes: what is given and signed for, what is not and why, lots, deposits, the money in lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import pandas as pd

from qisai.event import Competition
from qisai.publish import language
from qisai.regulation.model import SHARE, Prize
from qisai.regulation.prize_rows import places
from qisai.regulation.summary import places_text, spans, whom
from qisai.reports.closing import FinalList
from qisai.reports.tables import People
from qisai.tournament.conditions import meets
from qisai.tournament.prizes import Awards, heads, lot_purpose

GIVEN = ["奖项", "名次", "编号", "姓名", "单位", "总名次", "金额", "证书", "奖牌"]
OPEN = ["奖项", "名次", "原因", "金额"]
PASSED = ["奖项", "名次", "编号", "姓名", "单位", "总名次", "原因"]
DRAWN = ["奖项", "签序", "编号", "姓名", "序号", "签", "中奖"]
DEPOSITS = ["编号", "姓名", "单位", "缺轮", "退还", "金额（元）", "原因", "领取人签字"]
SIGNED = ["序", "奖项", "名次", "编号", "姓名", "单位", "金额（元）", "大写", "证书", "证书奖牌", "领取人签字"]
ONCE_TITLE = "按人合计（领几项奖的人）"
FORM = "制表：　　　　　　　　裁判长：　　　　　　　　发放日期：　　　　年　　月　　日"
TO_SIGN = "　" * 11  # blanks that fill two lines: a row high enough to sign in
_DIGITS = "零壹贰叁肆伍陆柒捌玖"
NOTES = (100, 50, 20, 10, 5, 1)  # yuan


def prize_table(found: pd.DataFrame, people: People, leaders: Mapping[str, str] | None = None) -> pd.DataFrame:
    """``Awards.given`` in the words of the prize sheet; a team stands as its leader (``leaders``, by team)."""
    rows = []
    for row in found.itertuples():
        who = [people.number(row.player), people.name(row.player), people.team(row.player), row.rank]
        if row.team:
            who = ["", f"领队 {(leaders or {}).get(row.team, '')}".strip(), row.team, ""]
        things = ["证书" if row.certificate else "", "奖牌" if row.medal else ""]
        rows.append([row.prize, row.place, *who, row.amount, *things])
    return pd.DataFrame(rows, columns=GIVEN)


def without_medals(table: pd.DataFrame) -> pd.DataFrame:
    """The table without the column of medals where none is given."""
    return table if (table["奖牌"] != "").any() else table.drop(columns="奖牌")


def given(final: FinalList) -> pd.DataFrame:
    """Every prize that is awarded to a player, in the order of the prize sheet."""
    return without_medals(prize_table(final.awards.given, People(final.competition)))


def still_open(rows: pd.DataFrame) -> pd.DataFrame:
    """Prizes that cannot be awarded, and why: ``Awards.open`` in the words of the prize sheet."""
    return rows.rename(columns={"prize": "奖项", "place": "名次", "reason": "原因", "amount": "金额"})[OPEN]


def receipts(table: pd.DataFrame) -> pd.DataFrame:
    """The prizes of a prize table with a place to sign and their sum in a last row; a leader signs for his team."""
    signed = without_medals(table).assign(序=range(1, len(table) + 1), 领取人签字=TO_SIGN)
    if "奖牌" in signed:
        both = zip(signed.pop("证书"), signed.pop("奖牌"), strict=True)
        signed["证书奖牌"] = ["、".join(filter(None, things)) for things in both]
    total = {"奖项": "合计", "姓名": language.t(f"{len(table)} 项"), "金额": int(table["金额"].sum())}
    last = pd.DataFrame([{**dict.fromkeys(signed.columns, ""), **total}])
    signed = _in_capitals(pd.concat([signed, last], ignore_index=True), "金额")
    return signed[[column for column in SIGNED if column in signed]]


def receipt_notes(table: pd.DataFrame) -> list[str]:
    """What stands below ``receipts`` of a prize table, before the line for the signatures."""
    notes = ["团体奖由领队签收"] * bool((table["编号"] == "").any())
    return notes + ["领几项奖的人也可以只在后面的「按人合计」里签一次"] * bool(several(table))


def signed_once(table: pd.DataFrame) -> pd.DataFrame:
    """Who takes several prizes, with the sum of them and one place to sign."""
    whole = by_person(table)
    whole = whole[whole["编号"].isin(list(several(table)))].reset_index(drop=True)
    whole = whole.rename(columns={"合计（元）": "合计"}).drop(columns=["证书", "奖牌"], errors="ignore")
    return _in_capitals(whole, "合计").assign(领取人签字=TO_SIGN)


def _in_capitals(table: pd.DataFrame, column: str) -> pd.DataFrame:
    """Sums in ``column`` as ``…（元）``, blank for nothing, and in capitals beside them where not only English is spoken."""
    place, sums = list(table.columns).index(column), table[column]
    table = table.assign(**{column: sums.where(sums > 0, "")}).rename(columns={column: f"{column}（元）"})
    if language.chosen() != language.ENGLISH:
        table.insert(place + 1, "大写", sums.map(capitals))
    return table


def by_person(table: pd.DataFrame) -> pd.DataFrame:
    """What each person and each team of a prize table takes in all."""
    table = table.assign(奖=table["奖项"] + "第" + table["名次"].astype(str) + "名", 奖牌=table.get("奖牌", ""))
    own = table["编号"].where(table["编号"] != "", table["单位"])  # a team has no number

    def pieces(cells: pd.Series) -> int:
        return int((cells != "").sum())

    whole = table.groupby(own, sort=False).agg(
        编号=("编号", "first"), 姓名=("姓名", "first"), 单位=("单位", "first"), 奖项=("奖", "、".join), 合计=("金额", "sum"),
        证书=("证书", pieces), 奖牌=("奖牌", pieces),
    )  # fmt: skip
    whole = whole if whole["奖牌"].any() else whole.drop(columns="奖牌")
    return whole.reset_index(drop=True).rename(columns={"合计": "合计（元）"})


def several(table: pd.DataFrame) -> dict[int | str, list[int]]:
    """编号 of whoever stands in a prize table more than once -> his rows, from 1."""
    found: dict[int | str, list[int]] = {}
    for row, number in enumerate(table["编号"], start=1):
        found.setdefault(number, []).append(row)
    return {number: rows for number, rows in found.items() if number != "" and len(rows) > 1}


def passed_over(rows: pd.DataFrame, people: People) -> pd.DataFrame:
    """Who would have had a prize and why he has it not: ``Awards.passed`` in the words of the prize sheet."""
    table = [
        [row.prize, row.place, people.number(row.player), people.name(row.player), people.team(row.player), row.rank, row.reason]
        for row in rows.itertuples()
    ]
    return pd.DataFrame(table, columns=PASSED)


def lots(rows: pd.DataFrame, people: People) -> pd.DataFrame:
    """The protocol of the lots: everybody who was in, by his ticket; the first of them took the prizes."""
    table = [
        [row.prize, row.order, people.number(row.player), people.name(row.player), row.player, row.ticket[:16],
         "" if pd.isna(row.place) else f"第{row.place}个"] for row in rows.itertuples()
    ]  # fmt: skip
    return pd.DataFrame(table, columns=DRAWN)


def lot_notes(competition: Competition, prizes: Iterable[str]) -> list[str]:
    """How anybody can draw the lots again."""
    seed = competition.regulation["lot_seed"] or competition.record.seed
    purposes = "、".join(f"「{seed}|{lot_purpose(competition.group, prize)}|序号」" for prize in dict.fromkeys(prizes))
    return [f"在列名次而没有得奖的人里抽：签是 {purposes} 的 SHA-256（这里写前 16 位），从小到大"]


def deposits(competition: Competition, waiting: Mapping[str, str]) -> pd.DataFrame:
    """Who gets his deposit back, with a place to sign; ``waiting``: what the place of a player still waits for."""
    people, yuan, rows = People(competition), competition.regulation["deposit"], []
    for row in competition.deposits().itertuples():
        player, later = row.Index, waiting.get(row.Index, "")
        word = "待定" if row.back and later else "退" if row.back else "不退"
        reason = later if word == "待定" else row.reason
        rows.append([people.number(player), people.name(player), people.team(player), row.missed, word,
                     yuan if word == "退" else 0, reason, TO_SIGN if word == "退" else ""])  # fmt: skip
    return pd.DataFrame(rows, columns=DEPOSITS)


def deposit_line(table: pd.DataFrame, yuan: int) -> str:
    """``押金每人 100 元：退 58 人，共 5800 元；不退 2 人，共 200 元``."""
    counts = Counter(table["退还"])
    words = [f"退 {counts['退']} 人，共 {counts['退'] * yuan} 元", f"不退 {counts['不退']} 人，共 {counts['不退'] * yuan} 元"]
    words += [f"待定 {counts['待定']} 人"] * bool(counts["待定"])
    return f"押金每人 {yuan} 元：{'；'.join(words)}"


def capitals(yuan: int) -> str:
    """A sum of whole yuan in capital words, as on a cheque; "" for nothing (支付结算办法, annex 1: a zero once, 整 at the end).

    >>> [capitals(sum) for sum in (300, 1005, 10200, 13500, 200000, 1000001)]
    ['叁佰元整', '壹仟零伍元整', '壹万零贰佰元整', '壹万叁仟伍佰元整', '贰拾万元整', '壹佰万零壹元整']
    """
    words, pending = "", False
    for unit, part in (("亿", yuan // 10**8), ("万", yuan // 10**4 % 10**4), ("", yuan % 10**4)):
        for place, name in ((1000, "仟"), (100, "佰"), (10, "拾"), (1, "")):
            digit = part // place % 10
            if digit:
                words += "零" * (pending and bool(words)) + _DIGITS[digit] + name
            pending = not digit
        words += unit * bool(part)
    return f"{words}元整" if words else ""


def cash(amounts: Iterable[int]) -> str:
    """The notes with which every sum can be paid exactly: ``100元×12、50元×3``.

    >>> cash([3000, 150, 127])
    '100元×32、50元×1、20元×1、5元×1、1元×2'
    """
    notes: Counter[int] = Counter()
    for amount in amounts:
        for note in NOTES:
            pieces, amount = divmod(amount, note)
            notes[note] += pieces
    return "、".join(f"{note}元×{notes[note]}" for note in NOTES if notes[note])


def prize_lines(finals: Sequence[FinalList], teams: Awards, *, money: bool = False) -> list[str]:
    """Sum, by prize, how shares and head counts came out, and what stays open, over groups and teams; with ``money`` what
    only the organizers need: the budget and the cash."""
    rules = finals[0].competition.regulation
    if not any(final.competition.regulation.prizes for final in finals):
        return ["「奖项」表是空的，没有设奖"]
    found = sum((final.awards for final in finals), teams)
    medals = f"，奖牌 {found.medals} 枚" if found.medals else ""
    lines = [f"共颁发 {len(found.given)} 项，奖金 {found.total} 元，证书 {found.certificates} 份{medals}"]
    by_prize = found.given.groupby("prize", sort=False)["amount"].agg(["size", "sum"])
    if len(by_prize) > 1:
        lines.append("其中" + "，".join(f"{prize} {row['size']} 项 {row['sum']} 元" for prize, row in by_prize.iterrows()))
    if (budget := rules["budget"]) and money:
        left = budget - found.total
        lines.append(f"预算 {budget} 元，{'结余' if left >= 0 else '超支'} {abs(left)} 元")
    if (yuan := rules["deposit"]) and money:
        back = sum(int(final.competition.deposits()["back"].sum()) for final in finals)
        lines.append(f"要备现金 {found.total + back * yuan} 元：奖金 {found.total} 元，退押金 {back} 人 {back * yuan} 元")
    lines += [line for final in finals for line in (*_by_share(final), *_by_heads(final))]
    if len(found.passed) and money:  # the sheet stands in the workbook of the organizers
        lines.append(f"有奖没有领、由后面的人递补的，或资料不全的 {len(found.passed)} 处，见「递补说明」")
    return [*lines, *open_lines(found.open, "不能颁发的")]


def open_lines(rows: pd.DataFrame, words: str) -> list[str]:
    """``不颁发：幸运奖第 109 名，计 100 元（只有 98 人）``, a line for each prize and reason of ``Awards.open``."""
    return [
        f"{words}：{prize}第 {spans(tuple(own['place']))} 名，计 {int(own['amount'].sum())} 元（{reason}）"
        for (prize, reason), own in rows.groupby(["prize", "reason"], sort=False)
    ]


def _by_share(final: FinalList) -> Iterable[str]:
    """How many places each share of the field comes to."""
    competition, rounding = final.competition, final.competition.regulation["share_rounding"]
    for prize in competition.regulation.prizes:
        if prize.pick and prize.pick.kind == SHARE:
            ranked = competition.people.loc[final.table.index[final.table["rank"].notna()]]
            count = int(meets(ranked, prize, competition.regulation.year).sum())
            came_to = f"{places_text(prize)}，{rounding}为 {len(places(prize, count, rounding))} 名"
            yield f"{_name(competition, prize)}：列名次的{_who(prize)} {count} 人，{came_to}"


def _by_heads(final: FinalList) -> Iterable[str]:
    """How many places each list by head count comes to."""
    competition = final.competition
    for prize in competition.regulation.prizes:
        if prize.per_heads:
            basis = competition.regulation["local_count"]
            count = heads(prize, competition.people, final.table, competition.regulation)
            awarded = int((final.awards.given["prize"] == prize.name).sum())
            per = f"每满 {prize.per_heads} 人设一名"
            yield f"{_name(competition, prize)}：{_who(prize)}按{basis} {count} 人，{per}，颁发 {awarded} 名"


def _name(competition: Competition, prize: Prize) -> str:
    return f"{competition.group}　{prize.name}" if competition.group else prize.name


def _who(prize: Prize) -> str:
    """``丹阳棋手``, ``性别为女、年龄<=12的棋手``."""
    if len(prize.conditions) == 1 and prize.conditions[0].operator == "=":
        return f"{prize.conditions[0].value}棋手"
    return whom(prize) or "棋手"
