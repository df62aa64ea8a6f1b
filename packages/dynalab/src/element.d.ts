/** The element `<dynalab-playground>`: a design, or requests, in a frame. Importing the entry defines it; in Node it does nothing. */
export interface DynalabPlayground extends HTMLElement {
  /** The full address of the frame, or undefined without a site. */
  readonly address: string | undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    "dynalab-playground": DynalabPlayground;
  }
  interface HTMLElementEventMap {
    /** The content of the frame has another height, in CSS pixels. */
    "dynalab-height": CustomEvent<{ height: number }>;
  }
}
