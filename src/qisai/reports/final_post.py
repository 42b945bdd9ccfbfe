"""The article and the message on the end: the final list, the teams, the prizes, and what was corrected afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from qisai.event import Event
from qisai.publish.language import label, named
from qisai.publish.wechat import BODY, SUMMARY, Post, bracketed, capped, joined, listed, titled
from qisai.reports import drawings
from qisai.reports.closing import FinalList
from qisai.reports.corrected import Run
from qisai.reports.lead import first_words, qualified_words
from qisai.reports.post import basis, pictures_line, posted, rehearsal_head, rehearsal_line, sentence, team_body
from qisai.reports.tables import People
from qisai.reports.team import TeamList
from qisai.tournament.prizes import Awards
from qisai.tournament.team_words import shown


def final_post(event: Event, finals: Sequence[FinalList], teams: TeamList, stamp: Sequence[str],
               kinds: Mapping[str, str], most: int = 32, corrected: Sequence[Run] = ()) -> Post:  # fmt: skip
    """Article and message on the final list, the teams and the prizes; ``corrected``: what was changed after the end."""
    over = set(event.record.closed) == set(event.regulations)
    what, head = final_title(over, corrected), rehearsal_head(event)
    first = [_group(final) + words for final in finals if (words := first_words(event, final))]
    first += [_group(final) + words for final in finals if (words := qualified_words(event, final))]
    champions, sums = team_words(teams), [played_words(finals)]
    changes = [run.brief() for run in corrected]
    told = [*map(sentence, [*changes, *first, *champions]), *sums]
    body = [*rehearsal_line(event), *sums, *first, *champions, ""]
    if corrected:
        body += [label("更正："), *(line for run in corrected for line in run.words()), ""]
    for final in finals:
        table = final.short
        name = "总名次" if final.competition.group in event.record.closed else "总名次（暂列）"
        if ahead := len(final.still_in):
            words, table = f"第{ahead + 1}名起（暂列）：", table.iloc[ahead:]
        else:
            words = f"{name}：" if len(table) <= most else f"{name}前{most}名（全部见图）："
        body += [_group(final) + label(words), *place_lines(table, most), ""]
    body += [line for table in teams.tables for line in team_body(table, "团体名次" if over else "团体名次（暂列）")]
    for final in (final for final in finals if final.competition.group in event.record.closed):
        body += _prizes(final.awards, final, _group(final))
    body += _prizes(teams.awards, finals[0], "") if over else []
    if changed := len(event.record.corrections):
        body += [label(f"全程更正成绩{changed}次，都已公布。"), ""]
    rules = basis(event.regulations.values(), end=True)
    body += [*rules, *map(label, stamp), label("感谢每一位棋手、裁判员和工作人员。")]
    return Post(
        titled(head, event.name, label(what)),
        joined([head + told[0], *told[1:]], SUMMARY),
        capped(body, BODY),
        [(0, head + event.name), (0, posted(what)), *((1, words) for words in changes), *((1, words) for words in first),
         *((3, words) for words in champions), (2, pictures_line(kinds)), (3, sums[0]), (4, "　".join(map(label, stamp))),
         *((0, words) for words in basis(event.regulations.values()))],
    )  # fmt: skip


def final_title(over: bool, corrected: Sequence[Run]) -> str:
    """``总名次``, before the end ``总名次（暂列）``, ``更正后的总名次`` where it was out before."""
    return f"{'更正后的' if corrected else ''}总名次{'' if over else '（暂列）'}"


def team_words(teams: TeamList) -> list[str]:
    """``团体第一：麦积区，名次和73`` of each team table."""
    found = []
    for part in teams.tables:
        ranked = part.table[part.table["rank"] == 1]
        if len(ranked):
            group = f"{part.group} " if part.group else ""
            found.append(group + label(f"团体第一：{listed(map(str, ranked.index))}，{part.total}{shown(ranked['sum'].iloc[0])}"))
    return found


def place_lines(table: pd.DataFrame, most: int) -> list[str]:
    """The first places of the final list: ``1. 张三　甲队``; without a rank, ``—``."""
    heads = (f"{row.名次}. {row.姓名}".replace("—.", "—") for row in table.head(most).itertuples())
    return [f"{head}　{team}".rstrip("　") for head, team in zip(heads, map(named, table["单位"]), strict=False)]


def played_words(finals: Sequence[FinalList]) -> str:
    """How many took part and how the games at the board ended, the knockout too."""
    red, draw, black = ends_of(finals)
    heads = sum(len(final.table) for final in finals)
    games = f"{red + draw + black}局{with_knockout(finals)}"
    return label(f"{heads}人参赛，下了{games}：红胜{red}局，和{draw}局，黑胜{black}局。")


def ends_of(finals: Sequence[FinalList]) -> tuple[int, int, int]:
    """Games at the board won by red, drawn, won by black, the knockout too: the one count of all texts and pictures."""
    sums = pd.concat([drawings.colours(final.competition)[["红胜", "和", "黑胜"]] for final in finals]).sum()
    return int(sums["红胜"]), int(sums["和"]), int(sums["黑胜"])


def with_knockout(finals: Sequence[FinalList]) -> str:
    """``（含淘汰赛8局）``; "" where there were none."""
    count = sum(drawings.in_knockout(final.competition) for final in finals)
    return f"（含淘汰赛{count}局）" if count else ""


def _group(final: FinalList) -> str:
    return f"{final.competition.group}　" if final.competition.group else ""


def _prizes(found: Awards, final: FinalList, group: str) -> list[str]:
    """Who takes which prize: a line each, the prize above; where a prize has an order of its own the place of the final list
    stands beside the name."""
    lines, people, ranks = [], People(final.competition), final.table["rank"]
    for prize, rows in found.given.groupby("prize", sort=False):
        lines.append(group + label(f"{prize}："))
        overall = [ranks.get(row.player) for row in rows.itertuples()]
        apart = any(rank != row.place for rank, row in zip(overall, rows.itertuples(), strict=True) if not pd.isna(rank))
        for row, rank in zip(rows.itertuples(), overall, strict=True):
            who = row.team or people.name(row.player)
            who += bracketed(label(f"总第{int(rank)}名")) if apart and not row.team and not pd.isna(rank) else ""
            money = label(f"{int(row.amount)}元") if row.amount else ""
            lines.append("　".join(part for part in (f"{row.place}. {who}", money) if part))
        lines.append("")
    return lines
