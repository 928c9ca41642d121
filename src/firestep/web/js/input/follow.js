/** The map follows the question. */

/** What the question is about is brought into sight, and if nothing that glows is seen, some of that. @param {import("../pages/table.js").Table} t */
export function follow(t) {
  const { clicks } = t;
  if (!t.mine || clicks.asked === t.snap.seq || !t.layout.root.classList.contains("ready")) return;
  clicks.asked = t.snap.seq;
  t.camera.inset = t.layout.inset();
  const about = t.module.questionPlaces(t).map((p) => t.geo.centre(p)).find((c) => c !== null);
  if (about) return t.camera.reveal(...about);
  // while a counter is on its way the map stays with it, however far it may go
  const subject = clicks.subject?.piece ?? "", mover = subject && t.field.pieceAt(subject);
  if (mover) {
    const far = (c) => Math.hypot(c[0] - mover[0], c[1] - mover[1]);
    const goals = [...clicks.litPieces()].flatMap((id) => { const at = t.pieceById(id)?.at ?? "", c = t.geo.centre(at); return c ? [{ at, c }] : []; }).sort((a, b) => far(a.c) - far(b.c));
    // none of its targets would be seen with it: the map is drawn smaller until the nearest is
    if (t.module.drags === "point" && goals.length && !goals.some(({ c }) => t.camera.sees(c[0], c[1]))) {
      const both = t.geo.bounds([t.pieceById(subject)?.at ?? "", goals[0].at]);
      if (both) return t.camera.show(both, { most: t.camera.k, atLeast: 0.3, smooth: true });
    }
    return t.camera.reveal(mover[0], mover[1]);
  }
  const lit = [...clicks.litPlaces(), ...[...clicks.litPieces()].map((id) => t.pieceById(id)?.at)].map((p) => t.geo.centre(p ?? "")).filter((c) => c !== null);
  if (lit.length && !lit.some(([x, y]) => t.camera.sees(x, y))) t.lookAtOpening(true);
}
