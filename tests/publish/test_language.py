"""The public reads Chinese, English or both, and names are the same in each."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import openpyxl
import pandas as pd
import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text
from test_paper import is_clear, pairings
from test_paper import slips as some_slips

import small_event
from qisai.event import Event, open_event
from qisai.publish import canvas, language, paper, slips
from qisai.publish.a4 import Leaf, Words
from qisai.publish.language.english import english, hanzi
from qisai.publish.language.frames import cells
from qisai.publish.language.terms import TERMS
from qisai.regulation.settings import SETTINGS
from qisai.regulation.summary import summary
from qisai.reports import awarded, closing, longform, tables
from qisai.reports import paper as hall_paper
from qisai.reports.display import share
from qisai.reports.final import FinalReport
from qisai.reports.look import dress
from qisai.reports.registration import RegistrationReport
from qisai.reports.round import RoundReport
from qisai.reports.state import published_rounds
from qisai.tiebreaks import TIE_BREAKS
from qisai.vocabulary import Happening, Outcome

DATA = Path(__file__).parents[2] / "data"
CELLS = ("headline", "pairings", "by_name", "off_board", "why", "standings", "basis", "working", "teams", "corrections")
LAST_CELLS = ("headline", "ranking", "basis", "teams", "prizes", "still_open", "compared", "corrections")
#: What stays Chinese in English, with the reason.
STAYS = {
    "棋": "the piece in the title band is a drawing",
}


@pytest.fixture(autouse=True)
def chinese_again() -> Iterator[None]:
    yield
    language.choose("中文")
    language.keep([])
    language.unknown()


# --- single texts ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("名次", "Place"),
        ("红胜", "Red wins"),
        ("第 4 轮后名次", "Standings after round 4"),
        ("第4轮后名次", "Standings after round 4"),
        ("截至第9轮 07-20 14:32", "After round 9, 07-20 14:32"),
        ("对手分", "Buchholz"),
        ("第4轮累进分", "Progressive score after round 4"),
        ("累进分 43 低于第3名的 45", "Progressive score 43 below the 45 of place 3"),
        ("与第3名同15分，累进分、胜局相同，犯规 1 多于 0",
         "Level with place 3 on 15 points, equal in progressive score, wins, fouls 1, more than 0"),
        ("第 4 轮后：张三15分居首", "After round 4: 张三 leads with 15 points"),
        ("第10轮成绩已确认：1 台，轮空 1 人", "Round 10, results confirmed: 1 board, bye 1"),
        ("第三名", "3rd place"),
    ],
)  # fmt: skip
def test_a_text_is_said_in_english(words: str, said: str) -> None:
    language.choose("英文")
    assert language.t(words) == said
    assert language.t(said) == said and language.unknown() == []


def test_in_both_languages_the_chinese_comes_first_and_a_header_has_two_lines() -> None:
    language.choose("中英")
    assert language.header("名次") == "名次\nPlace"
    assert language.t("第4轮后名次") == "第4轮后名次 Standings after round 4"
    long = "公示到07-21 12:00。有异议请在此之前向裁判长提出，期满不再更改出线名单。"
    assert language.t(long).split("\n")[0] == long
    assert language.t(language.t(long)) == language.t(long)


def test_beside_a_chart_a_number_stands_once_in_two_languages() -> None:
    said = {"中文": ("15分", "15分"), "英文": ("15 points", "15 points"), "中英": ("15分/points", "15分")}
    for name, words in said.items():
        language.choose(name)
        assert (language.unit("15分"), language.brief("15分")) == words
    assert language.unit("1局") == "1局/game" and language.named("27号 方云虎 38→2") == "27号 方云虎 38→2"
    language.choose("英文")
    assert language.named("27号 方云虎 38→2") == "No. 27 方云虎 38→2"
    assert language.named("韦海（第7轮起退赛）") == "韦海 (Withdrawn from round 7 on)" and language.unknown() == []


def test_chinese_is_left_as_it_is() -> None:
    assert language.t("第4轮后名次") == language.header("第4轮后名次") == "第4轮后名次"
    frame = pd.DataFrame({"名次": [1], "姓名": ["张三"]})
    assert cells(frame) is frame


def test_what_is_not_known_stays_chinese_and_is_told_once() -> None:
    language.choose("英文")
    assert [language.t("从来没有说过的话")] * 2 == ["从来没有说过的话", language.t("从来没有说过的话")]
    assert language.unknown() == ["从来没有说过的话"] and language.unknown() == []


def test_names_pass_and_what_the_program_adds_to_them_is_translated() -> None:
    language.choose("英文")
    opponents = ["31号张三", "（轮空）", "王五"]
    frame = pd.DataFrame({"姓名": ["和", "李四（退赛）", "胜"], "对手": opponents, "结果": ["和", "轮空", "红胜"]})
    assert cells(frame).to_dict("list") == {
        "姓名": ["和", "李四 (Withdrawn)", "胜"],
        "对手": ["No. 31 张三", "(bye)", "王五"],
        "结果": ["Draw", "Bye", "Red wins"],
    }
    language.keep(["决赛杯", "少年组"])
    assert language.t("决赛杯　少年组　名次") == "决赛杯  少年组  Place"
    assert language.unknown() == []


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="法文"):
        language.choose("法文")


# --- the vocabulary -------------------------------------------------------------------------------------------


def test_no_english_term_holds_hanzi() -> None:
    assert [term for term, said in TERMS.items() if hanzi(said)] == []


def test_every_tie_break_and_every_result_has_an_english_name() -> None:
    assert [row.label for row in TIE_BREAKS.values() if english(row.label) is None] == []
    assert [str(outcome) for outcome in Outcome if english(outcome) is None] == []
    assert [str(one) for one in (Happening.WITHDRAWN, Happening.DISQUALIFIED) if english(one) is None] == []


@pytest.mark.parametrize(
    "columns",
    [tables.PAIRING, tables.BY_NAME, tables.TIES, tables.OFF, tables.WHY, closing.CORRECTIONS, awarded.GIVEN, awarded.OPEN,
     awarded.PASSED, awarded.DRAWN, awarded.DEPOSITS, awarded.SIGNED, longform.LONG,
     ["名次", "编号", "姓名", "单位", "区分", *(row.label for row in TIE_BREAKS.values() if row.label != "编号")]],
)  # fmt: skip
def test_every_head_of_a_table_is_known_and_no_two_read_alike(columns: list[str]) -> None:
    language.choose("英文")
    heads = [language.header(name) for name in columns]
    assert not any(map(hanzi, heads)) and len(set(heads)) == len(heads)


def test_every_setting_that_the_summary_prints_is_known() -> None:
    unknown = []
    for setting in SETTINGS:
        if setting.rule and "{value}" in setting.rule and setting.rule.count("{") == 1:
            for value in setting.choices or ["3"]:
                words = setting.rule.format(value=value)
                unknown += [words] * (english(words) is None)
    assert unknown == []


# --- whole events ---------------------------------------------------------------------------------------------


class Reader:
    """Reads everything that the public would see of an event, without drawing it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.folder, self.texts = folder, set[str]()
        monkeypatch.setattr(canvas, "save", self._picture)
        monkeypatch.setattr(paper, "save", self._leaves)
        monkeypatch.setattr(slips, "save", self._leaves)

    def _picture(self, figure: Figure, path: Path) -> Path:
        self.texts |= {text.get_text() for text in figure.findobj(Text)}
        path.write_bytes(b"")
        return path

    def _leaves(self, path: Path, leaves: list[Leaf], *, title: str) -> Path:
        self.texts |= {mark.text for leaf in leaves for mark in leaf.marks if isinstance(mark, Words)}
        return path

    def files(self, report: RoundReport | FinalReport) -> None:
        self.folder.mkdir(exist_ok=True)
        for path in report.write(self.folder):
            if path.suffix == ".xlsx":
                for sheet in openpyxl.load_workbook(path):
                    rows = sheet.iter_rows(values_only=True)
                    self.texts |= {sheet.title, *(cell for row in rows for cell in row if isinstance(cell, str))}

    def page(self, report: RoundReport | FinalReport, cells: tuple[str, ...]) -> None:
        for name in cells:
            shown = re.sub(r"<style>.*?</style>", "", getattr(report, name)()._repr_html_(), flags=re.DOTALL)
            self.texts |= set(map(html.unescape, re.split(r"<[^>]*>", shown)))

    def paper(self, event: Event, round_no: int) -> None:
        for publication in event.record.publications:
            if publication.round == round_no:
                hall_paper._lists(event, publication)
                hall_paper._slips(event, publication)

    def left(self, event: Event) -> set[str]:
        """The texts that are Chinese still or were not known, but for names and what people typed; a wrapped name counts
        as the name."""
        rules = event.regulations.values()
        kept = [event.name, *event.regulations, *event.people["name"], *event.people["team"], *STAYS]
        kept += [prize.name for one in rules for prize in one.prizes]
        kept += [f"{c.value}棋手" for one in rules for prize in one.prizes for c in prize.conditions]
        kept += [entry.data["reason"] for entry in event.journal.of_kind("correct")]
        kept += [one[key] for one in rules for key in ("place", "qualifies_for", "no_team") if one[key]]
        whole = "\n".join(kept).replace("，", "、")
        parts = {run for text in self.texts for run in re.findall("[\u3400-\u9fff\U00020000-\U000323af]+", text)}
        return {part for part in parts if part not in whole} | (set(language.unknown()) - set(kept))


