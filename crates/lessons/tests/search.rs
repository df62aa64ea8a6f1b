//! The search finds lessons, terms, errors and chapters by words of both languages.

use std::path::Path;
use std::sync::OnceLock;

use dynalab_lessons::author::files::{read_course, read_source};
use dynalab_lessons::author::{index, read};
use dynalab_lessons::search::{ErrorEntry, FOUND_MAX, Found, search};
use dynalab_lessons::{CourseIndex, Glossary, Language};

/// Returns the whole glossary and a few lessons. Reading proves each lesson, so all of them would take too long.
fn course() -> (CourseIndex, Glossary) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("course");
    let files = read_course(&root, &root.join("../../../web/errors/pages")).expect("a course");
    let wanted =
        ["1.7-conditional-writes", "2.4-pagination", "3.1-find-by-another-key", "6.3-the-hot-partition"];
    let folders = files.folders.iter().filter(|folder| wanted.iter().any(|name| folder.ends_with(name)));
    let lessons: Vec<_> =
        folders.filter_map(|folder| read(&read_source(folder).ok()?, &files.surroundings).0).collect();
    assert_eq!(lessons.len(), wanted.len());
    (index(&files.course, &lessons), files.surroundings.glossary)
}

fn errors() -> Vec<ErrorEntry> {
    let entry =
        |name: &str, en: &str, ja: &str| ErrorEntry { name: name.into(), en: en.into(), ja: ja.into() };
    vec![
        entry("ThrottlingException", "The request exceeded a limit.", "リクエストが上限を超えました。"),
        entry(
            "ConditionalCheckFailedException",
            "The condition was not met.",
            "条件が満たされませんでした。",
        ),
    ]
}

fn names(query: &str, language: Language) -> Vec<String> {
    static COURSE: OnceLock<(CourseIndex, Glossary)> = OnceLock::new();
    let (course, glossary) = COURSE.get_or_init(course);
    let errors = errors();
    let found = search(query, language, course, glossary, &errors);
    assert!(found.len() <= FOUND_MAX);
    let name = |found: &Found| match found {
        Found::Lesson(entry) => format!("lesson {}", entry.id),
        Found::Term(term) => format!("term {}", term.id),
        Found::Error(error) => format!("error {}", error.name),
        Found::Chapter(chapter) => format!("chapter {}", chapter.number),
    };
    found.iter().map(name).collect()
}

#[test]
fn names_come_before_texts_about_something() {
    for (query, first) in [
        ("pagination", "lesson 2.4"),
        ("hot partition", "term hot-partition"),
        ("throttlingexc", "error ThrottlingException"),
        ("Indexes", "chapter 3"),
        ("DAX", "term dax"),
    ] {
        let found = names(query, Language::English);
        assert_eq!(found.iter().take(2).filter(|name| *name == first).count(), 1, "{query}: {found:?}");
    }
}

#[test]
fn a_question_finds_what_it_is_about() {
    for (query, language, wanted) in [
        ("pagination elephants", Language::English, "lesson 2.4"),
        ("how do I get the next page?", Language::English, "lesson 2.4"),
        ("How do I prevent double booking", Language::English, "lesson 1.7"),
        ("ページングはどうやるの", Language::Japanese, "lesson 2.4"),
        ("二重予約を防ぐには", Language::Japanese, "lesson 1.7"),
    ] {
        let found = names(query, language);
        assert!(found.iter().take(3).any(|name| name == wanted), "{query}: {found:?}");
    }
}

#[test]
fn results_with_every_word_are_alone() {
    assert!(names("elephants", Language::English).is_empty());
    assert!(names("", Language::English).is_empty());
    assert!(names("  ", Language::Japanese).is_empty());
    let both = names("conditional write", Language::English);
    assert!(both.contains(&"lesson 1.7".to_owned()), "{both:?}");
}

#[test]
fn japanese_is_found_however_it_is_written() {
    for (query, wanted) in [
        ("ページネーション", "lesson 2.4"),
        ("ぺーじねーしょん", "lesson 2.4"),
        ("ｇｓｉ", "lesson 3.1"),
        ("GSI", "lesson 3.1"),
        ("条件", "error ConditionalCheckFailedException"),
        ("スロットリング", "term throttling"),
        ("hot partition", "term hot-partition"),
        ("ホット　パーティション", "term hot-partition"),
    ] {
        let found = names(query, Language::Japanese);
        assert!(found.contains(&wanted.to_owned()), "{query}: {found:?}");
    }
}
