"""Complete chess engines as oracles: on the same field ours is never worse in floats and colours."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

import pytest
from peers import PEERS, Pairs
from swiss_fields import CHESS, XIANGQI, Scoring, SwissField, colour_clashes, crossings, swiss_field

from qisai.pairing.field import Criterion, NoLegalPairing, PairingRules
from qisai.pairing.legality import faults
from qisai.pairing.swiss import measure_pairing, pair_round

#: The order of FIDE's C.04.3: score differences of the floats, colours, floats of the rounds before.
RULES = PairingRules(criteria=("分差", "先后手", "上下调", "次序"))


@dataclass
class Tally:
    """Fields by the end of the comparison, and those in which ours is worse in FIDE's measure of colours."""

    ends: Counter[str] = field(default_factory=Counter)
    worse: list[str] = field(default_factory=list)


def random_field(seed: int, scoring: Scoring, sizes: tuple[int, int]) -> SwissField | None:
    """A field of its own for each seed; None where its history gets stuck."""
    chance = random.Random(seed)
    size = chance.randint(*sizes)
    try:
        return swiss_field(size, chance.randint(1, min(9, size // 2)), scoring, seed)
    except ValueError:
        return None


def ids(pairs: Pairs) -> tuple[list[tuple[str, str]], str | None]:
    bye = next((str(one) for one, other in pairs if not other), None)
    return [(str(one), str(other)) for one, other in pairs if other], bye


def compare(name: str, field: SwissField, tally: Tally) -> None:
    """Ours against the peer's: our vector is not greater, nor are the floats when plain code counts them.

    The absolute rules are the same: both find a legal pairing, or neither does.
    """
    people = field.entrants()
    found = PEERS[name].pairs(field)
    try:
        made = pair_round(people, field.round_no, RULES)
    except NoLegalPairing:
        assert found is None, f"{name} 有合规的对阵，我们没有"
        tally.ends["双方都没有合规的对阵"] += 1
        return
    assert found is not None, f"我们有合规的对阵，{name} 没有"
    games, bye = ids(found)
    assert faults(games, bye, people, RULES) == []
    ours, peer = made.criteria, measure_pairing(games, bye, people, field.round_no, RULES)
    assert [c.name for c in ours] == [c.name for c in peer]
    better = first_difference(ours, peer)
    own = [(int(b.red), int(b.black)) for b in made.boards] + ([(int(made.bye), 0)] if made.bye else [])
    assert crossings(field, own) <= crossings(field, found)
    tally.ends[f"我们更好：{better}" if better else "一样好"] += 1
    if floats_of(ours) == floats_of(peer):
        note_wishes(field, own, found, tally)


def first_difference(ours: tuple[Criterion, ...], peer: tuple[Criterion, ...]) -> str:
    """The first criterion in which the two differ, ours smaller; blank where only the last key does."""
    for own, other in zip(ours[:-1], peer[:-1], strict=True):
        assert own.value <= other.value, f"{own.name}：我们 {own.value}，对方 {other.value}"
        if own.value < other.value:
            return "跨分组" if own.name.startswith("跨越") else own.name
    return ""


def floats_of(criteria: tuple[Criterion, ...]) -> list[int]:
    """The values of the criteria that come before the colours."""
    return [c.value for c in criteria if c.name.startswith(("跨", "轮空者"))]


def note_wishes(field: SwissField, own: Pairs, found: Pairs, tally: Tally) -> None:
    """With equal floats: how many games leave a player without the colour that FIDE's C.04.3 says he wants."""
    mine, his = colour_clashes(field, own), colour_clashes(field, found)
    tally.ends[f"上下调相同，有人不得所愿先后手的对局：{'更少' if mine < his else '更多' if mine > his else '相同'}"] += 1
    if mine > his:
        where = f"  {len(field.players)} 人第 {field.round_no} 轮"
        tally.worse.append(f"{where}：不得所愿 {mine[0]} 比 {his[0]}，其中同多先（后）手 {mine[1]} 比 {his[1]}")


def against(name: str, scoring: Scoring, seeds: range, sizes: tuple[int, int]) -> Tally:
    """Compares the fields of the seeds; at least half of them have to be comparable."""
    if not PEERS[name].installed:
        pytest.skip(f"没有装 {name}：pip install -e .[peers]")
    tally = Tally()
    for seed in seeds:
        field = random_field(seed, scoring, sizes)
        if field is None:
            tally.ends["历史编不下去"] += 1
        else:
            compare(name, field, tally)
    print(f"\n{name} {scoring.name}")
    for end, count in sorted(tally.ends.items()):
        print(f"{count:5} {end}")
    print("\n".join(tally.worse))
    compared = sum(count for end, count in tally.ends.items() if end == "一样好" or end.startswith("我们更好"))
    assert compared >= len(seeds) // 2
    return tally


@pytest.mark.parametrize("size", [16, 41])
def test_the_history_of_an_invented_field_breaks_no_rule(size: int) -> None:
    for player in swiss_field(size, 7).players:
        games = [opponent for opponent, _, _ in player.rounds if opponent]
        assert len(games) == len(set(games)) == len(player.met)
        assert len(games) >= 6
        assert abs(player.surplus) <= 2
        assert all(len(set(player.colours[i : i + 3])) > 1 for i in range(len(player.colours) - 2))
        assert player.score == sum(units for _, _, units in player.rounds)


@pytest.mark.parametrize("scoring", [CHESS, XIANGQI], ids=["chess", "xiangqi"])
def test_no_float_and_no_colour_is_worse_than_those_of_py4swiss(scoring: Scoring) -> None:
    against("py4swiss", scoring, range(6), (8, 40))


@pytest.mark.long
@pytest.mark.parametrize("scoring", [CHESS, XIANGQI], ids=["chess", "xiangqi"])
def test_no_float_and_no_colour_is_worse_than_those_of_py4swiss_in_hundreds_of_fields(scoring: Scoring) -> None:
    against("py4swiss", scoring, range(1000, 1400), (6, 60))
    against("py4swiss", scoring, range(2000, 2020), (100, 160))


@pytest.mark.long
@pytest.mark.parametrize("scoring", [CHESS, XIANGQI], ids=["chess", "xiangqi"])
def test_no_more_games_than_with_py4swiss_leave_a_player_without_the_colour_he_wants(scoring: Scoring) -> None:
    assert against("py4swiss", scoring, range(1000, 1200), (6, 60)).worse == []


@pytest.mark.long
def test_no_float_and_no_colour_is_worse_than_those_of_gacrux_in_hundreds_of_fields() -> None:
    """gacrux reads no score system in which the sides of a draw differ."""
    against("gacrux", CHESS, range(3000, 3300), (6, 60))


@pytest.mark.long
def test_no_float_and_no_colour_is_worse_than_those_of_caissify() -> None:
    against("caissify", CHESS, range(4000, 4060), (6, 30))
