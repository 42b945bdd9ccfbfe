"""发布: all that is posted of a round or of the end, in one folder and in the order of posting."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from qisai.event import Competition, Event
from qisai.journal import Entry
from qisai.problems import unusable
from qisai.publish import cards, fonts, language, notices
from qisai.publish.canvas import save
from qisai.publish.language import label, t
from qisai.publish.notices import Change
from qisai.publish.wechat import Post
from qisai.record import Publication
from qisai.regulation.model import KNOCKOUT
from qisai.reports.closing import FinalList
from qisai.reports.impact import KEPT
from qisai.reports.look import dress
from qisai.reports.post import final_post, of_rank, result_words, round_post, round_state
from qisai.reports.state import (
    RoundState,
    corrections_seen,
    final_stamp,
    pairing_stamp,
    round_states,
    standings_stamp,
)
from qisai.reports.tables import People
from qisai.reports.team import TeamList, teams_of_round
from qisai.reports.tiles import tiles
from qisai.sheets import replace_file

FOLDER, ARTICLE, MESSAGE = "发布", "文章.txt", "群消息.txt"
#: Kinds of pictures as their file names begin after round and group, in the order of posting; what is not here comes last.
ORDER = ("更正", "对阵图", "对阵", "总名次", "名次", "循环成绩表", "淘汰赛", "团体", "获奖")
MOVES = 5  # of a correction that are named on its picture


def write_pack(
    event: Event, round_no: int | None, folder: Path, pictures: Sequence[Path], states: Sequence[RoundState] = (),
    finals: Sequence[FinalList] = (), teams: TeamList | None = None,
) -> list[Path]:  # fmt: skip
    """Make ``folder/发布`` of a round, or of the end (``round_no`` None): all paths in it, in the order of posting.

    ``pictures`` are those of the report, already written; they are moved into the folder and numbered. ``states``,
    ``finals`` and ``teams``: as the report has them, worked out here where they are not given. Raises ``InputProblems``
    where a file of the folder is open in another program, and :class:`.fonts.MissingGlyphs`.
    """
    dress(event)
    out = folder / FOLDER
    _emptied(out)
    if round_no is None:
        finals = finals or [FinalList(competition) for competition in event.competitions.values()]
        teams = teams or TeamList.of((final.competition, final.table) for final in finals)
        stamp, told = final_stamp(event), cards_of_end(event, finals)
        drawn: list[Path] = []
    else:
        states = states or round_states(event, round_no)
        teams = teams or teams_of_round(event, round_no)
        corrected = corrections_seen(event, round_no)
        stamp, told = round_stamp(event, states), cards_of_round(event, round_no, states)
        drawn = _notices(event, round_no, states, corrected, stamp, folder)
    posted = numbered([*drawn, *pictures])
    paths = [_moved(path, out / name) for name, path in posted.items()]
    kinds = places_of_kinds(list(posted))
    if round_no is None:
        post = final_post(event, finals, teams, stamp, kinds)
    else:
        post = round_post(event, round_no, states, corrected, stamp, kinds, teams)
    title, lines = told
    covers = {"封面_900x383.png": cards.cover, "封面_500x500.png": cards.square}
    found = [save(draw(title, lines, stamp), out / name) for name, draw in covers.items()]
    if round_no is None:
        nine = enumerate(tiles(event, finals, teams), start=1)
        found += [save(cards.tile(one, event.name, stamp, red=n % 2 == 1), out / f"九宫格_{n}.png") for n, one in nine]
    return [*_texts(post, out, [path.name for path in paths]), *found, *paths]


def _texts(post: Post, out: Path, pictures: Sequence[str]) -> list[Path]:
    """The article and the message; with the mark and line ends that every Windows editor reads."""
    found = []
    for name, words in ((ARTICLE, post.article(pictures)), (MESSAGE, post.chat())):
        replace_file(out / name, f"{words.rstrip()}\n".replace("\n", "\r\n").encode("utf-8-sig"))
        found.append(out / name)
    return found


# --- pictures -----------------------------------------------------------------------------------------------


def kind_of(name: str) -> str:
    """What a picture of a report shows, from its file name.

    >>> kind_of("第04轮_对阵_1of2"), kind_of("少年_第04轮_名次其余"), kind_of("获奖_名次奖"), kind_of("少年_总名次_2of2")
    ('对阵', '名次其余', '获奖', '总名次')
    """
    parts = [part for part in re.sub(r"_\d+of\d+$", "", name).split("_") if not re.fullmatch(r"第\d+轮|\d{2,}", part)]
    known = [part for part in parts if part.startswith(ORDER)]
    return known[0] if known else parts[-1]


def numbered(pictures: Iterable[Path]) -> dict[str, Path]:
    """File names in the order of posting -> where each picture is now; equal kinds keep their order.

    >>> list(numbered([Path("第04轮_冷门.png"), Path("第04轮_名次.png"), Path("第04轮_对阵.png")]))
    ['01_第04轮_对阵.png', '02_第04轮_名次.png', '03_第04轮_冷门.png']
    """

    def place(path: Path) -> int:
        kind = kind_of(path.stem)
        return next((n for n, word in enumerate(ORDER) if kind.startswith(word)), len(ORDER))

    return {f"{n:02}_{path.name}": path for n, path in enumerate(sorted(pictures, key=place), start=1)}


def places_of_kinds(names: Sequence[str]) -> dict[str, str]:
    """Kind -> where its pictures are among all: ``1-2``.

    >>> places_of_kinds(["01_第04轮_对阵_1of2.png", "02_第04轮_对阵_2of2.png", "03_第04轮_名次.png"])
    {'对阵': '1-2', '名次': '3'}
    """
    found: dict[str, list[int]] = {}
    for number, name in enumerate(names, start=1):
        found.setdefault(kind_of(Path(name).stem), []).append(number)
    return {kind: f"{n[0]}-{n[-1]}" if n[-1] - n[0] == len(n) - 1 > 0 else "、".join(map(str, n)) for kind, n in found.items()}


def _emptied(out: Path) -> None:
    """The folder without what an earlier run has put there."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        for path in out.iterdir():
            if path.suffix in (".png", ".txt"):
                path.unlink()
    except OSError as error:
        raise unusable(Path(error.filename or out).name, error) from None


