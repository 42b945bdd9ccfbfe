"""The second referee derives anew that no legal pairing is better; what it says where the record proves less."""

from __future__ import annotations

import copy
import random
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from paired_halls import changed, chosen, field_of, paired

import small_event
from qisai.event.snapshots import FOLDER as BACKUPS
from qisai.journal import Journal
from qisai.pairing.absolute import legal_pairs
from qisai.pairing.arrays import all_pairs
from qisai.pairing.criteria import cost_table
from qisai.pairing.seeding import criteria_of
from qisai.verify import verify
from qisai.verify.costs import Seat, legal, lines, seats
from qisai.verify.hall import Hall
from qisai.verify.proof import proof
from qisai.verify.report import Ledger
from qisai.vocabulary import JOURNAL_FILE
from rehearsal_danyang import run

WHERE = "预赛第 {} 轮"


def judged(hall: Hall) -> tuple[str, list[str]]:
    """Why a round is not proved ("" where it is), and the findings in words."""
    ledger = Ledger()
    proof(hall, ledger)
    return ledger.proofs[WHERE.format(hall.pub.round)], list(map(str, ledger.findings))


def rounds_of(seed: int, count: int, rounds: int) -> Iterator[Hall]:
    chance = random.Random(seed)
    return paired(chance, count, rounds, chosen(chance))


# --- what the two referees see ------------------------------------------------------------------------------
def compared(hall: Hall) -> None:
    """Every pair: whether it is legal, and its cost in every criterion."""
    everybody = seats(hall)
    mine = list(lines(hall, everybody))
    field = field_of(hall)
    theirs, pairs = criteria_of(field, hall.regulation.show), all_pairs(field)
    assert [name for name, _ in mine[:-1]] == [line.name for line in theirs[:-1]]
    assert [seat.player for seat in everybody if seat.player] == [entrant.player for entrant in field.entrants]
    table = [[cost(everybody[a], everybody[b]) for _, cost in mine] for a, b in pairs.edges]
    assert np.array_equal(np.array(table, dtype=np.int64), cost_table(theirs, pairs))
    allowed = {(a, b) for a, b in pairs.edges.tolist() if legal(hall, everybody[a], everybody[b])}
    assert allowed == set(map(tuple, legal_pairs(field).edges.tolist()))


@pytest.mark.parametrize("seed", range(5))
def test_both_referees_see_the_same_costs_and_the_same_legal_pairs(seed: int) -> None:
    for hall in rounds_of(seed, 9 + seed, 5):
        compared(hall)
        assert judged(hall) == ("", [])


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 400))
def test_every_round_of_many_events_is_proved(seed: int) -> None:
    for hall in rounds_of(seed, 8 + seed % 33, 7):
        compared(hall)
        assert judged(hall) == ("", [])


# --- brute force --------------------------------------------------------------------------------------------
def pairings(there: Sequence[Seat]) -> Iterator[list[tuple[Seat, Seat]]]:
    if not there:
        yield []
    for other in there[1:]:
        for rest in pairings([seat for seat in there[1:] if seat is not other]):
            yield [(there[0], other), *rest]


@pytest.mark.parametrize("seed", range(4))
def test_no_other_pairing_of_a_small_field_is_proved_by_these_prices(seed: int) -> None:
    """All others are published in turn with the values that they have, claimed to be the least."""
    for hall in rounds_of(seed, 6 + seed % 3, 4):
        everybody = seats(hall)
        due = list(lines(hall, everybody))
        best = hall.pub.pairs | ({frozenset((hall.pub.bye, ""))} if hall.pub.bye else set())
        values = {}
        for pairs in pairings(everybody):
            if not all(legal(hall, *pair) for pair in pairs):
                continue
            key = frozenset(frozenset((one.player, other.player)) for one, other in pairs)
            values[key] = [sum(cost(*pair) for pair in pairs) for _, cost in due]
            if key != best:
                assert judged(published(hall, pairs, values[key]))[0], (hall.pub.round, key)
        assert values[best] == min(values.values())
        assert judged(hall) == ("", [])
        assert len(values) > 1 or hall.pub.round > 1


