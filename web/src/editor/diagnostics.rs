//! Sentences about problems, about parts that a form cannot express, and about parts that it omits.

use dynalab_playground::request_text::mistake::MistakeKind;
use dynalab_playground::request_text::why_not::WhyNot;

use crate::messages::{Filling, Messages, Template};
use crate::sentences;

pub fn of_mistake(messages: &Messages, mistake: &MistakeKind) -> String {
    let (name, gaps) = mistake.sentence();
    fill(messages, sentences::editor::mistake(name), name, &gaps)
}

pub fn of_why_not(messages: &Messages, why_not: &WhyNot) -> String {
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
        use dynalab_playground::request_text::mistake::Expected;
        let kinds = [
            MistakeKind::Unfinished,
            MistakeKind::Unclosed,
            MistakeKind::Unexpected,
            MistakeKind::TooDeep,
            MistakeKind::ObjectExpected,
            MistakeKind::NoRequest,
            MistakeKind::UnknownOperation { name: text() },
            MistakeKind::UnknownMember { name: text(), owner: text() },
            MistakeKind::UnknownOption { name: text(), operation: text() },
            MistakeKind::ValueMissing { name: text() },
            MistakeKind::MemberMissing { name: text() },
            MistakeKind::KnownElsewhere { what: text() },
            MistakeKind::NotUnderstood { what: text() },
            MistakeKind::ValueExpected { expected: Expected::Text },
            MistakeKind::NotOneOf { value: text(), values: text() },
            MistakeKind::MixedSet,
            MistakeKind::NotBase64,
            MistakeKind::Expression { sentence: text() },
            MistakeKind::LeftOut { what: text() },
            MistakeKind::ReservedWord { word: text() },
            MistakeKind::NotDefined { name: text() },
            MistakeKind::NotUsed { name: text() },
        ];
        for kind in kinds {
            let (name, gaps) = kind.sentence();
            let line = source.split_once(&format!("\nmistake-{name} =")).map(|(_, rest)| rest);
            let sentence = line.unwrap_or_else(|| panic!("mistake-{name} is missing"));
            let sentence = sentence.split("\nmistake-").next().unwrap_or_default();
            assert!(gaps.iter().all(|(gap, _)| sentence.contains(&format!("${gap}"))), "{name}");
        }
        let reasons = [
            WhyNot::NotRead,
            WhyNot::UnknownOperation { name: text() },
            WhyNot::NoStatement { operation: text() },
            WhyNot::NoWords { what: text() },
            WhyNot::Legacy { member: text() },
            WhyNot::Binary,
            WhyNot::SortKeyUnknown,
            WhyNot::Broken { sentence: text() },
        ];
        for reason in reasons {
            let name = reason.sentence().0;
            assert!(source.contains(&format!("\nwhy-not-{name} =")), "why-not-{name} is missing");
        }
    }
}
