"""Names that may be one name in two spellings."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from itertools import combinations

from qisai.hanzi import simplified
from qisai.vocabulary import plain

_REGION = re.compile(r"[（(\[【].*?(?:[）)\]】]|$)")
_DOTS = re.compile(r"[·•・‧．.,，、'’`\-]")
CUT = range(13, 16)  # bytes that a name of 15 bytes keeps, where half a character or a blank falls off
MANY = 40  # of more names with one key in common nothing is proposed: they are one family


def spelling(name: str) -> str:
    """A name without case, blanks, dots, accents and the region in brackets, in simplified characters.

    >>> spelling("Wang Xiao-Ming (Nanjing)"), spelling("阿迪力·买买提（新疆）"), spelling("José"), spelling("許銀川")
    ('wangxiaoming', '阿迪力买买提', 'jose', '许银川')
    """
    words = simplified(_DOTS.sub("", _REGION.sub("", plain(name)) or plain(name)).casefold())
    return "".join(c for c in unicodedata.normalize("NFD", words) if not unicodedata.combining(c))


def alike(names: Mapping[str, str]) -> Iterator[tuple[str, str, bool]]:
    """Pairs of ids whose names may be one, and whether they are surely so: the same but for spelling, or one cut off.

    The others differ in one character that was added, lost or changed: in a word of letters of at least five, in Hanzi
    of at least two, never in a digit. The pairs come in the order of ``names``.
    """
    spelled = {player: spelling(name) for player, name in names.items()}
    found: dict[tuple[str, str], bool] = {}
    for pair in _sharing({player: {key} for player, key in spelled.items() if key}):
        found[pair] = True
    for pair in _sharing({player: {key[:3]} for player, key in spelled.items() if len(key) > 3}):
        if any(_is_cut(names[one], names[other]) for one, other in (pair, pair[::-1])):
            found[pair] = True
    near = {player: {key, *(key[:n] + key[n + 1 :] for n in range(len(key)))} for player, key in spelled.items() if _tells(key)}
    for pair in _sharing(near):
        if pair not in found and _one_apart(*(spelled[player] for player in pair)):
            found[pair] = False
    place = {player: position for position, player in enumerate(names)}
    for one, other in sorted(found, key=lambda pair: (place[pair[0]], place[pair[1]])):
        yield one, other, found[one, other]


def _sharing(keys: Mapping[str, set[str]]) -> Iterator[tuple[str, str]]:
    """Pairs that have a key in common."""
    owners: dict[str, list[str]] = {}
    for player, own in keys.items():
        for key in own:
            owners.setdefault(key, []).append(player)
    for group in owners.values():
        if 1 < len(group) <= MANY:
            yield from combinations(group, 2)


def _tells(key: str) -> bool:
    """Whether a name is long enough for one character to be a slip of the pen."""
    return len(key) >= (5 if key.isascii() else 2)


def _is_cut(short: str, long: str) -> bool:
    """Whether the one name is the beginning of the other as a field of 15 bytes keeps it."""
    short, long = simplified(short.strip()), simplified(long.strip())
    if len(short) >= len(long):
        return False
    sizes = {len(short.encode(name, "replace")) for name in ("gb18030", "utf-8")}
    return long.startswith(short) and any(size in CUT for size in sizes)


def _one_apart(one: str, other: str) -> bool:
    """Whether two texts differ in one character that is no digit."""
    if len(one) > len(other):
        one, other = other, one
    if len(other) - len(one) > 1 or one == other:
        return False
    start = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))
    rest = one[start:] if len(other) > len(one) else one[start + 1 :]
    if rest != other[start + 1 :]:
        return False
    changed = other[start] + ("" if len(other) > len(one) else one[start])
    return not any(c.isdigit() for c in changed)
