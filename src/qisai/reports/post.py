"""What is pasted beside the pictures: the article for the 公众号 and the message for the group, as plain text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import pandas as pd

from qisai.event import Competition, Event, seeds_for
from qisai.publish.language import ENGLISH, chosen, label, named
from qisai.publish.wechat import BODY, SUMMARY, Post, bracketed, capped, headed, joined, listed, titled
from qisai.record import Line, Publication
from qisai.regulation.model import KNOCKOUT, Appointment, Regulation
from qisai.reports import drawings, tables
from qisai.reports.corrected import Corrected, Run
from qisai.reports.knockout_words import outcome_lines, round_name, tie_lines
from qisai.reports.lead import basis_words, ladder_words, lead, stage_words
from qisai.reports.places import places_before
from qisai.reports.state import RoundState, later_corrections
from qisai.reports.tables import People
from qisai.reports.team import TeamList, TeamTable
from qisai.tournament.team_words import level, shown
from qisai.vocabulary import Outcome, text

LEADERS = 16  # places of a table that the article names; the pictures have all
UPSETS = 3
ASK = "成绩有出入，请马上找裁判员核对。"


def when(row: Appointment) -> str:
    """Date and time of a row of 日程, "" where it has neither.

    >>> when(Appointment("4", "2024-07-20", "14:50")), when(Appointment("4", "", "14:50"))
    ('7月20日 14:50', '14:50')
    """
    month, day = row.date[5:7].lstrip("0"), row.date[8:10].lstrip("0")
    date = label(f"{month}月{day}日") if row.date else ""
    return " ".join(part for part in (date, row.time) if part)


def start_of(schedule: Iterable[Appointment], round_no: int) -> str:
    """``第4轮 7月20日 14:50 开始。``, "" where 日程 does not say it."""
    row = next((row for row in schedule if row.round == round_no), None)
    return label(f"第{round_no}轮 {when(row)} 开始。") if row and when(row) else ""


def upcoming(event: Event, round_no: int, done: bool) -> str:
    """When the round is played, or once it is done the next one; "" where that is not known."""
    if done and round_no >= max(stage.last for rules in event.regulations.values() for stage in rules.stages):
        return label("各轮已全部下完。")
    return start_of(event.rules.schedule, round_no + done)


def basis(regulations: Iterable[Regulation], end: bool = False) -> list[str]:
    """The rule by which places are given, once for all 组别 that have it in common; at the end how the knockout gives them."""
    groups: dict[str, list[str]] = {}
    for rules in regulations:
        words = headed("依据本次比赛的规则表，名次依次比较：", basis_words(rules))
        ladder = ladder_words(rules) if end else ""
        groups.setdefault(f"{sentence(words)}{ladder}" if ladder else words, []).append(rules.group)
    return [(f"{listed(names)} " if len(groups) > 1 else "") + words for words, names in groups.items()]


# --- a round ------------------------------------------------------------------------------------------------


def round_post(event: Event, round_no: int, states: Sequence[RoundState], corrected: Sequence[Run],
               stamp: Sequence[str], kinds: Mapping[str, str], teams: TeamList | None = None) -> Post:  # fmt: skip
    """Article and message on a round as its report stands; ``kinds``: where each kind of picture is (对阵: 1-2)."""
    what, head = "".join(round_title(round_no, states)), rehearsal_head(event)
    done = all(p.accepted is not None for state in states for p in state.publications)
    news = [words for state in states for words in _counts(state)]
    first = [words for state in states for words in (*through(state), leading(state, round_no)) if words]
    coming, old = upcoming(event, round_no, done), superseded(event, round_no, states)
    changes = [run.brief() for run in corrected]
    body = [*rehearsal_line(event), *old, *news, *first, ""]
    for state in states:
        body += _round_body(round_no, state)
    if teams is not None and done:
        body += [line for table in teams.tables for line in team_body(table, "团体名次（暂列）")]
    if corrected:
        body += [label("更正："), *(line for run in corrected for line in run.words()), ""]
    ranked = any(_scored(state.competition, p) for state in states for p in state.done)
    rules = basis(event.regulations.values()) if ranked else []
    body += [line for line in (coming, *rules, *map(label, stamp)) if line]
    return Post(
        titled(head, event.name, label(what), short=label(f"第{round_no}轮")),
        joined([head + news[0], *news[1:], *map(sentence, first), *map(sentence, changes), coming], SUMMARY),
        capped(body, BODY),
        [(0, head + event.name), *((0, words) for words in old), (0, posted(what)), *((1, words) for words in changes),
         *((3, words) for words in first), (1, pictures_line(kinds)), (2, coming),
         (4, "　".join(map(label, stamp))), *((0, words) for words in rules), (0, label(ASK) if done else "")],
    )  # fmt: skip


def superseded(event: Event, round_no: int, states: Sequence[RoundState]) -> list[str]:
    """That results which the round's tables show were corrected after the moment at which its report stands; [] where none
    was."""
    own = {state.competition.group: state.competition for state in states}
    found = [Corrected(own[e.data["group"]], e).brief() for e in later_corrections(event, round_no) if e.data["group"] in own]
    return [headed("本轮以后又有更正，名次以最新公布的为准：", listed(found))] if found else []


def round_title(round_no: int, states: Sequence[RoundState]) -> tuple[str, str]:
    """``第4轮`` and ``成绩与名次``; a round of nothing but a late knockout has its name: ``第10轮（决赛）``."""
    found = {
        stage_words(s.competition, p.stage) and round_name(s.competition.regulation.stage(p.stage), p.round)
        if not _scored(s.competition, p) else ""
        for s in states for p in s.publications
    }  # fmt: skip
    name = found.pop() if len(found) == 1 else ""
    return f"第{round_no}轮" + (f"（{name}）" if name else ""), round_state(states)


def round_state(states: Sequence[RoundState]) -> str:
    """What is told of a round: its pairings, with a part of the results, or results and standings."""
    accepted = [p.accepted is not None for state in states for p in state.publications]
    swiss = any(_scored(state.competition, p) for state in states for p in state.publications)
    results = "成绩与名次" if swiss else "成绩"
    return results if all(accepted) else "对阵与部分成绩" if any(accepted) else "对阵"


def posted(what: str) -> str:
    """``第4轮对阵已公布。``"""
    return label(f"{what}已公布。")


def rehearsal_head(event: Event) -> str:
    return f"【{label('演练')}】" if event.rules["rehearsal"] else ""


def rehearsal_line(event: Event) -> list[str]:
    return [label("演练数据，不是真实的比赛。")] if event.rules["rehearsal"] else []


def leading(state: RoundState, round_no: int) -> str:
    """``张三20分居首`` after the results of a Swiss round, "" before."""
    found = lead(state.competition, round_no) if any(_scored(state.competition, p) for p in state.done) else None
    if found is None:
        return ""
    group = f"{state.competition.group} " if state.competition.group else ""
    return group + label(found.title)


def through(state: RoundState) -> list[str]:
    """Who goes on from the knockout's round or has won it, and at the cut who plays in it."""
    competition, found = state.competition, []
    group, rules = f"{competition.group} " if competition.group else "", competition.regulation
    for publication in state.done:
        if rules.stage(publication.stage).system == KNOCKOUT:
            found += [group + line for line in outcome_lines(competition, publication)]
        elif rules.knockout is not None and publication.round == rules.swiss.last:
            seeds, people = competition.seeds or seeds_for(competition, rules.knockout), People(competition)
            found.append(group + headed("进入淘汰赛：", listed(map(people.name, seeds))))
    return found


