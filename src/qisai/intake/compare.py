"""Sign-ups against the 报名 sheet: who is new, who is known, and who must be looked at. Nothing is merged."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise

import pandas as pd

from qisai.intake.likeness import alike, name_key, name_masks, near_short_names, on_purpose, phone_key
from qisai.intake.model import Applicant, Found
from qisai.intake.team_spellings import TeamPair, near_teams
from qisai.problems import errors
from qisai.vocabulary import plain

#: What a known person's row is compared in.
COMPARED = ("性别", "出生年份", "单位", "地区", "组别", "角色", "类别", "电话", "缴费类别", "已缴", "等级分", "体检",
            "保险", "用餐", "备注")  # fmt: skip
PLAYER = "选手"  # the 角色 where none is typed
LEADER_FOR = 3  # one phone with so many names is a leader's who signs up others
CROWD = 50  # more people of one name are not compared two by two
Differences = tuple[tuple[str, str, str], ...]  # column, as typed in 报名, as imported


@dataclass(frozen=True)
class Known:
    """Somebody who is in 报名 already, with his latest row. ``by``: how he was found.

    ``latest`` says why it is the latest ("" where he has one row only); ``earlier`` are his other rows that say something
    else than 报名 and the latest.
    """

    player: str
    row: Applicant
    by: str
    differences: Differences
    latest: str = ""
    earlier: tuple[tuple[Applicant, Differences], ...] = ()


@dataclass(frozen=True)
class Doubt:
    """Rows to look at side by side: of the imports, and ``players`` of 报名. ``settled`` where nothing waits for it.

    ``repeat``: the rows say the same, there is nothing to do.
    """

    reason: str
    advice: str
    rows: tuple[Applicant, ...]
    players: tuple[str, ...] = ()
    settled: bool = False
    repeat: bool = False


@dataclass(frozen=True)
class Intake:
    """Every row of the imports in one place: new, known, repeated, doubtful or rejected.

    ``more_teams``: there are more near teams than ``teams`` has.
    """

    new: tuple[Applicant, ...]
    known: tuple[Known, ...]
    repeated: tuple[Applicant, ...]
    doubtful: tuple[Applicant, ...]
    rejected: tuple[Applicant, ...]
    doubts: tuple[Doubt, ...]
    teams: tuple[TeamPair, ...]
    more_teams: bool = False

    @property
    def read(self) -> int:
        return sum(map(len, (self.new, self.known, self.repeated, self.doubtful, self.rejected)))


@dataclass
class _Person:
    """One person as far as can be told: of 报名 (``player``), of the imports (``rows``, the proposed one first), or both.

    ``team`` as :func:`plain`; ``order``: the rows as they were read.
    """

    name: str
    team: str
    phones: set[str]
    cells: Mapping[str, str]
    player: str = ""
    rows: list[Applicant] = field(default_factory=list)
    papers: set[str] = field(default_factory=set)
    order: list[Applicant] = field(default_factory=list)

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
    there, here = ([_typed_team(one) for one in persons] for persons in (roster, signed))
    known = _known(roster, signed)
    typed = {entry.player: team for entry, team in zip(roster, there, strict=True)}
    again = [(typed[one.player], team) for one, team in zip(signed, here, strict=True) if one.player]
    teams, more_teams = near_teams(there, here, again)
    new = [person for person in signed if person.new]
    copies = _copies(new, Counter(person.name for person in signed))
    doubts = [*copies, *_lookalikes([*roster, *new]), *_shared_phones([*roster, *new])]
    waiting = {id(row) for doubt in doubts if not doubt.settled for row in doubt.rows}
    doubts = sorted((_agreeing(doubt, waiting) for doubt in doubts), key=lambda doubt: (doubt.settled, doubt.repeat))
    return Intake(
        tuple(person.rows[0] for person in new if id(person.rows[0]) not in waiting),
        tuple(known),
        tuple(row for person in signed for row in person.rows[1:]),
        tuple(person.rows[0] for person in new if id(person.rows[0]) in waiting),
        tuple(rejected),
        tuple(doubts),
        tuple(teams),
        more_teams,
    )


# --- who is one person --------------------------------------------------------------------------------------
def _of_roster(player: str, row: pd.Series) -> _Person:
    cells = {str(column): str(value) for column, value in row.items() if value}
    phone = phone_key(cells.get("电话", ""))
    return _Person(plain(cells.get("姓名", "")), plain(cells.get("单位", "")), {phone} - {""}, cells, player)


def _typed_team(person: _Person) -> str:
    cells = [person.cells] if person.player else [row.cells for row in person.rows]
    return next((one["单位"] for one in cells if one.get("单位")), "")


def _persons(applicants: Iterable[Applicant]) -> list[_Person]:
    """The rows of the imports by person; of each person the row to propose first."""
    persons: list[_Person] = []
    by_name: dict[str, list[_Person]] = {}
    for row in applicants:
        one = _of_row(row)
        namesakes = [person for person in by_name.get(one.name, ()) if _one_person(person, one)]
        same = max(namesakes, key=lambda person: _proof(person, one), default=None)
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
        person.order = person.rows
        person.rows = [best, *(row for row in person.rows if row is not best)]
        person.team = plain(best.cells.get("单位", "")) or person.team
    return persons


def _of_row(row: Applicant) -> _Person:
    phone, paper = phone_key(row.cells.get("电话", "")), row.cells.get("身份证号", "")
    name, team = plain(row.cells["姓名"]), plain(row.cells.get("单位", ""))
    return _Person(name, team, {phone} - {""}, row.cells, "", [row], {paper} - {""})


def _one_person(one: _Person, other: _Person) -> bool:
    """Whether two of one name are one person: the same number, phone or 单位; or nothing that speaks against it."""
    if one.papers and other.papers:
        return bool(one.papers & other.papers)
    if one.phones & other.phones:
        return True
    return one.team == other.team if one.team and other.team else not (one.phones and other.phones)


def _proof(one: _Person, other: _Person) -> tuple[bool, bool, bool]:
    """What two who may be one person have in common, the surest first."""
    return bool(one.papers & other.papers), bool(one.phones & other.phones), one.team == other.team != ""


def _known(roster: Sequence[_Person], signed: Sequence[_Person]) -> list[Known]:
    """Find each person in 报名, the surest first; the roster's person then has the rows, phones and papers too."""
    by_name: dict[str, list[_Person]] = {}
    for entry in roster:
        by_name.setdefault(entry.name, []).append(entry)
    found: dict[int, Known] = {}
    signed_names = Counter(person.name for person in signed)
    for by in ("姓名、单位和电话", "姓名和电话", "姓名和单位", "姓名"):
        for place, person in enumerate(signed):
            for entry in by_name.get(person.name, ()) if person.new else ():
                namesakes = len(by_name[person.name]) > 1 or signed_names[person.name] > 1
                if not entry.rows and _found_by(by, entry, person, namesakes):
                    found[place] = _latest(entry, person, by)
                    others = (row for row in person.rows if row is not found[place].row)
                    person.player, person.rows = entry.player, [found[place].row, *others]
                    entry.rows = person.rows
                    entry.phones, entry.papers = entry.phones | person.phones, person.papers
                    break
    return [found[place] for place in sorted(found)]


