"""The rules as they were when a round was published: the sheet may have been changed since."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from qisai.journal import Entry
from qisai.regulation.model import Regulation
from qisai.regulation.settings import BY_KEY, parse
from qisai.verify.standings import with_chain

#: Settings that order a pairing and may be changed between rounds.
ORDERING = ("group_order", "criteria", "score_band", "float_memory", "avoid_how", "avoid_by", "avoid_circle")


def as_published(regulation: Regulation, rules: Mapping[str, str]) -> Regulation:
    """The regulation with the chain of 名次 and the settings of :data:`ORDERING` that the record of a publication has; one
    of which it says nothing stood at its default. A record without any rules leaves all as it is."""
    ordered = {key: _parsed(regulation, key, rules.get(BY_KEY[key].label, "")) for key in ORDERING} if rules else {}
    return replace(with_chain(regulation, rules.get("名次", "")), settings={**regulation.settings, **ordered})


def chain_words(entry: Entry) -> str:
    """The order of 名次 in force at a publication, as its record has it; "" in an older record."""
    return str((entry.data.get("rules") or {}).get("名次") or "")


def _parsed(regulation: Regulation, key: str, words: str) -> object:
    """What a setting said; as it is now where its words are not understood any more."""
    try:
        return parse(BY_KEY[key], words)
    except ValueError:
        return regulation[key]