def standing_lines(table: pd.DataFrame, most: int = LEADERS) -> list[str]:
    """The first places of a table as :func:`.tables.standings` gives it: ``1. 张三　甲队　20 分``."""
    return [
        "　".join(part for part in (f"{row.名次}. {row.姓名}", named(row.单位), label(f"{text(row.积分)}分")) if part)
        for row in table.head(most).itertuples()
    ]


def board_lines(table: pd.DataFrame) -> list[str]:
    """The tables of a Swiss round as :func:`.tables.pairing` gives it: ``1台　张三 红胜 李四``, red first."""
    rows = zip(map(_board, table["台号"]), table["红方"], map(label, table["结果"]), table["黑方"], strict=True)
    return [f"{board}　{red} {result or '—'} {black}" for board, red, result, black in rows]


def _board(number: int) -> str:
    return label(f"{number}台")


def upset_lines(table: pd.DataFrame, most: int = UPSETS) -> list[str]:
    """The greatest upsets of :func:`.drawings.upsets`: ``24台　张三（第50名） 战胜 李四（第22名）``."""
    gaps = (table["胜者名次"] - table["负者名次"]).astype("int64")
    found = table.assign(gap=gaps)[gaps > 0].sort_values("gap", ascending=False, kind="stable").head(most)
    return [
        f"{_board(row.台号)}　{row.胜者}{_rank_of(row.胜者名次)} {label('战胜')} {row.负者}{_rank_of(row.负者名次)}"
        for row in found.itertuples()
    ]


