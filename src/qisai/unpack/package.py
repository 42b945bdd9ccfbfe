"""The parts of an xlsx, read within bounds and to their end; and a walk through XML that takes no tricks."""

from __future__ import annotations

import io
import posixpath
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from urllib.parse import unquote
from xml.parsers import expat

FILE_BYTES = 200 << 20
MEMBERS = 10_000
SHEET_BYTES = 1 << 30  # of all parts together, streamed: a million rows of thirty formatted blank cells
PART_BYTES = 32 << 20  # of any other part
DEPTH = 40
TOKEN = 4 << 20  # one tag or comment
CHUNK = 1 << 18


class Refused(Exception):
    """Why a workbook is not read: a problem code, and the place where it is known."""

    def __init__(self, code: str, detail: str = "", sheet: str = "", cell: str = "") -> None:
        super().__init__(code)
        self.code, self.detail, self.sheet, self.cell = code, detail, sheet, cell


ZIP_FAULTS = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, RuntimeError, OverflowError)


def opened(data: bytes) -> zipfile.ZipFile:
    """The archive, unless its table of contents alone would fill the memory."""
    if len(data) > FILE_BYTES:
        raise Refused("too_large", f"文件超过 {FILE_BYTES >> 20} MB")
    if data.count(b"PK\1\2") > MEMBERS:
        raise Refused("zip_odd", f"里面的部件超过 {MEMBERS} 个")
    return zipfile.ZipFile(io.BytesIO(data))


class Package:
    """The parts of a workbook by name, whatever its case. Every part is read to its end, so that its checksum counts."""

    def __init__(self, data: bytes) -> None:
        self.archive = opened(data)
        self.unpacked = 0
        self.parts: dict[str, list[zipfile.ZipInfo]] = {}
        end = 0
        for info in sorted(self.archive.infolist(), key=lambda info: info.header_offset):
            name = info.filename.replace("\\", "/").lstrip("/").lower()
            if info.header_offset < end or ".." in name.split("/"):
                raise Refused("zip_odd", "部件互相重叠，或名字不正常")
            end = info.header_offset + 30 + info.compress_size
            self.parts.setdefault(name, []).append(info)

    def __contains__(self, name: str) -> bool:
        return name.lower() in self.parts

    def chunks(self, name: str, most: int = PART_BYTES) -> Iterator[bytes]:
        """The bytes of a part in pieces, at most ``most`` in all."""
        found = self.parts.get(name.lower(), [])
        if len(found) != 1:
            raise Refused("zip_odd", "同名的部件有两个") if found else Refused("damaged")
        if found[0].flag_bits & 1 or found[0].compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise Refused("zip_odd", "部件加了密，或用了表格不用的压缩方法")
        if found[0].file_size > most:
            raise Refused("too_large", f"展开后超过 {most >> 20} MB")
        size = 0
        with self.archive.open(found[0]) as stream:
            while chunk := stream.read(CHUNK):
                size += len(chunk)
                self.unpacked += len(chunk)
                if self.unpacked > SHEET_BYTES:
                    raise Refused("too_large", f"展开后超过 {SHEET_BYTES >> 20} MB")
                yield chunk
        if size != found[0].file_size:
            raise Refused("damaged")

    def related(self, part: str) -> dict[str, tuple[str, str]]:
        """Id → kind and part name, of all that a part refers to inside the package."""
        folder, name = posixpath.split(part)
        found: dict[str, tuple[str, str]] = {}

        def start(path: list[str], attributes: dict[str, str]) -> None:
            if path[-1] == "Relationship" and attributes.get("TargetMode") != "External":
                target = unquote(attributes.get("Target", "")).replace("\\", "/")
                target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
                found[attributes.get("Id", "")] = (attributes.get("Type", "").rpartition("/")[2], target)

        walk(self.chunks(posixpath.join(folder, "_rels", f"{name}.rels")), start)
        return found


def _nothing(*_: object) -> None:
    """For events that nobody waits for."""


def walk(
    chunks: Iterable[bytes],
    start: Callable[[list[str], dict[str, str]], None],
    end: Callable[[list[str]], None] = _nothing,
    data: Callable[[str], None] = _nothing,
) -> None:
    """Go through XML; ``start`` and ``end`` get the local names from the root to the element. No DTD is accepted."""
    path: list[str] = []

    def opened(name: str, attributes: dict[str, str]) -> None:
        path.append(name[name.find(":") + 1 :])
        if len(path) > DEPTH:
            raise Refused("xml_tricks")
        start(path, attributes)

    def closed(_: str) -> None:
        end(path)
        path.pop()

    def forbidden(*_: object) -> None:
        raise Refused("xml_tricks")

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = opened, closed, data
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = forbidden
    fed = 0
    try:
        for chunk in chunks:
            parser.Parse(chunk)
            fed += len(chunk)
            if fed - parser.CurrentByteIndex > TOKEN:
                raise Refused("xml_tricks")
        parser.Parse(b"", True)
    except (expat.ExpatError, LookupError, ValueError):  # the last two: an encoding that is unknown or not read
        raise Refused("damaged") from None
