//! Joins the small pieces of code that several parts share into one file, so that a part needs few requests.
//!
//! The file is a WebAssembly module without code. Each piece is a custom section with the piece's name. A host compresses and
//! sends the file like every other module.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use wasm_encoder::{CustomSection, Module};

use crate::app_parts::PartFiles;

const FILE: &str = "chunks.wasm";
/// Maximum size of a piece in the file. A larger piece is its own file, because some parts do not use it.
const PIECE_BYTES_MAX: u64 = 16 * 1024;

/// Inserted at the beginning of the parts' loader. It returns a piece as the response to a request for its file.
const LOADER: &str = r#"let sharedChunks = undefined;
async function chunk(name) {
    if (sharedChunks === undefined) {
        const loading = WebAssembly.compileStreaming(fetch(new URL("./chunks.wasm", import.meta.url)));
        // The next part asks again for what did not arrive.
        loading.catch(() => { sharedChunks = undefined; });
        sharedChunks = loading;
    }
    const [bytes] = WebAssembly.Module.customSections(await sharedChunks, name);
    return new Response(bytes, { headers: { "Content-Type": "application/wasm" } });
}
"#;

/// Joins the small pieces into one file, and updates the loader and the lists of the parts' files.
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
    let mut module = Module::new();
    let path = folder.join(loader);
    let mut script = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    for file in &small {
        let name = file.trim_end_matches(".wasm");
        let piece = folder.join(file);
        let code = fs::read(&piece).with_context(|| format!("cannot read {}", piece.display()))?;
        module.section(&CustomSection { name: Cow::Borrowed(name), data: Cow::Owned(code) });
        let fetched = format!("fetch(new URL(\"./{file}\", import.meta.url))");
        ensure!(script.contains(&fetched), "{loader} fetches {file} in another way");
        script = script.replace(&fetched, &format!("chunk(\"{name}\")"));
        fs::remove_file(&piece).with_context(|| format!("cannot remove {}", piece.display()))?;
    }
    fs::write(folder.join(FILE), module.finish())?;
    let imports = script.find("\nlet ").context("the loader begins in another way")?;
    script.insert_str(imports + 1, LOADER);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_pieces_are_sections_of_one_file() {
        let folder = std::env::temp_dir().join(format!("dynalab-chunks-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let large = vec![7; PIECE_BYTES_MAX as usize];
        for (name, content) in [
            ("chunk_1.wasm", &b"one"[..]),
            ("chunk_2.wasm", b"two"),
            ("chunk_3.wasm", &large),
            ("split_a.wasm", b"a"),
        ] {
            fs::write(folder.join(name), content).unwrap();
        }
        let fetch = |name: &str| format!("fetch(new URL(\"./{name}.wasm\", import.meta.url))");
        let names = ["chunk_1", "chunk_2", "chunk_3", "split_a"].map(fetch).join("\n");
        fs::write(
            folder.join("parts.js"),
            format!("import {{ initSync }} from \"./app.js\";\n\nlet x;\n{names}\n"),
        )
        .unwrap();
        let files = |names: &[&str]| names.iter().map(|name| format!("{name}.wasm")).collect::<Vec<_>>();
        let mut parts = PartFiles::from([
            ("a".to_owned(), files(&["chunk_1", "chunk_2", "chunk_3", "split_a"])),
            ("b".to_owned(), files(&["chunk_3"])),
        ]);
        join(&folder, "parts.js", &mut parts).unwrap();
        assert_eq!(parts["a"], files(&["chunks", "chunk_3", "split_a"]));
        assert_eq!(parts["b"], files(&["chunk_3"]));
        let script = fs::read_to_string(folder.join("parts.js")).unwrap();
        assert!(
            script.contains("\nchunk(\"chunk_1\")\nchunk(\"chunk_2\")\nfetch(new URL(\"./chunk_3.wasm\""),
            "{script}"
        );
        let joined = fs::read(folder.join(FILE)).unwrap();
        assert_eq!(joined, b"\0asm\x01\0\0\0\0\x0b\x07chunk_1one\0\x0b\x07chunk_2two");
        assert!(!folder.join("chunk_1.wasm").exists() && folder.join("chunk_3.wasm").exists());
        fs::remove_dir_all(&folder).unwrap();
    }
}
