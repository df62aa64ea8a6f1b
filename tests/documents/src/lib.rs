//! The Rust snippets of the documents are tests of this crate: `cargo test --doc -p dynalab-document-tests`.

#[cfg(doctest)]
#[doc = include_str!("../../../docs/rust.md")]
struct RustDocument;
