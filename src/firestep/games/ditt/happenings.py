"""Events that no pattern covers, by the name that `call` uses in `data/events.csv`."""

from __future__ import annotations

from collections.abc import Callable

from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.ditt import collapse, control, naval, retreat
from firestep.games.ditt import conditions as c
from firestep.games.ditt import events as ev
from firestep.games.ditt import gatherings as g
from firestep.games.ditt import places as p
from firestep.games.ditt import tables as t
from firestep.games.ditt.happenings_east import EAST
from firestep.games.ditt.mustering import Raise, enlist, put
from firestep.games.ditt.state import BOX, GONE, IN_HAND, LOST, POOL, UNSEEN, State
from firestep.games.ditt.supply import is_supplied
from firestep.hexmap.grid import bits

S = Session[State]
PRAGUE, CETINJE = p.INDEX["2810"], p.INDEX["2208"]


# -- countries and sides ---------------------------------------------------------------------------------------------------


def albert(s: S, event: str) -> Steps:
    """The Belgian Army goes; Belgium is whose who occupies it first (1914.2.06)."""
    st = s.state
    for u in t.UNITS_OF[t.BL]:
        control.remove(s, u, event)
    st.own[t.BL] = 0
    st.set_side(t.BL, t.OUT)
    st.raze(p.FORTS & p.HOME[t.BL])  # Forts of nobody
    return ()


def belgium_gone(s: S, event: str) -> Steps:
    for u in t.UNITS_OF[t.BL]:
        control.remove(s, u, event)
    return ()


def montenegro_neutral(s: S, event: str) -> Steps:
    """Montenegro makes peace: its Army at home, everybody else out (1915.2.07)."""
    st = s.state
    u = t.UNIT["mt-1"]
    out = retreat.ousted(s, t.CP, CETINJE)
    others = tuple(v for v in bits(st.stack_of(CETINJE, t.EP)) if v != u)
    out += (retreat.RetreatAll(t.EP, others, -1),) if others else ()
    return (*out, g.Settle(event, t.MT, u, CETINJE, t.NEUTRAL))


def montenegro_again(s: S, event: str) -> Steps:
    """Montenegro rises (1918.7.02)."""
    return (*retreat.ousted(s, t.CP, CETINJE), g.Settle(event, t.MT, t.UNIT["mt-1"], CETINJE, t.EP))


def greek_macedonia(s: S, event: str) -> Steps:
    """Macedonia is Greek from now on (1916.5.09)."""
    st = s.state
    st.own[t.GK] |= st.own[t.MC]
    st.own[t.MC] = 0
    st.derive_control()
    st.set_flag("greek-macedonia")
    return ()


def make_peace(s: S, event: str) -> Steps:
    """The Bulgarian separate peace (15.12): Greater Bulgaria is closed, Bulgarians and Serbs are gone, Russia seethes, America
    cools."""
    st = s.state
    s.note("peace", event, "ditt.15.12b", nation="bu")
    for u in bits(st.corps[t.BU]):
        control.remove(s, u, "ditt.15.12c")
    land = p.GREATER_BULGARIA
    st.set_flag("greater-bulgaria")
    st.set_side(t.BU, t.NEUTRAL)
    st.surrendered &= ~(1 << t.BU)
    for i in bits(land):
        st.seize(i, t.BU)
    st.forts &= ~land
    st.derive()
    for u in t.UNITS_OF[t.SB]:
        control.remove(s, u, "ditt.15.12g")
    st.set_flag("serbs-gone")
    out: Steps = ()
    for i in bits(land):
        for u in bits(st.stack(i)):
            out += (g.GoHome(event, u),)
    return (*out, g.PeaceDice())


