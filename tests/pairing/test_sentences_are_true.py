"""What the hall is told of each board and bye is true: in random tournaments, single rounds and the committed events.

``run(rounds, seed)`` plays tournaments as :mod:`test_random_tournaments` does and reads every sentence.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fields import random_history, with_wishes
from plain_rules import GRAVEST_FIRST
from sentences import untrue
from test_random_tournaments import Tournament

from qisai.event import open_event
from qisai.pairing.field import Board, Criterion, Entrant, NoLegalPairing, Pairing, PairingRules
from qisai.pairing.swiss import pair_round
from qisai.regulation.model import SWISS
from qisai.steps.why import published_round

DATA = Path(__file__).parents[2] / "data"
EVENTS = sorted(path.parent.name for path in DATA.glob("*/journal.jsonl"))


def settled(people: list[Entrant], number: int, rules: PairingRules) -> tuple[PairingRules, Pairing] | None:
    """The pairing, after the first compromise on offer where it needs one."""
    try:
        return rules, pair_round(people, number, rules)
    except NoLegalPairing as stuck:
        if not stuck.compromises:
            return None
        rules = replace(rules, relaxed=frozenset(stuck.compromises[0][0].split("、")))
        return rules, pair_round(people, number, rules)


def run(rounds: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Counts and faults of so many rounds of random tournaments."""
    counts, found = Counter[str](), []
    while counts["rounds"] < rounds:
        tournament = Tournament(seed)
        for number in range(1, tournament.rounds + 1):
            tournament.correct()
            people = tournament.event.entrants(tournament.present(number), tournament.sheet)
            made = settled(people, number, tournament.rules(number, people))
            if made is None:
                break
            rules, pairing = made
            counts += Counter(rounds=1, boards=len(pairing.boards), relaxed=bool(rules.relaxed))
            counts["sentences"] += sum(len(board.why) for board in pairing.boards) + len(pairing.bye_why)
            found += [f"tournament {seed} round {number} {fault}" for fault in untrue(people, number, rules, pairing)]
            tournament.play(pairing)
        seed += 1
    return counts, found


def wider(chance: random.Random, people: list[Entrant], rules: PairingRules) -> PairingRules:
    """What :func:`with_wishes` leaves out: fixed tables, other limits and colours, rules given up without need."""
    tables = {e.player: chance.randint(1, 4) for e in chance.sample(people, min(len(people), chance.choice([0, 0, 2, 4])))}
    limits = chance.choice([(2, 2)] * 4 + [(1, 2), (3, 3), (0, 2), (2, 0)])
    return replace(
        rules,
        tables=tables,
        surplus_limit=limits[0],
        run_limit=limits[1],
        first_colours=chance.choice(["单数台小号先", "小号先", "大号先", "单数号先", "抽签"]),
        relaxed=frozenset(chance.sample(GRAVEST_FIRST, chance.choice([0, 0, 0, 0, 1, 2, 3]))),
    )


def single(rounds: int, seed: int, largest: int) -> tuple[Counter[str], list[str]]:
    """The same of single rounds on histories in which anybody met anybody."""
    counts, found = Counter[str](), []
    for one in range(seed, seed + rounds):
        chance = random.Random(one)
        past = chance.randint(1, 6)
        people = random_history(chance, chance.randint(4, largest), past)
        people, rules = with_wishes(chance, people, past + 1, chance.random() < 0.3)
        rules = wider(chance, people, rules)
        made = settled(people, past + 1, rules)
        if made is None:
            continue
        rules, pairing = made
        counts += Counter(rounds=1, boards=len(pairing.boards), relaxed=bool(rules.relaxed))
        found += [f"single {one} {fault}" for fault in untrue(people, past + 1, rules, pairing)]
    return counts, found


def test_sentences_of_random_tournaments_are_true():
    counts, found = run(60, 1)
    assert not found, "\n".join(found)
    assert counts["boards"] > 500 and counts["relaxed"] > 0


