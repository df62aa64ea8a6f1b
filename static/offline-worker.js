// The service worker: keeps the files of one build in the browser, so that the app works without a network.
// `cargo xtask build` fills in the next four lines (xtask/src/offline.rs).
const BUILD = "";
const PROGRAM = "program/";
const DOCUMENTS = [];
const FILES = [];

// All paths are below the folder in which the site is published.
const SITE = self.registration.scope;
// Other sites of the same host have caches of their own.
const PREFIX = "dynalab " + SITE + " ";
const CACHE = PREFIX + BUILD;
// A program's folder has a hash in its name: its files never change.
const OF_A_PROGRAM = /^app-[0-9a-f]{16}\//;
const LISTED = new Set(FILES);
// A network that is slower than this is treated as absent, if the browser has the file.
const NETWORK_MAX_MS = 3000;
const DOWNLOADS_MAX = 4;
// So many files are one piece, which a slow line brings before the browser ends the worker.
const PIECE_FILES = 12;
// A page that does not reply in this time may run any build.
const REPLY_MAX_MS = 2000;

// Nothing is downloaded in `install`, which browsers cut off: a page asks for one piece after another.
addEventListener("activate", (event) => event.waitUntil(self.clients.claim().then(deleteOldBuilds)));

addEventListener("message", (event) => {
  const type = event.data && event.data.type;
  if (type === "which-program") event.ports[0].postMessage(PROGRAM);
  if (type === "keep-more") event.waitUntil(keepMore(event.ports[0]));
  if (type === "take-over") event.waitUntil(self.skipWaiting());
  if (type === "delete-old-builds") event.waitUntil(deleteOldBuilds());
});

addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET" || !url.startsWith(SITE)) return;
  const name = url.slice(SITE.length).split(/[?#]/)[0];
  if (OF_A_PROGRAM.test(name)) event.respondWith(programFile(event.request));
  else if (mode === "navigate") event.respondWith(networkFirst(event, () => keptDocument(name), keepVisited));
  else if (LISTED.has(name)) event.respondWith(networkFirst(event, () => kept(name), () => {}));
});

// Downloads the next piece and says how many files are missing after it. Pages that ask at the same time get the same piece.
let piece;
async function keepMore(port) {
  piece ||= downloadPiece().finally(() => { piece = undefined; });
  await piece.then((missing) => port.postMessage({ missing }), (error) => port.postMessage({ error: String(error) }));
}

async function downloadPiece() {
  const cache = await caches.open(CACHE);
  const missing = await missingIn(cache);
  const names = missing.slice(0, PIECE_FILES);
  const left = missing.length - names.length;
  async function downloadNext() {
    for (let name = names.shift(); name !== undefined; name = names.shift()) await download(cache, name);
  }
  await Promise.all(Array.from({ length: DOWNLOADS_MAX }, downloadNext));
  return left;
}

async function missingIn(cache) {
  const there = new Set((await cache.keys()).map((request) => request.url));
  return [...DOCUMENTS, ...FILES].filter((name) => !there.has(new URL(name, SITE).href));
}

// The store of this build when it is whole; until then that of an older build, if there is one.
let isWhole = false;
async function storeToRead() {
  const own = await caches.open(CACHE);
  isWhole ||= (await missingIn(own)).length === 0;
  const older = isWhole ? undefined : (await oldCaches())[0];
  return older ? caches.open(older) : own;
}

async function download(cache, name) {
  const address = SITE + name;
  const response = await fetch(address, { cache: OF_A_PROGRAM.test(name) ? "default" : "no-cache" });
  if (!response.ok) throw new Error(`${address} has the status ${response.status}`);
  // While a new build is being uploaded, a host may still send a document of the old one.
  if (DOCUMENTS.includes(name) && !(await namesProgram(response.clone()))) {
    throw new Error(`${address} is a document of another build`);
  }
  await cache.put(address, withoutRedirect(response));
}

async function namesProgram(response) {
  return (await response.text()).includes(PROGRAM);
}

// A browser refuses a redirected response for a page that it opens.
function withoutRedirect(response) {
  const { status, statusText, headers, body } = response;
  return response.redirected ? new Response(body, { status, statusText, headers }) : response;
}

// Open pages of an older build find their files in its cache.
async function programFile(request) {
  return (await caches.match(request, { ignoreVary: true })) || fetch(request);
}

async function networkFirst(event, fromCache, keep) {
  const fetched = fetch(event.request).then(async (response) => {
    if (response.status >= 500) throw new Error(`${event.request.url} has the status ${response.status}`);
    await keep(event.request, response);
    return response;
  });
  event.waitUntil(fetched.catch(() => {}));
  const late = new Promise((resolve) => setTimeout(resolve, NETWORK_MAX_MS));
  const inTime = await Promise.race([fetched, late]).catch(() => undefined);
  return inTime || (await fromCache()) || fetched;
}

async function kept(name) {
  const cache = await storeToRead();
  return cache.match(SITE + name, { ignoreVary: true, ignoreSearch: true });
}

// The app in the home page's document shows any of its addresses. Pages outside the app are kept once they were visited.
async function keptDocument(name) {
  const own = (await kept(name)) || (name && !name.endsWith("/") && (await kept(name + "/")));
  const [, folder, page] = name.match(/^(ja\/|)(.*)$/);
  return own || (isOfTheApp(page) ? kept(folder) : undefined);
}

function isOfTheApp(name) {
  return name.startsWith("play/") || !(name.startsWith("errors/") || name.split("/").pop().includes("."));
}

// Only documents of this build, such as those of lessons: another build has a cache of its own.
async function keepVisited(request, response) {
  if (response.status !== 200 || !(await namesProgram(response.clone()))) return;
  const cache = await caches.open(CACHE);
  const address = new URL(request.url);
  address.search = address.hash = "";
  await cache.put(address, withoutRedirect(response.clone())).catch(() => {});
}

// The caches of other builds are deleted when this build is complete and all open pages run it.
async function deleteOldBuilds() {
  if (self.registration.installing || self.registration.waiting) return;
  if ((await missingIn(await caches.open(CACHE))).length > 0) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const programs = await Promise.all(pages.filter((page) => page.url.startsWith(SITE)).map(programOf));
  if (programs.some((program) => program !== PROGRAM)) return;
  await Promise.all((await oldCaches()).map((name) => caches.delete(name)));
}

async function oldCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
}

function programOf(page) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event) => resolve(event.data);
    setTimeout(resolve, REPLY_MAX_MS);
    page.postMessage({ type: "which-program" }, [port2]);
  });
}
