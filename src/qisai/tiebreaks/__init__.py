"""What 名次 compares after the points: one function a key, and the one table that lists them.

To add one, write its function in ``keys`` and its row in ``TIE_BREAKS`` there; nothing else has to know it.
"""

from qisai.tiebreaks.history import History, Units
from qisai.tiebreaks.keys import TIE_BREAKS, TieBreak

__all__ = ["TIE_BREAKS", "History", "TieBreak", "Units"]
