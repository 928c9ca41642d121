"""Chapter 14 and the components: both deployments, the counters, the track of points, the turn record track."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import firestep
from firestep.engine.session import Session
from firestep.games.wwi.components import board
from firestep.games.wwi.neutrals import belligerents
from firestep.testing import keys, play, rule, situation, texts
from games.wwi.oracle import LAND
from games.wwi.places import ALL_FORTS, CITIES, EAST, FRENCH_EDGE, NO_FORTS, STAND, country, duel, near, verbs, where

#: the order of battle as the book prints it; the 4th French army of 0409 read as the 1st (R01)
ORDER = {
    "br": {"br-bef": "0305"},
    "bl": {"bl-army": "0505"},
    "fr": {
        "fr-5": "0307",
        "fr-3": "0407",
        "fr-4": "0308",
        "fr-lorraine": "0408",
        "fr-2": "0309",
        "fr-1": "0409",
        "fr-alsace": "0310",
    },
    "sb": {"sb-1": "1124", "sb-2": "0924"},
    "rs": {"rs-1": "2411", "rs-4": "1816", "rs-5": "2017", "rs-3": "2120", "rs-8": "2121"},
    "ge": {
        "ge-2": "0605",
        "ge-1": "0406",
        "ge-3": "0506",
        "ge-4": "0507",
        "ge-5": "0508",
        "ge-6": "0509",
        "ge-7": "0510",
        "ge-8": "2212",
    },
    "ah": {"ah-7": "0716", "ah-1": "1717", "ah-4": "1918", "ah-3": "2020", "ah-2": "1820", "ah-5": "1122", "ah-6": "0923"},
    "it": {"it-1": "0415", "it-2": "0516", "it-3": "0615", "it-4": "0616"},
    "ne": {"ne-army": "0705"},
    "gk": {"gk-1": "0929", "gk-2": "0833"},
    "tu": {"tu-1": "1531", "tu-2": "1532"},
    "bu": {"bu-1": "1226", "bu-2": "1529"},
    "rm": {"rm-1": "1727", "rm-2": "1925"},
}
NEUTRALS = ("it", "ne", "gk", "tu", "bu", "rm")


def start(scenario: str) -> Session[Any]:
    return firestep.start("wwi", scenario=scenario, seed=14)  # type: ignore[no-any-return]


def on_map(s: Session[Any], code: str) -> dict[str, str]:
    return {id: board.NUMBER[i] for id, i in zip(board.UNITS, s.state.at, strict=True) if i >= 0 and id.startswith(code + "-")}


def deployed(seed: int = 0) -> Session[Any]:
    """A free game after a deployment by chance."""
    rng = random.Random(seed)
    s = start("free")
    while verbs(s) == {"place"}:
        s.take(rng.choice(s.decision.actions))
    return s


@rule(*(f"wwi.14.1{c}" for c in ORDER), "wwi.14.21")
@pytest.mark.parametrize("code", ORDER)
def test_order_of_battle(code: str) -> None:
    """Every army of the historical game begins in its printed hex, and no nation has more than its list."""
    assert on_map(start("historical"), code) == ORDER[code]


@rule("wwi.14.1br", "wwi.14.21")
def test_nobody_else_is_there() -> None:
    """No army outside the order of battle stands on the map."""
    s = start("historical")
    assert sum(i >= 0 for i in s.state.at) == sum(map(len, ORDER.values())) == 44


@rule("wwi.14.0")
def test_one_victory_for_both() -> None:
    """The same position is worth the same points in both games, and the same side wins."""
    tables: dict[str, Any] = dict(
        clear=True, turn=10, phase=10, segment="loans-central", allegiance={"bl": "allied"}, vp={"allied": 5, "central": 40}
    )
    ends = [play(situation("wwi", name, **tables), "done").outcome for name in ("historical", "free")]
    assert ends[0] is not None and ends[0] == ends[1]
    assert ends[0].scores["allied"] >= 75 + 5 and ends[0].scores["central"] >= 40


@rule("wwi.14.22a", "wwi.14.22b", "wwi.trt.start")
def test_the_guns_speak_first() -> None:
    """The historical game begins with the Central Powers' attacks of phase 4; nobody moves before turn 2."""
    s = start("historical")
    assert (s.state.turn, s.state.phase, s.decision.seat_name) == (1, 4, "central")
    rng = random.Random(5)
    while s.state.turn == 1:
        assert "move" not in verbs(s)
        s.take(rng.choice(s.decision.actions))
    assert not any(e.key in ("moves", "sails", "transit") for e in s.journal)
    assert (s.state.phase, s.decision.seat_name) == (1, "allied")


