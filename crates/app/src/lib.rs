//! The page without a browser: its sentences, drafts, forms and state. `web` draws them and asks the browser.

pub mod sentences;
