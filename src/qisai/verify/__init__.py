"""A second, plain-Python referee: it derives an event anew from its folder and says what does not follow.

It shares no code with the first one beyond the field's words, the reading of sheets and journal, and the
regulation as data.
"""

from qisai.verify.referee import verify
from qisai.verify.report import Finding, Report, compare

__all__ = ["Finding", "Report", "compare", "verify"]
