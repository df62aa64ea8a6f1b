//! Compiles the sentences in `messages/` for the tests, and those of the pictures for their module, which carries both languages.
//! The page fetches those of its language, which `cargo xtask build` compiles in the same way.

#[path = "build/message_compiler.rs"]
mod message_compiler;

use std::fs;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=messages");
    println!("cargo::rerun-if-changed=build");
    let out = std::env::var("OUT_DIR").expect("cargo sets it");
    for language in ["en", "ja"] {
        for (file, compiled) in [
            (format!("{language}.ftl"), format!("{language}.messages")),
            (format!("{language}/pictures.ftl"), format!("pictures.{language}.messages")),
        ] {
            let source = fs::read_to_string(format!("messages/{file}")).expect("a message file");
            let messages = message_compiler::compile(&source, language);
            fs::write(Path::new(&out).join(compiled), messages).expect("OUT_DIR can be written");
        }
    }
}
