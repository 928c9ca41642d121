"""Events (ditt.3.0r) that need code of their own, by the name that `call` uses in `data/events.csv`. `single_event_choices` has
their questions, `conditions.CASES` the conditions that only one event has."""

from __future__ import annotations

from collections.abc import Callable

from firestep.engine.question import kept
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.ditt import find
from firestep.games.ditt.combat import retreat
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.components.things import PLACE
from firestep.games.ditt.events import conditions, events, single_event_choices, statements
from firestep.games.ditt.events.arrivals import Raise, enlist, put
from firestep.games.ditt.movement import naval, passage
from firestep.games.ditt.nations import armenia, collapse, control, entry_markers, surrender
from firestep.games.ditt.state import BOX, CASUALTY, GONE, IN_HAND, LOST, POOL, UNSEEN, State
from firestep.games.ditt.supply import is_supplied
from firestep.hexmap.grid import bits

S = Session[State]
PRAGUE, CETINJE = places.INDEX["2810"], places.INDEX["2208"]

BEIRUT, MARDIN = places.INDEX["0915"], places.INDEX["1020"]


# -- countries and sides ---------------------------------------------------------------------------------------------------


def albert(s: S, event: str) -> Steps:
    """Removes the Belgian Army; Belgium belongs to the side that occupies it first (ditt.ev.1914.2.06)."""
    st = s.state
    for u in tables.UNITS_OF[tables.BL]:
        control.remove(s, u, event)
    st.own[tables.BL] = 0
    st.set_side(tables.BL, tables.OUT)
    st.destroy_forts(places.FORTS & places.HOME[tables.BL])  # they would belong to no side
    return ()


def belgium_gone(s: S, event: str) -> Steps:
    for u in tables.UNITS_OF[tables.BL]:
        control.remove(s, u, event)
    return ()


def montenegro_neutral(s: S, event: str) -> Steps:
    """Montenegro makes peace: its Army goes home, and all other units leave (ditt.ev.1915.2.07)."""
    st = s.state
    u = tables.UNIT["mt-1"]
    out = retreat.drive_out(s, tables.CP, CETINJE)
    others = tuple(v for v in bits(st.stack_of(CETINJE, tables.EP)) if v != u)
    out += (retreat.RetreatAll(tables.EP, others, -1),) if others else ()
    return (*out, single_event_choices.Settle(event, tables.MT, u, CETINJE, tables.NEUTRAL))


def montenegro_again(s: S, event: str) -> Steps:
    """Montenegro rises (ditt.ev.1918.7.02)."""
    return (
        *retreat.drive_out(s, tables.CP, CETINJE),
        single_event_choices.Settle(event, tables.MT, tables.UNIT["mt-1"], CETINJE, tables.EP),
    )


def greek_macedonia(s: S, event: str) -> Steps:
    """Macedonia is Greek from now on (ditt.ev.1916.5.09)."""
    st = s.state
    st.own[tables.GK] |= st.own[tables.MC]
    st.own[tables.MC] = 0
    st.derive_control()
    st.set_flag("greek-macedonia")
    return ()


def make_peace(s: S, event: str) -> Steps:
    """The Bulgarian separate peace: Greater Bulgaria is closed (ditt.15.12b) and emptied (ditt.15.12c), the Serbs are gone
    (ditt.15.12g). Then the dice of `PeaceDice` are rolled."""
    st = s.state
    s.note("peace", event, "ditt.15.12b", nation="bu")
    for u in bits(st.corps[tables.BU]):
        control.remove(s, u, "ditt.15.12c")
    land = places.GREATER_BULGARIA  # ditt.15.12b
    st.set_flag("greater-bulgaria")
    st.set_side(tables.BU, tables.NEUTRAL)
    st.surrendered &= ~(1 << tables.BU)
    for i in bits(land):
        st.seize(i, tables.BU)
    st.forts &= ~land
    st.derive()
    for u in tables.UNITS_OF[tables.SB]:
        control.remove(s, u, "ditt.15.12g")
    st.set_flag("serbs-gone")
    out: Steps = ()
    for i in bits(land):
        for u in bits(st.stack(i)):
            out += (single_event_choices.GoHome(event, u),)
    return (*out, single_event_choices.PeaceDice())


