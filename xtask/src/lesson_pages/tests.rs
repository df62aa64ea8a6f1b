//! The pages of the course are complete without the app, and the two languages link to each other.

use std::fs;

use dynalab_lessons::author::files::{read_course, read_source};
use dynalab_lessons::author::{index, read};
use dynalab_lessons::{Language, LessonId};

use super::{Labels, lesson_page, still};
use crate::folders;
use crate::lesson_files::BuiltCourse;

/// Reads a part of the course, because reading proves each lesson.
fn course(folders_of: &[&str]) -> BuiltCourse {
    let root = folders::root();
    let files =
        read_course(&root.join("crates/lessons/course"), &root.join("web/errors/pages")).expect("a course");
    let wanted = files.folders.iter().filter(|folder| folders_of.iter().any(|name| folder.ends_with(name)));
    let lessons: Vec<_> = wanted
        .map(|folder| read(&read_source(folder).expect("a lesson"), &files.surroundings).0.expect("a lesson"))
        .collect();
    assert_eq!(lessons.len(), folders_of.len());
    BuiltCourse { index: index(&files.course, &lessons), glossary: files.surroundings.glossary, lessons }
}

#[test]
fn a_lesson_is_whole_in_both_languages_without_the_app() {
    let course = course(&["1.1-a-table-in-this-tab", "1.7-conditional-writes"]);
    let document = fs::read_to_string(folders::root().join("static/index.html")).expect("the document");
    let labels = Labels::read().expect("labels");
    for lesson in &course.lessons {
        for (language, path) in [(Language::English, ""), (Language::Japanese, "/ja")] {
            let page = lesson_page(&document, lesson, &course, &labels, language).expect("a page");
            let slug = &lesson.facts.slug;
            for part in [
                format!("<title>{} · Dynalab</title>", lesson.text(language).title),
                format!("<link rel=\"canonical\" href=\"{path}/learn/{slug}/\">"),
                format!("<link hreflang=\"en\" rel=\"alternate\" href=\"/learn/{slug}/\">"),
                format!("<link hreflang=\"ja\" rel=\"alternate\" href=\"/ja/learn/{slug}/\">"),
                format!("<article class=\"learn-text\" lang=\"{}\">", language.code()),
                format!("<section class=\"prose lesson-still\" lang=\"{}\">", language.code()),
            ] {
                assert_eq!(page.matches(&part).count(), 1, "{part} in {slug}");
            }
            assert!(page.contains("<h1>") && page.contains("<details>") && page.contains("/boot.js"));
            assert_eq!(page.matches("boot-failed").count(), 2, "the app may fail to start");
            assert_eq!(
                page.contains("<a href=\"/ja/"),
                language == Language::Japanese,
                "links stay in the language"
            );
            assert!(page.contains("<div class=\"lesson-table\"><table><caption>"), "the start is a figure");
        }
    }
}

#[test]
fn links_of_a_lesson_lead_to_documents() {
    let html = "<a href=\"/learn/a-b\" data-lesson=\"1.4\">x</a> <span class=\"term\" role=\"button\" tabindex=\"0\" data-term=\"item\">y</span>";
    let english =
        "<a href=\"/learn/a-b/\" data-lesson=\"1.4\">x</a> <span class=\"term\" data-term=\"item\">y</span>";
    assert_eq!(still(html, Language::English), english);
    let japanese = html.replace("/learn/", "/ja/learn/");
    assert_eq!(still(&japanese, Language::Japanese), english.replace("/learn/", "/ja/learn/"));
}

#[test]
fn a_card_has_the_rule_and_the_errors_of_each_lesson() {
    let course = course(&["1.1-a-table-in-this-tab", "1.7-conditional-writes"]);
    let site = folders::target().join("test-cards");
    super::card::write(&site, &course, &Labels::read().expect("labels")).expect("cards");
    for (language, path) in [(Language::English, ""), (Language::Japanese, "/ja")] {
        let file = site.join(path.trim_start_matches('/')).join("cards/first-steps/index.html");
        let page = fs::read_to_string(file).expect("a card");
        for lesson in &course.lessons {
            assert!(page.contains(&still(&lesson.text(language).rule, language)), "{}", lesson.facts.slug);
            assert!(page.contains(&format!("\"{path}/learn/{}/\"", lesson.facts.slug)));
        }
        let errors =
            &course.index.entries().find(|entry| entry.id == LessonId::lesson(1, 7)).expect("1.7").errors;
        assert!(
            !errors.is_empty()
                && errors.iter().all(|name| page.contains(&format!("\"{path}/errors/{name}/\"")))
        );
    }
}

/// A request that needs an earlier response has the value of that response, not a reference that only the player understands.
#[test]
fn printed_requests_have_no_references() {
    let course =
        course(&["2.4-pagination", "3.1-find-by-another-key", "1.9-batches", "7.6-capstone-the-vote"]);
    let document = fs::read_to_string(folders::root().join("static/index.html")).expect("the document");
    let labels = Labels::read().expect("labels");
    let site = folders::target().join("test-cards-with-references");
    super::card::write(&site, &course, &labels).expect("cards");
    for (language, path) in [(Language::English, ""), (Language::Japanese, "ja")] {
        for chapter in ["first-steps", "reading-data", "indexes", "streams"] {
            let file = site.join(path).join("cards").join(chapter).join("index.html");
            let page = fs::read_to_string(&file).expect("a card");
            assert!(!page.contains("@{"), "{}", file.display());
        }
        for lesson in &course.lessons {
            let page = lesson_page(&document, lesson, &course, &labels, language).expect("a page");
            assert!(!page.contains("@{"), "{}", lesson.facts.slug);
        }
        let page = fs::read_to_string(site.join(path).join("cards/reading-data/index.html")).expect("a card");
        assert!(page.contains("&quot;ExclusiveStartKey&quot;: {"), "the key is printed: {page}");
    }
}

/// The names of questions are in another order than their text, such as "grown" before "share".
#[test]
fn printed_questions_are_in_the_order_of_the_text() {
    let course = course(&["6.2-how-many-partitions"]);
    let document = fs::read_to_string(folders::root().join("static/index.html")).expect("the document");
    let labels = Labels::read().expect("labels");
    for language in Language::ALL {
        let lesson = &course.lessons[0];
        let page = lesson_page(&document, lesson, &course, &labels, language).expect("a page");
        let names: Vec<&str> =
            lesson.text(language).questions.iter().map(|text| text.name.as_str()).collect();
        assert_eq!(names, ["formula", "share", "least", "grown", "today"]);
        let places: Vec<usize> = lesson
            .text(language)
            .questions
            .iter()
            .map(|text| page.find(&still(&text.question, language)).expect("the question is printed"))
            .collect();
        assert!(places.is_sorted(), "{places:?}");
    }
}
