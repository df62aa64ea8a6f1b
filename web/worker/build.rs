//! Limits the memory of the programs that work on what other people made, as `dynalab_programs::MEMORY_MAX_BYTES` says, and asks the linker
//! for what the splitter needs. The build of the site compares (`xtask/src/site.rs`).

const BOUNDED: [&str; 2] = ["bench", "files"];
const MEMORY_MAX_BYTES: u64 = 1 << 30;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|architecture| architecture == "wasm32") {
        for program in BOUNDED {
            println!("cargo::rustc-link-arg-bin={program}=--max-memory={MEMORY_MAX_BYTES}");
        }
    }
    if std::env::var_os("CARGO_FEATURE_SPLIT").is_some() {
        // The splitter moves functions, and must know who calls them.
        println!("cargo::rustc-link-arg-bin=files=--emit-relocs");
    }
}
