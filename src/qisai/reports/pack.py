"""发布: all that is posted of a round or of the end, in one folder and in the order of posting."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from qisai.event import Event
from qisai.problems import unusable
from qisai.publish import cards, language, notices
from qisai.publish.canvas import save
from qisai.publish.language import label, t
from qisai.publish.wechat import Post, headed, in_languages
from qisai.reports.closing import FinalList
from qisai.reports.corrected import Run, runs
from qisai.reports.final_post import final_post, final_title
from qisai.reports.impact import KEPT
from qisai.reports.lead import all_level, decided, of_rank, to_come
from qisai.reports.look import dress
from qisai.reports.post import picture_names, round_post, round_title
from qisai.reports.state import (
    RoundState,
    competitions_of_round,
    correction_stamp,
    corrections_after_end,
    corrections_seen,
    final_stamp,
    latest_stamp,
    pairing_stamp,
    round_states,
)
from qisai.reports.tables import People
from qisai.reports.team import TeamList, teams_so_far
from qisai.reports.tiles import LOUD, tiles
from qisai.sheets import replace_file

FOLDER, ARTICLE, MESSAGE = "发布", "文章.txt", "群消息.txt"
#: Kinds of pictures as their file names begin after round and group, in the order of posting; what is not here comes last.
ORDER = ("更正", "对阵图", "对阵", "总名次", "名次", "循环成绩表", "淘汰赛", "团体", "获奖")


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
        corrected = runs(event, event.competitions, corrections_after_end(event))
        stamp, told = final_stamp(event), cards_of_end(event, finals, corrected)
        drawn = _notices(event, "", corrected, folder)
    else:
        if not states or teams is None:
            now = competitions_of_round(event, round_no)
            states, teams = states or round_states(event, round_no, now), teams or teams_so_far(now.values())
        then = {**event.competitions, **{state.competition.group: state.competition for state in states}}
        corrected = runs(event, then, corrections_seen(event, round_no))
        stamp, told = round_stamp(event, states), cards_of_round(event, round_no, states)
        drawn = _notices(event, f"第{round_no:02}轮_", corrected, folder)
    posted = numbered([*drawn, *pictures])
    paths = [_moved(path, out / name) for name, path in posted.items()]
    kinds = picture_names(event, places_of_kinds(list(posted)), states)

    def told_in_words() -> Post:
        if round_no is None:
            return final_post(event, finals, teams, stamp, kinds, corrected=corrected)
        return round_post(event, round_no, states, corrected, stamp, kinds, teams)

    post = in_languages(told_in_words)
    title, lines = told
    covers = {"封面_900x383.png": cards.cover, "封面_500x500.png": cards.square}
    found = [save(draw(title, lines, stamp), out / name) for name, draw in covers.items()]
    if round_no is None:
        nine = enumerate(tiles(event, finals, teams), start=1)
        found += [save(cards.tile(one, event.name, stamp, red=one.mark in LOUD), out / f"九宫格_{n}.png") for n, one in nine]
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
    title, more = _in_languages("\n".join(round_title(round_no, states)))
    return title, [*more, event.name]


def cards_of_end(event: Event, finals: Sequence[FinalList], corrected: Sequence[Run] = ()) -> tuple[str, list[str]]:
    """Title and lines of the covers of the end; of one group alone with its winner."""
    over = set(event.record.closed) == set(event.regulations)
    answer: list[str] = []
    if len(finals) == 1:
        first = [People(finals[0].competition).name(player) for _, player in of_rank(finals[0], (1,))]
        words, _ = to_come(finals[0])
        if decided(event, finals[0]):
            answer = [headed("冠军：", first[0])] if len(first) == 1 and not all_level(finals[0]) else []
        else:
            answer = [label(words)] if words else []
    title, more = _in_languages(final_title(over, corrected))
    return title, [*more, *answer, event.name]


def _in_languages(title: str) -> tuple[str, list[str]]:
    """The title of a cover, which may have two lines, and where there are two languages the English below it."""
    whole = title.replace("\n", "")
    if language.chosen() == language.ENGLISH:
        return label(whole), []
    said = language.english(whole) if language.chosen() == language.BOTH else None
    return title, [said] if said else []


def round_stamp(event: Event, states: Sequence[RoundState]) -> list[str]:
    """When the newest of what a round shows was accepted or corrected, or published where nothing is accepted yet."""
    if done := [publication for state in states for publication in state.done]:
        return latest_stamp(event, done)
    return pairing_stamp(event, max((p for state in states for p in state.publications), key=lambda p: p.time))


def _notices(event: Event, stem: str, corrected: Sequence[Run], folder: Path) -> list[Path]:
    """The corrections as pictures, those made together on one notice with the time of the last, beside the others."""
    figures = []
    for together in groupby(corrected, key=lambda run: run.together):
        some = list(together[1])
        stamp = correction_stamp(event, some[-1].entries[-1].time)
        changes = [change for run in some for change in run.changes()]
        figures += notices.notice(t("更正公告"), event.name, changes, t(KEPT), stamp)
    ends = [f"_{n}of{len(figures)}" for n in range(1, len(figures) + 1)] if len(figures) > 1 else [""]
    return [save(figure, folder / f"{stem}更正{end}.png") for figure, end in zip(figures, ends, strict=False)]
