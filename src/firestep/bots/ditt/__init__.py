"""The evaluator of Death in the Trenches for the greedy player: one function for each kind of decision.

It sees the front as a whole (`picture`): where the enemy could walk in, which hexes hold him off, where strength is missing. It
attacks where the exact chances of the dice make it worth while (`chances`, `plans`), plugs holes, garrisons cities, feeds the front
from Reserves (`orders`) and spends coins where they turn a combat (`fight`).
"""

from __future__ import annotations

from firestep.bots.ditt import fight, march, orders, stations
from firestep.bots.greedy import Weigh

BY_STEP: dict[str, Weigh] = {
    "AtTheWalls": fight.walls,
    "Besiege": orders.first_of("besiege"),
    "DiceCount": fight.dice,
    "Landing": fight.landing,
    "Losses": fight.losses,
    "Offer": fight.coin,
    "Retreat": stations.retreat,
    "StepBack": fight.step_back,
    "Feed": orders.most,
    "March": march.step,
    "Pulse": march.pulse,
    "Sail": stations.sail,
    "Withdraw": orders.first_of("done"),
    "CreateAt": stations.place,
    "CreateWith": orders.new_army,
    "FeedDivs": orders.feed,
    "Logistics": orders.logistics,
    "Place": stations.place,
    "SendDivs": orders.send,
    "ShiftTo": orders.most,
    "Challenge": orders.first_of("pass"),
    "LastChance": orders.first_of("great-retreat"),
    "Levy": orders.first_of("levy"),
    "PlaceFree": stations.place,
    "PlaceReds": stations.place,
    "Putnik": orders.first_of("roll"),
    "PlaceAskari": orders.any_of,
    "Answer": orders.answer,
    "Select": orders.first_of("choose lesser"),
    "Peek": orders.first_of("yes"),
    "Point": orders.point,
    "Strike": orders.spare,
    "Disband": orders.spare,
    "Freeze": orders.spare,
    "Gain": orders.gain,
    "Recall": orders.least,
    "FlipMany": orders.point,
    "FlipBeside": orders.point,
    "Muster": stations.place,
    "GoHome": stations.place,
    "BalkanWar": orders.any_of,
    "Rally": stations.place,
    "Expedition": orders.first_of("no"),
    "ExpeditionDivs": orders.most,
    "SudArmee": stations.place,
    "Bribe": orders.first_of("no"),
    "Truce": orders.first_of("pass"),
    "TruceAnswer": orders.any_of,
    "LettowMap": orders.any_of,
    "LettowCoin": orders.any_of,
    "Spot": orders.point,
    "Sacred": orders.most,
    "Ride": march.ride,
    "Station": stations.place,
    "Cross": stations.place,
    "Converge": orders.first_of("add"),
    "RaiseArmenians": stations.place,
    "RallyDivs": orders.most,
    "Uproot": orders.any_of,
    "Zeal": orders.spare,
}
