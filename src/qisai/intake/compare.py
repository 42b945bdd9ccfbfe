"""Sign-ups against the 报名 sheet: who is new, who is known, and who must be looked at. Nothing is merged."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import pandas as pd

from qisai.intake.likeness import alike, like_teams, name_key, name_masks, on_purpose, phone_key
from qisai.intake.model import Applicant, Found
from qisai.problems import errors
from qisai.vocabulary import plain

#: What a known person's row is compared in.
COMPARED = ("性别", "出生年份", "单位", "地区", "组别", "角色", "类别", "电话", "缴费类别", "已缴", "等级分", "备注")
PLAYER = "选手"  # the 角色 where none is typed
LEADER_FOR = 3  # one phone with so many names is a leader's who signs up others


@dataclass(frozen=True)
class Known:
    """Somebody who is in 报名 already. ``differences``: (column, as typed there, as imported); ``by``: how he was found."""

    player: str
    row: Applicant
    by: str
    differences: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class Doubt:
    """Rows to look at side by side: of the imports, and ``players`` of 报名. ``settled`` where nothing waits for it."""

    reason: str
    advice: str
    rows: tuple[Applicant, ...]
    players: tuple[str, ...] = ()
    settled: bool = False


@dataclass(frozen=True)
class TeamPair:
    """Two ways of writing that may be one team, with the heads in 报名 and in the imports of each."""

    first: str
    second: str
    reason: str
    heads: tuple[tuple[int, int], tuple[int, int]]


@dataclass(frozen=True)
class Intake:
    """Every row of the imports in one place: new, known, repeated, doubtful or rejected."""

    new: tuple[Applicant, ...]
    known: tuple[Known, ...]
    repeated: tuple[Applicant, ...]
    doubtful: tuple[Applicant, ...]
    rejected: tuple[Applicant, ...]
    doubts: tuple[Doubt, ...]
    teams: tuple[TeamPair, ...]

    @property
    def read(self) -> int:
        return sum(map(len, (self.new, self.known, self.repeated, self.doubtful, self.rejected)))


@dataclass
class _Person:
    """One person as far as can be told: of 报名 (``player``), of the imports (``rows``, the proposed one first), or both."""

    name: str
    team: str
    phones: set[str]
    cells: Mapping[str, str]
    player: str = ""
    rows: list[Applicant] = field(default_factory=list)
    papers: set[str] = field(default_factory=set)

    @property
    def new(self) -> bool:
        return not self.player


def compare(people: pd.DataFrame, found: Sequence[Found]) -> Intake:
    """Tell the people of the imports from those of 报名 and from each other.

    ``people``: the 报名 sheet as typed, index 序号 (str), columns of the sheet by name (str, "" where blank). A person is
    known by his name with his 单位 or with his phone; where one side has no 单位, by a name that only one has. Rows with
    faults of the level 错误, or without a name, are rejected.
    """
    applicants = [one for sheet in found for one in sheet.applicants]
    rejected = [one for one in applicants if errors(one.faults) or not plain(one.cells.get("姓名", ""))]
    gone = {id(one) for one in rejected}
    signed = _persons(one for one in applicants if id(one) not in gone)
    roster = [_of_roster(str(player), row) for player, row in people.iterrows()]
    pairs = like_teams(person.team for person in (*roster, *signed))
    known = _known(roster, signed)
    new = [person for person in signed if person.new]
    copies = _copies(new, Counter(person.name for person in signed))
    doubts = [*copies, *_lookalikes([*roster, *new], pairs), *_shared_phones([*roster, *new])]
    doubts.sort(key=lambda doubt: doubt.settled)
    waiting = {id(row) for doubt in doubts if not doubt.settled for row in doubt.rows}
    return Intake(
        tuple(person.rows[0] for person in new if id(person.rows[0]) not in waiting),
        tuple(known),
        tuple(row for person in signed for row in person.rows[1:]),
        tuple(person.rows[0] for person in new if id(person.rows[0]) in waiting),
        tuple(rejected),
        tuple(doubts),
        tuple(_team_pairs(pairs, roster, signed)),
    )


# --- who is one person --------------------------------------------------------------------------------------
def _of_roster(player: str, row: pd.Series) -> _Person:
    cells = {str(column): str(value) for column, value in row.items() if value}
    phone = phone_key(cells.get("电话", ""))
    return _Person(plain(cells.get("姓名", "")), cells.get("单位", ""), {phone} - {""}, cells, player)


def _persons(applicants: Iterable[Applicant]) -> list[_Person]:
    """The rows of the imports by person; of each person the row to propose first."""
    persons: list[_Person] = []
    by_name: dict[str, list[_Person]] = {}
    for row in applicants:
        one = _of_row(row)
        same = next((person for person in by_name.get(one.name, ()) if _one_person(person, one)), None)
        if same is None:
            persons.append(one)
            by_name.setdefault(one.name, []).append(one)
        else:
            same.rows.append(row)
            same.team = same.team or one.team
            same.phones |= one.phones
            same.papers |= one.papers
    for person in persons:
        best = max(person.rows, key=lambda row: (_time(row), len(_told(row))))
        person.rows = [best, *(row for row in person.rows if row is not best)]
        person.team = best.cells.get("单位", "") or person.team
    return persons


def _of_row(row: Applicant) -> _Person:
    phone, paper = phone_key(row.cells.get("电话", "")), row.cells.get("身份证号", "")
    return _Person(
        plain(row.cells["姓名"]), row.cells.get("单位", ""), {phone} - {""}, row.cells, "", [row], {paper} - {""}
    )  # fmt: skip


def _one_person(one: _Person, other: _Person) -> bool:
    """Whether two of one name are one person: the same number, phone or 单位; or nothing that speaks against it."""
    if one.papers and other.papers:
        return bool(one.papers & other.papers)
    if one.phones & other.phones:
        return True
    if plain(one.team) and plain(other.team):
        return plain(one.team) == plain(other.team)
    return not (one.phones and other.phones)


def _known(roster: Sequence[_Person], signed: Sequence[_Person]) -> list[Known]:
    """Find each person in 报名, the surest first; the roster's person then has the rows, phones and papers too."""
    by_name: dict[str, list[_Person]] = {}
    for entry in roster:
        by_name.setdefault(entry.name, []).append(entry)
    found: dict[int, Known] = {}
    signed_names = Counter(person.name for person in signed)
    for by in ("姓名和电话", "姓名和单位", "姓名"):
        for place, person in enumerate(signed):
            for entry in by_name.get(person.name, ()) if person.new else ():
                namesakes = len(by_name[person.name]) > 1 or signed_names[person.name] > 1
                if not entry.rows and _found_by(by, entry, person, namesakes):
                    person.player, entry.rows = entry.player, person.rows
                    found[place] = Known(entry.player, person.rows[0], by, _differences(entry.cells, person.rows[0]))
                    entry.phones, entry.papers = entry.phones | person.phones, person.papers
                    break
    return [found[place] for place in sorted(found)]


