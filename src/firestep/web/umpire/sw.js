// Keeps the whole page on the device: after the first visit it needs no network. New files replace old ones on the next visit.
const STORE = "umpire-2";
const FILES = ["./", "index.html", "umpire.css", "app.js", "ask.js", "words.js", "turn.js", "builder.js", "rosters.js", "store.js", "dom.js",
  "umpire.js", "armies.js", "icon.svg", "manifest.webmanifest", "data/model.json", "data/armies.json"];

self.addEventListener("install", e => e.waitUntil(
  caches.open(STORE).then(c => c.addAll(FILES.map(f => new Request(f, { cache: "reload" })))).then(() => self.skipWaiting())));

self.addEventListener("activate", e => e.waitUntil(
  caches.keys().then(ks => Promise.all(ks.filter(k => k !== STORE).map(k => caches.delete(k)))).then(() => self.clients.claim())));

self.addEventListener("fetch", e => {
  if (e.request.method !== "GET" || new URL(e.request.url).origin !== location.origin) return;
  e.respondWith((async () => {
    const store = await caches.open(STORE);
    const kept = await store.match(e.request, { ignoreSearch: true });
    const fresh = fetch(e.request).then(r => { if (r.ok) store.put(e.request, r.clone()); return r; });
    if (!kept) return fresh;
    e.waitUntil(fresh.catch(() => undefined));
    return kept;
  })());
});
