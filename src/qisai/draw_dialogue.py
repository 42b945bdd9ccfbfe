"""Before the draw: everybody who came or paid and still would not play is asked about, one by one."""

from __future__ import annotations

from collections.abc import Iterator

from qisai.console import agreed, say
from qisai.event import Event
from qisai.reports.signup import owed_words, typed
from qisai.tournament.conditions import unfit
from qisai.tournament.entries import PLACE, UNFIT, UNPAID, WAITING, debts
from qisai.tournament.lots import BY_HALVES, BY_RATING

ROSTER_ROW = "在「报名」表给"
LEFT_OUT = "不参加抽签"


def left_out_agreed(event: Event, ask: bool) -> bool:
    """Those who came or paid and still do not play, one by one; False where one of them should, with what to type.

    Where nobody can be asked they are only listed.
    """
    for line, remedy in left_out(event):
        if not ask:
            say(line)
        elif not agreed(f"{line}，对吗？"):
            say(f"没有抽签。请{remedy}，保存后再抽签（draw）。")
            return False
    return True


def ratings_told(event: Event) -> str:
    """Where numbers go by 等级分: how many have one; blank where they do not, or were given."""
    if event.record.numbers or event.rules["numbering"] not in (BY_RATING, BY_HALVES):
        return ""
    ratings = event.people.loc[event.entries.index[event.entries["entered"]], "rating"].fillna(0)
    rated, others = int((ratings > 0).sum()), int((ratings <= 0).sum())
    return f"编号方式是{event.rules['numbering']}：有等级分的 {rated} 人，没有的 {others} 人抽签排在后面。"


def left_out(event: Event) -> list[tuple[str, str]]:
    """Everybody who is here and would get no number, then who holds a place and is not here: why, and what to type."""
    field, found = event.entries, []
    why = _why(event)
    for player in field.index[field["present"] & ~field["entered"]]:
        reasons, remedies = zip(*why[player], strict=True)
        found.append((f"{_who(event, player)}已到场，{'；'.join(reasons)}：{LEFT_OUT}", "；".join(remedies)))
    if field["present"].any():
        for player in field.index[(field["status"] == PLACE) & ~field["present"]]:
            found.append((f"{_who(event, player)}有名额，没有报到：{LEFT_OUT}", f"{_row(event, player)}「报到」填「是」"))
    return found


def _why(event: Event) -> dict[str, list[tuple[str, str]]]:
    """By player, what keeps him out and the remedy: a condition, money, his papers, the cap."""
    field = event.entries
    found: dict[str, list[tuple[str, str]]] = {player: [] for player in field.index}
    for reasons in (_conditions(event), _money(event), _papers(event), _waiting(event)):
        for player, reason, remedy in reasons:
            found[player].append((reason, remedy))
    return found


def _conditions(event: Event) -> Iterator[tuple[str, str, str]]:
    barred = event.people.loc[event.entries.index[event.entries["status"] == UNFIT]]
    for one in unfit(barred, event.rules["eligible"], event.rules.year).itertuples():
        player, column = str(one.Index), str(one.column)
        person, found = _row(event, player), typed(event, player, column)
        if one.known:
            rule = "没有填错而裁判长同意他参赛，就把「规程」表的「不合条件的」改为「提醒」"
            yield player, f"不合参赛条件 {one.condition}（填的是「{found}」）", f"{person}改正「{column}」；{rule}"
        else:
            blank = f"「{column}」填的是「{found}」，看不出来" if found else f"「{column}」没有填"
            yield player, f"参赛条件是 {one.condition}，{blank}", f"{person}补上「{column}」"


def _money(event: Event) -> Iterator[tuple[str, str, str]]:
    """What a person owes, or his team: the money goes to the row of whoever has brought most of it."""
    field, people = event.entries, event.people
    owed = debts(people, event.rules.settings)
    for player in owed.index[field.loc[owed.index, "status"].isin([UNPAID, UNFIT])]:
        debt = owed.loc[player]
        payer = str(debt["payer"])
        remedy = f"{_row(event, payer)}把「已缴」改为 {people.at[payer, 'paid'] + debt['owed']}"
        if refund := people.at[payer, "refund"]:
            remedy += f"（「退费」里的 {refund} 填错了，就改「退费」）"
        if event.rules["cap"] and not debt["queued"]:
            remedy += "，名额有限，还要填「缴费顺序」"
        yield player, owed_words(debt), remedy


def _papers(event: Event) -> Iterator[tuple[str, str, str]]:
    if event.rules["papers"] == "缺的不编排":
        lacking = event.entries["papers"]
        for player, papers in lacking[lacking != ""].items():
            typed = "、".join(f"「{paper}」" for paper in papers.split("、"))
            yield str(player), f"缺{papers}", f"{_row(event, str(player))}{typed}填「是」"


def _waiting(event: Event) -> Iterator[tuple[str, str, str]]:
    """Who has paid and stands behind the cap, with his turn among those who wait."""
    field, cap = event.entries, event.rules["cap"]
    for player, turn in field.loc[field["status"] == WAITING, "queue"].items():
        here = int((field["present"] & (field["queue"] <= turn).fillna(False)).sum())  # with him, those before him who came
        reason = f"已缴费，名额 {cap} 人满了（按缴费先后他是第 {turn} 位）"
        yield str(player), reason, f"把「规程」表的「人数上限」由 {cap} 改为 {here}（排在他前面、已报到的候补也都参赛）"


def _row(event: Event, player: str) -> str:
    return f"{ROSTER_ROW} {event.people.at[player, 'name']}（序号 {player}）"


def _who(event: Event, player: str) -> str:
    name, team = event.people.at[player, "name"], event.people.at[player, "team"]
    return f"{name}（{team}）" if team else str(name)
