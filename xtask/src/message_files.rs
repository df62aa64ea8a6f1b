//! The sentences of the page, compiled: a file a language, of which a visit loads one.

#[path = "../../web/build/message_compiler.rs"]
mod message_compiler;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::folders;

const LANGUAGES: [&str; 2] = ["en", "ja"];

/// Writes `messages/LANGUAGE.txt` into the site.
pub fn write(site: &Path) -> Result<()> {
    let folder = site.join("messages");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for language in LANGUAGES {
        let source = folders::root().join("web/messages").join(language).with_extension("ftl");
        let text =
            fs::read_to_string(&source).with_context(|| format!("cannot read {}", source.display()))?;
        let compiled = message_compiler::compile(&text, language);
        fs::write(folder.join(language).with_extension("txt"), compiled)?;
    }
    Ok(())
}
