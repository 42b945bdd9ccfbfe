"""How everything that the public sees of an event looks and speaks."""

from __future__ import annotations

from qisai.event import Event
from qisai.publish import language, theme


def dress(event: Event) -> None:
    """Use the theme, the mark and the language of the event for everything made from now on."""
    rules = event.rules
    logo = event.folder / rules["logo"] if rules["logo"] else None
    theme.choose(rules["theme"], logo if logo is not None and logo.is_file() else None)
    language.choose(rules["language"])
