"""The round files against the journal: every accepted line stands in the sheet as it was accepted."""

from __future__ import annotations

from fractions import Fraction

from qisai.problems import InputProblems, Problem
from qisai.regulation.model import KNOCKOUT, Regulation
from qisai.verify import bracket
from qisai.verify.folder import Folder, SheetLine, read_round
from qisai.verify.replay import Game, LineKey, Publication, State
from qisai.verify.report import Ledger, said
from qisai.vocabulary import ALONE, Outcome


def check_rounds(folder: Folder, regulation: Regulation, state: State, ledger: Ledger) -> None:
    """Every published round. Raises :class:`InputProblems` with the faults of all round files."""
    problems: list[Problem] = []
    for publication in state.published.values():
        knockout = publication.stage.system == KNOCKOUT
        try:
            lines = read_round(folder.path / publication.file, knockout)
        except InputProblems as found:
            problems += [p if p.file else p.in_file(publication.file) for p in found.problems]
            continue
        _Sheet(regulation, state, publication, ledger).check(lines)
    if problems:
        raise InputProblems(problems)


class _Sheet:
    """One round file beside the record of its round."""

    def __init__(self, regulation: Regulation, state: State, publication: Publication, ledger: Ledger) -> None:
        self.regulation, self.state, self.pub, self.ledger = regulation, state, publication, ledger
        self.accepted = state.accepted.get((publication.stage.name, publication.round))

    def hold(self, true: bool, place: str, claimed: str, derived: str) -> bool:
        return self.ledger.hold("成绩表", f"{self.pub.file}{place}", true, claimed, derived)

    def check(self, lines: list[SheetLine]) -> None:
        planned = {line.key: line for line in self.pub.lines}
        seen: set[LineKey] = set()
        for line in lines:
            number = line.red if line.red is not None else line.black
            if line.outcome in ALONE or line.red is None or line.black is None:
                self._alone(line, number)
                continue
            key = (line.board or 0, line.game)
            place = f" 第 {said(line.board)} 台{line.game}"
            plan = planned.get(key)
            if not self.hold(plan is not None, place, "有这一行", "公布的对阵里没有") or plan is None:
                continue
            self.hold(key not in seen, place, "有两行", "公布的只有一行")
            seen.add(key)
            pair = [self.state.numbers.get(player) for player in (plan.red, plan.black)]
            typed = [line.red, line.black]
            if self.hold(typed == pair, place, f"{typed[0]} 号对 {typed[1]} 号", f"{pair[0]} 号对 {pair[1]} 号"):
                self._result(line, plan, place)
        for key in planned.keys() - seen:
            if planned[key].red and planned[key].black:
                self.hold(False, f" 第 {key[0]} 台{key[1]}", "没有这一行", "公布的对阵里有")
        if self.pub.stage.system == KNOCKOUT:
            self._ties(lines)

    def _alone(self, line: SheetLine, number: int | None) -> None:
        """A line with one player: the bye or somebody absent, as published."""
        players = {self.state.numbers.get(p) for p in (self.pub.bye, *self.pub.absent)}
        lone = {self.state.numbers.get(g.red or g.black) for g in self.pub.lines if not (g.red and g.black)}
        if line.outcome is Outcome.BYE and self.pub.stage.system != KNOCKOUT:
            self.hold(number == self.state.numbers.get(self.pub.bye), "", f"{said(number)} 号轮空", self._bye())
        elif number is not None:
            self.hold(number in players | lone, "", f"{number} 号没有对手", f"{self._bye()}；记录里他不是轮空或缺席")

    def _bye(self) -> str:
        return f"{self.state.numbers.get(self.pub.bye)} 号轮空" if self.pub.bye else "无人轮空"

    def _result(self, line: SheetLine, plan: Game, place: str) -> None:
        if self.accepted is None:
            return  # in play: whatever is typed is not in force yet
        was = self.accepted.get(plan.key)
        now = self._game(line, plan)
        if was is None:
            self.hold(now.outcome is Outcome.PENDING, place, now.words(), "确认时没有成绩，也没有更正记录")
            return
        pending = now.outcome is Outcome.PENDING and was.outcome is Outcome.PENDING
        advice = "，还没有确认的更正" if line.reason else "，没有更正记录"
        self.hold(pending or _result(now) == _result(was), place, now.words(), f"记录里是{was.words()}{advice}")

    def _game(self, line: SheetLine, plan: Game) -> Game:
        scale = self.regulation.scale
        red, black = line.ruled or (Fraction(0), Fraction(0))
        swapped = line.actual_red is not None and line.actual_red == line.black
        return Game(
            plan.board, plan.game, plan.match, plan.red, plan.black, line.outcome,
            line.red_fouls, line.black_fouls, swapped, (int(red * scale), int(black * scale)),
        )  # fmt: skip

    def _ties(self, lines: list[SheetLine]) -> None:
        """No result after the line that decided a tie."""
        games = [g for g in self.state.games(self.pub.stage.name, self.pub.round) if g.red and g.black]
        order = self.pub.stage.games
        for match in sorted({game.match for game in games}):
            tie = sorted((g for g in games if g.match == match), key=lambda g: order.index(g.game) if g.game in order else 99)
            for place, game in enumerate(tie[:-1], start=1):
                if bracket.winner(self.pub.stage, tie[:place]) == bracket.OPEN:
                    continue
                more = [g for g in tie[place:] if g.outcome is not Outcome.PENDING]
                self.hold(not more, f" 第 {game.board} 台", f"「{game.game}」之后还有成绩", f"「{game.game}」已分胜负")
                break


def _result(game: Game) -> tuple[object, ...]:
    ruled = game.ruled if game.outcome is Outcome.RULED else ()
    symmetric = game.outcome in (Outcome.PENDING, Outcome.DOUBLE_FORFEIT)
    return game.outcome, game.red_fouls, game.black_fouls, game.swapped and not symmetric, ruled