def to_third_allied_phase(s: Session[Any]) -> Session[Any]:
    while s.state.phase < 9:
        s.take("done" if ("done",) in s.decision.actions else s.decision.actions[-1])
    return s


@rule("wwi.14.23")
def test_one_french_attack_is_owed_in_the_singular() -> None:
    s = to_third_allied_phase(start("historical"))
    s.state.french_attacks = 1
    s = s.copy()
    assert "owes 1 attack this turn" in s.decision.prompt
    assert [r.text for r in s.why_not("done")] == ["France owes 1 more attack in this turn"]


@rule("wwi.14.23")
def test_two_french_attacks() -> None:
    """The Allied third attack phase of turn 1 does not close before two attacks with French armies, while one is possible."""
    s = to_third_allied_phase(start("historical"))
    assert s.decision.seat_name == "allied" and "done" not in texts(s) and "owes 2 attacks" in s.decision.prompt
    while "done" not in texts(s):
        a = s.decision.actions
        s.take(next((x for x in a if x[0] == "go"), a[0]))
    assert s.state.french_attacks >= 1
    done = situation("wwi", turn=1, phase=9, flags={"french_attacks": 2}, superior="central")
    assert "done" in texts(done)
    early = situation("wwi", turn=1, phase=7, superior="central")
    assert "done" in texts(early)  # any of the three phases will do
    free = situation("wwi", turn=2, phase=9, superior="central")
    assert "done" in texts(free)


@rule("wwi.14.23")
def test_only_french_attacks_count() -> None:
    """An attack with a French army fulfils part of the duty, an attack by others does not."""
    for unit, count in (("fr-1", 1), ("it-1", 0)):
        second = unit[:3] + "2"
        s, hex = duel(unit, "tu-1", units={second: _flank()}, phase=5, dice=[6], crp={"fr": 9, "it": 9})
        play(s, f"attack {hex}", f"add {unit}", f"add {second}", "go")
        assert s.state.french_attacks == count


def _flank() -> str:
    return next(n for n in near(STAND) if n in near(EAST))


@rule("wwi.14.24", "wwi.14.34", "wwi.trt.us")
@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_us_arrivals(scenario: str) -> None:
    """One US army comes in the Build Phase of turn 8 and two in that of turn 9, free of charge, on the French west edge."""
    for turn, already, coming in ((7, 0, 0), (8, 0, 1), (9, 1, 2), (10, 3, 0)):
        units = dict(zip(("us-1", "us-2", "us-3"), FRENCH_EDGE, strict=False))
        units = {u: n for k, (u, n) in enumerate(units.items()) if k < already}
        s = situation("wwi", scenario, clear=True, turn=turn, phase=10, units=units, allegiance={"us": "allied"} if already else {})
        came = 0
        while verbs(s) == {"arrive"}:
            assert {t.split()[1] for t in texts(s)} == set(FRENCH_EDGE) - set(units.values()) - set(
                board.hexes(s.state.of[board.US])
            )
            s.take(s.decision.actions[0])
            came += 1
        assert came == coming, turn
        assert s.state.crp[board.US] == 20 + board.INCOME[turn][board.US]
        if turn == 7:
            assert s.state.allegiance[board.US] == board.NEUTRAL
        if turn == 8:
            assert s.state.allegiance[board.US] == board.ALLIED


@rule("wwi.trt.us", "wwi.crp.lock")
def test_the_usa_count_only_after_their_first_arrival() -> None:
    """Before its first army arrives the USA neither counts for superiority nor lends; afterwards it does both."""
    s = situation("wwi", clear=True, turn=7, phase=10, segment="loans-allied", crp={"us": 20, "br": 5})
    assert board.US not in belligerents(s.state, board.ALLIED) and not any(t.startswith("lend us") for t in texts(s))
    s = situation("wwi", clear=True, turn=8, phase=10)
    assert keys(s)[-1] == "income" or "joins" not in keys(s)
    s.take(s.decision.actions[0])
    assert board.US in belligerents(s.state, board.ALLIED)
    play(s, "done", "done")
    assert "lend us fr" in texts(s)


