//! The sentences of the page, compiled: a file a language, of which a visit loads one.

#[path = "../../web/build/message_compiler.rs"]
mod message_compiler;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::folders;

const LANGUAGES: [&str; 2] = ["en", "ja"];

/// Writes into the site `messages/LANGUAGE.txt`, for the home page, and `messages/workbench/LANGUAGE.txt`, for the others.
pub fn write(site: &Path) -> Result<()> {
    let folder = site.join("messages");
    let later = folder.join("workbench");
    fs::create_dir_all(&later).with_context(|| format!("cannot make {}", later.display()))?;
    for language in LANGUAGES {
        for (source, folder) in
            [(format!("{language}.ftl"), &folder), (format!("{language}/workbench.ftl"), &later)]
        {
            let source = folders::root().join("web/messages").join(source);
            let text =
                fs::read_to_string(&source).with_context(|| format!("cannot read {}", source.display()))?;
            let compiled = message_compiler::compile(&text, language);
            fs::write(folder.join(language).with_extension("txt"), compiled)?;
        }
    }
    Ok(())
}
