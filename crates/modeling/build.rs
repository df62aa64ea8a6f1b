//! Makes Rust of the sentences in `messages/` (see the crate `dynalab-sentences`).

use std::fs;
use std::path::Path;

fn main() {
    let source = dynalab_sentences::generate_folder(Path::new("messages"), &["findings"]);
    let out = std::env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("sentences.rs"), source).expect("OUT_DIR can be written");
}
