"""How the greedy player weighs the choices of The Great War.

It makes a plan for each front once in a movement (`evaluation`), fills it by marches and trains (`march`), and attacks where the
losses pay (`fight`). `spending` has points and chits, `special_operations` what is asked seldom."""

from __future__ import annotations

from firestep.bots.greedy import Evaluators
from firestep.bots.tgw import fight, march, special_operations, spending
from firestep.engine.offer import Offer
from firestep.games.tgw.combat import advance, air, cavalry, combat, losses, special_combats
from firestep.games.tgw.events import events, landings
from firestep.games.tgw.fortifications import devastation, hindenburg
from firestep.games.tgw.movement import movement, rail
from firestep.games.tgw.nations import collapse, neutrals, new_units
from firestep.games.tgw.strategic import initiative, replacement, resources, revolutions, warfare

BY_STEP: Evaluators = {
    movement.MoveUnits: march.stacks,
    movement.March: march.march,
    rail.Railways: march.railways,
    rail.Ride: march.ride,
    movement.Overstack: spending.eliminate,
    collapse.Keep: spending.keep,
    combat.Attacks: fight.attacks,
    combat.Assemble: fight.assemble,
    combat.Support: fight.support,
    air.Fly: fight.fly,
    losses.Lose: fight.lose,
    advance.Advance: fight.advance,
    advance.GoOn: fight.go_on,
    special_combats.Lay: fight.lay,
    cavalry.Leave: fight.leave,
    combat.Kaiserschlacht: lambda s, d, step: [1.0 if a[0] == "kaiserschlacht" else 0.0 for a in d.actions],
    cavalry.Chase: fight.chase,
    events.Buy: spending.events,
    resources.Transfer: spending.transfer,
    landings.Land: special_operations.land,
    devastation.LayWaste: special_operations.waste,
    devastation.Withdraw: special_operations.withdraw,
    revolutions.Treaty: special_operations.treaty,
    warfare.CallOff: special_operations.u_boats,
    hindenburg.LayLine: spending.line,
    replacement.Replace: spending.replace,
    new_units.PlaceUnits: spending.new,
    new_units.PlaceAt: spending.at,
    initiative.Initiative: spending.initiative,
    initiative.Marker: spending.marker,
    neutrals.Muster: spending.muster,
    replacement.Reserve: spending.reserve,
    Offer: spending.play,
}

#: every question that is not in the table
DEFAULT = spending.idle
