"""A command that was typed wrongly, told in Chinese."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any, cast

from qisai.console import say

MISTYPED, INTERRUPTED = 2, 130


def obey(app: Callable[..., Any], words: Sequence[str], commands: Sequence[str]) -> int:
    """Run a command and return its exit code; ``commands``: the verbs that there are."""
    verb = words[0]
    if not verb.startswith("-") and verb not in commands:
        near = get_close_matches(verb, commands)
        say(f"没有「{verb}」这个命令。" + (f"您要的是不是：{'、'.join(near)}？" if near else ""))
        say(f"可以用的命令：{'、'.join(commands)}；不写命令就打开菜单：python -m qisai")
        return MISTYPED
    try:
        code = int(app(args=list(words), standalone_mode=False) or 0)
    except Exception as mistake:  # typer keeps its classes to itself
        if not hasattr(mistake, "format_message"):
            raise
        say(wrong(mistake))
        say(f"各个选项见：python -m qisai {verb} --help")
        return MISTYPED
    if code == INTERRUPTED:
        say("已中止；上面写明已确认、已公布的不受影响。")
    return code


def wrong(mistake: Any) -> str:
    """What is wrong with the words behind the verb."""
    kind, parameter = type(mistake).__name__, cast(Any, getattr(mistake, "param", None))
    name = "" if parameter is None else parameter.metavar or max(parameter.opts, key=len)
    if kind == "MissingParameter" and name:
        return f"还缺一项：{name}（{getattr(parameter, 'help', '') or parameter.name}）"
    if kind == "NoSuchOption":
        near = mistake.possibilities or []
        return f"没有 {mistake.option_name} 这个选项" + (f"，您要的是不是：{'、'.join(near)}？" if near else "")
    if kind == "BadOptionUsage":
        return f"{mistake.option_name} 后面要写一项内容"
    if kind == "BadParameter":
        return f"{mistake.param_hint or name}：{'应是整数' if 'integer' in mistake.message else mistake.message}"
    if "extra argument" in mistake.message:
        return f"多写了：{mistake.message.rpartition('(')[2].removesuffix(')')}（文件夹名里有空格时，请用引号括起来）"
    return f"命令写得不对：{mistake.format_message()}"
