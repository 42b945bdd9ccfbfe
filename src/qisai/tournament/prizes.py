"""Prizes from the final list: who takes what, who was passed over, what cannot be awarded, and the sum."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import pandas as pd

from qisai.regulation.model import SHARE, Prize, Regulation
from qisai.regulation.prize_rows import places
from qisai.tournament.conditions import meets, verdicts
from qisai.tournament.entries import PLAYER
from qisai.tournament.handing import Field, Listed, Slot, highest_only, listed, passed_over, stacked
from qisai.tournament.lots import draw_order, ticket
from qisai.tournament.sharing import shared

HIGHEST_ONLY = "只领最高一项，其余递补"
#: What must be settled before a prize can be given: the place of its own player; also how many have a rank; all places.
OWN_PLACE, FIELD, EVERYTHING = "本人名次", "列名次人数", "全部名次"

GIVEN = {"prize": "str", "condition": "str", "place": "int64", "player": "str", "team": "str", "rank": "int64",
         "amount": "int64", "certificate": "bool", "medal": "bool", "by_lot": "bool", "settles": "str"}  # fmt: skip
OPEN = {"prize": "str", "place": "int64", "team": "bool", "amount": "int64", "reason": "str", "settles": "str"}
PASSED = {"prize": "str", "condition": "str", "place": "int64", "player": "str", "rank": "int64", "reason": "str"}
LOTS = {"prize": "str", "condition": "str", "order": "int64", "player": "str", "ticket": "str", "place": "Int64"}


def _empty(columns: Mapping[str, str]) -> pd.DataFrame:
    return pd.DataFrame(columns=list(columns)).astype(columns)


@dataclass(frozen=True)
class Awards:
    """``given``: prize, condition (``地区=丹阳`` or ""), place, player, team, rank, amount (yuan), certificate, medal,
    by_lot, settles; ``open``: prize, place, team, amount, reason, settles; ``passed``: who would have had a place of a
    list and why he has it not (of whom the sign-up does not say enough too); ``lots``: the protocol of each lot, in the
    order of the tickets, ``place`` <NA> for who was not drawn.

    A row given to a player has ``team`` "", one given to a team has ``player`` "" and the rank of the team table; in
    ``open`` the column ``team`` says whether the prize is for teams. ``place`` of a lot is the order of drawing.
    ``amount`` is whole yuan; of people who share a place the sum is kept (setting 并列奖金).
    """

    given: pd.DataFrame
    open: pd.DataFrame
    passed: pd.DataFrame = field(default_factory=lambda: _empty(PASSED))
    lots: pd.DataFrame = field(default_factory=lambda: _empty(LOTS))

    @property
    def total(self) -> int:
        return int(self.given["amount"].sum())

    @property
    def certificates(self) -> int:
        return int(self.given["certificate"].sum())

    @property
    def medals(self) -> int:
        return int(self.given["medal"].sum())

    def __add__(self, other: Awards) -> Awards:
        pairs = ((self.given, other.given), (self.open, other.open), (self.passed, other.passed), (self.lots, other.lots))
        return Awards(*(pd.concat(pair, ignore_index=True) for pair in pairs))


Rows = Iterable[Mapping[str, object]]
At = tuple[tuple[int, int], dict[str, object]]  # row of the sheet and place, by which rows are ordered; the row


def frames(given: Rows, still_open: Rows, passed: Rows = (), lots: Rows = ()) -> Awards:
    """Awards from rows, in their order."""
    kinds = ((given, GIVEN), (still_open, OPEN), (passed, PASSED), (lots, LOTS))
    return Awards(*(pd.DataFrame(rows, columns=list(columns)).astype(columns) for rows, columns in kinds))


def awards(
    final: pd.DataFrame, people: pd.DataFrame, regulation: Regulation, seed: str = "", owing: Collection[str] = ()
) -> Awards:
    """Award every row of 奖项 for players on the final list; those for teams are :func:`team_awards`.

    ``final``: of :func:`~qisai.tournament.final.final_list`; ``seed``: of the draw of numbers, for lots without one of
    their own; ``owing``: who has not paid. A place is counted among those with a rank; a list with a condition counts
    its own people only. People without a rank (settings 缺轮处理; 取消资格, 陪打) take nothing and the others close
    up; who may take no prize (领奖最少轮数, 领奖须缴清), or has taken a better one (奖金叠加), is passed over and the
    next of the list takes it. Places beyond the field stay open. Lots come last, among those who have nothing.
    """
    return _Table(final, people, regulation, seed, owing).awards()


class _Table:
    """The prizes of one group, worked out list by list."""

    def __init__(
        self, final: pd.DataFrame, people: pd.DataFrame, regulation: Regulation, seed: str, owing: Collection[str]
    ) -> None:
        self.final, self.people, self.rules = final, people, regulation
        self.seed = regulation["lot_seed"] or seed
        self.ranks: pd.Series = final["rank"].dropna().astype("int64")
        self.barred = _barred(final.loc[self.ranks.index], regulation, owing)
        self.prizes = [(line, prize) for line, prize in enumerate(regulation.prizes) if not prize.team]
        lists = {listed(prize): prize for _, prize in self.prizes}
        names = {name: self._names(prize) for name, prize in lists.items()}
        self.field = Field(names, {name: self.barred | self._spoiled(name[0]) for name in lists})
        self.open: list[tuple[int, dict[str, object]]] = []
        self.highest = regulation["stacking"] == HIGHEST_ONLY

    def awards(self) -> Awards:
        slots = list(self._slots())
        held = highest_only(slots, self.field) if self.highest else stacked(slots, self.field)
        for slot in slots:
            if slot not in held:
                self._leave_open(slot.line, slot.prize, slot.place, "名单里没有可以递补的人了")
        given = self._given(slots, held)
        drawn, lots = self._lots({str(row["player"]) for _, row in given})
        rows = [row for _, row in sorted([*given, *drawn], key=lambda pair: pair[0])]
        passed = [self._passed(slot.prize, slot.place, *who) for slot, *who in passed_over(slots, held, self.field)]
        left = [row for _, row in sorted(self.open, key=lambda pair: pair[0])]
        return frames(rows, left, [*passed, *self._unsaid(held, slots)], lots)

    def _names(self, prize: Prize) -> list[str]:
        ranked = self.ranks.index
        if not prize.conditions:
            return list(ranked)
        met = meets(self.people, prize, self.rules.year).reindex(ranked, fill_value=False)
        return list(ranked[met])

    def _spoiled(self, name: str) -> dict[str, str]:
        """Who takes no lucky prize for a missed round."""
        if name != self.rules["lucky"] or self.rules["missed_round"] != "不领幸运奖":
            return {}
        rows = self.final.loc[self.ranks.index]
        out = rows.index[(rows["part"] != "淘汰") & (rows["missed"] >= max(self.rules["missed_least"], 1))]
        return dict.fromkeys(out, "少下一轮，不领幸运奖")

    def _slots(self) -> Iterable[Slot]:
        """The places that can be awarded; what cannot goes to ``open``."""
        counted: Counter[Listed] = Counter()  # places so far of each list by head count; its rows make one list
        for line, prize in self.prizes:
            name = listed(prize)
            names, spoiled = self.field.names[name], self._spoiled(prize.name)
            allowed = _awarded_places(prize, self.people, self.final, self.rules)
            asked = places(prize, len(names), self.rules["share_rounding"])
            for position, place in enumerate(asked, start=counted[name]):
                if allowed is not None and position >= allowed:
                    self._leave_open(line, prize, place, _too_few_heads(prize, allowed, self.rules))
                elif place > len(names):
                    whom = "合条件、列名次的" if prize.conditions else "列名次的"
                    self._leave_open(line, prize, place, f"{whom}只有 {len(names)} 人")
                elif names[place - 1] in spoiled:
                    self._leave_open(line, prize, place, "该名次的棋手少下一轮，不领幸运奖")
                else:
                    yield Slot(line, place, prize)
            counted[name] += len(asked)

    def _leave_open(self, line: int, prize: Prize, place: int, reason: str) -> None:
        settles = EVERYTHING if self.highest or prize.by_lot else FIELD
        row = {**_row(prize, place), "settles": settles, "reason": reason}
        self.open.append((line, row))

    def _given(self, slots: Sequence[Slot], held: Mapping[Slot, str]) -> list[At]:
        """The rows of the places that are taken, with the money as it is shared, in the order of the sheet.

        One who shares a rank and stands behind the last place of a list may have a share too: his row comes after it.
        """
        amounts, further = shared(slots, held, self.field, self._ties(), self.rules["tied_prizes"], once=self.highest)
        return [
            ((slot.line, slot.place), {
                **_row(slot.prize, slot.place), "player": player, "team": "", "rank": int(self.ranks[player]),
                "amount": amounts[slot], "settles": self._settles(slot, player),
                "certificate": slot.prize.certificate and slot in held, "medal": slot.prize.medal and slot in held,
            }) for slot, player in {**held, **further}.items()
        ]  # fmt: skip

    def _ties(self) -> Mapping[str, int]:
        """The same number for those who share money (setting 奖金并列口径): one rank, or outside the knockout one score."""
        ties = self.ranks
        if self.rules["tied_by"] == "积分相同":
            rows = self.final.loc[self.ranks.index]
            ties = rows["points"].where(rows["part"] != "淘汰", -self.ranks)
        return {str(player): int(tie) for player, tie in ties.items()}

    def _settles(self, slot: Slot, player: str) -> str:
        """What a place waits for. Who is passed over in the knockout may yet come to stand elsewhere ahead of the player;
        all others are settled together."""
        names = self.field.names[slot.listed]
        ahead = (p for p in names[: names.index(player)] if p in self.field.barred[slot.listed])
        if self.highest or any(self.final.loc[p, "part"] == "淘汰" for p in ahead):
            return EVERYTHING
        return FIELD if slot.prize.pick and slot.prize.pick.kind == SHARE else OWN_PLACE

    def _lots(self, winners: set[str]) -> tuple[list[At], list[dict[str, object]]]:
        """Seeded public lots among those with a rank who took no other prize, in the order of the sheet."""
        given: list[At] = []
        protocol: list[dict[str, object]] = []
        drawn: Counter[Listed] = Counter()
        for line, prize in self.prizes:
            if not (prize.by_lot and prize.pick):
                continue
            name, purpose = listed(prize), lot_purpose(self.rules.group, prize.name)
            pool = [p for p in self.field.names[name] if p not in self.field.barred[name] and p not in winners]
            order = draw_order(self.seed, purpose, pool) if self.seed else []
            allowed = _awarded_places(prize, self.people, self.final, self.rules)
            asked = range(drawn[name] + 1, drawn[name] + prize.pick.count + 1)
            drawn[name] += prize.pick.count
            room = len(asked) if allowed is None else max(allowed + 1 - asked.start, 0)
            taken = dict(zip(order[:room], asked, strict=False))
            winners |= taken.keys()
            given += [
                ((line, place), {**_row(prize, place), "player": player, "team": "", "rank": int(self.ranks[player]),
                                 "settles": EVERYTHING}) for player, place in taken.items()
            ]  # fmt: skip
            why = f"没有得奖的只有 {len(order)} 人" if self.seed else "没有抽签种子，请填「抽奖种子」"
            for place in asked[len(taken) :]:
                heads_lack = allowed is not None and place > allowed
                self._leave_open(line, prize, place, _too_few_heads(prize, allowed, self.rules) if heads_lack else why)
            protocol += [
                {"prize": prize.name, "condition": prize.condition, "order": number, "player": player,
                 "ticket": ticket(self.seed, purpose, player), "place": taken.get(player)}
                for number, player in enumerate(order, start=1)
            ]  # fmt: skip
        return given, protocol

    def _passed(self, prize: Prize, place: int, player: str, reason: str) -> dict[str, object]:
        return {"prize": prize.name, "condition": prize.condition, "place": place, "player": player,
                "rank": int(self.ranks[player]), "reason": reason}  # fmt: skip

    def _unsaid(self, held: Mapping[Slot, str], slots: Sequence[Slot]) -> Iterable[dict[str, object]]:
        """Who would stand ahead of the last winner of a list, or on it where it has a lot or places are left, if he met
        a condition of which the sign-up does not say enough."""
        place = {player: number for number, player in enumerate(self.ranks.index)}
        short = {line for line, _ in self.open}
        unfilled = {listed(prize) for line, prize in self.prizes if prize.by_lot or line in short}
        for name, prize in {listed(prize): prize for _, prize in self.prizes if prize.conditions}.items():
            last = max((place[held[slot]] for slot in slots if slot.listed == name and slot in held), default=0)
            ahead = self.ranks.index[: len(place) if name in unfilled else last]
            unsaid = verdicts(self.people, prize, self.rules.year).reindex(ahead).isna()
            for player in ahead[unsaid]:
                before = sum(place[other] < place[player] for other in self.field.names[name])
                yield self._passed(prize, before + 1, player, "报名表没有填全，不能判断是否合条件")


def lot_purpose(group: str, prize: str) -> str:
    """What the tickets of a lot are drawn for, beside the seed and the id of the player."""
    return f"抽奖/{group}/{prize}"


def team_awards(teams: pd.DataFrame | None, prizes: Iterable[Prize]) -> Awards:
    """Award the prizes for teams on a table of :func:`~qisai.tournament.teams.team_table`.

    A place is that of the team table; teams without a team rank take nothing, and places beyond the ranked teams stay
    open. None: there is no table, because the rules name no number of counted players.
    """
    given, still_open = [], []
    ranked = [] if teams is None else list(teams.index[teams["rank"].notna()])
    why = "没有排团体名次（「团体赛」或「团体计分人数」没有填）" if teams is None else f"列团体名次的只有 {len(ranked)} 队"
    for prize in prizes:
        for place in prize.places if prize.team else ():
            row = {**_row(prize, place), "settles": EVERYTHING}
            if place > len(ranked):
                still_open.append({**row, "reason": why})
            else:
                given.append({**row, "player": "", "team": ranked[place - 1], "rank": place})
    return frames(given, still_open)


def _row(prize: Prize, place: int) -> dict[str, object]:
    return {"prize": prize.name, "condition": prize.condition, "place": place, "team": prize.team, "amount": prize.amount,
            "certificate": prize.certificate, "medal": prize.medal, "by_lot": prize.by_lot}  # fmt: skip


def _barred(ranked: pd.DataFrame, regulation: Regulation, owing: Collection[str]) -> dict[str, str]:
    """Who may take no prize of a player, and why (settings 领奖最少轮数, 领奖须缴清)."""
    least, found = regulation["prize_rounds"], {}
    if least:
        short = ranked[(ranked["part"] != "淘汰") & (ranked["attended"] < least)]
        found = {player: f"到场 {rounds} 轮，不足 {least} 轮" for player, rounds in short["attended"].items()}
    if regulation["prize_paid"]:
        found |= {player: "参赛费没有缴清" for player in ranked.index if player in owing}
    return found


def heads(prize: Prize, people: pd.DataFrame, final: pd.DataFrame, regulation: Regulation) -> int:
    """How many people a list by head count counts: those who took part, or all who signed up."""
    pool = people[people["role"] == PLAYER]
    if regulation["local_count"] == "参赛人数":
        pool = pool[pool.index.isin(final.index)]
    return int(meets(pool, prize, regulation.year).sum())


def _awarded_places(prize: Prize, people: pd.DataFrame, final: pd.DataFrame, regulation: Regulation) -> int | None:
    """How many places a list by head count awards; None where heads do not count."""
    return heads(prize, people, final, regulation) // prize.per_heads if prize.per_heads else None


def _too_few_heads(prize: Prize, allowed: int | None, regulation: Regulation) -> str:
    return f"按{regulation['local_count']}每满 {prize.per_heads} 人设一名，只设 {allowed} 名"