def sixtus(s: S, event: str) -> Steps:
    """Italy and Austria-Hungary leave the war for good (1917.3.08, E37)."""
    st = s.state
    st.reserves[t.GE] += st.sud
    st.sud = 0
    land = 0
    for n in (t.IT, t.AH):
        for i in bits(p.TERRITORY[n]):
            st.seize(i, n)
        for u in bits(st.corps[n]):
            st.divs[u] = 0
            st.put(u, POOL if t.IS_ARMY[u] else GONE)
        st.max[n] = st.reserves[n] = st.frozen[n] = 0
        land |= p.TERRITORY[n]
    st.closed |= land
    for u in range(t.N):
        if st.at[u] > 0 and land >> st.at[u] & 1 and st.serves[u] != t.SI:
            if t.IS_ARMY[u]:
                control.add_reserves(s, st.serves[u], st.divs[u], event, frozen=st.chit_phase == 1)
                st.divs[u] = 0
                st.put(u, POOL)
            else:
                st.put(u, BOX)
    st.forts &= ~land
    for n in (t.IT, t.AH):
        st.own[n] &= land
        st.set_side(n, t.OUT)
        s.note("peace", event, nation=t.NATIONS[n])
    control.close_beaches(s)
    return ()


def danube(s: S, event: str) -> Steps:
    """Roumania joins who holds Paris, or rises again behind the EP's advance (1918.8.07, E22)."""
    st = s.state
    if st.allegiance[t.RM] == t.NEUTRAL:
        for side in (t.EP, t.CP):
            if st.controls(side, p.PARIS):
                return control.join(s, t.RM, side, event)
        return ()
    beaten = st.allegiance[t.RM] == t.OUT or st.surrendered >> t.RM & 1 or not p.HOME[t.RM] & ~st.ctrl[t.CP]
    near = c.inside(st, c.units(st, "EP"), p.lands("Bulgaria", "Serbia", "Ukraine", "Roumania"))
    if not beaten or not any(is_supplied(st, u) for u in bits(near)):
        return ()
    st.surrendered &= ~(1 << t.RM)
    st.set_side(t.RM, t.EP)
    free = p.HOME[t.RM] & ~st.occ[t.CP]
    for i in bits(free):
        st.seize(i, t.RM)
    s.note("joins", event, nation="rm", side="entente")
    alive = [u for u in t.UNITS_OF[t.RM] if st.at[u] <= 0 and st.at[u] != GONE]  # 9.4f, 1914.2.05
    return tuple(g.Arrive(event, u, "roumania") for u in alive)


def balkan_war(s: S, event: str) -> Steps:
    """If both are still neutral and a six is rolled, each side names one in secret (1915.6.02, E09)."""
    st = s.state
    if {st.allegiance[t.RM], st.allegiance[t.BU]} != {t.NEUTRAL} or ev.roll(s, event, 1) != 6:
        return ()
    return (g.BalkanWar((), event),)


def finnish_war(s: S, event: str) -> Steps:
    """Each side rolls and adds its Divs in Finland; the higher total has Finland (15.5a, Z11)."""
    st = s.state
    if st.allegiance[t.FI] < 2:
        return ()
    finland = p.COUNTRY["Finland"]
    totals = [ev.roll(s, event, 1) + c.divs(st, c.inside(st, c.units(st, side), finland)) for side in ("CP", "EP")]
    s.note("finland", event, "ditt.15.5a", totals=totals)
    if totals[0] == totals[1]:
        return ()
    side = t.CP if totals[0] > totals[1] else t.EP
    st.set_side(t.FI, side)
    for i in bits(finland & ~st.occ[1 - side]):
        st.seize(i, t.FI)
    out: Steps = ()
    for u in (t.UNIT["fi-1"], t.UNIT["fi-2"]):
        if st.at[u] == GONE:
            continue  # 9.4f
        st.set_serves(u, t.FI)
        st.put(u, BOX)
        out += put(s, event, u, "finland")
    return out


def wassmuss(s: S, event: str) -> Steps:
    """Persia turns to the CP (1915.8.03)."""
    st = s.state
    control.remove(s, t.UNIT["pe-spr"], event)
    for i in bits(p.PERSIA & ~st.occ[t.EP]):
        st.seize(i, t.SG)
    st.set_flag("persia-risen")
    return ()


def stephen_the_great(s: S, event: str) -> Steps:
    """Who holds Salonika may roll for Roumania (1917.6.07)."""
    side = t.EP if s.state.controls(t.EP, p.SALONIKA) else t.CP
    seat, sign = ("ep", "+") if side == t.EP else ("cp", "-")
    return ev.may(s, event, f"{seat}: entry rm {sign}1d6")


# -- Russia ----------------------------------------------------------------------------------------------------------------


