"""A file layer that fails: the n-th write below a folder is refused, or the program dies there.

Every change that the program makes on disk goes through one of a few functions; ``failing`` counts them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock


class Dead(BaseException):
    """The program was killed: nothing after this may reach the disk."""


class Counter:
    """Counts the writes; from the ``at``-th on (1-based, 0: never) each is given to ``fail``."""

    def __init__(self, at: int = 0, fail: Callable[[str, Path], None] | None = None, once: bool = True) -> None:
        self.at, self.fail, self.once = at, fail, once
        self.count = 0
        self.log: list[str] = []

    def __call__(self, kind: str, path: object) -> None:
        self.count += 1
        self.log.append(f"{kind} {Path(str(path)).name}")
        if self.fail and self.at and (self.count == self.at or (self.count > self.at and not self.once)):
            self.fail(kind, Path(str(path)))


def refusing(error: int, words: str) -> Callable[[str, Path], None]:
    """The system says no."""

    def fail(kind: str, path: Path) -> None:
        raise OSError(error, words, str(path))

    return fail


def dying(kind: str, path: Path) -> None:
    raise Dead(f"{kind} {path.name}")


class _Stream:
    """A file opened for writing whose single write may come through only by half."""

    def __init__(self, stream: Any, counter: Counter, path: Path) -> None:
        self._stream, self._counter, self._path = stream, counter, path

    def __enter__(self) -> _Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, data: bytes) -> int:
        try:
            self._counter("write", self._path)
        except BaseException:
            self._stream.write(data[: len(data) // 2])
            self._stream.flush()
            raise
        return int(self._stream.write(data))


@contextmanager
def failing(folder: Path, counter: Counter) -> Iterator[Counter]:
    """Every change of a file below ``folder`` goes by ``counter``."""
    inside = f"{folder.resolve()}{os.sep}"
    real = {name: getattr(os, name) for name in ("replace", "unlink", "mkdir", "fsync", "rename")}
    path_open, touch, path_unlink = Path.open, Path.touch, Path.unlink

    def mine(path: object) -> bool:
        name = os.path.abspath(str(path))
        return name.startswith(inside) and not name.endswith(".qisai.lock")

    def moved(name: str) -> Callable[..., Any]:
        def call(source: Any, target: Any, **keywords: Any) -> Any:
            if mine(target):
                counter(name, target)
            return real[name](source, target, **keywords)

        return call

    def single(name: str) -> Callable[..., Any]:
        def call(path: Any, *rest: Any, **keywords: Any) -> Any:
            if mine(path):
                counter(name, path)
            return real[name](path, *rest, **keywords)

        return call

    def opened(self: Path, mode: str = "r", *rest: Any, **keywords: Any) -> Any:
        if not mine(self) or not set(mode) & set("wax+"):
            return path_open(self, mode, *rest, **keywords)
        counter("open", self)
        return _Stream(path_open(self, mode, *rest, **keywords), counter, self)

    def touched(self: Path, *rest: Any, **keywords: Any) -> None:
        if mine(self) and not self.exists():
            counter("touch", self)
        touch(self, *rest, **keywords)

    def unlinked(self: Path, missing_ok: bool = False) -> None:
        if mine(self) and self.exists():
            counter("unlink", self)
        path_unlink(self, missing_ok)

    def synced(number: int) -> None:
        counter("fsync", "")
        real["fsync"](number)

    changes = [
        mock.patch.object(os, "replace", moved("replace")), mock.patch.object(os, "rename", moved("rename")),
        mock.patch.object(os, "mkdir", single("mkdir")), mock.patch.object(os, "fsync", synced),
        mock.patch.object(Path, "open", opened), mock.patch.object(Path, "touch", touched),
        mock.patch.object(Path, "unlink", unlinked),
    ]  # fmt: skip
    for change in changes:
        change.start()
    try:
        yield counter
    finally:
        for change in changes:
            change.stop()
