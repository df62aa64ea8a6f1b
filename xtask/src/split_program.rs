//! Splits a program into parts that it fetches when they are first needed: the app, and the worker that reads files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use wasm_split_cli_support::Options;

use crate::{folders, glue, shared_chunks, site, wasm_target};

/// The files of each part, by the part's name.
pub type PartFiles = BTreeMap<String, Vec<String>>;

/// A program that is built with the feature `split`.
pub struct SplitProgram {
    pub name: &'static str,
    /// Before the name of each file of its parts, so that two programs can be in one folder.
    pub prefix: &'static str,
    /// Whether its script is the program of a worker.
    pub starts_by_itself: bool,
}

impl SplitProgram {
    /// Returns the name of the module that fetches the parts. It is beside the main program.
    pub fn loader(&self) -> String {
        format!("{}parts.js", self.prefix)
    }

    /// Splits the program, binds it to JavaScript, and puts all its files into the folder. Returns the files of its parts.
    pub fn add(&self, release: bool, folder: &Path) -> Result<PartFiles> {
        let apart = folder.join(format!("{}.parts", self.name));
        fs::create_dir_all(&apart).with_context(|| format!("cannot make {}", apart.display()))?;
        let mut parts = self.split(release, &apart)?;
        let main = apart.join(self.name).with_extension("wasm");
        site::bind(&main, self.name, release, &["--keep-lld-exports"], &apart)?;
        fs::remove_file(&main)?;
        glue::shorten(self.name, Some(&self.loader()), release, &apart)?;
        if self.starts_by_itself {
            glue::start_beside_its_parts(self.name, &apart)?;
        }
        self.name_parts(&apart, &mut parts)?;
        for file in fs::read_dir(&apart)? {
            let file = file?;
            fs::rename(file.path(), folder.join(file.file_name()))?;
        }
        fs::remove_dir(&apart)?;
        Ok(parts)
    }

    /// Writes the main program as `NAME.wasm`, the parts beside it, and the module that fetches them.
    fn split(&self, release: bool, folder: &Path) -> Result<PartFiles> {
        let profile = if release { "wasm" } else { "debug" };
        let programs = folders::target().join(wasm_target::WASM_TARGET).join(profile);
        let program = programs.join(self.name).with_extension("wasm");
        let wasm = fs::read(&program).with_context(|| format!("cannot read {}", program.display()))?;
        let main = folder.join(self.name).with_extension("wasm");
        let (loader, script) = (format!("./{}", self.loader()), format!("./{}.js", self.name));
        let mut options = Options::new(&wasm);
        options.output_dir = folder;
        options.main_out_path = &main;
        options.main_module = &script;
        options.link_name = &loader;
        let split = wasm_split_cli_support::transform(options)
            .map_err(|error| anyhow!("cannot split {}: {error:?}", self.name))?;
        for part in &split.split_modules {
            let without = without_custom_sections(&fs::read(part)?)
                .with_context(|| format!("{} is not a wasm module", part.display()))?;
            fs::write(part, without)?;
        }
        let files = |files: Vec<String>| files.into_iter().map(|stem| format!("{stem}.wasm")).collect();
        let mut parts: PartFiles =
            split.prefetch_map.into_iter().map(|(part, stems)| (part, files(stems))).collect();
        shared_chunks::join(folder, &self.loader(), &mut parts)?;
        Ok(parts)
    }

    /// Puts the prefix before the name of each file of the parts.
    fn name_parts(&self, folder: &Path, parts: &mut PartFiles) -> Result<()> {
        if self.prefix.is_empty() {
            return Ok(());
        }
        let loader = folder.join(self.loader());
        let mut script = fs::read_to_string(&loader)?;
        for file in parts.values_mut().flatten() {
            let named = format!("{}{file}", self.prefix);
            let from = folder.join(&*file);
            // Several parts can share a file.
            if from.exists() {
                fs::rename(&from, folder.join(&named))?;
                script = script.replace(&format!("\"./{file}\""), &format!("\"./{named}\""));
            }
            *file = named;
        }
        Ok(fs::write(&loader, script)?)
    }
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
