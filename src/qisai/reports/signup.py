"""Display tables of the sign-up: places, money, waiting list, check-in, numbers, rules. Never a phone number."""

from __future__ import annotations

import pandas as pd

from qisai.event import Competition, Event
from qisai.regulation.settings import names
from qisai.regulation.summary import summary
from qisai.regulation.teams import least_heads
from qisai.reports.tables import without_blank
from qisai.reports.team import COACH, LEADER, staff, teams_of_people
from qisai.reports.words import remarks
from qisai.tournament.conditions import COLUMNS, unfit
from qisai.tournament.entries import (
    FILLER,
    OUTSIDE,
    PLACE,
    PLAYER,
    STAFF,
    UNFIT,
    UNPAID,
    WAITING,
    accounts,
    collected,
    debts,
    eaters,
    fee_totals,
    lunch,
)
from qisai.tournament.teams import may_count
from qisai.vocabulary import plain

#: Columns of 参赛条件 -> those of the sign-up frame.
TYPED = {**COLUMNS, "出生年份": "birth", "等级分": "rating"}
PERSON = ["序号", "姓名", "单位", "地区", "缴费类别"]
TEAMS = ["队", "选手数", "可参赛", "领队", "教练", "实收", "够计分人数", "必须组队"]


def _people(field: pd.DataFrame, *more: str) -> pd.DataFrame:
    """序号, 姓名, 单位, 地区, 缴费类别 and more columns of the entries, by 序号 as it stands in the sheet."""
    labels = {"name": "姓名", "team": "单位", "region": "地区", "fee_class": "缴费类别", "due": "应缴", "paid": "已缴",
              "refund": "退费",
              "queue": "缴费顺位", "status": "状态", "present": "报到", "papers": "缺", "note": "备注"}  # fmt: skip
    table = field.rename_axis("序号").reset_index().rename(columns=labels)
    if "报到" in more:
        table["报到"] = table["报到"].map({True: "已到", False: "未到"})
    return table[[*PERSON, *more]]


def overview(event: Event) -> pd.DataFrame:
    """Heads by what they are: signed up, with a place, waiting, unpaid, here, drawn."""
    field = event.entries
    drawn = len(event.record.numbers)
    rows: list[tuple[str, int, str]] = [
        ("报名", len(field), "报名表里的选手"),
        ("有名额", int((field["status"] == PLACE).sum()), "按缴费先后，名额之内"),
        ("候补", int((field["status"] == WAITING).sum()), "已缴费，超出名额"),
        ("未缴费", int((field["status"] == UNPAID).sum()), "不予编排，没有编号"),
        ("已报到", int(field["present"].sum()), "报到栏填「是」"),
        ("有名额没报到", len(paid_but_not_here(event)), "报到后名额依次让给候补"),
        ("报到但未缴费", len(here_but_unpaid(event)), "缴费后才能编排"),
        ("可以抽签", int(field["entered"].sum()), "已报到，且在名额之内（含递补）"),
        ("已抽签", drawn, f"种子「{event.record.seed}」" if drawn else "还没有抽签"),
    ]
    if event.rules["papers"] != "不查":
        kept = "，不予编排" if event.rules["papers"] == "缺的不编排" else ""
        rows.insert(7, ("缺体检或保险", len(lacking_papers(event)), f"{here_or_placed(event)}的人里{kept}"))
    if event.rules["eligible"] and event.rules["ineligible"] == "不编排":
        rows.insert(4, ("不合条件", int((field["status"] == UNFIT).sum()), "不合参赛条件或没填清楚，不予编排"))
    return pd.DataFrame(rows, columns=["项目", "人数", "说明"])


def fees(event: Event) -> pd.DataFrame:
    """Heads and yuan by fee class, with the sum; of a class that pays by team also how many teams."""
    billed = names(event.rules["billed"])
    field = event.entries
    totals = fee_totals(field, event.people, event.rules.settings)
    counted = field[(field["status"] == PLACE) | field["entered"]]
    parties = counted.groupby("fee_class")["team"].agg(lambda teams: teams.map(plain).nunique())
    rows = []
    for label, row in totals.iterrows():
        words = ["由一张账单代付" if label in billed else "免费" if row["heads"] and not row["due"] and not row["paid"] else ""]
        if label in names(event.rules["team_classes"]):
            words = [f"{parties.get(label, 0)} 队，每队一份"]
        words += [f"多缴 {row['over']} 元"] if row["over"] and label != OUTSIDE else []
        rows.append([label, *(int(row[key]) for key in ("heads", "due", "paid", "refund", "kept", "open")),
                     "，".join(filter(None, words))])  # fmt: skip
    rows.append(["合计", *(sum(row[column] for row in rows) for column in range(1, 7)), ""])
    return pd.DataFrame(rows, columns=["缴费类别", "人数", "应缴", "已缴", "退费", "实收", "未缴", "说明"])


