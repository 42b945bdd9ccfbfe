"""Prize money of people who share a place, against a published example and by hand; the sum is always kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qisai.tournament.sharing import WAYS, equal, hort

AMOUNTS = st.lists(st.integers(0, 5000), min_size=1, max_size=9).map(lambda found: sorted(found, reverse=True))


def test_hort_as_the_encyclopedia_has_it() -> None:
    """Wikipedia, "Hort-System": prizes of 100, 80, 60, 40, 20, 10; A and B are tied, C is alone, D, E and F are tied.

    A keeps 50 and has half of the pot of 90: 95; B 40 + 45 = 85; C 60. D, E and F keep 20, 10 and 5 and share a pot of 35:
    31 2/3, 21 2/3 and 16 2/3. The article rounds each up (32, 22, 17) and so pays 71 out of 70; here the two yuan that
    are left over go to the first two.
    """
    assert hort([100, 80]) == [95, 85]
    assert hort([60]) == [60]
    assert hort([40, 20, 10]) == [32, 22, 16]


def test_equal_parts_as_contests_publish_them() -> None:
    """Three tied for first with 25, 15 and 8 have 16 each; 460 and 225 for two are 342.50 each: 343 and 342."""
    assert equal([25, 15, 8]) == [16, 16, 16]
    assert equal([460, 225]) == [343, 342]


def test_by_hand_with_somebody_behind_the_last_prize() -> None:
    """Four are tied for places 9 to 12, of which 9 and 10 have 300 and 200: 125 each; Hort 150, 100 and 0 from their own,
    and 62 1/2 of the pot each: 212 1/2, 162 1/2 and twice 62 1/2; two yuan are left over."""
    assert equal([300, 200, 0, 0]) == [125, 125, 125, 125]
    assert hort([300, 200, 0, 0]) == [213, 163, 62, 62]


@pytest.mark.parametrize("way", WAYS)
@given(amounts=AMOUNTS)
def test_the_sum_is_kept_and_nobody_ahead_gets_less(way: str, amounts: list[int]) -> None:
    found = WAYS[way](amounts)
    assert sum(found) == sum(amounts) and len(found) == len(amounts)
    assert found == sorted(found, reverse=True)


@given(AMOUNTS)
def test_hort_lies_between_the_own_place_and_the_equal_part(amounts: list[int]) -> None:
    part = sum(amounts) / len(amounts)
    for own, amount in zip(amounts, hort(amounts), strict=True):
        assert min(own, part) - 1 < amount < max(own, part) + 1
