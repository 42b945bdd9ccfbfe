"""A problem is a row of data with a code; its words are made at the edge."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from qisai.problem_words import CODES, ERROR, WARNING, Code

__all__ = ["CODES", "ERROR", "WARNING", "Code", "InputProblems", "Problem", "errors", "stop_on_errors", "unusable"]


@dataclass(frozen=True)
class Problem:
    """One row of the table of problems: where, what stands there, and a code that says the rest."""

    code: str
    file: str = ""
    sheet: str = ""
    cell: str = ""
    value: str = ""
    details: Mapping[str, object] = field(default_factory=dict)

    @property
    def level(self) -> str:
        return CODES[self.code].level

    @property
    def wrong(self) -> str:
        return CODES[self.code].wrong.format_map(self._words())

    @property
    def remedy(self) -> str:
        return CODES[self.code].remedy.format_map(self._words())

    def _words(self) -> dict[str, object]:
        return {"sheet": self.sheet, "cell": self.cell, "value": self.value, **self.details}

    def in_file(self, file: str) -> Problem:
        return replace(self, file=file)


#: What is not wrong in a file but in reaching it.
_REACH = ("locked", "busy", "io_failed", "folder_readonly", "no_permission", "open_now")


class InputProblems(Exception):
    """Raised at the end of a phase with all its problems; the command line prints them as a table.

    ``exit_code`` is 5 where a file is locked or cannot be reached, else 3.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("；".join(f"{p.file} {p.sheet} {p.cell} {p.wrong}" for p in self.problems))

    @property
    def exit_code(self) -> int:
        return 5 if any(p.code in _REACH for p in self.problems) else 3


_SYSTEM_WORDS = {
    errno.ENOSPC: "磁盘满了", errno.EROFS: "磁盘是只读的", errno.EIO: "磁盘或 U 盘读写出错", errno.EBUSY: "文件正忙",
    errno.ENAMETOOLONG: "文件名太长", errno.ENODEV: "磁盘或 U 盘不见了", errno.EFBIG: "文件太大，磁盘的格式放不下",
    errno.EISDIR: "这里有一个同名的文件夹", errno.EEXIST: "有同名的文件挡着", errno.ENOTDIR: "有同名的文件挡着",
    errno.EMFILE: "同时打开的文件太多",
}  # fmt: skip


def unusable(file: str, error: OSError) -> InputProblems:
    """What the system says of a file that cannot be read or written, as a problem."""
    if isinstance(error, FileNotFoundError):
        return InputProblems([Problem("file_missing", file)])
    if isinstance(error, PermissionError):
        return InputProblems([Problem(_kept_away(error), file)])
    detail = _SYSTEM_WORDS.get(error.errno or 0, f"系统错误 {error.errno or type(error).__name__}")
    return InputProblems([Problem("io_failed", file, details={"detail": detail})])


def _kept_away(error: PermissionError) -> str:
    """Whether a file is open in another program, or its rights or those of its folder forbid it: the system tells them
    apart by no more than the rights themselves."""
    paths = [str(path) for path in (error.filename, error.filename2) if path]
    if any(os.path.exists(path) and not os.access(path, os.R_OK | os.W_OK) for path in paths):
        return "no_permission"
    if any(os.path.isdir(folder) and not os.access(folder, os.W_OK) for folder in map(os.path.dirname, paths)):
        return "folder_readonly"
    return "no_permission" if error.errno == errno.EPERM else "locked"


def errors(problems: Iterable[Problem]) -> list[Problem]:
    return [p for p in problems if p.level == ERROR]


def stop_on_errors(problems: Iterable[Problem]) -> None:
    """Raise :class:`InputProblems` with everything found so far if any of it is an error."""
    found = list(problems)
    if errors(found):
        raise InputProblems(found)
