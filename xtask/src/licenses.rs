//! `licenses.txt` of the site: every library in it, with its license and the full text of that license.
//!
//! Crates are those that the programs of the page depend on when compiled for WebAssembly, as `cargo metadata` resolves them. Texts are
//! the license files of each crate and package. A library without one is an error, unless it may be used under Apache-2.0.

mod crates;
mod node;
mod texts;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::cargo::{command, output_of};
use crate::{folders, node_bundles};

const FILE: &str = "licenses.txt";
/// The licenses of the Rust standard library, from the toolchain.
const LIBRARY_FILE: &str = "rust-library-licenses.html";
const LIBRARY_NOTICE: &str = "share/doc/rust/COPYRIGHT-library.html";

const INTRODUCTION: &str = "\
Dynalab and third-party licenses

Dynalab is licensed under MIT or Apache-2.0, at your option. It contains the libraries below. The first list
names each one with its license and source. The texts of the licenses follow, each with the libraries that it
applies to.";

const LIBRARY_NOTE: &str = "\
The programs also contain parts of the Rust standard library (Apache-2.0 OR MIT, The Rust Project Developers, see
https://thanks.rust-lang.org).";

/// One library in the site.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Library {
    pub name: String,
    pub version: String,
    /// The license expression in the manifest, such as `MIT OR Apache-2.0`.
    pub license: String,
    pub authors: Vec<String>,
    pub source: String,
    /// Contains its license files. None if only data was taken from it.
    pub folder: Option<PathBuf>,
}

impl Library {
    fn label(&self) -> String {
        format!("{} {}", self.name, self.version)
    }
}

/// Writes `licenses.txt`, and the notice of the Rust standard library if the toolchain has it.
pub fn write(site: &Path) -> Result<()> {
    let mut libraries = crates::in_wasm()?;
    libraries.push(api_model());
    for folder in node_bundles::package_folders(site)? {
        libraries.push(node::library(&folder)?);
    }
    let has_library_notice = copy_library_notice(site)?;
    let text = document(&libraries, &apache_text()?, has_library_notice)?;
    fs::write(site.join(FILE), text).with_context(|| format!("cannot write {FILE}"))
}

/// Writes the same of one crate that is compiled to WebAssembly, such as the module of the npm package.
///
/// # Errors
/// Fails if a library has no license text.
pub fn write_of_crate(name: &str, folder: &Path) -> Result<()> {
    let libraries = crates::in_crate(name)?;
    let has_library_notice = copy_library_notice(folder)?;
    let text = document(&libraries, &apache_text()?, has_library_notice)?;
    fs::write(folder.join(FILE), text).with_context(|| format!("cannot write {FILE}"))
}

/// The names and types of request members (`request_text/shapes.txt`) are from the service model of botocore.
fn api_model() -> Library {
    Library {
        name: "botocore".to_owned(),
        version: "1.44.5".to_owned(),
        license: "Apache-2.0".to_owned(),
        authors: vec!["Amazon Web Services".to_owned()],
        source: "https://github.com/boto/botocore".to_owned(),
        folder: None,
    }
}

fn document(libraries: &[Library], apache: &str, has_library_notice: bool) -> Result<String> {
    let texts = texts::grouped(libraries, apache)?;
    let mut document = format!("{INTRODUCTION}\n\n{LIBRARY_NOTE}");
    if has_library_notice {
        let _ = write!(document, " Its complete notice is in {LIBRARY_FILE}.");
    }
    document.push_str("\n\n");
    for library in libraries {
        let line = format!("{}: {}. {}", library.label(), library.license, library.source);
        let _ = writeln!(document, "{}", line.trim_end());
    }
    for text in texts {
        let _ = write!(
            document,
            "\n{}\nApplies to: {}\n\n{}\n",
            "=".repeat(80),
            text.labels.join(", "),
            text.text
        );
    }
    Ok(document)
}

fn apache_text() -> Result<String> {
    fs::read_to_string(folders::root().join("LICENSE-APACHE")).context("LICENSE-APACHE is missing")
}

/// Returns whether the toolchain has the notice. Toolchains of Linux distributions may leave it out.
fn copy_library_notice(site: &Path) -> Result<bool> {
    let toolchain = output_of(command("rustc").args(["--print", "sysroot"]))?;
    let notice = Path::new(toolchain.trim()).join(LIBRARY_NOTICE);
    if !notice.is_file() {
        return Ok(false);
    }
    fs::copy(&notice, site.join(LIBRARY_FILE))
        .with_context(|| format!("cannot copy {}", notice.display()))?;
    Ok(true)
}

#[cfg(test)]
mod tests;