@rule("wwi.14.25")
def test_the_russian_second_army_is_gone() -> None:
    """In the historical game the Russian 2nd Army was lost at Tannenberg and is never built."""
    s = start("historical")
    assert where(s, "rs-2") == "gone"
    t = situation("wwi", turn=2, phase=10, segment="build-allied", crp={"rs": 90})
    built = build_all(t, "rs")
    assert "rs-2" not in built and len(on_map(t, "rs")) == 11


def build_all(s: Session[Any], kind: str) -> list[str]:
    """Build armies of a kind as long as there are counters and places."""
    while a := next((t for t in texts(s) if t.startswith(f"build {kind} ")), ""):
        s.take(a)
    return [e.params["unit"] for e in s.journal if e.key == "builds"]


@rule("wwi.14.26", "wwi.14.36")
def test_belgium_at_the_start() -> None:
    """Historical: Belgium is an Ally, violated by Germany, and its five points are scored. Free: it is neutral and worth five."""
    a, c = start("historical"), start("free")
    assert a.state.allegiance[board.BL] == board.ALLIED and a.state.vp == [5, 0]
    assert c.state.allegiance[board.BL] == board.NEUTRAL and c.state.vp == [0, 0]


@rule("wwi.14.27", "wwi.14.37")
@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_montenegro(scenario: str) -> None:
    """Montenegro is at war on the Allied side without an army: both sides enter it at once and nobody scores."""
    s = start(scenario)
    assert s.state.allegiance[board.MN] == board.ALLIED and board.HOME[board.MN] and not s.state.neutral & board.HOME[board.MN]
    assert not board.UNITS_OF[board.MN]
    here = next(n for n in LAND if country(n) == "ah" and any(country(m) == "mn" for m in board.GRID.neighbours(n) if m in LAND))
    t = situation("wwi", scenario, clear=True, turn=2, phase=2, units={"ah-1": here}, hexes={"forts-destroyed": ALL_FORTS})
    t.take("move ah-1")
    goal = next(a for a in t.decision.actions if a[0] == "to" and country(a[1]) == "mn")
    before = list(t.state.vp)
    t.take(goal)
    assert t.state.vp == before


# -- the free deployment ---------------------------------------------------------------------------------------------------


@rule("wwi.14.31a")
def test_allies_deploy_first() -> None:
    """All Allied armies are placed before the first Central one."""
    s = start("free")
    seats = []
    rng = random.Random(2)
    while verbs(s) == {"place"}:
        seats.append(s.decision.seat_name)
        s.take(rng.choice(s.decision.actions))
    assert seats == ["allied"] * 16 + ["central"] * 15


@rule("wwi.14.31b", "wwi.14.31c", "wwi.14.31d")
def test_where_armies_deploy() -> None:
    """Seven French armies and the BEF anywhere in France, two Serbian, six Russian, eight German and seven Austro-Hungarian ones
    anywhere in their own country, one to a hex, and nowhere else."""
    s = start("free")
    placed: dict[str, set[str]] = {}
    while verbs(s) == {"place"}:
        unit = board.UNITS[s.agenda[-1].unit(s.state)]  # type: ignore[attr-defined]
        land = {"br": "fr"}.get(unit[:2], unit[:2])
        free = {n for n in LAND if country(n) == land and s.state.unit_in(board.INDEX[n]) < 0}
        assert {t.split()[1] for t in texts(s)} == free
        assert not {"0111", "0112"} & free
        placed.setdefault(unit[:2], set()).add(unit)
        s.take(s.decision.actions[-1])
    assert {c: len(us) for c, us in placed.items()} == {"br": 1, "fr": 7, "rs": 6, "sb": 2, "ge": 8, "ah": 7}
    assert placed["rs"] == {*ORDER["rs"], "rs-2"} and placed["fr"] == set(ORDER["fr"]) and placed["br"] == {"br-bef"}


