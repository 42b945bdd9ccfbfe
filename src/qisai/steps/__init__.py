"""Everything that changes an event: the draw, hand changes, accepting results, drafting, publishing, taking back.

Each change is one journal entry, written first; the file that goes with it can always be made again from
the journal, so that a killed program leaves the old state or the new.
"""

from qisai.steps.adjust import Adjustment, adjust, adjustments
from qisai.steps.drafts import Draft
from qisai.steps.exported import export_tidy, export_trf
from qisai.steps.folder import alone, changing, check_glyphs, glyph_problems, logo_warnings, restore
from qisai.steps.imported import import_event
from qisai.steps.opening import draw, new, undo
from qisai.steps.results import Accepted, Correction, Review, accept, review
from qisai.steps.rounds import closable, close, drafts, due, objections, publish
from qisai.steps.swiss import hall, pairing_rules
from qisai.steps.why import why

__all__ = [
    "Accepted",
    "Adjustment",
    "Correction",
    "Draft",
    "Review",
    "accept",
    "adjust",
    "adjustments",
    "alone",
    "changing",
    "check_glyphs",
    "closable",
    "close",
    "draw",
    "drafts",
    "due",
    "export_tidy",
    "export_trf",
    "glyph_problems",
    "logo_warnings",
    "hall",
    "import_event",
    "new",
    "objections",
    "pairing_rules",
    "publish",
    "restore",
    "review",
    "undo",
    "why",
]
