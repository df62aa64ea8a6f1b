// The page's side of the service worker: starts it when the page is idle, and says when a new version is ready.
// An open page runs its own build until it is reloaded.

const WORKER = "offline-worker.js";
const UPDATE_CHECK_MS = 60 * 60 * 1000;
// A page that no service worker controls, such as one after a forced reload, gets no `controllerchange`.
const TAKE_OVER_MAX_MS = 3000;
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
  container.ready.then((ready) => {
    document.documentElement.dataset.offline = "ready";
    ready.active.postMessage({ type: "delete-old-builds" });
  });
  const installed = (worker) => welcome(registration, worker, program);
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
  if ((await programOf(worker)) === program) worker.postMessage({ type: "take-over" });
  else showNotice(registration);
}

function programOf(worker) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event) => resolve(event.data);
    worker.postMessage({ type: "which-program" }, [port2]);
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
