// <dynalab-playground>: a design, or requests, in a frame of a page. It works as a module and as a plain script, which knows the address
// of its site. All that it sends to the frame is a theme, and all that it reads is a height.
(() => {
  const script = globalThis.document?.currentScript;
  const HEIGHT = 600;
  const HEIGHT_MAX = 4000;
  const THEMES = ["light", "dark", "system"];
  // The part of a link between the site and the fragment.
  const PLACE = /\/(?:(ja)\/?)?(?:(embed|play|design|capacity|scale|learn)(\/[^/]+)?\/?)?$/;

  /** Returns the place that a link names: the site, the language, the page and the fragment. A fragment alone names nothing else. */
  function placeOf(link) {
    if (!/^https?:/.test(link)) return { fragment: link.replace(/^#/, "") };
    const url = new URL(link);
    const [, ja, name, below] = url.pathname.match(PLACE) ?? [];
    const page = name === "embed" ? url.searchParams.get("page") : name === "learn" ? name + (below ?? "") : name;
    const site = url.origin + url.pathname.replace(PLACE, "/");
    return { site, lang: ja ? "ja" : "en", page, fragment: url.hash.slice(1) };
  }

  /** Returns the commands of a text, one in each line, as a fragment. */
  function commandsOf(text) {
    const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
    return lines.map((line) => "run=" + encodeURIComponent(line)).join("&");
  }

  const ELEMENT = globalThis.HTMLElement;
  if (!ELEMENT || customElements.get("dynalab-playground")) return;

  class DynalabPlayground extends ELEMENT {
    static observedAttributes = ["site", "link", "run", "page", "height", "theme", "lang", "label"];
    #frame;
    #address;
    #hear = (event) => {
      const { source, data } = event;
      if (!this.#frame || source !== this.#frame.contentWindow || event.origin !== new URL(this.#address).origin) return;
      if (data?.type !== "dynalab:height" || typeof data.height !== "number") return;
      if (this.getAttribute("height") === "auto") this.#setHeight(Math.min(Math.max(Math.ceil(data.height), 100), HEIGHT_MAX));
      this.dispatchEvent(new CustomEvent("dynalab-height", { detail: { height: data.height } }));
    };

    connectedCallback() {
      addEventListener("message", this.#hear);
      this.#show();
    }

    disconnectedCallback() {
      removeEventListener("message", this.#hear);
      this.#frame?.remove();
      this.#frame = this.#address = undefined;
    }

    attributeChangedCallback(name) {
      if (!this.isConnected || !this.#frame) return;
      if (name === "theme") this.#send();
      else this.#show();
    }

    /** The full address of the frame, or undefined without a site. */
    get address() {
      const place = placeOf(this.getAttribute("link") ?? "");
      const own = script?.src && new URL("..", script.src).href;
      const site = this.getAttribute("site") ?? place.site ?? own;
      if (!site) return undefined;
      const lang = (this.getAttribute("lang") ?? place.lang ?? "en").split("-")[0];
      const url = new URL((lang === "ja" ? "ja/" : "") + "embed/", site.endsWith("/") ? site : site + "/");
      const page = this.getAttribute("page") ?? place.page;
      if (page && page !== "play") url.searchParams.set("page", page);
      url.hash = this.hasAttribute("run") ? commandsOf(this.getAttribute("run")) : place.fragment;
      return url.href;
    }

    #show() {
      const address = this.address;
      if (!this.#frame) {
        this.#frame = document.createElement("iframe");
        this.#frame.loading = "lazy";
        this.#frame.style.cssText = "display: block; width: 100%; border: 1px solid #8886; border-radius: 4px";
        this.#frame.addEventListener("load", () => this.#send());
      }
      this.#frame.title = this.getAttribute("label") ?? "Dynalab";
      const height = this.getAttribute("height");
      if (height !== "auto") this.#setHeight(Number(height) > 0 ? Math.min(Number(height), HEIGHT_MAX) : HEIGHT);
      else if (!this.#frame.style.height) this.#setHeight(HEIGHT);
      if (address && address !== this.#address) {
        this.#address = address;
        const url = new URL(address);
        const theme = this.getAttribute("theme");
        if (THEMES.includes(theme)) url.searchParams.set("theme", theme);
        this.#frame.src = url.href;
      }
      if (!address) console.error("<dynalab-playground> needs the attribute site, or a whole link");
      else if (!this.#frame.isConnected) this.append(this.#frame);
    }

    #setHeight(pixels) {
      this.#frame.style.height = pixels + "px";
    }

    /** Tells the frame the theme, and asks for its height. */
    #send() {
      if (!this.#frame?.contentWindow || !this.#address) return;
      const { origin } = new URL(this.#address);
      const theme = this.getAttribute("theme") ?? "system";
      if (THEMES.includes(theme)) this.#frame.contentWindow.postMessage({ type: "dynalab:theme", theme }, origin);
      this.#frame.contentWindow.postMessage({ type: "dynalab:height" }, origin);
    }
  }

  customElements.define("dynalab-playground", DynalabPlayground);
})();