def settling(event: Event, what: str) -> pd.DataFrame:
    """Who still owes (``what`` = 欠) or has paid too much (多缴): one row a person, or a team whose class pays as one.

    Whoever holds no place yet is among those who owe, but not who got all his money back and is not here; a class that
    somebody else pays stands in its bill. Money of leaders and coaches who pay for no player is told as in :func:`fees`.
    """
    column = {"欠": "owed", "多缴": "over"}[what]
    found = accounts(event.people, event.rules.settings)
    here = event.people["present"].reindex(found["player"]).to_numpy()
    gone = (found["paid"] > 0) & (found["kept"] == 0) & ~here
    found = found[(found[column] > 0) & ((found["self_paid"] & ~gone) | (column == "over"))]
    people = event.people.loc[found["player"]]
    plays = people["role"].isin([PLAYER, FILLER]).to_numpy()
    kinds = found["fee_class"].where(plays, STAFF)
    rows = zip(people["name"], people["team"], found["by_team"] & plays, kinds, strict=True)
    table = pd.DataFrame(
        [[f"全队（{name}）" if by_team else name, team, fee_class] for name, team, by_team, fee_class in rows],
        columns=["姓名", "单位", "缴费类别"],
    )
    money = found[["due", "kept", column]].reset_index(drop=True)
    table = pd.concat([table, money.set_axis(["应缴", "实收", what], axis=1)], axis=1)
    table.insert(0, "序号", list(found["player"]))
    return table


def unfit_people(event: Event) -> pd.DataFrame:
    """Players who do not meet 参赛条件, and those of whom the sign-up does not say enough."""
    players = event.people[event.people["role"] == PLAYER]
    found = unfit(players, event.rules["eligible"], event.rules.year)
    own, field = players.loc[found.index], event.entries.loc[found.index]
    rows = [
        [player, name, team, group, one.condition, typed(event, player, one.column),
         "不合" if one.known else "没填清楚", status]
        for player, name, team, group, one, status in zip(
            found.index, own["name"], own["team"], own["group"], found.itertuples(), field["status"], strict=True)
    ]  # fmt: skip
    table = pd.DataFrame(rows, columns=["序号", "姓名", "单位", "组别", "条件", "所填", "核对", "状态"])
    return table if (table["组别"] != "").any() else table.drop(columns="组别")


def typed(event: Event, player: str, column: str) -> str:
    """What the sign-up says of a player in a column that 参赛条件 asks about (``TYPED``)."""
    value = event.people.loc[player, TYPED[column]]
    return "" if pd.isna(value) else str(value)


def bill(event: Event) -> pd.DataFrame:
    """The one bill of whoever pays for a class: its people who hold a place or took part."""
    field = event.entries
    own = field["fee_class"].isin(names(event.rules["billed"])) & ((field["status"] == PLACE) | field["entered"])
    table = _people(field[own], "应缴")
    table.insert(0, "行", range(1, len(table) + 1))
    return table.rename(columns={"应缴": "金额（元）"})


def collectors(event: Event) -> pd.DataFrame:
    """Who took how much money from how many, and gave back; leaders who pay for their team are among them."""
    table = collected(event.people).reset_index()
    table["collector"] = table["collector"].where(table["collector"] != "", "（没有填收款人）")
    table.loc[len(table)] = ["合计", *table[["receipts", "paid", "refund", "kept"]].sum()]
    return table.set_axis(["收款人", "笔数", "收", "退", "结余"], axis=1)


def waiting(event: Event) -> pd.DataFrame:
    """The waiting list in the order in which places are given."""
    field = event.entries
    table = _people(field[field["status"] == WAITING].sort_values("queue"), "缴费顺位", "报到")
    rose = field["entered"].reindex(table["序号"]).to_numpy()
    table["递补"] = ["已递补" if up else "" for up in rose]
    return table


def unpaid(event: Event) -> pd.DataFrame:
    field = event.entries
    return _owing(event, field[field["status"] == UNPAID], "报到")


def here_but_unpaid(event: Event) -> pd.DataFrame:
    field = event.entries
    return _owing(event, field[field["present"] & (field["status"] == UNPAID)])


def _owing(event: Event, field: pd.DataFrame, *more: str) -> pd.DataFrame:
    """Those of ``field`` with what they owe: yuan, or of who pays with his team what the team owes in words."""
    table = _people(field, "应缴", "已缴", "退费", *more)
    owed = debts(event.people, event.rules.settings).loc[table["序号"]]
    words = [f"全队 {yuan}" if by_team else int(yuan) for yuan, by_team in zip(owed["owed"], owed["by_team"], strict=True)]
    table.insert(table.columns.get_loc("退费") + 1, "欠", pd.Series(words, index=table.index, dtype="object"))
    return table


def owed_words(debt: pd.Series) -> str:
    """What a player owes, or his team, in words; ``debt``: his row of :func:`debts`."""
    if debt["by_team"]:
        return f"全队还欠 {debt['owed']} 元（应缴 {debt['due']}，实收 {debt['kept']}）"
    given_back = f"（应缴 {debt['due']}，已缴 {debt['paid']}，退费 {debt['refund']}）" if debt["refund"] else ""
    return f"欠 {debt['owed']} 元{given_back}"