@rule("wwi.14.31e", "wwi.14.36")
def test_neutrals_stand_where_they_always_do() -> None:
    """Neutral armies, Belgium's among them, have their printed hexes in the free game too."""
    s = start("free")
    for code in (*NEUTRALS, "bl"):
        assert on_map(s, code) == ORDER[code] and s.state.allegiance[board.NATION[code]] == board.NEUTRAL


@rule("wwi.14.32", "wwi.trt.start")
def test_the_free_game_begins_with_allied_movement() -> None:
    """After the deployment turn 1 begins in its first phase."""
    s = deployed()
    assert (s.state.turn, s.state.phase, s.decision.seat_name) == (1, 1, "allied") and "move" in verbs(s)


@rule("wwi.14.33")
def test_no_duty_in_the_free_game() -> None:
    """In the free game the Allies may end their third attack phase without any French attack."""
    units = {"fr-1": STAND, "fr-2": _flank(), "tu-1": EAST}
    tables: dict[str, Any] = dict(clear=True, turn=1, phase=9, superior="central", units=units, allegiance={"tu": "central"})
    free, historical = (texts(situation("wwi", name, **tables)) for name in ("free", "historical"))
    assert free == sorted([*historical, "done"]) and any(t.startswith("attack") for t in free)


@rule("wwi.14.35")
def test_all_twelve_russians_in_the_free_game() -> None:
    """No Russian counter is lost beforehand: all twelve can stand on the map."""
    s = situation("wwi", "free", clear=True, turn=3, phase=10, segment="build-allied", crp={"rs": 90})
    build_all(s, "rs")
    assert len(on_map(s, "rs")) == 12


# -- counters --------------------------------------------------------------------------------------------------------------

ROSTER = {
    "wwi.ctr.fr": ("fr", {(4, 3): 11}, {"1st", "2nd", "3rd", "4th", "5th", "6th", "9th", "Alsace", "Lorraine", "Orient", "Tank"}),
    "wwi.ctr.br": ("br", {(4, 4): 6, (4, 6): 1}, {"1st", "2nd", "3rd", "4th", "5th", "Salonika", "BEF"}),
    "wwi.ctr.rs": ("rs", {(3, 3): 12}, {"1st", "2nd", "3rd", *(f"{k}th" for k in range(4, 13))}),
    "wwi.ctr.sb": ("sb", {(2, 4): 2}, {"1st", "2nd"}),
    "wwi.ctr.us": ("us", {(4, 4): 3}, {"1st", "2nd", "3rd"}),
    "wwi.ctr.it": ("it", {(3, 3): 8}, {"1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th"}),
    "wwi.ctr.ge": ("ge", {(4, 6): 19}, {"1st", "12th", "17th", "18th", "19th"}),
    "wwi.ctr.ah": ("ah", {(2, 3): 11}, {"1st", "8th", "10th", "11th", "14th"}),
    "wwi.ctr.tu": ("tu", {(1, 4): 2}, {"1st", "2nd"}),
}


@rule(*ROSTER)
@pytest.mark.parametrize("row", ROSTER)
def test_rosters(row: str) -> None:
    """Each nation has its printed armies with their printed strengths."""
    code, strengths, names = ROSTER[row]
    units = [u for u in range(len(board.UNITS)) if board.NATIONS[board.UNIT_NATION[u]] == code]
    assert Counter((board.ATTACK[u], board.DEFENSE[u]) for u in units) == strengths
    for name in names:
        assert any(name in board.UNIT_NAME[u] for u in units), name
    assert len({board.UNIT_NAME[u] for u in units}) == len(units)


@rule("wwi.ctr.ge", "wwi.ctr.fr")
def test_special_armies() -> None:
    """Germany has four Stosstruppen armies, France one of tanks, and nobody else has special ones."""
    kinds = Counter((id[:2], kind) for id, kind in zip(board.UNITS, board.UNIT_KIND, strict=True) if kind not in ("army", "bef"))
    assert kinds == {("ge", "stoss"): 4, ("fr", "tank"): 1}


@rule("wwi.ctr.minor")
def test_minor_rosters() -> None:
    """Rumania, Greece and Bulgaria have two 2/3 armies each, the Netherlands and Belgium one."""
    for code, count in (("rm", 2), ("gk", 2), ("bu", 2), ("ne", 1), ("bl", 1)):
        units = board.UNITS_OF[board.NATION[code]]
        assert len(units) == count and {(board.ATTACK[u], board.DEFENSE[u]) for u in units} == {(2, 3)}


