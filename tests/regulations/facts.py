"""What the outcome of an event must show of its regulation, by the name of its sheet: :data:`FACTS`.

Every expected value is made here from the games as typed, or stands in the regulation; nothing is asked of the program
twice. Players are named by 序号.
"""

from __future__ import annotations

from collections.abc import Callable

from by_hand import (
    apart_in_round_1,
    best_ranks,
    byes_count_as_wins,
    column,
    everybody_meets,
    finalists_first,
    first_of,
    goes_down,
    mates_meet,
    not_back,
    ranked_teams,
    rounds_of,
    sums_of_best,
    takes,
    totals,
    worths,
)
from playing import Played

FACTS: dict[str, Callable[[Played], None]] = {}


def of(name: str) -> Callable[[Callable[[Played], None]], Callable[[Played], None]]:
    """Enter a function as the facts of a sheet."""

    def enter(fact: Callable[[Played], None]) -> Callable[[Played], None]:
        FACTS[name] = fact
        return fact

    return enter


@of("tianshui-2024")
def tianshui(p: Played) -> None:
    """Eight go on, four ranks count, two rounds missed in a row end it."""
    assert sorted(p.ranks()[player] for player in p.competition().seeds) == list(range(1, 9))
    sums_of_best(p, 4)
    assert rounds_of(p, "24") == [1, 2, 3]


@of("danyang-2024")
def danyang(p: Played) -> None:
    """A draw gives the second mover more; who missed a round has no rank; lucky places stand in the text."""
    assert column(p, "points") == totals(p, win=5, draws=(2, 3))
    assert "7" not in p.ranks() or "7" in p.competition().seeds
    lucky = (25, 29, 35, 39, 45, 49, 55, 59, 65, 69, 75, 79, 85, 89, 95, 99, 105, 109)
    takes(p, "幸运奖", [place for place in lucky if place <= len(p.ranks())])


@of("leshan-2025")
def leshan(p: Played) -> None:
    """对手分 comes first and is the plain sum; three ranks count; mates are apart in round 1."""
    total = totals(p)
    assert column(p, "opponents_score") == {player: sum(some) for player, some in worths(p, total).items()}
    goes_down(p, "points", "opponents_score", "wins", "-fouls", "black_games", "-previous")
    sums_of_best(p, 3)
    apart_in_round_1(p)


@of("zhoushan-2011")
def zhoushan(p: Played) -> None:
    """The first rank is worth 0, the others their number; a team of two has no rank."""
    best = best_ranks(p, 3)
    worth = {team: sum(0 if rank == 1 else rank for rank in some) for team, some in best.items()}
    assert ranked_teams(p) == worth and list(ranked_teams(p)) == sorted(worth, key=lambda team: (worth[team], best[team]))
    assert set(p.teams.index[p.teams["rank"].isna()]) == {team for team in p.teams.index if len(p.members(team)) < 3}


@of("dalian-2025")
def dalian(p: Played) -> None:
    """A filler scores without a rank; in an odd field the highest number has the first bye; two rounds missed end it."""
    (filler,) = p.competition("儿童组").fillers
    assert filler not in p.ranks("儿童组") and len(rounds_of(p, filler, "儿童组")) == 7
    assert filler not in p.prize("名次奖", "儿童组")
    takes(p, "名次奖", (1, 2, 3), "公开组")
    numbers = p.competition("公开组").numbers
    assert p.byes("公开组").get(1) == (str(numbers.idxmax()) if len(numbers) % 2 else None)
    assert rounds_of(p, "3", "公开组") == [1, 2, 3] and "3" in p.ranks("公开组")


@of("yulin-2018")
def yulin_2018(p: Played) -> None:
    """All points of a team are added up, the last round parts equal ones; below four members there is no rank."""
    total, ranks = totals(p), p.ranks()
    own = {team: [player for player in p.members(team) if player in ranks] for team in p.teams.index}
    assert ranked_teams(p) == {team: sum(total[q] for q in some) for team, some in own.items() if len(some) >= 4}
    assert "后勤" not in ranked_teams(p)
    assert list(ranked_teams(p).values()) == sorted(ranked_teams(p).values(), reverse=True)
    assert rounds_of(p, "4") == [1, 2, 3]


