"""Ways to spoil or rewrite a workbook, each with what must be read afterwards."""

from __future__ import annotations

import io
import random
import re
import warnings
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from openpyxl.utils import get_column_letter

from qisai.sheets import read_book
from workbook_parts import LINKS, MAIN, STRICT, STRICT_LINKS

Cells = dict[tuple[str, int, int], Any]
Parts = list[tuple[str, bytes]]
Random = random.Random

SAME = "same"  # the values of the original, or a refusal where the bytes were hurt
READ = "read"  # the values of the original, and no refusal
ANY = "any"  # the right values are not known


@dataclass(frozen=True)
class Base:
    """A workbook to start from, with its parts and with the values that it is known to hold."""

    name: str
    data: bytes
    parts: Parts
    cells: Cells

    @property
    def numbers(self) -> list[tuple[str, int, int]]:
        """Where a whole number stands."""
        return [place for place, value in self.cells.items() if type(value) is int]


@dataclass(frozen=True)
class Mutant:
    """``changed`` are the cells whose new value is known; all others stay."""

    data: bytes
    expect: str
    changed: Cells = field(default_factory=dict)


def cells_of(path: Path) -> Cells:
    return {
        (sheet, row, column): value
        for sheet, rows in read_book(path).cells.items()
        for row, cells in rows
        for column, value in cells.items()
    }


def base(path: Path) -> Base:
    data = path.read_bytes()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = [(name, archive.read(name)) for name in archive.namelist()]
    return Base(path.name, data, parts, cells_of(path))


def zipped(parts: Parts, chance: Random) -> bytes:
    raw = io.BytesIO()
    method = chance.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
    with zipfile.ZipFile(raw, "w", method, compresslevel=chance.randint(1, 9)) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a part that is there twice: that is the mutation
        for name, content in parts:
            archive.writestr(zipfile.ZipInfo(name), content, compress_type=method)
    return raw.getvalue()


def rewritten(parts: Parts, pattern: str, change: Callable[[bytes], bytes]) -> Parts:
    return [(name, change(content) if re.search(pattern, name) else content) for name, content in parts]


SHEETS = r"worksheets/[^/]+\.xml$"

# --- the bytes of the file ----------------------------------------------------------------------------------


def flip_bytes(base: Base, chance: Random) -> Mutant:
    data = bytearray(base.data)
    for _ in range(chance.choice([1, 1, 1, 2, 8])):
        data[chance.randrange(len(data))] ^= chance.randrange(1, 256)
    return Mutant(bytes(data), SAME)


def flip_contents_table(base: Base, chance: Random) -> Mutant:
    data = bytearray(base.data)
    first = base.data.index(b"PK\1\2")
    data[chance.randrange(first, len(data))] ^= chance.randrange(1, 256)
    return Mutant(bytes(data), SAME)


def cut_or_glue(base: Base, chance: Random) -> Mutant:
    one, two = sorted(chance.randrange(len(base.data)) for _ in range(2))
    data = base.data
    pieces = [data[:one], data[one:], data[:one] + data[two:], data[:two] + data[one:], data + data[:one]]
    return Mutant(chance.choice(pieces), SAME)


def block_of_one_byte(base: Base, chance: Random) -> Mutant:
    """What a bad USB stick leaves: a block of zeros or ones."""
    at, length = chance.randrange(len(base.data)), chance.choice([1, 16, 512, 4096])
    return Mutant(base.data[:at] + chance.choice([b"\0", b"\xff"]) * length + base.data[at + length :], SAME)


# --- the bytes and the elements of a part, under a right checksum -------------------------------------------


def spoil_part(base: Base, chance: Random) -> Mutant:
    parts = list(base.parts)
    place = chance.randrange(len(parts))
    name, content = parts[place]
    hurt = bytearray(content)
    for _ in range(chance.choice([1, 1, 3, 20])):
        if hurt:
            hurt[chance.randrange(len(hurt))] = chance.choice([0, 34, 38, 47, 48, 60, 62, 255, chance.randrange(256)])
    parts[place] = (name, bytes(hurt))
    return Mutant(zipped(parts, chance), ANY)


def move_elements(base: Base, chance: Random) -> Mutant:
    """A tag or a whole element left out, doubled, or put somewhere else."""

    def change(content: bytes) -> bytes:
        tags = [match.span() for match in re.finditer(rb"<[^<>]*>", content)]
        if len(tags) < 3:
            return content
        (start, end), (at, _) = chance.choice(tags), chance.choice(tags)
        if chance.random() < 0.5:
            end = max(end, chance.choice(tags[: tags.index((start, end)) + 6])[1])
        piece = content[start:end]
        if chance.random() < 0.4:
            return content[:start] + content[end:]
        return content[:at] + piece + content[at:]

    return Mutant(zipped(_one(base, chance, change), chance), ANY)


