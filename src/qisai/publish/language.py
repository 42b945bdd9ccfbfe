"""What the public reads, in the language of the event: Chinese as it is written, English, or both."""

from __future__ import annotations

_chosen = ["中文"]


def choose(name: str) -> None:
    """Speak 中文, 英文 or 中英 from now on; ``ValueError`` for anything else."""
    if name not in ("中文", "英文", "中英"):
        raise ValueError(name)
    _chosen[:] = [name]


def chosen() -> str:
    return _chosen[0]


def t(words: str) -> str:
    """A text for the public, written in Chinese, in the chosen language; names of people and teams are not given here."""
    return words
