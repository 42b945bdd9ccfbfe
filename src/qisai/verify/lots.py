"""Who has red in the lines of a knockout tie where the regulation leaves it to the lot.

Sources: regulation of Tianshui, six (the colours of a tie by lot, then swapped, then the playoff); the design, 4
(order by SHA-256 of seed, purpose and id).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping

from qisai.regulation.model import Regulation, Stage
from qisai.verify.replay import Publication
from qisai.verify.report import Ledger
from qisai.vocabulary import plain

BY_LOT = "抽签"
SWAPPED = "与前一局相反"


def reds(stage: Stage, playoff: str, pair: tuple[str, str], lots: Mapping[str, str]) -> dict[str, str]:
    """Red by line: the first by lot, each with colours swapped, the last of several as the setting ``playoff`` says.

    >>> stage = Stage("淘汰", "单淘汰", 7, 9, "前8名", 8, {}, ("慢棋", "快棋", "附加赛"), "抽签")
    >>> reds(stage, "与前一局相反", ("甲", "乙"), {"慢棋": "乙"})
    {'慢棋': '乙', '快棋': '甲', '附加赛': '乙'}
    """
    red = lots[stage.games[0]]
    found = {stage.games[0]: red}
    for game in stage.games[1:]:
        red = pair[1] if red == pair[0] else pair[0]
        if game != stage.games[-1] or playoff == SWAPPED:
            found[game] = red
        elif playoff == BY_LOT:
            found[game] = lots[game]
    return found


def drawn(purpose: str, pair: tuple[str, str]) -> str:
    """Who of two is drawn for a purpose (with the seed before it): the smaller digest."""
    digests = {hashlib.sha256(f"{purpose}|{player}".encode()).hexdigest(): player for player in pair}
    return digests[min(digests)]


def places_of_lot(seed: str, players: Iterable[str]) -> dict[str, int]:
    """The places of the lot that parts those whom nothing else does: by the digest of seed, purpose and id."""
    digests = {player: hashlib.sha256(f"{seed}|名次抽签|{player}".encode()).hexdigest() for player in players}
    return {player: place for place, player in enumerate(sorted(digests, key=lambda p: (digests[p], p)), start=1)}


def check(regulation: Regulation, publication: Publication, name: Callable[[str | None], str], ledger: Ledger) -> None:
    """The lots of one published knockout round; who then had red at the table is another matter."""
    stage, seed, claimed = publication.stage, publication.before.seed, publication.lots
    if claimed is None:
        return
    due: dict[str, str] = {}
    ties = {line.match: (line.red, line.black) for line in publication.lines if line.red and line.black}
    for match, pair in ties.items() if seed and plain(stage.colours) == BY_LOT else ():
        tie = f"{seed}|先后手|{stage.name}第{publication.round}轮第{match}对"
        lots = {game: drawn(f"{tie}{game}", pair) for game in stage.games}
        due |= {f"{match} {game}": red for game, red in reds(stage, regulation["playoff_colours"], pair, lots).items()}
    for line in sorted(due.keys() | claimed.keys()):
        words = [f"{name(table[line])}先手" if line in table else "没有抽签" for table in (claimed, due)]
        where = f"{publication.where}第 {line.replace(' ', ' 对', 1)}"
        ledger.hold("先后手抽签", where, claimed.get(line) == due.get(line), *words)
