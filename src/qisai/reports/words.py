"""Short Chinese lines about an event, for the console and the first cell of a notebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pandas as pd

from qisai.event import Competition, Event, differences
from qisai.pairing.lookahead import can_matter, look_ahead, plan_of
from qisai.problems import stop_on_errors
from qisai.regulation.checkup import Facts, Remark, checkup, largest_team
from qisai.regulation.model import KNOCKOUT, SWISS, Prize, Regulation, cycle
from qisai.regulation.prize_rows import resolved
from qisai.regulation.settings import names
from qisai.regulation.teams import EACH_GROUP, NONE, least_heads
from qisai.tiebreaks import TIE_BREAKS
from qisai.tournament.conditions import meets, verdicts
from qisai.tournament.entries import PLACE, PLAYER, UNFIT, UNPAID, WAITING, debts, eaters, fee_totals, lunch, team_heads
from qisai.tournament.prizes import heads
from qisai.tournament.teams import may_count, one_spelling
from qisai.vocabulary import SIGNATURES, Happening, Outcome, plain, width

SCREEN = 80  # columns of a console


def lunch_heads(event: Event) -> int:
    """People who eat: of 报名 by the ticks, else by place or presence, and those ticked in 人员."""
    return sum(eaters(event.people, event.officials, event.entries).values())


def entry_lines(event: Event) -> list[str]:
    """Heads and money of the sign-up."""
    field = event.entries
    counts = field["status"].value_counts()
    lines = [
        f"{event.name}：报名 {len(field)} 人，正式 {counts.get(PLACE, 0)} 人，候补 {counts.get(WAITING, 0)} 人，"
        f"未缴费 {counts.get(UNPAID, 0)} 人" + (f"，不合条件 {counts[UNFIT]} 人" if UNFIT in counts else "")
    ]
    if field["present"].any() and not event.record.numbers:
        lines.append(f"已报到 {int(field['present'].sum())} 人，可抽签 {int(field['entered'].sum())} 人")
        lines += _named("有名额没有报到", field[(field["status"] == PLACE) & ~field["present"]])
    lines += _named("候补", field[field["status"] == WAITING].sort_values("queue"))
    if event.record.numbers:
        lines.append(f"已抽签 {len(event.record.numbers)} 人，种子「{event.record.seed}」")
    lines += _rounds_of_tables(event)
    here_unpaid = field[field["present"] & (field["status"] == UNPAID)]
    if len(here_unpaid):
        owed = debts(event.people, event.rules.settings).loc[here_unpaid.index]
        rows = zip(here_unpaid["name"], owed["owed"], owed["kept"] > 0, owed["by_team"], strict=True)
        owing = [
            f"{name}（{'全队' if by_team else ''}还差 {lacking} 元）" if some or by_team else name
            for name, lacking, some, by_team in rows
        ]
        lines.append("到场但没有缴足，没有名额：" + "、".join(owing))
    lacking = field[field["present"] & (field["papers"] != "")]
    if len(lacking):
        rule = "，不予编排" if event.rules["papers"] == "缺的不编排" else ""
        lines.append(f"到场但缺证明{rule}：" + "、".join(f"{p.name}（{p.papers}）" for p in lacking.itertuples()))
    lines += team_lines(event)
    for label, row in fee_totals(field, event.people, event.rules.settings).iterrows():
        billed = label in names(event.rules["billed"])
        back = f"，已退 {row['refund']} 元" if row["refund"] else ""
        owed = "，由一张账单代付" if billed else f"，已缴 {row['paid']} 元{back}，未缴 {row['open']} 元"
        lines.append(f"{label}：{row['heads']} 人，应缴 {row['due']} 元{owed}")
    tables, yuan = lunch(lunch_heads(event), event.rules.settings)
    if tables:
        lines.append(f"用餐 {lunch_heads(event)} 人，{tables} 桌，{yuan} 元")
    return lines


def _rounds_of_tables(event: Event) -> list[str]:
    """How many rounds each round robin is going to have: by those drawn, else by those who came, or hold a place."""
    field, lines = event.entries, []
    known = {"抽签": field.index.isin(list(event.record.numbers)), "可抽签": field["entered"], "正式": field["status"] == PLACE}
    for group, competition in event.competitions.items():
        stage = competition.regulation.swiss
        own = field.index.isin(competition.people.index)
        heads, word = next(((n, word) for word, some in known.items() if (n := int((own & some).sum()))), (0, ""))
        if stage.round_robin and heads > 1:
            due = stage.cycles * cycle(heads)
            fits = "与「阶段」表相符" if due == len(stage.rounds) else f"「阶段」表写的是 {len(stage.rounds)} 轮，请改为 1-{due}"
            lines.append(f"{group}{stage.kind}：{word} {heads} 人，要 {due} 轮，{fits}")
    return lines


def _named(label: str, some: pd.DataFrame) -> list[str]:
    """The first dozen names of a list, in one line; none where it is empty."""
    names_ = "、".join(some["name"].head(12)) + (f" 等 {len(some)} 人" if len(some) > 12 else "")
    return [f"{label}：{names_}"] if len(some) else []


def team_lines(event: Event) -> list[str]:
    """How many teams there are, and which of those that must come have not."""
    rules = event.rules
    obliged = names(rules["obliged"])
    if rules["teams"] == NONE and not obliged:
        return []
    heads = team_heads(event.people, rules.settings)
    alone = len(event.entries) - int(heads.sum())
    lines = [f"代表队 {len(heads)} 个，队员 {int(heads.sum())} 人，不属于任何队的 {alone} 人"]
    known = {plain(team) for team in heads.index}
    if missing := [team for team in obliged if plain(team) not in known]:
        lines.append(f"须组队而没有报名的：{'、'.join(missing)}")
    elif obliged:
        lines.append(f"须组队的 {len(obliged)} 个单位都已报名")
    needed = least_heads(rules.settings)
    if short := [f"{team}（{n} 人）" for team, n in team_heads(counting(event), rules.settings).items() if n < needed]:
        lines.append(f"不够团体计分 {needed} 人的队：{'、'.join(short)}")
    return lines


def counting(event: Event) -> pd.DataFrame:
    """The people of 报名 who may count for their teams, and everybody without one."""
    people = event.people.assign(team=one_spelling(event.people["team"]))
    return people[may_count(people["team"], people["team_member"]) | (people["team"] == "")]


def remarks(event: Event) -> list[Remark]:
    """The regulation check-up with what is known of the field; a remark on only some of the groups names them."""
    found: dict[Remark, list[str]] = {}
    for competition in event.competitions.values():
        for remark in dict.fromkeys(checkup(_facts(event, competition))):
            found.setdefault(remark, []).append(competition.group)
    every = len(event.regulations)
    return [
        remark if len(groups) == every else replace(remark, topic=f"{'、'.join(groups)}：{remark.topic}")
        for remark, groups in found.items()
    ]


def _facts(event: Event, competition: Competition) -> Facts:
    """What is known of one group: after the draw of those drawn, before it of those who hold a place or signed up."""
    rules, field, drawn = competition.regulation, event.entries, event.record.numbers
    own = field.index.isin(competition.people.index)
    playing = field.index.isin(list(drawn)) if drawn else field["status"] == PLACE
    signed = playing if drawn else pd.Series(True, index=field.index)
    here = field[playing & own]
    teams = _team_sizes(event, field[signed])
    group_teams = _team_sizes(event, field[signed & own])
    met = {
        prize.conditions: verdicts(event.people.loc[here.index[here["role"] == PLAYER]], prize, rules.year)
        for prize in rules.prizes if prize.conditions
    }  # fmt: skip
    prizes = _resolved_prizes(event, field[playing])
    _, meal = lunch(lunch_heads(event), rules.settings)
    facts = Facts(
        rules,
        players=len(here) or None,
        fee_income=int(fee_totals(field, event.people, rules.settings)["due"].sum()) if playing.any() else None,
        lunch_cost=meal or None,
        local_heads={
            prize.conditions: heads(prize, event.people, field[playing], rules)
            for prize in prizes if prize.per_heads
        } if playing.any() else None,
        meeting={conditions: int(found.sum()) for conditions, found in met.items()} if len(here) else None,
        unsaid={conditions: tuple(event.people["name"][found.index[found.isna()]]) for conditions, found in met.items()},
        prizes=(*(prize for prize in prizes if not prize.team), *dict.fromkeys(prize for prize in prizes if prize.team)),
        teams=teams if len(field) else None,
        group_teams=group_teams,
        counting=_team_sizes(event, field[signed & (own | (rules["team_scope"] != EACH_GROUP))], counting(event)),
        groups=len(event.regulations),
        lacking_papers=int((here["papers"] != "").sum()),
    )  # fmt: skip
    if facts.heads is None or rules.swiss.system != SWISS:
        return facts
    apart: dict[str, int] | None = _team_sizes(event, field[signed & own], column="region")
    if rules["avoid_by"] == "单位":
        apart = group_teams if 2 * largest_team(group_teams)[1] <= facts.heads + 1 else None  # else it is said anyway
    plan = plan_of(rules, facts.heads, apart)
    return replace(facts, outlook=look_ahead(plan)) if can_matter(plan) else facts


def _resolved_prizes(event: Event, playing: pd.DataFrame) -> list[Prize]:
    """The prizes of all groups with the places they come to on the field as it is, before the sign-up on the cap."""
    found = []
    for group, rules in event.regulations.items():
        mine = playing if len(event.regulations) == 1 else playing[playing["group"] == group]
        for prize in rules.prizes:
            ranked = int(meets(mine, prize, rules.year).sum()) if len(mine) else rules["cap"]
            found.append(resolved(prize, ranked, rules["share_rounding"]))
    return found


def _team_sizes(
    event: Event, players: pd.DataFrame, among: pd.DataFrame | None = None, column: str = "team"
) -> dict[str, int]:
    """How many of some players each team (or what else ``column`` holds) has; with ``among`` only those who are in it."""
    people = event.people.assign(team=one_spelling(event.people[column]))
    people = people.loc[players.index if among is None else players.index.intersection(among.index, sort=False)]
    sizes = team_heads(people, event.rules.settings)
    return {str(team): int(count) for team, count in sizes.items()}


def checkup_lines(event: Event) -> list[str]:
    """规程体检 for the screen: first what is open, then what is decided, shorter; all of it stands in the sheet."""
    found = remarks(event)
    if not found:
        return ["规程体检：没有发现矛盾或没写的地方"]
    open_ = [remark for remark in found if not remark.decided]
    lines = [f"规程体检：待裁判长定 {len(open_)} 条（在「规程」等表填定；原文见报表 规则与体检.xlsx）"]
    for number, remark in enumerate(open_, start=1):
        asked = f"{number:>2}. {remark.topic}：{remark.doubt.split('。')[0]}"
        reading = f"现{'' if remark.reading.startswith('按') else '按：'}{remark.reading}"
        one = f"{asked}。{reading}"
        lines += [one] if width(one) <= SCREEN else [_clipped(asked), _clipped(f"    {reading}")]
    settled = [remark for remark in found if remark.decided]
    lines += [f"已定 {len(settled)} 条："] if settled else []
    for number, remark in enumerate(settled, start=len(open_) + 1):
        lines.append(_clipped(f"{number:>2}. {remark.topic}：{remark.reading}"))
    return lines


def _clipped(line: str) -> str:
    """A line that fits the console, broken off behind a whole word where there is a mark to tell.

    >>> _clipped("一" * 30 + "、" + "二" * 10)[28:]
    '一一…'
    """
    if width(line) <= SCREEN:
        return line
    short = line
    while width(short) > SCREEN - 2:
        short = short[:-1]
    mark = max(short.rfind(sign) for sign in "，；、")
    return (short[:mark] if mark > len(short) // 2 else short) + "…"


def correction_lines(event: Event, *corrections: dict[str, Any]) -> list[str]:
    """What corrections of one 组别 made together changed, and whom all of them moved."""
    moves = net_moves(corrections)
    words = [f"更正：{corrected_words(event, one)}" for one in corrections]
    words[-1] += f"；{'一共' * (len(words) > 1)}影响 {len(moves)} 人的名次"
    numbers = event.record.numbers
    people = {player: f"{numbers.get(player, '')} 号 {name}" for player, name in event.people["name"].items()}
    competition = event.competitions[corrections[0]["group"]]
    bracket = min((p.time for p in competition.publications if p.seeds), default="")
    after = any(entry.data in corrections and entry.time >= bracket for entry in event.journal.of_kind("correct"))
    if bracket and after and any(one["round"] <= competition.regulation.swiss.last for one in corrections):
        words[-1] += f"（前 {len(competition.seeds)} 名的决赛编号已公布，不再改变）"
    return words + [f"  {people.get(player, player)}：第 {before} → 第 {after}" for player, before, after in moves]


def corrected_words(event: Event, correction: dict[str, Any]) -> str:
    """``第 2 轮第 12 台由「红胜」改为「黑胜」，理由：成绩单写反``."""
    show = event.regulations[correction["group"]].show
    return (
        f"第 {correction['round']} 轮第 {correction['board']} 台{correction['game']}由「{said(correction['before'], show)}」"
        f"改为「{said(correction['after'], show)}」，理由：{correction['reason']}"
    )


def net_moves(corrections: Sequence[dict[str, Any]]) -> list[tuple[str, int, int]]:
    """Everybody whom corrections made one after the other moved: id, place before the first, place after the last of them,
    in the order of the places now."""
    first: dict[str, int] = {}
    last: dict[str, int] = {}
    for correction in corrections:
        for player, was, now in correction["moves"]:
            first.setdefault(player, was)
            last[player] = now
    return [(player, first[player], now) for player, now in sorted(last.items(), key=lambda one: one[1]) if first[player] != now]


def said(line: dict[str, Any] | None, show: Callable[[int], str] = str) -> str:
    """A result line in words, with colours played otherwise and fouls."""
    if line is None:
        return "无"
    if line["outcome"] == Outcome.RULED:
        return f"裁定 {show(line['red_points'])}:{show(line['black_points'])}"
    extra = "（先后手与编排相反）" if line["swapped"] and not line["game"] else ""
    fouls = "".join(f"，{side}犯规 {line[key]}" for side, key in (("红", "red_fouls"), ("黑", "black_fouls")) if line[key])
    return f"{line['outcome']}{extra}{fouls}"


def stands(event: Event) -> str:
    """Where the event stands, in one line: what was done last and what comes next."""
    if not event.record.numbers:
        return f"报名 {len(event.entries)} 人，还没有抽签"
    if not event.record.publications:
        return f"已抽签 {len(event.record.numbers)} 人，接着出第 1 轮对阵"
    if set(event.record.closed) == set(event.regulations):
        return "比赛已结束，总名次已记录"
    open_ = [f"{p.group}第 {p.round} 轮（{p.stage}）" for p in event.record.publications if p.accepted is None]
    if open_:
        return f"{'、'.join(open_)}已公布，等成绩"
    return "已公布各轮的成绩都已确认，接着出下一轮"


def walk_ins_waiting(event: Event) -> list[str]:
    """Late entries without a number after all that could be done, and from when on they play."""
    lines = []
    for competition in event.competitions.values():
        rules = competition.regulation
        out = max((p.round for p in competition.publications if rules.stage(p.stage).system != KNOCKOUT), default=0)
        for change in competition.changes.itertuples():
            if change.happening == Happening.LATE_ENTRY and change.player not in event.record.numbers and change.round <= out:
                name = event.people["name"].get(change.player, "")
                when = f"从第 {out + 1} 轮起编排"
                if out >= rules.last_swiss_round:
                    when = "已经没有可以加入的轮次，没有编排；请告诉他并退费"
                lines.append(f"迟到加入：{name}（序号 {change.player}），第 {out} 轮已公布、没有空位，{when}")
    return lines


def slip_line(counts: Counter[str]) -> str:
    """How many slips are in and signed, where the desk notes it in 签字: ``双方 58 张，未交 2 张``; "" where it does not."""
    if not any(state in counts for state in SIGNATURES):
        return ""
    words = [f"{state} {counts[state]} 张" for state in (*SIGNATURES, "裁定") if counts[state]]
    return "，".join(words) + (f"，签字栏空着 {counts['']} 张" if counts[""] else "")


def pending_lines(event: Event) -> list[str]:
    """Results in the sheets that are not accepted yet, and changes of accepted ones."""
    sheets, problems = event.sheets()
    stop_on_errors(problems)
    lines = []
    for publication in event.record.publications:
        sheet = sheets.get(publication.key)
        if sheet is None:
            lines.append(f"缺少 {publication.file}；运行 next 会按记录重新写出")
            continue
        typed = {key: line for key, line in sheet.lines.items() if line["outcome"] != Outcome.PENDING}
        if publication.accepted is None:
            lines.append(f"第 {publication.round} 轮（{publication.stage}）未确认：已填 {len(typed)} 局；填完后运行 next")
            continue
        accepted = {(line["board"], line["game"]): line for line in publication.accepted}
        for board, _ in differences(accepted, typed):
            lines.append(f"第 {publication.round} 轮第 {board} 台有尚未确认的更正；运行 next 确认")
    return lines


def _value(regulation: Regulation, key: str, units: int) -> Fraction | int:
    """In the units of the referee: those of the points for a score, else plain."""
    value = regulation.value(key, units)
    return value * regulation.scale if TIE_BREAKS[key].scored else value


def claims(competition: Competition) -> dict[str, Any]:
    """The package's own tables as plain data, for the second referee to compare with."""
    regulation = competition.regulation
    plain_orders = ("previous", "number")  # other orders say nothing outside the table that they were made in
    keys = [key.name for key in regulation.chain if not key.row.hidden or key.name in plain_orders]
    done = competition.swiss_rounds_done
    tables = {after: competition.standings(after) for after in range(1, done + 1)}
    found: dict[str, Any] = {
        "standings": {
            after: [
                (player, {"order": int(row["order"])} | {name: _value(regulation, name, int(row[name])) for name in keys})
                for player, row in table.iterrows()
            ]
            for after, table in tables.items()
        }
    }
    if competition.group in competition.record.closed:
        final, given = competition.final(), competition.awards().given
        found["final"] = [(player, None if pd.isna(rank) else int(rank)) for player, rank in final["rank"].items()]
        found["prizes"] = [(row.prize, int(row.place), row.player, int(row.amount)) for row in given.itertuples()]
        if regulation["deposit"]:
            found["deposits"] = [(player, bool(back)) for player, back in competition.deposits()["back"].items()]
    return found