@of("yulin-2021")
def yulin_2021(p: Played) -> None:
    """Mates are kept apart in round 1 and in no other."""
    apart_in_round_1(p)
    assert mates_meet(p)


@of("shanghai-university-2013")
def shanghai_university(p: Played) -> None:
    """Only the four named beforehand count, however well the others play."""
    best = best_ranks(p, 4, lambda team: [q for q in p.members(team) if p.person(q, "team_member")])
    assert ranked_teams(p) == {team: sum(some) for team, some in best.items()} and len(best) == 3
    goes_down(p, "points", "opponents_score", "black_games", "wins")
    takes(p, "名次奖", range(1, 9))
    assert p.prize("退休组") == [player for player in p.ranks() if p.person(player, "category") == "退休"][:1]


@of("yang-guanlin-2018")
def yang_guanlin(p: Played) -> None:
    """Twenty take money, who missed a round does not get the deposit back, fouls are looked at before 直胜."""
    takes(p, "名次奖", range(1, min(20, len(p.ranks())) + 1))
    assert not_back(p) == {"5"}
    goes_down(p, "points", "opponents_score", "wins", "-fouls", "direct", "black_games")


@of("yang-guanlin-masters-2008")
def yang_guanlin_masters(p: Played) -> None:
    """Second-move wins come before second-move games; mates are apart in round 1."""
    apart_in_round_1(p)
    goes_down(p, "points", "opponents_score", "wins", "-fouls", "black_wins", "black_games")


@of("yang-guanlin-overseas-2008")
def yang_guanlin_overseas(p: Played) -> None:
    """A bye is a win, and its opponent the lowest of those who have points."""
    byes_count_as_wins(p)


@of("wuwei-2021")
def wuwei(p: Played) -> None:
    """No rank is shared; 直胜 comes right after 累进分; two rounds missed in a row end it; the eight play a round robin."""
    for group in p.finals:
        assert sorted(p.ranks(group).values()) == list(range(1, len(p.ranks(group)) + 1))
        goes_down(p, "points", "progressive", "direct", "wins", "black_games", "-fouls", group=group)
    assert rounds_of(p, "2", "公开组") == [1, 2, 3, 4]
    everybody_meets(p, "八人组")


@of("lawyers-2022")
def lawyers(p: Played) -> None:
    """Mates never meet; the eight best of each side are added up."""
    total = totals(p)
    assert not mates_meet(p)
    assert ranked_teams(p) == {
        team: sum(sorted((total[q] for q in p.members(team) if q in p.ranks()), reverse=True)[:8]) for team in ("律师", "老干部")
    }  # fmt: skip
    takes(p, "名次奖", (1, 2, 3))


@of("moutai-2021")
def moutai(p: Played) -> None:
    """Each of the six groups has its own prizes: money for the grown-ups, gifts for the young."""
    assert [p.awards[group].total for group in ("男子组", "女子组", "老年组")] == [1000 + 5 * 300, 1800, 1800]
    for group in ("少年男子组", "少年女子组", "儿童组"):
        takes(p, "礼品", range(1, 7), group)
        goes_down(p, "points", "opponents_score", "progressive", "wins", "-fouls", group=group)


@of("yangling-2019")
def yangling(p: Played) -> None:
    """Eight take money; teams of four, three of them on the stage."""
    takes(p, "名次奖", range(1, 9))
    assert p.awards[""].total == 2000 + 1000 + 6 * 300
    sums_of_best(p, 4)
    given = p.team_tables[0].awards.given
    assert list(given["team"]) == list(ranked_teams(p))[:3] and given["medal"].all()


@of("amateur-king-2017")
def amateur_king(p: Played) -> None:
    """The seven best ranks of a team count, whichever of the eight groups they are from."""
    assert len(p.finals) == 8
    sums_of_best(p, 7)


