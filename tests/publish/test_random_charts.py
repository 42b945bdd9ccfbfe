"""No text of any chart is clipped, lies on another or is too small, and no picture has a height that WeChat shrinks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from extents import faults
from looks import legal
from matplotlib.figure import Figure
from random_charts import KINDS

from qisai.publish import canvas, language, theme
from qisai.publish.canvas import Canvas

MANY = 60


@pytest.fixture(params=[language.CHINESE, language.ENGLISH, language.BOTH])
def tongue(request: pytest.FixtureRequest) -> Iterator[str]:
    language.choose(request.param)
    yield request.param
    language.choose(language.CHINESE)
    language.unknown()


def check(kind: str, seed: int) -> Figure:
    figure = KINDS[kind](random.Random(f"{kind}{seed}"))
    assert not faults(figure), (kind, seed)
    height = int(figure.bbox.height)
    assert height <= theme.FITS or theme.LONG <= height <= theme.TALLEST, (kind, seed, height)
    return figure


@pytest.mark.parametrize("kind", KINDS)
def test_a_random_chart_is_without_fault(kind: str, tongue: str) -> None:
    check(kind, 2)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_many_random_charts_are_without_fault(kind: str, tongue: str, tmp_path: Path) -> None:
    for seed in range(100, 100 + MANY):
        figure = check(kind, seed)
        if seed % 10 == 0:
            assert legal(canvas.save(figure, tmp_path / "c.png")), (kind, seed)


def test_the_faults_are_found() -> None:
    page = Canvas(400)
    page.text(100, 100, "甲乙丙", 30)
    assert faults(page.figure) == []
    page.text(130, 110, "丁", 30)
    page.text(1060, 200, "戊己", 30)
    page.text(500, 300, "庚", 20)
    assert [fault.split(":")[0] for fault in faults(page.figure)] == ["outside the page", "on one another", "too small"]
    assert faults(Canvas(100).figure) == ["no text at all"]
