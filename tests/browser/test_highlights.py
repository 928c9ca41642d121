"""What can be done glows square by square of the map: a counter that moves does not have all the others painted again."""

from __future__ import annotations

from table_page import TablePage

CHANGED = """() => {
  const { highlights: lit, geo } = firestep, glow = document.querySelector(".lit-base");
  const paths = (g) => [...g.children].map((p) => p.getAttribute("d")).join("");
  const ids = Object.keys(geo.hexes), all = ids.map((id) => `p-${id}`);
  const at = new Map(all.map((id, i) => [id, geo.centre(ids[i])]));
  lit.field = { pieceAt: (id) => at.get(id) };
  lit.show([], all);
  const before = new Map([...glow.children].map((p) => [p, p.getAttribute("d")]));
  at.set(all[0], geo.centre(ids.at(-1)));
  lit.show([], all);
  const seen = document.querySelector(".march.on .lit-line");
  const same = paths(seen) === paths(glow);
  const changed = [...glow.children].filter((p) => before.get(p) !== p.getAttribute("d")).length;
  lit.show([], []);
  return [before.size, changed, same, paths(glow)];
}"""


def test_a_move_changes_the_glow_of_two_squares(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    squares, changed, same, left = desktop.page.evaluate(CHANGED)
    assert squares > 10 and changed == 2 and same and left == ""
