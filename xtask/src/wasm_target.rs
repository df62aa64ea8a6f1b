//! Installs the Rust target for WebAssembly if it is missing.

use std::path::Path;

use anyhow::{Context, Result};

use crate::cargo::{command, output_of, run};

pub const WASM_TARGET: &str = "wasm32-unknown-unknown";

pub fn ensure_installed() -> Result<()> {
    if is_installed()? {
        return Ok(());
    }
    println!("Adding the Rust target {WASM_TARGET} …");
    run(command("rustup").args(["target", "add", WASM_TARGET])).with_context(|| {
        format!("the Rust target {WASM_TARGET} is missing; add it with your Rust installation")
    })
}

fn is_installed() -> Result<bool> {
    let folder = output_of(command("rustc").args(["--print", "target-libdir", "--target", WASM_TARGET]))?;
    Ok(Path::new(folder.trim()).is_dir())
}
