"""Which places of the merged list no further game can move, and which prizes can therefore be given.

A later correction or a disqualification still can: then the prize list is made again.
"""

from __future__ import annotations

import pandas as pd

from qisai.regulation.model import Regulation, Stage
from qisai.tournament.ladder import verdicts
from qisai.tournament.prizes import EVERYTHING, FIELD, OPEN, Awards, frames

KNOCKOUT_OPEN = "淘汰赛还没下完"


def waits(final: pd.DataFrame, games: pd.DataFrame, regulation: Regulation, seeds: list[str]) -> pd.Series:
    """What the place of each player of ``final`` still waits for, "" where it is settled: a str Series by player.

    ``final``: of :func:`~qisai.tournament.final.final_list`; ``games``: of the accepted rounds; ``seeds``: the
    qualifiers of the published bracket, [] before.
    """
    others = others_wait_for(final, games, regulation, seeds)
    out = settled_in_knockout(games, regulation.knockout, seeds) if regulation.knockout else set()
    words = ["" if player in out else KNOCKOUT_OPEN if player in seeds else others for player in final.index]
    return pd.Series(words, index=final.index, dtype="str")


def settled_in_knockout(games: pd.DataFrame, stage: Stage, seeds: list[str]) -> set[str]:
    """Those who are out once all ties of their round are over, and the last who is in.

    The order of a round's losers is then that of the seeds (settings 淘汰赛三至八名), and as many are ahead of them as
    are still in, whoever wins.
    """
    still_in = set(seeds)
    for round_no in stage.rounds:
        ties = verdicts(games, stage, round_no)
        seated = {player for tie in ties for player in (tie.high, tie.low) if player}
        if not all(tie.over for tie in ties) or not still_in <= seated:
            break
        still_in -= seated - {tie.winner for tie in ties}
    return set(seeds) - still_in if len(still_in) > 1 else set(seeds)


def others_wait_for(final: pd.DataFrame, games: pd.DataFrame, regulation: Regulation, seeds: list[str]) -> str:
    """What the places outside the knockout wait for, "" where no game moves them any more.

    They are fixed once the last round of their stage is accepted. Before a knockout it must also be known who plays
    in it: one who leaves before the bracket is published is replaced by the next.
    """
    if not _over(games, regulation.swiss):
        return "第一阶段还没下完" if regulation.knockout else "比赛还没下完"
    if regulation.knockout and not seeds:
        return "淘汰赛的对阵还没公布"
    if regulation.others and not set(final.index) <= set(seeds) and not _over(games, regulation.others):
        return f"「{regulation.others.name}」还没下完"
    return ""


def _over(games: pd.DataFrame, stage: Stage) -> bool:
    """Whether the last round of a Swiss stage is accepted; only accepted rounds have games."""
    return bool(((games["stage"] == stage.name) & (games["round"] == stage.last)).any())


def givable(found: Awards, waiting: pd.Series, others: str) -> tuple[Awards, pd.DataFrame]:
    """What can be given now (with what never will be), and what must wait, in the shape of ``Awards.open``.

    ``found``: the awards to the players of one group on the list as it is now; ``waiting``: of :func:`waits`;
    ``others``: of :func:`others_wait_for`. In a list with a condition, too, a place is settled when its player's is;
    a share of the field waits until it is known how many have a rank, and lots, lists in which somebody is passed over
    and 只领最高一项 until every place is settled. People who share a rank are settled together.
    """
    last = others or next((reason for reason in waiting if reason), "")  # "" where every place is settled

    def reasons(rows: pd.DataFrame, own: pd.Series) -> pd.Series:
        for kind, reason in ((FIELD, others), (EVERYTHING, last)):
            own = own.where((rows["settles"] != kind) | (reason == ""), reason)
        return own.astype("str")

    reason = reasons(found.given, found.given["player"].map(waiting))
    left = reasons(found.open, pd.Series("", index=found.open.index, dtype="str"))
    later = [
        found.given.assign(team=False, reason=reason)[reason != ""][list(OPEN)],
        found.open.assign(reason=left)[left != ""],
    ]  # fmt: skip
    given, still_open = (rows[why == ""].reset_index(drop=True) for rows, why in ((found.given, reason), (found.open, left)))
    told = frames([], []) if last else found
    return Awards(given, still_open, told.passed, told.lots), pd.concat(later, ignore_index=True)


def teams_givable(found: Awards, reason: str) -> tuple[Awards, pd.DataFrame]:
    """The same for the prizes of teams, which wait for every place of the event; ``reason``: "" where all are settled."""
    if not reason:
        return found, frames([], []).open
    later = pd.concat([found.given.assign(team=True, reason=reason)[list(OPEN)], found.open.assign(reason=reason)])
    return frames([], []), later.reset_index(drop=True)
