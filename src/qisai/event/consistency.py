"""What the sheets must still agree with once something was drawn or published; every fault becomes a notice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from qisai.event.competition import round_file
from qisai.problems import InputProblems, Problem
from qisai.record import Record, seated
from qisai.regulation.model import KNOCKOUT, SWISS, Regulation
from qisai.regulation.summary import UNIT, rules_text
from qisai.regulation.teams import heads_words
from qisai.sheets import read_book
from qisai.tournament.entries import UNFIT, UNPAID
from qisai.vocabulary import (
    CHANGES_SHEET,
    EVENT_FILE,
    NUMBERS,
    NUMBERS_FILE,
    NUMBERS_SHEET,
    ROSTER_SHEET,
    Happening,
    Outcome,
    plain,
)

if TYPE_CHECKING:
    from qisai.event.folder import Event


def stages_gone(record: Record, regulations: Mapping[str, Regulation]) -> list[Problem]:
    """Published rounds whose 组别 or 阶段 has been renamed or taken out since: nothing can be read without them."""
    known = {(g, stage.name, r) for g, regulation in regulations.items() for stage in regulation.stages for r in stage.rounds}
    return [
        Problem("stage_gone", EVENT_FILE, "阶段", "A1", p.stage, {"round": p.round, "stage": f"{p.group}{p.stage}"})
        for p in record.publications
        if (p.group, p.stage, p.round) not in known
    ]


def file_names(regulations: Mapping[str, Regulation]) -> list[Problem]:
    """Two 组别 or 阶段 whose round files would have one name, as Windows compares names."""
    owners: dict[str, str] = {}
    found = []
    for group, regulation in regulations.items():
        for stage in regulation.stages:
            name, owner = round_file(stage, stage.first, group).casefold(), f"{group}{stage.name}"
            if name in owners:
                detail = f"「{owners[name]}」和「{owner}」的轮次文件会重名（{name}）"
                found.append(Problem("stages_gap", EVENT_FILE, "阶段", details={"detail": detail}))
            owners[name] = owner
    return found


def identity(event: Event) -> None:
    """After the draw 序号 is the person: renamed is fine, moved to another 序号 is not, and nobody vanishes."""
    now = {plain(name): player for player, name in event.people["name"].items()}
    for player, drawn in event.record.names.items():
        if player not in event.people.index:
            details: dict[str, object] = {"name": drawn, "number": event.record.numbers[player]}
            event.notices.append(Problem("drawn_missing", EVENT_FILE, ROSTER_SHEET, value=player, details=details))
            continue
        other = now.get(plain(drawn))
        moved = other is not None and plain(event.record.names.get(other, "")) != plain(drawn)
        if moved and plain(event.people.loc[player, "name"]) != plain(drawn):
            details = {"player": player, "was": drawn, "now": other}
            event.notices.append(Problem("id_changed", EVENT_FILE, ROSTER_SHEET, event.people.loc[other, "cell"], drawn, details))


def numbers_file(event: Event) -> None:
    path = event.folder / NUMBERS_FILE
    if not path.exists():
        return
    try:
        table = read_book(path).table(NUMBERS_SHEET, *NUMBERS, event.notices)
    except InputProblems as unreadable:
        event.notices += unreadable.problems
        return
    for row in table or ():
        player, number = plain(row.text("序号")), plain(row.text("编号"))
        right = event.record.numbers.get(player)
        if right is None or number != str(right):
            detail = f"记录里序号 {player} 的编号是 {right or '没有'}"
            event.notices.append(row.problem("program_file_changed", "编号", detail=detail))


def groups(event: Event) -> None:
    """Who has been paired in one 组别 stays in it."""
    if "" in event.regulations:
        return
    paired: dict[str, str] = {}
    for publication in event.record.publications:
        paired |= dict.fromkeys(seated(publication) & set(event.people.index), publication.group)
    for player, was in paired.items():
        now = event.people.loc[player, "group"]
        if now != was:
            cell = event.people.loc[player, "cell"]
            event.notices.append(Problem("group_changed", EVENT_FILE, ROSTER_SHEET, cell, now, {"was": was, "now": now}))


def late_entries(event: Event) -> None:
    """Who owes his fee is not paired, late or not (Danyang 六); the table of a round robin takes nobody in once it runs."""
    rows = [
        (competition, change)
        for competition in event.competitions.values()
        for change in competition.changes.itertuples()
        if change.happening == Happening.LATE_ENTRY
    ]
    for player in event.record.entered.keys() - {change.player for _, change in rows}:
        details = {"round": event.record.entered[player], "what": Happening.LATE_ENTRY.value,
                   "player": event.people["name"].get(player, "")}  # fmt: skip
        event.notices.append(Problem("change_gone", EVENT_FILE, CHANGES_SHEET, details=details))
    status = event.entries["status"] if rows else {}
    for competition, change in rows:
        detail, first, last = "", competition.regulation.swiss, competition.regulation.last_swiss_round
        if change.player not in event.record.numbers:
            if status.get(change.player, UNPAID) == UNPAID:
                detail = f"序号 {change.player} 没有缴费（或不是选手），不予编排"
            elif status[change.player] == UNFIT:
                detail = f"序号 {change.player} 不合参赛条件，不予编排"
            elif first.round_robin and (change.round > 1 or competition.rounds(first)):
                detail = "循环赛的对阵在第 1 轮公布时已经全部排定，以后不能再加入"
            elif change.round > last:
                detail = f"积分编排只有 {last} 轮，这时不能再加入"
        elif change.player not in event.record.entered:
            detail = f"序号 {change.player} 抽签时已经有编号，不用迟到加入"
        if detail:
            event.notices.append(
                Problem("change_bad", EVENT_FILE, CHANGES_SHEET, change.cell, change.happening, {"detail": detail})
            )


def past_changes(event: Event) -> None:
    """What was published stays true: a happening cannot be added to or taken from a published round."""
    for competition in event.competitions.values():
        for publication in competition.publications:
            stage = competition.regulation.stage(publication.stage)
            if stage.system != SWISS:  # who is away from a round robin is at a table; his rows are among its wishes
                continue
            pool = [p for p in competition.numbers_after(publication.round).index if p not in publication.seeds]
            by_sheet = {one.player: one for one in competition.absent(publication.round, pool) if one.cell}
            now = {p for p, one in by_sheet.items() if one.why != Happening.DISQUALIFIED}  # that may come at any time
            listed = {player: kind for player, kind in publication.absent if kind != Outcome.BYE}  # that asks for no row
            then = {player: kind for player, kind in listed.items() if player not in publication.out}
            details: dict[str, object] = {"round": publication.round}
            late = [(by_sheet[player].cell, by_sheet[player].why) for player in now - then.keys()]
            event.notices += [
                Problem("change_past", EVENT_FILE, CHANGES_SHEET, cell, kind, details) for cell, kind in late
            ]
            for player in then.keys() - by_sheet.keys():
                details = {"round": publication.round, "what": then[player], "player": event.people["name"].get(player, "")}
                event.notices.append(Problem("change_gone", EVENT_FILE, CHANGES_SHEET, "A1", "", details))


def wishes(event: Event) -> None:
    """What the arbiter asked of a published round stays as it was; the pairing was made with it."""
    for competition in event.competitions.values():
        for publication in competition.publications:
            stage = competition.regulation.stage(publication.stage)
            if publication.wishes is None and stage.system != KNOCKOUT:
                continue
            now, then = competition.wishes(stage, publication.round), publication.wishes or []
            for kind, player, named in now:
                if [kind, player, named] not in then:
                    rows = competition.changes
                    own = rows[(rows["happening"] == kind) & (rows["player"] == player) & (rows["round"] == publication.round)]
                    own = own if player else own[own["table"] == int(named)]
                    details: dict[str, object] = {"round": publication.round}
                    event.notices.append(
                        Problem("change_past", EVENT_FILE, CHANGES_SHEET, own["cell"].iloc[0], kind, details)
                    )
            for kind, player, named in then:
                if [kind, player, named] not in now:
                    name = event.people["name"].get(player, "") if player else f"第 {named} 台"
                    details = {"round": publication.round, "what": kind, "player": name}
                    event.notices.append(Problem("change_gone", EVENT_FILE, CHANGES_SHEET, "A1", "", details))


def team_count(event: Event) -> None:
    """How many count in a team is decided before the draw (rules summary 6, row 29)."""
    was, now = event.record.team_count, event.rules["team_count"]
    if was is not None and was != now:
        details: dict[str, object] = {"was": heads_words(was), "now": heads_words(now)}
        event.notices.append(Problem("team_count_changed", EVENT_FILE, "规程", details=details))


def team_members(event: Event) -> None:
    """Who counts in a team may not be chosen when it is known who plays well; who came after the draw is not asked."""
    record, people = event.record, event.people
    drawn = [player for player in record.numbers if record.seed and player not in record.entered and player in people.index]
    for player in drawn:
        was, now = player in record.team_members, bool(people.loc[player, "team_member"])
        if was != now:
            details: dict[str, object] = {"was": "填了" if was else "空着", "now": "填了" if now else "空着"}
            person = people.loc[player]
            notice = Problem("team_member_changed", EVENT_FILE, ROSTER_SHEET, person["cell"], person["name"], details)
            event.notices.append(notice)


def playoffs(event: Event) -> None:
    """A row 加赛名次 where no chain looks at it, or a second one for the same place or player after a round."""
    chains = {group: {key.name for key in competition.regulation.chain} for group, competition in event.competitions.items()}
    rows = event.changes[event.changes["happening"] == Happening.PLAYOFF]
    for row in rows.itertuples():
        same = rows[(rows["round"] == row.round) & ((rows["table"] == row.table) | (rows["player"] == row.player))]
        if all("playoff" not in keys for keys in chains.values()):
            detail = "「名次」表里没有「加赛」这一项，不起作用"
        elif len(same) > 1:
            detail = f"同一轮同一名次或同一个人填了两次（{'、'.join(cell for cell in same['cell'] if cell != row.cell)}）"
        else:
            continue
        event.notices.append(Problem("playoff_idle", EVENT_FILE, CHANGES_SHEET, row.cell, str(row.table), {"detail": detail}))


def rules(event: Event) -> None:
    for competition in event.competitions.values():
        if not competition.publications:
            continue
        unit = f"1/{competition.regulation.scale}"
        for publication in competition.publications:
            ruled = any(line["outcome"] == Outcome.RULED for line in publication.accepted or ())
            if ruled and publication.rules.get(UNIT, unit) != unit:
                details: dict[str, object] = {"round": publication.round, "was": publication.rules[UNIT], "now": unit}
                event.notices.append(Problem("unit_changed", EVENT_FILE, "阶段", details=details))
        last = competition.publications[-1]
        now = rules_text(competition.regulation)
        changed = [item for item in now.keys() | last.rules.keys() if last.rules and now.get(item) != last.rules.get(item)]
        for item in sorted(changed):
            detail = f"{item}由「{last.rules.get(item, '')}」改为「{now.get(item, '')}」"
            details = {"round": last.round, "detail": detail}
            event.notices.append(Problem("rules_changed", EVENT_FILE, details=details))
