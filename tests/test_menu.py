"""Starting without words: the menu goes from one action to the next, and the .bat opens it."""

from __future__ import annotations

from pathlib import Path

import pytest

import small_event as small
from qisai.cli import main

BAT = Path(__file__).parents[1] / "开始.bat"


def type_in(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    waiting = iter(lines)

    def line(_: str) -> str:
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", line)


def test_a_small_event_begins_from_the_menu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    folder = small.copy(tmp_path / "我的 比赛（1）", -1)
    type_in(monkeypatch, f'"{folder}"', "2", "3", "x", "4", "否", "0")
    main([])
    said = capsys.readouterr().out
    assert "规程体检" in said and "抽签完成" in said and "没有这一项" in said and "没有公布" in said
    assert (folder / "编号.xlsx").exists() and not (folder / "第01轮.xlsx").exists()


def test_a_refused_command_does_not_end_the_menu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    type_in(monkeypatch, str(tmp_path / "没有"), "2", "12", str(tmp_path / "也没有"), "4")
    main([])  # nothing more can be typed: it ends
    assert capsys.readouterr().out.count("folder_missing") == 2


def test_the_bat_file_is_plain_enough_for_every_windows() -> None:
    text = BAT.read_bytes()
    assert text.decode("ascii").count("\r\n") == text.count(b"\n")
    assert b"chcp 65001" in text and b'"%~dp0"' in text and b"python -m qisai" in text
