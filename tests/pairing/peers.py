"""Swiss engines of others, each called in its own way on a field of ``swiss_fields``."""

from __future__ import annotations

import importlib
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from swiss_fields import Player, SwissField

from qisai.pairing.field import DOWN, LEVEL, UP
from qisai.vocabulary import BLACK, RED

Pairs = list[tuple[int, int]]  # numbers, the one with the first move first; 0 for a bye


@dataclass(frozen=True)
class Peer:
    """One engine. ``complete``: it means to follow every criterion of a published rule set without giving up early.

    ``read`` makes what the engine starts from, ``pair`` pairs it; ``modules`` are imported before. ``refusal`` is
    the error, module and class, with which it says that no pairing is legal; caissify has none and gives several byes.
    """

    modules: tuple[str, ...]
    complete: bool
    read: Callable[[SwissField], Any]
    pair: Callable[[Any], Pairs]
    refusal: tuple[str, str] | None = None

    @property
    def installed(self) -> bool:
        return find_spec(self.modules[0].partition(".")[0]) is not None

    def load(self) -> None:
        for name in self.modules:
            importlib.import_module(name)

    def pairs(self, field: SwissField) -> Pairs | None:
        """The pairs, or None where the engine says that none are legal."""
        errors = () if self.refusal is None else (getattr(importlib.import_module(self.refusal[0]), self.refusal[1]),)
        try:
            made = self.pair(self.read(field))
        except errors:
            return None
        return made if sum(not other for _, other in made) == len(field.players) % 2 else None


def _read_py4swiss(field: SwissField) -> Any:
    from py4swiss.trf import TrfParser

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "field.trf")
        path.write_text(field.report_file(), encoding="utf-8")
        return TrfParser.parse(path)


def _pair_py4swiss(ready: Any) -> Pairs:
    from py4swiss.engines import DutchEngine

    return [(pair.white, pair.black) for pair in DutchEngine.generate_pairings(ready)]


def _read_gacrux(field: SwissField) -> Any:
    from gacrux.trf2json import trf2json

    report = trf2json()
    report.parse_file(field.report_file(), 0)
    tournament = report.get_tournament(1)
    tournament["maxMeets"] = 1
    return tournament, field.round_no


def _pair_gacrux(ready: Any) -> Pairs:
    from gacrux.pairingdutch import pairing_dutch

    tournament, round_no = ready
    engine = pairing_dutch(tournament, round_no, {"experimental": [], "verbose": 0, "top_color": "w"})
    brackets = engine.compute_pairing(False, 1)
    return [(pair["w"], max(pair["b"], 0)) for bracket in brackets if bracket for pair in bracket.get("pairs", ())]


def _words(player: Player, red: str, black: str, none: str) -> list[str]:
    return [{RED: red, BLACK: black, None: none}[colour] for _, colour, _ in player.rounds]


def _floats(player: Player, down: str, level: str, up: str) -> list[str]:
    return [{DOWN: down, LEVEL: level, UP: up}[way] for way in player.floats]


def _read_caissify(field: SwissField) -> Any:
    players = [
        {
            "id": p.number,
            "name": str(p.number),
            "score": p.score / field.scoring.unit,
            "rating": p.rating,
            "starting_number": p.number,
            "pairing_number": p.number,
            "color_hist": [word for word in _words(p, "white", "black", "") if word],
            "float_history": _floats(p, "down", "none", "up"),
            "bye_count": int(p.had_bye),
        }
        for p in field.players
    ]
    met = {(p.number, other) for p in field.players for other in p.met if p.number < other}
    return players, met, field.round_no, field.played + 9


def _pair_caissify(ready: Any) -> Pairs:
    from caissify_pairings.engines.dutch import DutchEngine

    return [(game["white_id"], game["black_id"] or 0) for game in DutchEngine(*ready).generate_pairings()]


def _read_pairing_core(field: SwissField) -> Any:
    from pairing_core import DUTCH_TILL2026_COMPAT, CanonicalPlayer, CanonicalRequest

    players = [
        CanonicalPlayer(
            id=p.number,
            pairing_no=p.number,
            rating=p.rating,
            points=p.score / field.scoring.unit,
            color_hist="".join(_words(p, "w", "b", "-")),
            opponents=tuple(p.met),
            received_bye=p.had_bye,
            float_hist="".join(_floats(p, "D", "-", "U")),
        )
        for p in field.players
    ]
    return CanonicalRequest(players=tuple(players), ruleset=DUTCH_TILL2026_COMPAT, round_number=field.round_no)


def _pair_pairing_core(ready: Any) -> Pairs:
    from pairing_core import pair_canonical

    return [(board.white_id, 0 if board.is_bye else board.black_id) for board in pair_canonical(ready).pairings]


def _read_swisspair(field: SwissField) -> Any:
    from swisspair import Player as Entry

    order = sorted(field.players, key=lambda p: (-p.score, p.number))
    return [Entry(str(p.number), p.score, rank, not p.had_bye, set(map(str, p.met))) for rank, p in enumerate(order, start=1)]


def _pair_swisspair(ready: Any) -> Pairs:
    from swisspair import create_matches

    return [(int(match.p1.id), 0 if match.is_bye else int(match.p2.id)) for match in create_matches(ready)]


PEERS = {
    "py4swiss": Peer(
        ("py4swiss.engines", "py4swiss.trf"),
        True,
        _read_py4swiss,
        _pair_py4swiss,
        ("py4swiss.engines.common", "PairingError"),
    ),
    "gacrux": Peer(
        ("gacrux.trf2json", "gacrux.pairingdutch"),
        True,
        _read_gacrux,
        _pair_gacrux,
        ("gacrux.gacruxexeptions", "GacruxNoLegalPairing"),
    ),
    "caissify": Peer(("caissify_pairings.engines.dutch",), True, _read_caissify, _pair_caissify),
    "pairing-core": Peer(("pairing_core",), False, _read_pairing_core, _pair_pairing_core),
    "swisspair": Peer(("swisspair",), False, _read_swisspair, _pair_swisspair),
}