def _latest(entry: _Person, person: _Person, by: str) -> Known:
    """Somebody of 报名 with what was handed in last: by 提交时间 where all have one, else in the last of the files."""
    timed = all(map(_time, person.order))
    place, row = max(enumerate(person.order), key=lambda one: (_time(one[1]) if timed else (), one[0]))
    differences = _differences(entry.cells, row)
    told = {(column, _value(column, imported)) for column, _, imported in differences}
    earlier = []
    for other in person.order:
        own = _differences(entry.cells, other)
        if other is not row and any((column, _value(column, imported)) not in told for column, _, imported in own):
            earlier.append((other, own))
    why = "提交得最晚" if timed else "分不出先后，取最后读到的一份（文件按名字排）"
    return Known(entry.player, row, by, differences, why if len(person.order) > 1 else "", tuple(earlier))


def _found_by(by: str, entry: _Person, person: _Person, namesakes: bool) -> bool:
    if by != "姓名":
        phone, team = bool(entry.phones & person.phones), entry.team == person.team != ""
        return (phone or "电话" not in by) and (team or "单位" not in by)
    pasted = entry.team == person.team and entry.phones == person.phones
    return _one_person(entry, person) if not namesakes else pasted


def _differences(typed: Mapping[str, str], row: Applicant) -> Differences:
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
    return value or (PLAYER if column == "角色" else "否" if column in ("体检", "保险", "用餐") else "")


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
            advice = "不用做什么；真是同名的几个人，请自己补上"
            doubts.append(Doubt(reason, advice, tuple(person.rows), settled=True, repeat=True))
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


