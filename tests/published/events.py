"""Which published columns are which keys, and under which settings: the register of tables that are recomputed.

A case says how to read its event (scores of a win, a draw and a loss), the rules in force and the chain that gives the
published rank (none where the source names no rule and none was found).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

CHESS = ("1", "0.5", "0")
XIANGQI = ("2", "1", "0")

#: Keys that count games or places, or are made of ratings; all others are points.
COUNTS = frozenset({
    "wins", "wins_played", "red_wins", "black_wins", "black_games", "games_played", "rounds_elected", "fouls", "rating",
    "opponents_rating", "performance", "opponents_performance", "direct", "direct_all", "best_opponent", "number",
})  # fmt: skip
SMALLER_FIRST = frozenset({"fouls", "number", "best_opponent", "previous"})


@dataclass(frozen=True)
class Column:
    """A published column; ``rules`` is the choice of 未下对局 where it is another than that of the case."""

    name: str
    key: str
    rules: str = ""


@dataclass(frozen=True)
class Case:
    """``rest``: a round without a game is the rest of a round robin, not an absence. ``backwards``: the ids are the
    published places, so numbers run the other way lest the last key brings the order about. ``certain``: the column
    that says whether the place of a row is more than the order of a text."""

    event: str
    columns: tuple[Column, ...] = ()
    scores: tuple[str, str, str] = CHESS
    settings: Mapping[str, str] = field(default_factory=dict)
    chain: tuple[str, ...] = ("points",)
    ranked: bool = True
    rest: bool = False
    backwards: bool = False
    certain: str = ""


def _columns(rules: str = "", **names: str) -> tuple[Column, ...]:
    return tuple(Column(name, key, rules) for name, key in names.items())


def _arranger(event: str, empty: str, last: str = "progressive_cut", scores: tuple[str, str, str] = XIANGQI) -> Case:
    """A demonstration of a Chinese arranger: a bye and an opponent's absence are 胜局, the colours of unplayed games
    count; what the 空号 adds to 对手分 is in its SOURCE.md."""
    settings = {"bye_opponent": empty, "bye_is_black": "算后手局和后手胜局", "forfeit_is_colour": "是"}
    return Case(
        event, scores=scores, settings=settings,
        chain=("points", "opponents_score", "wins", "fouls", "black_wins", "black_games", last),
    )  # fmt: skip


#: The state of a running event, ordered by whoever made the file: points, then the starting number or the rating.
_RUNNING = tuple(
    Case(event, chain=("points", last))
    for event, last in (
        ("aeroflot2026_r8", "number"), ("budapest2026_a_r8", "number"), ("prague2026_d_r8", "number"),
        ("british2026_r9_running", "number"), ("chesshouse2026_r8", "rating"),
    )
)  # fmt: skip

_DEMOS = (
    Case("xq_demo_bp04_60p", scores=XIANGQI, ranked=False),
    _arranger("xq_demo_bp07_11p", "不计"),
    _arranger("xq_demo_bp08_17p", "全场最低分"),
    _arranger("xq_demo_bp10_61p", "不计"),
    _arranger("xq_demo_bp15_81p", "全场最低分", scores=CHESS),
    # the program parts two rows by the sum of all rounds but the first: of equal points whoever made more of it later
    _arranger("xq_demo_bp22_16p", "不计", "last_rounds"),
    _arranger("xq_demo_bp24_25p", "不计"),
    _arranger("xq_demo_bp25_25p", "不计"),
)

CASES: tuple[Case, ...] = (
    Case(
        "fide_tec_swiss16", ranked=False, settings={"unplayed": "FIDE 2024"}, columns=(
            *_columns(
                TB_wins_incl_byes="wins", TB_games_won="wins_played", TB_black_games="black_games", TB_black_wins="black_wins",
                TB_rounds_elected_to_play="rounds_elected", TB_progressive="progressive",
                TB_progressive_cut1="progressive_cut1", TB_buchholz_rules2024="opponents_score",
                TB_buchholz_cut1_rules2024="opponents_cut1", TB_fore_buchholz_rules2024="opponents_fore",
                TB_avg_opp_buchholz_rules2024="opponents_opponents_mean", TB_sonneborn_berger_rules2024="sonneborn_berger",
                TB_sb_cut1_rules2024="sonneborn_cut1",
            ),
            *_columns(
                "FIDE 2026", TB_buchholz_rules2026="opponents_score", TB_buchholz_cut1_rules2026="opponents_cut1",
                TB_sonneborn_berger_rules2026="sonneborn_berger", TB_sb_cut1_rules2026="sonneborn_cut1",
            ),
        ),
    ),
    Case(  # the order rests on ratings, which the data does not have
        "arad2026_a", ranked=False, columns=(
            Column("TB4_buchholz_cut1_2026", "opponents_cut1", "FIDE 2026"),
            Column("TB5_buchholz_median1_2023", "opponents_median", "FIDE 2023"),
        ),
    ),
    Case(
        "moscow_open2018_a", settings={"unplayed": "FIDE 2009"}, backwards=True,
        chain=("points", "opponents_score", "opponents_cut1", "direct_all", "sonneborn_berger"),
        columns=_columns(
            TB1_buchholz="opponents_score", TB2_buchholz_cut1="opponents_cut1", TB3_direct_encounter="direct_all",
            TB4_sonneborn_berger="sonneborn_berger",
        ),
    ),
    Case(
        "cr_xml_swiss21", settings={"unplayed": "FIDE 2024"}, chain=("points", "opponents_score", "sonneborn_berger"),
        columns=_columns(TB1_code37="opponents_score", TB2_code52="sonneborn_berger"),
    ),
    Case(
        "ussa2026_rr9", settings={"unplayed": "FIDE 2024"}, rest=True,
        chain=("points", "direct_all", "wins", "sonneborn_berger", "koya"), columns=_columns(
            TB1_direct_encounter="direct_all", TB2_wins_incl_byes="wins", TB3_sonneborn_berger="sonneborn_berger",
            TB4_koya="koya",
        ),
    ),
    Case(  # the key behind 累进分 is not published; of those tried this one fits all rows
        "frome2026_open", settings={"unplayed": "FIDE 2026"}, chain=("points", "direct_all", "progressive", "sonneborn_berger"),
        columns=_columns(TB2_direct_encounter="direct_all", TB3_progressive="progressive"),
    ),
    Case(
        "wygc2006_u12", chain=("points", "sonneborn_berger", "opponents_score", "opponents_opponents"), backwards=True,
        columns=_columns(TB1_sodos="sonneborn_berger", TB2_sos="opponents_score", TB3_sosos="opponents_opponents"),
    ),
    Case(
        "wuyang2009_10p", scores=XIANGQI, chain=("points", "opponents_score", "wins", "direct", "fouls"), certain="rank_certain",
    ),
    Case("wxc2009_women_12p", scores=XIANGQI, chain=("points", "opponents_score")),
    Case("wxc2009_men_77p_partial", scores=XIANGQI, ranked=False),
    # draughts: the rule is not published; of those tried these fit all rows
    Case("open_nk1970_draughts", scores=XIANGQI, chain=("points", "sonneborn_berger", "wins"), backwards=True),
    Case(
        "verona2021_draughts", scores=XIANGQI, backwards=True,
        chain=("points", "opponents_score", "sonneborn_berger", "opponents_opponents"),
    ),
    # 2005: Buchholz with every forfeit a half point, but not the rounds missed after it; no set of rules has that
    Case("karl_mala2005_open", ranked=False),
    Case("lichess_swiss_KQYWuizM", ranked=False),  # its rank is the order of the file
    Case("fide_trf26_team50", ranked=False),  # places of teams
    *_RUNNING,
    *_DEMOS,
)  # fmt: skip
