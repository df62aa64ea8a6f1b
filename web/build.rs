//! Makes Rust of the sentences in `messages/` (see the crate `dynalab-sentences`), and asks the linker for what the splitter needs.

use std::fs;
use std::path::Path;

use dynalab_sentences::generate_folder;

/// One file of sentences a language, and one module of Rust.
const MODULES: [&str; 9] =
    ["shell", "workbench", "pictures", "editor", "dialogs", "learn", "capacity", "design", "scale"];

fn main() {
    if std::env::var_os("CARGO_FEATURE_SPLIT").is_some() {
        // The splitter moves functions, and must know who calls them.
        println!("cargo::rustc-link-arg-bin=app=--emit-relocs");
    }
    let source = generate_folder(Path::new("messages"), &MODULES);
    let out = std::env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("sentences.rs"), source).expect("OUT_DIR can be written");
}
