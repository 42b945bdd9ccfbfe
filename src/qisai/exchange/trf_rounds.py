"""The rounds of a Tournament Report File: what the lines of the players say of one another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from qisai.exchange import trf_codes as codes
from qisai.exchange.played import RESULTS, UNRATED, Game, Same, bad, note
from qisai.problems import Problem
from qisai.vocabulary import Outcome

Numbered = tuple[int, str]  # a line and its number in the file
RULINGS = {word for word, outcome in RESULTS.items() if outcome is Outcome.RULED}


@dataclass(frozen=True)
class Cell:
    """What a player's line says of one round."""

    line: int
    opponent: str
    colour: str
    result: str
    blank: bool = False  # nothing at all stands there
    broken: bool = False  # what stands there cannot be read, and was told

    @property
    def words(self) -> str:
        """As it stands in the line."""
        return f"{self.opponent} {self.colour} {self.result}".rstrip()


@dataclass
class File:
    """The lines by code, in their order, and the problems found so far."""

    name: str
    lines: dict[str, list[Numbered]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    same: Same = field(default_factory=dict)

    def of(self, *wanted: str) -> list[Numbered]:
        return [line for code in wanted for line in self.lines.get(code, ())]

    def words(self, code: str) -> str:
        return next((line[4:].strip() for _, line in self.of(code)), "")

    def bad(self, line: int, value: str, detail: str, advice: str) -> None:
        self.problems.append(bad(self.name, f"第{line}行", value, detail, advice))

    def doubt(self, line: int, value: str, detail: str) -> None:
        self.problems.append(replace(note(self.name, detail, "请核对这一行", f"第{line}行"), value=value))

    def note(self, detail: str, advice: str) -> None:
        self.problems.append(note(self.name, detail, advice))


def cells(line: str, number: int, file: File) -> list[Cell]:
    """The rounds of one 001 line, the blank ones at its end left out."""
    found: list[Cell] = []
    for start in range(codes.FIRST_ROUND - 1, len(line), codes.ROUND_WIDTH):
        part = line[start : start + codes.ROUND_WIDTH].ljust(codes.ROUND_WIDTH)
        opponent, colour, result = part[:4].strip(), part[5].strip().lower(), part[7].strip().upper()
        column = f"第 {start + 1} 列起「{part.strip()}」"
        if part[4].strip() or part[6].strip() or part[8:].strip():
            file.bad(number, part.strip(), f"{column}没有对齐：每轮 10 列，编号 4 列、先后手第 6 列、结果第 8 列", "请按列对齐")
        elif opponent and not opponent.isdecimal():
            file.bad(number, opponent, f"{column}的对手应是编号", "没有对手写 0000")
        elif colour not in ("", "w", "b", "-"):
            file.bad(number, colour, f"{column}的先后手应是 w、b 或 -", "请改正")
        elif result not in codes.SHARES | codes.FORFEITS | codes.ALONE:
            file.bad(number, result, f"{column}的结果看不懂", "可用：1 = 0 + - W D L H F U Z 或空着")
        else:
            met = str(int(opponent)) if opponent and int(opponent) else ""
            found.append(Cell(number, met, colour, result, blank=not part.strip()))
            continue
        found.append(Cell(number, "", "", "", broken=True))
    while found and found[-1].blank:
        found.pop()
    return found


@dataclass
class Pairs:
    """The rounds out of the cells of all players."""

    file: File
    cells: Mapping[str, list[Cell]]
    colourless: int = 0

    def rounds(self) -> list[list[Game]]:
        last = max((len(own) for own in self.cells.values()), default=0)
        rounds = [list(self._games(number)) for number in range(last)]
        if self.colourless:
            self.file.note(f"{self.colourless} 局没有写先后手，小号当作先手", "先后手要紧的请改正文件后重新导入")
        return rounds

    def _games(self, number: int) -> Iterator[Game]:
        board = 0
        here = {player: own[number] for player, own in self.cells.items() if number < len(own)}
        for player in sorted(here, key=int):
            cell = here[player]
            if not cell.opponent:
                if (lone := self._alone(player, cell)) is not None:
                    yield lone
            elif int(player) < int(cell.opponent) or cell.opponent not in here:
                if (game := self._game(number, player, cell, here)) is not None:
                    board += 1
                    yield replace(game, board=board)
            elif here[cell.opponent].opponent != player and not here[cell.opponent].broken:
                self._apart(number, player, cell)

    def _alone(self, player: str, cell: Cell) -> Game | None:
        if cell.blank or cell.broken:
            return None
        if cell.result not in codes.ALONE:
            self.file.bad(cell.line, cell.result, "没有对手的一轮不能有对局的结果", "可用：F U H Z + - 或空着")
            return None
        return Game(0, player, "", codes.ALONE[cell.result], line=cell.line)

    def _apart(self, number: int, player: str, cell: Cell) -> None:
        detail = f"第 {number + 1} 轮 {player} 号的对手写 {cell.opponent} 号，{cell.opponent} 号的一行对不上"
        self.file.bad(cell.line, cell.opponent, detail, "请改正其中一行")

    def _game(self, number: int, player: str, cell: Cell, here: Mapping[str, Cell]) -> Game | None:
        other = here.get(cell.opponent)
        if other is not None and other.broken:
            return None
        if other is None or other.opponent != player:
            self._apart(number, player, cell)
            return None
        result, colours = self._result(cell, other), {cell.colour, other.colour}
        if result is None or colours in ({"w"}, {"b"}):
            self._differ("game_sides", number, player, cell, other, what="先后手" if result else "结果")
            return None
        if result in RULINGS:
            self._differ("game_sum", number, player, cell, other)
        white_first = cell.colour == "w" or other.colour == "b"
        if not colours & {"w", "b"}:
            self.colourless += not result.endswith("F")
            white_first = True
        words = UNRATED if {cell.result, other.result} & set("WDL") else ""
        if white_first:
            return Game(0, player, cell.opponent, result, words, line=cell.line)
        return Game(0, cell.opponent, player, _turned(result), words, line=cell.line)

    def _differ(self, code: str, number: int, player: str, cell: Cell, other: Cell, **more: object) -> None:
        """The two lines of a game side by side."""
        details: dict[str, object] = {
            "round": number + 1, "player": player, "opponent": cell.opponent,
            "line": cell.line, "first": cell.words, "other": other.line, "second": other.words, **more,
        }  # fmt: skip
        value = f"{cell.words} / {other.words}"
        self.file.problems.append(Problem(code, self.file.name, cell=f"第{cell.line}行", value=value, details=details))

    @staticmethod
    def _result(cell: Cell, other: Cell) -> str | None:
        """The word of a game from the side of ``cell``; None where the two do not fit."""
        pair = cell.result, other.result
        if pair == ("", ""):
            return "NR"
        if all(mark in codes.FORFEITS for mark in pair):
            return f"{codes.FORFEITS[pair[0]]}-{codes.FORFEITS[pair[1]]}F" if pair != ("+", "+") else None
        if all(mark in codes.SHARES for mark in pair):
            return f"{codes.SHARES[pair[0]]}-{codes.SHARES[pair[1]]}"
        return None


def _turned(result: str) -> str:
    """A result from the other side."""
    first, _, second = result.removesuffix("F").partition("-")
    return result if not second else f"{second}-{first}{'F' if result.endswith('F') else ''}"
