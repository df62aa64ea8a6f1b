// Runs before the first paint: the stored theme and the language of the address, then the app. A classic script, because a module would
// run after the page has been painted in the wrong colours.
(function () {
  var root = document.documentElement;
  // Without scripts nothing starts, so the page does not say so.
  root.dataset.scripts = "run";
  function stored(name) {
    try { return localStorage.getItem("dynalab." + name); } catch (blocked) { return null; }
  }
  // The app says with an attribute which option of a list is selected. A list that a person has used ignores the attribute, so the
  // property follows it: every list shows the value in use.
  new MutationObserver(function (changes) {
    changes.forEach(function (change) {
      var option = change.target;
      if (option.localName === "option" && option.hasAttribute("selected")) option.selected = true;
    });
  }).observe(root, { subtree: true, attributes: true, attributeFilter: ["selected"] });
  // Where the site is published, and the folder of its program. The build writes both into the document.
  var base = root.dataset.base;
  var program = base + root.dataset.program;
  var page = location.pathname.startsWith(base) ? location.pathname.slice(base.length) : "";
  // The address says the language. The document of an address without one of its own (404.html) does not know it.
  var below = page.match(/^ja(?:\/(.*))?$/);
  if (below) {
    root.lang = "ja";
    page = below[1] || "";
  }
  // Only one document may be shown in the frame of another site: it stores nothing and runs no script of a person. Any other page goes
  // there when it is in a frame, because a host may send no headers that forbid it; so does an old address with `?embed`.
  var query = new URLSearchParams(location.search);
  var isEmbedded = /^embed(\/|$)/.test(page);
  if (!isEmbedded && (self !== top || query.has("embed"))) {
    query.delete("embed");
    var path = page.replace(/\/$/, "").replace(/^play(\/.*)?$/, "");
    if (path) query.set("page", path);
    var search = String(query).replace(/%2F/g, "/");
    location.replace(base + (below ? "ja/" : "") + "embed/" + (search ? "?" + search : "") + location.hash);
    return;
  }
  if (isEmbedded) {
    root.dataset.embedded = "";
    page = query.get("page") || "play";
  }
  var theme = isEmbedded ? query.get("theme") : stored("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  function preload(as, href) {
    var link = document.createElement("link");
    link.rel = "preload";
    link.as = as;
    if (as === "fetch") link.crossOrigin = "anonymous";
    link.href = href;
    document.head.append(link);
  }
  tellWhenTheProgramEnds();
  // Filled in by the build: the files of each part of the app, so that they are fetched beside it and not after it.
  var parts = {};
  function preloadPart(name) {
    (parts[name] || []).forEach(function (file) { preload("fetch", program + file); });
  }
  // The app asks for these as soon as it is there; each page only for what it needs.
  function preloadForPage() {
    preload("fetch", base + "samples/index.json");
    if (page.startsWith("play")) {
      preload("fetch", base + "requests.json");
      preloadPart("workbench");
    }
    if (page.startsWith("learn")) {
      preload("fetch", base + "lessons/index.json");
      preload("fetch", base + "lessons/glossary.json");
      preloadPart("learn");
    }
    ["design", "capacity", "scale"].forEach(function (part) {
      if (page.startsWith(part)) preloadPart(part);
    });
    if (location.hash.startsWith("#d")) preloadPart("formats");
  }
  if (page.startsWith("play")) {
    // The address of a table has no document of its own that could link this.
    preload("style", program + "styles/workbench.css");
  }
  var isStarted = false;
  function start() {
    if (isStarted) return;
    isStarted = true;
    preloadForPage();
    import(program + "app.js").then(function (app) { return app.default(); }).then(isEmbedded ? undefined : keepForOffline, function (error) {
      root.dataset.boot = "failed";
      console.error(error);
    });
  }
  // The program of the page can end in the middle of a task: the memory of the tab is full, its stack overflows, or it has a fault. It
  // cannot say so itself then. So this script does, beside what the program has drawn, and in the place of its answers.
  function tellWhenTheProgramEnds() {
    var sentences = {
      en: ["Dynalab stopped: the memory of this tab is full, or Dynalab has a fault. What was saved is still there.", "Reload the page"],
      ja: ["Dynalab が停止しました。このタブのメモリーが足りなくなったか、Dynalab に不具合があります。保存済みのデータはそのまま残っています。", "ページを再読み込み"],
    };
    var told = null;
    var refusals = new Set();
    function isEnd(error) {
      if (!error) return false;
      if (error instanceof WebAssembly.RuntimeError) return true;
      // The glue of the program says this when there is no memory for what a call hands over.
      if (error.message === "invalid malloc request") return true;
      // A stack that overflows in another script leaves the program as it is.
      var overflows = error instanceof RangeError || error.name === "InternalError";
      return overflows && String(error.stack).indexOf("wasm") >= 0;
    }
    function tell() {
      if (told) return;
      told = sentences[root.lang] || sentences.en;
      root.dataset.ended = "";
      var notice = document.createElement("div");
      notice.className = "banner banner--bad ended";
      notice.setAttribute("role", "alert");
      notice.dataset.testid = "program-ended";
      var sentence = document.createElement("p");
      sentence.textContent = told[0];
      var reload = document.createElement("button");
      reload.className = "button";
      reload.type = "button";
      reload.textContent = told[1];
      reload.addEventListener("click", function () { location.reload(); });
      notice.append(sentence, reload);
      // While a dialog is open, the browser lets nobody use what is outside of it.
      (document.querySelector("dialog[open]") || document.body).append(notice);
      refusals.forEach(function (refuse) { refuse(new Error(told[0])); });
      refusals.clear();
    }
    function notice(error) { if (isEnd(error)) tell(); }
    addEventListener("error", function (event) { notice(event.error); });
    addEventListener("unhandledrejection", function (event) { notice(event.reason); });
    // A panic, even where another script catches what follows it.
    addEventListener("dynalab-panicked", tell);
    // What is called by name after the end, or has no answer yet, is refused with the sentence.
    function guarded(call, handle) {
      return function () {
        var parameters = arguments;
        return new Promise(function (resolve, reject) {
          if (told) return reject(new Error(told[0]));
          refusals.add(reject);
          function refuse(error) {
            notice(error);
            refusals.delete(reject);
            reject(error);
          }
          try {
            Promise.resolve(call.apply(handle, parameters)).then(function (answer) {
              refusals.delete(reject);
              resolve(answer);
            }, refuse);
          } catch (error) {
            refuse(error);
          }
        });
      };
    }
    var handle;
    Object.defineProperty(window, "dynalab", {
      configurable: true,
      get: function () { return handle; },
      set: function (made) {
        handle = {};
        Object.keys(made).forEach(function (name) { handle[name] = guarded(made[name], made); });
      },
    });
  }
  // On a phone the text is painted first: the program takes seconds there, and would hold up the paint. The document preloads it
  // elsewhere. A page that nobody sees is not painted.
  if (matchMedia("(max-width: 700px)").matches && document.visibilityState === "visible") {
    requestAnimationFrame(function () {
      setTimeout(function () {
        preload("fetch", program + "app_bg.wasm");
        start();
      });
    });
    setTimeout(start, 2000);
  } else {
    start();
  }
  // The service worker downloads the whole app: only when the first page can be used, some seconds have passed and the browser is idle. A
  // person who saves data is asked first (the storage menu), unless the worker is there already.
  function keepForOffline() {
    var hasBegun = false;
    function begin() {
      if (hasBegun) return;
      hasBegun = true;
      import(base + "offline.js").then(function (offline) { return offline.start(base, root.dataset.program); })
        .catch(function (error) { console.warn("Dynalab does not work offline in this browser.", error); });
    }
    function beginWhenIdle() {
      setTimeout(function () { (window.requestIdleCallback || setTimeout)(begin); }, 5000);
    }
    addEventListener("dynalab-keep-offline", begin);
    var savesData = navigator.connection && navigator.connection.saveData;
    var container = navigator.serviceWorker;
    if (savesData && container && !container.controller && stored("offline") !== "keep") return;
    if ("usable" in root.dataset) beginWhenIdle();
    else addEventListener("dynalab-usable", beginWhenIdle, { once: true });
  }
})();