def read(monkeypatch: pytest.MonkeyPatch, event: Event, rounds: list[int], folder: Path) -> Reader:
    event.rules.settings["language"] = "英文"
    dress(event)
    reader = Reader(monkeypatch, folder)
    for round_no in rounds:
        report = RoundReport(event, round_no)
        reader.files(report)
        reader.page(report, CELLS)
        reader.paper(event, round_no)
    final = FinalReport(event)
    reader.files(final)
    reader.page(final, LAST_CELLS)
    return reader


def test_a_small_event_in_english_holds_no_hanzi_but_names(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    event = open_event(small_event.copy(tmp_path / "赛", rounds=2))
    reader = read(monkeypatch, event, [2], tmp_path / "out")
    assert len(reader.texts) > 100 and "Rehearsal" in reader.texts
    assert sorted(reader.left(event)) == []


@pytest.mark.long
@pytest.mark.parametrize("name", ["danyang-2024", "tianshui-2024"])
def test_a_rehearsed_event_in_english_holds_no_hanzi_but_names(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    event = open_event(DATA / name)
    reader = read(monkeypatch, event, [4, published_rounds(event)[-1]], tmp_path)
    assert sorted(reader.left(event)) == []


@pytest.mark.long
@pytest.mark.parametrize("name", ["danyang-2024", "tianshui-2024"])
def test_the_rules_and_the_numbers_in_english_hold_no_hanzi_but_names(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    event = open_event(DATA / name)
    language.choose("英文")
    language.keep([event.name])
    reader = Reader(monkeypatch, tmp_path)
    for number, picture in enumerate(RegistrationReport(event).pictures().pictures):
        assert picture.name and number < 20
    laws = [words for one in event.regulations.values() for words in (one["book"], one["obliged"], one["place"]) if words]
    left = {part for part in reader.left(event) if part not in "".join(laws)}
    assert left == set()
    found = [english(words) for one in event.regulations.values() for _, words in summary(one)]
    assert None not in found


def test_shared_tables_keep_their_marks_in_english(tmp_path: Path) -> None:
    from qisai.excel.share import Sheet

    event = open_event(small_event.copy(tmp_path / "赛", rounds=0))
    language.choose("英文")
    frame = pd.DataFrame({"名次": [1, 2], "姓名": ["张三", "李四"], "累进分": [9, 8]})
    sheet = Sheet("名次", frame, "第2轮后名次", decided={1: "累进分"}, widths={"累进分": 30.0})
    page = openpyxl.load_workbook(share(tmp_path / "a.xlsx", event, [sheet], ["截至第2轮 07-20 10:00"])).worksheets[0]
    cells = {cell.value: cell for row in page.iter_rows() for cell in row if cell.value is not None}
    assert page.title == "Place" and "Progr. score" in cells and "小小象棋赛　Standings after round 2" in cells
    assert cells[8].font.color.rgb == "009C241A" and page.column_dimensions[cells["Progr. score"].column_letter].width == 30


@pytest.mark.parametrize("spoken", ["中文", "英文", "中英"])
@pytest.mark.parametrize("seed", [1, 2, 5])
def test_lists_and_slips_on_paper_are_clear_in_every_language(spoken: str, seed: int) -> None:
    language.choose(spoken)
    page = paper.Page("第3轮（其余）对阵", pairings(seed, 40), ["分数是本轮之前的积分"], columns=1 + seed % 2)
    leaves = paper.arrange(page, heading="小小象棋赛", stamp="演练数据　第3轮 07-20 10:00 公布")
    heading, clock = "小小象棋赛　演练数据", "每方20分钟每步加5秒"
    leaves += slips.arrange(some_slips(seed, 9), heading=heading, round_label="第 3 轮（其余）", clock=clock)
    for leaf in leaves:
        is_clear(leaf)
