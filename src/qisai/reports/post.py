"""What is pasted beside the pictures: the article for the 公众号 and the message for the group, as plain text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

import pandas as pd

from qisai.event import Competition, Event, seeds_for
from qisai.journal import Entry
from qisai.publish.language import CHINESE, ENGLISH, chosen, label
from qisai.publish.wechat import BODY, SUMMARY, Post, bracketed, capped, headed, joined, listed, titled
from qisai.record import Line, Publication
from qisai.regulation.model import KNOCKOUT, Appointment, Regulation
from qisai.reports import drawings, tables
from qisai.reports.closing import FinalList
from qisai.reports.state import RoundState
from qisai.reports.tables import People
from qisai.reports.team import TeamList, TeamTable
from qisai.reports.words import said
from qisai.tournament.prizes import Awards
from qisai.tournament.team_words import shown
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


def basis(regulations: Iterable[Regulation]) -> list[str]:
    """The rule by which places are given, once for all 组别 that have it in common."""
    groups: dict[str, list[str]] = {}
    for rules in regulations:
        groups.setdefault(listed(label(key.label) for key in rules.chain), []).append(rules.group)
    head = "依据赛事规程，名次依次比较："
    return [(f"{listed(names)} " if len(groups) > 1 else "") + headed(head, chain) for chain, names in groups.items()]


# --- a round ------------------------------------------------------------------------------------------------


def round_post(event: Event, round_no: int, states: Sequence[RoundState], corrected: Sequence[Entry],
               stamp: Sequence[str], kinds: Mapping[str, str], teams: TeamList | None = None) -> Post:  # fmt: skip
    """Article and message on a round as its report stands; ``kinds``: where each kind of picture is (对阵: 1-2)."""
    what, head = label(f"第{round_no}轮{round_state(states)}"), rehearsal_head(event)
    done = all(p.accepted is not None for state in states for p in state.publications)
    news = [words for state in states for words in _counts(event, state)]
    first = [words for state in states for words in (*through(state), leading(state, round_no, 3)) if words]
    coming = upcoming(event, round_no, done)
    body = [*rehearsal_line(event), *news, *first, ""]
    for state in states:
        body += _round_body(event, round_no, state)
    if teams is not None and done:
        body += [line for table in teams.tables for line in _team_body(table, "团体名次（暂列）")]
    if corrected:
        body += [label("更正："), *(line for entry in corrected for line in correction_words(event, entry.data)), ""]
    rules = basis(event.regulations.values())
    body += [line for line in (coming, *rules, *map(label, stamp)) if line]
    return Post(
        titled(head, event.name, what), joined([head + news[0], *news[1:], *map(_sentence, first), coming], SUMMARY),
        capped(body, BODY),
        [(0, head + event.name), (0, posted(what)), *((3, words) for words in first), (1, pictures_line(kinds)), (2, coming),
         (4, "　".join(map(label, stamp))), *((5, words) for words in rules), (6, label(ASK) if done else "")],
    )  # fmt: skip


def round_state(states: Sequence[RoundState]) -> str:
    """What is told of a round: its pairings, with a part of the results, or results and standings."""
    accepted = [p.accepted is not None for state in states for p in state.publications]
    swiss = any(_scored(state.competition, p) for state in states for p in state.publications)
    results = "成绩与名次" if swiss else "成绩"
    return results if all(accepted) else "对阵与部分成绩" if any(accepted) else "对阵"


def posted(what: str) -> str:
    """``第4轮对阵已公布。``"""
    return f"{what} {label('已公布')}" if chosen() != CHINESE else f"{what}已公布。"


def rehearsal_head(event: Event) -> str:
    return f"【{label('演练')}】" if event.rules["rehearsal"] else ""


def rehearsal_line(event: Event) -> list[str]:
    return [label("演练数据，不是真实的比赛。")] if event.rules["rehearsal"] else []


def leading(state: RoundState, round_no: int, most: int) -> str:
    """``领先：张三 20 分、李四 18 分`` after the results of a Swiss round, "" before."""
    if not any(_scored(state.competition, p) for p in state.done):
        return ""
    table = tables.standings(state.competition, round_no).head(most)
    names = listed(f"{row.姓名} {label(f'{text(row.积分)} 分')}" for row in table.itertuples())
    group = f"{state.competition.group} " if state.competition.group else ""
    cut = round_no > state.competition.regulation.swiss.last
    return group + headed("淘汰赛以外领先：" if cut else "领先：", names)


def through(state: RoundState) -> list[str]:
    """Who goes on from the knockout's round or has won it, and at the cut who plays in it."""
    competition, found = state.competition, []
    group, rules = f"{competition.group} " if competition.group else "", competition.regulation
    for publication in state.done:
        stage = rules.stage(publication.stage)
        if stage.system == KNOCKOUT:
            won = [name for name in tables.ties(competition, publication)["胜者"] if name not in ("", "无")]
            last = publication.round == stage.last and len(won) == 1
            found += [group + headed("淘汰赛冠军：" if last else "晋级：", listed(won))] if won else []
        elif rules.knockout is not None and publication.round == rules.swiss.last:
            seeds, people = competition.seeds or seeds_for(competition, rules.knockout), People(competition)
            found.append(group + headed("进入淘汰赛：", listed(map(people.name, seeds))))
    return found


