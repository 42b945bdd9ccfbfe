"""Events played elsewhere: a published table, and rows that cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

import rehearsal_danyang as danyang
from qisai.event import open_event
from qisai.verify import verify

REAL = Path(__file__).parents[3] / "shared" / "real_events"
WUYANG = REAL / "wuyang2009_10p"


@pytest.mark.skipif(not WUYANG.exists(), reason="the collection of real events is not beside the project")
def test_wuyang_2009_has_the_published_points_and_the_first_three_by_opponents_score(tmp_path: Path) -> None:
    """Published: 8 8 8 7 6 6 5 5 4 3; three on 8 split by 对手分 39, 36, 35, where wins would reverse them."""
    folder = tmp_path / "五羊杯"
    assert danyang.run("import", folder, "--csv", WUYANG) == 0
    table = open_event(folder).competitions[""].standings(6)
    assert table["points"].tolist() == [8, 8, 8, 7, 6, 6, 5, 5, 4, 3]
    assert list(table.index[:4]) == ["P009", "P001", "P007", "P005"]
    assert table["opponents_score"].tolist()[:3] == [39, 36, 35]
    assert danyang.run("next", folder, "--yes", "--no-reports") == 0  # everything is played: the event closes
    assert verify(folder).findings == ()


def write(folder: Path, players: str, games: str) -> Path:
    folder.mkdir()
    (folder / "players.csv").write_text(players, encoding="utf-8")
    (folder / "games.csv").write_text(games, encoding="utf-8")
    return folder


def test_an_imported_event_goes_on_with_the_next_step(tmp_path: Path) -> None:
    source = write(
        tmp_path / "源",
        "id,name,team\na,甲,\nb,乙,\nc,丙,\n",
        "round,board,first_id,second_id,result\n1,1,a,b,1-0\n1,,c,,BYE1\n2,1,c,a,0-1F\n2,,b,,BYE1\n",
    )
    folder = tmp_path / "赛事"
    assert danyang.run("import", folder, "--csv", source, "--scores", "2,1,0") == 0
    table = open_event(folder).competitions[""].standings(2)
    assert table["points"].to_dict() == {"a": 4, "b": 2, "c": 2}
    assert danyang.run("next", folder, "--yes", "--no-reports") == 0


def test_every_row_that_cannot_be_read_is_named_and_nothing_is_made(tmp_path: Path, capsys) -> None:
    source = write(
        tmp_path / "源",
        "id,name\na,甲\nb,乙\n",
        "round,board,first_id,second_id,result\n1,1,a,x,1-0\n1,2,a,b,0.5-0.5\n2,1,a,b,7-3\n3,1,a,,1-0\n",
    )
    folder = tmp_path / "赛事"
    assert danyang.run("import", folder, "--csv", source) == 3
    said = capsys.readouterr().out
    faults = {"第2行": "没有这个人", "第3行": "出现了两次", "第4行": "看不懂的结果", "第5行": "没有对手"}
    assert all(place in said and words in said for place, words in faults.items())
    assert not folder.exists()
