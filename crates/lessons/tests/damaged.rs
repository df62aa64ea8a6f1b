//! Damaged progress files and lessons are rejected, or keep their meaning when written and read again.

#![allow(clippy::unwrap_used, reason = "a test may end in a panic")]

#[path = "../../playground/tests/decoders/damage.rs"]
mod damage;

use damage::cases;
use dynalab_lessons::author::LessonReferences;
use dynalab_lessons::author::document;
use dynalab_lessons::author::report::prove;
use dynalab_lessons::design::DesignAnswer;
use dynalab_lessons::id::LessonId;
use dynalab_lessons::json::Json;
use dynalab_lessons::lesson::Figures;
use dynalab_lessons::progress::{LessonState, Progress};

fn sample() -> Progress {
    let mut progress = Progress::default();
    let figures = Figures { requests: 3, read_units: 1.5, ..Figures::default() };
    progress.record_solved(LessonId::lesson(1, 2), 1, figures, 1_790_000_000_000);
    progress.record_failed_run(LessonId::lesson(5, 3));
    let table = r#"{"name":"Orders","key":[{"name":"pk","type":"S"}],"notes":["日本"]}"#;
    let operation = r#"{"request":"GetItem","key":{"pk":{"S":"a#${id}"}}}"#;
    let lesson = progress.lessons.entry(LessonId::lesson(5, 3)).or_default();
    lesson.design = Some(DesignAnswer {
        tables: vec![Json::parse(table).unwrap()],
        operations: [("an order".to_owned(), Json::parse(operation).unwrap())].into(),
    });
    progress.last = Some(LessonId::lesson(5, 3));
    progress
}

#[test]
fn progress_that_is_read_is_written_and_read_again() {
    let text = serde_json::to_string_pretty(&sample()).unwrap();
    let (mut read, mut refused) = (0, 0);
    for mut chance in cases("progress", 6_000) {
        let Ok(progress) = serde_json::from_str::<Progress>(&chance.damaged_text(&text)) else {
            refused += 1;
            continue;
        };
        let Ok(progress) = progress.checked() else {
            refused += 1;
            continue;
        };
        let written = serde_json::to_string(&progress).unwrap();
        assert_eq!(serde_json::from_str::<Progress>(&written).unwrap(), progress);
        let mut mine = sample();
        mine.merge(progress.clone());
        // A solved lesson stays solved, whatever the file contains.
        let standing = mine.lesson_state(LessonId::lesson(1, 2), 1);
        assert_eq!(standing, LessonState::Solved, "{written}");
        let once = mine.clone();
        mine.merge(progress);
        assert_eq!(mine, once, "{written}");
        read += 1;
    }
    assert!(read > 200 && refused > 200, "{read} were read, {refused} refused");
}

const LESSON: &str = include_str!("../examples/9.1-books-of-one-author.lesson");

#[test]
fn a_damaged_lesson_is_refused_or_read_and_written() {
    let (mut read, mut refused) = (0, 0);
    for mut chance in cases("lesson", 6_000) {
        let text = chance.damaged_text(LESSON);
        let Ok(document) = document::read(&text) else {
            refused += 1;
            continue;
        };
        let written = document::write(&document.source);
        let again = document::read(&written).unwrap().source;
        assert_eq!(
            (&again.folder, &again.facts),
            (&document.source.folder, &document.source.facts),
            "{text}"
        );
        assert_eq!((&again.english, &again.japanese), (&document.source.english, &document.source.japanese));
        read += 1;
    }
    assert!(read > 200 && refused > 20, "{read} were read, {refused} refused");
}

#[test]
fn the_proof_of_a_damaged_lesson_ends_and_its_findings_are_in_the_text() {
    let (mut proved, mut failed) = (0, 0);
    for mut chance in cases("proof", 300) {
        let text = chance.damaged_text(LESSON);
        let Ok(document) = document::read(&text) else { continue };
        let report = prove(&document, &LessonReferences::default());
        for finding in report.findings() {
            let line = text.lines().nth(finding.place.line - 1).unwrap_or_default();
            let is_after_the_end = finding.place.line > text.lines().count() + 1;
            let characters = line.chars().count();
            assert!(!is_after_the_end && finding.place.column <= characters + 1, "{finding}: {text}");
        }
        match report.is_proved() {
            true => proved += 1,
            false => failed += 1,
        }
    }
    assert!(proved > 0 && failed > 100, "{proved} were proved, {failed} failed");
}
