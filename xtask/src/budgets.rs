//! Size budgets: the compressed size of each part of the site, compared with its record.
//!
//! BENCHMARKS.md records the size of each part. A part may grow by 10 %. A larger increase needs a new record with its reason.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use dynalab_benchmarks::figures::Figures;
use dynalab_benchmarks::sizes::Part;
use rayon::prelude::*;

use crate::{app_parts, folders};

const RECORDS: &str = "BENCHMARKS.md";
/// Maximum size of a part, in percent of its record.
const MOST_PERCENT: f64 = 110.0;

/// Returns the files of a part. A name with a slash at its end means all files below it. A question mark at the end means that
/// the file may be absent. `app-…` is the folder of the page's program. `split:NAME` means all files of a part of the program.
fn files_of(part: Part) -> &'static [&'static str] {
    match part {
        Part::FirstPage => &[
            "index.html",
            "trusted.js",
            "boot.js",
            "app-…/styles/start.css",
            "icons/dynalab.svg",
            "manifest.webmanifest",
            "app-…/app.js",
            "app-…/app_bg.wasm",
            "app-…/parts.js",
            "app-…/worker.js",
            "app-…/worker_bg.wasm",
            "snippets/?",
            "samples/index.json",
            "samples/shop.json",
            "samples/home-traffic.json",
        ],
        Part::Engine => &["app-…/worker_bg.wasm"],
        Part::CompleteEngine => &["app-…/complete_worker.js", "app-…/complete_worker_bg.wasm"],
        Part::Bench => &["app-…/bench.js", "app-…/bench_bg.wasm"],
        Part::Files => &["app-…/files.js", "app-…/files_parts.js", "app-…/files_bg.wasm"],
        Part::DesignReaders => &["split:designs"],
        Part::SqlReaders => &["split:sql"],
        Part::TemplateReaders => &["split:templates"],
        Part::SchemaReaders => &["split:schemas"],
        Part::Design => &["split:design", "app-…/styles/design.css"],
        Part::Capacity => &["split:capacity", "app-…/styles/capacity.css"],
        Part::Scale => &["split:scale", "app-…/styles/scale.css"],
        // Lessons have their own limit, checked when they are packed.
        Part::Learn => {
            &["split:learn", "app-…/styles/learn.css", "lessons/index.json", "lessons/glossary.json"]
        }
        Part::Pictures => &["split:pictures", "app-…/styles/pictures.css"],
        Part::Dialogs => &["split:dialogs", "app-…/styles/dialogs.css"],
        Part::Editor => &["split:editor", "app-…/styles/editor.css"],
        // A computer without Node builds the site without this file.
        Part::CodeMirror => &["app-…/code_mirror.js?"],
        Part::AwsSdk => &["app-…/aws_sdk.js?"],
        Part::Documents => &["split:formats"],
        Part::DesignFormats => &["split:design_formats"],
        Part::Backups => &["app-…/backups.js", "app-…/backups_bg.wasm"],
    }
}

const WORTH_COMPRESSING: &[&str] =
    &["html", "js", "mjs", "css", "wasm", "json", "webmanifest", "svg", "txt", "md", "ftl", "xml"];

/// The size of each part, with its record.
pub struct Report {
    parts: Vec<MeasuredFile>,
}

struct MeasuredFile {
    part: Part,
    files: Vec<Weight>,
    recorded_kb: f64,
}

struct Weight {
    name: String,
    raw_bytes: u64,
    gzip_bytes: u64,
    brotli_bytes: u64,
}

/// Writes `name.br` and `name.gz` beside each file of text or code, for hosts that support them.
pub fn compress_folder(folder: &Path) -> Result<()> {
    folders::files_below(folder)?.par_iter().try_for_each(|file| {
        let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if WORTH_COMPRESSING.contains(&extension) {
            let content = fs::read(file)?;
            fs::write(beside(file, "br"), brotli(&content)?)?;
            fs::write(beside(file, "gz"), gzip(&content)?)?;
        }
        Ok(())
    })
}

/// Measures the parts in a folder that `compress_folder` has processed.
pub fn weigh(folder: &Path) -> Result<Report> {
    let file = folders::root().join(RECORDS);
    let records = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut parts = Vec::new();
    for part in Part::ALL {
        let files = weigh_part(folder, part)?;
        if !files.is_empty() {
            let recorded_kb = part.recorded_kb(&records);
            let recorded_kb =
                recorded_kb.with_context(|| format!("{RECORDS} records no size of {}", part.title()))?;
            parts.push(MeasuredFile { part, files, recorded_kb });
        }
    }
    Ok(Report { parts })
}

fn weigh_part(folder: &Path, part: Part) -> Result<Vec<Weight>> {
    let mut files = Vec::new();
    for entry in files_of(part) {
        if let Some(split) = entry.strip_prefix("split:") {
            for file in app_parts::files_of(folder, split)? {
                files.push(weigh_file(folder, &folder.join(file))?);
            }
            continue;
        }
        let (name, may_be_absent) = match entry.strip_suffix('?') {
            Some(name) => (name, true),
            None => (*entry, false),
        };
        let name = match name.strip_prefix("app-…") {
            // Without the folder, its files are reported as missing, under the names used here.
            Some(file) => match app_parts::folder_name(folder) {
                Ok(program) => format!("{program}{file}"),
                Err(_) => name.to_owned(),
            },
            None => name.to_owned(),
        };
        let path = folder.join(&name);
        if path.is_dir() {
            for file in folders::files_below(&path)? {
                if !is_compressed(&file) {
                    files.push(weigh_file(folder, &file)?);
                }
            }
        } else if path.is_file() {
            files.push(weigh_file(folder, &path)?);
        } else {
            ensure!(may_be_absent, "the site has no {name}, which belongs to {}", part.title());
        }
    }
    Ok(files)
}