def provisional(s: S, event: str) -> Steps:
    """The Provisional Government: three quarters of the Army Max, rounded up (1917.2.03)."""
    st = s.state
    control.change_max(s, t.RS, -(-3 * st.max[t.RS] // 4) - st.max[t.RS], event)
    return ev.entry(s, event, "us +1d6")


def central_asia(s: S, event: str) -> Steps:
    """1916.5.06, E29."""
    lost = p.mask("1125", "1320") & s.state.ctrl[t.CP]
    return ev.entry(s, event, "rs +2d6" if lost else "rs +1d6")


def collapse_now(s: S, event: str) -> Steps:
    return () if s.state.flag("collapsed") else collapse.collapse(s)


def lenin_shot(s: S, event: str) -> Steps:
    """On a 1 Russia is back in the war (1918.5.07, Y04)."""
    st = s.state
    if ev.roll(s, event, 1) != 1 or st.flag("russia-back"):
        return ()
    proper = p.COUNTRY["Russia"]
    st.closed &= ~proper
    st.set_side(t.RS, t.EP)
    st.max[t.RS] = 50
    for i in bits(proper):
        st.seize(i, t.RS)
    st.derive()
    st.set_flag("russia-back")
    s.note("joins", event, nation="rs", side="entente")
    return (g.Rally(event, 50),)


def baltic_states(s: S, event: str) -> Steps:
    """A new Baltic republic costs who holds the land alone (1918.1.07)."""
    st = s.state
    k = ev.roll(s, event, 1)
    land = p.COUNTRY["Baltic States"]
    if not land & st.ctrl[t.EP]:
        control.change_max(s, t.GE, -k, event)
    if not land & st.ctrl[t.CP]:
        control.change_max(s, t.RS, -k, event)
    return ()


def expedition(s: S, event: str) -> Steps:
    """One Russian Army may fight in France, now or later (1917.2.09, N06)."""
    st = s.state
    shells = [u for u in t.ARMIES_OF[t.RS] if st.at[u] == POOL]
    if not shells:
        s.note("nothing", event, event=event)
        return ()
    st.expedition |= 1 << shells[0]
    return (g.Expedition(event, shells[0]),) if control.free_reserves(st, t.RS) else ()


def czech_legion(s: S, event: str) -> Steps:
    return put(s, event, t.UNIT["cz-legion"], "with-rs")


def masaryk(s: S, event: str) -> Steps:
    """The Czechs in Prague (1918.7.01)."""
    st = s.state
    u = t.UNIT["cz-legion"]
    if st.at[u] == GONE or st.closed >> PRAGUE & 1:
        s.note("nothing", event, event=event)
        return ()
    return ev.may(s, event, "ep: call prague") if st.at[u] > 0 else prague(s, event)


def prague(s: S, event: str) -> Steps:
    st = s.state
    u = t.UNIT["cz-legion"]
    if st.at[u] > 0:
        st.put(u, BOX)
    st.set_side(t.CZ, t.EP)
    st.set_serves(u, t.CZ)
    return (*retreat.ousted(s, t.CP, PRAGUE), Raise(event, u, PRAGUE))


def krasnoff(s: S, event: str) -> Steps:
    """The Don Cossacks serve Germany (1918.6.02)."""
    return enlist(s, event, t.UNIT["co-don"], t.GE, "with-ge-ukraine")


def bicharakoff(s: S, event: str) -> Steps:
    """The Terek Cossacks serve Britain (1917.8.09)."""
    return enlist(s, event, t.TEREK, t.BR, "with-br-east")


def hetmanate(s: S, event: str) -> Steps:
    """Both Ukrainian Armies serve the CP (1917.8.15)."""
    s.state.set_side(t.UK, t.CP)
    return tuple(g.Arrive(event, u, "ukraine-cp") for u in t.UNITS_OF[t.UK])


def kindermord(s: S, event: str) -> Steps:
    """The EP knows the die before it points (1914.4.05)."""
    return ev.pick(s, event, f"ep may army ge/fr+br lose {ev.roll(s, event, 1)}")


def polish_legion(s: S, event: str) -> Steps:
    """The side without Warsaw gets the Poles (1917.4.08, E17)."""
    if s.state.controls(t.EP, p.INDEX["2814"]):
        return put(s, event, t.UNIT["pl-cp"], "with-ah")
    return put(s, event, t.UNIT["pl-ep"], "with-fr")


# -- the rest --------------------------------------------------------------------------------------------------------------


def sanitary(s: S, event: str) -> Steps:
    """The Italian Army at Bari lands in Valona (1914.6.06, E05)."""
    st = s.state
    for side, sign in ((t.EP, "-"), (t.CP, "+")):
        if st.stack_of(p.VALONA, side):
            return ev.entry(s, event, f"it {sign}1d6")
    there = bits(st.stack(p.BARI) & st.corps[t.IT] & t.ARMY_MASK)
    if there:
        st.put(there[0], p.VALONA)
        st.set_flag("sanitary")
        s.note("marches", event, units=[t.UNITS[there[0]]], place="2008", origin="2007")
    return ()


def truce(s: S, event: str) -> Steps:
    """The Christmas truce (1914.6.05, E34)."""
    return (g.Truce(event),) if g.truce_stacks(s.state) else ()


def sudarmee(s: S, event: str) -> Steps:
    """The Süd Army, with one new Austrian Div (1915.1.02)."""
    s.state.released |= 1 << t.SUD
    control.change_max(s, t.AH, 1, event)
    return (g.SudArmee(event),) if s.state.at[t.SUD] == POOL else ()


def bribing_italy(s: S, event: str) -> Steps:
    return (g.Bribe(event, 4),)


def submarines(s: S, event: str) -> Steps:
    """Two dice for the US; a twelve brings Denmark in (1917.1.10, E36)."""
    k = ev.roll(s, event, 2)
    out = control.move_entry(s, t.US_ENTRY, k, event)
    return out + control.join(s, t.DK, t.EP, event) if k == 12 else out


def st_jean(s: S, event: str) -> Steps:
    k = ev.roll(s, event, 1)
    control.change_max(s, t.IT, k, event)
    control.change_max(s, t.TU, k, event)
    return ()


def cliffhanger(s: S, event: str) -> Steps:
    """An odd die, then another that decides (1916.7.02)."""
    if ev.roll(s, event, 1) % 2 == 0:
        return ()
    return ev.entry(s, event, "us +2d6" if ev.roll(s, event, 1) % 2 == 0 else "us -2d6")


def emperor_dies(s: S, event: str) -> Steps:
    s.state.set_flag("emperor-dead")
    control.remove(s, t.UNIT["ah-tkj"], event)
    return ev.uncoin(s, event, "cp-kaisertreu all")


def aland(s: S, event: str) -> Steps:
    """A Swedish Army occupies the Åland Islands (1918.1.03, E40)."""
    st = s.state
    there = [u for u in t.UNITS_OF[t.SW] if st.at[u] == p.INDEX["3416"]]
    if there:
        st.put(there[0], p.ALAND)
        st.seize(p.ALAND, t.SW)
        s.note("marches", event, units=[t.UNITS[there[0]]], place="3417", origin="3416")
    return ()


def black_heroes(s: S, event: str) -> Steps:
    return put(s, event, t.UNIT["us-92"], "france")


def devil_dogs(s: S, event: str) -> Steps:
    return put(s, event, t.UNIT["us-marines"], "us")


def zeebrugge(s: S, event: str) -> Steps:
    """A challenge in the North Sea that cannot fail (1918.3.04, S19)."""
    if s.state.seas[t.NORTH] != t.EP_RULES:
        naval.challenge(s, t.EP, t.NORTH, event, safe=True)
    return ()


def arab_opinion(s: S, event: str) -> Steps:
    """1918.3.08, E21."""
    lost = c.desert_cp(s.state)
    if lost:
        ev.gone(s, event, "ab")
    return ev.star(s, event, "fr -2d6" if lost else "fr -1d6")


def late_beach(s: S, event: str) -> Steps:
    """A Beach Head for the French in Turkey (1918.7.04)."""
    st = s.state
    k = next(k for k, i in enumerate(st.beach) if i in (LOST, UNSEEN))
    st.beach[k] = IN_HAND
    st.set_flag("late-beach")
    s.note("beach", event, "ditt.6.5b", marker="AB"[k])
    return ()


HAPPENINGS: dict[str, Callable[[S, str], Steps]] = {
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
    )
} | EAST
