//! An attribute whose name is a reserved word, which DynamoDB rejects in an expression. The alternative uses a placeholder.

use dynalab_types::json::{Object, Value};

use super::{Advice, Claim, OriginalRequest, Situation, string};

const EXPRESSIONS: &[&str] = &[
    "KeyConditionExpression",
    "FilterExpression",
    "ProjectionExpression",
    "ConditionExpression",
    "UpdateExpression",
];

pub(super) fn propose(situation: &Situation) -> Vec<Advice> {
    let mut asked = situation.asked.clone();
    let Some((_, message)) = &situation.met.error else { return Vec::new() };
    let Some((_, first)) = message.rsplit_once("reserved keyword: ") else { return Vec::new() };
    // Further reserved words are found by executing the request again after each replacement.
    let mut word = first.to_owned();
    for _ in 0..8 {
        let Some(other) = with_placeholder(&asked, &word) else { return Vec::new() };
        asked = other;
        match refused_word(situation, &asked) {
            Some(next) => word = next,
            None => break,
        }
    }
    vec![Advice {
        rule: "reserved-word",
        figures: vec![("word", first.to_owned())],
        also_instead_of: Vec::new(),
        preparation: Vec::new(),
        requests: vec![asked],
        claim: Claim::AnotherAnswer,
    }]
}

fn refused_word(situation: &Situation, asked: &OriginalRequest) -> Option<String> {
    let request = dynalab_service::Request::parse(&asked.operation, &asked.body_text()).ok()?;
    let message = situation.engine.explain(&request).err()?.message()?;
    message.rsplit_once("reserved keyword: ").map(|(_, word)| word.to_owned())
}

fn with_placeholder(asked: &OriginalRequest, word: &str) -> Option<OriginalRequest> {
    let placeholder = format!("#{}", word.to_ascii_lowercase());
    let mut body = asked.body.clone();
    let mut names = asked.object("ExpressionAttributeNames").cloned().unwrap_or_default();
    let mut spelled = None;
    for member in EXPRESSIONS {
        let Some(text) = asked.text(member) else { continue };
        let (replaced, found) = replace_word(text, word, &placeholder);
        if let Some(found) = found {
            spelled = Some(found);
            body.insert((*member).to_owned(), string(replaced));
        }
    }
    if names.contains_key(&placeholder) {
        return None;
    }
    names.insert(placeholder, string(spelled?));
    body.insert("ExpressionAttributeNames".to_owned(), Value::Object(names as Object));
    Some(OriginalRequest::new(&asked.operation, body))
}

/// Replaces whole words that are neither placeholders nor values. Returns the text and the word as it was spelled.
fn replace_word(text: &str, word: &str, by: &str) -> (String, Option<String>) {
    let (mut replaced, mut found) = (String::new(), None);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '#' | ':');
        let length = rest.find(|letter: char| !is_word(letter)).unwrap_or(rest.len());
        let (token, after) = rest.split_at(if is_word(first) { length } else { first.len_utf8() });
        if token.eq_ignore_ascii_case(word) {
            found = Some(token.to_owned());
            replaced.push_str(by);
        } else {
            replaced.push_str(token);
        }
        rest = after;
    }
    (replaced, found)
}
