//! Makes Rust of the sentences in `messages/` (see the crate `dynalab-sentences`).

use std::fs;
use std::path::Path;

use dynalab_sentences::generate_folder;

/// One file of sentences a language, and one module of Rust.
const MODULES: [&str; 9] =
    ["shell", "workbench", "pictures", "editor", "dialogs", "learn", "capacity", "design", "scale"];

fn main() {
    let source = generate_folder(Path::new("messages"), &MODULES);
    let out = std::env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("sentences.rs"), source).expect("OUT_DIR can be written");
}
