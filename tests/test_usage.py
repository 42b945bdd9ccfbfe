"""A mistyped command is told in Chinese, with a way on."""

from __future__ import annotations

from pathlib import Path

import pytest

from qisai import cli
from qisai.cli import main


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["prnt", "x"], "没有「prnt」这个命令。您要的是不是：print"),
        (["print"], "还缺一项：FOLDER（赛事文件夹"),
        (["next", "x", "--yse"], "没有 --yse 这个选项，您要的是不是：--yes？"),
        (["next", "x", "--relax"], "--relax 后面要写一项内容"),
        (["next", "我的", "比赛"], "多写了：比赛（文件夹名里有空格时，请用引号括起来）"),
        (["import", "x", "--rounds", "一"], "应是整数"),
        (["print", "x", "--what", "胡说"], "--what：可选：台卡、"),
    ],
)
def test_a_mistyped_command_is_told_in_chinese(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    out, err = capsys.readouterr()
    assert left.value.code == 2 and told in out and err == ""
    assert "Usage" not in out and "rror" not in out


def test_what_the_arbiter_breaks_off_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def broken_off(_folder: Path) -> None:
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cli, "open_event", broken_off)
        with pytest.raises(SystemExit) as left:
            main(["check", str(tmp_path)])
    assert left.value.code == 130 and "已中止" in capsys.readouterr().out
