"""Guns that support a combat (gwb.6.3): which may, how often, and when."""

from __future__ import annotations

from firestep.testing import play, rule, texts
from games.gwb.positions import Melee, count, field, last


@rule("gwb.6.3.1d", "gwb.6.3.1e")
def test_a_gun_stays_spent_after_the_hex_it_supported_has_retreated(melee: Melee) -> None:
    melee(0, 1)
    s = field(
        {"ge-r1": "0705", "ge-c1": "0908", "fr-b": "0706", "fr-k": "0808", "fr-g3": "0807", "fr-z1": "1010"},
        options={"retreat": "any"},
        dice=[6] * 4,
    )
    play(s, "attack 0706", "add ge-r1", "commit", "support fr-g3", "retreat", "back 0606")
    while type(s.agenda[-1]).__name__ != "CombatPhase":
        s.take("done")
    play(s, "attack 0808", "add ge-c1", "commit")
    assert last(s, "defensive-fire")["support"] is None and count(s, "support") == 1


@rule("gwb.6.3b")
def test_a_slope_helps_only_against_who_comes_from_below(melee: Melee) -> None:
    melee(0, 0)
    for start, modifier in (("0903", 0), ("0802", -1)):  # 0902 and 0903 are high, 0802 is not
        s = field({"ge-r1": start, "fr-b": "0902", "fr-z1": "1010"}, dice=[6, 6])
        play(s, "attack 0902", "add ge-r1", "commit")
        assert last(s, "defensive-fire")["modifier"] == modifier


@rule("gwb.6.3.1d", "gwb.5.1.3")
def test_support_is_counted_anew_in_the_hasty_phase(melee: Melee) -> None:
    melee(0, 0)
    s = field({"ge-r1": "0705", "ge-r2": "0606", "fr-b": "0706", "fr-k": "0808", "fr-g3": "0807"}, dice=[6] * 4)
    play(s, "attack 0706", "add ge-r1", "commit", "support fr-g3")
    while s.state.phase != "hasty":
        s.take("done")
    play(s, "attack 0706", "add ge-r2", "commit")
    assert texts(s) == ["none", "support fr-g3"]