@of("farmers-2012")
def farmers(p: Played) -> None:
    """Men play eleven rounds, women nine; a team counts its best man and its best woman."""
    assert {line["round"] for line in p.lines("男子组")} == set(range(1, 12))
    assert {line["round"] for line in p.lines("女子组")} == set(range(1, 10))
    best = {
        team: [min(p.ranks(group).get(q, 999) for q in p.members(team, group)) for group in p.finals if p.members(team, group)]
        for team in p.teams.index
    }  # fmt: skip
    assert ranked_teams(p) == {team: sum(both) for team, both in best.items() if len(both) == 2} and "广西" not in ranked_teams(p)


@of("peixian-2014")
def peixian(p: Played) -> None:
    """Teams of three over nine rounds."""
    assert {line["round"] for line in p.lines()} == set(range(1, 10))
    sums_of_best(p, 3)


@of("xian-2020")
def xian(p: Played) -> None:
    """Six prizes for the first six ranks, nothing for others."""
    takes(p, "名次奖", range(1, 7))
    assert list(p.awards[""].given["amount"]) == [3000, 1000, 1000, 500, 500, 500]


@of("hongkong-open-2006")
def hongkong_open(p: Played) -> None:
    """Eight and four take a prize; who missed a round leaves his deposit."""
    takes(p, "名次奖", range(1, 9), "甲组")
    takes(p, "名次奖", range(1, 5), "乙组")
    assert not_back(p) == {"3"}


@of("hongkong-rapid-2017")
def hongkong_rapid(p: Played) -> None:
    """Each group has its own school table, of the points of the best three; women and over 55 have lists of their own."""
    assert {part.group for part in p.team_tables if len(part.table)} >= set(p.finals) - {"长青组", "公开组"}
    for part in p.team_tables:
        total, ranks = totals(p, group=part.group), p.ranks(part.group)
        for team, row in part.table.iterrows():
            own = sorted((total[q] for q in p.members(str(team), part.group) if q in ranks), reverse=True)
            assert row["sum"] == (sum(own[:3]) if len(own) >= 3 else None)
    old = [player for player in p.ranks("公开组") if 2017 - int(p.person(player, "birth")) >= 55]
    assert p.prize("女子奖", "公开组") == first_of(p, "女", 3, "公开组") and p.prize("长者奖", "公开组") == old[:3]


@of("hongkong-yuen-long-2018")
def yuen_long(p: Played) -> None:
    """A draw is half a point; four prizes and four of merit in each group."""
    for group in p.finals:
        assert column(p, "points", group) == totals(p, 1, (0.5, 0.5), group)
        takes(p, "名次奖", range(1, 5), group)
        takes(p, "优异奖", range(5, 9), group)


@of("hongkong-five-corner-2015")
def five_corner(p: Played) -> None:
    """All points of a club's people are added up; clubmates never meet."""
    total = totals(p)
    assert not mates_meet(p)
    assert [len(counted) for counted in p.teams["counted"]] == [len(p.members(team)) for team in p.teams.index]
    assert ranked_teams(p) == {team: sum(total[q] for q in p.members(team)) for team in p.teams.index}
    assert list(ranked_teams(p).values()) == sorted(ranked_teams(p).values(), reverse=True)


@of("malaysia-usj-2017")
def usj(p: Played) -> None:
    """Girls 1 to 5 are the best five girls, who may stand among the first ten too; three schools take a medal."""
    takes(p, "名次奖", range(1, 11))
    assert p.prize("女子奖") == first_of(p, "女", 5)
    assert list(p.team_tables[0].awards.given["team"]) == list(ranked_teams(p))[:3]
    sums_of_best(p, 3)


@of("world-2015")
def world_2015(p: Played) -> None:
    """No filler: a bye is a win and its opponent the lowest with points; countries are apart in round 1; women all meet."""
    apart_in_round_1(p, "男子组")
    byes_count_as_wins(p, "男子组")
    everybody_meets(p, "女子组")


@of("world-2023")
def world_2023(p: Played) -> None:
    """The first two play for the title while the rest play a ninth round; a team of one has no rank."""
    finalists_first(p, cut=8)
    assert all(rounds_of(p, player)[-1] == (8 if player in p.competition().seeds else 9) for player in p.ranks())
    sums_of_best(p, 2)
    assert {"德国", "美国"} <= set(p.teams.index) - set(ranked_teams(p))


