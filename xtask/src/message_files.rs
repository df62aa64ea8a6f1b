//! The sentences of the page, compiled: a file for each part of the page and language. A visit loads those that it shows.

#[path = "../../web/build/message_compiler.rs"]
mod message_compiler;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::folders;

const LANGUAGES: [&str; 2] = ["en", "ja"];

/// Those besides the home page's.
const PARTS: [&str; 4] = ["workbench", "pictures", "editor", "dialogs"];

/// Writes into the site `messages/LANGUAGE.txt`, for the home page, and `messages/PART/LANGUAGE.txt`, for each part.
pub fn write(site: &Path) -> Result<()> {
    let folder = site.join("messages");
    for language in LANGUAGES {
        compile(&format!("{language}.ftl"), language, &folder)?;
        for part in PARTS {
            compile(&format!("{language}/{part}.ftl"), language, &folder.join(part))?;
        }
    }
    Ok(())
}

fn compile(source: &str, language: &str, folder: &Path) -> Result<()> {
    let source = folders::root().join("web/messages").join(source);
    let text = fs::read_to_string(&source).with_context(|| format!("cannot read {}", source.display()))?;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    fs::write(folder.join(language).with_extension("txt"), message_compiler::compile(&text, language))?;
    Ok(())
}
