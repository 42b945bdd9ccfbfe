"""What the bytes of a file are, whatever its name says."""

from __future__ import annotations

import re

from qisai.unpack.package import ZIP_FAULTS, Refused, opened

_SAVE = "请用 Excel 或 WPS 打开，另存为 .xlsx"
_COPY = "请把里面的表格复制到 Excel 或 WPS 的空白表里，另存为 .xlsx"
_OPEN = "请先解压，把里面的表格（.xlsx）放进来"
_LOCK = "请用 Excel 或 WPS 打开，去掉密码，另存为 .xlsx"
#: How the organizer calls each kind of file, and the way out.
KINDS = {
    "encrypted": ("文件有打开密码", _LOCK),
    "ole": ("文件有打开密码，或是旧的格式", _LOCK),
    "xls": ("旧的 .xls 格式（或 WPS 的 .et）", _SAVE),
    "xlsb": ("二进制的 .xlsb 格式", _SAVE),
    "ods": ("LibreOffice 的 .ods 格式", _SAVE),
    "xml": ("Excel 2003 的 XML 表格", _SAVE),
    "html": ("网页", _SAVE),
    "csv": ("用逗号或制表符隔开的文字（CSV）", _SAVE),
    "text": ("一段文字", _COPY),
    "docx": ("Word 文档", _COPY),
    "pptx": ("演示文稿", _COPY),
    "pdf": ("PDF", "请向对方要 Excel 原件；没有原件就把内容抄到空白表里，另存为 .xlsx"),
    "image": ("图片", "请向对方要 Excel 原件；没有原件就把内容抄到空白表里，另存为 .xlsx"),
    "rar": ("RAR 压缩包", _OPEN),
    "7z": ("7z 压缩包", _OPEN),
    "zip": ("压缩包", _OPEN),
    "empty": ("空文件，没有内容", "可能没有下载完或没有存好；请重新下载，或重新另存为 .xlsx"),
    "unknown": ("认不出的格式", _SAVE),
}
_STARTS = {
    b"%PDF": "pdf", b"\x89PNG": "image", b"\xff\xd8\xff": "image", b"GIF8": "image", b"II*\0": "image",
    b"MM\0*": "image", b"Rar!": "rar", b"7z\xbc\xaf": "7z", b"\x1f\x8b": "zip", b"\x09\x08": "xls", b"\x09\x04": "xls",
    b"\x09\x02": "xls", b"{\\rtf": "docx",
}  # fmt: skip
_STREAMS = {
    "EncryptedPackage": "encrypted", "Workbook": "xls", "Book": "xls", "WordDocument": "docx", "PowerPoint Document": "pptx",
}  # fmt: skip
_MEMBERS = {
    "xl/vbaproject.bin": "xlsm", "xl/workbook.bin": "xlsb", "xl/": "xlsx", "word/document": "docx", "ppt/presentation": "pptx",
    "_rels/.rels": "xlsx",
}  # fmt: skip


def kind(data: bytes) -> str:
    """What the bytes are: ``xlsx``, ``xlsm``, or a key of :data:`KINDS`."""
    blank = b"\0 \t\r\n"
    if not data[:4096].strip(blank) and not data.strip(blank):
        return "empty"
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        return next((what for name, what in _STREAMS.items() if _has_stream(data, name)), "ole")
    if data.startswith((b"PK\3\4", b"PK\5\6")):
        return _kind_of_zip(data)
    if data[8:12] == b"WEBP" or data[4:12] in (b"ftypheic", b"ftypheix", b"ftypmif1"):
        return "image"
    if data[:2] == b"BM" and data[6:10] == bytes(4):
        return "image"
    return next((what for start, what in _STARTS.items() if data.startswith(start)), "") or _kind_of_text(data[:20_000])


def _has_stream(data: bytes, name: str) -> bool:
    """Whether an OLE2 file has a stream of this name: its directory has entries of 128 bytes, each begun by a name."""
    places = re.finditer(re.escape((name + "\0").encode("utf-16-le")), data)
    return any(place.start() % 128 == 0 for place in places)


def _kind_of_zip(data: bytes) -> str:
    try:
        names = "\n".join(opened(data).namelist()).replace("\\", "/").lower()
    except (Refused, *ZIP_FAULTS):
        names = data.decode("latin-1").lower()  # cut short, perhaps; the names still stand before each part
    if "mimetype" in names and b"application/vnd.oasis.opendocument" in data[:200]:
        return "ods" if b"opendocument.spreadsheet" in data[:200] else "docx"
    for name, what in _MEMBERS.items():
        if name in names:
            return what
    return "zip"


def _kind_of_text(head: bytes) -> str:
    codecs = ["utf-16"] if head.startswith((b"\xff\xfe", b"\xfe\xff")) else ["utf-8-sig", "gb18030", "big5"]
    if codecs[0] != "utf-16" and b"\0" in head:
        return "unknown"
    for codec in codecs:
        try:
            words = head[: len(head) & ~1].decode(codec)
        except UnicodeDecodeError as error:
            if error.start < len(head) - 4:  # not merely a character cut in two
                continue
            words = head[: error.start].decode(codec)
        low = words.lower()
        if "urn:schemas-microsoft-com:office:spreadsheet" in low:
            return "xml"
        if re.match(r"\s*(<!doctype html|<html|<head|<meta|<table|<body|mime-version:)", low) or "<table" in low:
            return "html"
        lines = [line for line in words.splitlines() if line.strip()]
        return "csv" if sum(bool(re.search("[,\t;，]", line)) for line in lines) * 2 > len(lines) else "text"
    return "unknown"
