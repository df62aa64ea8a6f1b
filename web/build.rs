//! Compiles the sentences in `messages/` for the tests, and those of the modules that are fetched later, which carry both languages.
//! The page fetches those of its language, which `cargo xtask build` compiles in the same way.

#[path = "build/message_compiler.rs"]
mod message_compiler;

use std::fs;
use std::path::Path;

const MODULES: [&str; 4] = ["workbench", "pictures", "editor", "dialogs"];

fn main() {
    println!("cargo::rerun-if-changed=messages");
    println!("cargo::rerun-if-changed=build");
    let out = std::env::var("OUT_DIR").expect("cargo sets it");
    for language in ["en", "ja"] {
        let modules = MODULES
            .map(|module| (format!("{language}/{module}.ftl"), format!("{module}.{language}.messages")));
        let page = (format!("{language}.ftl"), format!("{language}.messages"));
        for (file, compiled) in modules.into_iter().chain([page]) {
            let mut source = fs::read_to_string(format!("messages/{file}")).expect("a message file");
            if file.ends_with("pictures.ftl") {
                source.push_str(&explanations(language));
            }
            let messages = message_compiler::compile(&source, language);
            fs::write(Path::new(&out).join(compiled), messages).expect("OUT_DIR can be written");
        }
    }
}

/// The page's explanations of errors, which the pictures show too. Each is one line.
fn explanations(language: &str) -> String {
    let files = [format!("messages/{language}.ftl"), format!("messages/{language}/workbench.ftl")];
    let page = files.map(|file| fs::read_to_string(file).expect("a message file")).join("\n");
    let lines = page.lines().filter(|line| line.starts_with("explain-"));
    lines.fold(String::from("\n"), |all, line| all + line + "\n")
}
