//! Makes Rust of the sentences in `messages/` (see the crate `dynalab-sentences`), and asks the linker for what the splitter needs.

use std::fs;
use std::path::Path;

use dynalab_sentences::{LANGUAGES, SentenceFile, generate};

/// One file of sentences a language, and one module of Rust.
const MODULES: [&str; 9] =
    ["shell", "workbench", "pictures", "editor", "dialogs", "learn", "capacity", "design", "scale"];

fn main() {
    println!("cargo::rerun-if-changed=messages");
    if std::env::var_os("CARGO_FEATURE_SPLIT").is_some() {
        // The splitter moves functions, and must know who calls them.
        println!("cargo::rustc-link-arg-bin=app=--emit-relocs");
    }
    let texts = MODULES.map(|module| {
        LANGUAGES.map(|language| {
            let path = format!("messages/{language}/{module}.ftl");
            fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
        })
    });
    let files: Vec<SentenceFile> = MODULES
        .iter()
        .zip(&texts)
        .map(|(module, [english, japanese])| SentenceFile { module, sources: [english, japanese] })
        .collect();
    let source = generate(&files).unwrap_or_else(|fault| panic!("{fault}"));
    let out = std::env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("sentences.rs"), source).expect("OUT_DIR can be written");
}