def _rank(place: int) -> str:
    return label(f"第{place}名")


def _rank_of(place: int) -> str:
    return bracketed(_rank(place))


def picture_names(event: Event, kinds: Mapping[str, str], states: Sequence[RoundState] = ()) -> dict[str, str]:
    """Kinds of pictures as the public calls them -> where they are: 对阵淘汰 is 淘汰赛对阵, with results 淘汰赛成绩."""
    words = {"对阵图": "淘汰赛对阵图", "淘汰赛": "淘汰赛对阵图"}
    for rules in event.regulations.values():
        for stage in (stage for stage in rules.stages if not stage.whole_field):
            knockout = stage.system == KNOCKOUT
            own = [p for state in states for p in state.publications if p.stage == stage.name]
            done = bool(own) and all(p.accepted is not None for p in own)
            what = ("淘汰赛成绩" if done else "淘汰赛对阵") if knockout else "其他棋手对阵"
            words |= {f"对阵{stage.name}": what, f"名次{stage.name}": "其他棋手名次"}
    return {words.get(kind, kind): where for kind, where in kinds.items()}


def pictures_line(kinds: Mapping[str, str]) -> str:
    """``看图：对阵 1-2，名次 3-4``, the places of the pictures in their order."""
    parts = [f"{label(kind)} {where}" for kind, where in kinds.items()]
    return headed("看图：", (", " if chosen() == ENGLISH else "，").join(parts)) if parts else ""


def _scored(competition: Competition, publication: Publication) -> bool:
    return competition.regulation.stage(publication.stage).system != KNOCKOUT


def sentence(words: str) -> str:
    """Words that end with a full stop."""
    return f"{words.removesuffix('.')}. " if chosen() == ENGLISH else f"{words}。"


def _stage_head(state: RoundState, publication: Publication) -> str:
    """Group and stage, where there are several; "" else."""
    stage = stage_words(state.competition, publication.stage)
    return " ".join(part for part in (state.competition.group, label(stage) if stage else "") if part)


def _counts(state: RoundState) -> list[str]:
    """How many tables each stage of a round has, or once they are played how they ended."""
    heads = [(p, stage_words(state.competition, p.stage), len({line["board"] for line in p.lines})) for p in state.publications]
    number = state.publications[0].round
    group = f"{state.competition.group}：" if state.competition.group else ""
    if len(heads) > 1 and all(p.accepted is not None for p, _, _ in heads):
        boards = "、".join(f"{stage}{count}台" for _, stage, count in heads)
        ends = [f"{stage}：{_ends(p.accepted)}。" for p, stage, _ in heads if p.accepted and _scored(state.competition, p)]
        return [group + label(f"第{number}轮：{boards}全部有结果。"), *(group + label(words) for words in ends)]
    found = []
    for publication, stage, count in heads:
        if publication.accepted is None:
            words = f"第{number}轮{stage}共{count}台。"
        elif _scored(state.competition, publication):
            words = f"第{number}轮{stage}{count}台全部有结果：{_ends(publication.accepted)}。"
        else:
            words = f"第{number}轮{stage}{count}台全部有结果。"
        found.append(group + label(words))
    return found


