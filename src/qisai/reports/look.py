"""How everything that the public sees of an event looks and speaks."""

from __future__ import annotations

from pathlib import Path

from qisai.event import Event
from qisai.publish import language, theme


def logo(event: Event) -> Path | None:
    """The picture that the organizer put into the event folder as his mark."""
    path = event.folder / event.rules["logo"] if event.rules["logo"] else None
    return path if path is not None and path.is_file() else None


def dress(event: Event) -> None:
    """Use the theme, the mark and the language of the event for everything made from now on."""
    theme.choose(event.rules["theme"], logo(event))
    language.choose(event.rules["language"])
    if language.chosen() == language.CHINESE:
        return
    prizes = [prize.name for regulation in event.regulations.values() for prize in regulation.prizes]
    language.keep([event.name, *event.regulations, *(name for name in prizes if language.english(name) is None)])
