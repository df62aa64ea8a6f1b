//! Sentences about problems, about parts that a form cannot express, and about parts that it omits.

use dynalab_messages::{Filling, Messages, Template};
use dynalab_request_text::conversion_error::ConversionError;
use dynalab_request_text::diagnostic::DiagnosticKind;

use crate::sentences;

pub fn of_mistake(messages: &Messages, mistake: &DiagnosticKind) -> String {
    let (name, gaps) = mistake.sentence();
    fill(messages, sentences::editor::mistake(name), name, &gaps)
}

pub fn of_why_not(messages: &Messages, why_not: &ConversionError) -> String {
    let (name, gaps) = why_not.sentence();
    fill(messages, sentences::editor::why_not(name), name, &gaps)
}

/// Returns a sentence about the parts of the request that the text omits, or none.
pub fn of_left_out(messages: &Messages, left_out: &[String]) -> Option<String> {
    let (differing, others): (Vec<&String>, Vec<&String>) =
        left_out.iter().partition(|name| matches!(name.as_str(), "PutItem" | "UpdateItem"));
    let mut sentences: Vec<String> =
        differing.iter().map(|name| messages.text_or(sentences::editor::differs(name), name)).collect();
    if !others.is_empty() {
        let names: Vec<&str> = others.iter().map(|name| name.as_str()).collect();
        sentences.push(messages.text(sentences::editor::LeftOut { names: names.join(", ").as_str().into() }));
    }
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

fn fill(
    messages: &Messages,
    template: Option<Template>,
    name: &str,
    gaps: &[(&'static str, &str)],
) -> String {
    let values: Vec<(&str, Filling)> = gaps.iter().map(|(name, text)| (*name, Filling::Text(text))).collect();
    template.map_or_else(|| name.to_owned(), |template| messages.fill(template, &values))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mistake_has_its_sentence() {
        let source = include_str!("../../messages/en/editor.ftl");
        let text = || String::from("x");
        use dynalab_request_text::diagnostic::Expected;
        let kinds = [
            DiagnosticKind::Unfinished,
            DiagnosticKind::Unclosed,
            DiagnosticKind::Unexpected,
            DiagnosticKind::TooDeep,
            DiagnosticKind::ObjectExpected,
            DiagnosticKind::NoRequest,
            DiagnosticKind::UnknownOperation { name: text() },
            DiagnosticKind::WaitNotNeeded,
            DiagnosticKind::UnknownMember { name: text(), owner: text() },
            DiagnosticKind::UnknownOption { name: text(), operation: text() },
            DiagnosticKind::ValueMissing { name: text() },
            DiagnosticKind::MemberMissing { name: text() },
            DiagnosticKind::KnownElsewhere { what: text() },
            DiagnosticKind::NotUnderstood { what: text() },
            DiagnosticKind::ValueExpected { expected: Expected::Text },
            DiagnosticKind::NotOneOf { value: text(), values: text() },
            DiagnosticKind::MixedSet,
            DiagnosticKind::NotBase64,
            DiagnosticKind::Expression { sentence: text() },
            DiagnosticKind::LeftOut { what: text() },
            DiagnosticKind::ReservedWord { word: text() },
            DiagnosticKind::NotDefined { name: text() },
            DiagnosticKind::NotUsed { name: text() },
        ];
        for kind in kinds {
            let (name, gaps) = kind.sentence();
            let line = source.split_once(&format!("\nmistake-{name} =")).map(|(_, rest)| rest);
            let sentence = line.unwrap_or_else(|| panic!("mistake-{name} is missing"));
            let sentence = sentence.split("\nmistake-").next().unwrap_or_default();
            assert!(gaps.iter().all(|(gap, _)| sentence.contains(&format!("${gap}"))), "{name}");
        }
        let reasons = [
            ConversionError::NotRead,
            ConversionError::UnknownOperation { name: text() },
            ConversionError::NoStatement { operation: text() },
            ConversionError::NoWords { what: text() },
            ConversionError::Legacy { member: text() },
            ConversionError::Binary,
            ConversionError::SortKeyUnknown,
            ConversionError::Broken { sentence: text() },
        ];
        for reason in reasons {
            let name = reason.sentence().0;
            assert!(source.contains(&format!("\nwhy-not-{name} =")), "why-not-{name} is missing");
        }
    }
}
