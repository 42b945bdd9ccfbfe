"""What a file is, whatever its name; and the filled cells of a workbook, read within bounds from hostile files."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from openpyxl.styles.numbers import builtin_format_code, is_date_format, is_timedelta_format
from openpyxl.utils.datetime import MAC_EPOCH, WINDOWS_EPOCH

from qisai.problems import InputProblems, Problem
from qisai.unpack.cells import DATE, DURATION, FILLED, GENERAL, Area, Common, Sheet, Unplaced, joined, without_blanks
from qisai.unpack.kinds import KINDS, kind
from qisai.unpack.package import FILE_BYTES, SHEET_BYTES, ZIP_FAULTS, Package, Refused, walk

__all__ = ["FILE_BYTES", "KINDS", "Area", "Sheet", "kind", "unpack"]

SHEETS = 1000


def unpack(data: bytes, file: str) -> dict[str, Sheet]:
    """The filled cells of a workbook, by sheet name: what Excel last stored, be the cells typed or worked out.

    Nothing else is looked at: filters, styles but for dates, pictures, macros and links cannot stop it, and memory is
    bounded whatever the file holds. Raises :class:`InputProblems`: ``not_xlsx``, ``encrypted``, ``damaged``,
    ``zip_odd``, ``xml_tricks``, ``too_large``.
    """
    what = kind(data)
    if what in KINDS:
        detail, advice = KINDS[what]
        code = "encrypted" if what in ("encrypted", "ole") else "not_xlsx"
        raise InputProblems([Problem(code, file, details={"detail": detail, "advice": advice})])
    try:
        return _sheets(Package(data))
    except Refused as refused:
        place = Problem(refused.code, file, refused.sheet, refused.cell, details={"detail": refused.detail})
        raise InputProblems([place]) from None
    except ZIP_FAULTS:
        raise InputProblems([Problem("damaged", file)]) from None


def _sheets(package: Package) -> dict[str, Sheet]:
    main = next((name for what, name in package.related("").values() if what == "officeDocument"), "")
    related = package.related(main)
    titles, epoch = _titles(package, main)
    parts = {what: name for what, name in related.values() if name in package}
    common = Common(
        _texts(package, parts["sharedStrings"]) if "sharedStrings" in parts else [],
        _formats(package, parts["styles"]) if "styles" in parts else [],
        epoch,
    )
    sheets: dict[str, Sheet] = {}
    for title, link, concealed in titles:
        what, part = related.get(link, ("worksheet", ""))
        if title.lower() in (known.lower() for known in sheets):
            raise Refused("damaged", sheet=title)
        if what == "worksheet":  # not a sheet that is a chart, a dialogue or macros
            sheets[title] = _sheet(package, title, part, common)
            sheets[title].concealed = concealed
    return sheets


def _titles(package: Package, part: str) -> tuple[list[tuple[str, str, bool]], datetime]:
    """The sheets in their order: name, relation, and whether it is not shown; and the day from which dates count."""
    titles: list[tuple[str, str, bool]] = []
    epochs: list[str] = []

    def start(path: list[str], attributes: dict[str, str]) -> None:
        if path == ["workbook", "sheets", "sheet"]:
            link = next((value for name, value in attributes.items() if name.endswith(":id")), "")
            titles.append((attributes.get("name", ""), link, attributes.get("state", "visible") != "visible"))
            if len(titles) > SHEETS:
                raise Refused("too_large", f"工作表超过 {SHEETS} 张")
        elif path[-1] == "workbookPr":
            epochs.append(attributes.get("date1904", "0"))

    walk(package.chunks(part), start)
    if not titles:
        raise Refused("damaged")
    return titles, MAC_EPOCH if epochs[-1:] in (["1"], ["true"]) else WINDOWS_EPOCH


def _texts(package: Package, part: str) -> list[str]:
    """The shared strings: rich text joined, readings (拼音) left out."""
    texts: list[str] = []
    pieces: list[str] = []
    wanted = False

    def start(path: list[str], _: dict[str, str]) -> None:
        nonlocal wanted
        if path[-1] == "si":
            pieces.clear()
        wanted = path[-1] == "t" and "rPh" not in path

    def end(path: list[str]) -> None:
        nonlocal wanted
        wanted = False
        if path[-1] == "si":
            texts.append(joined(pieces))
            if len(texts) > FILLED:
                raise Refused("too_large", f"文字超过 {FILLED // 10_000} 万条")

    def data(text: str) -> None:
        if wanted:
            pieces.append(text)

    walk(package.chunks(part), start, end, data)
    return texts


_CHINESE_DATES = {*range(27, 37), *range(50, 59)}  # built into Chinese Excel, and never written out


def _formats(package: Package, part: str) -> list[str | None]:
    """For each cell style whether it shows a date, a duration or neither; None, or nothing at all, where it is broken."""
    codes: dict[str, str] = {}
    used: list[str] = []

    def start(path: list[str], attributes: dict[str, str]) -> None:
        if path[-2:] == ["numFmts", "numFmt"]:
            codes[attributes.get("numFmtId", "")] = attributes.get("formatCode", "")[:255]
        elif path[-2:] == ["cellXfs", "xf"]:
            used.append(attributes.get("numFmtId", "0"))

    try:
        walk(package.chunks(part), start)
    except Refused as refused:
        if refused.code != "damaged":
            raise
        return []
    return [_shows(number, codes.get(number)) for number in used]


def _shows(number: str, code: str | None) -> str | None:
    if code is None:
        if not (number.isascii() and number.isdigit() and len(number) < 9):
            return None
        if int(number) in _CHINESE_DATES:
            return DATE
        code = builtin_format_code(int(number)) or "General"
    return DURATION if is_timedelta_format(code) else DATE if is_date_format(code) else GENERAL


def _sheet(package: Package, title: str, part: str, common: Common) -> Sheet:
    """One sheet; read a second time, blank cells and all, where its cells do not say their places."""
    budget = replace(common.budget)
    for stripped in (True, False):
        sheet = Sheet(common, stripped)
        chunks = package.chunks(part, SHEET_BYTES)
        try:
            walk(without_blanks(chunks) if stripped else chunks, sheet.start, sheet.end, sheet.data)
            return sheet
        except Unplaced:
            common.budget.cells, common.budget.text = budget.cells, budget.text
        except Refused as refused:
            raise Refused(refused.code, refused.detail, title, refused.cell) from None
    raise Refused("damaged", sheet=title)
