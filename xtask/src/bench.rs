//! `cargo xtask bench`: builds the benchmarks, runs them part by part, and writes the tables of BENCHMARKS.md.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, anyhow};
use dynalab_benchmarks::figures::Figures;
use dynalab_benchmarks::report::{self, Table};
use dynalab_publish::Address;

use crate::browser;
use crate::cargo::{cargo, command, find_program, output_of, run as run_command};
use crate::wasm_target::WASM_TARGET;
use crate::{app_parts, budgets, folders, site};

const PACKAGE: &str = "dynalab-benchmarks";
const MODULE_PACKAGE: &str = "dynalab-benchmark-module";
const MODULE: &str = "benchmark_module";
const ENGINE_PACKAGE: &str = "dynalab-engine-benchmarks";
const TWIN_PACKAGE: &str = "dynalab-twin-benchmarks";
const TWIN_MODULE: &str = "twin_module";
const DOCUMENT: &str = "BENCHMARKS.md";
const FIGURES_VARIABLE: &str = "DYNALAB_FIGURES";
/// The library whose cold start is compared with the app's.
const SQL_JS: &str = "sql.js@1.13.0";
const SQL_JS_FILES: &[&str] = &["sql-wasm.js", "sql-wasm.wasm"];

pub struct Parts {
    pub engine: bool,
    pub instructions: bool,
    pub http: bool,
    pub stalls: bool,
    pub page: bool,
    pub traffic: bool,
    pub scans: bool,
}