@of("nanning-2016")
def nanning(p: Played) -> None:
    """Eight of the open group play 1-8, 2-7, 3-6, 4-5; the international group ends after seven rounds."""
    own = p.competition("公开组")
    first = next(publication for publication in own.publications if publication.round == 10)
    places = {player: place for place, player in enumerate(own.standings(9).index, start=1)}
    assert {frozenset((places[line["red"]], places[line["black"]])) for line in first.lines} == {
        frozenset((place, 9 - place)) for place in range(1, 5)
    }  # fmt: skip
    assert sorted(p.ranks("公开组")[player] for player in own.seeds) == list(range(1, 9))
    assert {line["round"] for line in p.lines("国际组")} == set(range(1, 8))


@of("dragon-lake-2017")
def dragon_lake(p: Played) -> None:
    """Twenty-two places, each with a sum of its own, more than the next."""
    takes(p, "名次奖", range(1, 23))
    amounts = list(p.awards[""].given["amount"])
    assert amounts == sorted(set(amounts), reverse=True) and p.awards[""].total == 41400


@of("naxf-2019")
def naxf(p: Played) -> None:
    """With the host's man the field is even: nobody has a bye, and he has a rank as everybody."""
    assert p.byes() == {} and set(p.members("东道主")) <= p.ranks().keys()
    takes(p, "名次奖", range(1, 7))


@of("renju-2011")
def renju(p: Played) -> None:
    """After the points 对手分, then the same without the best and the worst opponent."""
    for group in p.finals:
        total = totals(p, 1, (0.5, 0.5), group)
        middle = {player: sum(sorted(some)[1:-1]) for player, some in worths(p, total, group).items()}
        assert column(p, "opponents_median", group) == middle
        goes_down(p, "points", "opponents_score", "opponents_median", "wins", group=group)


@of("keelung-2014")
def keelung(p: Played) -> None:
    """A win pays 200, a draw 100 to either."""
    assert column(p, "points") == totals(p, 200, (100, 100))


@of("mazu-2024")
def mazu(p: Played) -> None:
    """Eight of the open group take money; of the students the first third."""
    takes(p, "名次奖", range(1, 9), "公开组")
    assert p.awards["公开组"].total == 8 * 500
    for group in ("学生甲组", "学生乙组"):
        takes(p, "优胜奖", range(1, (2 * len(p.ranks(group)) + 3) // 6 + 1), group)


@of("clubxiangqi-2005")
def clubxiangqi(p: Played) -> None:
    """Half points, and the keys of the international federation."""
    assert column(p, "points") == totals(p, 1, (0.5, 0.5))
    goes_down(p, "points", "direct_all", "opponents_cut1", "opponents_score", "sonneborn_berger", "wins")


@of("hanoi-club")
def hanoi(p: Played) -> None:
    """After seven rounds the first two play for the title; the others stay as they stand."""
    finalists_first(p, cut=7)
    assert list(p.ranks())[2:] == [player for player in p.competition().standings(7).index if player in p.ranks()][2:]


@of("gia-dinh-2024")
def gia_dinh(p: Played) -> None:
    """Boys and girls meet each other and take their prizes apart; 直胜 comes right after the points."""
    assert any(p.person(line["red"], "sex") != p.person(line["black"], "sex") for line in p.lines())
    assert (p.prize("男子奖"), p.prize("女子奖")) == (first_of(p, "男", 3), first_of(p, "女", 3))
    goes_down(p, "points", "direct", "opponents_cut1", "wins", "black_games", "black_wins")


@of("green-school-2009")
def green_school(p: Played) -> None:
    """Three bands, 1-4, 5-8 and 9-16, as far as the group goes."""
    for group in p.finals:
        heads = len(p.ranks(group))
        for name, first, last in (("一等奖", 1, 4), ("二等奖", 5, 8), ("三等奖", 9, 16)):
            takes(p, name, range(first, min(last, heads) + 1), group)