# -- the track of points ---------------------------------------------------------------------------------------------------


@rule("wwi.crp.lock")
def test_neutral_points_are_locked() -> None:
    """A nation that is not at war builds nothing, lends nothing, borrows nothing and has no income."""
    s = situation("wwi", clear=True, turn=2, phase=10, crp={"it": 15, "br": 20})
    assert s.state.crp[board.IT] == 15 and not any(t.startswith("build it") for t in texts(s))
    play(s, "done", "done")
    assert not any("it" in t.split()[1:] for t in texts(s)) and any(t.startswith("lend br") for t in texts(s))
    at_war = situation("wwi", clear=True, turn=3, phase=10, crp={"it": 15})
    assert at_war.state.crp[board.IT] == 30 and f"build it {CITIES['it'][0]}" in texts(at_war)


# -- the turn record track -------------------------------------------------------------------------------------------------

#: surrender points, then income by nation, as printed; Austria-Hungary's 20 of turn 4 by R02
TRACK: dict[int, tuple[int, dict[str, int]]] = {
    1: (100, {"br": 4, "fr": 20, "rs": 30, "bl": 4, "ge": 30, "ah": 20}),
    2: (80, {"br": 15, "fr": 20, "rs": 40, "ge": 40, "ah": 25, "tu": 6}),
    3: (70, {"br": 15, "fr": 20, "rs": 40, "it": 15, "ge": 40, "ah": 25, "tu": 6}),
    4: (60, {"br": 20, "fr": 20, "rs": 25, "it": 15, "ge": 35, "ah": 20, "tu": 6}),
    5: (50, {"br": 20, "fr": 20, "rs": 25, "it": 15, "ge": 35, "ah": 20, "tu": 6}),
    6: (40, {"br": 20, "fr": 15, "rs": 20, "it": 15, "ge": 20, "ah": 15, "tu": 6}),
    7: (30, {"br": 20, "fr": 15, "rs": 20, "it": 15, "ge": 20, "ah": 15, "tu": 6}),
    8: (25, {"br": 10, "fr": 10, "rs": 10, "it": 10, "us": 20, "ge": 15, "ah": 10, "tu": 6}),
    9: (20, {"br": 10, "fr": 10, "rs": 10, "it": 10, "us": 20, "ge": 15, "ah": 10, "tu": 6}),
    10: (15, {"br": 10, "fr": 10, "rs": 10, "it": 10, "us": 20, "ge": 15, "ah": 10, "tu": 6}),
}


@rule(*(f"wwi.trt.gt{t}" for t in TRACK))
@pytest.mark.parametrize("turn", TRACK)
def test_income_of_each_turn(turn: int) -> None:
    """The Build Phase of each turn brings every nation exactly its printed points, and the season alternates."""
    s = situation("wwi", clear=True, turn=turn, phase=10, crp={n: 0 for n in board.NATIONS})
    assert {n: k for n, k in zip(board.NATIONS, s.state.crp, strict=True) if k} == TRACK[turn][1]
    assert board.SEASON[turn].startswith("summer" if turn % 2 else "winter")


@rule(*(f"wwi.trt.gt{t}" for t in TRACK))
@pytest.mark.parametrize("turn", TRACK)
def test_surrender_points_of_each_turn(turn: int) -> None:
    """When Russia surrenders the Central Powers score what the track prints for that turn."""
    cities = ["2014", "2316", "2720", "2713"]
    last = "2710"
    here = next(n for n in board.hexes(board.NEAR[board.INDEX[last]]))
    s = situation(
        "wwi",
        "free",
        clear=True,
        turn=turn,
        phase=2,
        units={"ge-1": here},
        flags={"collapsed": True},
        hexes={"forts-destroyed": ALL_FORTS, "fallen": cities},
    )
    play(s, "move ge-1", f"to {last}")
    assert s.state.surrendered == turn and s.state.vp[board.CENTRAL] == TRACK[turn][0]


