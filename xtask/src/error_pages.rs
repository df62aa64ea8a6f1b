//! Writes the pages that explain errors of DynamoDB, in both languages, from `web/errors`. They are documents without the app.

mod document;
mod example;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use dynalab_lessons::search::ErrorEntry;
use dynalab_lessons::{CourseIndex, Language};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::lesson_pages::Labels;
use crate::plain_page::Words;
use crate::{folders, page_address};
use document::Shared;

/// The text of each error, by its name.
pub type Errors = BTreeMap<String, ErrorText>;
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ErrorText {
    pub status: u16,
    pub retry: Retry,
    /// Names of related errors.
    pub see: Vec<String>,
    pub en: Explanation,
    pub ja: Explanation,
    pub example: Option<Example>,
}

/// Whether a client may send the same request again.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Retry {
    Yes,
    Later,
    Changed,
    Depends,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explanation {
    pub means: String,
    pub why: Vec<String>,
    #[serde(rename = "do")]
    pub to_do: Vec<String>,
}

/// Requests, the last of which returns the error.
#[derive(Debug, Deserialize)]
pub struct Example {
    pub before: Vec<Request>,
    #[serde(flatten)]
    pub request: Request,
}

#[derive(Debug, Deserialize)]
pub struct Request {
    pub operation: String,
    pub request: Map<String, Value>,
}

impl ErrorText {
    pub fn said(&self, language: Language) -> &Explanation {
        match language {
            Language::English => &self.en,
            Language::Japanese => &self.ja,
        }
    }
}

/// Writes `errors/NAME/index.html` and its Japanese version for each error, and the lists of all errors.
pub fn write(site: &Path, course: &CourseIndex) -> Result<()> {
    let (errors, words) = read()?;
    let labels = Labels::read()?;
    let shared = Shared { words: &words, course, labels: &labels };
    for language in Language::ALL {
        let list = document::of_all(&errors, &words, language);
        page_address::write_with_former(site, language, "/errors/", &list)?;
        for (name, error) in &errors {
            let page = document::of_one(name, error, &shared, language).with_context(|| name.clone())?;
            page_address::write_with_former(site, language, &format!("/errors/{name}/"), &page)?;
        }
    }
    write_list(site, &errors)
}

/// Writes `lessons/errors.json`.
fn write_list(site: &Path, errors: &Errors) -> Result<()> {
    let listed = errors.iter().map(|(name, error)| ErrorEntry {
        name: name.clone(),
        en: error.en.means.clone(),
        ja: error.ja.means.clone(),
    });
    let text = serde_json::to_string(&listed.collect::<Vec<_>>())?;
    Ok(fs::write(site.join("lessons/errors.json"), text)?)
}

fn read() -> Result<(Errors, Words)> {
    let source = folders::root().join("web/errors");
    let words = fs::read_to_string(source.join("words.json")).context("web/errors/words.json")?;
    let words: Words = serde_json::from_str(&words).context("web/errors/words.json")?;
    let mut errors = Errors::new();
    for entry in fs::read_dir(source.join("pages")).context("web/errors/pages")? {
        let file = entry?.path();
        let name = file.file_stem().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        let text = fs::read_to_string(&file)?;
        let error: ErrorText = serde_json::from_str(&text).with_context(|| file.display().to_string())?;
        errors.insert(name, error);
    }
    for (name, error) in &errors {
        let lost = error.see.iter().find(|other| !errors.contains_key(*other));
        ensure!(lost.is_none(), "{name} leads to {lost:?}, which has no page");
    }
    Ok((errors, words))
}

#[cfg(test)]
mod tests;
