"""A bound book: cover, contents and chapters of tables on A4. All lengths are points (1/72 inch)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from qisai.publish import fonts, theme
from qisai.publish.a4 import HEIGHT, LEADING, WIDTH, Disc, Leaf, Mark, Picture, Stroke, Words, centred, picture, save
from qisai.publish.language import label, t
from qisai.publish.paper import FOOT, GUTTER, NOTE, SIDE, Grid, Page, Row, draw, grid_of

HEAD, TOP, BOTTOM = 26.0, 46.0, 44.0
CHAPTER, TITLE, RUNNING = 18.0, 12.0, 9.0
ENTRY = (13.0, 12.0, 11.0, 10.0)
ENTRY_HIGH = 25.0
PAD = 6.0  # above and below the text of a row, together
BETWEEN = 20.0  # between two tables
SHORT, REST = 0.33, 0.2  # shares of a page: so short a table is not cut, nor is a longer one to fill so short a rest
LEAST_ROWS = 4  # of a table and column: not begun at the foot of a page for fewer, nor ended on a page of its own
CONTENTS_FROM = 12  # pages: a thinner book needs no contents
CELL = 46.0  # a square of the board on the cover
MARK = 64.0  # the longer side of the organizer's mark


@dataclass(frozen=True)
class Cover:
    """``event`` and ``title`` large, ``note`` below the title, ``lines`` (place, dates) at the foot."""

    event: str
    title: str
    note: str = ""
    lines: Sequence[str] = ()


@dataclass(frozen=True)
class Chapter:
    """Tables one below the other; a page that is ``across`` begins a leaf of its own."""

    title: str
    pages: Sequence[Page]


@dataclass
class _Flow:
    """Leaves that fill up from top to bottom; ``bare`` says that nothing stands on the last one yet."""

    event: str
    stamp: str
    leaves: list[Leaf] = field(default_factory=list)
    y: float = 0.0
    bare: bool = False
    chapter: str = ""

    @property
    def room(self) -> tuple[float, float]:
        return self.leaves[-1].room

    @property
    def bottom(self) -> float:
        return self.room[1] - BOTTOM

    @property
    def marks(self) -> list[Mark]:
        marks = self.leaves[-1].marks
        assert isinstance(marks, list)
        return marks

    def turn(self, across: bool) -> None:
        """Begin a leaf with its running head."""
        self.leaves.append(Leaf([], across))
        self.y, self.bare = TOP, True
        width = self.room[0]
        right = fonts.width(self.chapter, RUNNING)
        event = fonts.fit(self.event, width - 2 * SIDE - right - 2 * GUTTER, (RUNNING, 8.0))
        if len(event[0]) == 1:
            self.marks.append(Words(SIDE, HEAD, event[0][0], event[1], theme.MUTED))
        self.marks.append(Words(width - SIDE - right, HEAD, self.chapter, RUNNING, theme.MUTED))
        self.marks.append(Stroke(SIDE, HEAD + 13, width - SIDE, HEAD + 13, theme.RULE))
        if self.stamp:
            self.marks.append(Words(SIDE, self.room[1] - FOOT + 9, self.stamp, RUNNING, theme.MUTED))

    def write(self, text: str, size: float, colour: str, bold: bool = False) -> None:
        """Lines of words over the whole width, on further leaves where they do not fit."""
        for line in fonts.wrap(text, size, self.room[0] - 2 * SIDE):
            if self.y + size * LEADING > self.bottom:
                self.turn(self.leaves[-1].across)
            self.marks.append(Words(SIDE, self.y, line, size, colour, bold))
            self.y += size * LEADING
            self.bare = False


def bind(path: Path, cover: Cover, chapters: Sequence[Chapter], *, stamp: str) -> Path:
    """Write the book as one PDF and return its path; ``stamp`` stands at the foot of every page.

    The old file stays whole until the new one is complete. Raises ``MissingGlyphs``, and ``InputProblems``
    (locked) where the file is open elsewhere.
    """
    return save(path, leaves(cover, chapters, stamp), title=f"{cover.event}　{label(cover.title)}")


def leaves(cover: Cover, chapters: Sequence[Chapter], stamp: str) -> list[Leaf]:
    """Cover, contents of a thick book, and the leaves of the chapters; these alone are numbered, from 1."""
    flow = _Flow(cover.event, label(stamp))
    begins = [(label(chapter.title), _set(flow, chapter)) for chapter in chapters]
    numbered = []
    for number, leaf in enumerate(flow.leaves, 1):
        width, height = leaf.room
        words = label(f"第{number}页/共{len(flow.leaves)}页")
        at = width - SIDE - fonts.width(words, RUNNING)
        marks = [*leaf.marks, Words(at, height - FOOT + 9, words, RUNNING, theme.MUTED)]
        numbered.append(Leaf(marks, leaf.across, [title for title, page in begins if page == number]))
    return [_cover(cover), *(_contents(begins) if len(numbered) >= CONTENTS_FROM else []), *numbered]


# --- chapters -----------------------------------------------------------------------------------------------


def _set(flow: _Flow, chapter: Chapter) -> int:
    """Set the tables of a chapter and return its first page; a short one goes on below the chapter before it."""
    flow.chapter, begins = label(chapter.title), 0
    for place, page in enumerate(chapter.pages):
        width, height = Leaf(across=page.across).room
        room = (width - 2 * SIDE - GUTTER * (page.columns - 1)) / page.columns
        grid = grid_of(page, room, height - TOP - BOTTOM - 60)
        heading = (CHAPTER * LEADING + 14) * (place == 0) + (TITLE * LEADING + 4) * bool(page.title)
        rows = -(-len(grid.rows) // page.columns)
        notes = _notes_high(page, grid, width - 2 * SIDE)
        whole = heading + _highest(grid, page.columns) + notes
        least = heading + _deep(grid, grid.rows[: min(rows, LEAST_ROWS)])
        if rows < LEAST_ROWS and place == 0 and len(chapter.pages) > 1:
            least += notes + BETWEEN + _begun(chapter.pages[1])  # a heading does not stand at the foot with a row alone
        fresh = not flow.leaves or flow.leaves[-1].across != page.across
        if not fresh and not flow.bare:
            flow.y += BETWEEN
            left = flow.bottom - flow.y
            body = height - TOP - BOTTOM
            kept = page.tall > 0 or whole < SHORT * body or left < REST * body
            fresh = left < least or (left < whole <= body and kept)
        if fresh:
            flow.turn(page.across)
        if place == 0:
            begins = len(flow.leaves)
            flow.write(flow.chapter, CHAPTER, theme.INK, bold=True)
            flow.marks.append(Stroke(SIDE, flow.y + 3, flow.room[0] - SIDE, flow.y + 3, theme.WOOD, 1.2))
            flow.y += 14
        _table(flow, page, grid, room, notes)
    return begins


def _begun(page: Page) -> float:
    """The height that a table takes at least where it begins: a short one whole, else its first rows."""
    width, height = Leaf(across=page.across).room
    grid = grid_of(page, (width - 2 * SIDE - GUTTER * (page.columns - 1)) / page.columns, height - TOP - BOTTOM - 60)
    title = (TITLE * LEADING + 4) * bool(page.title)
    whole = title + _highest(grid, page.columns) + _notes_high(page, grid, width - 2 * SIDE)
    if whole < SHORT * (height - TOP - BOTTOM):
        return whole
    return title + _deep(grid, grid.rows[: min(-(-len(grid.rows) // page.columns), LEAST_ROWS)])


def _highest(grid: Grid, columns: int) -> float:
    """The height of a whole table, dealt to its columns."""
    return max(_deep(grid, stack) for stack in _dealt(grid.rows, columns))


def _deep(grid: Grid, rows: Sequence[Row]) -> float:
    return sum(grid.height(row, PAD) for row in (grid.header, *rows))


def _notes(page: Page, grid: Grid) -> list[str]:
    return [t(note) for note in [*([] if grid.rows else ["没有"]), *page.notes]]


def _notes_high(page: Page, grid: Grid, room: float) -> float:
    lines = sum(len(fonts.wrap(note, NOTE, room)) for note in _notes(page, grid))
    return 5 + lines * NOTE * LEADING


def _table(flow: _Flow, page: Page, grid: Grid, room: float, notes: float) -> None:
    """One table, its header again on every leaf, and its notes (of height ``notes``) below it, never alone."""
    rest, again = list(grid.rows), False
    title = t(page.title)
    while rest or not again:
        if again:
            flow.turn(page.across)
        head = title or flow.chapter * again
        if head:
            more = (" " * head.isascii() + label("（续）")) * again
            flow.write(head + more, TITLE, theme.WOOD_DARK, bold=True)
            flow.y += 4
        stacks = _taken(grid, rest, page.columns, flow.bottom - flow.y, notes)
        rest = rest[sum(map(len, stacks)) :]
        ends = [draw(flow.marks, grid, rows, SIDE + n * (room + GUTTER), flow.y, PAD) for n, rows in enumerate(stacks)]
        flow.y, flow.bare, again = max(ends), False, True
    flow.y += 5
    for note in _notes(page, grid):
        flow.write(note, NOTE, theme.MUTED)


def _dealt(rows: Sequence[Row], columns: int) -> list[list[Row]]:
    """The rows in as many equal runs as there are columns."""
    each = -(-len(rows) // columns)
    return [list(rows[start : start + each]) for start in range(0, len(rows), each or 1)] or [[]]


def _taken(grid: Grid, rows: Sequence[Row], columns: int, high: float, notes: float) -> list[list[Row]]:
    """The rows that this leaf takes, dealt to its columns: evenly where all that is left fits, with its notes."""
    even = _dealt(rows, columns)
    if all(_deep(grid, stack) + notes <= high for stack in even):
        return even
    rows = rows[: max(1, len(rows) - LEAST_ROWS * columns)]  # some go with the notes to the next leaf
    if all(_deep(grid, stack) <= high for stack in _dealt(rows, columns)):
        return _dealt(rows, columns)
    stacks: list[list[Row]] = []
    rest = list(rows)
    for _ in range(columns):
        stack: list[Row] = []
        used = grid.height(grid.header, PAD)
        while rest and (used + grid.height(rest[0], PAD) <= high or (not stack and not stacks)):
            used += grid.height(rest[0], PAD)
            stack.append(rest.pop(0))
        if stack:
            stacks.append(stack)
    return stacks


# --- cover and contents -------------------------------------------------------------------------------------


def _cover(cover: Cover) -> Leaf:
    """Event, title and note above the board, place and dates below it."""
    marks: list[Mark] = []
    for inset, weight in ((24.0, 1.6), (29.0, 0.5)):
        marks += _frame(inset, inset, WIDTH - inset, HEIGHT - inset, theme.WOOD, weight)
    if theme.LOGO is not None:
        marks.append(_logo(theme.LOGO))
    y = 92.0 if theme.LOGO is None else 132.0  # below the mark
    lines, size = fonts.fit(cover.event, WIDTH - 150, (26.0, 24.0, 22.0, 20.0))
    for line in lines:
        marks.append(centred(line, size, 0, WIDTH, y, theme.INK, bold=True))
        y += size * 1.4
    y = max(y + 30, 240.0)
    lines, size = fonts.fit(_spaced(t(cover.title)), WIDTH - 120, (52.0, 44.0, 36.0))
    for line in lines:
        marks.append(centred(line, size, 0, WIDTH, y, theme.RED, bold=True))
        y += size * 1.3
    if cover.note:
        for line in fonts.wrap(t(cover.note), 15, WIDTH - 150):
            marks.append(centred(line, 15, 0, WIDTH, y + 8, theme.MUTED))
            y += 15 * 1.4
    top = max(y + 40, 430.0)
    marks += _board((WIDTH - 8 * CELL) / 2, top)
    y = max(top + 3 * CELL + 46, 690.0)
    for line in cover.lines:
        for part in fonts.wrap(line, 15, WIDTH - 150):
            marks.append(centred(part, 15, 0, WIDTH, y, theme.INK))
            y += 15 * 1.6
    return Leaf(marks)


def _spaced(title: str) -> str:
    """A short Chinese title set wide."""
    return "　".join(title) if len(title) <= 4 and not title.isascii() else title


def _board(left: float, top: float) -> list[Mark]:
    """The river between two ranks of the board, with the edges of both sides."""
    marks: list[Mark] = []
    right = left + 8 * CELL
    for rank in range(4):
        marks.append(Stroke(left, top + rank * CELL, right, top + rank * CELL, theme.RULE, 0.8))
    for file in range(9):
        x = left + file * CELL
        for first, last in ((0, 3),) if file in (0, 8) else ((0, 1), (2, 3)):
            marks.append(Stroke(x, top + first * CELL, x, top + last * CELL, theme.RULE, 0.8))
    river = top + CELL + (CELL - 24) / 2
    marks.append(centred("楚　河", 24, left + CELL, left + 3 * CELL, river, theme.WOOD))
    marks.append(centred("汉　界", 24, left + 5 * CELL, left + 7 * CELL, river, theme.WOOD))
    for place, colour, piece in ((3.62, theme.RED, "帅"), (4.38, theme.BLACK, "将")):
        x, y = left + place * CELL - 16, top + 1.5 * CELL - 16
        marks += [Disc(x, y, 32, theme.PAPER), Disc(x, y, 32, colour, 1.4), Disc(x + 3, y + 3, 26, colour, 0.5)]
        marks.append(centred(piece, 18, x, x + 32, y + 7, colour, bold=True))
    return marks


def _logo(path: Path) -> Picture:
    """The organizer's mark, undistorted."""
    scale = MARK / max(picture(path).size)
    width, height = (side * scale for side in picture(path).size)
    return Picture((WIDTH - width) / 2, 50 + (MARK - height) / 2, width, height, path)


