//! The map of claims: each claim is taught in a place that exists.

use std::collections::BTreeSet;
use std::path::Path;

use dynalab_lessons::author::check_glossary;
use dynalab_lessons::author::files::{CourseFiles, read_course};
use dynalab_lessons::claims::PAGES;

/// Lessons about topics that none of the five texts has.
const NOT_IN_ANY_SOURCE: &[&str] = &["3.8"];

fn files() -> CourseFiles {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("course");
    read_course(&root, &root.join("../../../web/errors/pages")).expect("the course can be read")
}

fn numbers(files: &CourseFiles) -> BTreeSet<String> {
    let lessons = files.course.chapters.iter().flat_map(|chapter| &chapter.lessons);
    lessons.map(|lesson| lesson.id.to_string()).collect()
}

#[test]
fn every_claim_is_taught_in_a_place_that_exists() {
    let files = files();
    let numbers = numbers(&files);
    assert_eq!(files.claims.sources.len(), 5);
    let mut count = 0;
    for source in &files.claims.sources {
        let mut seen = BTreeSet::new();
        for claim in &source.claims {
            count += 1;
            assert!(seen.insert(&claim.claim), "{}: \"{}\" is there twice", source.id, claim.claim);
            assert!(!claim.places.is_empty(), "{}: \"{}\" is taught nowhere", source.id, claim.claim);
            for place in &claim.places {
                let exists = numbers.contains(place) || PAGES.contains(&place.as_str());
                assert!(exists, "{}: \"{}\" names the place {place}", source.id, claim.claim);
            }
            let needs_lesson = claim.said_only;
            assert!(!needs_lesson || claim.places.iter().any(|place| numbers.contains(place)));
        }
    }
    assert_eq!(count, 153);
}

#[test]
fn every_lesson_teaches_a_claim() {
    let files = files();
    for number in numbers(&files) {
        let teaches = files.claims.taught_in(&number).count();
        assert_eq!(teaches == 0, NOT_IN_ANY_SOURCE.contains(&number.as_str()), "{number} teaches {teaches}");
    }
    for page in PAGES {
        assert!(files.claims.taught_in(page).count() > 0, "{page}");
    }
}

#[test]
fn terms_are_unique_and_their_lessons_exist() {
    let files = files();
    let numbers = numbers(&files);
    let (mut ids, mut names) = (BTreeSet::new(), BTreeSet::new());
    for term in &files.surroundings.glossary.terms {
        assert!(ids.insert(&term.id), "{} is there twice", term.id);
        assert!(numbers.contains(&term.lesson.to_string()), "{}", term.id);
        for (language, text) in [("en", &term.en), ("ja", &term.ja)] {
            assert!(names.insert((language, &text.name)), "{language} {} is there twice", text.name);
            let ends = text.definition.ends_with(['.', '。']);
            assert!(ends && !text.name.is_empty(), "{language} {}: {}", term.id, text.definition);
        }
    }
    assert!(ids.len() >= 100);
    let problems: Vec<String> =
        check_glossary(&files.surroundings.glossary).iter().map(|problem| problem.to_string()).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
