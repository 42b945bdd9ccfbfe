"""How numbers are given and round 1 is made, as the printed rules say it (编号方式, 首轮编排, 首轮先后手)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_NUMBERING = {
    "抽签": "由抽签决定",
    "等级分": "按等级分从高到低，相同的、没有等级分的由抽签决定，没有的排在后面",
    "上下半区": "按等级分分成上下两半（没有等级分的排在后面，由抽签决定），上半区抽单号，下半区抽双号",
    "报名顺序": "按报名的序号",
}
_FIRST = {
    "相邻": "按编号相邻编排",
    "对折": "按编号对折编排（20 人时 1 对 11、2 对 12…）",
    "首尾": "按编号首尾编排（20 人时 1 对 20、2 对 19…）",
    "抽签": "的对手由抽签决定",
}
_COLOURS = {
    "单数台小号先": "单数台编号小的先走，双数台编号大的先走",
    "小号先": "编号小的先走",
    "大号先": "编号大的先走",
    "单数号先": "单号对双号时单号先走，否则编号小的先走",
    "抽签": "由抽签决定",
}


def pattern(settings: Mapping[str, Any]) -> str:
    """首轮编排 as the pairing reads it: neighbours are 单双 where the odd numbers are the upper half, the even the lower."""
    halves = settings["numbering"] == "上下半区" and settings["first_round"] == "相邻"
    return "单双" if halves else str(settings["first_round"])


def first_words(settings: Mapping[str, Any]) -> dict[str, str]:
    """What the printed rules say: ``numbering``, ``first`` (the opponents of round 1), ``first_colours``.

    >>> first_words({"numbering": "抽签", "first_round": "相邻", "first_colours": "单数台小号先"})["first"]
    '按编号相邻编排：1-2、4-3、5-6、8-7…'
    """
    first, colours = settings["first_round"], settings["first_colours"]
    example = {"单数台小号先": "：1-2、4-3、5-6、8-7…", "小号先": "：1-2、3-4、5-6…", "大号先": "：2-1、4-3、6-5…"}
    shown = example.get(colours, "") if first == "相邻" else ""
    halves = "，上半区对下半区" if pattern(settings) == "单双" else ""
    return {
        "numbering": _NUMBERING[settings["numbering"]],
        "first": _FIRST[first] + shown + halves,
        "first_colours": _COLOURS[colours],
    }