def _agreeing(doubt: Doubt, waiting: set[int]) -> Doubt:
    """A settled doubt that does not say of those who wait for another one that they are new."""
    held = list(dict.fromkeys(row.cells["姓名"] for row in doubt.rows if id(row) in waiting))
    if not doubt.settled or not held:
        return doubt
    others = "" if doubt.repeat or all(id(row) in waiting for row in doubt.rows) else f"；其余的人：{doubt.advice}"
    return replace(doubt, advice=f"{'、'.join(held)} 还在「待定」，先按前面那一组定{others}")


def _lookalikes(persons: Sequence[_Person]) -> list[Doubt]:
    """People who may be one with another of 报名 or of the imports, in groups; those of 报名 among themselves are not doubted."""
    links: dict[tuple[int, int], tuple[str, bool]] = {}
    candidates, crowded = _candidates(persons)
    for one, other in sorted(candidates):
        if (persons[one].new or persons[other].new) and (told := _why(persons[one], persons[other])):
            links[one, other] = told
    doubts = []
    for group in _joined(links):
        inside = [told for (one, _), told in links.items() if one in group]
        settled = all(apart for _, apart in inside) and not group & crowded
        many = [f"共 {len(group)} 人，太多，没有两两比"] if group & crowded else []
        reasons = "；".join([*dict.fromkeys(words for words, _ in inside), *many])
        advice = "按两个人都列入新增；是一个人就只留一行" if settled else "是一个人就不要粘贴；是两个人再粘贴"
        members = [persons[place] for place in sorted(group)]
        rows = tuple(person.rows[0] for person in members if person.new)
        doubts.append(Doubt(reasons, advice, rows, tuple(person.player for person in members if person.player), settled))
    return doubts


def _candidates(persons: Sequence[_Person]) -> tuple[set[tuple[int, int]], set[int]]:
    """Pairs that share a name (but for its spelling), a phone, a number, or all but one Hanzi in one team.

    Of a crowd that shares one each is paired with the next only; who is in one is returned too.
    """
    sharing: dict[tuple[str, ...], list[int]] = {}
    leaders = _leaders(persons)
    for place, person in enumerate(persons):
        keys: set[tuple[str, ...]] = {("name", name_key(person.name))}
        keys |= {("phone", phone) for phone in person.phones - leaders} | {("paper", paper) for paper in person.papers}
        if person.team:
            keys |= {("near", person.team, mask) for mask in name_masks(person.name)}
        for key in keys:
            sharing.setdefault(key, []).append(place)
    crowds = [places for places in sharing.values() if len(places) > CROWD]
    pairs = {pair for places in sharing.values() if len(places) <= CROWD for pair in combinations(places, 2)}
    pairs |= {pair for places in crowds for pair in pairwise(places)} | set(_short_names(persons))
    return pairs, {place for places in crowds for place in places}


def _short_names(persons: Sequence[_Person]) -> Iterator[tuple[int, int]]:
    """Somebody of 报名 who is not in the imports, and a new one of his team whose name of two Hanzi is nearly his."""
    missing: dict[str, list[int]] = {}
    for place, person in enumerate(persons):
        if not person.new and not person.rows and person.team and len(person.name) == 2:
            missing.setdefault(person.team, []).append(place)
    for place, person in enumerate(persons):
        for other in missing.get(person.team, ()) if person.new else ():
            if near_short_names(person.name, persons[other].name):
                yield min(place, other), max(place, other)


def _why(one: _Person, other: _Person) -> tuple[str, bool] | None:
    """Why two may be one person, and whether they are surely two."""
    proven = bool(one.papers and other.papers and not one.papers & other.papers)
    unlike = bool(one.phones and other.phones and not one.phones & other.phones)
    if name_key(one.name) == name_key(other.name):
        reason = "同名" if one.name == other.name else "姓名写法不同（大小写、间隔号、繁简）"
        elsewhere = bool(one.team and other.team) and not alike(one.team, other.team)
        reason += "，单位不同" if elsewhere else "，单位写法相近" if one.team != other.team else ""
        return reason, elsewhere and (proven or unlike)
    if one.papers & other.papers:
        return "身份证号相同，姓名不同", False
    if one.phones & other.phones:
        return "电话相同，姓名不同", proven
    if len(one.name) == 2:
        return None if unlike else ("同单位，姓名只差一个字，报名表里的这个人不在导入的名单里", False)
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
