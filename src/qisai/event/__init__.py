"""The event folder as it stands: sheets, journal, competitions; reading only."""

from qisai.event.competition import Away, Competition, differences, round_file, seeds_for
from qisai.event.folder import Event, open_event

__all__ = ["Away", "Competition", "Event", "differences", "open_event", "round_file", "seeds_for"]
