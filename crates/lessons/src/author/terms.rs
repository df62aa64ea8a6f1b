//! Checks terms: a lesson links the terms that it introduces, and uses no term of a later lesson.

use super::LessonReferences;
use super::parts::Parts;
use super::problem::{Problem, TextProblem};
use super::structure::{check_paragraph, paragraphs};
use crate::glossary::{Glossary, Term};
use crate::lesson::LessonFacts;
use crate::text::Language;

/// Parts that a learner reads before the task is solved.
const EXPLAINING: &[&str] = &["text", "task"];

pub(super) fn check(
    language: Language,
    parts: &Parts,
    facts: &LessonFacts,
    surroundings: &LessonReferences,
) -> Vec<TextProblem> {
    let mut problems = Vec::new();
    for term in &facts.introduces {
        let link = format!("](term:{term})");
        let is_linked =
            EXPLAINING.iter().any(|part| parts.get(part).is_some_and(|text| text.contains(&link)));
        if !is_linked {
            problems.push(TextProblem::TermNotLinked { term: term.clone() });
        }
    }
    let (known, later): (Vec<&Term>, Vec<&Term>) =
        surroundings.glossary.terms.iter().partition(|term| term.lesson <= facts.id);
    for (part, markdown) in &parts.parts {
        for term in terms_in(language, &paragraphs(markdown), &known, &later) {
            problems.push(TextProblem::TermTooEarly {
                part: part.clone(),
                term: term.text(language).name.clone(),
                lesson: term.lesson,
            });
        }
    }
    problems
}

/// Checks the definitions: their style, and that they use no term of a later lesson.
pub(super) fn check_glossary(glossary: &Glossary) -> Vec<Problem> {
    let mut problems = Vec::new();
    for term in &glossary.terms {
        let (known, later): (Vec<&Term>, Vec<&Term>) =
            glossary.terms.iter().partition(|other| other.lesson <= term.lesson);
        let part = format!("term {}", term.id);
        for language in Language::ALL {
            let definition = term.text(language).definition.clone();
            let early = terms_in(language, std::slice::from_ref(&definition), &known, &later);
            let mut found: Vec<TextProblem> = early
                .into_iter()
                .map(|early| TextProblem::TermTooEarly {
                    part: part.clone(),
                    term: early.text(language).name.clone(),
                    lesson: early.lesson,
                })
                .collect();
            found.extend(check_paragraph(language, &part, &definition));
            problems.extend(found.into_iter().map(|problem| Problem::Text { language, problem }));
        }
    }
    problems
}

/// Returns the later terms that occur in the text. Words that belong to the name of a known term do not count.
fn terms_in<'a>(
    language: Language,
    paragraphs: &[String],
    known: &[&'a Term],
    later: &[&'a Term],
) -> Vec<&'a Term> {
    let mut names: Vec<(&'a str, Option<&'a Term>)> = Vec::new();
    for (terms, are_later) in [(known, false), (later, true)] {
        for term in terms.iter().copied() {
            let text = term.text(language);
            let also = text.also.iter().map(String::as_str);
            let found = are_later.then_some(term).filter(|term| !term.everyday);
            names.extend(std::iter::once(text.name.as_str()).chain(also).map(|name| (name, found)));
        }
    }
    // Match longer names first.
    names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    let mut terms: Vec<&Term> = Vec::new();
    for paragraph in paragraphs {
        let mut text = paragraph.to_lowercase();
        for (name, term) in &names {
            let name = name.to_lowercase();
            if !name.is_empty() && take_out(language, &mut text, &name) {
                terms.extend(term.filter(|term| !terms.iter().any(|known| known.id == term.id)));
            }
        }
    }
    terms
}

/// Returns whether the name occurs, and blanks every occurrence.
fn take_out(language: Language, text: &mut String, name: &str) -> bool {
    let mut found = false;
    let mut from = 0;
    while let Some(at) = text[from..].find(name).map(|at| at + from) {
        let end = at + name.len();
        if is_whole(language, text, at, end) {
            text.replace_range(at..end, &" ".repeat(end - at));
            found = true;
        }
        from = end;
    }
    found
}

/// Returns whether an occurrence is a whole word. In English it ends where the letters end, except for a plural. Japanese has
/// no spaces between words, so any position is valid there, except for Latin names.
fn is_whole(language: Language, text: &str, at: usize, end: usize) -> bool {
    let is_latin_name = text[at..end].is_ascii();
    if language == Language::Japanese && !is_latin_name {
        return true;
    }
    let goes_on = |character: char| character.is_ascii_alphanumeric();
    let rest = &text[end..];
    let rest = rest.strip_prefix("es").filter(|rest| !rest.starts_with(goes_on)).unwrap_or(rest);
    let rest = rest.strip_prefix('s').filter(|rest| !rest.starts_with(goes_on)).unwrap_or(rest);
    !text[..at].ends_with(goes_on) && !rest.starts_with(goes_on)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::glossary::TermText;
    use crate::id::LessonId;

    fn term(id: &str, chapter: u8, en: &str, ja: &str) -> Term {
        let text = |name: &str| TermText {
            name: name.to_owned(),
            also: Vec::new(),
            definition: "A definition.".to_owned(),
        };
        Term {
            id: id.to_owned(),
            lesson: LessonId::lesson(chapter, 1),
            everyday: false,
            en: text(en),
            ja: text(ja),
        }
    }

    fn found(language: Language, text: &str) -> Vec<String> {
        let known = [term("partition-key", 1, "partition key", "パーティションキー")];
        let later = [
            term("partition", 2, "partition", "パーティション"),
            term("gsi", 3, "GSI", "GSI"),
            term("index", 3, "index", "インデックス"),
        ];
        let terms = terms_in(language, &[text.to_owned()], &known.each_ref(), &later.each_ref());
        terms.into_iter().map(|term| term.id.clone()).collect()
    }

    #[test]
    fn a_later_term_is_found_and_a_known_one_is_not() {
        assert_eq!(found(Language::English, "A partition key, two Partition keys."), Vec::<String>::new());
        assert_eq!(found(Language::English, "The partitions."), ["partition"]);
        assert_eq!(found(Language::English, "Two indexes and a GSI."), ["index", "gsi"]);
        assert_eq!(found(Language::English, "Reindexing."), Vec::<String>::new());
        assert_eq!(found(Language::Japanese, "パーティションキーを指定します。"), Vec::<String>::new());
        assert_eq!(found(Language::Japanese, "パーティションは GSI にもあります。"), ["partition", "gsi"]);
    }
}
