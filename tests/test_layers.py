"""Imports point one way, and the core knows no file, no clock and no chance."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import qisai

SOURCE = Path(qisai.__file__).parent
LAYERS = [
    {"hanzi", "pinyin", "vocabulary", "private", "problem_words", "problems", "unpack", "sheets", "journal"},
    {"tiebreaks"},
    {"regulation"},
    {"tournament", "verify"},
    {"pairing"},
    {"excel", "exchange", "publish", "intake"},
    {"record"},
    {"event"},
    {"clock", "simulate"},
    {"steps"},
    {"reports"},
    {"notebooks", "menu", "console"},
    {"recovery", "usage"},
    {"dialogue", "draw_dialogue", "signup_dialogue"},
    {"cli"},
    {"__main__", "__init__"},
]
LEVEL = {part: level for level, parts in enumerate(LAYERS) for part in parts}
WRITTEN = sorted(SOURCE.rglob("*.py"))
MODULES = sorted(path.relative_to(SOURCE) for path in SOURCE.rglob("*.py"))


def part_of(module: Path) -> str:
    return module.parts[0].removesuffix(".py")


def imported(module: Path) -> set[str]:
    """The top-level parts of qisai, and other packages, that a module imports."""
    found = set()
    for node in ast.walk(ast.parse((SOURCE / module).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names] if node.module == "qisai" else [node.module]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        found |= {name.split(".")[1] if name.startswith("qisai.") else name.split(".")[0] for name in names}
    return found


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_a_module_imports_only_from_layers_below_its_own(module: Path) -> None:
    own = part_of(module)
    for part in imported(module) & LEVEL.keys() - {own}:
        lowest = LEVEL[part] == LEVEL[own] == 0  # these have an order of their own, below
        assert LEVEL[part] < LEVEL[own] or lowest, f"{module} imports {part}"


def test_layers_of_the_lowest_kind_stand_in_their_order() -> None:
    order = ["hanzi", "pinyin", "vocabulary", "private", "problem_words", "problems", "unpack", "sheets", "journal"]
    for module in MODULES:
        if part_of(module) in order:
            allowed = set(order[: order.index(part_of(module))]) | {part_of(module)}
            assert imported(module) & LEVEL.keys() <= allowed, module


@pytest.mark.parametrize("part", ["tournament", "pairing"])
def test_the_pure_core_knows_no_file_no_clock_and_no_chance(part: str) -> None:
    for module in MODULES:
        if part_of(module) == part:
            assert not imported(module) & {"pathlib", "os", "datetime", "time", "random", "secrets", "openpyxl"}, module


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.name)
def test_a_module_stays_under_four_hundred_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400
