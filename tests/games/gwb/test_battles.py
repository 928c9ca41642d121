"""The battles: a folder each, sound ground, sound orders of battle, bots that can play them."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from firestep import bots
from firestep.engine.dice import Dice
from firestep.engine.errors import FirestepError
from firestep.engine.start import begin
from firestep.games.gwb import GAME, artillery, movement, victory
from firestep.games.gwb.components.battle import Battle, battle
from firestep.games.gwb.components.board import parse
from firestep.games.gwb.display import draw
from firestep.games.gwb.meta import BATTLES, SEATS, battles
from firestep.games.gwb.position import check
from firestep.games.gwb.state import AWAY, State
from firestep.hexmap.grid import bits
from firestep.testing import rule
from games.gwb.positions import sheet
from geography import Place, hexes_off, read_places
from sampling import every


@pytest.mark.parametrize("id", battles())
def test_the_set_up_is_sound(id: str) -> None:
    b = battle(id)
    st = State(b)
    check(st)
    assert st.isolated(0) == st.isolated(1) == 0
    assert all(units.bit_count() <= b.stacking for units in st.where.values())
    assert all(b.board.land >> h & 1 for h in b.objectives)
    assert all(mask for mask in b.supply) and all(mask for mask in b.entries.values())
    assert st.held[0] & st.held[1] == 0
    assert [floor for floor, _, _ in b.levels] == sorted((floor for floor, _, _ in b.levels), reverse=True)
    assert {(who or None, level, victory.RULE) for _, who, level in b.levels} == set(victory.ENDS)
    for u in b.units:
        assert u.steps == 1 or 0 < u.reduced <= u.strength
        assert not u.gun or u.range > 0 and bool(u.light) == bool(u.light_range)
        assert u.light_range <= 2  # gwb.3.13c


@pytest.mark.parametrize("id", battles())
def test_every_link_of_the_map_joins_neighbours_and_no_road_runs_into_a_lake(id: str) -> None:
    board = battle(id).board
    for way in board.ways.values():
        for a, b in way:
            assert board.grid.near(a) >> b & 1 and board.land >> a & 1 and board.land >> b & 1
    for s in board.bridge_name:
        assert board.sides[s] in ("river", "canal")


@pytest.mark.parametrize("id", battles())
def test_the_folder_has_notes_and_the_map_can_be_drawn(id: str) -> None:
    assert (BATTLES / id / "notes.md").read_text(encoding="utf-8").strip()
    svg, sheet = draw.scenario_map(id)
    assert svg.startswith("<svg") and svg.endswith("</svg>") and len(sheet["hexes"]) == sum(1 for _ in battle(id).board.grid)


def test_meaux_lies_on_the_marne_and_the_rails_of_east_prussia_hang_together() -> None:
    """The ground is the real one: a few facts that a wrong map would break."""
    o = battle("ourcq").board
    place = {name: h for h, name in o.places.items()}
    north, south = place["Varreddes"], place["Quincy"]
    ground = o.ground((1 << len(o.bridges)) - 1)  # every bridge down: the Marne parts the map from edge to edge
    reached = ground.line(north, 0) | 1 << north
    seen = new = 1 << north
    while new:
        grown = ground.zone(new)
        new, seen = grown & ~seen, seen | grown
    assert not seen >> south & 1 and reached
    t = battle("tannenberg").board
    place = {name: h for h, name in t.places.items()}
    line = t.ground(0).line(place["Osterode"], 0)
    assert all(line >> place[n] & 1 for n in ("Soldau", "Neidenburg", "Hohenstein", "Allenstein", "Ortelsburg"))


@pytest.mark.parametrize("id", every(2, battles()))
def test_a_greedy_game_runs_to_its_end(id: str) -> None:
    s = begin(GAME, id, GAME.settle_options({}), Dice("greedy"))
    players = [bots.make("greedy", k) for k in (1, 2)]
    fought = 0
    while d := s.decision:
        fought += type(d.step).__name__ == "Declare"
        s.take(bots.answer(players[d.seat], s))
    out = s.outcome
    assert out is not None and out.winner in (None, *SEATS) and fought > 3
    assert dict(zip(SEATS, victory.scores(s.state), strict=True)) == out.scores


@rule("gwb.4.0a")
@pytest.mark.parametrize("id", battles())
def test_every_margin_has_a_level(id: str) -> None:
    b = battle(id)
    st = State(b)
    for margin in (-300, -40, -10, 0, 10, 40, 300):
        st.lost = [0] * len(b.armies)
        found = next(level for floor, _, level in b.levels if margin >= floor)
        assert found
    assert victory.outcome(st).level


@pytest.mark.parametrize(
    ("lost", "words"),
    [
        (0, "a margin of -20 for the Allied side; less than -4 is a decisive German victory in this battle"),
        (52, "a margin of +6 for the Allied side; +4 to +13 is a draw in this battle"),
        (90, "a margin of +25 for the Allied side; +21 or more is a decisive Allied victory in this battle"),
    ],
)
def test_the_standing_says_between_which_margins_it_lies(lost: int, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    b = battle("ourcq")
    levels = ((21, "allied", "decisive"), (14, "allied", "marginal"), (4, "", "draw"), (-4, "german", "marginal"))
    monkeypatch.setattr(b, "levels", (*levels, (-999, "german", "decisive")))
    monkeypatch.setattr(b, "loss_points", (1, 1))
    st = State(b)
    start = victory.scores(st)
    assert start[0] - start[1] == -20 and b.armies == ("BEF", "First", "Sixth")
    st.lost = [0, lost, 0]
    assert victory.standing(st)[2] == words and words in victory.outcome(st).reason


def skirmish(tmp_path: Path) -> Path:
    """The folder of a battle of two regiments."""
    folder = tmp_path / "skirmish"
    folder.mkdir()
    (folder / "map.txt").write_text(sheet(" ".join(["......"] * 6)), encoding="utf-8")
    head = "id,name,nation,army,corps,division,type,size,strength,reduced,move,range,light,light_range,heavy,at,turn,entry\n"
    (folder / "units.csv").write_text(
        head
        + "be-1,1 Line,BE,Belgian,I,1,inf,regiment,3,2,6,,,,,0303,1,\nge-1,IR 1,GE,German,I,1,inf,regiment,4,2,6,,,,,0304,1,\n",
        encoding="utf-8",
    )
    (folder / "battle.toml").write_text(
        'title = "Skirmish"\ntext = "Two regiments."\nturns = 2\nfirst = "allied"\nstacking = 3\n'
        '[sides]\nBE = "allied"\nGE = "german"\n'
        '[supply]\nallied = ["north"]\ngerman = ["south"]\n[victory]\nhexes = { "0303" = 1 }\nheld = { allied = ["0303"] }\n'
        'step = { allied = 1, german = 1 }\nlevels = [[1, "allied", "win"], [0, "", "draw"], [-99, "german", "win"]]\n',
        encoding="utf-8",
    )
    return folder


def test_a_battle_is_one_folder(tmp_path: Path) -> None:
    """A new folder is a battle that can be played; the series code knows nothing of it."""
    b = Battle(skirmish(tmp_path))
    assert b.id == "skirmish" and [u.id for u in b.units] == ["be-1", "ge-1"]
    st = State(b)
    check(st)
    assert b.board.grid.numbers(st.occ[0]) == ["0303"] and b.first == 0


@rule("gwb.2.1b")
def test_a_game_that_keeps_sections_of_version_1_is_labelled_a_house_version(tmp_path: Path) -> None:
    folder = skirmish(tmp_path)
    assert Battle(folder).title == "Skirmish" and not Battle(folder).exclusive
    file = folder / "battle.toml"
    file.write_text('keeps = ["8.0", "9.0", "13.3", "13.5"]\n' + file.read_text(encoding="utf-8"), encoding="utf-8")
    b = Battle(folder)
    assert b.title == "Skirmish (house version)"
    assert "version 1 of 8.0, 9.0, 13.3, 13.5" in b.exclusive[-1] and "version 2 holds throughout" in b.exclusive[-1]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[terrain]\n", "line 1: .map. lacks name, layout"),
        (sheet(".. ..").replace("..\n..", ".\n.."), "row 1 has 1 signs"),
        (sheet("?. .."), "unknown sign"),
        (sheet(".. ..", '[roads]\n"R" 0101 0202'), "0101 and 0202 are not adjacent"),
        (sheet(".. ..", '[bridges]\n0101/0102 "B"'), "no river or canal at 0101/0102 under the bridge B"),
        (sheet(".. ..").partition("[terrain]")[0], "every hex needs a sign"),
        (sheet(".. ..", "[foo]"), "unknown section .foo."),
        (sheet(".. ..", "[rivers]\n0101/0102"), "a side needs"),
    ],
)
def test_a_wrong_map_is_refused_with_its_line(text: str, says: str) -> None:
    with pytest.raises(FirestepError, match=says):
        parse(text)


def test_overlays_and_facts_of_every_unit_and_hex() -> None:
    s = begin(GAME, "training", GAME.settle_options({}), Dice("x"))
    grid = s.state.b.board.grid
    for u in s.state.b.words:
        for name in ("range", "sight", "reach"):
            assert set(GAME.overlays[name](s, u)) <= set(grid)
    assert "0604" in GAME.overlays["range"](s, "ge-e1") and "0101" not in GAME.overlays["range"](s, "ge-e1")
    for seat in SEATS:
        for name in ("zone", "supply", "isolated"):
            assert set(GAME.overlays[name](s, seat)) <= set(grid)
    for h in bits(s.state.b.board.grid.all):
        facts = GAME.inspect(s, grid.number(h))
        assert facts["lines"] and all(line["rule"] == "" or line["rule"].startswith("gwb.") for line in facts["lines"])
    assert "woods" in GAME.inspect(s, "0806")["lines"][0]["text"].lower()


# -- the ground -------------------------------------------------------------------------------------------------------

REAL = ("ourcq", "tannenberg")


def _places(id: str) -> list[Place]:
    return read_places(BATTLES / id / "places.csv")


@pytest.mark.parametrize("id", REAL)
def test_every_named_place_keeps_its_true_coordinates(id: str) -> None:
    b = battle(id)
    assert {(p.hex, p.name) for p in _places(id)} == {(b.board.grid.number(h), name) for h, name in b.board.places.items()}
    assert {p.source for p in _places(id)} <= {"GeoNames", "PRNG", "Etalab", "de.wikipedia", "memory"}


@pytest.mark.parametrize("id", REAL)
def test_nineteen_of_twenty_places_lie_within_a_hex(id: str) -> None:
    off = hexes_off(battle(id).board.grid, _places(id))
    assert sum(n <= 1 for n in off.values()) >= 0.95 * len(off), off
    assert max(off.values()) <= 2


def test_a_village_drawn_elsewhere_is_noticed() -> None:
    """The measure itself: Usdau where it stood before, six kilometres to the south."""
    moved = [replace(p, hex="1130") if p.name == "Usdau" else p for p in _places("tannenberg")]
    assert hexes_off(battle("tannenberg").board.grid, moved)["Usdau"] >= 2


@rule("gwb.7.6b")
@pytest.mark.parametrize("id", battles())
def test_railways_cross_rivers_at_bridges_only(id: str) -> None:
    board = battle(id).board
    wet = {s for s, kind in board.sides.items() if kind in ("river", "canal", "lake")}
    assert not set(board.ways["rail"]) & (wet - set(board.bridges))


@pytest.mark.parametrize("id", battles())
def test_reinforcements_come_over_the_edge_of_the_map(id: str) -> None:
    b = battle(id)
    (c0, r0), (c1, r1) = b.board.grid.first, b.board.grid.last
    for name, hexes in b.entries.items():
        numbers = b.board.grid.numbers(hexes)
        assert numbers, name  # none of them is a lake
        assert all(int(n[:2]) in (c0, c1) or int(n[2:]) in (r0, r1) for n in numbers), name


@rule("gwb.8.0a", "gwb.7.4c")
@pytest.mark.parametrize("id", battles())
def test_field_guns_reach_columns_on_the_march(id: str) -> None:
    """G86: on every map some gun reaches further than March Order keeps off, or harassing fire would be dead."""
    b = battle(id)
    guns = [u for u in b.units if u.gun and not u.heavy]
    assert sum(u.range > b.stand_off for u in guns) >= 0.6 * len(guns)


@rule("gwb.7.4c", "gwb.7.4g")
def test_the_stand_off_is_the_battles_own() -> None:
    for id, far in (("training", 3), ("ourcq", 2), ("tannenberg", 1)):
        b = battle(id)
        assert b.stand_off == far
        st = State(b)
        for u in range(len(b.units)):
            st.put(u, AWAY)
        mine, enemy = (next(u for u in b.units if u.side == k and not u.gun) for k in (0, 1))
        middle = b.board.grid.index("0806")
        st.put(enemy.index, middle)
        st.put(mine.index, next(h for h in bits(b.board.land) if b.board.grid.distance(h, middle) > far + 2))
        st.marching = 1 << mine.index
        near = movement.banned(st, mine.index, False)
        assert all((b.board.grid.distance(h, middle) <= far) == bool(near >> h & 1) for h in bits(b.board.land))


@rule("gwb.7.3d")
def test_bridges_fall_when_their_battle_says_so() -> None:
    b = battle("ourcq")
    s = begin(GAME, "ourcq", GAME.settle_options({}), Dice("bridges"))
    down = s.state.blown
    while s.state.turn < 5:
        assert s.state.blown == down
        s.take(next(a for a in s.decision.actions if a[0] in ("done", "none", "hold", "halt", "ready", "stand", "pass")))
    fallen = {b.board.bridge_name[b.board.bridges[i]] for i in bits(s.state.blown & ~down)}
    assert fallen == {"Changis", "La Ferte-sous-Jouarre"} and s.state.ground is b.board.ground(s.state.blown)
    assert any(e.key == "falls" for e in s.journal)


def test_every_row_of_the_ledger_is_whole() -> None:
    with (GAME.data / "rules.csv").open(encoding="utf-8", newline="") as f:
        rows = list(csv.reader(f))
    assert all(len(row) == len(rows[0]) for row in rows) and {row[4] for row in rows[1:]} == {"yes", "no"}


@rule("gwb.6.0i")
def test_russian_corps_fight_each_for_itself() -> None:
    """A battle may bind one side more than the other: Russians by corps, Germans by army."""
    b = battle("tannenberg")
    st = State(b)
    of = {k: [u.index for u in b.units if u.corps == k and not u.gun and not u.heavy] for k in ("XV", "XIII", "XX", "I R")}
    assert artillery.joins(st, of["XV"][0], 1 << of["XV"][1]) and not artillery.joins(st, of["XV"][0], 1 << of["XIII"][0])
    assert artillery.joins(st, of["XX"][0], 1 << of["I R"][0])
