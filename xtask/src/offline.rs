//! Writes the list of a build's files into `offline-worker.js`. The service worker stores them for offline use.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};

use crate::{app_parts, budgets, embed_page, folders, pages};

const WORKER: &str = "offline-worker.js";
/// Files and folders of the site, besides the folder of the program. A folder has a slash at its end.
const KEPT: [&str; 9] = [
    "trusted.js",
    "boot.js",
    "offline.js",
    "requests.json",
    "manifest.webmanifest",
    "sandbox.html",
    "icons/",
    "samples/",
    "lessons/",
];
/// Lessons as texts, for authors: larger than the course, and rarely used.
const NOT_KEPT: &str = "lessons/texts/";
/// The number of hexadecimal digits in the name of a build.
const BUILD_LENGTH: usize = 16;

/// Fills in the list. It needs the published site, because the hashes must match the documents that a host sends.
pub fn write(site: &Path) -> Result<()> {
    let program = format!("{}/", app_parts::folder_name(site)?);
    let mut documents = pages::addresses()?;
    documents.extend(embed_page::addresses());
    let mut files = Vec::new();
    for name in KEPT.into_iter().chain([program.as_str()]) {
        files.extend(names_below(site, name)?);
    }
    let build = build_name(site, &documents, &files)?;
    let path = site.join(WORKER);
    let mut script = fs::read_to_string(&path).with_context(|| format!("the site has no {WORKER}"))?;
    for (empty, value) in [
        ("const BUILD = \"\";", serde_json::to_string(&build)?),
        ("const PROGRAM = \"program/\";", serde_json::to_string(&program)?),
        ("const DOCUMENTS = [];", serde_json::to_string(&documents)?),
        ("const FILES = [];", serde_json::to_string(&files)?),
    ] {
        ensure!(script.matches(empty).count() == 1, "{WORKER} has no place for its list: {empty}");
        let (declaration, _) = empty.split_once('=').context("a declaration has a value")?;
        script = script.replace(empty, &format!("{declaration}= {value};"));
    }
    fs::write(&path, script).with_context(|| format!("cannot write {}", path.display()))
}

/// Returns the files below a folder of the site, or one file, by their names from the root.
fn names_below(site: &Path, name: &str) -> Result<Vec<String>> {
    let Some(folder) = name.strip_suffix('/') else {
        ensure!(site.join(name).is_file(), "the site has no {name}, which the app needs offline");
        return Ok(vec![name.to_owned()]);
    };
    let mut names = Vec::new();
    for file in folders::files_below(&site.join(folder))? {
        if !budgets::is_compressed(&file) {
            let below = file.strip_prefix(site)?.to_str().context("a name that is not text")?;
            let below = below.replace('\\', "/");
            if !below.starts_with(NOT_KEPT) {
                names.push(below);
            }
        }
    }
    names.sort();
    Ok(names)
}

/// Hashes all files, so that each build has its own cache.
fn build_name(site: &Path, documents: &[String], files: &[String]) -> Result<String> {
    let documents = documents.iter().map(|document| format!("{document}index.html"));
    let mut hash = Sha256::new();
    for name in documents.chain(files.iter().cloned()) {
        let content = fs::read(site.join(&name)).with_context(|| format!("cannot read {name}"))?;
        hash.update(name.as_bytes());
        hash.update(Sha256::digest(&content));
    }
    let digits: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(digits[..BUILD_LENGTH].to_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{WORKER, write};
    use crate::{embed_page, folders, pages, site};

    #[test]
    fn the_list_has_the_program_and_the_name_changes_with_each_file() {
        let folder = folders::target().join("tmp-offline-list");
        let _ = fs::remove_dir_all(&folder);
        let program = folder.join("app-0123456789abcdef");
        fs::create_dir_all(program.join("styles")).expect("a folder");
        site::copy_folder(&folders::root().join("static"), &folder).expect("the static files");
        fs::create_dir_all(folder.join("lessons/texts")).expect("a folder");
        fs::write(folder.join("lessons/texts/sample.txt"), "=== en").expect("a file");
        embed_page::write(&folder).expect("the documents of frames");
        pages::write(&folder, "/learn/first/").expect("the documents");
        fs::create_dir_all(folder.join("lessons/ja")).expect("a folder");
        fs::write(folder.join("lessons/ja/index.json"), "{}").expect("a file");
        for name in ["app_bg.wasm", "app_bg.wasm.br", "styles/start.css"] {
            fs::write(program.join(name), name).expect("a file");
        }
        let mut names = Vec::new();
        for content in ["first", "second", "first"] {
            fs::write(folder.join("samples/index.json"), content).expect("a file");
            fs::copy(folders::root().join("static").join(WORKER), folder.join(WORKER)).expect("the worker");
            write(&folder).expect("a list");
            let script = fs::read_to_string(folder.join(WORKER)).expect("the worker");
            for part in [
                "const PROGRAM = \"app-0123456789abcdef/\";",
                "\"app-0123456789abcdef/styles/start.css\"",
                "\"lessons/ja/index.json\"",
                "const DOCUMENTS = [\"\",\"play/\"",
            ] {
                assert!(script.contains(part), "no {part}");
            }
            assert!(!script.contains("lessons/texts/"), "texts for authors are fetched when they are chosen");
            assert!(!script.contains(".br\""), "compressed versions are the host's to choose");
            names.push(
                script.lines().find(|line| line.starts_with("const BUILD")).expect("a name").to_owned(),
            );
        }
        assert_ne!(names[0], names[1]);
        assert_eq!(names[0], names[2]);
        let twice = write(&folder).expect_err("the list is there");
        assert!(twice.to_string().contains("no place"), "{twice}");
        fs::remove_dir_all(&folder).expect("the folder goes");
    }
}
