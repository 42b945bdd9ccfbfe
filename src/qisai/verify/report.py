"""What the referee hands back: values compared by topic, findings in words, and its own tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from qisai.regulation.model import Key
from qisai.vocabulary import plain

#: A row of a table or list, by English column name.
Row = dict[str, Any]
#: What the package says, for :func:`compare`: ``standings`` {round: [(player, {key: value})]}, ``final``
#: [(player, rank or None)], ``prizes`` [(prize, place, player or None, amount)], ``deposits`` [(player, whether it is
#: given back)]; players are 序号. Of the whole event,
#: beside the first group: ``teams`` [(team, rank or None, sum)], ``team_prizes`` [(prize, place, team or None, amount)];
#: where each group has a table of its own, team and prize have its name before theirs.
Claims = Mapping[str, Any]


@dataclass(frozen=True)
class Finding:
    """One value that does not follow from the folder: what stands there and what the rules give."""

    topic: str
    where: str
    claimed: str
    derived: str

    def __str__(self) -> str:
        return f"【{self.topic}】{self.where}：写的是{self.claimed}；核对得出{self.derived}"


@dataclass
class Ledger:
    """Counts every comparison by topic and keeps those that failed. ``proofs`` says of each Swiss round why it is not proved
    that no pairing is better; "" where it is."""

    checks: dict[str, int] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    proofs: dict[str, str] = field(default_factory=dict)

    def hold(self, topic: str, where: str, true: bool, claimed: str, derived: str) -> bool:
        """Count one comparison; a false one becomes a finding."""
        self.checks[topic] = self.checks.get(topic, 0) + 1
        if not true:
            self.findings.append(Finding(topic, where, claimed, derived))
        return true

    def same(self, topic: str, where: str, claimed: object, derived: object) -> bool:
        return self.hold(topic, where, claimed == derived, said(claimed), said(derived))


@dataclass(frozen=True)
class Report:
    """The referee's result. Points are in units of 1/``Regulation.scale``.

    ``checks`` maps a topic to the number of values compared. ``standings`` maps each accepted Swiss round to
    its rows (``group, player, order``, every tie-break, ``missed``) of those who play in that stage.
    ``final`` (``group, player, number, name, rank, points, stage``) and ``prizes`` (``group, prize, condition, place,
    player, amount``; player None where the place stays open) are empty until the event is played out, ``teams``
    (``group, team, order, rank, sum, ranks, players``) and ``team_prizes`` (``group, prize, place, team, amount``) until
    all groups are; their ``group`` is "" where one team table holds all. ``deposits`` (``group, player, back``) are as
    they would be if nothing more were played. ``unchecked`` says in words what was taken on
    trust; ``labels`` are the Chinese words of the keys. ``proofs`` says in words how many Swiss rounds
    are proved to have the best pairing.
    """

    checks: dict[str, int]
    findings: tuple[Finding, ...]
    standings: dict[int, list[Row]]
    final: list[Row]
    prizes: list[Row]
    names: dict[str, str]
    teams: list[Row] = field(default_factory=list)
    team_prizes: list[Row] = field(default_factory=list)
    first_group: str = ""
    unchecked: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    deposits: list[Row] = field(default_factory=list)
    proofs: tuple[str, ...] = ()

    @property
    def sound(self) -> bool:
        return not self.findings


def said(value: object) -> str:
    """A value in a sentence."""
    if value is None or value == "" or value == ():
        return "空"
    if isinstance(value, bool):
        return "是" if value else "否"
    if isinstance(value, list | tuple):
        return "、".join(said(part) for part in value)
    return str(value)


def first_difference(claimed: Sequence[str], derived: Sequence[str]) -> int | None:
    """The first place (from 0) at which two lists part; None where they are equal."""
    for place, (left, right) in enumerate(zip(claimed, derived, strict=False)):
        if left != right:
            return place
    return None if len(claimed) == len(derived) else min(len(claimed), len(derived))


def compare(report: Report, claims: Claims, group: str = "") -> tuple[Finding, ...]:
    """The package's tables of one competition against the referee's own; one finding a differing value."""
    ledger = Ledger()

    def name(player: Any) -> str:
        return report.names.get(player, said(player))

    for number, claimed in claims.get("standings", {}).items():
        _compare_standings(ledger, number, claimed, _of(report.standings.get(number, []), group), name, report.labels)
    if "final" in claims:
        derived = [(row["player"], row["rank"]) for row in _of(report.final, group)]
        said_list = [(player, rank) for player, rank in claims["final"]]
        ledger.same("总名次", "人数", len(said_list), len(derived))
        for place, (left, right) in enumerate(zip(said_list, derived, strict=False), start=1):
            words = [f"{name(p)}（{'不列名次' if r is None else f'第{r}名'}）" for p, r in (left, right)]
            ledger.hold("总名次", f"总名次表第 {place} 行", left == right, *words)
    if "prizes" in claims:
        rows = _of(report.prizes, group)
        mine = _by_place((row["prize"], row["place"], row["player"], row["amount"]) for row in rows)
        theirs = _by_place(claims["prizes"])
        for key in sorted(mine.keys() | theirs.keys()):
            pair = theirs.get(key, []), mine.get(key, [])
            words = ["、".join(f"{name(player)} {yuan} 元" for player, yuan in taken) or "不颁发" for taken in pair]
            ledger.hold("奖项", f"{key[0]}第 {key[1]} 名", pair[0] == pair[1], *words)
    if "deposits" in claims:
        own = {row["player"]: row["back"] for row in _of(report.deposits, group)}
        told = dict(claims["deposits"])
        for player in sorted(own.keys() | told.keys()):
            words = [{True: "退还", False: "不退", None: "没有押金"}[table.get(player)] for table in (told, own)]
            ledger.hold("押金", name(player), told.get(player) == own.get(player), *words)
    if group == report.first_group:
        _compare_teams(ledger, report, claims)
    return tuple(ledger.findings)


def _by_place(rows: Iterable[Any]) -> dict[tuple[str, int], list[tuple[str, int]]]:
    """Who takes a place of a prize and how much: several where lists of several conditions have one name."""
    found: dict[tuple[str, int], list[tuple[str, int]]] = {}
    for prize, place, player, amount in rows:
        if player:
            found.setdefault((prize, place), []).append((player, amount))
    return {key: sorted(taken) for key, taken in found.items()}


def _compare_teams(ledger: Ledger, report: Report, claims: Claims) -> None:
    """Ranks and sums of the teams that have one, and the prizes; teams in one form for comparing."""
    if "teams" in claims:
        mine = {plain(row["group"] + row["team"]): (row["rank"], row["sum"]) for row in report.teams}
        theirs = {plain(team): (rank, total if rank else None) for team, rank, total in claims["teams"]}
        for team in sorted(mine.keys() | theirs.keys()):
            pair = [table.get(team, (None, None)) for table in (theirs, mine)]
            words = [f"第 {rank} 名，和 {total}" if rank else "不列名次" for rank, total in pair]
            ledger.hold("团体", f"团体名次 {team}", pair[0] == pair[1], *words)
    if "team_prizes" in claims:
        own = {
            (plain(row["group"] + row["prize"]), row["place"]): (plain(row["team"]), row["amount"])
            for row in report.team_prizes if row["team"]
        }  # fmt: skip
        said_so = {(plain(prize), place): (plain(team), amount) for prize, place, team, amount in claims["team_prizes"] if team}
        for key in sorted(own.keys() | said_so.keys()):
            words = [f"{v[0]} {v[1]} 元" if (v := prizes.get(key)) else "不颁发" for prizes in (said_so, own)]
            ledger.hold("团体", f"{key[0]}第 {key[1]} 名", own.get(key) == said_so.get(key), *words)


def _of(rows: list[Row], group: str) -> list[Row]:
    groups = {row["group"] for row in rows}
    return [row for row in rows if row["group"] == group] if group or len(groups) > 1 else rows


def _compare_standings(
    ledger: Ledger, number: int, claimed: Any, rows: list[Row], name: Any, labels: Mapping[str, str]
) -> None:
    where = f"第 {number} 轮后"
    own = {row["player"]: row for row in rows}
    theirs = [player for player, _ in claimed if player in own]
    for player in own.keys() - set(theirs):
        ledger.hold("名次", where, False, f"表里没有{name(player)}", f"第 {own[player]['order']} 名")
    for place, (left, row) in enumerate(zip(theirs, rows, strict=False), start=1):
        ledger.hold("名次", f"{where}第 {place} 名", left == row["player"], name(left), name(row["player"]))
    # 前一轮名次 may count the whole field or only those who are left; what it decides is who stood ahead
    before = [_places({p: values["previous"] for p, values in claimed if p in own and "previous" in values})]
    before.append(_places({p: row["previous"] for p, row in own.items() if p in before[0]}))
    for player, values in claimed:
        for key, value in values.items():
            if player not in own or key not in own[player] or isinstance(own[player][key], tuple):
                continue
            pair = (before[0][player], before[1][player]) if key == "previous" else (value, own[player][key])
            if key != "order" or len(claimed) == len(rows):
                label = key if key == "order" else Key(key, True).label
                ledger.same("名次指标", f"{where}{name(player)}的{label}", *pair)


def _places(values: Mapping[str, int]) -> dict[str, int]:
    return {player: place for place, player in enumerate(sorted(values, key=lambda p: values[p]), start=1)}
