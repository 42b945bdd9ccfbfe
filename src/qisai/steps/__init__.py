"""Everything that changes an event: the draw, accepting results, drafting, publishing, taking back.

Each change is one journal entry, written first; the file that goes with it can always be made again from
the journal, so that a killed program leaves the old state or the new.
"""

from qisai.steps.folder import changing, check_glyphs, restore
from qisai.steps.imported import import_event
from qisai.steps.opening import draw, new, undo
from qisai.steps.results import Accepted, accept
from qisai.steps.rounds import Draft, closable, close, drafts, due, pairing_rules, publish

__all__ = [
    "Accepted",
    "Draft",
    "accept",
    "changing",
    "check_glyphs",
    "closable",
    "close",
    "draw",
    "drafts",
    "due",
    "import_event",
    "new",
    "pairing_rules",
    "publish",
    "restore",
    "undo",
]
