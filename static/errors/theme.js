// Before the first paint: the theme that was chosen in the app.
(function () {
  try {
    var theme = localStorage.getItem("dynalab.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch (blocked) { /* then the system's */ }
})();
