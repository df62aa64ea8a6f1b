//! The search over the course: lessons, terms, errors and reference cards, in both languages at once.

mod concepts;
pub mod question;

use serde::{Deserialize, Serialize};

use self::question::{Word, asked_words, typed_words};
use crate::course::{CourseEntry, CourseIndex, IndexedChapter};
use crate::glossary::{Glossary, Term};
use crate::text::Language;

/// Maximum number of results.
pub const FOUND_MAX: usize = 12;

/// An error in the site's list of errors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorEntry {
    pub name: String,
    pub en: String,
    pub ja: String,
}

impl ErrorEntry {
    pub fn meaning(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::Japanese => &self.ja,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Found<'a> {
    Lesson(&'a CourseEntry),
    /// Links to the lesson that introduces the term.
    Term(&'a Term),
    Error(&'a ErrorEntry),
    /// Links to the reference card of the chapter.
    Chapter(&'a IndexedChapter),
}

/// Ranks of texts: a lower rank is a better result.
const NAME_BEGINS: u32 = 0;
const NAME_CONTAINS: u32 = 1;
const OTHER_NAME: u32 = 2;
const ABOUT: u32 = 6;
/// Added to the rank of a text in the other language: its names are after all names in the reader's language.
const OTHER_LANGUAGE: u32 = 3;
/// Added for a word that means the same as the one that is asked.
const OTHER_WORD: u32 = 4;
/// The rank for a word of a question that a result does not have.
const MISSING: u32 = 40;

/// Returns the results that contain every word of the query, the best first. If there are none, the query is taken as a question: words
/// that say nothing about what is asked are dropped, and results need only some of the others.
pub fn search<'a>(
    query: &str,
    language: Language,
    course: &'a CourseIndex,
    glossary: &'a Glossary,
    errors: &'a [ErrorEntry],
) -> Vec<Found<'a>> {
    let typed = typed_words(query);
    if typed.is_empty() {
        return Vec::new();
    }
    let lessons = course.entries().map(Found::Lesson);
    let terms = glossary.terms.iter().map(Found::Term);
    let chapters = course.chapters.iter().map(Found::Chapter);
    let all = lessons.chain(terms).chain(errors.iter().map(Found::Error)).chain(chapters);
    let all: Vec<(Found, Fields)> = all.map(|found| (found, folded_fields(&found, language))).collect();
    let typed = spellings_of(&typed);
    let found = best(&all, |fields| ranks(&typed, fields).into_iter().sum());
    if !found.is_empty() {
        return found;
    }
    let asked = spellings_of(&asked_words(query));
    best(&all, |fields| {
        let ranks = ranks(&asked, fields);
        let has_some = ranks.iter().any(Option::is_some);
        has_some.then(|| ranks.into_iter().map(|rank| rank.unwrap_or(MISSING)).sum())
    })
}

/// Returns the results with a rank, the best first.
fn best<'a>(all: &[(Found<'a>, Fields)], rank: impl Fn(&Fields) -> Option<u32>) -> Vec<Found<'a>> {
    let mut ranked: Vec<(u32, Found)> =
        all.iter().filter_map(|(found, fields)| Some((rank(fields)?, *found))).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().take(FOUND_MAX).map(|(_, found)| found).collect()
}

/// The texts of a result in both languages, each with its rank, as they are searched.
type Fields = Vec<(u32, String)>;

fn folded_fields(found: &Found, language: Language) -> Fields {
    Language::ALL
        .into_iter()
        .flat_map(|known| {
            let more = if known == language { 0 } else { OTHER_LANGUAGE };
            fields(found, known).into_iter().map(move |(rank, text)| (rank + more, fold(text)))
        })
        .collect()
}

/// The spellings of a word that are searched, each with what it adds to a rank.
type Spellings = Vec<(u32, String)>;

fn spellings_of(words: &[Word]) -> Vec<Spellings> {
    let spellings = |word: &Word| {
        let others = word.others.iter().map(|letters| (OTHER_WORD, letters));
        [(0, &word.letters)]
            .into_iter()
            .chain(others)
            .map(|(more, letters)| (more, letters.iter().collect()))
            .collect()
    };
    words.iter().map(spellings).collect()
}

/// Returns the rank of each word. None for a word that the result does not have.
fn ranks(words: &[Spellings], fields: &Fields) -> Vec<Option<u32>> {
    let rank = |word: &Spellings| {
        word.iter().filter_map(|(more, spelling)| Some(rank_of_word(spelling, fields)? + more)).min()
    };
    words.iter().map(rank).collect()
}

/// Returns the best rank of a word, or None if no field contains it.
fn rank_of_word(word: &str, fields: &[(u32, String)]) -> Option<u32> {
    let ranks = fields.iter().filter_map(|(rank, text)| {
        let place = text.find(word)?;
        // A name that begins with the word is a better result.
        let is_name = [NAME_CONTAINS, NAME_CONTAINS + OTHER_LANGUAGE].contains(rank);
        Some(if is_name && place == 0 { rank - NAME_CONTAINS + NAME_BEGINS } else { *rank })
    });
    ranks.min()
}

/// Returns the texts of a result in one language, each with its rank.
fn fields<'a>(found: &Found<'a>, language: Language) -> Vec<(u32, &'a str)> {
    match found {
        Found::Lesson(entry) => {
            let text = entry.text(language);
            let errors = entry.errors.iter().map(|name| (ABOUT, name.as_str()));
            [(NAME_CONTAINS, text.title.as_str()), (ABOUT, text.summary.as_str())]
                .into_iter()
                .chain(errors)
                .collect()
        }
        Found::Term(term) => {
            let text = term.text(language);
            let also = text.also.iter().map(|name| (OTHER_NAME, name.as_str()));
            [(NAME_CONTAINS, text.name.as_str()), (ABOUT, text.definition.as_str())]
                .into_iter()
                .chain(also)
                .collect()
        }
        Found::Error(error) => vec![(NAME_CONTAINS, error.name.as_str()), (ABOUT, error.meaning(language))],
        Found::Chapter(chapter) => {
            let text = chapter.text(language);
            vec![(OTHER_NAME, text.title.as_str()), (ABOUT, text.summary.as_str())]
        }
    }
}

/// Converts to lowercase, half-width Latin and katakana, so that different spellings match.
fn fold(text: &str) -> String {
    text.chars().flat_map(fold_letter).collect()
}

/// Converts a letter to lowercase, half-width Latin or katakana. The lowercase of a letter can be several letters.
pub fn fold_letter(letter: char) -> impl Iterator<Item = char> {
    let folded = letter.to_lowercase().map(|letter| match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        '\u{3041}'..='\u{3096}' => char::from_u32(u32::from(letter) + 0x60).unwrap_or(letter),
        _ => letter,
    });
    folded.flat_map(char::to_lowercase)
}