ODD = [
    b"", b"-1", b"0", b"1e999", b"99999999999999999999", b"NaN", b"\xef\xbc\x91", b"A0", b"XFE1", b"ZZZZ9", b"A1048577",
    b"&#0;", b"&x;", b"s", b"e", b"d", b"b", b"str", b"inlineStr", b"n", b"q", b"../../x", b"/", b"true", b"1 ", b" ", b"A1",
]  # fmt: skip
ODD_TEXTS = [
    *ODD, b"<v>1</v>", b"</v>", b"]]>", b"=1+1", b"_x0000_", b"_xD83D_", b"9" * 500, b"\xff\xfe", b"<!-- -->",
]  # fmt: skip


def odd_attributes(base: Base, chance: Random) -> Mutant:
    """One attribute gets a value that it should never have, or that of another."""

    def change(content: bytes) -> bytes:
        found = [match.span(1) for match in re.finditer(rb'[\w:]+="([^"<>]*)"', content)]
        if not found:
            return content
        (start, end), (one, two) = chance.choice(found), chance.choice(found)
        value = chance.choice([*ODD, content[one:two]])
        return content[:start] + value + content[end:]

    return Mutant(zipped(_one(base, chance, change), chance), ANY)


def odd_values(base: Base, chance: Random) -> Mutant:
    """One stored value or text becomes something else."""

    def change(content: bytes) -> bytes:
        found = [match.span(1) for match in re.finditer(rb"<[vtf](?: [^<>]*)?>([^<>]*)</[vtf]>", content)]
        if not found:
            return content
        start, end = chance.choice(found)
        value = chance.choice(ODD_TEXTS)
        return content[:start] + value + content[end:]

    return Mutant(zipped(_one(base, chance, change), chance), ANY)


def lose_or_double_a_part(base: Base, chance: Random) -> Mutant:
    parts = list(base.parts)
    name, content = parts.pop(chance.randrange(len(parts)))
    if chance.random() < 0.5:
        parts += [(name, content), (chance.choice([name, name.upper(), "/" + name]), chance.choice([content, b"", b"<x/>"]))]
    return Mutant(zipped(parts, chance), ANY)


def exchange_parts(base: Base, chance: Random) -> Mutant:
    parts = list(base.parts)
    one, two = chance.randrange(len(parts)), chance.randrange(len(parts))
    parts[one], parts[two] = (parts[one][0], parts[two][1]), (parts[two][0], parts[one][1])
    return Mutant(zipped(parts, chance), ANY)


def _one(base: Base, chance: Random, change: Callable[[bytes], bytes]) -> Parts:
    """One part changed: mostly a sheet, else any."""
    sheets = [place for place, (name, _) in enumerate(base.parts) if re.search(SHEETS, name)]
    place = chance.choice(sheets) if chance.random() < 0.7 else chance.randrange(len(base.parts))
    parts = list(base.parts)
    parts[place] = (parts[place][0], change(parts[place][1]))
    return parts


# --- what touches no value ----------------------------------------------------------------------------------


def other_archive(base: Base, chance: Random) -> Mutant:
    """Another order, other compression, parts that mean nothing, names in capitals."""
    parts = [(name, content) for name, content in base.parts if name != "[Content_Types].xml" or chance.random() < 0.7]
    parts += [(f"xl/media/图{n}.png", bytes(chance.randrange(256) for _ in range(50))) for n in range(chance.randrange(4))]
    chance.shuffle(parts)
    if chance.random() < 0.3:
        parts = [(name.upper(), content) for name, content in parts]
    return Mutant(zipped(parts, chance), READ)


def broken_styles(base: Base, chance: Random) -> Mutant:
    """No base holds a date, so that nothing but a warning comes of it."""
    choices: list[Callable[[bytes], bytes]] = [
        lambda content: content[: chance.randrange(len(content))],
        lambda content: b"",
        lambda content: re.sub(rb"<cellXfs.*</cellXfs>", b"", content, flags=re.DOTALL),
        lambda content: re.sub(rb'(fontId|fillId|borderId|xfId)="\d+"', rb'\1="99999"', content),
        lambda content: re.sub(rb"<fills.*</fills>", b"<fills><fill/></fills>", content, flags=re.DOTALL),
    ]
    return Mutant(zipped(rewritten(base.parts, r"styles\.xml$", chance.choice(choices)), chance), READ)


_DRESS = re.compile(rb"<(sheetViews|cols|dataValidations|conditionalFormatting)\b.*?</\1>", re.DOTALL)


def outside_the_rows(base: Base, chance: Random) -> Mutant:
    """A stale dimension, filters and conditions that mean nothing, an extension list; or all of that gone."""
    tail = chance.choice([
        b'<autoFilter ref="?"><filterColumn colId="x"/></autoFilter>',
        b'<dataValidations count="x"><dataValidation sqref="?"/></dataValidations>',
        b'<conditionalFormatting sqref="?"><cfRule type="?" dxfId="99"/></conditionalFormatting>',
        b"<extLst><ext><a/></ext></extLst>",
        b'<drawing id="gone"/><tableParts count="9"><tablePart id="gone"/></tableParts>', b"",
    ])  # fmt: skip

    size = chance.choice([b"", b'<dimension ref="A1"/>', b'<dimension ref="?:ZZZ9"/>'])

    def change(content: bytes) -> bytes:
        content = re.sub(rb"<dimension[^<>]*/>", size, content)
        if chance.random() < 0.5:
            content = re.sub(_DRESS, b"", content)
        return content.replace(b"</sheetData>", b"</sheetData>" + tail)

    return Mutant(zipped(rewritten(base.parts, SHEETS, change), chance), READ)


