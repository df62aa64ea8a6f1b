//! Compiles the sentences in `messages/` for the tests. The page fetches those of its language, which `cargo xtask build` compiles in
//! the same way.

#[path = "build/message_compiler.rs"]
mod message_compiler;

use std::fs;
use std::path::Path;

const MODULES: [&str; 4] = ["workbench", "pictures", "editor", "dialogs"];

fn main() {
    println!("cargo::rerun-if-changed=messages");
    println!("cargo::rerun-if-changed=build");
    if std::env::var_os("CARGO_FEATURE_SPLIT").is_some() {
        // The splitter moves functions, and must know who calls them.
        println!("cargo::rustc-link-arg-bin=app=--emit-relocs");
    }
    let out = std::env::var("OUT_DIR").expect("cargo sets it");
    for language in ["en", "ja"] {
        let modules = MODULES
            .map(|module| (format!("{language}/{module}.ftl"), format!("{module}.{language}.messages")));
        let page = (format!("{language}.ftl"), format!("{language}.messages"));
        for (file, compiled) in modules.into_iter().chain([page]) {
            let source = fs::read_to_string(format!("messages/{file}")).expect("a message file");
            let messages = message_compiler::compile(&source, language);
            fs::write(Path::new(&out).join(compiled), messages).expect("OUT_DIR can be written");
        }
    }
}
