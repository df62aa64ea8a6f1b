//! The npm packages in the bundles of the site.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::Value;

use super::Library;

#[derive(Deserialize)]
struct Manifest {
    name: String,
    version: String,
    license: String,
    /// A text, or an object with a name.
    #[serde(default)]
    author: Value,
}

pub fn library(folder: &Path) -> Result<Library> {
    let file = folder.join("package.json");
    let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let manifest: Manifest = serde_json::from_str(&text).with_context(|| file.display().to_string())?;
    let author = manifest.author.as_str().or(manifest.author["name"].as_str());
    Ok(Library {
        source: format!("https://www.npmjs.com/package/{}", manifest.name),
        name: manifest.name,
        version: manifest.version,
        license: manifest.license,
        authors: author.map(str::to_owned).into_iter().collect(),
        folder: Some(folder.to_owned()),
    })
}
