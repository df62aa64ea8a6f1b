// Runs before the first paint: the stored theme and language, then the app. A classic script, because a module would
// run after the page has been painted in the wrong colours.
(function () {
  var root = document.documentElement;
  function stored(name) {
    try { return localStorage.getItem("dynalab." + name); } catch (blocked) { return null; }
  }
  var theme = stored("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  var languages = [stored("language")].concat(navigator.languages || []);
  for (var language of languages) {
    var start = String(language || "").slice(0, 2);
    if (start === "en" || start === "ja") { root.lang = start; break; }
  }
  // The app asks for these as soon as it is there; each page only for what it needs.
  function preload(as, href) {
    var link = document.createElement("link");
    link.rel = "preload";
    link.as = as;
    if (as === "fetch") link.crossOrigin = "anonymous";
    link.href = href;
    document.head.append(link);
  }
  preload("fetch", "/samples/index.json");
  if (location.pathname !== "/") {
    preload("style", "/workbench/workbench.css");
  }
  // Filled in by the build: the files of each part of the app, so that they are fetched beside it and not after it.
  var parts = {};
  function preloadPart(name) {
    (parts[name] || []).forEach(function (file) { preload("fetch", file); });
  }
  if (location.pathname.startsWith("/play")) {
    preload("fetch", "/requests.json");
    preloadPart("workbench");
  }
  if (location.pathname.startsWith("/learn")) {
    preload("style", "/learn/learn.css");
    preload("fetch", "/lessons/index.json");
    preload("fetch", "/lessons/glossary.json");
    preloadPart("learn");
  }
  if (location.pathname === "/design") preloadPart("design");
  if (location.pathname === "/capacity") preloadPart("capacity");
  if (location.hash.startsWith("#d")) preloadPart("formats");
  import("/app.js").then(function (app) { return app.default(); }).catch(function (error) {
    root.dataset.boot = "failed";
    console.error(error);
  });
})();
