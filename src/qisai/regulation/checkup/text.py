"""What the text of the regulation leaves open, says twice, or says in words that the sheet must give a value."""

from __future__ import annotations

import re
from collections.abc import Iterator

from qisai.regulation.checkup.facts import Facts, Remark
from qisai.regulation.model import SWISS, Stage
from qisai.regulation.setting import Setting
from qisai.regulation.settings import BY_KEY, SETTINGS, shown
from qisai.regulation.summary import applies, points_text

#: Settings with a question that a check of their own asks.
OWN = frozenset({"announced_rounds", "second_stage_points", "schedule", "chain", "team_count", "team_short"})
#: What a number that is still 0 means, and what can be typed.
_NO_NUMBER = {
    "recorded_boards": ("成绩单上不印录谱", "填前几台，如 5"),
    "slots": ("不列晋级名单", "填总名次前几名晋级"),
}


def announced_rounds(facts: Facts) -> Iterator[Remark]:
    """The text announces a number of rounds, the stages add up to others (Danyang 五（二）: 10; 7+3, 7+2)."""
    rules = facts.rules
    total = {
        stage.entrants: stage.last for stage in rules.stages if not stage.whole_field
    } or {"全体": rules.swiss.last}  # fmt: skip
    announced = rules["announced_rounds"]
    if not announced and len(set(total.values())) == 1:
        return
    paths = "，".join(
        f"{who}共 {last} 轮" + ("" if who == "全体" else f"（{rules.swiss.last}+{last - rules.swiss.last}）")
        for who, last in total.items()
    )
    wrong = [who for who, last in total.items() if last != announced]
    if wrong:
        said = f"规程写共 {announced} 轮" if announced else "没有填规程写的总轮数"
        others = f"{'、'.join(wrong)}也下满 {announced} 轮" if announced else "所有人下同样多的轮数"
        yield Remark("轮数", facts.says("announced_rounds"), f"{said}，按阶段表{paths}", "按阶段表编排，不补轮",
                     others, facts.decided("announced_rounds"))  # fmt: skip


def second_stage_points(facts: Facts) -> Iterator[Remark]:
    """The words "a win is 2 points" may be meant for the knockout alone or for all; the stage table is what counts.

    Where the first stage has 2-1-0 as well (Tianshui), both readings are the same.
    """
    rules, key = facts.rules, "second_stage_points"
    later = [stage for stage in rules.stages if not stage.whole_field]
    if not rules.knockout:
        return
    typed = "；".join(f"{stage.name}：{points_text(stage, rules)}" for stage in later)
    plain_points = {"win": 2 * rules.scale, "draw": rules.scale, "loss": 0}

    def is_210(stage: Stage) -> bool:
        return all(stage.points[f"{c}_{r}"] == units for c in ("red", "black") for r, units in plain_points.items())

    all_210 = rules[key] == "全部2-1-0"
    fits = all(
        is_210(stage) if all_210 or stage.system != SWISS else stage.points == rules.swiss.points for stage in later
    )
    others = "、".join(choice for choice in BY_KEY[key].choices if choice != rules[key])
    if not fits:
        yield Remark("第二阶段记分", facts.says(key), f"「{rules[key]}」与阶段表不同（{typed}）",
                     f"按阶段表：{typed}", f"{rules[key]}；{others}", False)  # fmt: skip
    elif not is_210(rules.swiss) and (not facts.decided(key) or facts.quote(key)):
        reading = f"{rules[key]}（{typed}）"
        yield Remark("第二阶段记分", facts.says(key), BY_KEY[key].question, reading, others, facts.decided(key))


def open_questions(facts: Facts) -> Iterator[Remark]:
    """Where texts are silent or say two things: every setting with a question, until decided without a quote."""
    for setting in SETTINGS:
        if setting.question and setting.key not in OWN and applies(setting, facts.rules) and wanted(facts, setting.key):
            yield Remark(setting.label, facts.says(setting.key), question(facts, setting.key), _reading(facts, setting),
                         _others(facts, setting), facts.decided(setting.key))  # fmt: skip


def wanted(facts: Facts, key: str) -> bool:
    """A question is put while nothing is typed, and shown as decided where the text stands beside what is typed."""
    return not facts.decided(key) or bool(facts.quote(key))


def question(facts: Facts, key: str) -> str:
    """The question of a setting; where this regulation does not touch it, as that of others."""
    asked = BY_KEY[key].question
    return asked if facts.quote(key) else f"没有填。同类规程的疑问：{asked}"


def _reading(facts: Facts, setting: Setting) -> str:
    value = facts.rules[setting.key]
    if value == 0 and setting.key in _NO_NUMBER:
        return _NO_NUMBER[setting.key][0]
    return shown(setting, value)


