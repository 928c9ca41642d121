"""How the greedy player weighs the choices of The Great War: a plan for each front, made once a movement (`picture`), marches and
trains that fill it (`march`), attacks that pay for their blood (`fight`), points and chits (`purse`), what is asked seldom
(`ventures`)."""

from __future__ import annotations

from typing import Any

from firestep.bots.greedy import Weigh
from firestep.bots.tgw import fight, march, purse, ventures

_BY_STEP: dict[str, Weigh] = {
    "MoveUnits": march.stacks,
    "March": march.march,
    "Railways": march.railways,
    "Ride": march.ride,
    "Overstack": purse.eliminate,
    "Keep": purse.keep,
    "Attacks": fight.attacks,
    "Assemble": fight.assemble,
    "Support": fight.support,
    "Fly": fight.fly,
    "Lose": fight.lose,
    "Advance": fight.advance,
    "GoOn": fight.go_on,
    "Lay": fight.lay,
    "Leave": fight.leave,
    "Kaiserschlacht": lambda s, d, step: [1.0 if a[0] == "kaiserschlacht" else 0.0 for a in d.actions],
    "Chase": fight.chase,
    "Buy": purse.events,
    "Transfer": purse.transfer,
    "Land": ventures.land,
    "LayWaste": ventures.waste,
    "Withdraw": ventures.withdraw,
    "Treaty": ventures.treaty,
    "CallOff": ventures.u_boats,
    "LayLine": purse.line,
    "Replace": purse.replace,
    "PlaceUnits": purse.new,
    "PlaceAt": purse.at,
    "Initiative": purse.initiative,
    "Marker": purse.marker,
    "Muster": purse.muster,
    "Reserve": purse.reserve,
    "Offer": purse.play,
}


class _Table(dict[str, Weigh]):
    """Every other question is let be."""

    def get(self, name: str, default: Any = None) -> Weigh:
        return super().get(name, purse.idle)


BY_STEP = _Table(_BY_STEP)
