"""The evaluator of Death in the Trenches for the greedy player: one function for each kind of decision.

It sees the front as a whole (`evaluation`): where the enemy could walk in, which hexes hold him off, where strength is missing. It
attacks where the exact chances of the dice make it worth while (`chances`, `plans`), plugs holes, garrisons cities, feeds the front
from Reserves (`orders`) and spends coins where they turn a combat (`fight`).
"""

from __future__ import annotations

from firestep.bots.ditt import fight, march, orders, stations
from firestep.bots.greedy import Evaluators
from firestep.games.ditt import setup
from firestep.games.ditt.coins import coins, pulse_coins
from firestep.games.ditt.combat import combat, losses, retreat
from firestep.games.ditt.events import arrivals, choices, single_event_choices, targets
from firestep.games.ditt.logistics import logistics
from firestep.games.ditt.movement import invasion, naval, pulse
from firestep.games.ditt.nations import armenia, collapse, surrender

BY_STEP: Evaluators = {
    pulse.AtTheWalls: fight.walls,
    retreat.Besiege: orders.first_of("besiege"),
    combat.DiceCount: fight.dice,
    invasion.Landing: fight.landing,
    losses.Losses: fight.losses,
    combat.Offer: fight.coin,
    retreat.Retreat: stations.retreat,
    retreat.StepBack: fight.step_back,
    pulse.Feed: orders.most,
    pulse.March: march.step,
    pulse.Pulse: march.pulse,
    invasion.Sail: stations.sail,
    pulse.Withdraw: orders.first_of("done"),
    logistics.CreateAt: stations.place,
    logistics.CreateWith: orders.new_army,
    logistics.FeedDivs: orders.feed,
    logistics.Logistics: orders.logistics,
    logistics.Place: stations.place,
    logistics.SendDivs: orders.send,
    logistics.ShiftTo: orders.most,
    naval.Challenge: orders.first_of("pass"),
    surrender.LastChance: orders.first_of("great-retreat"),
    armenia.Levy: orders.first_of("levy"),
    collapse.PlaceFree: stations.place,
    surrender.PlaceReds: stations.place,
    setup.Putnik: orders.first_of("roll"),
    setup.PlaceAskari: orders.any_of,
    choices.Answer: orders.answer,
    choices.Select: orders.first_of("choose lesser"),
    choices.Peek: orders.first_of("yes"),
    targets.Point: orders.point,
    choices.Strike: orders.spare,
    surrender.Disband: orders.spare,
    pulse_coins.Freeze: orders.spare,
    choices.Gain: orders.gain,
    choices.Recall: orders.least,
    choices.FlipMany: orders.point,
    choices.FlipBeside: orders.point,
    arrivals.Muster: stations.place,
    single_event_choices.GoHome: stations.place,
    single_event_choices.BalkanWar: orders.any_of,
    single_event_choices.Rally: stations.place,
    single_event_choices.Expedition: orders.first_of("no"),
    single_event_choices.ExpeditionDivs: orders.most,
    single_event_choices.SudArmee: stations.place,
    single_event_choices.Bribe: orders.first_of("no"),
    single_event_choices.Truce: orders.first_of("pass"),
    single_event_choices.TruceAnswer: orders.any_of,
    single_event_choices.LettowMap: orders.any_of,
    single_event_choices.LettowCoin: orders.any_of,
    pulse_coins.Spot: orders.point,
    pulse_coins.Sacred: orders.most,
    pulse_coins.Ride: march.ride,
    pulse_coins.Station: stations.place,
    pulse_coins.Cross: stations.place,
    pulse_coins.Converge: orders.first_of("add"),
    collapse.RaiseArmenians: stations.place,
    single_event_choices.RallyDivs: orders.most,
    choices.Uproot: orders.any_of,
    coins.Zeal: orders.spare,
}
