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
  // The app asks for the sentences of its language as soon as it is there; the home page needs half of them.
  for (var folder of location.pathname === "/" ? [""] : ["", "workbench/"]) {
    var sentences = document.createElement("link");
    sentences.rel = "preload";
    sentences.as = "fetch";
    sentences.crossOrigin = "anonymous";
    sentences.href = "/messages/" + folder + root.lang + ".txt";
    document.head.append(sentences);
  }
  import("/app.js").then(function (app) { return app.default(); }).catch(function (error) {
    root.dataset.boot = "failed";
    console.error(error);
  });
})();