def paid_but_not_here(event: Event) -> pd.DataFrame:
    """Those who hold a place and have not checked in; before the check-in nobody."""
    field = event.entries
    if not field["present"].any():
        return _people(field.iloc[:0], "已缴")
    return _people(field[(field["status"] == PLACE) & ~field["present"]], "已缴")


def here_or_placed(event: Event) -> str:
    return "已报到" if event.entries["present"].any() else "有名额"


def lacking_papers(event: Event) -> pd.DataFrame:
    """Those here without the papers that the rules ask for; before the check-in those who hold a place."""
    field = event.entries
    looked_at = field["present"] if field["present"].any() else field["status"] == PLACE
    return _people(field[looked_at & (field["papers"] != "")], "缺")


def teams(event: Event) -> pd.DataFrame:
    """Every team with its people and money, then the units that must send one and have not.

    Without a number that a team needs or 必须组队的单位 their columns are left out.
    """
    rules, field, of_team = event.rules, event.entries, teams_of_people(event)
    playing = field["entered"] if field["present"].any() else field["status"] == PLACE
    leaders, coaches = staff(event, LEADER), staff(event, COACH)
    obliged = {plain(unit): unit for unit in names(rules["obliged"])}
    counts, needed = may_count(of_team, event.people["team_member"]), least_heads(rules.settings)
    rows: list[list[object]] = []
    for team in dict.fromkeys(of_team[of_team != ""]):
        own, key = of_team.index[of_team == team], plain(team)
        players = int((event.people.loc[own, "role"] == PLAYER).sum())
        ready = int(playing.reindex(own).fillna(False).sum())
        lacking = needed - int((playing.reindex(own).fillna(False) & counts[own]).sum())
        enough = "" if not needed else "够" if lacking <= 0 else f"缺 {lacking} 人"
        rows.append([team, players, ready, leaders.get(key, ""), coaches.get(key, ""), _kept(event, own),
                     enough, "是" if obliged.pop(key, "") else ""])  # fmt: skip
    known = [str(row[0]) for row in rows]
    for key, unit in obliged.items():
        like = [team for team in known if key in plain(team)]
        hint = f"（是不是「{like[0]}」？单位要写得一样）" if like else ""
        rows.append([unit, 0, 0, "", "", 0, "", f"是，没有报名{hint}"])
    unused = [] if needed else ["够计分人数"]
    return pd.DataFrame(rows, columns=TEAMS).drop(columns=unused if rules["obliged"] else [*unused, "必须组队"])


def _kept(event: Event, players: pd.Index) -> int:
    return int((event.people.loc[players, "paid"] - event.people.loc[players, "refund"]).sum())


def meals(event: Event) -> pd.DataFrame:
    """Heads by kind, tables and yuan of the lunch."""
    kinds = eaters(event.people, event.officials, event.entries)
    heads = sum(kinds.values())
    tables, yuan = lunch(heads, event.rules.settings)
    seats, price = event.rules["table_seats"], event.rules["table_price"]
    ticked, here = event.people["lunch"].any(), event.people["present"].any()
    by = "报名表用餐栏填「是」的" if ticked else "已报到的" if here else "有名额的（领队、教练按报名的）；报到以后按已报到的"
    says = {"选手": by, "工作人员": "人员表用餐栏填「是」的；报名表里数过的不再数"}
    rows = [(kind, count, says.get(kind, "")) for kind, count in kinds.items() if count or kind in says]
    rows += [("合计", heads, ""), ("桌数", tables, f"每桌 {seats} 人"), ("金额（元）", yuan, f"每桌 {price} 元")]
    return pd.DataFrame(rows, columns=["项目", "数量", "说明"])


def numbers(competition: Competition) -> pd.DataFrame:
    """The public list: 编号, 姓名, 单位, with the round in which late entries came."""
    people, late = competition.people, competition.record.entered
    rows = [
        [number, people["name"].get(player, ""), people["team"].get(player, ""),
         f"第{late[player]}轮加入" if player in late else ""]
        for player, number in competition.numbers.items()
    ]  # fmt: skip
    table = pd.DataFrame(rows, columns=["编号", "姓名", "单位", "备注"])
    return without_blank(table, "单位", "备注")


def rules(competition: Competition) -> pd.DataFrame:
    return pd.DataFrame(summary(competition.regulation), columns=["事项", "执行的规则"])


def checkup_table(event: Event) -> pd.DataFrame:
    """What is contradictory or silent, the reading in force, other readings, who decided."""
    rows = [
        [r.topic, r.says, r.doubt, r.reading, r.others, "已定" if r.decided else "待裁判长定"] for r in remarks(event)
    ]
    return pd.DataFrame(rows, columns=["事项", "规程写的", "疑问", "现在按", "其他读法", "状态"])


def schedule(event: Event) -> pd.DataFrame:
    rows = [[f"第{row.round}轮" if row.round else row.what, row.date, row.time] for row in event.rules.schedule]
    return pd.DataFrame(rows, columns=["轮次", "日期", "时间"])
