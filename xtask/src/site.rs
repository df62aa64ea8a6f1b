//! Builds the site: the wasm modules, their JavaScript glue, and everything in `static/`.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use dynalab_publish::Address;

use crate::cargo::{cargo, run};
use crate::split_program::SplitProgram;
use crate::{
    app_parts, budgets, embed_page, error_pages, folders, glue, lesson_files, lesson_pages, licenses,
    node_bundles, offline, pages, sample_files, style_sheets, wasm_target,
};

/// The packages with the programs of the site.
pub const PACKAGES: &[&str] = &["dynalab-web", "dynalab-worker"];
/// The page's program.
const APP: &str = "app";
/// The programs with their own threads. Each is a module `NAME.js` with its `NAME_bg.wasm`. Two of them have the engine: the plain
/// one, and the complete one.
const WORKERS: &[&str] = &["worker", "complete_worker", "bench", "backups"];
/// The worker that fetches its readers of files by family.
const FILES: SplitProgram = SplitProgram { name: "files", prefix: "files_", starts_by_itself: true };
/// The programs that work on what other people made. Their memory has the limit of [`MEMORY_MAX_BYTES`].
const BOUNDED: &[&str] = &["bench", FILES.name];

/// The limit that `web/worker/build.rs` gives to the linker, as `dynalab_programs::MEMORY_MAX_BYTES`. This crate does not build all formats for it.
const MEMORY_MAX_BYTES: u64 = 1 << 30;

/// A program and its name on the site.
pub struct Module {
    pub program: &'static str,
    pub name: &'static str,
}

/// Builds the site and returns its folder. A release build fails if a part is above its size budget.
pub fn build(release: bool, address: &Address) -> Result<PathBuf> {
    let folder = assemble(release, address)?;
    if release {
        let report = budgets::weigh(&folder)?;
        print!("{}", report.table());
        ensure!(report.failures().is_empty(), "too heavy: {}", report.failures().join("; "));
    }
    Ok(folder)
}

/// Builds the site without checking the size budgets.
pub fn assemble(release: bool, address: &Address) -> Result<PathBuf> {
    wasm_target::ensure_installed()?;
    let finished = folders::site(release);
    // A server may be reading the finished folder, so it is replaced when the new one is complete.
    let unfinished = finished.with_extension("unfinished");
    remove_folder(&unfinished)?;
    fs::create_dir_all(&unfinished).with_context(|| format!("cannot make {}", unfinished.display()))?;
    compile(release)?;
    for program in WORKERS {
        add_worker(&Module { program, name: program }, release, &unfinished)?;
    }
    let of_files = FILES.add(release, &unfinished)?;
    for program in BOUNDED {
        ensure_bounded(&unfinished.join(format!("{program}_bg.wasm")))?;
    }
    node_bundles::add(&unfinished)?;
    licenses::write(&unfinished)?;
    copy_folder(&folders::root().join("static"), &unfinished)?;
    ensure!(unfinished.join("index.html").is_file(), "static/index.html is missing");
    style_sheets::write(release, &unfinished)?;
    app_parts::add(release, &unfinished, of_files)?;
    sample_files::split(&unfinished)?;
    let course = lesson_files::write(&unfinished)?;
    error_pages::write(&unfinished, &course.index)?;
    // These must run before `index.html` becomes the document of the home page.
    embed_page::write(&unfinished)?;
    lesson_pages::write(&unfinished, &course)?;
    pages::write(&unfinished, &lesson_pages::first(&course)?)?;
    embed_page::add_frame_headers(&unfinished)?;
    dynalab_publish::publish(&unfinished, address)?;
    offline::write(&unfinished)?;
    if release {
        budgets::compress_folder(&unfinished)?;
    }
    remove_folder(&finished)?;
    fs::rename(&unfinished, &finished)?;
    Ok(finished)
}

/// Adds a worker as a module that starts itself.
fn add_worker(module: &Module, release: bool, folder: &Path) -> Result<()> {
    bind_program(module, if release { "wasm" } else { "debug" }, folder)?;
    glue::shorten(module.name, None, release, folder)?;
    glue::start_by_itself(module.name, folder)
}

/// Fails unless the memory of a module has the limit of the programs that work on what other people made.
fn ensure_bounded(module: &Path) -> Result<()> {
    const PAGE_BYTES: u64 = 65_536;
    let wasm = fs::read(module).with_context(|| format!("cannot read {}", module.display()))?;
    let wasm = walrus::Module::from_buffer(&wasm)?;
    let limits: Vec<_> = wasm.memories.iter().map(|memory| memory.maximum).collect();
    ensure!(
        limits == [Some(MEMORY_MAX_BYTES / PAGE_BYTES)],
        "{} may have pages of memory: {limits:?}",
        module.display()
    );
    Ok(())
}

/// Compiles all programs. The app and the reader of files are compiled so that they can be split.
fn compile(release: bool) -> Result<()> {
    let mut command = cargo();
    command.args(["build", "--target", wasm_target::WASM_TARGET]);
    command.args(["--features", "dynalab-web/split,dynalab-worker/split"]);
    for package in PACKAGES {
        command.args(["--package", package]);
    }
    for program in WORKERS.iter().chain([&FILES.name, &APP]) {
        command.args(["--bin", program]);
    }
    if release {
        command.args(["--profile", "wasm"]);
    }
    // In CI, clippy compiles the tests (`ci.rs`). What is published must not come from it, because it optimizes less.
    command.env_remove("RUSTC_WORKSPACE_WRAPPER");
    run(&mut command)
}

/// Writes a program that was compiled to wasm as a module with its glue.
pub fn bind_program(module: &Module, profile: &str, folder: &Path) -> Result<()> {
    let programs = folders::target().join(wasm_target::WASM_TARGET).join(profile);
    let program = programs.join(module.program).with_extension("wasm");
    bind(&program, module.name, profile != "debug", &[], folder)
}

/// Writes `NAME.js` and `NAME_bg.wasm`.
pub fn bind(program: &Path, name: &str, release: bool, options: &[&str], folder: &Path) -> Result<()> {
    let mut arguments: Vec<OsString> = vec!["wasm-bindgen".into(), program.into()];
    arguments.extend(["--target", "web", "--no-typescript", "--out-name"].map(OsString::from));
    arguments.push(name.into());
    arguments.push("--out-dir".into());
    arguments.push(folder.into());
    arguments.extend(options.iter().map(OsString::from));
    if release {
        arguments.push("--remove-name-section".into());
        arguments.push("--remove-producers-section".into());
    }
    wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(arguments)
        .with_context(|| format!("cannot bind the module {name}"))
}

pub fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)
                .with_context(|| format!("cannot copy {}", entry.path().display()))?;
        }
    }
    Ok(())
}

pub fn remove_folder(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use dynalab_types::wire::base64_text;
    use sha2::{Digest, Sha256};

    use crate::folders;

    #[test]
    fn the_policy_of_the_sandbox_allows_its_script() {
        let page = fs::read_to_string(folders::root().join("static/sandbox.html")).expect("the sandbox");
        let (_, script) = page.split_once("<script>").expect("it has a script");
        let (script, _) = script.split_once("</script>").expect("the script ends");
        let hash = format!("'sha256-{}'", base64_text(&Sha256::digest(script.as_bytes())));
        assert!(page.contains(&hash), "a change of the script, also of its comments, needs the hash {hash}");
    }
}
