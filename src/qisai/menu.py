"""The Chinese menu that opens when the program is started without words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

Ask = Callable[[str], str | None]
Run = Callable[[list[str]], int]

#: what is shown -> the words of the command; FOLDER stands for the event folder.
CHOICES: dict[str, tuple[str, list[str]]] = {
    "1": ("新建赛事（丹阳规程）", ["new", "FOLDER", "--regulation", "danyang"]),
    "2": ("新建赛事（空白规程）", ["new", "FOLDER"]),
    "3": ("检查报名和规程", ["check", "FOLDER"]),
    "4": ("抽签发编号", ["draw", "FOLDER"]),
    "5": ("收成绩、出下一轮", ["next", "FOLDER"]),
    "6": ("撤回最近一次公布", ["undo", "FOLDER"]),
    "7": ("更新报表", ["run", "FOLDER"]),
    "8": ("复核全部结果", ["verify", "FOLDER"]),
    "9": ("换一个赛事文件夹", []),
    "0": ("退出", []),
}


def menu(ask: Ask, run: Run, say: Callable[[str], None]) -> None:
    """Ask for a folder, then for one action after another, until 0 or until nothing can be typed any more.

    ``ask`` returns None where nothing can be typed; ``run`` takes the words of a command.
    """
    say("棋赛：象棋比赛的编排、名次、奖项和图表（帮助：python -m qisai --help）")
    folder = _folder(ask)
    while folder:
        say(f"\n赛事文件夹：{folder}")
        for key, (label, _) in CHOICES.items():
            say(f"  {key}  {label}")
        typed = ask("请选择：")
        if typed is None or typed == "0":
            return
        if typed == "9":
            folder = _folder(ask)
        elif typed in CHOICES:
            run([folder if word == "FOLDER" else word for word in CHOICES[typed][1]])
        else:
            say("没有这一项，请填前面的数字。")


def _folder(ask: Ask) -> str:
    """A path as typed or dragged into the window: quotes are taken off; "" where none is given."""
    typed = ask("赛事文件夹（可以把文件夹拖进来，回车用示例 data/danyang-2024）：")
    if typed is None:
        return ""
    return typed.strip().strip("\"'").strip() or str(Path("data") / "danyang-2024")
