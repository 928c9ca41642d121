"""What single events do (ditt.3.0r): each in a position where it can, with dice and answers given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from firestep.games.ditt.components import places, tables
from firestep.games.ditt.state import CASUALTY, GONE, IN_HAND, State
from firestep.testing import rule
from games.ditt.happening import answer, goods, stage

U, I, N = tables.UNIT, places.INDEX, tables.NATION
Check = Callable[[State, State], bool]


class Case(NamedTuple):
    events: str
    check: Check
    tables: Mapping[str, Any] = MappingProxyType({})
    dice: tuple[int, ...] = ()
    answers: tuple[str, ...] = ()


def side(nation: str) -> Callable[[State], int]:
    return lambda st: st.allegiance[N[nation]]


def joined(nation: str, to: int) -> Check:
    return lambda b, a: b.allegiance[N[nation]] == tables.NEUTRAL and a.allegiance[N[nation]] == to


def stays(nation: str) -> Check:
    return lambda b, a: a.allegiance[N[nation]] == b.allegiance[N[nation]]


def flipped(*units: str) -> Check:
    want = sum(1 << U[u] for u in units)
    return lambda b, a: a.flipped == want and not b.flipped & want


def at(unit: str, place: str) -> Check:
    return lambda b, a: a.at[U[unit]] == I[place] and b.at[U[unit]] != I[place]


def gone(*units: str) -> Check:
    return lambda b, a: all(a.at[U[u]] == GONE and b.at[U[u]] != GONE for u in units)


def lost(unit: str, divs: int) -> Check:
    return lambda b, a: b.divs[U[unit]] - a.divs[U[unit]] == divs


def moved(marker: str, by: int) -> Check:
    k = tables.ENTRY.index(marker)
    return lambda b, a: a.entry[k] - b.entry[k] == by


def maxed(nation: str, by: int) -> Check:
    return lambda b, a: a.max[N[nation]] - b.max[N[nation]] == by


def coins(box: str, left: int) -> Check:
    return lambda b, a: a.coins[tables.BOX[box]] == left


def flag(name: str) -> Check:
    return lambda b, a: a.flag(name) and not b.flag(name)


def both(*checks: Check) -> Check:
    return lambda b, a: all(c(b, a) for c in checks)


def same(b: State, a: State) -> bool:
    one, two = b.to_plain(), a.to_plain()
    return {k: v for k, v in one.items() if k != "rolls"} == {k: v for k, v in two.items() if k != "rolls"}


def units(**where: str) -> dict[str, Any]:
    return {"units": {u.replace("_", "-"): w for u, w in where.items()}}


FLOODS = "1915.1.07 1915.3.08 1916.2.10 1916.3.06 1917.2.10 1917.3.05 1918.1.05 1918.3.05"
KRUPP = {"coins": {"cp-krupp": 15}}
KEMAL = {"coins": {"cp-mustapha-kemal": 4}}
ALLAH = {"coins": {"cp-deutschland-uber-allah": 2}}
CASES = [
    # air, sea, markers of play
    Case("1914.1.02", lambda b, a: tables.AIR[a.air] == "rfc"),
    Case("1915.7.02", lambda b, a: tables.AIR[a.air] == "fokker"),
    Case("1916.3.02", lambda b, a: tables.AIR[a.air] == "nieuport"),
    Case("1917.1.02", lambda b, a: tables.AIR[a.air] == "d-type"),
    Case("1918.4.02", lambda b, a: tables.AIR[a.air] == "mass"),
    Case("1914.6.07", lambda b, a: a.beach[0] == IN_HAND != b.beach[0]),
    Case("1915.7.03", lambda b, a: a.beach[1] == IN_HAND != b.beach[1]),
    Case("1918.7.04", lambda b, a: a.beach[0] == IN_HAND and a.flag("late-beach")),
    Case("1917.3.02", lambda b, a: a.seas[tables.BALTIC] == tables.CP_RULES),
    Case("1918.6.04", lambda b, a: a.seas[tables.ADRIATIC] == tables.EP_RULES),
    Case("1916.4.05", lambda b, a: a.seas[tables.BLACK] == tables.EP_RULES, dice=(6, 6)),
    Case("1916.4.05", same, dice=(6, 5)),
    Case("1918.3.04", lambda b, a: a.seas[tables.NORTH] == tables.EP_RULES, dice=(6, 5), answers=("yes",)),
    Case("1918.3.04", same, dice=(1, 2), answers=("yes",)),
    Case("1915.2.05", flag("engineers-held")),
    Case("1917.2.08", flag("pipeline-held")),
    Case("1916.2.11", flag("baron")),
    Case("1916.5.03", flag("hindenburg")),
    Case("1916.5.04", flag("sweden-free")),
    Case("1918.6.11", flag("goiginger")),
    Case("1918.2.02", flag("brest-litovsk")),
    # countries
    Case("1914.1.03", both(joined("gk", tables.EP), joined("tu", tables.CP)), answers=("yes",)),
    Case("1914.1.03", same, answers=("no",)),
    Case("1914.2.05", joined("rm", tables.EP), dice=(2,)),
    Case("1914.2.05", joined("rm", tables.CP), dice=(3,)),
    Case("1914.2.05", both(joined("rm", tables.EP), gone("rm-1", "rm-2", "rm-3", "rm-4")), dice=(6,)),
    Case("1914.2.06", both(gone("bl-1"), lambda b, a: not a.ctrl[tables.EP] & places.COUNTRY["Belgium"]), dice=(6,)),
    Case("1914.2.06", same, dice=(5,)),
    Case("1914.3.09", joined("no", tables.CP), answers=("yes",)),
    Case("1914.3.09", both(stays("no"), lambda b, a: a.total(tables.GE) - b.total(tables.GE) == 3), answers=("no",)),
    Case(
        "1914.3.11",
        both(joined("tu", tables.CP), lambda b, a: a.seas[tables.BLACK] == tables.EP_RULES),
        dice=(3, 3, 2),
        answers=("yes",),
    ),
    Case(
        "1914.3.11",
        both(joined("tu", tables.CP), lambda b, a: a.seas[tables.BLACK] == tables.PARITY),
        dice=(3, 3, 3),
        answers=("yes",),
    ),
    Case("1914.4.03", both(moved("tu", -6), lambda b, a: a.seas[tables.BLACK] == tables.CP_RULES), answers=("yes",)),
    Case("1914.4.06 1914.6.13 1917.4.09", joined("no", tables.EP), dice=(6, 6)),
    Case("1914.4.06", same, dice=(6, 5)),
    Case("1914.6.04 1915.1.14 1916.1.04", joined("sw", tables.CP), dice=(6, 6)),
    Case("1916.1.04", same, dice=(5, 6)),
    Case("1914.5.06", both(joined("it", tables.EP), maxed("it", -3), moved("us", 0)), answers=("yes",)),
    Case("1915.2.11", joined("bu", tables.EP), dice=(6, 6)),
    Case("1915.6.03", joined("gk", tables.EP)),
    Case("1915.7.07", both(joined("gk", tables.EP), moved("rm", -6), moved("rs", 6)), answers=("yes",)),
    Case("1915.7.07", same, answers=("no",)),
    Case("1915.7.09", joined("rm", tables.CP), dice=(6,)),
    Case("1915.7.09", same, dice=(5,)),
    Case("1915.8.06", both(joined("gk", tables.EP), gone("sb-1", "sb-2"), moved("rs", 6)), dice=(3, 3, 4), answers=("yes",)),
    Case("1915.8.06", both(stays("gk"), gone("sb-1", "sb-2"), moved("rs", 6)), dice=(3, 3, 5), answers=("yes",)),
    Case("1916.2.05", joined("gk", tables.EP), dice=(6, 6)),
    Case("1916.2.06", joined("bu", tables.EP), dice=(6,)),
    Case("1916.4.06", joined("gk", tables.CP), dice=(6,)),
    Case("1916.4.10", joined("bu", tables.CP)),
    Case("1916.4.08", both(maxed("ge", 2), joined("ch", tables.EP)), dice=(6, 6), answers=("yes",)),
    Case("1916.4.08", both(maxed("ge", 2), stays("ch")), dice=(6, 5), answers=("yes",)),
    Case("1916.4.08", same, answers=("no",)),
    Case("1916.4.13", both(joined("dk", tables.CP), moved("us", 0)), answers=("yes",)),
    Case("1916.6.11", both(joined("sw", tables.CP), joined("no", tables.CP)), dice=(6, 6)),
    Case("1916.6.11", both(stays("sw"), joined("no", tables.CP)), {"allegiance": {"sw": "entente"}}, dice=(6, 6)),
    Case("1916.7.04", joined("no", tables.EP), dice=(1, 1)),
    Case("1916.7.04", joined("no", tables.CP), dice=(6, 6)),
    Case("1916.7.04", same, dice=(3, 3)),
    Case("1917.4.02", joined("gk", tables.EP)),
    Case(
        "1918.5.12",
        both(joined("gg", tables.EP), coins("cp-deutschland-uber-allah", 1)),
        {"allegiance": {"gg": "neutral"}} | ALLAH,
        dice=(6,),
    ),
    Case("1918.8.09", joined("gg", tables.CP), dice=(6,)),
    Case("1918.8.09", same, dice=(5,)),
    Case("1916.5.09", lambda b, a: a.own[tables.GK] & places.COUNTRY["Macedonia"] == places.COUNTRY["Macedonia"]),
    Case("1918.8.07", joined("rm", tables.EP), {"holds": {"fr": ["3305"]}}),
    Case("1918.8.07", joined("rm", tables.CP), {"holds": {"ge": ["3305"]}}),
    Case(
        "1918.8.07",
        both(lambda b, a: side("rm")(a) == tables.EP, at("rm-3", "2113")),
        {
            "allegiance": {"rm": "entente"},
            "holds": {"ge": places.numbers(places.HOME[tables.RM])},
            "units": {f"rm-{k}": "casualty" for k in (1, 2, 3, 4)} | {"sb-1": "2310"},
        },
    ),
    # pointing at stacks and Armies
    Case("1914.1.04 1914.2.04", lost("rs-1", 3), answers=("point 3016", "lose rs-1 3")),
    Case("1914.1.05", lost("fr-1", 3), answers=("point 3107",)),
    Case("1914.3.05 1918.4.03", lost("ge-1", 3), answers=("point 3108",)),
    Case("1914.3.05", same, answers=("pass",)),
    Case("1914.4.05", lost("ge-1", 3), answers=("point ge-1",)),
    Case("1914.4.07", lost("ge-1", 1), answers=("point ge-1",)),
    Case("1914.5.05", flipped("ah-6"), answers=("point ah-6",)),
    Case("1914.6.03", lost("ah-6", 1), dice=(6,), answers=("point ah-6",)),
    Case("1914.6.03", same, dice=(5,), answers=("point ah-6",)),
    Case("1914.5.09", flipped("br-exp"), units(br_exp="nigeria 2"), answers=("point br-exp",)),
    Case(
        "1915.1.08 1916.4.09 1917.5.13 1918.7.13",
        flipped("br-exp"),
        units(br_exp="transvaal 2", br_1="3506 3"),
        answers=("point br-exp",),
    ),
    Case("1915.2.13 1915.5.04", flipped("in-d", "br-mef"), units(in_d="0321", br_mef="0321 2"), answers=("point 0321",)),
    Case("1915.4.11", flipped("br-1"), units(br_1="3506 3"), answers=("point br-1",)),
    Case("1915.4.12", flipped("ah-6"), answers=("point ah-6",)),
    Case("1915.4.13 1918.7.05", flipped("ge-1"), answers=("point ge-1",)),
    Case("1916.8.03 1917.6.11", flipped("fr-1"), answers=("point fr-1",)),
    Case("1915.5.05", flipped("sb-1", "ah-6"), units(sb_1="2310", ah_6="2410 3", ge_1="3108 2"), answers=("point sb-1",)),
    Case("1916.3.03", flipped("br-mef", "fr-orient"), units(br_mef="1808 3", fr_orient="1808 2"), answers=("point 1808",)),
    Case("1916.6.07", flipped("br-mef"), units(br_mef="0421 3"), answers=("point br-mef",)),
    Case("1917.1.05", flipped("ge-1"), units(ge_1="3108 2"), answers=("point ge-1",)),
    Case("1917.1.06", flipped("rs-1ca"), answers=("point 1420",)),
    Case("1917.3.10", flipped("fr-1"), answers=("point fr-1",)),
    Case("1917.5.03", flipped("ge-1", "rs-1"), answers=("point ge-1", "point rs-1")),
    Case("1917.5.09", flipped("it-1"), units(it_1="2707 3") | {"allegiance": {"it": "entente"}}, answers=("point it-1",)),
    Case("1918.5.04", flipped("it-1"), units(it_1="2707 3") | {"allegiance": {"it": "entente"}}, answers=("point it-1",)),
    Case("1917.6.09", flipped("it-1"), units(it_1="2707 3"), answers=("point it-1",)),
    Case("1918.5.05", flipped("ah-6"), units(ah_6="2710 3"), answers=("point ah-6",)),
    Case("1917.6.08", flipped("anz-1"), units(anz_1="0811"), answers=("point anz-1",)),
    Case("1917.7.04", flipped("tu-viii"), answers=("point tu-viii",)),
    Case("1917.7.08", lost("tu-viii", 3), answers=("point tu-viii",)),
    Case("1918.5.10", flipped("tu-viii"), units(tu_viii="0916 3"), answers=("point tu-viii",)),
    Case(
        "1917.6.13",
        both(lambda b, a: a.divs[U["fr-1"]] == b.divs[U["fr-1"]] + 1, maxed("fr", 1)),
        units(fr_1="2311 4"),
        answers=("point fr-1",),
    ),
    Case("1918.3.09", gone("bu-1"), units(bu_1="2011"), answers=("point bu-1",)),
    Case("1916.2.08", gone("si-2"), answers=("point si-2",)),
    Case("1914.4.09 1915.1.15", lambda b, a: a.at[U["in-d"]] == CASUALTY, units(in_d="0321"), dice=(6,), answers=("point in-d",)),
    Case("1914.4.09", same, units(in_d="0321"), dice=(5,)),
    Case("1917.2.06", gone("in-d"), units(in_d="0321"), dice=(6, 6), answers=("point in-d",)),
    Case("1914.6.02 1915.3.03", lambda b, a: a.released == 1 << U["anz-2"], answers=("point anz-2",)),
    Case("1914.2.11", lambda b, a: a.released == 1 << U["in-north"]),
    # whole regions
    Case(
        FLOODS,
        flipped("br-mef", "tu-xiii"),
        units(br_mef="0421 3", tu_xiii="0521 2", ge_1="3108 3") | {"allegiance": {"tu": "central"}},
    ),
    Case("1915.1.09 1915.2.04", flipped("sb-1", "ah-6"), units(sb_1="2310", ah_6="2410 4", ah_1="2713 3")),
    Case(
        "1915.4.08 1915.6.08 1915.7.04 1916.8.07",
        flipped("tu-ix", "rs-1ca"),
        units(tu_ix="1320 3", rs_1ca="1321 2", rs_1="3016 3") | {"allegiance": {"tu": "central"}},
    ),
    Case(
        "1917.8.12",
        flipped("tu-viii", "br-eef"),
        units(tu_viii="0916 3", br_eef="0814 3", br_mef="0421 2") | {"allegiance": {"tu": "central"}},
    ),
    Case(
        "1918.8.12",
        flipped("tu-xii", "br-mef"),
        units(tu_xii="0821 2", br_mef="0721 2", br_1="3506 3") | {"allegiance": {"tu": "central"}},
    ),
    Case("1917.8.08 1918.2.06", flipped("ca-corps")),
    Case("1918.1.06", flipped("as-1")),
    Case(
        "1917.6.02",
        flipped("tu-i", "tu-iv", "tu-v"),
        units(tu_i="1813 3", tu_iv="1611 3", tu_v="1515 3", tu_vi="1117 2"),
        dice=(3,),
        answers=("point tu-i", "point tu-iv", "point tu-v"),
    ),
    Case(
        "1918.5.09",
        both(flipped("ge-1", "ah-1"), coins("cp-reichsbahn", 0)),
        units(ge_1="3108 3", ah_1="2710 3") | {"coins": {"cp-reichsbahn": 2}, "holds": {"rm": ["2213"]}},
        dice=(1, 1),
    ),
    Case("1914.1.06", lambda b, a: not a.fort_of[tables.CP] & places.mask("3114", "3014", "3013", "3012", "2912"), dice=()),
    # Divs
    Case(
        "1914.2.12",
        both(lost("ge-1", 1), lambda b, a: a.reserves[tables.GE] == b.reserves[tables.GE] + 1),
        answers=("recall ge-1 1",),
    ),
    Case(
        "1914.3.03",
        both(lost("ge-1", 6), lambda b, a: a.frozen[tables.GE] == 6),
        units(ge_1="3307 9", ge_2="3208 9") | {"numbers": {"chit_phase": 1}},
        answers=("recall ge-1 6",),
    ),
    Case(
        "1914.4.10",
        both(lost("ge-1", -4), lost("ge-2", -2), maxed("ge", 0)),
        units(ge_1="3208 9", ge_2="3108 9"),
        answers=("gain ge-1 4", "gain ge-2 2"),
    ),
    Case("1915.1.04", lost("rs-1ca", 2), units(rs_1ca="1420 2"), answers=("recall rs-1ca 2",)),
    Case("1915.1.02", both(at("ah-sud", "2710"), lambda b, a: a.divs[tables.SUD] == 1, maxed("ah", 1)), answers=("place 2710",)),
    Case("1917.5.02", lost("br-1", 3), units(br_1="3506 5"), answers=("lose br-1 3",)),
    Case("1918.4.10", lost("ge-1", 3), units(ge_1="3108 5")),
    Case(
        "1915.5.03 1916.6.12 1917.1.11 1918.7.10",
        lost("br-1", 6),
        units(br_1="3506 9")
        | {"hexes": {"forts-destroyed": [n for n in places.numbers(places.COLONIAL_COINS) if n not in ("tanga", "samoa")]}},
        answers=("lose br-1 6",),
    ),
    Case("1917.1.10", both(lost("br-1", 3), moved("us", 6)), units(br_1="3506 9"), dice=(3, 3, 3), answers=("lose br-1 3",)),
    Case(
        "1917.1.10", joined("dk", tables.EP), units(br_1="3506 9") | {"entry": {"us": 10}}, dice=(3, 6, 6), answers=("lose br-1 3",)
    ),
    Case(
        "1917.1.10",
        joined("dk", tables.EP),
        units(br_1="3506 9") | {"allegiance": {"us": "entente"}},
        dice=(3, 6, 6),
        answers=("lose br-1 3",),
    ),
    Case("1918.3.08", lost("fr-1", 3), units(fr_1="3305 9")),
    Case(
        "1918.3.08",
        both(lost("fr-1", 6), gone("ab-feisal")),
        units(fr_1="3305 9", ab_feisal="arabian-desert")
        | {"holds": {"tu": ["0811"]}, "allegiance": {"tu": "central", "ab": "entente"}},
    ),
    # tables and coins
    Case("1914.1.07", both(flag("home-rule"), maxed("br", 5)), answers=("yes",)),
    Case("1914.1.07", both(flag("home-rule-refused"), maxed("br", 0)), answers=("no",)),
    Case("1914.3.07", coins("cp-krupp", 14), KRUPP, dice=(6,)),
    Case("1914.3.07", coins("cp-krupp", 15), KRUPP, dice=(5,)),
    Case("1914.5.04", moved("us", -3), {"entry": {"us": 20}}, dice=(5, 3)),
    Case("1914.5.04", moved("us", 0), {"entry": {"us": 20}}, dice=(4,)),
    Case("1915.1.05", coins("ep-smith-dorrien", 0), {"coins": {"ep-smith-dorrien": 2}}),
    Case("1916.2.09", coins("ep-plehve", 0), {"coins": {"ep-plehve": 3}}),
    Case("1915.6.06", coins("cp-mustapha-kemal", 0), KEMAL, dice=(6, 6)),
    Case("1915.6.06", coins("cp-mustapha-kemal", 4), KEMAL, dice=(6, 5)),
    Case("1916.4.07", coins("cp-deutschland-uber-allah", 1), ALLAH),
    Case("1918.5.12", coins("cp-deutschland-uber-allah", 1), ALLAH, dice=(5,)),
    Case("1917.4.03", both(coins("cp-mustapha-kemal", 0), maxed("tu", -2)), KEMAL),
    Case("1917.4.07", coins("cp-place-of-execution", 0), {"coins": {"cp-place-of-execution": 1}}),
    Case("1918.3.14", both(coins("ep-foch", 1), coins("cp-haig", 0)), {"coins": {"cp-haig": 2, "ep-foch": 0}}, dice=(6, 5)),
    Case("1918.3.14", both(coins("ep-foch", 0), coins("cp-haig", 2)), {"coins": {"cp-haig": 2, "ep-foch": 0}}, dice=(6, 6)),
    Case("1918.6.12", coins("cp-sarrail", 0), {"coins": {"cp-sarrail": 2}}),
    Case("1915.7.05", maxed("ah", -1)),
    Case("1915.7.06", both(moved("us", 3), moved("it", 3))),
    Case("1916.2.02", moved("us", -3), {"entry": {"us": 20}}, dice=(6, 3)),
    Case("1916.2.02", same, dice=(5,)),
    Case("1916.3.08", maxed("br", -13), {"max": {"br": 40}}, dice=(5,)),
    Case("1916.3.08", maxed("br", 0), {"max": {"br": 40}}, dice=(4,)),
    Case("1916.3.12", moved("rs", -6), {"entry": {"rs": 40}}, dice=(1, 3, 3)),
    Case("1916.3.12", moved("rs", 3), {"entry": {"rs": 40}}, dice=(2, 3)),
    Case("1916.4.03", maxed("tu", -3), {"max": {"tu": 40}}, dice=(6, 3)),
    Case("1916.5.06", moved("rs", 3), {"entry": {"rs": 40}}),
    Case("1916.5.06", moved("rs", 6), {"entry": {"rs": 40}, "holds": {"tu": ["1125"]}, "allegiance": {"tu": "central"}}),
    Case("1916.7.02", moved("us", 0), {"entry": {"us": 30}}, dice=(2,)),
    Case("1916.7.02", moved("us", 6), {"entry": {"us": 30}}, dice=(1, 2, 3, 3)),
    Case("1916.7.02", moved("us", -6), {"entry": {"us": 30}}, dice=(1, 3, 3, 3)),
    Case("1916.8.05", moved("rs", -3), {"entry": {"rs": 40}}, dice=(1, 3)),
    Case("1916.8.05", moved("rs", 3), {"entry": {"rs": 40}}, dice=(6, 3)),
    Case("1917.1.03", both(maxed("it", 4), maxed("tu", 4)), dice=(4,)),
    Case("1917.1.07", moved("rs", -3), {"entry": {"rs": 40}}, dice=(6, 3)),
    Case("1917.2.12", maxed("ah", 6), dice=(6, 3, 3)),
    Case("1917.2.12", maxed("ah", 0), dice=(5,)),
    Case("1918.1.09", both(maxed("ah", -3), maxed("ge", -4)), {"max": {"ah": 40, "ge": 90}}),
    Case("1918.2.03", both(maxed("br", -2), gone("jp-exp")), {"max": {"br": 40}}),
    Case("1918.4.04", maxed("ge", -14), {"max": {"ge": 90}}),
    Case("1918.4.04", maxed("fr", -8), {"seas": {"north": "central"}}),
    Case("1918.5.01", maxed("ge", -14), {"max": {"ge": 90}, "holds": {"fr": ["3305"]}}),
    Case("1918.5.01", maxed("fr", -7), {"holds": {"ge": ["3305"]}}),
    Case("1918.7.06 1918.8.08", maxed("ge", -4), {"max": {"ge": 90}}),
    Case("1918.7.06 1918.8.08", maxed("fr", -3), {"seas": {"north": "central"}}),
    Case("1918.7.08", maxed("fr", 1), dice=(6,)),
    Case("1918.7.08", maxed("fr", 0), dice=(5,)),
    Case(
        "1918.1.07 1918.2.12 1918.8.10",
        both(maxed("ge", -3), maxed("rs", 0)),
        {"max": {"ge": 90, "rs": 90}, "holds": {"ge": places.numbers(places.COUNTRY["Baltic States"])}},
    ),
    Case("1918.1.07", both(maxed("ge", 0), maxed("rs", -3)), {"max": {"ge": 90, "rs": 90}}),
    Case("1918.1.07", both(maxed("ge", 0), maxed("rs", 0)), {"max": {"ge": 90, "rs": 90}, "holds": {"ge": ["3117"]}}),
    Case("1915.3.06", both(maxed("ah", -10), moved("it", -6)), answers=("yes", "yes", "no")),
    Case(
        "1915.5.02",
        both(moved("it", 9), gone("sb-1", "sb-3"), flag("serbs-gone")),
        {"entry": {"it": 20}},
        answers=("choose greater",),
    ),
    Case("1915.5.02", both(moved("it", 3), lambda b, a: a.at == b.at), {"entry": {"it": 20}}, answers=("choose lesser",)),
    Case("1917.6.07", moved("rm", 3), {"entry": {"rm": 20}, "holds": {"br": ["1910"]}}, answers=("yes",)),
    Case("1917.6.07", moved("rm", -3), {"entry": {"rm": 20}, "holds": {"ge": ["1910"]}}, answers=("yes",)),
]


@pytest.mark.parametrize(
    ("event", "case"),
    [
        pytest.param(f"ditt.ev.{id}", c, marks=rule(f"ditt.ev.{id}"), id=f"{id}-{k}")
        for k, c in enumerate(CASES)
        for id in c.events.split(" ")
    ],
)
def test_it_does_what_it_says(event: str, case: Case) -> None:
    before, s = stage(event, *goods(event), case.tables, dice=[*case.dice, *([3] * 40)])
    answer(s, *case.answers)
    assert case.check(before, s.state), [(e.key, dict(e.params)) for e in s.journal]
