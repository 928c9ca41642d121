"""The evaluator of Death in the Trenches for the greedy player: one function for each kind of decision.

It marches towards the cities that decide the war, attacks where the exact expectation of the dice is good, keeps out of trenches it
cannot break, feeds the front from Reserves and spends coins where they turn a combat.
"""

from __future__ import annotations

from firestep.bots.ditt import fight, march, orders
from firestep.bots.greedy import Weigh

BY_STEP: dict[str, Weigh] = {
    "AtTheWalls": fight.walls, "Besiege": orders.first_of("besiege"), "DiceCount": fight.dice, "Landing": fight.landing,
    "Losses": fight.losses, "Offer": fight.coin, "Retreat": march.retreat, "StepBack": fight.step_back,
    "Feed": orders.most, "March": march.step, "Pulse": march.pulse, "Sail": march.sail, "Withdraw": orders.first_of("done"),
    "CreateAt": march.place, "CreateWith": orders.new_army, "FeedDivs": orders.feed, "Logistics": orders.logistics,
    "Place": march.place, "SendDivs": orders.send, "ShiftTo": orders.most,
    "Challenge": orders.first_of("pass"), "LastChance": orders.first_of("great-retreat"), "Levy": orders.first_of("levy"),
    "PlaceFree": march.place, "PlaceReds": march.place, "Putnik": orders.first_of("roll"), "PlaceAskari": orders.any_of,
    "Answer": orders.answer, "Select": orders.first_of("choose lesser"), "Peek": orders.first_of("yes"), "Point": orders.point,
    "Strike": orders.spare, "Disband": orders.spare, "Freeze": orders.spare, "Gain": orders.gain, "Recall": orders.least,
    "FlipMany": orders.point, "FlipBeside": orders.point, "Muster": march.place, "GoHome": march.place, "BalkanWar": orders.any_of,
    "Rally": march.place, "Expedition": orders.first_of("no"), "ExpeditionDivs": orders.most, "SudArmee": march.place,
    "Bribe": orders.first_of("no"), "Truce": orders.first_of("pass"), "TruceAnswer": orders.any_of, "LettowMap": orders.any_of,
    "LettowCoin": orders.any_of, "Spot": orders.point, "Sacred": orders.most, "Ride": orders.any_of, "Station": march.place,
    "Cross": march.place, "Converge": orders.first_of("add"),
}