def test_sentences_of_single_rounds_are_true():
    counts, found = single(90, 1, 12)
    assert not found, "\n".join(found)
    assert counts["rounds"] > 70 and counts["relaxed"] > 10


@pytest.mark.long
def test_sentences_of_thousands_of_rounds_are_true():
    counts, found = run(3_000, 5_000)
    more, also = single(5_000, 5_000, 20)
    print(f"\n{dict(counts)} {dict(more)}")
    assert not found + also, "\n".join(found + also)


@pytest.mark.parametrize("seed", [3, 5, 14])
def test_a_changed_number_or_a_missing_sentence_is_noticed(seed):
    tournament = Tournament(seed)
    for number in range(1, 5):
        people = tournament.event.entrants(tournament.present(number), tournament.sheet)
        made = settled(people, number, tournament.rules(number, people))
        assert made is not None
        rules, pairing = made
        for place, board in enumerate(pairing.boards[:6]):
            for changed in spoilt(board):
                boards = (*pairing.boards[:place], changed, *pairing.boards[place + 1 :])
                assert untrue(people, number, rules, replace(pairing, boards=boards)), changed
        tournament.play(pairing)


def spoilt(board: Board) -> Iterator[Board]:
    """The board with one number one larger, with a word turned round, or without one of its sentences."""
    for place, sentence in enumerate(board.why):
        for match in re.finditer(r"\d+", sentence):
            yield with_words(board, place, (f"{sentence[: match.start()]}{int(match[0]) + 1}{sentence[match.end() :]}",))
        for word, other in (("先手", "后手"), ("上调", "下调"), ("同分", "同组"), ("小者", "大者")):
            if word in sentence and sentence.count(word) != sentence.count(other):
                turned = sentence.replace(word, "#").replace(other, word).replace("#", other)
                yield with_words(board, place, (turned,))
        yield with_words(board, place, ())


def with_words(board: Board, place: int, words: tuple[str, ...]) -> Board:
    return replace(board, why=(*board.why[:place], *words, *board.why[place + 1 :]))


@pytest.mark.parametrize("event", EVENTS)
def test_sentences_of_the_committed_events_are_true(event):
    """As they stand in the journal, against the field and the rules on which the round was paired."""
    record = open_event(DATA / event)
    read = 0
    for publication in record.record.publications:
        own = published_round(record, publication)
        if own.stage.system != SWISS:
            continue
        criteria = tuple(Criterion(*line) for line in own.data["criteria"])
        lines = [(line["board"], line["red"], line["black"]) for line in own.data["lines"]]
        boards = tuple(Board(*line, tuple(own.data["why"][str(line[0])])) for line in lines)
        pairing = Pairing(boards, own.data["bye"], tuple(own.data["bye_why"]), criteria)
        show = own.competition.regulation.show
        found = untrue(own.hall.field, own.number, own.rules, pairing, show)
        assert not found, "\n".join([own.where, *found])
        read += len(boards)
    assert read > 200


@pytest.mark.parametrize("event", EVENTS)
def test_only_the_boards_that_were_changed_by_hand_say_so(event):
    """A hand change gives its reason on the boards that it changed; the others keep their sentences."""
    published: dict[tuple[str, str, int], dict[str, Any]] = {}
    for entry in open_event(DATA / event).journal.entries:
        if entry.kind not in ("publish", "adjust"):
            continue
        key = (entry.data["group"], entry.data["stage"], entry.data["round"])
        before = published.get(key)
        published[key] = entry.data
        if entry.kind == "adjust" and before:
            sides = {line["board"]: (line["red"], line["black"]) for line in before["lines"]}
            for line in entry.data["lines"]:
                board, kept = line["board"], before["why"].get(str(line["board"]))
                changed = sides.get(board) != (line["red"], line["black"])
                assert entry.data["why"][str(board)] == ([f"裁判调整：{entry.data['reason']}"] if changed else kept)
