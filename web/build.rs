//! Asks the linker for what the splitter of the app needs.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_SPLIT").is_some() {
        // The splitter moves functions, and must know who calls them.
        println!("cargo::rustc-link-arg-bin=app=--emit-relocs");
    }
}