def standing_lines(table: pd.DataFrame, most: int = LEADERS) -> list[str]:
    """The first places of a table as :func:`.tables.standings` gives it: ``1. 张三　甲队　20 分``."""
    return [
        "　".join(part for part in (f"{row.名次}. {row.姓名}", row.单位, label(f"{text(row.积分)} 分")) if part)
        for row in table.head(most).itertuples()
    ]


def board_lines(table: pd.DataFrame) -> list[str]:
    """The tables of a Swiss round as :func:`.tables.pairing` gives it: ``1台　张三 红胜 李四``, red first."""
    rows = zip(map(_board, table["台号"]), table["红方"], map(label, table["结果"]), table["黑方"], strict=True)
    return [f"{board}　{red} {result or '—'} {black}" for board, red, result, black in rows]


def _board(number: int) -> str:
    return label(f"{number}台")


def tie_lines(table: pd.DataFrame) -> list[str]:
    """The ties of a knockout round as :func:`.tables.ties` gives it: ``1台　张三 — 李四　胜者：张三``."""
    return [
        f"{_board(row.台号)}　{row.甲方} — {row.乙方}" + (f"　{headed('胜者：', row.胜者)}" if row.胜者 else "")
        for row in table.itertuples()
    ]


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


def correction_words(event: Event, data: Mapping[str, Any]) -> list[str]:
    """What a correction changed, why, and how many places it moved: two lines."""
    show, people = event.regulations[data["group"]].show, People(event.competitions[data["group"]])
    line = data["after"] or data["before"]
    moved = label(f"影响 {len(data['moves'])} 人的名次") if data["moves"] else label("名次没有变动")
    where = label(f"第{data['round']}轮 第{data['board']}台") + (f" {label(data['game'])}" if data["game"] else "")
    was, now = (result_words(one, people, show) for one in (data["before"], data["after"]))
    return [f"{where}　{people.name(line['red'])} — {people.name(line['black'])}：{was} → {now}",
            headed("理由：", f"{data['reason']}　{moved}")]  # fmt: skip


def result_words(line: Line | None, people: People, show: Callable[[int], str]) -> str:
    """A result with the winner's name: ``红胜　张三 获胜``; colours may have been played otherwise than paired."""
    won = tables.WINNERS.get(line["outcome"]) if line else None
    winner = "" if line is None or won is None else f"　{people.name(tables.seats(line)[won])} {label('获胜')}"
    return label(said(line, show)) + winner


def pictures_line(kinds: Mapping[str, str]) -> str:
    """``看图：对阵 1-2，名次 3-4``, the places of the pictures in their order."""
    parts = [f"{label(kind)} {where}" for kind, where in kinds.items()]
    return headed("看图：", (", " if chosen() == ENGLISH else "，").join(parts)) if parts else ""


def _scored(competition: Competition, publication: Publication) -> bool:
    return competition.regulation.stage(publication.stage).system != KNOCKOUT


def _sentence(words: str) -> str:
    """Words that end with a full stop."""
    return f"{words}{'. ' if chosen() == '英文' else '。'}"


def _stage_head(event: Event, state: RoundState, publication: Publication) -> str:
    """Group and stage, where there are several; "" else."""
    stage = state.competition.regulation.stage(publication.stage)
    return " ".join(part for part in (state.competition.group, "" if stage.whole_field else label(stage.name)) if part)


def _counts(event: Event, state: RoundState) -> list[str]:
    """How many tables each stage of a round has, or once they are played how they ended."""
    found = []
    for publication in state.publications:
        head, number = _stage_head(event, state, publication), publication.round
        boards = len({line["board"] for line in publication.lines})
        if publication.accepted is None:
            words = label(f"第{number}轮共 {boards} 台。")
        elif _scored(state.competition, publication):
            words = label(f"第{number}轮 {boards} 台全部有结果：{_ends(publication.accepted)}。")
        else:
            words = label(f"第{number}轮 {boards} 台全部有结果。")
        found.append(f"{head}：{words}" if head else words)
    return found


def _ends(lines: Sequence[Line]) -> str:
    """How many lines of a round ended how."""
    ends = Counter(line["outcome"] for line in lines)
    red, draw, black = (ends[one.value] for one in (Outcome.RED_WIN, Outcome.DRAW, Outcome.BLACK_WIN))
    other = len(lines) - red - draw - black
    return f"红胜 {red} 局，和 {draw} 局，黑胜 {black} 局" + (f"，弃权等 {other} 局" if other else "")


