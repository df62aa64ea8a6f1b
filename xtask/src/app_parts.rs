//! Splits the page's program into parts that are fetched when they are first shown. All files of a build, with its workers and
//! style sheets, are in one folder named by their hash. So a page never mixes two builds, and a host may cache the files
//! forever.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use sha2::{Digest, Sha256};
use wasm_split_cli_support::Options;

use crate::site;
use crate::{folders, glue, node_bundles, shared_chunks, wasm_target};

const APP: &str = "app";
/// The module that fetches the parts. It is beside the main program.
pub const LOADER: &str = "parts.js";
/// The name of the program's folder in `index.html` before its hash is known.
const UNNAMED_FOLDER: &str = "program/";
/// Files of the program besides the app. Bundles of npm packages are absent on a computer without Node.
const BESIDE: [&str; 13] = [
    "worker.js",
    "worker_bg.wasm",
    "complete_worker.js",
    "complete_worker_bg.wasm",
    "bench.js",
    "bench_bg.wasm",
    "files.js",
    "files_bg.wasm",
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

/// Splits the program, binds it to JavaScript, and puts all files into the site.
pub fn add(release: bool, site: &Path) -> Result<()> {
    let profile = if release { "wasm" } else { "debug" };
    let program = folders::target().join(wasm_target::WASM_TARGET).join(profile).join("app.wasm");
    let unnamed = site.join("app.unnamed");
    fs::create_dir_all(&unnamed).with_context(|| format!("cannot make {}", unnamed.display()))?;
    let parts = split(&program, &unnamed)?;
    let main = unnamed.join("app.wasm");
    site::bind(&main, APP, release, &["--keep-lld-exports"], &unnamed)?;
    fs::remove_file(&main)?;
    glue::shorten(APP, release, &unnamed)?;
    for file in BESIDE {
        let from = site.join(file);
        if from.exists() || !OPTIONAL.contains(&file) {
            fs::rename(&from, unnamed.join(file))
                .with_context(|| format!("cannot move {}", from.display()))?;
        }
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

/// The files of each part, by the part's name.
pub type PartFiles = BTreeMap<String, Vec<String>>;

/// Writes the main program as `app.wasm`, the parts beside it, and the module that fetches them.
fn split(program: &Path, folder: &Path) -> Result<PartFiles> {
    let wasm = fs::read(program).with_context(|| format!("cannot read {}", program.display()))?;
    let main = folder.join("app.wasm");
    let (loader, script) = (format!("./{LOADER}"), format!("./{APP}.js"));
    let mut options = Options::new(&wasm);
    options.output_dir = folder;
    options.main_out_path = &main;
    options.main_module = &script;
    options.link_name = &loader;
    let split =
        wasm_split_cli_support::transform(options).map_err(|error| anyhow!("cannot split: {error:?}"))?;
    for part in &split.split_modules {
        let without = without_custom_sections(&fs::read(part)?)
            .with_context(|| format!("{} is not a wasm module", part.display()))?;
        fs::write(part, without)?;
    }
    let files = |files: Vec<String>| files.into_iter().map(|stem| format!("{stem}.wasm")).collect();
    let mut parts: PartFiles =
        split.prefetch_map.into_iter().map(|(part, stems)| (part, files(stems))).collect();
    shared_chunks::join(folder, LOADER, &mut parts)?;
    Ok(parts)
}

/// Removes custom sections, such as names. wasm-bindgen does so only in the main program. In the parts they are a third of the
/// size.
fn without_custom_sections(wasm: &[u8]) -> Option<Vec<u8>> {
    const HEADER_LENGTH: usize = 8;
    const CUSTOM: u8 = 0;
    let mut out = wasm.get(..HEADER_LENGTH)?.to_vec();
    let mut at = HEADER_LENGTH;
    while at < wasm.len() {
        let (kind, start) = (wasm[at], at);
        at += 1;
        let (mut size, mut shift) = (0_usize, 0);
        loop {
            let byte = *wasm.get(at)?;
            at += 1;
            size |= usize::from(byte & 0x7f).checked_shl(shift)?;
            shift += 7;
            if byte & 0x80 == 0 {
                break;
            }
        }
        at = at.checked_add(size)?;
        let section = wasm.get(start..at)?;
        if kind != CUSTOM {
            out.extend_from_slice(section);
        }
    }
    Some(out)
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

#[cfg(test)]
mod tests {
    use super::without_custom_sections;

    #[test]
    fn custom_sections_go_and_the_others_stay() {
        let header = b"\0asm\x01\0\0\0".to_vec();
        let sections: [&[u8]; 3] = [&[0, 3, 1, b'n', 9], &[1, 1, 0], &[0, 0x80, 0x01]];
        let mut wasm = [header.clone(), sections.concat()].concat();
        wasm.extend([7; 128]);
        assert_eq!(without_custom_sections(&wasm), Some([header, vec![1, 1, 0]].concat()));
        assert_eq!(without_custom_sections(b"\0asm\x01\0\0\0\x01\x09\0"), None, "it ends too early");
        assert_eq!(without_custom_sections(b"\0asm"), None);
    }
}
