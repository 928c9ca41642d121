"""Components (ditt.1.0, ditt.19.0) and the errata of the map: what the rules say about single places."""

from __future__ import annotations

from collections import Counter

from firestep.games.ditt.components import board, places, tables
from firestep.testing import play, rule, texts
from games.ditt.handing import bring
from games.ditt.positions import I, U, pulse, rules_against


@rule("ditt.1.1b", "ditt.1.1d", "ditt.19.0b", "ditt.err.f")
def test_numbers_names_and_the_edge() -> None:
    names = Counter(h.name for h in board.MAP.hexes.values())
    assert {n for n, k in names.items() if k > 1} == {"Tripoli", "Homs", "Kronstadt"} and len(board.MAP.hexes) == 672
    assert all(len(n) == 4 and n.isdigit() for n in board.MAP.hexes) and "3725" not in I and "3824" not in I and "0101" not in I


@rule("ditt.1.1n", "ditt.1.1o", "ditt.1.1p", "ditt.1.1q")
def test_signs_of_the_key() -> None:
    assert (
        places.CITY[tables.AH] >> I["2710"] & 1 and places.FORT_NATION[I["3013"]] == tables.GE and I["2512"] == places.ITALIAN_FLAG
    )
    assert board.SEES[I["0915"]] == "mr" and board.SEES[I["1020"]] == "as"


@rule("ditt.err.a", "ditt.err.b", "ditt.err.c", "ditt.err.d", "ditt.err.e")
def test_errata_of_the_map() -> None:
    assert not places.COASTAL >> I["1911"] & 1
    assert [places.NAME[I[n]] for n in ("2311", "2405", "2614", "2709", "3305", "3706", "3707")] == [
        "Belgrade",
        "Rome",
        "Lemberg",
        "Bainsizza Plateau",
        "Paris",
        "Birmingham",
        "Manchester",
    ]
    s = pulse("central", units={"ah-ost": "2411 5"})
    play(s, "stack 2411")
    assert "step 2311" not in texts(s) and rules_against(s, "step 2311") == {"ditt.6.1n"}


@rule("ditt.7.0f", "ditt.5.2e")
def test_fortitude_is_one_in_attack_and_defence_and_a_scratched_minor_force_lives() -> None:
    s = pulse("central", dice=[6, 6, 1, 3], units={"ge-bavaria": "3208", "fr-5": "3207 2"})
    assert s.state.factors(U["ge-bavaria"])[2] == 22
    play(s, "stack 3208", "step 3207", "dice 2", "dice 2")
    while texts(s)[0].startswith(("lose", "retreat")):
        play(s, texts(s)[0])
    play(s, "done")
    assert s.state.at[U["ge-bavaria"]] == I["3207"]  # four hits are less than its Fortitude, and it won


@rule("ditt.err.ac")
def test_everything_on_the_map_is_open_to_all() -> None:
    s = pulse("central", units={"ge-1": "3208 5", "fr-5": "3207 3"})
    views = [s.view(seat)["board"]["pieces"] for seat in (0, 1, None)]
    assert views[0] == views[1] == views[2] and {x["id"]: x["divs"] for x in views[0] if "divs" in x} == {"ge-1": 5, "fr-5": 3}


@rule("ditt.15.12h", "ditt.15.12d", "ditt.15.12b")
def test_neutralised_bulgaria_is_closed_but_carries_cp_supply() -> None:
    from firestep.games.ditt.supply import friendly

    s = bring(pulse("entente", units={}, allegiance={"tu": "central", "bu": "central"}), "greater-bulgaria")
    assert rules_against(s, "declare bu") == {"ditt.15.12h"}
    assert (
        friendly(s.state, tables.TU) & places.GREATER_BULGARIA
        == places.GREATER_BULGARIA
        == places.COUNTRY["Bulgaria"] | places.mask("2009", "2010")
    )
    assert not friendly(s.state, tables.FR) & places.GREATER_BULGARIA