def published(hall: Hall, pairs: Sequence[tuple[Seat, Seat]], values: Sequence[int]) -> Hall:
    games = [pair for pair in pairs if pair[1].player]
    bye = next((one.player for one, other in pairs if not other.player), "")
    blank = hall.pub.lines[0]
    made = tuple(
        type(blank)(board, "", board, one.player, other.player) for board, (one, other) in enumerate(games, start=1)
    )
    claims = tuple((name, value, value) for (name, _, _), value in zip(hall.pub.criteria, values, strict=False))
    return changed(hall, lines=made, bye=bye, criteria=claims)


# --- a record that was changed ------------------------------------------------------------------------------
def late_round() -> Hall:
    chance = random.Random(7)
    return list(paired(chance, 11, 5, {}, wished=0))[-1]


Change = Callable[[Any], object]


@pytest.mark.parametrize("part", ["players", "sets"])
@pytest.mark.parametrize("more", [-1, 4])
def test_no_price_can_be_changed(part: str, more: int) -> None:
    hall = late_round()
    for place, (_, amounts) in enumerate(hall.pub.prices[part]):
        for at in range(len(amounts)):
            prices = copy.deepcopy(hall.pub.prices)
            prices[part][place][1][at][1] += more
            why, findings = judged(changed(hall, prices=prices))
            assert why == "的证明不成立" and findings, (place, at)
            assert all(words.startswith("【编排证明】预赛第 5 轮") for words in findings)


def test_the_pair_that_is_cheaper_and_its_criterion_are_named() -> None:
    """Another who pays more than his pair costs: the lot of everybody with the first."""
    hall = late_round()
    lot = len(hall.pub.criteria)
    prices = copy.deepcopy(hall.pub.prices)
    first, second = prices["players"][:2]
    for (_, amounts), more in ((first, 10**15), (second, -(10**15))):
        next(amount for amount in amounts if amount[0] == lot)[1] += more
    why, findings = judged(changed(hall, prices=prices))
    assert why == "的证明不成立"
    assert len(findings) == 1 and "「抽签」" in findings[0] and first[0] in findings[0] and "更省" in findings[0]


@pytest.mark.parametrize(("value", "bound"), [(0, 1), (0, -1), (1, 1), (0, None)])
def test_no_bound_can_be_changed(value: int, bound: int | None) -> None:
    """A value that is changed with it is found where the values are counted (编排指标)."""
    hall = late_round()
    for place, (name, had, least) in enumerate(hall.pub.criteria):
        criteria = list(hall.pub.criteria)
        criteria[place] = (name, had + value, None if bound is None else least + bound)
        why, findings = judged(changed(hall, criteria=tuple(criteria)))
        assert len(findings) == 1 and name in findings[0], name


def test_a_criterion_cannot_be_left_out() -> None:
    hall = late_round()
    for place in range(len(hall.pub.criteria)):
        left = (*hall.pub.criteria[:place], *hall.pub.criteria[place + 1 :])
        why, findings = judged(changed(hall, criteria=left))
        assert why == "的证明不成立" and findings


@pytest.mark.parametrize("prices", [
    {"players": []},
    {"players": [], "sets": []},
    {"players": [["P", [[0, 4]]]], "sets": []},
    {"players": [], "sets": [[["P"], [[0, 4]]]]},
    {"players": 3, "sets": []},
    [["", []]],
    "4",
])  # fmt: skip
def test_prices_that_nobody_can_read_prove_nothing(prices: Any) -> None:
    why, findings = judged(changed(late_round(), prices=prices))
    assert why == "的证明不成立" and findings


@pytest.mark.parametrize("amounts", [[[0, 4], [0, 4]], [[99, 4]], [[0, "4"]], [[0, True]], [[0, 1.5]], [0, 4], [[[], 4]]])
def test_an_amount_that_is_none(amounts: Any) -> None:
    hall = late_round()
    prices = copy.deepcopy(hall.pub.prices)
    prices["players"][0][1] = amounts
    assert judged(changed(hall, prices=prices))[1] == [
        "【编排证明】预赛第 5 轮：写的是证明里有看不懂的内容；核对得出不能证明没有更好的对阵"
    ]


