// The army lists of the book, expanded to formations and units: the twin of games/dgk/components/armies.py.

export function expand(armies, nation, formation, { generous = false, batteries = 1 } = {}) {
  const list = armies.nations[nation].formations[formation];
  const formations = [], units = [];
  const number = v => Array.isArray(v) ? v[generous ? 1 : 0] : v;
  const called = (name, among) => `${name} ${among.filter(o => o.name === name || o.name.startsWith(`${name} `)).length + 1}`;
  function walk(node, commander) {
    for (let i = 0; i < number(node.count); i++) {
      if (node.unit) {
        let bases = number(node.bases);
        const size = node.split ? batteries : bases;
        while (bases > 0) {
          units.push({ id: `${nation}-${units.length + 1}`, name: called(node.unit, units), type: node.type, quality: node.quality,
            bases: Math.min(size, bases), formation: commander ?? "" });
          bases -= size;
        }
        continue;
      }
      let boss = commander;
      if (node.leader || commander === null) {
        boss = `${nation}-${node.level[0]}${formations.filter(f => f.level === node.level).length + 1}`;
        formations.push({ id: boss, name: called(node.formation, formations), level: node.level, parent: commander });
      }
      for (const part of node.parts) walk(part, boss);
    }
  }
  walk(list, null);
  return { nation, formations, units };
}
