//! What the site weighs on the wire, and how much it may weigh.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// The engine, as the worker loads it.
const ENGINE: &str = "worker_bg.wasm";
const ENGINE_LIMIT_BYTES: u64 = 250_000;

/// Everything a first visit to the home page loads. A name that ends with a slash means all files below it;
/// one that ends with a question mark may be absent.
const FIRST_PAGE: &[&str] = &[
    "index.html",
    "boot.js",
    "styles/",
    "icons/dynalab.svg",
    "manifest.webmanifest",
    "app.js",
    "app_bg.wasm",
    "worker.js",
    "worker_bg.wasm",
    "snippets/?",
    // The larger of the two: a visit loads the sentences of its language.
    "messages/ja.txt",
    "samples/index.json",
    "samples/shop.json",
    "samples/home-traffic.json",
];
/// A figure that is watched, a little above what the page weighs: its sentences are whole before it is small.
const FIRST_PAGE_LIMIT_BYTES: u64 = 510_000;

/// How many budgets there are: the engine module, and the first page.
pub const COUNT: usize = 2;

const WORTH_COMPRESSING: &[&str] =
    &["html", "js", "mjs", "css", "wasm", "json", "webmanifest", "svg", "txt", "md", "ftl", "xml"];

/// The files of the first page with their sizes, and the verdicts.
pub struct Report {
    files: Vec<Weight>,
}

struct Weight {
    name: String,
    raw_bytes: u64,
    gzip_bytes: u64,
    brotli_bytes: u64,
}

/// Leaves `name.br` and `name.gz` beside each file of text or code, for hosts that send them.
pub fn compress_folder(folder: &Path) -> Result<()> {
    for file in files_below(folder)? {
        let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if WORTH_COMPRESSING.contains(&extension) {
            let content = fs::read(&file)?;
            fs::write(beside(&file, "br"), brotli(&content)?)?;
            fs::write(beside(&file, "gz"), gzip(&content)?)?;
        }
    }
    Ok(())
}

/// Weighs what a first visit loads from a folder that `compress_folder` has been through.
pub fn weigh(folder: &Path) -> Result<Report> {
    let mut files = Vec::new();
    for entry in FIRST_PAGE {
        let (name, may_be_absent) = match entry.strip_suffix('?') {
            Some(name) => (name, true),
            None => (*entry, false),
        };
        let path = folder.join(name);
        if path.is_dir() {
            for file in files_below(&path)? {
                if !is_compressed(&file) {
                    files.push(weigh_file(folder, &file)?);
                }
            }
        } else if path.is_file() {
            files.push(weigh_file(folder, &path)?);
        } else if !may_be_absent {
            bail!("the site has no {name}, which the first page should load");
        }
    }
    Ok(Report { files })
}

impl Report {
    pub fn table(&self) -> String {
        let mut table = format!("{:<40} {:>10} {:>10} {:>10}\n", "first page", "raw", "gzip 9", "brotli 11");
        let total = |of: fn(&Weight) -> u64| self.files.iter().map(of).sum::<u64>();
        let mut row = |name: &str, raw: u64, gzip: u64, brotli: u64| {
            // Writing to a String cannot fail.
            let _ = writeln!(table, "{name:<40} {raw:>10} {gzip:>10} {brotli:>10}");
        };
        for file in &self.files {
            row(&file.name, file.raw_bytes, file.gzip_bytes, file.brotli_bytes);
        }
        row("all", total(|file| file.raw_bytes), total(|file| file.gzip_bytes), self.first_page_bytes());
        let _ = writeln!(
            table,
            "allowed in brotli: {ENGINE_LIMIT_BYTES} for {ENGINE}, {FIRST_PAGE_LIMIT_BYTES} for all"
        );
        table
    }

    /// One sentence for each budget that is exceeded.
    pub fn failures(&self) -> Vec<String> {
        let engine = self.engine_bytes();
        let page = self.first_page_bytes();
        let mut failures = Vec::new();
        if engine > ENGINE_LIMIT_BYTES {
            failures.push(format!("{ENGINE} is {engine} bytes in brotli, allowed {ENGINE_LIMIT_BYTES}"));
        }
        if page > FIRST_PAGE_LIMIT_BYTES {
            failures
                .push(format!("the first page is {page} bytes in brotli, allowed {FIRST_PAGE_LIMIT_BYTES}"));
        }
        failures
    }

    /// In brotli.
    pub fn engine_bytes(&self) -> u64 {
        self.files.iter().find(|file| file.name == ENGINE).map_or(0, |file| file.brotli_bytes)
    }

    /// In brotli.
    pub fn first_page_bytes(&self) -> u64 {
        self.files.iter().map(|file| file.brotli_bytes).sum()
    }
}

fn weigh_file(folder: &Path, file: &Path) -> Result<Weight> {
    let name = file.strip_prefix(folder).unwrap_or(file).to_string_lossy().into_owned();
    let raw_bytes = size_of_file(file)?;
    let packed = |extension| size_of_file(&beside(file, extension)).unwrap_or(raw_bytes);
    Ok(Weight { name, raw_bytes, gzip_bytes: packed("gz"), brotli_bytes: packed("br") })
}

fn size_of_file(file: &Path) -> Result<u64> {
    Ok(fs::metadata(file).with_context(|| format!("cannot read {}", file.display()))?.len())
}

fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            files.extend(files_below(&entry.path())?);
        } else {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

fn is_compressed(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "br" || extension == "gz")
}

fn beside(file: &Path, extension: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    PathBuf::from(name)
}

fn brotli(content: &[u8]) -> Result<Vec<u8>> {
    let mut packed = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut packed, 64 * 1024, 11, 24);
    writer.write_all(content)?;
    drop(writer);
    Ok(packed)
}

fn gzip(content: &[u8]) -> Result<Vec<u8>> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    writer.write_all(content)?;
    Ok(writer.finish()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(engine_bytes: u64, app_bytes: u64) -> Report {
        let weight = |name: &str, bytes| Weight {
            name: name.to_owned(),
            raw_bytes: bytes,
            gzip_bytes: bytes,
            brotli_bytes: bytes,
        };
        Report { files: vec![weight(ENGINE, engine_bytes), weight("app_bg.wasm", app_bytes)] }
    }

    #[test]
    fn says_which_budget_is_exceeded() {
        assert_eq!(report(250_000, 260_000).failures(), Vec::<String>::new());
        assert_eq!(
            report(250_001, 1).failures(),
            ["worker_bg.wasm is 250001 bytes in brotli, allowed 250000"]
        );
        assert_eq!(
            report(100_000, 410_001).failures(),
            ["the first page is 510001 bytes in brotli, allowed 510000"]
        );
    }
}