def _moved(path: Path, target: Path) -> Path:
    try:
        os.replace(path, target)
    except OSError as error:
        raise unusable(path.name, error) from None
    return target


# --- covers and corrections ---------------------------------------------------------------------------------


def cards_of_round(event: Event, round_no: int, states: Sequence[RoundState]) -> tuple[str, list[str]]:
    """Title and lines of the covers of a round."""
    title, more = _in_languages(f"第{round_no}轮\n{round_state(states)}")
    return title, [*more, event.name]


def cards_of_end(event: Event, finals: Sequence[FinalList]) -> tuple[str, list[str]]:
    """Title and lines of the covers of the end; of one group alone with its winner."""
    over = set(event.record.closed) == set(event.regulations)
    first = [People(final.competition).name(player) for final in finals for _, player in of_rank(final, (1,))]
    answer = [f"{label('第1名')} {first[0]}"] if len(first) == len(finals) == 1 else []
    title, more = _in_languages("总名次" if over else "总名次（暂列）")
    return title, [*more, *answer, event.name]


def _in_languages(title: str) -> tuple[str, list[str]]:
    """The title of a cover, which may have two lines, and where there are two languages the English below it."""
    whole = title.replace("\n", "")
    if language.chosen() == language.ENGLISH:
        return label(whole), []
    said = language.english(whole) if language.chosen() == language.BOTH else None
    return title, [said] if said else []


def round_stamp(event: Event, states: Sequence[RoundState]) -> list[str]:
    """When the newest of what a round shows was accepted, or published where nothing is accepted yet."""

    def newest(some: Iterable[Publication]) -> Publication:
        return max(some, key=lambda p: p.accepted_time or p.time)

    done = [publication for state in states for publication in state.done]
    if done:
        return standings_stamp(event, newest(done))
    return pairing_stamp(event, newest(p for state in states for p in state.publications))


def _notices(
    event: Event, round_no: int, states: Sequence[RoundState], corrected: Sequence[Entry], stamp: Sequence[str], folder: Path
) -> list[Path]:
    """The corrections of a round as pictures, beside the others."""
    if not corrected:
        return []
    then = {**event.competitions, **{state.competition.group: state.competition for state in states}}
    changes = [change_of(then[entry.data["group"]], entry.data) for entry in corrected]
    figures = notices.notice(t("更正公告"), event.name, changes, t(KEPT), stamp)
    ends = [f"_{n}of{len(figures)}" for n in range(1, len(figures) + 1)] if len(figures) > 1 else [""]
    return [save(figure, folder / f"第{round_no:02}轮_更正{end}.png") for figure, end in zip(figures, ends, strict=True)]


def change_of(own: Competition, data: Mapping[str, Any]) -> Change:
    """One correction as its picture tells it: both players, what was and what is, why, whom it moved most."""
    line, moves = data["after"] or data["before"], data["moves"]
    people, show = People(own), own.regulation.show
    knockout = own.regulation.stage(data["stage"]).system == KNOCKOUT  # there a line has no colours of its own

    def who(player: str) -> str:
        team = people.team(player)
        return f"{people.number(player)} {people.name(player)}" + (f"（{team}）" if team else "")

    group = f"{own.group}　" if own.group else ""
    where = group + t(f"第{data['round']}轮 第{data['board']}台") + (f"　{t(data['game'])}" if data["game"] else "")
    top = sorted(moves, key=lambda move: (-abs(move[1] - move[2]), move[2]))[:MOVES]
    moved = [t(f"{len(moves)}人") if moves else t("没有")]
    moved += [f"{people.number(player)} {people.name(player)}　{before} → {after}" for player, before, after in top]
    moved += [t("其余见名次表")] if len(moves) > MOVES else []
    if own.seeds and data["round"] <= own.regulation.swiss.last:
        moved.append(t(f"前{len(own.seeds)}名的决赛编号已公布，不再改变"))
    loud = t("更正为")
    rows = [
        (t("甲方" if knockout else "红方"), who(line["red"])),
        (t("乙方" if knockout else "黑方"), who(line["black"])),
        (t("原记"), result_words(data["before"], people, show)),
        (loud, result_words(data["after"], people, show)),
        (t("理由"), drawable(data["reason"])),
        (t("名次变动"), "\n".join(moved)),
    ]
    return Change(where, rows, loud)


def drawable(words: str) -> str:
    """Typed words without characters that no picture can show, such as emoji; names are never changed so.

    >>> drawable("成绩单写反😀")
    '成绩单写反'
    """
    missing = fonts.missing_glyphs([words]).get(words, "")
    return "".join(c for c in words if c not in missing)
