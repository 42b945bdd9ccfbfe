"""One engine pairs one field in this process: ``timed_pairing.py ENGINE SCORING SIZE PLAYED LIMIT`` prints the figures.

Building the field and importing the engine are not timed. Seconds are those of the processor, so that others on the
same machine do no harm; the clock is given as well. A pairing that takes longer than LIMIT seconds ends the process
by SIGPROF, inside compiled code too. The peak is that of the whole process; it is read from /proc, for getrusage
counts what the parent had before this process began.
"""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path
from time import perf_counter, process_time

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS.parent / "src"), str(TESTS / "pairing")]

from peers import PEERS, Pairs  # noqa: E402
from swiss_fields import CHESS, XIANGQI, colour_clashes, crossings, swiss_field  # noqa: E402

from qisai.pairing.field import Pairing, PairingRules  # noqa: E402
from qisai.pairing.swiss import pair_round  # noqa: E402

OURS = "qisai"


def unproved(pairing: Pairing) -> list[str]:
    """The criteria, without the last key that says nothing to people, whose value is not its own lower bound."""
    return [c.name for c in pairing.criteria[:-1] if c.bound != c.value]


def numbers(made: Pairing) -> Pairs:
    bye = [] if made.bye is None else [(int(made.bye), 0)]
    return [(int(board.red), int(board.black)) for board in made.boards] + bye


def peak() -> float:
    """The most memory that this process has had, in MB."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) / 1024


def main(engine: str, scoring: str, size: int, played: int, limit: float) -> None:
    field = swiss_field(size, played, {s.name: s for s in (CHESS, XIANGQI)}[scoring])
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    if engine == OURS:
        people = field.entrants()
        read, pair = (lambda _: people), (lambda state: pair_round(state, field.round_no, PairingRules()))
    else:
        PEERS[engine].load()
        read, pair = PEERS[engine].read, PEERS[engine].pair
    start = process_time()
    state = read(field)
    signal.setitimer(signal.ITIMER_PROF, limit)
    ready, clock = process_time(), perf_counter()
    made = pair(state)
    end, clock = process_time(), perf_counter() - clock
    signal.setitimer(signal.ITIMER_PROF, 0)
    pairs = numbers(made) if isinstance(made, Pairing) else made
    figures = {
        "seconds": end - ready,
        "clock": clock,
        "reading": ready - start,
        "megabytes": peak(),
        "floats": sum(crossings(field, pairs)),
        "clashes": colour_clashes(field, pairs)[0],
        "unproved": unproved(made) if isinstance(made, Pairing) else [],
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), float(sys.argv[5]))