def sixtus(s: S, event: str) -> Steps:
    """Italy and Austria-Hungary leave the war for good (ditt.ev.1917.3.08, E37)."""
    st = s.state
    st.reserves[tables.GE] += st.sud
    st.sud = 0
    land = 0
    for n in (tables.IT, tables.AH):
        for i in bits(places.TERRITORY[n]):
            st.seize(i, n)
        for u in bits(st.corps[n]):
            st.divs[u] = 0
            st.put(u, POOL if tables.IS_ARMY[u] else GONE)
        st.max[n] = st.reserves[n] = st.frozen[n] = 0
        land |= places.TERRITORY[n]
    st.closed |= land
    for u in range(tables.N):
        if st.at[u] > 0 and land >> st.at[u] & 1 and st.serves[u] != tables.SI:
            if tables.IS_ARMY[u]:
                control.add_reserves(s, st.serves[u], st.divs[u], event, frozen=st.chit_phase == 1)
                st.divs[u] = 0
                st.put(u, POOL)
            else:
                st.put(u, BOX)
    st.forts &= ~land
    for n in (tables.IT, tables.AH):
        st.own[n] &= land
        st.set_side(n, tables.OUT)
        s.note("peace", event, nation=tables.NATIONS[n])
    control.close_beaches(s)
    return ()


def danube(s: S, event: str) -> Steps:
    """Roumania joins the side that holds Paris, or returns to the war for the EP (ditt.ev.1918.8.07, E22)."""
    st = s.state
    if st.allegiance[tables.RM] == tables.NEUTRAL:
        for side in (tables.EP, tables.CP):
            if st.controls(side, places.PARIS):
                return control.join(s, tables.RM, side, event)
        return ()
    beaten = (
        st.allegiance[tables.RM] == tables.OUT
        or st.surrendered >> tables.RM & 1
        or not places.HOME[tables.RM] & ~st.ctrl[tables.CP]
    )
    near = find.inside(st, find.units(st, "EP"), places.lands("Bulgaria", "Serbia", "Ukraine", "Roumania"))
    if not beaten or not any(is_supplied(st, u) for u in bits(near)):
        return ()
    st.surrendered &= ~(1 << tables.RM)
    st.set_side(tables.RM, tables.EP)
    free = places.HOME[tables.RM] & ~st.occ[tables.CP]
    for i in bits(free):
        st.seize(i, tables.RM)
    s.note("joins", event, nation="rm", side="entente")
    alive = [u for u in tables.UNITS_OF[tables.RM] if st.at[u] <= 0 and st.at[u] != GONE]  # ditt.9.4f, ditt.ev.1914.2.05
    return tuple(single_event_choices.Arrive(event, u, "roumania") for u in alive)


def balkan_war(s: S, event: str) -> Steps:
    """If both are still neutral and a six is rolled, each side names one in secret (ditt.ev.1915.6.02, E09)."""
    st = s.state
    if {st.allegiance[tables.RM], st.allegiance[tables.BU]} != {tables.NEUTRAL} or statements.roll(s, event, 1) != 6:
        return ()
    return (single_event_choices.BalkanWar((), event),)


def finnish_war(s: S, event: str) -> Steps:
    """Each side rolls and adds its Divs in Finland; the higher total has Finland (ditt.15.5a, Z11)."""
    st = s.state
    if st.allegiance[tables.FI] < 2:
        return ()
    finland = places.COUNTRY["Finland"]
    totals = [statements.roll(s, event, 1) + find.divs(st, find.inside(st, find.units(st, side), finland)) for side in ("CP", "EP")]
    s.note("finland", event, "ditt.15.5a", totals=totals)
    if totals[0] == totals[1]:
        return ()
    side = tables.CP if totals[0] > totals[1] else tables.EP  # ditt.15.5a
    st.set_side(tables.FI, side)
    for i in bits(finland & ~st.occ[1 - side]):
        st.seize(i, tables.FI)
    out: Steps = ()
    for u in (tables.UNIT["fi-1"], tables.UNIT["fi-2"]):
        if st.at[u] == GONE:
            continue  # ditt.9.4f
        st.set_serves(u, tables.FI)
        st.put(u, BOX)
        out += put(s, event, u, "finland")
    return out