def _frame(left: float, top: float, right: float, bottom: float, colour: str, weight: float) -> list[Mark]:
    corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
    return [Stroke(*a, *b, colour, weight) for a, b in zip(corners, corners[1:], strict=False)]


def _contents(begins: Sequence[tuple[str, int]]) -> list[Leaf]:
    """目录: each chapter and its page, with a dotted line between."""
    most = int((HEIGHT - 190 - BOTTOM) // ENTRY_HIGH)
    found = []
    for start in range(0, len(begins), most):
        marks: list[Mark] = [centred(label("目　录"), 24, 0, WIDTH, 84, theme.INK, bold=True)]
        marks.append(Stroke(WIDTH / 2 - 60, 122, WIDTH / 2 + 60, 122, theme.WOOD, 1.2))
        y = 150.0
        left, right = 84.0, WIDTH - 84
        for title, number in begins[start : start + most]:
            lines, size = fonts.fit(title, right - left - 60, ENTRY)
            marks.append(Words(left, y, lines[0], size))
            page = str(number)
            marks.append(Words(right - fonts.width(page, 12), y, page, 12))
            dots = left + fonts.width(lines[0], size) + 8, right - fonts.width(page, 12) - 8
            if dots[1] > dots[0]:
                marks.append(Stroke(dots[0], y + 9, dots[1], y + 9, theme.RULE, 0.8, 2))
            y += ENTRY_HIGH
        found.append(Leaf(marks))
    return found
