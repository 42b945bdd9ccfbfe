"""Every character of 通用规范汉字表 is drawn, and what cannot be drawn is named before anything is published.

standard_characters.txt: the 8,105 characters with the property kTGH in the Unihan database (Unicode 14), by code point.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import openpyxl
import pandas as pd
import pytest
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont
from matplotlib.text import Text
from PIL import Image

import small_event
from qisai.console import REFUSED
from qisai.event import open_event
from qisai.problems import InputProblems
from qisai.publish import fonts, theme
from qisai.publish.canvas import save
from qisai.publish.pictures import table_figures
from qisai.steps import check_glyphs, glyph_problems, logo_warnings
from qisai.vocabulary import EVENT_FILE, ROSTER_SHEET
from rehearsal_danyang import run

STANDARD = (Path(__file__).parent / "standard_characters.txt").read_text(encoding="utf-8").replace("\n", "")
RARE = "堃喆犇䶮㛃𬭎𬍛𬬭𫖯𬴂𫍲𣲗𫭟𦙶𪟝"
LOGO = "标志 （新）.png"


@pytest.fixture(autouse=True)
def own_mark() -> object:
    yield
    theme.choose("木色")


def test_the_table_is_the_whole_table() -> None:
    assert len(STANDARD) == len(set(STANDARD)) == 8105
    assert sum(ord(c) > 0xFFFF for c in STANDARD) == 196
    assert {*"一乙丁𬭎𬬭㛃䶮"} <= {*STANDARD}


def test_no_character_of_the_standard_table_is_missing() -> None:
    assert fonts.missing_glyphs([STANDARD, RARE]) == {}


def test_each_has_ink_and_is_not_the_empty_box() -> None:
    with TTFont(fonts.chosen(), lazy=True) as font:
        glyphs, names, em = font.getGlyphSet(), font.getBestCmap(), font["head"].unitsPerEm
        for c in (*RARE, *STANDARD[::450]):
            pen = BoundsPen(glyphs)
            glyphs[names[ord(c)]].draw(pen)
            assert pen.bounds is not None and names[ord(c)] not in (".notdef", "cid00000"), c
            left, bottom, right, top = pen.bounds
            assert max(right - left, top - bottom) > 0.3 * em, c


def test_a_picture_with_rare_names_is_drawn_without_a_warning(recwarn: pytest.WarningsRecorder) -> None:
    (figure,) = table_figures(pd.DataFrame({"姓名": [f"王{c}" for c in RARE[:8]]}), title="名次")
    figure.canvas.draw()  # type: ignore[no-untyped-call]
    assert not [one for one in recwarn.list if "Glyph" in str(one.message)]


# --- what cannot be drawn is named first ----------------------------------------------------------------------


def _rename(folder: Path, name: str, row: int = 3) -> str:
    address = f"{small_event.column(folder / EVENT_FILE, ROSTER_SHEET, '姓名')}{row}"
    small_event.put(folder / EVENT_FILE, ROSTER_SHEET, address, name)
    return address


def test_a_name_without_a_glyph_stops_the_draw_with_its_cell_and_remedy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    folder = small_event.copy(tmp_path / "赛", rounds=-1)
    address = _rename(folder, "𠮷田")
    assert run("draw", folder) == REFUSED
    (line,) = small_event.told(capsys.readouterr().out)["glyph_missing"]
    assert all(part in line for part in (EVENT_FILE, ROSTER_SHEET, address, "𠮷田", "U+20BB7"))
    assert not open_event(folder).record.numbers


def test_a_name_that_loses_its_glyph_later_stops_the_next_round_before_anything_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    folder = small_event.copy(tmp_path / "赛", rounds=1)
    small_event.fill(folder)
    address = _rename(folder, "𠮷三")
    capsys.readouterr()
    assert small_event.next_round(folder) == REFUSED
    (line,) = small_event.told(capsys.readouterr().out)["glyph_missing"]
    assert address in line and "U+20BB7" in line
    assert len(open_event(folder).record.publications) == 1 and not (folder / "第02轮.xlsx").exists()


def test_titles_are_checked_too_each_with_its_sheet(tmp_path: Path) -> None:
    folder = small_event.copy(tmp_path / "赛", rounds=0)

    def spoil(book: openpyxl.Workbook) -> None:
        for row in book["规程"].iter_rows(min_row=2):
            if row[0].value == "地点":
                row[1].value = "𠮷祥宾馆"

    small_event.edit(folder / EVENT_FILE, spoil)
    (problem,) = glyph_problems(open_event(folder))
    assert (problem.sheet, problem.value) == ("规程", "𠮷祥宾馆")


# --- the organizer's mark -------------------------------------------------------------------------------------


def _logo(folder: Path, name: str = LOGO) -> None:
    def choose(book: openpyxl.Workbook) -> None:
        book["规程"].append(["标志", name])

    small_event.edit(folder / EVENT_FILE, choose)


def test_a_mark_stands_in_the_title_band_and_keeps_its_shape(tmp_path: Path) -> None:
    Image.new("RGB", (600, 300), "#00AA44").save(tmp_path / LOGO)
    theme.choose("木色", tmp_path / LOGO)
    (figure,) = table_figures(pd.DataFrame({"名次": [1]}), title="名次")
    (image,) = figure.images
    assert image.get_array().shape[:2] == (92, 184)  # wide marks have a wide box
    assert "棋" not in [text.get_text() for text in figure.findobj(Text)]


def test_a_mark_that_is_missing_or_broken_is_named(tmp_path: Path) -> None:
    folder = small_event.copy(tmp_path / "赛", rounds=0)
    _logo(folder)
    (missing,) = glyph_problems(open_event(folder))
    assert (missing.code, missing.sheet, missing.value) == ("logo_unusable", "规程", LOGO)
    (folder / LOGO).write_bytes(b"\x89PNG\r\n\x1a\n" + b"broken" * 40)
    with pytest.raises(InputProblems) as caught:
        check_glyphs(open_event(folder))
    (broken,) = caught.value.problems
    assert "不是完好的图片" in broken.wrong and "Error" not in broken.wrong and broken.cell.startswith("B")
    Image.new("RGBA", (64, 64)).save(folder / LOGO)
    assert glyph_problems(open_event(folder)) == logo_warnings(open_event(folder)) == []
    Image.new("RGBA", (1600, 120)).save(folder / LOGO)
    (long,) = logo_warnings(open_event(folder))
    assert long.code == "logo_stretched" and "13 倍" in long.wrong


def test_a_mark_keeps_its_colours_beside_whatever_else_is_on_the_picture(tmp_path: Path) -> None:
    hues = Image.linear_gradient("L").resize((300, 100))
    Image.merge("RGB", (hues, hues.rotate(180), Image.new("L", hues.size, 160))).save(tmp_path / LOGO)
    theme.choose("木色", tmp_path / LOGO)
    (figure,) = table_figures(pd.DataFrame({"名次": range(1, 12), "姓名": ["堃吴喆"] * 11}), title="名次")
    (image,) = figure.images
    drawn = np.asarray(image.get_array())[..., :3].astype(int)
    saved = np.asarray(Image.open(save(figure, tmp_path / "p.png")).convert("RGB")).astype(int)
    top = saved.shape[0] - round(image.oy) - drawn.shape[0]
    seen = saved[top : top + drawn.shape[0], round(image.ox) : round(image.ox) + drawn.shape[1]]
    assert np.abs(seen - drawn).max() <= 8
