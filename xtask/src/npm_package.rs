//! The npm package `dynalab`: its module, the JavaScript of its TypeScript for `import` and for `require`, and the packed file.
//! `packages/dynalab` has the sources.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use dynalab_types::wire::base64_text;
use serde::Deserialize;

use crate::cargo::{cargo, command, output_of, path_with, run};
use crate::clients::node_programs;
use crate::{budgets, folders, licenses, node_packages, site, wasm_target};

const SOURCES: &str = "packages/dynalab";
/// The crate with the module.
const CRATE: &str = "dynalab-js-api";
/// The declarations of all controls.
const CONTRACT: &str = "crates/service/contract.d.ts";
/// The name of wasm-bindgen's JavaScript, as the sources import it.
const GLUE: &str = "glue";
/// What the entry `dynalab` may weigh: the module and its glue in Brotli.
const BYTES_MAX: usize = 620_000;
/// Files that are only for `import`: browsers have no `require`, and neither has Vitest.
const ONLY_IMPORTED: &[&str] = &["index_browser", "vitest", "worker", "worker_thread"];
/// The address of the module file of CommonJS, where `import.meta` does not exist.
const MODULE_URL: &str =
    "--banner:js=const __module_url = require('node:url').pathToFileURL(__filename).href;";

#[derive(Deserialize)]
struct Manifest {
    name: String,
    version: String,
}

/// Builds the package and packs it into `target/package`. Returns the packed file.
///
/// # Errors
/// Fails without Node, if the sources have an error, or if the module weighs too much.
pub fn pack() -> Result<PathBuf> {
    let manifest = fs::read_to_string(folders::root().join(SOURCES).join("package.json"))?;
    let manifest: Manifest = serde_json::from_str(&manifest).context("package.json")?;
    ensure!(
        manifest.version == env!("CARGO_PKG_VERSION"),
        "package.json has version {}, the workspace {}",
        manifest.version,
        env!("CARGO_PKG_VERSION")
    );
    let programs = node_programs()?;
    let folder = install(&programs)?;
    let dist = folder.join("dist");
    site::remove_folder(&dist)?;
    add_module(&folder)?;
    add_imported(&folder, &programs)?;
    add_required(&folder, &programs)?;
    add_documents(&folder)?;
    let packed = folders::target().join("package");
    fs::create_dir_all(&packed)?;
    let mut pack = node_command(&programs, "npm")?;
    pack.args(["pack", "--silent", "--ignore-scripts", "--pack-destination"]).arg(&packed);
    output_of(pack.current_dir(&folder))?;
    let file = packed.join(format!("{}-{}.tgz", manifest.name, manifest.version));
    let bytes = fs::metadata(&file).with_context(|| file.display().to_string())?.len();
    println!("{}: {} KB", file.display(), bytes / 1000);
    Ok(file)
}

/// Returns a command that runs `npm`, or a program of an installed package by its path. It finds its `node` on the PATH.
///
/// # Errors
/// Fails if the search path cannot be written.
pub fn node_command(programs: &Path, program: impl AsRef<Path>) -> Result<Command> {
    let mut node = command(programs.join(program));
    node.env("PATH", path_with(programs)?);
    Ok(node)
}

/// Copies the sources and installs TypeScript and esbuild. Files of an earlier version go.
fn install(programs: &Path) -> Result<PathBuf> {
    let name = "packages/dynalab";
    site::remove_folder(&folders::target().join("tools").join(name).join("src"))?;
    node_packages::install_with(|| Ok(programs.join("npm")), &folders::root().join(SOURCES), name)
}

