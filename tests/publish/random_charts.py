"""Random charts: names of 1 to 12 characters, teams of 1 to 20, 8 to 600 players, 1 to 13 rounds."""

from __future__ import annotations

import random
from collections.abc import Callable

import pandas as pd
from matplotlib.figure import Figure

from qisai.publish import charts

STAMP = ["演练数据", "截至第9轮 07-20 16:10"]
HANZI = "于王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯董萧程曹袁邓许傅沈曾彭吕龘犇喆堃"


def name(draw: random.Random, most: int = 12) -> str:
    """Mostly short names, some as long as they come, one in ten in letters."""
    size = draw.choice([1, 2, 3, 3, 4, draw.randint(1, most), most])
    if draw.random() < 0.1:
        return "".join(draw.choice("abcdefghiklmnoprstuvwy") for _ in range(size)).capitalize()
    return "".join(draw.choice(HANZI) for _ in range(size))


def names(draw: random.Random, count: int, most: int = 12) -> list[str]:
    found: dict[str, None] = {}
    while len(found) < count:
        found[name(draw, most)] = None
    return list(found)


def heat_map(draw: random.Random) -> Figure:
    count, twice = draw.randint(2, 24), draw.random() < 0.3
    people = names(draw, count)
    players = pd.DataFrame(
        [(place, 300 + place, who, draw.choice(["40", "7.5", "112"])) for place, who in enumerate(people, 1)],
        columns=["名次", "编号", "姓名", "积分"],
    )
    rows = []
    turned = {"胜": "负", "和": "和", "负": "胜", "+": "-", "-": "+"}
    for one in range(1, count + 1):
        for other in range(1, one):
            for _ in range(1 + twice):
                result = draw.choice(["胜", "和", "负", "胜", "负", "+"])
                sides = ("", "") if result == "+" else ("红", "黑")
                rows.append((300 + one, 300 + other, sides[0], result))
                rows.append((300 + other, 300 + one, sides[1], turned[result]))
    return charts.heat_map(players, pd.DataFrame(rows, columns=["编号", "对手", "执", "结果"]), subtitle="循环赛", stamp=STAMP)


def team_race(draw: random.Random) -> Figure:
    teams, rounds = names(draw, draw.randint(1, 20), 20), draw.randint(1, 13)
    rows = []
    for number in range(1, rounds + 1):
        order = draw.sample(teams, len(teams))
        ranked = draw.randint(1, len(teams)) if number < rounds else len(teams)
        for place, team in enumerate(order, 1):
            there = place <= ranked
            rows.append((number, team, place if there else None, str(draw.randint(1, 2400)) if there else ""))
    frame = pd.DataFrame(rows, columns=["轮次", "单位", "名次", "总和"])
    return charts.team_race(frame, total=draw.choice(["名次和", "积分和", "名次分和"]), stamp=STAMP)


def chances(draw: random.Random) -> Figure:
    count = draw.choice([9, 30, 120, 600])
    levels = sorted((draw.randint(0, 60) / draw.choice([1, 2]) for _ in range(draw.randint(3, 25))), reverse=True)
    taken, hoping = draw.randint(0, 4), draw.randint(1, 60)
    rows = []
    for place, who in enumerate(names(draw, min(count, 120))):
        points = levels[min(place * len(levels) // min(count, 70), len(levels) - 1)]
        verdict = "已进" if place < taken else "未定" if place < taken + hoping else "已无可能"
        reason = {"已进": f"至少{points:g}分，最多6人能追上", "未定": draw.choice(["", "末轮729种结果里135种能进"]),
                  "已无可能": "最多22分，至少12人一定更高"}[verdict]  # fmt: skip
        bye = draw.random() < 0.05
        rows.append((who, f"{points:g}", f"{points + 5 * bye:g}", f"{points + 5:g}", verdict, reason))
    frame = pd.DataFrame(rows, columns=["姓名", "积分", "最少", "最多", "结论", "理由"])
    return charts.chances(frame, title=f"第7轮后：{taken}人已进八强，{hoping}人争{8 - taken}席", stamp=STAMP)


def leaders_progress(draw: random.Random) -> Figure:
    people, points = names(draw, draw.randint(1, 12)), 0.0
    scores = dict.fromkeys(people, points)
    rows = []
    for number in range(1, draw.randint(1, 13) + 1):
        for place, who in enumerate(people, 1):
            scores[who] += draw.choice([0, 1, 2]) if draw.random() < 0.8 else 0.5
            rows.append((number, who, f"{scores[who]:g}", place))
    return charts.leaders_progress(pd.DataFrame(rows, columns=["轮次", "姓名", "积分", "名次"]), stamp=STAMP)


def score_distribution(draw: random.Random) -> Figure:
    points = [0.0] * draw.choice([8, 30, 120, 600])
    win = draw.choice([1, 2, 5])
    rows = []
    for number in range(1, draw.randint(1, 13) + 1):
        points = [own + draw.choice([0, win / 2, win]) for own in points]
        rows += [(number, f"{level:g}", points.count(level)) for level in sorted(set(points))]
    return charts.score_distribution(pd.DataFrame(rows, columns=["轮次", "积分", "人数"]), stamp=STAMP)


def red_against_black(draw: random.Random) -> Figure:
    rows = [(n, draw.randint(0, 300), draw.randint(0, 90), draw.randint(0, 300)) for n in range(1, draw.randint(1, 13) + 1)]
    return charts.red_against_black(pd.DataFrame(rows, columns=["轮次", "红胜", "和", "黑胜"]), stamp=STAMP)


def upsets(draw: random.Random) -> Figure:
    rows = []
    for number in range(1, draw.randint(1, 14)):
        high = draw.randint(1, 500)
        rows.append((number, draw.randint(1, 300), name(draw), high + draw.randint(1, 100), name(draw), high))
    frame = pd.DataFrame(rows, columns=["轮次", "台号", "胜者", "胜者名次", "负者", "负者名次"])
    return charts.upsets(frame, stamp=STAMP)


def bracket(draw: random.Random) -> Figure:
    players = draw.choice([2, 4, 8, 16])
    ties = []
    for number in range(1, players.bit_length()):
        count = players >> number
        for match in range(1, count + 1 + (count == 1 and players > 2 and draw.random() < 0.4)):
            winner = draw.choice(["high", "low", None])
            note = draw.choice(["", "快棋", "附加赛", "和棋，抽签", "对方弃权"]) if winner else ""
            games = {"high_games": draw.choice(["胜", "和和胜", "弃"]), "low_games": "和和负"} if winner else {}
            ties.append({"round": number, "match": match, "high": name(draw), "low": name(draw), "winner": winner, "note": note,
                         **games})  # fmt: skip
        if draw.random() < 0.3:
            break
    return charts.bracket(ties, stamp=STAMP)


KINDS: dict[str, Callable[[random.Random], Figure]] = {
    "热图": heat_map, "团体": team_race, "形势": chances, "领先者": leaders_progress, "积分分布": score_distribution,
    "红黑": red_against_black, "冷门": upsets, "对阵图": bracket,
}  # fmt: skip
