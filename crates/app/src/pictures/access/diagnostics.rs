//! Problems of a policy, with their place in its text.

use serde_json::Value;

use super::permissions::Document;

#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// Line and column, both from 1, or none if the problem concerns the whole policy.
    pub place: Option<(usize, usize)>,
    pub sentence: String,
}

impl Diagnostic {
    /// Returns the line of the problem, with a mark below its column.
    pub fn source_line(&self, text: &str) -> Option<String> {
        let (line, column) = self.place?;
        let written = text.lines().nth(line - 1)?;
        let before: String = written.chars().take(column.saturating_sub(1)).map(|_| ' ').collect();
        Some(format!("{written}\n{before}^"))
    }
}

/// Returns the policies in a text, unchanged: one document, or a list of documents.
pub fn documents(text: &str) -> Result<Vec<String>, Diagnostic> {
    let parsed = parse(text)?;
    let listed =
        serde_json::from_str::<Vec<Document>>(text).ok().filter(|listed| listed.len() == parsed.len());
    let listed = listed.filter(|_| text.trim_start().starts_with('['));
    Ok(listed.map_or_else(
        || vec![text.to_owned()],
        |listed| listed.into_iter().map(|Document(text)| text).collect(),
    ))
}

fn parse(text: &str) -> Result<Vec<Value>, Diagnostic> {
    match serde_json::from_str(text) {
        Ok(Value::Array(documents)) => Ok(documents),
        Ok(document) => Ok(vec![document]),
        Err(error) => {
            let whole = error.to_string();
            let sentence = whole.split(" at line ").next().unwrap_or_default().to_owned();
            Err(Diagnostic { place: Some((error.line().max(1), error.column().max(1))), sentence })
        }
    }
}

/// Returns DynamoDB's message with the place in the text that it is about.
pub fn of_service(text: &str, sentence: &str) -> Diagnostic {
    Diagnostic {
        place: offset_of(text, sentence).map(|offset| place_of(text, offset)),
        sentence: sentence.to_owned(),
    }
}

fn offset_of(text: &str, sentence: &str) -> Option<usize> {
    if let Some((_, rest)) = sentence.split_once("condition operator ") {
        let operator = rest.split([',', ' ']).next()?;
        return text.find(&format!("\"{operator}\""));
    }
    if sentence.contains("Effect must be") {
        return nth_statement(text, |statement| {
            !matches!(statement.get("Effect").and_then(Value::as_str), Some("Allow" | "Deny"))
        })
        .map(|start| start + text[start..].find("\"Effect\"").unwrap_or_default());
    }
    if let Some((_, element)) = sentence.split_once("Missing required field ") {
        let element = element.trim_end_matches('.');
        let opposite = format!("Not{element}");
        return nth_statement(text, |statement| {
            statement.get(element).is_none() && statement.get(&opposite).is_none()
        });
    }
    if let Some((element, _)) = sentence.split_once(" and Not") {
        let element = element.rsplit(' ').next()?;
        return text.find(&format!("\"Not{element}\""));
    }
    None
}

/// Returns the offset of the first statement that is wrong.
fn nth_statement(text: &str, is_wrong: impl Fn(&Value) -> bool) -> Option<usize> {
    let documents = parse(text).ok()?;
    let statements = documents.iter().flat_map(|document| match &document["Statement"] {
        Value::Array(statements) => statements.iter().collect(),
        other => vec![other],
    });
    let number = statements.into_iter().position(is_wrong)?;
    // A statement is an object within a document, which is also an object.
    let (mut depth, mut quoted, mut escaped, mut seen) = (0, false, false, 0);
    for (offset, letter) in text.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '{' if !quoted => {
                depth += 1;
                if depth == 2 {
                    if seen == number {
                        return Some(offset);
                    }
                    seen += 1;
                }
            }
            '}' if !quoted => depth -= 1,
            _ => {}
        }
    }
    None
}

fn place_of(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "{\n  \"Statement\": [\n    { \"Effect\": \"Allow\", \"Action\": \"*\", \"Resource\": \"a{b\" },\n    { \"Effect\": \"Maybe\", \"Condition\": { \"StringAlmost\": {} } }\n  ]\n}";

    #[test]
    fn broken_json_is_broken_somewhere() {
        let mistake = documents("{\n  \"Statement\": [,]\n}").expect_err("it is broken");
        assert_eq!(mistake.place, Some((2, 17)));
        assert_eq!(
            mistake.source_line("{\n  \"Statement\": [,]\n}").as_deref(),
            Some("  \"Statement\": [,]\n                ^")
        );
        assert!(!mistake.sentence.contains("line"));
    }

    #[test]
    fn what_the_service_refuses_is_found_in_the_text() {
        let place = |sentence: &str| of_service(TEXT, sentence).place;
        assert_eq!(place("Invalid policy document: Effect must be Allow or Deny"), Some((4, 7)));
        assert_eq!(place("Invalid policy document: Missing required field Action"), Some((4, 5)));
        assert_eq!(
            place(
                "Invalid policy document: There is no condition operator StringAlmost, or it has no keys with values"
            ),
            Some((4, 41))
        );
        assert_eq!(place("A policy can have at most 6144 bytes"), None);
    }

    #[test]
    fn one_policy_or_several() {
        assert_eq!(documents("{}"), Ok(vec!["{}".to_owned()]));
        assert_eq!(
            documents("[{\"b\": 1, \"a\": 2}, {}]"),
            Ok(vec!["{\"b\": 1, \"a\": 2}".to_owned(), "{}".to_owned()])
        );
        assert!(documents("[{}, ").is_err());
    }
}