_FORFEITS = (
    ("弃权", (Outcome.RED_FORFEIT, Outcome.BLACK_FORFEIT)), ("双弃", (Outcome.DOUBLE_FORFEIT, Outcome.UNSIGNED)),
    ("双负", (Outcome.DOUBLE_LOSS,)), ("裁定", (Outcome.RULED,)),
)  # fmt: skip


def _ends(lines: Sequence[Line]) -> str:
    """How many lines of a round ended how."""
    ends = Counter(line["outcome"] for line in lines)
    red, draw, black = (ends[one.value] for one in (Outcome.RED_WIN, Outcome.DRAW, Outcome.BLACK_WIN))
    rest = [(word, sum(ends[one.value] for one in some)) for word, some in _FORFEITS]
    more = "".join(f"，{word}{count}局" for word, count in rest if count)
    return f"红胜{red}局，和{draw}局，黑胜{black}局{more}"


def _round_body(round_no: int, state: RoundState) -> list[str]:
    body, competition = [], state.competition
    for publication in state.publications:
        head = _stage_head(state, publication)
        head = f"{head}　" if head else ""
        done = publication.accepted is not None
        if _scored(competition, publication):
            if done:
                table = tables.standings(competition, round_no)
                body += [head + label(_standings_head(competition, round_no)), *standing_lines(table), ""]
                found = drawings.upsets(competition, round_no)
                if len(found) >= drawings.LEAST_UPSETS:
                    body += [head + label("本轮冷门（括号里是本轮前名次）："), *upset_lines(found), ""]
            frame = tables.pairing(competition, publication, state.before[publication.stage])
            body += [head + label("各台结果（先手在前）：" if done else "各台对阵（先手在前）："), *board_lines(frame)]
            body += [*_off_lines(tables.off_board(competition, publication)), ""]
        else:
            body += _knockout_body(competition, publication)
    return body


def _standings_head(competition: Competition, round_no: int) -> str:
    """``第4轮后名次前16名（全部见图）：``: what part of the table the article has."""
    count, first = len(competition.standings(round_no)), places_before(competition, round_no) + 1
    if count <= LEADERS:
        return f"第{round_no}轮后名次："
    part = f"前{LEADERS}名" if first == 1 else f"第{first}至第{first + LEADERS - 1}名"
    return f"第{round_no}轮后名次{part}（全部见图）："


def _knockout_body(competition: Competition, publication: Publication) -> list[str]:
    """``半决赛：`` and its ties; a final that is played stands above already."""
    stage, done = competition.regulation.stage(publication.stage), publication.accepted is not None
    if done and publication.round == stage.last:
        return []
    group = f"{competition.group} " if competition.group else ""
    name, lines = f"{round_name(stage, publication.round)}：", tie_lines(competition, publication)
    if publication.round == stage.last:
        return [group + headed(name, listed(lines)), ""]
    return [group + label(name), *lines, ""]


def _off_lines(table: pd.DataFrame) -> list[str]:
    """Who is not at a table, by what keeps him away."""
    return [headed(f"{kind}：", listed(own["姓名"])) for kind, own in table.groupby("情况", sort=False)]


def team_body(table: TeamTable, head: str, most: int = 8) -> list[str]:
    """The first teams under a heading, those of equal totals with what parts them; [] where none has a place."""
    group = f"{table.group}　" if table.group else ""
    ranked = table.table[table.table["rank"].notna()].head(most)
    apart = (f"（{why.replace(' ', '')}）" if why else "" for why in level(table.table, table.rules))
    lines = [
        f"{int(row.rank)}. {row.Index}　{label(f'{table.total}{shown(row.sum)}{why}')}"
        for row, why in zip(ranked.itertuples(), apart, strict=False)
    ]
    head += f"前{most}名（全部见图）" if int(table.table["rank"].notna().sum()) > most else ""
    return [group + label(f"{head}："), *lines, ""] if lines else []
