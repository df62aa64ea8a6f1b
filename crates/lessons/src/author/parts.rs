//! Splits a text file of a lesson into parts. A line `# key` begins each part.

use super::problem::TextProblem;

/// Keys in the order of the file, each with its Markdown.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    pub parts: Vec<(String, String)>,
}

impl Parts {
    pub fn parse(text: &str) -> (Parts, Vec<TextProblem>) {
        let mut parts: Vec<(String, String)> = Vec::new();
        let mut problems = Vec::new();
        let mut in_code = false;
        for line in text.lines() {
            in_code ^= line.trim_start().starts_with("```");
            let key = line.strip_prefix("# ").filter(|_| !in_code);
            match (key, parts.last_mut()) {
                (Some(key), _) => parts.push((key.trim().to_owned(), String::new())),
                (None, Some((_, text))) => {
                    text.push_str(line);
                    text.push('\n');
                }
                (None, None) if line.trim().is_empty() => {}
                (None, None) => problems.push(TextProblem::TextBeforeParts),
            }
        }
        for (key, text) in &mut parts {
            *text = text.trim().to_owned();
            if text.is_empty() {
                problems.push(TextProblem::EmptyPart { part: key.clone() });
            }
        }
        problems.truncate(20);
        (Parts { parts }, problems)
    }

    pub fn get(&self, key: &str) -> Option<&str> {
        self.parts.iter().find(|(known, _)| known == key).map(|(_, text)| text.as_str())
    }

    pub fn keys(&self) -> Vec<String> {
        self.parts.iter().map(|(key, _)| key.clone()).collect()
    }
}