pub fn run(parts: Parts, write: bool) -> Result<ExitCode> {
    // A part that is not measured now keeps its last figures.
    let figures = folders::benchmarks().join("figures");
    let criterion = folders::target().join("criterion");
    if parts.engine {
        native(PACKAGE, "engine", &figures)?;
        engine_program("memory", &figures)?;
        engine_program("locked", &figures)?;
        native(PACKAGE, "history", &figures)?;
        native(PACKAGE, "large_table", &figures)?;
        native(PACKAGE, "large_files", &figures)?;
        native(TWIN_PACKAGE, "twin", &figures)?;
    }
    if parts.instructions {
        count_instructions(&figures)?;
    }
    if parts.http || parts.stalls {
        run_command(cargo().args(["build", "--release", "--package", "dynalab-server"]))?;
    }
    if parts.http {
        native(PACKAGE, "http", &figures)?;
    }
    if parts.stalls {
        let mut measure = cargo();
        measure.args(["run", "--release", "--quiet", "--package", PACKAGE, "--bin", "server_stalls"]);
        run_command(measure.env(FIGURES_VARIABLE, &figures))?;
    }
    let mut chromium = None;
    if parts.page || parts.traffic || parts.scans {
        let browser = browser::ensure_installed()?;
        let site = assemble_site(&figures)?;
        for (wanted, named) in [
            (parts.page, None),
            (parts.traffic, Some("traffic")),
            (parts.scans, Some("scans")),
            (parts.scans, Some("puts")),
        ] {
            if wanted {
                let mut measure = cargo();
                measure.args(["run", "--quiet", "--package", "dynalab-browser-benchmarks", "--"]).args(named);
                measure.env(FIGURES_VARIABLE, &figures).env("DYNALAB_BENCHMARK_SITE", &site);
                browser.describe_to(&mut measure);
                run_command(&mut measure)?;
            }
        }
        chromium = Some(browser.program);
    }
    let mut tables = report::tables(&figures, &criterion);
    tables.push(circumstances(chromium.as_deref())?);
    for table in &tables {
        println!("\n{}", table.markdown);
    }
    if write {
        write_document(&tables)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn native(package: &str, benchmark: &str, figures: &Path) -> Result<()> {
    let mut measure = cargo();
    measure.args(["bench", "--package", package, "--bench", benchmark]);
    run_command(measure.env(FIGURES_VARIABLE, figures))
}

fn engine_program(program: &str, figures: &Path) -> Result<()> {
    let mut measure = cargo();
    measure.args(["run", "--release", "--quiet", "--package", ENGINE_PACKAGE, "--bin", program]);
    run_command(measure.env(FIGURES_VARIABLE, figures))
}

/// Counts instructions with valgrind. They are the same in every run, whatever else the machine does.
fn count_instructions(figures: &Path) -> Result<()> {
    run_command(cargo().args(["build", "--release", "--package", ENGINE_PACKAGE, "--bin", "instructions"]))?;
    let program = folders::target().join("release/instructions");
    let valgrind = find_program("valgrind").context("valgrind is not installed")?;
    let profile = folders::benchmarks().join("callgrind.out");
    let mut counted = Figures::default();
    for kind in output_of(&mut command(&program))?.lines() {
        let mut count = command(&valgrind);
        count.args(["--quiet", "--tool=callgrind", "--toggle-collect=*measured*"]);
        count.arg(format!("--callgrind-out-file={}", profile.display())).arg(&program).arg(kind);
        run_command(&mut count)?;
        let text = fs::read_to_string(&profile)?;
        let total = text.lines().find_map(|line| line.strip_prefix("totals: ")?.trim().parse().ok());
        counted.note(&format!("instructions/{kind}"), total.context("callgrind counted nothing")?);
    }
    Ok(counted.keep_in(figures, "instructions")?)
}

/// Builds the release site, with the benchmarks' page and module in the folder `bench`.
fn assemble_site(figures: &Path) -> Result<PathBuf> {
    let built = site::assemble(true, &Address::root())?;
    let report = budgets::weigh(&built)?;
    let mut sizes = Figures::default();
    report.note(&mut sizes);
    sizes.keep_in(figures, "sizes")?;

    for package in [MODULE_PACKAGE, TWIN_PACKAGE] {
        let build = ["build", "--bins", "--package", package, "--target", WASM_TARGET, "--profile", "wasm"];
        run_command(cargo().args(build))?;
    }
    let folder = folders::benchmarks().join("site");
    site::remove_folder(&folder)?;
    site::copy_folder(&built, &folder)?;
    let page = folder.join("bench");
    site::copy_folder(&folders::root().join("benchmarks/page"), &page)?;
    // The folder of the engine's worker is named by its content.
    let program = format!("export const PROGRAM = \"/{}/\";\n", app_parts::folder_name(&built)?);
    fs::write(page.join("program.js"), program)?;
    for module in [MODULE, TWIN_MODULE] {
        site::bind_program(&site::Module { program: module, name: module }, "wasm", &page)?;
    }
    if let Err(error) = add_sql_js(&page) {
        eprintln!("sql.js is left out: {error:#}");
    }
    budgets::compress_folder(&page)?;
    Ok(folder)
}

/// Copies sql.js from its npm package, which is downloaded once.
fn add_sql_js(page: &Path) -> Result<()> {
    let folder = folders::benchmarks().join("sql.js");
    let unpacked = folder.join("node_modules/sql.js/dist");
    if !unpacked.is_dir() {
        fs::create_dir_all(&folder)?;
        let npm = find_program("npm").context("npm is not installed")?;
        let mut install = command(npm);
        install.args(["install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", SQL_JS]);
        output_of(install.current_dir(&folder).arg("--prefix").arg(&folder))?;
    }
    for file in SQL_JS_FILES {
        fs::copy(unpacked.join(file), page.join(file)).with_context(|| format!("{SQL_JS} has no {file}"))?;
    }
    Ok(())
}

/// Returns the date and the computer of the measurement.
fn circumstances(chromium: Option<&Path>) -> Result<Table> {
    let processors = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = processors.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let count = std::thread::available_parallelism().map_or(0, usize::from);
    let mut facts = vec![
        first_line(command("date").args(["-u", "+%F %H:%M UTC"])),
        format!("{count} threads of {}", model.map_or("an unknown processor", |(_, name)| name)),
        first_line(command("uname").arg("-sr")),
        first_line(command("rustc").arg("--version")),
    ];
    facts.extend(chromium.map(|program| first_line(command(program).arg("--version"))));
    if let Ok(load) = fs::read_to_string("/proc/loadavg") {
        facts.push(format!("load average {}", load.split(' ').take(3).collect::<Vec<_>>().join(" ")));
    }
    Ok(Table { name: "circumstances", markdown: format!("{}.\n", facts.join("; ")) })
}

fn first_line(command: &mut Command) -> String {
    let output = output_of(command).unwrap_or_default();
    output.lines().next().unwrap_or("unknown").trim().to_owned()
}

fn write_document(tables: &[Table]) -> Result<()> {
    let file = folders::root().join(DOCUMENT);
    let document = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let document = report::put_into(&document, tables)
        .map_err(|name| anyhow!("{DOCUMENT} has no place for the table {name}"))?;
    Ok(fs::write(&file, document)?)
}
