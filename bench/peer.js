// Random play of a game of Rally the Troops (its rules.js), a block for every line of input: see bench/peer.py.
// A decision is what its server does for one: the view of the active role, one of its actions by chance, the action.
const rules = require(require("path").resolve(process.argv[2], "rules.js"))
let seed = 20140628
const chance = () => (seed = (seed * 48271) % 2147483647) / 2147483647
const cpu = () => { const u = process.cpuUsage(); return (u.user + u.system) / 1e6 }
// no decisions of the game, but of the table
const IDLE = new Set(["undo", "propose_rollback", "accept", "reject", "flag_supply_warnings"])
const OVER = new Set(["None", undefined, ""])
let game = null

function step() {
	if (game === null || OVER.has(game.active)) game = rules.setup(Math.floor(chance() * 1e9) + 1, rules.scenarios[0], {})
	const role = rules.roles.includes(game.active) ? game.active : rules.roles[0]
	const found = []
	const offered = rules.view(game, role).actions || {}
	for (const name in offered) {
		if (IDLE.has(name)) continue
		if (Array.isArray(offered[name])) for (const arg of offered[name]) found.push([name, arg])
		else if (offered[name]) found.push([name, undefined])
	}
	if (!found.length) return void (game = null)
	const [name, arg] = found[Math.floor(chance() * found.length)]
	game = rules.action(game, role, name, arg)
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
	const began = cpu()
	let n = 0, now = began
	while (now - began < Number(line)) {
		for (let k = 0; k < 20; ++k) step()
		n += 20
		now = cpu()
	}
	console.log(n / (now - began))
})
