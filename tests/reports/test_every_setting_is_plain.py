"""What a report is made from is plain data, whatever the organizer set."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import small_event
from qisai.event import open_event
from qisai.regulation.model import Regulation
from qisai.regulation.setting import Setting
from qisai.regulation.settings import SETTINGS, parse
from qisai.reports import artifacts, registration

SAMPLES = {"number": "3", "yes": "是", "fees": "自费=100，赞助=0", "text": "甲、乙", "heads": "全队", "rank_points": "9,7,6,5",
           "conditions": "少年组：年龄<=12；女子组：性别=女"}  # fmt: skip


@cache
def regulation(folder: Path) -> Regulation:
    return open_event(folder).rules


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_event.copy(tmp_path_factory.mktemp("表") / "小赛", -1)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
def test_a_setting_other_than_its_default_is_plain(folder: Path, setting: Setting) -> None:
    typed = setting.choices[-1] if setting.choices else SAMPLES.get(setting.kind, setting.default)
    rules = regulation(folder)
    told = artifacts.rules(replace(rules, settings={**rules.settings, setting.key: parse(setting, typed)}))
    assert json.loads(json.dumps(told))["settings"].keys() == rules.settings.keys()


def test_conditions_for_taking_part_stand_in_the_reports(tmp_path: Path) -> None:
    folder = tmp_path / "小赛"
    small_event.write(folder, 6, {"参赛条件": "地区=丹阳"})
    event = open_event(folder)
    assert artifacts.artifacts(event)[0].fingerprint
    assert [sheet.name for sheet in registration.load(folder).watch().sheets if sheet.name == "不合条件"] == ["不合条件"]