/// Compiles the module, and writes it with its glue: the file, and the same as text.
fn add_module(folder: &Path) -> Result<()> {
    wasm_target::ensure_installed()?;
    let mut build = cargo();
    build.args(["build", "--locked", "--package", CRATE, "--lib", "--profile", "wasm"]);
    build.args(["--target", wasm_target::WASM_TARGET]);
    // As for the site: clippy's compiler optimizes less.
    run(build.env_remove("RUSTC_WORKSPACE_WRAPPER"))?;
    let programs = folders::target().join(wasm_target::WASM_TARGET).join("wasm");
    let program = programs.join(CRATE.replace('-', "_")).with_extension("wasm");
    let sources = folder.join("src");
    let arguments = ["wasm-bindgen", "--target", "web", "--omit-default-module-path", "--out-name", GLUE];
    let mut arguments: Vec<OsString> = arguments.map(OsString::from).into();
    arguments.extend(["--remove-name-section", "--remove-producers-section"].map(OsString::from));
    let places: [OsString; 3] = ["--out-dir".into(), sources.clone().into(), program.into()];
    arguments.extend(places);
    wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(arguments).context("the glue of the package")?;

    let wasm = fs::read(sources.join(format!("{GLUE}_bg.wasm")))?;
    let glue = fs::read(sources.join(GLUE).with_extension("js"))?;
    let weight = budgets::brotli(&wasm)?.len() + budgets::brotli(&glue)?.len();
    println!("The module and its glue: {weight} bytes in Brotli");
    ensure!(weight <= BYTES_MAX, "the module weighs {weight} bytes in Brotli instead of {BYTES_MAX}");

    let dist = folder.join("dist");
    fs::create_dir_all(dist.join("esm"))?;
    fs::write(dist.join("dynalab.wasm"), &wasm)?;
    fs::copy(sources.join(GLUE).with_extension("js"), dist.join("esm/glue.js"))?;
    let text = format!("export const WASM_BASE64 = \"{}\";\n", base64_text(&wasm));
    fs::write(dist.join("esm/inline_module.js"), text)?;
    fs::write(sources.join("inline_module.d.ts"), "export declare const WASM_BASE64: string;\n")?;
    fs::copy(folders::root().join(CONTRACT), sources.join("contract.d.ts")).context(CONTRACT)?;
    Ok(())
}

/// Compiles the TypeScript for `import`, with declarations.
fn add_imported(folder: &Path, programs: &Path) -> Result<()> {
    let esm = folder.join("dist/esm");
    let mut compiler = node_command(programs, folder.join("node_modules/.bin/tsc"))?;
    run(compiler.args(["--project", "."]).current_dir(folder))?;
    fs::copy(folder.join("src/contract.d.ts"), esm.join("contract.d.ts"))?;
    // Also a plain script of the site, so it is JavaScript with its types beside it.
    for name in ["element.js", "element.d.ts"] {
        fs::copy(folder.join("src").join(name), esm.join(name)).context(name)?;
    }
    // Types only. Nothing imports it, but a declaration has code beside it.
    fs::write(esm.join("contract.js"), "export {};\n")?;
    Ok(())
}

/// Makes the same files for `require`.
fn add_required(folder: &Path, programs: &Path) -> Result<()> {
    let (esm, cjs) = (folder.join("dist/esm"), folder.join("dist/cjs"));
    fs::create_dir_all(&cjs)?;
    let mut esbuild = node_command(programs, folder.join("node_modules/.bin/esbuild"))?;
    esbuild.args(["--format=cjs", "--platform=node", "--target=es2022", "--outdir=dist/cjs"]);
    esbuild.args(["--define:import.meta.url=__module_url", MODULE_URL, "--log-level=warning"]);
    for entry in fs::read_dir(&esm)? {
        let file = entry?.path();
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if ONLY_IMPORTED.iter().any(|entry| name.split('.').next() == Some(*entry)) {
            continue;
        }
        if name.ends_with(".d.ts") {
            fs::copy(&file, cjs.join(&name))?;
        } else {
            esbuild.arg(format!("dist/esm/{name}"));
        }
    }
    run(esbuild.current_dir(folder))?;
    Ok(fs::write(cjs.join("package.json"), "{ \"type\": \"commonjs\" }\n")?)
}

/// Adds the licenses, of the package and of what is in its module.
fn add_documents(folder: &Path) -> Result<()> {
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(folders::root().join(name), folder.join(name)).with_context(|| name.to_owned())?;
    }
    licenses::write_of_crate(CRATE, &folder.join("dist"))
}

/// Writes `target/package/SHA256SUMS` with the checksums of these files, which are in the same folder.
///
/// # Errors
/// Fails if a file cannot be read.
pub fn write_checksums(files: &[PathBuf]) -> Result<PathBuf> {
    use sha2::{Digest, Sha256};

    let mut lines = String::new();
    for file in files {
        let bytes = fs::read(file).with_context(|| file.display().to_string())?;
        let sum: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let _ = writeln!(lines, "{sum}  {name}");
    }
    let sums = folders::target().join("package/SHA256SUMS");
    fs::write(&sums, lines)?;
    Ok(sums)
}
