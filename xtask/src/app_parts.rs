//! The folder of the page's program: the app in its parts, and with it all workers and style sheets of a build. Its name is the hash of
//! the files. So a page never mixes two builds, and a host may cache the files forever.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use sha2::{Digest, Sha256};

use crate::node_bundles;
use crate::split_program::{PartFiles, SplitProgram};

const APP: &str = "app";
/// The name of the program's folder in `index.html` before its hash is known.
const UNNAMED_FOLDER: &str = "program/";
/// Files of the program besides the app. Bundles of npm packages are absent on a computer without Node.
const BESIDE: [&str; 14] = [
    "worker.js",
    "worker_bg.wasm",
    "complete_worker.js",
    "complete_worker_bg.wasm",
    "bench.js",
    "bench_bg.wasm",
    "files.js",
    "files_bg.wasm",
    "files_parts.js",
    "backups.js",
    "backups_bg.wasm",
    "styles",
    OPTIONAL[0],
    OPTIONAL[1],
];
const OPTIONAL: [&str; 2] = [node_bundles::CODE_MIRROR.file, node_bundles::AWS_SDK.file];
/// The line of `boot.js` that is replaced by the list of each part's files.
const UNNAMED_PARTS: &str = "var parts = {};";
const PARTS_BEGIN: &str = "var parts = ";
const PARTS_END: &str = ";\n";
/// The number of hexadecimal digits of the hash in the name.
const HASH_LENGTH: usize = 16;

/// Adds the app and puts all files into the folder. `of_workers` are the parts of the workers, which are in the site already.
pub fn add(release: bool, site: &Path, of_workers: PartFiles) -> Result<()> {
    let unnamed = site.join("app.unnamed");
    fs::create_dir_all(&unnamed).with_context(|| format!("cannot make {}", unnamed.display()))?;
    let mut parts = SplitProgram { name: APP, prefix: "", starts_by_itself: false }.add(release, &unnamed)?;
    let of_parts: BTreeSet<&String> = of_workers.values().flatten().collect();
    for file in BESIDE.into_iter().chain(of_parts.into_iter().map(String::as_str)) {
        let from = site.join(file);
        if from.exists() || !OPTIONAL.contains(&file) {
            fs::rename(&from, unnamed.join(file))
                .with_context(|| format!("cannot move {}", from.display()))?;
        }
    }
    for (part, files) in of_workers {
        ensure!(parts.insert(part.clone(), files).is_none(), "two programs have a part {part}");
    }
    let name = format!("{APP}-{}", hash(&unnamed)?);
    fs::rename(&unnamed, site.join(&name))?;
    name_program(site, &name, &parts)
}

/// Returns the name of the program's folder in a site.
pub fn folder_name(site: &Path) -> Result<String> {
    for entry in fs::read_dir(site).with_context(|| format!("cannot read {}", site.display()))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.strip_prefix("app-").is_some_and(|hash| hash.len() == HASH_LENGTH) {
            return Ok(name);
        }
    }
    Err(anyhow!("the site has no folder app-…, which the first page should load"))
}

/// Returns the files of a part, as `boot.js` of a built site lists them, without a slash at the beginning.
pub fn files_of(site: &Path, part: &str) -> Result<Vec<String>> {
    let boot = fs::read_to_string(site.join("boot.js")).context("the site has no boot.js")?;
    let listed = boot.split_once(PARTS_BEGIN).and_then(|(_, after)| after.split_once(PARTS_END));
    let (listed, _) = listed.context("boot.js lists no parts")?;
    let mut parts: PartFiles =
        serde_json::from_str(listed).context("boot.js does not list the parts as JSON")?;
    let files = parts.remove(part).with_context(|| format!("the site has no part {part}"))?;
    let folder = folder_name(site)?;
    Ok(files.into_iter().map(|file| format!("{folder}/{file}")).collect())
}

/// Hashes the names and contents of all files.
fn hash(folder: &Path) -> Result<String> {
    let mut hash = Sha256::new();
    add_to_hash(folder, &mut hash)?;
    let digits: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(digits[..HASH_LENGTH].to_owned())
}

fn add_to_hash(folder: &Path, hash: &mut Sha256) -> Result<()> {
    let mut files = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>>>()
        .with_context(|| format!("cannot read {}", folder.display()))?;
    files.sort();
    for file in files {
        hash.update(file.file_name().unwrap_or_default().as_encoded_bytes());
        if file.is_file() {
            hash.update(fs::read(&file)?);
        } else {
            add_to_hash(&file, hash)?;
        }
    }
    Ok(())
}

/// Writes the program's folder into `index.html`, and the files of each part into `boot.js`.
fn name_program(site: &Path, name: &str, parts: &PartFiles) -> Result<()> {
    let listed = format!("{PARTS_BEGIN}{};", serde_json::to_string(parts)?);
    replace(&site.join("index.html"), &[(UNNAMED_FOLDER, &format!("{name}/"))])?;
    replace(&site.join("boot.js"), &[(UNNAMED_PARTS, &listed)])
}

fn replace(file: &Path, pairs: &[(&str, &str)]) -> Result<()> {
    let mut text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    for (from, to) in pairs {
        ensure!(text.contains(from), "{} does not mention {from}", file.display());
        text = text.replace(from, to);
    }
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}