impl Report {
    pub fn table(&self) -> String {
        let mut table = String::new();
        let mut line = |name: &str, cells: [String; 3]| {
            let [first, second, third] = cells;
            // Writing to a String cannot fail.
            let _ = writeln!(table, "{name:<40} {first:>12} {second:>12} {third:>12}");
        };
        line("first page", ["raw", "gzip 9", "brotli 11"].map(str::to_owned));
        for weighed in self.parts.iter().filter(|weighed| weighed.part == Part::FirstPage) {
            for file in &weighed.files {
                let sizes = [file.raw_bytes, file.gzip_bytes, file.brotli_bytes];
                line(&file.name, sizes.map(|bytes| bytes.to_string()));
            }
        }
        line("KB in brotli", ["now", "recorded", "goal"].map(str::to_owned));
        for weighed in &self.parts {
            let figures = [weighed.kilobytes(), weighed.recorded_kb, weighed.part.goal_kb()];
            line(weighed.part.title(), figures.map(|figure| format!("{figure:.0}")));
        }
        table
    }

    /// Returns the number of parts.
    pub fn count(&self) -> usize {
        self.parts.len()
    }

    /// Returns one sentence for each part that is too large.
    pub fn failures(&self) -> Vec<String> {
        let too_heavy = self.parts.iter().filter(|weighed| weighed.kilobytes() > weighed.most_kb());
        let sentence = |weighed: &MeasuredFile| {
            format!(
                "{} weighs {} bytes in brotli, and {RECORDS} records {} KB: at most {:.0} bytes without a new figure",
                weighed.part.title(),
                weighed.brotli_bytes(),
                weighed.recorded_kb,
                weighed.most_kb() * 1_000.0
            )
        };
        too_heavy.map(sentence).collect()
    }

    pub fn note(&self, figures: &mut Figures) {
        for weighed in &self.parts {
            weighed.part.note(figures, weighed.brotli_bytes());
        }
    }
}

impl MeasuredFile {
    fn brotli_bytes(&self) -> u64 {
        self.files.iter().map(|file| file.brotli_bytes).sum()
    }

    fn kilobytes(&self) -> f64 {
        self.brotli_bytes() as f64 / 1_000.0
    }

    fn most_kb(&self) -> f64 {
        self.recorded_kb * MOST_PERCENT / 100.0
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

pub fn is_compressed(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "br" || extension == "gz")
}

fn beside(file: &Path, extension: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    PathBuf::from(name)
}

pub fn brotli(content: &[u8]) -> Result<Vec<u8>> {
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

    fn weighed(part: Part, recorded_kb: f64, brotli_bytes: &[u64]) -> MeasuredFile {
        let weight = |bytes: &u64| Weight {
            name: "a file".to_owned(),
            raw_bytes: 4 * bytes,
            gzip_bytes: 2 * bytes,
            brotli_bytes: *bytes,
        };
        MeasuredFile { part, files: brotli_bytes.iter().map(weight).collect(), recorded_kb }
    }

    #[test]
    fn a_part_may_be_a_tenth_heavier_than_its_record() {
        let just_fits = weighed(Part::FirstPage, 500.0, &[275_000, 275_000]);
        let lighter = weighed(Part::Engine, 232.0, &[1]);
        assert_eq!(Report { parts: vec![just_fits, lighter] }.failures(), Vec::<String>::new());
        let one_byte_more = weighed(Part::FirstPage, 500.0, &[275_000, 275_001]);
        let twice = weighed(Part::Pictures, 100.0, &[200_000]);
        assert_eq!(
            Report { parts: vec![one_byte_more, twice] }.failures(),
            [
                "everything the first page loads weighs 550001 bytes in brotli, and BENCHMARKS.md records 500 KB: at most \
                 550000 bytes without a new figure",
                "pictures weighs 200000 bytes in brotli, and BENCHMARKS.md records 100 KB: at most 110000 bytes without a \
                 new figure"
            ]
        );
    }

    /// A goal is not a limit: a part above its goal and within its record does not fail.
    #[test]
    fn a_goal_is_printed_and_fails_nothing() {
        let report = Report { parts: vec![weighed(Part::CompleteEngine, 640.0, &[650_000])] };
        assert_eq!(report.failures(), Vec::<String>::new());
        let row =
            report.table().lines().last().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        assert_eq!(row.as_deref(), Some("the complete engine 650 640 400"));
    }

    #[test]
    fn the_document_records_every_part() {
        let records = fs::read_to_string(folders::root().join(RECORDS)).unwrap_or_default();
        for part in Part::ALL {
            assert!(part.recorded_kb(&records).is_some_and(|kilobytes| kilobytes > 1.0), "{}", part.title());
        }
    }

    #[test]
    fn the_files_of_a_part_must_be_there_unless_they_may_be_absent() {
        let empty = std::env::temp_dir().join(format!("dynalab-no-site-{}", std::process::id()));
        assert_eq!(weigh_part(&empty, Part::CodeMirror).ok().map(|files| files.len()), Some(0));
        let error = weigh_part(&empty, Part::Backups).err().map(|error| error.to_string());
        assert_eq!(error.as_deref(), Some("the site has no app-…/backups.js, which belongs to backups"));
    }
}