def test_a_set_of_an_even_number_of_players_proves_nothing() -> None:
    """With such sets any pairing could be called the best one."""
    hall = late_round()
    prices = copy.deepcopy(hall.pub.prices)
    prices["sets"].append([[hall.pub.lines[0].red, hall.pub.lines[1].red], [[0, 4]]])
    assert "2 人不是单数" in judged(changed(hall, prices=prices))[1][0]
    prices["sets"][-1] = [[hall.pub.lines[0].red], [[0, -4]]]
    assert "价格小于零" in judged(changed(hall, prices=prices))[1][0]


def test_a_record_that_claims_no_more_than_its_prices_prove_is_no_fault() -> None:
    """The pairing that the record itself calls less than the best: each bound as far as the prices go."""
    hall = next(hall for hall in rounds_of(3, 8, 4) if hall.pub.round == 2)
    everybody = seats(hall)
    legal_ones = [pairs for pairs in pairings(everybody) if all(legal(hall, *pair) for pair in pairs)]
    due = list(lines(hall, everybody))
    values = {id(pairs): [sum(cost(*pair) for pair in pairs) for _, cost in due] for pairs in legal_ones}
    worst = max(legal_ones, key=lambda pairs: values[id(pairs)])
    least = [bound for _, _, bound in hall.pub.criteria]
    far = next(place for place, (value, bound) in enumerate(zip(values[id(worst)], least, strict=False)) if value != bound)
    record = published(hall, worst, values[id(worst)])
    honest = tuple(
        (name, value, least[place] if place <= far else None) for place, (name, value, _) in enumerate(record.pub.criteria)
    )
    assert judged(changed(record, criteria=honest)) == ("的证明不成立", [])


def test_a_round_without_prices_or_adjusted_by_hand_claims_nothing() -> None:
    hall = late_round()
    for nothing in (None, {}):
        assert judged(changed(hall, prices=nothing)) == ("的记录里没有证明", [])
    assert judged(changed(hall, adjusted=True)) == ("由裁判长调整过", [])


# --- a whole event ------------------------------------------------------------------------------------------
def tampered(folder: Path, change: Change) -> Path:
    """The record with its last publication changed, and chained anew."""
    path = folder / JOURNAL_FILE
    entries = list(Journal(path))
    change([entry for entry in entries if entry.kind == "publish"][-1].data)
    path.unlink()
    journal = Journal(path)
    for entry in entries:
        journal.append(entry.kind, entry.data, entry.time)
    return folder


def more_of_a_price(data: Any) -> None:
    data["prices"]["players"][0][1][0][1] += 1


def other_bound(data: Any) -> None:
    data["criteria"][0][2] += 1


def other_value(data: Any) -> None:
    data["criteria"][-1][1] += 1


def opponents_exchanged(data: Any) -> None:
    first, second = data["lines"][-2:]
    first["black"], second["black"] = second["black"], first["black"]


@pytest.mark.parametrize(("change", "topics"), [
    (more_of_a_price, {"编排证明"}),
    (other_bound, {"编排证明", "编排指标"}),
    (other_value, {"编排指标"}),
    (opponents_exchanged, {"编排证明"}),
])  # fmt: skip
def test_a_changed_record_of_an_event_is_found(tmp_path: Path, change: Change, topics: set[str]) -> None:
    folder = small_event.copy(tmp_path / "小赛", 2)
    report = verify(folder)
    assert (report.findings, report.proofs) == ((), ("积分编排 2 轮：每一轮都已另行算清，没有更好的对阵",))
    found = {finding.topic for finding in verify(tampered(folder, change)).findings}
    assert topics <= found


def test_the_organizer_reads_how_many_rounds_are_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = small_event.copy(tmp_path / "小赛", 2)
    assert run("verify", folder) == 0
    assert "积分编排 2 轮：每一轮都已另行算清，没有更好的对阵" in capsys.readouterr().out
    shutil.rmtree(folder / BACKUPS)  # they would tell that the record was changed
    assert run("verify", tampered(folder, lambda data: data.pop("prices"))) == 0
    assert "积分编排 2 轮：1 轮已另行算清，没有更好的对阵；积分第 2 轮的记录里没有证明" in capsys.readouterr().out