def _found_by(by: str, entry: _Person, person: _Person, namesakes: bool) -> bool:
    if by == "姓名和电话":
        return bool(entry.phones & person.phones)
    if by == "姓名和单位":
        return plain(entry.team) == plain(person.team) != ""
    pasted = plain(entry.team) == plain(person.team) and entry.phones == person.phones
    return _one_person(entry, person) if not namesakes else pasted


def _differences(typed: Mapping[str, str], row: Applicant) -> tuple[tuple[str, str, str], ...]:
    return tuple(
        (column, typed.get(column, ""), row.cells[column])
        for column in COMPARED
        if row.cells.get(column) and _value(column, typed.get(column, "")) != _value(column, row.cells[column])
    )


def _value(column: str, typed: str) -> str:
    value = plain(typed)
    if column == "电话":
        return phone_key(value) or value
    if column == "出生年份":
        return value[:4]
    if column in ("已缴", "等级分"):
        return value.removesuffix(".0").removesuffix("元") or "0"
    return value or (PLAYER if column == "角色" else "")


# --- what must be looked at ---------------------------------------------------------------------------------
def _copies(new: Sequence[_Person], names: Mapping[str, int]) -> list[Doubt]:
    """People who are in the imports more than once: with other details, or with nothing that the proposed row has not."""
    doubts = []
    for person in new:
        best, *others = person.rows
        if not others:
            continue
        if all(_adds_nothing(row, best, names[person.name] == 1) for row in others):
            reason = f"同一个人有 {len(person.rows)} 份，内容没有不同，只取一份"
            doubts.append(Doubt(reason, "不用做什么；真是同名的几个人，请自己补上", tuple(person.rows), settled=True))
            continue
        timed = _time(best) and all(_time(row) < _time(best) for row in others)
        advice = "建议用第一行（提交得最晚），对过再粘贴" if timed else "分不出先后，请定下用哪一行，再粘贴"
        doubts.append(Doubt("同一个人交了几次，内容不一样", advice, tuple(person.rows)))
    return doubts


def _adds_nothing(row: Applicant, best: Applicant, one_of_the_name: bool) -> bool:
    """Whether a row is of the same person as a fuller one beyond doubt, and says nothing else than it."""
    told, known = _told(row), _told(best)
    if any(_value(column, known.get(column, "")) != _value(column, value) for column, value in told.items()):
        return False
    return one_of_the_name or told == known or any(told.get(column) for column in ("单位", "电话", "身份证号"))


def _told(row: Applicant) -> dict[str, str]:
    return {column: value for column, value in row.cells.items() if column != "提交时间"}


def _time(row: Applicant) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", plain(row.cells.get("提交时间", "")))))


