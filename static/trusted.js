// The Trusted Types policy of the page: the only place that makes HTML or the address of a script from a text. The document's
// Content-Security-Policy allows no other policy, so a text that reaches innerHTML, a worker or a script in another way is refused.
// A browser without Trusted Types gets the checked text. A classic script, because it must run before all others.
(function () {
  var root = document.documentElement;
  // What Dynalab's own Markdown becomes. It has no scripts, frames, forms, styles or handlers of events.
  var ELEMENTS = " a blockquote br code data del em h1 h2 h3 h4 h5 h6 hr li ol p pre span strong sub sup table tbody td th thead tr ul ";
  var ATTRIBUTES = /^(class|href|role|tabindex|value|start|id|lang|data-[a-z-]+)$/;
  var ADDRESS = /^(https?:\/\/|[\/#?.])/;
  var TAG = /<\/?([a-z][a-z0-9]*)((?:\s+[a-z][a-z-]*(?:="[^"<>]*")?)*)\s*\/?>/g;
  var ATTRIBUTE = /([a-z][a-z-]*)(?:="([^"<>]*)")?/g;
  // The workers of this program, and the service worker.
  var SCRIPT = /^(worker|complete_worker|bench|files|backups)\.js$/;

  function html(text) {
    var rest = text.replace(TAG, function (tag, name, attributes) {
      if (ELEMENTS.indexOf(" " + name + " ") < 0) throw new TypeError("No text of Dynalab has the element " + name);
      attributes.replace(ATTRIBUTE, function (whole, attribute, value) {
        if (!ATTRIBUTES.test(attribute) || (attribute === "href" && !ADDRESS.test(value || ""))) {
          throw new TypeError("No text of Dynalab has the attribute " + whole);
        }
        return "";
      });
      return "";
    });
    if (rest.indexOf("<") >= 0) throw new TypeError("The text is not HTML that Dynalab makes");
    return text;
  }

  function script(address) {
    var base = root.dataset.base, program = base + root.dataset.program;
    var url = new URL(address, location.href), path = url.pathname;
    var isWorker = path.indexOf(program) === 0 && SCRIPT.test(path.slice(program.length));
    if (url.origin !== location.origin || !(isWorker || path === base + "offline-worker.js")) {
      throw new TypeError("Not a worker of this site: " + address);
    }
    return url.href;
  }

  var rules = { createHTML: html, createScriptURL: script };
  var policy = window.trustedTypes ? window.trustedTypes.createPolicy("dynalab", rules) : rules;
  var trusted = {
    html: function (text) { return policy.createHTML(text); },
    script: function (address) { return policy.createScriptURL(address); },
  };
  Object.defineProperty(window, "dynalabTrusted", { value: Object.freeze(trusted) });
})();
