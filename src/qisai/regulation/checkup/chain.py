"""Tie-breaks: two orders in one document, words with several meanings, links that decide nothing."""

from __future__ import annotations

from collections.abc import Iterator

from qisai.regulation.checkup.facts import Facts, Remark
from qisai.regulation.model import Key
from qisai.tiebreaks import TIE_BREAKS


def _labels(chain: tuple[Key, ...]) -> str:
    return "、".join(key.label for key in chain)


def two_chains(facts: Facts) -> Iterator[Remark]:
    """A document with two orders (Tianshui 六 and supplement 4) must have one of them chosen."""
    chains, rules = facts.rules.chains, facts.rules
    if len(set(chains.values())) < 2:
        return
    used = next(name for name, chain in chains.items() if chain == rules.chain)
    rest = [name for name in chains if name != used]
    why = "" if facts.decided("chain") else "（默认，没有定）"
    yield Remark("名次方案", facts.says("chain"), f"规程里有 {len(chains)} 种名次算法{_parting(facts, used, rest)}",
                 f"按「{used}」{why}：{_labels(rules.chain)}",
                 "；".join(f"「{name}」：{_labels(chains[name])}" for name in rest), facts.decided("chain"))  # fmt: skip


def _parting(facts: Facts, used: str, rest: list[str]) -> str:
    """Where two orders part, in short: the first key that differs."""
    chains = facts.rules.chains
    if len(rest) > 1:
        return ""
    own, other = chains[used], chains[rest[0]]
    same = next((n for n, (a, b) in enumerate(zip(own, other, strict=False)) if a != b), min(len(own), len(other)))
    next_keys = [f"「{name}」{chain[same].label if same < len(chain) else '没有了'}"
                 for name, chain in ((used, own), (rest[0], other))]  # fmt: skip
    return f"，{own[same - 1].label}之后{'、'.join(next_keys)}" if same else ""


#: Words of texts that mean different things, with the key that each meaning has in the 名次 sheet.
WORDS = {
    "逐轮递减": ("progressive_cut", "previous", "previous_points"),
    "上轮积分": ("previous_points", "previous"),
}
MEANINGS = {
    "progressive_cut": "累进分依次去掉第一轮、前两轮（规则 14.3.2，填「累进分逐轮递减」）",
    "previous": "比前一轮的名次（规则 14.3.1，填「前一轮名次」）",
    "previous_points": "比前一轮的积分，再比更前一轮（填「上轮积分」）",
}


def many_meanings(facts: Facts) -> Iterator[Remark]:
    """逐轮递减 and 上轮积分 go forwards or backwards, by points or by places, as the reader likes (rules 14.3).

    Only where such a word stands in the text; who chose the 方案, or has only one, has typed its keys.
    """
    text = facts.quote("chain")
    for key in facts.rules.chain:
        said = [word for word, meanings in WORDS.items() if word in text and key.name in meanings]
        for word in sorted(said, key=lambda word: WORDS[word].index(key.name))[:1]:
            others = "；".join(MEANINGS[name] for name in WORDS[word] if name != key.name)
            yield Remark("名次用语", f"……{word}……", f"「{word}」有几种意思", MEANINGS[key.name], others,
                         facts.decided("chain") or len(facts.rules.chains) < 2)  # fmt: skip


def chain_end(facts: Facts) -> Iterator[Remark]:
    """A chain without 编号 can leave two players equal; places are never shared, so the draw number decides."""
    chain = facts.rules.chain
    if all(key.name not in ("number", "lot") for key in chain):
        back = any(key.name == "previous" for key in chain)
        doubt = "各轮都完全相同的两人仍分不出" if back else "指标都相同的两人分不出"
        yield Remark("名次最后一项", _labels(chain), f"{doubt}，规程没有写怎么办",
                     "抽签编号小者列前，名次不并列（同意就在「名次」表最后加一行「编号」）",
                     "现场抽签；名次并列", False)  # fmt: skip


def chain_order(facts: Facts) -> Iterator[Remark]:
    """前一轮名次, 抽签 and 编号 separate everybody, so that what stands below them is never looked at."""
    keys = [key.name for key in facts.rules.chain]
    for last in ("previous", "lot", "number"):
        below = keys[keys.index(last) + 1 :] if last in keys else []
        useless = [TIE_BREAKS[name].label for name in below if name != "number"]
        if useless:
            yield Remark("名次次序", _labels(facts.rules.chain),
                         f"「{TIE_BREAKS[last].label}」之后的{'、'.join(useless)}永远用不到", "按「名次」表的次序",
                         f"把「{TIE_BREAKS[last].label}」移到最后", False)  # fmt: skip


def chain_direction(facts: Facts) -> Iterator[Remark]:
    """A direction against custom (more fouls first) is more often a slip than a rule."""
    for key in facts.rules.chain:
        if key.larger_first != key.row.larger_first:
            typed, custom = ("高", "低") if key.larger_first else ("低", "高")
            yield Remark("名次方向", f"{key.label}：{typed}者列前", f"惯例是{custom}者列前", f"{typed}者列前",
                         f"{custom}者列前", True)  # fmt: skip
