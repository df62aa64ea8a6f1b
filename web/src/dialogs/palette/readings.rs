//! What the palette offers to read: lessons, terms, errors and reference cards.

use dynalab_app::request::play_query::PlayQuery;
use dynalab_app::shared::Shared;
use dynalab_lessons::course::IndexedChapter;
use dynalab_lessons::glossary::Term;
use dynalab_lessons::search::ErrorEntry;
use dynalab_lessons::{CourseEntry, Language};

use super::entries::{Entry, EntryAction};
use crate::address::site;
use crate::learn::course::{card_address, numbered_title, route};
use crate::learn::language_of;
use crate::learn::site_files::{CourseFiles, fetch_course, fetch_errors};
use crate::page::scene::Scene;
use crate::page::sentences;

/// The lists of the course, and of the pages about errors. A list that cannot be fetched is left out.
#[derive(Clone, Default, PartialEq)]
pub struct Readings {
    course: Option<CourseFiles>,
    errors: Option<Shared<Vec<ErrorEntry>>>,
}

/// Fetches the lists that are not known yet.
pub async fn fetch(known: Readings) -> Readings {
    let errors = async {
        match known.errors {
            Some(errors) => Some(errors),
            None => fetch_errors().await.ok().map(Shared::new),
        }
    };
    let (course, errors) = futures_util::join!(fetch_course(), errors);
    Readings { course: course.ok().or(known.course), errors }
}

/// Returns the entries, in the order of the course.
pub fn entries(scene: &Scene, readings: &Readings) -> Vec<Entry> {
    let language = language_of(scene);
    let mut entries = Vec::new();
    if let Some(course) = &readings.course {
        entries.extend(course.index.entries().map(|entry| lesson(entry, language)));
        entries.extend(course.glossary.terms.iter().filter_map(|term| self::term(course, term, language)));
        entries.extend(course.index.chapters.iter().map(|chapter| card(scene, chapter, language)));
    }
    entries.extend(
        readings.errors.iter().flat_map(|errors| errors.iter()).map(|known| error(scene, known, language)),
    );
    entries
}

fn lesson(entry: &CourseEntry, language: Language) -> Entry {
    let text = entry.text(language);
    Entry {
        about: text.summary.clone(),
        // A lesson is found by its title in the other language and by the errors that it shows.
        synonyms: format!("{} {}", entry.text(other(language)).title, entry.errors.join(" ")).into(),
        ..reading(
            sentences::dialogs::PALETTE_LESSON,
            numbered_title(entry, language),
            EntryAction::Go(route(entry), PlayQuery::default()),
        )
    }
}

/// A term opens the lesson that explains it. A term of a lesson that is not written is left out.
fn term(course: &CourseFiles, term: &Term, language: Language) -> Option<Entry> {
    let lesson = course.index.entries().find(|entry| entry.id == term.lesson)?;
    let (text, other) = (term.text(language), term.text(other(language)));
    Some(Entry {
        about: text.definition.clone(),
        synonyms: format!("{} {} {}", text.also.join(" "), other.name, other.also.join(" ")).into(),
        ..reading(
            sentences::dialogs::PALETTE_TERM,
            text.name.clone(),
            EntryAction::Go(route(lesson), PlayQuery::default()),
        )
    })
}

fn card(scene: &Scene, chapter: &IndexedChapter, language: Language) -> Entry {
    let text = chapter.text(language);
    Entry {
        about: text.summary.clone(),
        synonyms: chapter.text(other(language)).title.clone().into(),
        ..reading(
            sentences::dialogs::PALETTE_CARD,
            format!("{} {}", chapter.number, text.title),
            EntryAction::Open(card_address(scene, chapter)),
        )
    }
}

fn error(scene: &Scene, error: &ErrorEntry, language: Language) -> Entry {
    Entry {
        about: error.meaning(language).to_owned(),
        ..reading(
            sentences::dialogs::PALETTE_ERROR,
            error.name.clone(),
            EntryAction::Open(site::error_page(&error.name, scene.app.language())),
        )
    }
}

fn reading(kind: crate::page::messages::Sentence, name: String, does: EntryAction) -> Entry {
    Entry { is_reading: true, ..Entry::new(kind, name, does) }
}

fn other(language: Language) -> Language {
    match language {
        Language::English => Language::Japanese,
        Language::Japanese => Language::English,
    }
}