def _others(facts: Facts, setting: Setting) -> str:
    value = shown(setting, facts.rules[setting.key])
    choices = [choice for choice in setting.choices if choice != value]
    number = _NO_NUMBER.get(setting.key, ("", ""))[1]
    return "；".join(filter(None, [*choices, setting.others, number]))


def separate_rankings(facts: Facts) -> Iterator[Remark]:
    """Two rankings are two groups; without 组别 there is one list, whatever the setting says."""
    if facts.rules["fields"] == "分别排名" and not facts.rules.group:
        yield Remark("名次口径", facts.says("fields"), "「名次口径」是分别排名，「阶段」表却没有组别",
                     "合并一个名次", "在报名表和阶段表填组别，各组分别编排、分别排名", False)  # fmt: skip


def spoken_groups(facts: Facts) -> Iterator[Remark]:
    """A text that speaks of 组别 where nothing says which there are (Tianshui, supplement 5)."""
    spoken = [key for key, quote in facts.rules.quotes.items() if re.search("组别|各组", quote)]
    if spoken and not facts.rules.group:
        yield Remark("组别", "／".join(facts.quote(key) for key in spoken), "规程说到组别，没有说分哪几组",
                     "不分组，一起编排，一个名次", "在报名表和阶段表填组别，各组分别编排、分别排名",
                     all(facts.decided(key) for key in spoken))  # fmt: skip


def foul_words(facts: Facts) -> Iterator[Remark]:
    """Some breaches lose at once, others are counted, and no text says how many lose (Tianshui, supplement 8, 11)."""
    quote = facts.quote("fouls_lose")
    if quote and not re.search(r"第?[二两三2-9]次", quote):
        count = facts.rules["fouls_lose"]
        doubt = "没有说一局里几次犯规判负"
        if "判负" in quote and "犯规" in quote:
            doubt = f"有的违规直接判负，有的只计一次犯规，{doubt}"
        yield Remark("犯规", quote, doubt, f"一局犯规 {count} 次判负；规程写明判负的直接判负",
                     f"{count + 1} 次判负；犯规只记次数、用于名次", facts.decided("fouls_lose"))  # fmt: skip


def late(facts: Facts) -> Iterator[Remark]:
    """The minutes in the text and in the sheet should be the same, and texts forget that both may be late."""
    quote, minutes = facts.quote("late_minutes"), facts.rules["late_minutes"]
    written = re.search(r"(\d+)\s*分", quote)
    if written and int(written[1]) != minutes:
        yield Remark("迟到", quote, f"规程写 {written[1]} 分钟，「迟到判负分钟」是 {minutes}",
                     f"超过 {minutes} 分钟按弃权", f"超过 {written[1]} 分钟按弃权", False)  # fmt: skip
    elif quote and "双方" not in quote:
        yield Remark("迟到", quote, "没有说双方都迟到怎么办", f"超过 {minutes} 分钟按弃权；双方都没到的填双弃",
                     "由裁判长裁定", facts.decided("late_minutes"))  # fmt: skip


def missed_in_a_row(facts: Facts) -> Iterator[Remark]:
    """Not to come is one thing, to ask for leave another; texts name only the first (Tianshui, supplement 9)."""
    quote, rounds = facts.quote("missed_out"), facts.rules["missed_out"]
    if quote and not rounds:
        yield Remark("连续弃权", quote, "规程写了连续不到怎么办，「连续弃权出局」没有填", "照常编排，等裁判填退赛",
                     "填轮数，如 2", facts.decided("missed_out"))  # fmt: skip
    elif quote and "请假" not in quote:
        yield Remark("连续弃权", quote, "没有说事先请假的算不算",
                     f"连续 {rounds} 轮不到的不再编排；请假（变动表填「缺席本轮」）不算", "请假也算",
                     facts.decided("missed_out"))  # fmt: skip


def papers(facts: Facts) -> Iterator[Remark]:
    """Health and insurance are demanded, but not what happens without them (Tianshui 五(一)3, 4)."""
    quote, value = facts.quote("papers"), facts.rules["papers"]
    lacking = f"；现在缺的有 {facts.lacking_papers} 人" if facts.lacking_papers else ""
    if quote or lacking:
        doubt = "没有说由谁查、缺的怎么办" if quote else "有人缺体检证明或保险"
        others = "；".join(choice for choice in BY_KEY["papers"].choices if choice != value)
        yield Remark("体检与保险", facts.says("papers"), doubt, f"{value}{lacking}", others, facts.decided("papers"))