def _round_body(event: Event, round_no: int, state: RoundState) -> list[str]:
    body, competition = [], state.competition
    for publication in state.publications:
        head = _stage_head(event, state, publication)
        head = f"{head}　" if head else ""
        done = publication.accepted is not None
        if _scored(competition, publication):
            if done:
                body += [head + label(f"第{round_no}轮后名次："), *standing_lines(tables.standings(competition, round_no)), ""]
                if lines := upset_lines(drawings.upsets(competition, round_no)):
                    body += [head + label("本轮冷门（括号里是赛前名次）："), *lines, ""]
            frame = tables.pairing(competition, publication, state.before[publication.stage])
            body += [head + label("各台结果（先手在前）：" if done else "各台对阵（先手在前）："), *board_lines(frame)]
            body += [*_off_lines(tables.off_board(competition, publication)), ""]
        else:
            lines = tie_lines(tables.ties(competition, publication))
            body += [head + label("各台结果：" if done else "各台对阵："), *lines, ""]
    return body


def _off_lines(table: pd.DataFrame) -> list[str]:
    """Who is not at a table, by what keeps him away."""
    return [f"{label(str(kind))}：{listed(own['姓名'])}" for kind, own in table.groupby("情况", sort=False)]


def _team_body(table: TeamTable, head: str, most: int = 8) -> list[str]:
    group = f"{table.group}　" if table.group else ""
    ranked = table.table[table.table["rank"].notna()].head(most)
    lines = [f"{int(row.rank)}. {row.Index}　{label(table.total)} {shown(row.sum)}" for row in ranked.itertuples()]
    return [f"{group}{label(head)}：", *lines, ""] if lines else []


# --- the end ------------------------------------------------------------------------------------------------


def final_post(event: Event, finals: Sequence[FinalList], teams: TeamList, stamp: Sequence[str],
               kinds: Mapping[str, str], most: int = 32) -> Post:  # fmt: skip
    """Article and message on the final list, the teams and the prizes."""
    over = set(event.record.closed) == set(event.regulations)
    what, head = label("总名次" if over else "总名次（暂列）"), rehearsal_head(event)
    first = [f"{_group(final)}{listed(_medals(final))}" for final in finals]
    sums = [played_words(finals)]
    body = [*rehearsal_line(event), *sums, *first, ""]
    for final in finals:
        table = final.short
        words = "总名次：" if len(table) <= most else f"总名次前{most}名（全部见图）："
        body += [_group(final) + label(words), *place_lines(table, most), ""]
    body += [line for table in teams.tables for line in _team_body(table, "团体名次" if over else "团体名次（暂列）")]
    for final in finals:
        body += _prizes(final.awards, People(final.competition), _group(final))
    body += _prizes(teams.awards, People(finals[0].competition), "")
    if changed := len(event.record.corrections):
        body += [label(f"全程更正成绩 {changed} 次，都已公布。"), ""]
    rules = basis(event.regulations.values())
    body += [*rules, *map(label, stamp), label("感谢每一位棋手、裁判员和工作人员。")]
    return Post(
        titled(head, event.name, what),
        joined([head + _sentence(first[0]), *map(_sentence, first[1:]), *sums], SUMMARY),
        capped(body, BODY),
        [(0, head + event.name), (0, posted(what)), *((1, words) for words in first), (2, pictures_line(kinds)), (3, sums[0]),
         (4, "　".join(map(label, stamp))), *((5, words) for words in rules)],
    )  # fmt: skip


def place_lines(table: pd.DataFrame, most: int) -> list[str]:
    """The first places of the final list: ``1. 张三　甲队``; without a rank, ``—``."""
    heads = (f"{row.名次}. {row.姓名}".replace("—.", "—") for row in table.head(most).itertuples())
    return [f"{head}　{team}".rstrip("　") for head, team in zip(heads, table["单位"], strict=False)]


def played_words(finals: Sequence[FinalList]) -> str:
    """How many took part and how the games at the board ended, the knockout too."""
    ends = pd.concat([final.competition.games["outcome"] for final in finals])
    red, draw, black = (int((ends == one).sum()) for one in (Outcome.RED_WIN, Outcome.DRAW, Outcome.BLACK_WIN))
    heads = sum(len(final.table) for final in finals)
    return label(f"{heads} 人参赛，下了 {red + draw + black} 局：红胜 {red} 局，和 {draw} 局，黑胜 {black} 局。")


def of_rank(final: FinalList, ranks: Collection[int]) -> list[tuple[int, str]]:
    """(rank, player) of those who hold one of some ranks, in order."""
    own = final.table["rank"]
    return [(int(rank), str(player)) for player, rank in own[own.notna()].items() if int(rank) in ranks]


def _medals(final: FinalList) -> list[str]:
    people = People(final.competition)
    return [f"{_rank(rank)} {people.name(player)}" for rank, player in of_rank(final, (1, 2, 3))]


def _group(final: FinalList) -> str:
    return f"{final.competition.group}　" if final.competition.group else ""


def _prizes(found: Awards, people: People, group: str) -> list[str]:
    """Who takes which prize: a line each, the prize above."""
    lines = []
    for prize, rows in found.given.groupby("prize", sort=False):
        lines.append(f"{group}{prize}：")
        for row in rows.itertuples():
            who = row.team or people.name(row.player)
            money = label(f"{int(row.amount)} 元") if row.amount else ""
            lines.append("　".join(part for part in (f"{row.place}. {who}", money) if part))
        lines.append("")
    return lines
