//! Merges the small pieces of code that several parts share into one module, so that a part needs few requests, and the browser
//! compiles and starts one module in place of a hundred.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::merged_module;
use crate::split_program::PartFiles;

const FILE: &str = "chunks.wasm";
/// Maximum size of a merged piece. A larger piece is its own file, because some parts do not use it.
const PIECE_BYTES_MAX: u64 = 16 * 1024;
/// How the loader begins and ends what loads a piece.
const PIECE_BEGIN: &str = "const __chunk_";
const PIECE_END: &str = "\n, []);\n";

/// Merges the small pieces, and updates the loader and the lists of the parts' files.
pub fn join(folder: &Path, loader: &str, parts: &mut PartFiles) -> Result<()> {
    let mut small = BTreeSet::new();
    for file in parts.values().flatten().filter(|file| file.starts_with("chunk_")) {
        let path = folder.join(file);
        let size = fs::metadata(&path).with_context(|| format!("cannot read {}", path.display()))?.len();
        if size < PIECE_BYTES_MAX {
            small.insert(file.clone());
        }
    }
    if small.is_empty() {
        return Ok(());
    }
    let path = folder.join(loader);
    let mut script = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    // The loader's first piece becomes the module, because a name has to be declared before its use.
    let mut in_order: Vec<&String> = small.iter().collect();
    in_order.sort_by_key(|file| script.find(&quoted(file)));
    let mut pieces = Vec::new();
    let mut merged = None;
    for file in in_order {
        let piece = folder.join(file);
        pieces.push(fs::read(&piece).with_context(|| format!("cannot read {}", piece.display()))?);
        fs::remove_file(&piece).with_context(|| format!("cannot remove {}", piece.display()))?;
        merged = Some(load_merged(&mut script, file, merged)?);
    }
    fs::write(folder.join(FILE), merged_module::merge(&pieces)?)?;
    fs::write(&path, script)?;
    for files in parts.values_mut() {
        let before = files.len();
        files.retain(|file| !small.contains(file));
        if files.len() < before {
            files.insert(0, FILE.to_owned());
        }
    }
    Ok(())
}

/// Returns a file as the loader names it.
fn quoted(file: &str) -> String {
    format!("\"./{file}\"")
}

/// Makes the loader load the merged module in place of a piece. `merged` is the name of the piece that loads it, unless this is
/// the first. Returns the name of the piece that does.
fn load_merged(script: &mut String, file: &str, merged: Option<String>) -> Result<String> {
    let fetched = quoted(file);
    let place = script.find(&fetched).with_context(|| format!("the loader does not fetch {file}"))?;
    let begin = script[..place].rfind(PIECE_BEGIN).context("a piece begins in another way")?;
    let (name, _) =
        script[begin + PIECE_BEGIN.len()..place].split_once(" = ").context("a piece has no name")?;
    let name = format!("__chunk_{name}");
    let Some(merged) = merged else {
        script.replace_range(place..place + fetched.len(), &format!("\"./{FILE}\""));
        return Ok(name);
    };
    let end =
        script[place..].find(PIECE_END).context("a piece ends in another way")? + place + PIECE_END.len();
    script.replace_range(begin..end, &format!("const {name} = {merged};\n"));
    Ok(merged)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_pieces_become_one_module() {
        let folder = std::env::temp_dir().join(format!("dynalab-chunks-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        // A module without sections, and a large file, which is not read.
        let empty = b"\0asm\x01\0\0\0".to_vec();
        let large = vec![7; PIECE_BYTES_MAX as usize];
        for (name, content) in [
            ("chunk_1.wasm", &empty),
            ("chunk_2.wasm", &empty),
            ("chunk_3.wasm", &large),
            ("split_a.wasm", &large),
        ] {
            fs::write(folder.join(name), content).unwrap();
        }
        let piece = |name: &str| {
            format!(
                "const __{name} = makeLoad(() => {{\n    const src = fetch(new URL(\"./{name}.wasm\", import.meta.url));\n}}\n, []);\n"
            )
        };
        let script = ["chunk_2", "chunk_1", "chunk_3"].map(piece).concat();
        fs::write(folder.join("parts.js"), &script).unwrap();
        let files = |names: &[&str]| names.iter().map(|name| format!("{name}.wasm")).collect::<Vec<_>>();
        let mut parts = PartFiles::from([
            ("a".to_owned(), files(&["chunk_1", "chunk_2", "chunk_3", "split_a"])),
            ("b".to_owned(), files(&["chunk_3"])),
        ]);
        join(&folder, "parts.js", &mut parts).unwrap();
        assert_eq!(parts["a"], files(&["chunks", "chunk_3", "split_a"]));
        assert_eq!(parts["b"], files(&["chunk_3"]));
        let joined = fs::read_to_string(folder.join("parts.js")).unwrap();
        let expected = piece("chunk_2").replace("./chunk_2.wasm", "./chunks.wasm")
            + "const __chunk_1 = __chunk_2;\n"
            + &piece("chunk_3");
        assert_eq!(joined, expected);
        assert!(folder.join(FILE).exists());
        assert!(!folder.join("chunk_1.wasm").exists() && folder.join("chunk_3.wasm").exists());
        fs::remove_dir_all(&folder).unwrap();
    }
}
