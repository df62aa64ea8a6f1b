//! Compiles the sentences in `messages/` for the tests. The page fetches those of its language, which `cargo xtask build`
//! compiles in the same way.

#[path = "build/message_compiler.rs"]
mod message_compiler;

use std::fs;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=messages");
    println!("cargo::rerun-if-changed=build");
    let out = std::env::var("OUT_DIR").expect("cargo sets it");
    for language in ["en", "ja"] {
        let source = fs::read_to_string(format!("messages/{language}.ftl")).expect("a message file");
        let compiled = message_compiler::compile(&source, language);
        fs::write(Path::new(&out).join(format!("{language}.messages")), compiled)
            .expect("OUT_DIR can be written");
    }
}
