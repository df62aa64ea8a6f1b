//! Whether another site shows this page in a frame. Such a page stores nothing, runs no script of a person and reads no file.

use gloo::utils::document;

/// `static/boot.js` marks the document that has the address of frames.
const MARK: &str = "data-embedded";

/// Returns true for the document at `/embed`.
pub fn is_embedded() -> bool {
    thread_local! {
        // Later addresses of the frame have the same document.
        static IS_EMBEDDED: bool = document().document_element().is_some_and(|root| root.has_attribute(MARK));
    }
    IS_EMBEDDED.with(|is_embedded| *is_embedded)
}
