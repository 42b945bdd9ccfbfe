"""Random prize sheets on random final lists: both referees agree, and what every hand-out must keep is kept."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from prize_fields import Field

from qisai.regulation.model import Regulation
from qisai.tournament.conditions import meets
from qisai.tournament.prizes import HIGHEST_ONLY, Awards, awards
from qisai.verify.awards import prize_list

SEEDS = [seed if seed < 40 else pytest.param(seed, marks=pytest.mark.long) for seed in range(120)]


def of(field: Field, **settings: object) -> Awards:
    rules: Regulation = replace(field.rules, settings={**field.rules.settings, **settings})
    return awards(field.final, field.people, rules, field.seed, field.owing)


def without_lots(seed: int) -> Field:
    """A field whose lists draw no lots and have no way of sharing of their own."""
    field = Field(seed)
    field.rules = replace(field.rules, prizes=tuple(replace(p, sharing="") for p in field.rules.prizes if not p.by_lot))
    return field


@pytest.mark.parametrize("seed", SEEDS)
def test_both_referees_give_the_same_to_the_same(seed: int) -> None:
    field = Field(seed)
    ours = Counter(
        (row.prize, row.condition, row.place, row.player, row.amount) for row in of(field).given.itertuples()
    )  # fmt: skip
    persons = field.persons
    rows = prize_list(field.rules, field.rows, persons, list(persons.values()), field.seed)
    theirs = Counter((r["prize"], r["condition"], r["place"], r["player"], r["amount"]) for r in rows if r["player"])
    assert ours == theirs


@pytest.mark.parametrize("seed", SEEDS)
def test_no_way_of_sharing_changes_the_sum(seed: int) -> None:
    """Nor what nobody takes: a place is awarded or open, whoever shares it. (Lots come after, among other people.)"""
    field = without_lots(seed)
    sums = {way: of(field, tied_prizes=way) for way in ("不平分", "平分", "Hort")}
    assert len({found.total for found in sums.values()}) == 1
    assert len({int(found.open["amount"].sum()) for found in sums.values()}) == 1
    assert len({found.certificates for found in sums.values()}) == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_with_one_prize_for_each_nobody_has_two_and_nobody_has_less_than_he_could(seed: int) -> None:
    """No two money prizes in one hand; and whoever stands at or behind a place, but ahead of him who took it, has one
    worth as much or more."""
    field = without_lots(seed)
    found = of(field, stacking=HIGHEST_ONLY, tied_prizes="不平分", prize_rounds=0, prize_paid=False, missed_round="不处理")
    rows = found.given[found.given["amount"] > 0]
    assert rows["player"].is_unique
    worth = dict(zip(rows["player"], rows["amount"], strict=True))
    ranked = field.final.index[field.final["rank"].notna()]
    lists = {(prize.name, prize.condition): prize for prize in field.rules.prizes}
    for row in rows.itertuples():
        names = list(ranked[meets(field.people, lists[row.prize, row.condition], 2024).reindex(ranked)])
        for player in names[row.place - 1 : names.index(row.player)]:
            assert worth.get(player, 0) >= row.amount


@pytest.mark.parametrize("seed", SEEDS)
def test_in_a_list_on_its_own_the_better_place_goes_to_the_better_player(seed: int) -> None:
    field = without_lots(seed)
    found = of(field, stacking="叠加", tied_prizes="不平分")
    order = {player: place for place, player in enumerate(field.final.index, start=1)}
    for _, rows in found.given.groupby(["prize", "condition"]):
        placed = rows.drop_duplicates(["place", "player"]).sort_values("place")
        assert placed["player"].is_unique
        assert placed["player"].map(order).is_monotonic_increasing
        assert (placed["place"].to_numpy() <= placed["player"].map(order).to_numpy()).all()
