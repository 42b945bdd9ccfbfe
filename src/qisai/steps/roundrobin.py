"""The draft of a round of a round robin: the row of the table, and what its people and the sheets make of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from qisai.event import Competition, Event
from qisai.event.forfeits import Proposal, proposals
from qisai.pairing.field import Entrant, Pairing, PairingRules
from qisai.pairing.legality import check_pairing
from qisai.pairing.roundrobin import pair_by_table
from qisai.problems import InputProblems, Problem
from qisai.record import Line
from qisai.regulation.model import Regulation, Stage, cycle
from qisai.regulation.reader import ONCE, SHEETS, TWICE
from qisai.steps.drafts import Draft, publication, who
from qisai.steps.swiss import Late, pairing_rules
from qisai.vocabulary import CHANGES_SHEET, EVENT_FILE, Happening, Outcome

#: Rows of 变动 that a fixed table leaves no room for.
_NOT_OF_A_TABLE = (Happening.LOCKED, Happening.BARRED, Happening.FORCED_BYE)


def check_rounds(event: Event, regulation: Regulation, players: int) -> list[Problem]:
    """A round robin whose 轮次 do not fit so many players, at the cell that says them; [] for any other system."""
    stage = regulation.swiss
    once = cycle(players)
    if not stage.round_robin or len(stage.rounds) == stage.cycles * once:
        return []
    detail = f"「{stage.name}」{players} 人{stage.kind}要 {stage.cycles * once} 轮，这里是 {len(stage.rounds)} 轮"
    advice = f"请把「轮次」改为 1-{once}（{ONCE}）或 1-{2 * once}（{TWICE}），后面阶段的轮次跟着改"
    rows = event.book.table("阶段", *SHEETS["阶段"], []) or ()
    return [
        row.problem("table_misfit", "轮次", detail=detail, advice=advice)
        for row in rows if row.text("阶段") == stage.name and row.text("组别") in ("", regulation.group)
    ]  # fmt: skip


def draft_round_robin(event: Event, competition: Competition, stage: Stage, round_no: int, late: Late) -> Draft:
    """One row of the table; nothing is written.

    Everybody who was drawn is in it, whether he comes or not. Raises ``InputProblems`` where 轮次 do not fit the
    field, where 变动 asks for what a table cannot give, or where a setting was changed so that the row would not go on
    with what was played.
    """
    numbers = competition.numbers_with(late)
    regulation = competition.regulation
    problems = check_rounds(event, regulation, len(numbers)) + list(_cannot_be(competition, round_no))
    if problems:
        raise InputProblems(problems)
    field = [Entrant(player, int(number)) for player, number in numbers.sort_values().items()]
    rules = pairing_rules(competition, stage, round_no)
    turned = regulation["second_cycle"] != "照循环表两遍"
    pairing = pair_by_table(field, round_no, rules, stage.cycles, turned, competition.tables(stage, round_no))
    if pairing.bye and stage.rests(Outcome.BYE):
        pairing = replace(pairing, bye_why=(*pairing.bye_why, "轮流休息，不计分"))
    _check_continues(competition, stage, round_no, field, pairing)
    lines: list[Line] = [
        {"match": 0, "game": "", "board": board.board, "red": board.red, "black": board.black}
        for board in pairing.boards
    ]
    asked = {one.board: one for one in proposals(competition, round_no, lines)}
    data = publication(competition, stage, round_no, lines, [])
    data["bye"], data["bye_why"] = pairing.bye, list(pairing.bye_why)
    data["wishes"] = competition.wishes(stage, round_no)
    data["why"] = {
        str(board.board): [*board.why, *_asked(event, asked.get(board.board), dict(late))] for board in pairing.boards
    }
    checks = tuple(_checks(event, competition, stage, round_no, pairing, asked, rules, dict(late)))
    return Draft(stage, round_no, competition.group, data, tuple(late), checks)


def _cannot_be(competition: Competition, round_no: int) -> Iterator[Problem]:
    """Rows of 变动 for this round that ask for another pairing than that of the table."""
    for change in competition.changes[competition.changes["round"] == round_no].itertuples():
        if change.happening in _NOT_OF_A_TABLE:
            detail = f"循环赛按循环表对阵，不能{change.happening}；不到的人由裁判填弃权"
            yield Problem("change_bad", EVENT_FILE, CHANGES_SHEET, change.cell, change.happening, {"detail": detail})


def _check_continues(
    competition: Competition, stage: Stage, round_no: int, field: Sequence[Entrant], pairing: Pairing
) -> None:
    """Nobody twice in a round, or in one cycle with the same opponent, whatever was published before."""
    first = round_no - (round_no - 1) % cycle(len(field))
    met: dict[str, set[str]] = {entrant.player: set() for entrant in field}
    rested = set()
    for earlier in competition.rounds(stage):
        if first <= earlier.round < round_no:
            rested.add(earlier.bye)
            for line in earlier.lines:
                met[line["red"]].add(line["black"])
                met[line["black"]].add(line["red"])
    known = [Entrant(e.player, e.number, met=frozenset(met[e.player]), had_bye=e.player in rested) for e in field]
    pairs = [(board.red, board.black) for board in pairing.boards]
    if faults := check_pairing(pairs, pairing.bye, known, PairingRules(surplus_limit=0, run_limit=0)):
        details: dict[str, object] = {
            "detail": f"第 {round_no} 轮接不上已公布的各轮（{'；'.join(faults)}）",
            "advice": "「规程」「阶段」在开赛以后改过，请改回第 1 轮公布时的「双循环次序」和「轮次」",
        }
        raise InputProblems([Problem("table_misfit", EVENT_FILE, "规程", details=details)])


def _asked(event: Event, proposal: Proposal | None, late: dict[str, int]) -> list[str]:
    """What is proposed for a table where somebody does not come; [] where both do."""
    if proposal is None:
        return []
    return [f"{'、'.join(f'{who(event, one.player, late)}{one.why}' for one in proposal.away)}，{proposal.words}"]


def _checks(
    event: Event, competition: Competition, stage: Stage, round_no: int, pairing: Pairing, asked: dict[int, Proposal],
    rules: PairingRules, late: dict[str, int],
) -> Iterator[str]:  # fmt: skip
    """What the arbiter reads before he publishes."""
    players = 2 * len(pairing.boards) + bool(pairing.bye)

    def named(player: str) -> str:
        return who(event, player, late)

    why = pairing.boards[0].why[0] if pairing.boards else ""
    yield f"{stage.kind}共 {len(stage.rounds)} 轮，{why.partition('：')[0]}：{players} 人，{len(pairing.boards)} 台"
    yield "轮空：" + (f"{named(pairing.bye)}（{'；'.join(pairing.bye_why)}）" if pairing.bye else "无")
    away = competition.absent(round_no, [*competition.numbers.index, *late])
    yield "不到的人：" + ("、".join(f"{named(one.player)}（{one.why}）" for one in away) or "无")
    for table, proposal in sorted(asked.items()):
        yield f"建议：第 {table} 台 {'；'.join(_asked(event, proposal, late))}（对阵照公布，由裁判填结果）"
    yield "迟到加入：" + ("、".join(map(named, late)) or "无")
    yield "已由另一段程序复核：每人一台或轮空，本循环里没有重复对阵"
    yield from withdrawals(event, competition, round_no)
    seat = {player: board.board for board in pairing.boards for player in (board.red, board.black)}
    if fixed := [f"{named(p)}第 {table} 台" for p, table in rules.tables.items() if seat.get(p) == table]:
        yield f"固定台：{'、'.join(fixed)}"
    if pairing.boards:
        top = pairing.boards[0]
        yield f"第 {top.board} 台：{named(top.red)}（红）对 {named(top.black)}（黑）"


def withdrawals(event: Event, competition: Competition, round_no: int) -> Iterator[str]:
    """What becomes of the results of those who leave with a round; before the first there is a better way."""
    cancelled = competition.cancelled(round_no)
    for player in competition.numbers.index:
        row = competition.withdrawal(round_no, player)
        if row is None or row.round != round_no:
            continue
        if round_no == 1:
            yield f"注意：{who(event, player)}开赛以前退赛；可以先撤回抽签（undo）重抽，循环表里就没有他"
        elif player in cancelled:
            yield f"{who(event, player)}本轮起退赛，下的不到一半：他的全部成绩取消，第 {round_no} 轮后的名次起不算"
        else:
            yield f"{who(event, player)}本轮起退赛：已下的成绩有效，其余按弃权"
