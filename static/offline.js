// The page's side of the service worker: starts it when the page is idle, and says when a new version is ready.
// An open page runs its own build until it is reloaded.

const WORKER = "offline-worker.js";
const UPDATE_CHECK_MS = 60 * 60 * 1000;
// A page that no service worker controls, such as one after a forced reload, gets no `controllerchange`.
const TAKE_OVER_MAX_MS = 3000;
// A browser may end the worker in the middle of a piece, and then no answer comes.
const PIECE_MAX_MS = 60 * 1000;
const ATTEMPTS_MAX = 3;
const NEXT_ATTEMPT_MS = 20 * 1000;
const SENTENCES = {
  en: ["A new version of Dynalab is ready. Your tables are saved.", "Reload"],
  ja: ["Dynalab の新しいバージョンを利用できます。テーブルは保存済みです。", "再読み込み"],
};

// `base` is where the site is published, `program` the folder of the page's own program. Both end with a slash.
export async function start(base, program) {
  const container = navigator.serviceWorker;
  if (!isSecureContext || !container) return;
  container.addEventListener("message", (event) => {
    if (event.data && event.data.type === "which-program") event.ports[0].postMessage(program);
  });
  container.startMessages();
  const registration = await container.register(dynalabTrusted.script(base + WORKER), { scope: base, updateViaCache: "none" });
  container.ready.then(async ({ active }) => {
    if (!(await fill(active))) return;
    document.documentElement.dataset.offline = "ready";
    active.postMessage({ type: "delete-old-builds" });
  });
  const installed = async (worker) => {
    if (await fill(worker)) await welcome(registration, worker, program);
  };
  if (registration.waiting) installed(registration.waiting);
  watch(registration, installed);
  registration.addEventListener("updatefound", () => watch(registration, installed));
  checkForUpdates(registration);
}

function watch(registration, installed) {
  const worker = registration.installing;
  if (!worker) return;
  worker.addEventListener("statechange", () => {
    // The first one has no older one to replace, and waits for nothing.
    if (worker.state === "installed" && registration.active) installed(worker);
  });
}

// A page that already runs the new build, after a plain reload, needs no notice.
async function welcome(registration, worker, program) {
  if ((await ask(worker, "which-program")) === program) worker.postMessage({ type: "take-over" });
  else showNotice(registration);
}

// Asks the worker for one piece of the build after another, each when the page is idle, and returns whether the build is whole. What a
// visit leaves missing, the next one asks for.
async function fill(worker) {
  for (let attempts = 0; attempts < ATTEMPTS_MAX;) {
    const answer = await Promise.race([ask(worker, "keep-more"), pause(PIECE_MAX_MS)]);
    if (answer && answer.missing === 0) return true;
    if (answer && answer.missing > 0) {
      await new Promise((resolve) => (window.requestIdleCallback || setTimeout)(resolve));
    } else if (++attempts < ATTEMPTS_MAX) {
      await pause(NEXT_ATTEMPT_MS);
    }
  }
  return false;
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function ask(worker, type) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event) => resolve(event.data);
    worker.postMessage({ type }, [port2]);
  });
}

function checkForUpdates(registration) {
  let last = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" || Date.now() - last < UPDATE_CHECK_MS) return;
    last = Date.now();
    // Without a network, the next check comes later.
    registration.update().catch(() => {});
  });
}

function showNotice(registration) {
  if (document.querySelector(".new-version")) return;
  const notice = document.createElement("div");
  notice.className = "banner new-version";
  notice.dataset.testid = "new-version";
  notice.setAttribute("role", "status");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.dataset.testid = "new-version-reload";
  button.addEventListener("click", () => reload(registration));
  for (const [language, [sentence, label]] of Object.entries(SENTENCES)) {
    notice.append(inLanguage(language, sentence));
    button.append(inLanguage(language, label));
  }
  notice.append(button);
  document.body.prepend(notice);
  document.body.dataset.newVersion = "";
}

// Both languages are there; the style sheet shows that of the page.
function inLanguage(language, text) {
  const element = document.createElement("span");
  element.className = "new-version-text";
  element.lang = language;
  element.textContent = text;
  return element;
}

function reload(registration) {
  if (!registration.waiting) return location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  setTimeout(() => location.reload(), TAKE_OVER_MAX_MS);
  registration.waiting.postMessage({ type: "take-over" });
}
