"""The README is what a newcomer types: two set-up commands, and only verbs and files that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.main import get_command

from qisai.cli import app

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ENGLISH = (ROOT / "README.en.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", [README, ENGLISH], ids=["中文", "English"])
def test_there_are_exactly_two_set_up_commands(text: str) -> None:
    commands = re.findall(r"^    (python -m pip .*)$", text, flags=re.MULTILINE)
    assert commands == [
        'python -m pip install -e ".[lab]" && python -m qisai run data/danyang-2024',
        'python -m pip install -e ".[test]" && python -m pytest',
    ]


@pytest.mark.parametrize("text", [README, ENGLISH], ids=["中文", "English"])
def test_every_verb_it_names_exists_and_every_verb_is_named(text: str) -> None:
    named = set(re.findall(r"python -m qisai (\w+)", text))
    assert named - set(get_command(app).commands) == set()
    assert set(get_command(app).commands) == named


@pytest.mark.parametrize("text", [README, ENGLISH], ids=["中文", "English"])
def test_every_file_it_links_to_is_there(text: str) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert (ROOT / target).exists(), target


def test_no_text_file_of_the_project_is_bound_to_one_machine() -> None:
    """Every file is opened with an encoding; no path of a machine, no lock file with addresses."""
    for path in [*ROOT.glob("src/**/*.py"), *ROOT.glob("tests/**/*.py"), *ROOT.glob("*.md"), *ROOT.glob("notebooks/*.ipynb")]:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"(^|[\s\"'(])/(home|root|work|tmp|Users)/", text), path
