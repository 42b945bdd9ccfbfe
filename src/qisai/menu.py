"""The Chinese menu that opens when the program is started without words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from qisai.regulation.templates import TEMPLATES

Ask = Callable[[str], str | None]
Run = Callable[[list[str]], int]

EXAMPLE = Path(__file__).resolve().parents[2] / "data" / "danyang-2024"

#: What is asked for the words of a command that stand for something to type; ``OTHER`` may stay blank.
ASKED = {
    "ROUND": "第几轮？（回车不问了）",
    "ONE": "谁？（编号或姓名；回车不问了）",
    "OTHER": "和谁比？（编号、姓名或「轮空」；回车只看他自己）",
}

#: what is shown -> the words of the command; FOLDER stands for the event folder, REGULATION for a rule sheet, those of
#: ``ASKED`` for what is typed.
CHOICES: dict[str, tuple[str, list[str]]] = {
    "1": ("新建赛事", ["new", "FOLDER", "--regulation", "REGULATION"]),
    "2": ("检查报名和规程", ["check", "FOLDER"]),
    "3": ("抽签发编号", ["draw", "FOLDER"]),
    "4": ("下一步：收成绩、出下一轮、打印", ["next", "FOLDER"]),
    "5": ("撤回最近一次公布", ["undo", "FOLDER"]),
    "6": ("颁奖：颁奖次序、签收表、证书", ["prizes", "FOLDER"]),
    "7": ("打开报表文件夹", ["open", "FOLDER"]),
    "8": ("重印本轮对阵表和成绩单", ["paper", "FOLDER"]),
    "9": ("更新全部报表", ["run", "FOLDER"]),
    "10": ("复核全部结果", ["verify", "FOLDER"]),
    "15": ("为什么这样对阵", ["why", "FOLDER", "ROUND", "ONE", "OTHER"]),
    "16": ("打印台卡、胸卡、签到表、证书、手工包", ["print", "FOLDER"]),
    "17": ("秩序册", ["book", "FOLDER", "--kind", "秩序册"]),
    "18": ("成绩册", ["book", "FOLDER", "--kind", "成绩册"]),
    "11": ("演练：填上还空着的成绩", ["simulate", "FOLDER"]),
    "14": ("导入报名（问卷、接龙、各队的表）", ["signup", "FOLDER"]),
    "13": ("恢复备份", ["restore", "FOLDER"]),
    "12": ("换一个赛事文件夹", []),
    "0": ("退出", []),
}


def menu(ask: Ask, run: Run, say: Callable[[str], None], stands: Callable[[str], str], folder: str = "") -> None:
    """Ask for a folder where none is given, then for one action after another, until 0 or until nothing can be
    typed any more.

    ``ask`` returns None where nothing can be typed; ``run`` takes the words of a command; ``stands`` tells where
    the event in a folder stands ("" where there is none).
    """
    say("棋赛：象棋比赛的编排、名次、奖项和图表（帮助：python -m qisai --help）")
    folder = folder or _folder(ask)
    while folder:
        now = stands(folder)
        say(f"\n赛事文件夹：{folder}" + (f"\n现在：{now}" if now else ""))
        for key, (label, _) in CHOICES.items():
            say(f"{key:>4}  {label}")
        typed = ask("请选择：")
        if typed is None or typed == "0":
            return
        label, words = CHOICES.get(typed, ("", []))
        if not label:
            say("没有这一项，请填前面的数字。")
        elif not words:
            folder = _folder(ask)
        elif "REGULATION" in words:
            if name := _regulation(ask, say):
                run([{"FOLDER": folder, "REGULATION": name}.get(word, word) for word in words])
        elif filled := _asked(ask, [folder if word == "FOLDER" else word for word in words]):
            run(filled)


def _folder(ask: Ask) -> str:
    """A path as typed or dragged into the window: quotes are taken off; "" where none is given."""
    while (typed := ask("赛事文件夹（可以把文件夹拖进来；新建就写一个新的名字；回车用示例；0 退出）：")) is not None:
        path = typed.strip().strip("\"'").strip()
        if path == "0":
            return ""
        if not path.isdecimal():
            return path or str(EXAMPLE)
    return ""


def _asked(ask: Ask, words: list[str]) -> list[str]:
    """The words with what is typed for those of ``ASKED``; [] where one is left blank that is needed."""
    filled = []
    for word in words:
        typed = (ask(ASKED[word]) or "") if word in ASKED else word
        if not typed and word != "OTHER":
            return []
        filled += [typed] * bool(typed)
    return filled


def _regulation(ask: Ask, say: Callable[[str], None]) -> str:
    """The rule sheet to start from, by number; "" where none is chosen."""
    for number, template in enumerate(TEMPLATES.values(), start=1):
        say(f"{number:>4}  {template.label}")
    typed = ask("照哪份规程建表？（回车不建）")
    names = dict(enumerate(TEMPLATES, start=1))
    return names.get(int(typed), "") if typed and typed.isdecimal() else ""
