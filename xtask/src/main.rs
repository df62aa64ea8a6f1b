//! `cargo xtask`: the command that builds, serves, tests and measures Dynalab.

mod app_parts;
mod attack_growth;
mod audience;
mod audit;
mod bench;
mod browser;
mod budgets;
mod cargo;
mod cargo_tools;
mod ci;
mod clients;
mod embed_page;
mod error_pages;
mod examples;
mod firefox;
mod folders;
mod glue;
mod home_shell;
mod lesson_files;
mod lesson_pages;
mod licenses;
mod merged_module;
mod module_sizes;
mod nextest;
mod node_bundles;
mod node_packages;
mod npm_package;
mod offline;
mod package;
mod page_address;
mod page_sentences;
mod page_shell;
mod pages;
mod plain_page;
mod sample_files;
mod shared_chunks;
mod site;
mod soak;
mod split_program;
mod style_sheets;
mod tally;
mod test_run;
mod wasm_pack;
mod wasm_target;
mod webkit;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use dynalab_publish::Address;
use dynalab_static_server::StaticSite;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Builds, serves and tests Dynalab")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build the site: to target/dist/debug, or with --release to dist/
    Build {
        #[arg(long)]
        release: bool,
        /// The address of the published site: a path (/dynalab/), or a full address, which adds a sitemap
        #[arg(long, default_value = "/")]
        base: String,
    },
    /// Build the site and serve it on 127.0.0.1
    Serve {
        #[arg(long)]
        release: bool,
        #[arg(long, default_value_t = 8788)]
        port: u16,
    },
    /// Run every test: native, in the browser, end to end. The last line counts them
    Test {
        /// Only the native tests
        #[arg(long)]
        native: bool,
        /// Only the tests that run inside a browser
        #[arg(long)]
        browser: bool,
        /// Only the end-to-end tests and the size budgets
        #[arg(long)]
        e2e: bool,
        /// Only the native tests and those inside Chromium: what fits into some minutes
        #[arg(long)]
        quick: bool,
    },
    /// Run everything that must hold before a change is done: format, lints, all tests, some clients of other projects
    Ci,
    /// Run what takes too long for every change, and record it in tests/soak.json
    Soak {
        /// Only these parts. Then nothing is recorded
        parts: Vec<soak::Part>,
        /// The time for new seeds
        #[arg(long, default_value_t = 10)]
        minutes: u64,
        /// Only new seeds, from this one on. By default, the clock selects the first
        #[arg(long)]
        seed: Option<u64>,
    },
    /// Try every hostile input at its whole size, natively and in Chromium: the part `attack` of a soak
    Attack,
    /// List the largest groups of code of each program of the last release build
    Sizes {
        /// Only these programs, such as `app` or `worker`
        names: Vec<String>,
    },
    /// Check the release site with axe and Lighthouse. Needs Node
    Audit,
    /// Make the images of all diagrams for the documents with Node. With --routes, the screenshots of the tests, without Node
    Screenshots {
        /// Replace the screenshots of routes in tests/screenshots that differ
        #[arg(long, conflicts_with_all = ["all", "names"])]
        routes: bool,
        /// Every size and color, into the target folder
        #[arg(long)]
        all: bool,
        /// Only these diagrams
        names: Vec<String>,
    },
    /// Measure the engine, the server and the page, and print tables. The first run compiles for some minutes
    Bench {
        /// Only the engine and its memory
        #[arg(long)]
        engine: bool,
        /// Only the engine's instructions, with valgrind. It never runs by default
        #[arg(long)]
        instructions: bool,
        /// Only the server, over HTTP
        #[arg(long)]
        http: bool,
        /// Only how long small requests wait for the server while another client exports, restores or jumps
        #[arg(long)]
        stalls: bool,
        /// Only the page, in Chromium
        #[arg(long)]
        page: bool,
        /// Only the workbench under traffic, for ten minutes. It never runs by default
        #[arg(long)]
        traffic: bool,
        /// Only the page's memory after 500 large responses. It never runs by default
        #[arg(long)]
        scans: bool,
        /// Write the tables into BENCHMARKS.md
        #[arg(long)]
        write: bool,
    },
    /// Pack what others install: the crate dynalab with those that it needs, and the npm package. Nothing is published
    Package {
        /// Only say whether the crates can be packed
        #[arg(long)]
        check: bool,
    },
    /// Run scripts with clients of other projects against the server. The first run installs them. The last line counts
    Clients {
        /// Only three small clients, as CI does
        #[arg(long)]
        quick: bool,
        /// Only these clients: folders of tests/clients
        names: Vec<String>,
    },
    /// Install the packed npm package in the projects of examples/, and run their tests. The last line counts
    Examples {
        /// Only Node, Vitest and Vite, as CI does
        #[arg(long)]
        quick: bool,
        /// Only these projects: folders of examples
        names: Vec<String>,
    },
    /// Run browser tests through wasm-pack, as other projects would
    WasmPack {
        /// Crate folders. By default, the crates that must work this way
        crates: Vec<String>,
    },
    /// The runner of wasm tests in .cargo/config.toml, called by cargo
    #[command(hide = true, disable_help_flag = true)]
    WasmTestRunner {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
}

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<ExitCode> {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    // wasm-pack needs these two programs on the PATH. There, they are links to this program.
    match called_as(&arguments) {
        Some("wasm-bindgen") => {
            return wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(arguments).map(|()| ExitCode::SUCCESS);
        }
        Some("wasm-bindgen-test-runner") => return run_wasm_tests(arguments),
        _ => {}
    }
    match Arguments::parse_from(arguments).task {
        Task::Build { release, base } => {
            let folder = site::build(release, &Address::parse(&base)?)?;
            println!("The site is in {}", folder.display());
            Ok(ExitCode::SUCCESS)
        }
        Task::Serve { release, port } => serve(release, port),
        Task::Test { native, browser, e2e, quick } => {
            let all = !(native || browser || e2e || quick);
            let (native, browser) = (native || quick || all, browser || quick || all);
            test_run::run(test_run::Parts { native, browser, e2e: e2e || all })
        }
        Task::Ci => ci::run(),
        Task::Soak { parts, minutes, seed } => soak::soak(&parts, minutes, seed),
        Task::Attack => soak::soak(&[soak::Part::Attack], 0, None),
        Task::Sizes { names } => module_sizes::run(&names),
        Task::Audit => audit::audit(),
        Task::Screenshots { routes: true, .. } => test_run::renew_screenshots(),
        Task::Screenshots { all, names, .. } => audit::screenshots(all, &names),
        Task::Bench { engine, instructions, http, stalls, page, traffic, scans, write } => {
            let all = !(engine || instructions || http || stalls || page || traffic || scans);
            let (engine, http, stalls, page) = (engine || all, http || all, stalls || all, page || all);
            let parts = bench::Parts { engine, instructions, http, stalls, page, traffic, scans };
            bench::run(parts, write)
        }
        Task::Package { check } => package::run(check).map(|()| ExitCode::SUCCESS),
        Task::Clients { quick, names } => clients::run_clients(quick, &names),
        Task::Examples { quick, names } => examples::run_examples(quick, &names),
        Task::WasmPack { crates } => wasm_pack::run(&crates),
        Task::WasmTestRunner { arguments } => {
            run_wasm_tests(std::iter::once(OsString::from("wasm-bindgen-test-runner")).chain(arguments))
        }
    }
}

fn called_as(arguments: &[OsString]) -> Option<&str> {
    Path::new(arguments.first()?).file_stem()?.to_str()
}

fn run_wasm_tests(arguments: impl IntoIterator<Item = OsString>) -> Result<ExitCode> {
    wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(arguments)?;
    Ok(ExitCode::SUCCESS)
}

fn serve(release: bool, port: u16) -> Result<ExitCode> {
    let folder = site::assemble(release, &Address::root())?;
    let site = StaticSite::start(&folder, port)?;
    println!("Dynalab is at {}  (Ctrl-C ends it)", site.url());
    site.wait();
    Ok(ExitCode::SUCCESS)
}
