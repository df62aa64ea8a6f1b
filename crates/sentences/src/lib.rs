//! Generates Rust from Fluent files at build time: a constant for each sentence, a struct for each sentence with
//! arguments. A wrong name, a missing argument or a missing translation does not compile.

mod fault;
mod generate;
mod read;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

pub use fault::SentenceFault;
pub use generate::{constant_name, struct_name};
pub use read::Source;

use read::{CompiledSentence, Entries};

/// The languages in the order of the generated patterns.
pub const LANGUAGES: [&str; 2] = ["en", "ja"];

/// One file of sentences in every language. The generated module has the file's name.
pub struct SentenceFile<'a> {
    pub module: &'a str,
    /// The Fluent text in each language, in the order of [`LANGUAGES`].
    pub sources: [&'a str; LANGUAGES.len()],
}

/// Generates Rust source with one module for each file.
///
/// The code refers to `dynalab_messages::{Filling, Language, Message, Sentence, Template, write}`.
///
/// # Errors
/// Returns the first fault: invalid Fluent, a missing translation, a name that is defined twice, or an unsupported form.
/// Different arguments in two languages are also a fault.
pub fn generate(files: &[SentenceFile]) -> Result<String, SentenceFault> {
    let mut owners: BTreeMap<String, &str> = BTreeMap::new();
    let mut modules = Vec::new();
    for file in files {
        let entries = read_every_language(file)?;
        for name in entries[0].patterns.keys() {
            if let Some(first) = owners.insert(name.clone(), file.module) {
                return Err(SentenceFault::DefinedTwice {
                    name: name.clone(),
                    first: first.to_owned(),
                    second: file.module.to_owned(),
                });
            }
        }
        modules.push(generate::module(file.module, &entries)?);
    }
    Ok(modules.join("\n"))
}

/// Generates Rust source with one module for each file of `folder/en/` and `folder/ja/`, for a build script.
///
/// # Panics
/// Panics with the fault if a file is missing or [`generate`] returns an error, because a build script has no other way out.
pub fn generate_folder(folder: &Path, modules: &[&str]) -> String {
    println!("cargo::rerun-if-changed={}", folder.display());
    let read = |language: &str, module: &str| {
        let path = folder.join(language).join(format!("{module}.ftl"));
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let texts: Vec<[String; LANGUAGES.len()]> =
        modules.iter().map(|module| LANGUAGES.map(|language| read(language, module))).collect();
    let files: Vec<SentenceFile> = modules
        .iter()
        .zip(&texts)
        .map(|(module, [english, japanese])| SentenceFile { module, sources: [english, japanese] })
        .collect();
    generate(&files).unwrap_or_else(|fault| panic!("{fault}"))
}

fn read_every_language(file: &SentenceFile) -> Result<[Entries; LANGUAGES.len()], SentenceFault> {
    let read = |index: usize| {
        read::read(&Source { module: file.module, language: LANGUAGES[index], text: file.sources[index] })
    };
    let entries = [read(0)?, read(1)?];
    let names = |index: usize| entries[index].patterns.keys().collect::<BTreeSet<_>>();
    for (present, absent) in [(0, 1), (1, 0)] {
        if let Some(name) = names(present).difference(&names(absent)).next() {
            return Err(SentenceFault::NotTranslated {
                name: (*name).clone(),
                module: file.module.to_owned(),
                language: LANGUAGES[absent],
            });
        }
    }
    for (name, english) in &entries[0].patterns {
        let japanese = &entries[1].patterns[name];
        let differ =
            |one: &CompiledSentence, other: &CompiledSentence| !one.inserted.is_subset(&other.arguments);
        if differ(english, japanese) || differ(japanese, english) {
            return Err(SentenceFault::DifferentArguments {
                name: name.clone(),
                english: english.arguments.iter().cloned().collect(),
                japanese: japanese.arguments.iter().cloned().collect(),
            });
        }
    }
    Ok(entries)
}
