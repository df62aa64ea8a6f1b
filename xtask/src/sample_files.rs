//! Splits each sample into two files: the design for the home page, and the access patterns for the workbench.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::value::RawValue;

#[derive(Deserialize)]
struct Entry {
    id: String,
}

#[derive(Deserialize)]
struct Sample<'a> {
    #[serde(borrow, default)]
    questions: Option<&'a RawValue>,
}

/// Moves the access patterns of each sample of the index into `samples/ID.questions.json`.
pub fn split(site: &Path) -> Result<()> {
    let folder = site.join("samples");
    let index = fs::read_to_string(folder.join("index.json")).context("there is no index of the samples")?;
    for Entry { id } in serde_json::from_str::<Vec<Entry>>(&index).context("the index of the samples")? {
        let file = folder.join(format!("{id}.json"));
        let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let (design, questions) = divided(&text).with_context(|| file.display().to_string())?;
        fs::write(folder.join(format!("{id}.questions.json")), questions)?;
        fs::write(&file, design)?;
    }
    Ok(())
}

/// Returns the text without its access patterns, and the access patterns as they were written.
fn divided(text: &str) -> Result<(String, String)> {
    let sample: Sample = serde_json::from_str(text)?;
    let Some(questions) = sample.questions.map(RawValue::get) else {
        return Ok((text.to_owned(), "[]".to_owned()));
    };
    let begin = questions.as_ptr() as usize - text.as_ptr() as usize;
    let before = text[..begin].trim_end().trim_end_matches(':').trim_end();
    let before =
        before.strip_suffix("\"questions\"").context("questions have no name before them")?.trim_end();
    let after = text[begin + questions.len()..].trim_start();
    // Remove one of the two commas around them.
    let (before, after) = match before.strip_suffix(',') {
        Some(before) => (before, after),
        None => (before, after.strip_prefix(',').unwrap_or(after)),
    };
    Ok((format!("{before}{after}"), questions.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::divided;

    #[test]
    fn questions_are_taken_out_wherever_they_stand() {
        for text in [
            r#"{"a": 1, "questions": [{"q": "],"}]}"#,
            r#"{"questions": [{"q": "],"}], "a": 1}"#,
            r#"{"a": 1, "questions" : [{"q": "],"}] , "b": 2}"#,
        ] {
            let (design, questions) = divided(text).expect("a sample");
            assert_eq!(questions, r#"[{"q": "],"}]"#);
            let design: serde_json::Value = serde_json::from_str(&design).expect("it is still JSON");
            assert_eq!(design["a"], 1);
            assert!(design.get("questions").is_none());
        }
        assert_eq!(divided("{}").expect("a sample").1, "[]");
    }
}