def _lookalikes(persons: Sequence[_Person], pairs: Mapping[tuple[str, str], str]) -> list[Doubt]:
    """People who may be one with another of 报名 or of the imports, in groups; those of 报名 among themselves are not doubted."""
    links: dict[tuple[int, int], tuple[str, bool]] = {}
    for one, other in sorted(_candidates(persons)):
        if (persons[one].new or persons[other].new) and (told := _why(persons[one], persons[other], pairs)):
            links[one, other] = told
    doubts = []
    for group in _joined(links):
        inside = [told for (one, _), told in links.items() if one in group]
        settled = all(apart for _, apart in inside)
        reasons = "；".join(dict.fromkeys(words for words, _ in inside))
        advice = "按两个人都列入新增；是一个人就只留一行" if settled else "是一个人就不要粘贴；是两个人再粘贴"
        members = [persons[place] for place in sorted(group)]
        rows = tuple(person.rows[0] for person in members if person.new)
        doubts.append(Doubt(reasons, advice, rows, tuple(person.player for person in members if person.player), settled))
    return doubts


def _candidates(persons: Sequence[_Person]) -> set[tuple[int, int]]:
    """Pairs that share a name (but for its spelling), a phone, a number, or all but one Hanzi in one team."""
    alike: dict[tuple[str, ...], list[int]] = {}
    leaders = _leaders(persons)
    for place, person in enumerate(persons):
        keys: set[tuple[str, ...]] = {("name", name_key(person.name))}
        keys |= {("phone", phone) for phone in person.phones - leaders} | {("paper", paper) for paper in person.papers}
        if team := plain(person.team):
            keys |= {("near", team, mask) for mask in name_masks(person.name)}
        for key in keys:
            alike.setdefault(key, []).append(place)
    return {pair for places in alike.values() for pair in combinations(places, 2)}


def _why(one: _Person, other: _Person, pairs: Mapping[tuple[str, str], str]) -> tuple[str, bool] | None:
    """Why two may be one person, and whether they are surely two."""
    proven = bool(one.papers and other.papers and not one.papers & other.papers)
    if name_key(one.name) == name_key(other.name):
        reason = "同名" if one.name == other.name else "姓名写法不同（大小写、间隔号、繁简）"
        elsewhere = bool(plain(one.team) and plain(other.team)) and not alike(one.team, other.team, pairs)
        unlike = bool(one.phones and other.phones and not one.phones & other.phones)
        reason += "，单位不同" if elsewhere else "，单位写法相近" if plain(one.team) != plain(other.team) else ""
        return reason, elsewhere and (proven or unlike)
    if one.papers & other.papers:
        return "身份证号相同，姓名不同", False
    if one.phones & other.phones:
        return "电话相同，姓名不同", proven
    same_length = len(name_key(one.name)) == len(name_key(other.name))
    if same_length and on_purpose(name_key(one.name), name_key(other.name)):
        return None
    return "同单位，姓名只差一个字", proven


def _joined(links: Iterable[tuple[int, int]]) -> list[set[int]]:
    """The groups that pairs make, by their first member."""
    group_of: dict[int, set[int]] = {}
    for one, other in links:
        group = group_of.get(one, {one}) | group_of.get(other, {other})
        group_of |= dict.fromkeys(group, group)
    groups = {min(group): group for group in group_of.values()}
    return [groups[first] for first in sorted(groups)]


def _leaders(persons: Sequence[_Person]) -> set[str]:
    """Phones that so many names share that they must be a leader's."""
    names: dict[str, set[str]] = {}
    for person in persons:
        for phone in person.phones:
            names.setdefault(phone, set()).add(name_key(person.name))
    return {phone for phone, sharing in names.items() if len(sharing) >= LEADER_FOR}


def _shared_phones(persons: Sequence[_Person]) -> list[Doubt]:
    """One line for each phone that a leader gave for several: they stay new."""
    doubts = []
    for phone in sorted(_leaders(persons)):
        sharing = [person for person in persons if phone in person.phones]
        rows = tuple(person.rows[0] for person in sharing if person.new)
        players = tuple(person.player for person in sharing if person.player)
        if rows:
            reason = f"{len(sharing)} 个人填了同一个电话，当作一人代报"
            doubts.append(Doubt(reason, "照常列入新增；需要本人电话的请补上", rows, players, settled=True))
    return doubts


def _team_pairs(
    pairs: Mapping[tuple[str, str], str], roster: Sequence[_Person], signed: Sequence[_Person]
) -> list[TeamPair]:
    """The pairs of which at least one is written in the imports."""
    there, here = (_heads(persons) for persons in (roster, signed))

    def heads(team: str) -> tuple[int, int]:
        return there.get(plain(team), 0), here.get(plain(team), 0)

    return [
        TeamPair(one, other, reason, (heads(one), heads(other)))
        for (one, other), reason in pairs.items()
        if heads(one)[1] or heads(other)[1]
    ]


def _heads(persons: Iterable[_Person]) -> dict[str, int]:
    return Counter(plain(person.team) for person in persons)