def wassmuss(s: S, event: str) -> Steps:
    """Persia turns to the CP (ditt.ev.1915.8.03)."""
    st = s.state
    control.remove(s, tables.UNIT["pe-spr"], event)
    for i in bits(places.PERSIA & ~st.occ[tables.EP]):
        st.seize(i, tables.SG)
    st.set_flag("persia-risen")
    return ()


def stephen_the_great(s: S, event: str) -> Steps:
    """The side that holds Salonika may roll for Roumania (ditt.ev.1917.6.07)."""
    side = tables.EP if s.state.controls(tables.EP, places.SALONIKA) else tables.CP
    seat, sign = ("ep", "+") if side == tables.EP else ("cp", "-")
    return events.may(s, event, f"{seat}: entry rm {sign}1d6")


# -- Russia ----------------------------------------------------------------------------------------------------------------


def provisional(s: S, event: str) -> Steps:
    """The Provisional Government: three quarters of the Army Max, rounded up (ditt.ev.1917.2.03)."""
    st = s.state
    control.change_max(s, tables.RS, -(-3 * st.max[tables.RS] // 4) - st.max[tables.RS], event)
    return statements.entry(s, event, "us +1d6")


def central_asia(s: S, event: str) -> Steps:
    """ditt.ev.1916.5.06, E29."""
    lost = places.mask("1125", "1320") & s.state.ctrl[tables.CP]
    return statements.entry(s, event, "rs +2d6" if lost else "rs +1d6")


def collapse_now(s: S, event: str) -> Steps:
    return () if s.state.flag("collapsed") else collapse.collapse(s)


def lenin_shot(s: S, event: str) -> Steps:
    """On a 1 Russia is back in the war (ditt.ev.1918.5.07, Y04)."""
    st = s.state
    if statements.roll(s, event, 1) != 1 or st.flag("russia-back"):
        return ()
    proper = places.COUNTRY["Russia"]
    st.closed &= ~proper
    st.set_side(tables.RS, tables.EP)
    st.max[tables.RS] = 50
    for i in bits(proper):
        st.seize(i, tables.RS)
    st.derive()
    st.set_flag("russia-back")
    s.note("joins", event, nation="rs", side="entente")
    return (single_event_choices.Rally(event, 50),)


def baltic_states(s: S, event: str) -> Steps:
    """A side that holds all the Baltic States loses Army Max (ditt.ev.1918.1.07)."""
    st = s.state
    k = statements.roll(s, event, 1)
    land = places.COUNTRY["Baltic States"]
    if not land & st.ctrl[tables.EP]:
        control.change_max(s, tables.GE, -k, event)
    if not land & st.ctrl[tables.CP]:
        control.change_max(s, tables.RS, -k, event)
    return ()


def expedition(s: S, event: str) -> Steps:
    """One Russian Army may fight in France, now or later (ditt.ev.1917.2.09, N06)."""
    st = s.state
    shells = [u for u in tables.ARMIES_OF[tables.RS] if st.at[u] == POOL]
    if not shells:
        s.note("nothing", event, event=event)
        return ()
    st.expedition |= 1 << shells[0]
    return (single_event_choices.Expedition(event, shells[0]),) if control.free_reserves(st, tables.RS) else ()


def czech_legion(s: S, event: str) -> Steps:
    return put(s, event, tables.UNIT["cz-legion"], "with-rs")


def masaryk(s: S, event: str) -> Steps:
    """The Czechs in Prague (ditt.ev.1918.7.01)."""
    st = s.state
    u = tables.UNIT["cz-legion"]
    if st.at[u] == GONE or st.closed >> PRAGUE & 1:
        s.note("nothing", event, event=event)
        return ()
    return events.may(s, event, "ep: call prague") if st.at[u] > 0 else prague(s, event)


def prague(s: S, event: str) -> Steps:
    st = s.state
    u = tables.UNIT["cz-legion"]
    if st.at[u] > 0:
        st.put(u, BOX)
    st.set_side(tables.CZ, tables.EP)
    st.set_serves(u, tables.CZ)
    return (*retreat.drive_out(s, tables.CP, PRAGUE), Raise(event, u, PRAGUE))


def krasnoff(s: S, event: str) -> Steps:
    """The Don Cossacks serve Germany (ditt.ev.1918.6.02)."""
    return enlist(s, event, tables.UNIT["co-don"], tables.GE, "with-ge-ukraine")


def bicharakoff(s: S, event: str) -> Steps:
    """The Terek Cossacks serve Britain (ditt.ev.1917.8.09)."""
    return enlist(s, event, tables.TEREK, tables.BR, "with-br-east")


def hetmanate(s: S, event: str) -> Steps:
    """Both Ukrainian Armies serve the CP (ditt.ev.1917.8.15)."""
    s.state.set_side(tables.UK, tables.CP)
    return tuple(single_event_choices.Arrive(event, u, "ukraine-cp") for u in tables.UNITS_OF[tables.UK])


def kindermord(s: S, event: str) -> Steps:
    """The EP knows the die before it points (ditt.ev.1914.4.05)."""
    return events.pick(s, event, f"ep may army ge/fr+br lose {statements.roll(s, event, 1)}")


def polish_legion(s: S, event: str) -> Steps:
    """The side without Warsaw gets the Poles (ditt.ev.1917.4.08, E17)."""
    if s.state.controls(tables.EP, places.INDEX["2814"]):
        return put(s, event, tables.UNIT["pl-cp"], "with-ah")
    return put(s, event, tables.UNIT["pl-ep"], "with-fr")


# -- the rest --------------------------------------------------------------------------------------------------------------


def sanitary(s: S, event: str) -> Steps:
    """The Italian Army at Bari lands in Valona (ditt.ev.1914.6.06, E05)."""
    st = s.state
    for side, sign in ((tables.EP, "-"), (tables.CP, "+")):
        if st.stack_of(places.VALONA, side):
            return statements.entry(s, event, f"it {sign}1d6")
    there = bits(st.stack(places.BARI) & st.corps[tables.IT] & tables.ARMY_MASK)
    if there:
        st.put(there[0], places.VALONA)
        st.set_flag("sanitary")
        s.note("marches", event, units=[tables.UNITS[there[0]]], place="2008", origin="2007")
    return ()


def truce(s: S, event: str) -> Steps:
    """The Christmas truce (ditt.ev.1914.6.05, E34)."""
    return (single_event_choices.Truce(event),) if kept(single_event_choices.truce_stacks(s.state, event), PLACE.all) else ()


def sudarmee(s: S, event: str) -> Steps:
    """The Süd Army, with one new Austrian Div (ditt.ev.1915.1.02)."""
    s.state.released |= 1 << tables.SUD
    control.change_max(s, tables.AH, 1, event)
    return (single_event_choices.SudArmee(event),) if s.state.at[tables.SUD] == POOL else ()


def bribing_italy(s: S, event: str) -> Steps:
    return (single_event_choices.Bribe(event, 4),)


def submarines(s: S, event: str) -> Steps:
    """Two dice for the US; a twelve brings Denmark in (ditt.ev.1917.1.10, E36)."""
    k = statements.roll(s, event, 2)
    out = entry_markers.move_entry(s, tables.US_ENTRY, k, event)
    return out + control.join(s, tables.DK, tables.EP, event) if k == 12 else out


def st_jean(s: S, event: str) -> Steps:
    k = statements.roll(s, event, 1)
    control.change_max(s, tables.IT, k, event)
    control.change_max(s, tables.TU, k, event)
    return ()


def cliffhanger(s: S, event: str) -> Steps:
    """An odd die, then another that decides (ditt.ev.1916.7.02)."""
    if statements.roll(s, event, 1) % 2 == 0:
        return ()
    return statements.entry(s, event, "us +2d6" if statements.roll(s, event, 1) % 2 == 0 else "us -2d6")


def emperor_dies(s: S, event: str) -> Steps:
    s.state.set_flag("emperor-dead")
    control.remove(s, tables.UNIT["ah-tkj"], event)
    return statements.uncoin(s, event, "cp-kaisertreu all")


def aland(s: S, event: str) -> Steps:
    """A Swedish Army occupies the Åland Islands (ditt.ev.1918.1.03, E40)."""
    st = s.state
    there = [u for u in tables.UNITS_OF[tables.SW] if st.at[u] == places.INDEX["3416"]]
    if there:
        st.put(there[0], places.ALAND)
        st.seize(places.ALAND, tables.SW)
        s.note("marches", event, units=[tables.UNITS[there[0]]], place="3417", origin="3416")
    return ()


def black_heroes(s: S, event: str) -> Steps:
    return put(s, event, tables.UNIT["us-92"], "france")


def devil_dogs(s: S, event: str) -> Steps:
    return put(s, event, tables.UNIT["us-marines"], "us")


def zeebrugge(s: S, event: str) -> Steps:
    """A challenge in the North Sea that cannot fail (ditt.ev.1918.3.04, S19)."""
    if s.state.seas[tables.NORTH] != tables.EP_RULES:
        naval.challenge(s, tables.EP, tables.NORTH, event, safe=True)
    return ()


def arab_opinion(s: S, event: str) -> Steps:
    """ditt.ev.1918.3.08, E21."""
    lost = conditions.desert_cp(s.state)
    if lost:
        statements.gone(s, event, "ab")
    return events.star(s, event, "fr -2d6" if lost else "fr -1d6")


def late_beach(s: S, event: str) -> Steps:
    """A Beach Head for the French in Turkey (ditt.ev.1918.7.04)."""
    st = s.state
    k = next(k for k, i in enumerate(st.beach) if i in (LOST, UNSEEN))
    st.beach[k] = IN_HAND
    st.set_flag("late-beach")
    s.note("beach", event, "ditt.6.5b", marker="AB"[k])
    return ()


# -- Turkey and the Near East ----------------------------------------------------------------------------------------------


def senussi(s: S, event: str) -> Steps:
    out: Steps = ()
    for u in tables.UNITS_OF[tables.SI]:
        out += (single_event_choices.Arrive(event, u, "libya"),)
    return out


def arab_revolt(s: S, event: str) -> Steps:
    """The Arab Northern Army gathers in the Arabian Desert (ditt.14.1b)."""
    s.state.set_side(tables.AB, tables.EP)  # ditt.14.1b
    return tuple(single_event_choices.Arrive(event, u, "arabia") for u in tables.UNITS_OF[tables.AB] if s.state.at[u] <= 0)


def feisal(s: S, event: str) -> Steps:
    s.state.set_side(tables.AB, tables.EP)
    return (single_event_choices.Arrive(event, tables.UNIT["ab-feisal"], "arabia"),)


def maronites(s: S, event: str) -> Steps:
    return (Raise(event, tables.UNIT["mr-1"], BEIRUT),) if s.state.at[tables.UNIT["mr-1"]] in (POOL, CASUALTY, BOX) else ()


def agha_patrus(s: S, event: str) -> Steps:
    return (Raise(event, tables.UNIT["as-1"], MARDIN),) if s.state.at[tables.UNIT["as-1"]] in (POOL, CASUALTY, BOX) else ()


def musa_dagh(s: S, event: str) -> Steps:
    """An Armenian Army in 1216 (ditt.ev.1915.5.08, N12)."""
    pool = armenia.not_yet_raised(s.state)
    place = places.INDEX["1216"]
    if not pool or passage.places_not_shared(s.state, tables.AR) >> place & 1:
        return ()
    s.state.recruited |= s.state.centres & 1 << place
    return (*retreat.drive_out(s, tables.CP, place), Raise(event, pool[0], place))


def volunteers(s: S, event: str) -> Steps:
    """One Armenian Army from the pool (ditt.14.2a)."""
    pool = armenia.not_yet_raised(s.state)
    return put(s, event, pool[0], "ep-armenia") if pool else ()


def armenian_congress(s: S, event: str) -> Steps:
    """All Armenian Armies of the pool (ditt.ev.1917.2.05)."""
    return tuple(single_event_choices.Arrive(event, u, "ep-armenia") for u in armenia.not_yet_raised(s.state))


def sykes_picot(s: S, event: str) -> Steps:
    st = s.state
    for u in tables.UNITS_OF[tables.AR]:
        if st.at[u] > 0:
            statements.casualty(s, event, tables.UNITS[u])
    return ()


def peace_and_friendship(s: S, event: str) -> Steps:
    """Armenia is one hex that no unit may enter (ditt.ev.1918.4.07)."""
    st = s.state
    place = places.INDEX["1222"]
    keep = next((u for u in tables.UNITS_OF[tables.AR] if st.at[u] == place), tables.UNITS_OF[tables.AR][0])
    for u in tables.UNITS_OF[tables.AR]:
        if u != keep:
            control.remove(s, u, event)
    others = tuple(v for v in bits(st.stack_of(place, tables.EP)) if v != keep)
    out: Steps = (retreat.RetreatAll(tables.EP, others, -1),) if others else ()
    return (*out, single_event_choices.Seal(event, keep, place))


def maritsa(s: S, event: str) -> Steps:
    """Turkey gives up if two dice are lower than its cities in EP hands (ditt.ev.1918.2.04, E20)."""
    if statements.roll(s, event, 2) < surrender.cities_held(s.state, places.CITY[tables.TU], tables.EP):
        return (surrender.Surrender(tables.TU, event, by_event=True),)
    return ()


def roumanian_exile(s: S, event: str) -> Steps:
    """A Roumanian Army with the British in the Near East (ditt.ev.1917.7.05, E18)."""
    st = s.state
    away = [u for u in tables.UNITS_OF[tables.RM] if st.at[u] in (CASUALTY, POOL)]
    if not away:
        return ()
    return enlist(s, event, away[0], tables.BR, "with-br-ne")


def boers(s: S, event: str) -> Steps:
    """The Boer Revolt: EP Armies go to Cape Colony, the Boers hold the Transvaal (ditt.11.3a) with a rolled strength
    (ditt.11.3b)."""
    st = s.state
    for u in bits(st.stack_of(places.TRANSVAAL, tables.EP)):
        st.put(u, places.CAPE)
        st.flip(1 << u)  # ditt.7.4g
        s.note("retreats", "ditt.11.3a", unit=tables.UNITS[u], place="cape-colony", origin="transvaal")
    st.boer = statements.roll(s, event, 2)  # ditt.11.3b
    s.note("boers", event, "ditt.11.3b", strength=st.boer)
    return control.deploy(s, tables.BOER, places.TRANSVAAL, "ditt.11.3a")


def japan(s: S, event: str) -> Steps:
    """Japan before Kiautschau; on a six its Army may go to Europe (ditt.ev.1914.5.03)."""
    u = tables.UNIT["jp-exp"]
    out = control.deploy(s, u, places.INDEX["wei-hai-wei"], event)
    if statements.roll(s, event, 1) == 6:
        statements.release(s, event, "jp-exp")
    return out


def u_boat_bases(s: S, event: str) -> Steps:
    """A die of British Divs for each base that Germany holds (ditt.ev.1915.5.03, E08)."""
    st = s.state
    germans = find.places_of(st, sum(1 << u for u in bits(st.corps[tables.GE]) if st.at[u] > 0))
    bases = (places.U_BOAT_BASES & (st.forts & places.COLONIAL_COINS | germans)).bit_count()
    return events.divs(s, event, tables.BR, -statements.roll(s, event, bases), False) if bases else ()


def lettow(s: S, event: str) -> Steps:
    """Four new coins on one African map that still has one (ditt.ev.1917.8.03, E19)."""
    return (single_event_choices.LettowMap(event),)


SINGLE_EVENTS: dict[str, Callable[[S, str], Steps]] = {
    f.__name__.replace("_", "-"): f
    for f in (
        albert,
        belgium_gone,
        montenegro_neutral,
        montenegro_again,
        greek_macedonia,
        make_peace,
        sixtus,
        danube,
        balkan_war,
        finnish_war,
        wassmuss,
        stephen_the_great,
        provisional,
        central_asia,
        collapse_now,
        lenin_shot,
        baltic_states,
        expedition,
        czech_legion,
        masaryk,
        prague,
        krasnoff,
        bicharakoff,
        hetmanate,
        kindermord,
        polish_legion,
        sanitary,
        truce,
        sudarmee,
        bribing_italy,
        submarines,
        st_jean,
        cliffhanger,
        emperor_dies,
        aland,
        black_heroes,
        devil_dogs,
        zeebrugge,
        arab_opinion,
        late_beach,
        senussi,
        arab_revolt,
        feisal,
        maronites,
        agha_patrus,
        musa_dagh,
        volunteers,
        armenian_congress,
        sykes_picot,
        peace_and_friendship,
        maritsa,
        roumanian_exile,
        boers,
        japan,
        u_boat_bases,
        lettow,
    )
}
SINGLE_EVENTS["lebanon"] = maronites