@rule("wwi.trt.gt2", "wwi.trt.gt3", "wwi.trt.gt4", "wwi.trt.gt5")
def test_entries_on_the_track() -> None:
    """Turkey enters on turn 2, Italy on turn 3, Bulgaria on turn 4; Rumania at the earliest on turn 5."""
    abroad = next(
        n
        for n in LAND
        if country(n) == "ge" and n not in ALL_FORTS and all(country(m) == "ge" for m in board.hexes(board.NEAR[board.INDEX[n]]))
    )
    sides = []
    for turn in range(1, 6):
        s = situation(
            "wwi",
            clear=True,
            turn=turn,
            phase=10,
            segment="loans-central",
            hexes={"forts-destroyed": ALL_FORTS},
            units={"rs-1": abroad},
            allegiance={c: "neutral" for c in ("tu", "it", "bu", "rm")},
        )
        s.take("done")
        sides.append({c for c in ("tu", "it", "bu", "rm") if s.state.allegiance[board.NATION[c]] != board.NEUTRAL})
    assert sides == [{"tu"}, {"tu", "it"}, {"tu", "it", "bu"}, {"tu", "it", "bu", "rm"}, {"tu", "it", "bu", "rm"}]


@rule("wwi.trt.gt6")
def test_stosstruppen_from_turn_six() -> None:
    """Germany cannot build Stosstruppen before turn 6 and can from then on, one in a phase."""
    for turn in (5, 6):
        s = situation("wwi", clear=True, turn=turn, phase=10, segment="build-central", crp={"ge": 50})
        assert any(t.startswith("build ge-stoss") for t in texts(s)) == (turn == 6)
    s.take(next(t for t in texts(s) if t.startswith("build ge-stoss")))
    assert not any(t.startswith("build ge-stoss") for t in texts(s))


# -- fixed points of the map -----------------------------------------------------------------------------------------------


@rule("wwi.map.edge", "wwi.map.metz")
def test_edges_and_metz() -> None:
    """Column 01 is the west edge, column 29 the east edge; Metz at 0509 is a German fortification of 3 in rough ground."""
    assert {n for n in LAND if n[:2] == "01"} == set(board.hexes(board.WEST_EDGE)) and {n for n in LAND if n[:2] == "29"} == set(
        board.hexes(board.EAST_EDGE)
    )
    i = board.INDEX["0509"]
    assert (board.FORT_STRENGTH[i], board.FORT_NATION[i], board.ROUGH >> i & 1) == (3, board.GE, 1)


def test_a_free_deployment_says_what_it_is_and_how_much_is_left():
    s = firestep.start("wwi", scenario="free", seed="words")
    assert s.game.phase(s.state) == "Free deployment"
    assert s.game.sequence(s)["steps"][0]["title"] == "Free deployment"
    total = 0
    while "deploy" in s.decision.prompt:
        total += 1
        left = s.decision.prompt
        s.take(s.decision.actions[0])
    assert total > 20 and left.endswith("it is the last")
    assert s.game.phase(s.state) != "Free deployment"


@rule("wwi.14.23")
def test_a_british_army_beside_the_french_does_not_spoil_their_attack() -> None:
    """An attack by French units is one in which a French unit takes part."""
    s = situation(
        "wwi",
        clear=True,
        turn=1,
        phase=5,
        superior="central",
        dice=[2],
        crp={"fr": 20, "br": 20, "ge": 20},
        units={"fr-1": "0307", "br-bef": "0306", "ge-1": "0406"},
        hexes=NO_FORTS,
    )
    play(s, "attack 0406", "add br-bef", "add fr-1", "go")
    assert s.state.french_attacks == 1


@rule("wwi.14.23", "wwi.4.ph8")
def test_the_duty_ends_with_the_allied_third_round_whoever_is_superior() -> None:
    """If the Allies are the Superior Player their third attack phase is the eighth."""
    units = {"fr-1": "0307", "fr-3": "0407", "ge-1": "0406", "ge-9": "1409"}
    for phase, superior, bound in ((8, "allied", True), (9, "central", True), (6, "allied", False), (7, "central", False)):
        s = situation("wwi", clear=True, turn=1, phase=phase, superior=superior, units=units, hexes=NO_FORTS)
        assert ("done" not in texts(s)) == bound
