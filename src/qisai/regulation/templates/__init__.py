"""The rule sheets of a new event as plain rows, header first: sheet name -> rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from qisai.regulation.templates.danyang import danyang
from qisai.regulation.templates.rulebook import option_1, option_2, round_robin
from qisai.regulation.templates.sheets import Rows
from qisai.regulation.templates.tianshui import tianshui

__all__ = ["TEMPLATES", "Rows", "Template"]


@dataclass(frozen=True)
class Template:
    """One rule sheet to start from: what the menu calls it, and what makes its sheets."""

    label: str
    sheets: Callable[[], dict[str, Rows]]


def blank() -> dict[str, Rows]:
    """Only the headers and the list of settings; stages and chain are the organizer's to fill."""
    made = option_1()
    return {name: rows if name == "规程" else rows[:1] for name, rows in made.items()}


#: What ``new --regulation`` and the menu offer.
TEMPLATES: dict[str, Template] = {
    "danyang": Template("照丹阳规程（七轮积分编排，前八名淘汰，其余再下两轮，幸运奖）", danyang),
    "tianshui": Template("照天水规程（六轮积分编排，前八名淘汰，其余再下三轮，团体）", tianshui),
    "option1": Template("照竞赛规则 14.3.1（七轮，对手分在先）", option_1),
    "option2": Template("照竞赛规则 14.3.2（七轮，累进分在先）", option_2),
    "round_robin": Template("照竞赛规则 14.1（单循环，七轮，七八个人；人数不同的改轮次）", round_robin),
    "blank": Template("空白规程（阶段、名次自己填）", blank),
}
