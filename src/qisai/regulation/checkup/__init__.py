"""规程体检: what is contradictory, silent or impossible in the rules of an event, before it begins.

Each check is one small generator over :class:`Facts` with its reason in the docstring; ``CHECKS`` lists them
in the order of the report. A check says nothing where nothing is wrong.
"""

from __future__ import annotations

from qisai.regulation.checkup import chain, field, picks, prizes, team_table, teams, text, times
from qisai.regulation.checkup.facts import Check, Facts, Outlook, Remark
from qisai.regulation.checkup.teams import largest_team, undecided_before_draw

__all__ = ["CHECKS", "Facts", "Outlook", "Remark", "checkup", "largest_team", "undecided_before_draw"]

CHECKS: tuple[Check, ...] = (
    text.announced_rounds,
    field.no_legal_round,
    field.too_few_rounds,
    field.round_robin_rounds,
    field.round_robin_others,
    field.round_robin_teammates,
    field.field_for_knockout,
    text.second_stage_points,
    field.points_order,
    field.bye_points,
    chain.two_chains,
    chain.many_meanings,
    chain.chain_end,
    chain.chain_order,
    chain.chain_direction,
    teams.team_count,
    teams.team_ranks,
    teams.short_teams,
    team_table.rank_points,
    team_table.whole_team,
    team_table.unfit_padding,
    team_table.least_members,
    team_table.least_teams,
    team_table.groups,
    team_table.named_members,
    team_table.tie_order,
    team_table.points_of_qualifiers,
    teams.nobody_in_a_team,
    teams.obliged,
    teams.teammates_apart,
    teams.spared_in_vain,
    field.knockout_silent,
    text.open_questions,
    text.separate_rankings,
    text.spoken_groups,
    times.clock_words,
    times.schedule,
    times.day_plan,
    text.late,
    text.missed_in_a_row,
    text.foul_words,
    text.papers,
    prizes.prize_places,
    prizes.prizes_twice,
    picks.no_place,
    picks.overlapping_lists,
    picks.lot_beyond_field,
    picks.impossible_conditions,
    picks.nobody_meets,
    picks.unsaid,
    picks.tied_money,
    picks.two_ways,
    picks.too_many_rounds,
    picks.deposit,
    prizes.team_prizes,
    prizes.lucky_name,
    prizes.slots_beyond_field,
    prizes.money,
    prizes.budget,
    prizes.fee_classes,
)


def checkup(facts: Facts) -> list[Remark]:
    """Every remark on the rules, in the order of ``CHECKS``; what is not known yet is estimated from the cap."""
    return [remark for check in CHECKS for remark in check(facts)]
