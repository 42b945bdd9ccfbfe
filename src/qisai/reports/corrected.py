"""A corrected result in the words of the pack: for its picture and for the article."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from qisai.event import Competition, Event
from qisai.journal import Entry
from qisai.publish import fonts
from qisai.publish.language import label, t
from qisai.publish.notices import Change
from qisai.publish.wechat import headed
from qisai.record import Line
from qisai.regulation.model import KNOCKOUT
from qisai.reports.tables import WINNERS, People, seats
from qisai.reports.words import said

MOVES = 5  # of a correction that are named on its picture


@dataclass(frozen=True)
class Corrected:
    """One ``correct`` of the journal, on the competition as the report has it; ``after``: the last round accepted before
    it, whose table it moved (0 for none)."""

    own: Competition
    entry: Entry
    after: int

    @classmethod
    def of(cls, event: Event, own: Competition, entry: Entry) -> Corrected:
        accepted = [
            one.data["round"]
            for one in event.journal.of_kind("accept")
            if one.line < entry.line and one.data["group"] == own.group
        ]
        return cls(own, entry, max(accepted, default=0))

    @property
    def people(self) -> People:
        return People(self.own)

    @property
    def line(self) -> Line:
        """The result as it is, or as it was where there is none any more."""
        line: Line = self.entry.data["after"] or self.entry.data["before"]
        return line

    @property
    def knockout(self) -> bool:
        """There a line has no colours of its own."""
        return self.own.regulation.stage(self.entry.data["stage"]).system == KNOCKOUT

    @property
    def where(self) -> str:
        data = self.entry.data
        return label(f"第{data['round']}轮 第{data['board']}台") + (f" {label(data['game'])}" if data["game"] else "")

    @property
    def was(self) -> str:
        return self._result(self.entry.data["before"])

    @property
    def now(self) -> str:
        return self._result(self.entry.data["after"])

    def _result(self, line: Line | None) -> str:
        return result_words(line, self.people, self.own.regulation.show, self.knockout)

    @property
    def moved(self) -> str:
        """How many places it moved, and in which table."""
        count = len(self.entry.data["moves"])
        return label(f"第{self.after}轮后{count}人的名次有变动") if count else label("名次没有变动")

    def words(self) -> list[str]:
        """What was changed, why, and how many places it moved: two lines."""
        pair = f"{self.people.name(self.line['red'])} — {self.people.name(self.line['black'])}"
        return [f"{self.where}　{pair}：{self.was} → {self.now}",
                headed("理由：", f"{self.entry.data['reason']}　{self.moved}")]  # fmt: skip

    def change(self) -> Change:
        """As the picture tells it: both players, what was and what is, why, whom it moved most."""
        people, data, own = self.people, self.entry.data, self.own
        sides = ("甲方", "乙方") if self.knockout else ("红方", "黑方")
        if data["after"] and data["after"]["swapped"] and not self.knockout:
            sides = ("编排红方", "编排黑方")
        top = sorted(data["moves"], key=lambda move: (-abs(move[1] - move[2]), move[2]))[:MOVES]
        moved = [self.moved, *(t(f"{people.number(p)}号 {people.name(p)} {was}→{now}") for p, was, now in top)]
        if top and own.seeds and data["round"] <= own.regulation.swiss.last:
            moved.append(t(f"前{len(own.seeds)}名的决赛编号已公布，不再改变"))
        loud = t("更正为")
        rows = [
            *((t(side), self._who(self.line[key])) for side, key in zip(sides, ("red", "black"), strict=True)),
            (t("原记"), self.was),
            (loud, self.now),
            (t("理由"), drawable(data["reason"])),
            (t("名次变动"), "\n".join(moved)),
        ]
        return Change(f"{own.group}　{self.where}" if own.group else self.where, rows, loud)

    def _who(self, player: str) -> str:
        team = self.people.team(player)
        return f"{self.people.number(player)} {self.people.name(player)}" + (f"（{team}）" if team else "")


def result_words(line: Line | None, people: People, show: Callable[[int], str], colours: bool = False) -> str:
    """A result with the winner's name: ``红胜，张三胜``; who had which colour where that was not as paired, or with
    ``colours`` always: ``实际：李四执红，张三执黑；红胜，李四胜``."""
    if line is None:
        return label("无")
    words = said({**line, "swapped": False}, show)
    won = WINNERS.get(line["outcome"])
    if won is not None:
        words += f"，{people.name(seats(line)[won])}胜"
    if colours or line["swapped"]:
        red, black = map(people.name, seats(line))
        words = f"{'' if colours else '实际：'}{red}执红，{black}执黑；{words}"
    return label(words)


def drawable(words: str) -> str:
    """Typed words without characters that no picture can show, such as emoji; names are never changed so.

    >>> drawable("成绩单写反😀")
    '成绩单写反'
    """
    missing = fonts.missing_glyphs([words]).get(words, "")
    return "".join(c for c in words if c not in missing)
