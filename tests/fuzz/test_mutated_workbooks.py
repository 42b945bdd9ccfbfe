"""Mutated workbooks: each is read or refused in words, and nothing that is known comes out different."""

from __future__ import annotations

import os
import random
import warnings
from collections import Counter
from pathlib import Path
from time import perf_counter

import pytest
from mutations import ANY, MUTATIONS, READ, SAME, Base, Mutant, base, cells_of, one_number_changed

from qisai.problems import InputProblems
from qisai.sheets import read_book

ROOT = Path(__file__).parents[2]
OURS = [ROOT / "data" / "danyang-2024" / name for name in ("赛事.xlsx", "编号.xlsx", "第01轮.xlsx", "第09轮_淘汰.xlsx")]
FOUND = sorted((Path(__file__).parents[3] / "shared" / "real_registration").glob("*.xlsx"))
HANGS = 60  # seconds; a mutant takes some hundredths of one


def outcome(origin: Base, mutant: Mutant, path: Path) -> str:
    """What came of a mutant, in a word; raises AssertionError where it should not have."""
    path.write_bytes(mutant.data)
    start = perf_counter()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            book = read_book(path)
            for sheet in book.cells:
                book.table(sheet, ("姓名",), ("序号", "单位"), [])
    except InputProblems as found:
        assert mutant.expect != READ, found.problems
        assert all(problem.wrong and problem.remedy for problem in found.problems)
        return found.problems[0].code
    assert perf_counter() - start < HANGS
    read = cells_of(path)
    if mutant.expect != ANY:
        right = {**origin.cells, **mutant.changed}
        wrong = {place for place in read.keys() | right.keys() if read.get(place) != right.get(place)}
        assert not wrong, f"read differently without a word: {sorted(wrong)[:5]}"
        return "as it was" if not mutant.changed else "one cell changed"
    return "as it was" if read == origin.cells else "changed, right value unknown"


def played(count: int, seed: int, folder: Path) -> Counter[tuple[str, str]]:
    """So many mutants, by what was expected and what came of them."""
    bases = [base(path) for path in (*OURS, *FOUND)]
    counts: Counter[tuple[str, str]] = Counter()
    for number in range(count):
        chance = random.Random(f"{seed}/{number}")
        mutate = MUTATIONS[number % len(MUTATIONS)]
        origin = chance.choice([one for one in bases if mutate is not one_number_changed or one.numbers])
        mutant = mutate(origin, chance)
        try:
            counts[mutant.expect, outcome(origin, mutant, folder / "变异（1）.xlsx")] += 1
        except Exception as error:
            raise AssertionError(f"seed {seed}, mutant {number}, {mutate.__name__} of {origin.name}: {error!r}") from error
    return counts


def test_a_few_mutants_of_real_workbooks_are_read_or_refused(tmp_path: Path) -> None:
    counts = played(144, 1, tmp_path)
    assert {expect for expect, _ in counts} == {SAME, READ, ANY}
    assert counts[READ, "one cell changed"] and counts[SAME, "damaged"]


@pytest.mark.long
def test_five_thousand_mutants_of_real_workbooks_are_read_or_refused(tmp_path: Path) -> None:
    """Another seed each time; ``QISAI_SEED`` repeats one."""
    seed = int(os.environ.get("QISAI_SEED", random.SystemRandom().randrange(10**6)))
    print(f"seed {seed}")
    for (expect, what), count in sorted(played(5_000, seed, tmp_path).items()):
        print(f"{count:5}  {expect}: {what}")
