//! Fetches the files in `static/samples/`.

use dynalab_app::samples::{Question, SampleEntry, Traffic, parse};

use crate::address::site;
use crate::browser::fetch_text::fetch_text;

pub async fn fetch_index() -> Result<Vec<SampleEntry>, String> {
    parse(&fetch("index").await?)
}

/// Fetches the text of a sample, which the worker loads unchanged.
pub async fn fetch_sample(id: &str) -> Result<String, String> {
    fetch(id).await
}

pub async fn fetch_traffic() -> Result<Traffic, String> {
    parse(&fetch("home-traffic").await?)
}

/// Fetches the access patterns of a sample. Returns an empty list on failure, because the workbench works without them.
pub async fn fetch_questions(id: &str) -> Vec<Question> {
    let text = fetch(&format!("{id}.questions")).await;
    text.and_then(|text| parse(&text)).unwrap_or_default()
}

async fn fetch(name: &str) -> Result<String, String> {
    fetch_text(&site::address(&format!("/samples/{name}.json"))).await
}
