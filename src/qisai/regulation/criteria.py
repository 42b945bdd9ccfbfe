"""What a Swiss pairing looks at behind the score boundaries, in the order of the rule sheet (编排次序), and how it reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from qisai.vocabulary import plain

#: The quality criteria that the rule sheet may order or leave out, in the default order.
CRITERIA = ("上下调", "分差", "先后手", "回避", "次序")
NONE = "无"
ALWAYS_APART = 99  # 同队回避轮数 from here on is every round


def criteria(value: str) -> tuple[str, ...]:
    """A typed order: ``先后手、上下调`` leaves out the rest, 无 leaves out all.

    Raises ``ValueError`` for a word that is no criterion or that stands twice.

    >>> criteria("先后手，上下调"), criteria("无")
    (('先后手', '上下调'), ())
    """
    typed = plain(value)
    for mark in ",;/>→":
        typed = typed.replace(mark, "、")
    words = tuple(word for word in typed.split("、") if word)
    if words == (NONE,):
        return ()
    if not words or len(set(words)) < len(words) or not set(words) <= set(CRITERIA):
        raise ValueError(value)
    return words


def criteria_words(value: tuple[str, ...]) -> str:
    """The order as it is typed."""
    return "、".join(value) or NONE


def by_lot(settings: Mapping[str, Any]) -> bool:
    """Whether the lot alone pairs inside a score group."""
    return settings["group_order"] == "抽签" or "次序" not in settings["criteria"]


def rule_words(settings: Mapping[str, Any]) -> dict[str, str]:
    """What the printed rules say of the pairing: ``criteria`` their order, ``inside`` a score group, ``apart`` in which
    rounds teammates are kept apart, ``band`` how scores are merged.

    >>> rule_words({"criteria": ("上下调", "次序"), "float_memory": 2, "group_order": "对折", "avoid_rounds": 1, "score_band": 0,
    ...             "avoid_by": "单位"})["criteria"]
    '，其后依次看上下调（2 轮内不再同向）、次序'
    """
    memory, rounds, band = settings["float_memory"], settings["avoid_rounds"], settings["score_band"]
    told = {"上下调": f"上下调（{memory} 轮内不再同向）" if memory else ""}
    named = [words for one in settings["criteria"] if (words := told.get(one, one))]
    return {
        "criteria": f"，其后依次看{'、'.join(named)}" if named else "，其后不看别的，由抽签定",
        "inside": "由抽签决定" if by_lot(settings) else f"按编号{settings['group_order']}",
        "apart": "每一轮" if rounds >= ALWAYS_APART else f"前 {rounds} 轮",
        "whom": "同队" if settings["avoid_by"] == "单位" else "同地区",
        "band": f"相邻的分数合为一档，最多三个分数、{band} 人",
    }
