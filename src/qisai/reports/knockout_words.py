"""A round of the knockout in the words of an article: its name, who beat whom and how, who goes on."""

from __future__ import annotations

from qisai.event import Competition
from qisai.publish.language import label
from qisai.publish.wechat import headed, listed
from qisai.record import Publication
from qisai.regulation.model import Stage
from qisai.reports.tables import People, tie_verdicts
from qisai.tournament import ladder
from qisai.tournament.ladder import Verdict

_COLOURS = ("红", "黑")


def round_name(stage: Stage, round_no: int) -> str:
    """``四分之一决赛`` of a round of the knockout; 淘汰赛 for the early ones."""
    return ladder.round_name(stage, round_no) or "淘汰赛"


def tie_lines(competition: Competition, publication: Publication) -> list[str]:
    """The ties of a round: ``1台　张三执红胜李四``, before they are played ``1台　张三 — 李四``; the final has no table."""
    people, stage = People(competition), competition.regulation.stage(publication.stage)
    decided = {tie.match: tie for tie in tie_verdicts(competition, publication)}
    found, seen = [], set()
    for line in publication.lines:
        if line["match"] in seen:
            continue
        seen.add(line["match"])
        tie = decided.get(line["match"])
        if tie is not None and tie.over:
            games = [str(name) for name in stage.games]
            words = told(tie, people, games, last=publication.round == stage.last)
        else:
            words = f"{people.name(line['red'])} — {people.name(line['black']) or label('（轮空）')}"
        board = label(f"{line['board']}台")
        found.append(words if publication.round == stage.last else f"{board}　{words}")
    return found


def told(tie: Verdict, people: People, games: list[str], *, last: bool) -> str:
    """``张三执黑胜李四，夺冠``; with more than one game ``张三胜李四（慢棋和棋，附加赛和棋，执黑胜）``."""
    if not tie.low:
        return label(f"{people.name(tie.high)}轮空晋级")
    drawn = [f"{game}和棋" for game in games[: games.index(tie.game)]] if tie.game in games else []
    if tie.winner is None or tie.loser is None:
        return f"{people.name(tie.high)} — {people.name(tie.low)}　{label('，'.join([*drawn, tie.how]))}"
    winner, loser = people.name(tie.winner), people.name(tie.loser)
    colour = next((colour for colour in _COLOURS if not drawn and tie.how == f"{tie.game}执{colour}胜"), "")
    words = f"{winner}执{colour}胜{loser}" if colour else f"{winner}胜{loser}（{'，'.join([*drawn, tie.how])}）"
    return label(f"{words}，夺冠" if last else words)


def outcome_lines(competition: Competition, publication: Publication) -> list[str]:
    """What a played round decided: the final with its champion, before it who goes on to which round."""
    stage, people = competition.regulation.stage(publication.stage), People(competition)
    won = [people.name(tie.winner) for tie in tie_verdicts(competition, publication) if tie.winner]
    if not won:
        return []
    if publication.round == stage.last:
        return [headed("决赛：", line) for line in tie_lines(competition, publication)]
    return [headed(f"晋级{round_name(stage, publication.round + 1)}：", listed(won))]
