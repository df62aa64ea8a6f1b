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
  var theme = stored("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
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
  function preload(as, href) {
    var link = document.createElement("link");
    link.rel = "preload";
    link.as = as;
    if (as === "fetch") link.crossOrigin = "anonymous";
    link.href = href;
    document.head.append(link);
  }
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
    import(program + "app.js").then(function (app) { return app.default(); }).then(keepForOffline, function (error) {
      root.dataset.boot = "failed";
      console.error(error);
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
  // The service worker downloads the whole app: only when the first page has long been there and the browser is idle.
  function keepForOffline() {
    setTimeout(function () {
      (window.requestIdleCallback || setTimeout)(function () {
        import(base + "offline.js").then(function (offline) { return offline.start(base, root.dataset.program); })
          .catch(function (error) { console.warn("Dynalab does not work offline in this browser.", error); });
      });
    }, 5000);
  }
})();