def other_prefix(base: Base, chance: Random) -> Mutant:
    def change(content: bytes) -> bytes:
        content = re.sub(rb"<(/?)(?=[A-Za-z])(?![\w.]+:)", rb"<\1x:", content)
        return content.replace(b"xmlns=", b"xmlns:x=", 1)

    which = chance.choice([SHEETS, r"sharedStrings|workbook\.xml$", r"\.xml$"])
    return Mutant(zipped(rewritten(base.parts, which, change), chance), READ)


def strict_names(base: Base, chance: Random) -> Mutant:
    def change(content: bytes) -> bytes:
        return content.replace(MAIN.encode(), STRICT.encode()).replace(LINKS.encode(), STRICT_LINKS.encode())

    return Mutant(zipped(rewritten(base.parts, "", change), chance), READ)


def blank_cells(base: Base, chance: Random) -> Mutant:
    """Formatted blank cells behind each row, and rows of them behind the last."""

    def change(content: bytes) -> bytes:
        last = max((int(number) for number in re.findall(rb'<row [^<>]*?r="(\d+)"', content)), default=0)

        def longer(match: re.Match[bytes]) -> bytes:
            number = match[1]
            return match[0] + b"".join(b'<c r="Z%c%s" s="0"/>' % (letter, number) for letter in b"ABC")

        if chance.random() < 0.5:
            content = re.sub(rb'(?<=<row r=")(\d+)"[^<>]*(?<!/)>', longer, content)
        blank = b'<row r="%d" ht="20"><c r="A%d" s="0"></c><c r="B%d"/></row>\n'
        rows = b"".join(blank % (n, n, n) for n in range(last + 2, last + 90))
        return content.replace(b"</sheetData>", rows + b'<row r="1048576"/></sheetData>')

    return Mutant(zipped(rewritten(base.parts, SHEETS, change), chance), READ)


def other_writing(base: Base, chance: Random) -> Mutant:
    """Single quotes, line breaks between tags, comments, another encoding, attributes the other way round."""

    def turned(match: re.Match[bytes]) -> bytes:
        attributes = re.findall(rb'[\w:]+="[^"]*"', match[2])
        return b"<" + match[1] + b"".join(b" " + one for one in reversed(attributes)) + match[3] + b">"

    choices: list[Callable[[bytes], bytes]] = [
        lambda content: re.sub(rb'="([^"\'<>]*)"', rb"='\1'", content),
        lambda content: re.sub(rb"(</row>|</c>|<row [^<>]*>)", rb"\1\n  ", content),
        lambda content: re.sub(rb"(</row>|<v>)", rb"\1<!-- <c r='A1'/> -->", content),
        lambda content: re.sub(rb"<v>([^<>&]*)</v>", rb"<v><![CDATA[\1]]></v>", content),
        lambda content: re.sub(rb"^\s*<\?xml.*?\?>", b"", content).decode().encode("utf-16"),
        lambda content: re.sub(rb"<(row|c)((?: [\w:]+=\"[^\"]*\")+)(\s?/?)>", turned, content),
    ]
    return Mutant(zipped(rewritten(base.parts, SHEETS, chance.choice(choices)), chance), READ)


def one_number_changed(base: Base, chance: Random) -> Mutant:
    """One number is another: that cell changes and no other."""
    new = chance.randrange(10**9)
    for sheet, row, column in chance.sample(base.numbers, len(base.numbers)):
        address = f"{get_column_letter(column)}{row}".encode()
        stored = re.compile(rb'(<c r="%s"[^<>]*><v>)%d(</v>)' % (address, base.cells[sheet, row, column]))
        places = [place for place, (name, content) in enumerate(base.parts) if re.search(SHEETS, name) and stored.search(content)]
        if len(places) == 1:  # else the same cell of another sheet holds the same
            parts = list(base.parts)
            name, content = parts[places[0]]
            parts[places[0]] = (name, stored.sub(rb"\g<1>%d\g<2>" % new, content))
            return Mutant(zipped(parts, chance), READ, {(sheet, row, column): new})
    raise AssertionError(f"{base.name}: no number that stands in one sheet only")


MUTATIONS = [
    flip_bytes, flip_contents_table, cut_or_glue, block_of_one_byte, spoil_part, move_elements, odd_attributes, odd_values,
    lose_or_double_a_part, exchange_parts, other_archive, broken_styles, outside_the_rows, other_prefix, strict_names,
    blank_cells, other_writing, one_number_changed,
]  # fmt: skip
