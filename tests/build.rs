//! Takes the Rust samples out of the README, so that a test compiles and runs them as they stand there.

use std::path::Path;
use std::{env, fs};

const README: &str = "../README.md";

fn main() {
    println!("cargo::rerun-if-changed={README}");
    let readme = fs::read_to_string(README).expect("the README is beside this folder");
    let samples = readme.split("```rust\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0));
    let (mut modules, mut runs) = (String::new(), String::new());
    for (number, sample) in samples.enumerate() {
        modules += &format!(
            "mod sample_{number} {{\n{sample}\npub fn run() {{ main().expect(\"the sample runs\") }}\n}}\n"
        );
        runs += &format!("sample_{number}::run, ");
    }
    let text = format!("{modules}\npub const SAMPLES: &[fn()] = &[{runs}];\n");
    let folder = env::var("OUT_DIR").expect("cargo names the folder");
    fs::write(Path::new(&folder).join("readme_samples.rs"), text).expect("the folder can be written");
}
